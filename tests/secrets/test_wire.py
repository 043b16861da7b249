"""What others keep secret changes no byte that a page receives: neither a message, nor how many there are.

The matches are those of `test_noninterference`, played over connections as browsers do: everybody joins, chooses,
asks why, takes back, watches replays and comes back, while only what is hidden from one reader differs.
"""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match, MatchError
from rulewright.interpreter.ir import SECRET_LUCK
from rulewright.interpreter.match.output.objects.catalogue import catalogue
from rulewright.interpreter.match.setup.rules import prepare
from rulewright.interpreter.memory.words import Memory
from rulewright.workbench.files.shipped import shipped_games
from rulewright.workbench.seats.pauses import Pauses
from rulewright.workbench.seats.turns import Turns
from rulewright.workbench.web import feed, limits, lobby, replay, resume, session, table, workers
from rulewright.workbench.web import messages as m
from rulewright.workbench.web.rules import Rules, RulesLibrary
from rulewright.workbench.web.store import MatchRow
from rulewright.workbench.wire.shapes import data_of

from ..amount import sample, some
from ..battery.games import Shipped, loaded
from ..workbench.pages import Page, Server, quiet, run, serving
from .games import SIMULTANEOUSLY, TURN, game_of, some_game, written
from .test_noninterference import EACH, is_open
from .worlds import Play

Patch = pytest.MonkeyPatch
Begin = Callable[[Rules, MatchRow], Match]
Conversation = list[tuple[list[str], int | None]]
"""What each connection of a reader received, and how it ended."""

_games: dict[str, Game] = {}
_beginnings: dict[str, Begin] = {}
_next: list[Begin] = []


class Games(RulesLibrary):
    """A library of games that no file holds."""

    def current(self, name: str, variants: Any) -> Rules:
        return self._known.setdefault(name, Rules(name, name, (), _games[name], b""))


@pytest.fixture(autouse=True)
def _worlds(monkeypatch: Patch) -> None:
    """Matches begin with the secrets of their world, in every module that begins one."""

    def beginning(row: MatchRow, rules: Rules) -> Match:
        if row.id not in _beginnings:
            _beginnings[row.id] = _next.pop()
        return _beginnings[row.id](rules, row)

    monkeypatch.setattr(limits, "BURST", 1e9)
    # how long a pause still lasts depends on how fast the test is, and not on the world
    monkeypatch.setattr(Pauses, "left", lambda self, seat: 9 if seat in self._until else 0)
    monkeypatch.setattr(limits, "FRAMES", 5)  # so that a replay has several pages
    for module in (lobby, resume, workers):
        monkeypatch.setattr(module, "beginning", beginning)


def with_luck(luck: int) -> Begin:
    """A match in which secret luck begins there."""

    def begin(rules: Rules, row: MatchRow) -> Match:
        def edit(m: Memory) -> None:
            m[SECRET_LUCK] = luck

        match = Match.begin(prepare(rules.game), row.players, row.seed, edit=edit)
        match.take_forced()
        return match

    return begin


