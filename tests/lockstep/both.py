"""The same matches in CPython and in Pyodide."""

from __future__ import annotations

import contextlib
import io
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rulewright.workbench.site.building import Site, make

from . import played

HERE = Path(__file__).parent
RUNTIME = Path(__file__).parents[2] / "workbench/web/page/node_modules/pyodide"


def differences(games: Sequence[str]) -> tuple[list[str], int]:
    """What differs, a line for each match, and how many matches are the same. Of all games, if none is named."""
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder)
        make(Site(tuple(games) or None, (), "/", RUNTIME, False), site)
        command = ["node", str(HERE / "inside.mjs"), folder, played.__file__, *games]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    here = io.StringIO()
    with contextlib.redirect_stdout(here):
        played.main(games)
    ours, theirs = here.getvalue().splitlines(), done.stdout.splitlines()
    found = [
        f"here {one}, in Pyodide {other}" for one, other in zip(ours, theirs, strict=True) if one != other
    ]
    return found, len(ours) - len(found)
