"""Prints resolved trees as canonical English, with every default spelled out.

Guarantee: reading and resolving what is printed gives an equal tree (`parse(print(tree)) == tree`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import tree as t
from ..model.symbols import Change, Place, Slot, Symbols
from ..syntax.english import is_plural, with_article
from ..tree.passes import over, table
from ..tree.types import DIRECTION, DIRECTIONS, Type
from .expressions import ExprPrinter

STEP = "  "
SIGHTS: dict[t.Sight, str] = {
    "open": "",
    "hidden": ", hidden",
    "owner": ", seen by its owner",
    "others": ", seen by all but its owner",
    "side": ", by side",
}


def show(node: object, symbols: Symbols) -> str:
    """The canonical text of any tree that texts resolve to."""
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


def show_parts(body: tuple[t.Stmt, ...], symbols: Symbols, *, head: bool = False) -> str:
    """The canonical text of a printed effect whose parts are done in any order. With `head`, it says that and who
    picks the order; else they stand as on a card if this is whoever usually chooses."""
    return "\n".join(Printer(symbols).parts(body, head=head))


def show_as(start: str, node: Any, symbols: Symbols) -> str:
    """The canonical text of a tree, which reads back to it as this start symbol."""
    return show_parts(node, symbols, head=True) if start == "parts" else show(node, symbols)


class Printer(ExprPrinter):
    """Prints statements, abilities and the texts of declarations."""

    # --------------------------------------------------------------- statements

    def block(self, body: tuple[t.Stmt, ...], depth: int) -> list[str]:
        """The lines of a body, indented by `depth` steps."""
        lines: list[str] = []
        for statement in body:
            lines.extend(self.statement(statement, depth))
        return lines or [STEP * depth + "nothing"]

    def statement(self, node: t.Stmt, depth: int) -> list[str]:
        if is_simple(node):
            return [STEP * depth + self.simple(node)]
        return _COMPOUND[type(node)](self, node, depth)

    def simple(self, node: t.Stmt) -> str:
        if isinstance(node, t.ForEach):
            return self.together(node)
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
        secrecy = "" if node.secrecy is None else f"{node.secrecy} "
        if node.player is None:
            return f"{secrecy}choose {pick} at random{self.as_name(node.name)}"
        return f"{self.expr(node.player)} {secrecy}chooses {pick}{self.as_name(node.name)}"

    def let(self, node: t.Let) -> str:
        return f"let {node.name} be {self.expr(node.value)}"

    def become(self, node: t.Become) -> str:
        if isinstance(node.target, t.Property) and isinstance(node.value, t.Truth):
            adjective = node.target.name if node.value.value else f"not {node.target.name}"
            of = node.target.of
            return f"{self.expr(of)} {self.verb(of, 'becomes', 'become')} {adjective}"
        verb = self.verb(node.target, "becomes", "become")
        return f"{self.expr(node.target)} {verb} {self.expr(node.value)}"

    def change(self, node: t.Change) -> str:
        way = f"{self.verb(node.target, 'goes', 'go')} {'up' if node.sign > 0 else 'down'}"
        clamp = ", as far as possible" if node.clamp else ""
        return f"{self.expr(node.target)} {way} by {self.expr(node.amount)}{clamp}"

    def win(self, node: t.Win) -> str:
        return f"{self.expr(node.winners)} {self.verb(node.winners, 'wins', 'win')}"

    def end_of_turn(self, node: t.EndOfTurn) -> str:
        return "the turn ends"

    def end_of_phase(self, node: t.EndOfPhase) -> str:
        return "the phase ends"

    def call(self, node: t.Call) -> str:
        return self.sentence(
            self.symbols.phrases[node.phrase], [self.expr(value) for value in node.arguments]
        )

    def together(self, node: t.ForEach) -> str:
        """An action that happens to all members of a set, which stands in its slot."""
        values = [self.expr(value) for value in node.event.arguments]
        values[node.subject] = self.expr(node.of)
        phrase = self.symbols.phrases[node.event.phrase]
        first = node.subject == 0 and isinstance(phrase.parts[0], Slot)
        return self.sentence(phrase, values, plural=first and self.plural(node.of))

    def pay(self, node: t.Pay) -> str:
        return f"{self.expr(node.player)} pays {self.amounts(node.amounts)}"

    def swap(self, node: t.Swap) -> str:
        right = self.expr(node.right)
        right = f"({right})" if self.reaches_back(node.left, node.right) else right
        return f"swap {self.expr(node.left)} and {right}"

    def gain(self, node: t.Gain) -> str:
        clamp = ", as far as possible" if node.clamp else ""
        return f"{self.expr(node.player)} gains {self.gains(node.amounts)}{clamp}"

    def perform(self, node: t.Perform) -> str:
        return f"{self.expr(node.player)} does {self.expr(node.of)}"

    def end_of_match(self, node: t.EndOfMatch) -> str:
        return "the match ends"

    # ------------------------------------------------------- compound statements

    def if_(self, node: t.If, depth: int) -> list[str]:
        return [line for head, body in self.if_suites(node) for line in self.suite(head, body, depth)]

    def if_suites(self, node: t.If) -> list[tuple[str, tuple[t.Stmt, ...]]]:
        """Each head of the statement, with what stands below it."""
        first, *others = node.cases
        heads = [f"if {self.expr(first[0])}", *(f"otherwise if {self.expr(test)}" for test, _ in others)]
        suites = [(head, body) for head, (_, body) in zip(heads, node.cases, strict=True)]
        return [*suites, ("otherwise", node.otherwise)] if node.otherwise else suites

    def suite(self, head: str, body: tuple[t.Stmt, ...], depth: int) -> list[str]:
        if len(body) == 1 and is_simple(body[0]):
            return [f"{STEP * depth}{head}: {self.simple(body[0])}"]
        return [f"{STEP * depth}{head}:", *self.block(body, depth + 1)]

    def for_each(self, node: t.ForEach, depth: int) -> list[str]:
        return self.suite(self.each_head(node), node.body, depth)

    def each_head(self, node: t.ForEach) -> str:
        order = f"{node.order} from {self.expr(node.start)}" if node.start is not None else f"{node.order}"
        order = f"in {order}" if order in ("printed order", "any order") else order
        order = order if not order.startswith("from ") else order.replace("from ", "from the ")
        if node.by is not None:
            ties = str(node.ties).replace("from ", "from the ")
            ties = f"in {ties}" if ties.endswith("order") else ties
            ties = f"{node.ties} from {self.expr(node.start)}" if node.start is not None else ties
            by = node.by if node.value is None else f"({self.expr(node.value)})"
            order = f"from the {node.order.removeprefix('from ')} {by}, ties {ties}"
        return f"for each {self.noun(node.of, plural=False)}, {order}{self.as_name(node.name)}"

    def repeat(self, node: t.Repeat, depth: int) -> list[str]:
        return self.suite(self.repeat_head(node), node.body, depth)

    def repeat_head(self, node: t.Repeat) -> str:
        bound = f", at most {self.expr(node.bound)} times" if node.bound is not None else ""
        if node.how == "times":
            return f"repeat {self.expr(node.test)} times"
        return f"repeat {node.how} {self.expr(node.test)}{bound}"

    def choose_one(self, node: t.ChooseOne, depth: int) -> list[str]:
        secrecy = "" if node.secrecy is None else f"{node.secrecy} "
        lines = [f"{STEP * depth}{self.expr(node.player)} {secrecy}chooses one:"]
        return lines + self.branches(node.branches, depth + 1)

    def branches(self, branches: tuple[t.Branch, ...], depth: int) -> list[str]:
        lines: list[str] = []
        for branch in branches:
            test = f", if {self.expr(branch.test)}" if branch.test is not None else ""
            lines += self.suite(f"{branch.label}{test}", branch.body, depth)
        return lines

    def alternatives(self, node: t.Alternatives, depth: int) -> list[str]:
        return [STEP * depth + self.one_of(node)]

    def one_of(self, node: t.Alternatives) -> str:
        return " / ".join(map(self.bracketed, node.bodies))

    def bracketed(self, body: tuple[t.Stmt, ...]) -> str:
        """A body: a single statement stands by itself, several stand in brackets."""
        text = self.in_line(body)
        return text if len(body) == 1 and is_simple(body[0]) else f"({text})"

    def in_line(self, body: tuple[t.Stmt, ...]) -> str:
        """A body on one line, for labels and for the inside of brackets."""
        only = body[0] if len(body) == 1 else None
        if isinstance(only, t.OnlyIf):
            one = len(only.body) == 1
            return f"{self.costs(only)}: {self.bracketed(only.body) if one else self.in_line(only.body)}"
        if isinstance(only, t.Alternatives):
            return self.one_of(only)
        if isinstance(only, t.May) and not only.otherwise:
            return f"{self.expr(only.player)} may ({self.in_line(only.body)})"
        if only is not None and is_simple(only):
            return self.simple(only)
        if only is not None and (suites := self.suites(only)):
            return "; ".join(f"{head}: {self.row_of(inner)}" for head, inner in suites)
        if only is not None:
            return "; ".join(line.strip() for line in self.statement(only, 0))
        return self.row_of(body)

    def row_of(self, body: tuple[t.Stmt, ...]) -> str:
        """Statements on one line; what is more than simple stands in brackets."""
        return "; ".join(self.bracketed((one,)) for one in body) or "nothing"

    def suites(self, node: t.Stmt) -> list[tuple[str, tuple[t.Stmt, ...]]]:
        """The heads of a block that can stand on one line, each with what stands below it; none of other
        statements."""
        found = _SUITES.get(type(node))
        return found(self, node) if found is not None else []

    def may_suites(self, node: t.May) -> list[tuple[str, tuple[t.Stmt, ...]]]:
        head = (f"{self.expr(node.player)} may", node.body)
        return [head, ("otherwise", node.otherwise)] if node.otherwise else [head]

    def only_if(self, node: t.OnlyIf, depth: int) -> list[str]:
        return self.suite(self.costs(node), node.body, depth)

    def costs(self, node: t.OnlyIf) -> str:
        return " and ".join(map(self.simple, node.costs))

    def may_repeatedly(self, node: t.MayRepeatedly, depth: int) -> list[str]:
        return self.suite(self.repeatedly_head(node), node.body, depth)

    def repeatedly_head(self, node: t.MayRepeatedly) -> str:
        return f"{self.expr(node.player)} may repeatedly"

    def any_order_of(self, node: t.AnyOrder, depth: int) -> list[str]:
        of = "; ".join(self.bracketed((part,)) for part in node.of)
        return [f"{STEP * depth}{self.expr(node.player)} in any order: {of}"]

    def parts(self, body: tuple[t.Stmt, ...], *, head: bool) -> list[str]:
        """A text as a property of effects in any order reads it. There several statements have a cost in front, or
        stand in brackets: otherwise, they would be parts."""
        if not body:
            return ["nothing"]
        first, *rest = body
        if isinstance(first, t.AnyOrder) and not head and self._usual(first.player):
            return ["; ".join(self.bracketed((part,)) for part in first.of)]
        if not rest:
            return self.block(body, 0)
        if _is_cost(first):
            return self.suite(self.bracketed((first,)), tuple(rest), 0)
        return [f"({self.in_line(body)})"]

    def _usual(self, player: t.Expr) -> bool:
        """Whether this is the player who chooses by the game's convention."""
        usual = self.symbols.conventions.get("chooser", "the player")
        return self.expr(player).removeprefix("the ") == usual.removeprefix("the ").strip()

    def offer(self, node: t.Offer, depth: int) -> list[str]:
        way = "counterclockwise" if node.back else "clockwise"
        order = f", {way} from {self.expr(node.start)}" if node.start is not None else ""
        lines = [f"{STEP * depth}offer each {self.noun(node.players, plural=False)}{order}:"]
        return lines + self.branches(node.branches, depth + 1)

    def may(self, node: t.May, depth: int) -> list[str]:
        return [line for head, body in self.may_suites(node) for line in self.suite(head, body, depth)]

    def simultaneously(self, node: t.Simultaneously, depth: int) -> list[str]:
        return self.suite(self.simultaneously_head(node), node.body, depth)

    def simultaneously_head(self, node: t.Simultaneously) -> str:
        return f"simultaneously, each {self.noun(node.players, plural=False)}"

    # ---------------------------------------------------------------- abilities

    def ability(self, node: t.Ability) -> str:
        prefix = "openly: " if node.openly else ""
        prefix += "".join(f"while {self.expr(test)}: " for test in node.scope)
        if isinstance(node, t.Modifier):
            verb = "are" if is_plural(node.number) else "is"
            way = "more" if node.sign > 0 else "less"
            number = node.number
            if node.pattern:
                number = self.number_of(number, [self.number_slot(one) for one in node.pattern])
            return f"{prefix}{number} {verb} {self.expr(node.amount)} {way}"
        if node.limit is not None:
            prefix += f"once per {node.limit}: "
        if isinstance(node, t.AbilityCall):
            phrase = self.symbols.phrases[node.phrase]
            return prefix + self.sentence(phrase, [self.expr(value) for value in node.arguments])
        test = f", if {self.expr(node.test)}" if node.test is not None else ""
        may = f"{self.expr(node.asks)} may, " if node.asks is not None else ""
        head = f"{prefix}{may}{node.hook.when}: {self.pattern(node.hook)}{test}"
        return "\n".join(self.suite(head, node.body, 0))

    def pattern(self, hook: t.Hook) -> str:
        phrase = self.symbols.phrases[hook.phrase]
        if phrase.change is not None:
            return self.change_pattern(phrase.change, hook.pattern)
        phrase = next(
            (one for one in self.symbols.phrases.values() if one.event == hook.phrase), phrase
        )  # as it is said
        return self.sentence(phrase, [self.slot_pattern(one) for one in hook.pattern[: len(phrase.slots)]])

    def number_slot(self, node: t.SlotPattern) -> str:
        """The value of a slot of a number, in brackets if it is more than a name."""
        if node.exact is not None:
            return self.slot(node.exact)
        filtered = isinstance(node.members, t.Select) and node.members.filters
        return f"({self.slot_pattern(node)})" if filtered else self.slot_pattern(node)

    def change_pattern(self, change: Change, pattern: tuple[t.SlotPattern, ...]) -> str:
        """A change of a number that an ability acts on."""
        verb, _, name = change
        *of, count = pattern
        whatever = count.exact is None and count.members is None
        if verb in ("gain", "pay"):
            much = f"({self.slot_pattern(count)})" if count.exact is None else self.amount(count.exact)
            return f"{self.slot_pattern(of[0])} {verb}s {'any' if whatever else much} {name}"
        by = "" if whatever else f" by {self.slot_pattern(count)}"
        go = "go" if is_plural(name) else "goes"
        if not of:
            return f"{name} {go} {verb}{by}"
        if of[0].exact is None:
            return f"the {name} of {self.slot_pattern(of[0])} {go} {verb}{by}"
        exact = of[0].exact
        target = t.Property(exact, name, span=exact.span, type=exact.type)
        return f"{self.expr(target)} {go} {verb}{by}"

    def slot_pattern(self, node: t.SlotPattern) -> str:
        if node.exact is not None:
            return self.expr(node.exact)
        if isinstance(node.members, t.NumberRange):
            return f"a {self.expr(node.members)}"
        assert node.name is not None
        noun = node.name.removeprefix("that ")
        if noun == "number":
            return "any number"
        if node.members is not None:
            noun = self.noun(node.members, plural=False)
        return with_article(noun)

    # ------------------------------------------------------------- declarations

    @over(
        t.Node,
        leaves="LITERALS NAMES SEATS OPERATORS OF_SETS STATES FIGURES FACES PLACED LYING STEPS SHAPE MEMBERS "
        "LIKE SPREADS MOVES SETS SHOWS ENDS MENUS FLOW PARTS ABILITIES HOOKS Call Choose Let Nothing Perform "
        "Shuffle CanBeDone CanPay CellValue Holds NumberValue OptionValue Property Select So Where "
        "WithExtreme WithoutPieces",
    )
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
            "word": "direction" if type_.of == DIRECTION.of else " or ".join(type_.of),
            "words": "directions" if type_ == DIRECTIONS else "some of " + " or ".join(type_.of),
            "numbers": f"{type_.least}..{type_.most}",
            "effect": "effect in any order" if type_.in_any_order else "effect",
            "condition": "condition",
            "player": "player",
            "players": "players",
            "place": f"{type_.sort} of {' and '.join(self._plurals(type_))}" if type_.sort else "place",
            "cell": " ".join(grid.cell for grid in self._grids(type_)),
            "cells": " ".join(grid.cells for grid in self._grids(type_)),
            "abilities": "abilities",
            "table": f"{type_.least}..{type_.most} for each {self._keys(type_)}",
            "none": "none",
            "piece": " or ".join(type_.of),
            "pieces": " or ".join(
                self.symbols.types[name].plural for name in type_.of if name in self.symbols.types
            ),
            "kind": f"kind of {' or '.join(type_.of)}",
            "kinds": "kinds of " + " or ".join(self._plurals(type_)),
            "list": "list of kinds of " + " ".join(self._plurals(type_)),
        }[type_.kind]
        return f"{text} or none" if type_.optional and type_.kind != "none" else text

    def _keys(self, type_: Type) -> str:
        """The keys of a table, as its type names them."""
        if type_.by == "cell":
            return " ".join(grid.cell for grid in self._grids(type_))
        return ("kind of " if type_.by == "kind" else "") + " or ".join(type_.of)

    def _plurals(self, type_: Type) -> list[str]:
        return [self.symbols.types[name].plural for name in type_.of if name in self.symbols.types]

    def _grids(self, type_: Type) -> list[Place]:
        return [self.symbols.places[name] for name in type_.of if name in self.symbols.places]

    def place_text(self, node: t.PlaceText) -> str:
        types = " and ".join(self.symbols.types[name].plural for name in node.types)
        mods = ", per player" if node.per_player else ""
        mods += SIGHTS[node.sight]
        size = f", {node.columns} by {node.rows}" if node.kind == "grid" and node.columns else ""
        size = f", side {node.rows}" if node.kind == "hexes" else size
        if node.kind == "edges":
            size = f", between {self.symbols.places[node.between].cells}"
        size += f", in {node.each}s" if node.each else ""
        return f"{node.kind} of {types}{size}{mods}"

    def turns(self, node: t.Turns) -> str:
        ending = {"once": "once each", "left": f"until {node.left} is left", "until": ""}[node.ending]
        if node.test is not None:
            ending = f"until {self.expr(node.test)}"
        way = "counterclockwise" if node.back else "clockwise"
        return f"{way} from {self.expr(node.start)}, each {self.noun(node.players, plural=False)}, {ending}"


