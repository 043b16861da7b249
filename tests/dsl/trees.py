"""Hypothesis strategies for resolved trees over the small game's words, in the form that resolving gives."""

import attrs
from hypothesis import strategies as st
from rulewright.dsl import tree as t
from rulewright.dsl.document.reader import Text
from rulewright.dsl.tree.types import NONE, PLAYER, PLAYERS, YES_NO, Type, member, number
from rulewright.dsl.tree.walk import walk

S = Text("").span
CARD, CARDS, KIND = Type("piece", ("card",)), Type("pieces", ("card",)), Type("kind", ("card",))
DECK, TABLE, STORE = (Type("place", ("card",)) for _ in range(3))
OPERATORS = st.sampled_from(["=", "!=", "<", "<=", ">", ">="])

players = st.sampled_from(
    [
        t.Actor(span=S, type=PLAYER),
        t.GameState("leader", span=S, type=PLAYER),
        t.Variable("rival", span=S, type=PLAYER),
    ]
)
deck = st.just(t.PlaceValue("deck", None, span=S, type=DECK))
places = st.one_of(
    deck,
    st.just(t.PlaceValue("table", None, span=S, type=TABLE)),
    players.map(lambda player: t.PlaceValue("store", player, span=S, type=STORE)),
)
ordered = st.one_of(deck, st.just(t.PlaceValue("table", None, span=S, type=TABLE)))
cards = st.one_of(
    st.just(t.Variable("find", span=S, type=CARD)),
    st.just(t.This(span=S, type=CARD)),
    st.builds(lambda place, top: t.EndOf(place, top, "card", span=S, type=CARD), ordered, st.booleans()),
)
kinds = st.sampled_from([t.KindValue(name, span=S, type=KIND) for name in ("stone", "oak", "thorn")])


def property_of(of: t.Expr, name: str, type_: Type) -> t.Property:
    return t.Property(of, name, span=S, type=type_)


def _about(op: t.Operation, n: t.Expr) -> t.Arithmetic:
    """A number about `that card`."""
    value = property_of(t.Variable("that card", span=S, type=CARD), "value", number(1, 9))
    return t.Arithmetic(op, value, n, span=S, type=number(-99, 99))


literals = st.integers(-99, 99).map(lambda n: t.Number(n, span=S, type=number(n, n)))
states = st.one_of(
    st.just(t.GameState("purse", span=S, type=number(0, 99))),
    players.map(lambda player: property_of(player, "score", number(0, 99))),
)
named_numbers = st.sampled_from(
    [
        t.Variable("n", span=S, type=number(0, 9)),
        t.GameState("purse", span=S, type=number(0, 99)),
        t.OptionValue("goal", span=S, type=number(3, 9)),
        t.NumberValue("income", span=S, type=number(0, 99)),
    ]
)
fitting: st.SearchStrategy[t.Expr] = st.one_of(  # what a state from 0 to 99 can become
    literals.filter(lambda value: value.type.least >= 0), states, named_numbers
)
numbers: st.SearchStrategy[t.Expr] = st.recursive(
    st.one_of(
        literals,
        states,
        named_numbers,
        cards.map(lambda card: property_of(card, "value", number(1, 9))),
        st.deferred(lambda: card_sets.map(lambda of: t.CountOf(of, span=S, type=number(0, 10**6)))),
        st.deferred(
            lambda: st.builds(
                lambda how, of: t.Aggregate(how, "value", of, span=S, type=number(0, 10**6)),
                st.sampled_from(["total", "highest", "lowest"]),
                card_sets,
            )
        ),
        st.deferred(
            lambda: st.builds(
                lambda how, of, op, n: t.Aggregate(how, "that card", of, _about(op, n), span=S, type=n.type),
                st.sampled_from(["total", "highest", "lowest"]),
                card_sets,
                st.sampled_from("+-*"),
                named_numbers,
            )
        ),
    ),
    lambda inner: st.builds(
        lambda op, a, b: t.Arithmetic(op, a, b, span=S, type=number(-99, 99)),
        st.sampled_from("+-*"),
        st.one_of(inner, st.just(t.Number(0, span=S, type=number(0, 0)))),
        inner,
    ),
    max_leaves=4,
)


