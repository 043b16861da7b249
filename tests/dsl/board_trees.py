"""Hypothesis strategies for resolved trees over the words of boards.yaml: boards, picks, costs, windows.

Like trees.py, in the form that resolving gives.
"""

from typing import Any

import attrs
from hypothesis import strategies as st
from rulewright.dsl import tree as t
from rulewright.dsl.document.reader import Text
from rulewright.dsl.tree.types import DIRECTION, NONE, PLAYER, PLAYERS, YES_NO, Kind, Type, member, number
from rulewright.dsl.tree.walk import walk

S = Text("").span
EXTREMES: st.SearchStrategy[t.Extreme] = st.sampled_from(["highest", "lowest"])
RANKINGS: st.SearchStrategy[t.Ranking] = st.sampled_from(["from highest", "from lowest"])
TIES: st.SearchStrategy[t.Order] = st.sampled_from(
    ["clockwise", "counterclockwise", "printed order", "any order"]
)
CARD, CARDS = Type("piece", ("card",)), Type("pieces", ("card",))
SQUARE, SQUARES = Type("cell", ("yard",), optional=True), Type("cells", ("yard",))
TOWN, TOWNS = Type("cell", ("land",), optional=True), Type("cells", ("land",))
SITE, SITES = Type("cell", ("fences",), optional=True), Type("cells", ("fences",))
EFFECT = Type("effect")
WAY = Type("word", DIRECTION.of, optional=True)
TALLY = number(0, 60)
YARD = t.PlaceValue("yard", None, span=S, type=SQUARES)


def of_game(name: str, type_: Type) -> t.Expr:
    return t.GameState(name, span=S, type=type_)


def property_of(of: t.Expr, name: str, type_: Type) -> t.Property:
    return t.Property(of, name, span=S, type=type_)


def select(base: t.Base, name: str, filters: tuple[t.Filter, ...], type_: Type) -> t.Select:
    ordered = sorted(filters, key=lambda one: isinstance(one, t.WithExtreme | t.Nearest))
    return t.Select(
        base, name, tuple(ordered), span=S, type=type_
    )  # the best is the best of all that is kept


def one(of: t.Select, type_: Type) -> t.Quantity:
    return t.Quantity("one", None, of, span=S, type=type_)


# ----------------------------------------------------------------------------- atoms

players = st.recursive(
    st.sampled_from(
        [
            t.Actor(span=S, type=PLAYER),
            of_game("leader", PLAYER),
            t.Variable("rival", span=S, type=PLAYER),
            t.Seat(1, span=S, type=PLAYER),
            t.Seat(2, span=S, type=PLAYER),
            t.NumberValue("chief", span=S, type=PLAYER),
        ]
    ),
    lambda inner: st.one_of(
        st.builds(lambda of, before: t.PlayerAfter(of, before, span=S, type=PLAYER), inner, st.booleans()),
        inner.map(lambda of: t.NumberValue("ward of {lord: player}", (of,), span=S, type=PLAYER)),
    ),
    max_leaves=2,
)
deck = t.PlaceValue("deck", None, span=S, type=Type("place", ("card",)))
table = t.PlaceValue("table", None, span=S, type=Type("place", ("card",)))
cards = st.one_of(
    st.just(t.Variable("find", span=S, type=CARD)),
    st.just(t.This(span=S, type=CARD)),
    st.just(t.EndOf(deck, True, "card", span=S, type=CARD)),
)
squares = st.one_of(
    st.sampled_from([of_game("spot", SQUARE), of_game("goal", SQUARE)]),
    cards.map(lambda card: property_of(card, "square", SQUARE)),
    players.map(lambda player: property_of(player, "camp", SQUARE)),
    cards.map(lambda card: t.NumberValue("lair of {beast: card}", (card,), span=S, type=SQUARE)),
)
stocks = cards.map(lambda card: property_of(card, "stock", Type("list", ("card",))))
KIND = Type("kind", ("card",))
kind_sets: st.SearchStrategy[t.Expr] = st.builds(
    lambda base, name, stock: select(base, name, (t.InPlace(stock, span=S),), Type("kinds", ("card",))),
    *(st.just(one) for one in ("kind", "card")),
    stocks,
) | st.just(
    t.KindsOf(
        select("type", "card", (t.InPlace(table, span=S),), CARDS), span=S, type=Type("kinds", ("card",))
    )
)
towns = st.sampled_from(
    [of_game("inn", TOWN), *(t.CellValue(name, span=S, type=TOWN) for name in ("hall", "salt pit"))]
)
starts = st.one_of(squares, st.just(YARD), st.just(t.NumberValue("meadow", span=S, type=SQUARES)))
WAYS = st.sampled_from([None, "touching", "north of", "south-west of", "one climb from"])
small = st.one_of(
    st.integers(0, 9).map(lambda n: t.Number(n, span=S, type=number(n, n))),
    st.just(t.Variable("n", span=S, type=number(0, 9))),
    st.just(of_game("purse", TALLY)),
)


