"""Cases in a plain file: each an input and, below a line of dashes, what is expected; `=====` between cases.

`UPDATE_GOLDEN=1 pytest tests/dsl` writes what came out; read the difference before you commit it.
"""

import os
from collections.abc import Callable
from pathlib import Path

_HERE = Path(__file__).parent
_CASE, _EXPECTED = "\n=====\n", "\n-----\n"


def cases(name: str) -> list[tuple[str, str]]:
    blocks = (_HERE / name).read_text(encoding="utf-8").strip("\n").split(_CASE)
    return [
        (given, expected.strip("\n"))
        for given, _, expected in (f"{block}\n".partition(_EXPECTED) for block in blocks)
    ]


def check(name: str, produce: Callable[[str], str]) -> None:
    """Every case of a file produces what it expects."""
    produced = [(given, produce(given + "\n").strip("\n") or "fine") for given, _ in cases(name)]
    if os.environ.get("UPDATE_GOLDEN"):
        text = _CASE.join(given + _EXPECTED + came_out for given, came_out in produced)
        (_HERE / name).write_text(text + "\n", encoding="utf-8")
    for (given, came_out), (_, expected) in zip(produced, cases(name), strict=True):
        assert came_out == expected, given
