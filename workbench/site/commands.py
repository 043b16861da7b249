"""Commands inside a page: a request is a command line, and what the command writes comes back as it is written.

In: `{"id": 1, "argv": ["test", "/kept/games/mine"]}`. Out: `{"id": 1, "out": "…"}` and `{"id": 1, "err": "…"}` for
what it writes, and `{"id": 1, "code": 0}` at its end.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable, Sequence


class Commands:
    """See the module. `post` gets each message to the page; `main` carries out a command line, and returns its exit
    code."""

    def __init__(self, post: Callable[[str], object], main: Callable[[Sequence[str]], int]) -> None:
        self._post, self._main = post, main

    def hear(self, text: str) -> None:
        """A request of the page. It is carried out before this returns."""
        asked = json.loads(text)
        number = asked["id"]

        def told(**message: object) -> None:
            self._post(json.dumps({"id": number, **message}))

        out, err = _Stream(lambda text: told(out=text)), _Stream(lambda text: told(err=text))
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = self._main(asked["argv"])
        told(code=code)


class _Stream(io.TextIOBase):
    """A stream of text that tells each part as it is written."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if text:
            self._tell(text)
        return len(text)
