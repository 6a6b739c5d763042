"""Spaces made of other spaces: products, alternatives, dependent fields and filters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any, Generic, TypeVar

import attrs
from attrs import frozen

from dunerules.engine.chance import Rng
from dunerules.engine.errors import Denial, nearest, shown
from dunerules.engine.spaces import EmptySpace, Just, Space, capped

T = TypeVar("T")

Rest = Mapping[str, Space[Any]] | Denial | None
"""The spaces of the other fields, or why there are none."""

MOST_TRIES = 32
"""So many draws are rejected before the members are looked through one by one."""

_UNSET = object()


@frozen(init=False)
class Product(Generic[T]):
    """The instances of an attrs class whose every field is a member of that field's space.

    A field without a space must have a default, and always has it.
    """

    cls: type[T]
    spaces: tuple[tuple[str, Space[Any]], ...]  # Any: a space's class is its field's, which only the class knows
    checks: tuple[tuple[str, Space[Any]], ...] = attrs.field(eq=False, repr=False)

    def __init__(self, cls: type[T], /, **spaces: Space[Any]) -> None:
        """Give a space to each field, by its name."""
        fields = _fields_of(cls)
        if not spaces.keys() <= fields.given:
            name = next(name for name in spaces if name not in fields.given)
            raise TypeError(f"{cls.__name__} takes no field {name!r}. {nearest(name, fields.given)}".rstrip())
        checks = []
        for name, own in fields.names.items():
            space = spaces[name] if name in spaces else fields.fixed.get(name)
            if space is None:
                raise TypeError(f"{cls.__name__} needs a space for its field {name!r}")
            checks.append((own, space))
        self.__attrs_init__(cls, tuple(spaces.items()), tuple(checks))

    def denial(self, value: object) -> Denial | None:
        """Why a value is no such instance, with the name of the first field that is wrong, or None."""
        if type(value) is not self.cls:
            return Denial(f"the choice must be a {self.cls.__name__}, not {shown(value)}")
        for name, space in self.checks:
            part = getattr(value, name, _UNSET)
            if part is _UNSET:
                return Denial(f"{name}: nothing was chosen")
            denial = space.denial(part)
            if denial is not None:
                return _about(name, denial)
        return None

    def contains(self, value: object) -> bool:
        """Whether a value is such an instance."""
        if type(value) is not self.cls:
            return False
        for name, space in self.checks:  # noqa: SIM110 - a plain loop costs half as much
            if not space.contains(getattr(value, name, _UNSET)):
                return False
        return True

    def sample(self, rng: Rng) -> T:
        """Draw each field by itself."""
        return self.cls(**{name: space.sample(rng) for name, space in self.spaces})

    def count(self, limit: int | None = None) -> int:
        """The product of the fields' counts."""
        if self.is_empty():
            return 0
        product = 1
        for _, space in self.spaces:
            product *= space.count(limit)
        return capped(product, limit)

    def __iter__(self) -> Iterator[T]:
        """The instances; the last field changes fastest."""
        return (self.cls(**dict(parts)) for parts in _assignments(self.spaces))

    def is_empty(self) -> bool:
        """Whether some field has nothing to choose from."""
        return _some_empty(self.spaces)

    def kinds(self) -> frozenset[type]:
        """The class."""
        return frozenset((self.cls,))


@frozen
class _Fields:
    """What a product needs to know about the fields of a class."""

    names: dict[str, str]
    """The fields by the names of their arguments, which have no leading underscore."""
    given: frozenset[str]
    """The arguments that there are."""
    fixed: dict[str, Space[Any]]
    """The spaces of the defaults."""


def _read_fields(cls: Any) -> _Fields:  # Any: an attrs class, which no type says
    parts = {part.alias or part.name: part for part in attrs.fields(cls)}
    fixed: dict[str, Space[Any]] = {}
    for name, part in parts.items():
        default: Any = part.default  # Any: attrs gives a factory the class of what it makes
        if default is not attrs.NOTHING and not getattr(default, "takes_self", False):
            fixed[name] = Just(default.factory() if type(default) is attrs.Factory else default)
    names = {name: part.name for name, part in parts.items()}
    return _Fields(names, frozenset(name for name, part in parts.items() if part.init), fixed)


