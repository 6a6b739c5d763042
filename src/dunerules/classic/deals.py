"""Deals: offered, accepted, kept as far as spice goes, cancelled by agreement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.bribes import pay_bribe, unstaked
from dunerules.classic.turn import PhaseBegan, is_part
from dunerules.rules import (
    Ask,
    Denial,
    Dependent,
    Either,
    Just,
    Look,
    OneOf,
    Pass,
    Product,
    Range,
    Rulebook,
    Space,
    Text,
    Tx,
    Write,
    answer,
    choice,
    event,
    forbid,
    given,
    interjection,
    invariant,
    on,
    public,
    reducer,
    space,
    step,
    table,
)

NOW = "now"
"""Spice of a deal is paid as soon as the deal is made."""
CITES = ("gf9.bribery.deals", "ah79.bribery.deals")


@choice(
    "offer-deal", words='offer {to} the deal "{terms}", giving {spice} spice for {price} spice, to be paid: {due:phase}'
)
class OfferDeal:
    """Offer somebody a deal."""

    to: str
    terms: str
    """What is promised, in words."""
    spice: int = 0
    """What the one who offers pays."""
    price: int = 0
    """What the other pays."""
    due: str = NOW
    """When spice is paid: ``now``, or when a phase of this name begins next."""


@choice("accept-deal", words="accept")
class AcceptDeal:
    """Accept the deal that is offered."""


@choice("cancel-deal", words="cancel deal {number}")
class CancelDeal:
    """Offer the other party to cancel a deal."""

    number: int


@choice("agree-to-cancel", words="agree to cancel the deal")
class AgreeToCancel:
    """Agree that a deal is cancelled."""


def _offer_words(event: DealOffered) -> str:
    """The sentence for an offer: what is promised, who pays, and when."""
    words = '{seat} offers {to} deal {number}: "{terms}"'
    payments = (("{seat} pays {spice} spice", event.spice), ("{to} pays {price} spice", event.price))
    paid = " and ".join(payment for payment, spice in payments if spice)
    when = "now" if event.due == NOW else "when {due:phase} begins"
    return f"{words}; {paid} {when}." if paid else f"{words}."


@event("deal-offered", words=_offer_words)
class DealOffered:
    """A deal was offered, for everybody to hear."""

    number: int
    seat: str
    to: str
    terms: str
    spice: int
    price: int
    due: str

    @property
    def parties(self) -> tuple[str, str]:
        """The one who offered, and the other."""
        return (self.seat, self.to)

    @property
    def payments(self) -> tuple[tuple[str, str, int], ...]:
        """Who pays whom how much."""
        both = ((self.seat, self.to, self.spice), (self.to, self.seat, self.price))
        return tuple(payment for payment in both if payment[2])


@event("deal-made", words="Deal {number} is made.")
class DealMade:
    """The deal with this number was accepted."""

    number: int


@event("deal-refused", words="Deal {number} is not made.")
class DealRefused:
    """The offer with this number was declined, or could not be kept any more."""

    number: int


@event("deal-settled")
class DealSettled:
    """The spice of a deal was paid, or that part is void."""

    number: int


@event("deal-part-void", words="{seat} cannot pay {to} {spice} spice: this part of deal {number} is void.")
class DealPartVoid:
    """A payment could not be made when it fell due."""

    number: int
    seat: str
    to: str
    spice: int


@event("deal-cancelled", words="Deal {number} is cancelled by its parties.")
class DealCancelled:
    """Both parties wanted to be rid of a deal."""

    number: int


@table("deals")
class Deals:
    """What was offered and agreed; everybody may read it."""

    offered: dict[int, DealOffered] = public(factory=dict)
    """Offers that wait for an answer, by number."""
    made: dict[int, DealOffered] = public(factory=dict)
    """Deals that stand, by number."""
    unpaid: tuple[int, ...] = public(default=())
    """The deals whose spice is still to be paid."""
    last: int = public(default=0)
    """The number of the latest offer."""


# ------------------------------------------------------------------ reducers


@reducer(DealOffered)
def note_offer(write: Write, event: DealOffered) -> None:
    """Put the offer on the table."""
    deals = write(Deals)
    deals.offered[event.number] = event
    deals.last = event.number


@reducer(DealMade)
def note_deal(write: Write, event: DealMade) -> None:
    """The offer is a deal now."""
    deals = write(Deals)
    deals.made[event.number] = deals.offered.pop(event.number)
    deals.unpaid = (*deals.unpaid, event.number)


@reducer(DealRefused)
def drop_offer(write: Write, event: DealRefused) -> None:
    """The offer is off the table."""
    del write(Deals).offered[event.number]


@reducer(DealSettled)
def note_settlement(write: Write, event: DealSettled) -> None:
    """Nothing is left to be paid."""
    deals = write(Deals)
    deals.unpaid = tuple(number for number in deals.unpaid if number != event.number)


@reducer(DealCancelled)
def drop_deal(write: Write, event: DealCancelled) -> None:
    """The deal is null."""
    deals = write(Deals)
    del deals.made[event.number]
    deals.unpaid = tuple(number for number in deals.unpaid if number != event.number)


# ------------------------------------------------------------------ offering and accepting


def phases(rulebook: Rulebook) -> tuple[str, ...]:
    """The phases of a turn, as the order of play has them and players know them."""
    parts = (part for part in rulebook.procedures["turns"].steps if part in rulebook.procedures)
    return tuple(part for part in parts if not is_part(rulebook, part))


@interjection("offer-deal")
def offer_space(look: Look, seat: str) -> Space[OfferDeal] | None:
    """Any words and any spice, for anybody who may be offered a deal; what is paid at once must be there."""
    others = [other for other in look.seats if other != seat]
    denials = {other: look.denial("deal.offer", seat=seat, to=other) for other in others}
    to = OneOf(
        tuple(other for other, denial in denials.items() if denial is None),
        {other: denial for other, denial in denials.items() if denial is not None},
    )
    if to.is_empty():
        return None
    # Nobody can ever have more than there is; what the other owns is behind the shield.
    most = look.whole("deal.spice")

    def parts(due: str) -> dict[str, Space[Any]]:
        own = min(unstaked(look, seat), most) if due == NOW else most
        return {
            "to": to,
            "terms": Text(look.whole("deal.length"), noun="deal", cites=CITES),
            "spice": Range(0, own, noun="spice", cites=CITES),
            "price": Range(0, most, noun="price", cites=CITES),
        }

    return Dependent(OfferDeal, ("due", OneOf((NOW, *look.rulebook.once(phases)))), parts)


@forbid(
    "deal.offer",
    reason="{seat} waits for the answer to another offer",
    cites=("gf9.bribery.binding", "ah79.bribery.binding"),
)
def offer_is_open(look: Look, ctx: Mapping[str, Any]) -> bool:
    """One offer at a time, each declared and answered aloud."""
    return any(offer.seat == ctx["seat"] for offer in look[Deals].offered.values())


@forbid("deal.offer", reason="{seat} may not bribe {to}, nor offer a deal", cites=CITES)
def may_not_be_bribed(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Whoever may not be bribed may not be offered a deal."""
    return not look.may("bribe.give", seat=ctx["seat"], to=ctx["to"])


