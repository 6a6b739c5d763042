"""The Bene Gesserit: a prediction, forces that go along with shipments of others, and the Voice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.advantages import is_active, may_use, propose_use
from dunerules.classic.alliances import allied
from dunerules.classic.board import board_of, place_named
from dunerules.classic.fights import AVOID, COMMANDED, PLAY, bind_plan, opponent_of, sides
from dunerules.classic.forces import RESERVES, group, kept, move
from dunerules.classic.plans import legal_plans
from dunerules.classic.shipment import CAUSE, ForcesShipped
from dunerules.classic.turn import Turn
from dunerules.classic.victory import STRONGHOLDS, Victory, reach
from dunerules.rules import (
    HIDDEN,
    Ask,
    Either,
    Just,
    Look,
    OneOf,
    Pass,
    Product,
    Range,
    Space,
    Tx,
    Write,
    answer,
    choice,
    component,
    event,
    fact,
    forbid,
    given,
    on,
    own,
    reducer,
    seen_by,
    space,
    step,
    table,
)

BENE_GESSERIT = "bene-gesserit"
MODULE = "faction.bene-gesserit"
POLAR_SINK = "polar-sink"
PREDICTION = "prediction"
"""The manner of their own victory."""
PREDICTION_RULES = ("gf9.faction.bene-gesserit.prediction", "ah79.faction.bene-gesserit.prediction")
ADVISOR_USE = "bene-gesserit-advisor"
VOICE = "bene-gesserit-voice"
RULES = ("gf9.faction.bene-gesserit.voice", "ah79.faction.bene-gesserit.voice")


# ------------------------------------------------------------------ the prediction


@choice("predict", words="predict that {faction} wins in turn {turn}")
class Predict:
    """Predict who wins, and when."""

    faction: str
    turn: int


@table("predictions")
class Predictions:
    """What was predicted."""

    made: dict[str, Predict] = own(factory=dict)
    """By the seat that predicted; nobody else knows it before it comes true."""


def _prediction_words(event: Any) -> str:  # Any: a view may hold HIDDEN in place of the prediction
    """The sentence for a prediction, as far as it can be seen."""
    if event.prediction is HIDDEN:
        return "{seat} has made a prediction."
    return "{seat} predicts that {prediction.faction} wins in turn {prediction.turn}."


@event("prediction-made", words=_prediction_words)
class PredictionMade:
    """A victory was predicted in secret."""

    seat: str
    prediction: Predict = seen_by("seat")


@event("prediction-shown", words="{seat} shows its prediction: {faction} wins in turn {turn}.")
class PredictionShown:
    """A prediction has come true."""

    seat: str
    faction: str
    turn: int


@reducer(PredictionMade)
def lay_down(write: Write, event: PredictionMade) -> None:
    """Keep the prediction."""
    write(Predictions).made[event.seat] = event.prediction


@step("prediction.make")
def ask_for_prediction(tx: Tx) -> None:
    """The Bene Gesserit predict, if they play."""
    if BENE_GESSERIT in tx.seats:
        tx.ask(BENE_GESSERIT, "prediction")


@space("prediction")
def prediction_space(look: Look, ask: Ask) -> Space[Predict]:
    """Another faction of the game, and a turn."""
    others = tuple(seat for seat in look.seats if seat != ask.seat)
    return Product(
        Predict,
        faction=OneOf(others, cites=("gf9.silence.prediction-absent-faction", PREDICTION_RULES[1])),
        turn=Range(1, look.whole("prediction.turns"), noun="turn", cites=PREDICTION_RULES),
    )


@answer("prediction")
def predict(tx: Tx, ask: Ask, choice: Predict) -> None:
    """The prediction lies face down."""
    tx.emit(PredictionMade(ask.seat, choice))


@step("prediction.check")
def check_prediction(tx: Tx) -> None:
    """If the predicted faction wins now, and not for want of another winner, the Bene Gesserit win instead."""
    victory, prediction = tx[Victory], tx[Predictions].made.get(BENE_GESSERIT)
    if prediction is None or victory.manner != STRONGHOLDS:
        return
    if prediction.faction in victory.winners and prediction.turn == tx[Turn].turn:
        tx.emit(PredictionShown(BENE_GESSERIT, prediction.faction, prediction.turn))
        reason = f"Bene Gesserit win: they predicted that {_title(tx, prediction.faction)} would win in this turn."
        reach(
            tx,
            (BENE_GESSERIT,),
            PREDICTION,
            reason,
            ("gf9.faction.bene-gesserit.prediction-win", "ah79.faction.bene-gesserit.prediction-win"),
        )


def _title(look: Look, faction: str) -> str:
    title: str = look.component("faction", faction).title
    return title


@fact("predicted-faction", needs=("seat",), values="faction")
def has_predicted_faction(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether the seat in question has predicted that this faction wins."""
    made = look[Predictions].made.get(ctx["seat"])
    return made is not None and made.faction == value


