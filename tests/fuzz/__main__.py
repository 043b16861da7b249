"""Looks for what is dropped, crashes, grows or never ends: `python -m tests.fuzz --minutes 60 --seed 7`.

Prints how many cases of each kind were run and, for each finding, the command that repeats it. Exits with 1 if there
are findings.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / ".ns"))  # this checkout, whatever is installed

from .harness import LARGEST, WARM, Finding, case, megabytes
from .kinds import KINDS

MOST = 25
"""It stops after this many findings with different causes."""
EVERY = 50
"""How often memory is measured, in rounds of all kinds."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--minutes", type=float, default=10.0, help="how long (default 10)")
    parser.add_argument(
        "--seed", type=int, default=None, help="the same seed makes the same cases (default: any)"
    )
    parser.add_argument("--scale", type=float, default=30.0, help="how deep and wide games are (default 30)")
    parser.add_argument(
        "--kind", action="append", choices=list(KINDS), help="only this kind; may be repeated"
    )
    parser.add_argument("--only", metavar="KIND:NUMBER", help="repeat one case, and show all of what it says")
    args = parser.parse_args()
    seed = args.seed if args.seed is not None else secrets.randbelow(1 << 32)
    if args.only is not None:
        return repeat(args.only, seed, args.scale)
    print(f"seed {seed}, scale {args.scale:g}, {args.minutes:g} minutes", flush=True)
    return search(args.kind or list(KINDS), seed, args.scale, args.minutes)


def repeat(which: str, seed: int, scale: float) -> int:
    name, _, number = which.partition(":")
    found = case(name, KINDS[name], seed, int(number), scale)
    print(f"{found.what}\n{found.told}" if found is not None else "all went as it should")
    return int(found is not None)


def search(kinds: list[str], seed: int, scale: float, minutes: float) -> int:
    ends = time.monotonic() + 60 * minutes
    counts = dict.fromkeys(kinds, 0)
    causes: dict[tuple[str, str], int] = {}
    warm = 0.0
    number = 0
    try:
        while time.monotonic() < ends and len(causes) < MOST:
            for name in kinds:
                found = case(name, KINDS[name], seed, number, scale)
                counts[name] += 1
                if found is not None:
                    tell(found, causes, seed, scale)
            number += 1
            if sum(counts.values()) >= WARM and number % EVERY == 0:
                now = megabytes()
                warm = warm or now
                if now > warm + LARGEST:
                    tell(
                        Finding("all", number, f"{now - warm:.0f} MB more than when warm", "memory"),
                        causes,
                        seed,
                        scale,
                    )
                    break
    except KeyboardInterrupt:
        print("stopped")
    print("\n" + "\n".join(f"{name:<10} {count:>8,}" for name, count in counts.items()))
    print(f"memory: {warm:.0f} MB when warm, {megabytes():.0f} MB at the end")
    print(f"findings: {sum(causes.values())}, with {len(causes)} different causes (seed {seed})")
    return int(bool(causes))


def tell(found: Finding, causes: dict[tuple[str, str], int], seed: int, scale: float) -> None:
    """Each cause once, with what repeats it."""
    cause = (found.what.partition(":")[0], found.where)
    causes[cause] = causes.get(cause, 0) + 1
    if causes[cause] == 1:
        print(f"\n{found.kind}:{found.number}: {found.what}\n  {found.where}")
        again = f"python -m tests.fuzz --seed {seed} --scale {scale:g} --only {found.kind}:{found.number}"
        print(f"  again: {again}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
