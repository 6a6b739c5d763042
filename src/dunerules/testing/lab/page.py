"""The report of the lab as one HTML page with a picture of who met whom; it needs nothing from anywhere else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby

from dunerules.testing.lab.meetings import Missed
from dunerules.testing.lab.reports import FailedGame, Module, Report, RulesetReport

CELL = 10
"""Pixels of one pair in the picture."""
LABELS = 340
"""Pixels for the names of modules, at the left and above."""

STYLE = """
:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: #1d2430; }
h1, h2, h3 { line-height: 1.2; }
code, td:first-child { font-family: ui-monospace, monospace; font-size: .86em; }
table { border-collapse: collapse; margin: .5rem 0 1.5rem; }
th, td { text-align: left; vertical-align: top; padding: .15rem .9rem .15rem 0; border-bottom: 1px solid #e3e6ea; }
.numbers { display: flex; flex-wrap: wrap; gap: .6rem; padding: 0; list-style: none; }
.numbers li { border: 1px solid #d5dae1; border-radius: .4rem; padding: .4rem .8rem; }
.numbers b { display: block; font-size: 1.4rem; }
.bad b { color: #b43a00; }
.picture { overflow: auto; border: 1px solid #d5dae1; }
svg text { font: 9px ui-monospace, monospace; fill: #1d2430; }
svg .phase { font-weight: bold; fill: #5b6676; }
.often { fill: #0b4f8a; } .met { fill: #3f8fd0; } .seldom { fill: #a8cff0; }
.explained { fill: #dfe3e8; } .open { fill: #e8590c; } .self { fill: #fff; }
.key { display: inline-block; width: .9rem; height: .9rem; margin: 0 .3rem 0 1rem; vertical-align: -.1rem; }
details { margin: .5rem 0; } summary { cursor: pointer; }
pre { white-space: pre-wrap; background: #f5f6f8; padding: .6rem; }
"""

KEYS = {
    "often": ("#0b4f8a", "met in half of the games or more"),
    "met": ("#3f8fd0", "met in a tenth of them or more"),
    "seldom": ("#a8cff0", "met in fewer"),
    "explained": ("#dfe3e8", "never met, and the rules say why"),
    "open": ("#e8590c", "never met, and nothing says why"),
}
"""The colours of the picture; the shades differ in brightness too."""

REASONS = {
    "nothing-runs": "Nothing of one of them runs by itself",
    "not-asked": "One is about something that is not asked for in play",
    "impossible": "No ruleset can have both",
    "other-phase": "They belong to different phases",
    "apart": "They were only ever heard in different phases",
    "silent": "One of them had no say in any game",
    "not-played": "No game had both",
    "": "Both had a say, in games and phases that they share, but never in one decision",
}


def page(report: Report) -> str:
    """The whole page."""
    title = "The interaction lab: " + ", ".join(ruleset.title for ruleset in report.rulesets)
    body = "\n".join(line for ruleset in report.rulesets for line in _ruleset(ruleset))
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>\n"
        f"<p>Seed {report.seed}. Each pair of choices that can go together is in one of the rulesets that were "
        "composed; games of them were played, every law was checked after every choice, and it was noted which rule "
        f"modules had a say in one decision.</p>\n{body}\n</body>\n</html>\n"
    )


def _ruleset(ruleset: RulesetReport) -> Iterator[str]:
    yield f"<h2>{escape(ruleset.title)} <code>{escape(ruleset.id)}</code></h2>"
    yield from _numbers(ruleset)
    yield "<h3>Who met whom</h3>"
    yield "<p>" + "".join(
        f'<span class="key" style="background:{colour}"></span>{escape(words)}' for colour, words in KEYS.values()
    )
    yield "</p>"
    yield f'<div class="picture">{picture(ruleset)}</div>'
    yield from _missed("Never met, and nothing says why", ruleset.unexplained, open_=True)
    yield from _failures(ruleset.failures)
    yield from _missed("Never met, and the rules say why", [one for one in ruleset.missed if one.is_explained])
    yield from _modules(ruleset)
    yield from _choices(ruleset)


def _numbers(ruleset: RulesetReport) -> Iterator[str]:
    impossible = len(ruleset.unpaired) - len(ruleset.unplayed)
    numbers = [
        (ruleset.games, "games played", False),
        (len(ruleset.failures), "games failed", bool(ruleset.failures)),
        (f"{ruleset.played} of {len(ruleset.rulesets)}", "rulesets played", False),
        (ruleset.pairs - len(ruleset.unpaired), f"of {ruleset.pairs} pairs of choices played", False),
        (impossible, "pairs of choices that no ruleset can have", False),
        (len(ruleset.unplayed), "pairs of choices left for want of games", bool(ruleset.unplayed)),
        (len(ruleset.met), "pairs of modules met", False),
        (len(ruleset.unexplained), "pairs never met and not explained", bool(ruleset.unexplained)),
    ]
    yield '<ul class="numbers">'
    for number, words, is_bad in numbers:
        yield f"<li{' class=bad' if is_bad else ''}><b>{number}</b>{escape(words)}</li>"
    yield "</ul>"


# ------------------------------------------------------------------ the picture


def picture(ruleset: RulesetReport) -> str:
    """The matrix of all modules, in the order of play, as SVG."""
    modules = ruleset.modules
    size = LABELS + CELL * len(modules)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" role="img" '
        f'aria-label="Which rule modules met">{"".join(_labels(ruleset))}{"".join(_cells(ruleset, modules))}</svg>'
    )


def _labels(ruleset: RulesetReport) -> Iterator[str]:
    before = None
    for number, module in enumerate(ruleset.modules):
        middle = LABELS + CELL * number + CELL - 2
        name, title = escape(module.id), escape(f"{module.title}: a say in {module.decisions} decisions")
        yield f'<text x="{LABELS - 4}" y="{middle}" text-anchor="end">{name}<title>{title}</title></text>'
        yield f'<text transform="translate({middle} {LABELS - 4}) rotate(-90)">{name}<title>{title}</title></text>'
        if module.phase != before:
            before = module.phase
            words = escape(ruleset.phases.get(module.phase, module.phase))
            yield f'<text class="phase" x="2" y="{middle}">{words}</text>'


def _cells(ruleset: RulesetReport, modules: Sequence[Module]) -> Iterator[str]:
    place = {module.id: number for number, module in enumerate(modules)}
    drawn: dict[str, list[str]] = {}
    for meeting in ruleset.met:
        share = meeting.games / ruleset.games
        kind = "often" if share >= 0.5 else "met" if share >= 0.1 else "seldom"
        drawn.setdefault(kind, []).extend(_both(meeting.modules, place))
    for one in ruleset.missed:
        if one.is_explained:
            drawn.setdefault("explained", []).extend(_both(one.modules, place))
    for kind, squares in drawn.items():
        yield f'<path class="{kind}" d="{"".join(squares)}"><title>{escape(KEYS[kind][1])}</title></path>'
    # What is open is looked at one by one, so each has words of its own.
    for one in ruleset.unexplained:
        title = escape(f"{one.modules[0]} and {one.modules[1]}: {one.why or REASONS[one.kind]}")
        yield f'<path class="open" d="{"".join(_both(one.modules, place))}"><title>{title}</title></path>'


def _both(pair: tuple[str, str], place: Mapping[str, int]) -> Iterator[str]:
    """The two squares of a pair."""
    one, other = (LABELS + CELL * place[module] for module in pair)
    side = CELL - 1
    for x, y in ((one, other), (other, one)):
        yield f"M{x} {y}h{side}v{side}h-{side}z"


# ------------------------------------------------------------------ lists


def _missed(title: str, found: Iterable[Missed], *, open_: bool = False) -> Iterator[str]:
    ordered = sorted(found, key=lambda one: (list(REASONS).index(one.kind), one.modules))
    yield f"<h3>{escape(title)} ({len(ordered)})</h3>"
    for kind, group in groupby(ordered, key=lambda one: one.kind):
        rows = list(group)
        yield f"<details{' open' if open_ else ''}><summary>{escape(REASONS[kind])} ({len(rows)})</summary><table>"
        for one in rows:
            why = one.why or f"both had a say in {one.games} games"
            yield f"<tr><td>{escape(one.modules[0])}<br>{escape(one.modules[1])}</td><td>{escape(why)}</td></tr>"
        yield "</table></details>"


def _failures(failures: Iterable[FailedGame]) -> Iterator[str]:
    failures = tuple(failures)
    yield f"<h3>Games that failed ({len(failures)})</h3>"
    for one in failures:
        words = f"Game {one.number}, {one.player} players, ruleset {one.ruleset}, {one.choices} choices: {one.file}"
        yield f"<details><summary>{escape(words)}</summary><pre>{escape(one.what)}</pre></details>"


def _modules(ruleset: RulesetReport) -> Iterator[str]:
    yield f"<h3>Rule modules ({len(ruleset.modules)})</h3><details><summary>All of them</summary><table>"
    yield "<tr><th>module</th><th>title</th><th>decisions with a say</th></tr>"
    for one in ruleset.modules:
        yield f"<tr><td>{escape(one.id)}</td><td>{escape(one.title)}</td><td>{one.decisions}</td></tr>"
    yield "</table></details>"


def _choices(ruleset: RulesetReport) -> Iterator[str]:
    yield f"<h3>Rulesets ({len(ruleset.rulesets)})</h3><details><summary>What each chooses otherwise</summary><table>"
    for number, words in enumerate(ruleset.rulesets):
        chosen = "; ".join(words) or "nothing: it is the ruleset itself"
        yield f"<tr><td>{number}</td><td>{escape(chosen)}</td></tr>"
    yield "</table></details>"
    yield f"<h3>Pairs of choices that were not played ({len(ruleset.unpaired)})</h3>"
    yield "<details><summary>With the reason</summary><table>"
    for one in ruleset.unpaired:
        why = one.why or "there were too few games"
        yield f"<tr><td>{escape(one.choices[0])}<br>{escape(one.choices[1])}</td><td>{escape(why)}</td></tr>"
    yield "</table></details>"
