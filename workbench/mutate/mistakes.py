"""From the parts of a game to mistakes in them: each is an edit of a source, of one of the `KINDS`.

Random choices (where a name is misspelt, what replaces a value) come from the generator in the arguments, so the same
game and seed make the same mistakes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set
from random import Random
from string import ascii_lowercase
from typing import Any

import attrs

from ...dsl import tree as t
from ...dsl.diagnostics.report import Report
from ...dsl.diagnostics.source import Source, Span
from ...dsl.document.reader import read_document
from ...dsl.model.game import Game, ResolvedText
from ...dsl.tree.types import Type
from ...dsl.tree.walk import walk
from .parts import KEY, NAME, RULE, TYPE, Part, entries_of, parts_of


@attrs.frozen
class Mistake:
    """An edit: in `file`, `was` at `start` is replaced by `became`."""

    kind: str
    file: str
    start: int
    was: str
    became: str

    def made_in(self, source: Source) -> Source:
        """The file with the mistake in it."""
        text = source.text
        return Source(source.name, text[: self.start] + self.became + text[self.start + len(self.was) :])


Edit = tuple[int, int, str]
"""The start and end in a part, and the replacement."""

SHORTEST = 3  # letters: shorter words have too few neighbours that mean nothing
_WORD = re.compile(rf"(?<![^\W\d_])[A-Za-z]{{{SHORTEST},}}(?![^\W\d_])")
_NUMBER = re.compile(r"(?<![\w.])[0-9]+(?![\w.])")
_END_OF_RANGE = re.compile(r"(?<!\w)[0-9]+(?!\w)")

_COMPARISONS = {"<=": "<", ">=": ">", "=": "!=", "!=": "=", "<": "<=", ">": ">=", " not ": " "}
_EACH = {"each": "any", "any": "each", "all": "any", "every": "any"}
_PAIRS = (
    ("and", "or"),
    ("top", "bottom"),
    ("highest", "lowest"),
    ("more", "less"),
    ("up by", "down by"),
    ("before", "after"),
    ("first", "last"),
    ("even", "odd"),
    ("yes", "no"),
    ("while", "until"),
    ("north", "south"),
    ("east", "west"),
    ("left", "right"),
    ("clockwise", "counterclockwise"),
    ("on top of", "under"),
)
_SWAPS = dict(_PAIRS) | {second: first for first, second in _PAIRS}


def _replaced(value: str, pattern: str, instead: dict[str, str]) -> Iterator[Edit]:
    for found in re.finditer(pattern, value):
        yield *found.span(), instead[found[0]]


def _one_of(words: dict[str, str]) -> str:
    return r"\b(?:" + "|".join(sorted(map(re.escape, words), key=len, reverse=True)) + r")\b"


def misspelt(part: Part, luck: Random) -> Iterator[Edit]:
    """In each word, one letter changed, one left out, and two exchanged."""
    for found in _WORD.finditer(part.value):
        word = found[0]
        at = luck.randrange(len(word))
        other = luck.choice([letter for letter in ascii_lowercase if letter != word[at].lower()])
        slips = [word[:at] + other + word[at + 1 :]]
        at = luck.randrange(len(word))
        slips.append(word[:at] + word[at + 1 :])
        at = luck.randrange(len(word) - 1)
        slips.append(word[:at] + word[at + 1] + word[at] + word[at + 2 :])
        for slip in slips:
            yield *found.span(), slip


def compared(part: Part, luck: Random) -> Iterator[Edit]:
    yield from _replaced(part.value, r"<=|>=|!=|=|<|>| not ", _COMPARISONS)


def numbered(part: Part, luck: Random) -> Iterator[Edit]:
    for found in (_NUMBER if part.role == RULE else _END_OF_RANGE).finditer(part.value):
        for change in (1, -1):
            yield *found.span(), str(int(found[0]) + change)


def allowed(part: Part, luck: Random) -> Iterator[Edit]:
    """May for must, and must for may."""
    for found in re.finditer(r"\bmay,? ", part.value):
        yield *found.span(), ""
    for found in re.finditer(r"(?<!may, )\b(?:instead of|before|after): ", part.value):
        yield found.start(), found.start(), "may, "


def quantified(part: Part, luck: Random) -> Iterator[Edit]:
    yield from _replaced(part.value, _one_of(_EACH), _EACH)


def exchanged(part: Part, luck: Random) -> Iterator[Edit]:
    yield from _replaced(part.value, _one_of(_SWAPS), _SWAPS)


def retyped(part: Part, luck: Random) -> Iterator[Edit]:
    """A range in place of any other type, and another type in place of a range."""
    yield 0, len(part.value), "yes or no" if ".." in part.value else "0..9"


Maker = Callable[[Part, Random], Iterator[Edit]]
_MAKERS: tuple[tuple[str, Maker, tuple[str, ...]], ...] = (
    ("names", misspelt, (KEY, NAME, TYPE, RULE)),
    ("types", retyped, (TYPE,)),
    ("comparisons", compared, (RULE,)),
    ("numbers", numbered, (RULE,)),
    ("ranges", numbered, (TYPE,)),
    ("may", allowed, (RULE,)),
    ("each", quantified, (RULE,)),
    ("words", exchanged, (RULE,)),
)
KINDS = {
    "names": "a letter of a name or word changed, left out, or two exchanged",
    "types": "a value or a type of another type",
    "comparisons": "<= for <, = for !=, not left out, and the like",
    "deletions": "a statement left out",
    "omissions": "a key left out, with everything under it",
    "numbers": "a number in a rule one more or less",
    "ranges": "the end of a range one more or less",
    "may": "may for must, must for may",
    "each": "any for each, each for any",
    "words": "or for and, bottom for top, less for more, and the like",
}

SPELLING = ("names", "types")
"""The kinds of mistakes that the checker has to notice."""


def mistakes_in(game: Game, luck: Random, combined: Sequence[Game] = ()) -> list[Mistake]:
    """All mistakes that can be made in the rules of a game, each once, in reading order, and after them those in the
    files of its variants: `combined` is the game with sets of them. In advice to bots, only spelling and types can be
    wrong: no scenario says how well a player seems to stand."""
    found: list[Mistake] = []
    advice: list[Span] = []
    files: dict[str, int] = {}
    texts: set[tuple[str, int]] = set()
    for one in (game, *combined):
        new = [source for source in one.sources if source.name not in files]
        files |= {source.name: len(files) + number for number, source in enumerate(new)}
        # A text that one set of variants replaces may be in force with another.
        own = one.texts if one is game else _in_variants(one, texts)
        found += [*_in_documents(one, new, own, luck), *_in_trees(own, one, luck)]
        texts |= {(text.span.source.name, text.span.start) for text in own}
        advice += _advice(one)
    once = dict.fromkeys(
        one
        for one in found
        if one.was != one.became and (one.kind in SPELLING or not any(_lies_in(one, span) for span in advice))
    )
    return sorted(once, key=lambda one: (files[one.file], one.start))


def _in_variants(game: Game, known: Set[tuple[str, int]]) -> tuple[ResolvedText, ...]:
    """The texts that stand in the files of variants, without the known ones: their files, and where they begin."""
    return tuple(
        text
        for text in game.texts
        if game.stands_in_variant(text.span) and (text.span.source.name, text.span.start) not in known
    )


def _advice(game: Game) -> list[Span]:
    """What is only for bots: the heuristic, and named values that no rule reads, with their names and slots."""
    named = {id(one.value): name for name, one in game.symbols.named_values.items()}
    texts = {named[id(text.tree)]: text for text in game.texts if id(text.tree) in named}
    rules = [text for text in game.texts if id(text.tree) not in named and text.tree is not game.heuristic]
    waiting = [name for text in rules for name in _values_in(text)]
    read: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in read:
            read.add(name)
            waiting += _values_in(texts[name]) if name in texts else []
    spans = (value.span for name, value in game.symbols.named_values.items() if name not in read)
    slots = [span for span in spans if span is not None]
    found = [text for text in game.texts if text.tree is game.heuristic and game.heuristic is not None]
    waiting = [name for text in found for name in _values_in(text)]
    while waiting:
        name = waiting.pop()
        if name in texts and name not in read:
            read.add(name)
            found.append(texts[name])
            waiting += _values_in(texts[name])
    return [*(text.span for text in found), *slots]


def _values_in(text: ResolvedText) -> list[str]:
    return [node.name for node in walk(text.tree) if isinstance(node, t.NumberValue)]


def _lies_in(mistake: Mistake, span: Span) -> bool:
    return mistake.file == span.source.name and span.start <= mistake.start < span.end


def _in_documents(
    game: Game, sources: Sequence[Source], texts: Sequence[ResolvedText], luck: Random
) -> Iterator[Mistake]:
    patches = {source.name for source in game.variant_sources}
    documents = [(one, node) for one in sources if (node := read_document(one, Report())) is not None]
    parts = [part for one, node in documents for part in parts_of(node, patches=one.name in patches)]
    parts += [Part(text.text, NAME, 0, len(text.value)) for text in texts if _of_log(text)]
    for part in parts:
        for kind, make, roles in _MAKERS:
            if part.role in roles:
                for start, end, became in make(part, luck):
                    yield _edited(kind, part.text.span_of(part.start + start, part.start + end), became)
    for source, node in documents:
        for key, value in entries_of(node, patches=source.name in patches):
            gone = _entry(source.text, key.span.start, value.span.end)
            if gone is not None:
                yield _edited("omissions", Span(source, *gone), "")


def _entry(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The start and end of an entry of a mapping: its lines, or in braces its part between commas."""
    line = text.rfind("\n", 0, start) + 1
    before, after = text[line:start].strip(), re.compile(r" *(#.*)?").match(text, end)
    assert after is not None
    if not before and (after.end() == len(text) or text[after.end()] == "\n"):
        return line, min(after.end() + 1, len(text))
    following = re.compile(r"\s*,\s*").match(text, end)
    if following is not None and (not before or before[-1] in "{,"):
        return start, following.end()
    return (text.rindex(",", 0, start), end) if before.endswith(",") else None


