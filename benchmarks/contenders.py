"""All that play a game at random, for `peers.py`: the interpreter in several ways, OpenSpiel, programs by hand."""

from __future__ import annotations

import importlib
import json
import os
import random
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import classics
import compiled
import handwritten
import rulewright
from measuring import Player
from native import native_playouts

# What is measured below the public interface: the engine in Python, whichever one a match would get.
from rulewright.interpreter.lower import lower
from rulewright.interpreter.python.engine import PythonEngine

IN_C = "by hand in C (`c/`)"
IN_C_WHOLE = "by hand in C, whole moves"
IN_PYTHON = "by hand in Python"
NATIVE = "Rulewright, native engine"
KERNEL = "Rulewright, Python engine"
MATCH = "Rulewright, `Match`"
COMMAND = "`rulewright simulate`"
SPIEL = "OpenSpiel, C++ from Python"
SPIEL_PYTHON = "OpenSpiel, written in Python"


@dataclass(frozen=True)
class Bench:
    """A game for some players, and what others call it."""

    name: str
    players: int = 2
    spiel: str = ""
    """OpenSpiel's game in C++."""
    spiel_python: str = ""
    """OpenSpiel's game in Python."""
    matches: int = 0
    """How many matches the command plays, for a game that takes long to read; 0: enough for a few seconds."""
    variants: tuple[str, ...] = ()

    @property
    def whole(self) -> str:
        """The game with its variants."""
        return " + ".join((self.name.removeprefix("classics/"), *self.variants))

    @property
    def title(self) -> str:
        return f"{self.whole}, {self.players} players"

    def load(self) -> rulewright.Game:
        return rulewright.load(self.name, variants=self.variants)


BENCHES = (
    Bench("classics/tic-tac-toe", spiel="tic_tac_toe", spiel_python="python_tic_tac_toe"),
    Bench("classics/connect-four", spiel="connect_four"),
    Bench("classics/breakthrough", spiel="breakthrough"),
    Bench("classics/kuhn-poker", spiel="kuhn_poker", spiel_python="python_kuhn_poker"),
    Bench("classics/leduc-poker", spiel="leduc_poker"),
    Bench("classics/love-letter"),
    Bench("do-podzemi"),
    Bench("do-podzemi", 3),
    Bench("hrad"),
    Bench("vladci-podzemi", 4, matches=20_000),
    Bench("priseri", 2, matches=20_000),
    Bench("hrdina-v-kostce", 2, matches=20_000),
    Bench("hrdina-v-kostce", 2, matches=20_000, variants=("monsters-and-minions", "fiends-and-familiars")),
)


def contenders(bench: Bench) -> dict[str, Player]:
    """Whatever can play a game here, about the fastest first."""
    short = bench.name.removeprefix("classics/")
    found: dict[str, Player | None] = {
        IN_C: in_c(short, "play", bench.players),
        IN_C_WHOLE: in_c(short, "play_whole_moves", bench.players) if short == "breakthrough" else None,
        NATIVE: native_playouts(bench.load(), bench.players),
        SPIEL: openspiel(bench.spiel),
        IN_PYTHON: by_hand(short, bench.players),
        KERNEL: kernel(bench.load(), bench.players),
        MATCH: with_match(bench.load(), bench.players),
        COMMAND: simulate(bench),
        SPIEL_PYTHON: openspiel(bench.spiel_python),
    }
    return {who: player for who, player in found.items() if player is not None}


# ----------------------------------------------------------------------------- by hand


def in_c(short: str, function: str, players: int) -> Player | None:
    if short not in compiled.programs():
        return None
    play = compiled.playouts(short, function)
    return None if play is None else lambda matches: play(matches, seed=1, players=players)[0]


def by_hand(short: str, players: int) -> Player | None:
    rng = random.Random(1)
    if short == "do-podzemi":
        return lambda matches: sum(handwritten.play(rng, players)[1] for _ in range(matches))
    if short not in classics.CLASSICS:
        return None
    of = classics.CLASSICS[short]
    return lambda matches: sum(classics.play_one(of, rng) for _ in range(matches))


# -------------------------------------------------------------------------- Rulewright


def kernel(game: rulewright.Game, players: int) -> Player:
    """The integers of Rulewright's Python engine alone: which actions are legal, do this one."""
    engine, draw = PythonEngine(lower(game).program), random.Random(1).random
    if engine.program.layout.strands > 1:
        return simultaneous(engine, players)
    actions, act, start = engine.actions_main, engine.act_main, engine.start

    def play(matches: int) -> int:
        decisions = 0
        for seed in range(matches):
            m = start(players, seed)
            while not m[1]:
                found = actions(m)
                act(m, found[int(draw() * len(found))])
                decisions += 1
        return decisions

    return play


def simultaneous(engine: PythonEngine, players: int) -> Player:
    """The same for a game in which several players may decide simultaneously."""
    draw = random.Random(1).random

    def play(matches: int) -> int:
        decisions = 0
        for seed in range(matches):
            m = engine.start(players, seed)
            while not m[1]:
                strand = engine.pending(m)[0].strand
                found = engine.actions(m, strand)
                engine.act(m, strand, found[int(draw() * len(found))])
                decisions += 1
        return decisions

    return play


def with_match(game: rulewright.Game, players: int) -> Player:
    """Rulewright's `Match`, with journal and invariants, by the numbers of actions."""
    draw = random.Random(1).random

    def play(matches: int) -> int:
        decisions = 0
        for seed in range(matches):
            match = rulewright.Match(game, players, seed)
            while not match.is_over:
                strand = 0 if match.rules.single else match.pending()[0].strand
                legal = match.legal(strand)
                match.take(strand, legal[int(draw() * len(legal))])
            decisions += len(match.journal)
        return decisions

    return play


def simulate(bench: Bench) -> Player:
    """The command in a new process, with everything that it counts: from the texts of the game to the table."""
    # The package of this process, wherever another one is installed.
    environment = {**os.environ, "PYTHONPATH": str(Path(rulewright.__file__).parents[1])}

    def play(matches: int) -> int:
        command = [
            sys.executable,
            "-m",
            "rulewright",
            "simulate",
            bench.name,
            *(word for name in bench.variants for word in ("--variant", name)),
            "--players",
            str(bench.players),
            "--seed",
            "1",
        ]
        command += ["--matches", str(matches), "--processes", "1", "--format", "json"]
        done = subprocess.run(command, check=True, capture_output=True, env=environment)
        decisions: float = json.loads(done.stdout)["decisions per match"]
        return round(decisions * matches)

    return play


# --------------------------------------------------------------------------- OpenSpiel


def openspiel(theirs: str) -> Player | None:
    """A game of OpenSpiel, in C++ or Python, played from Python. Luck is drawn as its examples draw it."""
    if not theirs or not has_openspiel():
        return None
    game = importlib.import_module("pyspiel").load_game(theirs)
    dice = random.Random(1)
    draw = dice.random

    def play(matches: int) -> int:
        decisions = 0
        for _ in range(matches):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(dice.choices(actions, weights)[0])
                else:
                    legal = state.legal_actions()
                    state.apply_action(legal[int(draw() * len(legal))])
                    decisions += 1
        return decisions

    return play


def has_openspiel() -> bool:
    try:
        importlib.import_module("pyspiel")
        importlib.import_module("open_spiel.python.games")  # registers those in Python
    except ImportError:
        return False
    return True