def distance(way: str | None, start: t.Expr, goal: t.Expr) -> t.Expr:
    return t.Distance(way, start, goal, span=S, type=number(0, 12))


def arithmetic(op: t.Operation, left: t.Expr, right: t.Expr) -> t.Expr:
    return t.Arithmetic(op, left, right, span=S, type=number(-999, 999))


positive = st.integers(1, 9).map(lambda n: t.Number(n, span=S, type=number(n, n)))
numbers = st.recursive(
    st.one_of(
        small,
        st.builds(distance, WAYS, squares, squares),
        st.builds(distance, st.just(None), towns, towns),
        squares.map(lambda cell: property_of(cell, "height", number(0, 3))),
        squares.map(lambda cell: property_of(cell, "row", number(1, 3))),
        players.map(lambda player: property_of(player, "gold", TALLY)),
        st.deferred(lambda: square_sets.map(lambda of: t.CountOf(of, span=S, type=number(0, 10**6)))),
        st.deferred(lambda: card_ends.map(lambda card: property_of(card, "value", number(1, 9)))),
        st.deferred(lambda: kind_sets.map(lambda of: t.CountOf(of, span=S, type=number(0, 10**6)))),
        st.builds(
            lambda kind, of: t.TimesListed(kind, of, span=S, type=number(0, 10**6)),
            st.sampled_from([t.KindValue(name, span=S, type=KIND) for name in ("stone", "oak")]),
            st.deferred(lambda: stocks),
        ),
        st.deferred(
            lambda: st.builds(
                lambda how, of: t.Aggregate(how, "value", of, span=S, type=number(0, 10**6)),
                st.sampled_from(["total", "highest", "lowest"]),
                kind_sets,
            )
        ),
        st.deferred(lambda: player_ends.map(lambda player: property_of(player, "gold", TALLY))),
    ),
    lambda inner: st.one_of(
        st.builds(arithmetic, st.sampled_from(["+", "-", "*", "smaller", "greater"]), inner, inner),
        st.builds(arithmetic, st.sampled_from(["down", "up"]), inner, positive),
    ),
    max_leaves=4,
)

# ------------------------------------------------------------------------ selections


def _where(noun: str) -> st.SearchStrategy[t.Filter]:
    return st.deferred(lambda: conditions).map(lambda test: t.Where(f"that {noun}", test, span=S))


def _about(noun: str, type_: Type, name: str) -> st.SearchStrategy[t.Filter]:
    """A condition on what is filtered itself."""
    it = t.Variable(f"that {noun}", span=S, type=type_)
    return st.builds(
        lambda op, value: t.Where(
            it.name, t.Compare(op, property_of(it, name, TALLY), value, span=S, type=YES_NO), span=S
        ),
        st.sampled_from(["<=", "="]),
        small,
    )


