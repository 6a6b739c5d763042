"""An advantage that does nothing but be used, again and again."""

from __future__ import annotations

from dunerules.classic.advantages import may_use, propose_use
from dunerules.rules import event, given, loop, public, reducer, step, table

BOASTER = "atreides"


@table("boasts")
class Boasts:
    waiting: tuple[str, ...] = public(default=())
    done: tuple[tuple[str, bool], ...] = public(default=())


@event("boasted")
class Boasted:
    advantage: str
    heard: bool


@reducer(Boasted)
def note(write, event):
    boasts = write(Boasts)
    boasts.waiting = boasts.waiting[1:]
    boasts.done = (*boasts.done, (event.advantage, event.heard))


@loop("boasts")
def next_boast(look, args):
    waiting = look[Boasts].waiting
    return {"boast": waiting[0]} if waiting else None


@step("boast.propose")
def propose(tx):
    propose_use(tx, BOASTER, tx.arg("boast"))


@step("boast.use")
def use(tx):
    tx.emit(Boasted(tx.arg("boast"), may_use(tx, BOASTER, tx.arg("boast"))))


@step("boast.at-setup")
def boast_early(tx):
    for advantage in tx[Boasts].waiting:
        propose_use(tx, BOASTER, advantage)


@given("boasts")
def set_boasts(tx, value: tuple[str, ...]):
    tx.arrange(Boasts, waiting=tuple(value))
