"""Damaged texts and files end in findings with a place, or read cleanly; never in an exception."""

from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rulewright.dsl.diagnostics.text import to_text

from ..amount import some
from .front import is_inside
from .tiny import GAMES, SMALL, load, read, shipped, small

SOME = settings(
    max_examples=some(80, 200), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


@cache
def texts() -> list[tuple[str, str]]:
    games = [small(), *(shipped(name) for name in GAMES)]
    return sorted({(one.start, one.value) for game in games for one in game.texts if one.start != "players"})


@cache
def words() -> list[str]:
    of_games = {word for _, value in texts() for word in value.split()}
    return sorted(of_games | {"nemo", "(", ")", "''", "\n", "  ", "½", "#"})


@st.composite
def damaged_words(draw: st.DrawFn) -> tuple[str, str]:
    """A text with a few words left out, doubled, changed for another, or moved."""
    start, value = draw(st.sampled_from(texts()))
    parts = value.split(" ")
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(parts) - 1))
        change = draw(st.sampled_from(["leave out", "double", "change", "insert"]))
        if change == "leave out" and len(parts) > 1:
            del parts[at]
        elif change == "double":
            parts.insert(at, parts[at])
        elif change == "change":
            parts[at] = draw(st.sampled_from(words()))
        else:
            parts.insert(at, draw(st.sampled_from(words())))
    return start, " ".join(parts)


@st.composite
def damaged_letters(draw: st.DrawFn) -> tuple[str, str]:
    start, value = draw(st.sampled_from(texts()))
    return start, draw(damage_of(value))


@st.composite
def damage_of(draw: st.DrawFn, value: str) -> str:
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(value)))
        length = draw(st.integers(0, 4))
        value = value[:at] + draw(st.text(max_size=3)) + value[at + length :]
    return value


@pytest.mark.parametrize(
    "text",
    ["¹", "٣", "9" * 5000, "99999999999", "purse + ²", "", " ", "\t", "\n\n", "\u2028", "(" * 500, "\x00"],
)
def test_odd_texts(text: str) -> None:
    for start in ("expression", "effect", "type", "players", "condition_text", "ability", "place", "turns"):
        _, found = read(text, start)
        assert all(is_inside(one) for one in found)


def check(start: str, value: str) -> None:
    tree, found = read(value, start)
    assert tree is not None or found, value
    assert to_text(found) or not found
    for one in found:
        assert one.span is not None
        assert is_inside(one), (value, one)


@SOME
@given(damaged_words())
def test_damaged_words(case: tuple[str, str]) -> None:
    check(*case)


@SOME
@given(damaged_letters())
def test_damaged_letters(case: tuple[str, str]) -> None:
    check(*case)


@SOME
@given(damage_of(SMALL.read_text(encoding="utf-8")))
def test_a_damaged_file(text: str) -> None:
    game, report = load(text, name="small.yaml")
    assert game is not None or report.diagnostics
    assert to_text(report.diagnostics) or not report.diagnostics
    assert all(is_inside(found) for found in report.diagnostics)


@SOME
@given(st.data())
def test_a_file_without_some_lines(data: st.DataObject) -> None:
    lines = SMALL.read_text(encoding="utf-8").splitlines(keepends=True)
    at = data.draw(st.integers(0, len(lines) - 1))
    count = data.draw(st.integers(1, 5))
    other = data.draw(st.integers(0, len(lines) - 1))
    moved = lines[at : at + count] if data.draw(st.booleans()) else []
    rest = lines[:at] + lines[at + count :]
    game, report = load("".join(rest[:other] + moved + rest[other:]), name="small.yaml")
    assert game is not None or report.diagnostics
    assert all(is_inside(found) for found in report.diagnostics)
