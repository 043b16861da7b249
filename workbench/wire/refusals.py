"""Refusals: why a request was not carried out, with a code whose meaning never changes, and a way out.

A refused request changes nothing. Every error becomes one of these, whichever way its request came.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from ...dsl.languages import BASE
from ...interpreter import BrokenRulesError, MatchError, UndoError
from ...interpreter.memory.faults import RulesFault
from .shapes import ShapeError, field


class RefusalError(ValueError):
    """A refused request, with a code, a way out, and the part of the request that is wrong. `reasons` holds the
    message by language, if it is there in several."""

    def __init__(
        self, code: str, message: str, help_text: str = "", path: str = "", reasons: Mapping[str, str] = {}
    ) -> None:
        super().__init__(message)
        self.code = code
        self.help = help_text
        self.path = path
        self.reasons = dict(reasons)

    def __reduce__(self) -> tuple[Any, ...]:
        """As it is sent to another process; otherwise, the process that refuses something would die of it."""
        return RefusalError, (self.code, str(self), self.help, self.path, self.reasons)

    def within(self, part: str, language: str = BASE) -> RefusalError:
        """The same, with its path from the whole request, and its message in one language."""
        path = f"{part}.{self.path}" if self.path else ""
        return RefusalError(self.code, self.said_in(language), self.help, path)

    def said_in(self, language: str) -> str:
        """The message in a language, if it has that."""
        return self.reasons.get(language, str(self))


@attrs.frozen
class Problem:
    """Why a request was refused. A refused request changes nothing."""

    code: str = field("a code whose meaning never changes; `rulewright explain CODE` explains it")
    message: str = field("what is wrong, for people")
    help: str = field("a way out; may be empty")
    path: str = field("the part of the request that is wrong; may be empty")


def cannot_take_back(reasons: Mapping[str, str]) -> RefusalError:
    """The refusal to take back a choice, with the reason in each language."""
    return RefusalError(UndoError.code, reasons[BASE], reasons=reasons)


def error_of(error: Exception, language: str = BASE) -> Problem:
    """An error as a problem, in a language if that is known. It never holds anything that a seat may not know,
    such as the record of a match."""
    if isinstance(error, RefusalError):
        return Problem(code=error.code, message=error.said_in(language), help=error.help, path=error.path)
    if isinstance(error, ShapeError):
        return Problem(code="RW721", message=error.message, help="", path=error.path)
    if isinstance(error, BrokenRulesError):
        return Problem(code=error.code, message=f"{error}", help="", path="")
    if isinstance(error, RulesFault):
        return Problem(code="RW706", message=f"{error}", help="", path="")
    if isinstance(error, MatchError):
        return Problem(code=error.code, message=error.message, help=error.help, path="")
    message = f"this is a fault of Rulewright: {type(error).__name__}"
    return Problem(code="RW729", message=message, help="please report it", path="")
