"""The protocol: every method, every refusal, secrets kept, and no input ends the conversation."""

from __future__ import annotations

import io
import json
import os
import random
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rulewright.dsl.diagnostics.codes import CODES
from rulewright.workbench.commands import serve
from rulewright.workbench.protocol import host, messages, server
from rulewright.workbench.protocol.messages import METHODS, protocol_schema
from rulewright.workbench.protocol.server import Server
from rulewright.workbench.seats.library import GameLibrary

from ..amount import some
from .conftest import ROOT, Run

BLUFF = str(ROOT / "tests" / "interpreter" / "games" / "bluff.yaml")
SIGNS = str(ROOT / "tests" / "interpreter" / "games" / "signs.yaml")
LESSONS = str(ROOT / "tests" / "interpreter" / "games" / "lessons.yaml")
FAULTY = str(ROOT / "tests" / "interpreter" / "games" / "faulty.yaml")
GAME = "do-podzemi"


class Client:
    """Asks a server as another program would; checks every message against the schema."""

    def __init__(self, *games: str) -> None:
        self.server = Server(GameLibrary(games))

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        request = {"id": 7, "method": method, "params": params}
        reply: dict[str, Any] = json.loads(self.server.answer(json.dumps(request)))
        assert reply["id"] == 7
        if "result" in reply:
            fits(request, "request " + method)
            fits(reply, "reply " + method)
        else:
            fits(reply, "refusal")
            assert reply["error"]["code"] in CODES
        return reply

    def ask(self, method: str, **params: Any) -> Any:
        reply = self.send(method, **params)
        assert "result" in reply, reply
        return reply["result"]

    def refused(self, method: str, **params: Any) -> tuple[str, str]:
        error = self.send(method, **params)["error"]
        return error["code"], error["message"]


def fits(message: object, definition: str) -> None:
    if jsonschema is not None:
        validator(definition).validate(message)


@cache
def validator(definition: str) -> Any:
    schema = {**protocol_schema(), "$ref": f"#/$defs/{definition.replace(' ', '%20')}"}
    del schema["oneOf"]
    return jsonschema.Draft202012Validator(schema)


try:
    import jsonschema
