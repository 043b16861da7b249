"""`rulewright check`: everything that is wrong in the rules of games, as text, JSON or SARIF."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import attrs
from rulewright.dsl.diagnostics.diagnostic import Diagnostic, Severity
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.sarif import to_sarif
from rulewright.dsl.diagnostics.text import SHOWN, to_json, to_text

from ..arguments import GAME_HELP, add_format, add_variant
from ..console import BAD_USAGE, CLEAN, FINDINGS, Console
from ..desk import Desk
from ..files import find_game
from ..scenarios import verify_all
from ..shipped import rule_files, shipped_games

DESCRIPTION = """\
Find what is wrong in the rules of a game: all keys, names and texts in one run and, once these are right, what does
not fit together. The variants in the game's folder are checked, too, each for itself. Without GAME: the game in the
current folder, or, if there is none, every game that ships."""
EXAMPLES = (
    "rulewright check my-game                     the game in the folder my-game, and its variants",
    "rulewright check my-game --variant longer    only with a variant from my-game/variants",
    "rulewright check my-game --format json       for programs",
    "rulewright check my-game --format sarif      for code hosts and editors",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help=GAME_HELP)
    add_variant(parser)
    add_format(parser, "sarif")
    parser.add_argument("--all", action="store_true", help=f"show every finding, not only the first {SHOWN}")
    parser.add_argument("--strict", action="store_true", help="warnings are findings too")


@attrs.frozen
class Checked:
    """A game, or a path, and what was found in it."""

    name: str
    findings: tuple[Diagnostic, ...]

    def count(self, severity: Severity) -> int:
        return sum(found.severity is severity for found in self.findings)


def run(args: argparse.Namespace, console: Console) -> int:
    names = args.games or asked_by_default()
    if args.variant and len(names) != 1:
        console.remark("rulewright check: --variant needs exactly one game; name it")
        return BAD_USAGE
    checked = [one for name in dict.fromkeys(names) for one in check_all(name, tuple(args.variant))]
    if args.format == "json":
        console.write(as_json(checked))
    elif args.format == "sarif":
        console.write(as_sarif(checked))
    else:
        for one in checked:
            show(one, console, None if args.all else SHOWN)
    counted = (Severity.ERROR, Severity.WARNING) if args.strict else (Severity.ERROR,)
    wrong = any(one.count(severity) for one in checked for severity in counted)
    return FINDINGS if wrong else CLEAN


def asked_by_default() -> list[str]:
    return ["."] if rule_files(Path()) else list(shipped_games())


def check_all(name: str, variants: tuple[str, ...]) -> Iterator[Checked]:
    """A game with the variants that are asked for. If none are, each of its own as well, once the game itself is
    right: of these only what the game does not have."""
    report = Report()
    found = find_game(name, report)
    if found is None:
        yield Checked(" + ".join((name, *variants)), report.diagnostics)
        return
    desk = Desk(found)
    game = check(desk, name, variants)
    yield game
    if variants or game.count(Severity.ERROR):
        return
    known = {one.sort_key for one in game.findings}
    for variant in found.variants():
        changed = check(desk, name, (variant,))
        own = (one for one in changed.findings if one.sort_key not in known)
        yield attrs.evolve(changed, findings=tuple(own))


def check(desk: Desk, name: str, variants: tuple[str, ...] = ()) -> Checked:
    report = Report()
    verify_all(desk, desk.game(report, variants), report, variants)
    return Checked(" + ".join((name, *variants)), report.diagnostics)


def show(checked: Checked, console: Console, most: int | None) -> None:
    """The findings, a blank line, and one line that counts them."""
    if checked.findings:
        console.write(to_text(checked.findings, colour=console.colour, most=most))
    console.write(f"{console.bold(checked.name)}: {verdict(checked)}")


def verdict(checked: Checked) -> str:
    counts = [(checked.count(Severity.ERROR), "error"), (checked.count(Severity.WARNING), "warning")]
    said = [f"{count:,} {noun}{'s' if count > 1 else ''}" for count, noun in counts if count]
    return ", ".join(said) or "clean"


def as_json(checked: list[Checked]) -> str:
    """One object: how many errors and warnings there are, and all findings in order, with their game."""
    findings = [{"game": one.name, **found} for one in checked for found in to_json(one.findings)]
    data = {
        "errors": sum(one.count(Severity.ERROR) for one in checked),
        "warnings": sum(one.count(Severity.WARNING) for one in checked),
        "diagnostics": findings,
    }
    return json.dumps(data, ensure_ascii=False, indent=2)


def as_sarif(checked: list[Checked]) -> str:
    """A SARIF log of one run."""
    from ..installation import installed

    findings = [found for one in checked for found in one.findings]
    return json.dumps(to_sarif(findings, installed()), ensure_ascii=False, indent=2)
