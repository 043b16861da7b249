"""What many checks need of a game: its bodies, which phrase calls which, what acts on what."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from .. import tree as t
from ..diagnostics.source import Span
from ..tree.passes import over
from ..tree.walk import walk
from .game import Game, Phase, TurnOption

Body = tuple[t.Stmt, ...]


def phases(nodes: tuple[Phase, ...]) -> Iterator[Phase]:
    """All phases, each before the phases inside it."""
    for phase in nodes:
        yield phase
        yield from phases(phase.phases)


def options(game: Game) -> Iterator[tuple[Phase, TurnOption]]:
    """All options of turns, with their phases."""
    for phase in phases(game.flow):
        for option in phase.options:
            yield phase, option


def abilities(game: Game) -> Iterator[t.Ability]:
    """The abilities of all phrases and designs."""
    for phrase in game.symbols.phrases.values():
        yield from (text.ability for text in phrase.abilities)
    for design in game.symbols.designs.values():
        yield from (text.ability for text in design.abilities)


def chosen_words(game: Game) -> dict[str, Span | None]:
    """The words that can be chosen, and the first place where each can be. Their sets need a bit for each."""
    found: dict[str, Span | None] = {}
    for text in game.texts:
        for node in walk(text.tree):
            if isinstance(node, t.Listed | t.Select) and node.type.kind == "words":
                for word in node.type.of:
                    found.setdefault(word, node.span)
    return found


def effects(game: Game) -> Iterator[Body]:
    """The effects that designs and cells print."""
    symbols = game.symbols
    for design in symbols.designs.values():
        yield from design.effects.values()
    for place in symbols.places.values():
        for cell in place.printed.values():
            yield from cell.effects.values()


def beginning(body: Body) -> Body:
    """What decides whether a body can be done: its costs, and the first statement after them."""
    first = next((at for at, one in enumerate(body) if not isinstance(one, t.Pay | t.Let)), len(body))
    return body[: first + 1]


@over(t.Stmt, subject="part", leaves="MOVES SETS SHOWS ENDS FLOW Call Let Nothing Perform Shuffle")
def decides(node: object) -> bool:
    """Whether a tree itself contains a choice of a player."""
    return any(
        isinstance(part, t.groups.MENUS) or (isinstance(part, t.Choose) and part.player is not None)
        for part in walk(node)
    )


@attrs.define
class Survey:
    """Calls and hooks of a game."""

    game: Game
    hooks: dict[str, list[t.Trigger]] = attrs.field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        for ability in abilities(self.game):
            if isinstance(ability, t.Trigger):
                self.hooks.setdefault(ability.hook.phrase, []).append(ability)

    @over(t.Stmt, leaves="MOVES SETS SHOWS ENDS MENUS FLOW Choose Let Nothing Shuffle")
    def nodes(self, *trees: object) -> Iterator[t.Node]:
        """Every node of the trees, of the phrases that they call, and of what acts on these phrases."""
        todo: list[object] = list(trees)
        met: set[str] = set()
        while todo:
            for node in walk(todo.pop()):
                yield node
                if isinstance(node, t.Call) and node.phrase not in met:
                    met.add(node.phrase)
                    todo.append(self.game.symbols.phrases[node.phrase].body)
                    todo.extend(self.hooks.get(node.phrase, ()))
                elif isinstance(node, t.Perform) and "effects" not in met:
                    met.add("effects")
                    todo.extend(effects(self.game))

    @over(t.Stmt, t.Trigger, leaves="MOVES SETS SHOWS ENDS FLOW Call Let Nothing Perform Shuffle")
    def reaches_decision(self, *trees: object) -> bool:
        """Whether a player may decide something in the trees, or in what they trigger."""
        return any(
            isinstance(node, t.groups.MENUS)
            or (isinstance(node, t.Choose) and node.player is not None)
            or (isinstance(node, t.Trigger) and node.may)
            for node in self.nodes(*trees)
        )


def whole(phase: Phase) -> tuple[object, ...]:
    """Everything that runs in a phase, including the phases inside it."""
    trees: list[object] = [phase.test, phase.body, phase.turns, phase.turn]
    for option in phase.options:
        trees += [option.test, option.body]
    for inner in phase.phases:
        trees += whole(inner)
    return tuple(trees)
