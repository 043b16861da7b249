"""What options and cards are worth, measured in a game in which it is known, and in one in which it misleads."""

from __future__ import annotations

import functools
import random
from typing import Any

import pytest
from rulewright.interpreter import Match
from rulewright.interpreter.bots import Bot, RandomBot
from rulewright.interpreter.match.decisions.decision import Decision, Option
from rulewright.interpreter.match.state.audit import audit
from rulewright.interpreter.simulation.evidence import Evidence, Paired
from rulewright.interpreter.simulation.otherwise import CARD, OPTION, Otherwise, Subject, rates
from rulewright.interpreter.simulation.scheme import Scheme
from rulewright.interpreter.simulation.simulate import same
from rulewright.interpreter.simulation.worth import measure
from rulewright.interpreter.simulation.worths import Worth, WorthJob, Worths, effect_of, false_discovery

from .small_games import shipped_game, small_game

EDGES = {"dust": 0, "feather": 1, "bone": 2, "candle": 3, "mirror": 4, "star": 5}


def measured(matches: int, bots: tuple[Any, ...] = (), seed: int = 0, engine: str = "python") -> Worths:
    loader = functools.partial(same, small_game("omens"))
    return measure(WorthJob(loader, matches, 2, seed, policies=bots, engine=engine))


@functools.cache
def of_random_players() -> Worths:
    return measured(400)


def row(found: Worths, kind: str, where: str, design: str = "") -> Worth:
    (one,) = [one for one in found.rows if one.subject == Subject(kind, where, design)]
    return one


@pytest.mark.parametrize("design", EDGES)
def test_an_option_is_worth_what_the_rules_give_for_it(design: str) -> None:
    one = row(of_random_players(), OPTION, "choose up to 1 omens in the player's grip", design)
    assert one.effect is not None
    assert one.effect.low <= EDGES[design] / 20 <= one.effect.high
    assert one.effect.high - one.effect.low < 0.12
    assert one.effect.sure == (design != "dust")
    assert one.with_it - one.without == pytest.approx(one.effect.value)


@pytest.mark.parametrize("design", EDGES)
def test_a_card_is_worth_what_it_gives_more_than_another_one(design: str) -> None:
    """It is shown half of the time, and the others have the other edges on average."""
    others = (sum(EDGES.values()) - EDGES[design]) / (len(EDGES) - 1)
    one = row(of_random_players(), CARD, "grip", design)
    assert one.effect is not None
    assert one.effect.low <= (EDGES[design] - others) / 40 <= one.effect.high
    assert one.effect.high - one.effect.low < 0.12
    assert one.stuck == 0


def test_the_luck_is_the_same_so_what_changes_nothing_changes_nothing_at_all() -> None:
    one = row(of_random_players(), OPTION, "choose up to 1 omens in the player's grip", "dust")
    assert one.effect is not None
    assert one.effect.value == 0
    assert one.effect.high - one.effect.low < 0.02
    assert 0 < one.with_it < 1


def test_what_costs_too_much_lies_off_the_line() -> None:
    """Each 1 of the fee buys an edge of 1, except that of a candle: it costs 9 for an edge of 3. A card is
    exchanged for others, and shown half of the time."""
    (shown, held) = [one for one in of_random_players().lines if one.where != "shown"]
    for line, slope in ((shown, 1 / 20), (held, 1 / 40)):
        assert line.cost == "fee"
        assert line.slope == pytest.approx(slope, abs=0.015)
        assert {point.row.subject.design for point in line.points if point.verdict} == {"candle"}
        candle = line.points[-1]
        assert candle.verdict == "too weak"
        assert candle.low < -6 * slope < candle.high


def test_what_lies_in_the_open_is_exchanged_too_but_is_worth_nothing_more() -> None:
    """What an omen gives is counted when it is shown, before anything could be exchanged."""
    for design in EDGES:
        one = row(of_random_players(), CARD, "shown", design)
        assert one.effect is not None
        assert one.effect.low <= 0 <= one.effect.high


class Boaster(Bot):
    """Boasts if and only if it leads already."""

    def choose(self, match: Match, decision: Decision) -> Option:
        leads = match.view(decision.player)["players"][decision.player]["state"]["leading"]
        wanted = decision.option("boast" if leads else "keep quiet")
        return wanted or self.random.choice(decision.options)


def test_what_is_chosen_by_whoever_wins_anyway_is_worth_nothing() -> None:
    found = measured(150, (Boaster, Boaster))
    one = row(found, OPTION, "boast")
    assert one.won.interval[0] > one.won_otherwise.interval[1], "it is won when chosen"
    assert one.chosen == 150, "only the one who leads boasts"
    for effect in (one.effect, one.when_chosen):
        assert effect is not None
        assert not effect.sure
        assert effect.low < 0 < effect.high


def test_bots_and_random_players_find_the_same() -> None:
    """The bots of a match are asked, not only the engine."""
    found = measured(120, (lambda seed: RandomBot(seed),) * 2)
    for design in ("dust", "star"):
        effect = row(found, OPTION, "choose up to 1 omens in the player's grip", design).effect
        assert effect is not None
        assert effect.low <= EDGES[design] / 20 <= effect.high
    card = row(found, CARD, "grip", "star").effect
    assert card is not None
    assert card.high > 0.075


