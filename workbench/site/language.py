"""The language server inside a page: the same server as `rulewright lsp`, with messages instead of streams.

Each message is the JSON of one message of the Language Server Protocol, without headers. Files other than open
documents are read from the worker's own files, which the page keeps up to date.
"""

from __future__ import annotations

import gc
import json
import linecache
from collections.abc import Callable

from ...dsl.syntax.parser import keep_readings
from ..lsp.lean import import_lean

READINGS = 250
"""The number of texts whose readings are kept until the next pause."""


class Language:
    """See the module. `post` gets each message of the server."""

    def __init__(self, post: Callable[[str], object]) -> None:
        import_lean()
        from ..lsp.server import Server  # what it needs is imported sparingly, just before

        gc.disable()  # it waits until nobody types: see `lsp.server`
        linecache.clearcache()
        keep_readings(READINGS)
        self._protocol = Server().connection.protocol
        self._protocol.set_writer(_Writer(post), include_headers=False)

    def hear(self, text: str) -> None:
        """A message of the editor."""
        self._protocol.handle_message(json.loads(text, object_hook=self._protocol.structure_message))


class _Writer:
    def __init__(self, post: Callable[[str], object]) -> None:
        self._post = post

    def write(self, data: bytes) -> None:
        self._post(data.decode())

    def close(self) -> None:
        pass
