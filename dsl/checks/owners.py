"""Abilities that are off in the turns of others, though they are about other players: RW327. Syntactic.

In `in force: this is in the player's belt`, the player is the one who acts when an action happens. So an ability of
that type that acts on what any player does, or suffers, acts only if the player who acts holds the piece.
"""

from __future__ import annotations

from .. import tree as t
from ..diagnostics.diagnostic import Note
from ..diagnostics.report import Report
from ..model.footprint import own_abilities
from ..model.game import Game
from ..model.symbols import Symbols
from ..schema.classes import GameDoc
from ..tree.walk import walk


def owners(game: Game, doc: GameDoc, report: Report) -> None:
    reported: set[int] = set()
    for design in game.symbols.designs.values():
        in_force = game.symbols.types[design.type].in_force
        actor = next((node for node in walk(in_force) if isinstance(node, t.Actor)), None)
        if actor is None:
            continue
        for ability in own_abilities(design, game.symbols):
            if not isinstance(ability, t.Trigger) or not _of_others(ability.hook, game.symbols):
                continue
            if ability.hook.span.start in reported:
                continue
            reported.add(ability.hook.span.start)
            report.warn(
                "RW327",
                "this acts only if the player who acts holds the piece, though it may be meant for any player",
                ability.hook.span,
                notes=[Note("'the player' is the one who acts", actor.span)],
                help="for the turns of others: in force: there is a player where (this is in that player's …)",
            )


def _of_others(hook: t.Hook, symbols: Symbols) -> bool:
    """Whether the hook matches an action that may be about players other than the one who acts."""
    slots = symbols.phrases[hook.phrase].slots
    pairs = zip(slots, hook.pattern, strict=True)
    return any(slot.type.kind == "player" and not isinstance(one.exact, t.Actor) for slot, one in pairs)
