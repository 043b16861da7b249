"""Slots of phrases that nothing reads (RW303), and names that a text gives and never uses again (RW304)."""

from __future__ import annotations

from collections.abc import Iterator

from .. import tree as t
from ..diagnostics.report import Report
from ..library.library import in_library
from ..model.game import Game, LogSlot
from ..model.survey import Survey
from ..model.symbols import Phrase
from ..schema.classes import GameDoc
from ..tree.passes import over
from ..tree.walk import walk


def slots(game: Game, doc: GameDoc, report: Report) -> None:
    survey = Survey(game)
    for phrase in game.symbols.phrases.values():
        if in_library(phrase.span):
            continue
        read = _read((phrase.body, phrase.test)) | {
            name for text in phrase.abilities for name in _read(text.ability)
        }
        for index, slot in enumerate(phrase.slots):
            if slot.name not in read and not _hooks_read(survey, phrase, index):
                report.warn(
                    "RW303",
                    f"the phrase does not use its slot '{slot.name}'",
                    phrase.span,
                    help=f"use {slot.name} in the phrase, or remove the slot",
                )


def _hooks_read(survey: Survey, phrase: Phrase, index: int) -> bool:
    """Whether an ability that acts on the phrase names this slot; a log line that shows it counts too."""
    if survey.hooks.get(phrase.signature):
        return True
    lines = survey.game.logs.get(f"phrase {phrase.signature}", {}).values()
    shown = {
        part.value.name
        for line in lines
        for part in line
        if not isinstance(part, str) and isinstance(part.value, t.Variable)
    }
    return phrase.slots[index].name in shown


def _read(tree: object) -> set[str]:
    return {node.name for node in walk(tree) if isinstance(node, t.Variable)}


@over(
    t.Stmt,
    leaves="MOVES SETS ENDS MENUS Call If Nothing OnlyIf Perform Repeat Show Shuffle Simultaneously",
)
def given_names(game: Game, doc: GameDoc, report: Report) -> None:
    """RW304 over every effect and ability."""
    said = _read(tuple(slot.value for slot in _slots_of_messages(game)))
    for text in game.texts:
        if text.start not in ("effect", "parts", "ability"):
            continue
        read = _read(text.tree) | said
        for node in walk(text.tree):
            if isinstance(node, t.Let | t.Look | t.Reveal | t.Choose | t.ForEach):
                _report(node, read, report)


def _slots_of_messages(game: Game) -> Iterator[LogSlot]:
    """The slots in the words that players are asked, and in the lines of the log."""
    for lines in (*game.asks.values(), *game.answers.values(), *game.logs.values()):
        for line in lines.values():
            yield from (part for part in line if not isinstance(part, str))


def _report(node: t.Let | t.Look | t.Reveal | t.Choose | t.ForEach, read: set[str], report: Report) -> None:
    name = node.name
    if name is None or name.startswith("that ") or name in read:
        return
    report.warn(
        "RW304",
        f"'{name}' is named here and never used again",
        node.span,
        help=f"delete the name, or use '{name}' after it",
    )
