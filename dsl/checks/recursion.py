"""Phrases that call each other without a decision on the way: RW315."""

from __future__ import annotations

from collections.abc import Iterator

from .. import tree as t
from ..analysis.redirected import redirected
from ..diagnostics.diagnostic import Note
from ..diagnostics.report import Report
from ..diagnostics.source import Span
from ..model.footprint import writes
from ..model.game import Game
from ..model.survey import Body, Survey, decides
from ..model.symbols import Phrase
from ..schema.classes import GameDoc
from ..tree.passes import over
from ..tree.walk import walk

Edges = dict[str, dict[str, Span]]


def recursion(game: Game, doc: GameDoc, report: Report) -> None:
    edges = _edges(game, Survey(game))
    reported: set[frozenset[str]] = set()
    for start in edges:
        way = _way_back(start, edges)
        if way is None or frozenset(way) in reported:
            continue
        reported.add(frozenset(way))
        steps = [
            Note(f"'{name}' calls '{way[(i + 1) % len(way)]}'", _span(edges, way, i))
            for i, name in enumerate(way)
        ]
        report.warn(
            "RW315",
            f"'{start}' leads back to itself, and nothing on the way decides whether to continue",
            game.symbols.phrases[start].span,
            notes=steps,
            help=_way_out(game.symbols.phrases[start]),
        )


def _way_out(phrase: Phrase) -> str:
    decide = "test a condition that the calls change, or let a player decide"
    return decide if phrase.change is None else f"{decide}; a number that only 'goes up by 1' is not gained"


def _span(edges: Edges, way: list[str], index: int) -> Span:
    return edges[way[index]][way[(index + 1) % len(way)]]


def _edges(game: Game, survey: Survey) -> Edges:
    """The calls that are certain: not after a decision, nor under a condition that the calls may change."""
    edges: Edges = {}
    kin = redirected(trigger for found in survey.hooks.values() for trigger in found)
    for signature, phrase in game.symbols.phrases.items():
        mine = edges.setdefault(signature, {})
        for call in _certain(game, phrase.body):
            mine.setdefault(call.phrase, call.span)
        for trigger in survey.hooks.get(signature, ()):
            spends = any(writes(node, game.symbols) for node in survey.nodes(trigger.body))
            spends = spends and not _answers_itself(trigger)
            if not trigger.may and trigger.limit is None and not spends:
                same = kin.get(signature, ()) if trigger.hook.when == "instead of" else ()
                for call in _certain(game, trigger.body):
                    if call.phrase not in same:  # no ability acts twice on one event
                        mine.setdefault(call.phrase, call.span)
    return edges


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


def _way_back(start: str, edges: Edges) -> list[str] | None:
    """The shortest way from a phrase to itself."""
    todo = [[start]]
    met: set[str] = set()
    while todo:
        way = todo.pop(0)
        for following in edges.get(way[-1], {}):
            if following == start:
                return way
            if following not in met:
                met.add(following)
                todo.append([*way, following])
    return None
