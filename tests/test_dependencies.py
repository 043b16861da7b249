"""Everything that is installed to develop and test is pinned, and the package itself pins nothing."""

from __future__ import annotations

import re
from importlib.metadata import requires

from packaging.requirements import Requirement
from packaging.version import Version

from .dependencies import CONSTRAINTS, NAME, ROOT, TESTS, lower_bounds, normal, pins


def needed(name: str, extras: frozenset[str], seen: set[tuple[str, str]]) -> set[str]:
    """The names of all that a package with extras needs here, with what that needs."""
    found: set[str] = set()
    for extra in extras | {""}:
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        for text in requires(name) or ():
            one = Requirement(text)
            if one.marker is None or one.marker.evaluate({"extra": extra}):
                found |= {normal(one.name)} | needed(normal(one.name), frozenset(one.extras), seen)
    return found


def test_all_that_developers_need_is_pinned() -> None:
    assert needed(NAME, frozenset({"dev"}), set()) - {NAME} <= pins().keys() | {"pip", "setuptools"}


def test_a_pin_is_a_name_and_a_version() -> None:
    lines = [
        line for line in CONSTRAINTS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")
    ]
    assert lines == sorted(lines)
    assert all(re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*", line) for line in lines), (
        "no addresses, no ranges"
    )


def test_pins_are_not_below_the_lower_bounds() -> None:
    for name, bound in lower_bounds().items():
        assert Version(pins()[normal(name.partition("[")[0])]) >= Version(bound), name


def test_whoever_uses_the_package_is_free() -> None:
    """`lower_bounds` raises for more than lower bounds, and the metadata of the wheel say what it reads."""
    assert lower_bounds().keys() >= {"attrs", "cattrs", "lark", "PyYAML", "dask[distributed]"}


def test_ci_installs_the_pins() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    rule = makefile.partition("$(VENV)/.for-work:")[2]
    assert "PIP_CONSTRAINT=constraints.txt" in rule
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert re.search(r"^test: \$\(VENV\)/\.for-work", makefile, re.MULTILINE)


def test_the_tests_for_the_lower_bounds_are_there() -> None:
    assert all((ROOT / one).is_file() for one in TESTS)
