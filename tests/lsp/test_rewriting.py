"""A text as the printer writes it means the same, and is written so from then on."""

from __future__ import annotations

import pytest
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.draft.draft import Draft
from rulewright.workbench.lsp.rewriting import canonical

from ..dsl.naming.whole import draft_of, files_of


def test_every_text_means_the_same_afterwards() -> None:
    draft = draft_of(files_of("do-podzemi"))
    edits = []
    for attempt in draft.attempts:
        source = attempt.text.span.source.name
        edit = canonical(draft, attempt) if source in draft.own else None
        if edit is not None:
            edits.append((source, *edit))
    assert len(edits) > 15
    again = draft_of(files_of("do-podzemi"))
    for source, start, end, new in sorted(set(edits), reverse=True):
        again.edit(source, start, end, new)
    again.settle()
    assert again.findings == draft.findings
    trees = [(one.where, one.tree) for one in draft.attempts]
    assert [(one.where, one.tree) for one in again.attempts] == trees
    assert [canonical(again, one) for one in again.attempts if one.text.span.source.name in again.own] == [
        None for one in again.attempts if one.text.span.source.name in again.own
    ]


GAME = """\
rulewright: 1
game: small
players: 2
game has: {gold: 0..9}
players have: {points: 0..9}
phrases:
  pay: {STYLE}
flow:
  - phase: play
    turns: clockwise from the first player
    options: {pass: {do: nothing}}
"""


@pytest.mark.parametrize(
    ("written", "becomes"),
    [
        ("{do: gold goes up by 1 and gold goes down by 1}", None),  # two lines, which do not fit there
        ("{do: gold goes up by one}", "gold goes up by 1"),
        ("{do: 'gold goes up by one'}", "'gold goes up by 1'"),
        ('{do: "gold goes up by one"}', '"gold goes up by 1"'),
        (
            "\n    do: gold goes up by 1, and gold goes down by 1",
            "|\n      gold goes up by 1\n      gold goes down by 1",
        ),
        ("\n    do: >-\n       gold goes\n       up by one", ">-\n       gold goes up by 1"),
        ("\n    do: gold goes up by 1", None),
        ("\n    do: gold goes up by gold and", None),
    ],
)
def test_how_it_is_written(written: str, becomes: str | None) -> None:
    draft = Draft.of([Source("game.yaml", GAME.replace("{STYLE}", written))])
    (attempt,) = [one for one in draft.attempts if one.where == "phrase 'pay'"]
    edit = canonical(draft, attempt)
    assert (edit[2] if edit is not None else None) == becomes