@attrs.define(eq=False)
class Connections:
    """A match over connections: one for each seat, an onlooker, and the host, who has no seat."""

    server: Server
    players: int
    reader: int | None
    seed: int
    match: str = ""
    secrets: list[str] = attrs.field(factory=list)
    seats: list[Page] = attrs.field(factory=list)
    mine: list[Page] = attrs.field(factory=list)
    asked: int = 0
    undone: int = 0

    async def begin(self, game: str, begin: Begin) -> None:
        server = self.server
        _next.append(begin)
        server.here.may_think.clear()
        started = await server.start(game, *["random"] * self.players, seed=self.seed)
        self.match = started["match"]
        self.secrets = [self.match, started["host"]]
        host = await server.joined(self.match, started["host"])
        tokens = []
        for seat in range(self.players):
            assert (await host.ask("seat", seat=seat, plays="person"))["type"] == "reply"
            tokens.append((await host.ask("link", seat=seat))["token"])
        server.here.may_think.set()
        self.secrets += tokens
        self.seats = [await server.joined(self.match, token, language="cs") for token in tokens]
        onlooker = await server.joined(self.match)
        self.mine = [host, onlooker] if self.reader is None else [self.seats[self.reader]]
        await quiet()

    @property
    def table(self) -> Match:
        return self.server.table(self.match).match

    @property
    def heard(self) -> int:
        return sum(len(one.texts) for one in self.mine)

    async def choose(self, seat: int, option: str) -> None:
        page = self.seats[seat]
        answer = await page.ask("choose", option=option, turn=page.turn)
        assert answer["type"] == "reply", answer  # no page is out of date here
        await quiet()

    async def pry(self) -> None:
        """The reader tries all that a page can do, as luck will have it: the same in both worlds, because it depends
        only on how often something has happened."""
        self.asked += 1
        dice = random.Random(f"{self.seed} {self.asked}")
        page = self.mine[-1]
        kinds = [self._refused, self._replayed, self._back, self._idle, self._idle]
        await self._why(page, dice)
        await dice.choice(kinds)(page, dice)
        if self.reader is not None and self.undone < 3 and dice.random() < 0.3:
            self.undone += 1
            await self._undo(self.mine[-1], dice)
        await quiet()

    async def _idle(self, page: Page, dice: random.Random) -> None:
        pass

    async def _why(self, page: Page, dice: random.Random) -> None:
        """Asks about what everybody knows the names of, and about ids that may or may not exist."""
        match = self.table
        facts = match.game.symbols
        names = [one.name for one in match.rules.lowered.actions if one.name]
        names += [f"piece:{one}" for one in facts.designs] + [f"player:{seat}" for seat in range(3)]
        names += [
            *facts.designs,
            *facts.places,
            *match.objects(self.reader).pieces,
            "option:1",
            "option:2(3)",
        ]
        asked = [
            *dice.sample(sorted(facts.designs), min(len(facts.designs), 3)),
            *dice.sample(sorted(names), 4),
        ]
        for name in asked:
            await page.ask("why", option=name, language=dice.choice(["en", "cs"]))

    async def _refused(self, page: Page, dice: random.Random) -> None:
        turn = page.turn
        options = [f"option:{number}" for number in range(40)] + ["high", "number:3", "option:0(imp)"]
        wrong = dice.sample([one for one in options if not self._is_legal(one)], 3)
        for option in wrong:
            await page.ask("choose", option=option, turn=turn)
        await page.ask("choose", option="option:1", turn=-1)
        await page.ask("consent", agree=True)
        await page.ask("withdraw")
        await page.ask("link", seat=1 if self.reader == 0 else 0) if page is not self.mine[0] else None

    def _is_legal(self, option: str) -> bool:
        match = self.table
        return self.reader is not None and any(
            one.id == option for one in match.choices(self.reader).values()
        )

    async def _replayed(self, page: Page, dice: random.Random) -> None:
        first = 0
        while True:
            answer = await page.ask("replay", **{"from": first})
            if not answer.get("more"):
                return
            first += len(answer["frames"])

    async def _back(self, page: Page, dice: random.Random) -> None:
        """The page goes away, and comes back."""
        known = next(one["next"] for one in reversed(page.messages) if "next" in one)
        await page.leave()
        await quiet()
        token = None if self.reader is None else self.secrets[2 + self.reader]
        known = dice.choice([known, 0, None, known + 9, -1])
        again = await self.server.joined(self.match, token, next=known)
        self.mine.append(again)
        if self.reader is not None:
            self.seats[self.reader] = again

    async def _undo(self, page: Page, dice: random.Random) -> None:
        await page.ask("undo")
        await quiet()
        asked = self.server.table(self.match).seated.question
        agrees = dice.random() < 0.7
        while asked is not None and asked.waiting:
            await self.seats[min(asked.waiting)].ask("consent", agree=agrees)
            await quiet()
            asked = self.server.table(self.match).seated.question

    async def end(self) -> Conversation:
        """What the reader has received; what differs by nature is made the same."""
        dice = random.Random(self.seed)
        for what in (self._why, self._refused, self._replayed, self._back):
            await what(self.mine[-1], dice)
        await quiet()
        found = [([self._plain(text) for text in page.texts], page.closed) for page in self.mine]
        return found

    def _plain(self, text: str) -> str:
        for number, secret in enumerate(self.secrets):
            text = text.replace(secret, f"secret {number}".ljust(len(secret)))
        return _AWAY.sub('"away":0', text)


_AWAY = re.compile(r'"away":\d+')
"""For how many seconds nobody has been at a seat: on a busy machine, the worlds are not equally quick."""


