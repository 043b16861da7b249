"""`play`, `simulate`, `test` and `coverage` as a person uses them."""

from __future__ import annotations

import io
import json
import os
import shlex
from pathlib import Path

import pytest
from rulewright.workbench.cli import main
from rulewright.workbench.files.games import write_whole
from rulewright.workbench.terminal.speech import command_of
from rulewright.workbench.terminal.table import Table

GAME = "do-podzemi"


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    """Runs a command with lines typed at it; returns the exit code and the output."""

    def run(*argv: str, lines: tuple[str, ...] = ()) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        code = main(argv)
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return run


def test_bots_play_a_match_with_a_log_in_both_languages(typed) -> None:  # type: ignore[no-untyped-def]
    code, out, _ = typed("play", GAME, "--bots", "--seed", "7")
    assert code == 0
    assert out.splitlines()[0] == "Into the Dungeon (seed 7)"
    assert out.splitlines()[-1].startswith("The match is over; ")
    code, czech, _ = typed("play", GAME, "--bots", "--seed", "7", "--lang", "cs")
    assert code == 0
    assert len(czech.splitlines()) == len(out.splitlines())
    assert "Konec hry" in czech.splitlines()[-1]
    assert "Hráč 1" in czech
    assert "Player" not in czech


@pytest.mark.parametrize("game", [GAME, "classics/love-letter", "classics/six-takes"])
def test_who_watches_bots_reads_the_log_as_it_grows(typed, monkeypatch, game: str) -> None:  # type: ignore[no-untyped-def]
    """The same lines in the same order, however often it is looked at."""
    monkeypatch.setattr("rulewright.workbench.terminal.table.BETWEEN_LINES", 1e9)
    _, at_the_end, _ = typed("play", game, "--bots", "random", "--seed", "7")
    written: list[int] = []
    show = Table._show_progress

    def counted(self: Table) -> None:
        before = self.lines_shown
        show(self)
        written.append(self.lines_shown - before)

    monkeypatch.setattr(Table, "_show_progress", counted)
    monkeypatch.setattr("rulewright.workbench.terminal.table.BETWEEN_LINES", -1.0)
    _, as_it_grows, _ = typed("play", game, "--bots", "random", "--seed", "7")
    assert as_it_grows == at_the_end
    assert sum(count > 0 for count in written) > len(written) / 4


CROWN = """\
rulewright: 1
game: crown
players: 2
flow:
  - phase: reign
    repeat: until the match ends
    turns: clockwise from player 1, each player
    options:
      bow: {do: nothing}
      dance: {do: nothing}
      feast: {do: nothing}
      joust: {do: nothing}
      seize the crown: {do: the player wins}
      sing: {do: nothing}
      surrender: {do: players but the player win}
"""


@pytest.fixture
def crown(tmp_path: Path) -> str:
    """A game in which the first move can win. A bot that chooses at random seldom does."""
    game = tmp_path / "crown.yaml"
    game.write_text(CROWN, encoding="utf-8")
    return str(game)


def moves(shown: str, player: str) -> list[str]:
    """What a player has done, in the log."""
    return [line.partition(": ")[2] for line in shown.splitlines() if line.startswith(f"{player}: ")]


@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
def test_whoever_takes_a_seat_that_no_person_takes_sees_how_to_win(typed, crown: str, seed: str) -> None:  # type: ignore[no-untyped-def]
    for arguments, lines, player in (
        (("--bots",), (), "Player 1"),
        (("--people", "0"), (), "Player 1"),
        ((), ("bow",), "Player 2"),
        (("--seat", "2"), (), "Player 1"),
        (("--bots", "greedy"), (), "Player 1"),
        (("--bots", "search:60"), (), "Player 1"),
    ):
        code, out, _ = typed("play", crown, "--seed", seed, *arguments, lines=lines)
        assert code == 0
        assert moves(out, player)[-1] == "seize the crown", arguments


def test_bots_choose_at_random_on_request(typed, crown: str) -> None:  # type: ignore[no-untyped-def]
    ways = (("--bots", "random"), ("--bots=random",), ("--bots", "--bot", "random"), ("--bot", "random"))
    first = []
    for seed in "123456":
        shown = [
            typed("play", crown, "--seed", seed, *way, *(("--people", "0") if way[0] == "--bot" else ()))
            for way in ways
        ]
        assert shown[0] == shown[1] == shown[2] == shown[3]
        first.append(moves(shown[0][1], "Player 1")[0])
    assert len(set(first)) > 2, "some do not see how to win"


