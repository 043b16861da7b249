"""From the structured document to a game: declares every name, then resolves every text.

Comes in: a `GameDoc`. Goes out: a `Game`, or None with the report saying why. In two steps, because
a text may use any name of the game, wherever it is declared.
"""

from __future__ import annotations

from .build_declare import declare
from .build_texts import TextBuilder
from .diagnostics import Report
from .game import Game
from .schema import GameDoc
from .source import Source


def build(
    doc: GameDoc,
    report: Report,
    *,
    content_hash: str = "",
    variants: tuple[str, ...] = (),
    sources: tuple[Source, ...] = (),
) -> Game | None:
    """The game of a document; None if anything in it is an error."""
    symbols = declare(doc, report)
    texts = TextBuilder(doc, symbols, report)
    texts.declarations()
    texts.phrases()
    flow = texts.flow()
    invariants = texts.invariants()
    logs = texts.logs()
    rules = texts.rules()
    if report.has_errors:
        return None
    title = {"en": str(doc.game), "cs": str(doc.game)}
    if doc.title is not None:
        title["en"] = str(doc.title.en or doc.game)
        title["cs"] = str(doc.title.cs or doc.title.en or doc.game)
    players = texts.players()
    return Game(
        id=str(doc.game),
        title=title,
        players=(players.least, players.most),
        step_bound=int(str(doc.steps)) if doc.steps is not None and str(doc.steps).isdigit() else 10_000,
        symbols=symbols,
        flow=flow,
        invariants=invariants,
        rules=rules,
        citations=tuple(texts.citations),
        texts=tuple(texts.texts),
        logs=logs,
        content_hash=content_hash,
        variants=variants,
        sources=sources,
    )


