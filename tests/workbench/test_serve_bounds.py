"""A server under load: nobody waits long, nothing grows without end, and every error is a reply."""

from __future__ import annotations

import gc
import json
import os
import random
import weakref
from pathlib import Path
from typing import Any

import pytest
from rulewright.interpreter import Match
from rulewright.interpreter.memory.faults import STEP_LIMIT, RulesFault
from rulewright.workbench.files.games import GameFiles
from rulewright.workbench.files.headers import listed
from rulewright.workbench.protocol import host, server
from rulewright.workbench.protocol.messages import LONGEST_WORD
from rulewright.workbench.protocol.server import Server
from rulewright.workbench.seats import library
from rulewright.workbench.seats.library import GameLibrary
from rulewright.workbench.seats.thinking import Thinking, thinker
from rulewright.workbench.wire.refusals import RefusalError

from .test_serve import BLUFF, FAULTY, GAME, SIGNS, Client, play_on

TALK = """\
rulewright: 1
game: talk
players: 1
steps: 30
game has: {said: {type: 0..99}}
phrases:
  "{speaker: player} speaks": {do: said becomes 1, log: {en: "{speaker} speaks."}}
flow:
  - phase: talk
    repeat: 99 times
    turns: clockwise from player 1, each player, once each
    options:
      much: {do: "repeat 12 times: the player speaks"}
      little: {do: the player speaks}
"""


