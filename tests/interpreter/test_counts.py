"""What simulations count: the same as a plain recount with `Match`, and close to exact values where known."""

from __future__ import annotations

import functools
import math
from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match
from rulewright.interpreter.bots.allies import interests_of
from rulewright.interpreter.ir import NONE, OVER, WINNERS, Argument
from rulewright.interpreter.kernels.counting import BINS, length_bin, match_seed
from rulewright.interpreter.match.setup.rules import prepare
from rulewright.interpreter.memory.dice import Dice
from rulewright.interpreter.memory.words import Memory, members
from rulewright.interpreter.simulation.counts import Counts
from rulewright.interpreter.simulation.interval import Mean, Share
from rulewright.interpreter.simulation.scheme import Scheme, bin_lengths
from rulewright.interpreter.simulation.simulate import Job, same, scheme_of, simulate
from rulewright.interpreter.simulation.statistics import Statistics

from .small_games import shipped_game, small_game

GAMES = (
    ("do-podzemi", 3),
    ("classics/leduc-poker", 2),
    ("classics/six-takes", 3),
    ("classics/rock-paper-scissors", 2),
    ("classics/love-letter", 4),
    ("hrad", 3),
)


def job(game: Game, matches: int, players: int, **more: object) -> Job:
    return Job(functools.partial(same, game), matches, players, seed=3, **more)  # type: ignore[arg-type]


# ------------------------------------------------------------------------- a recount


