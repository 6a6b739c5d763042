"""Who wins a battle: treachery, then an explosion, then weapons, then totals. What is decided stays decided."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.fights import (
    EXPLOSION,
    TOTALS,
    TREACHERY,
    TWO_TRAITORS,
    Fight,
    FighterKilled,
    FightExploded,
    FightLostByBoth,
    FightWon,
    Number,
    opponent_of,
    sides,
)
from dunerules.classic.leaders import LeaderKilled, Leaders, LeaderStationed, faction_of
from dunerules.classic.spice import BANK, pay
from dunerules.classic.strengths import whole_or_exact
from dunerules.classic.weapons import explode, kills
from dunerules.rules import Look, Tx, allow, effect, step


def leader_in(look: Look, seat: str) -> str:
    """The leader in a seat's shown plan; empty if a cheap hero or nobody is there."""
    name = look[Fight].plans[seat].leader
    return name if name in look.rulebook.components["leader"] else ""


def kill_leader(tx: Tx, seat: str) -> str:
    """Send the leader of a seat's plan to the tanks; the leader, or nothing if there was none."""
    leader = leader_in(tx, seat)
    if leader:
        tx.emit(LeaderKilled(faction_of(tx, leader), leader, seat))
    return leader


@step("fight.treachery")
def settle_treachery(tx: Tx) -> None:
    """One traitor: the caller's side wins and takes the spice. Two: both sides lose."""
    fight = tx[Fight]
    if fight.how or not fight.betrayed:
        return
    if len(fight.betrayed) > 1:
        tx.emit(FightLostByBoth(sides(tx), fight.territory, TWO_TRAITORS))
        for seat in sides(tx):
            kill_leader(tx, seat)
        return
    (loser,) = fight.betrayed
    winner = opponent_of(tx, loser)
    tx.emit(FightWon(winner, loser, fight.territory, TREACHERY))
    leader = kill_leader(tx, loser)
    pay(tx, BANK, winner, tx.whole("traitor.spice", leader=leader), TREACHERY)


@step("fight.explosion")
def settle_explosion(tx: Tx) -> None:
    """A lasgun and a shield: both sides lose, both leaders die, nobody is paid."""
    fight = tx[Fight]
    if fight.how or not explode(tx, fight.plans):
        return
    tx.emit(FightExploded(fight.territory, sides(tx)))
    tx.emit(FightLostByBoth(sides(tx), fight.territory, EXPLOSION))
    for seat in sides(tx):
        kill_leader(tx, seat)


@step("fight.weapons")
def settle_weapons(tx: Tx) -> None:
    """Leaders die of weapons that their side does not stop."""
    fight = tx[Fight]
    if fight.how:
        return
    for seat in sides(tx):
        plan, other = fight.plans[seat], fight.plans[opponent_of(tx, seat)]
        if plan.leader and kills(tx, other, plan):
            tx.emit(FighterKilled(seat, plan.leader, other.weapon))
            kill_leader(tx, seat)


def total_of(look: Look, seat: str) -> Number:
    """Dial and unharmed leader of a shown plan."""
    fight = look[Fight]
    plan = fight.plans[seat]
    if not plan.leader or seat in fight.killed:
        return plan.dial
    strength = look.quantity("battle.leader-strength", seat=seat, leader=plan.leader, territory=fight.territory)
    return whole_or_exact(plan.dial + strength)


@step("fight.totals")
def settle_totals(tx: Tx) -> None:
    """The higher total wins and takes the spice for every leader killed."""
    fight = tx[Fight]
    if fight.how:
        return
    totals = {seat: total_of(tx, seat) for seat in sides(tx)}
    best = max(totals.values())
    ahead = [seat for seat in sides(tx) if totals[seat] == best]
    winner = ahead[0] if len(ahead) == 1 else _tie_winner(tx)
    loser = opponent_of(tx, winner)
    tx.emit(FightWon(winner, loser, fight.territory, TOTALS, tuple(totals.items())))
    for seat in fight.killed:
        leader = leader_in(tx, seat)
        if leader:
            pay(tx, BANK, winner, tx.whole("battle.killed-leader-spice", leader=leader), "killed leader")


def _tie_winner(look: Look) -> str:
    territory = look[Fight].territory
    for seat in sides(look):
        if look.may("battle.wins-ties", seat=seat, other=opponent_of(look, seat), territory=territory):
            return seat
    return look[Fight].aggressor


@step("fight.survivors")
def station_survivors(tx: Tx) -> None:
    """Leaders that live stay in the territory for this phase."""
    fight = tx[Fight]
    for seat in sides(tx):
        free = fight.how == TREACHERY and tx.option("classic.battle-resolution", "leader_free_after_treachery")
        leader = leader_in(tx, seat)
        leaders = tx[Leaders]
        if leader in (*leaders.living[seat], *leaders.captives[seat]) and not (free and seat == fight.winner):
            tx.emit(LeaderStationed(leader, fight.territory))


@effect(
    "battle.leader-strength",
    stage="set",
    title="A leader's own strength",
    cites=("gf9.battle.winner", "ah79.battle.winner"),
)
def own_strength(look: Look, ctx: Mapping[str, Any]) -> int | None:
    """The leader's strength; a cheap hero has none."""
    leader = ctx["leader"]
    if leader not in look.rulebook.components["leader"]:
        return None
    return look.whole("leader.strength", leader=leader)


@allow("battle.wins-ties", reason="the aggressor wins ties", cites=("gf9.battle.tie", "ah79.battle.tie"))
def is_aggressor(look: Look, ctx: Mapping[str, Any]) -> bool:
    """The aggressor wins ties."""
    return bool(ctx["seat"] == look[Fight].aggressor)