@answer("offer-deal")
def offer(tx: Tx, ask: Ask, choice: OfferDeal) -> None:
    """Declare the offer; play pauses for the answer."""
    number = tx[Deals].last + 1
    tx.emit(DealOffered(number, ask.seat, choice.to, choice.terms, choice.spice, choice.price, choice.due))
    tx.push("deal.offer", deal=number)


@step("deal.ask")
def ask_to_accept(tx: Tx) -> None:
    """Ask the other player; also one who cannot pay, or the silence would tell what is behind the shield."""
    number: int = tx.arg("deal")
    tx.ask(tx[Deals].offered[number].to, "deal", deal=number)


@space("deal")
def accept_space(look: Look, ask: Ask) -> Space[AcceptDeal | Pass]:
    """Accept, if one can pay what is due at once, or decline. An offer that cannot be paid any more lapses."""
    offered = look[Deals].offered[ask["deal"]]
    if offered.due != NOW:
        return Either(Just(AcceptDeal()), Just(Pass()))
    if unstaked(look, offered.seat) < offered.spice:
        return OneOf(())
    if unstaked(look, offered.to) < offered.price:
        return OneOf((Pass(),), {AcceptDeal(): Denial(f"{offered.to} cannot pay {offered.price} spice", CITES)})
    return Either(Just(AcceptDeal()), Just(Pass()))


