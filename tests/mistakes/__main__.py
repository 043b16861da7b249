"""Makes mistakes in the code, one at a time, and says which of them the tests find:

    python -m tests.mistakes --number 30 --seed 1 --compare

Each mistake is made in a copy of the project, as many in each package. There the tests run until one fails: first
those that import the module, then the others of its package (`TESTS`), but no longer than `--seconds` of processor.
With `--compare`, all cases of these tests are run for what the usual ones do not find: they contain the usual ones.
`--only 3 8` makes just these of the mistakes, counted from 0. What follows `--` goes to pytest, such as `--sample 5`.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from .seeding import Mistake, mistakes

ROOT = Path(__file__).parents[2]
TESTS = {
    "dsl": ("tests/dsl", "tests/battery/test_rules.py"),
    "interpreter": ("tests/interpreter", "tests/battery", "tests/secrets"),
    "interpreter/native": ("tests/interpreter/native", "tests/interpreter"),
    "workbench": ("tests/workbench", "tests/lsp"),
}
"""The tests of the packages in which mistakes are made."""
TOO_LONG = "not found in the time for it"


def modules(package: str) -> list[Path]:
    """The modules of a package, without those of another package that lies in it."""
    inner = [ROOT / other for other in TESTS if other.startswith(f"{package}/")]
    found = sorted((ROOT / package).rglob("*.py"))
    return [path for path in found if not any(path.is_relative_to(other) for other in inner)]


def drawn(package: str, number: int, dice: random.Random) -> list[tuple[Path, Mistake]]:
    """Mistakes in a package: first a module is drawn, the larger the likelier, then a mistake in it."""
    paths = modules(package)
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    weights = [len(texts[path]) for path in paths]
    made: list[tuple[Path, Mistake]] = []
    while len(made) < number:
        (path,) = dice.choices(paths, weights)
        if choices := mistakes(texts[path]):
            made.append((path, dice.choice(choices)))
    return made


def importers(path: Path) -> list[str]:
    """The tests that import a module: first those with its name, then those of its package."""
    dotted = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    before, _, last = dotted.rpartition(".")
    spelt = re.compile(
        rf"rulewright\.{re.escape(dotted)}\b|from rulewright\.{re.escape(before)} import .*\b{last}\b"
    )
    found = (test for test in (ROOT / "tests").rglob("test_*.py") if "browser" not in test.parts)
    users = (test.relative_to(ROOT) for test in found if spelt.search(test.read_text(encoding="utf-8")))
    top = path.relative_to(ROOT).parts[0]
    return [
        str(test)
        for test in sorted(users, key=lambda test: (path.stem not in test.stem, top not in test.parts, test))
    ]


def copied(folder: Path) -> None:
    """The project as it is, with what is not committed yet."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name, follow_symlinks=False)


def failure(folder: Path, tests: list[str], seconds: int, options: list[str]) -> str:
    """What pytest says of the first test that fails in a copy; empty if all pass; `TOO_LONG` if there is no time."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--no-header", *options]
    environment = {**os.environ, "PYTHONPATH": str(folder / ".ns"), "COLUMNS": "400"}
    limit = partial(resource.setrlimit, resource.RLIMIT_CPU, (seconds, seconds + 5))
    done = subprocess.run(
        [*command, *tests],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        preexec_fn=limit,
        check=False,
    )
    if done.returncode == -signal.SIGXCPU:
        return TOO_LONG
    failed = (line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR")))
    return next(failed, f"ended with {done.returncode}") if done.returncode not in (0, 5) else ""


def caught(folder: Path, path: Path, package: str, seconds: int, options: list[str]) -> str:
    """The test that finds the mistake that was made in a module of a copy, `TOO_LONG`, or nothing."""
    found, near = "", importers(path)
    others = [*TESTS[package], *(f"--ignore={test}" for test in near)]
    for tests in (near, others):
        found = (failure(folder, tests, seconds, options) if tests else "") or found
        if is_found(found):
            break
    return found


def is_found(by: str) -> bool:
    return by not in ("", TOO_LONG)


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mistakes")
    parser.add_argument("--number", type=int, default=30, help="how many mistakes")
    parser.add_argument("--seed", type=int, default=1, help="which mistakes are drawn")
    parser.add_argument("--seconds", type=int, default=300, help="processor time for the tests of a mistake")
    parser.add_argument(
        "--compare", action="store_true", help="run all cases for what the usual ones do not find"
    )
    parser.add_argument("--only", type=int, nargs="+", help="the numbers of these mistakes, from 0")
    parser.add_argument("options", nargs="*", help="options of pytest")
    args = parser.parse_args(argv)
    dice = random.Random(args.seed)
    plan = [
        (package, *one)
        for at, package in enumerate(TESTS)
        for one in drawn(package, (args.number + at) // len(TESTS), dice)
    ]
    if args.only is not None:
        plan = [plan[number] for number in args.only]
    usually = only_whole = 0
    with tempfile.TemporaryDirectory(prefix="rulewright-mistakes-") as scratch:
        copied(Path(scratch))
        for package, path, mistake in plan:
            module = path.relative_to(ROOT)
            (Path(scratch) / module).write_text(mistake.text, encoding="utf-8")
            print(f"{module}:{mistake.line}: {mistake.right}  →  {mistake.wrong}", flush=True)
            by = caught(Path(scratch), path, package, args.seconds, args.options)
            usually += is_found(by)
            print(f"    {by or 'NOT FOUND, and all of these tests pass'}", flush=True)
            if args.compare and not is_found(by):
                by = caught(Path(scratch), path, package, args.seconds, [*args.options, "--whole"])
                only_whole += is_found(by)
                print(f"    with all cases: {by or 'NOT FOUND, and all of these tests pass'}", flush=True)
            shutil.copy2(path, Path(scratch) / module)
    print(f"{usually} of {len(plan)} found")
    if args.compare:
        print(f"{usually + only_whole} of {len(plan)} found with all cases")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
