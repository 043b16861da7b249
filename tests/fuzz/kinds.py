"""The kinds of cases. Each makes something from luck, gives it to Rulewright and checks what comes back."""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import sys
import tempfile
import unicodedata
from array import array
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

from rulewright.dsl.diagnostics.codes import CODES
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.diagnostics.text import to_json, to_text
from rulewright.dsl.document.reader import decode, read_document
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.dsl.schema import classes
from rulewright.interpreter import BrokenRulesError, Match, MatchError
from rulewright.interpreter.match.records.record import _sealed
from rulewright.interpreter.scenarios import read_scenarios, run_scenarios, verify_scenarios
from rulewright.workbench.cli import main
from rulewright.workbench.files.games import find_game, load_files, read
from rulewright.workbench.protocol.messages import METHODS
from rulewright.workbench.protocol.server import Server
from rulewright.workbench.seats.library import GameLibrary

from ..dsl.front import is_inside, plain
from ..dsl.shapes import SHAPES, Raw, fits, put, spots, written
from ..interpreter.test_hostile_saves import GAMES as FORGED
from ..interpreter.test_hostile_saves import damage, forged, partway, played
from . import wide
from .harness import Kind
from .texts import ROOT, anything, changed, damaged, damaged_bytes, games

# ------------------------------------------------------------------------------- games


def loaded(sources: list[Source]) -> tuple[Game | None, Report]:
    """A game, or findings that can be shown and lie in their files."""
    report = Report()
    game = load_game(sources, report)
    assert (game is None) == report.has_errors
    assert to_text(report.diagnostics) or not report.diagnostics
    assert all(is_inside(found) for found in report.diagnostics)
    json.dumps(to_json(report.diagnostics[:20]))
    return game, report


def play(game: Game, dice: random.Random, most: int = 40) -> Match | None:
    """A stretch of a random match, at which everything is looked at; a fault of the rules is foreseen."""
    with contextlib.suppress(BrokenRulesError):
        match = Match(game, dice.randint(*game.players), dice.randrange(99))
        for _ in range(most):
            if match.is_over:
                break
            decision = dice.choice(match.decisions)
            match.choose(dice.choice(decision.options), decision.player)
        assert match.audit() == []
        match.view(0, "cs"), match.log(0, "cs"), match.view(None), match.position_key()
        match.determinize(0, 1)
        assert Match.load(game, match.save()).snapshot() == match.snapshot()
        return match
    return None


def games_kind(dice: random.Random, scale: float) -> None:
    """Files of games with some tokens, lines or letters changed; with a variant now and then."""
    files = dict(games()[dice.choice(sorted(games()))])
    name = dice.choice(sorted(files))
    files[name] = damaged(files[name], dice)
    game, _ = loaded([Source(name, text) for name, text in files.items()])
    if game is not None:
        play(game, dice)


def shapes_kind(dice: random.Random, scale: float) -> None:
    """A wrong shape at a key of a game that uses all of them."""
    tree, places = shape_spots()
    spot = dice.choice(places)
    if dice.random() < 0.5:
        shape = dice.choice(sorted(SHAPES))
        game, _ = loaded([Source("g.yaml", written(put(tree, spot.path, Raw(SHAPES[shape]))))])
        brackets = spot.owner == "item" and shape == "nothing"
        assert game is None or brackets or fits(spot.kind, shape), (spot.path, shape)
    else:
        text = json.dumps(put(tree, spot.path, anything(dice)))
        game, _ = loaded([Source("g.yaml", text)])
    if game is not None:
        play(game, dice, 10)


@cache
def shape_spots() -> tuple[Any, Any]:
    text = (ROOT / "tests" / "dsl" / "shapes.yaml").read_text(encoding="utf-8")
    node = read_document(Source("shapes.yaml", text), Report())
    assert node is not None
    tree = plain(node)
    return tree, spots(tree, classes.GameDoc)


def wide_kind(dice: random.Random, scale: float) -> None:
    """Games that are deep or wide in one way."""
    game, _ = loaded([Source("g.yaml", wide.game(dice, scale))])
    if game is not None:
        play(game, dice, 10)