_fields_of: Callable[[type], _Fields] = cache(_read_fields)


def _some_empty(spaces: Iterable[tuple[str, Space[Any]]]) -> bool:
    for _, space in spaces:  # noqa: SIM110 - a plain loop costs half as much, and spaces are asked all the time
        if space.is_empty():
            return True
    return False


def _about(name: str, denial: Denial) -> Denial:
    return Denial(f"{name}: {denial.reason}", denial.cites)


def _assignments(spaces: tuple[tuple[str, Space[Any]], ...]) -> Iterator[tuple[tuple[str, Any], ...]]:
    if not spaces:
        yield ()
        return
    (name, space), *rest = spaces
    for value in space:
        for parts in _assignments(tuple(rest)):
            yield ((name, value), *parts)


@frozen(init=False)
class Either(Generic[T]):
    """The members of several spaces, of which no two have a member in common."""

    spaces: tuple[Space[T], ...]

    def __init__(self, *spaces: Space[T]) -> None:
        """Join the spaces."""
        self.__attrs_init__(spaces)

    def denial(self, value: object) -> Denial | None:
        """Why a value is in none of the spaces, by the one that judges its class, or None."""
        if self.contains(value):
            return None
        kind = type(value)
        denials = [space.denial(value) for space in self.spaces if any(judged is kind for judged in space.kinds())]
        for denial in denials:
            if denial is not None and denial.cites:
                return denial
        if denials:
            return denials[0]
        kinds = dict.fromkeys(kind.__name__ for space in self.spaces for kind in _named(space.kinds()))
        if not kinds:
            return Denial(f"nothing can be chosen here, not even {shown(value)}")
        return Denial(f"the choice must be one of {', '.join(kinds)}, not {shown(value)}")

    def contains(self, value: object) -> bool:
        """Whether a value is in one of the spaces."""
        for space in self.spaces:  # noqa: SIM110 - a plain loop costs half as much
            if space.contains(value):
                return True
        return False

    def sample(self, rng: Rng) -> T:
        """Draw one of the spaces that are not empty, each equally likely, and then from it."""
        if self.spaces:
            try:
                return rng.pick(self.spaces).sample(rng)
            except EmptySpace:
                pass
        others = [space for space in self.spaces if not space.is_empty()]
        if not others:
            raise EmptySpace(self)
        return rng.pick(others).sample(rng)

    def count(self, limit: int | None = None) -> int:
        """The sum of the spaces' counts."""
        return _sum_of_counts(self.spaces, limit)

    def __iter__(self) -> Iterator[T]:
        """The members of the first space, then of the next."""
        return (value for space in self.spaces for value in space)

    def is_empty(self) -> bool:
        """Whether every space is empty."""
        for space in self.spaces:  # noqa: SIM110 - a plain loop costs half as much
            if not space.is_empty():
                return False
        return True

    def kinds(self) -> frozenset[type]:
        """The classes that any of the spaces judges."""
        return frozenset().union(*(space.kinds() for space in self.spaces))


def _named(kinds: frozenset[type]) -> list[type]:
    return sorted(kinds, key=lambda kind: kind.__name__)


def _sum_of_counts(spaces: Iterable[Space[Any]], limit: int | None) -> int:
    total = 0
    for space in spaces:
        if limit is not None and total >= limit:
            return limit
        total += space.count(None if limit is None else limit - total)
    return total


