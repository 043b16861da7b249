"""Prints expressions, selections and conditions as canonical English. See `statements`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import attrs

from .. import tree as t
from ..model.symbols import SLOT, Phrase, Symbols, base_form
from ..syntax.english import is_plural, with_article
from ..tree.passes import over, table
from ..tree.types import UNORDERED, Type
from ..tree.walk import walk

_LONG = t.Property | t.EndOf | t.EndOfSet | t.PlayerAfter
"""Nodes whose properties are printed with `of`, because `'s` would belong to their last word."""
_ATOMS = (
    t.Number
    | t.Truth
    | t.WordValue
    | t.NoneValue
    | t.KindValue
    | t.Variable
    | t.Actor
    | t.This
    | t.Here
    | t.GameState
    | t.OptionValue
    | t.NumberValue
    | t.PhraseState
    | t.Property
    | t.PlaceValue
    | t.CellValue
    | t.EndOf
    | t.Seat
    | t.PlayerAfter
    | t.Distance
    | t.Direction
    | t.TotalOf
)
"""Atoms of the grammar: they stand without brackets after `in`, `of` and `with …`."""
_PLAIN = frozenset({t.Variable, t.Actor, t.GameState, t.Seat})
"""Owners whose entries are printed with `'s`."""


def _is_minus(node: t.Arithmetic) -> bool:
    """Whether this is a negation, and not of a figure: a minus before a figure makes another figure."""
    nothing = isinstance(node.left, t.Number) and node.left.value == 0
    return node.op == "-" and nothing and not isinstance(node.right, t.Number)


def _after_with(one: t.Filter | None) -> bool:
    """Whether a filter stands after `with`, so that `and` joins the next one."""
    return isinstance(one, t.WithProperty | t.WithEither)


_OF_SET = t.CountOf | t.Aggregate | t.KindsOf | t.EndOfSet | t.Quantity | t.Property


@over(t.Filter, subject="following", leaves="LIKE SPREADS AmongSet InPlace WithExtreme")
def belongs_to_name(name: t.Expr, said: str, noun: str, following: t.Filter) -> bool:
    """Whether a filter behind `but NAME` could be about what has the name: `players but the leader with gold > 3`.

    `where (that card …)` is only about what is called a card. A filter that mentions the name is about others, unless
    the name is the noun: `the player with gold > the player's gold`.
    """
    if said.startswith("(") or isinstance(following, t.ButNot | t.WithoutPieces):
        return False
    if isinstance(following, t.Where) and f" {noun} " not in f" {said} ":
        return False
    return said.removeprefix("the ") == noun or all(node != name for node in walk(following))


def _set_at_end(node: t.Expr | None) -> t.Select | None:
    """The set with which an expression ends."""
    while node is not None and not isinstance(node, t.Select):
        node = (
            node.right if isinstance(node, t.Arithmetic) else node.of if isinstance(node, _OF_SET) else None
        )
    return node


def _has_place(node: t.Select) -> bool:
    return node.anywhere or any(
        isinstance(one, t.InPlace | t.AmongSet | t.Step | t.Within | t.Reachable) for one in node.filters
    )


class ExprPrinter:
    """Prints expressions, selections and conditions of a game."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols

    # -------------------------------------------------------------- expressions

    def atom(self, node: t.Expr) -> str:
        """An expression in a position where only names stand without brackets."""
        text = self.expr(node)
        named = isinstance(node, _ATOMS) and not (
            (isinstance(node, t.Property) and isinstance(node.of, t.EndOfSet | t.Quantity))
            or (isinstance(node, t.EndOf) and node.count is not None)
        )
        return text if named else f"({text})"

    def expr(self, node: t.Expr) -> str:
        handler = _EXPRESSIONS.get(type(node))
        assert handler is not None, type(node).__name__
        return handler(self, node)

    def number(self, node: t.Number) -> str:
        return str(node.value)

    def truth(self, node: t.Truth) -> str:
        return "yes" if node.value else "no"

    def word(self, node: t.WordValue) -> str:
        return node.word

    def none(self, node: t.NoneValue) -> str:
        return "none"

    def kind(self, node: t.KindValue) -> str:
        return node.design

    def variable(self, node: t.Variable) -> str:
        return node.name if node.name.startswith("that ") else self.named(node.name, node.type)

    def named(self, name: str, type_: Type) -> str:
        """A name with its article; numbers, yes-or-no states and sets have none."""
        bare = type_.kind in ("number", "yes-no") or type_.kind in UNORDERED
        return name if bare else f"the {name}"

    def actor(self, node: t.Actor) -> str:
        return "the player"

    def here(self, node: t.Here) -> str:
        return "here"

    def this(self, node: t.This) -> str:
        return "this"

    def number_value(self, node: t.NumberValue) -> str:
        if not node.arguments:
            return self.named(node.name, node.type)
        return self.number_of(node.name, [self.slot(value) for value in node.arguments])

    def number_of(self, name: str, values: list[str]) -> str:
        """A named value with its slots filled."""
        rest = iter(values)
        return "the " + SLOT.sub(lambda _: next(rest), name)

    def slot(self, value: t.Expr) -> str:
        plain = isinstance(
            value,
            t.Number
            | t.Variable
            | t.Actor
            | t.This
            | t.GameState
            | t.Seat
            | t.KindValue
            | t.CellValue
            | t.WordValue,
        )
        plain = plain and not (isinstance(value, t.Number) and value.value < 0)
        return self.expr(value) if plain else f"({self.expr(value)})"

    def game_state(self, node: t.GameState) -> str:
        if node.key is not None:
            return f"the {node.name} in {self.atom(node.key)}"
        return self.named(node.name, node.type)

    def option(self, node: t.OptionValue) -> str:
        return self.named(node.name, node.type)

    def phrase_state(self, node: t.PhraseState) -> str:
        return node.name

    def property(self, node: t.Property) -> str:
        if node.key is None:
            return self.belonging(node.name, node.of)
        plain = node.of.type.kind == "player" and type(node.of) in _PLAIN
        of = self.atom(node.of)
        said = f"{of}'s {node.name}" if plain else f"the {node.name} of {of}"
        return f"{said} in {self.atom(node.key)}"

    def total_of(self, node: t.TotalOf) -> str:
        return f"the total of {self.atom(node.of)}"

    def belonging(self, name: str, owner: t.Expr) -> str:
        """`the delver's victories`, but `the strength of the foe`."""
        single = isinstance(owner, t.EndOfSet) or (isinstance(owner, t.Quantity) and owner.how == "any")
        whose = self.expr(owner) if single and owner.type.kind != "pieces" else self.atom(owner)
        if owner.type.kind == "player" and not isinstance(owner, _LONG):
            return f"{whose}'s {name}"
        if isinstance(owner, t.Property) and "'s " in whose and " of " not in whose:
            return f"{whose}'s {name}"
        return f"the {name} of {whose}"

    def place(self, node: t.PlaceValue) -> str:
        return f"the {node.name}" if node.owner is None else self.belonging(node.name, node.owner)

    def end_of(self, node: t.EndOf) -> str:
        noun = node.noun
        if node.count is not None:
            count = self.amount(node.count)
            noun = f"{count} {noun if count == '1' else self.symbols.types[noun].plural}"
        return f"the {'top' if node.top else 'bottom'} {noun} of {self.atom(node.place)}"

    def arithmetic(self, node: t.Arithmetic) -> str:
        if node.op == "reduced":
            return f"{self.atom(node.left)} reduced by {self.atom(node.right)}"
        left, right = self.expr(node.left), self.expr(node.right)
        product = node.op in ("*", "down", "up")
        if isinstance(node.left, t.Arithmetic) and node.op not in ("smaller", "greater"):
            apart = (node.left.op in "+-" and product) or (node.left.op == "*" and node.op in ("down", "up"))
            apart = apart or node.left.op == "reduced"
            left = f"({left})" if apart or self.is_open(node.left) else left
        elif node.op not in ("smaller", "greater") and self.is_open(node.left):
            left = f"({left})"
        places = node.op in ("+", "-")
        if isinstance(node.right, t.Arithmetic) or self.reaches_back(node.left, node.right, places=places):
            right = f"({right})"
        if node.op in ("smaller", "greater"):
            return f"the {node.op} of {left} and {right}"
        if _is_minus(node):
            return f"-{right}"
        if node.op in ("down", "up"):
            return f"{left} divided by {right} rounded {node.op}"
        return f"{left} {node.op} {right}"

    def reaches_back(self, left: t.Expr, right: t.Expr, *, places: bool = False) -> bool:
        """Whether the filters with which the second of two parts ends could belong to the first as well; with
        `places`, only places reach that far, and only to what has no filters."""
        first, last = _set_at_end(left), _set_at_end(right)
        if first is None or last is None or not last.filters or attrs.evolve(last, filters=()) == first:
            return False
        if places:
            return not first.filters and _has_place(last)
        return not first.filters or (_has_place(last) and not _has_place(first))

    @over(
        t.Expr,
        leaves="LITERALS NAMES SEATS STATES PLACED LYING STEPS SHAPE OptionValue CellValue Cases "
        "TimesListed NumberRange Compare Not Both Either Exists Differ IsKind Holds CanPay CanBeDone "
        "So Listed TotalOf",
    )
    def is_open(self, node: t.Expr) -> bool:
        """Whether arithmetic after these words could belong to the last of them instead of to all."""
        if isinstance(node, t.NumberValue):
            return bool(node.arguments) and node.name.endswith("}")
        if isinstance(node, t.Arithmetic):
            if node.op in ("smaller", "greater"):
                return True
            return node.op in "+-*" and not isinstance(node.right, t.Arithmetic) and self.is_open(node.right)
        if isinstance(node, t.Select):
            last = node.filters[-1] if node.filters else None
            while isinstance(last, t.WithEither):
                last = last.of[-1][-1] if len(last.of[-1]) == 1 else None
            return isinstance(last, t.WithProperty) and last.value is not None
        if isinstance(node, t.CountOf | t.Aggregate | t.KindsOf | t.EndOfSet | t.Quantity):
            return self.is_open(node.of)
        return isinstance(node, t.Property) and self.is_open(node.of)

    def cases(self, node: t.Cases) -> str:
        found = [f"{self.expr(value)} if {self.expr(test)}" for test, value in node.cases]
        return "(" + ", ".join([*found, f"otherwise {self.expr(node.otherwise)}"]) + ")"

    def seat(self, node: t.Seat) -> str:
        return f"player {node.number}"

    def player_after(self, node: t.PlayerAfter) -> str:
        of = self.atom(node.of)
        where = "before" if node.before else "after"
        return f"the player {where} ({of})" if "'s " in of and of[0] != "(" else f"the player {where} {of}"

    def listed(self, node: t.Listed) -> str:
        *most, last = (self.atom(one) for one in node.members)
        return f"one of {', '.join(most)} and {last}"

    def number_range(self, node: t.NumberRange) -> str:
        return f"number from {self.expr(node.least)} to {self.expr(node.most)}"

    # ------------------------------------------------------------------- boards

    def cell_value(self, node: t.CellValue) -> str:
        if node.owner is not None:
            return self.belonging(node.name, node.owner)
        lettered = self.symbols.places[node.type.of[0]].text.kind != "map"
        return node.name if lettered else f"the {node.name}"

    def between(self, node: t.Between) -> str:
        return f"the {node.noun} between {self.atom(node.left)} and {self.atom(node.right)}"

    def distance(self, node: t.Distance) -> str:
        return f"the distance {node.way or 'from'} {self.atom(node.start)} to {self.atom(node.goal)}"

    def direction(self, node: t.Direction) -> str:
        return f"the direction from {self.atom(node.start)} to {self.atom(node.goal)}"

    # --------------------------------------------------------------- selections

    def select(self, node: t.Select) -> str:
        return self.noun(node, plural=True)

    def noun(self, node: t.Expr, *, plural: bool) -> str:
        if not isinstance(node, t.Select):
            return self.expr(node)
        if node.base == "number":
            return self.numbers_where(node)
        filters = self.filters(node, plural)
        head = self.head(node, plural)
        if any(isinstance(one, t.WithoutPieces) for one in node.filters):
            head = f"empty {head}"
        if node.anywhere:
            head = f"{head} anywhere"
        return f"{head} {filters}" if filters else head

    def numbers_where(self, node: t.Select) -> str:
        """Numbers of a range for which a condition holds; what `where` could also be about stands in brackets."""
        among, *rest = node.filters
        assert isinstance(among, t.AmongSet)
        assert isinstance(among.members, t.NumberRange)
        ends = f"{self.expr(among.members.least)} to {self.atom(among.members.most)}"
        kept = self.filters(attrs.evolve(node, filters=tuple(rest)), plural=False)
        return f"number from {ends} {kept}"

    def head(self, node: t.Select, plural: bool) -> str:
        if node.base == "word":
            return node.name
        if node.base == "player":
            return "players" if plural else "player"
        if node.base == "any kind":
            return "kinds" if plural else "kind"
        if node.base == "cell":
            grid = self.symbols.places[self.symbols.cells[node.name]]
            return grid.cells if plural else grid.cell
        if node.base == "types":
            several = [self.symbols.types[name] for name in node.type.of]
            return " and ".join(one.plural for one in several) if plural else node.name
        if node.base == "of design":
            return self.symbols.designs[node.name].plural if plural else node.name
        type_ = self.symbols.types[node.name]
        if node.base == "kind":
            return f"kinds of {type_.plural}" if plural else f"kind of {type_.name}"
        return type_.plural if plural else type_.name

    def filters(self, node: t.Select, plural: bool) -> str:
        parts: list[str] = []
        for index, one in enumerate(node.filters):
            if isinstance(one, t.WithoutPieces):
                continue  # printed before the noun
            text = self.filter(one, plural, "who" if node.type.kind == "players" else "that")
            previous = node.filters[index - 1] if index else None
            if self.reaches_on(one, node, index):
                text = f"but ({text.removeprefix('but ')})"  # so that what follows belongs to all
            if _after_with(one):
                beside = (previous, *node.filters[index + 1 : index + 2])
                joined = any(map(_after_with, beside)) and isinstance(one, t.WithEither)
                text = f"({text})" if joined else text
                text = f"and {text}" if _after_with(previous) else f"with {text}"
            parts.append(text)
        return " ".join(parts)

    def reaches_on(self, one: t.Filter, node: t.Select, index: int) -> bool:
        """Whether the filter after one that leaves out what has a name could be about what has that name."""
        if not isinstance(one, t.ButNot) or index + 1 == len(node.filters):
            return False
        noun = "kind" if "kind" in node.base else node.name
        return belongs_to_name(one.members, self.atom(one.members), noun, node.filters[index + 1])

    @over(t.Filter, leaves="WithoutPieces")
    def filter(self, node: t.Filter, plural: bool, who: str = "who") -> str:
        if isinstance(node, t.WithProperty):
            if node.value is None:
                return f"{node.op} {node.name}"
            return f"{node.name} {node.op} {self.atom(node.value)}"
        if isinstance(node, t.WithEither):
            return " or ".join(self.all_of(way, plural) for way in node.of)
        if isinstance(node, t.InPlace):
            return f"in {self.atom(node.place)}"
        if isinstance(node, t.AmongSet):
            return f"among {self.atom(node.members)}"
        if isinstance(node, t.ButNot):
            return f"but {self.atom(node.members)}"
        if isinstance(node, t.Step):
            return f"{node.direction} {self.atom(node.start)}"
        if isinstance(node, t.Within):
            count = self.amount(node.count)
            steps = "step" if count == "1" else "steps"
            return f"within {count} {steps} {node.way or 'of'} {self.atom(node.start)}"
        if isinstance(node, t.Nearest):
            return f"nearest {node.way or 'to'} {self.atom(node.start)}"
        if isinstance(node, t.Reachable):
            return f"reachable {node.way or 'from'} {self.atom(node.start)}"
        if isinstance(node, t.WithExtreme):
            by = node.name if node.value is None else f"({self.expr(node.value)})"
            return f"with the {node.how} {by}"
        if isinstance(node, t.Where):
            return f"where ({self.expr(node.test)})"
        assert isinstance(node, t.WhoIs)
        return f"{who} {'are' if plural else 'is'} {'' if node.holds else 'not '}{node.name}"

    def all_of(self, filters: tuple[t.Filter, ...], plural: bool) -> str:
        """Filters on properties that must all hold, as one of several groups."""
        inner = [self.filter(one, plural) for one in filters]
        inner = [
            f"({text})" if isinstance(one, t.WithEither) else text
            for one, text in zip(filters, inner, strict=True)
        ]
        return inner[0] if len(inner) == 1 else f"({' and '.join(inner)})"

    def quantity(self, node: t.Quantity) -> str:
        if isinstance(node.of, t.Listed):
            return self.listed(node.of)
        if node.how == "one":
            return with_article(self.noun(node.of, plural=False))
        if node.how == "any" and node.count is not None:
            return f"any {self.amount(node.count)} {self.noun(node.of, plural=True)}"
        if node.how in ("any", "each"):
            return f"{node.how} {self.noun(node.of, plural=False)}"
        assert node.count is not None
        if node.how == "at least" and isinstance(node.count, t.Number) and node.count.value == 0:
            return f"any number of {self.noun(node.of, plural=True).removeprefix('the ')}"
        how = "" if node.how == "exactly" else f"{node.how} "
        return f"{how}{self.amount(node.count)} {self.noun(node.of, plural=True).removeprefix('the ')}"

    def end_of_set(self, node: t.EndOfSet) -> str:
        return f"the {'last' if node.last else 'first'} {self.noun(node.of, plural=False)}"

    def count_of(self, node: t.CountOf) -> str:
        if isinstance(node.of, t.KindsOf):
            return f"the number of kinds of {self.noun(node.of.of, plural=True)}"
        return f"the number of {self.noun(node.of, plural=True)}"

    def aggregate(self, node: t.Aggregate) -> str:
        by = node.name if node.value is None else f"({self.expr(node.value)})"
        of = self.noun(node.of, plural=True)
        return f"the {node.how} {by} of {of.removeprefix('the ') if isinstance(node.of, t.KindsOf) else of}"

    def times_listed(self, node: t.TimesListed) -> str:
        return f"the number of times {self.atom(node.kind)} is in {self.atom(node.of)}"

    def kinds_of(self, node: t.KindsOf) -> str:
        return f"the kinds of {self.noun(node.of, plural=True)}"

    # ---------------------------------------------------------------- agreement

    def plural(self, node: t.Expr) -> bool:
        """Whether a verb after this is in the plural."""
        if isinstance(node, t.Quantity):
            one = node.count is None or (
                isinstance(node.count, t.Number) and node.count.value == 1 and node.how != "any"
            )
            return not one
        if isinstance(node, t.NumberValue):
            return is_plural(node.name)  # everyone wins, the followers win
        if isinstance(node, t.GameState | t.OptionValue | t.PhraseState | t.Variable):
            return node.type.kind in UNORDERED or is_plural(node.name)
        if isinstance(node, t.Property | t.PlaceValue):
            return is_plural(node.name)
        return node.type.kind in UNORDERED

    def verb(self, node: t.Expr, singular: str, several: str) -> str:
        return several if self.plural(node) else singular

    def is_(self, node: t.Expr) -> str:
        return self.verb(node, "is", "are")

    # --------------------------------------------------------------- conditions

    def compare(self, node: t.Compare) -> str:
        op: str = node.op
        if node.left.type.kind in UNORDERED and isinstance(node.right, t.Select | t.KindsOf):
            return f"{self.expr(node.left)} {op} {self.expr(node.right)}"
        if node.left.type.kind not in ("number", "table"):
            op = self.is_(node.left) + (" not" if op == "!=" else "")
        return f"{self.expr(node.left)} {op} {self.expr(node.right)}"

    def holds(self, node: t.Holds) -> str:
        assert node.of is not None
        if node.player is not None:
            of = t.Property(node.of, node.name, span=node.span, type=node.type)
            return f"{self.expr(of)} holds for {self.expr(node.player)}"
        return f"{self.expr(node.of)} {self.is_(node.of)} {node.name}"

    def is_empty(self, node: t.IsEmpty) -> str:
        return f"{self.expr(node.of)} {self.is_(node.of)} empty"

    def is_in(self, node: t.IsIn) -> str:
        return f"{self.expr(node.what)} {self.is_(node.what)} in {self.expr(node.where)}"

    def is_kind(self, node: t.IsKind) -> str:
        return (
            f"{self.expr(node.what)} {self.is_(node.what)} {with_article(self.noun(node.of, plural=False))}"
        )

    def differ(self, node: t.Differ) -> str:
        return f"{self.expr(node.of)} differ in {node.name}"

    def make_line(self, node: t.MakeLine) -> str:
        verb = self.verb(node.of, "makes", "make")
        return f"{self.expr(node.of)} {verb} a line of {self.expr(node.count)}"

    def amounts(self, given: tuple[t.Amount, ...]) -> str:
        return self.each_of(given, "from")

    def gains(self, given: tuple[t.Amount, ...]) -> str:
        return self.each_of(given, "into")

    def each_of(self, given: tuple[t.Amount, ...], stock: str) -> str:
        each = [self.each(one) for one in given]
        texts = [self.paid(one, stock) for one, _ in each]
        wholes = [whole for _, whole in each]
        if wholes[0] and all(whole == wholes[0] for whole in wholes):
            inner = " and ".join(texts)
            return (f"({inner})" if len(texts) > 1 else inner) + f" for each {wholes[0]}"
        return " and ".join(
            f"({text} for each {whole})" if whole else text for text, whole in zip(texts, wholes, strict=True)
        )

    def each(self, one: t.Amount) -> tuple[t.Amount, str]:
        """Of `2 gold for each card in the market`, the two gold and the noun for the cards."""
        count = one.count
        if not isinstance(count, t.Arithmetic) or count.op != "*" or not isinstance(count.right, t.CountOf):
            return one, ""
        if not isinstance(count.right.of, t.Select):
            return one, ""
        return attrs.evolve(one, count=count.left), self.noun(count.right.of, plural=False)

    def paid(self, one: t.Amount, stock: str) -> str:
        """One of the amounts that are paid, or gained."""
        if one.count.type.kind != "table":
            key = f" in {self.atom(one.key)}" if one.key is not None else ""
            return f"{self.amount(one.count)} {self.counted(one)}{key}"
        reduced = isinstance(one.count, t.Arithmetic) and one.count.op == "reduced"
        whole = self.expr(one.count) if reduced else self.atom(one.count)
        wild = one.wild or (self.expr(one.wild_key) if one.wild_key is not None else "")
        return f"{whole} {stock} {one.name}" + (f", with {wild} for what is missing" if wild else "")

    def counted(self, one: t.Amount) -> str:
        """The noun for what is gained or paid, in the singular if the amount is 1 and there is a singular."""
        state = self.symbols.players.get(one.name)
        single = isinstance(one.count, t.Number) and one.count.value == 1
        return state.singular if single and state is not None and state.singular else one.name

    def amount(self, count: t.Expr) -> str:
        """A figure or a name stands as it is, everything else in brackets."""
        plain = isinstance(count, t.Number) and count.value >= 0
        plain = plain or isinstance(count, t.Variable | t.GameState | t.OptionValue | t.PhraseState)
        plain = plain or (isinstance(count, t.NumberValue) and not count.arguments)
        return self.expr(count) if plain else f"({self.expr(count)})"

    def can_pay(self, node: t.CanPay) -> str:
        return f"{self.expr(node.player)} can pay {self.amounts(node.amounts)}"

    def can_be_done(self, node: t.CanBeDone) -> str:
        return f"{self.expr(node.of)} can be done"

    def so(self, node: t.So) -> str:
        return self.sentence(
            self.symbols.phrases[node.phrase], [self.expr(value) for value in node.arguments]
        )

    def sentence(self, phrase: Phrase, values: list[str], *, plural: bool = False) -> str:
        """A phrase with its slots filled. `plural`: its verb follows several, with whom the phrase begins."""
        rest = iter(values)
        said = phrase.signature
        if plural:
            subject, verb, after = re.split(r"(?<=\})\s*(\S+)", said, maxsplit=1)
            said = f"{subject} {base_form((verb,))[0]}{after}"
        return SLOT.sub(lambda _: next(rest), said)

    def exists(self, node: t.Exists) -> str:
        return f"there are {self.expr(node.of)}"

    def not_(self, node: t.Not) -> str:
        inner = node.of
        if isinstance(inner, t.Holds) and inner.player is None:
            assert inner.of is not None
            return f"{self.expr(inner.of)} {self.is_(inner.of)} not {inner.name}"
        if isinstance(inner, t.IsEmpty):
            return f"{self.expr(inner.of)} {self.is_(inner.of)} not empty"
        if isinstance(inner, t.IsIn):
            return f"{self.expr(inner.what)} {self.is_(inner.what)} not in {self.expr(inner.where)}"
        return f"not ({self.expr(inner)})"

    def both(self, node: t.Both) -> str:
        return " and ".join(
            f"({self.expr(part)})" if isinstance(part, t.Either | t.Both) else self.expr(part)
            for part in node.of
        )

    def either(self, node: t.Either) -> str:
        return " or ".join(
            f"({self.expr(part)})" if isinstance(part, t.Either | t.Both) else self.expr(part)
            for part in node.of
        )


