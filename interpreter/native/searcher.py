"""One search in machine code: its numbers, its tree, and the memories on which it plays.

In: what to search, as plain data (`Task`), and how to deal. Out: how often each arm was taken, and its worth. All
that the kernels read and write is in arrays that belong to one searcher, so those of several matches can run in
threads. Python is free for other threads while kernels run.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Sequence

import attrs

from ..ir import WORD_BITS, CellKind, Program
from ..ir.frames import EntryKind, FramePlan
from ..memory.faults import RulesFault
from ..memory.luck import signed
from ..memory.words import Memory
from . import redealing as r
from . import search as s
from .context import Context
from .searching import Kernels, Routines

FIRST_ROOM = 1 << 10
"""For how many arms there is room at first."""
MOST_DEALT = 64
"""How many deals are made before they are searched, if Python makes them."""

Entries = Sequence[tuple[int, ...]]


@attrs.frozen
class Task:
    """What a search needs to know of its decision, and its limits.

    `dice` and `deals` are the states of two dice. `endless` are the statuses of rules that do not end; after
    `most_endless` of them the search stops. `common`: the heuristic is the same for all players.
    `score_allies` and `heuristic_allies`: for each seat the first seat that always has the same number. `ahead`:
    after how many random decisions the heuristic judges.
    """

    program: Program
    strand: int
    dice: int
    deals: int
    bound: int
    tries: int
    deepest: int
    most_arms: int
    most_endless: int
    endless: tuple[int, ...]
    common: bool
    score_allies: tuple[int, ...]
    heuristic_allies: tuple[int, ...]
    ahead: int


@attrs.frozen(eq=False)
class FrameTables:
    """Where frames name pieces: the same for all decisions of a game.

    Attributes:
        entries: the number of entries of the frame plan, and where the registers of each begin and end.
        registers: (offset, words; 0 words if it names one piece) of each.
        waits: the number of entries, and for each whether a decision waits there.
    """

    entries: array[int]
    registers: array[int]
    waits: array[int]


@attrs.frozen
class Redealing:
    """How machine code deals: the memory that it deals again, the classes of pieces that exchange their names, and
    where a memory names pieces.

    Attributes:
        states: (address, first piece, number of pieces, cells for each).
        piles: addresses of ordered places.
        names: (address, number of cells that name one piece each).
        sets: (address, words).
        abilities: what an ability of a piece remembers: (address, words, a list that has for each piece the address
            of the same thing there or -1, piece).
        frames: where frames name pieces.
    """

    origin: Memory
    classes: Sequence[Sequence[int]]
    states: Entries
    piles: Sequence[int]
    names: Entries
    sets: Entries
    abilities: Sequence[tuple[int, int, Sequence[int], int]]
    frames: FrameTables


class Searcher:
    """A search that can be continued."""

    def __init__(
        self, task: Task, routines: Routines, kernels: Kernels, deal: Redealing | Callable[[], Memory]
    ) -> None:
        """`deal` is how machine code deals, or a function that returns a deal."""
        self._task, self._routines, self._kernels = task, routines, kernels
        self._deal = None if isinstance(deal, Redealing) else deal
        self._done = 0
        self._kept: list[array[int]] = []
        self._context = Context(routines.scratch)
        self._logs = array("d", [0.0])  # nobody asks for that of 0
        self._numbers = array("q", bytes(8 * s.SEARCH))
        self._address = self._numbers.buffer_info()[0]
        self._arms, self._slots = array("q"), array("q")
        self._totals = array("d")
        self._set_up()
        if isinstance(deal, Redealing):
            self._numbers[s.REDEAL] = self._redealing(deal)
        self._make_room(FIRST_ROOM)

    # ------------------------------------------------------------------ searching

    def run(self, count: int) -> int:
        """Does up to this many iterations; returns how many. Raises `RulesFault` if no position can be valued."""
        self._need_logs(self._done + count + 1)
        return self._run(self._kernels.search, count)

    def compare(self, count: int, player: int, options: Sequence[int]) -> list[float]:
        """Tries these options in this many deals, or fewer if too many do not end. Returns the sum of what each has
        been worth in all deals so far. Raises `RulesFault` if no position can be valued."""
        numbers = self._numbers
        if not self._totals:
            self._totals = array("d", bytes(8 * len(options)))
            numbers[s.TOTALS] = self._totals.buffer_info()[0]
            numbers[s.CHOSEN], numbers[s.TRIED] = self._table(options), len(options)
            numbers[s.WHOSE], numbers[s.MEMORY] = player, self._task.program.layout.size
            numbers[s.TRIAL] = self._cells(numbers[s.MEMORY])
        self._run(self._kernels.compare, count)
        return self._totals.tolist()

    def _run(self, kernel: Callable[[int, int], int], count: int) -> int:
        numbers, before = self._numbers, self._done
        while self._done - before < count and not self.stopped:
            left = count - (self._done - before)
            dealt: list[Memory] = []
            if self._deal is not None:
                left = min(left, MOST_DEALT)
                if kernel is self._kernels.search:
                    self._make_room_for_deals(left)
                dealt = [self._deal() for _ in range(left)]
                addresses = array("q", [memory.buffer_info()[0] for memory in dealt])
                numbers[s.DEALT] = addresses.buffer_info()[0]
            said = kernel(self._address, left)
            self._done += numbers[s.DONE]
            if said == s.BROKEN:
                raise RulesFault(self._routines.faults[numbers[s.UNJUDGED] - 1])
            if said == s.FULL:
                self._make_room(2 * numbers[s.ROOM])
        return self._done - before

    @property
    def done(self) -> int:
        """How many iterations or deals are done."""
        return self._done

    @property
    def stopped(self) -> bool:
        """Whether too many playouts did not end."""
        return self._numbers[s.ENDLESS] >= self._task.most_endless

    def taken(self, node: int, who: int, action: int) -> tuple[int, float]:
        """How often an arm was taken, and then its average worth to the player."""
        arm = self._kernels.find_arm(self._address, node, who, action)
        taken = self._arms[arm * s.ARM + s.TAKEN] if arm >= 0 else 0
        return (taken, self._kernels.value_of(self._address, who, arm)) if taken else (0, 0.0)

    def node(self, above: int, who: int, action: int) -> int:
        """The node to which an arm leads."""
        return self._kernels.find_arm(self._address, above, who, action) + 1

    def arms(self) -> dict[tuple[int, int, int], tuple[int, int, int, float, float]]:
        """Everything in the tree: for each (node, player, action) how often the arm could be taken, was, and was
        valued by the heuristic, and the sums of the ends and of what the heuristic said."""
        cells, sums = self._arms, memoryview(self._arms).cast("B").cast("d")
        found = {}
        for at in range(0, self._numbers[s.ARMS] * s.ARM, s.ARM):
            key = cells[at + s.FROM], cells[at + s.WHO], cells[at + s.ACTION]
            counts = cells[at + s.COULD], cells[at + s.TAKEN], cells[at + s.JUDGED]
            found[key] = (*counts, sums[at + s.TOTAL], sums[at + s.SEEMED])
        return found

    # ------------------------------------------------------------------- set-up

    def _set_up(self) -> None:
        """Everything but dealing and the tree."""
        numbers, routines, task = self._numbers, self._routines, self._task
        layout = task.program.layout
        for at, value in (
            (s.ACT, routines.act),
            (s.OPTIONS, routines.options),
            (s.WAITING, routines.waiting),
            (s.PLAYER, routines.player),
            (s.DRAW, routines.draw),
            (s.FINISH, routines.finish),
            (s.SCORE, routines.score),
            (s.HEURISTIC, routines.heuristic),
            (s.CONTEXT, self._context.address),
            (s.M, self._cells(layout.size)),
            (s.DICE, signed(task.dice)),
            (s.DEALS, signed(task.deals)),
            (s.DECIDER, task.strand),
            (s.BOUND, task.bound),
            (s.TRIES, task.tries),
            (s.DEEPEST, task.deepest),
            (s.TOGETHER, task.common),
            (s.SCORE_ALLIES, self._table(task.score_allies)),
            (s.HEURISTIC_ALLIES, self._table(task.heuristic_allies)),
            (s.AHEAD, task.ahead),
            (s.ENDLESS_FAULTS, self._table([len(task.endless), *task.endless])),
            (s.MOST_ENDLESS, task.most_endless),
            (s.MOST_ARMS, task.most_arms),
            # A walk ends at a node with several new arms; before, there are only single ones, and nodes of strands.
            (s.MARGIN, routines.most_options + 3 * task.deepest + layout.strands),
            (s.PATH, self._cells(2 * task.deepest)),
            (s.LEGAL, self._cells(routines.most_options)),
            (s.CHOSEN, self._cells(routines.most_options)),
            (s.OWN, self._cells(layout.strands)),
            (s.STRANDS, layout.strands),
            (s.LOW, self._cells(layout.max_players)),
            (s.HIGH, self._cells(layout.max_players)),
            (s.REWARDS, self._cells(layout.max_players)),
            (s.RIVALS, self._cells(layout.max_players)),
        ):
            numbers[at] = value
        memoryview(numbers).cast("B").cast("d")[s.WIDEST] = 1.0

    def _redealing(self, deal: Redealing) -> int:
        """The address of the numbers of re-dealing."""
        layout = self._task.program.layout
        moving = [piece for pieces in deal.classes for piece in pieces]
        touched, mask = sum(1 << piece for piece in moving), (1 << WORD_BITS) - 1
        words = [signed(touched >> WORD_BITS * word & mask) for word in range(layout.piece_words)]
        numbers = array("q", bytes(8 * r.REDEALING))
        for at, value in (
            (r.ORIGIN, self._keep(deal.origin[:])),
            (r.SIZE, layout.size),
            (r.PIECES, layout.pieces),
            (r.NEW, self._table(range(layout.pieces))),
            (r.CLASSES, self._table([*(cell for one in deal.classes for cell in (len(one), *one)), 0])),
            (r.ALL, self._table([len(moving), *moving])),
            (r.PER_PIECE, self._entries(deal.states)),
            (r.PILES, self._entries([(base,) for base in deal.piles])),
            (r.NAMES, self._entries(deal.names)),
            (r.SETS, self._entries(deal.sets)),
            (r.ABILITIES, self._entries(self._remembered(deal, set(moving)))),
            (r.ENTRIES, self._keep(deal.frames.entries)),
            (r.REGISTERS, self._keep(deal.frames.registers)),
            (r.WAITS, self._keep(deal.frames.waits)),
            (r.STACKS, layout.stacks),
            (r.STACK, layout.stack),
            (r.STRANDS, layout.strands),
            (r.TOUCHED, self._table(words)),
            (r.MOVING, self._cells(layout.piece_words)),
        ):
            numbers[at] = value
        return self._keep(numbers)

    def _remembered(self, deal: Redealing, moving: set[int]) -> Entries:
        """What abilities of the moving pieces remember, with the addresses of their lists."""
        tables: dict[int, int] = {}
        found = []
        for address, words, others, piece in deal.abilities:
            if piece in moving:
                if id(others) not in tables:
                    tables[id(others)] = self._table(others)
                found.append((address, words, tables[id(others)], piece))
        return found

    # -------------------------------------------------------------------- memory

    def _cells(self, count: int) -> int:
        """The address of zeros, which live as long as the search."""
        return self._keep(array("q", bytes(8 * max(count, 1))))

    def _table(self, values: Iterable[int]) -> int:
        """The address of these numbers, which live as long as the search."""
        return self._keep(array("q", values) or array("q", [0]))

    def _keep(self, made: array[int]) -> int:
        self._kept.append(made)
        return made.buffer_info()[0]

    def _entries(self, entries: Entries) -> int:
        """The address of a table of entries, with their number before them."""
        return self._table([len(entries), *(cell for entry in entries for cell in entry)])

    def _make_room(self, arms: int) -> None:
        """Makes the tree so long, or longer if an iteration could need more, and no longer than it may become."""
        numbers = self._numbers
        arms = min(max(arms, numbers[s.ARMS] + numbers[s.MARGIN]), self._task.most_arms)
        self._arms.frombytes(bytes(8 * (arms * s.ARM - len(self._arms))))
        size = 1 << (2 * arms).bit_length()
        self._slots = array("q", bytes(8 * size))
        numbers[s.TREE], numbers[s.ROOM] = self._arms.buffer_info()[0], arms
        numbers[s.SLOTS], numbers[s.MASK] = self._slots.buffer_info()[0], size - 1
        self._kernels.file_arms(self._address)

    def _make_room_for_deals(self, iterations: int) -> None:
        """Makes room for several iterations, so that no deal that Python has made is left over."""
        numbers = self._numbers
        arms = numbers[s.ARMS] + iterations * numbers[s.MARGIN]
        if arms > numbers[s.ROOM]:
            self._make_room(max(arms, 2 * numbers[s.ROOM]))

    def _need_logs(self, count: int) -> None:
        """Has the logarithms of all numbers below this one: Python's, so that no machine has others."""
        if len(self._logs) < count:
            self._logs.extend(map(math.log, range(len(self._logs), max(count, 2 * len(self._logs)))))
        self._numbers[s.LOGS] = self._logs.buffer_info()[0]


def frame_tables(plan: FramePlan, registers: Iterable[Iterable[tuple[int, CellKind, int]]]) -> FrameTables:
    """The tables of a plan; `registers` are (offset, kind, words) of those that each entry holds."""
    naming = [
        [
            (offset, count if kind is CellKind.PIECES else 0)
            for offset, kind, count in held
            if kind in (CellKind.PIECE, CellKind.PIECES)
        ]
        for held in registers
    ]
    begins = [0]
    for one in naming:
        begins.append(begins[-1] + len(one))
    waits = [int(one.kind in (EntryKind.CHOICE, EntryKind.CHANCE)) for one in plan.entries]
    return FrameTables(
        array("q", [len(plan.entries), *begins]),
        array("q", [cell for one in naming for pair in one for cell in pair] or [0]),
        array("q", [len(waits), *waits]),
    )
