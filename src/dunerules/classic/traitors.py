"""Traitors: the leaders that each player draws, and which of them are in his pay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dunerules.classic.leaders import LeaderName, faction_of, leaders_of
from dunerules.rules import (
    Ask,
    Denial,
    Filter,
    GameBegan,
    Look,
    Product,
    Seat,
    Space,
    Subset,
    Tx,
    Write,
    answers,
    choice,
    event,
    given,
    invariant,
    left_over,
    on,
    own,
    public,
    reducer,
    secret,
    seen_by,
    space,
    step,
    table,
)


@table("traitors")
class Traitors:
    """Where the traitor cards or leader discs are; a card is called like its leader."""

    deck: tuple[str, ...] = secret(mask="length", default=())
    dealt: dict[str, tuple[str, ...]] = own(mask="length", factory=dict)
    """Cards from which a seat chooses."""
    kept: dict[str, tuple[str, ...]] = own(mask="length", factory=dict)
    """The leaders in a seat's pay whose cards it holds."""
    noted: dict[str, tuple[str, ...]] = own(factory=dict)
    """The leaders in a seat's pay of whom it has written down the names; how many, nobody else knows."""
    shown: dict[str, tuple[str, ...]] = public(factory=dict)
    """Those of them that everybody knows."""


@choice("keep-traitors", words="keep {leaders}")
class KeepTraitors:
    """Keep leaders as traitors."""

    leaders: tuple[str, ...]


@event("traitor-deck-shuffled", words="The leaders are shuffled for the draw of traitors.")
class TraitorDeckShuffled:
    """The cards or discs of all leaders in play were shuffled."""

    deck: tuple[str, ...] = secret(mask="length")


@event("traitors-dealt", words="{seat} draws possible traitors.")
class TraitorsDealt:
    """A seat was dealt the top cards or discs."""

    seat: str
    leaders: tuple[str, ...] = seen_by("seat", mask="length")


@event("traitors-kept", words="{seat} chooses its traitors.")
class TraitorsKept:
    """A seat kept some of its cards; the others went under the deck."""

    seat: str
    kept: tuple[str, ...] = seen_by("seat", mask="length")
    returned: tuple[str, ...] = seen_by("seat", mask="length")


@event("traitors-noted", words="{seat} chooses its traitors.")
class TraitorsNoted:
    """A seat wrote down who is in its pay, perhaps nobody, and put back all that it had drawn."""

    seat: str
    leaders: tuple[str, ...] = seen_by("seat")


@event("traitor-shown")
class TraitorShown:
    """Everybody saw whose traitor a leader is."""

    seat: str
    leader: str


@reducer(TraitorDeckShuffled)
def new_deck(write: Write, event: TraitorDeckShuffled) -> None:
    """The deck lies there."""
    write(Traitors).deck = event.deck


@reducer(TraitorsDealt)
def deal(write: Write, event: TraitorsDealt) -> None:
    """From the deck into a hand."""
    traitors = write(Traitors)
    traitors.deck = traitors.deck[len(event.leaders) :]
    traitors.dealt[event.seat] = event.leaders


@reducer(TraitorsKept)
def keep(write: Write, event: TraitorsKept) -> None:
    """Some stay, the others go under the deck."""
    traitors = write(Traitors)
    traitors.dealt.pop(event.seat, None)
    traitors.kept[event.seat] = event.kept
    traitors.deck = traitors.deck + event.returned


@reducer(TraitorsNoted)
def note(write: Write, event: TraitorsNoted) -> None:
    """The names stay, everything drawn goes back."""
    traitors = write(Traitors)
    traitors.deck = traitors.deck + traitors.dealt.pop(event.seat, ())
    traitors.noted[event.seat] = event.leaders


@reducer(TraitorShown)
def show(write: Write, event: TraitorShown) -> None:
    """Note what everybody knows."""
    shown = write(Traitors).shown
    if event.leader not in shown.get(event.seat, ()):
        shown[event.seat] = (*shown.get(event.seat, ()), event.leader)


@on(GameBegan)
def lay_out_deck(tx: Tx, event: GameBegan) -> None:
    """One card for each leader of the factions that play."""
    cards = tuple(leader for seat in tx.seats for leader in leaders_of(tx, seat))
    tx.emit(TraitorDeckShuffled(tx.shuffled("traitors", cards)))


@step("setup.traitors.deal")
def deal_traitors(tx: Tx) -> None:
    """Deal everybody's cards before any goes back, so that no leader has two masters."""
    for seat in tx.seats:
        count = tx.whole("setup.traitors-dealt", seat=seat)
        tx.emit(TraitorsDealt(seat, tx[Traitors].deck[:count]))


