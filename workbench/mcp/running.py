"""Runs a command of Rulewright for a language model, in a process of its own, and returns what it prints.

The tools print what the commands print, since there is one implementation. A process of its own can be stopped when
it takes too long, and whatever goes wrong in it ends nothing else.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from subprocess import DEVNULL, PIPE

import anyio

SECONDS = 120.0
"""How long a command may take."""
SHOWN = 20_000
"""How many characters of an answer are given: a model's memory is small and dear."""


_COMMANDS = str(__package__).rpartition(".")[0]
"""The package of the workbench: run as a module, it is the command line."""


async def run_command(words: Sequence[str], folder: Path, seconds: float = SECONDS) -> str:
    """What `rulewright WORDS` prints in a folder: its output, then its remarks."""
    # -P: a file of the folder must not stand for a module of Python
    line = [sys.executable, "-P", "-m", _COMMANDS, "--color", "never", *words]
    process = await anyio.open_process(
        line, stdin=DEVNULL, stdout=PIPE, stderr=PIPE, cwd=folder, env={**os.environ, "PYTHONUTF8": "1"}
    )
    parts = {"out": b"", "err": b""}

    async def read(name: str) -> None:
        stream = process.stdout if name == "out" else process.stderr
        assert stream is not None
        async for data in stream:
            parts[name] += data

    with anyio.move_on_after(seconds) as limit:
        async with anyio.create_task_group() as group:
            group.start_soon(read, "out")
            group.start_soon(read, "err")
            await process.wait()
    with anyio.CancelScope(shield=True):
        if process.returncode is None:
            process.kill()
        await process.aclose()
    text = "\n".join(part.decode("utf-8", "replace").strip() for part in parts.values() if part.strip())
    if limit.cancelled_caught:
        text += f"\nstopped after {seconds:g} seconds: ask for less"
    return shortened(text.strip()) or "done"


def shortened(text: str) -> str:
    """A text of at most `SHOWN` characters; says how much was left out."""
    if len(text) <= SHOWN:
        return text
    return f"{text[:SHOWN]}\n… and {len(text) - SHOWN} more characters, left out: ask for less"
