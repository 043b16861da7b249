"""Folders of games whose author means harm: nothing in them waits, leads elsewhere unsaid, or reaches a terminal."""

from __future__ import annotations

import os
import re
import shutil
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import ROOT, Run

RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
ESCAPES = "\x1b[2J\x1b]0;harm\x07\u202e\u200b"


COMMANDS = (
    *("check", "check --format json", "check --format github", "check --format sarif", "test", "paraphrase"),
    *("fmt --check", "cards", "rules", "simulate --matches 1 --processes 1", "play --bots --seed 1"),
)


def pipe(path: Path) -> None:
    os.mkfifo(path)


def plug(path: Path) -> None:
    os.chdir(path.parent)  # the address of a socket must be short
    socket.socket(socket.AF_UNIX).bind(path.name)


def hole(path: Path) -> None:
    """A file that takes no room and has 20 GB."""
    path.touch()
    os.truncate(path, 20_000_000_000)


ODD: dict[str, Callable[[Path], None]] = {
    "pipe": pipe,
    "socket": plug,
    "20 GB": hole,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "memory": lambda path: path.symlink_to("/proc/self/mem"),
    "link to itself": lambda path: path.symlink_to(path.name),
}


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there are no devices, pipes and sockets")
@pytest.mark.parametrize("kind", ODD)
@pytest.mark.parametrize("where", [".", "variants", "scenarios"])
def test_what_is_no_ordinary_file(rulewright: Run, tmp_path: Path, kind: str, where: str) -> None:
    """Opening some of these would wait for ever, or read without end."""
    game = tmp_path / "game"
    (game / where).mkdir(parents=True)
    shutil.copy(ROOT / "games" / "classics" / "pig" / "game.yaml", game)
    ODD[kind](game / where / "odd.yaml")
    os.chdir(tmp_path)
    check = rulewright("check", "game")
    assert (check.code, "odd.yaml" in check.out + check.err) == (1, True)
    for command in (
        ("fmt", "--check", "game"),
        ("fmt", "--check", f"game/{where}/odd.yaml"),
        ("paraphrase", "game"),
    ):
        assert rulewright(*command).code in (0, 1, 2), command


@pytest.mark.parametrize("command", COMMANDS)
def test_names_that_would_steer_a_terminal(rulewright: Run, tmp_path: Path, command: str) -> None:
    good, bad = (tmp_path / f"{name}{ESCAPES}" for name in ("good", "bad"))
    for folder in (good, bad):
        folder.mkdir()
        shutil.copy(ROOT / "games" / "classics" / "pig" / "game.yaml", folder)
    (bad / f"x{ESCAPES}.yaml").write_text(f"x: {ESCAPES} [\n", encoding="utf-8")
    (bad / "y.yaml").write_bytes(b"title: \xff\x1b[2J\n")
    (bad / "z.yaml").write_text('phrases: {"\\e[2J\\u202E": {do: nothing}}\n', encoding="utf-8")
    for folder in (good, bad):
        told = rulewright(*command.split(), str(folder))
        assert not RAW.search(told.out + told.err), told
