"""How far long work is, as editors show it, and who can stop it.

Editors that sent a token with their request get reports from the beginning. Others that can show progress are asked
to make room for it, if the work is not done soon.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable

from .connection import Data
from .session import Session

PATIENCE = 0.3
"""How long people wait without seeing anything, in seconds."""


_running: dict[str | int, Progress] = {}
"""What is being done, by token."""
_numbers = itertools.count(1)


class Progress:
    """Use it with `with`; `report` says how far the work is, and `stop` is called if somebody does not want it."""

    def __init__(self, session: Session, params: Data, title: str, stop: Callable[[], object]) -> None:
        self.session = session
        self.stop = stop
        self._title = title
        self._state: Data = {}
        self._begun = self._ended = False
        self._token: str | int | None = params.get("workDoneToken")
        self._later: asyncio.TimerHandle | None = None

    def __enter__(self) -> Progress:
        if self._token is not None:
            self._begin()
        elif self.session.can("window", "workDoneProgress"):
            self._later = asyncio.get_running_loop().call_later(PATIENCE, self._ask)
        return self

    def __exit__(self, *_: object) -> None:
        self._ended = True
        if self._later is not None:
            self._later.cancel()
        if self._token is not None:
            _running.pop(self._token, None)
        if self._begun:
            self._say({"kind": "end"})

    def report(self, done: int, total: int, what: str) -> None:
        """So many steps of all are done, and this is the next one."""
        self._state = {"percentage": 100 * done // max(total, 1), "message": what}
        if self._begun and not self._ended:
            self._say({"kind": "report", **self._state})

    def _ask(self) -> None:
        self._token = f"rulewright-{next(_numbers)}"
        params = {"token": self._token}
        self.session.connection.request("window/workDoneProgress/create", params, lambda _: self._begin())

    def _begin(self) -> None:
        if self._ended or self._token is None:
            return
        self._begun = True
        _running[self._token] = self
        start = {"kind": "begin", "title": self._title, "cancellable": True, "percentage": 0}
        self._say({**start, **self._state})

    def _say(self, value: Data) -> None:
        self.session.connection.notify("$/progress", {"token": self._token, "value": value})


def cancelled(params: Data) -> None:
    """Somebody does not want to wait any longer for what a token stands for."""
    found = _running.get(params["token"])
    if found is not None:
        found.stop()
