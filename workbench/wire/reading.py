"""Reads a request: one JSON object, not too long, not too deep, and without a key twice."""

from __future__ import annotations

import json
from typing import Any

from .refusals import RefusalError

LONGEST = 8_000_000
"""The most bytes of a request: enough for a save of the largest match."""
DEEPEST = 50
"""The most levels of nested lists and objects in a request."""


def parsed(line: bytes | str, longest: int) -> dict[str, Any]:
    """The object on a line, which may have at most `longest` bytes. Raises `RefusalError`."""
    if len(line) > longest:
        raise RefusalError("RW720", f"a request has at most {longest} bytes")
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        data = json.loads(text, parse_constant=_no_number, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise RefusalError("RW720", f"this is not JSON: {str(error)[:100]}") from None
    if not isinstance(data, dict):
        raise RefusalError("RW720", "a request is an object with 'id', 'method' and 'params'")
    if _is_deeper(data, DEEPEST):
        raise RefusalError("RW720", f"a request is nested at most {DEEPEST} levels deep")
    return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object. Raises `ValueError` for a duplicate key, one of which would be lost silently."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("an object has a key twice")
    return found


def _is_deeper(data: object, most: int) -> bool:
    level = [data]
    for _ in range(most):
        level = [
            inner
            for one in level
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
        if not level:
            return False
    return True


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is not a number in JSON")