_EXPRESSIONS: dict[type, Callable[[ExprPrinter, Any], str]] = {
    t.Number: ExprPrinter.number,
    t.Truth: ExprPrinter.truth,
    t.WordValue: ExprPrinter.word,
    t.NoneValue: ExprPrinter.none,
    t.KindValue: ExprPrinter.kind,
    t.Variable: ExprPrinter.variable,
    t.Actor: ExprPrinter.actor,
    t.This: ExprPrinter.this,
    t.Here: ExprPrinter.here,
    t.GameState: ExprPrinter.game_state,
    t.OptionValue: ExprPrinter.option,
    t.TotalOf: ExprPrinter.total_of,
    t.NumberValue: ExprPrinter.number_value,
    t.PhraseState: ExprPrinter.phrase_state,
    t.Property: ExprPrinter.property,
    t.PlaceValue: ExprPrinter.place,
    t.EndOf: ExprPrinter.end_of,
    t.Arithmetic: ExprPrinter.arithmetic,
    t.Select: ExprPrinter.select,
    t.Quantity: ExprPrinter.quantity,
    t.CountOf: ExprPrinter.count_of,
    t.Aggregate: ExprPrinter.aggregate,
    t.KindsOf: ExprPrinter.kinds_of,
    t.TimesListed: ExprPrinter.times_listed,
    t.Compare: ExprPrinter.compare,
    t.Holds: ExprPrinter.holds,
    t.IsEmpty: ExprPrinter.is_empty,
    t.IsIn: ExprPrinter.is_in,
    t.IsKind: ExprPrinter.is_kind,
    t.Differ: ExprPrinter.differ,
    t.MakeLine: ExprPrinter.make_line,
    t.Cases: ExprPrinter.cases,
    t.Seat: ExprPrinter.seat,
    t.PlayerAfter: ExprPrinter.player_after,
    t.NumberRange: ExprPrinter.number_range,
    t.Listed: ExprPrinter.listed,
    t.CellValue: ExprPrinter.cell_value,
    t.Between: ExprPrinter.between,
    t.Distance: ExprPrinter.distance,
    t.Direction: ExprPrinter.direction,
    t.EndOfSet: ExprPrinter.end_of_set,
    t.CanPay: ExprPrinter.can_pay,
    t.CanBeDone: ExprPrinter.can_be_done,
    t.So: ExprPrinter.so,
    t.Exists: ExprPrinter.exists,
    t.Not: ExprPrinter.not_,
    t.Both: ExprPrinter.both,
    t.Either: ExprPrinter.either,
}

table(__name__, "expressions", t.Expr, _EXPRESSIONS)
