"""Rulesets resolved: chains, selections, options, and the whole message of every refusal."""

from __future__ import annotations

import sys
from itertools import count

import pytest
from small_rules import library_of, module

from dunerules.engine.chain import ChainLink
from dunerules.engine.declarations import RulesetFile
from dunerules.engine.errors import RulesetError
from dunerules.engine.library import Library
from dunerules.engine.ruleset import resolve, resolve_text
from dunerules.engine.selection import ALWAYS_SELECTED, select
from dunerules.engine.structure import parse_toml, structure

NUMBERS = count()

OPTIONS = """
[options.speed]
title = "Speed"
type = "int"
default = 2
min = 1
max = 5
[options.open]
title = "Open"
type = "bool"
default = false
[options.mood]
title = "Mood"
type = "choice"
choices = ["calm", "wild"]
default = "calm"
"""


def module_text(module_id: str, head: str = "", more: str = "", layer: str = "option") -> str:
    return f'[module]\nid = "{module_id}"\ntitle = "T"\nlayer = "{layer}"\n{head}\n{more}'


def ruleset_text(ruleset_id: str, extends: str = "", more: str = "") -> str:
    line = f'extends = "{extends}"\n' if extends else ""
    return f'[ruleset]\nid = "{ruleset_id}"\ntitle = "The {ruleset_id} game"\n{line}{more}\n'


MODULES = {
    "core.toml": module_text("dice.core", 'cites = ["dice.roll"]', OPTIONS, layer="general"),
    "bonus.toml": module_text("dice.bonus", 'requires = ["dice.core"]'),
    "bids.toml": module_text("dice.bids", 'requires = ["dice.bonus", "dice.core"]'),
    "duel.toml": module_text("dice.duel", 'conflicts = ["dice.bonus"]'),
    "lost.toml": module_text("dice.lost", 'requires = ["dice.cor"]'),
    "miscited.toml": module_text(
        "dice.miscited", 'cites = ["dice.rol"]', '[[effect]]\ntitle = "t"\nquantity = "q"\nadd = 1\ncites = ["x"]'
    ),
    "broken.toml": module_text("dice.broken", "colour = 1"),
    "round.toml": module_text("dice.round", 'after = ["dice.about"]'),
    "about.toml": module_text("dice.about", 'after = ["dice.round"]'),
    "core.py": "raise RuntimeError('imported')",
    "catalogue/dice.toml": "[[rule]]\nid = 'dice.roll'\ntext = 'Roll.'",
    "rulesets/base.toml": ruleset_text("base", more='[rules]\nadd = ["dice.core", "dice.bonus"]'),
    "rulesets/misnamed.toml": ruleset_text("other"),
}


@pytest.fixture(scope="module")
def name(tmp_path_factory):
    folder = tmp_path_factory.mktemp("resolve")
    package = f"resolve_test_{next(NUMBERS)}"
    for path, text in {"__init__.py": "", **MODULES}.items():
        file = folder / package / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        yield package


@pytest.fixture(scope="module")
def library(name):
    return Library.of(name)


@pytest.fixture
def refusal(library, name):
    """What is told about a ruleset text named friday.toml, with the package's name as P."""

    def told(text: str) -> str:
        with pytest.raises(RulesetError) as caught:
            resolve_text(text, library, shown="friday.toml")
        return str(caught.value).replace(name, "P")

    return told


def friday(more: str = "", extends: str = "base") -> str:
    return ruleset_text("friday", extends, more)


# ------------------------------------------------------------------ what is taken


def test_a_ruleset_of_the_library_is_resolved_by_name(library, name):
    composition = resolve("base", library)

    assert (composition.id, composition.title, composition.text) == ("base", "The base game", "")
    assert [module.id for module in composition.modules] == ["dice.core", "dice.bonus"]
    assert dict.fromkeys(("dice.core", "dice.bonus"), f"{name}/rulesets/base.toml") == composition.brought_by
    assert composition.catalogue is library.catalogue


