"""From a text of the game to its resolved tree: all readings, each resolved, exactly one may be left.

Guarantee: `resolve_text` gives the one meaning of a text, or None after saying what is wrong with it.
Readings that mean nothing (a name out of scope, a type that does not fit) fall away; two that mean
different things are an error that shows both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from . import print_english
from . import tree as t
from .context import Context, Unresolved
from .diagnostics import Note, Report
from .document import Text
from .lexer import Lattice
from .source import Span
from .stuck import tell_stuck
from .syntax import Syntax, read
from .vocabulary import Vocabulary, split
from .walk import walk

T = TypeVar("T")


# The way out, for failures that name none of their own.
_HELP = {
    "RW203": "name a thing before you refer to it: choose a …, as the pick",
    "RW206": "'places:' says what each place is and what lies in it",
    "RW208": "an action happens, so a 'do:' says it; an ability is in force, so a design has it",
    "RW209": "give the slot what its phrase asks for",
    "RW210": "a number, a state or property that is one, or 'the number of …' can stand here",
    "RW211": "compare with something of the same type",
    "RW212": "say which player: the player, the leader; several one by one: 'for each player: that player …'",
    "RW213": "say how many and of what: choose a …, choose up to 2 …",
    "RW214": "what is declared under 'game has:', 'players have:' or 'state:' can change",
}


def resolve_text(
    text: Text, start: str, resolver: Callable[[Syntax, Context], T], context: Context, report: Report
) -> T | None:
    """The meaning of a text read as the start symbol."""
    lattice = Lattice(text.value, local_vocabulary(text.value, context))
    silent = Report() if _says_broken(lattice, context) else report
    if not lattice.pieces:
        report.error("RW201", "this text is empty", text.span, help="say 'nothing' to do nothing")
        return None
    readings = read(lattice, start)
    if readings.stuck is not None:
        tell_stuck(text, lattice, readings.stuck, context, silent)
        return None
    meanings: list[T] = []
    failures: list[Unresolved] = []
    for tree in readings.trees:
        outer = dict(context.variables)
        try:
            meaning = resolver(tree, context)
        except Unresolved as failure:
            failure.tokens = sum(1 for _ in tree.scan_values(lambda _: True))
            failures.append(failure)
        else:
            if meaning not in meanings:
                meanings.append(meaning)
        finally:
            context.variables.clear()
            context.variables.update(outer)
    return _one(text, meanings, failures, context, silent)


def _says_broken(lattice: Lattice, context: Context) -> bool:
    """Whether a text says a name whose declaration is an error, so that it cannot be right."""
    said = tuple(piece.word for piece in lattice.pieces)
    return any(
        said[at : at + len(name)] == name
        for name in context.symbols.broken
        for at in range(len(said) - len(name) + 1)
    )


def _one(
    text: Text, meanings: list[T], failures: list[Unresolved], context: Context, report: Report
) -> T | None:
    if len(meanings) == 1:
        return meanings[0]
    if meanings:
        shown = [f"one reading: {line}" for line in _differences(meanings[:3], context)]
        report.error(
            "RW217",
            f"this text can be read in {len(meanings)} ways",
            _first_difference(text, meanings),
            notes=[Note(line) for line in shown],
            help="rename one of the things, or say it in other words",
        )
        return None
    # Most likely meant is the reading with the longest names; of those, the one that came furthest.
    failure = min(failures, key=lambda one: (one.tokens, -one.span.start))
    report.error(
        failure.code,
        failure.message,
        failure.span,
        notes=failure.notes,
        help=failure.help or _HELP.get(failure.code),
    )
    return None


def _differences(meanings: Sequence[object], context: Context) -> list[str]:
    """The canonical text of each meaning, without the lines that all have."""
    printed = [print_english.show(meaning, context.symbols).split("\n") for meaning in meanings]
    if len(set(map(tuple, printed))) == 1:
        return [_by_phrases(meaning) for meaning in meanings]
    shared = set(printed[0]).intersection(*printed[1:])
    return [
        "; ".join(line.strip() for line in lines if line not in shared) or "(nothing more)"
        for lines in printed
    ]


def _by_phrases(meaning: object) -> str:
    """What tells readings apart that print alike: whether the words are a phrase's or the language's."""
    said = [node.phrase for node in walk(meaning) if isinstance(node, t.Call)]
    return " and ".join(f"the phrase '{phrase}'" for phrase in said) or "the words of the language"


def _first_difference(text: Text, meanings: Sequence[object]) -> Span:
    """The first statement that not all meanings have."""
    first, second = meanings[:2]
    if isinstance(first, tuple) and isinstance(second, tuple):
        for one, other in zip(first, second, strict=False):
            if one != other and isinstance(one, t.Node) and isinstance(other, t.Node):
                return one.span.to(other.span)
    return text.span


def local_vocabulary(value: str, context: Context) -> Vocabulary:
    """The game's vocabulary and the names that the text binds or finds bound."""
    vocabulary = Vocabulary(context.symbols.vocabulary)
    for name in (*context.variables, *context.state, *_bound(value)):
        if not name.startswith("that "):
            vocabulary.add(name, "NAME", name)
    return vocabulary


def _bound(value: str) -> list[str]:
    """The names after `as` and `let`."""
    found = []
    for line in value.split("\n"):
        words = [piece.word for piece in split(line)]
        for index, word in enumerate(words):
            if word in ("as", "let"):
                stop = index + 1
                while stop < len(words) and (words[stop][0].isalpha() and words[stop] != "be"):
                    stop += 1
                if stop > index + 1:
                    found.append(" ".join(words[index + 1 : stop]))
    return found
