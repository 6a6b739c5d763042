"""Hooks: flat tuples do what pluggy does, order is resolved and not found, and wrong service is refused."""

from __future__ import annotations

import inspect
import random
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pluggy
import pytest
from attrs import evolve
from small_rules import Noted, base, compiled, library_of, module, notes, noting, procedure, refusal, ruleset

from dunerules import Game, Library, Rulebook, RulesetError, load, loads, play_out
from dunerules.engine.hooks import flatten, make_manager, plugin_of
from dunerules.engine.hookspecs import COLD, HOT, SOLE, HotHooks
from dunerules.engine.marks import MARKS, Mark
from dunerules.rules import (
    Tx,
    answer,
    answers,
    commit,
    intent,
    interjection,
    on,
    reducer,
    respond,
    response,
    space,
    step,
)

INSTALLED = Library.installed()


def marked(hook: str, key: str, name: str, calls: list[Any], **details: Any) -> Any:
    """A function that serves a hook, notes its call and returns a value of its own."""

    def serve(*arguments: Any) -> str:
        calls.append((name, arguments))
        return f"{name} of {hook}"

    setattr(serve, MARKS, (Mark(hook, key, details),))
    return serve


def three_modules(calls: list[Any]) -> list[Any]:
    """Modules in resolved order that serve every hot hook: shared keys twice each where several may serve."""
    modules = []
    for name in ("one", "two", "three"):
        things = []
        for hook in HOT:
            keys = [f"only-{name}"] if hook in SOLE else ["shared", "shared", f"only-{name}"]
            things += [marked(hook, key, f"{name}{place}", calls) for place, key in enumerate(keys)]
        modules.append(module(f"small.{name}", "", *things))
    return modules


def arguments_of(hook: str) -> dict[str, object]:
    """An argument of its own for each parameter of a hot hook besides the key."""
    names = list(inspect.signature(getattr(HotHooks, hook)).parameters)[2:]
    return {name: f"the {name}" for name in names}


def through_pluggy(manager: pluggy.PluginManager, hook: str, key: str) -> list[Any]:
    return list(chain.from_iterable(getattr(manager.hook, hook)(key=key, **arguments_of(hook))))


def keys_of(rulebook: Rulebook) -> Iterator[tuple[str, str]]:
    for hook in HOT:
        for key in rulebook.hooks[hook]:
            yield hook, key


# ------------------------------------------------------------------ flat equals pluggy


@pytest.mark.parametrize("hook", HOT)
def test_flattened_calls_equal_those_of_pluggy(hook):
    calls: list[Any] = []
    manager = make_manager(three_modules(calls))
    flat = flatten(manager)[hook]
    assert flat

    for key, functions in flat.items():
        calls.clear()
        results = through_pluggy(manager, hook, key)
        by_pluggy = list(calls)
        calls.clear()
        flat_results = [function(*arguments_of(hook).values()) for function in functions]

        assert (results, by_pluggy) == (flat_results, calls)


@pytest.mark.parametrize("hook", sorted(set(HOT) - SOLE))
def test_modules_are_called_in_resolved_order_and_functions_in_order_of_definition(hook):
    calls: list[Any] = []
    manager = make_manager(three_modules(calls))

    through_pluggy(manager, hook, "shared")

    assert ["one0", "one1", "two0", "two1", "three0", "three1"] == [name for name, _ in calls]


def test_a_key_that_nobody_serves_is_served_by_nobody():
    manager = make_manager(three_modules([]))

    assert [] == through_pluggy(manager, "event_happened", "unknown")
    assert "unknown" not in flatten(manager)["event_happened"]


@pytest.mark.parametrize("name", ["dice-feud", "dice-feud-long"])
def test_the_flat_functions_of_a_rulebook_are_those_that_pluggy_holds(name):
    rulebook = load(name)

    for hook, key in keys_of(rulebook):
        implementations = reversed(getattr(rulebook.manager.hook, hook).get_hookimpls())
        held = [found for one in implementations for found in one.function.functions.get(key, ())]

        assert held == list(rulebook.hooks[hook][key])
    assert list(rulebook.modules) == [name for name, _ in reversed(rulebook.manager.list_name_plugin())]


