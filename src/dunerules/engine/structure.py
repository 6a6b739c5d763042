"""Reads TOML strictly into the declaration classes, and reports everything that is wrong in a file at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from os import PathLike
from pathlib import Path
from types import NoneType, SimpleNamespace, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

import attrs
import tomli
from cattrs import BaseValidationError, Converter, IterableValidationError, IterableValidationNote
from cattrs.errors import AttributeValidationNote, ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn

from dunerules.engine.declaration_checks import Fault, close, faults, found, one_of, path_key
from dunerules.engine.declarations import Reference
from dunerules.engine.errors import IS_MISSING, Problem, RulesetError, nearest
from dunerules.engine.syntax import syntax_problem

T = TypeVar("T")

LARGEST_FILE = 2_000_000
"""Bytes; the largest real file is an eighth of it."""
LARGEST_NUMBER = 2**63 - 1
"""What every TOML reader must be able to hold."""
FRACTION_PATTERN = r"-?[0-9]{1,18}/[1-9][0-9]{0,17}"
"""A fraction written as text, such as `"1/2"`."""
MISSING = {"ruleset": "Begin the file with the line  [ruleset]  and write  id, title  and  extends  below it."}
"""What to do about a table that no file can do without."""
DECIMAL_PATTERN = r"[+-]?[0-9_]{1,18}(\.[0-9_]{1,18})?([eE][+-]?[0-9]{1,2})?"
"""The decimal numbers that are read; longer ones and larger exponents are mistakes."""


# ------------------------------------------------------------------ from bytes to tables


def read_toml(path: str | PathLike[str], shown: str) -> dict[str, Any]:
    """The tables of a TOML file; ``shown`` names the file in messages. Decimal numbers become exact fractions."""
    return parse_toml(read_text(path, shown), shown)


def read_text(path: str | PathLike[str], shown: str) -> str:
    """The text of a file; raises a RulesetError if there is none that could be TOML of ours."""
    try:
        if not Path(path).is_file():
            raise RulesetError([Problem(shown, "", "there is no such file.")])
        with open(path, "rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise RulesetError([Problem(shown, "", f"the file cannot be read: {error}.")]) from error
    if len(data) > LARGEST_FILE:
        raise RulesetError([Problem(shown, "", f"the file is larger than {LARGEST_FILE} bytes.")])
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RulesetError([Problem(shown, f"line {line}", "the file is not UTF-8 text.")]) from error


def parse_toml(text: str, shown: str) -> dict[str, Any]:
    """The tables of a TOML text, under the same limits as a file."""
    try:
        data = tomli.loads(text, parse_float=_exact)
        problems = [Problem(shown, path, message) for path, message in _bad_numbers(data, "")]
    except tomli.TOMLDecodeError as error:
        raise RulesetError([syntax_problem(str(error), text, shown)]) from error
    except ValueError as error:  # a whole number with thousands of digits
        raise RulesetError([Problem(shown, "", "a number has too many digits.")]) from error
    except RecursionError as error:
        raise RulesetError([Problem(shown, "", "lists or tables are nested too deeply.")]) from error
    if problems:
        raise RulesetError(problems)
    return data


@attrs.frozen
class _BadNumber:
    text: str


def _exact(text: str) -> Fraction | _BadNumber:
    return Fraction(text.replace("_", "")) if re.fullmatch(DECIMAL_PATTERN, text) else _BadNumber(text)


def _bad_numbers(value: object, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, below in value.items():
            yield from _bad_numbers(below, f"{path}.{path_key(key)}" if path else path_key(key))
    elif isinstance(value, list):
        for index, below in enumerate(value):
            yield from _bad_numbers(below, f"{path}[{index}]")
    elif isinstance(value, _BadNumber):
        yield path, f"expected a plain number, found {value.text[:40]}."
    elif isinstance(value, int) and abs(value) > LARGEST_NUMBER:
        yield path, f"expected a number of at most {LARGEST_NUMBER}, found a larger one."


# ------------------------------------------------------------------ from tables to classes


class _WrongError(Exception):
    """Carries faults through cattrs, which adds where they were found."""

    def __init__(self, *found_faults: Fault) -> None:
        self.faults = found_faults


def structure(cls: type[T], data: object, file: str, *, path: str = "") -> T:
    """The data as an instance of an attrs class; raises one RulesetError with every problem of the data.

    Nothing is coerced and no unknown key is taken. ``path`` is where the data stands in the file.
    """
    try:
        return _converter().structure(data, cls)
    except (BaseValidationError, _WrongError) as error:
        raise RulesetError(_problems(error, path, file)) from None


def _problems(error: BaseException, path: str, file: str) -> Iterator[Problem]:
    """What cattrs collected, flattened in the order of the classes' fields, with a path for each."""
    if isinstance(error, BaseValidationError):
        for part in error.exceptions:
            yield from _problems(part, _join(path, part), file)
    elif isinstance(error, _WrongError):
        for fault in error.faults:
            below = f"{path}.{fault.path}" if path and fault.path else path + fault.path
            yield Problem(file, below, fault.message, fault.hint)
    elif isinstance(error, ForbiddenExtraKeysError):
        known = [field.alias or field.name for field in attrs.fields(error.cl) if field.init]
        place = path or "this file"
        for key in sorted(error.extra_fields):
            below = f"{path}.{path_key(key)}" if path else path_key(key)
            yield Problem(file, below, f'"{key}" is not a key of {place}.', nearest(key, known))
    elif isinstance(error, KeyError):
        yield Problem(file, path, IS_MISSING, MISSING.get(path, ""))
    else:  # a validator of a component's class
        yield Problem(file, path, f"{error}")


