"""Games of older editions go on to check without errors, to play the same bytes, and to be upgraded by command."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulewright.dsl.diagnostics.diagnostic import Severity
from rulewright.dsl.diagnostics.editions import NEWEST, STRICTER
from rulewright.workbench.checking import check_found
from rulewright.workbench.files.games import GameFiles
from rulewright.workbench.upgrading import upgraded

from .matches import HERE, files_of, game_of, old_games, played, recorded

BY_HAND = {"1/roads"}
"""Old games that an author has to change before they can be in the newest edition."""


def codes(files: GameFiles, severity: Severity) -> set[str]:
    return {
        one.code for checked in check_found(files, ()) for one in checked.findings if one.severity is severity
    }


@pytest.mark.parametrize("name", old_games())
def test_an_old_game_has_no_errors(name: str) -> None:
    assert codes(files_of(name), Severity.ERROR) == set()


@pytest.mark.parametrize("name", old_games())
def test_an_old_game_plays_the_same_bytes(name: str) -> None:
    files = files_of(name)
    assert recorded(name)
    for match in recorded(name):
        game = game_of(files, match["variants"])
        now = played(game, match["players"], match["seed"], match["choices"])
        assert {"variants": match["variants"], **now} == match


@pytest.mark.parametrize("name", old_games())
def test_an_old_game_is_upgraded_by_command_and_plays_the_same(name: str) -> None:
    files = files_of(name)
    done = upgraded(files)
    assert done.refused == ""
    after = files.edited(done.files)
    if name in BY_HAND:
        assert done.left
        assert not any(STRICTER[one.stricter or ""].by_command for one in done.left)
        return
    assert done.left == ()
    assert game_of(after, []).edition == NEWEST
    assert codes(after, Severity.ERROR) == set()
    assert not any(one.stricter for checked in check_found(after, ()) for one in checked.findings)
    for match in recorded(name):
        now = played(game_of(after, match["variants"]), match["players"], match["seed"], match["choices"])
        assert {"variants": match["variants"], **now} == match


def test_every_game_is_of_the_edition_of_its_folder() -> None:
    for name in old_games():
        edition = name.partition("/")[0]
        for file in (HERE / name).rglob("*.yaml"):
            named = [
                line
                for line in file.read_text(encoding="utf-8").splitlines()
                if line.startswith("rulewright:")
            ]
            assert all(line.split()[1] == edition for line in named), Path(file)


def test_what_is_stricter_by_command_is_in_an_old_game() -> None:
    """Each thing that the language has become stricter about, and that a command mends, stands in an old game."""
    found = {
        one.stricter
        for name in old_games()
        for checked in check_found(files_of(name), ())
        for one in checked.findings
    }
    assert set(STRICTER) <= found
