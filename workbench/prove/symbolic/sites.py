"""Where conditions stand: in options, cases, branches, repetitions; each with what holds when it is evaluated."""

from __future__ import annotations

import attrs

from ....dsl import tree as t
from ....dsl.diagnostics.source import Span
from ....dsl.model.game import Game
from ....dsl.model.survey import Body, options
from ....dsl.tree.passes import over
from ....dsl.tree.walk import walk
from .texts import ruling

Path = tuple[tuple[t.Expr, bool], ...]
"""Conditions of which it is known whether they hold."""


@attrs.frozen
class Site:
    """A condition, what is known before it is evaluated, and what it decides, in words. `names` are the names by
    which its witness is read: the option of a turn."""

    test: t.Expr
    path: Path
    what: str
    span: Span | None
    option: str = ""
    phase: str = ""


@attrs.frozen
class Group:
    """Conditions that stand side by side. In `order`, only the first that holds decides. `whole`: something happens
    if none of them holds."""

    tests: tuple[t.Expr, ...]
    what: str
    span: Span | None
    order: bool
    whole: bool


@attrs.frozen
class Sites:
    """What is found in a game."""

    sites: tuple[Site, ...]
    groups: tuple[Group, ...]


def sites(game: Game) -> Sites:
    """All conditions of a game that decide whether something is done."""
    collector = _Collector()
    met: set[int] = set()
    for phase, option in options(game):
        path: Path = ()
        if option.test is not None:
            collector.sites.append(
                Site(option.test, (), f"option '{option.name}'", option.test.span, option.name, phase.path)
            )
            path = ((option.test, True),)
            met.add(id(option.test))
        collector.body(option.body, path)
        met |= {id(one) for one in option.body}
    for text in ruling(game):
        tree = text.tree
        if id(tree) in met or (isinstance(tree, tuple) and any(id(one) in met for one in tree)):
            continue
        if isinstance(tree, tuple):
            if all(isinstance(one, t.Stmt) for one in tree):
                collector.body(tree, ())
        elif isinstance(tree, t.Trigger):
            path = ()
            if tree.test is not None:
                collector.sites.append(Site(tree.test, (), "the ability", tree.test.span))
                path = ((tree.test, True),)
            collector.body(tree.body, path)
        elif isinstance(tree, t.Expr):
            collector.values(tree, ())
    return Sites(tuple(collector.sites), tuple(collector.groups))


class _Collector:
    def __init__(self) -> None:
        self.sites: list[Site] = []
        self.groups: list[Group] = []

    def body(self, body: Body, path: Path) -> None:
        """A body that begins when the conditions of the path hold."""
        self._neighbours(body)
        for statement in body:
            self.statement(statement, path)
            if not isinstance(statement, t.Nothing | t.Let):
                path = ()

    def _neighbours(self, body: Body) -> None:
        """Cases without 'otherwise' that follow each other."""
        run: list[t.If] = []
        for one in (*body, None):
            if isinstance(one, t.If) and len(one.cases) == 1 and not one.otherwise:
                run.append(one)
                continue
            if len(run) > 1:
                self._side_by_side(run)
            run = []

    def _side_by_side(self, run: list[t.If]) -> None:
        tests = tuple(one.cases[0][0] for one in run)
        plain = all(isinstance(test, t.Compare) for test in tests)
        if plain and not any(_writes(one.cases[0][1], tests) for one in run):
            self.groups.append(Group(tests, "cases", tests[0].span, order=False, whole=False))

    @over(
        t.Stmt,
        subject="statement",
        leaves="MOVES SETS SHOWS ENDS Call Choose Let Nothing Perform Shuffle",
    )
    def statement(self, statement: t.Stmt, path: Path) -> None:
        """A statement that is reached when the conditions of the path hold."""
        match statement:
            case t.If(cases=cases, otherwise=otherwise):
                self._cases(cases, otherwise, path)
                return
            case t.ChooseOne(branches=branches) | t.Offer(branches=branches):
                for branch in branches:
                    here = path
                    if branch.test is not None:
                        what = f"'{branch.said or branch.label}'"
                        self.sites.append(Site(branch.test, path, what, branch.test.span))
                        here = (*path, (branch.test, True))
                    self.body(branch.body, here if isinstance(statement, t.ChooseOne) else ())
                tests = tuple(one.test for one in branches if one.test is not None)
                if isinstance(statement, t.ChooseOne) and len(tests) == len(branches) > 1:
                    self.groups.append(Group(tests, "branches", statement.span, order=False, whole=False))
                return
            case t.Repeat(how=how, test=test, body=body):
                if how != "times":
                    known = test if how == "while" else t.Not(test, span=test.span, type=test.type)
                    if how == "while":
                        self.sites.append(Site(test, path, "the repetition", test.span))
                    self.body(body, ((known, True),) if how == "while" else ())
                else:
                    self.body(body, ())
                return
            case t.OnlyIf(costs=costs, body=body):
                self.body((*costs, *body), ())
                return
            case t.May(body=body, otherwise=otherwise):
                self.body(body, path)
                self.body(otherwise, path)
                return
            case t.Alternatives(bodies=bodies):
                for body in bodies:
                    self.body(body, path)
                return
            case t.MayRepeatedly(body=body) | t.Simultaneously(body=body) | t.ForEach(body=body):
                self.body(body, ())
                return
            case t.AnyOrder(of=body):
                for one in body:
                    self.statement(one, ())
                return
        self.values(statement, path)

    def _cases(self, cases: tuple[tuple[t.Expr, Body], ...], otherwise: Body, path: Path) -> None:
        known = path
        for test, body in cases:
            self.sites.append(Site(test, known, "the case", test.span))
            self.body(body, (*known, (test, True)))
            known = (*known, (test, False))
        self.body(otherwise, known)
        tests = tuple(test for test, _ in cases)
        if len(tests) > 1:
            self.groups.append(Group(tests, "cases", tests[0].span, order=True, whole=bool(otherwise)))

    def values(self, node: t.Node, path: Path) -> None:
        """Values with cases in a statement or expression."""
        for one in walk(node):
            if isinstance(one, t.Cases):
                known = path if one is node or isinstance(node, t.Let | t.Become) else ()
                tests = tuple(test for test, _ in one.cases)
                for test in tests:
                    self.sites.append(Site(test, known, "the case", test.span))
                    known = (*known, (test, False))
                if len(tests) > 1:
                    self.groups.append(Group(tests, "cases", tests[0].span, order=True, whole=True))


def _writes(body: Body, tests: tuple[t.Expr, ...]) -> bool:
    """Whether a body may change what the tests read: it calls something, or changes a state of a name that they
    read."""
    read = {one.name for one in walk(tests) if isinstance(one, t.GameState | t.Property)}
    for one in walk(body):
        match one:
            case t.Call() | t.Perform() | t.Choose() | t.Put() | t.Swap():
                return True
            case t.Become(target=target) | t.Change(target=target):
                if getattr(target, "name", "") in read:
                    return True
            case t.Pay(amounts=amounts) | t.Gain(amounts=amounts):
                if read & {name for amount in amounts for name in amount.names}:
                    return True
    return False
