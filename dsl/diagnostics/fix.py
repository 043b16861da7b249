"""The correction of a finding, where there is exactly one: a text to put in the place of another.

`instead` replaces one word by another and nothing else, so the result means the same in any style of YAML scalar. The
YAML reader makes the only other kind of fix: a text put in quotes.
"""

from __future__ import annotations

import re

import attrs

from .source import Span
from .suggest import Guess

_PLAIN = re.compile(r"\w(?:[\w -]*\w)?")
_QUOTED = re.compile(r"""(["'])(.*)\1""")


@attrs.frozen
class Fix:
    """The text that belongs in the place of a span."""

    span: Span
    replacement: str


def instead(span: Span, meant: Guess | None) -> Fix | None:
    """The word that was meant in the place of the one that stands there; None if it is not sure which was meant, or
    if one of the two would have to be quoted or escaped."""
    if meant is None or not meant.sure or not _PLAIN.fullmatch(meant.word):
        return None
    written = span.source.text[span.start : span.end]
    quoted = _QUOTED.fullmatch(written)
    word = quoted[2] if quoted else written
    if not _PLAIN.fullmatch(word) or word == meant.word:
        return None
    quote = quoted[1] if quoted else ""
    return Fix(span, f"{quote}{meant}{quote}")
