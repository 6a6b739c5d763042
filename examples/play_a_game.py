"""Play a game to its end, keep its log, and prove that the log follows the rules."""

from __future__ import annotations

import dunerules
from dunerules.engine.chance import Rng


def main(seed: int = 7) -> None:
    """Play with choices drawn from the spaces of legal choices, and tell the first few."""
    rulebook = dunerules.load("dice-feud")
    game = dunerules.Game.start(rulebook, ["red", "blue", "gold", "jade"], seed=seed)
    rng = Rng(seed)
    while game.outcome is None:
        decision = game.decisions[0]
        choice = decision.space.sample(rng)
        if len(game.history) <= 8:
            print(f"{decision.seat} may {decision.kind} in {decision.space.count()} ways and chooses {choice}")
        game.submit(decision.seat, choice)
    print(f"after {len(game.history) - 1} choices: {game.outcome.reason}")
    print(f"winners: {', '.join(game.outcome.winners) or 'nobody'}")

    log = game.log()
    same = dunerules.verify(log, rulebook).digest() == game.digest()
    print(f"the log has {len(log.entries)} entries; replayed, the game is the same: {same}")


if __name__ == "__main__":
    main()
