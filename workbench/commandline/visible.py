"""Makes text from outside (names, paths, saves) safe to print: a terminal shows it and obeys nothing in it.

Characters that control a terminal, change the direction of writing or are invisible become escapes as in JSON
(`\\u001b`), so JSON output keeps its meaning. Line breaks and tabs stay. Where colours are shown, the workbench's own
colour sequences stay too.
"""

from __future__ import annotations

import re
import unicodedata

PAINT = r"\x1b\[(?:0|1|1;3[136]|(?:30|97);(?:4[0-7]|10[37]|48;5;[0-9]{1,3}))m"
"""Matches the codes for colours that the workbench writes."""
_SUSPECT = re.compile(r"[^\n\t -~\xa1-\xac\xae-\u02ff]")
_SUSPECT_OR_PAINT = re.compile(f"{PAINT}|{_SUSPECT.pattern}")
_ESCAPED = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))


def visible(text: str, *, painted: bool = False) -> str:
    """The text with such characters escaped; with `painted`, the workbench's own colours stay."""
    return (_SUSPECT_OR_PAINT if painted else _SUSPECT).sub(_shown, text)


def _shown(match: re.Match[str]) -> str:
    found = match.group()
    if len(found) > 1 or unicodedata.category(found) not in _ESCAPED:
        return found
    code = ord(found)
    if code > 0xFFFF:  # as JSON writes it: a surrogate pair
        code -= 0x10000
        return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
    return f"\\u{code:04x}"
