"""`rulewright fmt`: formats rule files."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import attrs

from ...dsl.diagnostics.report import Report
from ...dsl.diagnostics.source import Source
from ...dsl.diagnostics.suggest import closest
from ...dsl.diagnostics.text import to_text
from ...dsl.document.layout import Unchanged, laid_out
from ...dsl.document.reader import decode, read_document
from ..commandline.console import BAD_USAGE, CLEAN, FINDINGS, Console
from ..files.belonging import is_rule_file
from ..files.edited import Edited
from ..files.games import find_asked, path_of, read, shown, write_rules
from ..files.shipped import SUFFIX
from ..fixing import difference

DESCRIPTION = """\
Format rule files: two columns for each level, lists inside their keys, single spaces, at most one blank line, no
spaces at the ends of lines. Your line breaks, your comments and the columns of tables stay. The meaning never
changes: before a file is written, the result is read again and compared with what was there. In a folder, all rule
files are formatted, those in its subfolders too; without PATH, those in the current folder. With -, standard input
is formatted to standard output. With --upgrade, PATH is a game, which is rewritten in the newest edition of the
language, with its variants, and not formatted: what has only one way out is corrected, and matches stay the same."""
EXAMPLES = (
    "rulewright fmt                     the files of the current folder",
    "rulewright fmt ./my-game           the rules, variants and scenarios of my-game",
    "rulewright fmt --check ./my-game   only list the files that would change",
    "rulewright fmt - < game.yaml       from standard input to standard output",
    "rulewright fmt --upgrade ./my-game rewrite my-game in the newest edition of the language",
)
EXIT_CODES = (
    "0 done, 1 a file is not YAML, or something has to be corrected before --upgrade (with --check or --diff: or "
    "files would change), 2 bad usage or no such file"
)

STDIN = "-"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", metavar="PATH", help="a file or a folder; - for standard input")
    parser.add_argument(
        "--check", action="store_true", help="change nothing; list the files that would change"
    )
    parser.add_argument("--diff", action="store_true", help="change nothing; show what would change")
    parser.add_argument(
        "--upgrade", action="store_true", help="rewrite games in the newest edition of the language"
    )
    parser.add_argument(
        "--stdin-filename", metavar="FILE", default="<stdin>", help="the name of standard input in messages"
    )


@attrs.define
class Tally:
    changed: int = 0
    same: int = 0
    wrong: int = 0


def run(args: argparse.Namespace, console: Console) -> int:
    if args.upgrade and STDIN in args.paths:
        console.remark("rulewright fmt: --upgrade needs the files of a game, not standard input")
        return BAD_USAGE
    if STDIN in args.paths:
        return standard_input(args, console)
    if "" in args.paths:  # as a path it would be the current folder, which nobody has named
        console.remark("rulewright fmt: a PATH is empty; '.' stands for the current folder")
        return BAD_USAGE
    if args.upgrade:
        return upgrade(args, console)
    files = list(dict.fromkeys(files_of(args.paths or ["."], console)))
    if not files:
        console.remark("rulewright fmt: there are no rule files here; name a file or a folder")
        return BAD_USAGE
    missing = [file for file in files if not file.exists()]
    for file in missing:
        meant = closest(file.name, beside(file))
        hint = f"; did you mean {file.with_name(meant)}?" if meant else ""
        console.remark(f"rulewright fmt: there is no file or folder {file}{hint}")
    if missing:
        return BAD_USAGE
    tally = Tally()
    for file in files:
        one(file, args, tally, console)
    verb = "would change" if args.check or args.diff else "formatted"
    counts = [(tally.changed, verb), (tally.same, "unchanged"), (tally.wrong, "not formatted")]
    summary = ", ".join(f"{count} file{'s' if count > 1 else ''} {what}" for count, what in counts if count)
    console.remark(summary or "nothing to format")
    return FINDINGS if tally.wrong or (tally.changed and (args.check or args.diff)) else CLEAN


def upgrade(args: argparse.Namespace, console: Console) -> int:
    """Rewrites games in the newest edition, each as far as that can be done by itself."""
    verdicts = [_upgrade_one(name, args, console) for name in args.paths or ["."]]
    return max(verdicts)


def _upgrade_one(name: str, args: argparse.Namespace, console: Console) -> int:
    from ..upgrading import upgraded  # formatting needs no interpreter

    report = Report()
    asked = find_asked(name, report)
    if asked is None:
        console.remark(to_text(report.diagnostics, colour=console.remark_colour).rstrip())
        return BAD_USAGE
    found = asked[0]
    if found.shipped and not (args.diff or args.check):
        console.remark(f"rulewright fmt: {found.name} ships with Rulewright, so --upgrade does not change it")
        return BAD_USAGE
    done = upgraded(found)
    if done.left:
        console.remark(to_text(done.left, colour=console.remark_colour).rstrip())
    if done.refused:
        console.remark(f"rulewright fmt: {found.name} is left as it is: {done.refused}")
        return FINDINGS
    for file in done.files:
        before = file.path.read_bytes()
        if args.diff:
            console.write(difference(file.path, file.read_text()).rstrip("\n"))
        elif args.check:
            console.write(f"would change {shown(file)}")
        else:
            try:
                write_rules(file, before)
            except OSError as error:
                console.remark(f"rulewright fmt: {shown(file)} cannot be written: {error.strerror}")
                return FINDINGS
            console.write(f"upgraded {shown(file)}")
    if done.left:
        console.remark(f"{found.name}: correct these, and then the rest can be upgraded")
    elif not done.files:
        console.remark(f"{found.name} is in the newest edition")
    return FINDINGS if done.left or (done.files and (args.diff or args.check)) else CLEAN


def beside(file: Path) -> list[str]:
    """The names of the rule files beside one that is missing. It can be among them, as a link that leads nowhere."""
    return sorted(one.name for one in file.parent.glob(f"*{SUFFIX}") if one.exists())


def one(file: Path, args: argparse.Namespace, tally: Tally, console: Console) -> None:
    """Formats one file, or reports why not."""
    report = Report()
    source = read(file, report)
    laid = formatted(source, report) if source is not None else None
    if source is None or laid is None:
        console.remark(to_text(report.diagnostics, colour=console.remark_colour).rstrip())
        tally.wrong += 1
        return
    before = file.read_bytes()
    edit = Edited(file, laid.encode("utf-8"))
    if edit.data == before:
        tally.same += 1
        return
    tally.changed += 1
    if args.diff:
        console.write(difference(file, laid).rstrip("\n"))
    elif args.check:
        console.write(f"would change {shown(file)}")
    else:
        try:
            write_rules(edit, before)
        except OSError as error:
            console.remark(f"rulewright fmt: {shown(file)} cannot be written: {error.strerror}")
            tally.changed, tally.wrong = tally.changed - 1, tally.wrong + 1
            return
        console.write(f"formatted {shown(file)}")


def formatted(source: Source, report: Report) -> str | None:
    """The formatted text; None, with an error in the report, if it is not YAML."""
    laid = laid_out(source.text)
    if isinstance(laid, str):
        return laid
    if laid is Unchanged.UNREADABLE:
        read_document(source, report)
    if not report.has_errors:
        report.error(
            "RW010", f"this file is left as it is: {laid.value}", None, help=f"look at {source.name}"
        )
    return None


def standard_input(args: argparse.Namespace, console: Console) -> int:
    if len(args.paths) > 1:
        console.remark("rulewright fmt: - stands alone: standard input is one file")
        return BAD_USAGE
    data = sys.stdin.buffer.read() if sys.stdin is not None else b""
    report = Report()
    source = decode(args.stdin_filename, data, report)
    laid = formatted(source, report) if source is not None else None
    if laid is None:
        console.remark(to_text(report.diagnostics, colour=console.remark_colour).rstrip())
        return FINDINGS
    changed = laid.encode("utf-8") != data
    if args.diff and changed:
        console.write(difference(Edited(Path(args.stdin_filename), data), laid).rstrip("\n"))
    elif args.check and changed:
        console.write(f"would change {args.stdin_filename}")
    elif not args.diff and not args.check:
        console.give(laid.encode("utf-8"))
    return FINDINGS if changed and (args.check or args.diff) else CLEAN


def files_of(paths: list[str], console: Console) -> Iterator[Path]:
    """The named files, and the rule files in named folders; files that are not rule files are skipped."""
    for name in paths:
        path = path_of(name)
        if path.is_dir():
            yield from rules_in(path)
        elif path.is_file() and not is_rule_file(path) and decoded(path):
            console.remark(f"skipped {shown(path)}: it is not a rule file")
        else:
            yield path


def decoded(path: Path) -> bool:
    """Whether a file is YAML: only then is it skipped for its content, and not for a mistake in it."""
    report = Report()
    source = read(path, report)
    return source is not None and read_document(source, report) is not None


def rules_in(folder: Path) -> list[Path]:
    """The rule files in a folder and its subfolders, except hidden ones."""
    found = []
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        files = (Path(where) / name for name in sorted(names) if name.endswith(SUFFIX) and name[0] != ".")
        found += [file for file in files if is_rule_file(file)]
    return found
