"""Keys of which no class speaks, because names of the game stand beside them."""

from __future__ import annotations

from typing import Any

import attrs


@attrs.frozen
class KnownKey:
    """A key that means the same in every game, in a mapping whose other keys are names of the game. A `pattern` is
    one that several keys match; `keys` are those known in the mapping under it."""

    name: str
    says: str
    hint: Any = Any
    pattern: str = ""
    keys: tuple[KnownKey, ...] = ()