def test_bots_repeat_a_match_with_its_seed(typed) -> None:  # type: ignore[no-untyped-def]
    shown = [typed("play", "classics/connect-four", "--bots", "--seed", seed)[1] for seed in ("3", "3", "4")]
    assert shown[0] == shown[1]
    assert shown[0].splitlines()[1:] != shown[2].splitlines()[1:]


def test_the_game_may_stand_anywhere(typed, crown: str, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    usual, random = (typed("play", crown, "--bots", *more, "--seed", "7") for more in ((), ("random",)))
    assert (usual[0], random[0]) == (0, 0)
    assert usual != random
    for words in (("--bots", crown, "--seed", "7"), ("--seed", "7", "--bots", crown)):
        assert typed("play", *words) == usual
    for other in (
        ("--bots", "random", crown, "--seed", "7"),
        ("--bots", crown, "random", "--seed", "7"),
        ("--seed", "7", crown, "--bots", "random"),
    ):
        assert typed("play", *other) == random
    shipped = typed("play", GAME, "--bots", "--seed", "7")
    assert shipped[0] == 0
    assert typed("play", "--bots", GAME, "--seed", "7") == shipped
    monkeypatch.chdir(Path(crown).parent)
    Path(crown).rename("random")
    assert typed("play", "--bots", "random")[0] == 2, "a bot is a bot, whatever lies here"


def test_a_person_plays_undoes_asks_saves_and_resumes(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    save = tmp_path / "my.save"
    lines = (
        "help",
        "1",
        "undo",
        "why summon",
        "sacrifice equipment",
        "undo",
        "why draw",
        "nonsense",
        "view",
        "log",
        f"save {save}",
        "quit",
    )
    code, out, _ = typed("play", GAME, "--seed", "5", "--players", "Eva,Jan", lines=lines)
    assert code == 0
    assert "> not possible: Eva has learnt something since (Eva: draw a monster)" in out
    assert "took back 1 action" in out
    assert "'summon' is open" in out
    assert "no such option as 'nonsense'" in out
    assert out.count("Eva: draw a monster") >= 2
    assert save.exists()
    code, out, _ = typed("play", GAME, "--resume", str(save), "--bots")
    assert code == 0
    assert "won." in out


def test_whoever_sits_down_is_told_who_they_are_and_where_to_look(typed) -> None:  # type: ignore[no-untyped-def]
    lines = ("read torch", "read 1", "read", "rules end", "legend", "quit")
    _, out, _ = typed("play", GAME, "--seed", "5", "--players", "Eva,Jan,Ota", lines=lines)
    assert out.splitlines()[1] == "You are Eva (seat 1 of 3)."
    assert "'read NAME'" in out.splitlines()[2]
    assert "torch (piece of equipment, 2 copies)" in out
    assert "draw a monster (option)" in out
    assert "as in: read draw a monster" in out
    assert "end.2: A player who is the only one not eliminated wins." in out
    assert "there is no picture here" in out
    _, out, _ = typed("play", GAME, "--seed", "5", "--people", "2", "--players", "Eva,Jan", lines=())
    assert out.splitlines()[1] == "You are Eva (seat 1 of 2), Jan (seat 2 of 2)."


def test_the_table_is_shown_again_only_where_it_changed_or_on_request(typed) -> None:  # type: ignore[no-untyped-def]
    lines = ("draw", "look", "quit")
    _, out, _ = typed("play", GAME, "--seed", "5", "--players", "Eva,Jan", lines=lines)
    first, second, third, _ = out.split("\n> ")
    assert "gear (6)" in first
    assert "monster deck (13)" in first
    assert "gear (6)" not in second
    assert "monster deck (13): 12 × ?, golem" in second
    assert "gear (6)" in third


def test_whoever_is_in_the_middle_of_something_is_told_once_how_to_leave_it(typed) -> None:  # type: ignore[no-untyped-def]
    lines = ("draw", "sacrifice equipment", "undo", "sacrifice equipment", "quit")
    _, out, _ = typed("play", GAME, "--seed", "5", "--players", "Eva,Jan", lines=lines)
    assert out.count("('undo' takes back what you chose before") == 1
    assert "('undo'" not in out.split("> ")[0]
    assert "('undo'" not in out.split("> ")[1]  # the player has looked at the card
    assert "('undo'" in out.split("> ")[2]
    _, first, _ = typed("play", "cookbook/costs", "--seed", "1", lines=("quit",))
    assert "Choose one." in first
    assert "('undo'" not in first


def test_who_may_answer_is_told_what_and_passes_in_the_language_of_play(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    game = tmp_path / "g.yaml"
    game.write_text(ANSWERS, encoding="utf-8")
    _, out, _ = typed("play", str(game), "--players", "Eva,Jan", "--people", "2", lines=("", "", "quit"))
    assert "Eva: Do you want to answer? (it happened: Eva rings.)" in out
    _, out, _ = typed("play", str(game), "--players", "Eva,Jan", "--lang", "cs", lines=("pasovat", "quit"))
    assert "Eva: Chceš odpovědět? (stalo se: Eva zvoní.)" in out
    assert "2. pasovat" in out
    assert "Eva: pasovat" in out


def test_who_may_answer_is_not_told_of_what_is_long_past(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    game = tmp_path / "g.yaml"
    game.write_text(
        ANSWERS.replace(
            "  player 1 rings\n",
            "  player 1 rings\n      player 1 chooses one:\n"
            "        rest: noise becomes 0\n        doze: noise becomes 1\n",
        ),
        encoding="utf-8",
    )
    arguments = ("play", str(game), "--players", "Eva,Jan")
    _, out, _ = typed(*arguments, "--people", "2", lines=("", "rest", "pass", "", "quit"))
    assert "Eva: Do you want to answer? (after: Eva: rest)" in out
    assert "Jan: Do you want to answer? (after: Eva: rest)" in out  # a player who passes does not react
    silent = ANSWERS.replace("      player 1 rings\n", "")
    game.write_text(silent, encoding="utf-8")
    _, out, _ = typed(*arguments, lines=("quit",))
    assert "Eva: Do you want to answer?\n" in out


def test_a_save_says_the_whole_command_that_goes_on(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    save = str(tmp_path / "my match.save")
    arguments = ("--seat", "2", "--lang", "cs", "--bot", "greedy:2")
    _, out, _ = typed("play", GAME, "--seed", "5", *arguments, lines=(f"uloz {save}", "konec"))
    told = next(line for line in out.splitlines() if "pokračuj příkazem: " in line)
    words = shlex.split(told.partition("příkazem: ")[2])
    assert words == ["rulewright", "play", GAME, "--resume", save, *arguments]
    code, out, _ = typed(*words[1:], lines=("konec",))
    assert code == 0
    assert "(místo 2 z " in out


def test_a_word_that_could_mean_several_options_is_asked_back(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    game = Path(__file__).parents[1] / "interpreter" / "games" / "mounds.yaml"
    lines = ("stone", "cat", "undo", "klíč (leží na b1)", "dog", "quit")
    _, out, _ = typed("play", str(game), "--save", str(tmp_path / "m.save"), lines=lines)
    assert "1. key (site b1)" in out
    assert "Player 1: choose a token – stone" in out  # two that the player cannot distinguish are one
    assert "which: cat b1, cat c1?" in out
    assert "took back 1 action" in out
    assert "Player 1: choose a hound – dog a1" in out


def test_commands_may_be_typed_without_accents() -> None:
    typed = {
        "cti": "read",
        "Proc": "why",
        "uloz": "save",
        "nápověda": "help",
        "napoveda": "help",
        "ČTI": "read",
    }
    assert {word: command_of(word) for word in typed} == typed
    assert command_of("čtu") is None


ANSWERS = """\
rulewright: 1
game: bells
title: Bells
players: 2
game has: {noise: 0..9}
phrases:
  "{ringer: player} rings":
    log: {en: "{ringer} rings.", cs: "{ringer} zvoní."}
    do: noise goes up by 1
flow:
  - phase: play
    do: |
      player 1 rings
      offer each player:
        shout: noise goes up by 1
      player 2 wins
"""


def test_a_czech_table_speaks_czech(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    lines = (
        "pomoc",
        "čti pochodeň",
        "Pravidla goal",
        "značky",
        "DOBRAT NESTVŮRU",
        "zpět",
        "proč pasovat",
        "tančit",
        "obětovat výzbroj",
        "zpět",
        "stůl",
        "vše",
        "průběh",
    )
    save = tmp_path / "s.save"
    argv = ("play", GAME, "--seed", "5", "--players", "Eva,Jan", "--lang", "cs", "--save", str(save))
    _, out, _ = typed(*argv, lines=(*lines, "konec"))
    assert "Hraješ za: Eva (místo 1 z 2)." in out
    assert "pochodeň (kus výzbroje, počet: 2)" in out
    assert "nejde to: Eva už ví něco nového (Eva: dobrat nestvůru)" in out
    assert "vzat zpět 1 krok" in out
    assert f"uloženo do {save}" in out
    assert "teď se rozhoduje o něčem jiném než 'pasovat'" in out
    assert "taková možnost tu není: 'tančit'" in out
    for english in ("took back", "saved to", "no such option", "help", "undo"):
        assert english not in out


def test_a_person_takes_any_seat(typed) -> None:  # type: ignore[no-untyped-def]
    """Bots play the others; a person in the second seat is asked only for that seat."""
    _, out, _ = typed("play", GAME, "--seed", "5", "--players", "Eva,Jan", "--seat", "2", lines=("quit",))
    asked = out.split("\n> ")[0].splitlines()
    assert any(line.startswith("Jan: ") for line in asked)
    assert "it is yours" not in out
    assert "dungeon" in out


def test_what_is_hidden_from_a_person_is_not_shown_to_that_person(typed) -> None:  # type: ignore[no-untyped-def]
    """Two people at one terminal: the second gets the screen, and never sees the card of the first."""
    lines = ("", "draw", "summon", "", "pass")
    _, out, _ = typed("play", GAME, "--seed", "5", "--players", "Eva,Jan", "--people", "2", lines=lines)
    hers, his = out.split("--- Jan, it is yours.")[:2]
    assert "12 × ?, golem" in hers
    assert "dungeon (1): ?" in his.split("---")[1]
    assert "golem" not in his.split("---")[1].split("Eva, it is yours")[0].replace("war hammer", "")


def test_the_end_of_the_input_saves_the_match(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    save = tmp_path / "left.save"
    code, out, _ = typed("play", GAME, "--seed", "5", "--save", str(save), lines=("draw",))
    assert code == 0
    assert json.loads(save.read_text(encoding="utf-8"))["actions"]
    assert str(save) in out


def test_leaving_a_match_keeps_the_save_of_another(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    save = tmp_path / "my.save"
    typed("play", GAME, "--seed", "5", "--save", str(save), lines=("draw", "quit"))
    before = save.read_bytes()
    code, out, _ = typed("play", GAME, "--seed", "6", "--save", str(save), lines=("draw", "quit"))
    other = tmp_path / "my-2.save"
    assert (code, save.read_bytes()) == (0, before)
    assert str(other) in out
    assert json.loads(other.read_text(encoding="utf-8"))["seed"] == 6
    typed("play", GAME, "--seed", "7", "--save", str(save), lines=("save", "draw", "quit"))
    assert json.loads((tmp_path / "my-3.save").read_text(encoding="utf-8"))["actions"], "the later save, too"
    assert not (tmp_path / "my-4.save").exists()
    # A match that goes on takes the place of its own save.
    typed("play", GAME, "--resume", str(save), lines=("summon it", "quit"))
    done = json.loads(before)["actions"]
    now = json.loads(save.read_text(encoding="utf-8"))["actions"]
    assert now[: len(done)] == done
    assert len(now) > len(done)
    assert {one.name for one in tmp_path.iterdir()} == {"my.save", "my-2.save", "my-3.save"}


def test_a_damaged_file_is_no_reason_to_lose_it(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    save = tmp_path / "my.save"
    typed("play", GAME, "--seed", "5", "--save", str(save), lines=("draw", "quit"))
    save.write_text(save.read_text(encoding="utf-8")[:-9], encoding="utf-8")
    before = save.read_bytes()
    typed("play", GAME, "--seed", "5", "--save", str(save), lines=("draw", "quit"))
    assert save.read_bytes() == before
    assert (tmp_path / "my-2.save").exists()


def test_a_match_that_cannot_be_saved_where_it_should_is_saved_elsewhere(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "gone"
    folder.mkdir()
    lines = ("²", f"save {tmp_path}", f"save {folder}/x/y", "draw")
    save = folder / "match.save"
    save.mkdir()
    code, _, err = typed("play", GAME, "--save", str(save), lines=lines)
    assert (code, "is not a place for a save" in err) == (2, True)
    save.rmdir()
    code, out, _ = typed("play", GAME, "--seed", "5", "--save", str(save), lines=lines)
    assert code == 0
    assert out.count("cannot be written") == 2
    assert json.loads(save.read_text(encoding="utf-8"))["actions"]


def test_a_save_never_takes_the_place_of_what_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="not an ordinary file"):
        write_whole(tmp_path / "pipe", "x")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_whole(tmp_path / "link", "x")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "x"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "pipe", "real"]


def test_bots_do_not_play_for_ever(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    text = (Path(__file__).parents[1] / "interpreter" / "games" / "signs.yaml").read_text(encoding="utf-8")
    text = text.replace("score = 3: that player wins", "score = 3: that player's score becomes 0")
    text = text.replace("players: 2\n", "players: 2\nsteps: 30\n", 1)
    (tmp_path / "g.yaml").write_text(text, encoding="utf-8")
    code, out, err = typed("play", str(tmp_path / "g.yaml"), "--bots", "--seed", "1")
    assert code == 1
    assert "has not ended after 30 decisions" in err
    assert "over" not in out


def test_a_fault_of_the_rules_keeps_the_match(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    faulty = str(Path(__file__).parents[1] / "interpreter" / "games" / "faulty.yaml")
    save = tmp_path / "f.save"
    code, out, err = typed("play", faulty, "--players", "1", "--save", str(save), lines=("climb", "ask"))
    assert code == 1
    assert "RW403" in err
    assert f"saved to {save}" in out


def test_a_fault_among_bots_comes_after_what_led_there(typed) -> None:  # type: ignore[no-untyped-def]
    faulty = str(Path(__file__).parents[1] / "interpreter" / "games" / "faulty.yaml")
    code, out, err = typed("play", faulty, "--bots", "random", "--players", "1", "--seed", "3")
    assert code == 1
    assert out.splitlines()[1:] == ["Player 1: take", "Player 1: deal", "Player 1: deal"]
    assert "RW411" in err
    assert "seed: 3\nrecord: {" in err


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (("play", GAME, "--players", "9"), 2),
        (("play", GAME, "--players", "Eva,Eva"), 2),
        (("play", GAME, "--players", "²"), 2),
        (("play", GAME, "--players", "9" * 5000), 2),
        (("play", GAME, "--players", "\x1b[31mEva,Jan"), 2),
        (("play", GAME, "--resume", "/dev/zero"), 2),
        (("play", GAME, "--save", "/nowhere/x.save"), 2),
        (("test", GAME, "--only", "no such scenario"), 2),
        (("play", GAME, "--option", "victories to win"), 2),
        (("play", GAME, "--option", "victories to win=9"), 2),
        (("play", GAME, "--people", "7"), 2),
        (("play", GAME, "--seat", "0"), 2),
        (("play", GAME, "--seat", "9"), 2),
        (("play", GAME, "--seat", "1", "--people", "2"), 2),
        (("play", GAME, "--bots", "--people", "2"), 2),
        (("play", GAME, "--bots", "--seat", "1"), 2),
        (("play", GAME, "--bots", "random", "--seat", "1"), 2),
        (("play", GAME, "--bots", "random", "--bot", "random"), 2),
        (("play", GAME, "--bots", "genius"), 2),
        (("play", GAME, "--bots", "random:5"), 2),
        (("play", GAME, "--bots", "search:0"), 2),
        (("play", GAME, "--bots="), 2),
        (("play", GAME, "--bot", "genius"), 2),
        (("play", "--bots", "random"), 2),
        (("play", "--bots", "no-such-game"), 2),
        (("play", "--bots", GAME, GAME), 2),
        (("play", GAME, "--resume", "missing.save"), 2),
        (("play", "no-such-game"), 2),
        (("simulate", GAME, "--matches", "0"), 2),
        (("simulate", GAME, "--matches", "x"), 2),
        (("simulate", GAME, "--bot", "genius"), 2),
        (("simulate", GAME, "--matches", "10", "--output", "/nowhere/at/all"), 2),
        (("coverage", GAME, "--matches", "-1"), 2),
        (("test", "no-such-game"), 2),
    ],
)
def test_bad_usage(typed, argv: tuple[str, ...], code: int) -> None:  # type: ignore[no-untyped-def]
    got, out, err = typed(*argv)
    assert got == code
    assert err or out
    assert "Traceback" not in out + err


def test_what_contradicts_itself_or_is_no_range_is_said_plainly(typed) -> None:  # type: ignore[no-untyped-def]
    _, _, err = typed("play", GAME, "--bots", "--people", "2")
    assert (
        err == "rulewright play: with --bots bots play every seat; leave out --bots, or --people and --seat\n"
    )
    _, _, err = typed("play", "classics/tic-tac-toe", "--players", "3")
    assert "tic-tac-toe is for 2 players, not for 3" in err
    _, _, err = typed("play", GAME, "--players", "9")
    assert "is for 2 to 4 players, not for 9" in err


def test_a_bot_that_is_not_there_or_a_game_in_its_place_is_said_plainly(typed) -> None:  # type: ignore[no-untyped-def]
    _, _, err = typed("play", "--bots", "no-such-game")
    assert "there is no bot 'no-such-game' (bots: greedy, random, search)" in err
    assert "if it is the game, write it before --bots" in err
    _, _, err = typed("play", GAME, "--bots", "search:0")
    assert "'0' is not a valid budget" in err
    assert "the game" not in err
    _, _, err = typed("play", GAME, "--bots", "random", "--bot", "greedy")
    assert err == "rulewright play: say which bot once: --bots BOT, or --bots --bot BOT\n"
    _, _, err = typed("play", GAME, "--bots", "random", "--bots", "greedy")
    assert "give it once; for several bots: --bots --bot ONE --bot OTHER" in err
    _, _, err = typed("play", GAME, "--players", "3", "--bots", "--bot", "random", "--bot", "greedy")
    assert "2 bots for 3 seats (give --bot once, or once for each seat of a bot)" in err


def test_each_seat_has_a_bot_of_its_own(typed) -> None:  # type: ignore[no-untyped-def]
    """It says which bot sits where; the same bots the other way round play another match."""
    first, second = (
        typed("play", GAME, "--players", "2", "--seed", "3", "--bots", "--bot", one, "--bot", other)
        for one, other in (("random", "greedy:2"), ("greedy:2", "random"))
    )
    assert first[0] == second[0] == 0
    assert first[1].splitlines()[:2] == ["Player 1: random", "Player 2: greedy:2"]
    assert first[1].splitlines()[5:] != second[1].splitlines()[5:]


@pytest.mark.parametrize("damage", ["", "{}", "not a save", "[" * 10_000])
def test_a_damaged_save(typed, tmp_path: Path, damage: str) -> None:  # type: ignore[no-untyped-def]
    save = tmp_path / "bad.save"
    save.write_text(damage, encoding="utf-8")
    code, _, err = typed("play", GAME, "--resume", str(save))
    assert code == 2
    assert "RW704" in err
    assert save.read_text(encoding="utf-8") == damage, "nothing is lost"


def test_simulate_as_table_json_and_csv(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    arguments = ("simulate", GAME, "--matches", "60", "--seed", "3", "--processes", "1")
    code, table, _ = typed(*arguments)
    assert code == 0
    assert "60 matches of 3 players" in table
    code, text, _ = typed(*arguments, "--format", "json")
    data = json.loads(text)
    assert code == 0
    assert data["matches"] == sum(data["wins by seat"].values()) == 60
    target = tmp_path / "counts.csv"
    code, _, _ = typed(*arguments, "--format", "csv", "--output", str(target))
    assert code == 0
    assert target.read_text(encoding="utf-8").startswith("what,name,count\n")


def test_scenarios_of_a_game_pass_and_can_be_picked(typed) -> None:  # type: ignore[no-untyped-def]
    code, out, _ = typed("test", GAME)
    assert code == 0
    assert out.splitlines()[-1].endswith(" passed, 0 failed")
    code, picked, _ = typed("test", GAME, "--only", "nothing kills", "--verbose")
    assert code == 0
    assert "passed: " in picked


def test_a_failing_scenario_is_shown_where_it_fails(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    assert main(("new", "game", "mine", "--dir", str(tmp_path))) == 0
    folder = tmp_path / "mine" / "scenarios"
    folder.mkdir(exist_ok=True)
    wrong = folder / "wrong.yaml"
    wrong.write_text("scenarios:\n  it is over immediately:\n    then: {over: yes}\n", encoding="utf-8")
    code, out, _ = typed("test", str(tmp_path / "mine"))
    assert code == 1
    assert "wrong.yaml:3:18: error RW601" in out


def test_coverage_lists_what_is_not_reached(typed) -> None:  # type: ignore[no-untyped-def]
    code, out, _ = typed("coverage", GAME, "--matches", "0", "--format", "json")
    data = json.loads(out)
    assert code == 1
    assert data["options chosen by random matches"]["missing"]


def test_a_variant_that_file_and_command_line_both_name_is_applied_once(typed) -> None:  # type: ignore[no-untyped-def]
    code, out, _ = typed("test", GAME, "--variant", "forced-summons", "--only", "forced")
    assert code == 0, out
    assert not out.startswith("0 passed")


TITLED = """\
rulewright: 1
game: watch
players: 2
game has: {noise: 0..9}
phrases:
  "{guard: player} listens":
    do: |
      guard chooses one:
        near: noise goes up by 1
        far: noise goes up by 2
flow:
  - phase: night
    title: {en: The night watch, cs: Noční hlídka}
    turns: clockwise from player 1, each player, once each
    turn: |
      choose one:
        walk: the player listens
        sleep: noise goes up by 1
  - phase: dawn
    turns: clockwise from player 1, each player, once each
    turn: |
      choose one:
        yawn: noise becomes 0
        stretch: noise becomes 1
  - phase: end
    do: player 1 wins
"""


def test_what_is_asked_in_a_turn_stands_under_the_title_of_the_phase(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    game = tmp_path / "g.yaml"
    game.write_text(TITLED, encoding="utf-8")
    arguments = ("play", str(game), "--players", "Eva,Jan", "--save", str(tmp_path / "g.save"))
    _, out, _ = typed(*arguments, lines=("walk", "near", "quit"))
    assert "\nEva – The night watch: Choose one.\n  1. walk" in out
    assert "\nEva: Choose one.\n  1. near" in out  # a phrase may ask in any phase
    assert "\nEva: Choose one.\n  1. yawn" in out  # a phase without a title
    _, out, _ = typed(*arguments, "--lang", "cs", lines=("quit",))
    assert "\nEva – Noční hlídka: Vyber jednu možnost.\n" in out


NUMBERS = """\
rulewright: 1
game: numbers
players: 2
players have:
  gold: 0..99
flow:
  - phase: play
    turns: clockwise from player 1, each player, until the highest gold of players >= 9
    options:
      bid: {do: "choose a number from 0 to 4, as the bid; the player's gold goes up by the bid"}
      pass: {do: the player's gold goes up by 1}
"""


def test_a_number_that_is_the_name_of_an_option_means_that_option(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    rules = tmp_path / "numbers.yaml"
    rules.write_text(NUMBERS, encoding="utf-8")
    usual = ("play", str(rules), "--players", "Eva,Jan", "--save", str(tmp_path / "a.save"))
    code, out, _ = typed(*usual, lines=("bid", "3", "log", "quit"))
    assert code == 0
    assert "option names take precedence: 1, 2, 3, 4; with a dot, '1.' is the number in the list" in out
    assert "Eva: bid – 3" in out
    _, out, _ = typed(*usual, lines=("1", "3.", "log", "quit"))
    assert "Eva: bid – 2" in out


UP_TO = """
rulewright: 1
game: draught
players: 1
components:
  potion: {designs: {red potion: {cs: rudý lektvar}, blue potion: {cs: modrý lektvar}}}
places:
  shelf: {is: area of potions, cs: police}
  bag: {is: area of potions, cs: taška}
flow:
  - phase: fill
    do: put potions into the shelf
  - phase: play
    turns: clockwise from player 1, each player, once each
    options:
      take:
        do: |
          the player chooses up to COUNT potions in the shelf, as the loot
          put the loot into the bag
"""


def test_whoever_may_choose_one_thing_chooses_it_or_none_of_them(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    game = tmp_path / "g.yaml"
    for count, language, word in (
        ("1", "en", "none of them"),
        ("1", "cs", "nic z toho"),
        ("2", "en", "enough"),
        ("2", "cs", "stačí"),
    ):
        game.write_text(UP_TO.replace("COUNT", count), encoding="utf-8")
        for answer in ("3", word, "enough"):
            save = str(tmp_path / "g.save")
            arguments = ("play", str(game), "--lang", language, "--save", save, "--forced", "ask")
            _, out, _ = typed(*arguments, lines=("take", answer, "quit"))
            assert f"  3. {word}\n" in out
            assert out.splitlines()[-1].startswith(("The match is over", "Konec hry"))
