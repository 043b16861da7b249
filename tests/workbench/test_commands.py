"""Every command does what it is for."""

import json
import re
from pathlib import Path

import pytest
import rulewright as library
from rulewright.dsl.diagnostics.codes import CODES
from rulewright.workbench.commands import COMMANDS, check
from rulewright.workbench.files.shipped import shipped_games

from ..amount import sample
from .conftest import ROOT, Run

SHIPPED = list(shipped_games())


def test_games_lists_what_ships(rulewright: Run) -> None:
    done = rulewright("games")
    assert (done.code, done.err) == (0, "")
    assert [line.split()[0] for line in done.out.splitlines()] == ["game", *SHIPPED]


def test_games_as_data(rulewright: Run) -> None:
    games = json.loads(rulewright("games", "--format", "json").out)
    assert [game["name"] for game in games] == SHIPPED
    assert all(game["title"]["en"] and game["players"] for game in games)


@pytest.mark.parametrize("name", sample(SHIPPED, 10))
def test_shipped_games_are_clean(rulewright: Run, name: str) -> None:
    done = rulewright("check", name)
    assert (done.code, done.err) == (0, "")
    assert "error" not in done.out
    verdicts = [line for line in done.out.splitlines() if line.startswith(name)]
    assert verdicts[0].startswith(f"{name}: ")
    variants = library.variants_of(name)
    assert len(verdicts) == 1 + len(variants) + (len(variants) > 1), "each of them, and all together"


def test_check_looks_at_the_variants_of_a_game_too(rulewright: Run) -> None:
    """A mistake in the game itself is reported once; one that only a variant has, with the variant."""
    rulewright("new", "game", "g")
    rulewright("new", "variant", "longer", "--dir", "g")
    assert rulewright("check", "g", "--strict").out == "g: clean\ng + longer: clean\n"
    variant = Path("g/variants/longer.yaml")
    variant.write_text(variant.read_text(encoding="utf-8") + "bogus: 1\n", encoding="utf-8")
    done = rulewright("check", "g")
    assert done.code == 1
    assert "g: clean\n" in done.out
    assert "g + longer: 1 error\n" in done.out
    assert rulewright("check", "g", "--variant", "longer").code == 1
    game = Path("g/game.yaml")
    game.write_text(game.read_text(encoding="utf-8") + "\nnonsense: 1\n", encoding="utf-8")
    done = rulewright("check", "g")
    assert done.out.count("error RW101") == 1, "variants of a game that is wrong wait until it is right"


def test_check_where_there_is_no_game_says_what_to_do(rulewright: Run) -> None:
    done = rulewright("check")
    assert done.code == 2
    assert done.out.startswith("error RW008: there are no rule files (*.yaml) in .\n")
    assert "'rulewright new game NAME' creates a game" in done.out
    assert done.err == "rulewright check: '--shipped' checks the games that ship\n"
    rulewright("new", "game", "my-game")
    assert "perhaps you meant: my-game" in rulewright("check").out
    assert rulewright("test").code == 2


