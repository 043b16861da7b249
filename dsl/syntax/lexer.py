"""From a text to a lattice of tokens: every segmentation into names and every class of each.

In: the text and a vocabulary. Out: a `Lattice`, whose nodes are positions between the words and whose edges are
tokens. Line ends and changes of indentation are tokens too.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from .keywords import VOCABULARY
from .vocabulary import Piece, Vocabulary, is_number, newer_words, split

NEWLINE, INDENT, DEDENT = "\n", "\x02", "\x03"
MARKS = {NEWLINE: "_NL", INDENT: "_INDENT", DEDENT: "_DEDENT"}
# A new name ends at one of these.
STOPS = frozenset({",", ":", ";", "/", NEWLINE, INDENT, DEDENT, "be", "or", "(", ")", ".", '"'})
POSSESSIVE = frozenset({"'s", "’s"})
# A name after `as` also ends where the sentence continues: `as the gift and shuffle the deck`.
JOINTS = frozenset(
    {"and", "then", "if", "otherwise", "as", "is", "are", "may", "at", "in", "into", "among", "but"}
    | {"with", "where", "who", "can", "differ", "make", "next", "nearest", "reachable", "within"}
    | {"to", "from", "by"}
)
LONGEST_NEW_NAME = 5
LONGEST_NUMBER = 9  # digits
WIDE = frozenset({"PROP", "VP_START"})
"""Each of these has a part of its own where the whole has a property: `the owner of the sword`'s score."""
WITH_OTHERWISE = frozenset({"IF_W", "MAY_E", "OTHERWISE_W", "_SEMI_E", "_COMMA_E"})
"""What stands before an `otherwise` that belongs to it."""
OF_EACH = frozenset({"_AND_J", "_THEN_J", "_COMMA_J", "_COMMA_JL"})
"""The joints of what each of several does, one after the other: they stand only in a statement that begins so."""
PARTS = {"VP_START": "VP_START_O", "PROP": "PROP_N", "ADJ": "ADJ_B", "WORD": "WORD_B"}
"""A number with slots whose last slot is open, a property after an amount of it, and what stands before its noun."""
SORTS = frozenset({"TYPE_S", "TYPE_P", "DESIGN_S", "DESIGN_P"})


@attrs.frozen
class Edge:
    """A token from one node of the lattice to another."""

    to: int
    terminal: str
    value: str