@answer("deal")
def accept(tx: Tx, ask: Ask, choice: AcceptDeal | Pass) -> None:
    """Make the deal, or not."""
    number: int = ask["deal"]
    if isinstance(choice, Pass):
        tx.emit(DealRefused(number))
        return
    tx.emit(DealMade(number))
    made = tx[Deals].made[number]
    if made.due == NOW or not made.payments:
        settle(tx, number)


@step("deal.lapse")
def lapse(tx: Tx) -> None:
    """Take an offer back to which there was no answer."""
    if tx.arg("deal") in tx[Deals].offered:
        tx.emit(DealRefused(tx.arg("deal")))


# ------------------------------------------------------------------ keeping and cancelling


def settle(tx: Tx, number: int) -> None:
    """Pay what a deal says; what cannot be paid is void: gf9.ruling.faq-deal-impossible."""
    for seat, to, spice in tx[Deals].made[number].payments:
        may_pay = tx.may("spice.transfer", seat=seat, to=to) and tx.may("bribe.give", seat=seat, to=to)
        if unstaked(tx, seat) >= spice and may_pay:
            pay_bribe(tx, seat, to, spice)
        else:
            tx.emit(DealPartVoid(number, seat, to, spice))
    tx.emit(DealSettled(number))


@on(PhaseBegan)
def payments_fall_due(tx: Tx, event: PhaseBegan) -> None:
    """Payments that wait for a phase are made as it begins, after what its beginning brings by itself."""
    if any(tx[Deals].made[number].due == event.phase for number in tx[Deals].unpaid):
        tx.push("deals.due", phase=event.phase)


@step("deals.pay")
def pay_what_is_due(tx: Tx) -> None:
    """Make the payments that wait for the phase."""
    for number in tx[Deals].unpaid:
        if tx[Deals].made[number].due == tx.arg("phase"):
            settle(tx, number)


@interjection("cancel-deal")
def cancel_space(look: Look, seat: str) -> Space[CancelDeal] | None:
    """One of the seat's own deals."""
    own = tuple(number for number, deal in look[Deals].made.items() if seat in deal.parties)
    cites = ("gf9.ruling.faq-deal-cancelled",)
    return Product(CancelDeal, number=OneOf(own, cites=cites)) if own else None


@answer("cancel-deal")
def ask_other_party(tx: Tx, ask: Ask, choice: CancelDeal) -> None:
    """Play pauses for the other party's answer."""
    one, other = tx[Deals].made[choice.number].parties
    tx.push("deal.cancel", deal=choice.number, seat=other if ask.seat == one else one)


@step("deal.ask-to-cancel")
def ask_to_cancel(tx: Tx) -> None:
    """Ask the other party."""
    tx.ask(tx.seat, "cancel-deal-answer", deal=tx.arg("deal"))


@space("cancel-deal-answer")
def cancel_answer_space(look: Look, ask: Ask) -> Space[AgreeToCancel | Pass]:
    """Agree, or not; there is nothing to say about a deal that was cancelled meanwhile."""
    if ask["deal"] not in look[Deals].made:
        return OneOf(())
    return Either(Just(AgreeToCancel()), Just(Pass()))


@answer("cancel-deal-answer")
def cancel(tx: Tx, ask: Ask, choice: AgreeToCancel | Pass) -> None:
    """With the agreement of both the deal is null."""
    if isinstance(choice, AgreeToCancel):
        tx.emit(DealCancelled(ask["deal"]))


@given("deals")
def set_deals(tx: Tx, value: tuple[Mapping[str, Any], ...]) -> None:
    """Make deals: a list of tables with seat, to, terms and, as far as they matter, spice, price and due."""
    for deal in value:
        number = tx[Deals].last + 1
        parts = {"spice": 0, "price": 0, "due": NOW, **deal}
        tx.emit(DealOffered(number=number, **parts))
        tx.emit(DealMade(number))
        if parts["due"] == NOW:
            tx.emit(DealSettled(number))


@invariant("what is to be paid was agreed on", cites=("gf9.bribery.binding", "ah79.bribery.binding"))
def payments_were_agreed(look: Look) -> str | None:
    """Only deals that stand have payments waiting, and offers wait for one answer each."""
    deals = look[Deals]
    strange = [number for number in deals.unpaid if number not in deals.made]
    if strange:
        return f"payments of {strange} are waiting, and these deals do not stand"
    both = sorted(deals.offered.keys() & deals.made.keys())
    return f"{both} are offers and deals at the same time" if both else None
