"""The actions that can ever be legal for a number of players, for programs that learn to choose among them.

Action numbers exist for every value that an argument might have, such as every piece of the game where a piece is
chosen. This module leaves out numbers that no choice can offer by the rules: pieces of other types or from other
places, cells of other boards, empty seats. The result follows from the program, without playing.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from ....ir import Argument, Chance, Choose, Const, Expr
from ....ir.bounds import ALL, Bounds
from ....lower import Action
from ....memory.words import members
from ...setup.rules import Rules


@attrs.frozen
class ActionSpace:
    """Two numberings that start at 0: one of the actions of players, one of those of luck (with explicit chance).

    `numbers` and `chances` hold the action number of each index, ascending; `indexes` and `chance_indexes` the
    index of each action number.
    """

    numbers: tuple[int, ...]
    chances: tuple[int, ...]
    indexes: dict[int, int] = attrs.field(init=False, repr=False, eq=False)
    chance_indexes: dict[int, int] = attrs.field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "indexes", {number: at for at, number in enumerate(self.numbers)})
        object.__setattr__(self, "chance_indexes", {number: at for at, number in enumerate(self.chances)})


def action_space(rules: Rules, players: int) -> ActionSpace:
    """The actions of matches with these rules and this number of players."""
    numbers: set[int] = set()
    chances: set[int] = set()
    finder = _Finder(rules, players)
    for procedure in rules.lowered.program.procedures:
        for block in procedure.blocks:
            if isinstance(block.terminator, Choose):
                for option in block.terminator.options:
                    if option.guard != Const(0):
                        numbers.update(finder.actions(option.action, option.candidates))
            elif isinstance(block.terminator, Chance):
                chances.update(finder.actions(block.terminator.action, block.terminator.members))
    return ActionSpace(tuple(sorted(numbers)), tuple(sorted(chances)))


class _Finder:
    def __init__(self, rules: Rules, players: int) -> None:
        self.rules, self.players = rules, players
        self.tables, self.layout = rules.lowered.tables, rules.lowered.program.layout
        names = {number: name for (name, _), number in self.tables.place_numbers.items()}
        self._held = [
            sum(self.tables.mask_of_type(type_) for type_ in self.tables.types_held(names[place]))
            for place in range(len(self.layout.places))
        ]
        self.bounds = Bounds(rules.lowered.program, self._held.__getitem__)

    def actions(self, first: int, candidates: Expr | None) -> Iterator[int]:
        """The numbers of a family of actions that can be legal."""
        action = self.rules.action_of[first]
        if candidates is None:
            yield first
            return
        most = self.bounds.most(candidates)
        if action.argument is Argument.DESIGN and most != ALL:
            designs = {self.layout.designs[piece] for piece in members(most)}
            most = sum(1 << design for design in designs)
        if action.argument is Argument.POSITION:
            most = ALL
        among = most & action.among & (1 << action.width) - 1
        for argument in members(among):
            if self._is_there(action, argument):
                yield first + argument

    def _is_there(self, action: Action, argument: int) -> bool:
        """Whether the player, or the owner of the place, exists in matches with this number of players."""
        if action.sort == "player":
            return argument < self.players
        if action.sort == "cell":
            return self.layout.places[argument].owner < self.players
        return True
