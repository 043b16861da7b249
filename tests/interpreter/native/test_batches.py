"""Matches that are counted in machine code: the same counts, rows, faults and endless matches as in Python, section
by section, however the job is divided.
"""

from __future__ import annotations

import ctypes
import random
from array import array
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.interpreter.kernels.counting import WIDE, add_one_product, add_product, length_bin, match_seed
from rulewright.interpreter.match.errors import EngineError
from rulewright.interpreter.match.setup.engine_choice import VARIABLE
from rulewright.interpreter.match.setup.rules import prepare
from rulewright.interpreter.native.batches import Batches
from rulewright.interpreter.native.compiling import compiled
from rulewright.interpreter.native.statuses import CannotCompile
from rulewright.interpreter.native.translate import translate
from rulewright.interpreter.simulation import simulate as simulation
from rulewright.interpreter.simulation.counts import Counts
from rulewright.interpreter.simulation.machine import MachineTally, engine_of
from rulewright.interpreter.simulation.scheme import Scheme
from rulewright.interpreter.simulation.simulate import Job, simulate
from rulewright.interpreter.simulation.tally import Tally

from ...amount import sample, some
from ...battery.games import Shipped, all_shipped, game_of
from ..small_games import shipped_game, small_game

WIDE_SECTIONS = ("squares", "turn_squares", "lead_squares", "score_sum", "score_squares")
SEED = 3
OPTIONS: dict[str, dict[str, int | str | None]] = {
    "do-podzemi": {"victories to win": 3},
    "classics/pig": {"points to win": 20},
    "cookbook/market": {"refill": "late"},
}


def sections(counts: Counts) -> dict[str, list[int]]:
    """The counts by section. A sum may lie in its cells in several ways, so it is compared as one number."""
    return {
        name: counts.wide(name) if name in WIDE_SECTIONS else counts.all(name) for name in counts.sections
    }


def in_python(scheme: Scheme, matches: int, options: Mapping[str, int | str | None]) -> Counts:
    tally = Tally(scheme, options, rows=True)
    for number in range(matches):
        tally.random_match(number, match_seed(SEED, number))
    return tally.take()


