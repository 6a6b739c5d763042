"""Passages: the rules in words, as rule modules and components tell them, with the numbers of a ruleset filled in.

Words in braces stand for what the ruleset says:

- ``{hand.limit}``: a number of the rules as it is as a rule, and ``{hand.limit seat=red}`` under an assumption,
- ``{deck trumps}``: how many cards a deck has, and ``{deck trumps joker}`` how many copies of one,
- ``{option most}``: an option of the module that tells it,
- ``{title card joker}``: what a component is called, by its kind and id.

Behind a colon stands how the number is written: ``{hand.limit:card|cards}`` with its noun, ``{rate:part}`` as a part of
something (``half``, ``all``), ``{first-turn:nth}`` as ``2nd``, ``{draws:times}`` as ``once``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from string import Formatter

from attrs import frozen

from dunerules.engine.components import Finding
from dunerules.engine.conditions import ALWAYS, NEVER, Value, compile_condition
from dunerules.engine.declarations import ModuleFile, PassageDeclaration, Reference
from dunerules.engine.effects import Number
from dunerules.engine.errors import Problem, nearest
from dunerules.engine.figures import figure
from dunerules.engine.origin import Origin
from dunerules.engine.phases import in_words
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.words import value_words

DECK, OPTION, TITLE = "deck", "option", "title"
UNKNOWN = "…"
"""What stands for a number that the reader has to find elsewhere."""
PARTS = {
    Fraction(0): "nothing",
    Fraction(1, 4): "a quarter",
    Fraction(1, 3): "a third",
    Fraction(1, 2): "half",
    Fraction(2, 3): "two thirds",
    Fraction(3, 4): "three quarters",
    Fraction(1): "all",
    Fraction(2): "twice",
}
SIGNS = {Fraction(1, 4): "¼", Fraction(1, 3): "⅓", Fraction(1, 2): "½", Fraction(2, 3): "⅔", Fraction(3, 4): "¾"}
"""Fractions that printers have a sign for."""


@frozen
class Place:
    """What stands in one pair of braces."""

    source: str
    """As it is written."""
    name: str
    """A quantity, `deck`, `option` or `title`."""
    words: tuple[str, ...]
    """What follows it: assumptions, or what of the deck or the module is meant."""
    form: str = ""


@frozen
class Span:
    """A piece of a text; with a place it stands for what the ruleset says there."""

    text: str
    place: Place | None = None


class PassageError(ValueError):
    """Words in braces that stand for nothing, with the way out."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.message = message
        self.hint = hint
        super().__init__(message)


def module_text(rulebook: Rulebook, module: str) -> str:
    """What a selected rule module says in this ruleset: its text, and the passages whose condition holds."""
    return "".join(span.text for span in module_spans(rulebook, module))


def whole_text(rulebook: Rulebook, module: str) -> str:
    """What a module says, and behind it what those say that it includes and that are selected."""
    files = {one.id: one.file.module for one in rulebook.composition.modules}
    found = [
        module_text(rulebook, module),
        *(whole_text(rulebook, part) for part in files[module].includes if part in files),
    ]
    return " ".join(text for text in found if text)


def general_text(file: ModuleFile) -> str:
    """What a module says wherever it is selected: the numbers that it sets itself, and dots for those of others."""
    said = [file.module.text, *(one.text for one in file.passage)]
    parts = []
    for literal, place in parsed(" ".join(text for text in said if text)):
        number = None if place is None else _own_number(file, place)
        shown = UNKNOWN if place is None or number is None else written(number, place.form)
        if place is not None and place.name == TITLE:
            shown = in_words(place.words[-1])
        parts += [literal, shown if place is not None else ""]
    return "".join(parts)


def module_spans(rulebook: Rulebook, module: str) -> tuple[Span, ...]:
    """The same in pieces, so that a reader can tell what was filled in."""
    file = next(one.file for one in rulebook.composition.modules if one.id == module)
    said = [file.module.text, *(one.text for one in file.passage if passage_holds(rulebook, one))]
    return filled(rulebook, " ".join(text for text in said if text), module)


def passage_holds(rulebook: Rulebook, passage: PassageDeclaration) -> bool:
    """Whether a passage is part of the rules of this ruleset."""
    return _folded(rulebook, passage, Origin("", "general", ""), []) is ALWAYS


