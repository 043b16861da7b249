"""A second engine, as plain as can be: it walks the program and keeps frames as Python objects.

It is an oracle: what it does with cells, places, knowledge, luck, frames and strands is written down here
once more, one piece after the other, and shares with the engine only the generator of luck.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable

import attrs
from rulewright.interpreter.ir import (
    FORKS,
    IMPOSSIBLE,
    LUCK,
    PLAYERS,
    SECRET_LUCK,
    STEP,
    Any,
    Argument,
    Assign,
    Binary,
    Binder,
    Branch,
    Call,
    CallFrame,
    Chance,
    Check,
    Choose,
    Const,
    Count,
    Emit,
    Expr,
    Filter,
    Fits,
    ForEachBit,
    ForEachIn,
    Forget,
    Fork,
    Halt,
    HowMany,
    If,
    Instr,
    Jump,
    Learn,
    Load,
    LoadSet,
    Option,
    Pick,
    PlaceAt,
    PlaceCount,
    PlaceEnd,
    PlaceSet,
    Program,
    Put,
    PutAll,
    PutPile,
    Random,
    Reg,
    Return,
    Run,
    Shift,
    Shuffle,
    Store,
    StoreRanged,
    StoreSet,
    SwapAt,
    Table,
    Terminator,
    Trial,
    Unary,
    Union,
    While,
)
from rulewright.interpreter.memory.faults import DIVISION, OVERFLOW, RANGE, STEP_LIMIT, RulesFault
from rulewright.interpreter.memory.luck import below, secret_seed, shuffle, signed

WORD = 64


class TooLongError(Exception):
    pass


@attrs.define
class Frame:
    procedure: int
    block: int
    registers: dict[int, int]


def bits(value: int) -> list[int]:
    return [index for index in range(value.bit_length()) if value >> index & 1]


class Reference:
    """A match. `strands[0]` are the frames of the main strand, `strands[1 + p]` those of player p."""

    def __init__(self, program: Program, players: int, patience: int, seed: int = 0) -> None:
        self.program, self.patience = program, patience
        self.layout = program.layout
        self.m = array("q", program.initial)
        self.m[LUCK], self.m[SECRET_LUCK], self.m[PLAYERS] = signed(seed), secret_seed(seed), players
        for player in range(players, self.layout.max_players):
            self.set_cells(self.knowledge(player), self.layout.piece_words, 0)
        self.left = 0  # steps, until the next decision
        self.events: list[tuple[int, ...]] = []
        self.strands: list[list[Frame]] = [[Frame(program.main, 0, {})]]
        self.strands += [[] for _ in range(self.layout.max_players)]
        self.over = False
        if program.prepare is not None:
            self.call(program.prepare)
        self.left = program.step_limit
        self.run(0)

    @property
    def frames(self) -> list[Frame]:
        return self.strands[0]

    def tick(self) -> None:
        self.patience -= 1
        if self.patience < 0:
            raise TooLongError

    def count(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise RulesFault(STEP_LIMIT)

    def call(self, procedure: int, *arguments: int) -> int:
        """A plain procedure, called from outside."""
        self.left = self.program.step_limit
        return self.value(Call(procedure, tuple(map(Const, arguments))), {})

    def fault(self, number: int) -> None:
        raise RulesFault(self.program.faults[number])

    # ------------------------------------------------------------------- decisions

    def terminator(self, strand: int) -> Terminator | None:
        """What a strand waits at."""
        if not self.strands[strand] or self.over:
            return None
        frame = self.strands[strand][-1]
        return self.program.procedures[frame.procedure].blocks[frame.block].terminator

    def waiting(self) -> list[int]:
        """The strands at a decision."""
        return [s for s in range(len(self.strands)) if isinstance(self.terminator(s), Choose | Chance)]

    def actions(self, strand: int = 0) -> list[int]:
        frame, terminator = self.strands[strand][-1], self.terminator(strand)
        if isinstance(terminator, Chance):
            return [action for action, _ in self.outcomes(strand)]
        assert isinstance(terminator, Choose)
        found: list[int] = []
        self.left = self.program.step_limit
        for option in terminator.options:
            if self.value(option.guard, frame.registers):
                found += [option.action + a for a in self.arguments(option, frame.registers)]
        if not found:
            self.fault(terminator.fault)
        return found

    def arguments(self, option: Option, r: dict[int, int]) -> list[int]:
        if option.candidates is None:
            return [0]
        members = bits(self.value(option.candidates, r))
        if option.argument is Argument.DESIGN:
            return sorted({self.layout.designs[piece] for piece in members})
        if option.argument is Argument.POSITION:
            assert option.place is not None
            return [i for i, piece in enumerate(self.pieces(self.value(option.place, r))) if piece in members]
        return members

    def outcomes(self, strand: int = 0) -> list[tuple[int, int]]:
        frame, chance = self.strands[strand][-1], self.terminator(strand)
        assert isinstance(chance, Chance)
        self.left = self.program.step_limit
        members = bits(self.value(chance.members, frame.registers))
        if chance.argument is Argument.DESIGN:
            members = [self.layout.designs[piece] for piece in members]
        return [(chance.action + one, members.count(one)) for one in sorted(set(members))]

    def act(self, action: int, strand: int = 0) -> None:
        frame, terminator = self.strands[strand][-1], self.terminator(strand)
        self.left = self.program.step_limit
        if isinstance(terminator, Chance):
            members = self.value(terminator.members, frame.registers)
            chosen = self.chosen(terminator.argument, members, action - terminator.action)
            frame.registers[terminator.register], frame.block = chosen, terminator.target
        else:
            assert isinstance(terminator, Choose)
            option = max((o for o in terminator.options if o.action <= action), key=lambda o: o.action)
            self.choose(option, action - option.action, frame)
        self.run(strand)

    def choose(self, option: Option, argument: int, frame: Frame) -> None:
        if option.register is not None and option.candidates is not None:
            r = frame.registers
            if option.argument is Argument.POSITION:
                assert option.place is not None
                chosen = self.pieces(self.value(option.place, r))[argument]
            else:
                chosen = self.chosen(option.argument, self.value(option.candidates, r), argument)
            r[option.register] = chosen
        frame.block = option.target

    def chosen(self, argument: Argument, members: int, number: int) -> int:
        if argument is Argument.DESIGN:
            return next(piece for piece in bits(members) if self.layout.designs[piece] == number)
        return number

    # --------------------------------------------------------------------- control

    def run(self, strand: int) -> None:
        while not self.over and self.step(strand):
            pass

    def step(self, strand: int) -> bool:
        """Runs a block; whether the strand goes on."""
        self.tick()
        frames = self.strands[strand]
        frame = frames[-1]
        block = self.program.procedures[frame.procedure].blocks[frame.block]
        self.instructions(block.instructions, frame.registers)
        r = frame.registers
        match block.terminator:
            case Jump(block=target):
                frame.block = target
            case Branch(test=test, then=then, otherwise=otherwise):
                frame.block = then if self.value(test, r) else otherwise
            case Choose() | Chance():
                return False
            case CallFrame(procedure=procedure, arguments=arguments):
                frames.append(Frame(procedure, 0, dict(enumerate(self.value(a, r) for a in arguments))))
            case Return(value=value):
                return self.give_back(strand, 0 if value is None else self.value(value, r))
            case Fork():
                return self.fork(block.terminator, frame)
            case Halt(winners=winners):
                self.m[1], self.m[2] = 1, self.value(winners, r)
                self.over = True
        return True

    def give_back(self, strand: int, value: int) -> bool:
        frames = self.strands[strand]
        frames.pop()
        if not frames:  # a player's strand is over; the last one lets the main strand go on
            if not any(self.strands[1:]):
                main = self.frames[-1]
                fork = self.terminator(0)
                assert isinstance(fork, Fork)
                main.block = fork.target
                self.run(0)
            return False
        frame = frames[-1]
        call = self.program.procedures[frame.procedure].blocks[frame.block].terminator
        assert isinstance(call, CallFrame)
        if call.register is not None:
            frame.registers[call.register] = value
        frame.block = call.target
        return True

    def fork(self, fork: Fork, frame: Frame) -> bool:
        players = bits(self.value(fork.players, frame.registers))
        values = [self.value(argument, frame.registers) for argument in fork.arguments]
        self.m[FORKS] += 1
        if not players:
            frame.block = fork.target
            return True
        for player in players:
            self.strands[1 + player] = [Frame(fork.procedure, 0, dict(enumerate([player, *values])))]
        for player in players:
            self.run(1 + player)
        return False

    # ---------------------------------------------------------------- instructions

    def instructions(self, instructions: tuple[Instr, ...], r: dict[int, int]) -> None:
        for instr in instructions:
            match instr:
                case If(test=test, then=then, otherwise=otherwise):
                    self.instructions(then if self.value(test, r) else otherwise, r)
                case While(test=test, body=body):
                    self.count(1)
                    while self.value(test, r):
                        self.tick()
                        self.instructions(body, r)
                        self.count(1)
                case ForEachBit(register=register, members=members, body=body):
                    for one in bits(self.value(members, r)):
                        r[register] = one
                        self.instructions(body, r)
                case ForEachIn(register=register, place=place, from_top=from_top, body=body):
                    pieces = self.pieces(self.place(place, r))
                    for one in reversed(pieces) if from_top else pieces:
                        r[register] = one
                        self.instructions(body, r)
                case Put() | PutAll() | PutPile() | Shuffle() | Forget() | SwapAt() | Learn():
                    self.on_pieces(instr, r)
                case _:
                    self.simple(instr, r)

    def simple(self, instr: Instr, r: dict[int, int]) -> None:
        match instr:
            case Assign(register=register, value=value):
                r[register] = self.value(value, r)
            case Store(address=address, value=value):
                stored = self.value(value, r)
                self.m[self.within(self.value(address, r), len(self.m))] = stored
            case StoreSet(address=address, words=words, value=value):
                stored = self.value(value, r)
                first = self.within(self.value(address, r), len(self.m) + 1 - words)
                if not 0 <= stored < 1 << WORD * words:
                    raise RulesFault(OVERFLOW)
                self.set_cells(first, words, stored)
            case StoreRanged():
                stored = self.value(instr.value, r)
                if not instr.least <= stored <= instr.most:
                    self.fault(instr.fault)
                self.m[self.within(self.value(instr.address, r), len(self.m))] = stored
            case Run(value=value):
                self.value(value, r)
            case Count(steps=steps):
                self.count(self.value(steps, r))
            case Random(register=register, bound=bound, secret=secret):
                most = self.value(bound, r)
                if most < 1:
                    raise RulesFault(RANGE)
                r[register] = below(self.m, most, SECRET_LUCK if secret else LUCK)
            case Check(test=test, fault=fault):
                if not self.value(test, r):
                    self.fault(fault)
            case Emit(event=event, arguments=arguments):
                self.events.append((event, *(self.value(a, r) for a in arguments)))
            case _:
                raise TypeError(instr)

    # ---------------------------------------------------------------------- pieces

    def on_pieces(self, instr: Instr, r: dict[int, int]) -> None:
        match instr:
            case Put(piece=piece, place=place, to_bottom=to_bottom, fault=fault):
                self.put(self.value(piece, r), self.value(place, r), to_bottom, fault)
            case PutAll(pieces=pieces, place=place, to_bottom=to_bottom, fault=fault):
                for one in bits(self.value(pieces, r)):
                    self.put(one, self.value(place, r), to_bottom, fault)
            case PutPile(source=source, place=place, to_bottom=to_bottom, fault=fault):
                for one in self.pieces(self.place(source, r)):
                    self.put(one, self.value(place, r), to_bottom, fault)
            case Shuffle(place=place):
                number = self.place(place, r)
                self.forget(number)
                base = self.layout.places[number].base
                shuffle(self.m, base + 1, self.m[base])
            case Forget(place=place):
                self.forget(self.place(place, r))
            case SwapAt(place=place, first=first, second=second):
                number, a, b = (self.value(e, r) for e in (place, first, second))
                lying = self.pieces(self.within(number, len(self.layout.places)))
                a, b = self.within(a, len(lying)), self.within(b, len(lying))
                lying[a], lying[b] = lying[b], lying[a]
                self.lay(number, lying)
            case Learn(players=players, pieces=pieces):
                learned = self.value(pieces, r)
                for player in bits(self.value(players, r)):
                    self.teach(player, learned)

    def cells_set(self, address: int, words: int) -> int:
        return sum(self.m[address + word] % (1 << WORD) << WORD * word for word in range(words))

    def set_cells(self, address: int, words: int, value: int) -> None:
        for word in range(words):
            self.m[address + word] = signed(value >> WORD * word)

    def knowledge(self, player: int) -> int:
        return self.layout.knows + player * self.layout.piece_words

    def teach(self, player: int, pieces: int) -> None:
        if player < self.m[PLAYERS]:
            address, words = self.knowledge(player), self.layout.piece_words
            self.set_cells(address, words, self.cells_set(address, words) | pieces)

    def pieces(self, place: int) -> list[int]:
        """The pieces of a place, from the bottom; where there is no order, ascending."""
        info = self.layout.places[place]
        if info.ordered:
            return self.m[info.base + 1 : info.base + 1 + self.m[info.base]].tolist()
        return bits(self.cells_set(info.base, self.layout.piece_words))

    def lay(self, place: int, pieces: list[int]) -> None:
        info = self.layout.places[place]
        if info.ordered:
            cells = [len(pieces), *pieces, *[0] * (info.capacity - len(pieces))]
            self.m[info.base : info.base + 1 + info.capacity] = array("q", cells)
        else:
            self.set_cells(info.base, self.layout.piece_words, sum(1 << piece for piece in pieces))

    def put(self, piece: int, place: int, to_bottom: bool, fault: int) -> None:
        if not (0 <= piece < self.layout.pieces and 0 <= place < len(self.layout.places)):
            self.fault(fault)
        info, old = self.layout.places[place], self.m[self.layout.at + piece]
        if old >= 0:
            self.lay(old, [one for one in self.pieces(old) if one != piece])
        there = self.pieces(place)
        if len(there) >= info.capacity:
            self.fault(fault)
        self.lay(place, [piece, *there] if to_bottom else [*there, piece])
        self.m[self.layout.at + piece] = place
        for player in bits(info.viewers):
            self.teach(player, 1 << piece)

    def forget(self, place: int) -> None:
        layout, playing = self.layout, range(self.m[PLAYERS])
        mixed = set(self.pieces(place))
        viewers = bits(layout.places[place].viewers)
        known = [self.cells_set(self.knowledge(player), layout.piece_words) for player in playing]
        if all(player in viewers for player in range(layout.max_players)):
            return
        hidden = {p for p in range(layout.pieces) if not all(one >> p & 1 for one in known)} - mixed
        for player in playing:
            if player not in viewers:
                left = known[player] & ~sum(1 << piece for piece in mixed)
                self.set_cells(self.knowledge(player), layout.piece_words, left)
        self.regroup(mixed, hidden)

    def regroup(self, mixed: set[int], hidden: set[int]) -> None:
        """The pools of the shuffled pieces become one with those that reach outside, and leave the rest."""
        first = self.layout.pools
        pool = {piece: self.m[first + piece] for piece in range(self.layout.pieces)}
        touched = {pool[piece] for piece in mixed}
        straddling = {pool[piece] for piece in hidden} & touched
        one = {piece for piece in pool if pool[piece] in straddling} | mixed
        groups = [one] + [{p for p in pool if pool[p] == old} - one for old in touched]
        for group in groups:
            for piece in group:
                self.m[first + piece] = min(group)

    # ----------------------------------------------------------------- expressions

    def value(self, e: Expr, r: dict[int, int]) -> int:
        match e:
            case Const(value=value):
                return value
            case Reg(index=index):
                return r[index]
            case Load(address=address):
                return self.m[self.within(self.value(address, r), len(self.m))]
            case LoadSet(address=address, words=words):
                return self.cells_set(self.within(self.value(address, r), len(self.m) + 1 - words), words)
            case Table(table=table, index=index):
                entries = self.program.tables[table]
                return entries[self.within(self.value(index, r), len(entries))]
            case Unary(op="bit", value=value):
                member = self.value(value, r)
                return 1 << self.within(member, self.largest_set) if member >= 0 else 0
            case Pick(test=test, then=then, otherwise=otherwise):
                return self.value(then if self.value(test, r) else otherwise, r)
            case Binary(op="both", left=left, right=right):
                return int(bool(self.value(left, r)) and bool(self.value(right, r)))
            case Binary(op="either", left=left, right=right):
                return int(bool(self.value(left, r)) or bool(self.value(right, r)))
            case Binary(op=op, left=left, right=right):
                a, b = self.value(left, r), self.value(right, r)
                if op in ("div", "mod") and not b:
                    raise RulesFault(DIVISION)
                return OPERATIONS[op](a, b)
            case Unary(op=op, value=inner):
                return UNARIES[op](self.value(inner, r))
            case Call(procedure=procedure, arguments=arguments):
                own = dict(enumerate(self.value(a, r) for a in arguments))
                body = self.program.procedures[procedure].blocks[0]
                self.instructions(body.instructions, own)
                assert isinstance(body.terminator, Return)
                return 0 if body.terminator.value is None else self.value(body.terminator.value, own)
            case Trial(procedure=procedure, arguments=arguments):
                return self.trial(Call(procedure, tuple(Const(self.value(a, r)) for a in arguments)))
            case Fits(value=value):
                whole = self.value(value, r)
                if not -(1 << 63) <= whole < 1 << 63:
                    raise RulesFault(OVERFLOW)
                return whole
            case Shift(value=value, by=by):
                return sum(1 << member + by for member in bits(self.value(value, r)) if member + by >= 0)
            case Binder():
                return self.about_members(e, r)
        return self.in_place(e, r)

    def about_members(self, e: Binder, r: dict[int, int]) -> int:
        members = bits(self.value(e.members, r))
        self.count(len(members) * e.turn // STEP)
        passed, found = 0, 0
        for member in members:
            own = {**r, e.register: member}
            match e:
                case Union(value=value):
                    found |= self.value(value, own)
                case Filter(test=test) | HowMany(test=test) | Any(test=test):
                    if self.value(test, own):
                        passed, found = passed + 1, found | 1 << member
                        if isinstance(e, Any):
                            return 1
        return passed if isinstance(e, HowMany) else found

    def within(self, index: int, end: int) -> int:
        if not 0 <= index < end:
            raise RulesFault(RANGE)
        return index

    def place(self, e: Expr, r: dict[int, int]) -> int:
        return self.within(self.value(e, r), len(self.layout.places))

    @property
    def largest_set(self) -> int:
        designs = 1 + max(self.layout.designs, default=0)
        most = max(self.layout.pieces, self.layout.members, designs, self.layout.max_players)
        return WORD * -(-most // WORD)

    def trial(self, call: Call) -> int:
        """What a call comes to, as if it had not been made. Only steps are spent."""
        memory, told = self.m[:], len(self.events)
        try:
            return self.value(call, {})
        except RulesFault as error:
            if error.fault is STEP_LIMIT:
                raise
            return 0 if error.fault.code in IMPOSSIBLE else 1
        finally:
            self.m[:] = memory
            del self.events[told:]

    def in_place(self, e: Expr, r: dict[int, int]) -> int:
        match e:
            case PlaceCount(place=place):
                return len(self.pieces(self.place(place, r)))
            case PlaceSet(place=place):
                return sum(1 << piece for piece in self.pieces(self.place(place, r)))
            case PlaceAt(place=place, position=position):
                pieces, index = self.pieces(self.place(place, r)), self.value(position, r)
                return pieces[index] if -len(pieces) <= index < len(pieces) else -1
            case PlaceEnd(place=place, among=among, from_top=from_top):
                pieces, members = self.pieces(self.place(place, r)), self.value(among, r)
                fitting = [piece for piece in pieces if members >> piece & 1]
                return -1 if not fitting else fitting[-1] if from_top else fitting[0]
        raise TypeError(e)


OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a // b,
    "mod": lambda a, b: a % b,
    "min": min,
    "max": max,
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "gt": lambda a, b: int(a > b),
    "ge": lambda a, b: int(a >= b),
    "or": lambda a, b: a | b,
    "and": lambda a, b: a & b,
    "minus": lambda a, b: a & ~b,
    "has": lambda a, b: a >> b & 1 if b >= 0 else 0,
    "nth": lambda a, b: bits(a)[b] if 0 <= b < a.bit_count() else -1,
}
UNARIES: dict[str, Callable[[int], int]] = {
    "not": lambda a: int(not a),
    "neg": lambda a: -a,
    "lowest": lambda a: (a & -a).bit_length() - 1,
    "size": lambda a: a.bit_count(),
}
