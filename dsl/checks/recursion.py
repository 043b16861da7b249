"""Phrases that call each other without a decision on the way: RW315."""

from __future__ import annotations

from collections.abc import Iterator

from .. import tree as t
from ..diagnostics.diagnostic import Note
from ..diagnostics.report import Report
from ..model.footprint import reads, writes
from ..model.game import Game
from ..model.survey import Body, Survey, decides
from ..model.symbols import Phrase
from ..offers.redirected import redirected
from ..schema.classes import GameDoc
from ..secrecy.asking import acting, is_holder
from ..tree.passes import over
from ..tree.walk import walk


def recursion(game: Game, doc: GameDoc, report: Report) -> None:
    calls = _Calls(game)
    reported: set[frozenset[str]] = set()
    for signature, phrase in game.symbols.phrases.items():
        way = calls.way_back(signature)
        names = [one.phrase for one in way]
        if not way or frozenset(names) in reported:
            continue
        reported.add(frozenset(names))
        steps = [
            Note(f"'{name}' calls '{call.phrase}'", call.span)
            for name, call in zip(names, [*way[1:], way[0]], strict=True)
        ]
        report.warn(
            "RW315",
            f"'{signature}' leads back to itself, and nothing on the way decides whether to continue",
            phrase.span,
            notes=steps,
            help=_way_out(phrase),
        )


def _way_out(phrase: Phrase) -> str:
    decide = "test a condition that the calls change, or let a player decide"
    return decide if phrase.change is None else f"{decide}; a number that only 'goes up by 1' is not gained"


class _Calls:
    """The calls that are certain: not after a decision, nor under a condition that the calls may change."""

    def __init__(self, game: Game) -> None:
        self.game, self.survey = game, Survey(game)
        every = [trigger for found in self.survey.hooks.values() for trigger in found]
        kin = redirected(every)
        in_force: dict[int, list[t.Expr]] = {}
        for one in acting(game.symbols):
            in_force.setdefault(id(one.ability), []).extend(one.tests)
        self._said = {name: list(_certain(game, one.body)) for name, one in game.symbols.phrases.items()}
        self._done: dict[str, list[tuple[t.Trigger, list[t.Call]]]] = {}
        for signature, triggers in self.survey.hooks.items():
            for trigger in triggers:
                if trigger.may or trigger.limit is not None or self._ends(trigger, in_force):
                    continue
                same = kin.get(signature, ()) if trigger.hook.when == "instead of" else ()
                # No ability acts twice on one event.
                calls = [one for one in _certain(game, trigger.body) if one.phrase not in same]
                self._done.setdefault(signature, []).append((trigger, calls))

    def _ends(self, trigger: t.Trigger, in_force: dict[int, list[t.Expr]]) -> bool:
        """Whether what an ability does may end that it acts: it changes what its conditions read, or these ask of the
        event."""
        if _answers_itself(trigger):
            return False
        tests = (*in_force.get(id(trigger), ()), *trigger.scope, trigger.test, trigger.hook.pattern)
        asked = {node.name for node in walk((trigger.scope, trigger.test)) if isinstance(node, t.Variable)}
        if asked & {one.name for one in trigger.hook.pattern}:
            return True
        written = (writes(node, self.game.symbols) for node in self.survey.nodes(trigger.body))
        return not reads(tests, self.game.symbols).isdisjoint(set[tuple[str, str]]().union(*written))

    def _following(self, call: t.Call) -> Iterator[t.Call]:
        """The calls that a call surely leads to."""
        yield from self._said.get(call.phrase, ())
        for trigger, calls in self._done.get(call.phrase, ()):
            if _acts_on(trigger, call):
                yield from calls

    def way_back(self, signature: str) -> list[t.Call]:
        """The shortest way from a call of a phrase to itself, as calls; empty if there is none."""
        found: list[list[t.Call]] = []
        for start in self._calls_of(signature):
            todo, met = [[start]], set[int]()
            while todo:
                way = todo.pop(0)
                following = list(self._following(way[-1]))
                if any(one is start for one in following):
                    found.append(way)
                    break
                for one in following:
                    if id(one) not in met:
                        met.add(id(one))
                        todo.append([*way, one])
        return min(found, key=len, default=[])

    def _calls_of(self, signature: str) -> Iterator[t.Call]:
        """The calls of a phrase in phrases and abilities."""
        texts = [*self._said.values(), *(calls for done in self._done.values() for _, calls in done)]
        yield from (one for calls in texts for one in calls if one.phrase == signature)


def _acts_on(trigger: t.Trigger, call: t.Call) -> bool:
    """Whether an ability acts on a call, or one of its copies does: each slot takes anything, or what the call gives;
    whoever holds one copy may be meant by another one."""
    pairs = zip(trigger.hook.pattern, call.arguments, strict=True)
    return all(_takes(one, given) for one, given in pairs)


def _takes(pattern: t.SlotPattern, given: t.Expr) -> bool:
    if pattern.exact is None:
        same = isinstance(given, t.Variable) and given.name == pattern.name
        return pattern.members is None or same
    return pattern.exact == given or (_of_holder(pattern.exact) and _of_holder(given))


def _of_holder(value: t.Expr) -> bool:
    """Whether a value depends on who holds the piece."""
    return any(is_holder(node) for node in walk(value))


def _answers_itself(trigger: t.Trigger) -> bool:
    """Whether the effect of an ability surely triggers it again."""
    if trigger.test is not None or trigger.scope:
        return False
    calls = (node for node in walk(trigger.body) if isinstance(node, t.Call))
    return any(_matches(trigger.hook, call) for call in calls if call.phrase == trigger.hook.phrase)


def _matches(hook: t.Hook, call: t.Call) -> bool:
    """Whether a hook surely acts on a call: each slot takes anything, or is given in the same words."""
    pairs = zip(hook.pattern, call.arguments, strict=True)
    return all(one.members is None and one.exact in (None, given) for one, given in pairs)


@over(
    t.Stmt,
    subject="statement",
    leaves="MOVES SETS SHOWS ENDS MENUS Call Choose Let Nothing OnlyIf Perform Shuffle Simultaneously",
)
def _certain(game: Game, body: Body) -> Iterator[t.Call]:
    changing = any(writes(node, game.symbols) for node in walk(body))
    for statement in body:
        if decides(statement):
            return
        if changing and isinstance(statement, t.If | t.ForEach | t.Repeat):
            continue
        if isinstance(statement, t.If) and _asks_of_a_slot(statement):
            continue
        yield from (node for node in walk(statement) if isinstance(node, t.Call))


def _asks_of_a_slot(statement: t.If) -> bool:
    """Whether a condition reads a slot of the phrase, whose value can be another one in each call."""
    return any(isinstance(node, t.Variable) for test, _ in statement.cases for node in walk(test))