@pytest.fixture
def client() -> Client:
    return Client(BLUFF, SIGNS, FAULTY)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is over after every step."""
    monkeypatch.setattr(host, "PATIENCE", 0)


def steps_until(client: Client, match: str, done: Any) -> int:
    for count in range(10_000):
        if done(client.ask("decision", match=match, seat=client.server._held[match].seats[0])["state"]):
            return count
    raise AssertionError("bots never finish")


@pytest.mark.usefixtures("impatient")
def test_bots_think_step_by_step_and_others_are_heard_in_between(client: Client) -> None:
    told = client.ask("new", game=GAME, players=2, seed=4, bots={"0": "search:40"})
    seat = told["state"]["deciding"][0]
    if seat == 1:
        told["state"] = client.ask("choose", match="m1", seat=1, option="draw")["state"]
    assert told["state"]["thinking"] in ([0], [])
    client.ask("new", game=SIGNS, players=2)
    count = steps_until(client, "m1", lambda state: not state["thinking"])
    assert count >= 10  # how often another request could have been answered
    assert client.ask("decision", match="m2", seat=0)["decision"] is not None


@pytest.mark.usefixtures("impatient")
def test_no_thought_takes_longer_than_servers_allow(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "MOST_SECONDS", 0)
    told = client.ask("new", game=GAME, players=2, seed=4, bots={"0": "search:10000"})
    if told["state"]["deciding"][0] == 1:
        client.ask("choose", match="m1", seat=1, option="draw")
    assert (
        steps_until(client, "m1", lambda state: not state["thinking"]) < 20
    )  # ten thousand iterations are more


@pytest.mark.usefixtures("impatient")
def test_thinking_in_steps_comes_to_the_same(client: Client) -> None:
    """The choices of the same bots without a time limit."""
    client.ask(
        "new", game=GAME, players=2, seed=4, bots={"0": "search:9", "1": "greedy:2"}, administrator="x"
    )
    match = client.server._held["m1"]
    for _ in range(20_000):
        if match.match.is_over:
            break
        match.let_bots_play()
    assert match.match.is_over
    alone = Match(match.match.game, 2, 4)
    bots = ["search:9", "greedy:2"]
    while not alone.is_over:
        decision = alone.decision
        about = Thinking(len(alone.journal), decision.player, bots[decision.player], 0)
        alone.choose(thinker(alone, about).choose(alone, decision), decision.player)
    assert alone.snapshot() == match.match.snapshot()


@pytest.mark.usefixtures("impatient")
def test_onlookers_let_bots_go_on(client: Client) -> None:
    client.ask("new", game=SIGNS, players=2, seed=1, bots={"0": "greedy:3", "1": "search:5"})
    for number in range(1_000):
        seen = client.ask("view", match="m1") if number % 2 else client.ask("log", match="m1")
        if client.ask("matches")["matches"][0]["state"]["over"]:
            break
    assert client.ask("matches")["matches"][0]["state"]["over"], seen
    assert client.refused("decision", match="m1", seat=0)[0] == "RW724"


@pytest.mark.usefixtures("impatient")
def test_a_choice_or_undo_while_bots_think(client: Client) -> None:
    client.ask("new", game=SIGNS, players=2, seed=1, bots={"0": "search:5"}, administrator="x")
    dice = random.Random(3)
    for _ in range(60):
        state = client.ask("decision", match="m1", seat=1)["state"]
        if state["over"]:
            break
        if 1 in state["deciding"]:
            options = client.ask("decision", match="m1", seat=1)["decision"]["options"]
            client.ask("choose", match="m1", seat=1, option=dice.choice(options)["number"])
            if dice.random() < 0.3:
                client.ask("undo", match="m1", administrator="x")
    copy = client.ask("clone", match="m1", administrator="x")["match"]
    assert client.ask("view", match=copy, seat=1) == client.ask("view", match="m1", seat=1)


def test_what_a_bot_breaks_is_taken_back_to_the_last_choice(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.ask("new", game=GAME, players=2, seed=4, bots={"0": "random"}, administrator="x")
    held = client.server._held["m1"]
    held.let_bots_play()
    before = held.match.snapshot()
    option = held.match.decision.options[0].number
    act = Match.take

    def breaks(self: Match, strand: int, number: int) -> None:
        if self.decision.player == 0:
            raise self.broken(RulesFault(STEP_LIMIT))
        act(self, strand, number)

    monkeypatch.setattr(Match, "take", breaks)
    monkeypatch.setattr(host, "PATIENCE", -1)
    for _ in range(50):  # until the bot has something to decide
        reply = client.send("choose", match="m1", seat=1, option=option)
        if "error" in reply:
            break
        before = held.match.snapshot()
        option = held.match.decision.options[0].number
    assert reply["error"]["code"] == "RW706"
    assert held.match.snapshot() == before
    assert client.ask("decision", match="m1", seat=1)["decision"] is not None


def test_what_goes_wrong_in_a_bot_s_thinking(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.ask("new", game=SIGNS, players=2, seed=1, bots={"0": "greedy:1"})
    before = client.server._held["m1"].match.snapshot()
    option = client.ask("decision", match="m1", seat=1)["decision"]["options"][0]["number"]
    deal = Match.determinize

    def wrong(self: Match, player: int, seed: int) -> Match:
        raise RulesFault(STEP_LIMIT)

    monkeypatch.setattr(Match, "determinize", wrong)
    for _ in range(3):
        assert client.refused("choose", match="m1", seat=1, option=option)[0] == "RW706"
        assert client.server._held["m1"].match.snapshot() == before
    monkeypatch.setattr(Match, "determinize", deal)
    assert client.ask("choose", match="m1", seat=1, option=option)["state"]["actions"] > 1


@pytest.mark.parametrize("method", ["view", "log", "decision", "why_not"])
def test_rules_that_go_wrong_wherever_they_run_are_an_answer(
    client: Client, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    client.ask("new", game=GAME, players=2)

    def wrong(self: Any, *args: Any, **options: Any) -> Any:
        raise RulesFault(STEP_LIMIT)

    for name in ("view", "log", "why_not"):
        monkeypatch.setattr(Match, name, wrong)
    monkeypatch.setattr(Match, "pending", wrong)
    more = {"option": 1} if method == "why_not" else {}
    assert client.refused(method, match="m1", seat=0, **more)[0] == "RW706"
    monkeypatch.undo()
    assert client.ask("view", match="m1", seat=0)["view"]


def test_a_match_that_never_ends_is_not_kept_growing(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "talk.yaml"
    path.write_text(TALK, encoding="utf-8")
    talker = Client(str(path))
    talker.ask("new", game=str(path), players=1, administrator="x")
    for _ in range(30):
        talker.ask("choose", match="m1", seat=0, option="little")
    assert talker.refused("choose", match="m1", seat=0, option="little")[0] == "RW728"
    assert talker.refused("decision", match="m1", seat=0)[0] == "RW728"
    assert talker.ask("undo", match="m1", administrator="x")["state"]["actions"] == 29
    talker.ask("new", game=str(path), players=1, bots={"0": "random"})
    held = talker.server._held["m2"]
    for _ in range(10):
        held.let_bots_play()
    assert len(held.match.journal) == 30


def test_a_log_comes_in_pages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(server, "PAGE", 10)
    path = tmp_path / "talk.yaml"
    path.write_text(TALK, encoding="utf-8")
    talker = Client(str(path))
    talker.ask("new", game=str(path), players=1)
    for option in ("little", "little", "much", "little", "little"):
        talker.ask("choose", match="m1", seat=0, option=option)
    pages, since = [], 0
    for _ in range(9):
        page = talker.ask("log", match="m1", seat=0, since=since)
        pages.append(page["lines"])
        since = page["next"]
        if not page["more"]:
            break
    assert [len(page) for page in pages] == [10, 10, 1]
    whole = talker.server._held["m1"].match.log(0)
    assert [line for page in pages for line in page] == whole
    assert talker.ask("log", match="m1", seat=0, since=99)["lines"] == []


def test_lines_of_logs_are_kept_for_some_matches_only(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "MOST_LOGS", 2)
    for number in range(1, 5):
        client.ask("new", game=GAME, players=2)
        client.ask("log", match=f"m{number}")
    kept = [hosted.match.readers._log is not None for hosted in client.server._held.values()]
    assert kept == [False, False, True, True]
    assert client.ask("log", match="m1")["lines"]


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ('{"id":1,"id":2,"method":"hello"}', "RW720", "an object has a key twice"),
        ('{"method":"hello","params":{"a":{"b":1,"b":2}}}', "RW720", "an object has a key twice"),
        ('{"method":"hello","params":{"a":' + "[" * 60 + "]" * 60 + "}}", "RW720", "at most 50 levels deep"),
        ('{"method":"hello","id":"' + "x" * (LONGEST_WORD + 1) + '"}', "RW721", "an id has at most"),
        ('{"method":"hello","id":' + "9" * 2_000 + "}", "RW721", "an id has at most"),
    ],
)
def test_requests_that_are_refused(line: str, code: str, said: str) -> None:
    error = json.loads(Server().answer(line))["error"]
    assert error["code"] == code
    assert said in error["message"]


def test_a_word_and_a_save_that_are_too_long(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.refused("new", game=GAME, players=2, administrator="x" * (LONGEST_WORD + 1))[0] == "RW721"
    client.ask("new", game=GAME, players=2, administrator="x")
    play_on(client, "m1", (0, 1), random.Random(1), 5)
    save = client.ask("save", match="m1", administrator="x")["save"]
    monkeypatch.setattr(server, "MOST_ACTIONS", 4)
    assert client.refused("restore", game=GAME, save=save)[0] == "RW728"


# ------------------------------------------------------------------------------- games


def test_the_list_of_games_is_read_once_until_a_file_changes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "talk.yaml"
    path.write_text(TALK, encoding="utf-8")
    one = GameLibrary((str(path),))
    read: list[str] = []

    def counted(files: GameFiles) -> dict[str, Any]:
        read.append(files.name)
        return listed(files)

    monkeypatch.setattr(library, "listed", counted)
    first = one.titles()
    assert len(read) == len(first)
    assert one.titles() == first
    assert len(read) == len(first)
    path.write_text(TALK.replace("players: 1", "title: Talk\nplayers: 1..2"), encoding="utf-8")
    assert one.titles()[-1]["players"] == "1..2"
    assert len(read) == len(first) + 1
    path.unlink()
    assert len(one.titles()) == len(first) - 1


def test_a_game_that_was_changed_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "talk.yaml"
    path.write_text(TALK, encoding="utf-8")
    one = GameLibrary((str(path),))
    game = one.game(str(path), ())
    assert one.game(str(path), ()) is game
    path.write_text(TALK.replace("0..99", "0..98"), encoding="utf-8")
    os.utime(path, (1, 1))
    assert one.game(str(path), ()).content_hash != game.content_hash
    path.write_text("rulewright: 1\n", encoding="utf-8")
    with pytest.raises(RefusalError):
        one.game(str(path), ())


def test_games_and_matches_that_are_closed_are_let_go(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(library, "MOST_OPEN", 2)
    paths = [tmp_path / f"talk{number}.yaml" for number in range(4)]
    for path in paths:
        path.write_text(TALK, encoding="utf-8")
    client = Client(*map(str, paths))
    games, matches = [], []
    for path in paths:
        name = client.ask("new", game=str(path), players=1)["match"]
        held = client.server._held[name].match
        games.append(weakref.ref(held.game))
        matches.append(weakref.ref(held))
        client.ask("log", match=name)
        del held
        client.ask("close", match=name)
    gc.collect()
    assert [one() is not None for one in matches] == [False] * 4
    assert [one() is not None for one in games] == [False, False, True, True]
