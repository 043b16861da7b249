"""Reads the values in scenarios: names of players, pieces, designs, words, numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from collections.abc import Mapping as Named
from typing import TYPE_CHECKING

from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Span
from rulewright.dsl.diagnostics.suggest import closest
from rulewright.dsl.document.reader import Mapping, Node, Sequence, Text
from rulewright.dsl.tree.types import Type

from ..ir import NONE, Layout
from ..lower.numbering import Slot, Tables
from ..memory.words import Memory

if TYPE_CHECKING:
    from ..match.match import Match

PLAYER = re.compile("player ([0-9]{1,6})$")


class Unreadable(Exception):  # noqa: N818 - told to the report by whoever reads the scenario
    """A value of a scenario that means nothing in the game."""

    def __init__(self, message: str, span: Span, help_text: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.help = help_text

    def report_to(self, report: Report) -> None:
        report.error("RW602", self.message, self.span, help=self.help)


def text_of(node: Node) -> Text:
    if isinstance(node, Text):
        return node
    raise Unreadable("a text is expected here", node.span)


def is_number(node: Node) -> bool:
    """Whether a node is a whole number."""
    return isinstance(node, Text) and re.fullmatch("[0-9]+", str(node)) is not None


def is_number_text(text: str) -> bool:
    """Whether a text is a whole number, with its sign."""
    return re.fullmatch("-?[0-9]{1,15}", text.strip()) is not None


def player_number(text: Text, count: int) -> int:
    """`player 2` is the second player, number 1."""
    match = PLAYER.match(str(text).strip())
    if match is None or not 1 <= int(match.group(1)) <= count:
        raise Unreadable(
            f"'{text}' is not a player", text.span, f"players are 'player 1' to 'player {count}'"
        )
    return int(match.group(1)) - 1


def unknown(what: str, name: str, span: Span, known: list[str]) -> Unreadable:
    guess = closest(name, known)
    listed = ", ".join(known[:12]) + (", …" if len(known) > 12 else "")
    way_out = f"did you mean '{guess}'?" if guess else f"known: {listed}" if known else None
    return Unreadable(f"there is no {what} '{name}'", span, way_out)


def unknown_thing(tables: Tables, name: Text, owner: int, more: Iterable[str] = ()) -> Unreadable:
    """The error for a name that is no state or place, of the game or a player; a board is named by its cells."""
    places = [one for one, of in tables.place_numbers if of == owner]
    cells = [one for one in places if tables.board_of_cell.get(one) == str(name)]
    if cells:
        message = f"'{name}' is a board, and pieces lie on its cells"
        return Unreadable(message, name.span, f"name a cell, such as `{cells[0]}: …`")
    elsewhere = of_others(tables, name, owner)
    if elsewhere is not None:
        return elsewhere
    states = tables.game_states if owner == NONE else tables.player_states
    found = unknown("state or place", str(name), name.span, [*states, *places, *more])
    if owner != NONE and not states and not places:
        found.message = f"there is no '{name}' of a player"
        found.help = "players of this game have no states and no places"
    return found


def of_others(tables: Tables, name: Text, owner: int) -> Unreadable | None:
    """The error for what the game has, but stands under a player, or the other way round."""
    key = str(name)
    there = {one for one, of in tables.place_numbers if (of == NONE) == (owner != NONE)}
    there |= {board for one, board in tables.board_of_cell.items() if one in there}
    states = tables.player_states if owner == NONE else tables.game_states
    if key not in there and state_named(states, key) is None:
        return None
    if owner == NONE:
        message = f"each player has a '{key}' of their own"
        return Unreadable(message, name.span, f"say whose: player 1: {{{key}: …}}")
    message = f"'{key}' is not one for each player"
    said = next((cell for cell, board in tables.board_of_cell.items() if board == key), key)
    return Unreadable(message, name.span, f"write '{said}: …' beside 'player {owner + 1}: …'")


def known_option(match: Match, option: Text) -> None:
    """Raises `Unreadable` for a name that can never be chosen: an expectation that it cannot would prove nothing."""
    from ..match.setup.rules import prepare  # code that reads scenarios without running them needs no engine

    cells = match.rules.lowered.tables.board_of_cell
    places = [place.name for place in match.rules.lowered.tables.places]
    others = [*match.game.symbols.designs, *match.players, *cells, *places]
    own = [action.name for action in match.rules.lowered.actions_from(match.history.which) if action.name]
    if _is_option(str(option), {*own, *others}, cells):
        return
    # Most names are among those of `do`. For those of the flow, all of the game may have to be lowered once more.
    flow = [action.name for action in prepare(match.game).lowered.actions if action.name]
    known = [*dict.fromkeys([*own, *flow]), *others]
    if not _is_option(str(option), {*known}, cells):
        raise unknown("option", str(option), option.span, known)


def _is_option(option: str, known: Collection[str], cells: Collection[str]) -> bool:
    """Whether an option can have this name."""
    name = re.sub(r" \([^()]*\)$", "", option)  # the part in brackets distinguishes options of one name
    piece, _, cell = name.rpartition(" ")
    if cell in cells and piece in known:  # the name of a piece on a grid includes its cell
        return True
    return name in known or option in known or re.fullmatch("#?[0-9]+", option) is not None


def number_of(tables: Tables, type_: Type, text: Text, players: int) -> int:
    """The number that represents a value of a type in memory (not for sets and pieces)."""
    value = str(text).strip()
    if type_.optional and value == "none":
        return NONE
    if type_.kind == "number" and re.fullmatch("-?[0-9]{1,15}", value):
        return int(value)
    if type_.kind == "yes-no" and value in ("yes", "no"):
        return int(value == "yes")
    if type_.kind == "word":
        if value not in tables.words:
            raise unknown("word", value, text.span, list(type_.of))
        return tables.word(value)
    if type_.kind == "player":
        return player_number(text, players)
    if type_.kind in ("cell", "place"):
        known = {place.name: number for number, place in enumerate(tables.places)}  # player 1's store
        if value not in known:
            raise unknown("place", value, text.span, list(known))
        return known[value]
    if type_.kind in ("kind", "piece"):
        return tables.design(design_of(tables, text, type_.of, str(type_)))
    raise Unreadable(f"'{value}' is not {type_}", text.span)


def state_named(states: Named[str, Slot], key: str) -> Slot | None:
    """A state, or, with `in`, an entry of a table."""
    if key in states:
        return states[key]
    name, _, entry = key.rpartition(" in ")
    table = states.get(name)
    if table is None or entry not in table.keys:
        return None
    return table.entries[table.keys.index(entry)]


def owned_states(tables: Tables, key: str, owner: int) -> list[tuple[Slot, int]]:
    """`goblin's wounds`: a state of the pieces of a design; `b3's seen`: of a cell, on this owner's board."""
    name, _, state = key.partition("'s ")
    cell = tables.place_numbers.get((name, owner))
    if cell is not None and name in tables.board_of_cell:
        slot = state_named(
            {
                one: slot
                for (board, one), slot in tables.cell_states.items()
                if board == tables.board_of_cell[name]
            },
            state,
        )
        return [(slot, cell)] if slot is not None else []
    slot = state_named(tables.piece_states, state)
    if slot is None or name not in tables.design_names or owner != NONE:
        return []
    type_ = tables.game.symbols.types[tables.game.symbols.designs[name].type]
    return (
        [(slot, piece) for piece in tables.pieces_of_design(name)]
        if {state, state.rpartition(" in ")[0]} & {*type_.properties}
        else []
    )


