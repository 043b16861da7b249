"""What a page learns of an error, whichever way its request came."""

from __future__ import annotations

import logging
import sqlite3
from typing import Any

from rulewright.dsl.languages import BASE

from ..wire.refusals import RefusalError, error_of
from ..wire.shapes import write
from .store import StoreError

LOG = logging.getLogger("rulewright.web")


def error_data(error: Exception, language: str = BASE) -> dict[str, Any]:
    """An error as data, in a language if that is known. What is nobody's mistake at a page goes to the log, too."""
    if isinstance(error, StoreError | sqlite3.Error):
        LOG.error("the database: %s", error)
        error = RefusalError("RW735", "the server cannot use its database now", "try again in a moment")
    data: dict[str, Any] = write(error_of(error, language))
    if data["code"] == "RW729":
        LOG.error("a request failed", exc_info=error)
    # a message may quote half of a surrogate pair from a request, which UTF-8 cannot encode
    return {key: text.encode("utf-8", "backslashreplace").decode("utf-8") for key, text in data.items()}
