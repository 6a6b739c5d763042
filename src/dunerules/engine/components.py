"""Components and decks: tables of several origins merged by precedence, then read into their classes."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import attrs
from attrs import frozen

from dunerules.engine.declarations import Components, Decks
from dunerules.engine.errors import IS_MISSING, Problem, RulesetError, nearest
from dunerules.engine.ordering import in_order, latest, named, settling, standing, unordered
from dunerules.engine.origin import Origin, Precedence

MOST_COPIES = 1000
"""More copies of one card than this are a slip of the pen."""

SHORT = "factions"
"""The table that is short for `components.faction`: paths into it do not name the kind."""

T = TypeVar("T")
Raw = dict[str, dict[str, dict[str, Any]]]
"""Kind, id, field, value; Any: what TOML gave."""
Claims = dict[tuple[str, ...], list[tuple[Origin, T]]]


class Reader(Protocol):
    """The strict reader: an instance of ``cls``, or a RulesetError with everything that is wrong."""

    def __call__(self, cls: type[Any], data: object, file: str, *, path: str) -> object:
        """Read data that stands at ``path`` of ``file``."""


def merge_components(
    layers: Sequence[tuple[Origin, Components]], *, precedence: Precedence
) -> tuple[Raw, list[Problem]]:
    """Merge component tables field by field; the order of ``layers`` does not matter.

    Components stand in the order in which they were first declared, the lowest layer first.
    """
    problems: list[Problem] = []
    merged: Raw = {}
    claims: Claims[Any] = {}
    for origin, components in sorted(layers, key=lambda layer: standing(layer[0], precedence)):
        for kind, things in components.items():
            for name, fields in things.items():
                merged.setdefault(kind, {}).setdefault(name, {})
                for key, value in fields.items():
                    keys = (name, key) if origin.path == SHORT else (kind, name, key)
                    claims.setdefault((kind, name, key), []).append((_under(origin, *keys), value))
    for (kind, name, key), found in claims.items():
        merged[kind][name][key] = _decide(found, precedence, f'"{key}" of the {kind} "{name}"', problems)
    return merged, in_order(problems)


def merge_decks(
    layers: Sequence[tuple[Origin, Decks]],
    *,
    precedence: Precedence,
    known: Collection[str] | None = None,
    played: Collection[str] | None = None,
) -> tuple[dict[str, dict[str, int]], list[Problem]]:
    """Merge numbers of copies; 0 takes a card out.

    ``known`` are the cards there are, ``played`` the decks that rule modules declare; None: not checked.
    """
    problems: list[Problem] = []
    decks: dict[str, dict[str, int]] = {}
    claims: Claims[int] = {}
    for origin, changed in sorted(layers, key=lambda layer: standing(layer[0], precedence)):
        for deck, cards in changed.items():
            if played is not None and deck not in played:
                # No rule would draw from it.
                problems.append(_under(origin, deck).problem(f'"{deck}" is not a deck.', nearest(deck, played)))
                continue
            decks.setdefault(deck, {})
            for card, count in cards.items():
                place = _under(origin, deck, card)
                wrong = _wrong_count(place, card, count, known)
                if wrong is None:
                    claims.setdefault((deck, card), []).append((place, count))
                else:
                    problems.append(wrong)
    for (deck, card), found in claims.items():
        count = _decide(found, precedence, f'the copies of "{card}" in the deck "{deck}"', problems)
        if count:
            decks[deck][card] = count
        elif not any(copies for _, copies in found):
            others = [other for name, other in claims if name == deck and other != card]
            message = f'"{card}" is taken out of the deck "{deck}", but nobody put it in.'
            problems.append(found[0][0].problem(message, nearest(card, others)))
    return decks, in_order(problems)


Files = Mapping[tuple[str, ...], str]
"""The file, or the files, that say something about a component (kind and id), or about one of its fields besides."""


def component_files(layers: Sequence[tuple[Origin, Components]], *, precedence: Precedence) -> Files:
    """For each component the files that say something about it, for each of its fields the one that decides."""
    files: dict[tuple[str, ...], list[str]] = {}
    fields: dict[tuple[str, ...], str] = {}
    for origin, components in sorted(layers, key=lambda layer: standing(layer[0], precedence)):
        for kind, things in components.items():
            for name, values in things.items():
                files.setdefault((kind, name), []).append(origin.file)
                fields.update(dict.fromkeys(((kind, name, key) for key in values), origin.file))
    return {**fields, **{place: ", ".join(dict.fromkeys(found)) for place, found in files.items()}}


def _file_of(files: Files, kind: str, name: str, key: str) -> str:
    """The file that gives a field, or the files of the whole component; ``key`` may go on below the field."""
    field = re.split(r"[.\[]", key, maxsplit=1)[0]
    return files.get((kind, name, field)) or files.get((kind, name), "components")


def build_components(
    raw: Mapping[str, Mapping[str, Mapping[str, Any]]],
    kinds: Mapping[str, type],
    read: Reader,
    *,
    files: Files | None = None,
) -> tuple[dict[str, dict[str, Any]], list[Problem]]:
    """Read each merged table into its kind's class, whose field `id` is the table's name."""
    problems: list[Problem] = []
    built: dict[str, dict[str, Any]] = {}
    for kind, things in raw.items():
        for name, fields in things.items():
            file = (files or {}).get((kind, name), "components")
            path = f"{SHORT}.{name}" if kind == "faction" else f"components.{kind}.{name}"
            if kind not in kinds:
                message = f'"{kind}" is not a kind of component.'
                problems.append(Problem(file, f"components.{kind}", message, nearest(kind, kinds)))
            elif "id" in fields:
                message = f'The id of a {kind} is the name of its table, "{name}".'
                problems.append(Problem(file, f"{path}.id", message, "Leave it out."))
            else:
                try:
                    built.setdefault(kind, {})[name] = read(kinds[kind], {"id": name, **fields}, file, path=path)
                except RulesetError as error:
                    others = () if "title" in fields else things
                    for problem in error.problems:
                        place = _file_of(files or {}, kind, name, problem.path.removeprefix(f"{path}."))
                        told = attrs.evolve(problem, file=place)
                        problems.append(_perhaps_misspelt(told, kind, name, others))
    return built, in_order(problems)


def _perhaps_misspelt(problem: Problem, kind: str, name: str, things: Collection[str]) -> Problem:
    """What lacks a field, and its title too, may be meant for another thing, whose name it nearly has."""
    hint = nearest(name, [other for other in things if other != name])
    if problem.message != IS_MISSING or problem.hint or not hint.startswith("Did"):
        return problem
    new = f'There is no {kind.replace("-", " ")} "{name}" yet, so this is a new one.'
    return attrs.evolve(problem, hint=f"{new} {hint}")


@frozen
class Finding:
    """What a check has found wrong with a component."""

    kind: str
    id: str
    message: str
    key: str = ""
    """The field it is about, if one is."""
    hint: str = ""


def unknown_references(
    components: Mapping[str, Mapping[str, Any]],
    kinds: Mapping[str, type],
    known: Mapping[str, Collection[str]],
    elsewhere: Callable[[str, str], str] = lambda kind, name: "",
) -> Iterator[Finding]:
    """What fields declared with `of_kind` name although it is not there.

    ``known`` are the ids of each kind; ``elsewhere`` gives the rule module that would bring a component in, if any.
    """
    for kind, things in components.items():
        fields = [field for field in attrs.fields(kinds[kind]) if "kinds" in field.metadata]
        for name, thing in things.items():
            for field in fields:
                wanted = field.metadata["kinds"]
                there = [id_ for other in wanted for id_ in known.get(other, ())]
                for key, word in _named(field.name, getattr(thing, field.name)):
                    if word and word not in there:
                        message = f'"{word}" is not a {" or ".join(wanted)}.'
                        brought = next(filter(None, (elsewhere(other, word) for other in wanted)), "")
                        hint = f'Write  add = ["{brought}"]  under [rules].' if brought else nearest(word, there)
                        yield Finding(kind, name, message, key, hint)


def _named(key: str, value: str | Mapping[str, object] | Iterable[str]) -> Iterator[tuple[str, str]]:
    """The words of a field that name something, each with where it stands."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, Mapping):
        yield from ((f"{key}.{word}", word) for word in value)
    else:
        yield from ((f"{key}[{index}]", word) for index, word in enumerate(value))


