"""LLVM's intermediate language, written as text while it is built.

It has the names of `llvmlite.ir`, for as much as this package needs. That library keeps an object for each
instruction, with its operands, and makes text of them at the end; here an instruction is a line from the beginning,
and only its value is an object: a type, and the text by which it is called. That takes a third of the time. Whatever
`llvmlite.ir` would refuse, LLVM refuses when it reads the text.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from typing import Any


class Type:
    """A type: the text that stands for it."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __call__(self, value: Any) -> Constant:
        return Constant(self, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Type) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def truth(self) -> Type:
        """What a comparison of two such values gives."""
        return BIT

    def listed(self, values: Sequence[Any]) -> str:
        """A constant of several parts. Raises `TypeError` for other types."""
        raise TypeError(f"{self.text} has no parts")


class VoidType(Type):
    def __init__(self) -> None:
        super().__init__("void")


class IntType(Type):
    def __init__(self, width: int) -> None:
        super().__init__(f"i{width}")
        self.width = width


class FloatType(Type):
    def __init__(self) -> None:
        super().__init__("float")


class DoubleType(Type):
    def __init__(self) -> None:
        super().__init__("double")


class PointerType(Type):
    """A pointer; `to` is the type of the function that can be called by it, if there is one."""

    def __init__(self, to: FunctionType | None = None) -> None:
        super().__init__("ptr")
        self.to = to


class ArrayType(Type):
    def __init__(self, element: Type, number: int) -> None:
        super().__init__(f"[{number} x {element.text}]")
        self.element = element

    def listed(self, values: Sequence[Any]) -> str:
        return f"[{_parts(self.element, values)}]"


class VectorType(Type):
    def __init__(self, element: Type, number: int) -> None:
        super().__init__(f"<{number} x {element.text}>")
        self.element, self.count = element, number

    def listed(self, values: Sequence[Any]) -> str:
        return f"<{_parts(self.element, values)}>"

    def truth(self) -> Type:
        return VectorType(BIT, self.count)


class LiteralStructType(Type):
    def __init__(self, elements: Iterable[Type]) -> None:
        self.elements = tuple(elements)
        super().__init__(f"{{{', '.join(one.text for one in self.elements)}}}")


class FunctionType(Type):
    def __init__(self, returns: Type, parameters: Sequence[Type]) -> None:
        self.returns, self.parameters = returns, tuple(parameters)
        super().__init__(f"{returns.text} ({', '.join(one.text for one in parameters)})")

    def as_pointer(self) -> PointerType:
        return PointerType(self)


BIT = IntType(1)


class _Undefined:
    """Stands for a value that nobody has chosen."""


Undefined = _Undefined()


class Value:
    """Something that instructions take: its type, and the text by which it is called."""

    __slots__ = ("ref", "type")

    def __init__(self, kind: Type, ref: str) -> None:
        self.type, self.ref = kind, ref

    def typed(self) -> str:
        """The type and the text."""
        return f"{self.type.text} {self.ref}"


class Constant(Value):
    """`constant` is a number, a list of them, None for nothing but zeros, or `Undefined`."""

    __slots__ = ("constant",)

    def __init__(self, kind: Type, constant: Any) -> None:
        self.type, self.constant = kind, constant
        self.ref = str(constant) if type(constant) is int else _written(kind, constant)


def _written(kind: Type, value: Any) -> str:
    if value is None:
        return "zeroinitializer"
    if isinstance(value, _Undefined):
        return "undef"
    if isinstance(value, list | tuple):
        return kind.listed(value)
    if isinstance(kind, FloatType | DoubleType):
        if isinstance(kind, FloatType):  # it is written as the double that it is
            value = struct.unpack("f", struct.pack("f", value))[0]
        return f"0x{struct.pack('>d', value).hex()}"
    return str(int(value))


def _parts(element: Type, values: Sequence[Any]) -> str:
    if type(element) is IntType and element.width > 1:
        return ", ".join([f"{element.text} {one}" for one in values])
    return ", ".join(Constant(element, one).typed() for one in values)


class Module:
    """Functions, and what lies beside them."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.globals: dict[str, GlobalVariable | Function] = {}
        self._notes: dict[str, int] = {}

    @property
    def functions(self) -> list[Function]:
        """Those that were declared or written."""
        return [one for one in self.globals.values() if isinstance(one, Function)]

    def note(self, text: str) -> str:
        """How a note about instructions is called."""
        return f"!{self._notes.setdefault(text, len(self._notes))}"

    def loop(self, wish: str) -> str:
        """The name of a new loop that is to be compiled as a wish says."""
        asked = self.note(f'!{{!"{wish}", i1 true}}')
        return self.note(f"distinct !{{!{len(self._notes)}, {asked}}}")

    def intrinsic(self, name: str, returns: Type, parameters: Sequence[Type]) -> Function:
        """A function of LLVM's own."""
        found = self.globals.get(name)
        return (
            found if isinstance(found, Function) else Function(self, FunctionType(returns, parameters), name)
        )

    def __str__(self) -> str:
        lines = [one.text() for one in self.globals.values()]
        lines += [f"!{number} = {text}" for text, number in self._notes.items()]
        return "\n".join(lines) + "\n"


