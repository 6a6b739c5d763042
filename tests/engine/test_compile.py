"""Compiling: what the fingerprint tells, what is folded away, and what is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from small_rules import base, compiled, library_of, module, noting, procedure, refusal, ruleset, small_rulebook

from dunerules import Game, Library, RulesetError, load, loads
from dunerules.engine.rulebook import UnknownName
from dunerules.rules import Look, Tx, effect, event, fact, forbid, invariant, own, public, secret, seen_by, step, table

FEUD = '[ruleset]\nid = "mine"\ntitle = "Mine"\nextends = "dice-feud"\n'
GAME = procedure("game", "a")


def feud(more: str = "") -> str:
    return loads(FEUD + more).fingerprint


# ------------------------------------------------------------------ fingerprint


@pytest.mark.parametrize(
    "more",
    [
        pytest.param('[rules]\nadd = ["dice.gifts"]\n', id="another module"),
        pytest.param('[rules]\nremove = ["dice.bidding"]\n', id="a module less"),
        pytest.param('[options."dice.bidding"]\nlimit = 3\n', id="an option"),
        pytest.param('[options."engine.windows"]\nask = "everyone"\n', id="an option of the engine"),
        pytest.param("[decks.cards]\nveto = 4\n", id="a deck"),
        pytest.param("[factions.jade]\ncoins = 5\n", id="a faction"),
        pytest.param("[components.slot.gate]\nminimum = 2\n", id="a component"),
        pytest.param('[[effect]]\ntitle = "More"\nquantity = "rounds"\nset = 5\n', id="an effect"),
        pytest.param('[[permission]]\ntitle = "No"\nforbid = "place.into"\nreason = "no"\n', id="a permission"),
        pytest.param('[[step]]\nprocedure = "rounds"\nremove = "cards.draw"\n', id="a step"),
    ],
)
def test_another_game_has_another_fingerprint(more):
    assert feud() != feud(more)


def test_all_numbers_of_an_option_have_fingerprints_of_their_own():
    prints = {feud(f'[options."dice.bidding"]\nlimit = {limit}\n') for limit in range(21)}

    assert 21 == len(prints)


def test_an_option_that_is_set_to_its_default_changes_nothing():
    assert feud() == feud('[options."dice.bidding"]\nlimit = 4\n')


def test_the_name_of_a_ruleset_and_how_it_came_about_are_no_part_of_the_fingerprint():
    rules = ["dice.feud", "dice.bidding", "dice.placing", "dice.cards"]

    assert load("dice-feud").fingerprint == feud() == loads(ruleset(rules, ruleset_id="other")).fingerprint


def test_the_version_of_a_module_s_python_is_part_of_the_fingerprint():
    one, other = (
        compiled(base(), module("small.play", GAME, noting("a"), head=f"version = {version}")).fingerprint
        for version in (1, 2)
    )

    assert one != other


def test_the_order_of_components_and_cards_is_part_of_the_fingerprint():
    """Rules go through slots, seats and decks in their order, so another order is another game."""
    slots = ["[components.slot.well]\ntitle = 'W'\nminimum = 1\n", "[components.slot.arch]\ntitle = 'A'\nminimum = 1\n"]
    cards = "[components.card.ace]\ntitle = 'A'\n[components.card.king]\ntitle = 'K'\n"
    decks = [f"{cards}[decks.cards]\nace = 1\nking = 2\n", f"{cards}[decks.cards]\nking = 2\nace = 1\n"]

    assert feud(slots[0] + slots[1]) != feud(slots[1] + slots[0])
    assert feud(decks[0]) != feud(decks[1])


def test_the_fingerprint_is_the_same_in_another_process_with_another_hash_seed():
    program = "import dunerules; print(dunerules.load('dice-feud-long').fingerprint)"
    environment = {**os.environ, "PYTHONHASHSEED": "3"}

    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)

    assert f"{load('dice-feud-long').fingerprint}\n" == done.stdout


# ------------------------------------------------------------------ what is compiled


def test_a_ruleset_is_compiled_by_name_by_path_and_from_text(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(FEUD)

    assert load("dice-feud").fingerprint == load(path).fingerprint == load(str(path)).fingerprint == feud()
    assert ("mine", "Mine") == (load(path).id, load(path).title)


def test_static_conditions_are_folded_away_and_live_ones_are_kept():
    counted = []

    @fact("bright")
    def is_bright(look: Look, ctx: Any, value: str) -> bool:
        counted.append(value)
        return True

    text = GAME + (
        '[[quantity]]\nid = "still"\ntitle = "Still"\nbase = 1\n'
        '[[quantity]]\nid = "lively"\ntitle = "Lively"\nbase = 1\n'
        '[[effect]]\ntitle = "On"\nquantity = "still"\nwhen = { module = "small.base" }\nadd = 1\n'
        '[[effect]]\ntitle = "Off"\nquantity = "still"\nwhen = { module = "engine.flow" }\n'
        'unless = { module = "small.base" }\nadd = 10\n'
        '[[effect]]\ntitle = "Day"\nquantity = "lively"\nwhen = { bright = "day" }\nadd = 1\n'
    )
    rulebook = small_rulebook(text, noting("a"), is_bright)

    assert (2, None) == (rulebook.quantities["still"].constant, rulebook.quantities["lively"].constant)
    assert [] == counted
    assert 2 == Game.start(rulebook).look.quantity("lively")
    assert ["day"] == counted


def test_python_effects_and_permissions_are_compiled_beside_those_of_toml():
    @effect("height", stage="add", title="Two higher")
    def two_higher(look: Look, ctx: Any) -> int:
        return 2

    @forbid("climb", reason="{seat} is too heavy")
    def too_heavy(look: Look, ctx: Any) -> bool:
        return bool(ctx["seat"] == "red")

    text = GAME + (
        '[[quantity]]\nid = "height"\ntitle = "Height"\nbase = 1\n'
        '[[may]]\nid = "climb"\ntitle = "Climb"\nneeds = ["seat"]\n'
        '[[effect]]\ntitle = "Thrice"\nquantity = "height"\nmultiply = 3\n'
    )
    look = Game.start(small_rulebook(text, noting("a"), two_higher, too_heavy)).look

    assert 9 == look.quantity("height")
    assert ("red is too heavy", True) == (look.denial("climb", seat="red").reason, look.may("climb", seat="blue"))


# ------------------------------------------------------------------ what is refused


def test_a_ruleset_without_the_procedure_that_games_start_with_is_refused():
    assert (
        'small.toml: ruleset: no selected rule module declares the procedure "game", with which every game starts.\n'
        '  Write  extends = "..."  below [ruleset], with a ruleset to start from.'
    ) == refusal(RulesetError, compiled, base())


def test_a_table_whose_fields_have_no_defaults_is_refused():
    @table("shelf")
    class Shelf:
        books: int
        cats: int = public()
        lamps: int = public(default=0)

    shelf = module("small.shelf", GAME, Shelf, noting("a"))

    assert (
        "small.shelf.toml: small_shelf.test_a_table_whose_fields_have_no_defaults_is_refused.<locals>.Shelf: "
        'the table "shelf" has fields without a default: books, cats.\n'
        "  A game starts with every table at its defaults."
    ) == refusal(RulesetError, compiled, base(), shelf)


@pytest.mark.parametrize(
    "thing",
    [
        effect("height", stage="add", title="Higher", cites=("dice.rol",))(lambda look, ctx: 1),
        forbid("climb", reason="no", cites=("dice.rol",))(lambda look, ctx: True),
        invariant("nothing is lost", cites=("dice.rol",))(lambda look: None),
    ],
    ids=["effect", "permission", "invariant"],
)
def test_a_citation_in_python_that_the_catalogue_does_not_have_is_refused(thing):
    text = GAME + ('[[quantity]]\nid = "height"\ntitle = "Height"\nbase = 1\n[[may]]\nid = "climb"\ntitle = "Climb"\n')
    library = library_of(base(), module("small.cites", text, thing, noting("a")), base=Library.of("dunerules_dice"))

    message = refusal(RulesetError, loads, ruleset(["small.base", "small.cites"]), library=library)

    assert (
        'small.cites.toml: small_cites.<lambda>: "dice.rol" is not in the catalogue.\n  Did you mean "dice.roll"?'
        == (message)
    )


def test_all_that_is_wrong_with_the_python_of_modules_is_reported_together():
    @table("shelf")
    class Shelf:
        books: int

    @event("fallen", to="who")
    class Fallen:
        seat: str

    @step("a")
    def again(tx: Tx) -> None: ...

    message = refusal(
        RulesetError,
        compiled,
        base(),
        module("small.one", GAME, noting("a")),
        module("small.two", "", Shelf, Fallen, again),
    )

    assert 3 == len([line for line in message.splitlines() if not line.startswith("  ")])
    for part in ('both serve "a"', "without a default: books", 'told to "who"'):
        assert part in message


# ------------------------------------------------------------------ who sees what, declared wrongly


@table("wrong-mask")
class WrongMask:
    pile: tuple[str, ...] = secret(mask="absent", default=())


@table("own-values")
class OwnValues:
    hands: dict[str, int] = own(mask="values", factory=dict)


@table("own-number")
class OwnNumber:
    hand: int = own(default=0)


@table("no-viewers")
class NoViewers:
    card: str = seen_by("holdr", default="")
    holder: str = public(default="")


@table("no-keys")
class NoKeys:
    card: str = seen_by("holder", mask="absent", default="")
    holder: str = public(default="")


@event("own-in-event")
class OwnInEvent:
    hands: dict[str, int] = own()


@event("no-viewers-in-event")
class NoViewersInEvent:
    seat: str
    card: str = seen_by("seats")


@event("absent-in-event")
class AbsentInEvent:
    seat: str
    card: str = seen_by("seat", mask="absent")


@event("told-to-nobody", to="seats")
class ToldToNobody:
    seat: str


@event("told-unseen", to="seat", unseen=True)
class ToldUnseen:
    seat: str


SECRET_MASKS = '"whole", "length", "values", "value-lengths"'


@pytest.mark.parametrize(
    ("thing", "expected"),
    [
        (WrongMask, f'"pile" has the mask "absent", and what is secret has one of {SECRET_MASKS}.'),
        (OwnValues, '"hands" has the mask "values", and what is own has one of "whole", "length", "absent".'),
        (OwnNumber, '"hand" is own, which only a mapping in a table can be.'),
        (OwnInEvent, '"hands" is own, which only a mapping in a table can be.'),
        (NoViewers, '"card" is seen by "holdr", which is not a field beside it. Did you mean "holder"?'),
        (NoViewersInEvent, '"card" is seen by "seats", which is not a field beside it. Did you mean "seat"?'),
        (NoKeys, '"card" can be absent only if "holder" is a mapping in a table.'),
        (AbsentInEvent, '"card" can be absent only if "seat" is a mapping in a table.'),
        (ToldToNobody, 'it is told to "seats", which is not one of its fields. Did you mean "seat"?'),
        (ToldUnseen, 'nobody learns of an unseen event, so it cannot be told to "seat".'),
    ],
)
def test_visibility_that_is_declared_wrongly_is_refused(thing, expected):
    play = module("small.play", GAME, noting("a"), thing)

    assert f"small.play.toml: small_play.{thing.__qualname__}: {expected}" == refusal(
        RulesetError, compiled, base(), play
    )


@pytest.mark.parametrize(
    ("module_id", "key", "expected"),
    [
        (
            "dice.biding",
            "limit",
            '"dice.biding" is not a rule module with options of this rulebook. Did you mean "dice.bidding"?',
        ),
        ("dice.bidding", "limti", '"limti" is not an option of this rulebook. Did you mean "limit"?'),
    ],
)
def test_an_option_that_is_not_there_is_told_with_the_nearest(module_id, key, expected):
    assert expected == refusal(UnknownName, load("dice-feud").option, module_id, key)