def filled(rulebook: Rulebook, text: str, module: str = "") -> tuple[Span, ...]:
    """A text with its braces filled; ``module`` is the one whose options it may name."""
    found = []
    for literal, place in parsed(text):
        if literal:
            found.append(Span(literal))
        if place is not None:
            found.append(Span(place_text(rulebook, place, module), place))
    return tuple(found)


def parsed(text: str) -> Iterator[tuple[str, Place | None]]:
    """Plain text and the place that follows it; raises a PassageError if the braces do not match."""
    try:
        parts = list(Formatter().parse(text))
    except ValueError:
        raise PassageError(f'The braces in "{text[:60]}" do not match.', "Double a brace to show it.") from None
    for literal, field, form, conversion in parts:
        if field is None:
            yield literal, None
            continue
        words = field.split()
        if not words or conversion:
            raise PassageError(f'"{{{field}}}" does not say what it stands for.', "Double a brace to show it.")
        yield literal, Place(field, words[0], tuple(words[1:]), form or "")


def place_text(rulebook: Rulebook, place: Place, module: str = "") -> str:
    """What stands in the place of braces; raises a PassageError if it stands for nothing."""
    if place.name == OPTION:
        return _option(rulebook, place, module)
    if place.name == TITLE:
        return _title(rulebook, place)
    number = _copies(rulebook, place) if place.name == DECK else _number(rulebook, place)
    return written(number, place.form)


def assumptions(rulebook: Rulebook, place: Place) -> dict[str, Value]:
    """What a place takes for true, such as ``{"seat": "red"}``."""
    assumed: dict[str, Value] = {}
    for word in place.words:
        name, equals, value = word.partition("=")
        if not equals:
            raise PassageError(f'"{place.source}": expected fact=value, found "{word}".')
        fact = rulebook.facts.get(name)
        if fact is None:
            raise PassageError(f'"{name}" is not a fact.', nearest(name, rulebook.facts))
        if fact.values == "bool" or value in ("true", "false"):
            assumed[name] = value == "true"
        elif fact.values == "int" or value.isdecimal():
            assumed[name] = int(value) if value.isdecimal() else value
        else:
            known = rulebook.components.get(fact.values)
            if known is not None and value not in known:
                raise PassageError(f'"{value}" is not a {fact.values}.', nearest(value, known))
            assumed[name] = value
    return assumed


def written(number: Number, form: str = "") -> str:
    """A number as a text writes it."""
    if "|" in form:
        one, several = form.split("|", 1)
        return f"{written(number)} {one if number == 1 else several}"
    if form not in FORMS:
        hint = 'Known: "part", "nth", "times", and a noun in singular and plural, such as "card|cards".'
        raise PassageError(f'"{form}" is not a way to write a number.', hint)
    return FORMS[form](Fraction(number))


def text_problems(rulebook: Rulebook) -> Iterator[Problem]:
    """What is wrong with the texts of the selected modules and of the ruleset."""
    for module in rulebook.composition.modules:
        origin = Origin(module.id, module.file.module.layer, module.shown)
        yield from _wrong(rulebook, module.file.module.text, origin.at("module.text"), module.id)
        for number, passage in enumerate(module.file.passage):
            yield from _wrong_passage(rulebook, passage, origin.at(f"passage[{number}]"), module.id)
    top = rulebook.composition.chain[-1]
    yield from _wrong(rulebook, top.file.ruleset.text, Origin(rulebook.id, "house", top.shown, "ruleset.text"), "")


def component_text_findings(rulebook: Rulebook) -> Iterator[Finding]:
    """What is wrong with the texts of components, such as what a card does."""
    for kind, things in rulebook.components.items():
        for name, thing in things.items():
            text = getattr(thing, "text", "")
            if isinstance(text, str) and ("{" in text or "}" in text):
                error = fault(rulebook, text)
                if error is not None:
                    yield Finding(kind, name, error.message, "text", error.hint)


def fault(rulebook: Rulebook, text: str, module: str = "") -> PassageError | None:
    """What is wrong with a text, or None."""
    try:
        filled(rulebook, text, module)
    except PassageError as error:
        return error
    return None


def _wrong(rulebook: Rulebook, text: str, origin: Origin, module: str) -> Iterator[Problem]:
    error = fault(rulebook, text, module) if "{" in text or "}" in text else None
    if error is not None:
        yield origin.problem(error.message, error.hint)


