"""`a` before a vowel, or `an` before a consonant: RW317."""

from __future__ import annotations

from itertools import pairwise

from ..diagnostics.report import Report
from ..document.reader import Text
from ..model.game import Game
from ..schema.classes import GameDoc
from ..syntax.english import article
from ..syntax.vocabulary import split


def articles(game: Game, doc: GameDoc, report: Report) -> None:
    for text in game.texts:
        if text.start in ("effect", "parts", "ability", "condition_text", "expression"):
            _check(text.text, report)


def _check(text: Text, report: Report) -> None:
    offset = 0
    for line in text.value.split("\n"):
        pieces = split(line, offset)
        for left, right in pairwise(pieces):
            if left.word in ("a", "an") and right.word[0].isalpha() and left.word != article(right.word):
                report.warn(
                    "RW317",
                    f"before '{right.word}' English says '{article(right.word)}'",
                    text.span_of(left.start, left.end),
                    help=f"write '{article(right.word)} {right.word}'",
                )
        offset += len(line) + 1
