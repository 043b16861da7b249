"""`rulewright prose`: what does not fit between a rulebook as it was published and the game."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from ...dsl.languages import BASE
from ...interpreter.extras import needed
from ..commandline.arguments import add_format, add_game, identity, opened
from ..commandline.console import BAD_USAGE, CLEAN, FINDINGS, Console
from ..prose.findings import findings
from ..prose.reading import Finding
from ..prose.terms import Vocabulary
from ..prose.text import UnreadableError, read

DESCRIPTION = """\
Read a rulebook, a text file, beside the game, and report what does not fit: names with another word in them, nouns
that nothing in the game is called, counts that differ from the components, lists that differ in one member,
properties of what has none, numbers of players that a table leaves out, and holes where an icon was. All of it is for
a person to judge: it may be the text that is wrong, or the game. Other names that a rulebook uses stand under 'also:'
of a name, and words that are no terms under 'plain words:'."""
EXAMPLES = (
    "rulewright prose ./my-game rulebook.txt           a rulebook in English",
    "rulewright prose ./my-game rulebook.txt --lang LANGUAGE",
)
EXIT_CODES = "0 nothing found, 1 findings or errors in the game, 2 bad usage or an unreadable file"
MOST_LINES = 8
"""At most this many other lines are listed."""


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("rulebook", metavar="RULEBOOK", help="a text file, encoded as UTF-8")
    parser.add_argument("--lang", metavar="LANGUAGE", default=BASE, help=f"the language (default: {BASE})")
    add_format(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    game = opened(args, console)
    prose = game.language(args.lang).prose if args.lang in game.languages else None
    if prose is None:
        console.remark(f"rulewright prose: rulebooks cannot be read in the language '{args.lang}'")
        return BAD_USAGE
    words = Vocabulary(game, args.lang, prose, needed("snowballstemmer", "prose").stemmer(prose.stems))
    if words.is_empty:
        console.remark(f"rulewright prose: nothing in {game.id} has a name in the language '{args.lang}'")
        return BAD_USAGE
    try:
        book = read(Path(args.rulebook))
    except (OSError, UnreadableError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        console.remark(f"rulewright prose: {args.rulebook} cannot be read: {reason}")
        return BAD_USAGE
    found = findings(book, words)
    if args.format == "json":
        data = [
            {"line": one.line, "lines": list(one.lines), "kind": one.kind, "message": one.message}
            for one in found
        ]
        console.write(json.dumps({**identity(game), "findings": data}, ensure_ascii=False, indent=2))
    else:
        for one in found:
            console.write(f"{args.rulebook}:{one.line}: {one.kind}: {one.message}{_also(one)}")
        console.write(f"{len(found)} finding{'' if len(found) == 1 else 's'}" if found else "nothing found")
    return FINDINGS if found else CLEAN


def _also(one: Finding) -> str:
    """The other lines of a finding."""
    others = [str(line) for line in one.lines[1:]]
    if not others:
        return ""
    more = ", …" if len(others) > MOST_LINES else ""
    return f" (also line{'s' if len(others) > 1 else ''} {', '.join(others[:MOST_LINES])}{more})"