# ------------------------------------------------------------------- selections


def _all_of(inner: st.SearchStrategy[t.Filter]) -> st.SearchStrategy[tuple[t.Filter, ...]]:
    """Filters that all hold, as one of several: not `a or b` alone, which is two of them."""
    found = st.lists(inner, min_size=1, max_size=2).map(tuple)
    return found.filter(lambda way: len(way) > 1 or not isinstance(way[0], t.WithEither))


filters: st.SearchStrategy[t.Filter] = st.one_of(
    st.builds(
        lambda op, value: t.WithProperty("value", op, value, span=S),
        OPERATORS,
        st.one_of(
            named_numbers,
            st.integers(0, 9).map(lambda n: t.Number(n, span=S, type=number(n, n))),
            st.deferred(lambda: numbers),  # with what is open at its end, and in brackets
        ),
    ),
    st.sampled_from([t.WithProperty("value", parity, None, span=S) for parity in ("even", "odd")]),
    st.deferred(lambda: either),
    kinds.map(lambda kind: t.WithProperty("kind", "=", kind, span=S)),
    places.map(lambda place: t.InPlace(place, span=S)),
    cards.map(lambda card: t.ButNot(card, span=S)),
)
likes: st.SearchStrategy[t.Filter] = st.recursive(
    st.one_of(
        st.builds(lambda op, value: t.WithProperty("value", op, value, span=S), OPERATORS, named_numbers),
        st.sampled_from([t.WithProperty("value", parity, None, span=S) for parity in ("even", "odd")]),
    ),
    lambda inner: st.lists(_all_of(inner), min_size=2, max_size=3).map(
        lambda ways: t.WithEither(tuple(ways), span=S)
    ),
    max_leaves=4,
)
either: st.SearchStrategy[t.Filter] = likes.filter(lambda one: isinstance(one, t.WithEither))
several = st.lists(filters, max_size=3).map(tuple)


def _select(base: t.Base, name: str, chosen: tuple[t.Filter, ...], type_: Type) -> t.Select:
    return t.Select(base, name, chosen, span=S, type=type_)


def _perhaps_anywhere(of: t.Select, anywhere: bool) -> t.Select:
    """The same pieces wherever they lie, if the text does not say where that is."""
    placed = any(isinstance(one, t.InPlace | t.AmongSet) for one in of.filters)
    return attrs.evolve(of, anywhere=anywhere and not placed)


plain_card_sets: st.SearchStrategy[t.Select] = st.one_of(
    several.map(lambda chosen: _select("type", "card", chosen, CARDS)),
    st.builds(
        lambda name, chosen: _select("of design", name, chosen, CARDS),
        st.sampled_from(["stone", "oak"]),
        several,
    ),
)
card_sets: st.SearchStrategy[t.Select] = st.builds(_perhaps_anywhere, plain_card_sets, st.booleans())
who = st.lists(
    st.one_of(
        st.booleans().map(lambda holds: t.WhoIs("resting", holds, span=S)),
        players.map(lambda player: t.ButNot(player, span=S)),
    ),
    max_size=2,
).map(tuple)
player_sets = who.map(lambda chosen: _select("player", "player", chosen, PLAYERS))


def one_of(of: t.Select) -> t.Quantity:
    kind = {"pieces": CARD, "players": PLAYER}[of.type.kind]
    return t.Quantity("one", None, of, span=S, type=kind)


def counted(how: t.HowMany, count: t.Expr, of: t.Select) -> t.Quantity:
    return t.Quantity(how, count, of, span=S, type=of.type)


counts = st.one_of(st.integers(0, 9).map(lambda n: t.Number(n, span=S, type=number(n, n))), named_numbers)
ends = st.builds(
    lambda place, top, count: t.EndOf(place, top, "card", count, span=S, type=CARDS),
    ordered,
    st.booleans(),
    st.deferred(lambda: numbers),
)
quantities = st.one_of(
    card_sets.map(one_of),
    st.builds(counted, st.sampled_from(["up to", "exactly", "at least"]), counts, card_sets),
)


# ------------------------------------------------------------------- conditions

