"""Design tables: what is saved is played on at the table, from where it stands."""

from __future__ import annotations

import asyncio
import shlex
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import attrs
import pytest
from rulewright.dsl.draft import attempts
from rulewright.interpreter.match.setup import rules
from rulewright.interpreter.python import engine as module
from rulewright.workbench.cli import main
from rulewright.workbench.web.measuring import Measuring

from .pages import HERE, Page, Server, run, serving
from .test_images import png

DESIGNER = "127.0.0.1"


@attrs.define
class Desk:
    """A design table with one person and a bot, and the game that is designed at it."""

    folder: Path
    server: Server
    match: dict[str, Any]
    page: Page

    @property
    def file(self) -> Path:
        return self.folder / "game.yaml"

    def write(self, old: str, new: str) -> None:
        text = self.file.read_text("utf-8")
        assert old in text
        self.file.write_text(text.replace(old, new), "utf-8")

    async def save(self, old: str, new: str) -> dict[str, Any]:
        """Changes the game, and returns the next state of the design table."""
        since = len(self.page.texts)
        self.write(old, new)
        return await self.page.until(lambda one: one["type"] == "design", since)

    async def begin(self) -> None:
        """Turns the table into a design table, and waits until the files have been read once."""
        state = await self.do("on")
        assert state["on"]
        seen = max(number for number, one in enumerate(self.page.messages) if one["type"] == "design")
        await self.page.until(lambda one: one["type"] == "design", seen + 1)

    async def do(self, what: str) -> dict[str, Any]:
        since = len(self.page.texts)
        answer = await self.page.ask("design", do=what)
        assert answer["type"] == "reply", answer
        return await self.page.until(lambda one: one["type"] == "design", since)

    async def choose(self, *names: str) -> None:
        for name in names:
            (option,) = [one["id"] for one in self.decision["options"] if one["name"] == name]
            answer = await self.page.ask("choose", option=option, turn=self.page.turn)
            assert answer["type"] == "reply", answer

    @property
    def objects(self) -> dict[str, Any]:
        """All that the page knows."""
        found: dict[str, Any] = {}
        for one in self.page.messages:
            if "objects" in one:
                found = dict(one["objects"])
            for key, value in one.get("changes", {}).items():
                found[key] = (
                    {**found[key], **value} if isinstance(value, dict) and key != "decision" else value
                )
        return found

    @property
    def decision(self) -> dict[str, Any]:
        found: dict[str, Any] = self.objects["decision"]
        return found

    @property
    def finds(self) -> list[str]:
        """What the first player has found."""
        pieces = self.objects["pieces"].values()
        return sorted(one["design"] for one in pieces if one and one["place"] == "place:finds@0")

    @property
    def journal(self) -> list[Any]:
        return list(self.server.lobby._sessions[self.match["match"]].table.match.journal)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The game that `rulewright new game` makes, for one player who always begins and never loses anything."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "game", "finds"]) == 0
    file = tmp_path / "finds" / "game.yaml"
    text = file.read_text("utf-8").replace("players: 2..4", "players: 1..4")
    file.write_text(text, "utf-8")
    return tmp_path / "finds"


