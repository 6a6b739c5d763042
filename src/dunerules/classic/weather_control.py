"""Weather control: a card that decides how far the storm moves."""

from __future__ import annotations

from dunerules.classic.storm import StormAnnounced, StormDistanceKnown, StormDue, dialers
from dunerules.classic.treachery import CardPlayed, card_like
from dunerules.classic.wheels import WheelsUsed
from dunerules.rules import Look, Range, Space, Tx, respond, response

CARD = "weather-control"
MODULE = "classic.weather-control"


def _offer(look: Look, seat: str, window: str) -> Space[int] | None:
    if not card_like(look, seat, CARD) or look.option(MODULE, "window") != window:
        return None
    if not look.may("weather-control.play", seat=seat):
        return None
    low, high = look.whole("weather-control.min"), look.whole("weather-control.max")
    return Range(low, high, noun="movement", cites=("gf9.card.weather-control", "ah79.card.weather-control"))


@response(StormDue, CARD)
def before_the_number(look: Look, intent: StormDue, seat: str) -> Space[int] | None:
    """Its holder may decide the movement before anything is dialed or shown."""
    return _offer(look, seat, "before-number")


@response(StormAnnounced, CARD)
def before_the_marker(look: Look, intent: StormAnnounced, seat: str) -> Space[int] | None:
    """By the other reading its holder may overrule the number."""
    return _offer(look, seat, "before-marker-moves")


@respond(CARD)
def control_weather(tx: Tx, intent: StormDue | StormAnnounced, seat: str, choice: int) -> None:
    """The card decides; the pair that would have dialed counts as the last to use the wheels."""
    tx.emit(CardPlayed(seat, card_like(tx, seat, CARD)))
    tx.emit(StormDistanceKnown(choice))
    if isinstance(intent, StormDue):
        tx.emit(WheelsUsed(dialers(tx)))
    else:
        # What was announced holds no more, so others may act on the new number: weather-control-and-atomics.
        tx.propose(StormAnnounced(choice))