def _join(path: str, error: BaseException) -> str:
    for note in getattr(error, "__notes__", ()):
        if isinstance(note, AttributeValidationNote):
            return f"{path}.{note.name}" if path else note.name
        if isinstance(note, IterableValidationNote):
            if isinstance(note.index, int):
                return f"{path}[{note.index}]"
            return f"{path}.{path_key(note.index)}" if path else path_key(note.index)
    return path


@cache
def _converter() -> Converter:
    converter = Converter(detailed_validation=True, forbid_extra_keys=True)
    for kind in (bool, int, str, Fraction):
        converter.register_structure_hook(kind, _scalar)
    converter.register_structure_hook_factory(attrs.has, lambda cls: _class_hook(cls, converter))
    converter.register_structure_hook_func(_is_origin(Literal), _literal)
    for origin, make in ((tuple, tuple), (frozenset, frozenset)):
        hook = _sequence_hook(make, converter)
        converter.register_structure_hook_func(_is_origin(origin), hook)
    converter.register_structure_hook_func(_is_mapping, lambda value, cls: _mapping(value, cls, converter))
    converter.register_structure_hook_func(
        _is_origin(Union, UnionType), lambda value, cls: _union(value, cls, converter)
    )
    return converter


def _is_origin(*origins: object) -> Callable[[Any], bool]:
    return lambda cls: get_origin(cls) in origins


def _is_mapping(cls: Any) -> bool:
    origin = get_origin(cls)
    return isinstance(origin, type) and issubclass(origin, Mapping)


KINDS: Mapping[object, str] = {
    bool: "true or false",
    int: "a whole number",
    str: "a text",
    Fraction: 'a fraction, such as 0.5 or "1/2"',
}


def _scalar(value: object, cls: type) -> object:
    if cls is Fraction and (number := _number(value)) is not None:
        return Fraction(number)
    if type(value) is not cls:
        raise _WrongError(Fault("", f"expected {KINDS[cls]}, found {found(value)}."))
    return value


def _number(value: object) -> int | Fraction | None:
    if isinstance(value, str) and re.fullmatch(FRACTION_PATTERN, value):
        return Fraction(value)
    return value if isinstance(value, int | Fraction) and not isinstance(value, bool) else None


def _literal(value: object, cls: Any) -> object:
    words = get_args(cls)
    if not any(type(value) is type(word) and value == word for word in words):
        expected = one_of(tuple(str(word) for word in words))
        raise _WrongError(Fault("", f"expected {expected}, found {found(value)}.", close(value, words)))
    return value