def files_kind(dice: random.Random, scale: float) -> None:
    """Bytes that may be a rule file."""
    files = games()[dice.choice(sorted(games()))]
    data = damaged_bytes(dice.choice(sorted(files.values())).encode("utf-8"), dice)
    if dice.random() < 0.3:
        data = bytes(dice.choice(b"[]{}:-?|>&*!%@`'\",# \n\tab1\\\xc3") for _ in range(dice.randrange(400)))
    report = Report()
    source = decode("g.yaml", data, report)
    assert source is not None or report.has_errors
    if source is not None:
        loaded([source])
    assert to_text(report.diagnostics) or not report.diagnostics


# --------------------------------------------------------------------------- scenarios


@cache
def scenarios(name: str) -> list[tuple[tuple[str, ...], str, Any]]:
    """Each scenario of a game: its variants, its file, and the tree of a file that holds nothing else."""
    found = []
    files = find_game(name, Report())
    for path in files.scenarios() if files is not None else ():
        source = read(path, Report())
        node = read_document(source, Report()) if source is not None else None
        assert node is not None
        tree = plain(node)
        named = tree.get("variants", [])
        variants = tuple([named] if isinstance(named, str) else named)
        found += [(variants, path.name, {"scenarios": {one: doc}}) for one, doc in tree["scenarios"].items()]
    return found


def scenarios_kind(dice: random.Random, scale: float) -> None:
    """A scenario with a value or a token changed: read, looked at and run."""
    game_name = dice.choice([name for name in sorted(games()) if not name.startswith("tests/")])
    variants, name, tree = dice.choice(scenarios(game_name))
    game = opened(game_name, *variants)
    text = written(changed_texts(tree, dice)) if dice.random() < 0.6 else damaged(written(tree), dice)
    report = Report()
    node = read_document(Source(name, text), report)
    file = read_scenarios(node, report) if node is not None else None
    if file is None:
        assert report.has_errors
        return
    verify_scenarios(game, file, report)
    for result in run_scenarios(game, file):
        assert result.passed or to_text(result.diagnostics)
    assert all(is_inside(found) for found in report.diagnostics)


def changed_texts(tree: Any, dice: random.Random) -> Any:
    """A tree of texts with one thing in it changed, of texts again."""
    return json.loads(
        json.dumps(changed(tree, dice), default=str).replace("NaN", "1").replace("Infinity", "1")
    )


# ------------------------------------------------------------------------------- saves

SAVED = ("do-podzemi", "classics/love-letter", "classics/rock-paper-scissors", "cookbook/market", "hrad")


@cache
def opened(name: str, *variants: str) -> Game:
    files = find_game(name, Report())
    game = load_files(files, Report(), variants=variants) if files is not None else None
    assert game is not None
    return game


def saves_kind(dice: random.Random, scale: float) -> None:
    """Saves and records that were altered, with and without a checksum that fits."""
    match = None
    while match is None:
        match = play(opened(dice.choice(SAVED)), dice, dice.randint(0, 30))
    text = match.save() if dice.random() < 0.6 else match.record()
    data = json.loads(text)
    if dice.random() < 0.5:
        altered = damaged_bytes(text.encode("utf-8"), dice).decode("utf-8", "replace")
    else:
        unsealed = changed({key: value for key, value in data.items() if key != "check"}, dice)
        with contextlib.suppress(UnicodeEncodeError, TypeError):
            unsealed = _sealed(unsealed)
        altered = json.dumps(unsealed)
    try:
        again = Match.load(match.game, altered, other_rules=dice.random() < 0.1)
    except MatchError as error:
        said = str(error)
    else:
        said = ""
    assert len(said) < 2_000, said[:500]
    if said:
        return
    kept = json.loads(again.save() if "memory" in altered else again.record())
    told = json.loads(altered)
    ignored = {"check", "hash"} if told["hash"] != kept["hash"] else {"check"}
    ignored |= {"memory", "start"}  # packed in more than one way
    ignored.add("chosen")  # the same rules go by the numbers, and write the names again
    for key in told.keys() | kept.keys():
        assert key in ignored or same(told.get(key), kept.get(key)), (
            f"'{key}' was altered, and nothing was said"
        )
    play_on(again, dice)


