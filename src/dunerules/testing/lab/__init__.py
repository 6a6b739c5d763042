"""The interaction lab: how rules get on with each other, tried in games that are really played.

>>> from dunerules.testing import lab
>>> report = lab.run("gf9-2019-advanced", games=50)     # doctest: +SKIP
>>> report.failures                                     # doctest: +SKIP
()

It needs neither pytest nor Hypothesis.
"""

from dunerules.testing.lab.covering import Covering, Factor, Model, Nogood, cover
from dunerules.testing.lab.factors import Choices, choices_of
from dunerules.testing.lab.meetings import Missed
from dunerules.testing.lab.reports import FailedGame, Meeting, Module, Report, RulesetReport, Unpaired
from dunerules.testing.lab.running import LabError, Progress, plan, run

__all__ = [
    "Choices",
    "Covering",
    "Factor",
    "FailedGame",
    "LabError",
    "Meeting",
    "Missed",
    "Model",
    "Module",
    "Nogood",
    "Progress",
    "Report",
    "RulesetReport",
    "Unpaired",
    "choices_of",
    "cover",
    "plan",
    "run",
]
