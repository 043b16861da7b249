"""The names in documents of scenarios: keys and values under `given:` and `then:`, steps, paths of phases, effects,
lines of the log.

In: documents, and what a draft declares. Out: references (see `names`). Another package runs scenarios; here their
notation is only read, and what cannot be read names nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

import attrs

from ..diagnostics.report import Unheard
from ..document.reader import Mapping, Node, Sequence, Text
from ..draft.attempts import Attempt, scope_of, words_of
from ..languages import BASE
from ..model.geometry import cell_names
from ..model.symbols import BOARDS, State, Symbols
from ..model.uses import (
    BUILTIN,
    CELL,
    DESIGN,
    LABEL,
    NOUN,
    NUMBER,
    OPTION,
    PHASE,
    PHRASE_STATE,
    PLACE,
    PROPERTY,
    STATE,
    TYPE,
    WORD,
    Use,
)
from ..resolve import statements
from ..resolve.context import Context
from ..resolve.declarations import MOST_PLAYERS
from ..resolve.readings import resolve_text
from ..syntax.vocabulary import Piece, split, words
from ..tree.types import Type
from .keys import PLAYER, Keyed, entry_key
from .lines import lines_of, shown_in
from .names import ONE, SEVERAL, VARIANT, Collector, Key
from .sayings import Sayings

_PLAYER = re.compile("player [0-9]+")
_WHOSE = re.compile(r"player [0-9]+'s ")
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
        self._symbols = attrs.evolve(symbols, least_players=MOST_PLAYERS)  # every seat can be named

    def read(self, text: Text) -> Attempt:
        """A text that is such an effect."""
        context = Context(self._symbols, text, flow=False, uses=[])
        made = Attempt(text, "effect", statements.body, scope_of(context), words=words_of(text.value))
        known = self._known.get(text.value)
        if known is None:
            tree = resolve_text(text, "effect", statements.body, context, Unheard())
            known = self._known[text.value] = tree, tuple(context.uses or ())
        made.tree, made.uses = known
        return made


def effects_in(document: Node | None) -> Iterator[Text]:
    """The effects with which the scenarios of a document begin."""
    scenarios = document.get("scenarios") if isinstance(document, Mapping) else None
    for _, one in _pairs(scenarios):
        if isinstance(one, Mapping):
            yield from _texts(one.get("do"))


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
        self.cells = dict(self._cells())
        self.choices = _spelled(self._choices())
        self.shown = _spelled(self._shown())
        self.noted = {**_spelled(self._noted()), **self.shown}
        model = into.draft.model
        labels = model.labels.values() if model is not None else ()
        self.titles = {words(title[BASE]) for title in labels if BASE in title}
        self.lines = list(lines_of(model)) if model is not None else []

    def document(self, node: Node) -> None:
        if not isinstance(node, Mapping):
            return
        for text in _texts(node.get("variants")):
            self.into.add(Key(VARIANT, str(text)), text)
        scenarios = node.get("scenarios")
        for _, one in scenarios.items if isinstance(scenarios, Mapping) else ():
            if isinstance(one, Mapping):
                self._scenario(one)

    def _scenario(self, node: Mapping) -> None:
        for text in _texts(node.get("rule")):
            self.keyed.rule(text)
        for name, value in _pairs(node.get("options")):
            self.into.add(Key(OPTION, str(name)), name)
            known = self.symbols.options.get(str(name))
            if known is not None:
                self._value(value, known.type)
        self._things(node.get("given"))
        for key in ("start", "end"):
            for text in _texts(node.get(key)):
                self._path(text)
        for name, _ in _pairs(node.get("times")):
            self.into.add(Key(PHASE, str(name)), name)
        for text in _texts(node.get("do")):
            self._effect(text)
        for text in _texts(node.get("luck")):
            self._option(text)
        steps = node.get("when")
        for step in steps.items if isinstance(steps, Sequence) else ():
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

    def _step(self, step: Node) -> None:
        if isinstance(step, Text):
            said, colon, option = str(step).partition(":")
            if colon:
                begin = len(said) + 1 + len(option) - len(option.lstrip())
                self._option(step, begin, len(str(step).rstrip()))
            return
        for who, what in _pairs(step):
            if str(who) == "expect":
                self._things(what)
            elif str(who) == "cannot":
                self._cannot(what)
            else:
                for text in _texts(what):
                    self._option(text)

    def _cannot(self, node: Node) -> None:
        for _, what in _pairs(node):
            for text in _texts(what):
                self._option(text)
        for text in _texts(node):
            name, colon, _ = str(text).partition(":")
            if colon and _PLAYER.fullmatch(name):
                self._step(text)
            else:
                self._option(text)

    def _option(self, text: Text, start: int = 0, end: int | None = None, *, chosen: bool = True) -> None:
        """The name of an option: a label, a design, a place, a word; with what distinguishes it in brackets. One that
        is chosen can also be called as players read it."""
        if not self._matters(text):
            return
        last = len(text.value) if end is None else end
        said = text.value[start:last]
        if self._exact(self.choices, text, start, last) or (chosen and words(said) in self.titles):
            return
        whose = _WHOSE.match(said)
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
        for name, value in _pairs(node):
            key = str(name)
            if key in ("options", "options with", "options without"):
                for text in _texts(value):
                    self._option(text, chosen=False)
            elif key in ("log", "prompt"):
                for text in _texts(value):
                    self._log(text)
            elif _PLAYER.fullmatch(key.removeprefix("view of ")):
                if key.startswith("view of "):
                    self._things(value)
                else:
                    for inner, wanted in _pairs(value):
                        self._thing(inner, wanted, of_player=True)
            elif key not in _OTHERS:
                self._thing(name, value, of_player=False)

    def _thing(self, name: Text, value: Node, *, of_player: bool) -> None:
        key = str(name)
        if of_player and key == "knows":
            for text in _texts(value):
                self.into.add(Key(PLACE, str(text)), text)
            return
        if self._place(name, 0, len(key)):
            self._pieces(value)
            return
        states = self.symbols.players if of_player else self.symbols.game
        state = self._state(states, PLAYER if of_player else "", name, 0, len(key))
        if state is not None:
            self._value(value, state)
            return
        found = self._of_something(name)
        if found is not None:
            self._value(value, found)
        elif key in self.symbols.named_values:
            self.into.add(Key(NUMBER, key), name)
            self._value(value, self.symbols.named_values[key].value.type)

    def _place(self, text: Text, start: int, end: int) -> bool:
        said = text.value[start:end]
        whose = _WHOSE.match(said)
        if whose is not None:
            start, said = start + whose.end(), said[whose.end() :]
        place = self.symbols.places.get(said)
        if place is not None and place.text.kind not in BOARDS:
            self.into.add(Key(PLACE, said), text, start, end)
            return True
        board = self.cells.get(said)
        if board is None:
            return False
        if self.symbols.places[board].text.kind == "map":
            self.into.add(Key(CELL, said, board), text, start, end)
        elif said.startswith(f"{board} "):
            self.into.add(Key(PLACE, board), text, start, start + len(board))
        return True

    def _state(self, states: dict[str, State], owner: str, text: Text, start: int, end: int) -> Type | None:
        """A state, or an entry of a table: `gems in ruby`."""
        said = text.value[start:end]
        table, _, entry = said.rpartition(" in ")
        name = said if said in states else table
        state = states.get(name)
        if state is None or (name != said and state.type.kind != "table"):
            return None
        key = Key(PROPERTY, name, owner) if owner else Key(STATE, name)
        self.into.add(key, text, start, start + len(name))
        if name == said:
            return state.type
        self.into.add(entry_key(state.type, entry), text, end - len(entry), end)
        return Type("number")

    def _of_something(self, text: Text) -> Type | None:
        """`goblin's wounds`, `dungeon's goblin's wounds`, `b3's seen`, `magic sword's named`."""
        said = text.value
        whose, joint, _ = said.rpartition("'s ")
        if not joint:
            return None
        begin = len(whose) + len(joint)
        place, comma, design = whose.rpartition("'s ")
        at = len(place) + len(comma)
        board = self.cells.get(whose)
        if board is not None:
            self._place(text, 0, len(whose))
            return self._state(self.symbols.places[board].properties, board, text, begin, len(said))
        known = self.symbols.designs.get(design)
        if known is None:
            return None
        if comma:
            self._place(text, 0, len(place))
        self.into.add(Key(DESIGN, design), text, at, len(whose))
        type_ = self.symbols.types[known.type]
        found = self._state(type_.properties, type_.name, text, begin, len(said))
        if found is not None:
            return found
        for phrase in self.symbols.phrases.values():
            if said[begin:] in phrase.state and self._has(known.abilities, phrase.signature):
                self.into.add(Key(PHRASE_STATE, said[begin:], phrase.signature), text, begin, len(said))
                return phrase.state[said[begin:]].type
        return None

    @staticmethod
    def _has(abilities: Iterable[object], signature: str) -> bool:
        return any(getattr(getattr(one, "ability", None), "phrase", None) == signature for one in abilities)

    # ----------------------------------------------------------------------------- values

    def _pieces(self, node: Node) -> None:
        """What lies in a place: `[orc, 2 goblin]`."""
        for text in _texts(node):
            counted = _COUNTED.match(str(text))
            start = counted.end() if counted is not None else 0
            if text.value[start:] in self.symbols.designs:
                self.into.add(Key(DESIGN, text.value[start:]), text, start)

    def _value(self, node: Node, type_: Type) -> None:
        for key, _ in _pairs(node):
            if type_.kind == "table":
                self.into.add(entry_key(type_, str(key)), key)
        for text in _texts(node):
            said = str(text).strip()
            if type_.kind in ("kind", "kinds", "piece", "pieces", "list"):
                self.into.add(Key(DESIGN, said), text)
            elif type_.kind in ("word", "words"):
                self.into.add(Key(WORD, said), text)
            elif type_.kind in ("place", "places", "cell", "cells"):
                self._place(text, 0, len(text.value))

    # -------------------------------------------------------------------------- spellings

    def _cells(self) -> Iterator[tuple[str, str]]:
        """The names of cells, which begin with the name of their board if there are several such boards."""
        for board in self.symbols.places.values():
            if board.text.kind in BOARDS and board.cell:
                for cell in cell_names(board, self.symbols.places.get(board.text.between)):
                    yield cell, board.name
                    yield f"{board.name} {cell}", board.name

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
_SHOWN = {
    **dict.fromkeys(("word", "words"), frozenset({WORD})),
    **dict.fromkeys(("piece", "pieces", "kind", "kinds", "list"), _PIECES),
    **dict.fromkeys(("place", "places", "cell", "cells"), _PLACES),
    "number": _PIECES | {PROPERTY},  # and what it counts
    **dict.fromkeys(("player", "players", "yes-no"), frozenset[str]()),
}
"""The sorts of names in what a slot shows, by the kind of its value."""
MOST_WORDS = 8
"""The most words of a name that are looked for in lines."""


def variants_of(document: Node) -> tuple[str, ...]:
    """The names of the variants with which the scenarios of a document are played, sorted."""
    return tuple(sorted(map(str, _texts(document.get("variants"))))) if isinstance(document, Mapping) else ()


_OTHERS = ("decides", "over", "winners", "scores", "fault")
"""Keys of expectations that name nothing of the game."""


def _spelled(names: Iterable[tuple[str, Key, int]]) -> Spelled:
    found: Spelled = {}
    for name, key, which in names:
        found.setdefault(words(name), []).append((key, which))
    return found


def _texts(node: Node | None) -> list[Text]:
    items = node.items if isinstance(node, Sequence) else (node,)
    return [item for item in items if isinstance(item, Text)]


def _pairs(node: Node | None) -> Iterable[tuple[Text, Node]]:
    return node.items if isinstance(node, Mapping) else ()
