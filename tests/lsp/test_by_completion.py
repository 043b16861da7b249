"""A variant that is written with completion alone is clean, can be played, and is another game."""

from pathlib import Path

from rulewright.dsl.diagnostics.report import Report
from rulewright.interpreter import Match
from rulewright.workbench.files.games import open_game

from .by_completion import GAME, RECORD, WANTED, recorded, session
from .client import Editor, copied

FIRST = 10


def test_a_variant_is_written_with_completion_alone(tmp_path: Path) -> None:
    game = copied(GAME, tmp_path)
    wanted = WANTED.read_text(encoding="utf-8")
    with Editor() as editor:
        picks = list(session(editor, game / "variants" / WANTED.name, wanted))
    own = [one.step.added for one in picks if one.step.how == "own"]
    # a name of one's own at its two declarations, a title and a name in another language
    assert own == ["scars", "Scars", "Jizvy", "scars", "jizvy"]
    items = [one for one in picks if one.step.how == "item"]
    assert sum(one.step.rank < FIRST for one in items) >= 0.75 * len(items)
    record = RECORD.read_text(encoding="utf-8")
    assert outline(recorded(picks)) == outline(record), (
        "python -m tests.lsp.by_completion > tests/lsp/sessions/scars.txt"
    )


def outline(record: str) -> list[str]:
    """What was taken and typed, whatever else was offered."""
    steps = record.partition("\n\n")[0]
    return [line.partition("  (")[0] for line in steps.splitlines()]


def test_it_is_clean_and_another_game(tmp_path: Path) -> None:
    game = copied(GAME, tmp_path)
    (game / "variants" / WANTED.name).write_text(WANTED.read_text(encoding="utf-8"), encoding="utf-8")
    report = Report()
    plain, scars = open_game(f"{game}/", report), open_game(f"{game}/", report, variants=[WANTED.stem])
    assert not report.diagnostics
    assert plain is not None
    assert scars is not None
    matches = [Match(one, 3, 7) for one in (plain, scars)]
    for match in matches:
        while not match.is_over:
            decision = match.decisions[0]
            match.choose(decision.options[0], decision.player)
    assert matches[0].snapshot() != matches[1].snapshot()
    assert any(matches[1].view(seat)["players"][seat]["state"]["scars"] for seat in range(3))