def fits_in_line(node: t.Stmt) -> bool:
    """Whether a statement can be one of several on a line, if need be in brackets."""
    if isinstance(node, t.OnlyIf):
        return all(map(fits_in_line, node.body))
    if isinstance(node, t.Alternatives):
        return all(fits_in_line(one) for body in node.bodies for one in body)
    return is_simple(node)


def is_simple(node: t.Stmt) -> bool:
    """Whether a statement is a sentence, without a text inside it."""
    return type(node) in _SIMPLE or (isinstance(node, t.ForEach) and node.together)


def _is_cost(node: t.Stmt) -> bool:
    """Whether a statement is a cost, or a choice of costs."""
    if isinstance(node, t.Alternatives):
        return all(len(body) == 1 and isinstance(body[0], t.Pay) for body in node.bodies)
    return isinstance(node, t.Pay)


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
    t.Pay: Printer.pay,
    t.Gain: Printer.gain,
    t.Swap: Printer.swap,
    t.Perform: Printer.perform,
    t.EndOfMatch: Printer.end_of_match,
    t.EndOfTurn: Printer.end_of_turn,
    t.EndOfPhase: Printer.end_of_phase,
    t.Call: Printer.call,
}

_SUITES: dict[type, Callable[[Printer, Any], list[tuple[str, tuple[t.Stmt, ...]]]]] = {
    t.If: Printer.if_suites,
    t.May: Printer.may_suites,
    t.ForEach: lambda printer, node: [(printer.each_head(node), node.body)],
    t.Repeat: lambda printer, node: [(printer.repeat_head(node), node.body)],
    t.MayRepeatedly: lambda printer, node: [(printer.repeatedly_head(node), node.body)],
    t.Simultaneously: lambda printer, node: [(printer.simultaneously_head(node), node.body)],
}
"""The blocks that can stand on one line."""

_COMPOUND: dict[type, Callable[[Printer, Any, int], list[str]]] = {
    t.If: Printer.if_,
    t.ForEach: Printer.for_each,
    t.Repeat: Printer.repeat,
    t.ChooseOne: Printer.choose_one,
    t.Alternatives: Printer.alternatives,
    t.OnlyIf: Printer.only_if,
    t.MayRepeatedly: Printer.may_repeatedly,
    t.AnyOrder: Printer.any_order_of,
    t.Offer: Printer.offer,
    t.May: Printer.may,
    t.Simultaneously: Printer.simultaneously,
}

table(__name__, "statements", t.Stmt, {**_SIMPLE, **_COMPOUND})
