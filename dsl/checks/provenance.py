"""Sources of components that are not known: RW320."""

from __future__ import annotations

from ..diagnostics.report import Report
from ..model.game import Game
from ..schema.classes import GameDoc

SOURCES = ("rulebook", "public", "house")


def provenance(game: Game, doc: GameDoc, report: Report) -> None:
    known = dict.fromkeys((*SOURCES, *map(str, doc.sources)))
    for type_ in doc.components.values():
        for source in (type_.source, *(design.source for design in type_.designs.values())):
            if source is not None and str(source) not in known:
                guess = report.guess(str(source), lambda: known)
                report.warn(
                    "RW320",
                    f"there is no source '{source}'; the sources are {', '.join(known)}",
                    source.span,
                    help=f"did you mean '{guess}'?" if guess else "say under 'sources:' what it means",
                    meant=guess,
                )
