"""A short soak of the web server: nothing is lost, whatever pages do, and the log says nothing."""

from __future__ import annotations

import argparse
import sqlite3
from pathlib import Path

from .scripts import scripts


def test_a_short_soak(tmp_path: Path) -> None:
    with scripts("web_kills", "web_load", "web_soak") as modules:
        soak = modules["web_soak"]
        args = argparse.Namespace(minutes=0.15, matches=8, think=0.2, stay=1.0, longest=0.05)
        state, sizes, log, lost = soak.soak(args, tmp_path)
        assert (lost, log, state.counts["failures"]) == ([], "", 0)
        assert state.counts["choices"] > 0
        assert state.counts["cut off"] > 0
        assert state.counts["joined"] > state.counts["matches"]
        assert sizes[-1]["server"] > 0
        # and it would notice a loss
        match = next(one for one, count in state.acknowledged.items() if count)
        connection = sqlite3.connect(tmp_path / "matches.sqlite")
        connection.execute("DELETE FROM actions WHERE match = ?", (match,))
        connection.commit()
        connection.close()
        assert [
            one.split(":")[0] for one in soak.missing(tmp_path / "matches.sqlite", state.acknowledged)
        ] == [match]
