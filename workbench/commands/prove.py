"""`rulewright prove`: what always holds in a game, and what can happen in it."""

from __future__ import annotations

import argparse
import itertools
import json
import re
from collections.abc import Sequence
from pathlib import Path

import attrs

from ...dsl.diagnostics.diagnostic import Diagnostic, Note
from ...dsl.diagnostics.report import Report
from ...dsl.diagnostics.text import to_text
from ...dsl.languages import BASE
from ...dsl.model.game import Game
from ...dsl.scenarios.classes import ScenarioDoc
from ...interpreter import BrokenRulesError, Match, MatchError
from ...interpreter.extras import MissingExtraError
from ...interpreter.ir import NONE
from ..commandline.arguments import add_format, add_game, identity, opened, whole_number
from ..commandline.console import BAD_USAGE, CLEAN, FINDINGS, Console, RefusedError
from ..commandline.engines import add_engine
from ..commandline.named_scenario import named_scenario
from ..commandline.progress import Progress
from ..fault_reports import report_fault
from ..files.games import unfit
from ..matches import options_of, player_names
from ..prove.finding import Finding, Verdict
from ..prove.searched.beginnings import begun
from ..prove.searched.proving import Outcome, prove_by_searching
from ..prove.searched.search import Bounds
from ..prove.solved import CLAIM, PART, Payoffs, learn, solve, why_not_learnable, why_not_solvable
from ..prove.symbolic.claims import symbolic

DESCRIPTION = """\
Prove what always holds in a game, and find out what can happen in it. All positions are searched, with every outcome
of luck, until there are no more or a bound is reached: then a question stays open. What is found has a witness, a
record that 'rulewright play GAME --resume FILE' opens."""
EXAMPLES = (
    "rulewright prove ./my-game",
    "rulewright prove ./my-game --players 3 --minutes 10",
    "rulewright prove ./my-game --witnesses found",
    "rulewright prove ./my-game --solve",
)
EXIT_CODES = (
    "0 everything that was decided is as it should be, 1 errors in the game, or something is not as it should be, "
    "2 bad usage"
)
CODE = "RW750"
MEGABYTE = 1_000_000


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--players", metavar="N", help="with how many players (default: the fewest that the game allows)"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game's set-up; may be repeated",
    )
    parser.add_argument(
        "--scenario",
        metavar="FILE:NAME",
        help="ask what can happen from where this scenario begins, instead of from the start",
    )
    add_engine(parser)
    parser.add_argument(
        "--positions",
        type=whole_number,
        default=1_000_000,
        metavar="N",
        help="search at most that many positions (default 1,000,000)",
    )
    parser.add_argument(
        "--minutes", type=_minutes, default=1.0, metavar="N", help="search no longer (default 1)"
    )
    parser.add_argument(
        "--memory",
        type=whole_number,
        default=2000,
        metavar="MB",
        help="use about that many megabytes at most (default 2000)",
    )
    parser.add_argument(
        "--best-first",
        action="store_true",
        help="go on where the game's heuristic promises most, instead of breadth first",
    )
    parser.add_argument(
        "--symbolic",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="ask about conditions, costs and printed cards, too, without searching (needs rulewright[prove])",
    )
    parser.add_argument(
        "--solve",
        action="store_true",
        help="also compute what a match is worth if all play as well as possible; for hidden information "
        "by learning (needs rulewright[openspiel])",
    )
    parser.add_argument(
        "--witnesses", metavar="FOLDER", help="write each witness into this folder, as a record to resume"
    )
    add_format(parser)


def _minutes(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,4})?", text) or not float(text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of minutes, such as 5 or 0.5")
    return float(text)


def run(args: argparse.Namespace, console: Console) -> int:
    scenario = None
    if args.scenario is not None:
        _, scenario = named_scenario(args, console, "prove", ("players", "option", "solve"))
    game = opened(args, console)
    if args.positions < 1 or args.memory < 1:
        return _refuse("--positions and --memory are at least 1", console)
    folder = Path(args.witnesses) if args.witnesses is not None else None
    if folder is not None and (reason := _unfit_folder(folder)):
        return _refuse(f"{folder} cannot be written to: {reason}", console)
    try:
        match = _beginning(args, game, scenario, console)
    except BrokenRulesError as broken:
        report_fault(broken, console)
        return FINDINGS
    except MatchError as error:
        return _refuse(f"{error.code}: {error}", console)
    payoffs = Payoffs(match) if args.solve and not why_not_solvable(match) else None
    bounds = Bounds(args.positions, args.minutes * 60, args.memory * MEGABYTE, game.step_bound)
    with Progress(console, "positions") as progress:
        outcome = prove_by_searching(
            match,
            bounds,
            best_first=args.best_first,
            also=[payoffs] if payoffs is not None else [],
            progress=progress.update,
        )
    findings = list(outcome.findings)
    if args.symbolic:
        findings += _symbolic(game, console)
    if args.solve:
        findings.append(
            solve(match, outcome.searched, payoffs) if payoffs is not None else _learnt(args, match, outcome)
        )
    outcome = attrs.evolve(outcome, findings=tuple(findings))
    files = _write(outcome.findings, folder)
    if args.format == "json":
        console.write(json.dumps(_as_json(game, match, outcome, files), ensure_ascii=False, indent=2))
    else:
        _show(game, match, outcome, files, console)
    return FINDINGS if any(one.fault for one in outcome.findings) else CLEAN


def _symbolic(game: Game, console: Console) -> tuple[Finding, ...]:
    """What follows from ranges and printed cards alone; nothing, and a remark, without the library for it."""
    try:
        return tuple(symbolic(game))
    except MissingExtraError as missing:
        console.remark(f"rulewright prove: conditions and costs are not looked at: {missing}")
        return ()