def compare(
    game: Game,
    players: int,
    matches: int,
    *,
    detail: bool = True,
    options: Mapping[str, int | str | None] | None = None,
    lead_every: int = 2,
) -> Counts:
    """Counts in Python and in machine code, in two ranges, and compares everything."""
    scheme = Scheme(prepare(game), players, detail, lead_every)
    machine = MachineTally(scheme, options or {}, SEED, "light", rows=True)
    counts = machine.play(0, matches // 3)
    counts.add(machine.play(matches // 3, matches))
    expected = in_python(scheme, matches, options or {})
    assert sections(counts) == sections(expected)
    assert sorted(counts.rows, key=lambda row: row.number) == expected.rows
    assert counts.broken == expected.broken
    assert counts.endless == expected.endless
    return expected


@pytest.mark.parametrize("case", sample(all_shipped(), 24), ids=str)
def test_every_section_of_a_shipped_game(case: Shipped) -> None:
    game = game_of(case)
    least, most = game.players
    for players in range(least, most + 1):
        counts = compare(game, players, some(6, 40))
        assert counts.one("ended")


def test_the_games_that_are_compared_fill_every_section() -> None:
    """So no section is equal only because it is always empty."""
    names = (
        "do-podzemi",
        "classics/leduc-poker",
        "classics/love-letter",
        "classics/six-takes",
        "classics/tic-tac-toe",
    )
    seen: set[str] = set()
    for name in names:
        game = shipped_game(name)
        seen |= {name for name, values in sections(compare(game, game.players[0], 40)).items() if any(values)}
    seen |= {name for name, values in sections(compare(small_game("faulty"), 2, 40)).items() if any(values)}
    seen |= {name for name, values in sections(compare(halting(), 1, 200)).items() if any(values)}
    assert seen == Scheme(prepare(shipped_game("do-podzemi")), 2).sections.keys()


@pytest.mark.parametrize("name", OPTIONS)
def test_the_options_of_the_set_up(name: str) -> None:
    game = shipped_game(name)
    compare(game, game.players[0], 20, options=OPTIONS[name])


def test_without_detail() -> None:
    counts = compare(shipped_game("do-podzemi"), 3, 30, detail=False)
    assert not any(counts.all("reached") + counts.all("turns") + counts.all("moved"))


# ------------------------------------------------------------------------ what goes wrong

HALTING = """\
rulewright: 1
game: halting
players: 1
steps: 12
game has:
  level: 0..9
players have:
  points: {type: -1000000..999999999}
score: the player's points * 900000000
flow:
  - phase: climb
    repeat: until the match ends
    turns: clockwise from player 1, each player, once each
    options:
      rest:
        do: nothing
      gain:
        do: the player's points go up by 211122233
      lose:
        do: the player's points go down by 999888
      stop:
        do: player 1 wins
"""


def halting() -> Game:
    """Some matches end with very large scores, some with a fault, since scores leave their range, some not at all."""
    report = Report()
    game = load_game([Source("game.yaml", HALTING)], report, strict=False)
    assert game is not None, [one.message for one in report.diagnostics]
    return game


def test_matches_without_an_end_and_faults_in_the_middle_of_a_range() -> None:
    counts = compare(halting(), 1, 200)
    assert counts.one("endless")
    assert counts.one("faulty")
    assert counts.one("ended")
    assert min(counts.all("score_least")) < -(2**40) < 2**56 < max(counts.all("score_most"))
    wrong = [one.number for one in counts.broken]
    assert any(other - one > 1 for one, other in pairwise(wrong)), (
        "some matches between two that go wrong are fine"
    )


def test_invariants_are_checked() -> None:
    for players in (1, 2):
        assert compare(small_game("faulty"), players, 60).one("faulty")


def test_strands_of_several_players() -> None:
    for name in ("endless", "heist", "bluff"):
        game = small_game(name)
        for players in range(game.players[0], game.players[1] + 1):
            compare(game, players, 20)


# ------------------------------------------------------------------------------ the kernels


NUMBER, POINTER = ctypes.c_int64, ctypes.c_void_p
LENGTHS = [*range(3000), *(1 << power for power in range(40)), *((1 << power) - 1 for power in range(40))]


def test_bins_of_lengths() -> None:
    code = compiled(translate("bins", [length_bin]), "light")
    function = ctypes.CFUNCTYPE(NUMBER, NUMBER)(code.address("length_bin"))
    assert [*map(function, LENGTHS)] == [*map(length_bin, LENGTHS)]


def test_sums_of_products() -> None:
    """Machines have a way of their own to add them."""
    code = compiled(translate("sums", [add_one_product]), "light")
    function = ctypes.CFUNCTYPE(None, POINTER, *[NUMBER] * 4)(code.address("add_one_product"))
    dice = random.Random(3)
    native, plain, whole = array("q", [0] * 5), array("q", [0] * 5), 0
    for _ in range(500):
        left, right = (
            dice.getrandbits(size) - (1 << size >> 1) for size in dice.choices((4, 31, 63, 64), k=2)
        )
        function(native.buffer_info()[0], 1, left, right, 1)
        add_product(plain, 1, left, right, 1)
        whole += left * right
        sums = [sum(cells[1 + at] << 32 * at for at in range(WIDE)) for cells in (native, plain)]
        assert sums == [whole, whole]


# ------------------------------------------------------------------------------ whole jobs


def job(matches: int, game: Game | None = None, players: int = 3) -> Job:
    played = game or shipped_game("do-podzemi")
    return Job(lambda: played, matches, players, seed=5, rows=True)


@pytest.fixture
def wanted(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setenv(VARIABLE, "native")
    return monkeypatch


def test_a_seed_gives_the_same_counts_on_every_engine_and_with_any_number_of_threads(
    wanted: pytest.MonkeyPatch,
) -> None:
    wanted.setattr(simulation, "STEP", 0.0005)  # so that there are many tasks
    for one in (job(900), job(600, halting(), 1)):
        native = [simulate(one, processes=threads) for threads in (1, 3)]
        with ThreadPoolExecutor(2) as threads:
            native.append(simulate(one, processes=2, executor=threads))
        wanted.setenv(VARIABLE, "python")
        assert native == [simulate(one)] * 3
        wanted.setenv(VARIABLE, "native")


def test_machine_code_plays_all_of_it(wanted: pytest.MonkeyPatch) -> None:
    played: list[tuple[int, int]] = []
    plain = Batches.play

    def play(self: Batches, first: int, last: int, counts: array[int]) -> int:
        played.append((first, last))
        return plain(self, first, last, counts)

    wanted.setattr(Batches, "play", play)
    simulate(job(500))
    assert sum(last - first for first, last in played) == 500


def test_an_interrupt_keeps_what_is_done(wanted: pytest.MonkeyPatch) -> None:
    for threads in (1, 2):
        told: list[int] = []

        def stop(done: int, of: int, told: list[int] = told) -> None:
            told.append(done)
            if done >= 2000:
                raise KeyboardInterrupt

        statistics = simulate(job(50_000_000), processes=threads, progress=stop)
        assert statistics.interrupted
        assert 2000 <= statistics.matches == told[-1] < 50_000_000
        assert statistics.matches == sum(statistics.wins.values()) == len(statistics.rows)


def test_auto_takes_machine_code_for_large_jobs_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "auto")
    levels: list[str | None] = []
    plain = simulation._play

    def play(task: simulation._Task) -> simulation._Done:
        levels.append(task.level)
        return plain(task)

    monkeypatch.setattr(simulation, "_play", play)
    few = simulate(job(50))
    assert set(levels) == {None}
    levels.clear()
    many = simulate(job(60_000))
    assert levels[0] is None
    assert levels[-1] is not None
    assert few.rows == many.rows[:50]


def test_a_game_that_cannot_be_compiled(wanted: pytest.MonkeyPatch) -> None:
    """The native engine says why; "auto" plays on in Python."""

    def refuse(*_: object, **__: object) -> None:
        raise CannotCompile("it is too large")

    wanted.setattr("rulewright.interpreter.native.building.build", refuse)
    game = halting()
    with pytest.raises(EngineError, match="it is too large"):
        engine_of(Scheme(prepare(game), 1), "light")
    with pytest.raises(EngineError, match="it is too large"):
        simulate(job(10, game, 1))
    wanted.setenv(VARIABLE, "auto")
    wanted.setattr("rulewright.interpreter.simulation.choosing.SHORT", 0.0)
    wanted.setattr("rulewright.interpreter.simulation.choosing.FROM_CACHE", -9.0)
    assert simulate(job(100, game, 1)).matches == 100


@pytest.mark.parametrize("seed", [0, -1, 2**64 + 7, -(2**80)])
def test_any_seed_of_a_job(seed: int) -> None:
    scheme = Scheme(prepare(shipped_game("classics/leduc-poker")), 2)
    machine = MachineTally(scheme, {}, seed, "light", rows=True)
    rows = machine.play(10**12, 10**12 + 5).rows
    tally = Tally(scheme, {}, rows=True)
    for number in range(10**12, 10**12 + 5):
        tally.random_match(number, match_seed(seed, number))
    assert rows == tally.take().rows