@frozen
class Dependent(Generic[T]):
    """The instances of an attrs class where one field, chosen first, decides the spaces of the others.

    ``then`` is given the first field's value, and answers with the other fields' spaces, or with None or the reason
    if nothing goes with that value. It must answer alike whenever it is asked.
    """

    cls: type[T]
    first: tuple[str, Space[Any]] = attrs.field()
    """The name and the space of the field that is chosen first."""
    then: Callable[[Any], Rest]

    @first.validator
    def _first_is_a_field(self, _attribute: object, first: tuple[str, Space[Any]]) -> None:
        if first[0] not in _fields_of(self.cls).names:
            raise TypeError(f"{self.cls.__name__} has no field {first[0]!r}")

    def denial(self, value: object) -> Denial | None:
        """Why a value is no such instance, with the name of the field that is wrong, or None."""
        if type(value) is not self.cls:
            return Denial(f"the choice must be a {self.cls.__name__}, not {shown(value)}")
        name, space = self.first
        chosen = getattr(value, _fields_of(self.cls).names[name], _UNSET)
        if chosen is _UNSET:
            return Denial(f"{name}: nothing was chosen")
        denial = space.denial(chosen)
        if denial is not None:
            return _about(name, denial)
        rest = self.then(chosen)
        if rest is None:
            return Denial(f"{name}: nothing can be chosen together with {shown(chosen)}")
        if isinstance(rest, Denial):
            return _about(name, rest)
        return self._with(chosen, rest).denial(value)

    def contains(self, value: object) -> bool:
        """Whether a value is such an instance."""
        return type(value) is self.cls and self.denial(value) is None

    def sample(self, rng: Rng) -> T:
        """Draw the first field, and then the others; a value that nothing goes with is drawn again."""
        space = self.first[1]
        for _ in range(MOST_TRIES):
            chosen = space.sample(rng)
            rest = self.then(chosen)
            if rest is not None and not isinstance(rest, Denial):
                try:
                    others = {name: space.sample(rng) for name, space in rest.items()}
                except EmptySpace:
                    continue
                return self.cls(**{self.first[0]: chosen}, **others)
        products = [product for product in self._products() if not product.is_empty()]
        if not products:
            raise EmptySpace(self)
        return rng.pick(products).sample(rng)

    def count(self, limit: int | None = None) -> int:
        """The sum over the values of the first field."""
        return _sum_of_counts(self._products(), limit)

    def __iter__(self) -> Iterator[T]:
        """The instances, by the value of the first field."""
        return (value for product in self._products() for value in product)

    def is_empty(self) -> bool:
        """Whether nothing goes with any value of the first field."""
        for chosen in self.first[1]:
            rest = self.then(chosen)
            if rest is not None and not isinstance(rest, Denial) and not _some_empty(rest.items()):
                return False
        return True

    def kinds(self) -> frozenset[type]:
        """The class."""
        return frozenset((self.cls,))

    def _with(self, chosen: object, rest: Mapping[str, Space[Any]]) -> Product[T]:
        return Product(self.cls, **{self.first[0]: Just(chosen)}, **rest)

    def _products(self) -> Iterator[Product[T]]:
        for chosen in self.first[1]:
            rest = self.then(chosen)
            if rest is not None and not isinstance(rest, Denial):
                yield self._with(chosen, rest)


@frozen
class Filter(Generic[T]):
    """The members of a space that pass a test, which answers with the reason if one does not."""

    space: Space[T]
    test: Callable[[T], Denial | None]

    def denial(self, value: object) -> Denial | None:
        """Why a value is not in the space or does not pass, or None."""
        denial = self.space.denial(value)
        # The value is a member by now, which no type checker can know.
        return self.test(value) if denial is None else denial  # type: ignore[arg-type]

    def contains(self, value: object) -> bool:
        """Whether a value is in the space and passes."""
        return self.space.contains(value) and self.test(value) is None  # type: ignore[arg-type]

    def sample(self, rng: Rng) -> T:
        """Draw from the space until a value passes; after many tries, from the list of those that do."""
        draw, test = self.space.sample, self.test
        for _ in range(MOST_TRIES):
            value = draw(rng)
            if test(value) is None:
                return value
        values = list(self)
        if not values:
            raise EmptySpace(self)
        return rng.pick(values)

    def count(self, limit: int | None = None) -> int:
        """How many pass, found by trying them."""
        return sum(1 for _ in islice(self, limit))

    def __iter__(self) -> Iterator[T]:
        """The members that pass, in the order of the space."""
        return (value for value in self.space if self.test(value) is None)

    def is_empty(self) -> bool:
        """Whether no member passes; looks no further than the first that does."""
        test = self.test
        for value in self.space:  # noqa: SIM110 - a plain loop costs half as much
            if test(value) is None:
                return False
        return True

    def kinds(self) -> frozenset[type]:
        """The classes that the space judges."""
        return self.space.kinds()
