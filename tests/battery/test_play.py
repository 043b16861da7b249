"""The common battery, second half: what must hold in every match. Hypothesis draws the choices, so that a
failure shrinks to a short match.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rulewright.dsl.languages import BASE, Message
from rulewright.interpreter import Decision, Match
from rulewright.interpreter.bots import Bot, Budget, GreedyBot, RandomBot
from rulewright.interpreter.engine.protocol import Engine
from rulewright.interpreter.match.output.encoding.encoder import Encoder
from rulewright.interpreter.match.secrecy.observations import has_secrets
from rulewright.interpreter.match.secrecy.unknown_pieces import classes
from rulewright.interpreter.match.setup.options import setups
from rulewright.interpreter.match.setup.rules import prepare
from rulewright.interpreter.memory.faults import RulesFault
from rulewright.interpreter.memory.words import Memory
from rulewright.interpreter.python.engine import PythonEngine
from rulewright.interpreter.simulation.simulate import Job, play_one

from ..amount import sample, some
from ..secrets.worlds import observed
from .games import Shipped, game_of, played

CASES = pytest.mark.parametrize("case", played(), ids=str, scope="session")


@st.composite
def matches(draw: st.DrawFn, case: Shipped, most: int = 60) -> Match:
    """A match after some choices, all drawn. (Hypothesis prints what it is given: of a game, that would be 5 MB.)"""
    game = game_of(case)
    players, options = draw(st.sampled_from(setups(game)))
    match = Match(game, players, draw(st.integers(0, 2**32)), options)
    for _ in range(draw(st.integers(0, most))):
        if match.is_over:
            break
        decision = draw(st.sampled_from(match.decisions))
        match.choose(draw(st.sampled_from(decision.options)), decision.player)
    return match


@CASES
def test_random_matches_end_with_a_result_within_the_bound(case: Shipped) -> None:
    game = game_of(case)
    for players, options in setups(game):
        for number in range(some(4, 20)):
            job = Job(lambda: game, 1, players, seed=number, options=options, detail=False)
            one = play_one(game, job, number)
            assert not one.fault, (one.seed, one.fault, one.record)
            assert one.ended, f"seed {one.seed}, {players} players, {options}: not over after {one.decisions}"


@CASES
def test_pieces_are_conserved_values_in_range_and_every_option_can_be_carried_out(case: Shipped) -> None:
    @settings(max_examples=some(10, 25))
    @given(st.data())
    def check(data: st.DataObject) -> None:
        match = data.draw(matches(case))
        assert match.audit() == []
        for decision in match.decisions:
            assert decision.options
            for option in decision.options:
                copy = match.clone()
                copy.choose(option, decision.player)
                assert copy.audit() == []

    check()


BOTS: dict[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "greedy": lambda seed: GreedyBot(seed, Budget(iterations=1)),
}
DECISIONS, TAKEN = some(80, 150), some(40, 60)
"""How many decisions of a match are examined, and how many options are taken from each, in sequence or not."""


@CASES
@pytest.mark.parametrize("bot", BOTS)
def test_whatever_is_offered_can_be_carried_out_at_any_depth(case: Shipped, bot: str) -> None:
    """After any option, and any of those that it leads to, no cost is left that cannot be paid and no choice without
    candidates; nor does any other rule fail. With greedy play, matches reach points where nothing is left."""
    game = game_of(case)
    engine = prepare(game).engine
    for seed, (players, options) in enumerate(setups(game)[: 3 if bot == "random" else 1]):
        dice = random.Random(seed)
        match = Match(game, players, seed, options)
        decides = BOTS[bot](seed)
        for _ in range(DECISIONS):
            if match.is_over:
                break
            take_at_random(engine, match.memory, dice, TAKEN)
            decision = dice.choice(match.decisions)
            match.choose(decides.choose(match, decision), decision.player)


UNTIL_ASKED, ASKED_OF_ABILITIES = 150, some(3, 5)
"""In how many decisions of a match one about an ability is looked for, and how many of these are examined."""


@CASES
def test_what_abilities_offer_can_be_carried_out_at_any_depth(case: Shipped) -> None:
    """The same for decisions whether an ability acts, or which: random matches are played until there is one."""
    game = game_of(case)
    rules = prepare(game)
    whether = Message("ask.may").say(BASE)
    sites = {
        site.number
        for site in rules.lowered.sites
        if site.kind == "instead" or (site.kind == "may" and site.prompts[BASE] == whether)
    }
    asked = 0 if sites else ASKED_OF_ABILITIES
    for seed in range(100):
        if asked >= ASKED_OF_ABILITIES:
            break
        dice = random.Random(seed)
        match = Match(game, game.players[0] + seed % (game.players[1] - game.players[0] + 1), seed)
        for _ in range(UNTIL_ASKED):
            if match.is_over:
                break
            decision = dice.choice(match.decisions)
            if decision.site in sites:
                asked += 1
                take_at_random(rules.engine, match.memory, dice, TAKEN)
            match.choose(dice.choice(decision.options), decision.player)
    assert asked, "no ability is ever asked about"


def take_at_random(engine: Engine, start: Memory, dice: random.Random, taken: int) -> None:
    """Takes any options that are offered in the position, or in one that was reached from it."""
    waiting: list[tuple[tuple[int, ...], int, int, Memory]] = []

    def offer(way: tuple[int, ...], m: Memory) -> None:
        for pending in [] if engine.over(m) else engine.pending(m):
            for action in engine.actions(m, pending.strand):
                waiting.append((way, pending.strand, action, m))

    offer((), start[:])
    for _ in range(taken):
        if not waiting:
            return
        number = dice.randrange(len(waiting))
        waiting[number], waiting[-1] = waiting[-1], waiting[number]
        way, strand, action, before = waiting.pop()
        m, way = before[:], (*way, action)
        try:
            engine.act(m, strand, action)
            offer(way, m)
        except RulesFault as fault:
            raise AssertionError(f"options {way} lead to {fault.fault} ({fault.fault.span})") from fault


@CASES
def test_clone_undo_save_record_and_replay_are_exact(case: Shipped) -> None:
    game = game_of(case)

    @settings(max_examples=some(10, 25))
    @given(st.data())
    def check(data: st.DataObject) -> None:
        match = data.draw(matches(case))
        before, log = match.snapshot(), match.log(0)
        loaded = Match.load(game, match.save())
        replayed = Match.replay(game, match.record())
        assert loaded.snapshot() == replayed.snapshot() == match.clone().snapshot() == before
        assert loaded.log(0) == replayed.log(0) == log
        assert loaded.decisions == replayed.decisions == match.decisions
        if not match.is_over:
            decision = data.draw(st.sampled_from(match.decisions))
            copy = match.clone()
            copy.choose(data.draw(st.sampled_from(decision.options)), decision.player)
            assert match.snapshot() == before
            copy.undo()
            assert copy.snapshot() == before
            assert copy.log(0) == log
            copy.restore(before)
            assert copy.decisions == match.decisions

    check()


@CASES
def test_the_same_seed_and_choices_give_the_same_bytes_in_every_engine(case: Shipped) -> None:
    """A second engine compiled apart, the tracing one, and one that starts from a copy at every decision."""
    game = game_of(case)
    rules = prepare(game)
    fresh, tracing = PythonEngine(rules.lowered.program), rules.tracing
    for seed in range(some(3, 5)):
        players = game.players[0] + seed % (game.players[1] - game.players[0] + 1)
        dice = random.Random(seed)
        one, two, three = (engine.start(players, seed) for engine in (rules.engine, fresh, tracing))
        while not rules.engine.over(one):
            assert one.tobytes() == two.tobytes() == three.tobytes()
            pending = dice.choice(rules.engine.pending(one))
            action = dice.choice(rules.engine.actions(one, pending.strand))
            rules.engine.act(one, pending.strand, action)
            two = two[:]
            fresh.act(two, pending.strand, action)
            tracing.act(three, pending.strand, action, [])
        assert one.tobytes() == two.tobytes() == three.tobytes()


def closed_options(match: Match, decisions: list[Decision]) -> list[str]:
    """The names of the options without an argument that these decisions do not offer now."""
    sites = {decision.site for decision in decisions}
    open_now = {option.number for decision in decisions for option in decision.options}
    named = [one for one in match.rules.lowered.actions if one.name and one.needs]
    return [one.name for one in named if one.site in sites and one.first not in open_now]


def labels_of(decision: Decision) -> list[dict[str, str]]:
    """What the player reads of the options: labels do not count when options are compared."""
    return [option.labels for option in decision.options]


@CASES
def test_nothing_that_a_player_sees_depends_on_what_is_hidden_from_the_player(case: Shipped) -> None:
    """Permuting what a player cannot know, and future luck, changes neither view, prompts nor options, nor
    why other options are refused."""

    @settings(max_examples=some(10, 30))
    @given(st.data())
    def check(data: st.DataObject) -> None:
        match = data.draw(matches(case))
        player = data.draw(st.integers(0, len(match.players) - 1))
        shown = match.objects(player)
        other = match.determinize(player, data.draw(st.integers(0, 2**32)))
        assert other.audit() == []
        for language in ("en", "cs"):
            assert other.view(player, language) == match.view(player, language)
        assert other.objects(player) == shown
        assert list(other.objects(player).pieces) == list(shown.pieces)
        mine = [decision for decision in match.decisions if decision.player == player]
        theirs = [decision for decision in other.decisions if decision.player == player]
        assert mine == theirs
        assert list(map(labels_of, mine)) == list(map(labels_of, theirs))
        for name in closed_options(match, mine):
            reason = match.why_not(name, player)
            assert reason is None or " is not open: " in reason, reason
            assert other.why_not(name, player) == reason
        seen, dealt = ([one.player for one in m.pending_for(player)] for m in (match, other))
        assert seen == dealt
        assert sorted(map(len, classes([match.position], player))) == sorted(
            map(len, classes([other.position], player))
        )

    check()


@CASES
def test_what_a_reader_is_not_told_of_a_choice_nothing_else_tells(case: Shipped) -> None:
    """Two options of a secret choice, or of one that players make simultaneously, look the same to readers who do not
    learn which it was, until all have answered."""
    game = game_of(case)
    rules = prepare(game)
    if rules.lowered.program.layout.strands == 1 and not has_secrets(rules):
        return  # there is no such choice
    for seed in range(3):
        dice = random.Random(seed)
        match = Match(game, game.players[0] + seed % (game.players[1] - game.players[0] + 1), seed)
        encoder = Encoder(match)
        for _ in range(25):
            if match.is_over:
                break
            decision = dice.choice(match.decisions)
            if len(decision.options) > 1:
                pair = [match.clone(), match.clone()]
                for one, option in zip(pair, dice.sample(list(decision.options), 2), strict=True):
                    one.choose(option, decision.player)
                same = match.fork is not None and all(one.fork == match.fork for one in pair)
                if same or (decision.strand == 0 and match.rules.site(decision.site).secret):
                    for reader in _untold(pair, decision.player):
                        first, second = (observed(one, reader, encoder) for one in pair)
                        assert first == second, f"seed {seed}, {decision.prompt}, reader {reader}"
            match.choose(dice.choice(decision.options), decision.player)


def _untold(matches: list[Match], player: int) -> list[int | None]:
    """The readers who do not learn what was chosen last in any of these matches."""
    step = len(matches[0].journal) - 1
    lines = [
        next(line for line in match.log_lines(step) if line.step == step and line.kind == "choice")
        for match in matches
    ]
    readers = [None, *(one for one in range(len(matches[0].players)) if one != player)]
    return [reader for reader in readers if all(line.visibility(reader) != "what" for line in lines)]


@CASES
def test_the_order_of_simultaneous_answers_shows_nowhere(case: Shipped) -> None:
    """The same answers, given in two orders, lead to positions and logs that look the same to every reader. Only the
    ids of pieces of one design may be exchanged. Lines stay as they are once they are written, so what everybody
    has read is compared after the last answers, and before that what one reader sees."""
    game = game_of(case)
    if prepare(game).lowered.program.layout.strands == 1:
        return  # nobody answers simultaneously
    for seed in range(some(2, 4)):
        dice = random.Random(seed)
        match = Match(game, game.players[1] - seed % (game.players[1] - game.players[0] + 1), seed)
        answered = [match, match]
        for _ in range(60):
            if match.is_over:
                break
            if match.fork is None:
                decision = dice.choice(match.decisions)
                match.choose(dice.choice(decision.options), decision.player)
                continue
            players = list(range(len(match.players)))
            draw = dice.getrandbits(32)
            answered = [_answered(match, one, draw) for one in (players, players[::-1])]
            reader = dice.choice([None, *players])
            assert answered[0].view(reader) == answered[1].view(reader), f"seed {seed}, reader {reader}"
            match = answered[0].clone()
        for reader in (None, *range(len(match.players))):
            one, other = (_read(found, reader) for found in answered)
            assert one == other, f"seed {seed}, reader {reader}"


def _read(match: Match, reader: int | None) -> list[object]:
    """What a reader sees and has read of a match."""
    events = [(one.kind, one.player, one.name, one.site, one.text) for one in match.events(reader)]
    languages = ("en", "cs")
    return [*((match.view(reader, one), match.log(reader, one)) for one in languages), events]


def _answered(match: Match, players: list[int], draw: int) -> Match:
    """A copy, in which all have answered: each player, in this order, with draws of their own."""
    copy, began = match.clone(), match.fork
    dice = {player: random.Random(f"{draw} {player}") for player in players}
    while copy.fork is not None and copy.fork == began:
        open_now = {one.player: one for one in copy.decisions}
        player = next(one for one in players if one in open_now)
        copy.choose(dice[player].choice(open_now[player].options), player)
    return copy


@CASES
def test_a_log_names_only_what_its_reader_knew(case: Shipped) -> None:
    """Renaming every piece that a reader does not know, in what the log keeps, changes no line."""
    game = game_of(case)
    names = [name.casefold() for name in game.symbols.designs]

    @settings(max_examples=15)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        match = data.draw(matches(case))
        for reader in range(len(match.players)):
            for line in match.log_lines():
                for value in line.values:
                    number, known = value.number, line.knows[reader]
                    if value.type.kind == "piece" and number >= 0 and not known >> number & 1:
                        shown = match.names.value(value.type, number, known=known)
                        assert shown.casefold() not in names

    check()


@CASES
def test_positions_that_differ_in_luck_or_interchangeable_pieces_have_one_key(case: Shipped) -> None:
    @settings(max_examples=20)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        match = data.draw(matches(case))
        key = match.position_key()
        other = match.clone()
        other.memory[0] ^= 0x5DEECE66D
        assert other.position_key() == key
        if not match.is_over:
            decision = match.decision
            other.choose(data.draw(st.sampled_from(decision.options)), decision.player)
            assert other.position_key() != key

    check()


@CASES
def test_explicit_chance_has_probabilities_that_sum_to_one(case: Shipped) -> None:
    game = game_of(case)
    dice = random.Random(5)
    for players in sample(range(game.players[0], game.players[1] + 1), 2):
        match = Match(game, players, explicit_chance=True)
        for _ in range(some(200, 400)):
            if match.is_over:
                break
            decision = match.decision
            assert decision.is_chance == (decision.player < 0)
            assert sum(decision.probabilities) == pytest.approx(1)
            weights = [option.weight for option in decision.options]
            match.choose(dice.choices(decision.options, weights)[0])
            assert match.audit() == []