def seen(match: Match, reader: int | None) -> Any:
    return match.objects(reader), match.events(reader), match.choices_known(reader)


async def conversation(server: Server, name: str, play: Play, ended: Callable[[Match], bool]) -> Conversation:
    """What a reader receives of a match in one world, until something holds."""
    wire = Connections(server, play.players, play.reader, play.seed)
    luck = random.Random(f"luck {play.world if play.luck_differs else play.seed}").getrandbits(62)
    await wire.begin(name, with_luck(luck))
    due, dice = False, random.Random(play.world)
    for _ in range(150):
        match, drawn = wire.table, dict(play._counts)
        if match.is_over:
            break
        pending = play._next(match)
        legal = match.legal(pending.strand)
        number = legal[play._draw(match, pending) % len(legal)]
        after = match.clone()
        after.take(pending.strand, number)
        ends = ended(after) or after.is_over
        shows = ends or pending.player == play.reader or seen(match, play.reader) != seen(after, play.reader)
        if due and (shows or dice.random() < 0.4):  # at some moment before the reader learns anything more
            due, play._counts = False, drawn
            await wire.pry()
            continue
        if ends:
            break
        await wire.choose(pending.player, match.choices(pending.player)[number].id)
        due = due or shows
        if not shows and dice.random() < 0.3:  # a secret: others may take it back
            answer = await wire.seats[pending.player].ask("undo")
            await quiet()
            assert wire.server.table(wire.match).seated.question is None
            if answer["type"] == "reply":  # what all will learn is chosen again
                told = {key: count for key, count in drawn.items() if key[0] == "told"}
                play._counts = {key: count for key, count in play._counts.items() if key[0] != "told"} | told
    return await wire.end()


def difference(one: Conversation, other: Conversation) -> str:
    """Where two conversations differ, for a person to read."""
    for number, ((left, ends), (right, ends_too)) in enumerate(zip(one, other, strict=False)):
        for at, (a, b) in enumerate(zip(left, right, strict=False)):
            if a != b:
                first = next(i for i, (x, y) in enumerate(zip(a + "\0", b + "\1", strict=False)) if x != y)
                start = max(first - 150, 0)
                return (
                    f"connection {number}, message {at}:\n{a[start : first + 150]}\n{b[start : first + 150]}"
                )
        if len(left) != len(right):
            more = max(left, right, key=len)[min(len(left), len(right))]
            return f"connection {number}: {len(left)} and {len(right)} messages, then {more[:400]}"
        if ends != ends_too:
            return f"connection {number} ends with {ends} and {ends_too}"
    return f"{len(one)} and {len(other)} connections"


async def compare(
    server: Server,
    game: Game,
    seed: int,
    what: str,
    *,
    answers: bool = False,
    ended: Callable[[Match], bool] = is_open,
) -> None:
    """Plays one match in two worlds for every reader."""
    players = random.Random(seed).randint(2, 3)
    name = f"{what} {seed}"
    _games[name] = game
    for reader in (None, *range(players)):
        luck = reader is None or "luck of one" not in what  # its owner sees what luck has drawn
        one, other = [
            await conversation(
                server, name, Play(game, players, seed, reader, world, False, luck, answers), ended
            )
            for world in (2 * seed, 2 * seed + 1)
        ]
        await server.left()
        assert one == other, f"{what}, reader {reader}, seed {seed}: {difference(one, other)}"


@pytest.mark.parametrize(("what", "text"), sample(EACH, 12), ids=lambda one: str(one)[:30].strip())
def test_one_sort_of_secret(what: str, text: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path, library=Games) as server:
            for seed in range(some(1, 3)):
                await compare(server, game_of(text), seed, what)

    run(work())


@pytest.mark.parametrize("what", sample(sorted(SIMULTANEOUSLY), 3))
def test_answers_are_told_when_all_have_answered(what: str, tmp_path: Path) -> None:
    async def work() -> None:
        game = game_of(written([("do", SIMULTANEOUSLY[what])]))
        async with serving(tmp_path, library=Games) as server:
            for seed in range(some(2, 4)):
                await compare(server, game, seed, what, answers=True, ended=lambda match: match.fork is None)

    run(work())


@pytest.mark.parametrize("number", range(some(6, 40)))
def test_secrets_of_several_sorts(number: int, tmp_path: Path) -> None:
    async def work() -> None:
        what, game = some_game(random.Random(number))
        async with serving(tmp_path, library=Games) as server:
            await compare(server, game, number, what)

    run(work())