def _wrong_passage(rulebook: Rulebook, passage: PassageDeclaration, origin: Origin, module: str) -> Iterator[Problem]:
    problems: list[Problem] = []
    if _folded(rulebook, passage, origin, problems) is ALWAYS and not problems:
        yield from _wrong(rulebook, passage.text, origin.at(f"{origin.path}.text"), module)
    yield from problems


def _folded(rulebook: Rulebook, passage: PassageDeclaration, origin: Origin, problems: list[Problem]) -> object:
    """The condition of a passage as the ruleset decides it: ALWAYS or NEVER."""
    static = {name: fact for name, fact in rulebook.facts.items() if fact.static}
    condition = compile_condition(
        passage.when,
        passage.unless,
        facts=static,
        needs=None,
        static_context=rulebook,
        known_values={"module": rulebook.composition.installed},
        origin=origin,
        problems=problems,
    )
    return condition if condition is ALWAYS else NEVER


def _own_number(file: ModuleFile, place: Place) -> Number | None:
    """The number of a place as far as one module says it; None: it does not."""
    if place.name == TITLE:
        return None
    if place.name == DECK:
        return file.decks.get(place.words[0], {}).get(place.words[-1]) if len(place.words) > 1 else None
    operands = [one.set for one in file.effect if one.quantity == place.name and not one.when and not place.words]
    operands += [one.base for one in file.quantity if one.id == place.name and not place.words]
    operand = next((one for one in operands if one is not None), None)
    if not isinstance(operand, Reference):
        return operand
    module, _, key = operand.option.partition("/")
    default = file.options[key].default if module == file.module.id and key in file.options else None
    return default if type(default) is int else None


def _option(rulebook: Rulebook, place: Place, module: str) -> str:
    settings: Mapping[str, bool | int | str] = rulebook.options.get(module, {})
    key = place.words[0] if len(place.words) == 1 else ""
    if key not in settings:
        wanted = " ".join(place.words)
        raise PassageError(f'"{wanted}" is not an option of "{module}".', nearest(wanted, settings))
    value = settings[key]
    return written(value, place.form) if type(value) is int else in_words(value_words(rulebook, value))


def _title(rulebook: Rulebook, place: Place) -> str:
    if len(place.words) != 2 or place.form:
        raise PassageError(f'"{place.source}": expected the kind and the id of a component, and no form.')
    kind, name = place.words
    things = rulebook.components.get(kind)
    if things is None:
        raise PassageError(f'"{kind}" is not a kind of component.', nearest(kind, rulebook.components))
    if name not in things:
        raise PassageError(f'"{name}" is not a {in_words(kind)}.', nearest(name, things))
    return str(things[name].title)


def _copies(rulebook: Rulebook, place: Place) -> int:
    deck, *card = place.words or ("",)
    if deck not in rulebook.decks:
        raise PassageError(f'"{deck}" is not a deck.', nearest(deck, rulebook.decks))
    cards = rulebook.decks[deck]
    return sum(cards.values()) if not card else cards.get(card[0], 0)


def _number(rulebook: Rulebook, place: Place) -> Number:
    quantity = rulebook.quantities.get(place.name)
    if quantity is None:
        raise PassageError(f'"{place.name}" is not a quantity.', nearest(place.name, rulebook.quantities))
    number = figure(rulebook, quantity, assumptions(rulebook, place))
    if number is None:
        raise PassageError(f'"{place.source}" is found in play, so that no text can tell it.')
    return number


def _plain(number: Fraction) -> str:
    whole, rest = divmod(number, 1)
    if not rest:
        return str(whole)
    if rest in SIGNS:
        return f"{whole or ''}{SIGNS[rest]}"
    return str(number)


def _part(number: Fraction) -> str:
    return PARTS.get(number) or (f"{_plain(number)} times" if number > 1 else _plain(number))


def _nth(number: Fraction) -> str:
    if number.denominator != 1:
        return _plain(number)
    teen = 10 < number % 100 < 20
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(int(number % 10), 'th')}"


def _times(number: Fraction) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(int(number) if number.denominator == 1 else -1) or (
        f"{_plain(number)} times"
    )


FORMS: Mapping[str, Callable[[Fraction], str]] = {"": _plain, "part": _part, "nth": _nth, "times": _times}
"""Ways to write a number, besides with its noun."""