def _learnt(args: argparse.Namespace, match: Match, outcome: Outcome) -> Finding:
    """The value of a game that cannot be looked at backwards, learnt if two players play for opposite ends."""
    if why_not := why_not_learnable(match, outcome.searched):
        return Finding(PART, CLAIM, Verdict.OPEN, f"no answer: {why_not}")
    return learn(args.game, args.variant, args.option, args.minutes * 60)


def _refuse(why: str, console: Console) -> int:
    console.remark(f"rulewright prove: {why}")
    return BAD_USAGE


def _beginning(args: argparse.Namespace, game: Game, scenario: ScenarioDoc | None, console: Console) -> Match:
    """The match from whose beginning all is searched. Raises `RefusedError` for a scenario that cannot be read."""
    if scenario is not None:
        report = Report()
        found = begun(game, scenario, report)
        if found is None:
            console.remark(to_text(report.diagnostics, colour=console.remark_colour).rstrip())
            raise RefusedError(FINDINGS)
        return found
    names = player_names(game, args.players or str(game.players[0]))
    return Match(game, names, 0, options_of(args.option), explicit_chance=True, engine=args.engine)


# ------------------------------------------------------------------------- witnesses


def _unfit_folder(folder: Path) -> str | None:
    if folder.is_dir():
        return unfit(folder / "witness-1.json")
    return "it is a file" if folder.exists() else None


def _write(findings: Sequence[Finding], folder: Path | None) -> dict[int, str]:
    """Writes the witnesses; gives the file of each finding that has one, by its number."""
    found: dict[int, str] = {}
    if folder is None:
        return found
    folder.mkdir(parents=True, exist_ok=True)
    for number, one in enumerate(findings):
        if one.witness is not None and one.witness.text:
            path = folder / f"{_stem(one.claim)}-{number + 1}.{one.witness.suffix}"
            path.write_text(one.witness.text, encoding="utf-8")
            found[number] = str(path)
    return found


def _stem(claim: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", claim.casefold()).strip("-")[:50] or "witness"


# ----------------------------------------------------------------------------- output


def _as_json(game: Game, match: Match, outcome: Outcome, files: dict[int, str]) -> dict[str, object]:
    searched = outcome.searched
    findings = []
    for number, one in enumerate(outcome.findings):
        findings.append({**one.as_json(), **({"file": files[number]} if number in files else {})})
    return {
        **identity(game),
        "players": len(match.players),
        "positions": len(searched.space),
        "whole": searched.whole,
        "depth": searched.depth,
        "matches": searched.matches,
        "findings": findings,
    }


def _show(game: Game, match: Match, outcome: Outcome, files: dict[int, str], console: Console) -> None:
    searched = outcome.searched
    count = len(match.players)
    players = "1 player" if count == 1 else f"{count} players"
    how = "all of them" if searched.whole else f"stopped by the bound of {searched.ended}"
    console.write(console.bold(f"{game.title[BASE]}, {players}"))
    also = f"; {searched.matches:,} random matches" if searched.matches else ""
    deep = f"up to {searched.depth:,} choices deep"
    console.write(f"{len(searched.space):,} positions, {how}, {deep}{also}; {searched.seconds:.1f} s")
    if not searched.whole and (first := _luck_first(match, searched.depth)) >= searched.depth:
        console.write(
            f"Luck alone decides the first {first:,} choices or more, so in none of these positions has a player "
            "decided anything: begin later, with --scenario FILE:NAME"
        )
    console.write()
    width = max(len(one.claim) for one in outcome.findings)
    for number, one in enumerate(outcome.findings):
        where = f" [{files[number]}]" if number in files else ""
        console.write(f"{WORDS[one.verdict]:<6}{one.claim:<{width}}  {one.said}{where}")
    faults = [_diagnostic(one) for one in outcome.findings if one.fault]
    if faults:
        console.remark(to_text(faults, colour=console.remark_colour).rstrip())


WORDS = {Verdict.HOLDS: "yes", Verdict.FAILS: "NO", Verdict.OPEN: "open"}


def _diagnostic(one: Finding) -> Diagnostic:
    """A finding as all others are shown: with its place, and the witness as notes."""
    steps = one.witness.steps if one.witness is not None else ()
    shown = _told(steps)
    notes = tuple(Note(step) for step in shown)
    return Diagnostic(CODE, f"{one.claim}: {one.said}", one.span, notes, one.help or None)


def _luck_first(match: Match, most: int) -> int:
    """How many choices luck makes before anybody else decides, if it always takes its first option; counted up to
    `most`."""
    played, count = match.clone(), 0
    while count < most and not played.is_over and played.decision.player == NONE:
        played.choose(played.decision.options[0])
        count += 1
    return count


LUCK = "luck: "
"""How a step that luck decides begins."""
SHOWN = 10
"""The lines of a witness that are shown, at most: its last ones, in which what is found comes about."""


def _told(steps: Sequence[str]) -> list[str]:
    """The steps of a witness in few lines: what luck decides one after the other, such as how cards are shuffled, is
    one of them."""
    lines: list[str] = []
    for by_luck, found in itertools.groupby(steps, lambda step: step.startswith(LUCK)):
        run = list(found)
        lines += [f"{run[0]}, and {len(run) - 1:,} more by luck"] if by_luck and len(run) > 2 else run
    left_out = len(lines) - SHOWN
    return lines if left_out <= 1 else [f"after {left_out:,} other steps", *lines[left_out:]]