def test_resolving_imports_no_python_of_a_module(library, name):
    resolve("base", library)

    assert not [module for module in sys.modules if module.startswith(name)]


def test_options_are_defaults_under_what_the_chain_says(library):
    composition = resolve_text(friday('[options."dice.core"]\nspeed = 5\nmood = "wild"'), library)

    assert composition.options == {"dice.core": {"speed": 5, "open": False, "mood": "wild"}, "dice.bonus": {}}


def test_a_chain_of_files_and_names_goes_base_first(library, name, tmp_path):
    (tmp_path / "sub").mkdir()
    night = tmp_path / "sub" / "night.toml"
    night.write_text(ruleset_text("night", "base", '[rules]\nremove = ["dice.bonus"]'))
    top = tmp_path / "late.toml"
    top.write_text(ruleset_text("late", "sub/night.toml", '[rules]\nadd = ["dice.duel"]'))

    composition = resolve(top, library)

    assert [link.file.ruleset.id for link in composition.chain] == ["base", "night", "late"]
    assert [f"{name}/rulesets/base.toml", str(night), str(top)] == [link.shown for link in composition.chain]
    assert {"dice.core": f"{name}/rulesets/base.toml", "dice.duel": str(top)} == composition.brought_by
    assert [(origin.name, origin.layer) for origin, _ in composition.house] == [
        ("base", "house"),
        ("night", "house"),
        ("late", "house"),
    ]
    assert composition.house[2][1] is composition.chain[2].file


def test_rulesets_come_after_modules_and_after_what_they_extend(library):
    precedence = resolve_text(friday(), library).precedence

    assert {"dice.core", "dice.bonus", "base"} == precedence.earlier["friday"]
    assert {"dice.core", "dice.bonus"} == precedence.earlier["base"]
    assert {"dice.core"} == precedence.earlier["dice.bonus"]


def test_the_order_in_a_file_does_not_matter(library):
    one = resolve_text(friday('[rules]\nadd = ["dice.core", "dice.duel"]', ""), library)
    two = resolve_text(friday('[rules]\nadd = ["dice.duel", "dice.core"]', ""), library)

    assert one.modules == two.modules
    assert one.precedence == two.precedence


def test_a_module_taken_out_and_put_back_forgets_its_options(library, tmp_path):
    (tmp_path / "a.toml").write_text(
        ruleset_text("a", more='[rules]\nadd = ["dice.core"]\n[options."dice.core"]\nspeed = 4')
    )
    (tmp_path / "b.toml").write_text(ruleset_text("b", "a.toml", '[rules]\nremove = ["dice.core"]'))
    (tmp_path / "c.toml").write_text(ruleset_text("c", "b.toml", '[rules]\nadd = ["dice.core"]'))

    assert resolve(str(tmp_path / "b.toml"), library).options == {}
    assert resolve(str(tmp_path / "c.toml"), library).options["dice.core"]["speed"] == 2


def test_a_broken_module_does_not_matter_until_it_is_named(library):
    assert resolve("base", library).modules


