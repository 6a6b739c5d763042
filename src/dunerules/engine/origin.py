"""Where a declaration came from, and which origins are known to come before which."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from dunerules.engine.declarations import LAYERS, Layer
from dunerules.engine.errors import Problem


@frozen
class Origin:
    """Who made a declaration: a module or a ruleset, its layer, and the place in its file."""

    name: str
    """Id of the rule module, or of the ruleset for a house declaration."""
    layer: Layer
    file: str
    path: str = ""
    """Table and key inside the file, such as ``effect[2]``."""

    @property
    def height(self) -> int:
        """Place of the layer in the order of precedence, lowest first."""
        return LAYERS.index(self.layer)

    def at(self, path: str) -> Origin:
        """The same origin at another place of its file."""
        return Origin(self.name, self.layer, self.file, path)

    def problem(self, message: str, hint: str = "") -> Problem:
        """A problem at this place."""
        return Problem(self.file, self.path, message, hint)


@frozen
class Precedence:
    """What is declared about order: for each origin's name, all names that come before it."""

    earlier: Mapping[str, frozenset[str]]

    def later(self, one: str, other: str) -> bool:
        """Whether ``one`` is declared, directly or through others, to come after ``other``."""
        return other in self.earlier.get(one, frozenset())

    def ordered(self, one: str, other: str) -> bool:
        """Whether anything orders the two."""
        return self.later(one, other) or self.later(other, one)
