"""Declares the names of a game: types, designs, places, states, numbers, options, phrases, phases.

In: the document. Out: `Symbols` with a vocabulary, with which texts can be resolved. Values that are texts themselves
are filled in later (`values.py`, `phrases.py`).
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Mapping

from .. import tree as t
from ..diagnostics import suggest
from ..diagnostics.diagnostic import Note
from ..diagnostics.report import Report
from ..diagnostics.source import Span
from ..document.reader import Text
from ..library.library import events, in_library
from ..model.geometry import cell_names
from ..model.symbols import (
    BOARDS,
    HOLDER,
    THE_HOLDER,
    Design,
    Phrase,
    PieceType,
    Place,
    Slot,
    State,
    Symbols,
    a_board,
)
from ..resolve.context import Context
from ..resolve.declarations import place_text
from ..resolve.expressions import expression
from ..resolve.readings import Resolve, resolve_text
from ..resolve.types import type_text
from ..schema.classes import DesignDoc, GameDoc, Names, NodeDoc, PlaceDoc, PropertyDoc, StateDoc, TypeDoc
from ..syntax.vocabulary import common_vocabulary, is_number, newer_words, plural, words
from ..tree.types import ANY_NUMBER, NONE, OF_WORDS, Type, mixed
from .constant_numbers import worked_out
from .declare_cells import LETTERED, left_out, name_cells, names_lost, nouns, sized, step_names
from .declare_pictures import drawn_of, pictured
from .declare_states import is_shown, name_one, names_of, state_of
from .declare_types import (
    ASKED,
    CHOICES,
    KEPT,
    NAMES_OF_TYPES,
    ON_BACKS,
    ON_CELLS,
    ONLY_DECLARED,
    PRINTED,
    STATES,
)
from .designs_by_rule import given_numbers, types_of_numbers
from .sentences import sentences
from .signatures import KEYWORD, Parts, signature_parts

CONVENTIONS = {
    "chooser": "who chooses where a text does not say",
    "replacements": "who is asked whether an ability acts, and picks when several apply to one event",
    "order of each": "in which order 'for each' goes",
    "order of abilities": "in which order several 'before' or 'after' of one event act",
    "as far as possible": "whether what cannot be done whole is done in part",
}


def declare(doc: GameDoc, report: Report, read: Resolve = resolve_text) -> Symbols:
    """All names of the game."""
    return _Declarer(doc, report, read).run()


class _Declarer:
    def __init__(self, doc: GameDoc, report: Report, read: Resolve) -> None:
        self.doc = doc
        self.read = read
        self.report = report
        self.symbols = Symbols()
        self.seen: dict[tuple[str, ...], tuple[str, Span]] = {}
        self.phases: dict[tuple[str, ...], str] = {}
        self.plurals: dict[tuple[str, ...], Text] = {}
        self.reserved = {
            entry.words for entry in common_vocabulary().entries() if entry.terminal not in ONLY_DECLARED
        } | {("player",), ("players",)}
        self.reserved -= newer_words().keys()  # names of older editions may be these

    def run(self) -> Symbols:
        vocabulary = self.symbols.vocabulary
        for builtin, terminal in (
            ("player", "TYPE_S"),
            ("players", "TYPE_P"),
            ("player", "NAME"),
            ("kind", "PROP"),
        ):
            vocabulary.add(builtin, terminal)
        vocabulary.add("players", "TYPE_P", "player")
        vocabulary.keep("players", "player")
        self._conventions()
        self._phases(self.doc.flow)
        for name, component in self.doc.components.items():
            self._type(name, component)
        for name, place in self.doc.places.items():
            self._place(name, place)
        self._properties()
        self._states()
        self._phrases()
        return self.symbols

    def _conventions(self) -> None:
        for name, value in self.doc.conventions.items():
            if str(name) not in CONVENTIONS:
                guess = suggest.guess(str(name), CONVENTIONS)
                help_text = f"did you mean '{guess}'?" if guess else f"there are: {', '.join(CONVENTIONS)}"
                self.report.error(
                    "RW101", f"there is no convention '{name}'", name.span, help=help_text, meant=guess
                )
                continue
            allowed = CHOICES.get(str(name)) or self._who(str(name))
            if " ".join(words(str(value))) not in {" ".join(words(one)) for one in allowed}:
                guess = suggest.guess(str(value), allowed)
                help_text = f"did you mean '{guess}'?" if guess else f"there are: {', '.join(allowed)}"
                what = f"'{name}' cannot be '{value}'"
                self.report.error("RW220", what, value.span, help=help_text, meant=guess)
            self.symbols.conventions[str(name)] = str(value)

    def _who(self, convention: str) -> list[str]:
        """The players that a convention can name: the one whose turn it is, and states of the game that are a
        player; where an ability asks, also whoever holds its piece."""
        return [
            *([THE_HOLDER] if convention == "replacements" else []),
            "the player",
            *(f"the {name}" for name, text in self.doc.game_has.items() if _is_player(text)),
        ]

    def take(self, name: Text, what: str) -> bool:
        """Takes a name for something. If the name is not free, reports what has it, and returns False."""
        free = self._is_free(name, what)
        if not free:
            self.symbols.breaks(str(name))
        return free

    def _is_free(self, name: Text, what: str) -> bool:
        run = words(str(name))
        if not run or not any(letter.isalnum() or not letter.isascii() for letter in str(name)):
            self.report.error("RW218", "a name needs letters or digits", name.span)
            return False
        if len(run) == 1 and is_number(run[0]):
            self.report.error(
                "RW218",
                f"'{name}' is a number, so a text could not tell the name from the number",
                name.span,
                help=f"put a word before it, as in 'card {name}'; what players read can still be {name}",
            )
            return False
        if run in self.reserved:
            self.report.error(
                "RW218", f"'{name}' is a keyword of the language", name.span, help="choose another name"
            )
            return False
        if run in newer_words():
            self.report.stricter(
                "newer word",
                f"'{name}' is a word of the language since edition {newer_words()[run]}",
                name.span,
                help="choose another name",
            )
        if run in self.seen or (what in ("a type", "a design") and run in self.plurals):
            other, span = self.seen.get(run) or ("several pieces", self.plurals[run].span)
            self.report.error(
                "RW218",
                f"'{name}' is already the name of {other}",
                name.span,
                help="choose another name for one of the two",
                notes=[Note(f"{other} is declared here", span)],
            )
            return False
        self.seen[run] = (what, name.span)
        return True

    def _several(self, name: Text, given: Text | None) -> str:
        """The plural of a type or design, which must not be the name or the plural of another one."""
        several = str(given) if given is not None else plural(str(name))
        at, run = given or name, words(several)
        other = self.plurals.setdefault(run, name)
        if not run or run in self.reserved:
            self.report.error(
                "RW218", f"'{several}' cannot be a plural", at.span, help="plural: another word"
            )
            self.symbols.breaks(several)
        elif other is not name or (run in self.seen and self.seen[run][1] != name.span):
            self.report.error(
                "RW218",
                f"'{several}', the plural of '{name}', is taken",
                at.span,
                notes=[
                    Note("this has the same plural, or this name", self.seen.get(run, ("", other.span))[1])
                ],
                help="give one of the two another plural: plural: …",
            )
            self.symbols.breaks(several)
        return several

    # ------------------------------------------------------------- components

    def _type(self, name: Text, doc: TypeDoc) -> None:
        if not self.take(name, "a type"):
            return
        singular = str(name)
        several = self._several(name, doc.plural)
        names = names_of(singular, several, doc.names)
        self.symbols.types[singular] = PieceType(singular, several, names, span=name.span)
        self.symbols.vocabulary.add(singular, "TYPE_S")
        self.symbols.vocabulary.add(several, "TYPE_P", singular)
        types = types_of_numbers(doc.designs.values())
        for design, inner in doc.designs.items():
            self._design(singular, design, inner, types)
        if not doc.designs:
            self.report.error("RW216", f"there is no {singular}: a type needs designs", name.span)

    def _design(self, type_name: str, name: Text, doc: DesignDoc, types: dict[str, Type]) -> None:
        if not self.take(name, "a design"):
            return
        copies = self._copies(doc.copies, given_numbers(doc), types)
        several = self._several(name, doc.plural)
        design = Design(
            str(name),
            several,
            type_name,
            copies,
            len(self.symbols.designs),
            names_of(str(doc.shown or name), several, doc.names),
            str(doc.source) if doc.source is not None else None,
            printed={tag: str(text) for tag, text in doc.printed.said.items()} if doc.printed else {},
            span=name.span,
        )
        self.symbols.designs[str(name)] = design
        self.symbols.types[type_name].designs.append(str(name))
        for terminal, word in (("DESIGN_S", str(name)), ("KINDNAME", str(name)), ("DESIGN_P", several)):
            self.symbols.vocabulary.add(word, terminal, str(name))

    def _copies(self, copies: Text | None, numbers: dict[str, int], types: dict[str, Type]) -> int:
        if copies is None:
            return 1
        if numbers and not re.fullmatch("[0-9]+", str(copies)):
            copies = self._copies_for(copies, numbers, types)
            if copies is None:
                return 1
        if not re.fullmatch("[0-9]{1,4}", str(copies)) or not 1 <= int(str(copies)) <= 1000:
            self.report.error("RW220", "'copies' is a number from 1 to 1000", copies.span, help="copies: 2")
            return 1
        return int(str(copies))

    def _copies_for(self, copies: Text, numbers: dict[str, int], types: dict[str, Type]) -> Text | None:
        """How many copies there are, from the numbers that the design was made with."""
        context = Context(self.symbols, copies)
        context.variables.update({name: types[name] for name in numbers})
        tree = self.read(copies, "expression", expression, context, self.report)
        value = worked_out(tree, numbers) if tree is not None and tree.type.kind == "number" else None
        if tree is not None and value is None:
            message = "how many copies there are cannot be worked out before the match"
            help_text = "compute it from numbers, and from " + ", ".join(numbers)
            self.report.error("RW220", message, copies.span, help=help_text)
        return None if value is None else Text(str(value), copies.span)

    # ----------------------------------------------------------------- places

    def _place(self, name: Text, doc: PlaceDoc) -> None:
        if not self.take(name, "a place"):
            return
        text = None
        if doc.is_ is not None:
            text = self.read(doc.is_, "place", place_text, Context(self.symbols, doc.is_), self.report)
            text = sized(text, doc.shape, self.report) if text is not None else None
        if text is None:
            for lost in (str(name), *names_lost(doc)):
                self.symbols.breaks(lost)
            return
        shown = is_shown(doc.shown, self.report)
        place = Place(str(name), text, names_of(str(name), "", doc.names), shown=shown, span=name.span)
        self.symbols.places[str(name)] = place
        self.symbols.vocabulary.add(str(name), "PROP" if text.per_player else "NAME")
        if text.per_player:
            self.symbols.vocabulary.add(HOLDER, "PROP")
        if text.kind in BOARDS:
            self._cells(place, name, doc)
        else:
            self._no_board(doc)

    def _no_board(self, doc: PlaceDoc) -> None:
        """Keys that only boards have."""
        given = {"cell": doc.cell, "plural": doc.plural, "shape": doc.shape}
        keys = {key: text for key, text in given.items() if text is not None}
        keys |= {key: next(iter(inner)) for key in ("legend", "steps") if (inner := getattr(doc, key))}
        keys |= {"cells show": doc.cells_show} if doc.cells_show is not None else {}
        keys |= {"cell names": next(iter(doc.cell_names))} if doc.cell_names else {}
        for key, text in keys.items():
            self.report.error("RW216", "only a board has cells", text.span, help=f"delete '{key}:'")

    def _cells(self, grid: Place, name: Text, doc: PlaceDoc) -> None:
        """The nouns for the cells of a board, and the names of the cells of a map."""
        if doc.cell is None:
            message = f"the cells of {a_board(grid.text.kind)} need a name"
            noun = "room" if grid.text.kind == "map" else "square"
            self.report.error(
                "RW216", message, name.span, help=f"add what one of them is called: 'cell: {noun}'"
            )
            return
        if not self.take(doc.cell, "a cell"):
            return
        grid.cell, grid.cells = nouns(doc)
        grid.cell_names = names_of(grid.cell, grid.cells, doc.cell_names)
        self.symbols.cells[grid.cell] = grid.name
        vocabulary = self.symbols.vocabulary
        vocabulary.add(grid.cell, "TYPE_S")
        vocabulary.add(grid.cells, "TYPE_P", grid.cell)
        for prop in (grid.cell, "row", "column"):
            vocabulary.add(prop, "PROP")
        grid.absent = left_out(grid.text, doc.shape, self.report)
        if grid.text.kind == "map":
            name_cells(grid, name, doc.cells, self.take, self.symbols, self.report)
        if grid.text.kind in ("grid", "hexes"):
            self._name_cells(grid)
        grid.way_names = step_names(list(doc.steps), self.reserved, vocabulary, self.report)

    # ------------------------------------------------------------------ states

    def _name_cells(self, board: Place) -> None:
        """Names such as `b3`; if there are several such boards, with the name of the board."""
        lettered = [
            doc for doc in self.doc.places.values() if doc.is_ and words(str(doc.is_))[:1] in LETTERED
        ]
        for bare in cell_names(board):
            name = bare if len(lettered) == 1 else f"{board.name} {bare}"
            self.symbols.named_cells[name] = board.name
            self.symbols.vocabulary.add(name, "PROP" if board.text.per_player else "NAME")

    def type_of(
        self, text: Text | None, name: Text | None = None, kinds: tuple[str, ...] = KEPT, what: str = "this"
    ) -> Type | None:
        """The type in a text; `name` cannot be used if there is none, and `kinds` are the allowed kinds of types."""
        type_ = self.slot_type(text, name, kinds, what)
        if type_ == ANY_NUMBER and text is not None:  # its cell in the memory needs a range
            self.report.error("RW202", "'number' is no type", text.span, help="give its range, such as 0..9")
            self.symbols.breaks(str(name))
            return None
        return type_

    def slot_type(
        self, text: Text | None, name: Text | None = None, kinds: tuple[str, ...] = KEPT, what: str = "this"
    ) -> Type | None:
        """The type in a text about a slot, which can also take any number."""
        if text is None:
            if name is not None:
                self.symbols.breaks(str(name))
            return None
        resolved: t.TypeText | None = self.read(
            text, "type", type_text, Context(self.symbols, text), self.report
        )
        if resolved is not None and resolved.type.kind not in kinds:
            can = "; ".join(NAMES_OF_TYPES[kind] for kind in kinds)
            self.report.error(
                "RW216", f"{what} cannot be {resolved.type}", text.span, help=f"it can be: {can}"
            )
            resolved = None
        if resolved is None:
            if name is not None:
                self.symbols.breaks(str(name))
            return None
        if resolved.type.kind in OF_WORDS or resolved.type.by == "word":
            for word in resolved.type.of:
                self.symbols.vocabulary.add(word, "WORD")
        return resolved.type

    def _properties(self) -> None:
        for name, doc in self.doc.components.items():
            owner = self.symbols.types.get(str(name))
            if owner is None:
                continue
            for prop, printed in doc.properties.items():
                self._property(owner, prop, printed)
            for prop, state in doc.state.items():
                self._piece_state(owner, prop, state)
            self._turned_by(owner, doc)
            self._drawn(owner, doc)
            self._public(owner, doc)
            self._face_up(owner, doc)
        for name, place in self.doc.places.items():
            board = self.symbols.places.get(str(name))
            if board is not None:
                self._cell_properties(board, place)
                pictured(board, place, self.symbols, self.report)

    def _public(self, owner: PieceType, doc: TypeDoc) -> None:
        for said in doc.public:
            state = owner.properties.get(str(said))
            if state is None or not state.printed or state.type.kind not in ON_BACKS:
                message = f"the back of a {owner.name} cannot show '{said}'"
                way_out = "name printed properties of the type: numbers, words, yes or no, kinds"
                self.report.error("RW216", message, said.span, help=way_out)
                continue
            self.symbols.use("property", state.name)
            owner.public = (*owner.public, state.name)

    def _face_up(self, owner: PieceType, doc: TypeDoc) -> None:
        if doc.face_up is None:
            return
        state = owner.properties.get(str(doc.face_up))
        if state is None or state.printed or state.secret or state.type.kind != "yes-no":
            message = "'face up:' names a yes-or-no state of the piece that is not secret"
            self.report.error("RW216", message, doc.face_up.span, help="state: {open: yes or no}")
            return
        self.symbols.use("property", state.name)
        owner.face_up = state.name

    def _turned_by(self, owner: PieceType, doc: TypeDoc) -> None:
        if doc.turned_by is None:
            return
        state = owner.properties.get(str(doc.turned_by))
        if state is None or state.printed or state.type.kind != "number" or state.type.least != 0:
            message, way_out = "'turned by:' names a state that is a number from 0", "state: {turned: 0..5}"
            self.report.error("RW216", message, doc.turned_by.span, help=way_out)
            return
        self.symbols.use("property", state.name)
        owner.turned_by = state.name

    def _drawn(self, owner: PieceType, doc: TypeDoc) -> None:
        if doc.drawn is not None:
            owner.drawn = drawn_of(owner, doc.drawn, self.symbols, self.report)

    def _cell_properties(self, board: Place, doc: PlaceDoc) -> None:
        """The printed properties and the states of the cells of a board."""
        if (doc.properties or doc.state or doc.cells) and not board.cell:
            self.report.error("RW216", f"'{board.name}' has no cells", board.span)
            return
        for prop, printed in doc.properties.items():
            type_ = self.type_of(printed.type, prop, ON_CELLS, "a property of a cell")
            if type_ is not None and self._shareable(prop, "a property", board.properties):
                board.properties[str(prop)] = _printed(prop, board.cell, type_, printed)
                self._adjective(prop, type_)
        for prop, state in doc.state.items():
            type_ = self.type_of(state.type, prop, STATES)
            if type_ is not None and self._shareable(prop, "a property", board.properties):
                board.properties[str(prop)] = state_of(
                    prop, board.cell, type_, state, self.symbols, self.report
                )
                self._adjective(prop, type_)

    def _property(self, owner: PieceType, prop: Text, doc: PropertyDoc) -> None:
        type_ = self.type_of(doc.type, prop, PRINTED, "a printed property")
        if type_ is not None and self._shareable(prop, "a property", owner.properties):
            state = _printed(prop, owner.name, type_, doc)
            owner.properties[str(prop)] = state
            self._check_alike(owner, prop, state)
            self._adjective(prop, type_)

    def _piece_state(self, owner: PieceType, prop: Text, doc: StateDoc) -> None:
        type_ = self.type_of(doc.type, prop, STATES)
        if type_ is not None and self._shareable(prop, "a property", owner.properties):
            state = owner.properties[str(prop)] = state_of(
                prop, owner.name, type_, doc, self.symbols, self.report
            )
            self._check_alike(owner, prop, state)
            self._adjective(prop, type_)

    def _check_alike(self, owner: PieceType, prop: Text, state: State) -> None:
        """A property of several types must mean the same for all of them; only the ranges of printed numbers, and the
        lists of printed words, may differ."""
        for other in self.symbols.types.values():
            known = other.properties.get(str(prop)) if other is not owner else None
            alike = known is not None and state.printed and mixed(known.type, state.type) is not None
            if known is None or (known.printed == state.printed and (alike or known.type == state.type)):
                continue
            what = "printed" if known.printed else "a state"
            self.report.error(
                "RW218",
                f"'{prop}' of {other.plural} is {what}, {known.type}, but this is something else",
                prop.span,
                notes=[Note("that is declared here", known.span)],
                help="make both the same, or choose another name",
            )
            return

    def _shareable(self, name: Text, what: str, own: Mapping[str, State]) -> bool:
        """Whether a name is free, where properties of different types may share it."""
        run = words(str(name))
        known = self.seen.get(run)
        if known is not None and known[0] == what and run not in {words(other) for other in own}:
            return True
        return self.take(name, what)

    def _adjective(self, name: Text, type_: Type) -> None:
        self.symbols.vocabulary.add(str(name), "PROP")
        if type_.kind in ("yes-no", "condition"):
            self.symbols.vocabulary.add(str(name), "ADJ")
        if type_.kind == "table":
            self.symbols.vocabulary.add(str(name), "PROP_T")

    def _states(self) -> None:
        for name, doc in self.doc.game_has.items():
            type_ = self.type_of(doc.type, name, STATES)
            if type_ is not None and self._free_of_types(name, "a state of the game"):
                self.symbols.game[str(name)] = state_of(name, "game", type_, doc, self.symbols, self.report)
                self.symbols.vocabulary.add(str(name), "NAME")
                if type_.kind == "table":
                    self.symbols.vocabulary.add(str(name), "NAME_T")
        for name, doc in self.doc.players_have.items():
            type_ = self.type_of(doc.type, name, STATES)
            if type_ is not None and self._shareable(name, "a property", self.symbols.players):
                self.symbols.players[str(name)] = state_of(
                    name, "player", type_, doc, self.symbols, self.report
                )
                self._adjective(name, type_)
                name_one(self.symbols.players[str(name)], doc, self.take, self.symbols, self.report)
        for sort, docs in (("a number", self.doc.numbers), ("a name", self.doc.names)):
            for name in docs:
                if "{" in str(name):
                    self._number_with_slots(name)
                elif self.take(name, sort):
                    self.symbols.vocabulary.add(str(name), "NAME")
        for name, option in self.doc.options.items():
            type_ = self.type_of(option.type, name, ASKED, "an option of the set-up")
            if type_ is not None and self.take(name, "an option"):
                self._option(name, type_, option.names)

    def _number_with_slots(self, signature: Text) -> None:
        """`due for {ware: good}`: words and slots alternate, words first."""
        parts = self._parts(signature)
        if parts is None:
            self._break_phrase(signature)
            return
        runs = tuple(" ".join(part) for part in parts[::2] if isinstance(part, tuple))
        slots = tuple(part for part in parts[1::2] if isinstance(part, Slot))
        if not isinstance(parts[0], tuple) or len(runs) != len(slots):
            way_out = '"due for {ware: good}", "toll from {here: room} to {goal: room}"'
            message = "a number with slots has words before each of them, and none after the last"
            self.report.error("RW216", message, signature.span, help=way_out)
            self._break_phrase(signature)
        elif runs in self.symbols.number_parts:
            self.report.error(
                "RW219", "another number has these words", signature.span, help="say it in other words"
            )
        else:
            self.symbols.number_parts[runs] = (str(signature), slots)
            for index, run in enumerate(runs):
                self.symbols.vocabulary.add(run, "VP_MID" if index else "VP_START", run)
            if len(runs) == 1 and runs[0].endswith(" of"):  # also said like a property: the sword's owner
                self._owned(signature, runs[0].removesuffix(" of"), slots[0])

    def _owned(self, signature: Text, prop: str, slot: Slot) -> None:
        """Report a property of that name, which texts would say in the same words."""
        if prop in self.symbols.properties_of(slot.type):
            self.report.error(
                "RW218",
                f"'{prop}' is already a property of {slot.type}",
                signature.span,
                help="choose other words: both would be said in the same way",
            )
            self._break_phrase(signature)
        self.symbols.vocabulary.add(prop, "PROP")

    def _option(self, name: Text, type_: Type, docs: dict[Text, Names]) -> None:
        from ..model.symbols import SetupOption

        default = t.NoneValue(span=name.span, type=NONE)
        names = names_of(str(name), "", docs)
        self.symbols.options[str(name)] = SetupOption(str(name), type_, default, names, span=name.span)
        self.symbols.vocabulary.add(str(name), "NAME")

    def _free_of_types(self, name: Text, what: str) -> bool:
        """A state can have the name of a type (`the hero` is a hero): articles distinguish the two."""
        known = self.seen.get(words(str(name)))
        if known is not None and known[0] == "a type":
            return True
        return self.take(name, what)

    # ------------------------------------------------------------ flow, phrases

    def _phases(self, nodes: list[NodeDoc]) -> None:
        for node in nodes:
            name = node.phase
            if name is None:
                continue
            run = words(str(name))
            if run in self.phases:
                message = f"there are two phases called '{self.phases[run]}'"
                self.report.error("RW218", message, name.span, help="rename one of the two")
            elif not run or "/" in str(name):
                message = "a phase's name has letters or digits, and no slash"
                self.report.error("RW218", message, name.span, help="slashes lead to phases inside phases")
            self.phases.setdefault(run, str(name))
            self.symbols.phases.append(str(name))
            self.symbols.vocabulary.add(str(name), "PERIOD")
            self._phases(node.phases)

    def _phrases(self) -> None:
        for signature, doc in self.doc.phrases.items():
            parts = self._parts(signature)
            if parts is None:
                self._break_phrase(signature)
                continue
            if [doc.do, doc.ability, doc.holds].count(None) != 2:
                self.report.error(
                    "RW216",
                    "a phrase is either an action, an ability, or a condition",
                    signature.span,
                    help="give it one of 'do:' (it happens), 'ability:' (it is in force) and 'holds:'",
                )
                self._break_phrase(signature)
                continue
            ability, holds = doc.ability is not None, doc.holds is not None
            event = events().get(str(signature)) if in_library(signature.span) else None
            phrase = Phrase(str(signature), parts, ability, holds, event=event, span=signature.span)
            forms = [self._parts(form) for form in doc.forms]
            phrase.forms = [form for form in forms if form is not None]
            phrase.sentences = sentences(doc, phrase, self.report)
            for name, state in doc.state.items():
                type_ = self.type_of(state.type, name)
                if type_ is not None:
                    phrase.state[str(name)] = state_of(
                        name, str(signature), type_, state, self.symbols, self.report
                    )
            other = self.symbols.add_phrase(phrase)
            if other is not None:
                self.report.error(
                    "RW219",
                    f"these are the words of '{other}' too",
                    signature.span,
                    notes=[Note("that phrase is declared here", self.symbols.phrases[other].span)],
                    help="phrases are told apart by their words, not by the types of their slots: say one of them "
                    "in other words",
                )

        self.symbols.add_imperatives()
        self.symbols.add_continued()
        self.symbols.add_singulars()

    def _break_phrase(self, signature: Text) -> None:
        """Texts that use the words of the phrase are not reported too."""
        self.symbols.breaks(longest_run(str(signature)))

    def _parts(self, signature: Text) -> Parts | None:
        reserved = dict.fromkeys(self.reserved, (KEYWORD, signature.span))
        taken = ChainMap(reserved, self.seen)
        return signature_parts(signature, self.slot_type, taken, self.report)


def _printed(name: Text, owner: str, type_: Type, doc: PropertyDoc) -> State:
    """A printed property of a type, or of the cells of a board."""
    names = names_of(str(name), "", doc.names)
    return State(str(name), owner, type_, printed=True, names=names, span=name.span)


def longest_run(signature: str) -> str:
    """The longest run of words between the slots of a signature."""
    return max(re.split(r"\{[^{}]*\}?", signature), key=len)


def _is_player(doc: StateDoc) -> bool:
    return doc.type is not None and words(str(doc.type))[:1] == ("player",)