def test_every_rulebook_has_a_manager_of_its_own():
    one, other = load("dice-feud"), load("dice-feud")

    assert one.manager is not other.manager
    assert one.fingerprint == other.fingerprint


def test_several_modules_react_to_an_event_in_resolved_order():
    def reacting(name: str, **head: str) -> Any:
        @on(Noted)
        def react(tx: Tx, event: Noted) -> None:
            if event.line == "a":
                tx.emit(Noted(name))

        return module(f"small.{name}", "", react, **head)

    modules = [
        reacting("zeal", head='requires = ["small.base"]'),
        reacting("apple", head='requires = ["small.base"]\nafter = ["small.zeal"]'),
        reacting("mint", head='requires = ["small.base"]'),
    ]
    game = Game.start(compiled(base(), module("small.play", procedure("game", "a"), noting("a")), *modules))

    assert ("a", "mint", "zeal", "apple") == notes(game)


# ------------------------------------------------------------------ order of registration


def shuffled_ways(count: int) -> Iterator[Rulebook]:
    """The long game, with what is found and what is added in another order each time."""
    extended = 'extends = "dice-feud"'
    names = ["dice.gifts", "dice.last-round", "dice.one-each"]
    for seed in range(count):
        rng = random.Random(seed)
        found = list(INSTALLED.modules.items())
        rng.shuffle(found)
        rng.shuffle(names)
        text = ruleset(names).replace('title = "Small"', f'title = "Small"\n{extended}')
        yield loads(text, library=evolve(INSTALLED, modules=dict(found)))


def test_the_order_of_discovery_and_of_adding_changes_nothing():
    first, *others = shuffled_ways(6)
    log = play_out(Game.start(first, seed=4)).log().text()

    for other in others:
        assert first.fingerprint == other.fingerprint
        assert first.modules == other.modules
        assert log == play_out(Game.start(other, seed=4)).log().text()


def test_modules_in_the_order_of_one_file_play_as_in_any_other():
    names = ["dice.feud", "dice.bidding", "dice.placing", "dice.cards"]
    plain, turned = (loads(ruleset(order), library=INSTALLED) for order in (names, names[::-1]))

    assert load("dice-feud").fingerprint == plain.fingerprint == turned.fingerprint
    assert plain.hooks == turned.hooks


# ------------------------------------------------------------------ who may serve what


@pytest.mark.parametrize("hook", sorted(SOLE))
def test_two_modules_that_serve_what_one_may_are_refused_with_both_names(hook):
    calls: list[Any] = []
    one, other = (module(f"small.{name}", "", marked(hook, "same", name, calls)) for name in ("one", "two"))

    message = refusal(RulesetError, compiled, base(), one, other)

    assert (
        f'small.toml: rules.add: "small.one" (small.toml) and "small.two" (small.toml) both serve "same" of the '
        f"hook {hook}, and only one module may.\n  Take one of the two out."
    ) in message


@pytest.mark.parametrize("hook", COLD)
def test_two_modules_that_declare_one_name_are_refused_with_both_names(hook):
    def declaring(name: str) -> Any:
        class Declared:
            pass

        setattr(Declared, MARKS, (Mark(hook, "same", {"to": "", "unseen": False, "cites": ()}),))
        Declared.__attrs_attrs__ = ()
        return module(f"small.{name}", "", Declared)

    assert (
        f'"small.one" (small.toml) and "small.two" (small.toml) both serve "same" of the hook {hook}, '
        "and only one module may."
    ) in refusal(RulesetError, compiled, base(), declaring("one"), declaring("two"))


def test_a_module_may_not_serve_the_engine_s_own_keys_again():
    @step("window.ask")
    def ask_nobody(tx: Tx) -> None: ...

    assert (
        'small.toml: rules.add: "engine.windows" (every ruleset) and "small.own" (small.toml) both '
        'serve "window.ask" of the hook run_step, and only one module may.\n  Take one of the two out.'
    ) == refusal(RulesetError, compiled, base(), module("small.own", "", ask_nobody))


