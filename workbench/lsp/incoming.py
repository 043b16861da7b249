"""What an editor sends, before pygls reads it: headers as pygls expects them, and messages that fit into memory.

In: the bytes of standard input. Out: lines and bodies. A header may be in lower case, or end with a line feed alone.
A message that is too large is skipped, and something that is no message stands in its place, so that it is refused.
"""

from __future__ import annotations

from typing import BinaryIO

LONGEST_LINE = 8_192
"""Of a longer header, what follows counts as a line of its own."""
LARGEST = 64_000_000
"""The most bytes of a message."""
NOTHING = b"null"
_PIECE = 1 << 20
_DIGITS = 18


class Incoming:
    """Has what pygls needs of a stream."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readline(self) -> bytes:
        line = self._stream.readline(LONGEST_LINE)
        if line and not line.strip():
            return b"\r\n"
        name, _, value = (part.strip() for part in line.partition(b":"))
        if name.lower() != b"content-length" or not value.isdigit():
            return line
        return b"Content-Length: %d\r\n" % (int(value) if len(value) <= _DIGITS else 10**_DIGITS)

    def read(self, size: int) -> bytes:
        if size <= LARGEST:
            return self._stream.read(size)
        while size > 0:
            piece = self._stream.read(min(size, _PIECE))
            if not piece:
                return b""
            size -= len(piece)
        return NOTHING
