"""What a page learns of an error, whichever way its request came."""

from __future__ import annotations

import logging
import sqlite3

import attrs

from ...dsl.languages import BASE
from ..wire.refusals import Problem, RefusalError, error_of
from .counters import COUNTERS
from .store import StoreError

LOG = logging.getLogger("rulewright.web")


def problem_of(error: Exception, language: str = BASE) -> Problem:
    """An error as a problem, in a language if that is known. What is not the page's mistake is logged, too."""
    if isinstance(error, StoreError | sqlite3.Error):
        LOG.error("the database: %s", error)
        error = RefusalError("RW735", "the server cannot use its database now", "try again in a moment")
    problem = error_of(error, language)
    COUNTERS.add("refusals", problem.code)
    if problem.code == "RW729":
        COUNTERS.add("faults")
        LOG.error("a request failed", exc_info=error)
    # a message may quote half of a surrogate pair from a request, which UTF-8 cannot encode
    texts = attrs.asdict(problem, value_serializer=lambda _, __, text: _encodable(text))
    return Problem(**texts)


def _encodable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
