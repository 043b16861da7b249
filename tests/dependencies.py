"""What pyproject.toml depends on: `python -m tests.dependencies newest|oldest|tests`, for the Makefile.

`newest` prints the versions that are installed here, for constraints.txt; `oldest` the lower bounds, as requirements;
`tests` the tests that use what is depended on. It runs without anything installed.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).parents[1]
CONSTRAINTS = ROOT / "constraints.txt"
NAME = "rulewright"
REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)(\[[a-z,]+\])?>=([0-9.]+)")
"""A dependency is named with its lower bound and nothing else, so that whoever installs it is free."""

HEAD = """\
# The versions with which Rulewright is developed and tested: `make setup` and CI install these. People who use
# Rulewright install whatever pyproject.toml allows. `make pins` renews them.
"""

TESTS = (
    "tests/interpreter/native/test_compiling.py",
    "tests/interpreter/test_dask.py",
    "tests/lsp/test_features.py",
    "tests/lsp/test_hostile_input.py",
    "tests/workbench/test_adapters.py",
    "tests/workbench/test_commands.py",
    "tests/workbench/test_page.py",
    "tests/workbench/test_prose.py",
    "tests/workbench/test_schema.py",
)
"""They use each dependency that is installed to run something; a few minutes in all."""


def normal(name: str) -> str:
    """The name of a package as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def requirements() -> Iterator[str]:
    """All that pyproject.toml requires, but not the package itself with its extras."""
    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = data["project"]
    every = [
        data["build-system"]["requires"],
        project["dependencies"],
        *project["optional-dependencies"].values(),
    ]
    yield from (one for group in every for one in group if not one.startswith(NAME))


def lower_bounds() -> dict[str, str]:
    """The lower bound of each dependency, by its name with its extras. Raises ValueError if it is not one number."""
    found: dict[str, str] = {}
    for one in requirements():
        parts = REQUIREMENT.fullmatch(one)
        if parts is None:
            raise ValueError(f"'{one}' should be NAME>=VERSION")
        name = parts[1] + (parts[2] or "")
        if found.setdefault(name, parts[3]) != parts[3]:
            raise ValueError(f"'{name}' has two lower bounds")
    return found


def pins() -> dict[str, str]:
    """The versions in constraints.txt, by name."""
    lines = CONSTRAINTS.read_text(encoding="utf-8").splitlines()
    pairs = (line.split("==") for line in lines if line and not line.startswith("#"))
    return {normal(name): version for name, version in pairs}


def installed() -> dict[str, str]:
    """What is installed here, without the package itself and what every environment has."""
    usual = {NAME, "pip", "setuptools", "wheel"}
    return {
        name: one.version for one in distributions() if (name := normal(one.metadata["Name"])) not in usual
    }


def main(what: str) -> None:
    if what == "newest":
        print(HEAD + "\n".join(sorted(f"{name}=={version}" for name, version in installed().items())))
    elif what == "oldest":
        print("\n".join(f"{name}=={version}" for name, version in sorted(lower_bounds().items())))
    else:
        print(*TESTS)


if __name__ == "__main__":
    main(sys.argv[1])
