"""Kills the web server again and again in the middle of matches, and looks whether anything acknowledged is lost.

    python benchmarks/web_kills.py                 a hundred kills
    python benchmarks/web_kills.py --kills 5

Each time, the server is killed (SIGKILL) at a random moment while people choose and bots think, and started again
with the same database. Every page then joins again. The match must go on from what the page had seen: each event that
the page has read is still there, and so is every choice that was acknowledged. A choice that was sent but not
acknowledged may have happened or not.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from web_load import OBJECTS, start
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

SET_UPS = (
    ("do-podzemi", ("person", "person")),
    ("do-podzemi", ("person", "greedy:4")),
    ("hrad", ("person", "person")),
    ("hrad", ("person", "random")),
    ("vladci-podzemi", ("person", "person")),
    ("classics/leduc-poker", ("person", "random")),
)


class Lost(Exception):  # noqa: N818 (the finding that this script looks for)
    """Something that was acknowledged is not there any more."""


class Page:
    """A seat's page, with everything that it has read."""

    def __init__(self, match: str, token: str, seed: int) -> None:
        self.match, self.token, self.dice = match, token, random.Random(seed)
        self.events: list[Any] = []
        self.objects: dict[str, Any] = {}
        self.acknowledged = 0  # own choices
        self.over = False
        self.joins = 0
        self.joined = asyncio.Event()

    def own(self, events: list[Any]) -> int:
        return sum(one["kind"] == "choice" and one["player"] == self.objects["viewer"] for one in events)

    def read_whole(self, message: dict[str, Any]) -> None:
        """Compares what is there now with what this page has read before."""
        before, self.events = self.events, message["events"]
        self.objects = message["objects"]
        self.over = message["state"]["over"]
        if self.events[: len(before)] != before:
            raise Lost(f"match {self.match}: of {len(before)} events, some are gone")
        if self.own(self.events) < self.acknowledged:
            raise Lost(f"match {self.match}: {self.acknowledged} choices were acknowledged")

    def read_changes(self, message: dict[str, Any]) -> None:
        for key, value in message["changes"].items():
            if key in OBJECTS:
                self.objects[key].update(value)
            else:
                self.objects[key] = value
        self.events += message["events"]
        self.over = message["state"]["over"]

    async def play(self, address: str) -> None:
        """Joins, and chooses at random until the match is over, or the server is gone."""
        with contextlib.suppress(ConnectionClosed, OSError):
            async with connect(
                address.replace("http", "ws", 1) + "/api/ws", origin=Origin(address), max_size=None
            ) as socket:
                await socket.send(json.dumps({"type": "join", "match": self.match, "token": self.token}))
                sent = False
                turn = 0
                async for line in socket:
                    message = json.loads(line)
                    match message["type"]:
                        case "joined":
                            self.read_whole(message)
                            self.joins += 1
                            self.joined.set()
                            turn = message["turn"]
                        case "changed":
                            self.read_changes(message)
                            turn = message["turn"]
                        case "reply":
                            self.acknowledged = self.own(self.events)
                            sent = False
                        case "refused":
                            raise Lost(f"match {self.match}: {message['error']}")
                    if self.objects.get("decision") and not sent and not self.over:
                        option = self.dice.choice(self.objects["decision"]["options"])["id"]
                        await asyncio.sleep(self.dice.random() / 10)
                        sent = True
                        await socket.send(
                            json.dumps({"type": "choose", "id": 1, "option": option, "turn": turn})
                        )


def started(database: Path, port: int) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, "-m", "rulewright", "serve", "--http", "--port", str(port), "--pace", "0"]
    process = subprocess.Popen([*command, "--matches", str(database)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    if found is None:
        raise Lost("the server did not start again")
    return process, found[0]


async def all_joined(pages: list[Page], tasks: list[asyncio.Task[None]]) -> None:
    """Waits until every page has joined; raises what went wrong with one that could not."""
    ends = time.monotonic() + 60
    while not all(page.joined.is_set() for page in pages):
        for page, task in zip(pages, tasks, strict=True):
            if task.done() and not page.joined.is_set():
                task.result()
                raise Lost(f"match {page.match} could not be joined")
        if time.monotonic() > ends:
            raise Lost("a page could not join within a minute")
        await asyncio.sleep(0.05)


async def run(args: argparse.Namespace, folder: Path) -> None:
    dice, database = random.Random(args.seed), folder / "matches.sqlite"
    pages: list[Page] = []
    finished = joins = acknowledged = 0
    for kill in range(args.kills + 1):
        process, address = await asyncio.to_thread(started, database, 0)
        try:
            for page in [one for one in pages if one.over]:
                pages.remove(page)
                finished, joins = finished + 1, joins + page.joins
                acknowledged += page.acknowledged
            while len(pages) < 12:
                game, plays = dice.choice(SET_UPS)
                found = await asyncio.to_thread(start, address, game, dice.getrandbits(32), plays)
                pages += [
                    Page(found["match"], token, dice.getrandbits(32)) for token in found["tokens"] if token
                ]
            tasks = [asyncio.create_task(page.play(address)) for page in pages]
            if dice.random() < 0.8:  # else it may happen while they join
                await all_joined(pages, tasks)
            await asyncio.sleep(dice.uniform(0, 2))
        finally:
            process.kill()
            process.wait()
        for page, task in zip(pages, tasks, strict=True):
            await asyncio.wait_for(task, 10)
            page.joined.clear()
        if kill % 10 == 0:
            print(f"{kill} kills: nothing acknowledged is lost", flush=True)
    total = acknowledged + sum(page.acknowledged for page in pages)
    print(
        f"{args.kills} kills, {finished + len(pages)} pages, {total} acknowledged choices, "
        f"{joins + sum(page.joins for page in pages)} times joined: nothing is lost"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    args = parser.parse_args()
    print(f"seed {args.seed}")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(args, Path(folder)))


if __name__ == "__main__":
    main()
