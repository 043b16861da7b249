"""Objects through the protocol: the same shapes as in Python, changes since a version, and options chosen by id."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from rulewright.interpreter import Match
from rulewright.interpreter.match.output.objects import classes
from rulewright.interpreter.match.output.objects.boards import boards
from rulewright.interpreter.match.output.objects.catalogue import catalogue
from rulewright.interpreter.match.output.objects.difference import applied, difference
from rulewright.workbench.protocol import server
from rulewright.workbench.protocol.messages import CatalogueResult
from rulewright.workbench.wire.shapes import read, write

from ..interpreter.small_games import shipped_game
from .test_serve import Client

GAME = "do-podzemi"


def begun(client: Client, game: str = GAME, **more: Any) -> str:
    name: str = client.ask("new", game=game, players=2, seed=3, **more)["match"]
    return name


def as_objects(data: Any) -> classes.Objects:
    return read(classes.Objects, data, "objects")


def test_objects_are_those_of_python() -> None:
    client = Client()
    name = begun(client)
    match = client.server._held[name].match
    for seat in (None, 0, 1):
        answer = client.ask("objects", match=name, seat=seat)
        assert answer["changes"] is None
        assert answer["events"] == []
        assert answer["objects"] == json.loads(json.dumps(write(match.objects(seat))))
        assert answer["objects"] == json.loads(json.dumps(match.objects(seat).as_json()))
        assert as_objects(answer["objects"]) == match.objects(seat)


@pytest.mark.parametrize("game", [GAME, "hrad"])
def test_a_program_without_a_server_sends_the_same_json(game: str) -> None:
    opened = shipped_game(game)
    match = Match(opened, 2, 3)
    before = match.objects(match.decision.player)
    assert before.decision is not None
    match.choose(match.decision.options[0])
    after = match.objects(int(before.decision.player == "player:1"))
    changes = difference(before, after)
    parts = (before, before.decision, changes, catalogue(opened), *boards(opened).values(), *match.events(0))
    for part in parts:
        assert json.loads(json.dumps(part.as_json())) == json.loads(json.dumps(write(part)))
    assert read(classes.Changes, json.loads(json.dumps(changes.as_json())), "changes") == changes


@pytest.mark.parametrize("game", [GAME, "hrad", "cookbook/planning"])
def test_changes_since_a_version_lead_to_what_there_is_now(game: str) -> None:
    client, dice = Client(), random.Random(1)
    name = begun(client, game)
    known: dict[int, tuple[classes.Objects, int, int]] = {}
    for _ in range(30):
        match = client.server._held[name].match
        for seat in (0, 1):
            objects, version, events = known.get(seat, (None, None, 0))
            answer = client.ask("objects", match=name, seat=seat, since=version)
            if objects is None:
                now = as_objects(answer["objects"])
            else:
                assert answer["objects"] is None
                changes = read(classes.Changes, answer["changes"], "changes")
                now = applied(objects, changes)
                told = client.ask("events", match=name, seat=seat, since=events)["events"]
                assert answer["events"] == told
            assert now == match.objects(seat)
            known[seat] = now, answer["version"], answer["next"]
        if match.is_over:
            break
        seat = match.decision.player
        decision = client.ask("decision", match=name, seat=seat)["decision"]
        open_ = known[seat][0].decision
        assert open_ is not None
        assert {one["id"] for one in decision["options"]} == {one.id for one in open_.options}
        assert decision["site"]["number"] == open_.site.number
        client.ask("choose", match=name, seat=seat, option=dice.choice(open_.options).id)


def test_an_old_version_and_one_that_was_never_given_get_everything() -> None:
    client = Client()
    name = begun(client)
    first = client.ask("objects", match=name, seat=0)
    second = client.ask("objects", match=name, seat=0, since=first["version"])
    assert second["changes"] is not None
    for since in (first["version"], 99_999, -1, None):
        answer = client.ask("objects", match=name, seat=0, since=since)
        assert answer["changes"] is None
        assert answer["objects"] == first["objects"]
    onlooker = client.ask("objects", match=name)
    other = client.ask("objects", match=name, seat=0, since=onlooker["version"])
    assert other["changes"] is None


def test_only_the_last_seats_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_GIVEN", 2)
    client = Client()
    name = begun(client)
    versions = [client.ask("objects", match=name, seat=seat)["version"] for seat in (None, 0, 1)]
    assert client.ask("objects", match=name, seat=1, since=versions[2])["changes"] is not None
    assert client.ask("objects", match=name, since=versions[0])["changes"] is None
    client.ask("close", match=name)
    assert client.server._given == {}


def test_undo_is_a_change_like_others() -> None:
    client = Client()
    name = begun(client, administrator="word")
    seat = client.ask("matches")["matches"][0]["state"]["deciding"][0]
    before = client.ask("objects", match=name, seat=seat)
    (option,) = (one["id"] for one in before["objects"]["decision"]["options"] if one["name"] == "draw")
    client.ask("choose", match=name, seat=seat, option=option)
    between = client.ask("objects", match=name, seat=seat, since=before["version"])
    assert between["changes"]["pieces"]
    client.ask("undo", match=name, administrator="word")
    after = client.ask("objects", match=name, seat=seat, since=between["version"])
    assert after["events"] == []
    changed = applied(
        applied(as_objects(before["objects"]), read(classes.Changes, between["changes"], "")),
        read(classes.Changes, after["changes"], ""),
    )
    assert changed == as_objects(before["objects"])


@pytest.mark.parametrize("asked_between", [False, True])
def test_after_an_undo_no_event_is_left_out(asked_between: bool) -> None:
    client = Client()
    name = begun(client, administrator="word")

    def choose(place: int) -> None:
        (seat, *_) = client.ask("matches")["matches"][0]["state"]["deciding"]
        options = client.ask("decision", match=name, seat=seat)["decision"]["options"]
        client.ask("choose", match=name, seat=seat, option=options[place]["id"])

    for _ in range(3):
        choose(0)
    have = client.ask("objects", match=name, seat=0)
    client.ask("undo", match=name, administrator="word")
    client.ask("undo", match=name, administrator="word")
    read_before = client.ask("log", match=name, seat=0)["next"]
    assert read_before < have["next"]
    if asked_between:
        have = client.ask("objects", match=name, seat=0, since=have["version"])
        assert (have["events"], have["next"]) == ([], read_before)
    choose(-1)
    news = client.ask("objects", match=name, seat=0, since=have["version"])
    whole = client.ask("events", match=name, seat=0)
    assert news["events"] == whole["events"][read_before:] != []
    assert news["next"] == whole["next"]


def test_a_seat_that_is_not_played_from_here_is_closed() -> None:
    client = Client()
    name = begun(client, bots={"1": "random"})
    for method in ("objects", "events"):
        code, _ = client.refused(method, match=name, seat=1)
        assert code == "RW724"


def test_an_id_that_cannot_be_chosen_is_refused() -> None:
    client = Client()
    name = begun(client)
    seat = client.ask("matches")["matches"][0]["state"]["deciding"][0]
    code, message = client.refused("choose", match=name, seat=seat, option="option:99/nothing")
    assert code == "RW701"
    assert "option:99/nothing" in message
    assert client.ask("why_not", match=name, seat=seat, option="option:0/draw")["reason"] is None


def test_events_come_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()
    name = begun(client)
    for _ in range(8):
        seat = client.server._held[name].match.decision.player
        option = client.ask("decision", match=name, seat=seat)["decision"]["options"][0]["id"]
        client.ask("choose", match=name, seat=seat, option=option)
    whole = client.ask("events", match=name, seat=0)
    lines = client.ask("log", match=name, seat=0)["lines"]
    assert [one["text"]["en"] for one in whole["events"]] == lines
    monkeypatch.setattr(server, "PAGE", 3)
    found: list[Any] = []
    more, following = True, 0
    while more:
        page = client.ask("events", match=name, seat=0, since=following)
        found, following, more = found + page["events"], page["next"], page["more"]
    assert found == whole["events"]


def test_the_catalogue_and_the_boards_are_those_of_python() -> None:
    client, game = Client(), shipped_game("hrad")
    answer = client.ask("catalogue", game="hrad")
    assert read(CatalogueResult, answer, "").catalogue == catalogue(game)
    found = client.ask("boards", game="hrad")["boards"]
    assert {key: read(classes.Board, one, "") for key, one in found.items()} == boards(game)
