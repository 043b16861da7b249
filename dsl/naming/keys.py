"""The names in the YAML of a game and of its variants: keys and values that declare something or refer to it.

In: the documents of a draft, as they are written. Out: references (see `names`). What each key of the schema names
stands in two tables, by the class and the field; a path of a variant goes through the same tables, step by step. The
words inside texts are none of this module's business: they have uses.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Union, get_args, get_origin

import attrs

from ..diagnostics.report import Unheard
from ..document.paths import PHASE, PHASES, parse_path
from ..document.reader import Mapping, Node, Sequence, Text
from ..languages import BASE
from ..languages.sentence_slots import AGREES
from ..languages.sentence_slots import SLOT as SENTENCE_SLOT
from ..model.look import panel_numbers
from ..model.symbols import SLOT, Symbols
from ..model.uses import (
    CELL,
    DESIGN,
    LABEL,
    NOUN,
    NUMBER,
    OPTION,
    PHRASE,
    PHRASE_STATE,
    PLACE,
    PROPERTY,
    STATE,
    STEP,
    TYPE,
    VARIABLE,
    WORD,
)
from ..model.uses import (
    PHASE as PHASE_SORT,
)
from ..resolve.context import Context
from ..resolve.readings import resolve_text
from ..resolve.types import type_text
from ..schema import classes as c
from ..schema.json_schema import LANGUAGE as ANY_LANGUAGE
from ..schema.json_schema import yaml_key
from ..syntax.vocabulary import words
from ..tree.types import OF_WORDS, Type
from .names import ASIDE, GAME, LANGUAGE, ONE, PART, RULE, SECTION, SEVERAL, SOURCE, VARIANT, Collector, Key
from .sayings import Places

OWN = "own"
"""The owner is the nearest name above: the type or the board under which this stands."""
PLAYER = "player"
LOG_SLOT = re.compile(r"\{([^{}:]+?)(?::\s*([^{}]*?)\s*)?\}")

Names = tuple[str, str]
"""The sort of what a key declares, and its owner."""

DECLARES: dict[tuple[type, str], Names] = {
    (c.GameDoc, "options"): (OPTION, ""),
    (c.GameDoc, "components"): (TYPE, ""),
    (c.GameDoc, "places"): (PLACE, ""),
    (c.GameDoc, "game_has"): (STATE, ""),
    (c.GameDoc, "players_have"): (PROPERTY, PLAYER),
    (c.GameDoc, "whenever"): (PART, "whenever"),
    (c.GameDoc, "invariants"): (PART, "invariants"),
    (c.GameDoc, "questions"): (PART, "questions"),
    (c.GameDoc, "rules"): (RULE, ""),
    (c.GameDoc, "sections"): (SECTION, ""),
    (c.GameDoc, "sources"): (SOURCE, ""),
    (c.GameDoc, "languages"): (LANGUAGE, ""),
    (c.TypeDoc, "properties"): (PROPERTY, OWN),
    (c.TypeDoc, "state"): (PROPERTY, OWN),
    (c.PlaceDoc, "properties"): (PROPERTY, OWN),
    (c.PlaceDoc, "state"): (PROPERTY, OWN),
    (c.PlaceDoc, "beside"): (PART, OWN),
    (c.PlaceDoc, "steps"): (STEP, ""),
    (c.PhraseDoc, "state"): (PHRASE_STATE, OWN),
    (c.NodeDoc, "options"): (LABEL, ""),
}
"""Keys that declare what they name. Designs, numbers and phrases have functions of their own."""

REFERS: dict[tuple[type, str], Names] = {
    (c.DesignDoc, "properties"): (PROPERTY, OWN),
    (c.CellDoc, "properties"): (PROPERTY, OWN),
    (c.LookDoc, "types"): (TYPE, ""),
    (c.LookDoc, "designs"): (DESIGN, ""),
    (c.LookDoc, "places"): (PLACE, ""),
    (c.LookDoc, "words"): (WORD, ""),
}
"""Keys that name something else, and values that do."""

VALUES: dict[tuple[type, str], Names] = {
    (c.TypeDoc, "public"): (PROPERTY, OWN),
    (c.TypeDoc, "face_up"): (PROPERTY, OWN),
    (c.TypeDoc, "turned_by"): (PROPERTY, OWN),
    (c.DrawnDoc, "shows"): (PROPERTY, OWN),
    (c.DrawnDoc, "colour"): (PROPERTY, OWN),
    (c.PlaceDoc, "cells_show"): (PROPERTY, OWN),
    (c.CellDoc, "to"): (CELL, OWN),
    (c.StateDoc, "until"): (PHASE_SORT, ""),
    (c.TypeDoc, "source"): (SOURCE, ""),
    (c.DesignDoc, "source"): (SOURCE, ""),
    (c.LookDoc, "order"): (PLACE, ""),
    (c.TypeSignDoc, "corners"): (PROPERTY, OWN),
    (c.VariantDoc, "over"): (VARIANT, ""),
    (c.VariantDoc, "needs"): (VARIANT, ""),
    (c.VariantDoc, "joins"): (VARIANT, ""),
    (c.VariantDoc, "of"): (GAME, ""),
}
"""Values that name something."""

NAMED: dict[tuple[type, str], Names] = {
    (c.NodeDoc, "phase"): (PHASE_SORT, ""),
    (c.GameDoc, "game"): (GAME, ""),
    (c.VariantDoc, "variant"): (VARIANT, ""),
}
"""Values that are the name of what they stand in."""

Above = tuple[str, ...]
"""The names that authors have given to what is above, from the outside in."""


@attrs.frozen
class At:
    """What stands somewhere, by the schema: the field of a class that it belongs to, the type of what is there (or of
    a part of it), and the names above."""

    of: type
    field: str
    hint: Any
    above: Above = ()


@attrs.frozen
class Fields:
    """The fields of a class by their keys, the one that takes all others, and the one that a bare text fills."""

    by_key: dict[str, attrs.Attribute[Any]]
    rest: attrs.Attribute[Any] | None
    languages: attrs.Attribute[Any] | None
    alone: attrs.Attribute[Any] | None


@cache
def fields_of(cls: type) -> Fields:
    every = attrs.fields(attrs.resolve_types(cls))
    return Fields(
        {yaml_key(one): one for one in every if not one.metadata["rest"] and not one.metadata["languages"]},
        next((one for one in every if one.metadata["rest"]), None),
        next((one for one in every if yaml_key(one) == ANY_LANGUAGE), None),
        next((one for one in every if one.metadata["alone"]), None),
    )


class Keyed:
    """Collects the names in documents."""

    def __init__(
        self, into: Collector, symbols: Symbols, languages: frozenset[str], places: Places | None = None
    ) -> None:
        self.into = into
        self.places = places  # where something is said that matters; None: everything does
        self.symbols = symbols
        self.languages = languages
        self.made: dict[tuple[str, int], list[str]] = {}  # the designs that an entry makes, by its place
        for name, design in symbols.designs.items():
            if design.span is not None:
                self.made.setdefault((design.span.source.name, design.span.start), []).append(name)

    def document(self, node: Node | None, *, of_game: bool) -> None:
        """A file of a game, or of a variant."""
        if isinstance(node, Mapping):
            self.walk(node, At(c.GameDoc, "", c.GameDoc if of_game else c.VariantDoc))

    # ------------------------------------------------------------------------ downwards

    def walk(self, node: Node, at: At) -> None:
        for hint in _alternatives(at.hint):
            if isinstance(node, Mapping) and (_is_class(hint) or get_origin(hint) is dict):
                self._mapping(node, attrs.evolve(at, hint=hint))
                return
            if isinstance(node, Sequence) and get_origin(hint) is list:
                inner = attrs.evolve(at, hint=get_args(hint)[0])
                for item in node.items:
                    self.walk(item, self._phase(item, inner))
                return
        if isinstance(node, Text):
            self._text(node, at)
        elif isinstance(node, Mapping) and at.of is c.VariantDoc:
            self._patches(node, at.field)
        elif isinstance(node, Sequence) and at.of is c.VariantDoc:
            for item in node.items:
                self.walk(item, at)

    def _mapping(self, node: Mapping, at: At) -> None:
        if at.of is c.VariantDoc and at.field in ("add", "replace", "set"):
            self._patches(node, at.field)
            return
        for key, value in node.items:
            if not self._matters(key, value, at):
                continue
            if at.field == "designs" and isinstance(value, Mapping) and "each" in value.by_key:
                self._each(key, value)
            below = self.step(at, key, declares=True)
            if below is not None:
                self.walk(value, below)

    def _matters(self, key: Text, value: Node, at: At | None) -> bool:
        """Whether a key, or what stands under it, can say what is looked for. Designs that a rule makes can have
        names of which only parts stand there."""
        if self.places is None or (at is not None and at.field == "designs" and "{" in str(key)):
            return True
        source, end = key.span.source, max(key.span.end, value.span.end)
        return value.span.source is not source or self.places.between(source, key.span.start, end)

    def step(self, at: At, key: Text, *, declares: bool) -> At | None:
        """What stands under a key, or where a step of a path leads. Notes what the key names."""
        for hint in _alternatives(at.hint):
            if get_origin(hint) is dict:
                self.key(at, key, declares=declares)
                return attrs.evolve(at, hint=get_args(hint)[1], above=(*at.above, str(key)))
            if _is_class(hint):
                return self._field(hint, at, key, declares=declares)
            if get_origin(hint) is list and get_args(hint)[0] is c.NodeDoc:
                self.into.add(Key(PHASE_SORT, str(key)), key, declares=declares)
                return attrs.evolve(at, hint=c.NodeDoc, above=(*at.above, str(key)))
        return None

    def _field(self, cls: type, at: At, key: Text, *, declares: bool) -> At | None:
        known, name = fields_of(cls), str(key)
        if cls is c.VariantDoc and name in fields_of(c.GameDoc).by_key and name not in _OWN_OF_VARIANTS:
            cls, known = c.GameDoc, fields_of(c.GameDoc)
        if name in known.by_key:
            field = known.by_key[name]
            return At(cls, field.name, field.type, at.above)
        if cls is c.NodeDoc and name in (_AFTER, _BEFORE):
            return At(cls, name, Text, at.above)
        if known.languages is not None and name in self.languages:
            self.into.add(Key(LANGUAGE, name), key)
            inner = known.languages.type
            return At(cls, known.languages.name, get_args(inner)[1], at.above)
        if cls is c.NodeDoc:  # a phase inside: `phases` can be left out
            self.into.add(Key(PHASE_SORT, name), key, declares=declares)
            return At(c.NodeDoc, PHASES, c.NodeDoc, (*at.above, name))
        if known.rest is not None:
            below = At(cls, known.rest.name, known.rest.type, at.above)
            return self.step(below, key, declares=declares)
        return None

    def _phase(self, item: Node, at: At) -> At:
        """The names above what stands in an entry of a list."""
        name = item.get(PHASE) if isinstance(item, Mapping) and at.hint is c.NodeDoc else None
        return attrs.evolve(at, above=(*at.above, str(name))) if isinstance(name, Text) else at

    def _patches(self, node: Mapping, verb: str) -> None:
        """The patches of a variant: paths, and what stands there."""
        for path, part in node.items:
            if not self._matters(path, part, None):
                continue
            at = self.path(path, declares=verb != "set")
            if at is not None:
                self.walk(part, at)

    def path(self, path: Text, *, declares: bool = False) -> At | None:
        """Where a path of a variant leads. `declares`: what it names at its end is declared there."""
        at: At | None = At(c.GameDoc, "", c.GameDoc)
        steps = parse_path(path) or ()
        for number, step in enumerate(steps, 1):
            at = self.step(at, step, declares=declares and number == len(steps)) if at is not None else None
        return at

    # ----------------------------------------------------------------------------- keys

    def key(self, at: At, key: Text, *, declares: bool) -> None:
        """A key that an author has named."""
        slot = (at.of, at.field)
        special = _KEYS.get(slot)
        if special is not None:
            special(self, at, key, declares)
        elif slot in DECLARES:
            self.into.add(self._named(DECLARES[slot], at, str(key)), key, declares=declares)
        elif slot in REFERS:
            self.into.add(self._named(REFERS[slot], at, str(key)), key)

    def _named(self, names: Names, at: At, name: str) -> Key:
        sort, owner = names
        return Key(sort, name, self._owner(at) if owner == OWN else owner)

    def _owner(self, at: At) -> str:
        return at.above[0] if at.above else ""

    def _design_key(self, at: At, key: Text, declares: bool) -> None:
        place = (key.span.source.name, key.span.start)
        if "{" not in str(key):
            self.into.add(Key(DESIGN, str(key)), key, declares=declares)
            return
        for name in self.made.get(place, []):
            self.into.add(Key(DESIGN, name), key, declares=declares, which=ASIDE)

    def _signature(self, at: At, key: Text, declares: bool) -> None:
        """A phrase or a number: its words, and its slots."""
        sort = PHRASE if at.field == "phrases" else NUMBER
        self.signature(Key(sort, str(key)), key, declares=declares)

    def signature(self, of: Key, text: Text, *, declares: bool, form: int = 0) -> None:
        """The words of a sentence with slots, run by run, and its slots, as they are written there."""
        said, part, position = str(text), 0, 0
        for match in (*SLOT.finditer(said), None):
            end = match.start() if match is not None else len(said)
            first, last = _trimmed(said, position, end)
            if last > first:
                self.into.add(of, text, first, last, declares=declares, form=form, part=part)
                part += 1
            if match is not None:
                slot = Key(VARIABLE, match[1], of.name)
                self.into.add(slot, text, *match.span(1), declares=declares and form == 0)
                if not declares:  # that of a declaration is a text of the draft
                    self._slot_type(text, *match.span(2))
                position, part = match.end(), part + 1

    def _slot_type(self, text: Text, start: int, end: int) -> None:
        """The type of a slot where a sentence is only referred to."""
        type_ = Text(text.value[start:end])
        context = Context(self.symbols, type_, uses=[])
        resolve_text(type_, "type", type_text, context, Unheard())
        for use in context.uses or ():
            which = SEVERAL if use.plural else ONE
            self.into.add(Key(use.sort, use.name), text, start + use.start, start + use.end, which=which)

    def _table_key(self, at: At, key: Text, declares: bool) -> None:
        """A key of a table: of the start values of a state, or of what a design or a cell prints."""
        type_ = self._type_of(at)
        if type_ is not None and type_.kind == "table":
            found = entry_key(type_, str(key))
            self.into.add(found, key)

    def _printed_key(self, at: At, key: Text, declares: bool) -> None:
        """A property that a design or a cell prints, or a key of a table that it prints."""
        if get_origin(at.hint) is dict and get_args(at.hint)[1] is not Text:
            self.into.add(Key(PROPERTY, str(key), self._owner(at)), key)
        else:
            self._table_key(at, key, declares)

    def _drawn_cell(self, at: At, key: Text, declares: bool) -> None:
        """How a cell looks; above that, the board."""
        board = at.above[-1] if at.above else ""
        self.into.add(Key(CELL, str(key), board) if board else Key(PLACE, str(key)), key)

    def _cell_key(self, at: At, key: Text, declares: bool) -> None:
        """A cell. Only those of maps are named here; `b3` follows from its board."""
        place = self.symbols.places.get(self._owner(at))
        on_map = place is None or place.text.kind == "map"
        self.into.add(Key(CELL, str(key), self._owner(at)), key, declares=declares and on_map)

    def _loose_key(self, at: At, key: Text, declares: bool) -> None:
        self.into.part.loose.append((at.field, key, declares))

    def _section_of(self, at: At, key: Text, declares: bool) -> None:
        """A rule, whose id begins with that of its section."""
        self.rule(key, declares=declares)

    def rule(self, text: Text, *, declares: bool = False) -> None:
        self.into.add(Key(RULE, str(text)), text, declares=declares)
        section, dot, _ = str(text).partition(".")
        if dot:
            self.into.add(Key(SECTION, section), text, 0, len(section))

    # --------------------------------------------------------------------------- values

    def _text(self, text: Text, at: At) -> None:
        """A text as a value."""
        for hint in _alternatives(at.hint):
            if _is_class(hint) and (alone := fields_of(hint).alone) is not None:
                self._text(text, At(hint, alone.name, alone.type, at.above))
                return
        slot = (at.of, at.field)
        if at.field == "rule" or slot == (c.RuleDoc, "about"):
            self.rule(text)
        elif slot in VALUES:
            self.into.add(self._named(VALUES[slot], at, str(text)), text)
        elif slot in NAMED:
            self.into.add(self._named(NAMED[slot], at, str(text)), text, declares=True)
        elif slot in _TEXTS:
            _TEXTS[slot](self, text, at)
        elif at.of in (c.Title, c.AskDoc, c.BesideDoc):
            self.counted(text)

    def _plural(self, text: Text, at: At) -> None:
        sort = TYPE if at.of is c.TypeDoc else DESIGN
        if "{" in at.above[-1]:  # of designs that a rule makes
            return
        self.into.add(Key(sort, at.above[-1]), text, declares=True, which=SEVERAL)

    def _cell_noun(self, text: Text, at: At) -> None:
        self.into.add(Key(NOUN, str(text)), text, declares=True)

    def _cell_plural(self, text: Text, at: At) -> None:
        place = self.symbols.places.get(self._owner(at))
        if place is not None and place.cell:
            self.into.add(Key(NOUN, place.cell), text, declares=True, which=SEVERAL)

    def _singular(self, text: Text, at: At) -> None:
        self.into.add(Key(PROPERTY, at.above[-1], PLAYER), text, declares=True, which=SEVERAL)

    def _column(self, text: Text, at: At) -> None:
        """A column of a table: a property of what lies there, or a number that is said like one."""
        place = self.symbols.places.get(self._owner(at))
        if place is None:
            return
        having = [
            one
            for one in place.text.types
            if one in self.symbols.types and str(text) in self.symbols.types[one].properties
        ]
        keys = [Key(PROPERTY, str(text), one) for one in having]
        if not keys:
            found = [name for runs, (name, _) in self.symbols.number_parts.items() if runs[0] == f"{text} of"]
            keys = [Key(NUMBER, name) for name in found[:1]]
        for key in keys:
            self.into.add(key, text)
            self.into.same_as(keys[0], key)

    def _shown(self, text: Text, at: At) -> None:
        """A place, a state or a number that a table shows first, folds or hides."""
        name = str(text)
        if name in self.symbols.places:
            self.into.add(Key(PLACE, name), text)
        elif name in self.symbols.game:
            self.into.add(Key(STATE, name), text)
        elif name in self.symbols.players:
            self.into.add(Key(PROPERTY, name, PLAYER), text)
        elif (number := panel_numbers(self.symbols).get(name)) is not None:
            self.into.add(Key(NUMBER, number), text)

    def _named_player(self, text: Text, at: At) -> None:
        """A name of the game that stands for a player."""
        if str(text) in self.symbols.named_values:
            self.into.add(Key(NUMBER, str(text)), text)

    def _convention(self, text: Text, at: At) -> None:
        said = str(text)
        name = said.removeprefix("the ")
        if name in self.symbols.game:
            self.into.add(Key(STATE, name), text, len(said) - len(name))

    def _form(self, text: Text, at: At) -> None:
        """Another sentence for a phrase."""
        phrase = self.symbols.phrases.get(at.above[-1])
        forms = [_words_of(form) for form in phrase.forms] if phrase is not None else []
        own = tuple(words(one) for one in SLOT.split(str(text))[::3] if words(one))
        if own in forms:
            key = Key(PHRASE, at.above[-1])
            self.signature(key, text, declares=True, form=1 + forms.index(own))

    def _sentence(self, text: Text, at: At) -> None:
        """A sentence for a phrase in another language: its slots, and what their numbers count."""
        for match in SENTENCE_SLOT.finditer(str(text)):
            self.into.add(Key(VARIABLE, match[1], at.above[-1]), text, *match.span(1))
            asked = match[3] or ""
            if asked.strip() and not AGREES.search(asked):
                first, last = _trimmed(str(text), *match.span(3))
                self._counts(text, first, last)

    def _patched_path(self, text: Text, at: At) -> None:
        self.path(text)

    def _beside_phase(self, text: Text, at: At) -> None:
        self.into.add(Key(PHASE_SORT, str(text)), text)

    def _printed(self, text: Text, at: At) -> None:
        """What a design or a cell prints: names in lists. All else is a text with uses."""
        type_ = self._type_of(at)
        if type_ is None:
            return
        if type_.kind == "list":
            self.into.add(Key(DESIGN, str(text)), text)
        elif type_.kind in OF_WORDS:
            self.into.add(Key(WORD, str(text)), text)
        elif type_.kind == "cells" and type_.of:
            self.into.add(Key(CELL, str(text), type_.of[0]), text)

    def _type_of(self, at: At) -> Type | None:
        """The type of the property or the state to which a value belongs."""
        owner = self._owner(at)
        if len(at.above) == 1:
            own = [self.symbols.game, self.symbols.players]
        elif owner in self.symbols.types:
            own = [self.symbols.types[owner].properties]
        elif owner in self.symbols.places:
            own = [self.symbols.places[owner].properties]
        else:
            return None
        for states in own:
            for name in reversed(at.above):
                if name in states:
                    return states[name].type
        return None

    def counted(self, text: Text) -> None:
        """What numbers count in a line of the log: `{n: card}`."""
        for match in LOG_SLOT.finditer(str(text)) if ":" in text.value and "{" in text.value else ():
            if match[2] and not AGREES.search(match[2]):
                self._counts(text, *match.span(2))

    def _counts(self, text: Text, start: int, end: int) -> None:
        said = str(text)[start:end]
        for noun in (said, said.rpartition(" ")[0]):
            found = self._countable(noun)
            if found is not None:
                self.into.add(found[0], text, start, start + len(noun), which=found[1])
                return

    def _countable(self, noun: str) -> tuple[Key, int] | None:
        for sort, known in ((TYPE, self.symbols.types), (DESIGN, self.symbols.designs)):
            for one in known.values():
                if noun in (one.name, one.names.plural):
                    return Key(sort, one.name), int(noun != one.name)
        for state in self.symbols.players.values():
            if noun and noun in (state.name, state.singular):
                return Key(PROPERTY, state.name, PLAYER), int(noun != state.name)
        return None

    def _each(self, name: Text, node: Mapping) -> None:
        """An entry that makes several designs: its slots, which its numbers can name."""
        each = node.get("each")
        if not isinstance(each, Mapping):
            return
        owner = f"{node.span.source.name}:{node.span.start}"
        self.into.part.slots.append((node.span, owner))  # where its slots can be said
        for key, values in each.items:
            self.into.add(Key(VARIABLE, str(key), owner), key, declares=True)
            for one in _values(values):
                self.into.part.loose.append(("each", one, False))
                if f"{{{key}}}" in str(name):
                    self.into.keep(str(one), f"the names of designs are made with '{one}'")
        slots = {str(key): Key(VARIABLE, str(key), owner) for key, _ in each.items}
        self._filled(name, slots, alone=False)
        for key, value in node.items:
            if value is not each:
                alone = str(key) not in self.languages and str(key) not in _NAMED_BY_SLOTS
                self._filled(value, slots, alone=alone)

    def _filled(self, node: Node, slots: dict[str, Key], *, alone: bool) -> None:
        """The slots of an entry with `each:` in what stands in it: `{n}`, or a value that is the name of a slot."""
        if isinstance(node, Text):
            for match in _FILLED.finditer(str(node)):
                if match[1] in slots:
                    self.into.add(slots[match[1]], node, *match.span(1))
            if alone and str(node) in slots:
                self.into.add(slots[str(node)], node)
        elif isinstance(node, Mapping):
            for _, value in node.items:
                self._filled(value, slots, alone=False)
        else:
            for item in node.items:
                self._filled(item, slots, alone=alone)


_FILLED = re.compile(r"\{([^{}]*)\}")
_NAMED_BY_SLOTS = (BASE, "plural", "source")
_AFTER, _BEFORE = "after", "before"
_OWN_OF_VARIANTS = {yaml_key(one) for one in attrs.fields(c.VariantDoc) if not one.metadata["part"]}


def entry_key(of: Type, name: str) -> Key:
    """What a key of a table names."""
    if of.by == "kind":
        return Key(DESIGN, name)
    return Key(CELL, name, of.of[0]) if of.by == "cell" else Key(WORD, name)


def _words_of(parts: tuple[Any, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(part for part in parts if isinstance(part, tuple))


def _alternatives(hint: Any) -> Iterator[Any]:
    """The types that a field can have, each alone."""
    if get_origin(hint) in (Union, types.UnionType):
        for one in get_args(hint):
            yield from _alternatives(one)
    elif hint is not types.NoneType:
        yield hint


def _values(node: Node) -> list[Text]:
    """The words with which designs are made: they may be words of a list, or other designs."""
    if isinstance(node, Mapping):
        return [key for key, _ in node.items]
    items = node.items if isinstance(node, Sequence) else (node,)
    return [item for item in items if isinstance(item, Text)]


def _is_class(hint: Any) -> bool:
    """Whether this is a class of the schema."""
    return hint is not Text and attrs.has(hint)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """A stretch without the spaces around it."""
    said = text[start:end]
    return start + len(said) - len(said.lstrip()), end - len(said) + len(said.rstrip())


_KEYS: dict[tuple[type, str], Callable[[Keyed, At, Text, bool], None]] = {
    (c.TypeDoc, "designs"): Keyed._design_key,
    (c.GameDoc, "numbers"): Keyed._signature,
    (c.GameDoc, "names"): Keyed._signature,
    (c.GameDoc, "phrases"): Keyed._signature,
    (c.GameDoc, "rules"): Keyed._section_of,
    (c.GameDoc, "ask"): Keyed._loose_key,
    (c.GameDoc, "labels"): Keyed._loose_key,
    (c.StateDoc, "starts"): Keyed._table_key,
    (c.DesignDoc, "properties"): Keyed._printed_key,
    (c.CellDoc, "properties"): Keyed._printed_key,
    (c.LookDoc, "cells"): Keyed._drawn_cell,
    (c.PlaceDoc, "cells"): Keyed._cell_key,
}
_TEXTS: dict[tuple[type, str], Callable[[Keyed, Text, At], None]] = {
    (c.TypeDoc, "plural"): Keyed._plural,
    (c.DesignDoc, "plural"): Keyed._plural,
    (c.PlaceDoc, "cell"): Keyed._cell_noun,
    (c.PlaceDoc, "plural"): Keyed._cell_plural,
    (c.PlaceDoc, "table"): Keyed._column,
    (c.LookDoc, "panel"): Keyed._shown,
    (c.LookDoc, "fold"): Keyed._shown,
    (c.LookDoc, "hidden"): Keyed._shown,
    (c.LookDoc, "leads"): Keyed._shown,
    (c.LookDoc, "next"): Keyed._named_player,
    (c.StateDoc, "singular"): Keyed._singular,
    (c.GameDoc, "conventions"): Keyed._convention,
    (c.PhraseDoc, "forms"): Keyed._form,
    (c.PhraseDoc, "sentences"): Keyed._sentence,
    (c.DesignDoc, "properties"): Keyed._printed,
    (c.CellDoc, "properties"): Keyed._printed,
    (c.VariantDoc, "remove"): Keyed._patched_path,
    (c.NodeDoc, _AFTER): Keyed._beside_phase,
    (c.NodeDoc, _BEFORE): Keyed._beside_phase,
}
