"""What a Czech player is asked where the game gives a choice no words of its own.

The text of the rules is English. So what is chosen, or what may be done, is said by the Czech names that the game
has: of the pieces, and of the log of the action.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.dsl import tree as t
from rulewright.dsl.model.game import Game, LogSlot
from rulewright.dsl.model.symbols import State
from rulewright.dsl.tree.passes import over

Parts = tuple[str | LogSlot, ...]

MAY = {
    t.Put: "chceš přesunout: {}?",
    t.Swap: "chceš vyměnit: {}?",
    t.Look: "chceš se podívat na: {}?",
    t.Reveal: "chceš odkrýt: {}?",
    t.Show: "chceš ukázat: {}?",
}
"""Whether somebody wants to do something with pieces."""


def slots_in(parts: Parts) -> bool:
    """Whether something is to be filled in."""
    return any(isinstance(part, LogSlot) for part in parts)


def czech_choice(of: t.Expr, game: Game) -> str:
    """What is chosen, by the name of its type, and how many of them."""
    if isinstance(of, t.Quantity) and of.count is not None:
        if not isinstance(of.count, t.Number):
            return f"vyber postupně: {_pieces(of.of, game)}"
        most = "nejvýš " if of.how == "up to" else ""
        return f"vyber postupně (počet: {most}{of.count.value}): {_pieces(of.of, game)}"
    if of.type.kind in ("cell", "cells"):
        return "vyber políčko"
    if of.type.kind in ("number", "numbers"):
        return "vyber číslo"
    if of.type.kind in ("word", "words"):
        return _word(of, game)
    return f"vyber: {_pieces(of, game)}"


def _word(of: t.Expr, game: Game) -> str:
    """A word by what it is a word of, if that is said and has a Czech name."""
    select = of.of if isinstance(of, t.Quantity) else of
    name = select.name if isinstance(select, t.Select) else ""
    states = (one.get(name) for one in (game.symbols.players, *_owners(game)))
    forms = next((state.names.cs for state in states if state is not None and state.names is not None), {})
    said = forms.get("acc") or forms.get("nom")
    return f"vyber: {said}" if said else "vyber jednu možnost"


def _owners(game: Game) -> Iterator[Mapping[str, State]]:
    yield from (type_.properties for type_ in game.symbols.types.values())
    yield from (place.properties for place in game.symbols.places.values())


def _pieces(of: t.Expr, game: Game) -> str:
    """The type of pieces (or what else it is) in the fourth case."""
    simple = {"cell": "políčko", "cells": "políčko", "number": "číslo", "numbers": "číslo"}
    simple |= {"place": "místo", "places": "místo", "word": "slovo", "words": "slovo"}
    if of.type.kind in simple:
        return simple[of.type.kind]
    known = game.symbols.types.get(of.type.of[0]) if of.type.of else None
    forms = known.names.cs if known is not None else {"acc": "hráče"}
    return forms.get("acc") or forms.get("nom") or str(of.type)


@over(t.Stmt, leaves="ENDS MENUS Become Change ForEach If Let Nothing Repeat Shuffle Simultaneously")
def czech_may(body: tuple[t.Stmt, ...], game: Game) -> str:
    """Whether somebody wants to do something, by the first thing that it is."""
    for node in body:
        match node:
            case t.OnlyIf(costs=costs):
                return czech_may(costs, game)
            case t.Call(phrase=phrase):
                told = _told(phrase, game)
                return f"chceš toto: {told}?" if told else "chceš to udělat?"
            case t.Choose(of=of):
                return f"chceš vybrat: {_pieces(of.of, game)}?"
            case t.Pay(amounts=amounts):
                return f"chceš zaplatit: {_amounts(amounts, game)}?"
            case t.Gain(amounts=amounts):
                return f"chceš získat: {_amounts(amounts, game)}?"
            case t.Perform():
                return "chceš to použít?"
            case t.Put(what=what) | t.Look(what=what) | t.Reveal(what=what) | t.Show(what=what):
                return MAY[type(node)].format(_pieces(what, game))
            case t.Swap(left=left):
                return MAY[type(node)].format(_pieces(left, game))
    return "chceš?"


def _amounts(amounts: tuple[t.Amount, ...], game: Game) -> str:
    """What is paid or gained, each with how much of it."""
    found = []
    for one in amounts:
        state = game.symbols.players.get(one.name)
        name = (
            state.names.cs.get("nom", one.name) if state is not None and state.names is not None else one.name
        )
        found.append(f"{name} {one.count.value}" if isinstance(one.count, t.Number) else name)
    return ", ".join(found)


def _told(phrase: str, game: Game) -> str:
    """The Czech line of an action, with what stands in its slots called by its type."""
    parts = game.logs.get(f"phrase {phrase}", {}).get("cs", ())
    said = [part if isinstance(part, str) else _slot(part, game) for part in parts]
    return "".join(said).strip().rstrip(".!")


def _slot(slot: LogSlot, game: Game) -> str:
    type_ = slot.value.type
    known = game.symbols.types.get(type_.of[0]) if type_.of and type_.kind in ("piece", "kind") else None
    if known is None:
        return {"player": "hráč", "number": "…", "cell": "políčko"}.get(type_.kind, "…")
    return known.names.cs.get(slot.form) or known.names.cs.get("nom", known.names.en)
