"""Reads a request, and turns every error into the reply that says so, for all transports."""

from __future__ import annotations

import json
from typing import Any

from rulewright.interpreter import BrokenRulesError, MatchError
from rulewright.interpreter.memory.faults import RulesFault

from . import messages as p
from .host import RefusalError
from .shapes import ShapeError
from .shelf import ShelfError


def parsed(line: bytes | str) -> dict[str, Any]:
    """The object on a line. Raises `RefusalError`."""
    if len(line) > p.LONGEST:
        raise RefusalError("RW720", f"a line has at most {p.LONGEST} bytes")
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        data = json.loads(text, parse_constant=_no_number, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise RefusalError("RW720", f"this is not JSON: {str(error)[:100]}") from None
    if not isinstance(data, dict):
        raise RefusalError("RW720", "a request is an object with 'id', 'method' and 'params'")
    if _is_deeper(data, p.DEEPEST):
        raise RefusalError("RW720", f"a request is nested at most {p.DEEPEST} levels deep")
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


def error_of(error: Exception) -> p.Error:
    """The reply to an error. It never holds anything that a seat may not know, such as the record of a match."""
    if isinstance(error, RefusalError):
        return p.Error(code=error.code, message=str(error), help=error.help, path=error.path)
    if isinstance(error, ShapeError):
        return p.Error(code="RW721", message=error.message, help="", path=error.path)
    if isinstance(error, ShelfError):
        return p.Error(code="RW726", message=str(error), help=error.help, path=f"params.{error.about}")
    if isinstance(error, BrokenRulesError):
        return p.Error(code=error.code, message=f"{error}", help="", path="")
    if isinstance(error, RulesFault):
        return p.Error(code="RW706", message=f"{error}", help="", path="")
    if isinstance(error, MatchError):
        return p.Error(code=error.code, message=error.message, help=error.help, path="")
    message = f"this is a fault of Rulewright: {type(error).__name__}"
    return p.Error(code="RW729", message=message, help="please report it", path="")
