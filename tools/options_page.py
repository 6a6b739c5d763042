"""Write docs/options.md from the rule modules.

python tools/options_page.py
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import dunerules
from dunerules.engine.errors import RulesetError
from dunerules.engine.passages import whole_text
from dunerules.engine.ruleset import resolve_text

PAGE = Path(__file__).parents[1] / "docs" / "options.md"
RULESETS = ("gf9-2019-basic", "gf9-2019-advanced", "ah-1979-basic", "ah-1979-advanced")
"""The rulesets that the page says of each house rule whether it goes with them."""

GROUPS = {
    "Spice and hands": (
        "option.bribes-at-once",
        "option.no-spice-transfers",
        "option.public-spice",
        "option.public-card-counts",
        "option.increased-spice-flow",
    ),
    "Storm, shipment and movement": (
        "option.storm-deck",
        "option.early-ornithopters",
        "option.fremen-into-storm",
        "option.advisors-with-ally",
    ),
    "Battles, leaders and traitors": (
        "option.battles-in-storm",
        "option.leaderless-plans",
        "option.loyal-captives",
        "option.harkonnen-mulligan",
    ),
    "Karama": ("option.karama-phase", "option.karama-one-use", "option.extra-karama"),
    "Alliances and victory": (
        "option.alliances-end",
        "option.contested-strongholds",
        "option.shield-wall-stronghold",
        "option.no-guild-victory",
        "option.tournament-length",
    ),
    "Contested readings": ("reading.book", "reading.tournament"),
}
"""Headings of the page, and the modules below them."""

BEFORE = """\
# House rules

This page lists for players the house rules that come with the library, each with the line that brings it in.

Write the line below `[rules]` in [a ruleset of your own](rulesets.md), several of them as one list:

<!-- ruleset: thursday.toml -->
```toml
[ruleset]
id = "thursday"
title = "Thursday night Dune"
extends = "gf9-2019-advanced"

[rules]
add = ["option.bribes-at-once", "option.harkonnen-mulligan", "option.tournament-length"]

[options."option.tournament-length"]
turns = 8
```

What is not named changes nothing.
The optional rules that the books have themselves are on the pages about [the editions](editions.md) and about \
[Dune of 2019](dune-2019.md).
"""

AFTER = """\
## Presets

`reading.book` and `reading.tournament` settle at once what texts and tables read differently.
They set options of other rule modules, those that are selected; a ruleset may still choose otherwise:

<!-- ruleset: our-tournament.toml -->
```toml
[ruleset]
id = "our-tournament"
title = "Our tournament"
extends = "gf9-2019-basic"

[rules]
add = ["reading.tournament"]

[options."classic.nexus"]
rounds = 2
```

Two of these rules that read the same thing differently are refused, with the line that settles it:

<!-- refused: both-readings.toml -->
```toml
[ruleset]
id = "both-readings"
title = "Two readings"
extends = "gf9-2019-basic"

[rules]
add = ["reading.tournament", "option.early-ornithopters"]
```

```text
both-readings.toml: rules.add[1]: "reading.tournament" sets the option "access_checked" of "classic.ornithopters" to \
"before-shipment", "option.early-ornithopters" sets it to "before-phase", and nothing decides between them.
  Write  access_checked = ...  under [options."classic.ornithopters"], or leave one of the two modules out.
```

A rule that needs something which is not there says so:

<!-- refused: no-captives.toml -->
```toml
[ruleset]
id = "no-captives"
title = "Captives without captures"
extends = "gf9-2019-basic"

[rules]
add = ["option.loyal-captives"]
```

```text
no-captives.toml: rules.add[0]: "option.loyal-captives" requires "faction.harkonnen.captives", which is not selected.
  Write  add = ["faction.harkonnen.captives"]  under [rules] in no-captives.toml.
```"""


def lines() -> Iterator[str]:
    """The page, part by part."""
    yield BEFORE
    for heading, modules in GROUPS.items():
        yield f"## {heading}\n\n| line | what it does | goes with |\n| --- | --- | --- |"
        yield from (row(module) for module in modules)
        yield ""
    yield AFTER


def row(module: str) -> str:
    """What a module does, in the words of the first ruleset that it goes with."""
    fitting = [name for name in RULESETS if fits(name, module)]
    rules = dunerules.loads(text_of(fitting[0], module))
    goes_with = "all" if fitting == list(RULESETS) else ", ".join(f"`{name}`" for name in fitting)
    return f'| `add = ["{module}"]` | {whole_text(rules, module)} | {goes_with} |'


@cache
def fits(ruleset: str, module: str) -> bool:
    """Whether a ruleset has the module, or can be given it by that one line."""
    try:
        resolve_text(text_of(ruleset, module), dunerules.Library.installed())
    except RulesetError:
        return False
    return True


def text_of(ruleset: str, module: str) -> str:
    """A ruleset with the module, if it does not have it yet."""
    added = "" if module in _modules(ruleset) else f'[rules]\nadd = ["{module}"]\n'
    return f'[ruleset]\nid = "house"\ntitle = "House rules"\nextends = "{ruleset}"\n{added}'


@cache
def _modules(ruleset: str) -> tuple[str, ...]:
    return dunerules.load(ruleset).modules


def page() -> str:
    """The whole page."""
    return "\n".join(lines()) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
