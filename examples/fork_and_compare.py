"""Compare the choices of one decision by playing many forks of the game to the end."""

from __future__ import annotations

import dunerules
from dunerules.engine.players import random_player

FORKS = 40


def wins(game: dunerules.Game, seat: str, choice: object, forks: int) -> int:
    """How many of so many forks the seat wins that go on with this choice and then at random."""
    won = 0
    for number in range(forks):
        fork = game.fork()
        fork.submit(seat, choice)
        outcome = dunerules.play_out(fork, random_player(number)).outcome
        won += outcome is not None and seat in outcome.winners
    return won


def main(forks: int = FORKS) -> None:
    """Compare Jade's first turn; the dice still to be rolled are the same in every fork, the choices are not."""
    game = dunerules.Game.start(dunerules.load("dice-feud"), seed=7)
    choose = random_player(7)
    while not any(decision.seat == "jade" and decision.kind == "turn" for decision in game.decisions):
        game.submit(*choose(game))
    before = game.digest()
    (decision,) = game.decisions
    for choice in decision.space:
        print(f"{choice}: {wins(game, 'jade', choice, forks)} of {forks} games won")
    print(f"the game itself is as it was: {game.digest() == before}")


if __name__ == "__main__":
    main()
