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
from .hints import SAID_OTHERWISE
from .lexer import LONGEST_NUMBER, MARKS, Lattice
from .registry import VOCABULARY, terminal_name
from .source import Span
from .suggest import closest
from .syntax import Stuck, Syntax, read
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
    "RW212": "say which player: the player, the leader, each player who …",
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
        _stuck(text, lattice, readings.stuck, context, silent)
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


# -------------------------------------------------------------------- messages


def _stuck(text: Text, lattice: Lattice, stuck: Stuck, context: Context, report: Report) -> None:
    span = _span(text, lattice, stuck.node)
    if stuck.too_deep:
        help_text = "say it in several texts, or close the brackets"
        report.error("RW201", "too much is nested inside each other here", span, help=help_text)
        return
    long = _long_number(lattice, stuck.node)
    if long is not None:
        report.error(
            "RW210",
            f"this number has {len(lattice.pieces[long].word)} digits",
            _span(text, lattice, long),
            help=f"a number has at most {LONGEST_NUMBER} digits",
        )
        return
    unknown = _unknown_word(lattice, stuck.node)
    if unknown is not None:
        node, word = unknown
        _unknown(word, _span(text, lattice, node), lattice, node, stuck, report)
        return
    if "OF" in stuck.expected and _owner_missing(text, lattice, stuck.node, context, report):
        return
    advice = _plural_meant(lattice, stuck, context) or _advice(text, lattice, stuck.node)
    if advice is not None:
        report.error("RW201", advice[0], span, help=advice[1])
        return
    expected = _expected(stuck)
    if stuck.node >= lattice.end or lattice.pieces[stuck.node].word in MARKS:
        report.error("RW201", "the text stops too early", span, help=f"what can follow: {expected}")
        return
    word = text.value[lattice.pieces[stuck.node].start : lattice.pieces[stuck.node].end]
    report.error("RW201", f"'{word}' cannot stand here", span, help=f"what can: {expected}")


def _plural_meant(lattice: Lattice, stuck: Stuck, context: Context) -> tuple[str, str] | None:
    """A type in the singular where a set is asked for."""
    if stuck.node >= lattice.end or "TYPE_P" not in stuck.expected or "TYPE_S" in stuck.expected:
        return None
    for entry in lattice.vocabulary.starting(lattice.pieces[stuck.node].word):
        known = context.symbols.types.get(entry.value) if entry.terminal == "TYPE_S" else None
        if known is not None and known.name != known.plural:
            return f"'{known.name}' stands where its plural should", f"write '{known.plural}'"
    return None


BLOCKS = ("if", "for", "repeat", "otherwise", "choose", "chooses", "may", "simultaneously")


def _advice(text: Text, lattice: Lattice, stuck: int) -> tuple[str, str] | None:
    """What is wrong and the way out, for what people often write."""
    if stuck >= lattice.end:
        return None
    word = lattice.pieces[stuck].word
    before = lattice.pieces[stuck - 1].word if stuck else ""
    if before == ":" and word in BLOCKS:
        return f"'{word}' begins a block of its own", "put it on the next line, indented"
    if word.isdigit() and stuck and before not in MARKS:
        previous = {entry.terminal for entry in lattice.vocabulary.starting(before)}
        if "PROP" in previous:
            return f"'{before} {word}' compares nothing", f"say how: {before} = {word}, {before} <= {word}, …"
    return None


def _owner_missing(text: Text, lattice: Lattice, stuck: int, context: Context, report: Report) -> bool:
    """Tells of a property or a place per player that is said without its owner, if that is what is wrong."""
    for start in range(max(0, stuck - 5), stuck):
        for entry in lattice.vocabulary.starting(lattice.pieces[start].word):
            said = tuple(piece.word for piece in lattice.pieces[start:stuck])
            if entry.terminal != "PROP" or entry.words != said:
                continue
            first, last = lattice.pieces[start], lattice.pieces[stuck - 1]
            per_player = entry.value in context.symbols.places or entry.value in context.symbols.players
            whose = "one for each player" if per_player else "one for each thing that has it"
            report.error(
                "RW204",
                f"whose '{entry.value}'? There is {whose}",
                text.span_of(first.start, last.end),
                help=f"say whose: the player's {entry.value}"
                if per_player
                else f"say whose: the {entry.value} of …",
            )
            return True
    return False


def _span(text: Text, lattice: Lattice, node: int) -> Span:
    if node >= lattice.end:
        return text.span_of(max(len(text.value) - 1, 0), len(text.value))
    piece = lattice.pieces[node]
    return text.span_of(
        piece.start, max(piece.end, piece.start + 1) if piece.end > piece.start else piece.end
    )


def _long_number(lattice: Lattice, stuck: int) -> int | None:
    """A number at the sticking point that is too long to be one."""
    for node in range(stuck, min(stuck + 2, lattice.end)):
        if lattice.pieces[node].word.isdecimal() and len(lattice.pieces[node].word) > LONGEST_NUMBER:
            return node
    return None


def _unknown_word(lattice: Lattice, stuck: int) -> tuple[int, str] | None:
    """The word near the sticking point that nothing in the game says; what stands before it could be a new name."""
    known = lattice.vocabulary.all_words()
    for node in (*range(stuck, _end_of_line(lattice, stuck)), *range(stuck - 1, max(-1, stuck - 6), -1)):
        word = lattice.pieces[node].word
        if word not in MARKS and word[0].isalpha() and word not in known:
            return node, word
    return None


def _owner_before(lattice: Lattice, node: int) -> str | None:
    """The plural of the type that `with` filters, if that is what stands before an unknown property."""
    if not node or lattice.pieces[node - 1].word != "with":
        return None
    for start in range(node - 2, max(-1, node - 6), -1):
        for entry in lattice.vocabulary.starting(lattice.pieces[start].word):
            said = tuple(piece.word for piece in lattice.pieces[start : node - 1])
            if entry.terminal == "TYPE_P" and entry.words == said:
                return " ".join(said)
    return None


def _end_of_line(lattice: Lattice, node: int) -> int:
    while node < lattice.end and lattice.pieces[node].word not in MARKS:
        node += 1
    return node


def _unknown(word: str, span: Span, lattice: Lattice, node: int, stuck: Stuck, report: Report) -> None:
    """Tells of an unknown word: of equally close words, one that could stand there is suggested."""
    vocabulary = lattice.vocabulary
    fitting = {
        part for entry in vocabulary.entries() if entry.terminal in stuck.expected for part in entry.words
    }
    guess = closest(word, [*sorted(fitting), *sorted(vocabulary.all_words())])
    help_text = f"did you mean '{guess}'?" if guess else "declare it, or use a name that is declared"
    help_text = SAID_OTHERWISE.get(word, help_text)
    if any(piece.word == "#" for piece in lattice.pieces[: node + 1]):
        help_text = "a comment cannot stand inside a text: put it above the key"
    if "PROP" in stuck.expected and "NAME" not in stuck.expected:
        owner = _owner_before(lattice, node)
        what = f"{owner} have no property '{word}'" if owner else f"there is no property '{word}'"
        report.error("RW205", what, span, help=help_text)
    else:
        report.error("RW202", f"'{word}' means nothing here", span, help=help_text)


def _expected(stuck: Stuck) -> str:
    ordered = sorted(stuck.expected, key=lambda terminal: (terminal not in VOCABULARY, terminal))
    names = list(dict.fromkeys(terminal_name(terminal) for terminal in ordered))
    if len(names) > 8:
        names = [*names[:8], "…"]
    return ", ".join(names)
