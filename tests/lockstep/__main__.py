"""`python -m tests.lockstep [GAME …]`: plays every shipped game in CPython and in Pyodide, and compares the memories.

It needs Node.js and the packages of the page (`make page`).
"""

from __future__ import annotations

import sys

from .both import differences


def main() -> int:
    found, same = differences(sys.argv[1:])
    for line in found:
        print(line)
    print(f"{same} matches are the same, {len(found)} differ")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