@fact("predicted-turn", needs=("seat",), values="int")
def has_predicted_turn(look: Look, ctx: Mapping[str, Any], value: int) -> bool:
    """Whether the seat in question has predicted a victory in this turn."""
    made = look[Predictions].made.get(ctx["seat"])
    return made is not None and made.turn == value


@forbid("truth.ask", reason="{of} predicts nothing", cites=("gf9.card.truthtrance", "ah79.card.truthtrance"))
def has_no_prediction(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Only the Bene Gesserit can be asked about a prediction."""
    return ctx["question"] in ("predicted-faction", "predicted-turn") and ctx["of"] != BENE_GESSERIT


@given("prediction")
def set_prediction(tx: Tx, value: Mapping[str, Any]) -> None:
    """Say what the Bene Gesserit have predicted: faction and turn."""
    tx.emit(PredictionMade(BENE_GESSERIT, Predict(value["faction"], value["turn"])))


# ------------------------------------------------------------------ the force that goes along


@choice("accompany", words="send a force along to {location} ({kind})")
class Accompany:
    """Send a force along with a shipment of another."""

    location: str
    kind: str = "regular"
    """As what it lands."""


@event("force-accompanied")
class ForceAccompanied:
    """A force has gone along with a shipment; its move has been told."""

    seat: str
    location: str
    kind: str
    shipment: str
    """The location where the others landed."""


@on(ForcesShipped)
def others_have_shipped(tx: Tx, event: ForcesShipped) -> None:
    """Whenever another faction ships from off-planet, the Bene Gesserit may send a force along."""
    if event.seat == BENE_GESSERIT or BENE_GESSERIT not in tx.seats:
        return
    off_planet = tx.component("shipment-kind", event.kind).off_planet
    if off_planet and kept(tx, RESERVES, BENE_GESSERIT) and is_active(tx, BENE_GESSERIT, ADVISOR_USE):
        tx.push("accompany", seat=BENE_GESSERIT, shipment=event.location)


def ways_to_accompany(look: Look, shipment: str) -> tuple[Accompany, ...]:
    """Where a force that goes along with a shipment may land, and as what."""
    board = board_of(look)
    return tuple(
        Accompany(place, kind)
        for place in dict.fromkeys((place_named(look, POLAR_SINK), shipment))
        for kind in look.rulebook.components["force"]
        if look.may(
            "accompany.into",
            seat=BENE_GESSERIT,
            territory=board.territory_of[place],
            location=place,
            kind=kind,
            shipment=shipment,
        )
    )


@fact("with-shipment", needs=("location", "shipment"), values="bool", exclusive=True)
def beside_shipment(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether the location in question is where the shipment has landed."""
    return (ctx["location"] == ctx["shipment"]) is value


@step("accompany.ask")
def ask_to_accompany(tx: Tx) -> None:
    """Ask, if there is somewhere to land."""
    if ways_to_accompany(tx, tx.arg("shipment")):
        tx.ask(tx.seat, "accompany", shipment=tx.arg("shipment"))


@space("accompany")
def accompany_space(look: Look, ask: Ask) -> Space[Pass | Accompany]:
    """One of the places, or stay."""
    return Either(Just(Pass()), OneOf(ways_to_accompany(look, ask["shipment"])))


@answer("accompany")
def accompany(tx: Tx, ask: Ask, choice: Pass | Accompany) -> None:
    """Announce the force."""
    if isinstance(choice, Accompany):
        tx.push("accompany.use", location=choice.location, kind=choice.kind)


@step("accompany.propose")
def announce_force(tx: Tx) -> None:
    """Others may stop it."""
    propose_use(tx, tx.seat, ADVISOR_USE, tx.arg("location"))


@step("accompany.land")
def land_force(tx: Tx) -> None:
    """It lands, free."""
    if may_use(tx, tx.seat, ADVISOR_USE):
        location, kind = tx.arg("location"), tx.arg("kind")
        count = min(tx.whole("accompany.forces"), sum(kept(tx, RESERVES, tx.seat).values()))
        move(tx, tx.seat, group({kind: count}), RESERVES, location, CAUSE)
        tx.emit(ForceAccompanied(tx.seat, location, kind, tx.arg("shipment")))


# ------------------------------------------------------------------ the Voice


@component("voice")
class VoiceKind:
    """A kind of card that the Voice can name; its id is that of the kind."""

    id: str
    title: str


@choice("command", words="command to play {play}: {kind}")
class Command:
    """Command the opponent to play, or not to play, a kind of card."""

    kind: str
    play: bool


@event("voice-raised", words="{seat} commands {to}: {words}.")
class VoiceRaised:
    """The Voice was raised, for everybody to hear."""

    seat: str
    to: str
    kind: str
    play: bool
    words: str


@event("obedience-impossible", words="{seat} cannot obey.")
class ObedienceImpossible:
    """A commanded player said that the command cannot be obeyed."""

    seat: str


def voiced(look: Look) -> str:
    """The seat in the battle to which the Voice may speak: their opponent, or an ally's; empty if there is none."""
    ours = (seat for seat in sides(look) if seat == BENE_GESSERIT or allied(look, BENE_GESSERIT, seat))
    return next((opponent_of(look, seat) for seat in ours), "")


@step("voice.ask")
def ask_for_command(tx: Tx) -> None:
    """Ask for a command in a battle of their own or of an ally."""
    if BENE_GESSERIT in tx.seats and voiced(tx) and is_active(tx, BENE_GESSERIT, VOICE):
        tx.ask(BENE_GESSERIT, "voice")


@space("voice")
def command_space(look: Look, ask: Ask) -> Space[Pass | Command]:
    """A kind of card to play or not to play, or silence."""
    kinds = OneOf(tuple(look.rulebook.components["voice"]), cites=RULES)
    return Either(Just(Pass()), Product(Command, kind=kinds, play=OneOf((True, False))))


@answer("voice")
def command(tx: Tx, ask: Ask, choice: Pass | Command) -> None:
    """Raise the Voice."""
    if isinstance(choice, Command):
        words = f"{'play' if choice.play else 'do not play'} {tx.component('voice', choice.kind).title}"
        tx.emit(VoiceRaised(ask.seat, voiced(tx), choice.kind, choice.play, words))
        tx.push("voice.use", seat=ask.seat, kind=choice.kind, play=choice.play, words=words)


@step("voice.propose")
def announce_command(tx: Tx) -> None:
    """Others may stop it."""
    propose_use(tx, tx.seat, VOICE, f"{voiced(tx)}: {tx.arg('words')}")


@step("voice.bind")
def bind_opponent(tx: Tx) -> None:
    """The opponent's plan is bound as far as the command can be obeyed."""
    if not may_use(tx, tx.seat, VOICE):
        return
    opponent, what, kind = voiced(tx), PLAY if tx.arg("play") else AVOID, tx.arg("kind")
    plans, binding = legal_plans(tx, opponent), (what, kind, RULES)
    # Plans that cannot be bound so come back as they are.
    if tx.option(MODULE, "announce_inability") and plans.bound(binding) is plans:
        tx.emit(ObedienceImpossible(opponent))
    bind_plan(tx, opponent, binding, by=COMMANDED, viewers=tx.seats)
