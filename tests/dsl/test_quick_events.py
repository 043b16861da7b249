"""Files read by libyaml and by PyYAML's own reader: the same trees, places and findings."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document import reader
from rulewright.dsl.document.reader import Mapping, Node, Text, read_document

from ..amount import sample, some

ROOT = Path(__file__).parents[2]
FILES = sorted(path for folder in ("games", "tests", "workbench") for path in (ROOT / folder).rglob("*.yaml"))
TEXTS = {path: path.read_text(encoding="utf-8") for path in FILES}

pytestmark = pytest.mark.skipif(reader._QUICK is None, reason="PyYAML has no libyaml here")


def places(node: Node | None) -> Any:
    """A tree with all its places."""
    if node is None:
        return None
    at = (node.span.start, node.span.end)
    if isinstance(node, Text):
        layout = node.layout
        return node.value, at, layout and (layout.style, layout.start, layout.end)
    if isinstance(node, Mapping):
        return at, node.whole, [(places(key), places(value)) for key, value in node.items]
    return at, [places(item) for item in node.items]


def read(text: str) -> Any:
    report = Report()
    node = read_document(Source("g.yaml", text), report)
    return places(node), [(found.sort_key, found.help, found.severity) for found in report.diagnostics]


def in_both_ways(text: str) -> tuple[Any, Any]:
    with pytest.MonkeyPatch.context() as patched:
        quick = read(text)
        patched.setattr(reader, "_QUICK", None)
        return quick, read(text)


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", sample(FILES, 150, shown), ids=shown)
def test_files_are_read_alike(path: Path) -> None:
    quick, slow = in_both_ways(TEXTS[path])
    assert quick == slow


def test_the_games_are_read_by_libyaml() -> None:
    """Or all that speed would be gone, and nobody would notice."""
    games = [text for path, text in TEXTS.items() if "games" in path.parts]
    assert [text for text in games if reader._quick_events(text) is None] == []


@pytest.mark.parametrize(
    "text",
    [
        "a: é 😀\n😀: [ř, {😀: ž}]\nb: |\n  😀\n  é\nc: '😀'\n",
        "a: {b? c}",
        "a: [b: ]",
        "a: [b, c: !d, e]",
        "a: >\t\n  b",
        "a: |#\n  b",
        "a: b\r\nc: d\r\n",
        "a: b\x85c: d",
        "\ufeffa: b",
        "a:\n\t- b",
        "a: 'b\n\n  c'\nd: >-\n   e\n   f\n\n   g\n\n\nh:\n- |+\n i\n\n",
        "a: \ud800",
        "%YAML 1.1\n---\na: b\n...\n",
        "---\na: b\n---\nc: d",
        "- " * 3000,
        "{a, b, a: c}",
        "? a\n: b",
    ],
)
def test_what_the_readers_could_take_differently(text: str) -> None:
    quick, slow = in_both_ways(text)
    assert quick == slow


NOISE = [
    *":{}[],'\"#&*!|>%@`-?\t\n \\", "  ", "\n  ", ": ", "\n---\n", "<<: ", "é", "😀", "\r\n", "\x85", "\ufeff", "'x'",
    "|\n", ">-\n", "...\n", "!!str ", "&a ", "[a:b]", "{a:b, c}", "\n\n\n", " # c",
]  # fmt: skip


@st.composite
def damaged(draw: st.DrawFn) -> str:
    lines = draw(st.sampled_from(list(TEXTS.values()))).splitlines(keepends=True)
    first = draw(st.integers(0, len(lines)))
    text = "".join(lines[first : first + draw(st.integers(1, 25))])
    for _ in range(draw(st.integers(1, 2))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.sampled_from(NOISE)) + text[at + draw(st.integers(0, 3)) :]
    return text


@settings(max_examples=some(150, 500))
@given(text=damaged())
def test_damaged_files_are_read_alike(text: str) -> None:
    quick, slow = in_both_ways(text)
    assert quick == slow


@settings(max_examples=some(100, 300))
@given(text=st.lists(st.sampled_from([*NOISE, "a", "b", "1", " ", "\n"]), max_size=20).map("".join))
def test_noise_is_read_alike(text: str) -> None:
    quick, slow = in_both_ways(text)
    assert quick == slow