def copies_in(tables: Tables, key: str, owner: int) -> tuple[Slot, int, str] | None:
    """`dungeon's goblin's wounds`: a state of the copies of a design that lie in a place, of the game or of this
    owner. Returns the state, the place and the design."""
    whose, _, state = key.rpartition("'s ")
    place, _, design = whose.rpartition("'s ")
    slot = tables.piece_states.get(state)
    number = tables.place_numbers.get((place, owner))
    if slot is None or number is None or design not in tables.design_names:
        return None
    type_ = tables.game.symbols.types[tables.game.symbols.designs[design].type]
    return (slot, number, design) if state in type_.properties else None


def copies_lying(tables: Tables, layout: Layout, m: Memory, place: int, design: str) -> list[int]:
    """The pieces of a design that lie in a place (NONE: in any), from the bottom if it keeps an order."""
    pieces = [piece for piece in tables.pieces_of_design(design) if m[layout.at + piece] != NONE]
    if place == NONE:
        return pieces
    lying = [piece for piece in pieces if m[layout.at + piece] == place]
    info = layout.places[place]
    if info.ordered:
        order = list(m[info.base + 1 : info.base + 1 + m[info.base]])
        lying.sort(key=order.index)
    return lying


def keeps_order(tables: Tables, layout: Layout, place: int) -> bool:
    """Whether the pieces of a place have an order for the rules. The memory keeps one for hands and areas that not
    all players see, too, but only so that a hidden piece can be chosen by its position."""
    if not layout.places[place].ordered:
        return False
    name = next(name for (name, _), number in tables.place_numbers.items() if number == place)
    declared = tables.game.symbols.places.get(tables.board_of_cell.get(name, name))
    if declared is None:
        return True
    kind = declared.text.each or "area" if name in tables.board_of_cell else declared.text.kind
    return kind in ("pile", "row")


def ability_slot(tables: Tables, key: str) -> Slot | None:
    """`magic sword's named`: a state that an ability of a design remembers."""
    design, _, state = key.partition("'s ")
    for (where, known, _), slot in tables.ability_states.items():
        if where.rpartition("/")[0] == design and known == state:
            return slot
    return None


def design_of(tables: Tables, text: Text, types: tuple[str, ...], wanted: str) -> str:
    """The name of a design of one of the given types (of any, if none is given)."""
    designs = tables.game.symbols.designs
    name = str(text).strip()
    if name not in designs:
        fitting = [name for name, design in designs.items() if not types or design.type in types]
        raise unknown("design", name, text.span, fitting)
    if types and designs[name].type not in types:
        raise Unreadable(f"'{name}' is a {designs[name].type}, not {wanted}", text.span)
    return name


def repeated(text: str) -> list[str]:
    """`2 goblin` means two goblins."""
    match = re.fullmatch("([0-9]{1,3}) (.+)", text)
    return [match.group(2)] * int(match.group(1)) if match else [text]


def designs_in(tables: Tables, node: Node, types: tuple[str, ...]) -> list[str]:
    """The designs of a list: `[orc, 2 goblin, dragon]`, or `empty`."""
    if isinstance(node, Text) and str(node) == "empty":
        return []
    found: list[str] = []
    for item in node.items if isinstance(node, Sequence) else (node,):
        text = text_of(item)
        for name in repeated(str(text)):
            found.append(design_of(tables, Text(name, text.span), types, " or ".join(types)))
    return found


def types_of(tables: Tables, place: str) -> tuple[str, ...]:
    """The types whose pieces a place holds."""
    return tables.types_held(place)


def pairs(node: Node, what: str) -> list[tuple[Text, Node]]:
    if isinstance(node, Mapping):
        return list(node.items)
    raise Unreadable(f"{what} is a mapping of names to values", node.span)