@step("setup.traitors.keep")
def ask_which_to_keep(tx: Tx) -> None:
    """Everybody chooses in secret; who keeps all that may be kept is not asked.

    A seat that could keep only one of its leaders, or none, is asked too, or the silence would tell what it has drawn.
    """
    choosing = []
    for seat in tx.seats:
        if tx.whole("setup.traitors-kept", seat=seat) < len(tx[Traitors].dealt[seat]):
            choosing.append(seat)
        else:
            keep_as_traitors(tx, seat, keepable(tx, seat))
    tx.ask_sealed("keep-traitors", choosing)


def keepable(look: Look, seat: str) -> tuple[str, ...]:
    """The leaders that a seat has drawn and may keep as traitors."""
    drawn = look[Traitors].dealt[seat]
    return tuple(leader for leader in drawn if look.may("traitors.keep", seat=seat, leader=leader))


def keep_as_traitors(tx: Tx, seat: str, kept: tuple[str, ...]) -> None:
    """Let a seat keep the cards of its traitors, or only their names where cards are not held."""
    if tx.may("traitors.hold", seat=seat):
        returned = tuple(leader for leader in tx[Traitors].dealt[seat] if leader not in kept)
        tx.emit(TraitorsKept(seat, kept, returned))
    else:
        tx.emit(TraitorsNoted(seat, kept))


@space("keep-traitors")
def keeping_space(look: Look, ask: Ask) -> Space[KeepTraitors]:
    """So many of the leaders that may be kept, or all of them; by option own ones only if the draw leaves no other."""
    dealt = keepable(look, ask.seat)
    count = min(look.whole("setup.traitors-kept", seat=ask.seat), len(dealt))
    cites = ("gf9.setup.traitor-choice", "ah79.setup.traitor-choice", "ah79.silence.traitor-choice-mandatory")
    cards = Product(KeepTraitors, leaders=Subset(dealt, count, count, cites=cites))
    if look.option("classic.traitors", "own_card_always_allowed"):
        return cards
    foreign = sum(1 for leader in dealt if faction_of(look, leader) != ask.seat)

    def prefers_others(choice: KeepTraitors) -> Denial | None:
        kept = sum(1 for leader in choice.leaders if faction_of(look, leader) != ask.seat)
        if kept >= min(count, foreign):
            return None
        return Denial("a leader of another faction must be kept", ("gf9.silence.traitor-choice-mandatory",))

    return Filter(cards, prefers_others)


@answers("keep-traitors")
def keep_traitors(tx: Tx, asks: Mapping[str, Ask], choices: Mapping[str, KeepTraitors]) -> None:
    """All have chosen, and put back what they do not keep."""
    for seat in tx.seats:
        if seat in choices:
            keep_as_traitors(tx, seat, choices[seat].leaders)


def traitors_of(look: Look, seat: str) -> tuple[str, ...]:
    """The leaders in a seat's pay, own ones among them whose cards it holds."""
    return in_pay(look[Traitors], seat)


def in_pay(traitors: Traitors, seat: str) -> tuple[str, ...]:
    """The leaders whose cards a seat holds or whose names it has written down."""
    return traitors.kept.get(seat, ()) + traitors.noted.get(seat, ())


@given("traitors")
def set_traitors(tx: Tx, value: Mapping[Seat, Iterable[LeaderName]]) -> None:
    """Give seats their traitors: seat and list of leaders, whose cards, if they are held, are taken out of the deck."""
    traitors = tx[Traitors]
    given = {seat: tuple(tx.component("leader", leader).id for leader in leaders) for seat, leaders in value.items()}
    noted = {seat: leaders for seat, leaders in given.items() if not tx.may("traitors.hold", seat=seat)}
    kept = {seat: leaders for seat, leaders in given.items() if seat not in noted}
    deck = (*traitors.deck, *(leader for cards in traitors.kept.values() for leader in cards))
    rest = left_over(deck, (leader for leaders in kept.values() for leader in leaders), "the traitor cards")
    tx.arrange(Traitors, deck=rest, kept=kept, noted=noted)


@invariant(
    "every traitor card is in one place",
    cites=("gf9.setup.traitor-deck", "ah79.setup.traitor-draw", "ah79.setup.traitor-return"),
)
def traitors_conserved(look: Look) -> str | None:
    """In the deck, dealt or kept, each card once; or all have gone back to where they came from."""
    traitors = look[Traitors]
    held = [card for cards in (*traitors.dealt.values(), *traitors.kept.values()) for card in cards]
    found = sorted((*traitors.deck, *held))
    expected = sorted(leader for seat in look.seats for leader in leaders_of(look, seat))
    return None if found in ([], expected) else f"the traitor cards are {found} instead of {expected}"


@invariant(
    "no leader is in the pay of two players",
    cites=("gf9.silence.traitor-duplicates", "ah79.silence.traitor-duplicates"),
)
def one_master(look: Look) -> str | None:
    """Everybody draws from the same leaders before any goes back."""
    paid = [leader for seat in look.seats for leader in traitors_of(look, seat)]
    return None if len(set(paid)) == len(paid) else f"of {sorted(paid)} somebody has two masters"