class GlobalVariable(Value):
    """A variable or a constant that lies beside the functions."""

    __slots__ = ("global_constant", "initializer", "kind", "linkage", "name", "unnamed_addr")

    def __init__(self, module: Module, kind: Type, name: str) -> None:
        super().__init__(POINTER, f"@{name}")
        self.kind, self.name, self.linkage = kind, name, ""
        self.global_constant = self.unnamed_addr = False
        self.initializer: Constant | None = None
        module.globals[name] = self

    def text(self) -> str:
        words = [self.linkage, "unnamed_addr" if self.unnamed_addr else ""]
        words += ["constant" if self.global_constant else "global", self.kind.text]
        words += ["" if self.initializer is None else self.initializer.ref]
        return f"{self.ref} = {' '.join(word for word in words if word)}"


POINTER = PointerType()


class Argument(Value):
    """What a function is given; `attributes` say what is known of it."""

    __slots__ = ("attributes",)

    def __init__(self, kind: Type, ref: str) -> None:
        super().__init__(kind, ref)
        self.attributes = ""

    def text(self) -> str:
        return f"{self.type.text} {self.attributes} {self.ref}"


class Function(Value):
    """A function; one without blocks is only declared."""

    __slots__ = ("args", "attributes", "blocks", "function_type", "linkage", "module", "name", "numbers")

    def __init__(self, module: Module, kind: FunctionType, name: str) -> None:
        super().__init__(kind.as_pointer(), f"@{name}")
        if name in module.globals:
            raise ValueError(f"there is a {name} already")
        self.module, self.function_type, self.name, self.linkage = module, kind, name, ""
        self.args = [Argument(one, f"%a{number}") for number, one in enumerate(kind.parameters)]
        self.attributes: set[str] = set()
        self.blocks: list[Block] = []
        self.numbers = count()
        module.globals[name] = self

    def append_basic_block(self, name: str = "") -> Block:
        """A new block at the end."""
        block = Block(self, f"{name or 'b'}.{next(self.numbers)}")
        self.blocks.append(block)
        return block

    def text(self) -> str:
        given = ", ".join(one.text() for one in self.args)
        words = ["define" if self.blocks else "declare", self.linkage, self.function_type.returns.text]
        head = f"{' '.join(word for word in words if word)} {self.ref}({given}) {' '.join(sorted(self.attributes))}"
        if not self.blocks:
            return head
        return "\n".join([head, "{", *(block.text() for block in self.blocks), "}"])


class Phi(Value):
    """A value that depends on the block from which its own was entered."""

    __slots__ = ("incoming",)

    def __init__(self, kind: Type, ref: str) -> None:
        super().__init__(kind, ref)
        self.incoming: list[tuple[Value, Block]] = []

    def add_incoming(self, value: Value, block: Block) -> None:
        self.incoming.append((value, block))

    def __str__(self) -> str:
        ways = ", ".join([f"[{value.ref}, {block.ref}]" for value, block in self.incoming])
        return f"{self.ref} = phi {self.type.text} {ways}"


class Switch:
    """A way for each number, and one for all others."""

    def __init__(self, value: Value, otherwise: Block) -> None:
        self._value, self._otherwise = value, otherwise
        self._cases: list[str] = []

    def add_case(self, value: Value, block: Block) -> None:
        self._cases.append(f"{value.typed()}, label {block.ref}")

    def __str__(self) -> str:
        return f"switch {self._value.typed()}, label {self._otherwise.ref} [{' '.join(self._cases)}]"


class Block:
    """A stretch of instructions without a jump: their lines, and at its beginning the phis."""

    __slots__ = ("function", "is_terminated", "lines", "name", "ref")

    def __init__(self, function: Function, name: str) -> None:
        self.function, self.name, self.ref = function, name, f"%{name}"
        self.lines: list[Any] = []
        self.is_terminated = False

    def text(self) -> str:
        return "\n".join([f"{self.name}:", *map(str, self.lines)])

    def after_phis(self) -> int:
        """The place of the first line that is no phi."""
        return next(
            (place for place, one in enumerate(self.lines) if not isinstance(one, Phi)), len(self.lines)
        )


