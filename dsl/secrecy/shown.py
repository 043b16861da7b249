"""What a text has shown to whom before each of its statements, as far as that is certain.

In: a text. Out: its statements in order, each with the looks, reveals and shows before it. What was shown of a place
is forgotten when the text shuffles it, or puts another piece there.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from .. import tree as t
from ..model.survey import Survey
from ..tree.passes import over
from ..tree.types import OF_CELLS
from ..tree.walk import walk
from .flows import bodies_of


@attrs.frozen
class Shown:
    """Pieces, or what lies on cells, that were shown to a player, to several, or to all (None)."""

    to: t.Expr | None
    what: t.Expr

    def covers(self, player: t.Expr, place: str, owner: t.Expr | None, asked: t.Expr | None) -> bool:
        """Whether a player has been shown the given pieces of a place (`asked`; None: any of them)."""
        if self.to is not None and self.to != player and not _everybody(self.to):
            return False
        if any(isinstance(part, t.Expr) and _lies_on(part, place) for part in walk(self.what)):
            return True
        what = self.what.of if isinstance(self.what, t.Quantity) else self.what
        if asked is not None and what == asked:
            return True
        if not isinstance(what, t.Select):
            return False
        places = [one.place for one in what.filters if isinstance(one, t.InPlace)]
        here = [one for one in places if isinstance(one, t.PlaceValue) and one.name == place]
        if not here:
            return False
        if len(what.filters) == 1 and here[0].owner == owner:
            return True  # everything that lies there
        return isinstance(asked, t.Select) and set(what.filters) <= set(asked.filters)

    def covers_itself(self, player: t.Expr, of: t.Expr) -> bool:
        """Whether a player has been shown exactly this expression."""
        to_player = self.to is None or self.to == player or _everybody(self.to)
        return to_player and self.what == of

    def of_place(self, place: str) -> bool:
        return any(isinstance(part, t.PlaceValue) and part.name == place for part in walk(self.what))


Seen = tuple[Shown, ...]


@attrs.frozen
class Showing:
    """Walks through the texts of a game."""

    survey: Survey

    def in_order(self, tree: object, seen: Seen = ()) -> Iterator[tuple[t.Node, Seen]]:
        """The statements of a text, each before those inside it, with what has been shown before."""
        if isinstance(tree, tuple):
            for node in tree:
                yield from self.in_order(node, seen)
                seen = self._after(node, seen)
        elif isinstance(tree, t.Stmt):
            yield tree, seen
            for body in bodies_of(tree):
                yield from self.in_order(body, seen)
        elif isinstance(tree, t.Trigger):
            yield from self.in_order(tree.body, seen)

    def _after(self, node: object, seen: Seen) -> Seen:
        """What has been shown after a statement. What is shown only in some cases is left out."""
        if seen:
            for part in self.survey.nodes(node):
                seen = _left(part, seen)
        match node:
            case t.Look(player=player, what=what):
                return (*seen, Shown(player, what))
            case t.Reveal(what=what):
                return (*seen, Shown(None, what))
            case t.Show(what=what, to=to):
                return (*seen, Shown(to, what))
        return seen


@over(t.Stmt, subject="part", leaves="SETS SHOWS ENDS MENUS FLOW Call Choose Let Nothing Perform")
def _left(part: t.Node, seen: Seen) -> Seen:
    """What remains of what was shown: nothing of a pile that is shuffled, nor of a place that another piece may
    enter; and after pieces move, the first of them may be another one."""
    if isinstance(part, t.Put | t.Swap):
        seen = tuple(one for one in seen if not isinstance(one.what, t.EndOf | t.EndOfSet))
    changed: t.Expr | None = part.place if isinstance(part, t.Shuffle) else None
    if isinstance(part, t.Put) and not isinstance(part.what, t.Variable):
        changed = part.place
    if isinstance(changed, t.PlaceValue):
        name = changed.name
        seen = tuple(one for one in seen if not one.of_place(name))
    elif changed is not None and (changed.type.kind == "place" or isinstance(part, t.Shuffle)):
        seen = ()  # it can be any
    return seen


def _lies_on(part: t.Expr, board: str) -> bool:
    """Whether this is one or more cells of a board."""
    return part.type.kind in OF_CELLS and board in part.type.of


def _everybody(to: t.Expr) -> bool:
    return isinstance(to, t.Select) and to.base == "player" and not to.filters
