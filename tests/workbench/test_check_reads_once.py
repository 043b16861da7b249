"""`check` reads and parses each file of a game once, whatever variants and scenarios there are.

Its cost is counted, not timed: files read, documents parsed, and modules imported.
"""

import subprocess
import sys
from collections import Counter
from importlib.resources.abc import Traversable
from pathlib import Path

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import Node, read_document
from rulewright.workbench.commands.check import check_all
from rulewright.workbench.files import game_cache
from rulewright.workbench.files.game_cache import GameCache
from rulewright.workbench.files.games import find_game, read

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("game", ["do-podzemi", "hrad", "cookbook/expansions"])
def test_each_file_once(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened, parsed = Counter[str](), Counter[str]()

    def counted_read(file: Traversable, report: Report) -> Source | None:
        opened[str(file)] += 1
        return read(file, report)

    def counted_document(source: Source, report: Report) -> Node | None:
        parsed[source.name] += 1
        return read_document(source, report)

    monkeypatch.setattr(game_cache, "read", counted_read)
    monkeypatch.setattr(game_cache, "read_document", counted_document)
    assert [one.findings for one in check_all(game, ()) if one.findings] == []
    assert set(opened.values()) == set(parsed.values()) == {1}
    assert len(opened) == len(parsed)


def test_what_was_found_is_told_to_everybody_who_asks(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("rulewright: 1\ngame: g\nplayers: many\n", encoding="utf-8")
    report = Report()
    found = find_game(str(tmp_path), report)
    assert found is not None
    cache = GameCache(found)
    reports = [Report(), Report()]
    assert [cache.game(report) for report in reports] == [None, None]
    assert reports[0].diagnostics
    assert reports[0].diagnostics == reports[1].diagnostics


def test_a_variant_tells_only_what_the_game_does_not(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        "rulewright: 1\ngame: g\nplayers: 2\noptions: {unused: {type: 1..2, default: 1}}\n"
        "flow:\n  - phase: all\n    do: the match ends\n",
        encoding="utf-8",
    )
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "v.yaml").write_text(
        "rulewright: 1\nvariant: v\nof: g\nset: {options/unused/default: 2}\n", encoding="utf-8"
    )
    game, variant = check_all(str(tmp_path), ())
    assert [found.code for found in game.findings]
    assert [
        found.code for found in variant.findings if found.code in {one.code for one in game.findings}
    ] == []


def test_to_check_no_engine_is_imported() -> None:
    code = (
        "import sys, rulewright.workbench.cli as cli\n"
        "cli.main(['check', 'do-podzemi'])\n"
        "print(*sorted(name for name in sys.modules if name.startswith('rulewright.interpreter.')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT / ".ns")},
        capture_output=True,
        text=True,
    )
    imported = set(done.stdout.splitlines()[-1].split())
    for module in (
        "match.match",
        "python.engine",
        "lower.lowerer",
        "ir.instructions",
        "match.output.view",
        "scenarios.run",
    ):
        assert f"rulewright.interpreter.{module}" not in imported
