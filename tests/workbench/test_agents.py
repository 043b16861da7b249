"""Networks and programmed agents at every command that takes a bot."""

from __future__ import annotations

import functools
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from rulewright.interpreter import Match
from rulewright.interpreter.bots.registry import BOTS, read_bot
from rulewright.interpreter.learning.batch import Batch
from rulewright.interpreter.learning.network import Network
from rulewright.interpreter.match.output.encoding.encoder import Encoder
from rulewright.interpreter.simulation.workers import pool
from rulewright.workbench.agents import agent
from rulewright.workbench.web.store import Store
from rulewright.workbench.web.workers import _begin

from ..interpreter.small_games import shipped_game
from .conftest import Run
from .pages import run, serving

GAME = "classics/tic-tac-toe"
FEW = ("--matches", "6", "--seed", "1", "--processes", "1")
FIRST = """
import rulewright

class First(rulewright.Bot):
    def choose(self, match, decision):
        return decision.options[0]

class Broken(rulewright.Bot):
    def choose(self, match, decision):
        raise OSError("no luck")
"""


@pytest.fixture
def network() -> Network:
    """In `agent.npz`; beside it are agents in `mine.py`."""
    made = Network.new(Match(shipped_game(GAME)), hidden=(8,), seed=2)
    made.save("agent.npz")
    Path("mine.py").write_text(FIRST, encoding="utf-8")
    return made


@pytest.mark.parametrize(
    "written",
    ["agent.npz", "./agent.npz", "file:agent.npz", "agent.npz:0", "file:agent.npz:0.5", "agent.npz:sims=20"],
)
def test_a_match_between_networks_is_watched(rulewright: Run, network: Network, written: str) -> None:
    done = rulewright("play", GAME, "--bots", written, "--seed", "3")
    assert (done.code, done.err) == (0, "")
    assert "The match is over" in done.out or "wins" in done.out or "draw" in done.out


def test_the_bot_plays_what_the_network_likes_best(rulewright: Run, network: Network) -> None:
    match = Match(shipped_game(GAME), seed=1)
    bot = network.at(0).bot(1)
    option = bot.choose(match, match.decision)
    batch = Batch(shipped_game(GAME), 1)
    assert batch.encoder.actions.indexes[option.number] == batch.play(network.at(0), 1).actions[0, 0]


def test_a_bot_chooses_as_often_as_its_network_says(network: Network) -> None:
    match = Match(shipped_game(GAME), seed=1)
    encoder = Encoder(match)
    seen = np.frombuffer(encoder.vector(match, 0), np.float32)[None]
    masks = np.ones((1, network.actions), bool)
    expected = network(seen, masks)[0][0]
    often = np.zeros(network.actions)
    for seed in range(900):
        often[encoder.actions.indexes[network.bot(seed).choose(match, match.decision).number]] += 1 / 900
    assert np.abs(often - expected).max() < 0.06


def test_simulations_name_the_network(rulewright: Run, network: Network) -> None:
    done = rulewright(
        "simulate", GAME, *FEW, "--bot", "agent.npz", "--bot", "./mine.py:First", "--format", "json"
    )
    assert (done.code, done.err) == (0, "")
    assert json.loads(done.out)["bots"] == ["agent.npz", "./mine.py:First"]
    again = rulewright(
        "simulate", GAME, *FEW, "--bot", "agent.npz", "--bot", "./mine.py:First", "--format", "json"
    )
    assert again.out == done.out


def test_processes_have_the_network_too(rulewright: Run, network: Network) -> None:
    given = ("simulate", GAME, "--matches", "40", "--seed", "1", "--bot", "agent.npz", "--format", "json")
    one, two = (rulewright(*given, "--processes", number) for number in "12")
    assert (one.code, two.code) == (0, 0)
    assert json.loads(one.out) == json.loads(two.out)


def test_two_networks_are_compared(rulewright: Run, network: Network) -> None:
    done = rulewright(
        "compare", GAME, *FEW, "--bot", "agent.npz", "--with-bot", "./mine.py:First", "--format", "json"
    )
    assert (done.code, done.err) == (0, "")
    assert json.loads(done.out)["sides"]["second"]["bots"] == ["agent.npz"]


def test_networks_are_ranked(rulewright: Run, network: Network) -> None:
    done = rulewright("rank", GAME, *FEW, "agent.npz", "random", "agent.npz:0", "--format", "json")
    assert (done.code, done.err) == (0, "")
    assert {one["bot"] for one in json.loads(done.out)["bots"]} == {"agent.npz", "random", "agent.npz:0"}


