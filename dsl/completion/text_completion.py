"""What can stand next in a text of a game: names, phrases with their slots, words of the language, numbers.

In: the beginning of a text, up to the cursor. Out: items. The parser says what can follow: nothing is offered that it
refuses, and what it allows is offered. Types say what comes first: what would also mean something there. The name at
the cursor may be half written, and may have several words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import attrs

from ..syntax import keywords
from ..syntax.keywords import VOCABULARY
from ..syntax.lexer import PARTS
from ..syntax.vocabulary import VocabularyEntry, words
from ..tree.types import Type, fits, outside
from .fitting import FITS, MISFIT, UNKNOWN, UNSURE
from .items import Item
from .phrase_items import PhraseItems
from .ranking import IN_SCOPE, LANGUAGE, MARK
from .text_place import Place

LONGEST_NAME = 8
"""The most words before the cursor that can be a half-written name."""
WITH_ARTICLE = frozenset(
    {"NUMBER_OF", "TOTAL", "HIGHEST", "LOWEST", "FIRST", "LAST", "TOP", "BOTTOM", "PLAYER_AFTER"}
    | {"PLAYER_BEFORE", "DISTANCE", "DIRECTION", "SMALLER_OF", "GREATER_OF", "VP_START", "VP_START_O"}
)
"""Words of the language that are written with `the` where a noun begins."""
_SECOND = re.compile(r"_[WOT]$")
"""Terminals of words that others have as well."""
BEFORE_NOUNS = ("ADJ_B", "WORD_B", "PROP_N")
"""Terminals of words that stand before a noun, or after a number."""
_VERBS = frozenset(terminal for word in keywords.VERBS for terminal in word.terminals)
_WORDS = {terminal: word for word in keywords.WORDS for terminal in word.terminals}


@cache
def _spellings() -> dict[tuple[str, ...], str]:
    return {words(spelling): spelling for word in keywords.WORDS for spelling in word.spellings}


class Words(PhraseItems):
    """All items of a place in a text."""

    def items(self) -> list[Item]:
        end = self.following.end
        if self.half is not None:
            self.in_article = True
            self._at(self.half, ())
            self.in_article = False
        elif not self.attached:
            self._at(end, ())
        else:
            self._at(end, (), marks=True)
        for back in range(1, min(LONGEST_NAME, end) + 1):
            node = end - back
            tail = tuple(piece.word for piece in self.following.lattice.pieces[node:])
            if not all(word[0].isalnum() or word[0] in "'’" for word in tail):
                break
            if node in self.following.fronts:
                self._at(node, tail)
        self._behind_label()
        return sorted(self.found.values(), key=lambda item: item.sort_key)

    def _behind_label(self) -> None:
        """What ends the label of a branch, which is a run of words of any kind."""
        pieces, end = self.following.lattice.pieces, self.following.end
        node = end
        while node and pieces[node - 1].word[0].isalpha():
            node -= 1
        if self.attached and node < end and "LABEL" in self.following.expected(node):
            for mark, insert in ((":", ":"), (", if", ", if")):
                self.add_item(mark, "mark", insert, end, (1, 5))

    def _at(self, node: int, tail: tuple[str, ...], *, marks: bool = False) -> None:
        """`marks`: only what can stand directly behind a word."""
        expected = self.following.expected(node)
        if not expected:
            return
        self.begins = "NOTHING" in expected
        self.verbs = self.begins and not self.after_article(node)
        if marks:
            for entry in self._entries(()):
                if entry.terminal in expected and not entry.words[0][0].isalnum():
                    self._entry(entry, node, ())
            return
        if "THAT" in expected:
            self._those(node, tail)
        if not tail:
            self._blanks(expected, node)
        fitting = [
            entry
            for entry in (_as_expected(one, expected) for one in self._entries(tail))
            if entry.terminal in expected
            and not (_SECOND.search(entry.terminal) and self._has_plain(entry, expected))
        ]
        # What is not tried is unsure, so what is probably meant is tried first.
        fitting.sort(key=lambda one: (one.terminal not in VOCABULARY, self.rarity(one.words)))
        for entry in fitting:
            self._entry(entry, node, tail)

    def _has_plain(self, entry: VocabularyEntry, expected: frozenset[str]) -> bool:
        """Whether the same words are offered as a terminal that says the same."""
        plain = _SECOND.sub("", entry.terminal)
        return plain in expected and any(
            one.terminal == plain
            for one in self.vocabulary.starting(entry.words[0])
            if one.words == entry.words
        )

    def _entries(self, tail: tuple[str, ...]) -> Iterator[VocabularyEntry]:
        """What begins with these words, the last of which may be half written."""
        level: Any = self.vocabulary
        while level is not None:
            if len(tail) <= 1:
                buckets = (
                    bucket
                    for word, bucket in level.by_first.items()
                    if not tail or (word.startswith(tail[0]) if self.attached else word == tail[0])
                )
            else:
                buckets = (level.by_first.get(tail[0], {}),)  # type: ignore[assignment]
            for bucket in buckets:
                for entry in bucket:
                    if self._begins(entry.words, tail):
                        yield entry
            level = level.below

    def _begins(self, name: tuple[str, ...], tail: tuple[str, ...]) -> bool:
        if len(name) < len(tail):
            return False
        if not self.attached and len(name) == len(tail) and tail:
            return False
        for own, said in zip(name[: len(tail) - 1], tail, strict=False):
            if own != said:
                return False
        if not tail:
            return True
        own, said = name[len(tail) - 1], tail[-1]
        return own.startswith(said) if self.attached else own == said

    def _entry(self, entry: VocabularyEntry, node: int, tail: tuple[str, ...]) -> None:
        terminal = entry.terminal
        if terminal.startswith("PH_"):
            self.phrases(entry, node, tail)
        elif terminal.startswith("VP_"):
            self.numbers_with_slots(entry, node, tail)
        elif terminal in VOCABULARY:
            self._name(entry, node, tail)
        else:
            self._keyword(entry, node)

    def _name(self, entry: VocabularyEntry, node: int, tail: tuple[str, ...]) -> None:
        if entry.terminal == "INT":  # words for numbers: `two`
            if tail:
                self.add_item(" ".join(entry.words), "number", " ".join(entry.words), node, (0, 3, 1))
            return
        said = " ".join(entry.words)
        key, fresh = self.trial_key(entry)
        if entry.terminal == "TYPE_S" and not self._is_noun(entry, node):
            return
        meant = self.meant_by(entry)
        if self.can_change(entry, meant) or (
            meant is not None and any(_takes(want, meant) for want in self.wanted_types(node))
        ):
            fit = FITS
        else:
            fit = self.fit_of((node, entry.terminal, key), node, (entry.terminal,), said)
        if fit == UNKNOWN and fresh:
            return
        if fit == MISFIT and (fresh or (meant is not None and self.has_parts(meant))):
            fit = UNSURE  # what it has may fit, or what is computed from it
        kind, detail = self.described(entry)
        article = self.takes_article(entry, node)
        self.add_item(
            _written(entry),
            kind,
            f"the {_written(entry)}" if article else _written(entry),
            node,
            self.rank_of(fit, self.group_of(entry, fresh=fresh)),
            detail=detail,
        )

    def _keyword(self, entry: VocabularyEntry, node: int) -> None:
        terminal = entry.terminal
        said = " ".join(entry.words).replace(" 's", "'s")
        mark = not said[0].isalpha()
        fit = FITS if self.verbs and terminal in _VERBS else UNSURE
        if not self.verbs and (not mark or terminal == "CMP"):
            fit = self.fit_of((node, terminal, ""), node, (terminal,), said)
        spelled = _SPELLED.get(entry.words, said)
        article = terminal in WITH_ARTICLE and not spelled.startswith("the ") and node == self._noun(node)
        word = _WORDS[terminal]
        order = next((at for at, one in enumerate(word.spellings) if words(one) == entry.words), 0)
        self.add_item(
            spelled,
            "mark" if mark else "keyword",
            f"the {spelled}" if article and not self.after_article(node) else spelled,
            node,
            self.rank_of(fit, MARK if mark and terminal != "CMP" else LANGUAGE, order),
            detail=word.example,
            documentation=word.meaning,
        )

    def _is_noun(self, entry: VocabularyEntry, node: int) -> bool:
        """Whether a type in the singular can be said here: a noun without an article is only an edge `between` two
        cells."""
        if self.following.allows(node, "TYPE_S", "TYPE_P") or self.following.allows(
            node, "TYPE_S", "NUMBER_OF"
        ):
            return True
        board = self.symbols.cells.get(entry.value)
        return board is not None and self.symbols.places[board].text.kind == "edges"

    def _noun(self, node: int) -> int:
        """The node itself if a noun can begin there."""
        return (
            node
            if "TYPE_P" in self.following.expected(node) or "NUMBER_OF" in self.following.expected(node)
            else -1
        )

    def _those(self, node: int, tail: tuple[str, ...]) -> None:
        """`that monster`: what was mentioned last."""
        for entry in self.vocabulary.entries():
            if entry.terminal != "TYPE_S" or not self._begins(("that", *entry.words), tail):
                continue
            said = f"that {' '.join(entry.words)}"
            fit = self.fit_of((node, "THAT", entry.value), node, ("THAT", "TYPE_S"), said)
            if fit in (FITS, UNSURE) or (fit == MISFIT and said in self.context.variables):
                self.add_item(said, "variable", said, node, self.rank_of(fit, IN_SCOPE))

    def _blanks(self, expected: frozenset[str], node: int) -> None:
        """What the author makes up: numbers and new names."""
        if "INT" in expected:
            fit = self.fit_of((node, "INT", ""), node, ("INT",), "1")
            tier = 1 if fit == MISFIT or (fit == UNSURE and "PH_WHOLE" in expected) else 0
            order = 3 if "ODD" in expected else 0  # behind `with`, the property mostly comes first
            self.add_item("1", "number", "${1:1}", node, (tier, order), detail="a number", snippet=True)
        if "NEWNAME" in expected:
            given = node > 0 and self.following.lattice.pieces[node - 1].word == "as"
            blank = "the ${1:pick}" if given else "${1:name}"
            self.add_item("a new name", "new name", blank, node, (0, 0), snippet=True)
        if "LABEL" in expected:
            self.add_item("a label", "new name", "${1:label}:", node, (0, 0), snippet=True)


def _beginnings(place: Place) -> Iterator[Place]:
    yield place
    line = place.before.rpartition("\n")[2].lstrip(" ")
    if line != place.before:
        yield attrs.evolve(place, before=line)
    if place.start in ("effect", "parts") or (place.start == "ability" and ": " in line):
        cut = (
            max(line.rfind(mark) + len(mark) for mark in ("; ", ", then ", ": ", " and ") if mark in line)
            if any(mark in line for mark in ("; ", ", then ", ": ", " and "))
            else 0
        )
        if cut:
            yield attrs.evolve(place, before=line[cut:], start="effect")


def _takes(want: Type, have: Type) -> bool:
    """Whether a value of a type can stand in a slot."""
    return fits(have, want) and not outside(have, want)


def _as_expected(entry: VocabularyEntry, expected: frozenset[str]) -> VocabularyEntry:
    """What a run of words can be, as the part that it plays where it stands: a word before its noun."""
    part = PARTS.get(entry.terminal)
    if part in BEFORE_NOUNS and part in expected and entry.terminal not in expected:
        return attrs.evolve(entry, terminal=part)
    return entry


def _written(entry: VocabularyEntry) -> str:
    """A name as it is declared, or the words of another of its forms."""
    return entry.value if words(entry.value) == entry.words else " ".join(entry.words)


def complete_text(place: Place) -> list[Item]:
    """What can stand next, the best first. Offsets are those of the text. If the text is wrong before its last line,
    only that line is looked at."""
    for one in _beginnings(place):
        found = Words(one).items()
        if found:
            cut = len(place.before) - len(one.before)
            return [attrs.evolve(item, start=item.start + cut, end=item.end + cut) for item in found]
    return []


_SPELLED = _spellings()