def _numbers(operation: str) -> Callable[..., Value]:
    def write(self: IRBuilder, left: Value, right: Value, flags: Sequence[str] = ()) -> Value:
        words = f"{operation} {' '.join(flags)}" if flags else operation
        return self.value(left.type, f"{words} {left.type.text} {left.ref}, {right.ref}")

    return write


def _cast(operation: str) -> Callable[..., Value]:
    def write(self: IRBuilder, value: Value, kind: Type) -> Value:
        if value.type == kind and not isinstance(kind, PointerType):
            return value
        return self.value(kind, f"{operation} {value.type.text} {value.ref} to {kind.text}")

    return write


def _checked(operation: str) -> Callable[..., Value]:
    def write(self: IRBuilder, left: Value, right: Value) -> Value:
        kind = left.type
        returns = LiteralStructType([kind, BIT])
        name = f"llvm.{operation}.with.overflow.{kind.text}"
        return self.call(self.module.intrinsic(name, returns, [kind, kind]), [left, right])

    return write


_SIGNS = {"<": "lt", "<=": "le", "==": "eq", "!=": "ne", ">": "gt", ">=": "ge"}
_SIGNED = {sign: word if sign in ("==", "!=") else f"s{word}" for sign, word in _SIGNS.items()}
_UNSIGNED = {sign: word if sign in ("==", "!=") else f"u{word}" for sign, word in _SIGNS.items()}


