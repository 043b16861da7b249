"""Finds out what notices a mistake: the checker, a scenario, or nothing.

The input is the sources of a game, its variants and its scenarios, all in memory, and mistakes. The output is a
`Verdict` for each mistake, in order, whichever process found it. The checker notices a mistake if it reports anything
that it does not report for the unchanged game; a scenario notices it by failing. A mistake that does not change the
meaning of the game (except that a name is spelt differently throughout) is not one: `SAME`.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import attrs
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import read_document
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.interpreter.scenarios import ScenarioFile, read_scenarios, run_scenario
from rulewright.interpreter.simulation.workers import share

from ..files.games import GameFiles, read, read_all
from .mistakes import Mistake

CHECKER, SCENARIOS, NOBODY, SAME, FAULT = "checker", "scenarios", "nobody", "same", "fault"
CHUNK = 4


@attrs.frozen
class Verdict:
    """`by` says what noticed the mistake; `how` is the finding of the checker, or the scenario that failed. With
    `FAULT`, it is the error in Rulewright itself."""

    mistake: Mistake
    by: str
    how: str = ""


@attrs.define(slots=False)
class Judge:
    """Judges mistakes in one game. It can be pickled for other processes."""

    sources: tuple[Source, ...]
    variants: dict[str, Source]
    scenarios: tuple[Source, ...]

    def complaint(self) -> str | None:
        """Why this game cannot be measured: a scenario that already fails, or cannot be read. None if it can."""
        for source in self.scenarios:
            report = Report()
            node = read_document(source, report)
            file = read_scenarios(node, report) if node is not None else None
            if file is None or report.has_errors:
                return f"{source.name} ({report.errors[0].message})"
            unknown = [str(name) for name in file.variants if str(name) not in self.variants]
            if unknown:
                return f"{source.name} (there is no variant '{unknown[0]}')"
        game = load_game(self.sources, Report())
        return self._failing(game, self.sources) if game is not None else "the game has errors"

    def verdict(self, mistake: Mistake) -> Verdict:
        try:
            return self._verdict(mistake)
        except Exception as error:  # one error among thousands of mistakes must not end the measurement
            return Verdict(mistake, FAULT, f"{type(error).__name__}: {error}")

    def _verdict(self, mistake: Mistake) -> Verdict:
        wrong = tuple(mistake.made_in(one) if one.name == mistake.file else one for one in self.sources)
        game, findings = _checked(wrong)
        new = findings - self._usual_findings
        if game is None or new:
            return Verdict(mistake, CHECKER, ": ".join(next(iter(new), ())))
        if self._is_same(game, mistake):
            return Verdict(mistake, SAME)
        failed = self._failing(game, wrong)
        return Verdict(mistake, NOBODY if failed is None else SCENARIOS, failed or "")

    def _failing(self, game: Game, sources: Sequence[Source]) -> str | None:
        """The first scenario that fails."""
        for file in self._files:
            variants = [self.variants[str(name)] for name in file.variants]
            played = load_game(sources, Report(), variants=variants, strict=False) if variants else game
            for name, doc in file.scenarios.items():
                if played is None or not run_scenario(played, name, doc).passed:
                    return str(name)
        return None

    def _is_same(self, game: Game, mistake: Mistake) -> bool:
        before, after = self._usual_meaning, meaning(game)
        if before != after and mistake.kind == "names" and not self._is_known(mistake.became):
            after = after.replace(mistake.became, mistake.was)
        return before == after

    def _is_known(self, word: str) -> bool:
        """Whether a word occurs anywhere in the game."""
        return any(re.search(rf"\b{re.escape(word)}\b", source.text) for source in self.sources)

    # the same for all mistakes: computed once in each process

    @functools.cached_property
    def _usual_findings(self) -> Counter[tuple[str, str]]:
        return _checked(self.sources)[1]

    @functools.cached_property
    def _usual_meaning(self) -> str:
        game, _ = _checked(self.sources)
        assert game is not None, "mistakes are made in a game that can be loaded"
        return meaning(game)

    @functools.cached_property
    def _files(self) -> list[ScenarioFile]:
        nodes = (read_document(source, Report()) for source in self.scenarios)
        files = (read_scenarios(node, Report()) for node in nodes if node is not None)
        return [file for file in files if file is not None]


def _checked(sources: Sequence[Source]) -> tuple[Game | None, Counter[tuple[str, str]]]:
    """A game, and the findings of the checker without their places."""
    report = Report()
    game = load_game(sources, report)
    return game, Counter((found.code, found.message) for found in report.diagnostics)


def meaning(game: Game) -> str:
    """Everything that a game means, whatever its words and their order in the files."""
    known = attrs.asdict(game.symbols, recurse=False)
    names = [known[name] for name in known if name not in ("vocabulary", "used", "shapes")]
    rest = (game.players, game.step_bound, game.flow, game.invariants, game.logs, game.labels, game.citations)
    return repr((names, rest))


def judge_of(found: GameFiles, report: Report) -> Judge:
    """The judge of a game; files that cannot be read are reported."""
    own = {name: read(file, report) for name, file in found.variants().items()}
    variants = {name: source for name, source in own.items() if source is not None}
    return Judge(tuple(read_all(found.files, report)), variants, tuple(read_all(found.scenarios(), report)))


def verdicts(
    judge: Judge, mistakes: Sequence[Mistake], processes: int, progress: Callable[[int, int], None]
) -> Iterator[Verdict]:
    """The verdict on each mistake; calls `progress(done, total)` now and then."""
    tasks = [(first, min(first + CHUNK, len(mistakes))) for first in range(0, len(mistakes), CHUNK)]
    work = functools.partial(_judged, judge, mistakes)
    chunks = share(_nothing, work, tasks, processes) if processes > 1 else (work(*task) for task in tasks)
    done = 0
    for chunk in chunks:
        done += len(chunk)
        progress(done, len(mistakes))
        yield from chunk


def _judged(judge: Judge, mistakes: Sequence[Mistake], first: int, last: int) -> list[Verdict]:
    return [judge.verdict(mistake) for mistake in mistakes[first:last]]


def _nothing() -> None:
    """Processes need no preparation: the judge computes what it needs at the first mistake."""