def test_an_unknown_hook_is_refused_with_the_nearest():
    wrong = marked("run_stop", "a", "wrong", [])

    assert (
        'small.wrong.toml: small_wrong.marked.<locals>.serve: "run_stop" is not a hook.\n  Did you mean "run_step"?'
    ) == refusal(RulesetError, compiled, base(), module("small.wrong", "", wrong))


def test_the_manager_refuses_what_no_specification_asks_for():
    message = refusal(
        pluggy.PluginValidationError, make_manager, [module("small.wrong", "", marked("run_stop", "a", "wrong", []))]
    )

    assert message.startswith("unknown hook 'run_stop' in plugin")


def test_an_object_with_several_marks_serves_each():
    @step("one")
    @step("two")
    def both(tx: Tx) -> None: ...

    functions = plugin_of([both]).run_step.functions

    assert {"one": (both,), "two": (both,)} == functions


# ------------------------------------------------------------------ loose ends


@intent("song")
class Song:
    pass


@reducer(Noted)
def about_event(write: Any, event: Noted) -> None: ...


@on(Noted)
def react_to_event(tx: Tx, event: Noted) -> None: ...


@commit(Song)
def about_intent(tx: Tx, intent: Song) -> None: ...


@response(Song, "boo")
def offer_boo(look: Any, intent: Song, seat: str) -> None: ...


@respond("boo")
def take_boo(tx: Tx, intent: Song, seat: str, choice: Any) -> None: ...


@space("pick")
def unanswered(look: Any, ask: Any) -> Any: ...


@interjection("sing")
def untaken(look: Any, seat: str) -> None: ...


@answers("sing")
def sealed_only(tx: Tx, asks: Any, choices: Any) -> None: ...


UNDECLARED = (
    'no selected rule module declares the {} "{}", which this is about.\n'
    "  Add the module that declares it to `requires`."
)


@pytest.mark.parametrize(
    ("things", "expected"),
    [
        ([about_event], "about_event: " + UNDECLARED.format("event", "noted")),
        ([react_to_event], "react_to_event: " + UNDECLARED.format("event", "noted")),
        ([about_intent], "about_intent: " + UNDECLARED.format("intent", "song")),
        ([offer_boo, take_boo], "offer_boo: " + UNDECLARED.format("intent", "song")),
        (
            [Song, offer_boo],
            'offer_boo: nothing carries out the response "boo".\n  Write @respond("boo").',
        ),
        (
            [unanswered],
            'unanswered: nothing takes the answer to "pick".\n  Write @answer("pick") or @answers("pick").',
        ),
        ([untaken, sealed_only], 'untaken: nothing takes the answer to "sing".\n  Write @answer("sing").'),
    ],
)
def test_a_loose_end_is_refused_when_the_ruleset_is_loaded(things, expected):
    play = module("small.play", procedure("game", "a"), step("a")(lambda tx: None))
    loose = module("small.loose", "", *things)

    assert f"small.loose.toml: small_loose.{expected}" == refusal(RulesetError, compiled, play, loose)


def test_an_interjection_is_complete_with_its_answer():
    @answer("sing")
    def taken(tx: Tx, ask: Any, choice: Any) -> None: ...

    play = module("small.play", procedure("game", "a"), noting("a"), untaken, taken)

    assert "small.play" in compiled(base(), play).modules


def test_a_module_that_is_not_selected_is_not_asked_for_its_python():
    class Unwanted(type(module("small.unwanted"))):
        def load_namespace(self) -> tuple[object, ...]:
            raise AssertionError("its Python was loaded")

    unwanted = Unwanted(module("small.unwanted").file, "small.unwanted.toml", "small_unwanted")
    play = module("small.play", procedure("game", "a"), noting("a"))
    with_it, without = library_of(base(), play, unwanted), library_of(base(), play)
    one, other = (loads(ruleset(["small.base", "small.play"]), library=library) for library in (with_it, without))

    assert one.fingerprint == other.fingerprint
    assert Game.start(one).log() == Game.start(other).log()
    assert "its Python was loaded" == refusal(
        AssertionError, loads, ruleset(["small.base", "small.play", "small.unwanted"]), library=with_it
    )
