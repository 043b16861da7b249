"""The scenarios of a game, one by one: for test runners other than `rulewright test`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from ...dsl.diagnostics.report import Report
from ...dsl.document.reader import Text, decode, read_document
from ...dsl.model.game import Game
from ...interpreter import Match
from ...interpreter.scenarios import ScenarioDoc, ScenarioFile, read_scenarios, run_scenario
from ..files.game_cache import GameCache
from ..files.games import find_game, shown
from .loading import Findings, GameSource, RulesError, given, listed, named


@attrs.frozen
class ScenarioResult:
    """The result of a scenario.

    Attributes:
        name: the scenario's name.
        passed: whether everything that the scenario expects holds.
        diagnostics: what does not hold, each with its line in the scenario; `str()` of the result shows it.
        match: the match at the end of the scenario; None if it could not start.
    """

    name: str
    passed: bool
    diagnostics: Findings
    match: Match | None = attrs.field(default=None, repr=False, eq=False)

    def __bool__(self) -> bool:
        return self.passed

    def __str__(self) -> str:
        return f"passed: {self.name}" if self.passed else f"failed: {self.name}\n{self.diagnostics}"


@attrs.frozen(eq=False)
class Scenario:
    """A test of a game, written in YAML: given, when, then.

    Attributes:
        name: its name, which `str()` returns as well.
        file: the name of its file in messages.
        rules: the ids of the rules that it shows.
        game: the game that it is played with, with the variants of its file applied.
    """

    name: str
    file: str
    rules: tuple[str, ...]
    game: Game = attrs.field(repr=False)
    _key: Text = attrs.field(repr=False)
    _doc: ScenarioDoc = attrs.field(repr=False)

    def run(self, *, engine: str | None = None) -> ScenarioResult:
        """Plays the scenario and compares the outcome.

        Args:
            engine: "auto", "python" or "native"; without it, the environment decides (`RULEWRIGHT_ENGINE`).

        Returns:
            Whether it passed, and if not, why. A scenario that fails or cannot be played raises nothing.
        """
        done = run_scenario(self.game, self._key, self._doc, engine)
        return ScenarioResult(self.name, done.passed, Findings(done.diagnostics), done.match)

    def __str__(self) -> str:
        return self.name


def load_scenarios(source: GameSource, *, variants: Sequence[GameSource] = ()) -> tuple[Scenario, ...]:
    """Loads the scenarios in the folder of a game.

    Args:
        source: the name of a shipped game, or the path of a folder or a file, as for `load`.
        variants: variants to apply to all scenarios, besides those that a scenario file names itself.

    Returns:
        The scenarios, in the order of the files; empty if the game has none. `Scenario.run` plays one.

    Raises:
        RulesError: the game, a variant or a scenario file does not exist, cannot be read, or has an error.

    >>> all(scenario.run() for scenario in load_scenarios("cookbook/everyday-words"))
    True
    """
    report = Report()
    patches = tuple(named(variant) for variant in listed(variants, "variants"))
    cache = GameCache(given(find_game(named(source), report), report))
    given(cache.game(report, patches), report)
    found: list[Scenario] = []
    for path in cache.found.scenarios():
        file = cache.scenarios(path, report)
        if file is None:
            continue
        game = cache.game(report, tuple(dict.fromkeys((*map(str, file.variants), *patches))))
        if game is not None:
            found += _scenarios_in(file, shown(path), game)
    if report.has_errors:
        raise RulesError(report.diagnostics)
    return tuple(found)


def loads_scenarios(text: str, game: Game, *, name: str = "<scenarios>") -> tuple[Scenario, ...]:
    """Loads scenarios from text instead of files.

    Args:
        text: the YAML text of a scenario file.
        game: the game that they test, with variants applied: `variants:` in the text must name no others.
        name: the name of the text in messages.

    Returns:
        The scenarios, in the order of the text.

    Raises:
        RulesError: the text cannot be read, or names a variant that the game was loaded without.

    >>> game = loads("rulewright: 1\\ngame: tiny\\nplayers: 2\\nflow: [{phase: end, do: everyone wins}]")
    >>> (scenario,) = loads_scenarios("scenarios: {it ends: {then: {over: yes}}}", game)
    >>> print(scenario.run())
    passed: it ends
    """
    report = Report()
    source = decode(name, text.encode("utf-8", "surrogatepass"), report)
    node = None if source is None else read_document(source, report)
    file = given(None if node is None else read_scenarios(node, report), report)
    for variant in file.variants:
        if str(variant) not in game.variants:
            report.error(
                "RW009",
                f"this game was loaded without the variant '{variant}'",
                variant.span,
                help="load the game with this variant before its scenarios",
            )
    if report.has_errors:
        raise RulesError(report.diagnostics)
    return tuple(_scenarios_in(file, name, game))


def _scenarios_in(file: ScenarioFile, name: str, game: Game) -> Iterator[Scenario]:
    for key, doc in file.scenarios.items():
        yield Scenario(str(key), name, tuple(map(str, doc.rule)), game, key, doc)
