"""What a simulation counts, for one game and number of players: where each count lies in one array of integers.

An engine that counts needs nothing else: it adds to the cells of the sections below. All sections are sums over
matches, except those marked `LEAST` or `MOST`. Sums that may be large take `WIDE` cells of 32 bits each, the lowest
first (the last is signed). Players, seats, events, actions, families, texts and designs are numbered from 0.

| section | cells | what is counted |
| --- | --- | --- |
| `matches`, `ended`, `faulty`, `endless` | 1 | matches, and how they ended: `ended` by the rules |
| `shared`, `nobody` | 1 | ended matches with several winners, and without any |
| `decisions`, `options`, `forced` | 1 | decisions, legal options in all, decisions with one option |
| `shortest`, `longest`, `widest` | 1 | the fewest and most decisions of a match; the most options of a decision |
| `squares` | `WIDE` | the squares of the numbers of decisions |
| `lengths` | `BINS` | matches by their number of decisions: `length_bin` |
| `turns`, `turn_squares` | 1, `WIDE` | turns, and the squares of their numbers |
| `wins` | players | ended matches that a seat has won (with others, too) |
| `winners` | 2**players | ended matches by the set of winners; no cells if there are more than `MOST_SETS` players |
| `started`, `starter_won` | players | ended matches in which this seat decided first; those that it has won |
| `order_won` | players | ended matches that the seat n places after the first to decide has won |
| `score_sum`, `score_squares` | players * `WIDE` | scores at the end by seat |
| `score_least`, `score_most` | players | the same |
| `chosen` | actions | how often an action was taken |
| `offered` | families | decisions in which an option of this family was offered |
| `reached` | texts | matches in which this text was reached |
| `moved` | designs | matches at whose end a piece of the design lay elsewhere than at the beginning |
| `won_with`, `lost_with` | designs | seats that chose this design in an ended match, and won it or did not |
| `led`, `lead_changes`, `lead_squares` | 1, 1, `WIDE` | matches with a leader, how often it changed, and squares |
| `side_changes`, `side_held`, `side_won` | sides, values, values | see `SideState` |
"""

from __future__ import annotations

from functools import cached_property

import attrs

from ...dsl.model.game import Game
from ..bots.allies import Allies, interests_of
from ..ir import NONE, Argument, Program
from ..ir.rewrite import only_events
from ..kernels.counting import BINS, EXACT, FINE, WIDE
from ..lower import Action
from ..match.setup.rules import Rules

MOST_SETS = 8
LEAST, MOST = "least", "most"
TURNS = ("turn ", "option ")  # what is covered once per turn: its text, or the option that was taken


def bin_lengths(number: int) -> tuple[int, int]:
    """The least and the largest length of a bin."""
    if number < EXACT:
        return number, number
    over, place = divmod(number - EXACT, 1 << FINE)
    least = (place + (1 << FINE)) << over + 1
    return least, least + (1 << over + 1) - 1


@attrs.frozen
class SideState:
    """A state of players whose values are words or designs, and which may be what sides a game has.

    The value of a seat is read at its first decision and at its end. `side_held` counts the seats of ended matches by
    their last value, `side_won` those of them that won, and `side_changes` the seats whose two values differ, except
    for a first value `none`. A state that never changes is a side; others are not. Values are numbered as `values`
    lists them; others (and none) are not counted.

    Attributes:
        address: the cell of the first player; those of the others follow.
        values: the numbers in memory that stand for values.
        names: their names.
        first: the cell of the first value in `side_held` and `side_won`.
    """

    name: str
    address: int
    values: tuple[int, ...]
    names: tuple[str, ...]
    first: int


@attrs.frozen
class Section:
    """Cells of the array of counts: where they begin, how many there are, and how those of two parts are merged."""

    start: int
    size: int
    how: str = "sum"

    @property
    def cells(self) -> slice:
        return slice(self.start, self.start + self.size)


