"""Where an icon was: characters that no font but one can show, and the holes that lost ones leave."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from .reading import Finding, Reading

_SPACE = frozenset("\t\f\v\u200b\u200c\u200d\u2028\u2029")
_NEAR = 3
"""Lines this near each other are one finding."""
_EMPTY = re.compile(r"\(\s*\)|(?<=\w)\s*\[\s+\]")
_GAP = re.compile(r"\w[ \t\u00a0]+([,.])(?=\s|$)")


def icons(reading: Reading) -> Iterator[Finding]:
    """Private, unassigned and control characters."""
    found: list[tuple[int, str]] = []
    for number, line in enumerate(reading.book.lines, start=1):
        found += ((number, one) for one in dict.fromkeys(line) if _is_icon(one))
    for lines, signs in _grouped(found):
        codes = ", ".join(f"U+{ord(one):04X}" for one in signs)
        yield Finding(
            "icon", f"a character that is no letter, number or mark ({codes}): an icon was here", lines
        )


def _is_icon(one: str) -> bool:
    if one in _SPACE:
        return False
    return one == "\ufffd" or unicodedata.category(one) in ("Co", "Cn", "Cc", "Cs")


def holes(reading: Reading) -> Iterator[Finding]:
    """Empty brackets, a preposition with nothing after it, a space before a mark, and spaces within words."""
    prose = reading.words.prose
    bound = prose.prepositions - prose.stranded
    found: list[tuple[int, str]] = []
    for number, line in enumerate(reading.book.lines, start=1):
        found += ((number, f"nothing in the brackets '{one[0]}'") for one in _EMPTY.finditer(line))
        found += ((number, f"a space before '{one[1]}'") for one in _GAP.finditer(line))
    for token in reading.tokens[:-1]:
        mark = reading.tokens[token.at + 1]
        short = (
            len(token.low) == 1 and mark.text in ".)"
        )  # an abbreviation (`s. 5`), or a letter (`variant K)`)
        ends = mark.sort == "mark" and mark.text in ",.;:)" and mark.line == token.line
        if token.low in bound and ends and not short:
            found.append((token.line, f"nothing between '{token.low}' and '{mark.text}'"))
    for lines, what in _grouped(sorted(found)):
        yield Finding("hole", f"{'; '.join(what)}: something is missing here", lines)
    torn = [(reading.tokens[at].line, f"'{whole}'") for at, whole in reading.torn.items()]
    for lines, what in _grouped(torn):
        yield Finding("hole", f"a space within {', '.join(what)}", lines)


def _grouped(found: list[tuple[int, str]]) -> Iterator[tuple[tuple[int, ...], tuple[str, ...]]]:
    """Neighbouring lines together, with what was found there."""
    lines: list[int] = []
    what: list[str] = []
    for line, one in found:
        if lines and line - lines[-1] > _NEAR:
            yield tuple(dict.fromkeys(lines)), tuple(dict.fromkeys(what))
            lines, what = [], []
        lines.append(line)
        what.append(one)
    if lines:
        yield tuple(dict.fromkeys(lines)), tuple(dict.fromkeys(what))
