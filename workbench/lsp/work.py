"""Work that takes long, in a process of its own: it delays no typing, and its memory goes when it ends.

In: one job as JSON on standard input, with the texts of open documents. Out: results as lines of JSON, each as soon
as it is there. `python -m rulewright.workbench.lsp.work` is started by the server, and by nobody else.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import attrs
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import Mapping, Node, read_document
from rulewright.dsl.draft.draft import Draft
from rulewright.dsl.naming.names import Index
from rulewright.dsl.naming.references import index
from rulewright.dsl.variants.closure import names_under

from ..files.combined import to_name
from ..files.desk import Desk
from ..files.edited import Edited
from ..files.games import GameFiles, find_game, find_variant, read, shown
from ..scenarios import run_all, verify_all
from .documents import uri_of_path
from .findings import finding, to_data
from .positions import Lines

Job = dict[str, Any]


def main() -> None:
    job = json.load(sys.stdin)
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(5)  # typing comes first
    _KINDS[job["kind"]](job)


def _game(job: Job) -> GameFiles | None:
    edits = tuple(Edited(Path(path), text.encode("utf-8", "replace")) for path, text in job["edits"].items())
    return find_game(job["game"], Report(), edits=edits)


def _give(**data: Any) -> None:
    print(json.dumps(data), flush=True)


def _check(job: Job) -> None:
    """What `rulewright check` finds: first in the game, then in the named files of scenarios, or in all of them."""
    found = _game(job)
    if found is None:
        return
    variants = tuple(job["variants"])
    desk, report = Desk(found), Report()
    game = desk.game(report, variants)
    _give(findings=[to_data(finding(one)) for one in report.diagnostics])
    if game is None:
        return
    known = set(report.diagnostics)
    if job["scenarios"] is None:
        verify_all(desk, game, report, variants)
    for path in job["scenarios"] or ():
        desk.verify(found.current(Path(path)), variants, report)
    more = [one for one in report.diagnostics if one not in known]
    if more:
        _give(findings=[to_data(finding(one)) for one in more])


def _run(job: Job) -> None:
    """Runs the scenarios of one file, or one of them."""
    found = _game(job)
    if found is None:
        return
    chosen = attrs.evolve(found, chosen=(found.current(Path(job["file"])),))
    for file in run_all(chosen, only=job["name"], coverage=False):
        if file.report.has_errors:
            _give(failed=[to_data(finding(one)) for one in file.report.errors])
        for one in file.results:
            if job["name"] in (None, one.name):
                _give(
                    name=one.name,
                    passed=one.passed,
                    findings=[to_data(finding(found)) for found in one.diagnostics],
                )


def _shown(job: Job) -> None:
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
            _give(shown=shown)


def _names(job: Job) -> None:
    """All places that name the same as one place does, or the edits that rename it there."""
    from rulewright.dsl.naming.rename import Refused, references_in, rename  # other jobs need no index

    found = _game(job)
    if found is None:
        return
    indexes = _indexes(found, tuple(job["variants"]))
    here = next((one for one in indexes if one.at(job["name"], job["offset"]) is not None), None)
    reference = here.at(job["name"], job["offset"]) if here is not None else None
    declaration = here.declaration(reference.key) if here is not None and reference is not None else None
    if reference is None or declaration is None:
        return
    told = _Told(found, job)
    if job["kind"] == "references":
        every = references_in(indexes, declaration)
        _give(
            references=[
                {"location": where, "declares": one.declares}
                for one in sorted(every, key=lambda one: (one.source, one.start))
                if (where := told.location(one.source, one.start, one.end)) is not None
            ]
        )
        return
    edits = rename(indexes, declaration, job["new"], form=reference.form)
    if isinstance(edits, Refused):
        _give(refused=edits.reason)
        return
    by_uri = {
        uri: [
            {"range": where["range"], "newText": new}
            for start, end, new in parts
            if (where := told.location(source, start, end)) is not None
        ]
        for source, parts in edits.items()
        if (uri := told.uri(source)) is not None
    }
    _give(edits=by_uri)


def _indexes(found: GameFiles, wanted: tuple[str, ...]) -> list[Index]:
    """The names of the game: with the variants that are `wanted` first, without any, and with each set of variants
    that its files are for."""
    sources = {file: read(file, Report()) for file in found.everything()}
    files = {file: source for file, source in sources.items() if source is not None}
    scenarios: dict[tuple[str, ...], list[Node]] = {}
    for file in found.scenarios():
        node = read_document(files[file], Report()) if file in files else None
        if node is not None:
            names = tuple(dict.fromkeys(one.value for one in names_under(node, "variants")))
            scenarios.setdefault(names, []).append(node)
    own = [to_name(found, name) for name in found.variants()]
    sets = dict.fromkeys([wanted, (), *own, *scenarios])
    by_set: dict[frozenset[str], tuple[str, ...]] = {}
    for names in sets:
        by_set.setdefault(frozenset(names), names)
    made = []
    for members, names in by_set.items():
        nodes = [node for key, some in scenarios.items() if frozenset(key) == members for node in some]
        made.append(index(_draft(found, files, names), nodes))
    return made


def _draft(found: GameFiles, files: dict[Traversable, Source], names: tuple[str, ...]) -> Draft:
    def sources(some: tuple[Traversable, ...]) -> tuple[Source, ...]:
        return tuple(files[one] for one in some if one in files)

    changes = [sources(find_variant(found, name, Report())) for name in names]
    others = {name: lambda report, some=some: sources(some) for name, some in found.variants().items()}
    return Draft.of(
        sources(found.files), variants=[one for one in changes if one], others=others if names else {}
    )


class _Told:
    """How places are described to editors."""

    def __init__(self, found: GameFiles, job: Job) -> None:
        self.uris: dict[str, str] = job["uris"]
        self.encoding: str = job["encoding"]
        self.files = {shown(file): file for file in found.everything()}
        self.lines: dict[str, Lines] = {}

    def uri(self, name: str) -> str | None:
        file = self.files.get(name)
        path = file.path if isinstance(file, Edited) else file
        return self.uris.get(str(path)) or uri_of_path(path) if isinstance(path, Path) else None

    def location(self, name: str, start: int, end: int) -> dict[str, Any] | None:
        uri = self.uri(name)
        if uri is None:
            return None
        if name not in self.lines:
            source = read(self.files[name], Report())
            self.lines[name] = Lines(source.text if source is not None else "", self.encoding)
        return {"uri": uri, "range": self.lines[name].range(start, end)}


_KINDS: dict[str, Callable[[Job], None]] = {
    "check": _check,
    "run": _run,
    "shown": _shown,
    "references": _names,
    "rename": _names,
}

if __name__ == "__main__":
    main()
