"""`rulewright rules`: the statements of a rulebook, what cites and shows each, and what was decided beside it."""

from __future__ import annotations

import argparse
import json
import textwrap

from ...dsl.languages import BASE
from ...dsl.languages.messages import Message
from ...dsl.model.game import OURS, Rule
from ..commandline.arguments import add_format, add_game, found_game, identity, loaded
from ..commandline.console import BAD_USAGE, CLEAN, FINDINGS, Console
from ..rulebook import Statement, named, statements

DESCRIPTION = """\
Show the rules of a game: what each statement of its rulebook says, which parts of the game cite it, which scenarios
show it, and which decisions are about it. With --decisions, show only what does not stand in the rulebook (decisions
and public facts), each with its reason and beside the statements that it touches. With IDs, show only these rules, or
the rules of these sections (what stands before the dot of an id)."""
EXAMPLES = (
    "rulewright rules ./my-game                every statement",
    "rulewright rules ./my-game --decisions    what to review",
    "rulewright rules ./my-game setup goal.2   a section and a rule",
)
EXIT_CODES = "0 shown, 1 errors in the game or no such rule, 2 bad usage, no such game or no such language"
WIDTH = 100


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("ids", nargs="*", metavar="ID", help="a rule, or a section")
    parser.add_argument("--decisions", action="store_true", help="only decisions and public facts")
    parser.add_argument("--lang", metavar="LANGUAGE", default=BASE, help=f"the language (default: {BASE})")
    add_format(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    found = found_game(args.game, console, args.variant)
    game = loaded(found, args.variant, console)
    if args.lang not in game.languages:
        known = ", ".join(game.languages)
        console.remark(f"rulewright rules: the game has no language '{args.lang}'; it has: {known}")
        return BAD_USAGE
    shown = named(statements(found, game, ours=args.decisions), args.ids)
    if args.ids and not shown:
        console.remark(f"rulewright rules: {args.game} has no such rule or section")
        return FINDINGS
    if args.format == "json":
        result = {**identity(game), "rules": [one.as_json(args.lang) for one in shown]}
        console.write(json.dumps(result, ensure_ascii=False, indent=2))
        return CLEAN
    if not shown:
        console.write(_word("no decisions" if args.decisions else "no rules", args.lang))
        return CLEAN
    write = _decision if args.decisions else _statement
    console.write("\n\n".join("\n".join(write(one, args.lang, console)) for one in shown))
    return CLEAN


def _decision(one: Statement, language: str, console: Console) -> list[str]:
    """A decision, why it was made, and in full the statements that it touches."""
    return [
        *_head(one.rule, language, console),
        *_why(one.rule, language),
        *_about(one, language),
        *_list("shown by", one.shown_by, language),
    ]


def _statement(one: Statement, language: str, console: Console) -> list[str]:
    touched = tuple(rule.id for rule in one.touched_by)
    return [
        *_head(one.rule, language, console),
        *_why(one.rule, language),
        *_list("about", one.rule.about, language),
        *(_list("touched by", touched, language) if touched else ()),
        *_list("cited by", one.cited_by, language),
        *_list("shown by", one.shown_by, language),
    ]


def _head(rule: Rule, language: str, console: Console) -> list[str]:
    kind = "" if rule.kind == "rule" else f" ({_word(f'kind {rule.kind}', language)})"
    lines = _wrapped(f"{rule.id}{kind}: {rule.in_language(language)}", "", "  ")
    name = f"{rule.id}{kind}:"
    return [console.bold(name) + lines[0][len(name) :], *lines[1:]] if lines[0].startswith(name) else lines


def _why(rule: Rule, language: str) -> list[str]:
    if not rule.why and rule.kind not in OURS:
        return []
    return _wrapped(f"{_word('why', language)}: {rule.why_in(language) or '–'}", "  ", "    ")


def _about(one: Statement, language: str) -> list[str]:
    if not one.about:
        return [f"  {_word('about', language)}: –"]
    lines = [f"  {_word('about', language)}:"]
    for rule in one.about:
        lines += _wrapped(f"{rule.id}: {rule.in_language(language)}", "    ", "      ")
    return lines


def _list(what: str, names: tuple[str, ...], language: str) -> list[str]:
    if what == "about" and not names:
        return []
    return _wrapped(f"{_word(what, language)}: {'; '.join(names) or '–'}", "  ", "    ")


def _word(what: str, language: str) -> str:
    return Message(f"rules.{what}").say(language)


def _wrapped(text: str, first: str, others: str) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )
