"""Write docs/dune-2019.md from the rulesets and rule modules.

python tools/dune_2019_page.py
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import dunerules
from dunerules.engine.declarations import OptionDeclaration
from dunerules.engine.passages import whole_text

PAGE = Path(__file__).parents[1] / "docs" / "dune-2019.md"
BASIC, ADVANCED = "gf9-2019-basic", "gf9-2019-advanced"
WHO_PLAYS_WHAT = """\
## Who plays what

Factions are dealt at random, or drafted in the order of drawn numbers, and may be exchanged before play.
`apiece` is for two persons who play two factions each.

```python
>>> import dunerules
>>> from dunerules.classic.setup import deal_factions, drafting_order, exchanged
>>> rulebook = dunerules.load("gf9-2019-basic")
>>> dealt = deal_factions(rulebook, ("ann", "bob"), apiece=2, seed=5)
>>> sorted(dealt.values())
['ann', 'ann', 'bob', 'bob']
>>> game = dunerules.Game.start(rulebook, tuple(dealt), persons=dealt, seed=5)
>>> sorted(drafting_order(rulebook, ("ann", "bob", "cy"), seed=5))
['ann', 'bob', 'cy']
>>> exchanged({"atreides": "ann", "guild": "bob"}, "atreides", "guild")
{'atreides': 'bob', 'guild': 'ann'}

```

The players sit at circles that are spread evenly around the map, in the order of the seats, or are drawn at random.
A table where somebody sits elsewhere says so with the sectors of the circles, which are 2, 5, 8, 11, 14 and 17.

```python
>>> from dunerules.classic.board import board_of
>>> from dunerules.classic.turn import Turn
>>> three = ("atreides", "harkonnen", "fremen")
>>> game = dunerules.Game.start(rulebook, three, given={"circles": {"atreides": 2, "harkonnen": 5, "fremen": 8}})
>>> game[Turn].circles
{'atreides': 2, 'harkonnen': 5, 'fremen': 8}
>>> board_of(game.look).circles
(2, 5, 8, 11, 14, 17)

```
"""


def lines() -> Iterator[str]:
    """The page, line by line."""
    yield "# Dune, 2019\n"
    yield (
        "This page tells a player what there is of Gale Force Nine's Dune of 2019, "
        "and which readings of unclear rules can be changed.\n"
    )
    yield "## Rulesets\n\n| ruleset | what it is |\n| --- | --- |"
    for name in sorted(dunerules.Library.installed().rulesets):
        if name.startswith("gf9-2019"):
            yield f"| `{name}` | {dunerules.load(name).title} |"
    yield (
        f"\nPlay one with `dunerules play {BASIC}`, seat whom you like with `--seats`, "
        "and change what you like in [a ruleset of your own](rulesets.md).\n"
    )
    yield WHO_PLAYS_WHAT
    yield "## The advanced game, piece by piece\n"
    yield (
        "Each of these is a rule module that can be added to the basic game, "
        "or left out of the advanced one, on its own.\n"
    )
    yield "| rule module | what it does |\n| --- | --- |"
    yield from pieces()
    yield "\n## Readings that can be changed\n"
    yield "Where the rulebook is silent, or tables are known to read it otherwise, the reading is an option."
    yield 'Write `[options."<rule module>"]` and `<option> = <value>` in a ruleset to choose another.\n'
    yield "| rule module | option | default | others | what it says |\n| --- | --- | --- | --- | --- |"
    yield from readings()
    yield (
        "\nAll other silences of the rulebook are played as the catalogue recommends; `dunerules rules ID` shows an "
        "entry, such as `dunerules rules gf9.silence.dial-not-reachable`.\n"
    )
    yield "## What is not there\n"
    yield "The factions, cards and tech tokens of Ixians & Tleilaxu are in the catalogue and not in play yet."


def pieces() -> Iterator[str]:
    """A row for each module that the advanced game adds, but for the parts of a bundle."""
    basic, advanced = dunerules.load(BASIC).modules, dunerules.load(ADVANCED)
    modules = advanced.composition.modules
    parts = {part for module in modules for part in module.file.module.includes}
    for module in modules:
        if module.id not in basic and module.id not in parts:
            yield f"| `{module.id}` | {whole_text(advanced, module.id)} |"


def readings() -> Iterator[str]:
    """A row for each option."""
    for module in dunerules.load(ADVANCED).composition.modules:
        if not module.id.startswith("engine."):
            for key, option in module.file.options.items():
                yield f"| `{module.id}` | `{key}` | {_word(option.default)} | {_others(option)} | {option.title} |"


def _word(value: bool | int | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _others(option: OptionDeclaration) -> str:
    if option.type == "bool":
        return _word(not option.default)
    if option.type == "int":
        return f"{option.min} to {option.max}"
    return ", ".join(word for word in option.choices if word != option.default)


if __name__ == "__main__":
    PAGE.write_text("\n".join(lines()) + "\n", encoding="utf-8")
