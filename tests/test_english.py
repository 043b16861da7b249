"""Prose for people has none of the phrases that a reader stumbles over. Each comes with what to write instead.

Of pages, code, examples, headings, and what `docs/generate.py` and the benchmarks write are not read here. Of modules
of the packages below, docstrings, comments and messages are. A pattern belongs in the list only if it never finds
anything that is good English.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "benchmarks/README.md")),
    *sorted(page for page in (ROOT / "docs").rglob("*.md") if page.name != "errors.md"),
    *sorted((ROOT / "games").glob("*/*.md")),
]
PACKAGES = (
    *("dsl", "interpreter", "workbench"),
    *(f"tests/{name}" for name in ("dsl", "workbench", "battery", "benchmarks", "conformance", "fuzz")),
)
"""The packages whose docstrings, comments and messages are read."""
MODULES = sorted(module for package in PACKAGES for module in (ROOT / package).rglob("*.py"))
FINDINGS = sorted((ROOT / "tests" / "dsl" / "errors").glob("*.txt"))

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
    r"(in|out) (come|comes|go|goes)": "'In: …' and 'Out: …'",
    r"(comes|goes) (in|out):": "'In: …' and 'Out: …'",
    r"(tell|tells) of": "reports",
    r"called so": "with this name",
    r"so (deep|long|many|much) (may|can)": "at most, or the most",
    r"(what|nothing) is said (of|about)": "texts about it, or what its description says",
    r"one's": "whose it is, or your",
    r"(given|written|made|built) anew": "again",
    r"it is not said": "this does not say",
    r"mend": "correct",
    r"(is|are|be) come": "reached",
}
"""What to find, in whole words and any case, and what to write. (`Who` and `Else` only begin sentences.)"""

_SKIPPED = (
    r"(?ms)^ *```.*?^ *```$",  # fenced blocks
    r"(?m)^#+ .*$",  # headings
    r"(?s)<!-- (begin|table of) .*?<!-- end .*?-->",  # what programs write
    r"`[^`]*`",
    r"\]\([^)]*\)",  # where links lead
)


_ANY = re.compile("|".join(TELL_TALES).replace(" ", r"\s+"), re.IGNORECASE)


def found(text: str) -> Iterator[tuple[int, str, str]]:
    """The line of each tell-tale, what it says, and what to write instead."""
    if not _ANY.search(text):
        return
    for skipped in _SKIPPED:
        text = re.sub(skipped, lambda match: re.sub(r"[^\n]", "_", match[0]), text)
    for pattern, instead in TELL_TALES.items():
        words = pattern.replace(" ", r"\s+")
        flags = 0 if words.startswith("(?<!") else re.IGNORECASE
        for match in re.finditer(rf"(?<!\w)(?:{words})(?!\w)", text, flags):
            yield text.count("\n", 0, match.start()) + 1, " ".join(match[0].split()), instead


def prose(source: str) -> Iterator[tuple[int, str]]:
    """The comments, docstrings and messages of a module, each with the line on which it begins."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("# ")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def told(path: Path, parts: Iterator[tuple[int, str]]) -> list[str]:
    """What to change in the parts of a file, each with the line on which it begins."""
    name = path.relative_to(ROOT).as_posix()
    return [
        f"{name}:{first + line - 1}: '{says}': write {instead}"
        for first, part in parts
        for line, says, instead in found(part)
    ]


def whole(path: Path) -> Iterator[tuple[int, str]]:
    yield 1, path.read_text(encoding="utf-8")


def test_pages_read_as_english() -> None:
    assert not [line for page in PAGES for line in told(page, whole(page))]


def test_modules_read_as_english() -> None:
    assert not [
        line for module in MODULES for line in told(module, prose(module.read_text(encoding="utf-8")))
    ]


def test_findings_read_as_english() -> None:
    assert FINDINGS
    assert not [line for finding in FINDINGS for line in told(finding, whole(finding))]


def test_comments_docstrings_and_messages_are_read() -> None:
    source = '"""Players act\nat once."""\nx = f"{1} is told"  # a rule that is come to\nat_once = x\n'
    assert [(line, part) for line, part in sorted(prose(source)) if [*found(part)]] == [
        (1, "Players act\nat once."),
        (3, " is told"),
        (3, "a rule that is come to"),
    ]


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
        "In comes a text.",
        "Tells of an unknown word.",
        "So deep may a tree be.",
        "It is not said who does this.",
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
