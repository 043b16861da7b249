"""What a player may know, as numbers: a vector of the same length for every position, for programs that learn.

It contains exactly what `view` contains, since both follow the same rules about what a reader may know. All numbers
lie between -1 and 1, except for counts of pieces on a cell; a value that does not exist, or that the reader may not
know, is 0. `fields` describes each number:

    the reader, the players who decide, the winners; the open decision, and what texts have named on the way to it
    states of the game, of players, of cells and of abilities
    in each place, how many pieces of each design (or of each back, where the face is not known) lie there
    in places that keep an order, where in it each of them lies; of a pile the top is 1, else the first
    the states of each piece; of several alike ones in the order of where they lie

There is room only for what the rules can put somewhere: a piece has no number in places that never hold its type.
`coders` defines how values are written. Two positions with different views have different vectors, with these
exceptions: if a text is underway several times, only the innermost one counts; if players act simultaneously, only
the reader's own decision, or else the first, counts; pieces that a text has named together are counted by design and
by cell, but not by both together; numbers beyond 40,000 of a range beyond 1,000 are rounded.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property

from .....dsl.languages import BASE
from ....kernels.machine import Maker
from ....kernels.planes import Planes
from ...errors import MatchError
from ...match import Match
from ..view import Viewer
from .action_space import ActionSpace, action_space
from .boards import Boards
from .contents import Contents
from .fields import Field, Vector
from .pieces import PieceStates
from .plan import Plan, Seen
from .planes import BoardPlanes, plane_tables
from .situation import Situation
from .states import States
from .tables import Tables


class Encoder:
    """Encodes positions of matches with the same rules and number of players as a given one.

    `fields` holds the name and range of each number in a vector; `size` is the length of a vector; `nothing` is a
    vector of zeros, which you must not change.
    """

    def __init__(self, match: Match) -> None:
        self.rules = match.rules
        self.players = len(match.players)
        plan = self._plan = Plan.of(self.rules, self.players)
        self._situation = Situation(plan)
        self._states = States(plan)
        self._contents = Contents(plan)
        self._pieces = PieceStates(plan, self._contents)
        self.fields: tuple[Field, ...] = plan.fields.distinct()
        self.size = len(self.fields)
        self.nothing: Vector = array("f", bytes(4 * self.size))

    @cached_property
    def actions(self) -> ActionSpace:
        """The actions that can ever be legal: the outputs of a learner, as this encoder defines its inputs."""
        return action_space(self.rules, self.players)

    @cached_property
    def boards(self) -> dict[str, BoardPlanes]:
        """The boards that can be seen as planes, by their names: all but maps, which have no geometry."""
        parts = self._situation, self._states, self._contents, self._pieces
        return Boards(self._plan, *parts, self.fields).planes()

    def tables(self, maker: Maker) -> Tables:
        """The plan of the vectors as tables for kernels; `maker` makes their records."""
        parts = self._situation, self._states, self._contents, self._pieces
        return Tables(self._plan, *parts, maker)

    def plane_tables(self, maker: Maker) -> Planes:
        """The planes of all `boards`, one board behind the other, as tables for kernels."""
        return plane_tables(self.boards.values(), maker)

    @property
    def names(self) -> tuple[str, ...]:
        """The meaning of each number in a vector."""
        return tuple(one.name for one in self.fields)

    def changes(self, before: Sequence[float], after: Sequence[float]) -> list[str]:
        """The differences between two vectors, as `name=number`, with numbers as in the rules."""
        pairs = zip(self.fields, before, after, strict=True)
        return [f"{one.name}={one.whole(new)}" for one, old, new in pairs if old != new]

    def vector(self, match: Match, player: int | None) -> Vector:
        """The numbers, in the order of `fields`, for a player or (None) an onlooker. Raises `MatchError` for a match
        with other rules, or another number of players, than the one that the encoder was made with."""
        return self._written(match, Viewer(match.position, player, BASE))

    def state(self, match: Match) -> Vector:
        """The numbers for one who knows all pieces and sees the states of all players. This is for critics, which
        judge a position while they train with those who play, and for nothing that plays. Raises as `vector`
        does."""
        return self._written(match, Viewer(match.position, None, BASE, everything=True))

    def _written(self, match: Match, viewer: Viewer) -> Vector:
        if match.rules is not self.rules or len(match.players) != self.players:
            raise MatchError("this encoder was made for other rules, or for another number of players")
        seen, out = Seen(self._plan, viewer), self.nothing[:]
        scores = (match.scores or ()) if match.is_over else ()
        self._situation.write(seen, scores, out)
        self._states.write(seen, out)
        self._contents.write(seen, out)
        self._pieces.write(seen, out)
        return out