except ImportError:
    if os.environ.get("CI"):
        raise
    jsonschema = None  # type: ignore[assignment]


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, bots finish within a request; `test_serve_bounds` tests what happens if they do
    not."""
    monkeypatch.setattr(host, "PATIENCE", 600)


@pytest.fixture
def client() -> Client:
    return Client(BLUFF, SIGNS, LESSONS, FAULTY)


def play_on(client: Client, match: str, seats: tuple[int, ...], dice: random.Random, most: int = 500) -> Any:
    """Random choices for the seats until the match is over."""
    state = client.ask("decision", match=match, seat=seats[0])["state"]
    for _ in range(most):
        if state["over"]:
            break
        seat = dice.choice([one for one in state["deciding"] if one in seats])
        options = client.ask("decision", match=match, seat=seat)["decision"]["options"]
        chosen = dice.choice(options)
        state = client.ask("choose", match=match, seat=seat, option=chosen["number"])["state"]
    return state


def test_the_schema_is_a_schema_and_refers_to_what_is_there() -> None:
    if jsonschema is None:
        pytest.skip("jsonschema is not installed: the schema is NOT checked")
    jsonschema.Draft202012Validator.check_schema(protocol_schema())
    requests_only = jsonschema.Draft202012Validator(protocol_schema())
    assert requests_only.is_valid({"id": 1, "method": "hello"})
    assert requests_only.is_valid({"method": "new", "params": {"game": GAME, "players": 2}})
    assert not requests_only.is_valid({"id": 1, "method": "new"})
    assert not requests_only.is_valid({"id": 1, "method": "new", "params": {"game": GAME, "players": "2"}})
    assert not requests_only.is_valid({"id": 1, "method": "hello", "params": {"extra": 1}})


def test_who_answers_and_what_there_is(client: Client) -> None:
    assert client.ask("hello")["protocol"] == messages.PROTOCOL
    assert client.ask("hello")["methods"] == list(METHODS)
    names = [game["name"] for game in client.ask("games")["games"]]
    assert names[-4:] == [BLUFF, SIGNS, LESSONS, FAULTY]
    game = client.ask("game", game=GAME, variants=["three-victories"])
    assert (game["least"], game["most"]) == (2, 4)
    assert {"name": "starting hero", "type": "a kind of hero or none"} in game["options"]


def test_a_match_from_its_beginning_to_its_end(client: Client) -> None:
    told = client.ask(
        "new", game=GAME, players=["Ann", "Bob", "Cyril"], seed=4, options={"starting hero": "mage"}
    )
    assert told["seats"] == [0, 1, 2]
    state = play_on(client, told["match"], (0, 1, 2), random.Random(1))
    assert state["over"]
    assert len(state["winners"]) == 1
    assert state["deciding"] == []
    log = client.ask("log", match="m1", seat=0, language="cs")
    assert log["next"] == len(log["lines"])
    assert log["lines"][-1].startswith("Konec hry")
    assert client.ask("log", match="m1", since=log["next"])["lines"] == []
    assert client.refused("choose", match="m1", seat=0, option="draw")[0] == "RW702"
    client.ask("close", match="m1")
    assert client.ask("matches")["matches"] == []
    assert client.refused("view", match="m1")[0] == "RW723"


def test_scores_are_told_at_the_end(client: Client) -> None:
    told = client.ask("new", game="classics/leduc-poker", players=2, seed=4)
    assert told["state"]["scores"] is None
    state = play_on(client, told["match"], (0, 1), random.Random(1))
    assert state["over"]
    assert len(state["scores"]) == 2
    assert sum(state["scores"]) == 0


def test_choices_by_name_and_why_not(client: Client) -> None:
    client.ask("new", game=GAME, players=2, seed=3)
    seat = client.ask("decision", match="m1", seat=0)["state"]["deciding"][0]
    assert client.ask("decision", match="m1", seat=1 - seat)["decision"] is None
    decision = client.ask("decision", match="m1", seat=seat)["decision"]
    assert [option["name"] for option in decision["options"]] == ["draw", "pass"]
    assert decision["prompts"] == {"en": "Draw or pass", "cs": "Dobrat, nebo pasovat"}
    assert client.ask("why_not", match="m1", seat=seat, option="draw")["reason"] is None
    assert "who decides now" in client.ask("why_not", match="m1", seat=1 - seat, option="draw")["reason"]
    czech = client.ask("why_not", match="m1", seat=seat, option="přivolat do podzemí", language="cs")[
        "reason"
    ]
    assert czech.startswith("teď se rozhoduje o něčem jiném než 'přivolat do podzemí'; lze vybrat: ")
    assert client.refused("choose", match="m1", seat=1 - seat, option="draw")[0] == "RW701"
    assert client.refused("choose", match="m1", seat=seat, option=10**9)[0] == "RW701"
    assert client.ask("choose", match="m1", seat=seat, option="draw")["state"]["actions"] == 1


def test_bots_play_their_seats(client: Client) -> None:
    told = client.ask("new", game=GAME, players=3, seed=4, bots={"0": "greedy:1", "2": "search:3"})
    assert told["seats"] == [1]
    assert play_on(client, "m1", (1,), random.Random(2))["over"]
    assert client.ask("new", game=GAME, players=2, bots={"0": "random", "1": "random"})["state"]["over"]


def test_bots_play_where_all_act_at_once(client: Client) -> None:
    client.ask("new", game=SIGNS, players=2, seed=1, bots={"0": "search:5"}, administrator="x")
    assert play_on(client, "m1", (1,), random.Random(2))["over"]
    actions = client.ask("matches")["matches"][0]["state"]["actions"]
    assert client.ask("undo", match="m1", administrator="x")["state"]["actions"] < actions


def test_the_administrator_saves_restores_undoes_and_clones(client: Client) -> None:
    new = client.ask("new", game=GAME, players=2, seed=3, administrator="kočka")
    for _ in range(3):
        seat = client.ask("matches")["matches"][0]["state"]["deciding"][0]
        option = client.ask("decision", match="m1", seat=seat)["decision"]["options"][0]["number"]
        client.ask("choose", match="m1", seat=seat, option=option)
    word = {"match": "m1", "administrator": "kočka"}
    save = client.ask("save", **word)["save"]
    assert (
        client.ask("restore", game=GAME, save=save)["state"] == client.ask("matches")["matches"][0]["state"]
    )
    assert client.ask("view", match="m2", seat=0) == client.ask("view", match="m1", seat=0)
    clone = client.ask("clone", **word)["match"]
    assert client.ask("undo", match=clone, administrator="kočka")["state"]["actions"] == 2
    assert client.ask("undo", **word)["state"]["actions"] == 2
    for _ in range(2):
        client.ask("undo", **word)
    assert client.refused("undo", **word)[0] == "RW702"
    assert client.ask("view", match="m1", seat=0)["view"]["over"] is new["state"]["over"]
    assert client.refused("restore", game=GAME, save=save[:-9])[0] == "RW704"
    assert client.refused("restore", game=BLUFF, save=save)[0] == "RW705"


def test_a_seat_takes_back_its_own_choice_as_long_as_nobody_has_learnt_anything(client: Client) -> None:
    client.ask("new", game=LESSONS, players=["Ann", "Bob"], seed=3, bots={"1": "greedy"})
    assert client.refused("undo", match="m1", seat=0)[0] == "RW702"
    assert client.refused("undo", match="m1", seat=1)[0] == "RW724"
    assert client.refused("undo", match="m1")[0] == "RW721"
    assert client.refused("undo", match="m1", seat=0, administrator="x")[0] == "RW721"
    client.ask("choose", match="m1", seat=0, option="bet")
    assert client.ask("undo", match="m1", seat=0)["state"]["actions"] == 0
    client.ask("choose", match="m1", seat=0, option="draw")
    view = client.ask("view", match="m1", seat=0)
    refused = client.refused("undo", match="m1", seat=0)
    assert refused == ("RW707", "not possible: Ann has learnt something since (Ann: draw)")
    czech = client.refused("undo", match="m1", seat=0, language="cs")
    assert czech == ("RW707", "nejde to: Ann už ví něco nového (Ann: draw)")
    assert client.ask("view", match="m1", seat=0) == view


def test_a_seat_does_not_take_back_what_another_seat_has_decided(client: Client) -> None:
    client.ask("new", game=LESSONS, players=2, seed=3)
    client.ask("choose", match="m1", seat=0, option="earn")
    client.ask("choose", match="m1", seat=1, option="earn")
    assert client.refused("undo", match="m1", seat=0)[0] == "RW707"
    assert client.ask("undo", match="m1", seat=1)["state"]["deciding"] == [1]
    assert client.ask("undo", match="m1", seat=0)["state"]["deciding"] == [0]


def test_only_the_administrator_may(client: Client) -> None:
    client.ask("new", game=GAME, players=2)
    client.ask("new", game=GAME, players=2, administrator="cat")
    for method in ("save", "undo", "clone"):
        assert client.refused(method, match="m1", administrator="")[0] == "RW724"
        assert client.refused(method, match="m2", administrator="dog")[0] == "RW724"
        assert client.refused(method, match="m2")[0] == "RW721"


def test_seats_of_others_are_closed(client: Client) -> None:
    client.ask("new", game=GAME, players=2, bots={"1": "random"}, seed=1)
    for method in ("view", "log", "decision"):
        assert client.refused(method, match="m1", seat=1)[0] == "RW724"
        assert client.refused(method, match="m1", seat=-1)[0] == "RW724"
    for method in ("choose", "why_not"):
        assert client.refused(method, match="m1", seat=1, option="draw")[0] == "RW724"
    assert client.ask("view", match="m1", seat=None)["view"]["viewer"] is None


def test_no_message_of_a_seat_tells_what_the_seat_may_not_know() -> None:
    """Two matches that differ only in what a seat cannot know: the seat gets the same replies."""
    dice = random.Random(3)
    for game in (GAME, BLUFF):
        for seed in range(6):
            client = Client(BLUFF)
            client.ask("new", game=game, players=2, seed=seed)
            held = client.server._held["m1"]
            for _ in range(seed * 2 + 1):
                if not held.match.is_over:
                    held.match.choose(dice.choice(held.match.decision.options))
            real = held.match
            for seat in range(2):
                before = told(client, seat)
                held.match = real.determinize(seat, dice.getrandbits(32))
                assert told(client, seat) == before
                held.match = real


def told(client: Client, seat: int) -> list[Any]:
    """Everything that a seat can ask for, except the log: a re-dealt match does not have its history."""
    decision = client.ask("decision", match="m1", seat=seat)
    decision["state"].pop("actions")
    views = [client.ask("view", match="m1", seat=seat, language=one) for one in ("en", "cs")]
    reasons = [client.ask("why_not", match="m1", seat=seat, option=number) for number in range(0, 40, 3)]
    return [decision, *views, *reasons]


def test_a_hidden_card_is_in_nobody_elses_log(client: Client) -> None:
    client.ask("new", game=BLUFF, players=2, seed=3)
    (seat,) = client.ask("matches")["matches"][0]["state"]["deciding"]
    client.ask("choose", match="m1", seat=seat, option="hide")
    option = client.ask("decision", match="m1", seat=seat)["decision"]["options"][0]
    client.ask("choose", match="m1", seat=seat, option=option["number"])
    assert option["name"] in client.ask("log", match="m1", seat=seat)["lines"][-1]
    for other in (1 - seat, None):
        assert option["name"] not in client.ask("log", match="m1", seat=other)["lines"][-1]


def test_a_new_match_tells_nothing_that_foretells_luck(client: Client) -> None:
    reply = json.dumps(client.ask("new", game=GAME, players=2, seed=123456789, administrator="cat"))
    assert "123456789" not in reply
    assert "cat" not in reply


def test_where_the_rules_go_wrong_it_is_told_and_taken_back(client: Client) -> None:
    broken = 0
    for seed in range(60):
        new = client.send("new", game=FAULTY, players=2, seed=seed, bots={"1": "random"})
        if "error" in new:  # a bot started, and immediately met a fault
            assert new["error"]["code"] == "RW706"
            continue
        match = new["result"]["match"]
        for option in ("climb", "take", "ask", "grow"):
            before = client.ask("view", match=match, seat=0)
            if before["view"]["over"]:
                break
            reply = client.send("choose", match=match, seat=0, option=option)
            if "error" in reply:
                assert reply["error"]["code"] == "RW706"
                assert '"record"' not in json.dumps(reply)  # not the name of a folder
                assert client.ask("view", match=match, seat=0) == before
                broken += 1
    assert broken


SET_UPS: list[tuple[dict[str, Any], str, str]] = [
    ({"game": "do-podzem"}, "RW726", "there is no game 'do-podzem' here"),
    ({"game": "/etc"}, "RW726", "there is no game '/etc' here"),
    ({"variants": ["../../x"]}, "RW726", "do-podzemi has no variant '../../x'"),
    ({"players": 10**12}, "RW703", "do-podzemi is for 2 to 4 players, not for 1000000000000"),
    ({"players": -1}, "RW703", "do-podzemi is for 2 to 4 players, not for -1"),
    ({"players": ["A", "A"]}, "RW703", "two players have the same name"),
    ({"players": ["A", " "]}, "RW703", "a name has 1 to 100 characters that can be printed"),
    ({"players": ["A", "\u202e"]}, "RW703", "a name has 1 to 100 characters that can be printed"),
    ({"players": ["A", "\ud800"]}, "RW721", "this text holds half of a surrogate pair"),
    ({"players": [1, 2]}, "RW721", "this should be a text, not a whole number"),
    ({"players": True}, "RW721", "this should be a whole number or a list, each a text, not true or false"),
    ({"seed": 1 << 70}, "RW721", "this number needs more than 64 bits"),
    ({"seed": 1.5}, "RW721", "this should be a whole number or null, not a number with a fraction"),
    ({"options": {"x": 1}}, "RW703", "the game has no option 'x'"),
    (
        {"options": {"starting hero": "elf"}},
        "RW703",
        "option 'starting hero' is a kind of hero or none, not 'elf'",
    ),
    (
        {"options": {"starting hero": []}},
        "RW721",
        "this should be a whole number or a text or true or false or null",
    ),
    ({"bots": {"7": "random"}}, "RW721", "there is no seat '7'"),
    ({"bots": {"1": "serch"}}, "RW703", "there is no bot 'serch'"),
    ({"bots": {"1": "search:900000"}}, "RW703", "'search:900000' thinks too long here"),
    ({"bots": {"1": "search:60s"}}, "RW703", "'search:60s' thinks too long here"),
    ({"bots": {"1": "random"}, "seats": [0, 1]}, "RW721", "seat 1 is given to a bot and to you"),
    ({"seats": [0]}, "RW721", "nobody plays seat 1"),
    ({"seats": [0, 9]}, "RW721", "there is no seat 9"),
    ({"sed": 1}, "RW721", "there is no 'sed' here; did you mean 'seed'?"),
]


@pytest.mark.parametrize(("change", "code", "message"), SET_UPS, ids=lambda value: str(value)[:30])
def test_a_set_up_that_cannot_be(client: Client, change: dict[str, Any], code: str, message: str) -> None:
    found = client.refused("new", **{"game": GAME, "players": 2, **change})
    assert found[0] == code
    assert found[1].startswith(message)
    assert client.ask("matches")["matches"] == []


def test_what_is_wrong_with_a_request_is_named(client: Client) -> None:
    set_up = {"game": GAME, "players": 2}
    reply = client.send("new", **set_up, variants=["x"])
    assert reply["error"]["path"] == "params.variants"
    match = client.ask("new", **set_up)["match"]
    assert client.refused("view", match=match, language="de")[1] == "this should be 'en' or 'cs', not 'de'"


def test_too_many_matches(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_MATCHES", 2)
    for _ in range(2):
        client.ask("new", game=GAME, players=2)
    assert client.refused("new", game=GAME, players=2)[0] == "RW725"
    client.ask("close", match="m1")
    assert client.ask("new", game=GAME, players=2)["match"] == "m3"


LINES: list[tuple[bytes, str]] = [
    (b"", "RW720"),
    (b"hello", "RW720"),
    (b"[1]", "RW720"),
    (b'{"id":1', "RW720"),
    (b'\xff\xfe{"id":1}', "RW720"),
    (b"[" * 100_000, "RW720"),
    (b'{"id":NaN,"method":"hello"}', "RW720"),
    (b'{"id":' + b"9" * 5000 + b"}", "RW720"),
    (b'{"id":1}', "RW721"),
    (b'{"id":[1],"method":"hello"}', "RW721"),
    (b'{"id":1,"method":7}', "RW721"),
    (b'{"id":1,"method":"hello","more":1}', "RW721"),
    (b'{"id":1,"method":"hello","params":[]}', "RW721"),
    (b'{"id":1,"method":"hello","params":{"x":1}}', "RW721"),
    (b'{"id":1,"method":"__init__"}', "RW722"),
    (b'{"id":1,"method":"hello","protocol":2}', "RW727"),
    (b'{"id":1,"method":"hello","protocol":true}', "RW727"),
]


@pytest.mark.parametrize(("line", "code"), LINES, ids=lambda value: str(value)[:40])
def test_a_line_that_makes_no_sense(line: bytes, code: str) -> None:
    one = Server()
    reply = json.loads(one.answer(line))
    assert reply["error"]["code"] == code
    fits(reply, "refusal")
    assert "result" in json.loads(one.answer(b'{"id":1,"method":"hello"}'))


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
LIKELY = {
    "game": st.sampled_from([GAME, BLUFF, SIGNS, "x"]),
    "match": st.sampled_from(["m1", "m2", "m3", "m99"]),
    "seat": st.integers(-1, 3),
    "players": st.integers(0, 4) | st.lists(st.text(max_size=3), max_size=4),
    "option": st.integers(-2, 60) | st.sampled_from(["draw", "pass", "summon", "hide", "rock", ""]),
    "administrator": st.just("x") | st.text(max_size=2),
    "bots": st.dictionaries(
        st.sampled_from("0123"), st.sampled_from(["random", "greedy:1", "x"]), max_size=2
    ),
    "language": st.sampled_from(["en", "cs", "de"]),
    "since": st.integers(-5, 50),
    "seats": st.lists(st.integers(-1, 4), max_size=4),
    "save": st.text(max_size=9),
    "variants": st.lists(st.sampled_from(["three-victories", "x"]), max_size=2),
}


@st.composite
def requests(draw: st.DrawFn) -> dict[str, Any]:
    """Requests that are often almost right."""
    method = draw(st.sampled_from(list(METHODS)))
    known = [name for name in attrs.fields_dict(METHODS[method].params) if draw(st.integers(0, 5))]
    params = {
        name: draw(LIKELY[name] if name in LIKELY and draw(st.integers(0, 9)) else ANYTHING) for name in known
    }
    return {"id": draw(st.integers(0, 9)), "method": method, "params": params}


@settings(max_examples=some(25, 60))
@given(st.lists(requests() | ANYTHING, max_size=12))
def test_whatever_comes_in_an_answer_goes_out(messages: list[Any]) -> None:
    one = Server(LIBRARY)
    one.answer(json.dumps({"method": "new", "params": {"game": GAME, "players": 2, "administrator": "x"}}))
    for message in messages:
        line = one.answer(json.dumps(message))
        assert line.isascii()
        assert "\n" not in line
        reply = json.loads(line)
        assert set(reply) in ({"id", "result"}, {"id", "error"})
        assert reply.get("error", {}).get("code") != "RW729", (message, reply)
        if "result" in reply:
            fits(message, f"request {message['method']}")
            fits(reply, f"reply {message['method']}")


LIBRARY = GameLibrary((BLUFF, SIGNS))


@settings(max_examples=some(40, 100))
@given(st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_whatever_bytes_come_in_an_answer_goes_out(line: bytes) -> None:
    reply = json.loads(Server(LIBRARY).answer(line))
    assert reply["error"]["code"] in ("RW720", "RW721", "RW722")


def test_over_standard_input_and_output(
    rulewright: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve, "LONGEST", 100)
    monkeypatch.setattr(server, "LONGEST", 100)
    lines = b'{"id":1,"method":"hello"}\r\n' + b"x" * 350 + b'\n{"id":2,"method":"hello"}\n{"id":3'
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines)))
    done = rulewright("serve", "--stdio")
    assert (done.code, done.err) == (0, "")
    replies = [json.loads(line) for line in done.out.splitlines()]
    assert [reply["id"] for reply in replies] == [1, None, 2, None]
    assert [reply.get("error", {}).get("message", "")[:22] for reply in replies] == [
        "",
        "a request has at most ",
        "",
        "this is not JSON: Expe",
    ]


def test_bad_usage_of_serve(rulewright: Run) -> None:
    assert rulewright("serve").code == 2
    done = rulewright("serve", "--stdio", "nosuch")
    assert done.code == 2
    assert "RW007" in done.err


def test_games_that_are_named_by_path_are_offered(tmp_path: Path) -> None:
    assert GameLibrary((BLUFF,)).game(BLUFF, ()).id == "bluff"


# -------------------------------------------------------------- choices that arrive too late


def test_a_late_choice_is_not_taken_for_the_next_decision() -> None:
    """Ids repeat from round to round: only the turn tells a second click from a second choice."""
    client = Client(SIGNS)
    match = client.ask("new", game=SIGNS, players=2, seed=3)["match"]
    asked = client.ask("decision", match=match, seat=0)
    option, turn = asked["decision"]["options"][0]["id"], asked["turn"]
    client.ask("choose", match=match, seat=0, option=option, turn=turn)
    client.ask("choose", match=match, seat=1, option="rock")
    later = client.ask("decision", match=match, seat=0)
    assert later["decision"] == asked["decision"], "the second round looks like the first"
    before = client.ask("log", match=match, seat=0)
    code, _ = client.refused("choose", match=match, seat=0, option=option, turn=turn)
    assert code == "RW730"
    assert client.ask("log", match=match, seat=0) == before
    assert client.ask("objects", match=match, seat=0)["turn"] == later["turn"] != turn
    assert client.ask("objects", match=match)["turn"] is None
    client.ask("choose", match=match, seat=0, option=option, turn=later["turn"])
    client.ask("choose", match=match, seat=1, option="rock")
    client.ask("choose", match=match, seat=0, option=option)  # without a turn, as before


def test_a_turn_is_another_one_after_a_choice_was_taken_back() -> None:
    client = Client(SIGNS)
    match = client.ask("new", game=SIGNS, players=2, seed=3, administrator="x")["match"]
    turns = [client.ask("decision", match=match, seat=0)["turn"]]
    client.ask("choose", match=match, seat=0, option="rock", turn=turns[0])
    client.ask("undo", match=match, seat=0)
    turns.append(client.ask("decision", match=match, seat=0)["turn"])
    client.ask("choose", match=match, seat=0, option="rock", turn=turns[1])
    client.ask("undo", match=match, administrator="x")
    turns.append(client.ask("decision", match=match, seat=0)["turn"])
    assert len(set(turns)) == 3
    assert client.refused("choose", match=match, seat=0, option="rock", turn=turns[0])[0] == "RW730"
    assert client.refused("choose", match=match, seat=0, option="rock", turn=turns[1])[0] == "RW730"


def test_a_turn_does_not_count_what_others_choose_simultaneously() -> None:
    client = Client(SIGNS)
    match = client.ask("new", game=SIGNS, players=2, seed=3)["match"]
    before = client.ask("decision", match=match, seat=0)["turn"]
    client.ask("choose", match=match, seat=1, option="rock")
    assert client.ask("decision", match=match, seat=0)["turn"] == before
    client.ask("choose", match=match, seat=0, option="rock", turn=before)
    assert client.ask("decision", match=match, seat=0)["turn"] != before
