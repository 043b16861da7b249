"""`--scenario FILE:NAME`: a scenario that says where something begins."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ...dsl.diagnostics.report import Report
from ...dsl.diagnostics.suggest import closest
from ...dsl.diagnostics.text import to_text
from ...dsl.document.reader import Text, read_document
from ...dsl.scenarios.classes import ScenarioDoc, read_scenarios
from ..files.games import path_of, read
from ..files.shipped import SUFFIX
from .console import BAD_USAGE, Console, RefusedError


def named_scenario(
    args: argparse.Namespace, console: Console, command: str, instead: Sequence[str]
) -> tuple[Text, ScenarioDoc]:
    """The scenario that is asked for; its variants become arguments. `instead` are the options whose part it takes.
    Raises `RefusedError`."""
    for name in instead:
        if getattr(args, name) not in (None, [], False):
            console.remark(
                f"rulewright {command}: a scenario says how it begins; leave out --{name}, or --scenario"
            )
            raise RefusedError(BAD_USAGE)
    file, _, wanted = args.scenario.rpartition(f"{SUFFIX}:")
    report = Report()
    source = read(path_of(f"{file}{SUFFIX}"), report) if file else None
    node = read_document(source, report) if source is not None else None
    found = read_scenarios(node, report) if node is not None else None
    if found is None:
        if report.diagnostics:
            console.remark(to_text(report.diagnostics, colour=console.remark_colour).rstrip())
        else:
            console.remark(
                f"rulewright {command}: --scenario is FILE:NAME, such as scenarios/end.yaml:a draw"
            )
        raise RefusedError(BAD_USAGE)
    for called, doc in found.scenarios.items():
        if str(called) == wanted.strip():
            args.variant = list(dict.fromkeys((*map(str, found.variants), *args.variant)))
            return called, doc
    meant = closest(wanted, [str(name) for name in found.scenarios])
    hint = f"; did you mean '{meant}'?" if meant else ""
    console.remark(f"rulewright {command}: there is no scenario '{wanted}' in {file}{SUFFIX}{hint}")
    raise RefusedError(BAD_USAGE)
