"""Work that takes long, in a process of its own: it delays no typing, and its memory goes when it ends.

In: one job as JSON on standard input, with the texts of open documents. Out: results as lines of JSON, each as soon
as it is there. `python -m rulewright.workbench.lsp.work` is started by the server, and by nobody else.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs

from ...dsl.diagnostics.report import Report
from ...dsl.document.reader import Mapping, read_document
from ...dsl.variants.closure import names_under
from ..files.edited import Edited
from ..files.games import GameFiles, find_game, read
from .documents import uri_of_path
from .findings import finding, to_data
from .positions import Lines

Job = dict[str, Any]


Give = Callable[[dict[str, Any]], None]
"""Gets each result as soon as it is there."""


def main() -> None:
    job = json.load(sys.stdin)
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(5)  # typing comes first
    carry_out(job, lambda data: print(json.dumps(data), flush=True))


def carry_out(job: Job, give: Give) -> None:
    """Does a job in this process."""
    _KINDS[job["kind"]](job, give)


def _game(job: Job) -> GameFiles | None:
    edits = tuple(Edited(Path(path), text.encode("utf-8", "replace")) for path, text in job["edits"].items())
    return find_game(job["game"], Report(), edits=edits)


def _check(job: Job, give: Give) -> None:
    """What `rulewright check` finds: first in the game, then in the named files of scenarios, or in all of them."""
    from ..files.game_cache import GameCache  # other jobs start more quickly without
    from ..scenarios import verify_all

    found = _game(job)
    if found is None:
        return
    variants = tuple(job["variants"])
    cache, report = GameCache(found), Report()
    game = cache.game(report, variants)
    give({"findings": [to_data(finding(one)) for one in report.diagnostics]})
    if game is None:
        return
    known = set(report.diagnostics)
    if job["scenarios"] is None:
        verify_all(cache, game, report, variants)
    for path in job["scenarios"] or ():
        cache.verify(found.current(Path(path)), variants, report)
    more = [one for one in report.diagnostics if one not in known]
    if more:
        give({"findings": [to_data(finding(one)) for one in more]})


def _run(job: Job, give: Give) -> None:
    """Runs the scenarios of one file, or one of them."""
    from ..scenarios import run_all

    found = _game(job)
    if found is None:
        return
    chosen = attrs.evolve(found, chosen=(found.current(Path(job["file"])),))
    for file in run_all(chosen, only=job["name"], coverage=False):
        if file.report.has_errors:
            give({"failed": [to_data(finding(one)) for one in file.report.errors]})
        for one in file.results:
            if job["name"] in (None, one.name):
                found_by_it = [to_data(finding(found)) for found in one.diagnostics]
                give({"name": one.name, "passed": one.passed, "findings": found_by_it})


def _shown(job: Job, give: Give) -> None:
    """Which scenarios show each rule, and where they stand."""
    found = _game(job)
    for file in found.scenarios() if found is not None else ():
        source = read(file, Report())
        node = read_document(source, Report()) if source is not None else None
        scenarios = node.get("scenarios") if isinstance(node, Mapping) else None
        if source is None or not isinstance(scenarios, Mapping):
            continue
        lines = Lines(source.text, job["encoding"])
        path = file.path if isinstance(file, Edited) else file
        uri = uri_of_path(path) if isinstance(path, Path) else ""
        shown = [
            [rule.value, name.value, {"uri": uri, "range": lines.range(name.span.start, name.span.end)}]
            for name, scenario in scenarios.items
            for rule in names_under(scenario, "rule")
        ]
        if shown and uri:
            give({"shown": shown})


def _names(job: Job, give: Give) -> None:
    """All places that name the same as one place does, or the edits that rename it there."""
    from .everywhere import look_up  # other jobs need no index

    gc.disable()  # what this needs goes when it ends
    found = _game(job)
    if found is not None:
        look_up(found, job, lambda **data: give(data))


_KINDS: dict[str, Callable[[Job, Give], None]] = {
    "check": _check,
    "run": _run,
    "shown": _shown,
    "references": _names,
    "rename": _names,
}

if __name__ == "__main__":
    main()
