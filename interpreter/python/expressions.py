"""Expressions as Python source: a nested Python expression for each.

In: an expression of the IR. Out: source text over the memory `m`, registers `r0`, `r1`... and the names
that `engine` puts into the namespace of the generated module. Constants are folded along the way.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from ...dsl.tree.passes import over
from ..ir import (
    WORD_BITS,
    Any,
    Binary,
    Binder,
    Call,
    CellKind,
    Const,
    Expr,
    Filter,
    Fits,
    HowMany,
    Instr,
    Load,
    LoadSet,
    Pick,
    PlaceAt,
    PlaceCount,
    PlaceEnd,
    PlaceSet,
    Program,
    Reg,
    Shift,
    Table,
    Trial,
    Unary,
    Union,
)
from ..ir.widths import fills_words, is_simple
from ..memory.words import WORD_MASK

_INFIX = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "div": "//",
    "mod": "%",
    "lt": "<",
    "le": "<=",
    "eq": "==",
    "ne": "!=",
    "gt": ">",
    "ge": ">=",
    "or": "|",
    "and": "&",
    "both": "and",
    "either": "or",
}
LARGEST = (1 << WORD_BITS - 1) - 1
"""The largest number that a cell holds."""
_TRUTHS = frozenset({"lt", "le", "eq", "ne", "gt", "ge", "both", "either", "has"})

PIECES = CellKind.PIECES
SETS = (PIECES, CellKind.PLACES, CellKind.DESIGNS, CellKind.PLAYERS)
_CHAINS = frozenset({"add", "or", "and", "both", "either"})


def inner(source: str) -> str:
    """Source without its outer brackets, if it has any (folded constants have none)."""
    return source[1:-1] if source.startswith("(") and source.endswith(")") and " " in source else source


@over(Expr, subject="expr", leaves="READS OF_PLACES Call Filter Fits HowMany Reg Shift Trial Union")
def is_truth(expr: Expr) -> bool:
    """Whether an expression is always 0 or 1."""
    match expr:
        case Const(value=value):
            return value in (0, 1)
        case Binary(op=op):
            return op in _TRUTHS
        case Unary(op=op):
            return op == "not"
        case Pick(then=then, otherwise=otherwise):
            return is_truth(then) and is_truth(otherwise)
        case Any():
            return True
    return False


class Expressions:
    """Emits the expressions of one function; `temporaries` keeps their names distinct. `bad` are the nodes,
    by their identity, whose index may be negative, so that Python would count from the end, or whose member may be no
    member. `each` emits expressions about the members of a set, which need a loop, and so a function of their own:
    source of a call of it."""

    def __init__(
        self, program: Program, trace: bool, each: Callable[[Binder], str], bad: Collection[int]
    ) -> None:
        self.program = program
        self.trace = trace
        self.each = each
        self.bad = bad
        self.temporaries = 0
        self.held: dict[Expr, str] = {}  # values that have just been computed, by the names that hold them
        layout = program.layout
        # If no place is ordered, and sets of pieces take one cell, a place is that cell.
        self.plain = is_simple(layout, PIECES) and not layout.keeps_order
        # The sets that take one cell, by their first addresses: whether their numbers there can be negative.
        self.full = {
            cell.address: fills_words(layout, cell.kind)
            for cell in layout.cells
            if cell.words == cell.count == 1
        }
        self.some_full = any(fills_words(layout, kind) for kind in SETS)

    def fresh(self) -> str:
        self.temporaries += 1
        return f"t{self.temporaries}"

    def twice(self, source: str) -> tuple[str, str]:
        """Source for the first and for the second use of a value that is evaluated once."""
        if source.isidentifier() or source.lstrip("-").isdigit():
            return source, source
        name = self.fresh()
        return f"({name}:={source})", name

    # ------------------------------------------------------------------ values

    @over(Expr, subject="expr")
    def value(self, expr: Expr) -> str:
        """Source of the value: an atom, or in brackets, so that it can be put anywhere."""
        if self.held and (name := self.held.get(expr)):
            return name
        match expr:
            case Const(value=value):
                return str(value) if value >= 0 else f"({value})"
            case Reg(index=index):
                return f"r{index}"
            case Load(address=address):
                return f"m[{self.address_of(expr, address)}]"
            case LoadSet(address=address, words=words):
                return self.set_at(address, words, expr)
            case Binary():
                return self._binary(expr)
            case Unary():
                return self._unary(expr)
            case Table(table=table, index=index):
                return self._table(expr, table, index)
            case Pick(test=Reg(), then=then, otherwise=otherwise) if expr.test == then:
                return f"({self.value(then)} or {self.value(otherwise)})"
            case Pick(test=Binary("both", Binary("ge", Load() as cell, Const()), _), then=then) if (
                cell == then
            ):
                return self._read_once(expr, cell)
            case Pick(test=test, then=then, otherwise=otherwise):
                rest = self.value(otherwise)
                rest = inner(rest) if isinstance(otherwise, Pick) else rest  # long chains stay flat
                return f"({self.value(then)} if {self.test(test)} else {rest})"
            case PlaceCount(place=place):
                return self._count(expr, place)
            case PlaceSet(place=place):
                return self._place_set(expr, place)
            case PlaceAt(place=place, position=position):
                return self._at(place, position)
            case PlaceEnd(place=place, among=among, from_top=from_top):
                if isinstance(place, Const) and isinstance(among, Reg) and from_top:
                    return self._top_if(place.value, among.index)
                return f"place_end(m, {self.value(place)}, {self.value(among)}, {from_top})"
            case Call(procedure=procedure, arguments=arguments):
                sources = [*self._arguments(procedure, arguments), *(["x"] if self.trace else [])]
                return f"p{procedure}({', '.join(sources)})"
            case Trial(procedure=procedure, arguments=arguments):
                sources = [*self._arguments(procedure, arguments), *(["NOBODY"] if self.trace else [])]
                return f"trial(p{procedure}, {', '.join(sources)})"
            case Filter() | Any() | HowMany() | Union():
                return self.each(expr)
            case Fits(value=value):
                first, second = self.twice(self.value(value))
                return f"({second} if {-LARGEST - 1} <= {first} <= {LARGEST} else too_large())"
            case Shift(value=value, by=by):
                moved = self.value(value)
                return f"({moved} << {by})" if by > 0 else f"({moved} >> {-by})" if by else moved
        raise TypeError(f"not an expression: {expr!r}")

    def _arguments(self, procedure: int, arguments: tuple[Expr, ...]) -> list[str]:
        """The arguments of a call of a plain procedure: the memory, its own arguments, the steps that are left."""
        counts = ["n"] if self.program.procedures[procedure].counts else []
        return ["m", *map(self.value, arguments), *counts]

    def test(self, expr: Expr) -> str:
        """Source with the same truth as the expression (its value may differ)."""
        if self.held and (name := self.held.get(expr)):
            return name
        match expr:
            case Binary(op="both" | "either" as op, left=left, right=right):
                return f"({self._chained(op, left, self.test(left))} {_INFIX[op]} {self.test(right)})"
            case Unary(op="not", value=value):
                return f"(not {self.test(value)})"
            case Binary(op="has", left=LoadSet(words=words)) if words > 1:
                return self.value(expr)
            case Binary(op="has", left=left, right=Const(value=value)) if value >= 0:
                return f"{self.value(left)} & {1 << value}"
            case Binary(op="ne", left=left, right=Const(value=0)):
                return self.test(left)
            case Binary(op="eq" | "gt" as op, left=left, right=Const(value=0)):
                return self._emptiness(op, left) or self.value(expr)
        return self.value(expr)

    def _emptiness(self, op: str, size: Expr) -> str:
        """Tests whether a set is empty, or not, without counting; None for any other comparison."""
        match size:
            case Unary(op="size", value=members):
                found = self.value(members)
            case PlaceCount(place=place) if self.plain and not isinstance(place, Const):
                found = self._place_set(size, place)
            case _:
                return ""
        return f"(not {found})" if op == "eq" else found

    def address(self, expr: Expr) -> str:
        """Source of an address, with its constants added up; without brackets, as it is a subscript."""
        rest, offset = split_offset(expr)
        if rest is None:
            return str(offset)
        return self.value(rest) + (f" + {offset}" if offset > 0 else f" - {-offset}" if offset else "")

    def address_of(self, node: Expr | Instr, address: Expr) -> str:
        """Source of the address that a node names, which must not be negative."""
        return self.index(node, self.address(address))

    def index(self, node: Expr | Instr, source: str) -> str:
        """Source of an index that must not be negative; checked, if it may be."""
        if id(node) not in self.bad:
            return source
        first, second = self.twice(source)
        return f"({second} if {first} >= 0 else no_index())"

    def set_at(self, address: Expr, words: int, node: Expr | None = None) -> str:
        """Source of the set that lies in `words` cells, starting at an address; `node` is the expression for it."""
        if words == 1:
            cell = f"m[{self.address(address) if node is None else self.address_of(node, address)}]"
            return f"({cell} & {WORD_MASK})" if self.can_be_full(address) else cell
        rest, offset = split_offset(address)
        if rest is not None or words > 2:
            return f"load_{words}(m, {self.address(address) if node is None else self.address_of(node, address)})"
        return f"(m[{offset}] & {WORD_MASK} | (m[{offset + 1}] & {WORD_MASK}) << {WORD_BITS})"

    def can_be_full(self, address: Expr) -> bool:
        """Whether the set in the single cell at an address can have its highest bit, which is the sign there."""
        if not self.some_full:
            return False
        rest, offset = split_offset(address)
        return rest is not None or self.full.get(offset, True)

    def pieces_at(self, base: int) -> str:
        """Source of the set of pieces that lies in the cells from a constant address on."""
        if is_simple(self.program.layout, PIECES):
            return f"m[{base}]"
        words = self.program.layout.piece_words
        return f"(m[{base}] & {WORD_MASK})" if words == 1 else self.set_at(Const(base), words)

    # --------------------------------------------------------------- operators

    def _binary(self, expr: Binary) -> str:
        folded = fold(expr)
        if isinstance(folded, Const):
            return self.value(folded)
        op = expr.op
        if op in ("and", "has"):
            found = self._masked(expr) if op == "and" else self._member(expr)
            if found:
                return found
        left = self.value(expr.left)
        if op in ("both", "either"):
            if is_truth(expr.left) and is_truth(expr.right):
                return f"({left} {_INFIX[op]} {self.value(expr.right)})"
            return f"(1 if {self.test(expr)} else 0)"
        right = self.value(expr.right)
        match op:
            case "has" if id(expr) in self.bad or (isinstance(expr.right, Const) and expr.right.value < 0):
                return f"has({left}, {right})"
            case "has":
                return f"({left} >> {right} & 1)"
            case "nth":
                return f"nth({left}, {right})"
            case "minus":
                return f"({left} & ~{right})"
            case "min" | "max":
                (a, a2), (b, b2) = self.twice(left), self.twice(right)
                return f"({a2} if {a} {'<=' if op == 'min' else '>='} {b} else {b2})"
        return f"({self._chained(op, expr.left, left)} {_INFIX[op]} {right})"

    def _masked(self, expr: Binary) -> str:
        """A set of several cells intersected with a constant: loads only the cells that the constant touches.

        None for any other expression.
        """
        mask, of = (expr.left, expr.right) if isinstance(expr.left, Const) else (expr.right, expr.left)
        if not isinstance(mask, Const) or mask.value < 0:
            return ""
        match of:
            case LoadSet(address=address, words=words) if words > 1:
                rest, _ = split_offset(address)
                if rest is None:
                    return self._parts(mask.value, self.address(address), words)
            case PlaceSet(place=place) if self.program.layout.piece_words > 1:
                words = self.program.layout.piece_words
                if not isinstance(place, Const):
                    return self._masked_place(mask.value, place)
                info = self.program.layout.places[place.value]
                if not info.ordered:
                    return self._parts(mask.value, str(info.base), words)
        return ""

    def _masked_place(self, mask: int, place: Expr) -> str:
        """The set of a place that is known only at run time; from its cells, if the place has no order."""
        first, second = self.twice(self.value(place))
        base = self.fresh()
        parts = self._parts(mask, base, self.program.layout.piece_words)
        return f"({parts} if ({base} := OPEN[{first}]) else {mask} & place_set(m, {second}))"

    def _read_once(self, expr: Pick, cell: Load) -> str:
        """A cell that is both tested and picked, as the place of a piece that may lie elsewhere."""
        assert isinstance(expr.test, Binary)
        assert isinstance(expr.test.left, Binary)
        least, source, name = self.value(expr.test.left.right), self.value(cell), self.fresh()
        self.held[cell] = name
        more = self.test(expr.test.right)
        del self.held[cell]
        return f"({name} if ({name}:={source}) >= {least} and {more} else {self.value(expr.otherwise)})"

    @staticmethod
    def _parts(mask: int, base: str, words: int) -> str:
        """The intersection of a constant set and the set in the cells that start at an address."""
        parts = []
        for word in range(words):
            part = mask >> (WORD_BITS * word) & WORD_MASK
            if not part:
                continue
            address = str(int(base) + word) if base.isdigit() else f"{base} + {word}" if word else base
            cell = f"(m[{address}] & {part})"
            parts.append(f"{cell} << {WORD_BITS * word}" if word else cell)
        if len(parts) == 1:
            return parts[0] if parts[0].endswith(("]", ")")) else f"({parts[0]})"
        return f"({' | '.join(parts)})" if parts else "0"

    def _member(self, expr: Binary) -> str:
        """Whether something is in a set of several cells; reads only the one cell that decides."""
        members, member = expr.left, expr.right
        if (
            not isinstance(members, LoadSet)
            or members.words == 1
            or id(expr) in self.bad
            or id(members) in self.bad
        ):
            return ""
        rest, offset = split_offset(members.address)
        if isinstance(member, Const):
            if not 0 <= member.value < WORD_BITS * members.words:
                return ""
            word, bit = divmod(member.value, WORD_BITS)
            address = str(offset + word) if rest is None else f"{self.address(members.address)} + {word}"
            return f"(m[{address}] >> {bit} & 1)"
        first, second = self.twice(self.value(member))
        return f"(m[{self.address(members.address)} + WORD_OF[{first}]] >> BIT_OF[{second}] & 1)"

    def _chained(self, op: str, left: Expr, source: str) -> str:
        """The left side, without brackets in a chain that needs none: Python allows at most 200 nested brackets."""
        if op not in _CHAINS or not isinstance(left, Binary) or left.op != op:
            return source
        # A masked set of several cells is not written as a chain.
        return source if op == "and" and self._masked(left) else inner(source)

    def _unary(self, expr: Unary) -> str:
        value = self.value(expr.value)
        match expr.op:
            case "not":
                return f"(not {self.test(expr.value)})"
            case "neg":
                return f"(-{value})"
            case "size":
                return f"{value}.bit_count()" if not value.isdigit() else f"({value}).bit_count()"
            case "bit" if isinstance(expr.value, Const):
                return str(1 << expr.value.value) if expr.value.value >= 0 else "0"
            case "bit" if id(expr) in self.bad:
                return f"bit({value})"
            case "bit":
                first, second = self.twice(value)
                return f"(1 << {second} if {first} >= 0 else 0)"
            case "lowest":
                first, second = self.twice(value)
                return f"(({first} & -{second}).bit_length() - 1)"
        raise ValueError(f"unknown operation {expr.op}")

    def _table(self, expr: Expr, table: int, index: Expr) -> str:
        entries = self.program.tables[table]
        if isinstance(index, Const) and 0 <= index.value < len(entries):
            return self.value(Const(entries[index.value]))
        return f"T{table}[{self.index(expr, self.value(index))}]"

    # ------------------------------------------------------------------ places

    def _count(self, node: Expr, place: Expr) -> str:
        if isinstance(place, Const):
            info = self.program.layout.places[place.value]
            if info.ordered:
                return f"m[{info.base}]"
            return f"{self.pieces_at(info.base)}.bit_count()"
        return (
            f"{self._place_set(node, place)}.bit_count()"
            if self.plain
            else f"place_count(m, {self.value(place)})"
        )

    def _top_if(self, place: int, among: int) -> str:
        """The top piece if it is in the set, which is the common case, or else a search."""
        base, count, top = self.program.layout.places[place].base, self.fresh(), self.fresh()
        here = f"({count} := m[{base}]) and r{among} >> ({top} := m[{base} + {count}]) & 1"
        return f"({top} if {here} else place_end(m, {place}, r{among}, True))"

    def _place_set(self, node: Expr, place: Expr) -> str:
        if isinstance(place, Const):
            info = self.program.layout.places[place.value]
            if not info.ordered:
                return self.pieces_at(info.base)
        return (
            f"m[BASES[{self.index(node, self.value(place))}]]"
            if self.plain
            else f"place_set(m, {self.value(place)})"
        )

    def _at(self, place: Expr, position: Expr) -> str:
        if isinstance(place, Const) and isinstance(position, Const):
            base, index = self.program.layout.places[place.value].base, position.value
            if index == -1:
                count = self.fresh()
                return f"(m[{base} + {count}] if ({count} := m[{base}]) else -1)"
            if index >= 0:
                return f"(m[{base + 1 + index}] if m[{base}] > {index} else -1)"
        return f"place_at(m, {self.value(place)}, {self.value(position)})"


def split_offset(expr: Expr) -> tuple[Expr | None, int]:
    """An address as the sum of a variable part (None: nothing) and a constant."""
    match fold(expr):
        case Const(value=value):
            return None, value
        case Binary(op="add", left=left, right=right):
            (first, a), (second, b) = split_offset(left), split_offset(right)
            if first is None or second is None:
                return first or second, a + b
            return Binary("add", first, second), a + b
        case other:
            return other, 0


def fold(expr: Expr) -> Expr:
    """The constant value of an arithmetic expression, or the expression itself."""
    if not isinstance(expr, Binary):
        return expr
    left, right = fold(expr.left), fold(expr.right)
    if not (isinstance(left, Const) and isinstance(right, Const)):
        return expr
    a, b = left.value, right.value
    match expr.op:
        case "add":
            return Const(a + b)
        case "sub":
            return Const(a - b)
        case "mul":
            return Const(a * b)
        case "or":
            return Const(a | b)
        case "and":
            return Const(a & b)
    return expr
