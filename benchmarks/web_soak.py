"""A web server that runs for long: does its memory grow, is anything lost, does its log say anything?

    python benchmarks/web_soak.py                           500 matches for 30 minutes
    python benchmarks/web_soak.py --minutes 2 --matches 50

In each match, somebody plays against a bot or against somebody else, or bots play among themselves. Pages leave and
come back all the time, with or without a goodbye, and some of them look at the match from its beginning. A match that
is over, or that has lasted long, is followed by a new one of the same game. Every page compares what it finds when it
comes back with what it had before, a last time when all is over. Each choice that was acknowledged must be in the
database.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import json
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from web_kills import Lost, Page
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

SET_UPS = (
    ("classics/connect-four", ("person", "greedy:2")),
    ("classics/connect-four", ("person", "person")),
    ("classics/connect-four", ("search:100ms", "random")),
    ("classics/leduc-poker", ("person", "search:20")),
    ("do-podzemi", ("person", "random")),
    ("do-podzemi", ("person", "person")),
    ("hrad", ("person", "random")),
    ("vladci-podzemi", ("person", "random")),
)


def start(address: str, own: str, game: str, seed: int, plays: tuple[str, ...]) -> dict[str, Any]:
    """Starts a match of two, from an address: the server limits how many one may start."""
    _, _, place = address.rpartition("/")
    host, _, port = place.partition(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=120, source_address=(own, 0))
    body = {"game": game, "players": ["Ann", "Bob"], "plays": list(plays), "seed": seed}
    with contextlib.closing(connection):
        connection.request("POST", "/api/matches", json.dumps(body), {"Origin": address})
        found: dict[str, Any] = json.load(connection.getresponse())
    if "match" not in found:
        raise Lost(f"no match could be started: {found}")
    return found


class Visitor(Page):
    """A page of a player that comes and goes. Without a token, it only watches."""

    def __init__(self, match: str, token: str | None, seed: int, own: str, counts: Counter[str]) -> None:
        super().__init__(match, token or "", seed)
        self.own_address, self.counts, self.watches = own, counts, token is None
        self.turn = 0
        self.sent = False
        self.looks = False

    async def visit(self, address: str, seconds: float, think: float) -> None:
        """Stays for a while; then it leaves, or is only cut off."""
        with contextlib.suppress(ConnectionClosed, OSError, TimeoutError):
            socket = await connect(
                address.replace("http", "ws", 1) + "/api/ws",
                origin=Origin(address),
                max_size=None,
                local_addr=(self.own_address, 0),
                open_timeout=60,
            )
            try:
                async with asyncio.timeout(seconds):
                    await self.play_on(socket, think)
            finally:
                if self.dice.random() < 0.5:
                    self.counts["cut off"] += 1
                    socket.transport.abort()
                else:
                    await socket.close()

    async def play_on(self, socket: ClientConnection, think: float) -> None:
        token = None if self.watches else self.token
        await socket.send(json.dumps({"type": "join", "match": self.match, "token": token}))
        self.sent = False
        if self.dice.random() < 0.05:
            await socket.send(json.dumps({"type": "replay", "id": 2, "from": 0}))
        async for line in socket:
            self.read(json.loads(line))
            if self.over or (self.looks and self.joins):
                return
            if not self.watches and self.objects.get("decision") and not self.sent:
                option = self.dice.choice(self.objects["decision"]["options"])["id"]
                await asyncio.sleep(self.dice.expovariate(1 / think))
                self.sent = True
                await socket.send(
                    json.dumps({"type": "choose", "id": 1, "option": option, "turn": self.turn})
                )

    async def look(self, address: str) -> None:
        """Comes back a last time, to see whether all is there."""
        before, self.looks = self.joins, True
        for _ in range(5):
            await self.visit(address, 30, think=1)
            if self.joins > before:
                return
        raise Lost(f"match {self.match}: it cannot be joined any more")

    def read(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "joined":
                if self.watches:
                    self.events, self.objects = message["events"], message["objects"]
                    self.over = message["state"]["over"]
                else:
                    self.read_whole(message)
                self.turn = message["turn"]
                self.joins += 1
                self.counts["joined"] += 1
            case "changed":
                self.read_changes(message)
                self.turn = message["turn"]
            case "reply" if message["id"] == 1:
                self.acknowledged = self.own(self.events)
                self.sent = False
                self.counts["choices"] += 1
            case "reply":
                self.counts["replays"] += 1
            case "refused" if message["error"]["code"] in (
                "RW730",
                "RW732",
            ):  # the other tab, or too many replays
                self.sent = self.sent and message["id"] != 1
                self.counts["refused"] += 1
            case "refused":
                raise Lost(f"match {self.match}: {message['error']}")


async def comes_and_goes(page: Visitor, address: str, leaves: float, args: argparse.Namespace) -> None:
    """Visits a match until it is over, or has lasted long."""
    while (left := leaves - time.monotonic()) > 0 and not page.over:
        await page.visit(address, min(page.dice.expovariate(1 / args.stay), left), args.think)
        await asyncio.sleep(page.dice.random() * 2)


async def table(address: str, number: int, ends: float, args: argparse.Namespace, state: State) -> None:
    """The pages of one match after the other."""
    dice, (game, plays) = random.Random(number), SET_UPS[number % len(SET_UPS)]
    own = f"127.0.0.{number % 20 + 2}"  # the server limits the pages of one address
    while time.monotonic() < ends:
        started = await asyncio.to_thread(start, address, own, game, dice.getrandbits(30), plays)
        state.counts["matches"] += 1
        leaves = min(ends, time.monotonic() + 60 * args.longest * (0.5 + dice.random()))
        tokens = [token for token in started["tokens"] if token] or [None]
        pages = [
            Visitor(started["match"], token, dice.getrandbits(30), own, state.counts) for token in tokens
        ]

        await asyncio.gather(*(comes_and_goes(page, address, leaves, args) for page in pages))
        for page in pages:
            if not page.watches:
                await page.look(address)
                state.acknowledged[page.match] = state.acknowledged.get(page.match, 0) + page.acknowledged


class State:
    """What has happened."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.acknowledged: dict[str, int] = {}
        """The choices of people that were acknowledged, by match."""