COMMANDS = (
    ("play", GAME, "--bots"),
    ("simulate", GAME, *FEW, "--bot"),
    ("compare", GAME, *FEW, "--with-bot", "random", "--bot"),
    ("rank", GAME, *FEW, "random"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
def test_what_is_wrong_with_an_agent_is_said(
    rulewright: Run, network: Network, command: tuple[str, ...]
) -> None:
    Path("text.npz").write_text("not a network", encoding="utf-8")
    Network.new(Match(shipped_game("classics/connect-four"))).save("four.npz")
    Network.new(Match(shipped_game(GAME)), values=0).save("worthless.npz")
    for written, said in (
        ("none.npz", "none.npz cannot be read: no such file or directory (name a file that is there)"),
        ("text.npz", "text.npz is no network"),
        ("agent.npz:1.2.3", "'1.2.3' is no temperature"),
        ("agent.npz:sims=1.5", "'1.5' is no number of simulations (write agent.npz:sims=100)"),
        ("agent.npz:sims=0", "a search has 1 to 1,000,000 simulations, not 0"),
        ("worthless.npz:sims=10", "this network has no value, so it cannot guide a search (train it"),
        ("four.npz", "four.npz: this network plays 'connect-four', not 'tic-tac-toe'"),
        ("./mine.py:Frist", "did you mean './mine.py:First'?"),
        ("gredy", "a network agent.npz"),
    ):
        done = rulewright(*command, written)
        assert done.code == 2, done
        assert said in done.err, done
        assert done.out == ""


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
def test_an_agent_that_fails_is_named(rulewright: Run, network: Network, command: tuple[str, ...]) -> None:
    done = rulewright(*command, "./mine.py:Broken")
    assert done.code == 1
    assert f"rulewright {command[0]}: ./mine.py:Broken fails at " in done.err
    assert "OSError: no luck" in done.err


def test_without_numpy_it_says_what_to_install(
    rulewright: Run, network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("rulewright.interpreter.learning")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    done = rulewright("simulate", GAME, *FEW, "--bot", "agent.npz")
    assert done.code == 2
    assert 'pip install "rulewright[learn]"' in done.err


def test_no_machine_code_is_needed(process: Run, network: Network) -> None:
    done = process("simulate", GAME, *FEW, "--bot", "agent.npz", "--short", RULEWRIGHT_ENGINE="python")
    assert (done.code, done.err) == (0, "")


# --------------------------------------------------------------------- tables in the browser


@pytest.fixture(autouse=True)
def _named_as_before() -> Iterator[None]:
    """What a test has offered is a bot for that test only."""
    before = dict(BOTS)
    yield
    for name in BOTS.keys() - before.keys():
        del BOTS[name]


def test_a_network_takes_a_seat_in_the_browser(tmp_path: Path, network: Network) -> None:
    async def work() -> None:
        agents = ("agent.npz", "./mine.py:First")
        async with serving(tmp_path, agents=agents) as server:
            offered = (await server.request("GET", "/api/bots")).data["bots"]
            assert offered[-2:] == [{"name": "agent", "hash": network.hash}, {"name": "First", "hash": None}]
            assert (await server.request("GET", f"/api/games/{GAME}")).data["hash"] == network.hash
            started = await server.start(GAME, "person", "agent")
            page = await server.joined(started["match"], started["tokens"][0])
            match = server.table(started["match"]).match
            option = next(iter(match.choices(0).values()))
            await page.ask("choose", option=option.id, turn=page.turn)
            await page.until(lambda one: len(match.journal) >= 2)
            assert len(match.journal) == 2

    run(work())


def test_processes_in_which_bots_think_know_the_agents(tmp_path: Path, network: Network) -> None:
    Store(tmp_path / "matches.sqlite")
    texts = {"agent": "agent.npz", "First": "./mine.py:First"}
    begin = functools.partial(_begin, tmp_path / "matches.sqlite", "auto", tuple(texts.values()))
    with pool(1, begin) as executor:
        for name in texts:
            assert executor.submit(read_bot, name).result() == (agent(texts[name]), None)


def test_a_network_takes_no_seat_in_another_game(tmp_path: Path, network: Network) -> None:
    async def work() -> None:
        async with serving(tmp_path, agents=("agent.npz",)) as server:
            wanted = {
                "game": "classics/connect-four",
                "players": ["Ann", "Bob"],
                "plays": ["person", "agent"],
            }
            answer = await server.request("POST", "/api/matches", wanted)
            assert answer.status == 400, answer.body
            assert "this network plays 'tic-tac-toe'" in answer.body.decode()
            clock = {"each": "choice", "seconds": 60, "increment": 0, "then": "agent"}
            late = wanted | {"plays": ["person", "person"], "clock": clock}
            assert (await server.request("POST", "/api/matches", late)).status == 400
            started = await server.start("classics/connect-four", "person", "random")
            page = await server.joined(started["match"], started["tokens"][0])
            refused = await page.ask("seat", seat=0, plays="agent")
            assert refused["type"] == "refused"
            assert "this network plays 'tic-tac-toe'" in refused["error"]["message"]

    run(work())


def test_a_browser_names_no_file(tmp_path: Path, network: Network) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            for name in ("agent.npz", "./agent.npz", "file:agent.npz", "./mine.py:First", "agent", "First"):
                wanted = {"game": GAME, "players": ["Ann", "Bob"], "plays": ["person", name]}
                answer = await server.request("POST", "/api/matches", wanted)
                assert answer.status == 400, answer.body
                assert "there is no bot" in answer.body.decode()

    run(work())


def test_servers_say_what_is_wrong_with_an_agent(rulewright: Run, network: Network) -> None:
    network.save("greedy.npz")
    network.save("a b.npz")
    for written, said in (
        ("none.npz", "none.npz cannot be read"),
        ("greedy.npz", "there is already a bot 'greedy' (call greedy.npz otherwise)"),
        ("a b.npz", "'a b' cannot be the name of a bot"),
        ("greedy", "'greedy' is a bot that is there anyway"),
    ):
        done = rulewright("serve", "--http", "--agent", written)
        assert (done.code, done.out) == (2, "")
        assert said in done.err
    twice = rulewright("serve", "--http", "--agent", "agent.npz", "--agent", "file:agent.npz")
    assert "there is already a bot 'agent'" in twice.err


def test_a_program_seats_what_its_server_offers(
    network: Network, monkeypatch: pytest.MonkeyPatch, rulewright: Run
) -> None:
    def asked(game: str) -> str:
        params = {"game": game, "players": 2, "seats": [0], "bots": {"1": "agent"}}
        return json.dumps({"id": 1, "method": "new", "params": params})

    lines = f"{asked(GAME)}\n{asked('classics/connect-four')}\n".encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
    done = rulewright("serve", "--stdio", "--agent", "agent.npz")
    played, refused = (json.loads(line) for line in done.out.splitlines())
    assert "result" in played
    assert refused["error"]["code"] == "RW705"
    assert "this network plays 'tic-tac-toe'" in refused["error"]["message"]


@pytest.mark.parametrize("more", ["sims=", "sims=x", "sim=50", "-1", "nan", "0.5:sims=5", "1e-3"])
def test_what_follows_a_network_is_no_module(rulewright: Run, more: str) -> None:
    """A slip after the colon is said plainly, before the file is looked for."""
    done = rulewright("simulate", GAME, *FEW, "--bot", f"agent.npz:{more}")
    assert done.code == 2
    assert "neither a temperature nor a number of simulations" in done.err
    assert "write agent.npz" in done.err


@pytest.mark.parametrize("command", ["simulate", "rank", "compare", "play"])
def test_as_many_play_as_a_network_has_learnt_with(rulewright: Run, command: str) -> None:
    """Unless `--players` says otherwise; then it is refused."""
    game, usual, players = "do-podzemi", 3, 4
    Network.new(Match(shipped_game(game), players), hidden=(4,)).save("four.npz")
    given = {
        "simulate": ("simulate", game, "--bot", "four.npz", *FEW),
        "rank": ("rank", game, "four.npz", "random", *FEW),
        "compare": ("compare", game, "--bot", "four.npz", "--with-bot", "random", *FEW),
        "play": ("play", game, "--bots", "four.npz", "--seed", "1"),
    }[command]
    done = rulewright(*given)
    assert (done.code, done.err) == (0, "")
    assert f"{players} players" in done.out or f"Player {players}" in done.out
    done = rulewright(*given, "--players", str(usual))
    assert done.code != 0
    assert f"plays with {players} players, not {usual} (let {players} players play" in done.err
