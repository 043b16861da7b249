"""`rulewright check`: finds everything that is wrong in the rules of games, for people and for programs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path

from ...dsl.diagnostics.diagnostic import Diagnostic, Severity
from ...dsl.diagnostics.github import to_github
from ...dsl.diagnostics.report import Report
from ...dsl.diagnostics.sarif import to_sarif
from ...dsl.diagnostics.text import SHOWN, to_json, to_text
from ..checking import Checked, check_found, with_variants
from ..commandline.arguments import GAME_HELP, add_format, add_variant, identity, remark_shadowed
from ..commandline.console import BAD_USAGE, CLEAN, FINDINGS, Console, RefusedError
from ..commandline.watching import watch
from ..files.edited import Edited
from ..files.games import GameFiles, find_asked, find_variant, path_of, shown, write_rules
from ..files.shipped import SUFFIX, shipped_game, shipped_games
from ..fixing import difference, fixed

DESCRIPTION = """\
Find what is wrong in the rules of a game: all keys, names and texts in one run and, once these are right,
whatever does not fit together. The variants in the game's folder are checked too, each by itself and all together
(as many as do not conflict). Without GAME, the game in the current folder is checked. A file stands for the game
that it is a part of: `check components.yaml` checks the whole game, and `check variants/longer.yaml` checks the game
with that variant."""
EXAMPLES = (
    "rulewright check                             the game in the current folder, and its variants",
    "rulewright check ./my-game                   the game in the folder my-game",
    "rulewright check ./my-game --variant longer  only with a variant from my-game/variants",
    "rulewright check --format github      annotations for GitHub Actions",
    "rulewright check --fix                       also correct misspelt names",
    "rulewright check - --stdin-filename my-game/components.yaml < unsaved.yaml",
)
EXIT_CODES = "0 no errors, 1 errors (with --strict, warnings too), 2 bad usage or no such game"

STDIN = "-"
UNNAMED = "<stdin>"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{GAME_HELP}; - for standard input")
    add_variant(parser)
    add_format(parser, "sarif", "github")
    parser.add_argument("--shipped", action="store_true", help="check every game that ships")
    parser.add_argument("--all", action="store_true", help=f"show all findings, not only the first {SHOWN}")
    parser.add_argument("--strict", action="store_true", help="exit with 1 for warnings, too")
    parser.add_argument("--fix", action="store_true", help="correct what can be corrected in only one way")
    parser.add_argument(
        "--diff", action="store_true", help="show what --fix would change, and change nothing"
    )
    parser.add_argument("--watch", action="store_true", help="check again whenever a rule file changes")
    parser.add_argument(
        "--stdin-filename",
        metavar="FILE",
        help="the file that standard input stands for; the other files of its game are read from disk",
    )


def each_once(names: list[str]) -> list[str]:
    """Of names for the same game, as several files of it are, only the first."""
    if len(names) < 2:
        return names
    known: dict[object, str] = {}
    for name in names:
        found = find_asked(name, Report())
        known.setdefault(name if found is None else (tuple(map(str, found[0].files)), found[1]), name)
    return list(known.values())


def run(args: argparse.Namespace, console: Console) -> int:
    names, edits = asked(args, console)
    if args.watch:
        return watch(lambda: check_once(args, names, edits, console), lambda: watched(names, args), console)
    return check_once(args, names, edits, console)


def check_once(
    args: argparse.Namespace, names: list[str], edits: tuple[Edited, ...], console: Console
) -> int:
    if args.fix or args.diff:
        return fix(args, names, edits, console)
    checked = [one for name in names for one in check_all(name, tuple(args.variant), edits, console)]
    show_all(checked, args, console)
    if not args.games and not args.shipped and checked[0].missing:
        console.remark("rulewright check: '--shipped' checks the games that ship")
    return verdict_of(checked, args.strict)


def watched(names: list[str], args: argparse.Namespace) -> list[Path]:
    """The folders where a change may change the findings."""
    folders = {path_of(variant).parent for variant in args.variant if variant.endswith(SUFFIX)}
    for name in names:
        found = find_asked(name, Report())
        if found is not None and isinstance(found[0].folder, Path):
            folders |= {found[0].folder, path_of(name).parent if name.endswith(SUFFIX) else found[0].folder}
    return sorted(folder for folder in folders if folder.is_dir())


def fix(args: argparse.Namespace, names: list[str], edits: tuple[Edited, ...], console: Console) -> int:
    """Fixes each game (with --diff, only shows how), and shows the remaining findings."""
    checked: list[Checked] = []
    changed: list[Edited] = []
    count = 0
    for name in names:
        report = Report()
        found = find_asked(name, report, edits=edits)
        if found is None:
            checked.append(Checked(name, report.diagnostics, missing=True))
            continue
        files, variants = with_variants(found, args.variant)
        remark_shadowed(files, console)
        if files.shipped and not args.diff:
            console.remark(
                f"rulewright check: {files.name} ships with Rulewright, so --fix does not change it"
            )
            raise RefusedError(BAD_USAGE)
        others = [file for one in variants for file in find_variant(files, one, Report())]

        def findings(game: GameFiles, variants: tuple[str, ...] = variants) -> list[Diagnostic]:
            return [finding for one in check_found(game, variants) for finding in one.findings]

        done = fixed(files, others, findings)
        checked += check_found(done.game, variants)
        changed += done.files
        count += done.count
    if args.diff:
        return show_differences(changed, edits, count, console)
    if edits:  # standard input: the fixed text is the output, and the remaining findings go to standard error
        console.give((changed or edits)[0].data)
        findings_left = [finding for one in checked for finding in one.findings]
        console.remark(to_text(findings_left, colour=console.remark_colour).rstrip() or "clean")
        return verdict_of(checked, args.strict)
    for file in changed:
        try:
            write_rules(file, original(file, edits).read_bytes())
        except OSError as error:
            console.remark(f"rulewright check: {shown(file)} cannot be written: {error.strerror}")
            raise RefusedError(FINDINGS) from None
    if count:
        console.remark(f"fixed {findings_of(count)} in {', '.join(map(shown, changed))}")
    show_all(checked, args, console)
    return verdict_of(checked, args.strict)


def findings_of(count: int) -> str:
    return f"{count} finding{'s' if count > 1 else ''}"


def original(file: Edited, edits: tuple[Edited, ...]) -> Traversable:
    """What a file held before it was fixed."""
    return next((edit for edit in edits if edit.path == file.path), file.path)


def show_differences(changed: list[Edited], edits: tuple[Edited, ...], count: int, console: Console) -> int:
    for file in changed:
        console.write(difference(original(file, edits), file.read_text()).rstrip("\n"))
    if count:
        console.remark(f"would fix {findings_of(count)}")
    return FINDINGS if changed else CLEAN


def asked(args: argparse.Namespace, console: Console) -> tuple[list[str], tuple[Edited, ...]]:
    """The names of the games to check, and the text on standard input, if it is requested. Raises `RefusedError`."""
    names = list(dict.fromkeys(args.games or (shipped_games() if args.shipped else ["."])))
    wrong = None
    if args.games and args.shipped:
        wrong = "--shipped checks the games that ship; leave out the names"
    elif args.variant and len(names) != 1:
        wrong = "--variant needs exactly one game; name it"
    elif args.watch and (STDIN in names or args.format != "text" or args.diff):
        wrong = "--watch checks files and prints text; leave out -, --format and --diff"
    elif STDIN in names and len(names) > 1:
        wrong = "- stands alone: standard input is one file"
    elif args.stdin_filename is not None and names != [STDIN]:
        wrong = "--stdin-filename names the file that - stands for; write 'rulewright check - --stdin-filename FILE'"
    if wrong is not None:
        console.remark(f"rulewright check: {wrong}")
        raise RefusedError(BAD_USAGE)
    if names != [STDIN]:
        return each_once(names), ()
    name = args.stdin_filename or UNNAMED
    if shipped_game(name) is not None:  # a file is meant, not the shipped game
        name = f"./{name}"
    return [name], (Edited(path_of(name), sys.stdin.buffer.read() if sys.stdin is not None else b""),)


def check_all(
    name: str, variants: tuple[str, ...] = (), edits: tuple[Edited, ...] = (), console: Console | None = None
) -> Iterator[Checked]:
    """Like `check_found`, for the game with a name or path."""
    report = Report()
    found = find_asked(name, report, edits=edits)
    if found is None:
        yield Checked(" + ".join((name, *variants)), report.diagnostics, missing=True)
        return
    files, wanted = with_variants(found, variants)
    if console is not None:
        remark_shadowed(files, console)
    yield from check_found(files, wanted)


def verdict_of(checked: list[Checked], strict: bool) -> int:
    """The exit code."""
    if any(one.missing for one in checked):
        return BAD_USAGE
    counted = (Severity.ERROR, Severity.WARNING) if strict else (Severity.ERROR,)
    return FINDINGS if any(one.count(severity) for one in checked for severity in counted) else CLEAN


def show_all(checked: list[Checked], args: argparse.Namespace, console: Console) -> None:
    findings = [found for one in checked for found in one.findings]
    if args.format == "json":
        console.write(as_json(checked))
    elif args.format == "sarif":
        from ..installation import installed  # finding the version takes longer than a small check

        console.write(json.dumps(to_sarif(findings, installed()), ensure_ascii=False, indent=2))
    elif args.format == "github":
        for line in to_github(findings):
            console.write(line)
    else:
        for one in checked:
            show(one, console, None if args.all else SHOWN)


def show(checked: Checked, console: Console, most: int | None) -> None:
    """The findings, a blank line, and one line that counts them."""
    if checked.findings:
        console.write(to_text(checked.findings, colour=console.colour, most=most))
    console.write(f"{console.bold(checked.name)}: {verdict(checked)}")


def verdict(checked: Checked) -> str:
    counts = [(checked.count(Severity.ERROR), "error"), (checked.count(Severity.WARNING), "warning")]
    counted = [f"{count:,} {noun}{'s' if count > 1 else ''}" for count, noun in counts if count]
    return ", ".join(counted) or "clean"


def as_json(checked: list[Checked]) -> str:
    """One object: the number of errors and warnings, the games, and all findings in order, each with the name by
    which its game was requested."""
    findings = [{"game": one.name, **found} for one in checked for found in to_json(one.findings)]
    data = {
        "errors": sum(one.count(Severity.ERROR) for one in checked),
        "warnings": sum(one.count(Severity.WARNING) for one in checked),
        "games": [
            {
                "name": one.name,
                **(identity(one.game) if one.game is not None else unread(one)),
                "errors": one.count(Severity.ERROR),
                "warnings": one.count(Severity.WARNING),
            }
            for one in checked
        ],
        "diagnostics": findings,
    }
    return json.dumps(data, ensure_ascii=False, indent=2)


def unread(checked: Checked) -> dict[str, object]:
    """What is known of a game with errors."""
    return {"game": None, "content_hash": None, "variants": list(checked.variants)}
