"""Shared by all tests: scenario files are tests, rules are marks, and Hypothesis is the same in every run."""

from __future__ import annotations

import gc
import os

from hypothesis import settings

pytest_plugins = ["dunerules.testing.pytest_plugin", "pytester"]

# Rulebooks are large, and many stay for the whole run: a collector in no hurry walks through them a few times less.
gc.set_threshold(50_000, 20, 20)

settings.register_profile("ci", derandomize=True, max_examples=40, deadline=None, database=None)
settings.register_profile("deep", max_examples=1000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("DUNERULES_PROFILE", "ci"))