@pytest.fixture(autouse=True)
def _quiet_bots(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the test that is about it measures: that takes a process."""
    if "measured" not in request.node.name:
        monkeypatch.setattr(Measuring, "measure", lambda *_: None)


@asynccontextmanager
async def desk(folder: Path, *, seed: int = 3) -> AsyncIterator[Desk]:
    async with serving(folder.parent, str(folder), live=True) as server:
        match = await server.start(str(folder), "person", seed=seed)
        page = await server.joined(match["match"], match["tokens"][0], address=DESIGNER)
        found = Desk(folder, server, match, page)
        await found.begin()
        yield found


SILVER = "silver: {worth: 2,"


def test_after_a_save_the_same_position_is_there_under_the_new_rules(folder: Path) -> None:
    async def work() -> None:
        async with desk(folder) as here:
            await here.choose("dig", "dig")
            finds, journal = here.finds, here.journal
            assert len(finds) == 2
            state = await here.save("copper: {worth: 1,", "copper: {worth: 3,")
            assert (state["clean"], state["stop"], state["findings"], state["behind"]) == (
                True,
                None,
                [],
                False,
            )
            new = await here.page.until(lambda one: one["type"] == "rewritten")
            assert (here.finds, here.journal) == (finds, journal)
            assert new["data"]["catalogue"]["designs"]["design:copper"]["values"]["worth"] == 3
            assert "design:copper" in new["marked"]
            assert "design:silver" not in new["marked"]
            await here.choose("dig")  # and it goes on
            assert len(here.journal) == 3

    run(work())


def test_a_save_costs_what_it_touches(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few texts are read again, and the rules are lowered and compiled once, for match and log together."""
    done: Counter[str] = Counter()

    def counted(module: Any, name: str) -> None:
        real = getattr(module, name)

        def call(*arguments: Any, **named: Any) -> Any:
            done[name] += 1
            return real(*arguments, **named)

        monkeypatch.setattr(module, name, call)

    async def work() -> None:
        async with desk(folder) as here:
            await here.choose("dig")
            texts = len(here.server.table(here.match["match"]).rules.game.texts)
            counted(attempts, "resolve_text")
            counted(rules, "lower")
            counted(module, "build_module")
            await here.save("goes up by the worth of find", "goes up by 1")
            assert 1 <= done["resolve_text"] <= 3 < texts // 5
            assert done["lower"] == 1
            assert done["build_module"] == 1
            done.clear()
            await here.save("goes up by 1", "goes up by the worth of find")
            assert done["lower"] == done["build_module"] == 0, "these rules are known"

    run(work())


def test_what_was_chosen_is_known_by_what_it_means_not_by_its_number(folder: Path) -> None:
    async def work() -> None:
        async with desk(folder) as here:
            await here.choose("dig", "dig")
            state = await here.save(
                "      dig:\n", "      rest:\n        do: the deck is shuffled\n      dig:\n"
            )
            assert not state["clean"], "there is no such phrase"
            state = await here.save("the deck is shuffled", "shuffle the deck")
            assert (state["clean"], state["stop"]) == (True, None)
            assert len(here.finds) == 2
            assert [one["name"] for one in here.decision["options"]] == ["rest", "dig", "go home"]

    run(work())


def test_it_stops_before_the_first_choice_that_is_not_legal_any_more(folder: Path) -> None:
    async def work() -> None:
        async with desk(folder) as here:
            await here.choose("dig", "dig", "dig")
            whole = here.journal
            state = await here.save(
                "if: the deck is not empty", "if: the number of treasures in player's finds < 2"
            )
            assert state["clean"]
            assert (state["stop"]["step"], state["stop"]["total"]) == (3, 3)
            assert "'dig'" in state["stop"]["message"]
            assert len(here.journal) == 2
            # the next save makes it possible again: the match is where it was
            state = await here.save("in player's finds < 2", "in player's finds < 4")
            assert state["stop"] is None
            assert here.journal == whole
            # back to the rules before, in which nothing was wrong, and to the newest ones again
            state = await here.save("in player's finds < 4", "in player's finds < 1")
            assert (state["stop"]["step"], state["can_back"]) == (2, True)
            state = await here.do("back")
            assert (state["behind"], state["stop"], here.journal) == (True, None, whole)
            state = await here.do("newest")
            assert (state["behind"], state["stop"]["step"]) == (False, 2)
            # to play on from here ends the longer line
            state = await here.do("keep")
            assert state["stop"] is None
            state = await here.save("in player's finds < 1", "in player's finds < 9")
            assert len(here.journal) == 1
            state = await here.do("again")
            assert (here.journal, here.finds) == ([], [])

    run(work())


def test_a_broken_save_keeps_the_last_good_rules_and_shows_what_is_wrong(folder: Path) -> None:
    async def work() -> None:
        async with desk(folder) as here:
            await here.choose("dig")
            journal = here.journal
            state = await here.save("put find into the digger's finds", "put find into the digger's fines")
            assert (state["clean"], state["behind"]) == (False, True)
            first = state["findings"][0]
            line = here.file.read_text("utf-8").split("\n")[first["line"] - 1]
            assert line[first["column"] - 1 :].startswith("fines")
            assert first["at"] == f"{Path('finds', 'game.yaml')}:{first['line']}:{first['column']}"
            assert first["path"] == str(here.file)
            assert first["excerpt"][first["start"] :].startswith("fines")
            assert "finds" in first["help"]
            await here.choose("dig")
            assert here.journal[:1] == journal
            assert not [one for one in here.page.messages if one["type"] == "rewritten"]
            state = await here.save("fines", "finds")
            assert (state["clean"], state["findings"]) == (True, [])
            assert len(here.journal) == 2

    run(work())


def test_rules_that_go_wrong_before_the_first_choice_are_not_taken(folder: Path) -> None:
    async def work() -> None:
        async with desk(folder) as here:
            await here.choose("dig")
            state = await here.save(
                "      shuffle the deck\n",
                "      shuffle the deck\n      the leader becomes none\n"
                "      the leader's score goes up by 1\n",
            )
            assert not state["clean"]
            assert state["refused"] or state["findings"]
            assert len(here.journal) == 1

    run(work())


def test_after_a_clean_save_bots_are_measured_against_the_one_before(folder: Path) -> None:
    async def work() -> None:
        async with desk(folder) as here:
            first = await here.page.until(_is_measured(0))
            assert first["against"] is None
            assert [one["bot"] for one in first["samples"]] == ["random", "greedy"]
            assert all(one["matches"] > 1 and one["before"] == 0 for one in first["samples"])
            await here.save("put find into the digger's finds", "put find into the digger's fines")
            await here.save("fines", "finds")
            await here.save("snake: the digger is bitten", "snake: the digger becomes not digging")
            second = await here.page.until(_is_measured(3))
            assert second["against"] == 0, (
                "the second save was broken, and the third is what was there before"
            )
            (random, _) = second["samples"]
            assert any("bitten" in one for one in random["gone"])
            command = shlex.split(random["command"])
            assert command[:3] == ["rulewright", "simulate", str(folder)]
            monkey = command[command.index("--matches") + 1]
            command[command.index("--matches") + 1] = "5"
            assert main(command[1:]) == 0
            assert int(monkey) >= max(10_000, 10 * random["matches"])

    run(work())


def _is_measured(save: int) -> Callable[[dict[str, Any]], bool]:
    return lambda one: one["type"] == "measured" and not one["running"] and one["save"] == save


def test_a_bot_thinks_by_the_new_rules(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder.parent, str(folder), live=True) as server:
            match = await server.start(str(folder), "person", "random", seed=3)
            page = await server.joined(match["match"], match["tokens"][0], address=DESIGNER)
            here = Desk(folder, server, match, page)
            await here.begin()
            await here.choose("dig")
            await here.save("      dig:\n", "      rest:\n        do: shuffle the deck\n      dig:\n")
            session = server.lobby._sessions[match["match"]]
            for _ in range(6):
                if session.table.match.is_over:
                    break
                since = len(page.texts)
                if any(one.player == 0 for one in session.table.match.pending()):
                    await here.choose("dig")
                await page.until(lambda one: one["type"] == "changed", since)
            assert not [one for one in page.messages if one["type"] == "notice"]
            assert len(session.table.match.journal) > 2

    run(work())


@pytest.mark.parametrize("decided", ["keep", "off"])
def test_bots_wait_while_the_table_stands_before_a_choice(folder: Path, decided: str) -> None:
    """A save has made a bot's choice impossible: were it to choose something else, the line of play would be lost."""

    async def work() -> None:
        async with serving(folder.parent, str(folder), live=True) as server:
            match = await server.start(str(folder), "person", "random", seed=7)
            page = await server.joined(match["match"], match["tokens"][0], address=DESIGNER)
            here = Desk(folder, server, match, page)
            await here.begin()
            session = server.lobby._sessions[match["match"]]

            async def bots_rest() -> None:
                while session._bots is not None and not session._bots.done():
                    await asyncio.wait((session._bots,))

            await here.choose("dig")
            await bots_rest()
            whole = here.journal
            assert len(whole) == 2, "the person begins, and the bot has dug, too"
            allowed, forbidden = "if: the deck is not empty", "if: the player is the leader"
            state = await here.save(allowed, forbidden)
            assert (state["stop"]["step"], state["stop"]["total"]) == (2, 2)
            await bots_rest()
            assert here.journal == whole[:1]
            state = await here.save(forbidden, allowed)
            assert state["stop"] is None
            await bots_rest()
            assert here.journal == whole
            # when the designer does not want that line any more, they play on
            await here.save(allowed, forbidden)
            await here.do(decided)
            await bots_rest()
            assert len(here.journal) > 1
            assert here.journal[:2] != whole

    run(work())


def test_whoever_chooses_something_else_ends_the_stop_for_the_page_too(folder: Path) -> None:
    async def work() -> None:
        async with desk(folder) as here:
            await here.choose("dig", "dig")
            state = await here.save("if: the deck is not empty", "if: the deck is empty")
            assert state["stop"]["step"] == 1
            since = len(here.page.texts)
            await here.choose("go home")
            state = await here.page.until(lambda one: one["type"] == "design", since)
            assert state["stop"] is None

    run(work())


def test_images_are_checked_and_followed_too(folder: Path) -> None:
    async def work() -> None:
        async with desk(folder) as here:
            await here.choose("dig")
            journal = here.journal
            state = await here.save("flow:\n", "look:\n  designs: {gold: {image: art/gold.png}}\n\nflow:\n")
            assert not state["clean"], "as 'rulewright check' says"
            (found,) = state["findings"]
            assert (found["code"], found["message"]) == ("RW227", "'art/gold.png' is not there")
            assert found["excerpt"][found["start"] :].startswith("art/gold.png")

            async def painted(data: bytes) -> dict[str, Any]:
                """Saves the image alone."""
                since = len(here.page.texts)
                (folder / "art").mkdir(exist_ok=True)
                (folder / "art/gold.png").write_bytes(data)
                return await here.page.until(lambda one: one["type"] == "design", since)

            async def served() -> Any:
                newest = [one for one in here.page.messages if one["type"] == "rewritten"][-1]
                return await here.server.request("GET", newest["data"]["images"] + "art/gold.png")

            for data in (png(1), png(2)):
                state = await painted(data)
                assert (state["clean"], state["findings"], state["behind"]) == (True, [], False)
                answer = await served()
                assert (answer.status, answer.body) == (200, data)
            state = await painted(b"no image")
            assert [one["message"] for one in state["findings"]] == ["'art/gold.png' holds no image"]
            assert (state["clean"], (await served()).body) == (False, png(2))
            state = await here.save(
                "flow:\n", "flow: is\n"
            )  # while the texts are wrong, the image is followed on
            assert not state["clean"]
            state = await painted(png(3))
            assert "RW227" not in [one["code"] for one in state["findings"]]
            state = await here.save("flow: is\n", "flow:\n")
            assert (state["clean"], (await served()).body) == (True, png(3))
            assert here.journal == journal

    run(work())


def test_why_names_the_choices_and_the_texts(folder: Path) -> None:
    async def work() -> None:
        async with desk(folder) as here:
            await here.page.ask(
                "set", given=[{"of": None, "name": "deck", "value": "[silver, gold, copper]"}]
            )
            await here.choose("dig", "dig")
            found = (await here.page.ask("because", of=0, name="score"))["because"]
            assert [(one["step"], one["before"], one["now"]) for one in found["changes"]] == [
                (1, "0", "1"),
                (2, "1", "5"),
            ]
            assert any("finds: gold" in line for line in found["changes"][1]["lines"])
            lines = here.file.read_text("utf-8").split("\n")
            places = {int(one["at"].split(":")[1]): one["part"] for one in found["texts"]}
            assert len(places) == 2, "who finds something, and who is bitten"
            for number, part in places.items():
                assert any("score" in one for one in lines[number - 1 : number + 4]), part
            await here.save("game: ", "# one line\n# and one more\ngame: ")
            moved = (await here.page.ask("because", of=0, name="score"))["because"]
            now = {int(one["at"].split(":")[1]): one["part"] for one in moved["texts"]}
            assert now == {number + 2: part for number, part in places.items()}, "places are those of today"
            deck = (await here.page.ask("because", of=None, name="deck"))["because"]
            assert deck["changes"][-1]["now"] == "[silver]"
            refused = await here.page.ask("because", of=0, name="scare")
            assert refused["error"]["code"] == "RW740"

    run(work())


def test_why_knows_what_was_before_something_was_set_by_hand(folder: Path) -> None:
    async def work() -> None:
        async with desk(folder) as here:
            await here.choose("dig")
            own = int((await settings(here, "player:0"))["score"]["value"])
            await here.page.ask("set", given=[{"of": 0, "name": "score", "value": "9"}])
            await here.page.ask("set", given=[{"of": None, "name": "deck", "value": "[snake, gold]"}])
            await here.choose("dig")
            found = (await here.page.ask("because", of=0, name="score"))["because"]["changes"]
            assert [(one["step"], one["before"], one["now"], one["by_hand"]) for one in found] == [
                (1, "0", str(own), False),
                (1, str(own), "9", True),
                (2, "9", "13", False),
            ]
            assert found[0]["lines"]
            assert found[2]["lines"]
            state = await here.do("keep")
            assert state["by_hand"] == 2

    run(work())


def test_a_file_that_has_gone_is_named(folder: Path) -> None:
    async def work() -> None:
        text = (folder / "game.yaml").read_text("utf-8")
        head, mark, tail = text.partition("\nflow:")
        (folder / "game.yaml").write_text(head + "\n", "utf-8")
        (folder / "flow.yaml").write_text("rulewright: 2\n" + (mark + tail).lstrip(), "utf-8")
        async with desk(folder) as here:
            since = len(here.page.texts)
            (folder / "flow.yaml").unlink()
            state = await here.page.until(lambda one: one["type"] == "design", since)
            assert not state["clean"]
            assert "flow.yaml has gone since the last clean save" in state["refused"]

    run(work())


async def settings(here: Desk, identity: str) -> dict[str, dict[str, Any]]:
    answer = await here.page.ask("settings", object=identity)
    assert answer["type"] == "reply", answer
    return {one["name"]: one for one in answer["settings"]}


def test_what_is_set_by_hand_is_set_again_after_a_save(folder: Path) -> None:
    async def work() -> None:
        async with desk(folder) as here:
            await here.choose("dig")
            own = await settings(here, "player:0")
            assert (own["digging"]["kind"], own["digging"]["choices"]) == ("choice", ["yes", "no"])
            assert (own["score"]["kind"], own["score"]["most"]) == ("number", 40)
            assert own["finds"]["kind"] == "pieces"
            (deck,) = (await settings(here, "place:deck")).values()
            assert deck["choices"] == ["copper", "silver", "gold", "snake"]
            given = [
                {"of": 0, "name": "score", "value": "7"},
                {"of": None, "name": "deck", "value": "[snake, 2 gold]"},
            ]
            assert (await here.page.ask("set", given=given))["type"] == "reply"
            assert (await settings(here, "place:deck"))["deck"]["value"] == "[snake, 2 gold]"
            await here.choose("dig")
            assert "design:gold" in here.finds
            assert (await settings(here, "player:0"))["score"]["value"] == "11"
            await here.save("gold: {worth: 4,", "gold: {worth: 9,")
            assert (await settings(here, "player:0"))["score"]["value"] == "16", "7, and a gold of 9"
            assert "design:gold" in here.finds
            # what cannot be set any more stops there, and not before
            state = await here.save("gold: {worth: 9,", "aurum: {worth: 9,")
            assert "'gold'" in state["stop"]["message"]
            assert len(here.journal) == 1
            state = await here.save("aurum", "gold")
            assert (state["stop"], (await settings(here, "player:0"))["score"]["value"]) == (None, "16")
            state = await here.do("again")
            assert (await settings(here, "player:0"))["score"]["value"] == "0"

    run(work())


@pytest.mark.parametrize(
    ("given", "part"),
    [
        ({"of": 0, "name": "score", "value": "99"}, "outside"),
        ({"of": 0, "name": "scare", "value": "1"}, "no state or place 'scare'"),
        ({"of": None, "name": "deck", "value": "[dragon]"}, "no design 'dragon'"),
        ({"of": None, "name": "deck", "value": "[gold"}, "expected here"),
        ({"of": None, "name": "deck", "value": "gold, snake"}, "a list stands in brackets"),
        ({"of": 0, "name": "finds", "value": "2 gold, silver"}, "a list stands in brackets"),
        ({"of": 7, "name": "score", "value": "1"}, "not a player"),
    ],
)
def test_what_cannot_be_set_says_why_and_changes_nothing(
    folder: Path, given: dict[str, Any], part: str
) -> None:
    async def work() -> None:
        async with desk(folder) as here:
            before = here.objects
            answer = await here.page.ask("set", given=[given])
            assert answer["error"]["code"] == "RW740"
            assert part in answer["error"]["message"]
            assert here.objects == before

    run(work())


def test_a_match_that_was_set_by_hand_is_there_again_after_a_restart(folder: Path) -> None:
    async def work() -> None:
        async with desk(folder) as here:
            given = [{"of": 0, "name": "score", "value": "7"}]
            await here.page.ask("set", given=given)
            await here.choose("dig")
            match, finds = here.match, here.finds
            await here.page.leave()
        async with serving(folder.parent, str(folder), live=True) as server:
            page = await server.joined(match["match"], match["tokens"][0], address=DESIGNER)
            again = Desk(folder, server, match, page)
            assert again.finds == finds
            assert again.objects["players"]["player:0"]["states"]["score"] >= 7
            frames = (await page.ask("replay"))["frames"]
            assert frames[0]["objects"]["players"]["player:0"]["states"]["score"] == 7

    run(work())


def test_a_scenario_is_written_from_the_table_and_passes(folder: Path) -> None:
    async def work() -> None:
        async with desk(folder) as here:
            await here.choose("dig")
            await here.page.ask("set", given=[{"of": None, "name": "deck", "value": "[snake, gold]"}])
            await here.choose("dig")
            answer = await here.page.ask("scenario", name="Gold is found: first")
            first = Path(answer["written"])
            assert first == folder / "scenarios" / "gold-is-found-first.yaml"
            text = first.read_text("utf-8")
            assert "given: {deck: [snake, gold]}" in text
            again = await here.page.ask("scenario", name="gold is found - first")
            assert Path(again["written"]).name == "gold-is-found-first-2.yaml"
            same = await here.page.ask("scenario", name="Gold is found:  first")
            assert "gold-is-found-first.yaml has a scenario" in same["error"]["message"]
            assert first.read_text("utf-8") == text, "nothing is ever written over"

    run(work())
    assert main(["test", str(folder)]) == 0
    assert main(["check", str(folder)]) == 0


@pytest.mark.parametrize(
    ("name", "rules", "part"), [(" ", [], "needs a name"), ("dig", ["dig.9"], "there is no rule 'dig.9'")]
)
def test_a_scenario_that_would_not_pass_is_not_written(
    folder: Path, name: str, rules: list[str], part: str
) -> None:
    async def work() -> None:
        async with desk(folder) as here:
            await here.choose("dig")
            answer = await here.page.ask("scenario", name=name, rules=rules)
            assert part in answer["error"]["message"]
            assert not (folder / "scenarios").exists()

    run(work())


@pytest.mark.parametrize(
    ("address", "live", "host", "more"),
    [
        ("192.0.2.1", True, True, []),
        (DESIGNER, False, True, []),
        (DESIGNER, True, False, []),
        (DESIGNER, True, True, [("x-forwarded-for", "127.0.0.1")]),
    ],
)
def test_strangers_have_no_business_with_files(
    folder: Path, address: str, live: bool, host: bool, more: list[tuple[str, str]]
) -> None:
    async def work() -> None:
        async with serving(folder.parent, str(folder), live=live) as server:
            match = await server.start(str(folder), "person", "person")
            token = match["tokens"][0 if host else 1]
            page = server.page([*HERE, *more], address)
            assert (await page.join(match["match"], token))["design"] is False
            for kind, data in (
                ("design", {"do": "on"}),
                ("set", {"given": []}),
                ("settings", {"object": "game"}),
                ("because", {"of": None, "name": "deck"}),
                ("scenario", {"name": "it"}),
            ):
                assert (await page.ask(kind, **data))["error"]["code"] == "RW724"

    run(work())


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["serve", "--http", "--live", "--public", "https://table.example"], "leave out --public"),
        (["serve", "--stdio", "--live"], "add --http"),
        (["play", "finds", "--live"], "add --web"),
    ],
)
def test_a_command_that_makes_no_sense_says_why(
    folder: Path, words: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert folder.is_dir()
    assert main(words) == 2
    assert part in capsys.readouterr().err


def test_a_game_that_ships_is_not_designed(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder.parent, str(folder), live=True) as server:
            match = await server.start("do-podzemi", "person", "person")
            page = await server.joined(match["match"], match["tokens"][0], address=DESIGNER)
            assert page.messages[0]["design"] is False
            assert (await page.ask("design", do="on"))["error"]["code"] == "RW724"

    run(work())


def test_a_match_with_clocks_is_not_carried_on(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder.parent, str(folder), live=True) as server:
            clock = {"each": "choice", "seconds": 60}
            match = await server.start(str(folder), "person", "person", clock=clock)
            page = await server.joined(match["match"], match["tokens"][0], address=DESIGNER)
            assert (await page.ask("design", do="on"))["error"]["code"] == "RW740"
            assert (await page.ask("design", do="again"))["error"]["code"] == "RW740"

    run(work())


def test_other_designers_and_players_see_the_new_rules_but_only_designers_the_files(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder.parent, str(folder), live=True) as server:
            match = await server.start(str(folder), "person", "person", seed=1)
            page = await server.joined(match["match"], match["tokens"][0], address=DESIGNER)
            other = await server.joined(match["match"], match["tokens"][1])
            here = Desk(folder, server, match, page)
            await here.begin()
            await here.save(SILVER, "silver: {worth: 3,")
            await other.until(lambda one: one["type"] == "rewritten")
            assert not [one for one in other.messages if one["type"] == "design"]

    run(work())


def test_the_table_stays_a_design_table_while_nobody_looks(folder: Path) -> None:
    async def work() -> None:
        async with desk(folder) as here:
            await here.choose("dig")
            await here.page.leave()
            here.write(SILVER, "silver: {worth: 3,")
            session = here.server.lobby._sessions[here.match["match"]]
            assert await session.put_away()
            here.server.lobby._forget(session)
            page = await here.server.joined(here.match["match"], here.match["tokens"][0], address=DESIGNER)
            new = await page.until(lambda one: one["type"] == "rewritten")
            assert new["data"]["catalogue"]["designs"]["design:silver"]["values"]["worth"] == 3
            assert len(here.journal) == 1

    run(work())
