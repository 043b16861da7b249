"""`rulewright mutate`: measures how well a game is checked, by mistakes made on purpose."""

from __future__ import annotations

import argparse
import json
import os
import textwrap
from random import Random

import attrs

from ...dsl.diagnostics.report import Report
from ...dsl.languages import BASE
from ...dsl.model.game import Game
from ...interpreter.match.output.objects.cards import cards
from ..commandline.arguments import (
    GAME_HELP,
    add_format,
    found_game,
    identity,
    opened_in_language,
    report_errors,
    whole_number,
)
from ..commandline.console import BAD_USAGE, CLEAN, FINDINGS, Console
from ..commandline.progress import Progress
from ..mutate.judge import FAULT, Judge, Verdict, judge_of, verdicts
from ..mutate.mistakes import KINDS, Mistake, mistakes_in
from ..mutate.tally import as_json, chosen, survivors, tally
from ..printed_mistakes import PRINTED, printed_mistakes

DESCRIPTION = """\
Make mistakes in the rules of a game and of its variants, one at a time and in memory, and see what notices them: the
checker, or a scenario of the game. If nothing notices a mistake, no scenario pins that rule down. The same seed makes
the same mistakes. For a mistake in a variant, only scenarios with that variant are run.

With --kind printed, the mistakes are made in the texts of cards instead (those under 'printed:', or else as
'rulewright cards' prints them) and in their effects, and 'rulewright texts' has to notice them.

kinds of mistakes:
""" + "\n".join(
    f"  {kind:<12} {says}" for kind, says in {**KINDS, PRINTED: "alone: in the texts on cards"}.items()
)
EXAMPLES = (
    "rulewright mutate ./my-game",
    "rulewright mutate ./my-game --kind comparisons --kind numbers --limit 1000",
    "rulewright mutate ./my-game --variant my-expansion",
    "rulewright mutate ./my-game --kind printed --lang LANGUAGE",
)
EXIT_CODES = (
    "0 every mistake was noticed, 1 some were not or the game has errors, 2 bad usage or no such game"
)

LONGEST = 80  # characters shown of a change


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    parser.add_argument(
        "--variant",
        action="append",
        default=[],
        metavar="VARIANT",
        help="mistakes only in the files of this variant, by name or path; may be repeated",
    )
    parser.add_argument(
        "--kind", action="append", choices=[*KINDS, PRINTED], help="only this kind; may be repeated"
    )
    parser.add_argument(
        "--limit",
        type=whole_number,
        default=50,
        metavar="N",
        help="at most this many of each kind (default 50)",
    )
    parser.add_argument("--seed", type=whole_number, default=0)
    parser.add_argument(
        "--processes", type=whole_number, default=os.cpu_count() or 1, metavar="N", help="default: all cores"
    )
    parser.add_argument(
        "--lang", metavar="LANGUAGE", default=BASE, help=f"of the texts on cards (default: {BASE})"
    )
    add_format(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    if PRINTED in (args.kind or []):
        return run_printed(args, console)
    if args.limit < 1 or args.processes < 1:
        console.remark("rulewright mutate: --limit and --processes are at least 1")
        return BAD_USAGE
    report = Report()
    judge = judge_of(found_game(args.game, console, args.variant), report, args.variant)
    game = judge.games.get(frozenset())
    if report.has_errors or game is None:
        report_errors(report, console)
        return FINDINGS
    complaint = judge.complaint()
    if complaint is not None:
        console.remark(f"rulewright mutate: the game fails without any mistake: {complaint}")
        return FINDINGS
    luck = Random(args.seed)
    known = mistakes_in(game, luck, [judge.games[one] for one in judge.combinations])
    if args.variant:
        files = {source.name for name in args.variant for source in judge.variants[name]}
        known = [one for one in known if one.file in files]
    mistakes = chosen(known, args.kind or list(KINDS), args.limit, luck)
    return show(judged(judge, mistakes, args.processes, console), judge, game, args, console)


def judged(judge: Judge, mistakes: list[Mistake], processes: int, console: Console) -> list[Verdict]:
    with Progress(console, "mistakes") as progress:
        return list(verdicts(judge, mistakes, processes, progress.update))


def show(found: list[Verdict], judge: Judge, game: Game, args: argparse.Namespace, console: Console) -> int:
    files = {source.name: source for source in judge.files()}
    left = survivors(found)
    places = [files[one.mistake.file].position(one.mistake.start) for one in left]
    if args.format == "json":
        data = {**identity(game), **as_json(found, args.seed, places)}
        console.write(json.dumps(data, ensure_ascii=False, indent=2))
        return FINDINGS if left else CLEAN
    console.table(
        ("kind", "made", "checker", "scenarios", "nobody", "noticed", "no change"),
        [
            (kind, *map(str, (one.made, one.checker, one.scenarios, one.survived, one.share, one.same)))
            for kind, one in tally(found).items()
        ],
    )
    if left:
        console.write("\n" + console.bold("noticed by nobody:"))
    for one, (line, column) in zip(left, places, strict=True):
        console.write(f"{one.mistake.file}:{line}:{column}: {one.mistake.kind}: {change_text(one)}")
    return FINDINGS if left else CLEAN


def change_text(verdict: Verdict) -> str:
    """The change of a mistake, on one line."""
    texts = (verdict.mistake.was, verdict.mistake.became)
    was, became = (textwrap.shorten(text, LONGEST, placeholder=" …") for text in texts)
    change = f"'{was}' became '{became}'" if was else f"'{became}' was put in"
    change = change if became else f"'{was}' was left out"
    return f"{change} ({verdict.how})" if verdict.by == FAULT else change


def run_printed(args: argparse.Namespace, console: Console) -> int:
    """Mistakes in printed texts, in their effects and in the phrases of these; findings are those in proved texts and
    their effects that nothing notices."""
    if set(args.kind) != {PRINTED}:
        console.remark(f"rulewright mutate: --kind {PRINTED} stands alone")
        return BAD_USAGE
    game = opened_in_language(args, console, "mutate")
    texts = {one.design: one.text for one in cards(game, args.lang) if one.text}
    found = list(printed_mistakes(game, args.lang, texts))
    left = [one for one in found if not one.noticed]
    missed = any(one.level == "proved" and one.where != "phrases" for one in left)
    if args.format == "json":
        data = {**identity(game), "mistakes": [attrs.asdict(one) for one in found]}
        console.write(json.dumps(data, ensure_ascii=False, indent=2))
        return FINDINGS if missed else CLEAN
    levels = [(level, where) for level in ("proved", "trusted") for where in ("text", "effect", "phrases")]
    rows = []
    for level, where in levels:
        own = [one for one in found if (one.level, one.where) == (level, where)]
        noticed = sum(one.noticed for one in own)
        rows.append(
            (level, where, str(len(own)), str(noticed), f"{100 * noticed // len(own)} %" if own else "–")
        )
    console.table(("texts", "mistakes in the", "made", "noticed", "share"), rows)
    if left:
        console.write("\n" + console.bold("not noticed:"))
    for one in left:
        console.write(f"{one.design}: {one.level}: {one.where}: {one.sort}: {one.change}")
    return FINDINGS if missed else CLEAN
