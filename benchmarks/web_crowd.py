"""What visitors notice of others who open connections and say nothing, and of very many pages.

    python benchmarks/web_crowd.py                         1,100 half-open connections, 1,024 descriptors
    python benchmarks/web_crowd.py --crowd 0 --pages 4990  nearly as many pages as there may be

The crowd connects to a server that may open only some files (`--files`), and connects anew as soon as the server ends
a connection; a third of it says nothing, a third half of a request, and a third sends a byte each second. `--pages`
open matches and watch. Meanwhile two people play one match after the other, and visitors come: each opens the list of
games, and then a page.
"""

from __future__ import annotations

import argparse
import asyncio
import concurrent.futures
import contextlib
import json
import multiprocessing
import re
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from web_load import Table, memory, shown, start
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

GAME = "do-podzemi"
TEXTS = (b"", b"GET / HTTP/1.1\r\nHost: loc", b"")


@contextlib.contextmanager
def server(folder: Path, files: int) -> Iterator[tuple[str, int, Path]]:
    """A server that may open only some files: its address, its number, and its log."""
    log = folder / "log"
    command = [sys.executable, "-m", "rulewright", "serve", "--http", "--port", "0"]
    with log.open("w") as errors:
        process = subprocess.Popen(
            [*command, "--matches", str(folder / "matches.sqlite")],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files)),
        )
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None, "the server did not start"
        yield found[0], process.pid, log
    finally:
        process.terminate()
        process.wait(20)


class Crowd:
    """Connections that say nothing, or too little, and come again when they are ended."""

    def __init__(self, port: int, source: str) -> None:
        self.port, self.source = port, source
        self.open, self.most, self.ended = 0, 0, 0
        self.at = 0.0
        """When the last one was ended; in the end, the seconds after the last one had come."""

    async def stay(self, number: int, until: float) -> None:
        while time.monotonic() < until:
            try:
                own = (self.source, 0)
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=own)
            except OSError:
                await asyncio.sleep(0.5)
                continue
            self.open += 1
            self.most = max(self.most, self.open)
            with contextlib.suppress(OSError):
                writer.write(TEXTS[number % 3])
                await (self._drip(reader, writer) if number % 3 == 2 else reader.read())
            writer.close()
            self.open -= 1
            self.ended += 1
            self.at = time.monotonic()
            await asyncio.sleep(0.5)

    async def come(self, number: int, seconds: float) -> None:
        began = time.monotonic()
        await asyncio.gather(*(self.stay(one, began + seconds) for one in range(number)))
        self.at = max(self.at - began - seconds, 0.0)

    async def _drip(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reading = asyncio.create_task(reader.read())
        while not reading.done():
            writer.write(b"G")
            await asyncio.wait((reading,), timeout=1)
        reading.result()


def crowded(port: int, source: str, number: int, seconds: float) -> tuple[int, int, float]:
    """A crowd, in a process of its own: how many were open at most and were ended, and how late the last one was."""
    crowd = Crowd(port, source)
    asyncio.run(crowd.come(number, seconds))
    return crowd.most, crowd.ended, crowd.at


async def visit(address: str, match: str, times: list[float], failed: list[str]) -> None:
    """A visitor looks at the games, and then opens a page."""
    began = time.perf_counter()
    try:
        await asyncio.to_thread(lambda: urllib.request.urlopen(f"{address}/api/games", timeout=10).close())
        async with connect(f"{address.replace('http', 'ws', 1)}/api/ws", origin=Origin(address)) as page:
            await page.send(json.dumps({"type": "join", "match": match}))
            await page.recv()
    except (OSError, WebSocketException) as error:
        failed.append(repr(error))
    else:
        times.append(time.perf_counter() - began)


async def come(address: str, match: str, until: float) -> tuple[list[float], list[str]]:
    """Visitors, one after the other: how long each waited, and what did not work."""
    times: list[float] = []
    failed: list[str] = []
    while time.monotonic() < until:
        await visit(address, match, times, failed)
        await asyncio.sleep(0.2)
    return times, failed


async def play(address: str, think: float, until: float) -> list[float]:
    """Two people, who play one match after the other: how long each choice took."""
    times: list[float] = []
    seed = 0
    while time.monotonic() < until:
        table = Table(address, await asyncio.to_thread(start, address, GAME, seed), 0)
        await table.sit_down()
        await table.play(think, until, times)
        for seat in table.seats:
            await seat.socket.close()
        seed += 1
    return times


async def watch(address: str, pages: int, matches: list[str]) -> list[ClientConnection]:
    """Opens pages, 250 of each address."""
    found: list[ClientConnection] = []

    async def one(number: int) -> None:
        page = await connect(
            f"{address.replace('http', 'ws', 1)}/api/ws",
            origin=Origin(address),
            local_addr=(f"127.0.1.{number // 250 + 1}", 0),
            max_size=None,
        )
        await page.send(json.dumps({"type": "join", "match": matches[number % len(matches)]}))
        await page.recv()
        found.append(page)

    for first in range(0, pages, 25):
        await asyncio.gather(*(one(number) for number in range(first, min(first + 25, pages))))
    return found


async def run(args: argparse.Namespace, address: str, pid: int, log: Path) -> None:
    print(f"server: {memory(pid)} before the first match")
    matches = [start(address, GAME, seed)["match"] for seed in range(max(args.pages // 10, 1))]
    pages = await watch(address, args.pages, matches)
    print(f"{len(pages)} pages at {len(matches)} matches; server: {memory(pid)}")
    crowd = concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))
    port = int(address.rpartition(":")[2])
    there = crowd.submit(crowded, port, args.source, args.crowd, args.seconds)
    until = time.monotonic() + args.seconds
    choices, (visits, failed) = await asyncio.gather(
        play(address, args.think, until), come(address, matches[0], until)
    )
    print(f"players: {shown(choices)}")
    waited = sorted(visits) or [0.0]
    print(
        f"visitors: {len(visits)} came in, half within {waited[len(waited) // 2] * 1000:.0f} ms, "
        f"all within {waited[-1] * 1000:.0f} ms; {len(failed)} did not {failed[:1] or ''}"
    )
    most, ended, late = await asyncio.wrap_future(there)
    if args.crowd:
        print(f"crowd: {most} open at most, {ended} ended, the last {late:.1f} s after it stopped")
    processor = sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13])) / 100
    print(f"server: {memory(pid)}, {processor:.1f} s of processor; log: {log.stat().st_size} bytes")
    print(log.read_text(), end="")
    for one in pages:
        one.transport.abort()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--crowd", type=int, default=1100)
    parser.add_argument("--source", default="127.0.0.1", help="the address of the crowd (default: 127.0.0.1)")
    parser.add_argument("--files", type=int, default=1024, help="what the server may open (default: 1024)")
    parser.add_argument("--pages", type=int, default=0)
    parser.add_argument("--think", type=float, default=0.2, help="seconds, on average (default: 0.2)")
    parser.add_argument("--seconds", type=float, default=30.0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, server(Path(folder), args.files) as (address, pid, log):
        asyncio.run(run(args, address, pid, log))


if __name__ == "__main__":
    main()
