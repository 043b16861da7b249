"""A file stands for the game that it is a part of, and standard input for a file."""

import io
import json
import sys
from pathlib import Path

import pytest

from .conftest import Run

GAME = "rulewright: 1\ngame: {name}\ntitle: {{en: Small, cs: Malá}}\nplayers: 2\n"
FLOW = "flow:\n  - phase: all\n    do: the match ends\n"
VARIANT = "rulewright: 1\nvariant: {name}\nof: {of}\nset: {{players: 3}}\n"
SCENARIOS = "scenarios:\n  it ends:\n    start: all\n    then: {over: yes}\n"


def write(path: str, text: str) -> None:
    file = Path(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


@pytest.fixture
def parts() -> None:
    """A game of two files, with a variant and scenarios, and an unrelated file next to it."""
    write("g/game.yaml", GAME.format(name="g"))
    write("g/flow.yaml", FLOW)
    write("g/variants/three.yaml", VARIANT.format(name="three", of="g"))
    write("g/scenarios/all.yaml", SCENARIOS)


@pytest.mark.usefixtures("parts")
@pytest.mark.parametrize("name", ["g", "./g", "g/game.yaml", "g/flow.yaml"])
def test_a_file_stands_for_its_game(rulewright: Run, name: str) -> None:
    assert rulewright("check", name).out == f"{name}: clean\n{name} + three: clean\n"
    assert rulewright("test", name).out == "1 passed, 0 failed\n"


@pytest.mark.usefixtures("parts")
def test_a_part_without_its_game_shows_what_is_missing(rulewright: Run) -> None:
    Path("g/game.yaml").unlink()
    done = rulewright("check", "g/flow.yaml")
    assert done.code == 1
    assert "RW102" in done.out


@pytest.mark.usefixtures("parts")
def test_a_file_of_something_else_is_no_part(rulewright: Run) -> None:
    write("g/compose.yaml", "services:\n  web: {image: nginx}\n")
    assert rulewright("check", "g/game.yaml").code == 0
    assert "no key 'services'" in rulewright("check", "g").out, (
        "all files of a folder that is named are its rules"
    )


@pytest.mark.usefixtures("parts")
def test_a_variant_is_checked_with_its_game(rulewright: Run) -> None:
    assert rulewright("check", "g/variants/three.yaml").out == "g + three: clean\n"
    write("g/variants/three.yaml", VARIANT.format(name="three", of="g").replace("players", "plyers"))
    done = rulewright("check", "g/variants/three.yaml")
    assert done.code == 1
    assert done.out.startswith("g/variants/three.yaml:4:7: error RW101")


@pytest.mark.usefixtures("parts")
@pytest.mark.parametrize("where", ["g/more.yaml", "g/mine/more.yaml"])
def test_a_variant_near_its_game(rulewright: Run, where: str) -> None:
    write(where, VARIANT.format(name="more", of="g"))
    assert rulewright("check", where).out == f"g + {where}: clean\n".replace(
        "g + g/more", "g/game.yaml + g/more"
    )


def test_a_variant_of_a_shipped_game(rulewright: Run) -> None:
    write("x.yaml", "rulewright: 1\nvariant: x\nof: do-podzemi\nset: {players: 3}\n")
    done = rulewright("check", "x.yaml")
    assert done.out.endswith("do-podzemi + x.yaml: clean\n")


@pytest.mark.usefixtures("parts")
def test_scenarios_are_checked_with_their_game(rulewright: Run) -> None:
    write("g/scenarios/all.yaml", SCENARIOS.replace("over", "ovr"))
    done = rulewright("check", "g/scenarios/all.yaml")
    assert done.code == 1
    assert done.out.startswith("g/scenarios/all.yaml:4:")
    assert done.out.endswith("g: 1 error\n")


def test_each_of_several_games_in_a_folder_is_one_file(rulewright: Run) -> None:
    for name in "ab":
        write(f"{name}.yaml", GAME.format(name=name) + FLOW)
        write(f"variants/{name}/v.yaml", VARIANT.format(name="v", of=name))
    assert rulewright("check", "a.yaml").out == "a.yaml: clean\na.yaml + v: clean\n"
    assert rulewright("check", "variants/b/v.yaml").out == "b.yaml + v: clean\n"


@pytest.mark.usefixtures("parts")
def test_standard_input_stands_for_a_file(rulewright: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, FLOW.replace("ends", "edns"))
    done = rulewright("check", "-", "--stdin-filename", "g/flow.yaml")
    assert done.code == 1
    assert done.out.startswith("g/flow.yaml:3:19: error RW202: 'edns' means nothing here")
    typed(monkeypatch, VARIANT.format(name="three", of="g").replace("players", "plyers"))
    done = rulewright("check", "-", "--stdin-filename", "g/variants/three.yaml")
    assert done.out.startswith("g/variants/three.yaml:4:7: error RW101")
    typed(monkeypatch, SCENARIOS.replace("over", "ovr"))
    done = rulewright("check", "-", "--stdin-filename", "g/scenarios/all.yaml")
    assert done.out.startswith("g/scenarios/all.yaml:4:")
    assert rulewright("check", "g").code == 0, "nothing is written"


@pytest.mark.usefixtures("parts")
def test_standard_input_may_be_a_file_that_is_not_there_yet(
    rulewright: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (
        ("g/more.yaml", "game has:\n  gold: {type: 0..9}\n"),
        ("g/variants/new.yaml", VARIANT.format(name="new", of="g")),
    ):
        typed(monkeypatch, text)
        done = rulewright("check", "-", "--stdin-filename", name)
        assert ("RW302" in done.out) == (name == "g/more.yaml"), done
        assert done.code == 0


def test_standard_input_alone_is_a_whole_game(rulewright: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, GAME.format(name="g") + FLOW)
    assert rulewright("check", "-").out == "<stdin>: clean\n"
    write("variants/v.yaml", VARIANT.format(name="v", of="g"))
    write("flow.yaml", FLOW)
    typed(monkeypatch, GAME.format(name="g") + FLOW)
    assert rulewright("check", "-").out == "<stdin>: clean\n", "what lies here has nothing to do with it"
    typed(monkeypatch, "")
    assert rulewright("check", "-").out.startswith("<stdin>:1:1: error RW003")


@pytest.mark.parametrize(
    "argv", [("-", "g"), ("g", "--stdin-filename", "x.yaml"), ("--stdin-filename", "x.yaml")]
)
def test_standard_input_used_wrongly(rulewright: Run, argv: tuple[str, ...]) -> None:
    done = rulewright("check", *argv)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("rulewright check: -")


@pytest.mark.usefixtures("parts")
def test_data_names_the_rules(rulewright: Run) -> None:
    games = json.loads(rulewright("check", "g", "--format", "json").out)["games"]
    assert [(one["name"], one["game"], one["variants"]) for one in games] == [
        ("g", "g", []),
        ("g + three", "g", ["three"]),
    ]
    hashes = [one["content_hash"] for one in games]
    assert len({*hashes}) == 2
    for command in ("paraphrase", "simulate", "coverage", "mutate"):
        more = {"simulate": ("--matches", "2", "--processes", "1"), "coverage": ("--matches", "2")}
        done = rulewright(command, "g", "--format", "json", *more.get(command, ()))
        data = json.loads(done.out)
        assert (data["game"], data["content_hash"], data["variants"]) == ("g", hashes[0], []), command
    data = json.loads(
        rulewright(
            "simulate", "g", "--matches", "2", "--bot", "search:5", "--seed", "4", "--format", "json"
        ).out
    )
    assert (data["seed"], data["bots"]) == (4, ["search:5", "search:5"])


@pytest.fixture
def folder() -> None:
    """A game with a variant in a folder of two files, of which one names the variant."""
    write("g/game.yaml", GAME.format(name="g") + FLOW)
    write("g/variants/more/variant.yaml", "rulewright: 1\nvariant: more\nof: g\nset: {players: 3}\n")
    write("g/variants/more/gold.yaml", "game has: {gold: 0..9}\nset: {flow/all/do: gold goes up by 1}\n")


@pytest.mark.usefixtures("folder")
def test_a_variant_may_be_a_folder(rulewright: Run) -> None:
    assert rulewright("check", "g").out == "g: clean\ng + more: clean\n"
    for name in ("g/variants/more", "g/variants/more/", "g/variants/more/gold.yaml"):
        assert rulewright("check", name).out == "g + more: clean\n", name
    assert rulewright("check", "g", "--variant", "g/variants/more").out == "g + g/variants/more: clean\n"
    assert rulewright("check", "g", "--variant", "mroe").out.count("did you mean 'more'?") == 1
    assert "gold" in rulewright("paraphrase", "g", "--variant", "more").out
    write("g/variants/more/gold.yaml", "game has: {gold: 0..9}\nset: {flow/all/do: gould goes up by 1}\n")
    done = rulewright("check", "g")
    assert done.code == 1
    assert done.out.startswith("g: clean\ng/variants/more/gold.yaml:2:20: error RW202: 'gould' means nothing")


@pytest.mark.usefixtures("folder")
def test_a_folder_of_a_variant_is_fixed_formatted_copied_and_typed(
    rulewright: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = Path("g/variants/more/gold.yaml")
    right = file.read_text(encoding="utf-8")
    write(str(file), right.replace("flow/all", "flow/al"))
    typed(monkeypatch, right)
    assert rulewright("check", "-", "--stdin-filename", str(file)).out == "g + more: clean\n"
    assert rulewright("check", "g", "--fix").code == 0
    assert file.read_text(encoding="utf-8") == right
    flow = Path("g/variants/more/flow.yaml")
    write(str(flow), "add:\n    flow/more: {do: nothing}\n")
    write("g/deploy.yaml", "add:\n    image: x\n")
    assert rulewright("fmt", "g").out == f"formatted {flow}\n"
    Path("g/deploy.yaml").unlink()
    assert rulewright("check", str(flow)).out == "g + more: clean\n"
    assert rulewright("new", "game", "h", "--copy", "g").code == 0
    assert rulewright("check", "h").out == "h: clean\nh + more: clean\n"
    assert Path("h/variants/more/gold.yaml").is_file()


def test_a_game_in_a_file_has_its_own_folders_of_variants(rulewright: Run) -> None:
    for name in "ab":
        write(f"{name}.yaml", GAME.format(name=name) + FLOW)
    write("variants/a/v/v.yaml", VARIANT.format(name="v", of="a"))
    write("variants/w/w.yaml", VARIANT.format(name="w", of="b"))
    assert rulewright("check", "a.yaml").out == "a.yaml: clean\na.yaml + v: clean\n"
    assert rulewright("check", "variants/a/v/v.yaml").out == "a.yaml + v: clean\n"
    assert rulewright("check", "b.yaml").out == "b.yaml: clean\nb.yaml + w: clean\n"
    assert rulewright("check", "variants/w").out == "b.yaml + w: clean\n"
