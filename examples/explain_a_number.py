"""Ask a game how a number and a permission come about, rule by rule."""

from __future__ import annotations

from dunerules_dice.feud import Feud

import dunerules
from dunerules.engine.players import random_player


def main() -> None:
    """Explain what the tower is worth in the last round, and why Gold stays away from the gate."""
    game = dunerules.Game.start(dunerules.load("dice-feud-long"), seed=7)
    choose = random_player(7)
    while game[Feud].round < 5:
        game.submit(*choose(game))
    print(game.explain("slot.worth", slot="tower"))
    print()
    print(game.explain("place.into", seat="gold", slot="gate", die=6))


if __name__ == "__main__":
    main()
