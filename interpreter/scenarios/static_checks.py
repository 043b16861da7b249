"""Finds mistakes in scenarios without running them: names and values that the game does not have.

In: a game and a file of its scenarios. Out: the findings that `run_scenarios` would report. Names of options are not
checked, since they are known only after the rules are lowered.
"""

from __future__ import annotations

from collections.abc import Callable

from ...dsl.diagnostics.report import Report
from ...dsl.document.reader import Node, Text
from ...dsl.model.game import Game
from ...dsl.scenarios.classes import ScenarioDoc, ScenarioFile
from ...dsl.scenarios.notation import Notation, Unreadable
from ...dsl.scenarios.reading import Does, check_expected, steps_in
from ..lower.numbering import Tables
from ..match.errors import SetupError
from ..match.setup.options import names_of, option_cells
from .beginning import Beginning, UnreadableEffectError, cited
from .given import Given


def verify_scenarios(game: Game, file: ScenarioFile, report: Report, *, tables: Tables | None = None) -> None:
    """Reports mistakes in the scenarios of a file; `tables` are the game's numbers, if they are already known."""
    tables = Tables(game) if tables is None else tables
    for name, doc in file.scenarios.items():
        _verify(tables, name, doc, report)


def _verify(tables: Tables, name: Text, doc: ScenarioDoc, report: Report) -> None:
    def readable(read: Callable[[], object]) -> bool:
        """Whether a part can be read; if not, reports why."""
        try:
            read()
        except UnreadableEffectError:  # the report already says why
            return False
        except Unreadable as problem:
            problem.report_to(report)
            return False
        except SetupError as error:
            report.error("RW602", str(error), name.span)
            return False
        return True

    def problem(found: Unreadable) -> None:
        found.report_to(report)

    def step(notation: Notation, node: Node) -> None:
        for one in steps_in(notation, node):
            if one.does is Does.EXPECT:
                check_expected(notation, one.node, problem)
            elif one.does is Does.SET:
                Given(tables, notation).read(one.node)

    begin = Beginning(tables.game, doc, report)
    cited(tables.game, doc, report)
    if not readable(lambda: names_of(tables.game, begin.players())):
        return  # without the number of players, names of players mean nothing
    notation = begin.notation
    readable(begin.seed)
    readable(lambda: option_cells(tables, begin.options()))
    readable(begin.start)
    readable(lambda: begin.given(tables))
    readable(begin.actor)
    for node in doc.when:
        readable(lambda node=node: step(notation, node))  # type: ignore[misc]
    if doc.then is not None:
        readable(lambda: check_expected(notation, doc.then, problem, at_the_end=True))
