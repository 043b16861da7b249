"""Messages about texts that are not sentences of the game: why no reading continues, and the way out.

In: the place where the parser got stuck. Out: one diagnostic, as close to the cause as possible: a word that nothing
in the game uses, a missing owner, what people often write and how to say it in the language.
"""

from __future__ import annotations

import unicodedata

from ..diagnostics import suggest
from ..diagnostics.diagnostic import Note
from ..diagnostics.report import Report
from ..diagnostics.source import Span
from ..document.reader import Text
from ..library.library import needed_for
from ..syntax.keywords import VOCABULARY, terminal_name
from ..syntax.lexer import LONGEST_NUMBER, MARKS, Lattice
from ..syntax.stacks import Large, Stuck
from ..syntax.unfold import DEEPEST
from ..syntax.vocabulary import Vocabulary, is_number
from .context import Context
from .hints import (
    SAID_OTHERWISE,
    advice_for,
    block_in_line,
    count_in_filter,
    digit_in_name,
    digits_behind,
    name_among_words,
    said_otherwise,
    what_is_had,
)
from .near_phrases import near_misses

MOST_LETTERS = 50_000
"""The most letters of a text."""


def report_stuck(text: Text, lattice: Lattice, stuck: Stuck, context: Context, report: Report) -> None:
    span = _span(text, lattice, stuck.node)
    long = _long_number(lattice, stuck.node)
    if long is not None:
        report.error(
            "RW210",
            f"this number has {len(lattice.pieces[long].word)} digits",
            _span(text, lattice, long),
            help=f"a number has at most {LONGEST_NUMBER} digits",
        )
        return
    if _foreign_digits(text, lattice, stuck.node, report):
        return
    if (digit := digit_in_name(lattice, stuck)) is not None:
        report.error("RW201", digit[0], span, help=digit[1])
        return
    if (name := name_among_words(lattice, stuck)) is not None:
        report.error("RW216", name[0], span, help=name[1])
        return
    unknown = _unknown_word(lattice, stuck.node)
    if unknown is not None:
        node, word = unknown
        near = _near(lattice, node, context, report)
        _unknown(word, _span(text, lattice, node), lattice, node, stuck, near, context, report)
        return
    if (counted := count_in_filter(lattice, stuck)) is not None:
        report.error("RW201", counted[0], span, help=counted[1])
        return
    if "OF" in stuck.expected and _owner_missing(text, lattice, stuck.node, context, report):
        return
    if (had := what_is_had(lattice, stuck, context)) is not None:
        first, last, (message, way_out) = had
        report.error("RW201", message, text.span_of(*_ends(lattice, first, last)), help=way_out)
        return
    advice = _needs_plural(lattice, stuck, context) or advice_for(lattice, stuck, context)
    if advice is not None:
        report.error("RW201", advice[0], span, help=advice[1])
        return
    if stuck.node < lattice.end and (block := block_in_line(lattice, stuck)) is not None:
        report.error("RW201", block[0], span, help=block[1])
        return
    expected, near = _expected(stuck), _near(lattice, stuck.node, context, report)
    if stuck.node >= lattice.end or lattice.pieces[stuck.node].word in MARKS:
        report.error(
            "RW201", "the text stops too early", span, notes=near, help=f"what can follow: {expected}"
        )
        return
    word = text.value[lattice.pieces[stuck.node].start : lattice.pieces[stuck.node].end]
    report.error("RW201", f"'{word}' cannot stand here", span, notes=near, help=f"what can: {expected}")


def report_long(text: Text, report: Report) -> None:
    message = f"this text has {len(text.value)} letters, but at most {MOST_LETTERS} are read"
    report.error(
        "RW222", message, text.span, help="say it in several phrases or numbers, each with a text of its own"
    )


def report_large(text: Text, lattice: Lattice, large: Large, report: Report) -> None:
    """Reports words that are nested too deeply, or that can be read in too many ways."""
    first, last = (
        lattice.pieces[min(large.start, lattice.end - 1)],
        lattice.pieces[min(large.end, lattice.end) - 1],
    )
    span = text.span_of(first.start, max(first.end, last.end))
    if large.what == "many":
        report_many(span, report)
        return
    help_text = (
        "blocks, brackets and each + of a sum count: say a part before (let … be …), or as a number or phrase"
    )
    message = f"too much is nested inside each other here: more than {DEEPEST} levels"
    report.error("RW222", message, span, help=help_text)


def report_many(span: Span, report: Report) -> None:
    message = "this can be read in more ways than can be tried"
    help_text = (
        "rename what can be read in two ways, put brackets around the parts, or say it in several sentences"
    )
    report.error("RW222", message, span, help=help_text)


def _needs_plural(lattice: Lattice, stuck: Stuck, context: Context) -> tuple[str, str] | None:
    """A type in the singular where a set is needed."""
    if stuck.node >= lattice.end or "TYPE_P" not in stuck.expected or "TYPE_S" in stuck.expected:
        return None
    for entry in lattice.vocabulary.starting(lattice.pieces[stuck.node].word):
        known = context.symbols.types.get(entry.value) if entry.terminal == "TYPE_S" else None
        if known is not None and known.name != known.plural:
            return f"'{known.name}' stands where its plural should", f"write '{known.plural}'"
    return None


def _owner_missing(text: Text, lattice: Lattice, stuck: int, context: Context, report: Report) -> bool:
    """Reports a property, or a place per player, without its owner, if that is the cause."""
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


