"""The memory before a match begins: constant first values of states, first places of pieces, knowledge."""

from __future__ import annotations

import attrs

from ....dsl import tree as t
from ....dsl.model.symbols import State
from ...ir import NONE, WORD_BITS, Const, Expr, Pick, Store, StoreRanged, StoreSet
from ...ir.widths import signed_word
from ..building.builder import Builder, Scope
from ..building.operations import SETS
from ..building.unit import Unit
from ..numbering import StateSlot
from ..values.common import Values, fits


def initial_memory(values: Values, size: int) -> tuple[int, ...]:
    memory = [0] * size
    for name, slot in values.unit.tables.options.items():
        memory[slot.address] = constant_of(values, values.unit.symbols.options[name].default)
    for slot, state, count in all_states(values.unit):
        _fill(values, memory, slot, state, count)
    _pieces(values, memory)
    return tuple(memory)


def all_states(unit: Unit) -> list[tuple[StateSlot, State, int]]:
    """Every state (of a table, every entry), where it lies, and how many owners it has."""
    found = list(_all_slots(unit))
    return [entry for slot, state, count in found for entry in _entries(slot, state, count)]


def _entries(slot: StateSlot, state: State, count: int) -> list[tuple[StateSlot, State, int]]:
    """A state, or the entries of a table, each with its first value."""
    if state.type.kind != "table":
        return [(slot, state, count)]
    starts = state.entries or {}
    return [
        (entry, attrs.evolve(state, type=entry.type, starts=starts.get(key, state.starts)), count)
        for key, entry in zip(slot.keys, slot.entries, strict=True)
    ]


def _all_slots(unit: Unit) -> list[tuple[StateSlot, State, int]]:
    tables, symbols = unit.tables, unit.symbols
    found = [(slot, symbols.game[name], 1) for name, slot in tables.game_states.items()]
    players = tables.most_players
    found += [(slot, symbols.players[name], players) for name, slot in tables.player_states.items()]
    for name, slot in tables.piece_states.items():
        state = next(owner.properties[name] for owner in symbols.types.values() if name in owner.properties)
        found.append((slot, state, len(tables.pieces) if slot.bits else slot.count))
    for (board, name), slot in tables.cell_states.items():
        cells = [one for (known, _), one in tables.boards.items() if known == board]
        found.append((slot, symbols.places[board].properties[name], sum(len(one.names) for one in cells)))
    for (where, name, _), slot in tables.ability_states.items():
        design, _, number = where.rpartition("/")
        ability = symbols.designs[design].abilities[int(number)].ability
        assert isinstance(ability, t.AbilityCall)
        found.append((slot, symbols.phrases[ability.phrase].state[name], 1))
    return found


def constant_of(values: Values, node: t.Expr) -> int:
    value = values.lower(node, Scope(Const(NONE)))
    assert isinstance(value, Const)
    return value.value


def _fill(values: Values, memory: list[int], slot: StateSlot, state: State, count: int) -> None:
    value = values.start_of(state)
    if not isinstance(value, Const):
        return  # set when the match starts
    if slot.bits:
        whole = ((1 << count) - 1) << slot.first if value.value else 0
        _store(memory, slot, 0, whole)
        return
    for owner in range(count):
        _store(memory, slot, owner, value.value)


def _store(memory: list[int], slot: StateSlot, owner: int, value: int) -> None:
    """Stores a first value; `owner` counts from the first that has the state."""
    address = slot.address + owner * slot.words
    if slot.bits or slot.type.kind in SETS:
        _store_set(memory, address, slot.words, value)
    else:
        memory[address] = value


def _store_set(memory: list[int], address: int, words: int, value: int) -> None:
    for word in range(words):
        memory[address + word] = signed_word(value >> (WORD_BITS * word))


def _pieces(values: Values, memory: list[int]) -> None:
    tables = values.unit.tables
    known = [0] * tables.most_players
    lowest = {kind: tables.piece_types.index(kind) for kind in set(tables.piece_types)}
    for piece, type_name in enumerate(tables.piece_types):
        memory[tables.pools + piece] = lowest[type_name]
        start = values.unit.symbols.types[type_name].starts_in
        if start is None:
            memory[tables.at + piece] = NONE
            known = [one | 1 << piece for one in known]
            continue
        number = constant_of(values, start)
        info = tables.places[number]
        memory[tables.at + piece] = number
        if info.ordered:
            memory[info.base] += 1
            memory[info.base + memory[info.base]] = piece
        else:
            word, bit = divmod(piece, WORD_BITS)
            memory[info.base + word] |= signed_word(1 << bit)
        known = [one | (info.viewers >> player & 1) << piece for player, one in enumerate(known)]
    for player, one in enumerate(known):
        _store_set(memory, tables.knows + player * tables.piece_words, tables.piece_words, one)


def prepare_procedure(values: Values) -> int | None:
    """A plain procedure that sets the states whose first value is not a constant (it depends on options, or on
    other states); None if there are none."""
    b = Builder("first values")
    for slot, state, count in all_states(values.unit):
        value = values.start_of(state)
        if not isinstance(value, Const):
            set_first(values.unit, slot, state, value, count, b)
    if not b.instructions:
        return None
    b.give()
    return values.unit.add(b, framed=False)


def set_first(unit: Unit, slot: StateSlot, state: State, value: Expr, count: int, b: Builder) -> None:
    """Sets a state of all its owners to its first value; a number must lie in its range."""
    if slot.bits:
        every = Const(((1 << count) - 1) << slot.first)
        constant = every if value != Const(0) else value
        whole = constant if isinstance(value, Const) else Pick(value, every, Const(0))
        b.emit(StoreSet(Const(slot.address), slot.words, whole, span=state.span))
        return
    have, want = state.starts.type if state.starts is not None else state.type, state.type
    ranged = want.kind == "number" and not fits(have, want)
    for owner in range(count):
        address = Const(slot.address + owner * slot.words)
        if slot.type.kind in SETS:
            b.emit(StoreSet(address, slot.words, value, span=state.span))
        elif ranged and not isinstance(value, Const):
            fault = unit.outside(want, state.span)
            b.emit(StoreRanged(address, value, want.least, want.most, fault, span=state.span))
        else:
            b.emit(Store(address, value, span=state.span))
