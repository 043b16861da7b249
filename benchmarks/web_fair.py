"""What others notice of one visitor of the web server who asks for as much as possible.

    python benchmarks/web_fair.py                    bots that think long, then replays
    python benchmarks/web_fair.py bots --seconds 45  bots only
    python benchmarks/web_fair.py replays --at 50    replays only, of 50 spectators

`bots`: from one address, six matches of bots that search for ten seconds are watched. From another address, somebody
plays against bots, and against another person. Measured are the bots' answers, and the acknowledgements of choices.

`replays`: from one address, spectators ask for replays of long matches, again and again. From another one, somebody
asks for the replay of another match, while a person chooses.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from web_load import Seat, server, start
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

CROWD, VISITOR = "127.0.0.2", "127.0.0.3"


async def joined(address: str, own: str, match: str, token: str | None = None) -> ClientConnection:
    """A page of a match, from an address."""
    socket = await connect(
        address.replace("http", "ws", 1) + "/api/ws",
        origin=Origin(address),
        max_size=None,
        local_addr=(own, 0),
    )
    await socket.send(json.dumps({"type": "join", "match": match, "token": token}))
    return socket


async def seated(address: str, match: str, token: str) -> tuple[Seat, asyncio.Task[None]]:
    seat = Seat(await joined(address, VISITOR, match, token))
    task = asyncio.create_task(seat.follow())
    await seat.news.wait()
    return seat, task


def shown(what: str, times: list[float]) -> str:
    if not times:
        return f"{what}: none"
    ordered = sorted(times)
    return (
        f"{what}: {len(times)}; half within {1000 * ordered[len(times) // 2]:.0f} ms, "
        f"95 % within {1000 * ordered[len(times) * 95 // 100]:.0f} ms, {1000 * ordered[-1]:.0f} ms at most"
    )


async def people(address: str, game: str, times: list[float]) -> None:
    """Two people of one address choose, twice a second; begins again when the match is over."""
    dice = random.Random(1)
    while True:
        match = await asyncio.to_thread(start, address, game, dice.getrandbits(30))
        pages = [await seated(address, match["match"], token) for token in match["tokens"]]
        with contextlib.ExitStack() as ends:
            for _, task in pages:
                ends.callback(task.cancel)
            while not any(seat.over for seat, _ in pages):
                await asyncio.sleep(0.5)
                seat = next((one for one, _ in pages if one.decision and not one.over), None)
                if seat is not None:
                    times.append(await seat.choose(dice))


async def against(address: str, game: str, bot: str, times: list[float], waiting: list[float]) -> None:
    """Somebody plays against a bot; how long each of its choices takes. `waiting`: since when one is awaited."""
    dice = random.Random(2)
    while True:
        match = await asyncio.to_thread(start, address, game, dice.getrandbits(30), ("person", bot))
        seat, task = await seated(address, match["match"], match["tokens"][0])
        since = time.monotonic()
        while not seat.over:
            waiting[:] = [since]
            seat.news.clear()
            if not seat.decision:
                await seat.news.wait()
                times.append(time.monotonic() - since)
            else:
                waiting.clear()
                await asyncio.sleep(0.2)
                if seat.decision:
                    await seat.choose(dice)
            since = time.monotonic()
        task.cancel()


async def bots(address: str, args: argparse.Namespace) -> None:
    sockets = []
    for number in range(args.at):
        match = await asyncio.to_thread(start, address, args.game, number, (args.bot, args.bot))
        sockets.append(await joined(address, CROWD, match["match"]))
    drains = [asyncio.create_task(drained(one)) for one in sockets]
    await asyncio.sleep(2)
    choices: list[float] = []
    moves: dict[str, list[float]] = {"greedy:4": [], "search:200": [], "search:2s": []}
    waits: dict[str, list[float]] = {bot: [] for bot in moves}
    tasks = [asyncio.create_task(people(address, args.game, choices))]
    tasks += [
        asyncio.create_task(against(address, args.game, bot, times, waits[bot]))
        for bot, times in moves.items()
    ]
    await asyncio.wait(tasks, timeout=args.seconds)
    for task in (*tasks, *drains):
        task.cancel()
    for found in await asyncio.gather(*tasks, *drains, return_exceptions=True):
        if isinstance(found, Exception):
            raise found
    print(shown("  a person's choices, acknowledged", choices))
    for bot, times in moves.items():
        print(shown(f"  what {bot} chose", times))
        if waits[bot]:
            print(f"    and one is awaited since {time.monotonic() - waits[bot][0]:.1f} s")
    print(f"  what the crowd's bots chose: {sum(one.result() for one in drains)}")


async def drained(socket: ClientConnection) -> int:
    """Reads everything; returns how many changes there were."""
    found = 0
    with contextlib.suppress(ConnectionClosed, asyncio.CancelledError):
        async for line in socket:
            found += json.loads(line)["type"] == "changed"
    return found


async def long_match(address: str, game: str, seed: int, most: int) -> tuple[dict[str, Any], int]:
    """A match with many choices."""
    dice, count = random.Random(seed), 0
    match = await asyncio.to_thread(start, address, game, seed)
    pages = [await seated(address, match["match"], token) for token in match["tokens"]]
    while count < most and not any(one.over for one, _ in pages):
        await pages[0][0].choose(dice) if pages[0][0].decision else await pages[1][0].choose(dice)
        count += 1
        await asyncio.sleep(0.05)  # a page may send twenty messages a second
    for seat, task in pages:
        task.cancel()
        await seat.socket.close()
    return match, count


async def whole_replay(socket: ClientConnection) -> tuple[float, float, int, int]:
    """Reads a replay: the seconds until its first page and its end, its frames, and how often it was refused."""
    began, first, at, refused = time.monotonic(), 0.0, 0, 0
    while True:
        await socket.send(json.dumps({"type": "replay", "id": 1, "from": at}))
        while True:
            reply = json.loads(await socket.recv())
            if reply["type"] in ("reply", "refused"):
                break
        if reply["type"] == "refused":
            refused += 1
            await asyncio.sleep(1)
            continue
        first = first or time.monotonic() - began
        at += len(reply["frames"])
        if not reply["more"]:
            return first, time.monotonic() - began, at, refused


async def replays(address: str, args: argparse.Namespace) -> None:
    matches = [await long_match(address, args.game, number, args.length) for number in range(args.different)]
    own, count = await long_match(address, args.game, 77, args.length)
    print(f"  {args.different} matches of about {count} choices, {args.at} spectators")
    sockets = [
        await joined(address, CROWD, matches[number % len(matches)][0]["match"]) for number in range(args.at)
    ]
    done: list[int] = []

    async def again(socket: ClientConnection) -> None:
        while True:
            await whole_replay(socket)
            done.append(1)

    crowd = [asyncio.create_task(again(one)) for one in sockets]
    choices: list[float] = []
    playing = asyncio.create_task(people(address, args.game, choices))
    await asyncio.sleep(0.5)
    mine = await joined(address, VISITOR, own["match"])
    for what in ("the first", "another"):
        try:
            async with asyncio.timeout(args.seconds):
                first, whole, frames, _ = await whole_replay(mine)
                print(
                    f"  {what} replay of another: the first page in {first:.2f} s, "
                    f"all {frames} frames in {whole:.2f} s"
                )
        except TimeoutError:
            print(f"  {what} replay of another: not in {args.seconds:g} s")
            break
    await asyncio.sleep(3)
    print(f"  whole replays of the crowd: {len(done)}")
    print(shown("  a person's choices, acknowledged", choices))
    for task in (*crowd, playing):
        task.cancel()
    await asyncio.gather(*crowd, playing, return_exceptions=True)


LOADS: dict[str, tuple[Callable[[str, argparse.Namespace], Coroutine[Any, Any, None]], int, str]] = {
    "bots": (bots, 6, "classics/connect-four"),
    "replays": (replays, 50, "hrad"),
}
"""Each load, how many there are of it, and a game."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("load", nargs="?", choices=list(LOADS), help="only this one")
    parser.add_argument("--at", type=int, help="how many matches of bots, or spectators (6, 50)")
    parser.add_argument("--game", help="(connect-four, hrad)")
    parser.add_argument("--bot", default="search:10s", help="the bots of the crowd (default: search:10s)")
    parser.add_argument("--seconds", type=float, default=45.0)
    parser.add_argument("--length", type=int, default=300, help="choices in a long match (default: 300)")
    parser.add_argument("--different", type=int, default=4, help="long matches (default: 4)")
    args = parser.parse_args()
    for name, (load, at, game) in LOADS.items():
        if args.load in (None, name):
            print(f"{name}:")
            own = argparse.Namespace(**{**vars(args), "at": args.at or at, "game": args.game or game})
            with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as (address, _):
                asyncio.run(load(address, own))


if __name__ == "__main__":
    main()