def _class_hook(cls: type, converter: Converter) -> Callable[[object, Any], object]:
    hook: Callable[[Any, Any], object] = make_dict_structure_fn(
        cls, converter, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=True
    )

    def structure_class(value: object, _: Any) -> object:
        if not isinstance(value, Mapping):
            raise _WrongError(Fault("", f"expected a table, found {found(value)}."))
        try:
            instance = hook(value, cls)
        except BaseValidationError as error:
            more = faults(cls, _sound_part(cls, value, error))
            if any(isinstance(part, ForbiddenExtraKeysError) for part in error.exceptions):
                # A misspelt key is what is missing, so nothing is said about what the whole lacks.
                more = [fault for fault in more if fault.path]
            raise error.derive([*error.exceptions, _WrongError(*more)]) from None
        wrong = faults(cls, instance)
        if wrong:
            raise _WrongError(*wrong)
        return instance

    return structure_class


def _sound_part(cls: type, value: Mapping[str, object], error: BaseValidationError) -> SimpleNamespace:
    """The keys that cattrs did not complain about, so that the other checks can still speak."""
    sound = {}
    wrong = {_join("", part) for part in error.exceptions}
    for field in attrs.fields(cls):
        if field.name in wrong:
            continue
        default = field.default.factory() if isinstance(field.default, attrs.Factory) else field.default  # type: ignore[arg-type]
        sound[field.name] = value.get(field.name, default)
    return SimpleNamespace(**sound)


def _sequence_hook(make: Callable[[Iterable[object]], object], converter: Converter) -> Callable[[object, Any], object]:
    def structure_sequence(value: object, cls: Any) -> object:
        if not isinstance(value, list | tuple):
            raise _WrongError(Fault("", f"expected a list, found {found(value)}.", _as_list(value, get_args(cls)[0])))
        kinds = get_args(cls)
        if make is not tuple or kinds[-1] is Ellipsis:
            kinds = (kinds[0],) * len(value)
        if len(kinds) != len(value):
            raise _WrongError(Fault("", f"expected a list of {len(kinds)}, found one of {len(value)}."))
        items = ((index, item, kinds[index]) for index, item in enumerate(value))
        return make(_each(items, cls, converter).values())

    return structure_sequence


def _as_list(value: object, kind: Any) -> str:
    """How one thing is written as a list of one."""
    if isinstance(value, Mapping) and attrs.has(kind):
        return "Write its name in two brackets, such as  [[effect]]."
    return f'Put it into brackets:  ["{value}"].' if kind is str and type(value) is str and len(value) < 80 else ""


def _mapping(value: object, cls: Any, converter: Converter) -> Mapping[Any, object]:
    if not isinstance(value, Mapping):
        raise _WrongError(Fault("", f"expected a table, found {found(value)}."))
    kind = get_args(cls)[1]
    return _each(((key, item, kind) for key, item in value.items()), cls, converter)


def _each(items: Iterable[tuple[Any, object, Any]], cls: Any, converter: Converter) -> dict[Any, object]:
    """Structure each item, and raise what is wrong with any of them together."""
    done: dict[Any, object] = {}
    errors: list[Exception] = []
    for index, item, kind in items:
        try:
            done[index] = converter.structure(item, kind)
        except (BaseValidationError, _WrongError) as error:
            error.add_note(IterableValidationNote("item", index, kind))
            errors.append(error)
    if errors:
        raise IterableValidationError("items", errors, cls)
    return done


def _union(value: object, cls: Any, converter: Converter) -> object:
    kinds = [kind for kind in get_args(cls) if kind is not NoneType]
    if value is None and len(kinds) < len(get_args(cls)):
        return None
    if len(kinds) == 1:
        return converter.structure(value, kinds[0])
    if Reference in kinds:
        return _operand(value, converter)
    sequence = next((kind for kind in kinds if get_origin(kind) is tuple), None)
    if sequence is not None and isinstance(value, list | tuple):
        return converter.structure(value, sequence)
    mapping = next((kind for kind in kinds if _is_mapping(kind)), None)
    if mapping is not None and isinstance(value, Mapping):
        return converter.structure(value, mapping)
    if type(value) in kinds:
        return value
    words = [KINDS.get(kind, "a table" if _is_mapping(kind) else "a list") for kind in kinds]
    raise _WrongError(Fault("", f"expected {', '.join(words[:-1])} or {words[-1]}, found {found(value)}."))


def _operand(value: object, converter: Converter) -> object:
    if isinstance(value, Mapping):
        return converter.structure(value, Reference)
    number = _number(value)
    if number is None:
        expected = 'a number, a fraction such as "1/2", or a table { option = ... } or { quantity = ... }'
        raise _WrongError(Fault("", f"expected {expected}, found {found(value)}."))
    return number
