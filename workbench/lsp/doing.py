"""What a statement does in its game, for whoever points at it: what it changes, with all that happens in it; who is
asked; what has to be possible first; and whose abilities act on what happens.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl import tree as t
from ...dsl.diagnostics.source import Span
from ...dsl.model.footprint import Key, writes
from ...dsl.model.game import Game
from ...dsl.offers.preconditions import Candidates, Cost, There, beginnings_of
from ...dsl.printing.statements import show
from ...dsl.tree.walk import walk
from .describe import listed

ASKING = (t.Choose, t.ChooseOne, t.May, t.MayRepeatedly, t.Alternatives, t.AnyOrder)
MOST = 8
"""How many names of one sort are listed."""


def statement_at(tree: object, start: int, now: object) -> t.Stmt | None:
    """The innermost statement of a tree around a place; `now` says where a span of the tree stands today."""
    assert callable(now)
    found: t.Stmt | None = None
    least = -1
    for node in walk(tree):
        at: Span | None = now(node.span) if isinstance(node, t.Stmt) else None
        if at is not None and at.start <= start <= at.end and (found is None or at.end - at.start <= least):
            assert isinstance(node, t.Stmt)
            found, least = node, at.end - at.start
    return found


def doing(game: Game, node: t.Stmt) -> list[str]:
    """What a statement does, line by line."""
    within = list(_within(game, node))
    changed = {key: None for one in within for key in sorted(writes(one, game.symbols))}
    asked = dict.fromkeys(_asked(game, within))
    lines = []
    if changed:
        lines.append(f"**changes** {_some([_key(one) for one in changed])}")
    if asked:
        lines.append(f"**asks** {_some(list(asked))}")
    needs = dict.fromkeys(_needs(game, node))
    if needs:
        lines.append(f"**needs** {_some(list(needs))}: else it is not offered, or does nothing")
    for when in ("before", "instead of", "after"):
        names = dict.fromkeys(_acting(game, {one.phrase for one in within if isinstance(one, t.Call)}, when))
        if names:
            lines.append(f"**{when} it** may act: {_some(list(names))}")
    return lines


def _some(names: list[str]) -> str:
    more = len(names) - MOST
    return listed(names) if more <= 0 else f"{', '.join(names[:MOST])}, and {more} more"


def _within(game: Game, node: t.Stmt) -> Iterator[t.Node]:
    """The statements in a statement, and in the actions that it uses."""
    todo: list[object] = [node]
    met: set[str] = set()
    while todo:
        for one in walk(todo.pop()):
            if isinstance(one, t.Stmt):
                yield one
            if isinstance(one, t.Call) and one.phrase not in met and one.phrase in game.symbols.phrases:
                met.add(one.phrase)
                todo.append(game.symbols.phrases[one.phrase].body)


def _key(key: Key) -> str:
    where, name = key
    if where in ("place", "game", "ability"):
        return f"the {name}"
    return f"{name} of players" if where == "player" else f"{name} of a {where}" if where else name


def _asked(game: Game, within: list[t.Node]) -> Iterator[str]:
    for one in within:
        if isinstance(one, ASKING):
            yield "nobody: luck chooses" if one.player is None else show(one.player, game.symbols)
        elif isinstance(one, t.Offer):
            yield show(one.players, game.symbols)


def _needs(game: Game, node: t.Stmt) -> Iterator[str]:
    """What has to be possible at its beginning."""
    for step in beginnings_of(game).of((node,)):
        if isinstance(step.needs, Candidates):
            yield f"something to choose ({show(step.needs.of.of, game.symbols)})"
        elif isinstance(step.needs, There) and _may_be_missing(step.needs.what):
            yield f"{show(step.needs.what, game.symbols)} to be there"
        elif isinstance(step.needs, Cost):
            yield "enough to pay (" + ", ".join(dict.fromkeys(one.name for one in step.needs.amounts)) + ")"


def _may_be_missing(what: t.Expr) -> bool:
    return isinstance(what, t.EndOf | t.EndOfSet | t.Quantity) or what.type.optional


def _acting(game: Game, phrases: set[str], when: str) -> Iterator[str]:
    """The designs with an ability that acts on one of these actions."""
    for name, design in game.symbols.designs.items():
        for text in design.abilities:
            own = text.ability
            all_of_it = (
                [one.ability for one in game.symbols.phrases[own.phrase].abilities]
                if isinstance(own, t.AbilityCall)
                else [own]
            )
            if any(
                isinstance(one, t.Trigger) and one.hook.phrase in phrases and one.hook.when == when
                for one in all_of_it
            ):
                yield name
