"""Statements, one on each line or with a block below."""

from __future__ import annotations

from collections.abc import Callable

from ... import tree as t
from ...languages import PLAIN
from .conditions import Conditions
from .words import Said

STEP = "  "


class Statements(Conditions):
    """Says what happens."""

    def block(self, body: tuple[t.Stmt, ...], depth: int) -> list[str]:
        lines: list[str] = []
        for statement in body:
            lines.extend(self.statement(statement, depth))
        return lines or [STEP * depth + self.patterns["nothing"]]

    def statement(self, node: t.Stmt, depth: int) -> list[str]:
        compound = _COMPOUND.get(type(node))
        if compound is not None:
            return compound(self, node, depth)
        return [STEP * depth + self.simple(node)]

    def simple(self, node: t.Stmt) -> str:
        handler = _SIMPLE.get(type(node))
        if handler is None:
            self.missing[type(node).__name__] = None
            return self.own.simple(node)
        return handler(self, node)

    def nothing(self, node: t.Nothing) -> str:
        return self.patterns["nothing"]

    def put(self, node: t.Put) -> str:
        return self.sentence(f"put {node.how}", what=self.said(node.what), place=self.said(node.place))

    def shuffle(self, node: t.Shuffle) -> str:
        return self.sentence("shuffle", place=self.said(node.place))

    def look(self, node: t.Look) -> str:
        return self.by("look", node.player, what=self.said(node.what))

    def reveal(self, node: t.Reveal) -> str:
        return self.sentence("reveal", what=self.said(node.what))

    def show_(self, node: t.Show) -> str:
        return self.sentence("show", what=self.said(node.what), to=self.said(node.to))

    def choose(self, node: t.Choose) -> str:
        if node.player is None:
            return self.sentence("choose at random", of=self.said(node.of))
        return self.by("choose", node.player, of=self.said(node.of))

    def let(self, node: t.Let) -> str:
        return self.sentence("let", that=self.bound(node.name, node.value.type), value=self.said(node.value))

    def become(self, node: t.Become) -> str:
        if isinstance(node.target, t.Property) and isinstance(node.value, t.Truth):
            state = self.state_name(node.target.name, node.target.of.type)
            key = "become so" if node.value.value else "become not so"
            return self.sentence(key, of=self.said(node.target.of), state=state)
        if isinstance(node.value, t.Truth):
            return self.sentence("now" if node.value.value else "no longer", target=self.said(node.target))
        return self.sentence("become", target=self.said(node.target), value=self.said(node.value))

    def change(self, node: t.Change) -> str:
        key = "raise" if node.sign > 0 else "lower"
        text = self.sentence(key, target=self.said(node.target), amount=self.said(node.amount))
        return self.sentence("as far as possible", text=Said.plain(text)) if node.clamp else text

    def win(self, node: t.Win) -> str:
        return self.sentence("win", winners=self.said(node.winners))

    def end_of_match(self, node: t.EndOfMatch) -> str:
        return self.patterns["match ends"]

    def end_of_turn(self, node: t.EndOfTurn) -> str:
        return self.patterns["turn ends"]

    def end_of_phase(self, node: t.EndOfPhase) -> str:
        return self.patterns["phase ends"]

    def call(self, node: t.Call) -> str:
        return self.phrase(self.symbols.phrases[node.phrase], node.arguments)

    def pay(self, node: t.Pay) -> str:
        return self.by("pay", node.player, amounts=Said.plain(self.amounts(node.amounts)))

    def gain(self, node: t.Gain) -> str:
        text = self.by("gain", node.player, amounts=Said.plain(self.amounts(node.amounts)))
        return self.sentence("as far as possible", text=Said.plain(text)) if node.clamp else text

    def swap(self, node: t.Swap) -> str:
        return self.sentence("swap", left=self.said(node.left), right=self.said(node.right))

    def perform(self, node: t.Perform) -> str:
        return self.by("perform", node.player, of=self.said(node.of))

    def suite(self, head: str, body: tuple[t.Stmt, ...], depth: int) -> list[str]:
        if len(body) == 1 and type(body[0]) not in _COMPOUND:
            return [f"{STEP * depth}{head}: {self.simple(body[0])}"]
        return [f"{STEP * depth}{head}:", *self.block(body, depth + 1)]

    def if_(self, node: t.If, depth: int) -> list[str]:
        lines: list[str] = []
        for index, (test, body) in enumerate(node.cases):
            lines += self.suite(
                self.sentence("otherwise if" if index else "if", test=self.said(test)), body, depth
            )
        return lines + (self.suite(self.patterns["else"], node.otherwise, depth) if node.otherwise else [])

    def for_each(self, node: t.ForEach, depth: int) -> list[str]:
        each = self.named("each", self.members(node.of, several=False))
        head = self.sentence("for each", of=each)
        if node.together:
            head = self.sentence("together", text=Said.plain(head))
        if node.order != "printed order":
            order = self.patterns[node.order]
            if node.value is not None:
                value = self.of_member(node.by or "", node.value)
                order = self.sentence("order by", order=Said.plain(order), value=value)
            elif node.by is not None:
                value = self.state_name(node.by, node.of.type)
                order = self.sentence("order by", order=Said.plain(order), value=value)
            if node.start is not None:
                order = self.sentence("order from", order=Said.plain(order), start=self.said(node.start))
            if node.ties is not None:
                ties = Said.plain(self.patterns[node.ties])
                order = self.sentence("ties", order=Said.plain(order), ties=ties)
            head = self.sentence("in order", text=Said.plain(head), order=Said.plain(order))
        return self.suite(head, node.body, depth)

    def repeat(self, node: t.Repeat, depth: int) -> list[str]:
        key = f"repeat {node.how}"
        if node.how == "times" and not isinstance(node.test, t.Number):
            key = "repeat so often"
        head = self.sentence(key, test=self.said(node.test), count=self.said(node.test))
        if node.bound is not None:
            head = self.sentence("at most", text=Said.plain(head), count=self.said(node.bound))
        return self.suite(head, node.body, depth)

    def choose_one(self, node: t.ChooseOne, depth: int) -> list[str]:
        head = self.by("choose one", node.player)
        return [f"{STEP * depth}{head}:", *self.branches(node.branches, depth + 1)]

    def branches(self, branches: tuple[t.Branch, ...], depth: int) -> list[str]:
        lines: list[str] = []
        for branch in branches:
            label = self.label(branch.label)
            head = label.form(PLAIN)
            if branch.test is not None:
                head = self.sentence("branch if", label=label, test=self.said(branch.test))
            lines += self.suite(head, branch.body, depth)
        return lines

    def alternatives(self, node: t.Alternatives, depth: int) -> list[str]:
        return [STEP * depth + " / ".join(self.in_line(body) for body in node.bodies)]

    def in_line(self, body: tuple[t.Stmt, ...]) -> str:
        """A body on one line; several statements stand in brackets."""
        if len(body) == 1 and type(body[0]) not in _COMPOUND:
            return self.simple(body[0])
        return f"({'; '.join(line.strip() for one in body for line in self.statement(one, 0))})"

    def only_if(self, node: t.OnlyIf, depth: int) -> list[str]:
        return self.suite(self.patterns["and"].join(self.simple(one) for one in node.costs), node.body, depth)

    def may(self, node: t.May, depth: int) -> list[str]:
        lines = self.suite(self.by("may", node.player), node.body, depth)
        return lines + (self.suite(self.patterns["else"], node.otherwise, depth) if node.otherwise else [])

    def may_repeatedly(self, node: t.MayRepeatedly, depth: int) -> list[str]:
        return self.suite(self.by("may repeatedly", node.player), node.body, depth)

    def any_order_of(self, node: t.AnyOrder, depth: int) -> list[str]:
        of = "; ".join(self.in_line((part,)) for part in node.of)
        return [STEP * depth + self.by("in any order", node.player, of=Said.plain(of))]

    def offer(self, node: t.Offer, depth: int) -> list[str]:
        players = self.named("each", self.members(node.players, several=False))
        head = self.sentence("offer", players=players)
        return [f"{STEP * depth}{head}:", *self.branches(node.branches, depth + 1)]

    def simultaneously(self, node: t.Simultaneously, depth: int) -> list[str]:
        players = self.named("each", self.members(node.players, several=False))
        return self.suite(self.sentence("simultaneously", players=players), node.body, depth)