def _of_log(text: ResolvedText) -> bool:
    return text.where.startswith("log of ")


def _of_picture(text: ResolvedText) -> bool:
    return "' beside '" in text.where or text.where.startswith("column '")


def _in_trees(texts: Sequence[ResolvedText], game: Game, luck: Random) -> Iterator[Mistake]:
    """In some texts of a game, statements left out, and values replaced by those of another type from anywhere in the
    game."""
    lasting = (t.GameState, t.PlaceValue, t.Number, t.KindValue, t.OptionValue)
    values = {
        _written(node.span): node.type for node in _leaves(_nodes(game.texts)) if isinstance(node, lasting)
    }
    nodes = _nodes(texts)
    for node in nodes:
        if isinstance(node, t.Stmt) and not isinstance(node, t.Nothing):
            yield _edited("deletions", node.span, "nothing")
    for node in _leaves(nodes):
        others = [value for value, type_ in values.items() if not _alike(type_, node.type)]
        if others:
            yield _edited("types", node.span, luck.choice(others))


def _nodes(texts: Sequence[ResolvedText]) -> list[Any]:
    """The nodes of rules; a line of the log, or a picture, can mention anything."""
    return [node for text in texts if not _of_log(text) and not _of_picture(text) for node in walk(text.tree)]


def _leaves(nodes: Sequence[Any]) -> list[t.Expr]:
    """The values without parts; a selection has no words of its own."""
    return [
        node
        for node in nodes
        if isinstance(node, t.Expr) and len(list(walk(node))) == 1 and not isinstance(node, t.Select)
    ]


def _alike(one: Type, other: Type) -> bool:
    """Whether two types are so similar that a value of one may fit the other."""
    return _family(one) == _family(other) or "none" in (one.kind, other.kind)


def _family(type_: Type) -> str:
    """The same for a type and a set of it, and for cells and places: texts may accept either."""
    singular = type_.kind.removesuffix("s")
    return "place" if singular == "cell" else singular


def _written(span: Span) -> str:
    return span.source.text[span.start : span.end]


def _edited(kind: str, span: Span, became: str) -> Mistake:
    return Mistake(kind, span.source.name, span.start, _written(span), became)