def problems_of(findings: Iterable[Finding], files: Files) -> Iterator[Problem]:
    """Findings as problems, each with the file that gives the field, or those that say something of the component."""
    for found in findings:
        path = f"{SHORT}.{found.id}" if found.kind == "faction" else f"components.{found.kind}.{found.id}"
        file = _file_of(files, found.kind, found.id, found.key)
        yield Problem(file, f"{path}.{found.key}" if found.key else path, found.message, found.hint)


def _decide(found: Sequence[tuple[Origin, T]], precedence: Precedence, what: str, problems: list[Problem]) -> T:
    """The value of the highest layer and, in it, of the latest origin; rivals that differ are refused."""
    top = max(origin.height for origin, _ in found)
    rivals = [(origin, value) for origin, value in found if origin.height == top]
    last = latest([origin for origin, _ in rivals], precedence)
    values: dict[str, T] = {}
    for origin, value in rivals:
        if origin.name in values and not _same(values[origin.name], value):
            problems.append(origin.problem(f'"{origin.name}" gives {what} twice, and not the same.'))
        values[origin.name] = value
    for one, other in unordered(last, precedence):
        if not _same(values[one.name], values[other.name]):
            message = (
                f"{named(one)} and {named(other)} both give {what}, both in the layer "
                f'"{one.layer}", and nothing orders them.'
            )
            problems.append(one.problem(message, settling(one, other)))
    return rivals[-1][1]


def _same(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other


def _wrong_count(place: Origin, card: str, count: object, known: Collection[str] | None) -> Problem | None:
    if type(count) is not int or not 0 <= count <= MOST_COPIES:
        return place.problem(f'"{card}" must have from 0 to {MOST_COPIES} copies, not {count}.')
    if known is not None and card not in known:
        return place.problem(f'"{card}" is not a card.', nearest(card, known))
    return None


def _under(origin: Origin, *keys: str) -> Origin:
    return origin.at(".".join([origin.path, *keys] if origin.path else keys))
