"""Everything that the shipped editions declare can be changed from a ruleset file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

import attrs
import pytest

import dunerules
from dunerules import Game, Rulebook
from dunerules.engine.declarations import StepChange
from dunerules.engine.errors import Problem
from dunerules.engine.layers import declarations_of
from dunerules.engine.look import Look
from dunerules.engine.origin import Origin
from dunerules.engine.procedures import Procedure, compose_procedures

pytestmark = pytest.mark.parametrize("edition", ["gf9-2019-advanced", "ah-1979-advanced"])

MENTIONED: Mapping[str, Any] = {
    "seat": "atreides",
    "opponent": "harkonnen",
    "territory": "red-chasm",
    "leader": "lady-jessica",
    "card": "hajr",
    "count": 2,
    "kind": "regular",
    "kinds": (("regular", 1),),
}
"""What questions about quantities name, one example of each."""

HOUSE = Origin("changed", "house", "changed.toml", "step[0]")


@cache
def book(edition: str) -> Rulebook:
    return dunerules.load(edition)


def changed(edition: str, *parts: str) -> Rulebook:
    head = f'[ruleset]\nid = "changed"\ntitle = "Changed"\nextends = "{edition}"\n'
    return dunerules.loads("\n".join([head, *parts]), shown="changed.toml")


def toml(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, tuple | list | frozenset):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    return json.dumps(str(value) if isinstance(value, Fraction) else value)


def question(rulebook: Rulebook, name: str) -> dict[str, Any]:
    asked = {key: MENTIONED[key] for key in rulebook.quantity(name).needs}
    return {**asked, "kind": "from-reserves"} if name.startswith("shipment.") else asked


# ------------------------------------------------------------------ numbers, permissions, options, decks


def test_every_quantity_takes_another_value(edition: str) -> None:
    state = Game.start(book(edition)).state
    before = Look(book(edition), state)
    wanted = {name: before.quantity(name, **question(book(edition), name)) + 1 for name in book(edition).quantities}
    effects = [
        f'[[effect]]\ntitle = "Another number"\nquantity = "{name}"\n'
        # What depends on another quantity changes with it too, so the number is fixed from both sides.
        + "".join(f"{stage} = {toml(number)}\n" for stage in ("set", "min", "max"))
        for name, number in wanted.items()
    ]

    after = Look(changed(edition, *effects), state)

    assert wanted == {name: after.quantity(name, **question(book(edition), name)) for name in wanted}


@pytest.mark.parametrize("verdict", ["allow", "forbid"])
def test_every_permission_is_turned_round(edition: str, verdict: str) -> None:
    rules = [f'[[permission]]\ntitle = "Turned round"\n{verdict} = "{name}"' for name in book(edition).permissions]

    after = changed(edition, *rules)

    assert dict.fromkeys(book(edition).permissions, verdict) == {
        name: permission.always for name, permission in after.permissions.items()
    }


def test_every_option_takes_another_value(edition: str) -> None:
    wanted: dict[str, dict[str, bool | int | str]] = {}
    for module in book(edition).composition.modules:
        for key, option in module.file.options.items():
            now = book(edition).option(module.id, key)
            others = (not now,) if option.type == "bool" else option.choices or (option.min, option.max)
            wanted.setdefault(module.id, {})[key] = next(value for value in others if value != now)  # type: ignore[misc]
    tables = [
        f'[options."{module}"]\n' + "\n".join(f"{key} = {toml(value)}" for key, value in values.items())
        for module, values in wanted.items()
    ]

    after = changed(edition, *tables)

    assert wanted == {module: values for module, values in after.options.items() if values}


def test_every_card_has_another_number_of_copies_and_can_be_taken_out(edition: str) -> None:
    more = {deck: {card: count + 1 for card, count in cards.items()} for deck, cards in book(edition).decks.items()}
    tables = [
        f"[decks.{deck}]\n" + "\n".join(f"{card} = {count}" for card, count in more[deck].items()) for deck in more
    ]
    none = [f"[decks.{deck}]\n" + "\n".join(f"{card} = 0" for card in cards) for deck, cards in more.items()]

    assert more == changed(edition, *tables).decks
    assert {deck: {} for deck in more} == changed(edition, *none).decks


# ------------------------------------------------------------------ components


def another(rulebook: Rulebook, of: str, field: attrs.Attribute[Any], hint: Any, value: Any) -> Any:
    """Another value for a field of a component: one that its type and its references allow."""
    if "kinds" in field.metadata:
        names = [name for kind in field.metadata["kinds"] for name in rulebook.components[kind] if name != of]
        if isinstance(value, str):
            return next(name for name in names if name != value)
        other = next(name for name in names if name not in value)
        return {other: 1} if isinstance(value, Mapping) else (*value, other)
    if get_origin(hint) is Literal:
        return next(word for word in get_args(hint) if word != value)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return f"{value} indeed"
    return (*value, {int: 1}.get(get_args(hint)[0], "more"))


def fields_of(rulebook: Rulebook, references: bool) -> Iterator[tuple[str, str, attrs.Attribute[Any], Any]]:
    """Kind, id, field and another value, for each field of each component."""
    for kind, things in rulebook.components.items():
        for name, thing in things.items():
            hints = get_type_hints(type(thing))
            for field in attrs.fields(type(thing)):
                if field.name not in ("id", "cites") and ("kinds" in field.metadata) is references:
                    value = another(rulebook, name, field, hints[field.name], getattr(thing, field.name))
                    yield kind, name, field, value


def tables_of(found: list[tuple[str, str, attrs.Attribute[Any], Any]]) -> list[str]:
    tables: dict[tuple[str, str], list[str]] = {}
    for kind, name, field, value in found:
        tables.setdefault((kind, name), []).append(f"{field.name} = {toml(value)}")
    return [f'[components.{kind}."{name}"]\n' + "\n".join(lines) for (kind, name), lines in tables.items()]


def same(rulebook: Rulebook, found: list[tuple[str, str, attrs.Attribute[Any], Any]]) -> list[tuple[str, str, str]]:
    """Those fields that do not have the value that they were to have."""
    return [
        (kind, name, field.name)
        for kind, name, field, value in found
        if getattr(rulebook.components[kind][name], field.name) != value
    ]


def test_every_field_of_every_component_takes_another_value(edition: str) -> None:
    found = [
        entry for entry in fields_of(book(edition), references=False) if (entry[0], entry[2].name) != ("card", "kind")
    ]

    after = changed(edition, *tables_of(found))

    assert [] == same(after, found)


def test_what_components_name_can_be_another_component(edition: str) -> None:
    found = list(fields_of(book(edition), references=True))
    keep = {"leader": "faction", "card": "like"}
    first = {(kind, field.name): (kind, name, field, value) for kind, name, field, value in reversed(found)}
    whole = [entry for entry in found if keep.get(entry[0]) != entry[2].name]
    some = [entry for (kind, name), entry in first.items() if keep.get(kind) == name]

    after = changed(edition, *tables_of([*whole, *some]))

    assert [] == same(after, [*whole, *some])


def test_every_faction_starts_elsewhere_with_other_numbers(edition: str) -> None:
    parts = []
    for seat in book(edition).factions:
        parts.append(f'[factions.{seat}]\ntitle = "Our {seat}"\nstart = {{ carthag = 3, polar-sink = 2 }}')
        for quantity, number in (("setup.spice", 17), ("revival.free", 0), ("forces.total", 30), ("setup.cards", 3)):
            parts.append(
                f'[[effect]]\ntitle = "Ours"\nquantity = "{quantity}"\nwhen = {{ seat = "{seat}" }}\nset = {number}'
            )

    game = Game.start(changed(edition, *parts))

    for seat in game.look.seats:
        numbers = [game.look.whole(name, seat=seat) for name in ("setup.spice", "revival.free", "forces.total")]
        assert [17, 0, 30] == numbers
        assert f"Our {seat}" == game.look.component("faction", seat).title


# ------------------------------------------------------------------ steps


def composed(rulebook: Rulebook, change: StepChange) -> tuple[dict[str, Procedure], list[Problem]]:
    """The procedures with one more change, without compiling everything else anew."""
    composition = rulebook.composition
    return compose_procedures(
        list(declarations_of(composition, "procedure")),
        [*declarations_of(composition, "step"), (HOUSE, change)],
        precedence=attrs.evolve(
            composition.precedence,
            earlier={**composition.precedence.earlier, "changed": frozenset({*rulebook.modules, rulebook.id})},
        ),
        steps=rulebook.hooks["run_step"],
        orders=rulebook.hooks["orders"],
        loops=rulebook.hooks["loops"],
    )


def entries(rulebook: Rulebook) -> list[tuple[str, str]]:
    return [(name, step) for name, procedure in rulebook.procedures.items() for step in procedure.steps]


def test_every_step_can_be_taken_out_or_is_kept_with_a_reason(edition: str) -> None:
    rulebook = book(edition)
    kept = {
        (declaration.id, step): f'"{step}" cannot be taken out of the procedure "{declaration.id}": {reason}.'
        for _, declaration in declarations_of(rulebook.composition, "procedure")
        for step, reason in declaration.keep.items()
    }

    for name, step in entries(rulebook):
        procedures, problems = composed(rulebook, StepChange(name, remove=step))

        expected = [kept[name, step]] if (name, step) in kept else []
        assert expected == [problem.message for problem in problems]
        assert (step in procedures[name].steps) is ((name, step) in kept)


def test_every_step_can_be_replaced(edition: str) -> None:
    rulebook = book(edition)

    for name, step in entries(rulebook):
        new = "setup.begin" if name != "setup" else "storm.begin"
        procedures, problems = composed(rulebook, StepChange(name, replace=step, by=new))

        steps = rulebook.procedures[name].steps
        assert [] == problems
        assert tuple(new if other == step else other for other in steps) == procedures[name].steps


def test_every_step_can_be_moved_to_the_end_and_to_the_beginning_of_its_procedure(edition: str) -> None:
    rulebook = book(edition)

    for name, step in entries(rulebook):
        others = [other for other in rulebook.procedures[name].steps if other != step]
        if others:
            last, wrong = composed(rulebook, StepChange(name, move=step, after=others[-1]))
            first, more = composed(rulebook, StepChange(name, move=step, before=others[0]))

            assert [] == [*wrong, *more]
            assert (*others, step) == last[name].steps
            assert (step, *others) == first[name].steps


def test_a_step_goes_into_every_place(edition: str) -> None:
    rulebook = book(edition)

    for name, step in entries(rulebook):
        steps = rulebook.procedures[name].steps
        new = "setup.begin" if name != "setup" else "storm.begin"
        after, wrong = composed(rulebook, StepChange(name, insert=new, after=step))
        before, more = composed(rulebook, StepChange(name, insert=new, before=step))

        place = steps.index(step)
        assert [] == [*wrong, *more]
        assert steps == tuple(other for other in after[name].steps if other != new)
        assert steps == tuple(other for other in before[name].steps if other != new)
        # What modules have put there too comes before what a ruleset puts there.
        assert place < after[name].steps.index(new)
        assert place == before[name].steps.index(new)


def test_a_game_without_storm_and_auctions_is_played_to_the_end(edition: str) -> None:
    parts = [f'[[step]]\nprocedure = "turns"\nremove = "{phase}"' for phase in ("storm", "bidding")]

    game = dunerules.play_out(Game.start(changed(edition, *parts), ("atreides", "harkonnen", "fremen"), seed=1))

    assert game.outcome is not None


def test_a_kept_step_is_refused_with_the_place_and_the_reason(edition: str) -> None:
    with pytest.raises(dunerules.RulesetError) as refused:
        changed(edition, '[[step]]\nprocedure = "fight"\nremove = "fight.losses"')

    assert (
        'changed.toml: step[0].remove: "fight.losses" cannot be taken out of the procedure "fight": '
        "a battle in which nobody loses forces never ends."
    ) == str(refused.value)
