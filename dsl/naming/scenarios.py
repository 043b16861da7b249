"""The names in documents of scenarios: keys and values under `given:` and `then:`, steps, paths of phases, effects,
lines of the log.

In: documents, and what a draft declares. Out: references (see `names`). What cannot be read names nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from ..diagnostics.report import Unheard
from ..document.reader import Mapping, Node, Text
from ..draft.attempts import Attempt, scope_of, words_of
from ..languages import BASE
from ..model.symbols import Symbols
from ..model.uses import (
    BUILTIN,
    CELL,
    DESIGN,
    LABEL,
    NOUN,
    OPTION,
    PHASE,
    PLACE,
    PROPERTY,
    TYPE,
    WORD,
    Use,
)
from ..resolve import statements
from ..resolve.declarations import MOST_PLAYERS
from ..resolve.readings import resolve_text
from ..scenarios.classes import items_of, pairs_in, scenarios_in, texts_in
from ..scenarios.effects import context_of
from ..scenarios.keys import EXPECTED, KNOWS, VIEW, Holds
from ..scenarios.notation import WHOSE, Mention, Notation, Sort, Unreadable
from ..scenarios.reading import Does, owned, steps_in
from ..syntax.vocabulary import Piece, split, words
from ..tree.types import OF_DESIGNS, OF_PLACES, OF_PLAYERS, OF_WORDS, Type
from .keys import PLAYER, Keyed
from .lines import lines_of, shown_in
from .names import ONE, SEVERAL, VARIANT, Collector, Key
from .sayings import Sayings

_COUNTED = re.compile("[0-9]{1,3} ")
_ROUND = re.compile(r"(.*?) \(([^()]*)\)", re.DOTALL)

Spelled = dict[tuple[str, ...], list[tuple[Key, int]]]
"""What is called by some words: keys, each with whether the words name one or several."""


class Effects:
    """The effects with which scenarios begin, as they are read in a game. `of` stands for what that declares."""

    def __init__(self, of: object) -> None:
        self.of = of
        self._symbols = Symbols()
        self._known: dict[str, tuple[object | None, tuple[Use, ...]]] = {}  # by text

    def use(self, symbols: Symbols) -> None:
        """Reads with these symbols from now on, which declare the same as those before."""
        self._symbols = symbols

    def read(self, text: Text) -> Attempt:
        """A text that is such an effect."""
        context = context_of(self._symbols, text, MOST_PLAYERS, [])
        made = Attempt(text, "effect", statements.body, scope_of(context), words=words_of(text.value))
        known = self._known.get(text.value)
        if known is None:
            tree = resolve_text(text, "effect", statements.body, context, Unheard())
            known = self._known[text.value] = tree, tuple(context.uses or ())
        made.tree, made.uses = known
        return made


class Scenarios:
    """Collects the names in documents of scenarios. `said` gives the uses in a statement that stands alone, and
    `uses_in` notes the uses in a text, from a place of it on."""

    def __init__(
        self,
        into: Collector,
        symbols: Symbols,
        keyed: Keyed,
        said: Callable[[str], tuple[Use, ...]],
        uses_in: Callable[[tuple[Use, ...], Text, int], None],
        effects: Effects,
        about: Sayings | None = None,
    ) -> None:
        self.effects = effects
        self.about = about
        self.into = into
        self.symbols = symbols
        self.keyed = keyed
        self.said = said
        self.uses_in = uses_in
        self.notation = Notation(symbols, MOST_PLAYERS, MOST_PLAYERS)
        self.choices = _spelled(self._choices())
        self.shown = _spelled(self._shown())
        self.noted = {**_spelled(self._noted()), **self.shown}
        model = into.draft.model
        labels = model.labels.values() if model is not None else ()
        self.titles = {words(title[BASE]) for title in labels if BASE in title}
        self.lines = list(lines_of(model)) if model is not None else []

    def document(self, node: Node) -> None:
        if isinstance(node, Mapping):
            for text in texts_in(node.get("variants")):
                self.into.add(Key(VARIANT, str(text)), text)
        for _, one in scenarios_in(node):
            self._scenario(one)

    def _scenario(self, node: Mapping) -> None:
        for text in texts_in(node.get("rule")):
            self.keyed.rule(text)
        for name, value in pairs_in(node.get("options")):
            self.into.add(Key(OPTION, str(name)), name)
            known = self.symbols.options.get(str(name))
            if known is not None:
                self._value(value, known.type)
        self._things(node.get("given"))
        for text in (*texts_in(node.get("start")), *texts_in(node.get("end"))):
            self._path(text)
        for name, _ in pairs_in(node.get("times")):
            self.into.add(Key(PHASE, str(name)), name)
        for text in texts_in(node.get("do")):
            self._effect(text)
        for text in texts_in(node.get("luck")):
            self._option(text)
        for step in items_of(node.get("when")):
            self._step(step)
        self._things(node.get("then"))

    def _matters(self, text: Text) -> bool:
        """Whether a text can say what is looked for."""
        return self.about is None or self.about.in_words(words_of(text.value))

    def _path(self, text: Text) -> None:
        position = 0
        for step in str(text).split("/"):
            self.into.add(Key(PHASE, step), text, position, position + len(step))
            position += len(step) + 1

    def _effect(self, text: Text) -> None:
        if not self._matters(text):
            return
        self.uses_in(self.effects.read(text).uses, text, 0)

    # ----------------------------------------------------------------------------- steps

    def _step(self, node: Node) -> None:
        try:
            for step in steps_in(self.notation, node):
                if step.does in (Does.EXPECT, Does.SET):
                    self._things(step.node)
                elif step.does is not Does.UNDO and isinstance(step.node, Text):
                    self._option(step.node, step.start, step.end)
        except Unreadable:
            return

    def _option(self, text: Text, start: int = 0, end: int | None = None, *, chosen: bool = True) -> None:
        """The name of an option: a label, a design, a place, a word; with what distinguishes it in brackets. One that
        is chosen can also be called as players read it."""
        if not self._matters(text):
            return
        last = len(text.value) if end is None else end
        said = text.value[start:last]
        if self._exact(self.choices, text, start, last) or (chosen and words(said) in self.titles):
            return
        if self._place(text, start, last):
            return
        whose = WHOSE.match(said)
        if whose is not None:
            self._option(text, start + whose.end(), last)
            return
        brackets = _ROUND.fullmatch(said)
        if brackets is not None:
            self._option(text, start, start + brackets.end(1))
            self._inside(text, start + brackets.start(2), start + brackets.end(2), self.noted, ANY)
            return
        for space in (match.start() for match in re.finditer(" ", said)):
            if words(said[:space]) in self.choices and self._where(text, start + space + 1, last):
                self._exact(self.choices, text, start, start + space)
                return
        self.uses_in(self.said(said), text, start)

    def _where(self, text: Text, start: int, end: int) -> bool:
        """What stands behind the name of a piece: its place or cell, perhaps a player's."""
        return self._place(text, start, end) or self._exact(self.choices, text, start, end)

    def _exact(self, known: Spelled, text: Text, start: int, end: int) -> bool:
        found = known.get(words(text.value[start:end]), [])
        self._called(found, text, start, end)
        return bool(found)

    def _called(self, found: list[tuple[Key, int]], text: Text, start: int, end: int) -> None:
        """A stretch is what these are called. It is no name of the rules if something else is shown so."""
        if any(key.sort == BUILTIN for key, _ in found):
            return
        for key, which in found:
            self.into.add(key, text, start, end, which=which)
            self.into.same_as(found[0][0], key)

    def _inside(self, text: Text, start: int, end: int, known: Spelled, sorts: frozenset[str]) -> None:
        """The names of these sorts somewhere in a stretch that players read, the longest first."""
        pieces = split(text.value[start:end], start)
        at = 0
        while at < len(pieces):
            at += self._longest(text, pieces[at : at + MOST_WORDS], known, sorts)

    def _longest(self, text: Text, pieces: list[Piece], known: Spelled, sorts: frozenset[str]) -> int:
        """How many words the longest name has with which they begin; 1 if there is none."""
        for size in range(len(pieces), 0, -1):
            run = pieces[:size]
            said = tuple(piece.word for piece in run)
            found = [one for one in known.get(said, []) if one[0].sort in sorts]
            if WORD in sorts and said in self.titles:
                return size  # a word that players read otherwise
            if found:
                self._called(found, text, run[0].start, run[-1].end)
                return size
        return 1

    def _log(self, text: Text) -> None:
        """A line that players read, or a part of one: the names in what its slots show. A line that no template of
        the game makes is read as if all of it were a slot."""
        if not self._matters(text):
            return
        shown = shown_in(str(text), self.lines)
        for start, end, kind in [(0, len(text.value), "")] if shown is None else shown:
            self._inside(text, start, end, self.shown, _SHOWN.get(kind, ANY))

    # ------------------------------------------------------------------- given and expected

    def _things(self, node: Node | None) -> None:
        """The lines of `given:`, `then:`, `expect:` or a view."""
        for name, value in pairs_in(node):
            key = EXPECTED.get(str(name))
            if str(name).startswith(VIEW):
                self._things(value)
            elif key is None:
                self._lines_of(name, value)
            elif key.holds is Holds.OPTIONS:
                for text in texts_in(value):
                    self._option(text, chosen=False)
            elif key.holds in (Holds.LINES, Holds.LINE):
                for text in texts_in(value):
                    self._log(text)

    def _lines_of(self, name: Text, value: Node) -> None:
        try:
            for inner, wanted, whose in owned(self.notation, name, value, ""):
                self._thing(inner, wanted, whose)
        except Unreadable:
            return

    def _thing(self, name: Text, value: Node, whose: int) -> None:
        thing = self.notation.find(str(name), whose)
        if thing is not None:
            self._mention(thing.mentions, name)
            if thing.sort is Sort.PLACE:
                self._pieces(value)
            else:
                self._value(value, thing.type)
        elif str(name) == KNOWS.name:
            for text in texts_in(value):
                self._place(text, 0, len(text.value))

    def _mention(self, mentions: Iterable[Mention], text: Text, at: int = 0) -> None:
        for one in mentions:
            self.into.add(Key(one.sort, one.name, one.owner), text, at + one.start, at + one.end)

    def _place(self, text: Text, start: int, end: int) -> bool:
        found = self.notation.place_in(text.value[start:end])
        if found is not None:
            self._mention(found[2], text, start)
        return found is not None

    # ----------------------------------------------------------------------------- values

    def _pieces(self, node: Node) -> None:
        """What lies in a place: `[orc, 2 goblin]`."""
        for text in texts_in(node):
            counted = _COUNTED.match(str(text))
            start = counted.end() if counted is not None else 0
            if text.value[start:] in self.symbols.designs:
                self.into.add(Key(DESIGN, text.value[start:]), text, start)

    def _value(self, node: Node, type_: Type) -> None:
        for key, _ in pairs_in(node):
            if type_.kind == "table":
                self._mention([self.notation.entry(type_, str(key))], key)
        for text in texts_in(node):
            said = str(text).strip()
            if type_.kind in OF_DESIGNS:
                self.into.add(Key(DESIGN, said), text)
            elif type_.kind in OF_WORDS:
                self.into.add(Key(WORD, said), text)
            elif type_.kind in OF_PLACES:
                self._place(text, 0, len(text.value))

    # -------------------------------------------------------------------------- spellings

    def _choices(self) -> Iterator[tuple[str, Key, int]]:
        """What options are called."""
        for key in self.into.declared:
            if key.sort in (LABEL, DESIGN, WORD, CELL, PLACE):
                yield key.name, key, ONE
        for design in self.symbols.designs.values():
            if design.names.base != design.name:  # what players read is no name of the rules
                yield design.names.base, Key(BUILTIN, design.name), ONE

    def _noted(self) -> Iterator[tuple[str, Key, int]]:
        """What may stand in brackets behind the name of a piece: what its states are called."""
        for key in self.into.declared:
            if key.sort == PROPERTY:
                yield key.name, key, ONE

    def _shown(self) -> Iterator[tuple[str, Key, int]]:
        """What players read of names. What has a name of its own for them is left out."""
        doc = self.into.draft.doc
        labels = {str(name) for name in doc.labels} if doc is not None else set()
        for design in self.symbols.designs.values():
            own = design.names.base == design.name
            yield design.names.base, Key(DESIGN if own else BUILTIN, design.name), ONE
            yield design.plural, Key(DESIGN, design.name), SEVERAL
        for type_ in self.symbols.types.values():
            yield type_.name, Key(TYPE, type_.name), ONE
            yield type_.plural, Key(TYPE, type_.name), SEVERAL
        for place in self.symbols.places.values():
            if place.cell:
                yield place.cell, Key(NOUN, place.cell), ONE
                yield place.cells, Key(NOUN, place.cell), SEVERAL
        for state in self.symbols.players.values():
            yield state.name, Key(PROPERTY, state.name, PLAYER), ONE
            if state.singular:
                yield state.singular, Key(PROPERTY, state.name, PLAYER), SEVERAL
        for key in self.into.declared:
            if key.sort in (PLACE, CELL) or (key.sort in (WORD, LABEL) and key.name not in labels):
                yield key.name, key, ONE


ANY = frozenset({BUILTIN, TYPE, DESIGN, NOUN, PROPERTY, PLACE, CELL, WORD, LABEL})
_PIECES = frozenset({BUILTIN, TYPE, DESIGN})
_PLACES = frozenset({PLACE, CELL})
_SHOWN: dict[str, frozenset[str]] = {
    **dict.fromkeys(OF_WORDS, frozenset({WORD})),
    **dict.fromkeys(OF_DESIGNS, _PIECES),
    **dict.fromkeys(OF_PLACES, _PLACES),
    "number": _PIECES | {PROPERTY},  # and what it counts
    **dict.fromkeys((*OF_PLAYERS, "yes-no"), frozenset[str]()),
}
"""The sorts of names in what a slot shows, by the kind of its value."""
MOST_WORDS = 8
"""The most words of a name that are looked for in lines."""


def _spelled(names: Iterable[tuple[str, Key, int]]) -> Spelled:
    found: Spelled = {}
    for name, key, which in names:
        found.setdefault(words(name), []).append((key, which))
    return found
