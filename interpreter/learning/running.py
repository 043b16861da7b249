"""What runs the kernels of a batch: machine code, or Python as it is. Both offer the same.

A runner makes the records that the kernels work on, from the arrays of a batch, and calls the kernels for ranges of
rows.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Protocol

from ..bots.routines import python_routines
from ..engine.beginning import memory_at_start
from ..engine.protocol import Engine
from ..ir import LUCK
from ..kernels import guided, stepping
from ..kernels.deciding import Thought
from ..kernels.guided import Guided
from ..kernels.machine import Maker, PlainMaker
from ..kernels.playing import Playing, play_rows
from ..kernels.stepping import Matches, Worker
from ..match.errors import EngineError
from ..match.output.encoding.encoder import Encoder
from ..match.setup.rules import Rules
from ..memory.dice import Dice
from ..memory.faults import RulesFault
from ..memory.words import Memory
from .arrays import Array

if TYPE_CHECKING:
    from ..native.engine import NativeEngine

FEW = 64
"""For fewer rows than this, no thread is worth its while."""


_FORMATS = {"bool": "B", "int32": "i", "int64": "q", "float32": "f", "float64": "d"}
"""How `memoryview` calls the types of arrays."""


class Runner(Protocol):
    """Runs kernels on the rows of a batch."""

    name: str
    s: Matches
    maker: Maker
    noted: int
    kept: int
    placed: int

    def rows_of(self, of: Array) -> Any:
        """The rows of an array with two axes, as kernels find them."""

    def flat(self, of: Array) -> Any:
        """An array with one axis, as kernels find it."""

    def memories(self, of: Array) -> Any:
        """Memories, one in each row."""

    def memory(self, row: int, of: Array) -> bytes:
        """The memory of a row, of those in an array."""

    def run(self, kernel: str, chosen: Array) -> int:
        """Runs a kernel on all rows; `chosen` has a number for each."""

    def observe(self, readers: Array, out: Array) -> None:
        """Writes what a reader of each row sees."""

    def lay(self, vectors: Array, out: Array) -> None:
        """Writes the planes of vectors, one in each row."""

    def play(self, p: Playing, thought: Callable[[], Thought]) -> None:
        """Plays as many steps as there is room for; `thought` makes the room in which a thread decides."""

    def replay(self, row: int, seed: int, journal: Array) -> int:
        """Plays a match by its journal; how many actions were legal."""

    def guide(self, kernel: str, g: Guided, rows: int) -> None:
        """Runs a kernel of `guided` on all rows."""

    def renew(self) -> None:
        """Changes to a better engine, if there is one by now."""


class MachineRunner:
    """Machine code; `threads` threads share the rows."""

    name = "native"

    def __init__(self, rules: Rules, encoder: Encoder, threads: int) -> None:
        """Raises `EngineError` where there is no machine code."""
        self._rules = rules
        self._engine = rules.tiers.ready()
        from ..native.statuses import CannotCompile
        from ..native.stepping import steps

        try:
            self._steps = steps()
        except CannotCompile as cannot:
            raise EngineError(f"the native engine cannot step matches: {cannot}") from None
        self.maker: Maker = self._steps
        tables = encoder.tables(self.maker)
        self.noted = tables.noted
        self.s = self._steps.matches()
        self.s.v = tables.vectors()
        self.kept, self.placed = tables.kept, tables.placed
        self._tables, self._players = tables, encoder.players
        self._workers = [self._worker() for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._steps.lend(self.s, self._engine, rules.lowered.score)

    def _worker(self) -> Worker:
        return self._steps.worker(self._engine, self._tables.writing(), self._tables.past(), self._players)

    def renew(self) -> None:
        engine: NativeEngine = self._rules.tiers.ready()
        if engine is not self._engine:
            self._engine = engine
            self._steps.lend(self.s, engine, self._rules.lowered.score)
            self._workers = [self._worker() for _ in self._workers]

    @property
    def engine(self) -> NativeEngine:
        """The engine that runs the rules at the moment."""
        return self._engine

    def direct(self) -> tuple[Callable[..., int], Callable[..., int], int, int]:
        """The kernels that step rows and begin matches with seeds, and the addresses that they get first. All of it
        changes when the engine does."""
        steps: Any = self._steps
        return (
            steps.step_rows_here,
            steps.seed_rows_here,
            steps.address(self.s),
            steps.address(self._workers[0]),
        )

    def holding(self, procedures: Iterable[int], memory: Array) -> list[Callable[[], bool]]:
        """Whether what these procedures say holds in a memory, which lies there. Raises `EngineError` if one of them
        cannot be called from outside."""
        from ..native.statuses import CannotCompile

        steps, engine, address = self._steps, self._engine, memory.ctypes.data
        try:
            return [steps.holding(engine, procedure, address) for procedure in procedures]
        except CannotCompile as cannot:
            raise EngineError(str(cannot)) from None

    def rows_of(self, of: Array) -> Any:
        return self._steps.addresses(of.ctypes.data, of.strides[0], len(of))

    def flat(self, of: Array) -> Any:
        return of.ctypes.data

    memories = rows_of

    def memory(self, row: int, of: Array) -> bytes:
        found: bytes = of[row].tobytes()
        return found

    def run(self, kernel: str, chosen: Array) -> int:
        rows, address, at = len(chosen), self._steps.address, self.s
        if rows < FEW:
            run = getattr(self._steps, f"{kernel}_here")
            return int(run(address(at), address(self._workers[0]), chosen.ctypes.data, 0, rows))
        return min(self._shared(getattr(self._steps, kernel), rows, chosen.ctypes.data))

    def _shared(self, run: Callable[..., int], rows: int, *arguments: int) -> list[int]:
        """Runs a kernel on all rows, in all threads: what it returns in those that have not gone through."""
        address, workers = self._steps.address, self._workers
        bounds = [rows * number // len(workers) for number in range(len(workers) + 1)]

        def part(number: int) -> int:
            first, last = bounds[number], bounds[number + 1]
            found = run(address(self.s), address(workers[number]), *arguments, first, last)
            return rows if found == last else found

        if self._pool is None:
            return [part(0)]
        others = [self._pool.submit(part, number) for number in range(1, len(workers))]
        return [part(0), *(one.result() for one in others)]

    def observe(self, readers: Array, out: Array) -> None:
        into = self.rows_of(out)
        self._shared(self._steps.observe_rows, len(out), readers.ctypes.data, self._steps.address(into))

    def lay(self, vectors: Array, out: Array) -> None:
        given = self.rows_of(vectors), self.rows_of(out)
        self._shared(self._steps.lay_rows, len(out), *map(self._steps.address, given))

    def play(self, p: Playing, thought: Callable[[], Thought]) -> None:
        for one in self._workers:
            one.thought = thought()
        play: Callable[..., int] = vars(self._steps)[play_rows.__name__]
        self._shared(play, self.s.rows, self._steps.address(p))

    def replay(self, row: int, seed: int, journal: Array) -> int:
        address = self._steps.address
        given = address(self.s), address(self._workers[0])
        return int(self._steps.replay_row(*given, row, seed, journal.ctypes.data, len(journal)))

    def guide(self, kernel: str, g: Guided, rows: int) -> None:
        from ..native.guiding import guides

        address = self._steps.address
        if rows < FEW:
            run = getattr(guides(), f"{kernel}_here")
            run(address(self.s), address(self._workers[0]), address(g), 0, rows)
        else:
            self._shared(getattr(guides(), kernel), rows, address(g))


class PlainRunner:
    """Python, which runs the kernels as they are."""

    name = "python"

    def __init__(self, rules: Rules, encoder: Encoder, cells: dict[int, int]) -> None:
        self._rules, self._players, self._cells = rules, encoder.players, cells
        engine: Engine = rules.tiers.python
        self._engine = engine
        made = python_routines(rules, engine)
        self.maker: Maker = PlainMaker()
        tables = encoder.tables(self.maker)
        self.noted = tables.noted
        s = self.s = self.maker.record(Matches)
        s.v = tables.vectors()
        self.kept, self.placed = tables.kept, tables.placed
        s.act, s.options, s.waiting, s.player, s.draw = (
            made.act,
            made.options,
            made.waiting,
            made.player,
            made.draw,
        )
        s.begin = self._begin
        if made.score is not None:
            s.scored, s.score = 1, made.score
        k = self._worker = self.maker.record(Worker)
        k.w, k.fresh, k.context, k.buffer, k.dice = tables.writing(), tables.past(), [], [], Dice(0)
        k.total, k.result, k.scores = [0], [0], [0] * encoder.players
        k.memory = memory_at_start(array("q", rules.lowered.program.initial), engine.program.layout, 1)

    def _begin(self, m: Memory, context: Any) -> int:
        """An engine of Python makes a memory by itself."""
        try:
            m[:] = self._engine.start(self._players, m[LUCK], None, self._cells)
        except RulesFault:
            return 1
        return 0

    def renew(self) -> None:
        """There is no other."""

    def rows_of(self, of: Array) -> Any:
        return [memoryview(row) for row in of]

    def flat(self, of: Array) -> Any:
        if not of.size:
            return []
        view: Any = memoryview(of.data)
        return view.cast("B").cast(_FORMATS[of.dtype.name])

    def memories(self, of: Array) -> Any:
        return [array("q", bytes(8 * of.shape[1])) for _ in range(len(of))]

    def memory(self, row: int, of: Array) -> bytes:
        return self.s.memories[row].tobytes()  # type: ignore[attr-defined,no-any-return]

    def run(self, kernel: str, chosen: Array) -> int:
        return int(getattr(stepping, kernel)(self.s, self._worker, self.flat(chosen), 0, len(chosen)))

    def observe(self, readers: Array, out: Array) -> None:
        stepping.observe_rows(self.s, self._worker, self.flat(readers), self.rows_of(out), 0, len(out))

    def lay(self, vectors: Array, out: Array) -> None:
        stepping.lay_rows(self.s, self._worker, self.rows_of(vectors), self.rows_of(out), 0, len(out))

    def play(self, p: Playing, thought: Callable[[], Thought]) -> None:
        self._worker.thought = thought()
        play_rows(self.s, self._worker, p, 0, self.s.rows)

    def replay(self, row: int, seed: int, journal: Array) -> int:
        return stepping.replay_row(self.s, self._worker, row, seed, self.flat(journal), len(journal))

    def guide(self, kernel: str, g: Guided, rows: int) -> None:
        getattr(guided, kernel)(self.s, self._worker, g, 0, rows)