def resident(pid: int) -> dict[str, float]:
    """The megabytes of the server, and of each of its processes, in the order in which these began."""
    found = {}
    for one in [pid, *children(pid)]:
        with contextlib.suppress(OSError):
            status = Path(f"/proc/{one}/status").read_text()
            size = re.search(r"VmRSS:\s+(\d+) kB", status)
            if size is not None:
                found["server" if one == pid else f"{one}"] = int(size[1]) / 1024
    return found


def children(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):
            found += [int(one) for one in (task / "children").read_text().split()]
    return sorted(found)


async def watch(pid: int, began: float, ends: float, state: State) -> list[dict[str, float]]:
    """Says once a minute how it goes."""
    found = []
    while time.monotonic() < ends:
        await asyncio.sleep(min(60, max(ends - time.monotonic(), 0)))
        found.append(resident(pid))
        sizes = ", ".join(f"{name} {size:.0f}" for name, size in found[-1].items())
        counts = ", ".join(f"{value} {name}" for name, value in sorted(state.counts.items()))
        print(f"{(time.monotonic() - began) / 60:.0f} min: {sizes} MB; {counts}", flush=True)
    return found


def missing(database: Path, acknowledged: dict[str, int]) -> list[str]:
    """Matches in which fewer choices are stored than people were told."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        stored = dict(connection.execute("SELECT match, COUNT(*) FROM actions GROUP BY match"))
    return [
        f"{match}: {count} of {stored.get(match, 0)}"
        for match, count in acknowledged.items()
        if stored.get(match, 0) < count
    ]


async def run(args: argparse.Namespace, address: str, pid: int, state: State) -> list[dict[str, float]]:
    began = time.monotonic()
    ends = began + 60 * args.minutes
    watching = asyncio.create_task(watch(pid, began, ends, state))
    tables = [
        asyncio.create_task(table(address, number, ends, args, state)) for number in range(args.matches)
    ]
    for found in await asyncio.gather(*tables, return_exceptions=True):
        if isinstance(found, BaseException):
            state.counts["failures"] += 1
            print(f"a table failed: {found!r}"[:500])
    return await watching


def soak(args: argparse.Namespace, folder: Path) -> tuple[State, list[dict[str, float]], str, list[str]]:
    """What happened, the memory each minute, the log, and what is lost."""
    database, log, state = folder / "matches.sqlite", folder / "log", State()
    command = [
        sys.executable,
        "-m",
        "rulewright",
        "serve",
        "--http",
        "--port",
        "0",
        "--matches",
        str(database),
    ]
    with log.open("wb") as errors:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found is not None, "the server did not start"
            sizes = asyncio.run(run(args, found[0], process.pid, state))
        finally:
            process.terminate()
            process.wait(60)
    return state, sizes, log.read_text(), missing(database, state.acknowledged)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--think", type=float, default=20.0, help="seconds, on average (default: 20)")
    parser.add_argument(
        "--stay", type=float, default=60.0, help="seconds of a visit, on average (default: 60)"
    )
    parser.add_argument(
        "--longest", type=float, default=4.0, help="minutes of a match, on average (default: 4)"
    )
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        state, _, log, lost = soak(args, Path(folder))
    total = sum(state.acknowledged.values())
    print(f"{total} acknowledged choices in {len(state.acknowledged)} matches; lost: {lost or 'nothing'}")
    print(f"the log has {len(log)} characters: {log[:1000]}")
    if lost or state.counts["failures"]:
        sys.exit(1)


if __name__ == "__main__":
    main()
