"""Control characters from outside are never obeyed: rule files with them are refused, and elsewhere they are
escaped.
"""

from __future__ import annotations

import io
import json
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rulewright.workbench.cli import main
from rulewright.workbench.commandline.visible import visible

from .conftest import Run

NASTY = "\x1b[2J\x07\r\x9b\u202e\u2066\u200b\ufeff\U000e0041"
HARMFUL = ("Cc", "Cf", "Cs", "Zl", "Zp")


def harmless(text: str) -> bool:
    return all(unicodedata.category(one) not in HARMFUL or one in "\n\t" for one in text)


@given(st.text())
def test_nothing_harmful_is_left_and_nothing_else_is_changed(text: str) -> None:
    shown = visible(text)
    assert harmless(shown)
    if harmless(text):
        assert shown == text


@given(st.dictionaries(st.text(), st.text()))
def test_json_stays_what_it_says(data: dict[str, str]) -> None:
    text = json.dumps(data, ensure_ascii=False)
    assert json.loads(visible(text)) == json.loads(text)


def test_only_the_colours_of_the_workbench_stay() -> None:
    painted = "\x1b[1mbold\x1b[0m \x1b[1;31merror\x1b[0m \x1b[8mhidden \x1b[2J"
    assert (
        visible(painted, painted=True)
        == "\x1b[1mbold\x1b[0m \x1b[1;31merror\x1b[0m \\u001b[8mhidden \\u001b[2J"
    )
    assert "\x1b" not in visible(painted)


USES: tuple[tuple[str, ...], ...] = (
    (NASTY,),
    ("--" + NASTY,),
    ("check", NASTY),
    ("check", "--" + NASTY),
    ("check", "do-podzemi", "--variant", NASTY),
    ("explain", NASTY),
    ("paraphrase", "do-podzemi", NASTY),
    ("test", "do-podzemi", "--only", NASTY),
    ("play", "do-podzemi", "--bots", "--players", f"a,{NASTY}"),
    ("play", "do-podzemi", "--bots", "--option", f"{NASTY}=1"),
    ("play", "do-podzemi", "--bots", "--bot", NASTY),
    ("play", "do-podzemi", "--resume", NASTY),
    ("play", "do-podzemi", "--save", f"{NASTY}/x.save"),
    ("simulate", "do-podzemi", "--output", f"{NASTY}/x"),
    ("serve", "--stdio", NASTY),
    ("new", "game", NASTY),
    ("schema", NASTY),
)


@pytest.mark.parametrize(
    "argv", USES, ids=lambda argv: f"{argv[0][:9]} {len(argv)}"[:14].encode("ascii", "replace")
)
def test_nothing_from_the_command_line_reaches_the_terminal(rulewright: Run, argv: tuple[str, ...]) -> None:
    done = rulewright(*argv)
    assert done.code in (1, 2)
    assert harmless(done.out + done.err)


def test_a_terminal_with_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    out = Terminal()
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", out)
    main(["check", NASTY])
    assert "\x1b[1;31merror" in out.getvalue()
    assert "\x1b[2J" not in out.getvalue()


def test_a_file_of_such_a_name(rulewright: Run) -> None:
    path = Path("x\x1b[31m\u202ey.yaml")
    path.write_text("rulewright: 1\ngame: g\nplayers: many\n", encoding="utf-8")
    for form in ("text", "json", "sarif"):
        done = rulewright("check", str(path), "--format", form)
        assert done.code == 1
        assert harmless(done.out + done.err)


def test_a_save_that_says_such_things(rulewright: Run) -> None:
    Path("x.save").write_text(json.dumps({"format": "rulewright-match", "version": NASTY}), encoding="utf-8")
    done = rulewright("play", "do-podzemi", "--resume", "x.save")
    assert done.code == 2
    assert harmless(done.err)


@pytest.mark.parametrize(
    "character", [one for one in NASTY if one not in "[2J"] + ["\x00", "\xad", "\u2069"], ids=ascii
)
@pytest.mark.parametrize("written", ["escaped", "raw", "comment"])
def test_rule_files_with_such_characters(rulewright: Run, character: str, written: str) -> None:
    escape = f"\\U{ord(character):08x}"
    said = {"escaped": f'"a{escape}b"', "raw": f"a{character}b", "comment": f"ab # {character}"}[written]
    if character == "\r" and written != "escaped":
        return  # in a file it ends a line
    text = f"rulewright: 1\ngame: g\nplayers: 2\ntitle: {said}\nflow: [{{phase: a, do: the match ends}}]\n"
    Path("g.yaml").write_bytes(text.encode("utf-8"))
    done = rulewright("check", "g.yaml")
    assert done.code == 1
    assert "error RW002" in done.out
    assert f"U+{ord(character):04X}" in done.out or character == "\x00"
    assert harmless(done.out)
