"""The rules package in examples/ is built, installed into an environment of its own, and tested there with the kit."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "examples" / "rule-package"


def run(*command: str | Path, cwd: Path | None = None) -> str:
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stdout + done.stderr
    return done.stdout


def needed(name: str, extra: str = "") -> dict[str, Path]:
    """The files and folders that a distribution and all it needs have put side by side, by name."""
    found: dict[str, Path] = {}
    waiting, seen = [(name, extra)], set()
    while waiting:
        dist_name, wanted = waiting.pop()
        dist = distribution(dist_name)
        if dist_name != name:
            tops = {file.parts[0] for file in dist.files or () if ".." not in file.parts}
            found |= {top: Path(str(dist.locate_file(top))) for top in tops if top != "__pycache__"}
        for need in map(Requirement, dist.requires or ()):
            if need.name not in seen and (need.marker is None or need.marker.evaluate({"extra": wanted})):
                seen.add(need.name)
                waiting.append((need.name, ""))
    return found


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a clean environment with the library, its extra `testing` and the package, from built wheels."""
    folder = tmp_path_factory.mktemp("clean")
    wheels, env = folder / "wheels", folder / "env"
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    run(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", wheels, ROOT, PACKAGE)
    run(sys.executable, "-m", "venv", "--without-pip", env)
    python = env / "bin" / "python"
    (site,) = env.glob("lib/python*/site-packages")
    for name, path in needed("dunerules", "testing").items():
        (site / name).symlink_to(path)
    run(*pip, "--python", python, "install", "--no-deps", "--no-index", *wheels.glob("*.whl"))
    return python


@pytest.fixture
def tests_alone(tmp_path: Path) -> Path:
    """The package's tests in a folder of their own, so that only what is installed can be found."""
    for file in (PACKAGE / "pyproject.toml", *(PACKAGE / "tests").rglob("*.*")):
        if "__pycache__" not in file.parts:
            place = tmp_path / file.relative_to(PACKAGE)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(file.read_bytes())
    return tmp_path


def test_its_own_tests_pass_in_a_clean_environment_and_count_the_rule_they_show(
    environment: Path, tests_alone: Path
) -> None:
    printed = run(environment, "-m", "pytest", "-p", "no:cacheprovider", cwd=tests_alone)

    assert "2 passed" in printed
    assert "rules shown: water 1 of 1 rules\n" in printed


def test_it_changes_nothing_until_it_is_selected(environment: Path) -> None:
    program = "import dunerules; print('water.dead' in dunerules.load('{}').modules)"

    assert "False\n" == run(environment, "-c", program.format("gf9-2019-basic"))
    assert "True\n" == run(environment, "-c", program.format("gf9-2019-water"))