def same(one: Any, other: Any) -> bool:
    """Equal, and of the same types: true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def play_on(match: Match, dice: random.Random) -> None:
    match.view(0), match.log(0), match.position_key()
    with contextlib.suppress(BrokenRulesError):
        for _ in range(3):
            if not match.is_over:
                decision = dice.choice(match.decisions)
                match.choose(dice.choice(decision.options), decision.player)


def beginnings_kind(dice: random.Random, scale: float) -> None:
    """Matches that begin in a forged memory: refused, or the same on both engines."""
    game = opened(dice.choice(FORGED if scale > 1 else FORGED[:2]))
    match = partway(game, dice)
    m = array("q", match.memory)
    damage(m, match.rules.lowered.program.layout.stacks, dice)
    save, seed = forged(match, m), dice.getrandbits(30)
    assert played(game, save, "native", seed) == played(game, save, "python", seed), save[:300]


# ---------------------------------------------------------------------------- protocol

OFFERED = ("do-podzemi", "classics/rock-paper-scissors", "classics/love-letter", "cookbook/market")


@cache
def library() -> GameLibrary:
    return GameLibrary()


def protocol_kind(dice: random.Random, scale: float) -> None:
    """A conversation: requests that make sense where they stand, some of them changed."""
    server = Server(library())
    for _ in range(dice.randint(1, 25)):
        request: Any = likely(server, dice)
        text = json.dumps(changed(request, dice) if dice.random() < 0.3 else request)
        line: bytes | str = text
        if dice.random() < 0.1:
            line = damaged_bytes(text.encode("utf-8"), dice).replace(b"\n", b" ")
        before = {name: hosted.match.snapshot() for name, hosted in server._held.items()}
        answer = server.answer(line)
        assert answer.isascii()
        assert "\n" not in answer
        reply = json.loads(answer)
        assert set(reply) in ({"id", "result"}, {"id", "error"})
        if "error" in reply:
            code = reply["error"]["code"]
            assert code in CODES, reply
            assert code != "RW729", (line, reply)
            after = {name: hosted.match.snapshot() for name, hosted in server._held.items()}
            assert code == "RW706" or before == after, (line, reply)


def likely(server: Server, dice: random.Random) -> dict[str, Any]:
    """A request that mostly makes sense now."""
    held = sorted(server._held)
    method = dice.choice(sorted(METHODS)) if held else "new"
    match = dice.choice(held) if held else "m1"
    hosted = server._held.get(match)
    seat = dice.choice(hosted.seats) if hosted is not None and hosted.seats else 0
    if hosted is not None and dice.random() < 0.4:
        method = "choose"
    options: list[Any] = [0, "x"]
    if hosted is not None:
        options += [
            one.number for open_ in hosted.match.decisions for one in open_.options if open_.player == seat
        ] * 5
    saves = [one.match.save() for one in server._held.values()] if method == "restore" else []
    known: dict[str, Any] = {
        "game": hosted.game if hosted is not None and method == "restore" else dice.choice(OFFERED),
        "players": dice.choice([2, 2, 2, 3, ["Ann", "Bob"]]),
        "seed": dice.randrange(9),
        "bots": dice.choice(
            [{}, {"0": "random"}, {"1": "greedy:1"}, {"1": "search:3"}, {"0": "random", "1": "random"}]
        ),
        "administrator": "x",
        "match": match,
        "seat": seat,
        "option": dice.choice(options),
        "language": dice.choice(["en", "cs"]),
        "since": dice.randrange(5),
        "save": dice.choice(saves) if saves else "",
        "other_rules": False,
        "variants": [],
        "options": {},
    }
    params = {key: known[key] for key in METHODS[method].params.__annotations__ if key in known}
    return {"id": dice.randrange(100), "method": method, "params": params}


# ---------------------------------------------------------------------------- commands

PLAIN = (
    "check",
    "test",
    "paraphrase",
    "explain",
    "games",
    "schema",
    "version",
    "new",
    "play",
    "simulate",
    "help",
)
ARGUMENTS = (
    *(
        "do-podzemi",
        "classics/pig",
        "g",
        "g.yaml",
        "odd.yaml",
        ".",
        "..",
        "/dev/null",
        "",
        "nosuch",
        "a\0b",
        "x" * 300,
    ),
    *(
        "\x1b[2J\u202e",
        "--variant",
        "three-victories",
        "longer",
        "--format",
        "json",
        "--all",
        "--strict",
        "--only",
        "a",
    ),
    *(
        "RW101",
        "game",
        "variant",
        "--of",
        "--dir",
        "--bots",
        "--seed",
        "1",
        "--players",
        "2",
        "a,b",
        "--people",
        "0",
    ),
    *(
        "--seat",
        "9",
        "--lang",
        "cs",
        "--save",
        "x.save",
        "notes.txt",
        "--resume",
        "--matches",
        "1",
        "--processes",
        "1",
    ),
    *(
        "--bot",
        "greedy:1",
        "random",
        "--option",
        "a=b",
        "--output",
        "--keep",
        "--no-detail",
        "--help",
        "--nosuch",
        "-1",
        "scenarios",
    ),
)
TYPED: tuple[str, ...] = (
    "1",
    "2",
    "help",
    "undo",
    "look",
    "log",
    "rules",
    "legend",
    "why 1",
    "read 1",
    "save",
    "save x.save",
    "roll",
    "?",
)
TYPED += ("save notes.txt", "save a\0b", "save " + "x" * 300, "\x1b[2J", "quit", "konec", "view", "hold", "")
HARMFUL = ("Cc", "Cf", "Cs", "Zl", "Zp")


def commands_kind(dice: random.Random, scale: float) -> None:
    """The command line with arguments that make sense, or do not."""
    argv = [dice.choice(PLAIN), *(dice.choice(ARGUMENTS) for _ in range(dice.randint(0, 6)))]
    if argv[0] in ("simulate", "play"):  # one process, few matches, and somebody who leaves
        argv[1:1] = ["classics/pig"] if dice.random() < 0.5 else []
        argv += ["--matches", "2", "--processes", "1"] if argv[0] == "simulate" else []
    if argv[0] in ("check", "test") and not any(one in ("do-podzemi", "g", "odd.yaml") for one in argv):
        argv.append("classics/pig")  # without a game, all of them are meant
    typed = "".join(f"{dice.choice(TYPED)}\n" for _ in range(dice.randint(0, 12)))
    out, err = io.StringIO(), io.StringIO()
    home = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            Path("notes.txt").write_text("my notes", encoding="utf-8")
            Path("odd.yaml").write_text(damaged(games()["classics/pig"]["game.yaml"], dice), encoding="utf-8")
            with mock.patch.multiple(sys, stdin=io.StringIO(typed), stdout=out, stderr=err):
                code = main(argv)
            # what is written to a file that is asked for is another matter
            kept = "--output" in argv or Path("notes.txt").read_text(encoding="utf-8") == "my notes"
        finally:
            os.chdir(home)
    said = out.getvalue() + err.getvalue()
    assert code in (0, 1, 2), (argv, typed, code, said[-500:])
    assert "this is a fault of Rulewright" not in said, (argv, typed, said[-500:])
    assert kept, (argv, typed)
    assert all(one in "\n\t" or unicodedata.category(one) not in HARMFUL for one in said), (argv, typed)


KINDS: dict[str, Kind] = {
    "games": games_kind,
    "shapes": shapes_kind,
    "wide": wide_kind,
    "files": files_kind,
    "scenarios": scenarios_kind,
    "saves": saves_kind,
    "beginnings": beginnings_kind,
    "protocol": protocol_kind,
    "commands": commands_kind,
}