@attrs.define(slots=False, eq=False)
class Scheme:
    """What is counted in matches of a game with a number of players.

    Attributes:
        detail: without it, nothing is counted that needs events or a further look at positions: no texts, turns,
            moves or leads.
        lead_every: who leads is found out in matches whose number is a multiple of this, since the score or the
            heuristic of all players can take longer than a move.
    """

    rules: Rules
    players: int
    detail: bool = True
    lead_every: int = 1

    @property
    def game(self) -> Game:
        return self.rules.game

    # ------------------------------------------------------------------ what is numbered

    @cached_property
    def families(self) -> tuple[str, ...]:
        """The families of options, by name: a label, or the question that options answer."""
        return tuple(dict.fromkeys(self._family(action) for action in self.rules.action_of))

    @cached_property
    def family_of(self) -> tuple[int, ...]:
        """The family of each action."""
        number = {name: at for at, name in enumerate(self.families)}
        return tuple(number[self._family(action)] for action in self.rules.action_of)

    @cached_property
    def asked(self) -> tuple[str, ...]:
        """The families without those of replacements: most replace something without a question, as one of several
        must be there for the affected player to choose."""
        sites = self.rules.lowered.sites
        asked = [action for action in self.rules.lowered.actions if sites[action.site].kind != "instead"]
        return tuple(dict.fromkeys(map(self._family, asked)))

    def _family(self, action: Action) -> str:
        return action.name or self.rules.site(action.site).prompt

    @cached_property
    def designs(self) -> tuple[str, ...]:
        """The names of all designs."""
        return tuple(self.rules.lowered.tables.design_names)

    @cached_property
    def designs_of(self) -> tuple[tuple[int, ...], ...]:
        """The designs that each action chooses."""
        number = {name: at for at, name in enumerate(self.designs)}
        pieces = self.rules.lowered.tables.pieces
        found = []
        for at, action in enumerate(self.rules.action_of):
            names = list(action.designs)
            if action.sort == "piece":
                names.append(pieces[at - action.first])
            elif action.argument in (Argument.DESIGN, Argument.VALUE) and action.sort == "design":
                names.append(self.designs[at - action.first])
            found.append(tuple(dict.fromkeys(number[name] for name in names)))
        return tuple(found)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The texts that report when they are reached."""
        events = self.rules.lowered.events
        return tuple(dict.fromkeys(event.key for event in events if event.kind == "cover"))

    @cached_property
    def text_of(self) -> tuple[int, ...]:
        """The text that each event reports; -1 for other events. It is reached if all arguments differ from 0."""
        number = {name: at for at, name in enumerate(self.texts)}
        events = self.rules.lowered.events
        return tuple(number[one.key] if one.kind == "cover" else NONE for one in events)

    @cached_property
    def begins_turn(self) -> tuple[bool, ...]:
        """Whether each event begins a turn, if all its arguments differ from 0."""
        events = self.rules.lowered.events
        return tuple(one.kind == "cover" and one.key.startswith(TURNS) for one in events)

    @cached_property
    def program(self) -> Program:
        """The program without the events that are not counted."""
        return only_events(self.rules.lowered.program, lambda event: self.text_of[event] >= 0)

    @cached_property
    def lead(self) -> int | None:
        """The plain procedure that says how far each player is: the score, or else the heuristic; None if there is
        none, or if it is the same for all players."""
        lowered, interests = self.rules.lowered, interests_of(self.rules.game)
        if not self.detail or self.players < 2:
            return None
        if lowered.score is not None and not interests.common_score:
            return lowered.score
        if lowered.heuristic is not None and not interests.common_heuristic:
            return lowered.heuristic
        return None

    @property
    def allies(self) -> Allies:
        """The allies, who lead together, by the number that says who leads."""
        interests = interests_of(self.rules.game)
        by_score = self.rules.lowered.score is not None and not interests.common_score
        return interests.by_score if by_score else interests.by_heuristic

    @cached_property
    def lead_at_turns(self) -> bool:
        """Whether it is found out who leads after actions during which a turn began or the match ended; if not, after
        every action."""
        return any(self.begins_turn)

    @cached_property
    def sides(self) -> tuple[SideState, ...]:
        """The states of players that may be sides."""
        tables, found, first = self.rules.lowered.tables, [], 0
        for name, slot in tables.player_states.items():
            kind = slot.type.kind
            if slot.bits or slot.entries or slot.words != 1 or kind not in ("word", "kind"):
                continue
            if kind == "word":
                names = tuple(slot.type.of)
                values = tuple(tables.word(one) for one in names)
            else:
                types = set(slot.type.of)
                names = tuple(one for one in self.designs if self.game.symbols.designs[one].type in types)
                values = tuple(self.designs.index(one) for one in names)
            found.append(SideState(name, slot.address, values, names, first))
            first += len(names)
        return tuple(found)

    # --------------------------------------------------------------------------- sections

    @cached_property
    def sections(self) -> dict[str, Section]:
        """Where each count lies, by name."""
        players, designs = self.players, len(self.designs)
        values = sum(len(one.names) for one in self.sides)
        sizes = {
            **dict.fromkeys(("matches", "ended", "faulty", "endless", "shared", "nobody"), 1),
            **dict.fromkeys(("decisions", "options", "forced", "shortest", "longest", "widest"), 1),
            **{"squares": WIDE, "lengths": BINS, "turns": 1, "turn_squares": WIDE},
            "winners": 1 << players if players <= MOST_SETS else 0,
            **dict.fromkeys(("wins", "started", "starter_won", "order_won"), players),
            **dict.fromkeys(("score_sum", "score_squares"), players * WIDE),
            **dict.fromkeys(("score_least", "score_most"), players),
            "chosen": len(self.rules.action_of),
            "offered": len(self.families),
            "reached": len(self.texts),
            **dict.fromkeys(("moved", "won_with", "lost_with"), designs),
            **{"led": 1, "lead_changes": 1, "lead_squares": WIDE},
            **{"side_changes": len(self.sides), "side_held": values, "side_won": values},
        }
        how = {"shortest": LEAST, "score_least": LEAST, "longest": MOST, "widest": MOST, "score_most": MOST}
        found, start = {}, 0
        for name, size in sizes.items():
            found[name] = Section(start, size, how.get(name, "sum"))
            start += size
        return found

    @cached_property
    def size(self) -> int:
        """The number of cells."""
        return max(section.start + section.size for section in self.sections.values())
