"""A small assembler for hand-made programs: places, cells and stacks get their addresses here."""

from __future__ import annotations

from rulewright.interpreter.ir import (
    FIXED_HEAD,
    Argument,
    Binary,
    BinaryOp,
    Block,
    Cell,
    CellKind,
    Const,
    Expr,
    Fault,
    Instr,
    Layout,
    Load,
    Option,
    PlaceInfo,
    Procedure,
    Program,
    Reg,
    Terminator,
)
from rulewright.interpreter.ir.fits import fitting
from rulewright.interpreter.ir.kinds import with_results
from rulewright.interpreter.ir.steps import counted
from rulewright.interpreter.ir.widths import signed_word, words_for

LEAST, MOST = -(1 << 63), (1 << 63) - 1
NUMBER, PIECES, PIECE = CellKind.NUMBER, CellKind.PIECES, CellKind.PIECE


def const(value: int | Expr) -> Expr:
    return Const(value) if isinstance(value, int) else value


def op(name: BinaryOp, left: int | Expr, right: int | Expr) -> Expr:
    return Binary(name, const(left), const(right))


def load(address: int | Expr) -> Expr:
    return Load(const(address))


def r(index: int) -> Expr:
    return Reg(index)


def block(*parts: Instr | Terminator) -> Block:
    *instructions, terminator = parts
    return Block(tuple(instructions), terminator)  # type: ignore[arg-type]


def plain_option(action: int, target: int, guard: int | Expr = 1) -> Option:
    return Option(action, const(guard), Argument.NONE, None, None, None, target)


def framed(
    name: str, *blocks: Block, parameters: int = 0, kinds: tuple[CellKind, ...] | int = 0
) -> Procedure:
    kinds = (NUMBER,) * kinds if isinstance(kinds, int) else kinds
    return Procedure(name, parameters, kinds, blocks, True)


def plain(name: str, body: Block, parameters: int = 0, registers: int = 0) -> Procedure:
    return Procedure(name, parameters, (NUMBER,) * max(parameters, registers), (body,), False)


class Assembler:
    """Collects a layout; `program` closes it."""

    def __init__(self, designs: tuple[int, ...] = (), players: int = 4, stack: int = 40) -> None:
        self.designs, self.players, self.stack = designs, players, stack
        self.words = words_for(len(designs))
        self.size = FIXED_HEAD
        self.cells: list[Cell] = []
        self.places: list[PlaceInfo] = []
        self.at = self.take("at", len(designs))
        self.knows = self.take("knows", players, self.words)
        self.pools = self.take("pools", len(designs))
        self.contents: dict[int, tuple[int, ...]] = {}
        self.values: dict[int, int] = {}

    def take(self, name: str, count: int, words: int = 1, kind: CellKind = NUMBER) -> int:
        address = self.size
        self.size += count * words
        if count:
            least, most = (LEAST, MOST) if kind is NUMBER and words == 1 else (0, (1 << 64 * words) - 1)
            self.cells.append(Cell(name, address, kind, count, words, least, most))
        return address

    def cell(self, name: str, value: int = 0) -> int:
        address = self.take(name, 1)
        self.values[address] = value
        return address

    def place(
        self,
        name: str,
        pieces: tuple[int, ...] = (),
        ordered: bool = True,
        viewers: int = 0,
        capacity: int = -1,
    ) -> int:
        capacity = len(self.designs) if capacity < 0 else capacity
        base = self.take(name, 1 + capacity if ordered else self.words)
        self.places.append(PlaceInfo(name, -1, ordered, base, capacity, viewers))
        self.contents[len(self.places) - 1] = pieces
        return len(self.places) - 1

    def base(self, place: int) -> int:
        return self.places[place].base

    def _initial(self, size: int) -> tuple[int, ...]:
        m = [0] * size
        for address, value in self.values.items():
            m[address] = value
        for piece in range(len(self.designs)):
            m[self.at + piece] = -1
        for number, pieces in self.contents.items():
            place = self.places[number]
            for position, piece in enumerate(pieces):
                m[self.at + piece] = number
                if place.ordered:
                    m[place.base + 1 + position] = piece
                else:
                    m[place.base + piece // 64] |= signed_word(1 << piece % 64)
            if place.ordered:
                m[place.base] = len(pieces)
            for player in range(self.players):
                for piece in pieces if place.viewers >> player & 1 else ():
                    m[self.knows + player * self.words + piece // 64] |= signed_word(1 << piece % 64)
        return tuple(m)

    def program(
        self,
        *procedures: Procedure,
        tables: tuple[tuple[int, ...], ...] = (),
        explicit: bool = False,
        actions: int = 100,
        step_limit: int = 10_000,
    ) -> Program:
        strands = 1 + self.players
        size = self.size + strands * self.stack
        layout = Layout(
            tuple(self.cells),
            tuple(self.places),
            len(self.designs),
            self.words,
            self.designs,
            self.at,
            self.knows,
            self.pools,
            self.players,
            self.size,
            self.stack,
            strands,
            size,
            len(self.places),
        )
        faults = tuple(Fault(f"f{number}", f"fault {number}") for number in range(4))
        initial = self._initial(size)
        program = Program(layout, procedures, 0, tables, faults, initial, explicit, actions, step_limit)
        try:
            return fitting(counted(with_results(program)))
        except (IndexError, KeyError):  # it is broken, on purpose
            return program
