"""Rules that several editions share are quoted from the catalogue of the edition that is played."""

from __future__ import annotations

import pytest
from small_rules import library_of, module, ruleset

from dunerules import Library, RulesetError, loads
from dunerules.engine.quoting import quoted

SHARED = ("gf9.victory.solo", "ah79.victory.solo")


def test_ids_of_the_catalogues_that_are_played_are_quoted() -> None:
    catalogue = Library.installed().catalogue

    assert ("ah79.victory.solo",) == quoted(SHARED, frozenset({"ah-1979"}), catalogue)
    assert SHARED == quoted(SHARED, frozenset({"ah-1979", "gf9-2019"}), catalogue)


def test_all_ids_are_quoted_if_none_stands_in_the_catalogues_that_are_played() -> None:
    catalogue = Library.installed().catalogue

    assert SHARED == quoted(SHARED, frozenset(), catalogue)
    assert ("gf9.general.turn-limit",) == quoted(("gf9.general.turn-limit",), frozenset({"ah-1979"}), catalogue)


def test_a_module_that_stands_for_an_unknown_catalogue_is_refused() -> None:
    edition = module("small.edition", head='catalogue = "ah-1997"')
    library = library_of(edition, base=Library.installed())

    with pytest.raises(RulesetError, match=r'small.edition.toml: module.catalogue: "ah-1997" is not a catalogue.'):
        loads(ruleset(["small.edition"]), library=library)
