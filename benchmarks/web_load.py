"""How quickly the web server answers under load: many open matches, many players who choose.

    python benchmarks/web_load.py                       1,000 matches of the large games, 200 players
    python benchmarks/web_load.py --game hrad           of one game

Every match has two seats, and both have an open page. In some matches, whoever has to decide thinks for a while (a
random time, exponentially distributed) and then chooses at random; what is measured is the time from sending a choice
to its acknowledgement, which comes after the choice is on the disk and all pages of the match have been sent what
changed. At the end, all these players choose in the same instant. Server and players are different processes.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

LARGE = ["do-podzemi", "hrad", "priseri", "vladci-podzemi", "hrdina-v-kostce"]
OBJECTS = ("players", "places", "cells", "pieces", "states", "abilities")


@contextmanager
def server(folder: Path) -> Iterator[tuple[str, int]]:
    """A server in a process of its own: its address and its number."""
    command = [sys.executable, "-m", "rulewright", "serve", "--http", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--matches", str(folder / "matches.sqlite")], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None, "the server did not start"
        yield found[0], process.pid
    finally:
        process.terminate()
        process.wait(20)


def memory(pid: int) -> str:
    """The resident memory of a process, where the system says it."""
    try:
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        found = None
    return f"{int(found[1]) / 1024:.0f} MB" if found else "unknown"


def start(address: str, game: str, seed: int, plays: Sequence[str] = ("person", "person")) -> dict[str, Any]:
    """Starts a match of two."""
    body = {"game": game, "players": ["Ann", "Bob"], "plays": list(plays), "seed": seed}
    request = urllib.request.Request(
        f"{address}/api/matches", json.dumps(body).encode(), {"Origin": address}, method="POST"
    )
    with urllib.request.urlopen(request) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


class Seat:
    """One page of one seat, which follows the match."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.turn = 0
        self.decision: Any = None
        self.over = False
        self.acknowledged = asyncio.Event()
        self.news = asyncio.Event()
        self.refused = 0

    async def follow(self) -> None:
        """Reads what the server sends."""
        async for line in self.socket:
            message = json.loads(line)
            match message["type"]:
                case "joined" | "renewed" | "changed":
                    part = message.get("objects") or message["changes"]
                    if "decision" in part:
                        self.decision = part["decision"]
                    self.turn, self.over = message["turn"], message["state"]["over"]
                    self.news.set()
                case "reply":
                    self.acknowledged.set()
                case "refused":
                    self.refused += 1
                    self.acknowledged.set()

    async def choose(self, dice: random.Random) -> float:
        """Chooses at random. Returns the seconds until it is acknowledged."""
        option = dice.choice(self.decision["options"])["id"]
        self.acknowledged.clear()
        self.news.clear()
        message = json.dumps({"type": "choose", "id": 1, "option": option, "turn": self.turn})
        began = time.perf_counter()
        await self.socket.send(message)
        await self.acknowledged.wait()
        return time.perf_counter() - began


class Table:
    """The two pages of a match."""

    def __init__(self, address: str, started: dict[str, Any], seed: int) -> None:
        self.address, self.started, self.dice = address, started, random.Random(seed)
        self.own = f"127.0.0.{seed % 20 + 2}"  # the server limits the pages of one address
        self.seats: list[Seat] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def sit_down(self) -> None:
        for token in self.started["tokens"]:
            socket = await connect(
                self.address.replace("http", "ws", 1) + "/api/ws",
                origin=Origin(self.address),
                max_size=None,
                local_addr=(self.own, 0),
            )
            await socket.send(json.dumps({"type": "join", "match": self.started["match"], "token": token}))
            seat = Seat(socket)
            self.tasks.append(asyncio.create_task(seat.follow()))
            self.seats.append(seat)
        for seat in self.seats:
            await seat.news.wait()

    def deciding(self) -> Seat | None:
        return next((one for one in self.seats if one.decision and not one.over), None)

    async def play(self, think: float, ends: float, times: list[float]) -> None:
        """Chooses, with pauses, until the time is over; begins again when the match ends."""
        while time.monotonic() < ends:
            await asyncio.sleep(self.dice.expovariate(1 / think))
            seat = self.deciding()
            if seat is None:
                if any(one.over for one in self.seats):
                    return
                continue
            times.append(await seat.choose(self.dice))


def shown(times: list[float]) -> str:
    cuts = statistics.quantiles(times, n=100)
    return (
        f"{len(times)} choices; answered in {cuts[49] * 1000:.1f} ms (half), {cuts[94] * 1000:.1f} ms (95 %), "
        f"{cuts[98] * 1000:.1f} ms (99 %), {max(times) * 1000:.0f} ms at most"
    )


async def run(args: argparse.Namespace, address: str, pid: int) -> None:
    print(f"server: {memory(pid)} before the first match")
    began = time.monotonic()
    games = itertools.cycle(args.game)
    tables = []
    for number in range(args.matches):
        started = await asyncio.to_thread(start, address, next(games), number)
        tables.append(Table(address, started, number))
    print(f"{args.matches} matches started in {time.monotonic() - began:.1f} s; server: {memory(pid)}")
    began = time.monotonic()
    for first in range(0, len(tables), 20):
        await asyncio.gather(*(table.sit_down() for table in tables[first : first + 20]))
    print(f"{2 * args.matches} pages joined in {time.monotonic() - began:.1f} s; server: {memory(pid)}")
    active = tables[: args.players]
    times: list[float] = []
    ends = time.monotonic() + args.seconds
    began = time.monotonic()
    await asyncio.gather(*(table.play(args.think, ends, times) for table in active))
    rate = len(times) / (time.monotonic() - began)
    print(f"{args.players} players, who think {args.think:g} s on average: {rate:.0f} choices per second")
    print(f"  {shown(times)}; server: {memory(pid)}")
    seats = [seat for table in active if (seat := table.deciding()) is not None]
    together = await asyncio.gather(*(seat.choose(random.Random(1)) for seat in seats))
    print(f"{len(seats)} players in the same instant:\n  {shown(list(together))}")
    refused = sum(seat.refused for table in tables for seat in table.seats)
    if refused:
        print(f"{refused} choices were refused")
    for table in tables:
        for task in table.tasks:
            task.cancel()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument(
        "--game", action="append", default=[], help="may be repeated (default: the large games)"
    )
    parser.add_argument("--think", type=float, default=4.0, help="seconds, on average (default: 4)")
    parser.add_argument("--seconds", type=float, default=60.0)
    args = parser.parse_args()
    args.game = args.game or LARGE
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as (address, pid):
        asyncio.run(run(args, address, pid))


if __name__ == "__main__":
    main()