square_filters = st.one_of(
    st.builds(
        lambda way, start: t.Step(way, start, span=S),
        st.sampled_from(["next to", "touching", "east of", "north-east of", "one climb from"]),
        starts,
    ),
    st.builds(lambda count, way, start: t.Within(count, way, start, span=S), small, WAYS, starts),
    st.builds(lambda way, start: t.Nearest(way, start, span=S), WAYS, starts),
    st.builds(lambda way, start: t.Reachable(way, start, span=S), WAYS, starts),
    st.just(t.Step("beside", of_game("site", SITE), span=S)),
    EXTREMES.map(lambda how: t.WithExtreme(how, "dew", span=S)),
    st.builds(
        lambda op, value: t.WithProperty("height", op, value, span=S), st.sampled_from(["=", ">="]), small
    ),
    st.booleans().map(lambda holds: t.WhoIs("trodden", holds, span=S)),
    squares.map(lambda cell: t.ButNot(cell, span=S)),
    _about("square", SQUARE, "dew"),
    _where("square"),
)


def _several(
    filters: st.SearchStrategy[t.Filter], *, cells: bool = False
) -> st.SearchStrategy[tuple[t.Filter, ...]]:
    empty = st.sampled_from([(), (t.WithoutPieces(span=S),)]) if cells else st.just(())
    return st.builds(lambda first, rest: (*first, *rest), empty, st.lists(filters, max_size=2))


square_sets: st.SearchStrategy[t.Select] = _several(square_filters, cells=True).map(
    lambda chosen: select("cell", "square", chosen, SQUARES)
)
town_sets = _several(
    st.one_of(
        towns.map(lambda cell: t.Step("next to", cell, span=S)),
        st.builds(lambda count, cell: t.Within(count, None, cell, span=S), small, towns),
    ),
    cells=True,
).map(lambda chosen: select("cell", "town", chosen, TOWNS))
site_sets = _several(squares.map(lambda cell: t.Step("beside", cell, span=S)), cells=True).map(
    lambda chosen: select("cell", "fence site", chosen, SITES)
)
card_filters = st.one_of(
    st.sampled_from([deck, table, YARD]).map(lambda place: t.InPlace(place, span=S)),
    squares.map(lambda cell: t.InPlace(cell, span=S)),
    squares.map(lambda cell: t.Nearest(None, cell, span=S)),
    EXTREMES.map(lambda how: t.WithExtreme(how, "value", span=S)),
    st.booleans().map(lambda holds: t.WhoIs("apt", holds, span=S)),
    _about("card", CARD, "value"),
    _where("card"),
)
card_sets = _several(card_filters).map(lambda chosen: select("type", "card", chosen, CARDS))
player_sets = _several(
    st.one_of(
        EXTREMES.map(lambda how: t.WithExtreme(how, "gold", span=S)),
        players.map(lambda player: t.ButNot(player, span=S)),
        _about("player", PLAYER, "score"),
    )
).map(lambda chosen: select("player", "player", chosen, PLAYERS))


def _end_of_set(of: t.Select, last: bool) -> t.Expr:
    kinds: dict[str, Kind] = {"pieces": "piece", "cells": "cell", "players": "player"}
    single = Type(kinds[of.type.kind], of.type.of, optional=True)
    return t.EndOfSet(last, of, span=S, type=single)


def _in_pile(of: t.Select) -> bool:
    return any(isinstance(filter_, t.InPlace) and filter_.place == deck for filter_ in of.filters)


card_ends: st.SearchStrategy[t.Expr] = st.builds(
    _end_of_set, card_sets.filter(lambda of: not _in_pile(of)), st.booleans()
)
square_ends = st.builds(_end_of_set, square_sets, st.booleans())
player_ends: st.SearchStrategy[t.Expr] = st.builds(_end_of_set, player_sets, st.booleans())
sites = st.one_of(
    st.just(of_game("site", SITE)),
    st.builds(lambda one, other: t.Between("fence site", one, other, span=S, type=SITE), squares, squares),
)

