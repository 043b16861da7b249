"""Effects and conditions of a design that say `this`, which only a piece can be: RW203."""

from __future__ import annotations

from .. import tree as t
from ..diagnostics.diagnostic import Note
from ..diagnostics.report import Report
from ..model.game import Game
from ..schema.classes import GameDoc
from ..tree.passes import over
from ..tree.walk import walk


def printed(game: Game, doc: GameDoc, report: Report) -> None:
    for text in game.texts:
        for node in walk(text.tree):
            of = _asked(node)
            if of is None or of.of.type.kind != "kind":
                continue
            for design in game.symbols.designs.values():
                tree = design.effects.get(of.name) or design.conditions.get(of.name)
                this = next((one for one in walk(tree) if isinstance(one, t.This | t.Here)), None)
                if this is not None and design.type in of.of.type.of:
                    report.error(
                        "RW203",
                        f"the {of.name} of a design is used here, but that of {design.name} says 'this'",
                        node.span,
                        notes=[Note("'this' is said here", this.span)],
                        help="use a piece of the design, not the design",
                    )


@over(
    t.Stmt,
    t.Expr,
    leaves="LITERALS NAMES SEATS OPERATORS OF_SETS STATES FIGURES FACES PLACED LYING STEPS SHAPE MOVES SETS "
    "SHOWS ENDS MENUS FLOW Call Choose Let Nothing Shuffle CanPay CellValue NumberValue OptionValue "
    "Property Select So",
)
def _asked(node: t.Node) -> t.Property | None:
    match node:
        case t.Perform(of=t.Property() as of) | t.CanBeDone(of=t.Property() as of):
            return of
        case t.Holds(of=t.Expr() as of, name=name):
            return t.Property(of, name, span=node.span, type=of.type)
    return None
