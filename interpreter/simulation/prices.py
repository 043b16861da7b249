"""What designs cost, by the rules: printed numbers, tables and effects with which something is paid.

In: a game. Out: the names of such properties, and for a design the number. A table of numbers, or an effect that
pays several things, costs their sum: different things that are paid count alike.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl import tree as t
from ...dsl.model.footprint import asked
from ...dsl.model.game import Game
from ...dsl.model.symbols import Design
from ...dsl.tree.walk import walk


def prices(game: Game) -> tuple[str, ...]:
    """The properties of designs that are paid: those on which the amount of a payment depends, and effects that are
    payments in every design that has them."""
    found = dict.fromkeys(name for name in _paid_with(game) if _is_printed(game, name))
    designs = game.symbols.designs.values()
    effects = dict.fromkeys(name for design in designs for name in design.effects)
    for name in effects:
        if all(price(one, name) is not None for one in designs if name in one.effects):
            found[name] = None
    return tuple(found)


def numbers(game: Game) -> tuple[str, ...]:
    """All properties from which a price can be read."""
    designs = game.symbols.designs.values()
    names = dict.fromkeys(
        name for design in designs for name in (*design.values, *design.tables, *design.effects)
    )
    return tuple(name for name in names if any(price(one, name) is not None for one in designs))


def price(design: Design, name: str) -> int | None:
    """What a property of a design says as a number; None if it says none."""
    value = design.values.get(name)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if name in design.tables:
        return sum(design.tables[name].values())
    amounts = [
        amount.count.value if isinstance(amount.count, t.Number) else None
        for node in walk(design.effects.get(name, ()))
        if isinstance(node, t.Pay)
        for amount in node.amounts
    ]
    known = [one for one in amounts if one is not None]
    return sum(known) if known and len(known) == len(amounts) else None


def _paid_with(game: Game) -> Iterator[str]:
    """The properties on which the amounts of payments depend."""
    for text in game.texts:
        for node in walk(text.tree):
            if isinstance(node, t.Pay):
                for amount in node.amounts:
                    for part in asked(amount.count, game.symbols):
                        if isinstance(part, t.Property):
                            yield part.name


def _is_printed(game: Game, name: str) -> bool:
    """Whether designs print it as a number or a table of numbers. What is kept as a number but printed as a word has
    the type of a word."""
    types = game.symbols.types.values()
    states = [one.properties[name] for one in types if name in one.properties]
    kinds = {one.type.kind for one in states}
    return (
        bool(kinds)
        and kinds <= {"number", "table"}
        and any(price(design, name) is not None for design in game.symbols.designs.values())
    )
