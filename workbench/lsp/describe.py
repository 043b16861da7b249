"""What something in a game is, in a few lines of Markdown: for whoever hovers over its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ...dsl.diagnostics.source import Span
from ...dsl.model.game import Game
from ...dsl.model.symbols import Design, Phrase, State, cell_properties
from ...dsl.model.uses import (
    CELL,
    DESIGN,
    LABEL,
    NOUN,
    NUMBER,
    OPTION,
    PHASE,
    PHRASE,
    PHRASE_STATE,
    PLACE,
    PROPERTY,
    STATE,
    STEP,
    TYPE,
    WORD,
)
from ...dsl.printing.statements import show, show_as
from ...dsl.tree.types import OF_WORDS

_MOST_LINES = 12
_MOST_LISTED = 8


def described(game: Game, sort: str, name: str, owner: tuple[str, ...] = ()) -> list[str]:
    """The lines about a thing; none if the game does not (or no longer) have it, or if there is nothing to say."""
    make = _SORTS.get(sort)
    if make is None:
        return []
    return [line for line in make(game, name, owner) if line]


def declared_at(game: Game, sort: str, name: str, owner: tuple[str, ...] = ()) -> list[Span]:
    """Where a thing is declared, as far as the game itself knows."""
    symbols = game.symbols
    owned = [
        *((symbols.players,) if "player" in owner else ()),
        *(symbols.types[one].properties for one in owner if one in symbols.types),
        *(symbols.places[one].properties for one in owner if one in symbols.places),
    ]
    by_sort: dict[str, Callable[[], list[Any]]] = {
        TYPE: lambda: [symbols.types.get(name)],
        DESIGN: lambda: [symbols.designs.get(name)],
        PLACE: lambda: [symbols.places.get(name)],
        NOUN: lambda: [symbols.places.get(symbols.cells.get(name, ""))],
        STATE: lambda: [symbols.game.get(name)],
        PROPERTY: lambda: [one.get(name) for one in owned],
        NUMBER: lambda: [symbols.named_values.get(name)],
        OPTION: lambda: [symbols.options.get(name)],
        PHRASE: lambda: [symbols.phrases.get(name)],
        PHRASE_STATE: lambda: [one.state.get(name) for one in symbols.phrases.values()],
    }
    found = by_sort[sort]() if sort in by_sort else []
    return [one.span for one in found if one is not None and one.span is not None]


def block(text: str) -> str:
    """A text of rules, as code; of a long one only the beginning."""
    lines = text.split("\n")
    if len(lines) > _MOST_LINES:
        lines = [*lines[: _MOST_LINES - 1], "…"]
    return "```rulewright\n" + "\n".join(lines) + "\n```"


def listed(names: Iterable[str]) -> str:
    """Names side by side, and how many more there are."""
    found = list(names)
    more = f", and {len(found) - _MOST_LISTED} more" if len(found) > _MOST_LISTED else ""
    return ", ".join(found[:_MOST_LISTED]) + more


def _type(game: Game, name: str, owner: tuple[str, ...]) -> list[str]:
    found = game.symbols.types.get(name)
    if found is None:
        return []
    properties = (
        f"- {one.name}: {one.type}{'' if one.printed else ', a state'}" for one in found.properties.values()
    )
    return [
        f"**{name}** (several: {found.plural}): a type of pieces",
        f"designs: {listed(found.designs)}" if found.designs else "",
        "\n".join(properties),
    ]


def _design(game: Game, name: str, owner: tuple[str, ...]) -> list[str]:
    found = game.symbols.designs.get(name) or next(
        (one for one in game.symbols.printing() if one.name == name), None
    )
    if found is None:
        return []
    copies = "1 copy" if found.copies == 1 else f"{found.copies} copies"
    kind = f"a design of {found.type}, {copies}" if name in game.symbols.designs else "a cell"
    return [f"**{name}**: {kind}", *_printed(game, found)]


def _printed(game: Game, found: Design) -> list[str]:
    symbols = game.symbols
    values = [
        f"- {name}: {', '.join(value) if isinstance(value, tuple) else value}"
        for name, value in found.values.items()
    ]
    values += [
        f"- {name}: {', '.join(f'{key} {value}' for key, value in table.items())}"
        for name, table in found.tables.items()
    ]
    texts = [show(body, symbols) for body in found.effects.values()]
    texts += [show(test, symbols) for test in found.conditions.values()]
    texts += [show(one.ability, symbols) for one in found.abilities]
    return ["\n".join(values), *(block(text) for text in texts)]


def _place(game: Game, name: str, owner: tuple[str, ...]) -> list[str]:
    found = game.symbols.places.get(name)
    if found is None:
        return []
    lines = [f"**{name}**: {show_as('place', found.text, game.symbols)}"]
    if found.cell:
        lines.append(f"its cells: {found.cell}, several: {found.cells}")
    return [*lines, "\n".join(f"- {one.name}: {one.type}" for one in cell_properties(found).values())]


def _noun(game: Game, name: str, owner: tuple[str, ...]) -> list[str]:
    board = game.symbols.cells.get(name)
    return [f"**{name}**: a cell of {board}", *_place(game, board, ())] if board is not None else []


def _cell(game: Game, name: str, owner: tuple[str, ...]) -> list[str]:
    board = game.symbols.named_cells.get(name) or next(iter(owner), None)
    printed = game.symbols.places[board].printed.get(name) if board in game.symbols.places else None
    return [
        f"**{name}**: a cell of {board or 'a board'}",
        *(_printed(game, printed) if printed is not None else []),
    ]


def _state_lines(game: Game, found: State, whose: str) -> list[str]:
    kind = "printed" if found.printed else "secret state" if found.secret else "state"
    facts = [f"**{found.name}**: {found.type} ({kind} of {whose})"]
    if found.starts is not None:
        facts.append(f"starts: {show(found.starts, game.symbols)}")
    if found.entries:
        starts = (f"{key} {show(value, game.symbols)}" for key, value in found.entries.items())
        facts.append(f"starts: {', '.join(starts)}")
    if found.until:
        facts.append(f"until: {found.until}")
    return facts


def _state(game: Game, name: str, owner: tuple[str, ...]) -> list[str]:
    found = game.symbols.game.get(name)
    return _state_lines(game, found, "the game") if found is not None else []


def _property(game: Game, name: str, owner: tuple[str, ...]) -> list[str]:
    symbols = game.symbols
    lines: list[str] = []
    for one in owner or ("player", *symbols.types, *symbols.places):
        if one == "player":
            found = symbols.players.get(name)
        elif one in symbols.types:
            found = symbols.types[one].properties.get(name)
        elif one in symbols.places:
            found = cell_properties(symbols.places[one]).get(name)
        else:
            found = None
        if found is not None:
            lines += _state_lines(game, found, "each player" if one == "player" else f"each {one}")
    return lines


def _number(game: Game, name: str, owner: tuple[str, ...]) -> list[str]:
    found = game.symbols.named_values.get(name)
    if found is None:
        return []
    return [f"**{name}**: {found.value.type}, computed", block(show(found.value, game.symbols))]


def _option(game: Game, name: str, owner: tuple[str, ...]) -> list[str]:
    found = game.symbols.options.get(name)
    if found is None:
        return []
    return [
        f"**{name}**: {found.type}, an option of the set-up",
        f"default: {show(found.default, game.symbols)}",
    ]


def _phrase(game: Game, name: str, owner: tuple[str, ...]) -> list[str]:
    found = game.symbols.phrases.get(name)
    if found is None:
        return []
    kind = "an ability" if found.ability else "a condition" if found.holds else "an action"
    return [f"**{name}**: {kind}", *_does(game, found)]


def _does(game: Game, found: Phrase) -> list[str]:
    if found.ability:
        return [block(show(one.ability, game.symbols)) for one in found.abilities]
    if found.test is not None:
        return [block(show(found.test, game.symbols))]
    return [block(show(found.body, game.symbols))] if found.body else []


def _phrase_state(game: Game, name: str, owner: tuple[str, ...]) -> list[str]:
    for phrase in game.symbols.phrases.values():
        if name in phrase.state and (not owner or phrase.signature in owner):
            return _state_lines(game, phrase.state[name], f"each piece with '{phrase.signature}'")
    return []


def _phase(game: Game, name: str, owner: tuple[str, ...]) -> list[str]:
    return [f"**{name}**: a phase"] if name in game.symbols.phases else []


def _word(game: Game, name: str, owner: tuple[str, ...]) -> list[str]:
    symbols = game.symbols
    states = [
        *symbols.game.values(),
        *symbols.players.values(),
        *(one for type_ in symbols.types.values() for one in type_.properties.values()),
        *(one for place in symbols.places.values() for one in place.properties.values()),
    ]
    lists = [one.name for one in states if one.type.kind in OF_WORDS and name in one.type.of]
    lists += [one.name for one in symbols.options.values() if name in one.type.of and one.type.kind == "word"]
    return [
        f"**{name}**: a word of {listed(dict.fromkeys(lists))}" if lists else f"**{name}**: a word of a list"
    ]


def _step(game: Game, name: str, owner: tuple[str, ...]) -> list[str]:
    lines = [f"**{name}**: a step on a board"]
    for place in game.symbols.places.values():
        if name in place.ways:
            lines.append(f"on {place.name}:\n{block(show(place.ways[name], game.symbols))}")
    return lines


def _label(game: Game, name: str, owner: tuple[str, ...]) -> list[str]:
    called = ", ".join(
        f"{game.language(language).name}: {title}" for language, title in game.labels.get(name, {}).items()
    )
    return [f"**{name}**: the label of a choice", called]


_SORTS: dict[str, Callable[[Game, str, tuple[str, ...]], list[str]]] = {
    TYPE: _type,
    DESIGN: _design,
    PLACE: _place,
    NOUN: _noun,
    CELL: _cell,
    STATE: _state,
    PROPERTY: _property,
    NUMBER: _number,
    OPTION: _option,
    PHRASE: _phrase,
    PHRASE_STATE: _phrase_state,
    LABEL: _label,
    PHASE: _phase,
    WORD: _word,
    STEP: _step,
}
