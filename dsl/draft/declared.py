"""What is declared in a game, name by name, so that two versions can be compared."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping

from ..model.symbols import SLOT, Phrase, Slot, State, Symbols
from ..syntax.vocabulary import words
from ..tree.types import Type

Declared = dict[Hashable, tuple[frozenset[str], Hashable]]
"""By what something is: the words of its name, and all that texts may learn of it."""

EVERYTHING = frozenset[str]()
_ALL = "everything"


def declared(symbols: Symbols, values: Mapping[str, str]) -> Declared:
    """What texts may learn of all that is declared; `values` are the texts of named values, by name."""
    found: Declared = {}
    for entry in symbols.vocabulary.by_words.values():
        for one in entry:
            found["entry", one.words, one.terminal, one.value] = frozenset(one.words), ()
    for owner, states in _states(symbols):
        for name, state in states.items():
            found["state", owner, name] = _words(name), _state(state)
    for type_ in symbols.types.values():
        found["type", type_.name] = (
            _words(type_.name, type_.plural),
            (
                type_.plural,
                tuple(type_.properties),
                type_.public,
                type_.face_up,
                type_.turned_by,
            ),
        )
    for design in symbols.designs.values():
        found["design", design.name] = _words(design.name, design.plural), (design.type, design.plural)
    for place in symbols.places.values():
        facts = (
            place.text,
            place.cell,
            place.cells,
            tuple(place.named.items()),
            place.absent,
            place.way_names,
        )
        cells = (place.cell, place.cells, *place.way_names)
        found["place", place.name] = _words(place.name, *cells), facts
    for noun, of in (*symbols.cells.items(), *symbols.named_cells.items()):
        found["cell", noun] = _words(noun), of
    for option in symbols.options.values():
        found["option", option.name] = _words(option.name), option.type
    for phrase in symbols.phrases.values():
        found["phrase", phrase.signature] = (
            _words(SLOT.sub(" ", phrase.signature), *_forms(phrase)),
            (
                phrase.parts,
                tuple(phrase.forms),
                phrase.ability,
                phrase.holds,
                phrase.change,
                tuple(phrase.state),
            ),
        )
    for change, action in symbols.changes.items():
        found["change", change] = _words(change[2]), action
    for runs, (name, slots) in symbols.number_parts.items():
        found["number", runs] = frozenset(word for run in runs for word in run), (name, slots)
    for run in symbols.broken:
        found["broken", run] = frozenset(run), ()
    said = {name: (_words(SLOT.sub(" ", name)), text) for name, text in values.items()}
    for name, (own, text) in said.items():
        found["value", name] = own, text
    found[_ALL] = (
        EVERYTHING,
        (
            tuple(symbols.conventions.items()),
            symbols.least_players,
            symbols.most_slots,
            tuple(symbols.phases),
        ),
    )
    return found


def changed_words(before: Declared, after: Declared) -> frozenset[str] | None:
    """The words of all that is declared otherwise, and of the values whose texts have such words; None if everything
    may have changed."""
    if before.get(_ALL) != after.get(_ALL):
        return None
    found: set[str] = set()
    for key in before.keys() | after.keys():
        one, other = before.get(key), after.get(key)
        if one != other:
            for side in (one, other):
                if side is not None:
                    found |= side[0]
                    found.update(_members(side[1]))
    values = [(own, words(str(text))) for key, (own, text) in after.items() if key[0] == "value"]  # type: ignore[index]
    grown = True
    while grown:
        grown = False
        for own, text in values:
            if not own <= found and not found.isdisjoint(text):
                found |= own
                grown = True
    return frozenset(found)


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


def _members(facts: Hashable) -> Iterator[str]:
    """The words that a type lists, wherever it stands in what is known of something."""
    if isinstance(facts, Type):
        for name in facts.of:
            yield from words(name)
    elif isinstance(facts, Slot):
        yield from _members(facts.type)
    elif isinstance(facts, tuple):
        for one in facts:
            yield from _members(one)


def _forms(phrase: Phrase) -> Iterable[str]:
    for form in phrase.forms:
        for part in form:
            if not isinstance(part, Slot):
                yield " ".join(part)


def _words(*names: str) -> frozenset[str]:
    return frozenset(word for name in names for word in words(name))