def test_a_question_does_not_tell_who_has_answered(tmp_path: Path) -> None:
    """While players answer simultaneously, one asks to take back what came before; others go on answering."""

    async def asked(server: Server, answering: tuple[int, ...]) -> Conversation:
        wire = Connections(server, 3, None, 1)
        await wire.begin("question", with_luck(1))
        while wire.table.fork is None:
            seat = wire.table.pending()[0].player
            await wire.choose(seat, next(iter(wire.table.choices(seat).values())).id)
        last = wire.table.deciders()[-1]
        others = [seat for seat in range(3) if seat != last]
        await wire.choose(
            others[answering[0]], next(iter(wire.table.choices(others[answering[0]]).values())).id
        )
        assert (await wire.seats[last].ask("undo"))["type"] == "reply"
        await quiet()
        for number in answering[1:]:
            seat = others[number]
            await wire.choose(seat, [*wire.table.choices(seat).values()][-1].id)
        question = server.table(wire.match).seated.question
        assert question is not None
        assert question.waiting == set(others)
        refused = await wire.seats[last].ask("choose", option="option:0", turn=wire.seats[last].turn)
        assert refused["error"]["code"] == "RW730"
        await wire.seats[others[0]].ask("consent", agree=True)
        await wire.seats[others[1]].ask("consent", agree=True)
        await quiet()
        assert wire.table.fork is None
        return await wire.end()

    async def work() -> None:
        turn, together = TURN["something open"], SIMULTANEOUSLY["ways of different lengths"]
        _games["question"] = game_of(written([("turn", turn), ("do", together)]))
        async with serving(tmp_path, library=Games) as server:
            first = await asked(server, (0,))
            for answering in ((1,), (0, 1), (1, 0), (0, 0, 1)):
                other = await asked(server, answering)
                assert first == other, f"{answering}: {difference(first, other)}"

    run(work())


# ------------------------------------------------------------------------- shipped games


def redealt(reader: int, world: int) -> Begin:
    """A match of which a player sees the same in each world."""

    def begin(rules: Rules, row: MatchRow) -> Match:
        match = Match.begin(prepare(rules.game), row.players, row.seed).determinize(reader, world)
        match.take_forced()
        return match

    return begin


async def lockstep(server: Server, name: str, reader: int | None, seed: int, steps: int) -> int:
    """Plays a match in two worlds side by side as long as others can go on so that the reader sees no
    difference, and compares what the reader receives. Returns how many choices that were."""
    players = max(2, _games[name].players[0])
    worlds = [Connections(server, players, reader, seed) for _ in range(2)]
    for number, wire in enumerate(worlds):
        await wire.begin(name, redealt(reader or 0, number))
    dice, made = random.Random(seed), 0
    while made < steps and not any(wire.table.is_over for wire in worlds):
        left, right = (wire.table for wire in worlds)
        seat = left.pending()[0].player
        options = [match.choices(seat) for match in (left, right)]
        numbers = list(options[0])
        for number in dice.sample(numbers, min(len(numbers), 6)):
            option = options[0][number].id
            if option not in {one.id for one in options[1].values()}:
                continue
            trials = [left.clone(), right.clone()]
            with contextlib.suppress(MatchError):
                for trial in trials:
                    trial.choose(option, seat)
                if seen(trials[0], reader) == seen(trials[1], reader):
                    break
        else:
            break
        for wire in worlds:
            heard = wire.heard
            await wire.choose(seat, option)
            if wire.heard > heard and not made % 3:
                await wire.pry()
        made += 1
    one, other = [await wire.end() for wire in worlds]
    await server.left()
    assert one == other, f"{name}, reader {reader}, seed {seed}: {difference(one, other)}"
    return made


@pytest.mark.parametrize("name", sample([*sorted(shipped_games())], 24))
def test_shipped_games_that_hide_something(name: str, tmp_path: Path) -> None:
    game = _games[name] = loaded(Shipped(name))[0]
    if game.players[1] < 2 or all(one.sight == "open" for one in catalogue(game).places.values()):
        pytest.skip("nothing is hidden from anybody")

    async def work() -> None:
        async with serving(tmp_path, library=Games) as server:
            for reader in (None, 0, 1):
                await lockstep(server, name, reader, 1, some(6, 40))

    run(work())