def _ends(lattice: Lattice, first: int, last: int) -> tuple[int, int]:
    return lattice.pieces[first].start, lattice.pieces[min(last, lattice.end - 1)].end


def _long_number(lattice: Lattice, stuck: int) -> int | None:
    """A number where the parser got stuck, with too many digits."""
    for node in range(stuck, min(stuck + 2, lattice.end)):
        if is_number(lattice.pieces[node].word) and len(lattice.pieces[node].word) > LONGEST_NUMBER:
            return node
    return None


def _foreign_digits(text: Text, lattice: Lattice, node: int, report: Report) -> bool:
    """Reports a digit where the parser got stuck that is not one of 0 to 9, if that is the cause."""
    word = lattice.pieces[node].word if node < lattice.end else ""
    if not word.isdigit() or word.isascii():
        return False
    same = "".join(str(unicodedata.digit(letter)) for letter in word)
    report.error(
        "RW210",
        f"'{word}' is not written with the digits 0 to 9, so it is no number",
        _span(text, lattice, node),
        help=f"write {same}",
    )
    return True


def _unknown_word(lattice: Lattice, stuck: int) -> tuple[int, str] | None:
    """The word near the place where the parser got stuck that nothing in the game uses; what stands before it could
    be a new name."""
    for node in (*range(stuck, _end_of_line(lattice, stuck)), *range(stuck - 1, max(-1, stuck - 6), -1)):
        word = lattice.pieces[node].word
        if word not in MARKS and word[0].isalpha() and not lattice.vocabulary.knows(word):
            return node, word
    return None


def _owner_before(lattice: Lattice, node: int) -> str | None:
    """The plural of the type that `with` filters, if it stands before an unknown property."""
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


def _near(lattice: Lattice, node: int, context: Context, report: Report) -> tuple[Note, ...]:
    """The phrases that the statement around a node nearly matches."""
    return near_misses(_line(lattice, node), context.symbols) if report.may_guess() else ()


def _line(lattice: Lattice, node: int) -> list[str]:
    """The words of the statement around a node."""
    words = [piece.word for piece in lattice.pieces]
    first = max((at + 1 for at in range(node) if words[at] in _BETWEEN), default=0)
    return words[first : next((at for at in range(node, len(words)) if words[at] in _BETWEEN), len(words))]


_BETWEEN = {*MARKS, ":", ";"}


def _unknown(
    word: str,
    span: Span,
    lattice: Lattice,
    node: int,
    stuck: Stuck,
    near: tuple[Note, ...],
    context: Context,
    report: Report,
) -> None:
    """Reports an unknown word. Of equally close words, it suggests one that could stand there."""
    vocabulary = lattice.vocabulary

    def likely() -> list[str]:
        entries = [entry for entry in vocabulary.entries() if entry.terminal in stuck.expected]
        fitting = {part for entry in entries for part in entry.words}
        return [*sorted(fitting), *sorted(vocabulary.all_words())]

    # A name that is gone is missing in many texts, and the search goes through all names.
    below = vocabulary.below or vocabulary
    key = (word, stuck.expected, *vocabulary.by_words, len(below.by_words))
    if key not in below.guesses and report.may_guess():
        below.guesses[key] = suggest.guess(word, likely())
    guess = below.guesses.get(key)
    help_text = f"did you mean '{guess}'?" if guess else "declare it, or use a name that is declared"
    help_text = said_otherwise(word, lattice, node, context) or help_text
    digits = digits_behind(lattice, node)
    if digits:
        help_text, guess = (
            f"a name is made of words, and '{word}{digits}' has a digit: give it another one",
            None,
        )
    of_library = needed_for(word)
    meant = None if word in SAID_OTHERWISE or of_library is not None else guess
    help_text = f"{help_text}; {of_library}" if of_library is not None else help_text
    opposite = _opposite(word, vocabulary)
    if opposite is not None:  # never the opposite of what is written
        help_text, meant = f"say it after the noun: … that is not {opposite}", None
    if any(piece.word == "#" for piece in lattice.pieces[: node + 1]):
        help_text, meant = "a comment cannot stand inside a text: put it above the key", None
    with_it = node > 0 and lattice.pieces[node - 1].word == "with"
    if "PROP" in stuck.expected and (with_it or "NAME" not in stuck.expected):
        owner = _owner_before(lattice, node)
        what = f"{owner} have no property '{word}'" if owner else f"there is no property '{word}'"
        report.error("RW205", what, span, notes=near, help=help_text, meant=meant)
    else:
        report.error("RW202", f"'{word}' means nothing here", span, notes=near, help=help_text, meant=meant)


def _opposite(word: str, vocabulary: Vocabulary) -> str | None:
    """The state that does not hold, of `untapped` and the like."""
    for prefix in ("un", "non-", "not-"):
        if word.startswith(prefix) and "ADJ" in vocabulary.terminals_of(word.removeprefix(prefix)):
            return word.removeprefix(prefix)
    return None


def _expected(stuck: Stuck) -> str:
    ordered = sorted(stuck.expected, key=lambda terminal: (terminal not in VOCABULARY, terminal))
    names = list(dict.fromkeys(terminal_name(terminal) for terminal in ordered))
    if len(names) > 8:
        names = [*names[:8], "…"]
    return ", ".join(names)