class Recount:
    """Counts the matches of a job once more, with nothing but `Match`, its log and plain Python."""

    def __init__(self, game: Game, matches: int, players: int) -> None:
        self.game, self.players = game, players
        self.offered, self.chosen, self.reached = Counter[str](), Counter[str](), Counter[str]()
        self.designs, self.won_with, self.lost_with = Counter[str](), Counter[str](), Counter[str]()
        self.wins, self.started, self.starter_won = Counter[int](), Counter[int](), Counter[int]()
        self.winners = Counter[tuple[int, ...]]()
        self.lengths, self.turns, self.options, self.changes = [], [], [], []  # type: ignore[var-annotated]
        self.scores: dict[int, list[int]] = {}
        texts = [event.key for event in prepare(game).lowered.events]
        self.has_turns = any(text.startswith(("turn ", "option ")) for text in texts)
        for number in range(matches):
            self.play(number)

    def play(self, number: int) -> None:
        seed = match_seed(3, number)
        match, dice = Match(self.game, self.players, seed), Dice.of(seed)
        chose, leads, turns = set[tuple[int, str]](), [self.leader(match)][:0], 0
        first = match.decisions[0]
        starter = NONE if first.strand else first.player
        while not match.is_over:
            decision = match.decisions[0]
            legal = [option.number for option in decision.options]
            self.options.append(len(legal))
            self.offered.update({self.family(match, one) for one in legal})
            action = dice.choice(legal)
            self.chosen[self.family(match, action)] += 1
            for design in self.chosen_designs(match, action):
                self.designs[design] += 1
                chose.add((decision.player, design))
            match.take(decision.strand, action)
            before, turns = turns, match.turns()
            if turns > before or match.is_over or not self.has_turns:
                leads.append(self.leader(match))
        self.lengths.append(len(match.journal))
        self.turns.append(turns)
        self.reached.update(one for one in match.reached() if not one.startswith("moved "))
        self.wins.update(match.winners)
        self.winners[match.winners] += 1
        if starter != NONE:
            self.started[starter] += 1
            self.starter_won[starter] += starter in match.winners
        for player, design in chose:
            (self.won_with if player in match.winners else self.lost_with)[design] += 1
        for seat, score in enumerate(match.scores or ()):
            self.scores.setdefault(seat, []).append(score)
        known = [one for one in leads if one is not None]
        if known and number % 10 == 0:
            self.changes.append(sum(a != b for a, b in pairwise(known)))

    def leader(self, match: Match) -> int | None:
        interests = interests_of(self.game)
        number, allies = match.rules.lowered.score, interests.by_score
        if number is None or interests.common_score:
            number, allies = match.rules.lowered.heuristic, interests.by_heuristic
            if number is None or interests.common_heuristic:
                return None
        values = [match.position.number(number, player) for player in range(self.players)]
        best = [player for player, value in enumerate(values) if value == max(values)]
        return best[0] if len({allies[player] for player in best}) == 1 else None

    def family(self, match: Match, number: int) -> str:
        action = match.rules.action_of[number]
        return action.name or match.rules.site(action.site).prompt

    def chosen_designs(self, match: Match, number: int) -> set[str]:
        action, tables = match.rules.action_of[number], match.rules.lowered.tables
        found = set(action.designs)
        if action.sort == "piece":
            found.add(tables.pieces[number - action.first])
        elif action.sort == "design" and action.argument in (Argument.DESIGN, Argument.VALUE):
            found.add(tables.design_names[number - action.first])
        return found


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_counts_are_those_of_a_recount(name: str, players: int) -> None:
    game = shipped_game(name)
    matches = 3 if name == "hrad" else 21
    again, found = Recount(game, matches, players), simulate(job(game, matches, players, rows=True))
    assert found.matches == found.ended == matches
    assert [row.decisions for row in found.rows] == again.lengths
    assert [row.turns for row in found.rows] == again.turns
    assert (found.decisions, found.turns) == (sum(again.lengths), sum(again.turns))
    assert found.length.squares == sum(one * one for one in again.lengths)
    assert (found.shortest, found.longest) == (min(again.lengths), max(again.lengths))
    assert (found.options, found.widest) == (sum(again.options), max(again.options))
    assert found.forced == again.options.count(1)
    assert (found.offered, found.chosen) == (again.offered, again.chosen)
    assert found.designs == again.designs
    assert Counter({name: use.chosen.part for name, use in found.uses.items()}) == again.won_with
    losses = {name: use.chosen.whole - use.chosen.part for name, use in found.uses.items()}
    assert Counter(losses) == again.lost_with
    assert (found.wins, found.winners) == (again.wins, again.winners)
    assert (found.started, found.starter_won) == (again.started, again.starter_won)
    assert (
        Counter({one: n for one, n in found.reached.items() if not one.startswith("moved ")}) == again.reached
    )
    changes = again.changes
    assert found.leads == Mean(len(changes), sum(changes), sum(one * one for one in changes))
    for seat, scores in again.scores.items():
        one = found.scores[seat]
        assert (one.matches, one.total, one.least, one.most) == (
            matches,
            sum(scores),
            min(scores),
            max(scores),
        )
        assert one.squares == sum(score * score for score in scores)


@pytest.mark.parametrize("name", ["do-podzemi", "classics/rock-paper-scissors", "classics/leduc-poker"])
def test_bots_that_think_are_counted_too(name: str) -> None:
    game = shipped_game(name)
    found = simulate(job(game, 40, 2, policies=("greedy:1", "random")))
    assert found.matches == found.ended == 40
    assert sum(found.chosen.values()) == found.decisions
    assert found.by_seat()[0].share > found.by_seat()[1].share or name == "classics/rock-paper-scissors"


# ------------------------------------------------------------------------ exact values

End = tuple[tuple[int, ...], tuple[int, ...], int]
"""Winners, scores, and decisions until then."""