# ------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ('[rules]\nadd = ["dice.bidz"]',
         'friday.toml: rules.add[0]: "dice.bidz" is not a rule module.\n  Did you mean "dice.bids"?'),
        ('[rules]\nremove = ["dice.bonos"]',
         'friday.toml: rules.remove[0]: "dice.bonos" is not a rule module.\n  Did you mean "dice.bonus"?'),
        ('[rules]\nadd = ["dice.core"]',
         'friday.toml: rules.add[0]: "dice.core" is there already: '
         "P/rulesets/base.toml: rules.add[0] brought it in."),
        ('[rules]\nadd = ["dice.bids", "dice.bids"]',
         'friday.toml: rules.add[1]: "dice.bids" is there already: friday.toml: rules.add[0] brought it in.'),
        ('[rules]\nremove = ["dice.duel"]',
         'friday.toml: rules.remove[0]: "dice.duel" is not there, so it cannot be taken out.'),
        ('[rules]\nremove = ["dice.bonus", "dice.bonus"]',
         'friday.toml: rules.remove[1]: "dice.bonus" is not there any more: friday.toml: rules.remove[0] took it out.'),
        ('[rules]\nremove = ["dice.bonus"]\nadd = ["dice.bonus"]',
         'friday.toml: rules.add[0]: "dice.bonus" is taken out by this file too, at rules.remove[0].'),
        ('[rules]\nremove = ["dice.bonus"]\nadd = ["dice.bids"]',
         'friday.toml: rules.add[0]: "dice.bids" requires "dice.bonus", which friday.toml: rules.remove[0] took out.\n'
         '  Leave "dice.bonus" in, or take "dice.bids" out too.'),
        ('[rules]\nadd = ["dice.lost"]',
         'friday.toml: rules.add[0]: "dice.lost" requires "dice.cor", which is not installed.\n'
         '  Did you mean "dice.core"?'),
        ('[rules]\nadd = ["dice.duel"]',
         'friday.toml: rules.add[0]: "dice.duel" and "dice.bonus" exclude each other, and '
         'P/rulesets/base.toml: rules.add[1] brought "dice.bonus" in.\n'
         '  Write  remove = ["dice.bonus"]  under [rules], or leave "dice.duel" out.'),
        ('[options."dice.cor"]\nspeed = 1',
         'friday.toml: options."dice.cor": "dice.cor" is not a rule module.\n  Did you mean "dice.core"?'),
        ('[options."dice.duel"]\nspeed = 1',
         'friday.toml: options."dice.duel": "dice.duel" is not selected, so its options change nothing.\n'
         '  Write  add = ["dice.duel"]  under [rules], or leave these options out.'),
        ('[options."dice.core"]\nsped = 1',
         'friday.toml: options."dice.core".sped: "dice.core" has no option "sped".\n  Did you mean "speed"?'),
        ('[options."dice.core"]\nspeed = 9',
         'friday.toml: options."dice.core".speed: expected a whole number from 1 to 5, found 9.'),
        ('[options."dice.core"]\nspeed = true',
         'friday.toml: options."dice.core".speed: expected a whole number from 1 to 5, found true.'),
        ('[options."dice.core"]\nopen = 1', 'friday.toml: options."dice.core".open: expected true or false, found 1.'),
        ('[options."dice.core"]\nmood = "wilt"',
         'friday.toml: options."dice.core".mood: expected "calm" or "wild", found "wilt".\n  Did you mean "wild"?'),
        ('[rules]\nadd = ["dice.miscited"]',
         'P/miscited.toml: module.cites[0]: "dice.rol" is not in the catalogue.\n  Did you mean "dice.roll"?\n'
         'P/miscited.toml: effect[0].cites[0]: "x" is not in the catalogue.\n  Known: "dice.roll".'),
        ('[[permission]]\ntitle = "t"\nforbid = "f"\ncites = ["dice.roll", "dice.rolls"]',
         'friday.toml: permission[0].cites[1]: "dice.rolls" is not in the catalogue.\n  Did you mean "dice.roll"?'),
        ('[rules]\nadd = ["dice.broken"]\n[options."dice.broken"]\nx = 1',
         'P/broken.toml: module.colour: "colour" is not a key of module.\n'
         '  Known: "after", "catalogue", "cites", "conflicts", "id", "includes", "layer", '
         '"phase", "requires", "text", "title", "version".'),
        ('[rules]\nadd = ["dice.about", "dice.round"]',
         'P/about.toml: module.after: the order of modules goes round: "dice.about" comes after "dice.round", '
         'which comes after "dice.about".\n'
         "  A module comes after what it names in `requires` and `after`; take one of these out."),
    ],
)  # fmt: skip
def test_a_wrong_selection_is_refused_in_words(refusal, more, message):
    assert message == refusal(friday(more))


def test_what_is_required_and_not_there_is_told_with_the_line_to_add(refusal):
    assert refusal(friday('[rules]\nadd = ["dice.bonus"]', "")) == (
        'friday.toml: rules.add[0]: "dice.bonus" requires "dice.core", which is not selected.\n'
        '  Write  add = ["dice.core"]  under [rules] in friday.toml.'
    )


