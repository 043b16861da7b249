"""How quickly a save is on the design table: from writing the file to a page that has it.

    python benchmarks/live.py                  # the five large games
    python benchmarks/live.py do-podzemi       # one

A copy of the game is played for some choices, at random, by two or more people. Then printed numbers and texts of the
game's files are changed, one after the other, spread evenly, the same in every run, and changed back. The time of a
save runs from the end of writing to a page's having the whole match under the new rules, or the findings. The server,
this program and whatever else runs share the machine, so the processor's seconds of the server stand beside it. Bots
that measure the last save get some seconds before the next one, so all changes of a game take about three minutes.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

ROOT = Path(__file__).resolve().parent.parent
LARGE = ("do-podzemi", "hrad", "hrdina-v-kostce", "priseri", "vladci-podzemi")
CHOICES = 60
SAVES = 20
SETTLES = 4.0
_NUMBER = re.compile(r"(?<=[ {]): (\d)(?=[,}\n])|(?<= )(\d)(?= \w)|(?<=: )(\d)(?=[,}\n])")
_TICK = os.sysconf("SC_CLK_TCK")


class Desk:
    """A server with a design table, and the page of its host."""

    def __init__(self, folder: Path, game: str) -> None:
        self.folder = folder / game
        self.stack = contextlib.ExitStack()
        shutil.copytree(ROOT / "games" / game, self.folder)
        command = [sys.executable, "-m", "rulewright", "serve", "--http", "--live", "--port", "0"]
        command += ["--matches", str(folder / "matches.sqlite"), str(self.folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder)
        assert self.process.stdout is not None
        found = re.search(r"http://\S+", self.process.stdout.readline())
        assert found is not None
        self.address = found[0]
        least = self._got(f"/api/games/{self.folder}")["least"]
        players = [f"Player {seat + 1}" for seat in range(least)]
        body = {
            "game": str(self.folder),
            "players": players,
            "plays": ["person"] * least,
            "seed": 1,
        }
        self.match = self._got("/api/matches", body)

    def _got(self, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Origin": self.address})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def joined(self, token: str) -> tuple[ClientConnection, Any]:
        address = self.address.replace("http", "ws") + "/api/ws"
        opened = connect(address, origin=Origin(self.address), max_size=None)
        socket = self.stack.enter_context(opened)
        socket.send(json.dumps({"type": "join", "match": self.match["match"], "token": token}))
        return socket, json.loads(socket.recv())

    @property
    def seconds(self) -> float:
        """The processor's seconds of the server so far, without its processes."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICK

    def play(self) -> int:
        """Some choices at random; returns how many."""
        dice, count = random.Random(1), 0
        pages = [self.joined(token) for token in self.match["tokens"]]
        for number in range(1, CHOICES + 1):
            for socket, joined in pages:
                with contextlib.suppress(TimeoutError):
                    while True:
                        message = json.loads(socket.recv(timeout=0.05))
                        if "decision" in message.get("changes", {}):
                            joined["objects"]["decision"] = message["changes"]["decision"]
                        joined["turn"] = message.get("turn", joined["turn"])
            able = [one for one in pages if one[1]["objects"]["decision"]]
            if not able:
                break
            socket, joined = able[0]
            option = dice.choice(joined["objects"]["decision"]["options"])["id"]
            socket.send(
                json.dumps({"type": "choose", "id": number, "option": option, "turn": joined["turn"]})
            )
            count += 1
        for socket, _ in pages:
            socket.close()
        return count

    def stop(self) -> None:
        self.stack.close()
        self.process.terminate()
        self.process.wait()


def edits(folder: Path, saves: int) -> Iterator[tuple[Path, str, str]]:
    """Files with their texts before and after a change of one digit."""
    places = []
    for file in sorted(folder.glob("*.yaml")):
        text = file.read_text("utf-8")
        places += [
            (file, text, found)
            for found in _NUMBER.finditer(text)
            if "rulewright" not in text[max(0, found.start() - 12) : found.start()]
        ]
    for number in range(min(saves, len(places))):
        file, text, found = places[number * len(places) // min(saves, len(places))]
        group = next(at for at in (1, 2, 3) if found[at])
        start, end = found.span(group)
        yield file, text, text[:start] + str(int(found[group]) % 8 + 1) + text[end:]


def measured(game: str, saves: int) -> str:
    """The row of a game."""
    with tempfile.TemporaryDirectory() as name:
        desk = Desk(Path(name), game)
        try:
            choices = desk.play()
            socket, _ = desk.joined(desk.match["host"])
            socket.send(json.dumps({"type": "design", "id": 1, "do": "on"}))
            _until(socket, "measured")
            walls, spent, clean, saves_seen = [], [], 0, 0
            for number, (file, before, after) in enumerate(edits(desk.folder, saves), 1):
                print(f"{game}: change {number} of up to {saves}", file=sys.stderr, flush=True)
                for text in (after, before):
                    time.sleep(SETTLES)  # bots that play by the last save share the machine
                    began = desk.seconds
                    file.write_text(text, "utf-8")
                    start = time.perf_counter()
                    saves_seen += 1
                    state = _until(socket, "design", saves_seen)
                    if text is after:  # what was there before is known
                        walls.append(time.perf_counter() - start)
                        spent.append(desk.seconds - began)
                        clean += state["clean"]
            socket.close()
        finally:
            desk.stop()
    milliseconds = [f"{1000 * one:.0f} ms" for one in (statistics.median(walls), max(walls))]
    cpu = [f"{1000 * one:.0f} ms" for one in (statistics.median(spent), max(spent))]
    return f"| *{game}* | {choices} | {len(walls)}, {clean} | {' | '.join((*milliseconds, *cpu))} |"


def _until(socket: ClientConnection, kind: str, saves: int = 0) -> Any:
    while True:
        message = json.loads(socket.recv(timeout=120))
        assert message["type"] != "refused", message
        if message["type"] == kind and message.get("saves", 0) >= saves:
            return message


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=LARGE)
    parser.add_argument(
        "--changes", type=int, default=SAVES, help="how many changes, each of which is changed back"
    )
    print("| game | choices | saves, clean | median | most | processor: median | most |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    args = parser.parse_args()
    for game in args.games:
        print(measured(game, args.changes), flush=True)


if __name__ == "__main__":
    main()
