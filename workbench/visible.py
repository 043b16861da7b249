"""What comes from outside (names, paths, saves) as text that a terminal only shows: nothing in it is obeyed.

Characters that control a terminal, turn the direction of writing or are not seen become escapes that JSON knows too
(`\\u001b`), so that JSON stays what it says. Line breaks and tabs stay. So do, where colours are shown, the sequences
that the workbench itself paints with.
"""

from __future__ import annotations

import re
import unicodedata

_PAINT = r"\x1b\[(?:0|1|1;3[136])m"
_SUSPECT = re.compile(r"[^\n\t -~\xa1-\xac\xae-\u02ff]")
_SUSPECT_OR_PAINT = re.compile(f"{_PAINT}|{_SUSPECT.pattern}")
_ESCAPED = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))


def visible(text: str, *, painted: bool = False) -> str:
    """The text with such characters escaped; with `painted`, the workbench's own colours stay."""
    return (_SUSPECT_OR_PAINT if painted else _SUSPECT).sub(_shown, text)


def _shown(match: re.Match[str]) -> str:
    found = match.group()
    if len(found) > 1 or unicodedata.category(found) not in _ESCAPED:
        return found
    code = ord(found)
    if code > 0xFFFF:  # as JSON writes it: in two halves
        code -= 0x10000
        return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
    return f"\\u{code:04x}"
