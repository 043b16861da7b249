"""The slots of sentences that say phrases: `{foe}`, a form `{foe:acc}`, words that agree with it by number
`{foe:is;are}` or by gender `{foe: killed/killed/killed}`, an adjective `{foe~chosen:acc}`, what a number counts
`{n: card acc}`."""

from __future__ import annotations

import re
from collections.abc import Container

SLOT = re.compile(r"\{\s*([^{}:~]*?)\s*(~[^{}:]*)?(?::([^{}]*))?\}")
AGREES = re.compile("[/;]")


def counted(text: str, numbers: Container[str]) -> list[str]:
    """What a sentence puts behind the numbers of its slots, as it is written there."""
    asked = ((match[1], (match[3] or "").strip()) for match in SLOT.finditer(text))
    return [what for name, what in asked if name in numbers and what and not AGREES.search(what)]