class Lattice:
    """The tokens of a text as a graph; node i lies before the i-th word."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self.text = text
        self.vocabulary = vocabulary
        self.pieces = _pieces(text)
        self.possessive = any(piece.word in POSSESSIVE for piece in self.pieces)
        self.otherwise = any(piece.word == "otherwise" for piece in self.pieces)
        self.begins = frozenset(_begun_by_each(self.pieces))
        self._edges: dict[int, list[Edge]] = {}
        self._entries = [list(vocabulary.at(self.pieces, node)) for node in range(len(self.pieces))]

    @property
    def mark(self) -> tuple[int, ...]:
        """What the vocabulary says about the words: lattices of the same text with the same mark are equal."""
        return tuple([number for one in self._entries for number in (*[entry.number for entry in one], -1)])

    @property
    def end(self) -> int:
        return len(self.pieces)

    def cut(self, size: int) -> Lattice:
        """The lattice of its first words alone, after which anything may follow."""
        made = Lattice("", self.vocabulary)
        made.text = self.text
        made.pieces, made._entries = self.pieces[:size], self._entries[:size]
        made.possessive = made.otherwise = True
        made.begins = self.begins
        return made

    def edges(self, node: int) -> list[Edge]:
        """All tokens that begin at a node."""
        known = self._edges.get(node)
        if known is None:
            known = self._edges[node] = self._find(node)
        return known

    def _find(self, node: int) -> list[Edge]:
        word = self.pieces[node].word
        if word in MARKS:
            return [Edge(node + 1, MARKS[word], word)]
        entries = self._entries[node]
        if not self.otherwise:
            entries = [entry for entry in entries if entry.terminal not in WITH_OTHERWISE]
        found = [Edge(node + len(entry.words), entry.terminal, entry.value) for entry in entries]
        found += [Edge(one.to, PARTS[one.terminal], one.value) for one in found if one.terminal in PARTS]
        if node not in self.begins:
            found = [one for one in found if one.terminal not in OF_EACH]
        if node + 1 < self.end and self.pieces[node + 1].word == "(":
            found = [one for one in found if one.terminal != "NOT_B"]  # `not (…)` says what belongs to it
        if self.possessive:
            found += [Edge(one.to, one.terminal + "_W", one.value) for one in found if one.terminal in WIDE]
        if is_number(word) and len(word) <= LONGEST_NUMBER:
            found.append(Edge(node + 1, "INT", word))
        return found + self._new_names(node)

    def _new_names(self, node: int) -> list[Edge]:
        """A run of words up to the next mark, which can be a new name, or the label of a branch."""
        found = []
        given = node > 0 and self.pieces[node - 1].word == "as"
        stop = self._run(node, STOPS, JOINTS if given else frozenset())
        if stop > node and not self.taken(node, stop):
            found.append(Edge(stop, "NEWNAME", self._words(node, stop)))
        if node > 0 and self.pieces[node - 1].word in MARKS:
            stop = self._run(node, STOPS, frozenset())
            if node < stop < self.end:
                found.append(Edge(stop, "LABEL", self._words(node, stop)))
        return found

    def _run(self, node: int, marks: frozenset[str], joints: frozenset[str]) -> int:
        """Where a run of words ends, or where it begins if it is empty. It can begin with a joint."""
        stop = node
        while stop < self.end and self.pieces[stop].word not in marks:
            if stop > node and self.pieces[stop].word in joints:
                break
            if stop - node == LONGEST_NEW_NAME or not self.pieces[stop].word[0].isalpha():
                return node
            stop += 1
        return stop

    def _words(self, node: int, stop: int) -> str:
        return " ".join(piece.word for piece in self.pieces[node:stop])

    def taken(self, node: int, stop: int) -> bool:
        """Whether a run begins with a keyword, or is the name of a type or a design. A keyword that is newer than the
        first edition can begin a name: what was one before stays one."""
        return any(
            (entry.terminal not in VOCABULARY and entry.words not in newer_words())
            or (len(entry.words) == stop - node and entry.terminal in SORTS)
            for entry in self._entries[node]
        )

    def keyword(self, node: int) -> str | None:
        """The longest keyword that stands at a place of the text, if any does."""
        entries = self._entries[node]
        return max(
            (" ".join(entry.words) for entry in entries if entry.terminal not in VOCABULARY),
            key=len,
            default=None,
        )


def _begun_by_each(pieces: list[Piece]) -> Iterator[int]:
    """The places inside of statements that begin with `each`."""
    begun = False
    before = NEWLINE
    for node, piece in enumerate(pieces):
        if piece.word in ENDS:
            begun = False
        elif piece.word == "each" and before in BEGINS:
            begun = True
        if begun:
            yield node
        before = piece.word


ENDS = frozenset({":", ";", "/", NEWLINE, INDENT, DEDENT})
BEGINS = ENDS | {"(", ",", '"', "and", "then"}


def _pieces(text: str) -> list[Piece]:
    """The words of all lines, with line ends and changes of indentation between them."""
    result: list[Piece] = []
    indents: list[int] = []
    offset = 0
    for line in text.split("\n"):
        body = line.strip()
        if body:
            indent = len(line) - len(line.lstrip())
            _indentation(result, indents, indent, offset + indent)
            result.extend(split(line, offset))
            end = offset + len(line.rstrip())
            result.append(Piece(NEWLINE, end, end))
        offset += len(line) + 1
    while len(indents) > 1:
        indents.pop()
        result.append(Piece(DEDENT, len(text), len(text)))
    return result


def _indentation(result: list[Piece], indents: list[int], indent: int, at: int) -> None:
    if not indents:
        indents.append(indent)
    if indent > indents[-1]:
        indents.append(indent)
        result.append(Piece(INDENT, at, at))
    while len(indents) > 1 and indent < indents[-1]:
        indents.pop()
        result.append(Piece(DEDENT, at, at))
