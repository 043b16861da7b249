"""From a text of the game to its resolved tree: all readings are resolved, and exactly one must be left.

Guarantee: `resolve_text` returns the one meaning of a text, or None after reporting what is wrong with it. Readings
that mean nothing (a name out of scope, a type that does not fit) are dropped; two readings with different meanings
are an error that shows both.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, cast

import attrs

from ..diagnostics.diagnostic import Diagnostic, Note
from ..diagnostics.report import Report
from ..document.reader import Text
from ..model.symbols import Symbols
from ..syntax.lexer import Lattice
from ..syntax.parser import Syntax, read, read_afresh
from ..syntax.stacks import Large, Stuck
from ..syntax.vocabulary import Vocabulary, split
from .ambiguity import report_meanings
from .context import Context, Outcome, Unresolved
from .handlers import WAYS
from .meanings import TooMany, outcome
from .near_phrases import near_misses
from .recorded import uses_in
from .syntax_errors import MOST_LETTERS, report_large, report_long, report_many, report_stuck

T = TypeVar("T")
Resolve = Callable[[Text, str, Callable[[Syntax, Context], Any], Context, Report], Any]
"""What `resolve_text` is, and what stands in for it where readings are kept."""

UNCLEAR = frozenset({"RW203", "RW212", "RW217"})
"""What is said could mean two things: a rewriting would decide which."""

READING = "one reading: "
"""How a note begins that says what a text could mean."""

_NEEDS_BRACKETS = re.compile(r"begins with '(\w+)' needs brackets")
_HOOKS = re.compile(r"\b(?:before|after|instead of):")
_BINDS = re.compile(r"\b(?:as|let)\b", re.IGNORECASE)

# The way out, for failures that give none of their own.
_HELP = {
    "RW203": "name a thing before you refer to it: choose a …, as the pick",
    "RW206": "'places:' says what each place is and what lies in it",
    "RW208": "an action happens, so a 'do:' says it; an ability is in force, so a design has it",
    "RW209": "give the slot what its phrase needs",
    "RW210": "a number, a state or property that is one, or 'the number of …' can stand here",
    "RW211": "compare with something of the same type",
    "RW212": "say which player: the player, the leader; several one by one: 'for each player: that player …'",
    "RW213": "say how many and of what: choose a …, choose up to 2 …",
    "RW214": "what is declared under 'game has:', 'players have:' or 'state:' can change",
}


def resolve_text(
    text: Text, start: str, resolver: Callable[[Syntax, Context], T], context: Context, report: Report
) -> T | None:
    """The meaning of a text as the start symbol."""
    if len(text.value) > MOST_LETTERS:
        report_long(text, report)
        return None
    lattice = Lattice(text.value, local_vocabulary(text.value, context))
    silent = Report(0, 0) if _uses_broken_name(lattice, context) else report
    if not lattice.pieces:
        report.error("RW201", "this text is empty", text.span, help="say 'nothing' to do nothing")
        return None
    tree = read(lattice, start, context.symbols.most_slots + 1)  # one more, which can be reported
    if isinstance(tree, Stuck):
        heard = Report(silent.guesses, 0)
        report_stuck(text, lattice, tree, context, heard)
        at = lattice.pieces[tree.node].start if tree.node < lattice.end else None
        _with_ways_out(heard, text, start, resolver, context, silent, at)
        return None
    if isinstance(tree, Large):
        report_large(text, lattice, tree, silent)
        return None
    context.known.clear()
    context.made.clear()
    context.subjects.clear()
    context.ways = WAYS
    try:
        found = outcome(tree, context, resolver)
    except TooMany as many:
        report_many(context.span(many.tree), silent)
        return None
    if _uses_broken_name(lattice, context):  # a name that turned out to be wrong when this text needed it
        silent = Report(0, 0)
    heard = Report(silent.guesses, 0)
    one: T | None = _one(text, found, context, heard)
    if not found.meanings:
        _with_ways_out(heard, text, start, resolver, context, silent, None)
    else:
        _pass_on(heard, silent)
    return one


def _with_ways_out(
    found: Report,
    text: Text,
    start: str,
    resolver: Callable[[Syntax, Context], Any],
    context: Context,
    report: Report,
    at: int | None,
) -> None:
    """Reports what was found, with the ways to say it that are accepted, if there are any. `at` is where the parser
    got stuck."""
    unclear = any(one.code in UNCLEAR for one in found.errors)
    if unclear and report.may_rewrite():
        found.revise(lambda one: _with_readings(one, text, start, resolver, context))
        _pass_on(found, report)
        return
    if found.has_errors and not unclear and report.may_rewrite():
        from .rewritings import ways_out  # only when something is refused

        def read_alone(value: str) -> object:
            return _only_meaning(value, start, resolver, context)

        opens = _opens(found.errors[0].message, text.value, at) if at is not None else None
        mended = any(read_alone(value) is not None for value in _with_fixes(found, text))
        ways = ways_out(text, read_alone, opens) if not mended else None
        if ways is not None:
            found.revise(lambda one: attrs.evolve(one, help=ways.help, fix=ways.fix))
    _pass_on(found, report)


def _with_readings(
    found: Diagnostic,
    text: Text,
    start: str,
    resolver: Callable[[Syntax, Context], Any],
    context: Context,
) -> Diagnostic:
    """What a text that is not clear could mean, each in words that are accepted."""
    from .rewritings import readings_of  # only when something is refused

    def read_alone(value: str) -> object:
        return _only_meaning(value, start, resolver, context)

    if found.code == "RW217":
        return found
    kept = [note for note in found.notes if not note.message.startswith(READING)]
    said = [note.message.removeprefix(READING) for note in found.notes if note.message.startswith(READING)]
    meant = [read_alone(one) for one in said]
    if None in meant or len(said) < 2 or meant[0] == meant[1]:
        said = list(readings_of(text, read_alone))
    return attrs.evolve(found, notes=(*kept, *(Note(f"{READING}{one}") for one in said)))


def _with_fixes(found: Report, text: Text) -> Iterator[str]:
    """The text with each fix of a word that was perhaps meant."""
    for fix in (one.fix for one in found.errors if one.fix is not None):
        written = fix.span.source.text[fix.span.start : fix.span.end]
        yield text.value.replace(written, fix.replacement, 1)


def _opens(message: str, value: str, at: int) -> int | None:
    """Where an expression begins of which a message says that it needs brackets."""
    said = _NEEDS_BRACKETS.search(message)
    if said is None:
        return None
    found = [match.start() for match in re.finditer(rf"\b{said[1]}\b", value) if match.start() <= at]
    return found[-1] if found else None


def _pass_on(found: Report, report: Report) -> None:
    report.guesses = found.guesses
    for one in found.diagnostics:
        report.add(one)


def _only_meaning(
    value: str, start: str, resolver: Callable[[Syntax, Context], Any], context: Context
) -> Any:
    """The meaning of another text in the same surroundings, if there is exactly one."""
    text = Text(value)
    lattice = Lattice(value, local_vocabulary(value, context))
    tree = read_afresh(lattice, start, context.symbols.most_slots + 1) if lattice.pieces else None
    if tree is None or isinstance(tree, Stuck | Large):
        return None
    tried = attrs.evolve(
        context, text=text, variables=dict(context.variables), known={}, made={}, subjects={}, uses=None
    )
    tried.ways = WAYS
    try:
        found = outcome(tree, tried, resolver)
    except TooMany:
        return None
    return found.meanings[0].value if len(found.meanings) == 1 else None


def _uses_broken_name(lattice: Lattice, context: Context) -> bool:
    """Whether a text uses a name whose declaration is wrong, so that the text cannot be right."""
    if not context.symbols.broken:
        return False
    said = tuple(piece.word for piece in lattice.pieces)
    there = set(said)
    return any(
        said[at : at + len(name)] == name
        for name in context.symbols.broken
        if there.issuperset(name)
        for at in range(len(said) - len(name) + 1)
    )


def _one(text: Text, found: Outcome, context: Context, report: Report) -> T | None:
    meanings = [meaning.value for meaning in found.meanings]
    if len(meanings) == 1:
        if context.uses is not None:
            context.uses += uses_in(found.meanings[0].notes, context.symbols)
        return cast(T, meanings[0])
    if meanings:
        report_meanings(text, meanings, context, report)
        return None
    assert found.failure is not None
    _report(found.failure, context, report)
    return None


def _report(failure: Unresolved, context: Context, report: Report) -> None:
    notes, help_text = failure.notes, failure.help
    if failure.runs and report.may_guess():
        notes = near_misses(failure.runs, context.symbols, whole=True)
        help_text = "say it as the phrase does" if notes else help_text
    help_text = help_text or _HELP.get(failure.code)
    report.error(failure.code, failure.message, failure.span, notes=notes, help=help_text)


def local_vocabulary(value: str, context: Context) -> Vocabulary:
    """The game's vocabulary, with the names that are bound in the text or before it."""
    vocabulary = Vocabulary(context.symbols.vocabulary)
    for name in (*context.variables, *context.state, *_bound(value), *_of_events(value, context.symbols)):
        if not name.startswith("that "):
            vocabulary.add(name, "NAME", name)
    return vocabulary


def _of_events(value: str, symbols: Symbols) -> Iterator[str]:
    """The names of slots, where an event may name several of a sort, so that `that …` does not say which."""
    if _HOOKS.search(value) is None:
        return
    for phrase in symbols.phrases.values():
        sorts = Counter(slot.type for slot in phrase.slots)
        yield from (slot.name for slot in phrase.slots if sorts[slot.type] > 1 and slot.name in value)


def _bound(value: str) -> list[str]:
    """The names after `as` and `let`."""
    if _BINDS.search(value) is None:  # quicker than splitting, and most texts bind no names
        return []
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
