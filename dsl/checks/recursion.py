"""Phrases that call each other with no decision on the way: RW315."""

from __future__ import annotations

from collections.abc import Iterator

from .. import tree as t
from ..diagnostics import Note, Report
from ..footprint import writes
from ..game import Game
from ..passes import over
from ..schema import GameDoc
from ..source import Span
from ..survey import Body, Survey, decides
from ..symbols import Phrase
from ..walk import walk

Edges = dict[str, dict[str, Span]]


def recursion(game: Game, doc: GameDoc, report: Report) -> None:
    edges = _edges(game, Survey(game))
    told: set[frozenset[str]] = set()
    for start in edges:
        way = _way_back(start, edges)
        if way is None or frozenset(way) in told:
            continue
        told.add(frozenset(way))
        steps = [
            Note(f"'{name}' calls '{way[(i + 1) % len(way)]}'", _span(edges, way, i))
            for i, name in enumerate(way)
        ]
        report.warn(
            "RW315",
            f"'{start}' leads back to itself, and nothing on the way decides whether to go on",
            game.symbols.phrases[start].span,
            notes=steps,
            help="ask for a condition that the way changes, or let a player decide",
        )


def _span(edges: Edges, way: list[str], index: int) -> Span:
    return edges[way[index]][way[(index + 1) % len(way)]]


def _edges(game: Game, survey: Survey) -> Edges:
    """Who calls whom for certain: not after a decision, nor under a condition while something is changed."""
    edges: Edges = {}
    for signature, phrase in game.symbols.phrases.items():
        mine = edges.setdefault(signature, {})
        for call in _certain(game, phrase.body):
            mine.setdefault(call.phrase, call.span)
        for trigger in survey.hooks.get(signature, ()):
            spends = any(writes(node, game.symbols) for node in survey.nodes(trigger.body))
            spends = spends and not _answers_any(trigger, phrase)
            if not trigger.may and trigger.limit is None and not spends:
                for call in _certain(game, trigger.body):
                    mine.setdefault(call.phrase, call.span)
    return edges


def _answers_any(trigger: t.Trigger, phrase: Phrase) -> bool:
    """Whether an ability acts on every such change of a number, whatever has come of it."""
    free = all(one.exact is None and one.members is None for one in trigger.hook.pattern)
    return phrase.change is not None and free and trigger.test is None and not trigger.scope


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
    """Whether a condition reads what the phrase was given, which each call can give anew."""
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