def test_check_of_all_that_ship(rulewright: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    some = {name: game for name, game in shipped_games().items() if name in sample(SHIPPED, 8)}
    monkeypatch.setattr(check, "shipped_games", lambda: some)  # all of them are checked by the battery
    done = rulewright("check", "--shipped")
    assert done.code == 0
    assert [name for name in SHIPPED if f"{name}: " in done.out] == list(some)
    assert rulewright("check", "--shipped", SHIPPED[0]).code == 2


def test_check_as_data(rulewright: Run) -> None:
    done = rulewright("check", SHIPPED[0], "nosuch", "--format", "json")
    data = json.loads(done.out)
    assert (done.code, data["errors"]) == (2, 1), "a game that does not exist is bad usage"
    assert len(data["diagnostics"]) == 1 + data["warnings"]
    errors = [found for found in data["diagnostics"] if found["severity"] == "error"]
    assert [(found["game"], found["code"]) for found in errors] == [("nosuch", "RW007")]


def test_check_as_sarif(rulewright: Run) -> None:
    clean = rulewright("check", SHIPPED[0], "--format", "sarif")
    assert clean.code == 0
    assert json.loads(clean.out)["version"] == "2.1.0"
    Path("g.yaml").write_text("rulewright: 1\ngaem: x\nplayers: 2\n", encoding="utf-8")
    wrong = rulewright("check", "g.yaml", SHIPPED[0], "--format", "sarif")
    found = json.loads(wrong.out)["runs"][0]["results"]
    assert (wrong.code, [one["ruleId"] for one in found if one["level"] == "error"]) == (1, ["RW101"])
    assert found[0]["locations"][0]["physicalLocation"]["region"]["startLine"] == 2


def test_a_new_game_is_clean_wherever_it_is_named_from(
    rulewright: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = rulewright("new", "game", "my-game")
    assert (made.code, made.out) == (0, "made my-game/game.yaml; now try: rulewright check my-game\n")
    for name in ("my-game", "my-game/", "./my-game", "my-game/game.yaml", str(tmp_path / "my-game")):
        assert rulewright("check", name, "--strict").out == f"{name}: clean\n"
    monkeypatch.chdir("my-game")
    assert rulewright("check").out == ".: clean\n"


def test_a_new_variant_of_an_own_game(rulewright: Run) -> None:
    rulewright("new", "game", "my-game")
    made = rulewright("new", "variant", "longer", "--dir", "my-game")
    assert made.out.startswith("made my-game/variants/longer.yaml; now try: ")
    checked = rulewright("check", "my-game", "--variant", "longer", "--strict")
    assert (checked.code, checked.out) == (0, "my-game + longer: clean\n")
    assert rulewright("check", "my-game").code == 0, "a variant is no part of the game itself"


@pytest.mark.parametrize("game", sample(SHIPPED, 10))
def test_a_new_variant_of_a_shipped_game(rulewright: Run, game: str) -> None:
    made = rulewright("new", "variant", "longer", "--of", game)
    assert (made.code, made.err) == (0, "")
    assert rulewright("check", game, "--variant", "longer.yaml").code == 0


def test_a_new_game_with_the_name_of_one_that_ships(rulewright: Run) -> None:
    name = next(name for name in SHIPPED if "/" not in name)
    made = rulewright("new", "game", name)
    assert made.out.endswith(f"now try: rulewright check ./{name}\n")
    assert rulewright("check", f"./{name}").out == f"./{name}: clean\n"


def test_new_never_overwrites(rulewright: Run) -> None:
    Path("my-game").mkdir()
    Path("my-game/game.yaml").write_text("precious", encoding="utf-8")
    done = rulewright("new", "game", "my-game")
    assert (done.code, done.out) == (1, "")
    assert done.err == "rulewright new: my-game/game.yaml exists already, and nothing is overwritten\n"
    assert Path("my-game/game.yaml").read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize("name", [SHIPPED[0], "do-podzemi"])
def test_an_own_folder_does_not_shadow_a_shipped_game(rulewright: Run, name: str) -> None:
    Path(name).mkdir(parents=True)
    assert rulewright("check", name).err == "", "a folder without rules is in nobody's way"
    Path(name, "game.yaml").write_text("rulewright: 1\n", encoding="utf-8")
    note = f"note: {name} is the game that ships; write ./{name} for the folder here\n"
    for command in ("check", "test", "paraphrase"):
        done = rulewright(command, name)
        assert (done.code, done.err) == (0, note)
    for path in (f"./{name}", f"{name}/", str(Path(name).absolute())):
        done = rulewright("check", path)
        assert (done.code, done.err) == (1, "")
        assert done.out.startswith(f"{name}/game.yaml:1:1: error RW102")


@pytest.mark.parametrize("code", list(CODES))
def test_every_code_is_explained(rulewright: Run, code: str) -> None:
    done = rulewright("explain", code)
    assert done.code == 0
    assert done.out.startswith(f"{code}: {CODES[code].title}\n\n")
    assert max(map(len, done.out.splitlines())) <= 100


def test_explain_lists_all_codes_and_reads_them_kindly(rulewright: Run) -> None:
    assert [line.split()[0] for line in rulewright("explain").out.splitlines()] == ["code", *CODES]
    assert rulewright("explain", "rw6").out == rulewright("explain", "RW006").out
    assert rulewright("explain", "6").out == rulewright("explain", "RW006").out


def test_version(rulewright: Run) -> None:
    for argv in (("version",), ("--version",), ("-V",)):
        done = rulewright(*argv)
        assert (done.code, done.out.split()[0]) == (0, "rulewright")


def test_help_names_every_command(rulewright: Run) -> None:
    done = rulewright("--help")
    assert done.code == 0
    for command in COMMANDS:
        assert f"  {command.name}" in done.out
        shown = rulewright("help", command.name)
        assert (shown.code, shown.err) == (0, "")
        assert shown.out == rulewright(command.name, "--help").out
        assert f"usage: rulewright {command.name}" in shown.out
        assert re.search("examples:\n  .*rulewright ", shown.out)
        assert "\nexit codes: 0" in shown.out


def test_paraphrase_says_texts_back(rulewright: Run) -> None:
    rulewright("new", "game", "my-game")
    done = rulewright("paraphrase", "my-game", "bitten")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("my-game/game.yaml:")
    assert (
        "phrase '{digger: player} is bitten'\n  put treasures in the digger's finds into the pit\n"
        in done.out
    )
    data = json.loads(rulewright("paraphrase", "my-game", "dig", "option", "--format", "json").out)
    assert data["game"] == "my-game"
    assert data["texts"][0]["part"] == "option 'dig' of 'digging'"
    assert data["texts"][0]["understood"] == "the deck is not empty"


def test_paraphrase_of_what_is_not_there(rulewright: Run) -> None:
    rulewright("new", "game", "my-game")
    done = rulewright("paraphrase", "my-game", "nothing", "like", "it")
    assert (done.code, done.out) == (1, "")
    assert done.err == "rulewright paraphrase: no part of my-game has this name\n"
    assert rulewright("paraphrase", "nosuch").err.startswith("error RW007: ")


def test_options_may_stand_between_the_arguments(rulewright: Run) -> None:
    rulewright("new", "game", "my-game")
    rulewright("new", "variant", "longer", "--dir", "my-game")
    done = rulewright("paraphrase", "my-game", "--variant", "longer", "setup")
    assert (done.code, done.err) == (0, "")
    assert "phase 'setup'" in done.out


SCENARIOS = """\
scenarios:
  two players begin: {then: {level: 1}}
  nobody has won: {then: {winners: nobody}}
"""


def test_scenarios_of_the_game_under_a_variant_are_summed_up(rulewright: Run) -> None:
    game = "rulewright: 1\ngame: small\nplayers: 2\ngame has: {level: {type: 0..9, starts: 1}}\n"
    game += "flow:\n  - phase: play\n    turns: clockwise from player 1, each player, once each\n"
    game += "    options:\n      win: {if: level < 9, do: the player wins}\n"
    variant = "rulewright: 1\nvariant: two\nof: small\nset: {game has/level/starts: 2}\n"
    own = "variants: [two]\nscenarios:\n  more: {then: {level: 3}}\n"
    files = {"game": game, "variants/two": variant, "scenarios/base": SCENARIOS, "scenarios/two": own}
    for name, text in files.items():
        path = Path("g", f"{name}.yaml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    plain = rulewright("test", "g").out
    assert plain.endswith("2 passed, 1 failed\n")
    done = rulewright("test", "g", "--variant", "two")
    assert done.code == 1
    assert "'level' should be '1'" not in done.out
    assert "'level' should be '3', but is '2'" in done.out
    assert "1 passed, 2 failed\none of these is for the game without two" in done.out
    assert "begins with 'variants: [two]'" in done.out
    assert "'level' should be '1'" in rulewright("test", "g", "--variant", "two", "--verbose").out


def test_scenarios_of_a_variant_of_a_shipped_game(rulewright: Run, tmp_path: Path) -> None:
    """A game that was installed has no folder that a file of yours could be put into."""
    (tmp_path / "strong.yaml").write_text(
        "rulewright: 1\nvariant: strong\nof: do-podzemi\nset: {components/monster/designs/orc/strength: 4}\n"
    )
    (tmp_path / "own.yaml").write_text(
        "variants: [strong]\nscenarios:\n  an orc hurts more:\n"
        "    given: {hero: knight, delver: player 1, hit points: 9, dungeon: [orc]}\n"
        '    do: "for each monster in the dungeon, from the top: the delver meets that monster"\n'
        "    then: {hit points: 5}\n"
    )
    variant = ("--variant", str(tmp_path / "strong.yaml"))
    done = rulewright("test", "do-podzemi", *variant, "--scenarios", str(tmp_path / "own.yaml"))
    assert (done.code, done.out) == (0, "1 passed, 0 failed\n")
    (tmp_path / "own.yaml").write_text((tmp_path / "own.yaml").read_text().replace("points: 5", "points: 6"))
    done = rulewright("test", "do-podzemi", *variant, "--scenarios", str(tmp_path / "own.yaml"))
    assert done.code == 1
    assert "own.yaml:6:" in done.out
    assert "for the game without" not in done.out
    for wrong in (("do-podzemi", "hrad"), ("--shipped",)):
        assert rulewright("test", *wrong, "--scenarios", str(tmp_path / "own.yaml")).code == 2
    done = rulewright("test", "do-podzemi", "--scenarios", "none.yaml")
    assert (done.code, done.err) == (2, "rulewright test: there is no file 'none.yaml'\n")
    done = rulewright("test", str(tmp_path / "own.yaml"))
    assert "rulewright test GAME --scenarios" in done.out


def test_a_game_begins_as_a_copy_of_a_shipped_one(rulewright: Run, tmp_path: Path) -> None:
    done = rulewright("new", "game", "mine", "--copy", "do-podzemi", "--dir", str(tmp_path))
    assert done.code == 0
    copy, original = tmp_path / "mine", ROOT / "games" / "do-podzemi"
    names = {str(file.relative_to(original)) for file in original.rglob("*.yaml")}
    assert {str(file.relative_to(copy)) for file in copy.rglob("*") if file.is_file()} == names
    assert all((copy / name).read_bytes() == (original / name).read_bytes() for name in names)
    assert rulewright("check", str(copy)).code == 0
    done = rulewright("new", "game", "mine", "--copy", "do-podzemi", "--dir", str(tmp_path))
    assert (done.code, "exists already" in done.err) == (1, True)
    done = rulewright("new", "game", "pigs", "--copy", "classics/pig", "--dir", str(tmp_path))
    assert done.code == 0
    assert rulewright("new", "game", "other", "--copy", "no-such-game", "--dir", str(tmp_path)).code == 2
    assert not (tmp_path / "other").exists()
    assert rulewright("new", "variant", "more", "--copy", "do-podzemi", "--dir", str(tmp_path)).code == 2


def test_check_reads_the_scenarios_of_a_game(rulewright: Run) -> None:
    text = "rulewright: 1\ngame: small\nplayers: 2\nflow:\n  - phase: end\n    do: the match ends\n"
    Path("g/scenarios").mkdir(parents=True)
    Path("g/game.yaml").write_text(text, encoding="utf-8")
    scenarios = Path("g/scenarios/s.yaml")
    scenarios.write_text("scenarios:\n  it: {then: {over: yes}}\n", encoding="utf-8")
    assert rulewright("check", "g").out == "g: clean\n"
    wrong = {
        "scenarios: {it: {then: {over: yes}": "RW010",
        "scenarios:\n  it: {thn: {over: yes}}\n": "RW101",
        "scenarios:\n  it: {then: {gold: 3}}\n": "RW602",
        "variants: [nosuch]\nscenarios: {}\n": "RW009",
    }
    for said, code in wrong.items():
        scenarios.write_text(said, encoding="utf-8")
        done = rulewright("check", "g")
        assert (done.code, done.out.count("error RW")) == (1, 1), done.out
        assert f"error {code}" in done.out
        assert f"error {code}" in rulewright("test", "g").out
    Path("g/game.yaml").write_text(text.replace("the match ends", "everybody ends"), encoding="utf-8")
    scenarios.write_text("scenarios:\n  it: {thn: {over: yes}}\n", encoding="utf-8")
    both = rulewright("check", "g").out
    assert "error RW202" in both
    assert "error RW101" in both


def test_check_with_a_variant_reads_the_scenarios_of_the_variant(rulewright: Run) -> None:
    text = "rulewright: 1\ngame: small\nplayers: 2\ngame has: {gold: 0..9}\n"
    text += "flow:\n  - phase: end\n    do: gold becomes 1, then the match ends\n"
    variant = (
        "rulewright: 1\nvariant: poor\nof: small\nremove: [game has]\nset: {flow/end/do: the match ends}\n"
    )
    files = {
        "game": text,
        "variants/poor": variant,
        "scenarios/base": "scenarios:\n  it: {then: {gold: 1}}\n",
        "scenarios/poor": "variants: [poor]\nscenarios:\n  it: {then: {gold: 1}}\n",
    }
    for name, said in files.items():
        path = Path("g", f"{name}.yaml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(said, encoding="utf-8")
    for argv in (("check", "g"), ("check", "g", "--variant", "poor")):
        done = rulewright(*argv)
        assert done.out.count("error RW602") == 1, done.out
        assert "scenarios/poor.yaml:3:" in done.out


def test_the_overview_says_what_all_commands_have_in_common(rulewright: Run) -> None:
    done = rulewright("--help")
    assert "write ./NAME for the folder" in done.out
    assert "--color auto|always|never" in done.out
    assert done.out.endswith(
        "Exit codes: 0 clean, 1 findings, 2 bad usage, 3 a fault of Rulewright itself.\n"
    )
