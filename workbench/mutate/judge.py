"""Finds out what notices a mistake: the checker, a scenario, or nothing.

The input is the sources of a game, its variants and its scenarios, all in memory, and mistakes. The output is a
`Verdict` for each mistake, in order, whichever process found it. The checker notices a mistake if it reports anything
that it does not report for the unchanged game; a scenario notices it by failing. A mistake in a file of a variant is
judged by the combinations of variants that apply this file: the smallest is checked first, and only scenarios with
this file are run. Scenarios that reach the text with the mistake are run before the others, and none is left out that
could fail: a mistake may show anywhere. What no scenario notices is checked in all other combinations too. A mistake
that does not change the meaning of the game (except that a name is spelt differently throughout) is not one: `SAME`;
neither is another range with which the game is the same program.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

import attrs

from ...dsl.diagnostics.diagnostic import Diagnostic
from ...dsl.diagnostics.report import Report
from ...dsl.diagnostics.source import Source
from ...dsl.document.reader import Node, Text, read_document
from ...dsl.load import load_game
from ...dsl.model.game import Game
from ...interpreter.ir.printer import print_program
from ...interpreter.match.setup.rules import prepare
from ...interpreter.scenarios import Result, ScenarioDoc, get_ready, read_scenarios, run_scenario
from ...interpreter.simulation.workers import share
from ..checking import combinations
from ..files.game_cache import GameCache
from ..files.games import GameFiles, find_variant, read_all
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


Names = frozenset[str]
"""The variants that are named in a combination; those that they need, or that join them, are applied too."""
Findings = Counter[tuple[str, str]]
"""The findings of the checker without their places."""


@attrs.frozen
class Combination:
    """The unchanged game with some variants: what the checker finds in it, the names of its files, and by file the
    texts whose reaching is counted: where they begin, and their names."""

    names: tuple[str, ...]
    findings: Findings
    files: frozenset[str]
    texts: dict[str, list[tuple[int, str]]] = attrs.field(factory=dict)


@attrs.define(slots=False)
class Judge:
    """Judges mistakes in one game. It can be pickled for other processes."""

    sources: tuple[Source, ...]
    variants: dict[str, tuple[Source, ...]]
    scenarios: tuple[Source, ...]
    combinations: dict[Names, Combination] = attrs.field(factory=dict)
    """The game alone, the sets of variants that `check` takes, and those that scenarios name."""
    reached: dict[tuple[int, str], frozenset[str]] = attrs.field(factory=dict)
    """The texts of the unchanged game that each scenario reaches, by the number of its file and its name. `complaint`
    finds them; without it, scenarios are run in the order of the files."""
    games: dict[Names, Game] = attrs.field(factory=dict, eq=False, repr=False)
    """The unchanged game in combinations. Other processes do not get it."""

    def __getstate__(self) -> dict[str, object]:
        return {field.name: getattr(self, field.name) for field in attrs.fields(Judge)} | {"games": {}}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__ |= state

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
        for names in dict.fromkeys(
            [*self.combinations, *(frozenset(one.variants) for one in self._scenarios)]
        ):
            found, game = self.combination(tuple(sorted(names))), self.games.get(names)
            if game is None:
                return f"{' + '.join(('the game', *found.names))} has errors"
            self.combinations[names] = attrs.evolve(found, texts=_counted(game))
            scenarios = [one for one in self._scenarios if frozenset(one.variants) == names]
            for one, result in _results(game, scenarios, coverage=True):
                if not result.passed:
                    return str(one.name)
                self.reached[one.file, result.name] = result.reached
        return None

    def files(self) -> Iterator[Source]:
        """The files of the rules, those of variants last."""
        yield from self.sources
        for files in self.variants.values():
            yield from files

    def combination(self, names: tuple[str, ...]) -> Combination:
        """The unchanged game with these variants, which is checked when it is first asked for."""
        key = frozenset(names)
        if key not in self.combinations:
            self.add(names, *self._checked(self.sources, self.variants, names))
        return self.combinations[key]

    def add(self, names: tuple[str, ...], game: Game | None, findings: Findings) -> None:
        """Takes over an unchanged game that was checked, None if it has errors."""
        files = frozenset(source.name for source in (self.sources if game is None else game.sources))
        self.combinations.setdefault(frozenset(names), Combination(names, findings, files))
        if game is not None:
            self.games[frozenset(names)] = game

    def verdict(self, mistake: Mistake) -> Verdict:
        try:
            return self._verdict(mistake)
        except Exception as error:  # one error among thousands of mistakes must not end the measurement
            return Verdict(mistake, FAULT, f"{type(error).__name__}: {error}")

    def _verdict(self, mistake: Mistake) -> Verdict:
        wrong = _Wrong(self, mistake)
        smallest, *others = self._around(mistake)
        found = self._noticed(wrong, smallest)
        if found is not None:
            return found
        if all(self._is_same(wrong, one.names) for one in (smallest, *(others if wrong.in_variant else ()))):
            return Verdict(mistake, SAME)
        if mistake.kind == "ranges" and all(
            self._runs_alike(wrong, one.names) for one in (smallest, *others)
        ):
            return Verdict(mistake, SAME)
        failed = self._failing(wrong)
        if failed is not None:
            return Verdict(mistake, SCENARIOS, failed)
        later = (self._noticed(wrong, one) for one in others)
        return next((one for one in later if one is not None), Verdict(mistake, NOBODY))

    def _around(self, mistake: Mistake) -> list[Combination]:
        """The combinations that apply the file with the mistake, those of few variants first."""
        found = [one for one in self.combinations.values() if mistake.file in one.files]
        return sorted(found, key=lambda one: (len(one.names), one.names)) or [self.combination(())]

    def _noticed(self, wrong: _Wrong, one: Combination) -> Verdict | None:
        """What the checker says of a combination."""
        game, findings = wrong.checked(one.names)
        new = findings - one.findings
        if game is not None and not new:
            return None
        return Verdict(wrong.mistake, CHECKER, ": ".join(next(iter(new), ())))

    def _failing(self, wrong: _Wrong) -> str | None:
        """The first scenario that fails, in the order of `order`, but those of games that are loaded come first."""
        near, far = self.order(wrong.mistake)
        near.sort(key=lambda one: (not wrong.is_loaded(one.variants), len(one.variants)))
        for stage in (near[:FEW], near[FEW:], far):
            for names in dict.fromkeys(one.variants for one in stage):
                scenarios = [one for one in stage if one.variants == names]
                game = wrong.game(names)
                if game is None:
                    return str(scenarios[0].name)
                for one, result in _results(game, scenarios, coverage=False):
                    if not result.passed:
                        return str(one.name)
        return None

    def order(self, mistake: Mistake) -> tuple[list[Scenario], list[Scenario]]:
        """The scenarios that reach the text with the mistake, those that reach least first, since they show it best;
        and all others that are played with the file of the mistake."""
        near: list[tuple[int, Scenario]] = []
        far: list[tuple[int, Scenario]] = []
        for one in self._scenarios:
            around = self.combination(one.variants)
            reached = self.reached.get((one.file, str(one.name)), frozenset())
            if mistake.file in around.files:
                (near if _part(around, mistake) in reached else far).append((len(reached), one))
        return [one for _, one in sorted(near, key=lambda pair: pair[0])], [one for _, one in far]

    def _is_same(self, wrong: _Wrong, names: tuple[str, ...]) -> bool:
        game, mistake = wrong.game(names), wrong.mistake
        if game is None:
            return False
        before, after = self._usual_meaning(names), meaning(game)
        if before != after and mistake.kind == "names" and not self._is_known(mistake.became):
            after = after.replace(mistake.became, mistake.was)
        return before == after

    def _runs_alike(self, wrong: _Wrong, names: tuple[str, ...]) -> bool:
        """Whether a game with a mistake in a range is the same program: no text needs what the range has lost."""
        game, usual = wrong.game(names), self._usual_game(names)
        return game is not None and usual is not None and code(game) == code(usual)

    def _is_known(self, word: str) -> bool:
        """Whether a word occurs anywhere in the game."""
        return any(re.search(rf"\b{re.escape(word)}\b", source.text) for source in self.files())

    def _checked(
        self, sources: Sequence[Source], variants: Mapping[str, tuple[Source, ...]], names: tuple[str, ...]
    ) -> tuple[Game | None, Findings]:
        report = Report()
        others = {name: functools.partial(_given, files) for name, files in variants.items()}
        wanted = [variants[name] for name in names]
        game = load_game(sources, report, variants=wanted, others=others, document=self._document)
        return game, findings_of(report)

    def _document(self, source: Source, report: Report) -> Node | None:
        """The document of a file, which is read once if there is no mistake in it."""
        if self._own.get(source.name) is not source:
            return read_document(source, report)
        if source.name not in self._documents:
            found = Report()
            self._documents[source.name] = read_document(source, found), found.diagnostics
        node, diagnostics = self._documents[source.name]
        for one in diagnostics:
            report.add(one)
        return node

    # the same for all mistakes: computed once in each process

    def _usual_meaning(self, names: tuple[str, ...]) -> str:
        if names not in self._meanings:
            game = self._usual_game(names)
            assert game is not None, "mistakes are made in a game that can be loaded"
            self._meanings[names] = meaning(game)
        return self._meanings[names]

    def _usual_game(self, names: tuple[str, ...]) -> Game | None:
        if frozenset(names) not in self.games:
            self.add(names, *self._checked(self.sources, self.variants, names))
        return self.games.get(frozenset(names))

    @functools.cached_property
    def _meanings(self) -> dict[tuple[str, ...], str]:
        return {}

    @functools.cached_property
    def _own(self) -> dict[str, Source]:
        return {source.name: source for source in self.files()}

    @functools.cached_property
    def _documents(self) -> dict[str, tuple[Node | None, tuple[Diagnostic, ...]]]:
        return {}

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


class _Wrong:
    """A game with a mistake: checked once with each set of variants."""

    def __init__(self, judge: Judge, mistake: Mistake) -> None:
        def changed(files: tuple[Source, ...]) -> tuple[Source, ...]:
            return tuple(mistake.made_in(one) if one.name == mistake.file else one for one in files)

        self.mistake = mistake
        self.sources = changed(judge.sources)
        self.variants = {name: changed(files) for name, files in judge.variants.items()}
        self.in_variant = all(one.name != mistake.file for one in judge.sources)
        self._check = judge._checked
        self._known: dict[Names, tuple[Game | None, Findings]] = {}

    def checked(self, names: tuple[str, ...]) -> tuple[Game | None, Findings]:
        key = frozenset(names)
        if key not in self._known:
            self._known[key] = self._check(self.sources, self.variants, names)
        return self._known[key]

    def game(self, names: tuple[str, ...]) -> Game | None:
        return self.checked(names)[0]

    def is_loaded(self, names: tuple[str, ...]) -> bool:
        return frozenset(names) in self._known


def _results(
    game: Game, scenarios: Sequence[Scenario], *, coverage: bool
) -> Iterator[tuple[Scenario, Result]]:
    """The results of scenarios that are played with the same variants."""
    get_ready(game, [one.doc for one in scenarios])
    for one in scenarios:
        yield one, run_scenario(game, one.name, one.doc, coverage=coverage)


def _counted(game: Game) -> dict[str, list[tuple[int, str]]]:
    """The texts of a game whose reaching is counted, by file: where they begin, and their names."""
    found: dict[str, list[tuple[int, str]]] = {}
    for event in prepare(game).lowered.events:
        if event.kind == "cover" and event.span is not None:
            found.setdefault(event.span.source.name, []).append((event.span.start, event.key))
    return found


def _part(around: Combination, mistake: Mistake) -> str | None:
    """The last text before a mistake, in its file, whose reaching is counted."""
    before = [pair for pair in around.texts.get(mistake.file, ()) if pair[0] <= mistake.start]
    return max(before)[1] if before else None


def findings_of(report: Report) -> Findings:
    return Counter((found.code, found.message) for found in report.diagnostics)


def meaning(game: Game) -> str:
    """Everything that a game means, whatever its words and their order in the files."""
    known = attrs.asdict(game.symbols, recurse=False)
    names = [known[name] for name in known if name not in ("vocabulary", "used", "shapes")]
    rest = (game.players, game.step_bound, game.flow, game.invariants, game.logs, game.labels, game.citations)
    return repr((names, rest, game.score, game.watches, game.asks, game.answers, game.always_asked))


def code(game: Game) -> str:
    """What engines run: the program of a game, without the names of its procedures, and its memory."""
    program = prepare(game).lowered.program
    nameless = tuple(attrs.evolve(one, name="") for one in program.procedures)
    return print_program(attrs.evolve(program, procedures=nameless)) + repr(program.layout)


def _given(files: tuple[Source, ...], report: Report) -> tuple[Source, ...]:
    return files


def judge_of(found: GameFiles, report: Report, more: Sequence[str] = ()) -> Judge:
    """The judge of a game with its variants, and `more` that are given by path; files that cannot be read are
    reported, and errors of the game."""
    variants = {name: tuple(read_all(files, report)) for name, files in found.variants().items()}
    variants |= {name: tuple(read_all(find_variant(found, name, report), report)) for name in more}
    judge = Judge(tuple(read_all(found.files, report)), variants, tuple(read_all(found.scenarios(), report)))
    cache = GameCache(found)
    if cache.game(report, ()) is None:
        return judge
    paths = ((name,) for name in more if name not in found.variants())
    for names in dict.fromkeys(((), *combinations(cache), *paths)):
        inner = Report()
        judge.add(names, cache.game(inner, names), findings_of(inner))
    return judge


def verdicts(
    judge: Judge, mistakes: Sequence[Mistake], processes: int, progress: Callable[[int, int], None]
) -> Iterator[Verdict]:
    """The verdict on each mistake; calls `progress(done, total)` now and then."""
    tasks = [(first, min(first + CHUNK, len(mistakes))) for first in range(0, len(mistakes), CHUNK)]
    if processes > 1:
        chunks = share(functools.partial(_take, judge, mistakes), _judged, tasks, processes)
    else:
        chunks = ([judge.verdict(one) for one in mistakes[first:last]] for first, last in tasks)
    done = 0
    for chunk in chunks:
        done += len(chunk)
        progress(done, len(mistakes))
        yield from chunk


_taken: tuple[Judge, Sequence[Mistake]]
"""What a process has been given. It keeps what it finds out about the unchanged game."""


def _take(judge: Judge, mistakes: Sequence[Mistake]) -> None:
    global _taken
    _taken = judge, mistakes


def _judged(first: int, last: int) -> list[Verdict]:
    judge, mistakes = _taken
    return [judge.verdict(mistake) for mistake in mistakes[first:last]]
