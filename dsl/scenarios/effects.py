"""The effects with which scenarios begin: how such a text is read in a game."""

from __future__ import annotations

from typing import Any

import attrs

from ..document.reader import Text
from ..model.symbols import Symbols
from ..model.uses import Use
from ..resolve.context import Context

SCOPE: dict[str, Any] = {"flow": False}
"""What holds in such a text: it is no part of the flow."""


def context_of(symbols: Symbols, text: Text, seats: int, uses: list[Use] | None = None) -> Context:
    """The context of such a text. It can name any of the seats."""
    return Context(attrs.evolve(symbols, least_players=seats), text, uses=uses, **SCOPE)