# ------------------------------------------------------------------------ conditions

counted_sets = st.one_of(card_sets, square_sets, player_sets).map(
    lambda of: t.CountOf(of, span=S, type=number(0, 10**6))
)
for_each = st.builds(
    lambda n, of: t.Arithmetic("*", n, of, span=S, type=number(0, 10**6)), small, counted_sets
)
amounts = st.lists(
    st.builds(
        lambda count, name: t.Amount(count, name, span=S),
        st.one_of(small, counted_sets, for_each),
        st.sampled_from(["gold", "score", "debt"]),
    ),
    min_size=1,
    max_size=2,
).map(tuple)
deeds = st.one_of(
    cards.map(lambda card: property_of(card, "deed", EFFECT)),
    card_ends.map(lambda card: property_of(card, "deed", EFFECT)),
    squares.map(lambda cell: property_of(cell, "gift", EFFECT)),
)
clauses = st.one_of(
    st.builds(
        lambda op, a, b: t.Compare(op, a, b, span=S, type=YES_NO),
        st.sampled_from(["=", "<=", ">"]),
        numbers,
        numbers,
    ),
    st.builds(
        lambda op, a, b: t.Compare(op, a, b, span=S, type=YES_NO),
        st.sampled_from(["=", "!="]),
        squares,
        st.one_of(squares, st.just(t.NoneValue(span=S, type=NONE))),
    ),
    st.builds(
        lambda a, b, word: t.Compare(
            "=",
            t.Direction(a, b, span=S, type=WAY),
            t.WordValue(word, span=S, type=Type("word", (word,))),
            span=S,
            type=YES_NO,
        ),
        squares,
        squares,
        st.sampled_from(["north", "south-east"]),
    ),
    squares.map(lambda cell: t.IsEmpty(cell, span=S, type=YES_NO)),
    squares.map(lambda cell: t.Holds(cell, "trodden", span=S, type=YES_NO)),
    st.builds(
        lambda card, cell: t.IsIn(card, cell, span=S, type=YES_NO), cards, st.one_of(squares, st.just(YARD))
    ),
    st.builds(
        lambda of, count: t.MakeLine(of, t.Number(count, span=S, type=TALLY), span=S, type=YES_NO),
        st.one_of(card_sets, square_sets),
        st.integers(2, 20),
    ),
    st.builds(lambda player, given: t.CanPay(player, given, span=S, type=YES_NO), players, amounts),
    st.builds(lambda card, who: t.Holds(card, "apt", who, span=S, type=YES_NO), cards, st.none() | players),
    deeds.map(lambda of: t.CanBeDone(of, span=S, type=YES_NO)),
    st.builds(
        lambda near, far: t.So("{near: square} sees {far: square}", (near, far), span=S, type=YES_NO),
        squares,
        squares,
    ),
    st.one_of(square_sets, town_sets, site_sets).map(lambda of: t.Exists(of, span=S, type=YES_NO)),
    st.builds(lambda a, b: t.Compare("=", a, b, span=S, type=YES_NO), square_ends, squares),
)
conditions = st.recursive(
    clauses,
    lambda inner: st.one_of(
        inner.map(lambda of: t.Not(of, span=S, type=YES_NO)),
        st.tuples(inner, inner).map(lambda parts: t.Both(parts, span=S, type=YES_NO)),
        st.tuples(inner, inner).map(lambda parts: t.Either(parts, span=S, type=YES_NO)),
    ),
    max_leaves=3,
)
cases = st.builds(
    lambda given, otherwise: t.Cases(tuple(given), otherwise, span=S, type=TALLY),
    st.lists(st.tuples(conditions, numbers), min_size=1, max_size=3),
    numbers,
)

# ------------------------------------------------------------------------ statements

