"""The terms of a match: what its host chose at the start, beside the rules and the set-up. They never change."""

from __future__ import annotations

import attrs

from ..wire.shapes import field


@attrs.frozen
class Terms:
    """The terms of a match."""

    seed_chosen: bool = field("whether somebody chose the seed, and so can foretell the luck", False)


NO_TERMS = Terms()
"""Those of a match in which nothing was agreed."""
