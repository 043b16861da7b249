"""Undo for people: a player may take back the last own decision, if nobody has learnt anything from it or since.

Decisions of bots since then are taken back, too. Once another person has decided, nothing before can be taken back.
While players act simultaneously, players take back their own answers, whatever others have answered meanwhile.
"""

from __future__ import annotations

from collections.abc import Collection

from rulewright.dsl.languages import BASE, say

from ..ir import NONE
from .errors import NoDecisionError, UndoError
from .history import TAKEN, History
from .information_gain import Revelation, revelations
from .journal import Entry
from .log import LogKeeper
from .position import Position


def left_by(
    history: History,
    position: Position,
    log: LogKeeper,
    player: int,
    bots: Collection[int] = (),
    *,
    takes_forced: bool = False,
) -> list[Entry]:
    """The journal without the player's last decision and the decisions of bots since. With `takes_forced`, a forced
    action was nobody's decision.

    Raises `NoDecisionError` if the player has decided nothing, and `UndoError` if it cannot be taken back.
    """
    journal, who = history.journal, history.deciders()
    if takes_forced:
        taken = history.forced_actions()
        who = [TAKEN if forced else player for player, forced in zip(who, taken, strict=True)]
    own = next((number for number in reversed(range(len(who))) if who[number] == player), None)
    fork = position.fork
    if fork is not None and (own is None or own < fork.began):
        acting = {one.player for one in position.pending()} | set(who[fork.began :])
        if acting - {player, TAKEN, *bots}:
            raise UndoError(_in_all(history, "others"))
    if own is None:
        raise NoDecisionError(say("takeback.nothing", BASE))
    if fork is not None and own >= fork.began:
        first = next(revelations(history, own), None)
        if first is not None and first.step == own:
            raise UndoError(_reasons(history, log, player, first))
        strand = journal[own].strand
        later = (one for one in journal[own + 1 :] if one.strand != strand)
        return [*journal[:own], *later]
    if not set(who[own:]) <= {player, NONE, TAKEN, *bots}:
        raise UndoError(_in_all(history, "another"))
    first = next(revelations(history, own), None)
    if first is not None:
        raise UndoError(_reasons(history, log, player, first))
    return journal[:own]


def _reasons(history: History, log: LogKeeper, player: int, revelation: Revelation) -> dict[str, str]:
    """The reasons in each language, with what happened then, as the player may read it."""
    found = _in_all(
        history,
        revelation.kind,
        player=history.players[revelation.player] if revelation.player != NONE else "",
    )
    for language, text in found.items():
        lines = (line for line in log.lines(revelation.step) if line.step == revelation.step)
        texts = (line.text(history.names, player, language) for line in lines)
        line = next(filter(None, texts), "") if revelation.kind != "answers" else ""
        found[language] = text + (f" ({line.rstrip('.')})" if line else "")
    return found


def _in_all(history: History, reason: str, **arguments: str) -> dict[str, str]:
    return {
        language: say(f"takeback.{reason}", language, **arguments) for language in history.names.languages
    }


__all__ = ["left_by"]
