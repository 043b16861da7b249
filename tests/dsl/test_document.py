"""Reading documents: what is refused and in which words, and that every character knows its place."""

import unicodedata
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.diagnostics.text import to_json, to_text
from rulewright.dsl.document.reader import Layout, Mapping, Text, decode, read_document
from rulewright.dsl.document.scalars import _readings
from rulewright.dsl.schema.classes import GameDoc
from rulewright.dsl.schema.structure import structure

from ..amount import some
from ..work import calls
from .front import findings, is_inside, nodes, plain, read, texts, underlined
from .golden import check

GAMES = sorted((Path(__file__).parents[2] / "games").glob("*/*.yaml"))


def test_words_for_what_cannot_be_read() -> None:
    check("document_cases.txt", lambda text: to_text(findings(text), most=None))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"a: \xff", "RW001"),
        (b"\xff\xfea\x00", "RW001"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "RW002"),
        (b"a: b\n" * 500_000, "RW004"),
    ],
)
def test_bytes_that_are_no_text(data: bytes, code: str) -> None:
    report = Report()
    assert decode("g.yaml", data, report) is None
    assert [found.code for found in report.diagnostics] == [code]
    assert to_text(report.diagnostics)


def test_the_byte_that_is_not_utf8_is_shown() -> None:
    report = Report()
    decode("g.yaml", "é: ".encode() + b"\xe9", report)
    span = report.diagnostics[0].span
    assert span is not None
    assert (span.line, span.column) == (1, 4)


def test_a_byte_order_mark_is_left_out() -> None:
    source = decode("g.yaml", b"\xef\xbb\xbfa: b", Report())
    assert source is not None
    assert source.text == "a: b"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "RW003"),
        ("\n\n", "RW003"),
        ("a: \x00", "RW002"),
        ("[" * 100_000, "RW005"),
        ("a: " + "{a: " * 100_000, "RW005"),
        ("- " * 10_000, "RW005"),
        ("a" * 2_000_001, "RW004"),
        ("&a [" * 60 + "*a", "RW005"),
    ],
)
def test_extremes(text: str, code: str) -> None:
    found = findings(text)
    assert code in {diagnostic.code for diagnostic in found}
    assert all(is_inside(diagnostic) for diagnostic in found)
    assert calls(lambda: findings(text)) < 50_000, "the reader gives up early, whatever follows"


def test_scalars_stay_text() -> None:
    tree = read("a: no\nb: 1..9\nc: 1e3\nd: ~\ne: +5 hit points\nf: 2020-01-01\nno: 0x10\n")
    assert plain(tree) == {
        "a": "no", "b": "1..9", "c": "1e3", "d": "~", "e": "+5 hit points", "f": "2020-01-01", "no": "0x10",
    }  # fmt: skip


def test_texts_are_equal_by_value() -> None:
    tree = read("a: b")
    assert isinstance(tree, Mapping)
    assert dict(tree.items) == {Text("a"): Text("b")}
    assert str(tree.items[0][0]) == "a"


def test_ends_are_tight() -> None:
    tree = read("a:\n  - b\n  - c: |\n      d\n\n\n# comment\n\ne: f   # g\n")
    for node in nodes(tree):
        assert not node.span.source.text[node.span.end - 1].isspace()
    assert isinstance(tree, Mapping)
    assert tree.span.source.text[: tree.span.end].endswith("f")


def many_findings(count: int) -> str:
    return "a: b\n" * count + "x" * (60 * count) + ": kills #3\n"


def test_many_findings_are_shown() -> None:
    found = findings(many_findings(5000))
    shown = to_text(found)
    everything = to_text(found, most=None)
    assert len(to_json(found)) == len(found) == 5000
    assert shown.endswith("(and 4,950 more: --all shows them)\n")
    assert everything.count("RW014") == 2 * 4999


def test_the_work_of_findings_grows_with_their_number() -> None:
    def all_of(count: int) -> None:
        found = findings(many_findings(count))
        to_text(found, most=None)
        to_json(found)

    assert calls(lambda: all_of(1000)) < 11 * calls(lambda: all_of(100))


# ---- places of characters


