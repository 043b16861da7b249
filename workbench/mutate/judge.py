"""Finds out what notices a mistake: the checker, a scenario, or nothing.

The input is the sources of a game, its variants and its scenarios, all in memory, and mistakes. The output is a
`Verdict` for each mistake, in order, whichever process found it. The checker notices a mistake if it reports anything
that it does not report for the unchanged game; a scenario notices it by failing. Scenarios that reach the text with
the mistake are run before the others, and none is left out: a mistake may show anywhere. A mistake that does not
change the meaning of the game (except that a name is spelt differently throughout) is not one: `SAME`.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

import attrs
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import Text, read_document
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.interpreter.match.rules import prepare
from rulewright.interpreter.scenarios import Result, ScenarioDoc, get_ready, read_scenarios, run_scenario
from rulewright.interpreter.simulation.workers import share

from ..files.games import GameFiles, read_all
from .mistakes import Mistake

CHECKER, SCENARIOS, NOBODY, SAME, FAULT = "checker", "scenarios", "nobody", "same", "fault"
CHUNK = 4
FEW = 6
"""So many scenarios are run at first: often one of them notices the mistake, and a small program is made sooner."""


@attrs.frozen
class Verdict:
    """`by` says what noticed the mistake; `how` is the finding of the checker, or the scenario that failed. With
    `FAULT`, it is the error in Rulewright itself."""

    mistake: Mistake
    by: str
    how: str = ""


@attrs.frozen(eq=False)
class Scenario:
    """A scenario, the number of its file, and the variants with which it is played."""

    file: int
    name: Text
    doc: ScenarioDoc
    variants: tuple[str, ...]


@attrs.define(slots=False)
class Judge:
    """Judges mistakes in one game. It can be pickled for other processes."""

    sources: tuple[Source, ...]
    variants: dict[str, tuple[Source, ...]]
    scenarios: tuple[Source, ...]
    reached: dict[tuple[int, str], frozenset[str]] = attrs.field(factory=dict)
    """The texts of the unchanged game that each scenario reaches, by the number of its file and its name. `complaint`
    finds them; without it, scenarios are run in the order of the files."""

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
        if game is None:
            return "the game has errors"
        for one, result in self._run(game, self.sources, self._scenarios, coverage=True):
            if result is None or not result.passed:
                return str(one.name)
            self.reached[one.file, result.name] = result.reached
        return None

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
        failed = self._failing(game, wrong, mistake)
        return Verdict(mistake, NOBODY if failed is None else SCENARIOS, failed or "")

    def _failing(self, game: Game, sources: Sequence[Source], mistake: Mistake) -> str | None:
        """The first scenario that fails, in the order of `order`."""
        near, far = self.order(mistake)
        for stage in (near[:FEW], near[FEW:], far):
            for one, result in self._run(game, sources, stage, coverage=False):
                if result is None or not result.passed:
                    return str(one.name)
        return None

    def order(self, mistake: Mistake) -> tuple[list[Scenario], list[Scenario]]:
        """The scenarios that reach the text with the mistake, those that reach least first, since they show it best;
        and all others."""
        part = self._part(mistake)
        found = {one: self.reached.get((one.file, str(one.name)), frozenset()) for one in self._scenarios}
        near = sorted((one for one in found if part in found[one]), key=lambda one: len(found[one]))
        return near, [one for one in found if part not in found[one]]

    def _part(self, mistake: Mistake) -> str | None:
        """The last text before a mistake, in its file, whose reaching is counted."""
        before = [
            (start, name) for start, name in self._texts.get(mistake.file, ()) if start <= mistake.start
        ]
        return max(before)[1] if before else None

    def _run(
        self, game: Game, sources: Sequence[Source], scenarios: Iterable[Scenario], *, coverage: bool
    ) -> Iterator[tuple[Scenario, Result | None]]:
        """The results of scenarios, those with the same variants together; None if these variants cannot be applied
        any more."""
        stage = list(scenarios)
        for names in dict.fromkeys(one.variants for one in stage):
            played = game if not names else self._varied(sources, names)
            if played is not None:
                get_ready(played, [one.doc for one in stage if one.variants == names])
            for one in stage:
                if one.variants == names:
                    yield (
                        one,
                        None
                        if played is None
                        else run_scenario(played, one.name, one.doc, coverage=coverage),
                    )

    def _varied(self, sources: Sequence[Source], names: tuple[str, ...]) -> Game | None:
        wanted = [self.variants[name] for name in names]
        others = {name: functools.partial(_given, files) for name, files in self.variants.items()}
        return load_game(sources, Report(), variants=wanted, others=others, strict=False)

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
    def _scenarios(self) -> list[Scenario]:
        nodes = (read_document(source, Report()) for source in self.scenarios)
        files = (read_scenarios(node, Report()) for node in nodes if node is not None)
        return [
            Scenario(number, name, doc, tuple(map(str, file.variants)))
            for number, file in enumerate(files)
            if file is not None
            for name, doc in file.scenarios.items()
        ]

    @functools.cached_property
    def _texts(self) -> dict[str, list[tuple[int, str]]]:
        """The texts of the unchanged game whose reaching is counted, by file: where they begin, and their names."""
        game = load_game(self.sources, Report())
        found: dict[str, list[tuple[int, str]]] = {}
        for event in prepare(game).lowered.events if game is not None else ():
            if event.kind == "cover" and event.span is not None:
                found.setdefault(event.span.source.name, []).append((event.span.start, event.key))
        return found


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


def _given(files: tuple[Source, ...], report: Report) -> tuple[Source, ...]:
    return files


def judge_of(found: GameFiles, report: Report) -> Judge:
    """The judge of a game; files that cannot be read are reported."""
    variants = {name: tuple(read_all(files, report)) for name, files in found.variants().items()}
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
