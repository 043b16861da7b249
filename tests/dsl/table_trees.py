"""Hypothesis strategies for trees about tables, over the names of tables.yaml, in the form that resolving gives."""

import attrs
from hypothesis import strategies as st
from rulewright.dsl import tree as t
from rulewright.dsl.document.reader import Text
from rulewright.dsl.tree.types import PLAYER, YES_NO, Type, entry_of, number, table

S = Text("").span
GEM, WARE, SQUARE = Type("kind", ("gem",)), Type("piece", ("ware",)), Type("cell", ("yard",))
COST, BANK, GEMS, YIELD = (table("kind", ("gem",), 0, most) for most in (4, 9, 7, 3))
MOOD, HUES = (table("word", ("red", "blue"), least, most) for least, most in ((1, 5), (0, 9)))
MARKS = table("cell", ("yard",), 0, 9)

players = st.sampled_from(
    [
        t.Actor(span=S, type=PLAYER),
        t.GameState("leader", span=S, type=attrs.evolve(PLAYER, optional=True)),
        t.Variable("rival", span=S, type=PLAYER),
        t.PlayerAfter(t.Actor(span=S, type=PLAYER), span=S, type=PLAYER),
    ]
)
wares = st.sampled_from([t.Variable("find", span=S, type=WARE), t.This(span=S, type=WARE)])
squares = st.just(t.GameState("spot", span=S, type=attrs.evolve(SQUARE, optional=True)))


def property_of(of: t.Expr, name: str, type_: Type, key: t.Expr | None = None) -> t.Property:
    return t.Property(of, name, key, span=S, type=entry_of(type_) if key is not None else type_)


gems = st.one_of(
    st.sampled_from([t.KindValue(name, span=S, type=GEM) for name in ("ruby", "onyx", "gold")]),
    wares.map(lambda ware: property_of(ware, "bonus", GEM)),
)
words = st.one_of(
    st.sampled_from([t.WordValue(word, span=S, type=Type("word", (word,))) for word in ("red", "blue")]),
    wares.map(lambda ware: property_of(ware, "tint", Type("word", ("red", "blue")))),
)
states = st.one_of(
    st.just(t.GameState("bank", span=S, type=BANK)),
    players.map(lambda player: property_of(player, "gems", GEMS)),
)
plain = st.one_of(
    states,
    wares.map(lambda ware: property_of(ware, "cost", COST)),
    squares.map(lambda square: property_of(square, "yield", YIELD)),
)
wholes = st.recursive(
    plain,
    lambda inner: st.builds(
        lambda op, left, right: t.Arithmetic(op, left, right, span=S, type=GEMS),
        st.sampled_from(["+", "reduced"]),
        inner,
        inner,
    ),
    max_leaves=3,
)
owed = st.one_of(  # what is paid: not a sum, which could be more than can be checked
    plain,
    st.builds(
        lambda left, right: t.Arithmetic("reduced", left, right, span=S, type=GEMS),
        plain,
        plain,
    ),
)
entries = st.one_of(
    st.builds(lambda player, key: property_of(player, "gems", GEMS, key), players, gems),
    st.builds(lambda player, key: property_of(player, "hues", HUES, key), players, words),
    st.builds(lambda ware, key: property_of(ware, "marks", MARKS, key), wares, squares),
    st.builds(lambda key: t.GameState("bank", key, span=S, type=entry_of(BANK)), gems),
    st.builds(lambda key: t.GameState("mood", key, span=S, type=entry_of(MOOD)), words),
)
numbers = st.one_of(
    entries,
    st.builds(lambda ware, key: property_of(ware, "cost", COST, key), wares, gems),
    wholes.map(lambda of: t.TotalOf(of, span=S, type=number(0, 99))),
    st.builds(
        lambda op, left, right: t.Arithmetic(op, left, right, span=S, type=number(-99, 99)),
        st.sampled_from("+-"),
        entries,
        entries,
    ),
)
small = st.integers(1, 3).map(lambda n: t.Number(n, span=S, type=number(n, n)))
conditions = st.builds(
    lambda op, left, right: t.Compare(op, left, right, span=S, type=YES_NO),
    st.sampled_from(["=", "!=", "<=", ">="]),
    wholes,
    wholes,
)
keyed = st.one_of(
    st.builds(lambda count, key: t.Amount(count, "gems", key=key, span=S), small, gems),
    st.builds(lambda count, key: t.Amount(count, "hues", key=key, span=S), small, words),
)
wild = st.one_of(
    owed.map(lambda of: t.Amount(of, "gems", span=S)),
    owed.map(lambda of: t.Amount(of, "gems", wild="silver", span=S)),
    st.builds(
        lambda of, key: t.Amount(of, "gems", wild_key=key, span=S),
        owed,
        st.just(t.KindValue("gold", span=S, type=GEM)),
    ),
)
payments = st.one_of(keyed.map(lambda one: (one,)), wild.map(lambda one: (one,)), st.tuples(keyed, keyed))
gains = st.one_of(
    keyed.map(lambda one: (one,)),
    owed.map(lambda of: (t.Amount(of, "gems", span=S),)),
    st.tuples(keyed, keyed),
)
statements = st.one_of(
    st.builds(lambda player, given: t.Pay(player, given, span=S), players, payments),
    st.builds(lambda player, given, far: t.Gain(player, given, far, span=S), players, gains, st.booleans()),
    st.builds(
        lambda target, sign, amount, far: t.Change(target, sign, amount, far, span=S),
        states,
        st.sampled_from([1, -1]),
        wholes,
        st.booleans(),
    ),
    st.builds(
        lambda target, sign, far: t.Change(target, sign, t.Number(1, span=S, type=number(1, 1)), far, span=S),
        entries,
        st.sampled_from([1, -1]),
        st.booleans(),
    ),
    st.builds(lambda target, value: t.Become(target, value, span=S), states, wholes),
    st.builds(
        lambda player, given: t.If(
            ((t.CanPay(player, given, span=S, type=YES_NO), (t.Nothing(span=S),)),), (), span=S
        ),
        players,
        payments,
    ),
)
