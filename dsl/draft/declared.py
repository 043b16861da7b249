"""What is declared in a game, name by name, so that two versions can be compared."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping

import attrs

from ..model.symbols import SLOT, Slot, State, Symbols
from ..syntax.vocabulary import TOKEN, words
from ..tree.types import OF_WORDS, Type

Run = tuple[str, ...]
"""Words that a text must have, all of them, to speak of something."""
Declared = dict[Hashable, tuple[tuple[Run, ...], Hashable]]
"""By what something is: the ways to speak of it, and all that texts may learn of it."""

_ALL = "everything"


@attrs.frozen
class Changed:
    """What texts may have to be read again for: those with all words of a run."""

    runs: frozenset[frozenset[str]]
    words: frozenset[str]

    @staticmethod
    def of(runs: Iterable[Run]) -> Changed:
        # What is owned can be said without `of`: the prestige of a player, a player's prestige.
        kept = frozenset(words for run in runs if (words := frozenset(run) - {"of"}))
        return Changed(kept, frozenset(word for run in kept for word in run))

    def touches(self, words: tuple[str, ...]) -> bool:
        """Whether a text with these words may speak of something that changed."""
        if self.words.isdisjoint(words):
            return False
        there = set(words)
        return any(run <= there for run in self.runs)


def declared(symbols: Symbols, values: Mapping[str, str]) -> Declared:
    """What texts may learn of all that is declared; `values` are the texts of named values, by name."""
    found: Declared = {}
    for entries in symbols.vocabulary.by_words.values():
        for one in entries:
            if not one.terminal.startswith(_PARTS):  # these are parts of what is below
                found["entry", one.words, one.terminal, one.value] = (one.words,), ()
    for owner, states in _states(symbols):
        for name, state in states.items():
            found["state", owner, name] = _runs(name, state.singular), _state(state)
    for type_ in symbols.types.values():
        found["type", type_.name] = (
            _runs(type_.name, type_.plural),
            (type_.plural, type_.public, type_.face_up, type_.turned_by),
        )
    for design in symbols.designs.values():
        found["design", design.name] = _runs(design.name, design.plural), (design.type, design.plural)
    for place in symbols.places.values():
        found["place", place.name] = (
            _runs(place.name, place.cell, place.cells, *place.way_names),
            (
                place.text,
                place.cell,
                place.cells,
                tuple(place.named.items()),
                place.absent,
                place.way_names,
            ),
        )
    for noun, of in (*symbols.cells.items(), *symbols.named_cells.items()):
        found["cell", noun] = _runs(noun), of
    for option in symbols.options.values():
        found["option", option.name] = _runs(option.name), option.type
    for phrase in symbols.phrases.values():
        found["phrase", phrase.signature] = (
            tuple(_said(form) for form in (phrase.parts, *phrase.forms)),
            (
                phrase.parts,
                tuple(phrase.forms),
                phrase.ability,
                phrase.holds,
                phrase.change,
                tuple(phrase.state),
            ),
        )
    for form, (signature, _) in symbols.shapes.items():
        left_out = form in symbols.imperatives, form in symbols.continued
        found["shape", form, *left_out, symbols.singulars.get(form)] = ((_said(form),), signature)
    for phase in symbols.phases:
        found["phase", phase] = _runs(phase), ()
    for change, action in symbols.changes.items():
        found["change", change] = _runs(change[2]), action
    for runs, (name, slots) in symbols.number_parts.items():
        found["number", runs] = (tuple(word for run in runs for word in words(run)),), (name, slots)
    for run in symbols.broken:
        found["broken", run] = (run,), ()
    for name, text in values.items():
        found["value", name] = _runs(SLOT.sub(" ", name)), text
    found[_ALL] = (
        (),
        (
            tuple(symbols.conventions.items()),
            symbols.least_players,
        ),
    )
    return found


_PARTS = ("PH_", "VP_")
"""The beginnings of the terminals of runs of phrases, and of numbers with slots."""


def changed(before: Declared, after: Declared) -> Changed | None:
    """What is declared otherwise, and the values whose texts speak of it; None if everything may have changed."""
    if before.get(_ALL) != after.get(_ALL):
        return None
    found: set[Run] = set()
    for key in before.keys() | after.keys():
        one, other = before.get(key), after.get(key)
        if one != other:
            sides = [side for side in (one, other) if side is not None]
            for side in sides:
                found.update(side[0])
            listed = [set(_members(side[1])) for side in sides]
            found |= listed[0] ^ listed[-1] if len(listed) > 1 else listed[0]
    values = [
        (own, tuple(TOKEN.findall(str(text).casefold())))
        for key, (own, text) in after.items()
        if isinstance(key, tuple) and key[0] == "value"
    ]
    while True:
        known = Changed.of(found)
        more = {run for own, said in values if known.touches(said) for run in own}
        if more <= found:
            return known
        found |= more


def _states(symbols: Symbols) -> Iterator[tuple[str, Mapping[str, State]]]:
    yield "game", symbols.game
    yield "players", symbols.players
    for type_ in symbols.types.values():
        yield f"type {type_.name}", type_.properties
    for place in symbols.places.values():
        yield f"place {place.name}", place.properties
    for phrase in symbols.phrases.values():
        yield f"phrase {phrase.signature}", phrase.state


def _state(state: State) -> Hashable:
    return state.type, state.printed, state.secret, state.until, state.paid_up, state.singular


def _members(facts: Hashable) -> Iterator[Run]:
    """The words that types list, wherever they stand in what is known of something."""
    if isinstance(facts, Type):
        if facts.kind in OF_WORDS or facts.by == "word":
            for name in facts.of:
                yield words(name)
    elif isinstance(facts, Slot):
        yield from _members(facts.type)
    elif isinstance(facts, tuple):
        for one in facts:
            yield from _members(one)


def _said(form: tuple[tuple[str, ...] | Slot | None, ...]) -> Run:
    """The words of a phrase, without its slots."""
    return tuple(word for part in form if isinstance(part, tuple) for word in part)


def _runs(*names: str) -> tuple[Run, ...]:
    return tuple(words(name) for name in names)
