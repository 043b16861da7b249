"""A second engine, as plain as can be: it walks the program and keeps frames as Python objects.

It is an oracle for programs of one strand without pieces: cells, control flow, calls, decisions, events.
"""

from __future__ import annotations

import attrs
from rulewright.interpreter.ir import (
    Argument,
    Assign,
    Binary,
    Branch,
    Call,
    CallFrame,
    Choose,
    Const,
    Emit,
    Expr,
    ForEachBit,
    Halt,
    If,
    Instr,
    Jump,
    Load,
    Pick,
    Program,
    Reg,
    Return,
    Store,
    Unary,
    While,
)


class TooLongError(Exception):
    pass


@attrs.define
class Frame:
    procedure: int
    block: int
    registers: dict[int, int]


class Reference:
    def __init__(self, program: Program, players: int, patience: int) -> None:
        self.program, self.patience = program, patience
        self.m = list(program.initial)
        self.m[3] = players
        self.events: list[tuple[int, ...]] = []
        self.frames = [Frame(program.main, 0, {})]
        self.over = False
        self.run()

    def tick(self) -> None:
        self.patience -= 1
        if self.patience < 0:
            raise TooLongError

    def actions(self) -> list[int]:
        frame = self.frames[-1]
        terminator = self.program.procedures[frame.procedure].blocks[frame.block].terminator
        assert isinstance(terminator, Choose)
        found: list[int] = []
        for option in terminator.options:
            if not self.value(option.guard, frame.registers):
                continue
            if option.argument is Argument.NONE:
                found.append(option.action)
            else:
                assert option.candidates is not None
                members = self.value(option.candidates, frame.registers)
                found += [option.action + i for i in range(63) if members >> i & 1]
        return found

    def act(self, action: int) -> None:
        frame = self.frames[-1]
        terminator = self.program.procedures[frame.procedure].blocks[frame.block].terminator
        assert isinstance(terminator, Choose)
        option = max((o for o in terminator.options if o.action <= action), key=lambda o: o.action)
        if option.register is not None:
            frame.registers[option.register] = action - option.action
        frame.block = option.target
        self.run()

    def run(self) -> None:
        while True:
            self.tick()
            frame = self.frames[-1]
            block = self.program.procedures[frame.procedure].blocks[frame.block]
            self.instructions(block.instructions, frame.registers)
            match block.terminator:
                case Jump(block=target):
                    frame.block = target
                case Branch(test=test, then=then, otherwise=otherwise):
                    frame.block = then if self.value(test, frame.registers) else otherwise
                case Choose():
                    return
                case CallFrame(procedure=procedure, arguments=arguments):
                    values = [self.value(argument, frame.registers) for argument in arguments]
                    self.frames.append(Frame(procedure, 0, dict(enumerate(values))))
                case Return(value=value):
                    self.give_back(0 if value is None else self.value(value, frame.registers))
                case Halt(winners=winners):
                    self.m[1], self.m[2] = 1, self.value(winners, frame.registers)
                    self.over = True
                    return

    def give_back(self, value: int) -> None:
        self.frames.pop()
        frame = self.frames[-1]
        call = self.program.procedures[frame.procedure].blocks[frame.block].terminator
        assert isinstance(call, CallFrame)
        if call.register is not None:
            frame.registers[call.register] = value
        frame.block = call.target

    def instructions(self, instructions: tuple[Instr, ...], r: dict[int, int]) -> None:
        for instr in instructions:
            match instr:
                case Assign(register=register, value=value):
                    r[register] = self.value(value, r)
                case Store(address=address, value=value):
                    self.m[self.value(address, r)] = self.value(value, r)
                case If(test=test, then=then, otherwise=otherwise):
                    self.instructions(then if self.value(test, r) else otherwise, r)
                case While(test=test, body=body):
                    while self.value(test, r):
                        self.tick()
                        self.instructions(body, r)
                case ForEachBit(register=register, members=members, body=body):
                    value = self.value(members, r)
                    for i in range(63):
                        if value >> i & 1:
                            r[register] = i
                            self.instructions(body, r)
                case Emit(event=event, arguments=arguments):
                    self.events.append((event, *(int(self.value(a, r)) for a in arguments)))
                case _:
                    raise TypeError(instr)

    def value(self, e: Expr, r: dict[int, int]) -> int:
        match e:
            case Const(value=value):
                return value
            case Reg(index=index):
                return r[index]
            case Load(address=address):
                return self.m[self.value(address, r)]
            case Pick(test=test, then=then, otherwise=otherwise):
                return self.value(then if self.value(test, r) else otherwise, r)
            case Binary(op="both", left=left, right=right):
                return int(bool(self.value(left, r)) and bool(self.value(right, r)))
            case Binary(op="either", left=left, right=right):
                return int(bool(self.value(left, r)) or bool(self.value(right, r)))
            case Binary(op=op, left=left, right=right):
                return OPERATIONS[op](self.value(left, r), self.value(right, r))
            case Unary(op=op, value=inner):
                return UNARIES[op](self.value(inner, r))
            case Call(procedure=procedure, arguments=arguments):
                own = dict(enumerate(self.value(a, r) for a in arguments))
                body = self.program.procedures[procedure].blocks[0]
                self.instructions(body.instructions, own)
                assert isinstance(body.terminator, Return)
                return 0 if body.terminator.value is None else self.value(body.terminator.value, own)
        raise TypeError(e)


OPERATIONS = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mod": lambda a, b: a % b,
    "min": min,
    "max": max,
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "or": lambda a, b: a | b,
    "and": lambda a, b: a & b,
    "minus": lambda a, b: a & ~b,
    "has": lambda a, b: a >> b & 1,
}
UNARIES = {
    "not": lambda a: int(not a),
    "neg": lambda a: -a,
    "bit": lambda a: 1 << a if a >= 0 else 0,
    "lowest": lambda a: (a & -a).bit_length() - 1,
    "size": lambda a: a.bit_count(),
}