def assert_offsets(text: str) -> None:
    """Every character of every text is found where the file has it, and no decoder had to guess."""
    for item in texts(read(text)):
        layout = item.layout or Layout("", item.span.start, item.span.end)
        readings = _readings(text, layout.start, layout.end, layout.style)
        assert any("".join(piece[0] for piece in pieces) == item.value for pieces in readings), item
        last = item.span.start
        for index, character in enumerate(item.value):
            span = item.span_of(index, index + 1)
            assert last <= span.start < span.end <= len(text)
            written = text[span.start : span.end]
            assert written == character or character in " \n" or written[0] in "\\'", (item, index)
            last = span.end
        assert item.span_of(0, len(item.value)).source is item.span.source


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_places_in_the_games(path: Path) -> None:
    assert_offsets(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("text", "part", "expected"),
    [
        ("a: kills dragons", "dragons", "dragons"),
        ("a: kills\n   big\n   dragons", "big dragons", "big\n   dragons"),
        ('a: "a\\tb \\u00e9 dragons"', "é", "\\u00e9"),
        ('a: "one \\\n   two"', "two", "two"),
        ("a: 'it''s dead'", "'s", "''s"),
        ("a: |\n  one\n    two\n  three\n", "two\nthree", "two\n  three"),
        ("a: >-\n  one\n  two\n\n  three\n", "two\nthree", "two\n\n  three"),
        ("a: |2\n    one\n   two\n", " two", " two"),
        ("- a:\n    b: |1+\n       x\n     y\n\n", "y\n", "y\n"),
    ],
)
def test_a_part_of_a_text_is_found(text: str, part: str, expected: str) -> None:
    item = next(item for item in texts(read(text)) if part in item.value)
    start = item.value.index(part)
    span = item.span_of(start, start + len(part))
    assert text[span.start : span.end] == expected
    assert_offsets(text)


_WORDS = st.text(alphabet="ab 'é\\\"#:\n\t-漢", max_size=30)
_LINES = st.lists(st.text(alphabet="ab #:'\\\"é漢\t", max_size=8), max_size=6)


@given(value=_WORDS, style=st.sampled_from(["'", '"', "|", ">", ""]), width=st.integers(5, 30))
def test_places_in_every_style(value: str, style: str, width: int) -> None:
    text = yaml.dump({"k": [value]}, default_style=style or None, width=width, allow_unicode=True)
    assert_offsets(text)


@given(
    lines=_LINES,
    header=st.sampled_from(["|", ">", "|-", ">-", "|+", ">+", "|1", ">1-", "|+1"]),
    by=st.integers(2, 4),
)
def test_places_in_blocks(lines: list[str], header: str, by: int) -> None:
    text = f"k:\n  m: {header}\n" + "".join(" " * (by + 1) + line + "\n" for line in lines) + "z: 1\n"
    if not {found.code for found in findings(text)} - {"RW013"}:
        assert_offsets(text)


@given(
    lines=st.lists(st.text(alphabet="ab é\\'\"\t", max_size=6), max_size=6),
    quote=st.sampled_from(["'", '"', ""]),
)
def test_places_in_texts_over_several_lines(lines: list[str], quote: str) -> None:
    text = f"k: {quote}x" + "\n  ".join(lines) + f"{quote}\n"
    if not findings(text):
        assert_offsets(text)


# ---- damage

NOISE = ":{}[],'\"#&*!|>%@`-?\t\n \\\0"


@st.composite
def damaged(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(GAMES)).read_text(encoding="utf-8")
    for _ in range(draw(st.integers(1, 5))):
        at = draw(st.integers(0, len(text)))
        length = draw(st.sampled_from([0, 1, 1, 2, 10, 200]))
        noise = st.one_of(
            st.sampled_from([*NOISE, "  ", "\n  ", ": ", "\n---\n", "<<: ", "é"]),
            st.text(max_size=4),
        )
        text = text[:at] + draw(st.one_of(st.just(""), noise)) + text[at + length :]
    return text[: draw(st.integers(0, len(text)))] if draw(st.integers(0, 4)) == 0 else text


@settings(max_examples=some(100, 300))
@given(text=damaged())
def test_damage_never_raises(text: str) -> None:
    report = Report()
    node = read_document(Source("games/g.yaml", text), report)
    assert node is not None or report.has_errors
    if node is not None:
        structure(node, GameDoc, report)
        assert all(0 <= n.span.start <= n.span.end <= len(text) for n in nodes(node))
    assert all(found.span is not None and is_inside(found) for found in report.diagnostics)
    shown = to_text(report.diagnostics, most=None)
    assert not any(
        unicodedata.category(character) in ("Cc", "Cs") for character in shown if character != "\n"
    )
    to_json(report.diagnostics)


@given(data=st.binary(max_size=200))
def test_any_bytes_never_raise(data: bytes) -> None:
    report = Report()
    source = decode("g.yaml", data, report)
    assert source is not None or report.has_errors
    if source is not None:
        read_document(source, report)
    assert all(is_inside(found) for found in report.diagnostics)
    to_text(report.diagnostics)


def test_what_is_underlined() -> None:
    (found,) = findings("do: instead of: the hero dies  \n")
    assert underlined(found) == "instead of: the hero dies"