def test_bots_may_choose_and_all_play_on_at_random() -> None:
    """Who boasts is asked of bots, and nobody afterwards."""
    loader = functools.partial(same, small_game("omens"))
    bots = (Boaster, Boaster)
    found = measure(WorthJob(loader, 60, 2, policies=bots, engine="python", then_random=True))
    assert row(found, OPTION, "boast").chosen == 60
    assert found.playouts > 60 * 20
    for design in ("dust", "star"):
        effect = row(found, OPTION, "choose up to 1 omens in the player's grip", design).effect
        assert effect is not None
        assert effect.low <= EDGES[design] / 20 <= effect.high
    assert "all play on at random" in " ".join(found.method())


def test_machine_code_finds_the_same_to_the_last_playout() -> None:
    plain, machine = measured(12), measured(12, engine="native")
    assert plain.rows == machine.rows
    assert plain.playouts == machine.playouts


def test_how_matches_are_divided_changes_nothing() -> None:
    from rulewright.interpreter.simulation import worth

    job = WorthJob(functools.partial(same, small_game("omens")), 12, 2, 5, engine="python")
    observer = worth._observer(job, "divided").observer
    known = {Subject(OPTION, "boast"): 0.5}
    whole, parts = observer.measure(0, 12, known), Evidence()
    for first in (8, 0, 4):
        parts.include(observer.measure(first, first + 4, known))
    assert whole == parts
    assert 0 < whole.sums[Subject(OPTION, "boast")].worth.pairs < 12 * 2 * job.repeats


@pytest.mark.parametrize(
    "name", ["classics/love-letter", "do-podzemi", "classics/gem-merchants", "cookbook/actions-and-buys"]
)
def test_an_exchange_conserves_everything(name: str) -> None:
    game = shipped_game(name)
    match, dice, exchanged = Match(game, game.players[0], 3, engine="python"), random.Random(3), 0
    otherwise = Otherwise(Scheme(match.rules, len(match.players), detail=False))
    arrivals, engine = otherwise.arrivals(), match.rules.engine
    while not match.is_over and len(match.journal) < 120:
        m = match.memory
        arrivals.look(len(match.journal), m)
        for one in [one for one in arrivals.found if one.index == len(match.journal)]:
            busy = otherwise.busy(engine, m)
            for other in (
                otherwise.partners(m, one)[:2] if busy is not None and not busy >> one.piece & 1 else ()
            ):
                assert not busy or not busy >> other & 1
                memory = otherwise.exchanged(engine, m, one.piece, other)
                if memory is not None:
                    exchanged += 1
                    assert audit(match.rules.lowered, memory) == []
                    assert sorted(otherwise.places(memory)) == sorted(otherwise.places(m))
                    assert otherwise.is_held(memory, other, one.place)
        match.choose(dice.choice(match.decision.options))
    assert exchanged > 1


def test_clusters_widen_what_depends_on_each_other() -> None:
    alone, together = Paired(), Paired()
    for number in range(40):
        sign = 1 if number % 4 else -1
        for _ in range(5):
            alone.add(1, sign)
        together.add(5, 5 * sign)
    one, other = effect_of(alone), effect_of(together)
    assert one is not None
    assert other is not None
    assert one.value == other.value == 0.5
    assert 2 < (other.high - other.low) / (one.high - one.low) < 2.5  # the root of five, and a little


def test_too_few_matches_say_nothing_and_equal_results_are_no_certainty() -> None:
    found = Paired()
    for _ in range(7):
        found.add(1, 1)
    assert effect_of(found) is None
    found.add(1, 1)
    effect = effect_of(found)
    assert effect is not None
    assert effect.low < 0.6
    assert effect.high <= 1.0


def test_false_discoveries_are_adjusted_by_benjamini_and_hochberg() -> None:
    ps = [0.01, 0.04, 0.03, 0.005, 0.5]
    assert false_discovery(ps) == pytest.approx([0.025, 0.05, 0.05, 0.025, 0.5])
    assert false_discovery([]) == []


def test_what_is_rare_is_always_measured_and_the_rest_within_the_budget() -> None:
    rare, common = Subject(OPTION, "rare"), Subject(OPTION, "common")
    found = rates({rare: 1, common: 500}, 10, 8)
    assert found[rare] == 1.0
    assert found[common] == pytest.approx(2 / 50)
    tight = rates({rare: 1, common: 500}, 10, 1)
    assert 2 * (0.1 * tight[rare] + 50 * tight[common]) == pytest.approx(1, abs=1e-3)


class Squanderer(RandomBot):
    """Always keeps a star to itself, and shows anything else."""

    def choose(self, match: Match, decision: Decision) -> Option:
        wanted = decision.option("enough" if decision.option("star") else "dust")
        return wanted or super().choose(match, decision)


def test_bots_that_harm_themselves_are_told_of() -> None:
    (note,) = [one for one in measured(60, (Squanderer, Squanderer)).notes() if "harms them" in one]
    assert note.endswith(": enough.")
    assert not [one for one in of_random_players().notes() if "harms them" in one]
