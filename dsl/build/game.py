"""From the structured document to a game: declares every name, then resolves every text.

In: a `GameDoc`. Out: a `Game`, with the reasons in the report if it cannot be played: then it has holes where
something is wrong, and only shows what is there. It works in two steps, because a text can use any name of the game,
wherever it is declared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ..diagnostics.editions import NEWEST
from ..diagnostics.report import Report
from ..diagnostics.source import Source
from ..document.reader import Text
from ..model.game import Game
from ..model.symbols import Symbols
from ..resolve.change_events import changes
from ..resolve.readings import Resolve, resolve_text
from ..schema.classes import GameDoc
from .beside import beside
from .cells import cells
from .columns import columns
from .declare import declare
from .flow import flow, invariants, questions, rules, standing, titles, watches, without_slots
from .languages import declared
from .log import always_asked, answers, asks, logs
from .look import look
from .phrases import phrases
from .texts import Texts
from .values import declarations

USUAL_STEPS = 10_000


def build(
    doc: GameDoc,
    report: Report,
    *,
    content_hash: str = "",
    variants: tuple[str, ...] = (),
    implemented: Sequence[tuple[str, list[Text]]] = (),
    sources: tuple[Source, ...] = (),
    variant_sources: tuple[Source, ...] = (),
    removed: frozenset[str] = frozenset(),
    edition: int = NEWEST,
    read: Resolve = resolve_text,
    declared_all: Callable[[Symbols], None] = lambda _: None,
) -> Game:
    """The game of a document, with holes if there is an error. `implemented` are the rules that each variant cites as
    a whole, `edition` that of the language in which the game is written, `removed` the names that variants have taken
    out of the game. `read` resolves each text; `declared_all` is called when every name is declared, before the texts
    that use them are read."""
    symbols = declare(doc, report, read)
    languages = declared(doc, report)
    texts = Texts(doc, symbols, report, languages, removed, read)
    changes(doc, symbols)
    declared_all(symbols)
    players = texts.players()
    symbols.least_players = players.least
    declarations(texts)
    cells(texts)
    phrases(texts)
    all_watches = watches(texts)
    whole_flow = flow(texts)
    score = standing(texts, doc.score, "score")
    heuristic = standing(texts, doc.heuristic, "heuristic")
    all_invariants = invariants(texts)
    all_questions = questions(texts)
    all_logs = logs(texts)
    all_beside = beside(texts)
    all_columns = columns(texts)
    all_asks = asks(texts)
    all_answers = answers(texts)
    all_always = always_asked(texts)
    own_look = look(texts)
    for variant, cited in implemented:
        texts.cite(cited, f"variant '{variant}'")
    all_rules = rules(texts)
    step_bound = _step_bound(doc, report)
    minutes = _minutes(doc, report)
    for one in (doc.title, *doc.labels.values(), *doc.sections.values()):
        without_slots(one, report)
    return Game(
        id=str(doc.game),
        title=titles(doc.title, str(doc.game)),
        players=(players.least, players.most),
        step_bound=step_bound,
        symbols=symbols,
        flow=whole_flow,
        invariants=all_invariants,
        rules=all_rules,
        citations=tuple(texts.citations),
        texts=tuple(texts.texts),
        logs=all_logs,
        content_hash=content_hash,
        labels={str(name): titles(title, str(name)) for name, title in doc.labels.items()},
        sections={str(name): titles(title, "") for name, title in doc.sections.items()},
        plain_words={str(tag): tuple(map(str, words)) for tag, words in doc.plain_words.items()},
        asks=all_asks,
        answers=all_answers,
        always_asked=all_always,
        beside=all_beside,
        columns=all_columns,
        score=score,
        heuristic=heuristic,
        watches=all_watches,
        questions=all_questions,
        look=own_look,
        about={} if doc.about is None else {tag: str(text) for tag, text in doc.about.said.items()},
        wins=titles(None if doc.about is None else doc.about.wins, ""),
        minutes=minutes,
        variants=variants,
        sources=sources,
        variant_sources=variant_sources,
        edition=edition,
        declared=languages,
    )


MINUTES = re.compile(r"(\d{1,4})(?:\.\.(\d{1,4}))?")


def _minutes(doc: GameDoc, report: Report) -> tuple[int, int] | None:
    """How long a match takes: a number, or a range."""
    said = doc.about.minutes if doc.about is not None else None
    if said is None:
        return None
    found = MINUTES.fullmatch(str(said))
    least, most = (int(found[1]), int(found[2] or found[1])) if found is not None else (0, 0)
    if not 0 < least <= most:
        report.error("RW220", "'minutes' is a number, or a range", said.span, help="write 30, or 20..40")
        return None
    return least, most


def _step_bound(doc: GameDoc, report: Report) -> int:
    """The most decisions that a match may take."""
    if doc.steps is None:
        return USUAL_STEPS
    if not re.fullmatch("[1-9][0-9]{0,8}", str(doc.steps)):
        report.error("RW220", "'steps' is a number from 1", doc.steps.span, help=f"steps: {USUAL_STEPS}")
        return USUAL_STEPS
    return int(str(doc.steps))
