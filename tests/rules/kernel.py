"""Rulebooks for tests of single rules: the basic game of 2019 with more modules and declarations."""

from __future__ import annotations

import json
from functools import cache

import dunerules
from dunerules import Rulebook

BASE = "gf9-2019-basic"


@cache
def rulebook(*modules: str, extra: str = "") -> Rulebook:
    """The basic game with these modules, if it does not have them yet, and the tables of a ruleset in ``extra``."""
    more = [module for module in modules if module not in dunerules.load(BASE).modules]
    head = f'[ruleset]\nid = "under-test"\ntitle = "Under test"\nextends = "{BASE}"\n'
    return dunerules.loads(f"{head}[rules]\nadd = {json.dumps(more)}\n{extra}")