names = st.sampled_from(["pick", "red herring"])
ranges = st.builds(
    lambda least, most: t.Quantity(
        "one",
        None,
        t.NumberRange(least, most, span=S, type=Type("numbers", least=0, most=60)),
        span=S,
        type=number(0, 60),
    ),
    small,
    small,
)
listed = st.builds(
    lambda members: t.Quantity(
        "one", None, t.Listed(tuple(members), span=S, type=Type("players")), span=S, type=PLAYER
    ),
    st.lists(players, min_size=2, max_size=3, unique=True),
)
WORDS = Type("words", ("calm", "cross"))
NUMBERS = Type("numbers", least=0, most=60)
some_words = st.permutations(WORDS.of).map(
    lambda some: t.Listed(
        tuple(t.WordValue(word, span=S, type=Type("word", (word,))) for word in some), span=S, type=WORDS
    )
)
moods = st.builds(
    lambda kept: t.Select("word", "mood", tuple(kept), span=S, type=WORDS),
    st.lists(conditions.map(lambda test: t.Where("that mood", test, span=S)), max_size=1),
)
some_numbers = st.builds(
    lambda members: t.Listed(tuple(members), span=S, type=NUMBERS),
    st.lists(small, min_size=2, max_size=3, unique=True),
)
numbers_where = st.builds(
    lambda among, test: t.Select(
        "number",
        "number",
        (t.AmongSet(among.of, span=S), t.Where("that number", test, span=S)),
        span=S,
        type=NUMBERS,
    ),
    ranges,
    conditions,
)
words_and_numbers = st.one_of(some_words, moods, some_numbers, numbers_where).map(
    lambda of: t.Quantity("one", None, of, span=S, type=member(of.type))
)
any_cards = st.builds(lambda count, of: t.Quantity("any", count, of, span=S, type=of.type), small, card_sets)
counted_kinds = st.builds(
    lambda how, count, of: t.Quantity(how, count, of, span=S, type=of.type),
    st.sampled_from(["up to", "exactly"]),
    small,
    kind_sets,
)
TAKES = "{taker: player} takes {prize: card}"
calls = st.builds(lambda who, what: t.Call(TAKES, (who, what), span=S), players, cards)
simple = st.one_of(
    st.builds(lambda player, given: t.Pay(player, given, span=S), players, amounts),
    st.builds(
        lambda player, given, clamp: t.Gain(player, given, clamp, span=S), players, amounts, st.booleans()
    ),
    st.builds(lambda player, of: t.Perform(player, of, span=S), players, deeds),
    st.just(t.EndOfMatch(span=S)),
    st.builds(lambda left, right: t.Swap(left, right, span=S), cards, st.one_of(cards, card_ends)),
    st.builds(
        lambda what, where: t.Put(what, "into", where, span=S),
        st.one_of(cards, card_ends, card_sets, any_cards),
        st.one_of(squares, sites, towns, square_ends),
    ),
    st.builds(
        lambda player, of, name: t.Choose(player, of, name, span=S),
        st.none() | players,
        ranges | listed | words_and_numbers | counted_kinds,
        names,
    ),
    st.builds(
        lambda player, of, name: t.Choose(player, one(of, of.type), name, span=S),
        players,
        st.one_of(square_sets, town_sets, site_sets),
        names,
    ),
    st.builds(
        lambda cell, value: t.Become(of_game("spot", SQUARE), cell, span=S) if value else t.Nothing(span=S),
        st.one_of(squares, square_ends),
        st.booleans(),
    ),
    st.builds(
        lambda cell, truth: t.Become(
            property_of(cell, "trodden", YES_NO), t.Truth(truth, span=S, type=YES_NO), span=S
        ),
        squares,
        st.booleans(),
    ),
    st.builds(
        lambda cell, sign, amount, clamp: t.Change(
            property_of(cell, "dew", number(0, 9)), sign, amount, clamp, span=S
        ),
        squares,
        st.sampled_from([1, -1]),
        numbers,
        st.booleans(),
    ),
    calls,
)
lines = st.lists(simple, min_size=1, max_size=2).map(tuple)


