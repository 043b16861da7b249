"""Effects worded as on printed cards are answered as was judged, and whatever an answer offers is accepted."""

from __future__ import annotations

from .card_english import judge


def test_each_text_is_answered_as_judged() -> None:
    assert judge.page() == judge.VERDICTS.read_text(encoding="utf-8"), (
        "python -m tests.dsl.card_english, and read what changes"
    )


def test_what_is_offered_is_accepted() -> None:
    """Rewritings as they stand, and readings as lines of their own."""
    refused = [
        (text, one)
        for verdicts in judge.written().values()
        for text, verdict in verdicts.items()
        for one in (*verdict.get("rewritten", ()), *verdict.get("open", ()))
        if judge.meaning(one)[0] is None
    ]
    assert refused == []


def test_canonical_texts_are_read_as_themselves() -> None:
    printed = [
        one["read"] for verdicts in judge.written().values() for one in verdicts.values() if "read" in one
    ]
    assert [one for one in printed if judge.meaning(one)[0] != one] == []
