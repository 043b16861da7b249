"""Prose for people has none of the phrases that a reader stumbles over. Each comes with what to write instead.

Code, examples, headings, and what `docs/generate.py` and the benchmarks write are not read here. A pattern belongs in
the list only if it never finds anything that is good English.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "benchmarks/README.md")),
    *sorted(page for page in (ROOT / "docs").rglob("*.md") if page.name != "errors.md"),
]

TELL_TALES = {
    r"at once": "simultaneously, or immediately",
    r"(is|are|was|were|be|been) told(?! apart)": "reports, says, shows, or learns",
    r"(is|are|was|were|be|been|never) come to": "reached",
    r"so (many|much) of": "an amount of",
    r"(in|by|as|after|for|has|have|only) so (many|much)": "that many, or a number of",
    r"(go|goes|going|went) on with": "resumes, or continues with",
    r"(nothing|anything) is said": "by default",
    r"(just|no matter) then": "at that moment",
    r"one starts": "including the start",
    r"(to|by|from|with|than|but|only) who": "players who, or whoever",
    r"(?<!\S)Who [^.?!:;]*[.!:;]": "whoever, or players who",
    r"(?<!\S)Else": "otherwise",
    r"house style": "style",
}
"""What to find, in whole words and any case, and what to write. (`Who` and `Else` only begin sentences.)"""

_SKIPPED = (
    r"(?ms)^ *```.*?^ *```$",  # fenced blocks
    r"(?m)^#+ .*$",  # headings
    r"(?s)<!-- (begin|table of) .*?<!-- end .*?-->",  # what programs write
    r"`[^`]*`",
    r"\]\([^)]*\)",  # where links lead
)


def found(text: str) -> Iterator[tuple[int, str, str]]:
    """The line of each tell-tale, what it says, and what to write instead."""
    for skipped in _SKIPPED:
        text = re.sub(skipped, lambda match: re.sub(r"[^\n]", "_", match[0]), text)
    for pattern, instead in TELL_TALES.items():
        words = pattern.replace(" ", r"\s+")
        flags = 0 if words.startswith("(?<!") else re.IGNORECASE
        for match in re.finditer(rf"(?<!\w)(?:{words})(?!\w)", text, flags):
            yield text.count("\n", 0, match.start()) + 1, " ".join(match[0].split()), instead


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_reads_as_english(page: Path) -> None:
    tales = found(page.read_text(encoding="utf-8"))
    assert not [f"{page.name}:{line}: '{says}': write {instead}" for line, says, instead in tales]


@pytest.mark.parametrize(
    "text",
    [
        "Players act at once.",
        "The player is\ntold the number.",
        "A rule that was never come to.",
        "Costs are offered only to who can pay.",
        "Who nearly says a phrase is shown the phrase.",
        "It holds. Else it does not.",
        "So many of something in a slot.",
        "10 if nothing is said",
    ],
)
def test_a_tell_tale_is_found(text: str) -> None:
    assert [*found(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Who is asked? The player who acts.",
        "`at once` in code, and [a link](#at-once)",
        "It depends on who acts; whoever it is, players who pay are told apart by nothing else.",
        "as many as there are, and so much that it matters",
    ],
)
def test_good_english_is_not(text: str) -> None:
    assert not [*found(text)]