clauses = st.one_of(
    st.builds(lambda op, a, b: t.Compare(op, a, b, span=S, type=YES_NO), OPERATORS, numbers, numbers),
    st.builds(
        lambda op, a, b: t.Compare(op, a, b, span=S, type=YES_NO),
        st.sampled_from(["=", "!="]),
        players,
        st.one_of(players, st.just(t.NoneValue(span=S, type=NONE))),
    ),
    players.map(lambda player: t.Holds(player, "resting", span=S, type=YES_NO)),
    places.map(lambda place: t.IsEmpty(place, span=S, type=YES_NO)),
    st.builds(lambda card, place: t.IsIn(card, place, span=S, type=YES_NO), cards, places),
    st.builds(lambda card, of: t.IsKind(card, of, span=S, type=YES_NO), cards, card_sets),
    card_sets.map(lambda of: t.Differ(of, "kind", span=S, type=YES_NO)),
    st.one_of(card_sets, player_sets).map(lambda of: t.Exists(of, span=S, type=YES_NO)),
)


def _joined(
    make: type[t.Both] | type[t.Either], inner: st.SearchStrategy[t.Expr]
) -> st.SearchStrategy[t.Expr]:
    return st.lists(inner, min_size=2, max_size=3).map(lambda parts: make(tuple(parts), span=S, type=YES_NO))


conditions = st.recursive(
    clauses,
    lambda inner: st.one_of(
        inner.map(lambda of: t.Not(of, span=S, type=YES_NO)), _joined(t.Both, inner), _joined(t.Either, inner)
    ),
    max_leaves=5,
)


# ------------------------------------------------------------------- statements

told = st.sampled_from([None, "secretly", "openly"])

names = st.sampled_from([None, "pick", "red herring", "x"])


def together(name: str, of: t.Expr, at: int, given: tuple[t.Expr, ...]) -> t.ForEach:
    """Takes, with a set in one of the two slots."""
    each = t.Variable(name, span=S, type=member(of.type))
    call = t.Call("{taker: player} takes {prize: card}", (*given[:at], each, *given[at + 1 :]), span=S)
    return t.ForEach(name, of, "printed order", None, (call,), together=True, span=S)


simple = st.one_of(
    st.just(t.Nothing(span=S)),
    st.builds(
        lambda what, how, place: t.Put(what, how, place, span=S),
        st.one_of(cards, card_sets, ends),
        st.sampled_from(["into", "on top of", "under"]),
        places,
    ),
    deck.map(lambda place: t.Shuffle(place, span=S)),
    st.builds(
        lambda who, what, name: t.Look(who, what, name, span=S), players, st.one_of(cards, card_sets), names
    ),
    st.builds(lambda what, name: t.Reveal(what, name, span=S), st.one_of(cards, ends), names),
    st.builds(lambda what, to: t.Show(what, to, span=S), cards, st.one_of(players, player_sets)),
    st.builds(
        lambda player, of, name, told: t.Choose(
            player if of.how != "at least" or player is not None else t.Actor(span=S, type=PLAYER),
            of,
            name or f"that {_noun(of)}",
            told,
            span=S,
        ),
        st.one_of(st.none(), players),
        quantities,
        names,
        told,
    ),
    st.builds(lambda name, value: t.Let(name, value, span=S), st.sampled_from(["m", "bare sum"]), numbers),
    st.builds(
        lambda player, truth: t.Become(
            property_of(player, "resting", YES_NO), t.Truth(truth, span=S, type=YES_NO), span=S
        ),
        players,
        st.booleans(),
    ),
    st.builds(lambda target, value: t.Become(target, value, span=S), states, fitting),
    st.builds(
        lambda player: t.Become(t.GameState("leader", span=S, type=PLAYER), player, span=S),
        st.one_of(players, st.just(t.NoneValue(span=S, type=NONE))),
    ),
    st.builds(
        lambda target, sign, amount, clamp: t.Change(target, sign, amount, clamp, span=S),
        states,
        st.sampled_from([1, -1]),
        numbers,
        st.booleans(),
    ),
    st.one_of(players, player_sets).map(lambda winners: t.Win(winners, span=S)),
    st.sampled_from([t.EndOfTurn(span=S), t.EndOfPhase(span=S)]),
    st.builds(
        lambda who, what: t.Call("{taker: player} takes {prize: card}", (who, what), span=S), players, cards
    ),
    st.builds(lambda who, what: together("each player", who, 0, (who, what)), player_sets, cards),
    st.builds(lambda who, what: together("each card", what, 1, (who, what)), players, card_sets),
)