class IRBuilder:
    """Writes instructions at the end of a block, or in the middle of one."""

    def __init__(self, block: Block) -> None:
        self.position_at_end(block)

    # --------------------------------------------------------------------- places

    def position_at_end(self, block: Block) -> None:
        self.block, self.function = block, block.function
        self._put: Callable[[Any], None] = block.lines.append

    def position_in(self, block: Block, place: int) -> None:
        """Before the line that is in a place now."""
        self.block, self.function = block, block.function
        places = count(place)
        self._put = lambda line: block.lines.insert(next(places), line)

    def position_before_end(self, block: Block) -> None:
        """Before the jump at the end of a block."""
        assert block.is_terminated
        self.position_in(block, len(block.lines) - 1)

    @property
    def module(self) -> Module:
        return self.function.module

    def value(self, kind: Type, text: str) -> Value:
        """The value of an instruction."""
        ref = f"%v{next(self.function.numbers)}"
        self._put(f"{ref} = {text}")
        return Value(kind, ref)

    def _end(self, line: Any) -> None:
        assert not self.block.is_terminated
        self._put(line)
        self.block.is_terminated = True

    # ----------------------------------------------------------------- arithmetic

    add, sub, mul = _numbers("add"), _numbers("sub"), _numbers("mul")
    udiv, sdiv, urem, srem = _numbers("udiv"), _numbers("sdiv"), _numbers("urem"), _numbers("srem")
    shl, lshr, ashr = _numbers("shl"), _numbers("lshr"), _numbers("ashr")
    and_, or_, xor = _numbers("and"), _numbers("or"), _numbers("xor")
    fadd, fsub, fmul, fdiv = _numbers("fadd"), _numbers("fsub"), _numbers("fmul"), _numbers("fdiv")
    sadd_with_overflow, ssub_with_overflow = _checked("sadd"), _checked("ssub")
    smul_with_overflow = _checked("smul")

    def not_(self, value: Value) -> Value:
        kind = value.type
        return self.xor(value, Constant(kind, [-1] * kind.count if isinstance(kind, VectorType) else -1))

    def neg(self, value: Value) -> Value:
        return self.sub(Constant(value.type, 0), value)

    def fneg(self, value: Value) -> Value:
        return self.value(value.type, f"fneg {value.typed()}")

    def icmp_signed(self, sign: str, left: Value, right: Value) -> Value:
        return self.value(left.type.truth(), f"icmp {_SIGNED[sign]} {left.type.text} {left.ref}, {right.ref}")

    def icmp_unsigned(self, sign: str, left: Value, right: Value) -> Value:
        return self.value(
            left.type.truth(), f"icmp {_UNSIGNED[sign]} {left.type.text} {left.ref}, {right.ref}"
        )

    def fcmp_ordered(self, sign: str, left: Value, right: Value) -> Value:
        return self.value(left.type.truth(), f"fcmp o{_SIGNS[sign]} {left.type.text} {left.ref}, {right.ref}")

    def select(self, test: Value, then: Value, otherwise: Value) -> Value:
        return self.value(then.type, f"select {test.typed()}, {then.typed()}, {otherwise.typed()}")

    def ctpop(self, value: Value) -> Value:
        kind = value.type
        return self.call(self.module.intrinsic(f"llvm.ctpop.{kind.text}", kind, [kind]), [value])

    def cttz(self, value: Value, undefined_for_zero: Value) -> Value:
        kind = value.type
        function = self.module.intrinsic(f"llvm.cttz.{kind.text}", kind, [kind, BIT])
        return self.call(function, [value, undefined_for_zero])

    def root(self, value: Value) -> Value:
        """The square root of a double."""
        return self.call(self.module.intrinsic("llvm.sqrt.f64", value.type, [value.type]), [value])

    zext, sext, trunc, bitcast = _cast("zext"), _cast("sext"), _cast("trunc"), _cast("bitcast")
    fpext, fptrunc, fptosi, sitofp = _cast("fpext"), _cast("fptrunc"), _cast("fptosi"), _cast("sitofp")
    inttoptr, ptrtoint = _cast("inttoptr"), _cast("ptrtoint")

    # --------------------------------------------------------------------- memory

    def alloca(self, kind: Type, size: int | None = None) -> Value:
        return self.value(
            POINTER, f"alloca {kind.text}" if size is None else f"alloca {kind.text}, i32 {size}"
        )

    def load(self, address: Value, *, typ: Type, align: int = 0) -> Value:
        return self.value(typ, f"load {typ.text}, ptr {address.ref}{f', align {align}' if align else ''}")

    def store(self, value: Value, address: Value) -> None:
        self._put(f"store {value.type.text} {value.ref}, ptr {address.ref}")

    def gep(
        self, pointer: Value, places: Sequence[Value], *, source_etype: Type, inbounds: bool = False
    ) -> Value:
        words = "getelementptr inbounds" if inbounds else "getelementptr"
        indices = ", ".join([one.typed() for one in places])
        return self.value(POINTER, f"{words} {source_etype.text}, ptr {pointer.ref}, {indices}")

    # ---------------------------------------------------------- values of several parts

    def extract_value(self, whole: Value, place: int) -> Value:
        kind = whole.type
        assert isinstance(kind, LiteralStructType)
        return self.value(kind.elements[place], f"extractvalue {whole.typed()}, {place}")

    def insert_value(self, whole: Value, part: Value, place: int) -> Value:
        return self.value(whole.type, f"insertvalue {whole.typed()}, {part.typed()}, {place}")

    def insert_element(self, whole: Value, part: Value, place: Value) -> Value:
        return self.value(whole.type, f"insertelement {whole.typed()}, {part.typed()}, {place.typed()}")

    def shuffle_vector(self, first: Value, second: Value, places: Value) -> Value:
        assert isinstance(first.type, VectorType)
        assert isinstance(places.type, VectorType)
        kind = VectorType(first.type.element, places.type.count)
        return self.value(kind, f"shufflevector {first.typed()}, {second.typed()}, {places.typed()}")

    # -------------------------------------------------------------------- control

    def call(self, function: Value, given: Sequence[Value], align: Mapping[int, int] | None = None) -> Value:
        """`align` says of arguments by their numbers how they are aligned."""
        kind = function.type
        assert isinstance(kind, PointerType)
        assert kind.to is not None
        if align is None:
            shown = ", ".join([f"{one.type.text} {one.ref}" for one in given])
        else:
            shown = ", ".join(
                f"{one.type.text} align {align[number]} {one.ref}" if number in align else one.typed()
                for number, one in enumerate(given)
            )
        returns = kind.to.returns
        if returns.text == "void":
            self._put(f"call void {function.ref}({shown})")
            return Value(returns, "")
        return self.value(returns, f"call {returns.text} {function.ref}({shown})")

    def phi(self, kind: Type) -> Phi:
        made = Phi(kind, f"%v{next(self.function.numbers)}")
        self._put(made)
        return made

    def branch(self, to: Block, wish: str = "") -> None:
        """`wish` says how the loop is to be compiled that this jump closes."""
        self._end(f"br label {to.ref}{f', !llvm.loop {self.module.loop(wish)}' if wish else ''}")

    def cbranch(self, test: Value, yes: Block, no: Block, weights: tuple[int, int] | None = None) -> None:
        """`weights` say how likely each way is."""
        note = ""
        if weights is not None:
            shown = f'!{{!"branch_weights", i32 {weights[0]}, i32 {weights[1]}}}'
            note = f", !prof {self.module.note(shown)}"
        self._end(f"br i1 {test.ref}, label {yes.ref}, label {no.ref}{note}")

    def switch(self, value: Value, otherwise: Block) -> Switch:
        made = Switch(value, otherwise)
        self._end(made)
        return made

    def ret(self, value: Value) -> None:
        self._end(f"ret {value.typed()}")

    def ret_void(self) -> None:
        self._end("ret void")

    def unreachable(self) -> None:
        self._end("unreachable")