# ------------------------------------------------------------------------------ mutants


def onlookers_see_a_seat(patch: Patch) -> None:
    def seat(reader: int | None) -> int:
        return 0 if reader is None else reader

    told, news = feed.told, feed.news
    patch.setattr(table, "told", lambda match, reader, bots: told(match, seat(reader), bots))
    patch.setattr(table, "news", lambda match, reader, bots, before: news(match, seat(reader), bots, before))


def seats_see_another_seat(patch: Patch) -> None:
    def other(match: Match, reader: int | None) -> int | None:
        return None if reader is None else (reader + 1) % len(match.players)

    told, news = feed.told, feed.news
    patch.setattr(table, "told", lambda match, reader, bots: told(match, other(match, reader), bots))
    patch.setattr(
        table, "news", lambda match, reader, bots, before: news(match, other(match, reader), bots, before)
    )


def each_choice_is_told(patch: Patch) -> None:
    def news(match: Match, reader: int | None, bots: frozenset[int], before: feed.Told) -> Any:
        now, message = usual(match, reader, bots, before)
        return now, message or {"state": now.state, "changes": {}, "events": [], "next": now.next}

    usual = feed.news
    patch.setattr(table, "news", news)


def replays_are_of_a_seat(patch: Patch) -> None:
    usual = workers.Worker.replay
    patch.setattr(
        workers.Worker,
        "replay",
        lambda self, match, choices, reader, *rest: usual(self, match, choices, reader or 0, *rest),
    )


def replays_have_a_frame_for_each_choice(patch: Patch) -> None:
    def news(match: Match, reader: int | None, bots: frozenset[int], before: feed.Told) -> Any:
        now, message = usual(match, reader, bots, before)
        return now, message or {"changes": {}, "next": now.next}

    usual = feed.news
    patch.setattr(replay, "news", news)


def all_choices_are_counted(patch: Patch) -> None:
    patch.setattr(Match, "choices_known", lambda self, reader: len(self.journal))


def all_who_decide_are_named(patch: Patch) -> None:
    patch.setattr(Match, "pending_for", lambda self, reader: self.pending())


def each_choice_changes_the_turn(patch: Patch) -> None:
    def moved(self: Turns, match: Match, seat: int) -> None:
        for each in range(len(match.players)):
            usual(self, match, each)

    usual = Turns.moved
    patch.setattr(Turns, "moved", moved)


def everybody_learns_that_something_was_taken_back(patch: Patch) -> None:
    def renewed(self: table.Table, cut: Any, had_question: bool) -> table.Messages:
        return {reader: [data_of(m.Renewed(**self._whole(reader, 0)))] for reader in list(self._readers)}

    patch.setattr(table.Table, "_renewed", renewed)


def reasons_name_what_is_open(patch: Patch) -> None:
    def reason(self: Match, option: object, player: int | None = None, language: str = "") -> str:
        return ", ".join(option.name for decision in self.decisions for option in decision.options)

    patch.setattr(Match, "why_not", reason)


def everything_is_sent_to_everybody(patch: Patch) -> None:
    def tell(self: session.Session, messages: table.Messages) -> None:
        usual(self, {reader: [one for found in messages.values() for one in found] for reader in messages})

    usual = session.Session._tell
    patch.setattr(session.Session, "_tell", tell)


MUTANTS = [
    onlookers_see_a_seat,
    seats_see_another_seat,
    each_choice_is_told,
    replays_are_of_a_seat,
    replays_have_a_frame_for_each_choice,
    all_choices_are_counted,
    all_who_decide_are_named,
    each_choice_changes_the_turn,
    everybody_learns_that_something_was_taken_back,
    reasons_name_what_is_open,
    everything_is_sent_to_everybody,
]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: str(mutant.__name__))
def test_a_mutant_is_caught(mutant: Callable[[Patch], None], monkeypatch: Patch, tmp_path: Path) -> None:
    mutant(monkeypatch)

    async def work() -> None:
        async with serving(tmp_path, library=Games) as server:
            for seed in range(4):
                for what in ("ways of different lengths", "cards"):
                    game = game_of(written([("do", SIMULTANEOUSLY[what])]))
                    await compare(server, game, seed, what)
                what, game = some_game(random.Random(seed))
                await compare(server, game, seed, what)

    with pytest.raises(AssertionError, match=r", reader |the match has moved on since"):
        run(work())