def _noun(of: t.Quantity) -> str:
    return "card" if of.of.type.kind == "pieces" else "player"


def _compound(inner: st.SearchStrategy[t.Stmt]) -> st.SearchStrategy[t.Stmt]:
    body = st.lists(inner, min_size=1, max_size=2).map(tuple)
    strand = body.filter(  # players who act simultaneously can end neither a turn nor a phase
        lambda do: not any(isinstance(node, t.EndOfTurn | t.EndOfPhase) for node in walk(do))
    )
    branches = st.lists(
        st.builds(lambda test, do: (test, do), st.one_of(st.none(), clauses), body), min_size=1, max_size=2
    ).map(
        lambda parts: tuple(
            t.Branch(("keep", "lay aside")[i], test, do, span=S) for i, (test, do) in enumerate(parts)
        )
    )
    return st.one_of(
        st.builds(
            lambda cases, otherwise: t.If(tuple(cases), otherwise, span=S),
            st.lists(st.tuples(conditions, body), min_size=1, max_size=2),
            st.one_of(st.just(()), body),
        ),
        st.builds(
            lambda of, name, do: t.ForEach(name or "that card", of, "printed order", None, do, span=S),
            card_sets.filter(lambda of: of.base == "type"),
            names,
            body,
        ),
        st.builds(
            lambda of, way, start, do: t.ForEach("that player", of, way, start, do, span=S),
            player_sets,
            st.sampled_from(["clockwise", "counterclockwise"]),
            players,
            body,
        ),
        st.builds(
            lambda how, test, bound, do: t.Repeat(how, test, bound, do, span=S),
            st.sampled_from(["while", "until"]),
            conditions,
            st.one_of(st.none(), counts),
            body,
        ),
        st.builds(lambda count, do: t.Repeat("times", count, None, do, span=S), numbers, body),
        st.builds(
            lambda player, parts, told: t.ChooseOne(player, parts, told, span=S), players, branches, told
        ),
        st.builds(
            lambda player, do, instead: t.May(player, do, instead, span=S),
            players,
            body,
            st.one_of(st.just(()), body),
        ),
        st.builds(lambda of, do: t.Simultaneously(of, do, span=S), player_sets, strand),
    )


statements = st.recursive(simple, _compound, max_leaves=5)
bodies = st.lists(statements, min_size=1, max_size=3).map(tuple)


# -------------------------------------------------------------------- abilities

scopes = st.lists(clauses, max_size=2).map(tuple)
TAKES = "{taker: player} takes {prize: card}"


def _pattern(taker: t.Expr | None, prize: t.Select | None) -> tuple[t.SlotPattern, ...]:
    first = t.SlotPattern(None if taker else "that player", None, taker, span=S)
    return first, t.SlotPattern("that card", prize, None, span=S)


hooks = st.builds(
    lambda when, taker, prize: t.Hook(when, TAKES, _pattern(taker, prize), span=S),
    st.sampled_from(["before", "after", "instead of"]),
    st.one_of(st.none(), players),
    st.one_of(st.none(), card_sets.filter(lambda of: bool(of.filters))),
)
abilities = st.one_of(
    st.builds(
        lambda scope, limit, asks, hook, test, do, openly: t.Trigger(
            scope, limit, asks, hook, test, do, openly, span=S
        ),
        scopes,
        st.sampled_from([None, "round"]),
        st.one_of(st.none(), players),
        hooks,
        st.one_of(st.none(), conditions),
        bodies,
        st.booleans(),
    ),
    st.builds(
        lambda scope, sign, amount, openly: t.Modifier(scope, "income", sign, amount, openly=openly, span=S),
        scopes,
        st.sampled_from([1, -1]),
        numbers,
        st.booleans(),
    ),
    st.builds(
        lambda scope, limit, of, openly: t.AbilityCall(
            scope, limit, "stops {prey: cards}", (of,), openly, span=S
        ),
        scopes,
        st.sampled_from([None, "round"]),
        card_sets,
        st.booleans(),
    ),
)
