"""Write house rules in the program, see a mistake in them reported, and see a choice refused by name of its rule."""

from __future__ import annotations

import dunerules

HOUSE_RULES = """
[ruleset]
id = "thursday-night"
title = "Thursday night"
extends = "dice-feud"

[rules]
add = ["dice.last-round"]

[options."dice.bidding"]
limit = 2

[[permission]]
title = "Red keeps off the tower"
forbid = "place.into"
when = { seat = "red", slot = "tower" }
reason = "{seat} promised to keep off the {slot}"
"""


def main() -> None:
    """Load the rules with a mistake in them and without it, then try what they forbid."""
    try:
        dunerules.loads(HOUSE_RULES.replace("last-round", "last-rond"), shown="thursday.toml")
    except dunerules.RulesetError as error:
        print(error)
    print()

    game = dunerules.Game.start(dunerules.loads(HOUSE_RULES), seed=7)
    bid = game.rulebook.choices["bid"]
    try:
        game.submit("red", bid(coins=5))
    except dunerules.IllegalChoice as refusal:
        print(refusal)
    print()
    print(game.explain("place.into", seat="red", slot="tower", die=6))


if __name__ == "__main__":
    main()
