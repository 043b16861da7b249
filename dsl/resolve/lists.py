"""Lists with commas: `1 action, 1 buy and 1 coin`, `cards, dice and coins`."""

from __future__ import annotations

from collections.abc import Sequence

from ..syntax.parser import Syntax, Token
from ..syntax.vocabulary import words
from .context import Context


def joined(parts: Sequence[Syntax | Token], word: str, c: Context) -> None:
    """Fails unless the last part of a list is joined with a word: commas alone do not say whether all are meant."""
    if len(parts) < 2:
        return
    between = str(c.text)[parts[-2].end_pos : parts[-1].start_pos]
    if word not in words(between):
        said = str(c.text)[parts[-1].start_pos : parts[-1].end_pos]
        way_out = f"write: … {word} {said}"
        raise c.fail("RW201", f"the last of a list is joined with '{word}'", parts[-1], way_out)
