"""Files with very many parts: the work grows with their number, and the number of suggestions is limited."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from rulewright.dsl.diagnostics import report as report_module
from rulewright.dsl.diagnostics.report import MOST_GUESSES
from rulewright.dsl.diagnostics.suggest import Guess, guess
from rulewright.dsl.syntax import vocabulary

from .tiny import load

Maker = Callable[[int], str]

HEAD = "rulewright: 1\ngame: g\nplayers: 2\n"
END = "flow:\n  - phase: last\n    do: the match ends\n"


def name(number: int) -> str:
    """A name of its own, in letters; all names are of one length."""
    return "x" + "".join("abcdefghij"[int(digit)] for digit in f"{number:04}")


def phases(count: int) -> str:
    lines = (f"  - phase: stage {name(number)}\n    do: nothing\n" for number in range(count))
    return HEAD + END.replace("flow:\n", "flow:\n" + "".join(lines))


def unknown_keys(count: int) -> str:
    return HEAD + "".join(f"ky{name(number)}: 1\n" for number in range(count)) + END


def unknown_rules(count: int) -> str:
    lines = (
        f"  - phase: {name(number)}\n    rule: y{name(number)}\n    do: nothing\n" for number in range(count)
    )
    return HEAD + "rules: {xa: {says: a}}\n" + "flow:\n" + "".join(lines)


def wrong_calls(count: int) -> str:
    phrases = "".join(
        f'  "draw {name(number)} and {{n: 1..9}} more": {{do: nothing}}\n' for number in range(count)
    )
    lines = (f"  - phase: {name(number)}\n    do: draw {name(number)} and 1 mre\n" for number in range(count))
    return HEAD + "phrases:\n" + phrases + "flow:\n" + "".join(lines)


@pytest.mark.parametrize("make", [phases, unknown_keys, unknown_rules, wrong_calls])
def test_twice_as_many_parts_are_twice_the_words(make: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    split = vocabulary.split
    counts: list[int] = []

    def counted(text: str, base: int = 0) -> list[vocabulary.Piece]:
        counts[-1] += len(text)
        return split(text, base)

    monkeypatch.setattr(vocabulary, "split", counted)
    for count in (100, 200):
        counts.append(0)
        load(make(count), strict=False)
    assert counts[1] < 2.2 * max(counts[0], 1)


@pytest.mark.parametrize("make", [unknown_keys, unknown_rules, wrong_calls])
def test_only_so_many_findings_come_with_a_suggestion(make: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    def counted(word: str, candidates: Iterable[str]) -> Guess | None:
        looked.append(word)
        return guess(word, candidates)

    monkeypatch.setattr(report_module, "guess", counted)
    count = 2 * MOST_GUESSES
    _, report = load(make(count), strict=False)
    assert len(report.errors) == count
    assert len(looked) <= MOST_GUESSES
    assert len({found.span for found in report.errors}) == count


def test_the_first_unknown_keys_have_a_suggestion() -> None:
    _, report = load(HEAD + "titel: a\nphases: b\n" + END)
    assert [found.help for found in report.errors] == ["did you mean 'title'?", "did you mean 'phrases'?"]


def test_two_phases_of_one_name_are_found() -> None:
    text = phases(20) + "  - phase: the Stage XAAAA\n    do: nothing\n"
    _, report = load(text, strict=False)
    assert [(found.code, found.message) for found in report.errors] == [
        ("RW218", "there are two phases called 'stage xaaaa'")
    ]
