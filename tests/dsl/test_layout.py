"""The canonical layout: what it looks like, that it changes no meaning, and that it is laid out once and for all."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from rulewright.dsl.document.layout import Unchanged, laid_out
from rulewright.dsl.document.reader import same_content, tokens

from ..amount import sample, some

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path
    for folder in ("games", "dsl", "workbench/skeletons", "tests/dsl")
    for path in (ROOT / folder).rglob("*.yaml")
)

CASES: dict[str, tuple[str, str]] = {
    "indentation": ("a:\n      b: 1\n      c:\n          d: 2\n", "a:\n  b: 1\n  c:\n    d: 2\n"),
    "a list stands inside its key": ("a:\n- 1\n- b: 2\n  c: 3\n", "a:\n  - 1\n  - b: 2\n    c: 3\n"),
    "a list in a list": ("-    - a\n     - b\n-    c\n", "- - a\n  - b\n- c\n"),
    "blanks": ("a :   1  \nb: [1 ,2,  3 ]\nc: { d: 1,e: 2 }\n", "a: 1\nb: [1, 2, 3]\nc: {d: 1, e: 2}\n"),
    "columns": ("rat:   {a: 1}\nbadger: {a: 2}\n", "rat: {a: 1}\nbadger: {a: 2}\n"),
    "columns that fit": ("rat:    {a: 1}\nbadger: {a: 2}\n", "rat:    {a: 1}\nbadger: {a: 2}\n"),
    "columns with too many blanks": (
        "a:   1\nb:   2\nccc: 3\nd:\n  e:  1\n  f:  2\n",
        "a:   1\nb:   2\nccc: 3\nd:\n  e: 1\n  f: 2\n",
    ),
    "columns in brackets": ("- {a: 1,   b: 2}\n- {a: 100, b: 2}\n", "- {a: 1,   b: 2}\n- {a: 100, b: 2}\n"),
    "blank lines": ("\n\na: 1\n\n\n\nb: 2\n\n", "a: 1\n\nb: 2\n"),
    "quotes": (
        "a: 'x'\nb: 'say \"x\"'\nc: 'it''s'\nd: 'a\\b'\n",
        "a: \"x\"\nb: 'say \"x\"'\nc: 'it''s'\nd: 'a\\b'\n",
    ),
    "quoted keys": ("'a: b':   1\n\"c\" :  2\n", '"a: b": 1\n"c": 2\n'),
    "comments": ("#a\na: 1 #b\n   #  c\nb: 2\n#--\n", "# a\na: 1  # b\n#  c\nb: 2\n#--\n"),
    "comments between": (
        "a:\n    # one\n    b: 1\n    # two\n# three\nc: 1\n# four\n",
        "a:\n  # one\n  b: 1\n  # two\n# three\nc: 1\n# four\n",
    ),
    "comments in columns": ("aa: 1     # x\nb: 2      # y\n", "aa: 1     # x\nb: 2      # y\n"),
    "a block with its own indentation": (
        "a:\n    b: |\n          one\n            two\n\n          three\n    # c\n    d: 1\n",
        "a:\n  b: |\n    one\n      two\n\n    three\n  # c\n  d: 1\n",
    ),
    "a block that says its indentation": (
        "a:\n    b: >2-\n          two more\n      less\n",
        "a:\n  b: >2-\n        two more\n    less\n",
    ),
    "a block that keeps its end": ("a: |+\n    x\n\n\nb: 1\n", "a: |+\n  x\n\n\nb: 1\n"),
    "a block that loses its end": ("a: |\n    x\n\n\nb: 1\n", "a: |\n  x\n\nb: 1\n"),
    "a block that looks like a comment": ("a: |\n    # x\n# y\n", "a: |\n  # x\n# y\n"),
    "blanks at the end of a line of a block": ("a: |\n    x  \n    y\n", "a: |\n  x  \n  y\n"),
    "a block without a last line break": ("a: |\n    x", "a: |\n  x"),
    "a text of several lines": ("a:\n    b: one\n      two\n", "a:\n  b: one\n    two\n"),
    "a quoted text of several lines": (
        'a:\n    b: "one\n       two\\\n       three"\n',
        'a:\n  b: "one\n     two\\\n     three"\n',
    ),
    "brackets of several lines": ("a:\n    b: [1,\n        2,\n    ]\n", "a:\n  b: [1,\n      2,\n  ]\n"),
    "anchors": ("a: &x   {b:  1}\nc:  *x\n*x : 2\n", "a: &x {b: 1}\nc: *x\n*x : 2\n"),
    "tags": ("a: !t   b\nc: !u\n    d: 1\n", "a: !t b\nc: !u\n  d: 1\n"),
    "nothing where something might be": ("{a: , b: }\n", "{a: , b: }\n"),
    "keys with a sign": ("? [a]\n:   {b}\n?   c\n", "? [a]\n: {b}\n? c\n"),
    "documents": ("---\na:  1\n---\nb:  2\n...\n", "---\na: 1\n---\nb: 2\n...\n"),
    "windows": ("\ufeffa:  1\r\nb: |\r\n    x\r\n", "a: 1\nb: |\n  x\n"),
    "other letters": ("příšera:   {síla:  1}\n龍:  2\n", "příšera: {síla: 1}\n龍: 2\n"),
    "nothing": ("", ""),
    "only a comment": ("\n\n#x\n\n", "# x\n"),
}


@pytest.mark.parametrize("case", CASES)
def test_the_layout(case: str) -> None:
    given_text, expected = CASES[case]
    assert laid_out(given_text) == expected
    assert laid_out(expected) == expected


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_files_are_laid_out(path: Path) -> None:
    text = path.read_bytes().decode("utf-8")
    assert laid_out(text) == text, "rulewright fmt"


def mangled(text: str, luck: random.Random) -> str:
    """A text whose layout is worse and whose meaning, mostly, is the same."""
    lines = []
    for line in text.split("\n"):
        if luck.random() < 0.1 and line.rstrip()[-1:] in (",", "}", "]", ":"):
            line += " " * luck.randrange(1, 3)
        if luck.random() < 0.1:
            line = line.replace(", ", luck.choice((",  ", ",   ")), 1)
        lines.append(line)
        if luck.random() < 0.05 and not line.strip():
            lines.append("")
    return "\n".join(lines) + "\n" * luck.randrange(3)


@pytest.mark.parametrize("name", sample([path.relative_to(ROOT).as_posix() for path in FILES], 60))
def test_a_mangled_file_is_laid_out_without_a_change_of_meaning(name: str) -> None:
    text = mangled((ROOT / name).read_bytes().decode("utf-8"), random.Random(name))
    laid = laid_out(text)
    assert isinstance(laid, str)
    assert same_content(text, laid)
    assert laid_out(laid) == laid


WORDS = st.sampled_from(
    (
        "a", "b c", "1..9", "no", "it's", 'say "x"', "x: y", "# no", "two\nlines\n", "two\n  lines", "  lead",
        "trail  ", "", "é ž", "- dash", "a, b", "{x}", "[y]", "*z", "&w", "!t", "a # b", "long " * 30, "tab\there",
        "\n\nx\n\n", "null", "? q", "50%", "@at", "|", "x\n \n y\n", "龍",
    )
)  # fmt: skip
TREES = st.recursive(
    WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """YAML in any style, with comments and blank lines anywhere."""
    luck = random.Random(draw(st.integers(0, 2**32)))

    class Dumper(yaml.SafeDumper):
        pass

    Dumper.add_representer(
        str,
        lambda to, value: to.represent_scalar(
            "tag:yaml.org,2002:str", value, style=luck.choice((None, None, "'", '"', "|", ">"))
        ),
    )
    Dumper.add_representer(
        dict,
        lambda to, value: to.represent_mapping(
            "tag:yaml.org,2002:map", value, flow_style=luck.random() < 0.3
        ),
    )
    Dumper.add_representer(
        list,
        lambda to, value: to.represent_sequence(
            "tag:yaml.org,2002:seq", value, flow_style=luck.random() < 0.3
        ),
    )
    text = yaml.dump(
        draw(TREES),
        Dumper=Dumper,
        indent=luck.choice((2, 3, 4, 6)),
        width=luck.choice((20, 80, 1000)),
        allow_unicode=True,
        explicit_start=luck.random() < 0.1,
    )
    return "".join(_interspersed(text.splitlines(keepends=True), luck))


def _interspersed(lines: list[str], luck: random.Random) -> Iterator[str]:
    for line in lines:
        yield line
        if luck.random() < 0.05:
            yield "\n"
        if luck.random() < 0.05:
            yield " " * luck.randrange(6) + "#c\n"


@given(documents())
@settings(max_examples=some(60, 150), deadline=None)
def test_any_document_is_laid_out_without_a_change_of_meaning(text: str) -> None:
    if tokens(text) is None:  # a comment in a text of several lines
        return
    laid = laid_out(text)
    assert isinstance(laid, str)
    assert same_content(text, laid)
    assert laid_out(laid) == laid


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a: [", Unchanged.UNREADABLE),
        ("a: 1\n  b: 2\n", Unchanged.UNREADABLE),
        ("a: 1\rb: 2\r", Unchanged.BREAKS),
        ("a: x\u2028b: 2\n", Unchanged.BREAKS),
    ],
)
def test_what_is_left_as_it_is(text: str, why: Unchanged) -> None:
    assert laid_out(text) is why