class Exact:
    """The exact distribution of matches between random players, by trying everything. Luck is explicit, so it is a
    decision, too, with a probability for each outcome; it is not counted as one."""

    def __init__(self, game: Game, players: int) -> None:
        rules = prepare(game, explicit_chance=True)
        self.engine, self.players = rules.engine, players
        self.score = rules.score
        self.known: dict[bytes, dict[End, Fraction]] = {}
        self.ends = self.after(self.engine.start(players, 0))

    def after(self, m: Memory) -> dict[End, Fraction]:
        """The probability of each end (winners, scores, decisions until then)."""
        key = m.tobytes()
        if key in self.known:
            return self.known[key]
        found: dict[End, Fraction] = {}
        if m[OVER]:
            scores = tuple(self.score(m, player) for player in range(self.players)) if self.score else ()
            found[tuple(members(m[WINNERS])), scores, 0] = Fraction(1)
        else:
            pending = self.engine.pending(m)[0]
            luck = pending.player == NONE
            legal = (
                self.engine.outcomes(m, pending.strand)
                if luck
                else [(one, 1) for one in self.engine.actions(m, pending.strand)]
            )
            total = sum(weight for _, weight in legal)
            for action, weight in legal:
                child = m[:]
                self.engine.act(child, pending.strand, action)
                for (winners, scores, decisions), chance in self.after(child).items():
                    end = winners, scores, decisions + (not luck)
                    found[end] = found.get(end, Fraction(0)) + chance * Fraction(weight, total)
        self.known[key] = found
        return found

    def chance(self, seat: int) -> Fraction:
        return sum((p for (winners, *_), p in self.ends.items() if seat in winners), Fraction(0))

    def mean_score(self, seat: int) -> Fraction:
        return sum((scores[seat] * p for (_, scores, _), p in self.ends.items()), Fraction(0))

    def mean_length(self) -> Fraction:
        return sum((decisions * p for (*_, decisions), p in self.ends.items()), Fraction(0))


def near(found: float, exact: float, error: float) -> bool:
    """Within four standard errors: one in 16,000 such checks fails by luck, and the seed is fixed."""
    return abs(found - exact) < 4 * error


def test_tic_tac_toe_at_random_is_as_is_known() -> None:
    game, matches = shipped_game("classics/tic-tac-toe"), 20_000
    exact = Exact(game, 2)
    first, second = exact.chance(0), exact.chance(1)
    assert [round(100 * float(p), 2) for p in (first, second, 1 - first - second)] == [58.49, 28.81, 12.7]
    found = simulate(job(game, matches, 2))
    shares = (found.wins[0], found.wins[1], found.nobody)
    for count, p in zip(shares, (first, second, 1 - first - second), strict=True):
        assert near(count / matches, float(p), math.sqrt(p * (1 - p) / matches))
        low, high = Share(count, matches).interval
        assert low < p < high
    assert near(found.length.mean, float(exact.mean_length()), found.length.deviation / math.sqrt(matches))
    assert found.by_order()[0] == found.by_seat()[0]


def test_kuhn_poker_at_random_is_as_it_can_be_computed() -> None:
    """By hand: if nobody bets (1/4), the higher card wins 1; a bet is folded to in half of the matches, and otherwise
    called, and then the higher card wins 2. The first bets in half of the matches, the second in a quarter."""
    game, matches = shipped_game("classics/kuhn-poker"), 20_000
    exact = Exact(game, 2)
    assert exact.mean_score(0) == Fraction(1, 2) * Fraction(1, 2) * 1 - Fraction(1, 4) * Fraction(1, 2) * 1
    assert exact.mean_length() == Fraction(1, 2) * 2 + Fraction(1, 4) * 2 + Fraction(1, 4) * 3
    found = simulate(job(game, matches, 2))
    scores = found.scores[0].mean
    assert near(scores.mean, float(exact.mean_score(0)), scores.deviation / math.sqrt(matches))
    assert scores.interval[0] < exact.mean_score(0) < scores.interval[1]
    assert found.scores[1].mean.mean == -scores.mean
    p = exact.chance(0)
    assert near(found.wins[0] / matches, float(p), math.sqrt(p * (1 - p) / matches))
    assert near(found.length.mean, float(exact.mean_length()), found.length.deviation / math.sqrt(matches))


# ------------------------------------------------------------------------------- parts