def test_a_conflict_inside_one_file_names_both_lines(refusal):
    assert refusal(friday('[rules]\nadd = ["dice.bonus", "dice.duel", "dice.core"]', "")) == (
        'friday.toml: rules.add[1]: "dice.duel" and "dice.bonus" exclude each other, and friday.toml: rules.add[0] '
        'brought "dice.bonus" in.\n  Leave one of them out.'
    )


def test_several_problems_of_a_ruleset_are_told_together(refusal):
    told = refusal(
        friday('[rules]\nadd = ["dice.nothing", "dice.core"]\nremove = ["dice.duel"]\n[options."dice.core"]\nspeed = 0')
    )

    assert [line.split(": ")[1] for line in told.splitlines() if not line.startswith(" ")] == [
        "rules.remove[0]",
        "rules.add[0]",
        "rules.add[1]",
        'options."dice.core".speed',
    ]


def test_problems_of_all_files_of_a_chain_are_told_together(library, tmp_path):
    (tmp_path / "a.toml").write_text(ruleset_text("a", "bse", "colour = 1"))
    top = tmp_path / "b.toml"
    top.write_text(ruleset_text("b", "a.toml", "[rules]\nadd = 5"))

    with pytest.raises(RulesetError) as caught:
        resolve(top, library)

    assert str(caught.value).replace(f"{tmp_path}/", "") == (
        "b.toml: rules.add: expected a list, found 5.\n"
        'a.toml: ruleset.colour: "colour" is not a key of ruleset.\n  Known: "extends", "id", "text", "title".\n'
        'a.toml: ruleset.extends: "bse" is not a known ruleset.\n  Did you mean "base"?'
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (friday(extends="bas"), 'friday.toml: ruleset.extends: "bas" is not a known ruleset.\n  Did you mean "base"?'),
        (friday(extends="x.toml"), 'friday.toml: ruleset.extends: expected a known ruleset, found the file "x.toml"; '
         "a text has no file beside it."),
        (friday(extends="misnamed"), 'P/rulesets/misnamed.toml: ruleset.id: expected "misnamed", as the file is named, '
         'found "other".'),
        (ruleset_text("dice.core"), 'friday.toml: ruleset.id: "dice.core" is the id of a rule module too, in '
         "P/core.toml.\n  Give this ruleset a name of its own."),
        (ruleset_text("base", "base"), 'friday.toml: ruleset.id: "base" is the id of a ruleset too, in '
         "P/rulesets/base.toml.\n  Give this ruleset a name of its own."),
    ],
)  # fmt: skip
def test_a_wrong_head_is_refused_in_words(refusal, text, message):
    assert message == refusal(text)