def _branches(body: st.SearchStrategy[tuple[t.Stmt, ...]]) -> st.SearchStrategy[tuple[t.Branch, ...]]:
    return st.lists(st.tuples(st.none() | clauses, body), min_size=1, max_size=2).map(
        lambda parts: tuple(
            t.Branch(("cheer", "lay aside")[i], test, do, span=S) for i, (test, do) in enumerate(parts)
        )
    )


ACTOR = t.Actor(span=S, type=PLAYER)
payments = st.builds(lambda player, given: t.Pay(player, given, span=S), players, amounts)
dues = st.lists(payments, max_size=1).flatmap(
    lambda paid: st.lists(calls, min_size=1, max_size=2).flatmap(
        lambda called: st.permutations([*paid, *called]).map(tuple)
    )
)
only_if = st.builds(lambda costs, do: t.OnlyIf(costs, do, span=S), dues, lines)
alternatives = st.lists(
    st.one_of(lines, only_if.map(lambda node: (node,))), min_size=2, max_size=3, unique=True
).map(lambda bodies: t.Alternatives(ACTOR, tuple(bodies), span=S))
any_order = st.builds(
    lambda player, of: t.AnyOrder(player, tuple(of), span=S),
    players,
    st.lists(simple | only_if, min_size=2, max_size=3),
)


OTHERS = t.May | t.MayRepeatedly | t.Offer | t.Simultaneously
BODIES = ("body", "bodies", "otherwise", "branches", "cases", "of")


def _by(player: t.Expr, value: Any) -> Any:
    """What is done in a `may`: who may do it picks among alternatives, where nobody else may."""
    if isinstance(value, tuple):
        return tuple(_by(player, one) for one in value)
    if not isinstance(value, t.Stmt | t.Branch) or isinstance(value, OTHERS):
        return value
    parts = {name: _by(player, getattr(value, name)) for name in BODIES if hasattr(value, name)}
    if isinstance(value, t.Alternatives):
        parts["player"] = player
    return attrs.evolve(value, **parts)


def _says_who(body: tuple[t.Stmt, ...]) -> bool:
    """Slashes do not name who chooses, which must be said where several players could be meant."""
    return not any(isinstance(node, t.Alternatives) for node in walk(body))


def _compound(inner: st.SearchStrategy[t.Stmt]) -> st.SearchStrategy[t.Stmt]:
    body = st.lists(inner, min_size=1, max_size=2).map(tuple)
    return st.one_of(
        st.builds(
            lambda player, do, otherwise: t.May(player, _by(player, do), otherwise, span=S),
            players,
            body,
            st.one_of(st.just(()), body.filter(_says_who)),
        ),
        st.builds(lambda player, do: t.MayRepeatedly(player, _by(player, do), span=S), players, body),
        st.builds(
            lambda of, start, parts, back: t.Offer(
                "that player", of, start, parts, back and start is not None, span=S
            ),
            player_sets,
            st.none() | players,
            _branches(body),
            st.booleans(),
        ),
        st.builds(
            lambda of, how, start, ties, do: t.ForEach(
                "that player",
                of,
                how,
                start if ties.endswith("clockwise") else None,
                do,
                "gold",
                ties,
                span=S,
            ),
            player_sets,
            RANKINGS,
            players,
            TIES,
            body.filter(_says_who),
        ),
        st.builds(
            lambda of, do: t.ForEach("that square", of, "printed order", None, do, span=S), square_sets, body
        ),
        alternatives,
        any_order,
        only_if,
    )


statements = st.recursive(simple, _compound, max_leaves=4)
bodies = st.lists(statements, min_size=1, max_size=2).map(tuple)