def test_lengths_share_bins_that_are_narrow() -> None:
    before = -1
    for number in range(BINS):
        least, most = bin_lengths(number)
        assert least == before + 1
        assert most - least <= least / 100
        assert length_bin(least) == length_bin(most) == number
        before = most
    assert length_bin(1 << 40) == BINS - 1


def test_percentiles_are_those_of_the_lengths() -> None:
    game = shipped_game("classics/leduc-poker")
    found = simulate(job(game, 500, 2, rows=True))
    lengths = sorted(row.decisions for row in found.rows)
    assert found.percentiles == {
        percent: lengths[-(-percent * 500 // 100) - 1] for percent in (5, 25, 50, 75, 95)
    }


def test_counts_are_the_same_however_they_are_added() -> None:
    game = shipped_game("classics/love-letter")
    scheme = scheme_of(job(game, 0, 3), game)
    parts = []
    for number in range(3):
        part = Counts.of(scheme)
        for at, name in enumerate(scheme.sections):
            section = scheme.sections[name]
            if section.how == "sum" and section.size:
                part.cells[section.start] += number + at
            elif section.size:
                part.cells[section.start] = number + at
        part.endless = [(number, 5), (number + 7, 5)]
        parts.append(part)
    sums = []
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        total = Counts.of(scheme)
        for number in order:
            total.add(parts[number])
        sums.append((total.cells, total.endless))
    assert sums[0] == sums[1] == sums[2]
    assert sums[0][1] == [(0, 5), (1, 5), (2, 5), (7, 5), (8, 5), (9, 5)]


def test_of_endless_matches_only_the_first_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.interpreter.simulation.counts.MOST_KEPT", 5)
    monkeypatch.setattr("rulewright.interpreter.simulation.tally.MOST_KEPT", 5)
    found = simulate(Job(lambda: small_game("faulty"), 300, 2))
    assert len(found.faults) == 5 < found.faulty
    assert found.faulty + found.unended + found.ended == 300
    firsts = simulate(Job(lambda: small_game("faulty"), 30, 2)).faults
    assert found.faults == firsts[:5]


def test_what_never_happened_is_named() -> None:
    game = shipped_game("do-podzemi")
    found = simulate(job(game, 1, 2))
    texts = Scheme(prepare(game), 2).texts
    assert set(found.never.texts) == {text for text in texts if not found.reached[text]}
    assert found.never.texts
    assert not set(found.never.chosen) & set(found.never.offered)
    assert all(found.offered[name] and not found.chosen[name] for name in found.never.chosen)
    many = simulate(job(game, 2000, 4))
    assert not many.never.offered
    assert not many.never.rules or set(many.never.rules) < set(found.never.rules)


SIDES = """\
rulewright: 1
game: camps
players: 2
players have:
  camp: {type: north or south or none, starts: none}
  mood: {type: calm or wild, starts: calm}
flow:
  - phase: settling
    do: |
      choose a player at random, as the settler
      the settler's camp becomes north
      for each player with camp = none: that player's camp becomes south
  - phase: play
    turns: clockwise from player 1, each player, once each
    turn: |
      choose one:
        rage: the player's mood becomes wild
        rest: the player's mood becomes calm
  - phase: end
    do: |
      for each player with camp = north: that player wins
"""


def test_the_sides_of_a_game_are_states_that_stay() -> None:
    from rulewright.dsl.diagnostics.report import Report
    from rulewright.dsl.diagnostics.source import Source
    from rulewright.dsl.load import load_game

    report = Report()
    game = load_game([Source("game.yaml", SIDES)], report, strict=False)
    assert game is not None, report.diagnostics
    found = simulate(Job(lambda: game, 200, 2))
    assert list(found.sides) == ["camp"], "a mood changes"
    assert found.sides["camp"] == {"north": Share(200, 200), "south": Share(0, 200)}
    assert 0 < found.wins[0] < 200


def test_statistics_of_nothing_can_be_shown() -> None:
    empty = Statistics(players=2)
    assert empty.as_json()["shares"]["by seat"]["1"]["of"] == 0
    assert empty.as_csv()