@pytest.mark.parametrize(
    ("extends", "message"),
    [
        ("no.toml", 'a.toml: ruleset.extends: there is no file "no.toml" beside this one.'),
        ("/etc/x.toml",
         'a.toml: ruleset.extends: expected a known ruleset or a path beside this file, found "/etc/x.toml".'),
        ("a.toml",
         "a.toml: ruleset.extends: the rulesets extend each other in a circle: a.toml extends a.toml."),
        ("b.toml",
         "b.toml: ruleset.extends: the rulesets extend each other in a circle: "
         "a.toml extends b.toml extends a.toml."),
    ],
)  # fmt: skip
def test_a_file_that_extends_wrongly_is_refused(library, tmp_path, monkeypatch, extends, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.toml").write_text(ruleset_text("a", extends))
    (tmp_path / "b.toml").write_text(ruleset_text("b", "../" + tmp_path.name + "/a.toml"))

    with pytest.raises(RulesetError) as caught:
        resolve("a.toml", library)

    assert message == str(caught.value).replace(f"../{tmp_path.name}/", "")


def test_a_very_long_chain_is_refused(library, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for number in range(40):
        (tmp_path / f"r{number}.toml").write_text(ruleset_text(f"r{number}", f"r{number + 1}.toml"))

    with pytest.raises(RulesetError) as caught:
        resolve("r0.toml", library)

    assert str(caught.value) == "r31.toml: ruleset.extends: more than 32 rulesets extend each other."


def test_an_unknown_name_is_refused_with_the_nearest(library):
    with pytest.raises(RulesetError) as caught:
        resolve("bsae", library)

    assert str(caught.value) == 'bsae: no ruleset of this name is installed.\n  Did you mean "base"?'


def test_a_path_must_be_a_toml_file(library, tmp_path):
    with pytest.raises(RulesetError) as caught:
        resolve(tmp_path / "x.txt", library)

    assert f"{tmp_path}/x.txt: expected a file that ends in .toml." == str(caught.value)


def test_packages_that_could_not_be_read_are_named_when_something_is_missing(library):
    with pytest.raises(RulesetError) as caught:
        resolve_text(friday('[rules]\nadd = ["dice.zzzzzzz"]'), library.plus("no_such_package"))

    assert str(caught.value).splitlines()[-1] == 'no_such_package: the rules package "no_such_package" cannot be found.'


# ------------------------------------------------------------------ bundles


@pytest.fixture
def bundles() -> Library:
    """Two bundles that share a module, one of them inside a third."""
    return library_of(
        *(module(f"dice.{one}") for one in ("red", "blue", "gold")),
        module("dice.warm", head='includes = ["dice.red", "dice.gold"]'),
        module("dice.cold", head='includes = ["dice.blue", "dice.gold"]'),
        module("dice.all", head='includes = ["dice.warm", "dice.green"]'),
    )


def selected(library: Library, *texts: str) -> list[str]:
    """The modules that a chain of rulesets selects; each text is the [rules] table of one."""
    links = tuple(
        ChainLink(structure(RulesetFile, parse_toml(ruleset_text(f"r{rank}", more=text), ""), ""), f"r{rank}.toml")
        for rank, text in enumerate(texts)
    )
    selection = select(links, library)
    assert [] == selection.problems
    return sorted(selection.modules.keys() - set(ALWAYS_SELECTED))


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (('add = ["dice.warm"]',), ["dice.gold", "dice.red", "dice.warm"]),
        (('add = ["dice.warm"]\nremove = ["dice.gold"]',), ["dice.red", "dice.warm"]),
        (('add = ["dice.warm"]', 'remove = ["dice.gold"]'), ["dice.red", "dice.warm"]),
        (('add = ["dice.warm"]', 'remove = ["dice.warm"]'), []),
        (('add = ["dice.red", "dice.warm"]', 'remove = ["dice.warm"]'), ["dice.red"]),
        (('add = ["dice.warm", "dice.cold"]', 'remove = ["dice.warm"]'), ["dice.blue", "dice.cold", "dice.gold"]),
        (('add = ["dice.warm"]', 'remove = ["dice.warm"]\nadd = ["dice.gold"]'), ["dice.gold"]),
        (
            ('add = ["dice.warm"]', 'remove = ["dice.warm"]\nadd = ["dice.cold"]'),
            ["dice.blue", "dice.cold", "dice.gold"],
        ),
    ],
)
def test_what_a_bundle_includes_comes_and_goes_with_it(bundles, texts, expected):
    assert expected == selected(bundles, *(f"[rules]\n{text}" for text in texts))


def test_what_a_bundle_brought_in_is_told_with_its_line(bundles):
    with pytest.raises(RulesetError) as caught:
        resolve_text(friday('[rules]\nadd = ["dice.warm", "dice.red"]', extends=""), library=bundles, shown="f.toml")

    assert str(caught.value) == (
        'f.toml: rules.add[1]: "dice.red" is there already: f.toml: rules.add[0] (with "dice.warm") brought it in.'
    )


def test_a_bundle_of_a_module_that_is_not_installed_is_refused(bundles):
    with pytest.raises(RulesetError, match=r'"dice\.all" includes "dice\.green", which is not installed\.'):
        resolve_text(friday('[rules]\nadd = ["dice.all"]', extends=""), library=bundles, shown="f.toml")
