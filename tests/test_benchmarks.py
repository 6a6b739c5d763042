"""The benchmarks run and give figures of the promised shape; what the figures are is asserted nowhere."""

from __future__ import annotations

import json
import subprocess
import sys
from math import isfinite
from pathlib import Path

import pytest

from benchmarks.command import BENCHMARKS, main
from benchmarks.figures import Figure, table
from benchmarks.timing import QUICK, Effort, Timed, timed

ROOT = Path(__file__).parents[1]


# Another engine, where it is installed, leaves a file open that the collector finds.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")
@pytest.mark.parametrize("name", BENCHMARKS)
def test_each_benchmark_gives_finite_figures_under_its_own_name(name):
    figures = BENCHMARKS[name](QUICK)

    assert {name} == {figure.benchmark for figure in figures}
    assert [] == [figure for figure in figures if not (isfinite(figure.value) and figure.value > 0)]
    assert len(figures) == len({figure.title for figure in figures})


def test_the_promised_targets_are_the_ones_that_are_judged():
    judged = {
        (figure.benchmark, figure.target)
        for name in ("hooks", "clones", "imports")
        for figure in BENCHMARKS[name](QUICK)
        if figure.target
    }

    assert {("hooks", "at least 10"), ("clones", "at least 50"), ("imports", "at most 1.5")} == judged


def test_the_command_prints_a_table_and_writes_the_same_figures_as_json(tmp_path):
    file = tmp_path / "figures.json"
    command = [
        sys.executable,
        "-m",
        "benchmarks",
        "--quick",
        "--only",
        "hooks",
        "--only",
        "clones",
        "--json",
        str(file),
    ]

    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)

    written = json.loads(file.read_text(encoding="utf-8"))
    rows = done.stdout.splitlines()[2:]
    assert [figure["benchmark"] for figure in written["figures"]] == [row.split()[0] for row in rows]
    assert all(figure["title"] in row for figure, row in zip(written["figures"], rows, strict=True))
    assert (QUICK.rounds, QUICK.scale) == (written["rounds"], written["scale"])


def test_an_unknown_benchmark_is_refused_with_the_known_ones(capsys):
    with pytest.raises(SystemExit):
        main(["--only", "hook"])

    assert "'hooks', 'clones', 'play', 'dune', 'compile', 'imports', 'positions'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("value", "bounds", "verdict"),
    [
        (9.9, {"at_least": 10}, "missed"),
        (10.0, {"at_least": 10}, "met"),
        (1.5, {"at_most": 1.5}, "met"),
        (1.6, {"at_most": 1.5}, "missed"),
        (1.6, {}, ""),
    ],
)
def test_a_target_is_met_up_to_its_bound(value, bounds, verdict):
    assert verdict == Figure("a", "what", value, "x", **bounds).verdict


def test_the_table_aligns_its_columns():
    figures = [Figure("hooks", "calls", 12.34, "x", at_least=10), Figure("play", "decisions", 19831.4, "a second")]

    expected = [
        "benchmark  what       figure  unit      target",
        "---------  ---------  ------  --------  -----------  ---",
        "hooks      calls        12.3  x         at least 10  met",
        "play       decisions  19,831  a second",
    ]
    assert expected == table(figures).splitlines()


def test_a_ratio_is_the_median_of_the_rounds_and_not_of_their_extremes():
    slow, fast = Timed((20.0, 900.0, 30.0), 0.001), Timed((2.0, 3.0, 2.0), 0.001)

    assert 15.0 == slow.times_slower_than(fast)
    assert 0.03 == slow.seconds


def test_every_slice_does_its_work_once_to_warm_up_and_then_in_every_round():
    done: list[tuple[str, int]] = []

    timed({"a": (lambda n: done.append(("a", n)), 4), "b": (lambda n: done.append(("b", n)), 2)}, Effort(rounds=2))

    assert [("a", 1), ("b", 1), ("a", 4), ("b", 2), ("a", 4), ("b", 2)] == done
