"""Games that one person cannot tell from a given one, and in which everything hidden is different."""

from __future__ import annotations

from typing import Any

import attrs

from dunerules import Decision, Game
from dunerules.classic.auction import Auction
from dunerules.classic.fights import Fight, Plan
from dunerules.classic.spice import Spice
from dunerules.classic.spice_deck import SpiceDeck
from dunerules.classic.traitors import Traitors
from dunerules.classic.treachery import Treachery
from dunerules.engine.agenda import space_of
from dunerules.engine.chance import Rng
from dunerules.engine.flow import Chance, Flow
from dunerules.engine.look import Look
from dunerules.engine.tables import State


def elsewhere(game: Game, decision: Decision, rng: Rng) -> Game:
    """The same game to whoever decides; hands, decks, spice, traitors, plans and chance of others are not."""
    seat = decision.seat
    treachery, auction = _other_cards(game[Treachery], game[Auction], seat, rng)
    tables = {
        **game.state.tables,
        Treachery: treachery,
        Auction: auction,
        # Whoever asks for help with a price shows by that what it lacks.
        Spice: _other_spice(game[Spice], (seat, decision.args.get("to")), rng),
        Traitors: _other_traitors(game[Traitors], seat, rng),
        SpiceDeck: attrs.evolve(game[SpiceDeck], deck=rng.shuffled(game[SpiceDeck].deck)),
        Fight: _other_plans(game[Fight], seat, rng),
        Flow: _without_others(game[Flow], seat),
        Chance: Chance(rng.word(), {}, {}),
    }
    state = State(tables)
    look = Look(game.rulebook, state)
    spaces = {place: space_of(look, ask) for place, ask in state[Flow].asks.items() if place not in state[Flow].sealed}
    return Game(game.rulebook, game.header, state, spaces, game.history)


def same_decision(other: Game, decision: Decision) -> Decision:
    """The decision of the other game that its seat takes for this one."""
    return next(one for one in other.decisions if (one.seat, one.number) == (decision.seat, decision.number))


def _other_cards(treachery: Treachery, auction: Auction, seat: str, rng: Rng) -> tuple[Treachery, Auction]:
    """Deal the cards that the seat does not know anew: deck, row, the card on sale and the hands of others."""
    others = {other: hand for other, hand in treachery.hands.items() if other != seat}
    unseen = auction.card if auction.card and seat not in auction.viewers else ""
    pool = [*treachery.deck, *auction.row, *(card for hand in others.values() for card in hand)]
    cards = list(rng.shuffled([*pool, unseen] if unseen else pool))

    def deal(count: int) -> tuple[str, ...]:
        return tuple(cards.pop() for _ in range(count))

    hands = {other: deal(len(hand)) if other in others else hand for other, hand in treachery.hands.items()}
    dealt = attrs.evolve(treachery, hands=hands, deck=deal(len(treachery.deck)))
    row = deal(len(auction.row))
    return dealt, attrs.evolve(auction, row=row, card=deal(1)[0] if unseen else auction.card)


def _other_spice(spice: Spice, known: tuple[str | None, ...], rng: Rng) -> Spice:
    """Make the others richer: what they have promised they can still pay."""
    held = {other: amount if other in known else amount + rng.below(30) for other, amount in spice.held.items()}
    return attrs.evolve(spice, held=held, bank=spice.bank + sum(spice.held.values()) - sum(held.values()))


def _other_traitors(traitors: Traitors, seat: str, rng: Rng) -> Traitors:
    """Deal the traitor cards that the seat does not know anew."""
    tables = (traitors.dealt, traitors.kept, traitors.noted)
    hidden = [card for table in tables for owner, cards in table.items() if owner != seat for card in cards]
    cards = list(rng.shuffled([*traitors.deck, *hidden]))

    def anew(table: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        return {owner: held if owner == seat else tuple(cards.pop() for _ in held) for owner, held in table.items()}

    dealt, kept, noted = anew(traitors.dealt), anew(traitors.kept), anew(traitors.noted)
    return attrs.evolve(traitors, dealt=dealt, kept=kept, noted=noted, deck=tuple(cards))


def _other_plans(fight: Fight, seat: str, rng: Rng) -> Fight:
    """Let the others have made other plans, and be bound by other things that the seat does not know."""
    sealed = {owner: plan if owner == seat else Plan(rng.below(9)) for owner, plan in fight.sealed.items()}
    bindings: dict[Any, Any] = {
        place: binding if seat in fight.viewers[place] else ("dial", rng.below(9), ())
        for place, binding in fight.bindings.items()
    }
    return attrs.evolve(fight, sealed=sealed, bindings=bindings)


def _without_others(flow: Flow, seat: str) -> Flow:
    """Ask nobody else anything."""

    def own(by_place: dict[tuple[str, int], Any]) -> dict[tuple[str, int], Any]:
        return {place: value for place, value in by_place.items() if place[0] == seat}

    return attrs.evolve(flow, asks=own(flow.asks), sealed=own(flow.sealed), asked={seat: flow.asked.get(seat, 0)})
