"""Windows: those who may respond to an intent do so before it takes effect.

It is the rule module `engine.windows`, selected in every ruleset.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.engine.compound import Either, Product
from dunerules.engine.flow import Ask, Pass, Respond
from dunerules.engine.look import Look, seats_in_order
from dunerules.engine.marks import answers, space, step
from dunerules.engine.spaces import Just, Space
from dunerules.engine.transaction import Tx

PREVENTED = object()
"""What a response returns when it stops the intent."""

MODULE = "engine.windows"
ORDER = "responses"
"""The order, if a rule module declares one, in which responses are carried out; otherwise that of the seats."""


def offers(look: Look, intent: Any, seat: str) -> list[tuple[str, Space[Any]]]:
    """The responses that a seat could make to an intent, each with its choices."""
    found = []
    for name, offer in look.rulebook.responses.get(type(intent), ()):
        choices = offer(look, intent, seat)
        if choices is not None and not choices.is_empty():
            found.append((name, choices))
    return found


def responders(look: Look) -> tuple[str, ...]:
    """The seats in the order in which their responses are carried out."""
    return seats_in_order(look, ORDER) if ORDER in look.rulebook.hooks["orders"] else look.seats


@step("window.ask")
def ask_for_responses(tx: Tx) -> None:
    """Ask those who can respond, or everyone if the ruleset says so."""
    intent = tx.arg("intent")
    if intent.__class__ not in tx.rulebook.responses:
        return
    everyone = tx.option(MODULE, "ask") == "everyone"
    tx.ask_window([seat for seat in tx.seats if everyone or offers(tx, intent, seat)], intent)


@space("response")
def response_space(look: Look, ask: Ask) -> Space[Any]:
    """Pass, or one of the responses that the seat can make."""
    made: list[Space[Any]] = [
        Product(Respond, response=Just(name), choice=choices) for name, choices in offers(look, ask["intent"], ask.seat)
    ]
    return Either(Just(Pass()), *made)


@answers("response")
def take_responses(tx: Tx, asks: Mapping[str, Ask], choices: Mapping[str, Any]) -> None:
    """Carry the responses out until one prevents the intent."""
    intent = tx.arg("intent")
    for seat in responders(tx):
        made = choices.get(seat)
        # An earlier response may have made this one void; then it is taken back.
        if isinstance(made, Respond) and response_space(tx, asks[seat]).contains(made):
            (handle,) = tx.rulebook.hooks["take_response"][made.response]
            if handle(tx, intent, seat, made.choice) is PREVENTED:
                tx.prevent()
                return


@step("window.close")
def close_window(tx: Tx) -> None:
    """Commit the intent, or what happens instead."""
    intent = tx.arg("intent")
    name = tx.rulebook.names[type(intent)]
    hook = "intent_prevented" if tx.arg("prevented") else "commit_intent"
    for handle in tx.rulebook.hooks[hook].get(name, ()):
        handle(tx, intent)