_SIMPLE: dict[type, Callable[..., str]] = {
    t.Nothing: Statements.nothing,
    t.Put: Statements.put,
    t.Shuffle: Statements.shuffle,
    t.Look: Statements.look,
    t.Reveal: Statements.reveal,
    t.Show: Statements.show_,
    t.Choose: Statements.choose,
    t.Let: Statements.let,
    t.Become: Statements.become,
    t.Change: Statements.change,
    t.Win: Statements.win,
    t.Pay: Statements.pay,
    t.Gain: Statements.gain,
    t.Swap: Statements.swap,
    t.Perform: Statements.perform,
    t.EndOfMatch: Statements.end_of_match,
    t.EndOfTurn: Statements.end_of_turn,
    t.EndOfPhase: Statements.end_of_phase,
    t.Call: Statements.call,
}

_COMPOUND: dict[type, Callable[..., list[str]]] = {
    t.If: Statements.if_,
    t.ForEach: Statements.for_each,
    t.Repeat: Statements.repeat,
    t.ChooseOne: Statements.choose_one,
    t.Alternatives: Statements.alternatives,
    t.OnlyIf: Statements.only_if,
    t.MayRepeatedly: Statements.may_repeatedly,
    t.AnyOrder: Statements.any_order_of,
    t.Offer: Statements.offer,
    t.May: Statements.may,
    t.Simultaneously: Statements.simultaneously,
}
