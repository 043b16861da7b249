"""Prints resolved trees as canonical English, with every default spelled out.

Guarantee: reading and resolving what is printed gives an equal tree (`parse(print(tree)) == tree`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import tree as t
from .symbols import SLOT, Phrase, Symbols
from .types import Type

STEP = "  "


def show(node: object, symbols: Symbols) -> str:
    """The canonical text of any tree that a text resolves to."""
    printer = Printer(symbols)
    if isinstance(node, tuple):
        return "\n".join(printer.block(node, 0)) if node else "nothing"
    if isinstance(node, t.Trigger | t.Modifier | t.AbilityCall):
        return printer.ability(node)
    if isinstance(node, t.Expr):
        return printer.expr(node)
    if isinstance(node, t.Stmt):
        return "\n".join(printer.block((node,), 0))
    return printer.declaration(node)


class Printer:
    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols

    # -------------------------------------------------------------- expressions

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
        """A name with its article; numbers stand without."""
        return name if type_.kind in ("number", "pieces", "players", "kinds") else f"the {name}"

    def actor(self, node: t.Actor) -> str:
        return "the player"

    def this(self, node: t.This) -> str:
        return "this"

    def state(self, node: t.GameState | t.OptionValue | t.NumberValue | t.PhraseState) -> str:
        return self.named(node.name, node.type)

    def property(self, node: t.Property) -> str:
        return self.belonging(node.name, node.of)

    def belonging(self, name: str, owner: t.Expr) -> str:
        """`the delver's victories`, but `the strength of the foe`."""
        whose = self.expr(owner)
        if owner.type.kind == "player" and not isinstance(owner, t.Property | t.EndOf):
            return f"{whose}'s {name}"
        if isinstance(owner, t.Property) and "'s " in whose and " of " not in whose:
            return f"{whose}'s {name}"
        return f"the {name} of {whose}"

    def place(self, node: t.PlaceValue) -> str:
        return f"the {node.name}" if node.owner is None else self.belonging(node.name, node.owner)

    def end_of(self, node: t.EndOf) -> str:
        return f"the {'top' if node.top else 'bottom'} {node.noun} of {self.expr(node.place)}"

    def arithmetic(self, node: t.Arithmetic) -> str:
        left, right = self.expr(node.left), self.expr(node.right)
        if node.op == "*" and isinstance(node.left, t.Arithmetic) and node.left.op != "*":
            left = f"({left})"
        if isinstance(node.right, t.Arithmetic):
            right = f"({right})"
        return f"{left} {node.op} {right}"

    # --------------------------------------------------------------- selections

    def select(self, node: t.Select) -> str:
        return self.noun(node, plural=True)

    def noun(self, node: t.Expr, *, plural: bool) -> str:
        if not isinstance(node, t.Select):
            return self.expr(node)
        filters = self.filters(node)
        return f"{self.head(node, plural)} {filters}" if filters else self.head(node, plural)

    def head(self, node: t.Select, plural: bool) -> str:
        if node.base == "player":
            return "players" if plural else "player"
        if node.base == "any kind":
            return "kinds" if plural else "kind"
        if node.base == "of design":
            return self.symbols.designs[node.name].plural if plural else node.name
        type_ = self.symbols.types[node.name]
        if node.base == "kind":
            return f"kinds of {type_.plural}" if plural else f"kind of {type_.name}"
        return type_.plural if plural else type_.name

    def filters(self, node: t.Select) -> str:
        parts: list[str] = []
        for index, one in enumerate(node.filters):
            text = self.filter(one)
            previous = node.filters[index - 1] if index else None
            if isinstance(one, t.WithProperty):
                text = f"and {text}" if isinstance(previous, t.WithProperty) else f"with {text}"
            parts.append(text)
        return " ".join(parts)

    def filter(self, node: t.Filter) -> str:
        if isinstance(node, t.WithProperty):
            if node.value is None:
                return f"{node.op} {node.name}"
            return f"{node.name} {node.op} {self.expr(node.value)}"
        if isinstance(node, t.InPlace):
            return f"in {self.expr(node.place)}"
        if isinstance(node, t.AmongSet):
            return f"among {self.expr(node.members)}"
        if isinstance(node, t.ButNot):
            return f"but {self.expr(node.members)}"
        assert isinstance(node, t.WhoIs)
        return f"who are {'' if node.holds else 'not '}{node.name}"

    def quantity(self, node: t.Quantity) -> str:
        if node.how == "one":
            noun = self.noun(node.of, plural=False)
            return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
        if node.how in ("any", "each"):
            return f"{node.how} {self.noun(node.of, plural=False)}"
        assert node.count is not None
        how = "up to " if node.how == "up to" else ""
        return f"{how}{self.expr(node.count)} {self.noun(node.of, plural=True)}"

    def count_of(self, node: t.CountOf) -> str:
        return f"the number of {self.noun(node.of, plural=True)}"

    def aggregate(self, node: t.Aggregate) -> str:
        return f"the {node.how} {node.name} of {self.noun(node.of, plural=True)}"

    def kinds_of(self, node: t.KindsOf) -> str:
        return f"the kinds of {self.noun(node.of, plural=True)}"

    # --------------------------------------------------------------- conditions

    def compare(self, node: t.Compare) -> str:
        op = node.op
        if node.left.type.kind != "number":
            op = {"=": "is", "!=": "is not"}[op]
        return f"{self.expr(node.left)} {op} {self.expr(node.right)}"

    def holds(self, node: t.Holds) -> str:
        assert node.of is not None
        return f"{self.expr(node.of)} is {node.name}"

    def is_empty(self, node: t.IsEmpty) -> str:
        return f"{self.expr(node.of)} is empty"

    def is_in(self, node: t.IsIn) -> str:
        return f"{self.expr(node.what)} is in {self.expr(node.where)}"

    def is_kind(self, node: t.IsKind) -> str:
        noun = self.noun(node.of, plural=False)
        return f"{self.expr(node.what)} is {'an' if noun[0] in 'aeiou' else 'a'} {noun}"

    def differ(self, node: t.Differ) -> str:
        return f"{self.expr(node.of)} differ in {node.name}"

    def exists(self, node: t.Exists) -> str:
        return f"there are {self.expr(node.of)}"

    def not_(self, node: t.Not) -> str:
        inner = node.of
        if isinstance(inner, t.Holds):
            assert inner.of is not None
            return f"{self.expr(inner.of)} is not {inner.name}"
        if isinstance(inner, t.IsEmpty):
            return f"{self.expr(inner.of)} is not empty"
        if isinstance(inner, t.IsIn):
            return f"{self.expr(inner.what)} is not in {self.expr(inner.where)}"
        return f"not ({self.expr(inner)})"

    def both(self, node: t.Both) -> str:
        return " and ".join(
            f"({self.expr(part)})" if isinstance(part, t.Either | t.Both) else self.expr(part) for part in node.of
        )

    def either(self, node: t.Either) -> str:
        return " or ".join(f"({self.expr(part)})" if isinstance(part, t.Either) else self.expr(part) for part in node.of)

    # --------------------------------------------------------------- statements

    def block(self, body: tuple[t.Stmt, ...], depth: int) -> list[str]:
        """The lines of a body, indented by so many steps."""
        lines: list[str] = []
        for statement in body:
            lines.extend(self.statement(statement, depth))
        return lines or [STEP * depth + "nothing"]

    def statement(self, node: t.Stmt, depth: int) -> list[str]:
        compound = _COMPOUND.get(type(node))
        if compound is not None:
            return compound(self, node, depth)
        return [STEP * depth + self.simple(node)]

    def simple(self, node: t.Stmt) -> str:
        handler = _SIMPLE.get(type(node))
        assert handler is not None, type(node).__name__
        return handler(self, node)

    def nothing(self, node: t.Nothing) -> str:
        return "nothing"

    def put(self, node: t.Put) -> str:
        return f"put {self.expr(node.what)} {node.how} {self.expr(node.place)}"

    def shuffle(self, node: t.Shuffle) -> str:
        return f"shuffle {self.expr(node.place)}"

    def as_name(self, name: str | None) -> str:
        return "" if name is None or name.startswith("that ") else f", as the {name}"

    def look(self, node: t.Look) -> str:
        return f"{self.expr(node.player)} looks at {self.expr(node.what)}{self.as_name(node.name)}"

    def reveal(self, node: t.Reveal) -> str:
        return f"reveal {self.expr(node.what)}{self.as_name(node.name)}"

    def show_(self, node: t.Show) -> str:
        return f"show {self.expr(node.what)} to {self.expr(node.to)}"

    def choose(self, node: t.Choose) -> str:
        pick = self.expr(node.of)
        if node.player is None:
            return f"choose {pick} at random{self.as_name(node.name)}"
        return f"{self.expr(node.player)} chooses {pick}{self.as_name(node.name)}"

    def let(self, node: t.Let) -> str:
        return f"let {node.name} be {self.expr(node.value)}"

    def become(self, node: t.Become) -> str:
        if isinstance(node.target, t.Property) and isinstance(node.value, t.Truth):
            adjective = node.target.name if node.value.value else f"not {node.target.name}"
            return f"{self.expr(node.target.of)} becomes {adjective}"
        return f"{self.expr(node.target)} becomes {self.expr(node.value)}"

    def change(self, node: t.Change) -> str:
        way = "goes up" if node.sign > 0 else "goes down"
        clamp = ", as far as possible" if node.clamp else ""
        return f"{self.expr(node.target)} {way} by {self.expr(node.amount)}{clamp}"

    def win(self, node: t.Win) -> str:
        return "nobody wins" if node.winners is None else f"{self.expr(node.winners)} wins"

    def end_of_turn(self, node: t.EndOfTurn) -> str:
        return "the turn ends"

    def end_of_phase(self, node: t.EndOfPhase) -> str:
        return "the phase ends"

    def call(self, node: t.Call) -> str:
        return self.sentence(self.symbols.phrases[node.phrase], [self.expr(value) for value in node.arguments])

    def sentence(self, phrase: Phrase, values: list[str]) -> str:
        """A phrase with its slots filled."""
        rest = iter(values)
        return SLOT.sub(lambda _: next(rest), phrase.signature)

    # ------------------------------------------------------- compound statements

    def if_(self, node: t.If, depth: int) -> list[str]:
        lines: list[str] = []
        for index, (test, body) in enumerate(node.cases):
            word = "otherwise if" if index else "if"
            lines += self.suite(f"{word} {self.expr(test)}", body, depth)
        if node.otherwise:
            lines += self.suite("otherwise", node.otherwise, depth)
        return lines

    def suite(self, head: str, body: tuple[t.Stmt, ...], depth: int) -> list[str]:
        if len(body) == 1 and type(body[0]) in _SIMPLE:
            return [f"{STEP * depth}{head}: {self.simple(body[0])}"]
        return [f"{STEP * depth}{head}:", *self.block(body, depth + 1)]

    def for_each(self, node: t.ForEach, depth: int) -> list[str]:
        order = f"clockwise from {self.expr(node.start)}" if node.start is not None else f"{node.order}"
        order = f"in {order}" if order in ("printed order", "any order") else order
        order = order if not order.startswith("from ") else order.replace("from ", "from the ")
        head = f"for each {self.noun(node.of, plural=False)}, {order}{self.as_name(node.name)}"
        return self.suite(head, node.body, depth)

    def repeat(self, node: t.Repeat, depth: int) -> list[str]:
        bound = f", at most {self.expr(node.bound)} times" if node.bound is not None else ""
        if node.how == "times":
            return self.suite(f"repeat {self.expr(node.test)} times", node.body, depth)
        return self.suite(f"repeat {node.how} {self.expr(node.test)}{bound}", node.body, depth)

    def choose_one(self, node: t.ChooseOne, depth: int) -> list[str]:
        lines = [f"{STEP * depth}{self.expr(node.player)} chooses one:"]
        for branch in node.branches:
            test = f", if {self.expr(branch.test)}" if branch.test is not None else ""
            lines += self.suite(f"{branch.label}{test}", branch.body, depth + 1)
        return lines

    def may(self, node: t.May, depth: int) -> list[str]:
        return self.suite(f"{self.expr(node.player)} may", node.body, depth)

    def simultaneously(self, node: t.Simultaneously, depth: int) -> list[str]:
        return self.suite(f"simultaneously, each {self.noun(node.players, plural=False)}", node.body, depth)

    # ---------------------------------------------------------------- abilities

    def ability(self, node: t.Ability) -> str:
        prefix = "".join(f"while {self.expr(test)}: " for test in node.scope)
        if isinstance(node, t.Modifier):
            way = "more" if node.sign > 0 else "less"
            return f"{prefix}{node.number} is {self.expr(node.amount)} {way}"
        if node.limit is not None:
            prefix += f"once per {node.limit}: "
        if isinstance(node, t.AbilityCall):
            phrase = self.symbols.phrases[node.phrase]
            return prefix + self.sentence(phrase, [self.expr(value) for value in node.arguments])
        test = f", if {self.expr(node.test)}" if node.test is not None else ""
        head = f"{prefix}{'may, ' if node.may else ''}{node.hook.when}: {self.pattern(node.hook)}{test}"
        return "\n".join(self.suite(head, node.body, 0))

    def pattern(self, hook: t.Hook) -> str:
        phrase = self.symbols.phrases[hook.phrase]
        return self.sentence(phrase, [self.slot_pattern(one) for one in hook.pattern])

    def slot_pattern(self, node: t.SlotPattern) -> str:
        if node.exact is not None:
            return self.expr(node.exact)
        assert node.name is not None
        noun = node.name.removeprefix("that ")
        if node.members is not None:
            noun = self.noun(node.members, plural=False)
        return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"

    # ------------------------------------------------------------- declarations

    def declaration(self, node: Any) -> str:
        if isinstance(node, t.TypeText):
            return self.type(node.type)
        if isinstance(node, t.PlaceText):
            return self.place_text(node)
        if isinstance(node, t.Players):
            return f"{node.least}..{node.most}"
        if isinstance(node, t.Turns):
            return self.turns(node)
        assert isinstance(node, t.Repetition)
        if node.test is None:
            return "until the match ends"
        if node.how == "times":
            return f"{self.expr(node.test)} times"
        return f"{node.how} {self.expr(node.test)}"

    def type(self, type_: Type) -> str:
        text = {
            "number": f"{type_.least}..{type_.most}",
            "yes-no": "yes or no",
            "word": " or ".join(type_.of),
            "player": "player",
            "players": "players",
            "place": "place",
            "abilities": "abilities",
            "none": "none",
            "piece": " ".join(type_.of),
            "pieces": " ".join(self.symbols.types[name].plural for name in type_.of if name in self.symbols.types),
            "kind": f"kind of {' '.join(type_.of)}",
            "kinds": "kinds of " + " ".join(self._plurals(type_)),
            "list": "list of kinds of " + " ".join(self._plurals(type_)),
        }[type_.kind]
        return f"{text} or none" if type_.optional and type_.kind != "none" else text

    def _plurals(self, type_: Type) -> list[str]:
        return [self.symbols.types[name].plural for name in type_.of if name in self.symbols.types]

    def place_text(self, node: t.PlaceText) -> str:
        types = " and ".join(self.symbols.types[name].plural for name in node.types)
        mods = ", per player" if node.per_player else ""
        mods += {"open": "", "hidden": ", hidden", "owner": ", seen by its owner"}[node.sight]
        return f"{node.kind} of {types}{mods}"

    def turns(self, node: t.Turns) -> str:
        ending = {"once": "once each", "left": f"until {node.left} is left", "until": ""}[node.ending]
        if node.test is not None:
            ending = f"until {self.expr(node.test)}"
        return f"clockwise from {self.expr(node.start)}, each {self.noun(node.players, plural=False)}, {ending}"


_EXPRESSIONS: dict[type, Callable[[Printer, Any], str]] = {
    t.Number: Printer.number,
    t.Truth: Printer.truth,
    t.WordValue: Printer.word,
    t.NoneValue: Printer.none,
    t.KindValue: Printer.kind,
    t.Variable: Printer.variable,
    t.Actor: Printer.actor,
    t.This: Printer.this,
    t.GameState: Printer.state,
    t.OptionValue: Printer.state,
    t.NumberValue: Printer.state,
    t.PhraseState: Printer.state,
    t.Property: Printer.property,
    t.PlaceValue: Printer.place,
    t.EndOf: Printer.end_of,
    t.Arithmetic: Printer.arithmetic,
    t.Select: Printer.select,
    t.Quantity: Printer.quantity,
    t.CountOf: Printer.count_of,
    t.Aggregate: Printer.aggregate,
    t.KindsOf: Printer.kinds_of,
    t.Compare: Printer.compare,
    t.Holds: Printer.holds,
    t.IsEmpty: Printer.is_empty,
    t.IsIn: Printer.is_in,
    t.IsKind: Printer.is_kind,
    t.Differ: Printer.differ,
    t.Exists: Printer.exists,
    t.Not: Printer.not_,
    t.Both: Printer.both,
    t.Either: Printer.either,
}

_SIMPLE: dict[type, Callable[[Printer, Any], str]] = {
    t.Nothing: Printer.nothing,
    t.Put: Printer.put,
    t.Shuffle: Printer.shuffle,
    t.Look: Printer.look,
    t.Reveal: Printer.reveal,
    t.Show: Printer.show_,
    t.Choose: Printer.choose,
    t.Let: Printer.let,
    t.Become: Printer.become,
    t.Change: Printer.change,
    t.Win: Printer.win,
    t.EndOfTurn: Printer.end_of_turn,
    t.EndOfPhase: Printer.end_of_phase,
    t.Call: Printer.call,
}

_COMPOUND: dict[type, Callable[[Printer, Any, int], list[str]]] = {
    t.If: Printer.if_,
    t.ForEach: Printer.for_each,
    t.Repeat: Printer.repeat,
    t.ChooseOne: Printer.choose_one,
    t.May: Printer.may,
    t.Simultaneously: Printer.simultaneously,
}
