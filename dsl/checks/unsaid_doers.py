"""`discard that card` says nobody, so abilities that act when `a player discards a card` do not notice it: RW334."""

from __future__ import annotations

from .. import tree as t
from ..diagnostics.report import Report
from ..library.library import entries, in_library
from ..model.game import Game
from ..model.survey import Survey
from ..model.symbols import SLOT
from ..schema.classes import GameDoc
from ..tree.walk import walk


def unsaid_doers(game: Game, doc: GameDoc, report: Report) -> None:
    pairs = _pairs()
    survey = Survey(game)
    for text in game.texts:
        if in_library(text.span):
            continue
        for node in walk(text.tree):
            said = pairs.get(node.phrase) if isinstance(node, t.Call) else None
            if said is not None and _is_noticed(said, survey):
                assert isinstance(node, t.Call)
                verb = SLOT.sub("", said).split()[0]
                report.warn(
                    "RW334",
                    f"abilities act when a player {verb} a card, but this does not say who does it",
                    node.span,
                    help=f"say who: 'the player {verb} …'",
                )


def _pairs() -> dict[str, str]:
    """Sentences of the library that name nobody, each with the one that says who does it."""
    doers = {name.split("} ", 1)[1].replace("s ", " ", 1): name for name in _names() if ": player}" in name}
    return {name: doers[name] for name in _names() if name in doers}


def _names() -> list[str]:
    return [str(one.name) for one in entries() if one.sort == "phrases"]


def _is_noticed(said: str, survey: Survey) -> bool:
    """Whether an ability acts on a sentence, or on what it says."""
    return any(
        str(one.name) == said and any(f" {' '.join(other.said)} " in f" {text} " for text in one.texts)
        for one in entries()
        for other in entries()
        if str(other.name) in survey.hooks
    )
