"""Recorded matches of old games: how they are played, and what is kept of them."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.model.game import Game
from rulewright.interpreter.match.match import Match
from rulewright.workbench.files.games import GameFiles, find_game, load_files

HERE = Path(__file__).resolve().parent
PLAYED = "played.json"
SEEDS = (1, 2)

Data = dict[str, Any]


def old_games() -> list[str]:
    """The games of all editions, as `EDITION/NAME`."""
    return sorted(path.relative_to(HERE).as_posix() for path in HERE.glob("[0-9]*/*") if path.is_dir())


def files_of(name: str) -> GameFiles:
    found = find_game(str(HERE / name), Report())
    assert found is not None
    return found


def game_of(files: GameFiles, variants: list[str]) -> Game:
    report = Report()
    game = load_files(files, report, variants=variants)
    assert game is not None, report
    return game


def recorded(name: str) -> list[Data]:
    """The matches that are recorded of a game."""
    found: list[Data] = json.loads((HERE / name / PLAYED).read_text(encoding="utf-8"))
    return found


def to_record(files: GameFiles) -> Iterator[tuple[list[str], int, int]]:
    """The variants, the number of players and the seed of each match that is to be recorded."""
    for variants in ([], *([name] for name in files.choices())):
        least, most = game_of(files, variants).players
        for seed in SEEDS:
            yield variants, (least, most)[seed % 2], seed


def played(game: Game, players: int, seed: int, choices: list[list[Any]] | None = None) -> Data:
    """A match with the recorded choices, or one at random: what was chosen, who won, and the fingerprint."""
    match, luck = Match(game, players, seed), random.Random(seed)
    memory, asked = hashlib.sha256(), hashlib.sha256()
    taken: list[list[Any]] = []
    while True:
        memory.update(match.snapshot())
        if match.is_over or (choices is not None and len(taken) == len(choices)):
            break
        pending = match.pending()
        asked.update(
            repr([(one.strand, one.player, len(match.legal(one.strand))) for one in pending]).encode()
        )
        if choices is None:
            strand = luck.choice(pending).strand
            number = luck.choice(match.legal(strand))
        else:
            strand, number, _ = choices[len(taken)]
        player = next(one.player for one in pending if one.strand == strand)
        taken.append([strand, number, match.option(number, player).name])
        match.take(strand, number)
    return {
        "players": players,
        "seed": seed,
        "choices": taken,
        "asked": asked.hexdigest()[:16],
        "winners": list(match.winners),
        "scores": list(match.scores or ()),
        "memory": memory.hexdigest()[:16],
    }
