"""A program as one module of Python: its source, and the namespace that the source runs in.

In: a program (checked by `ir.check`). Out: `Module`, whose functions are indexed by entry number. The source
is registered with `linecache`, so tracebacks show it; `steps_to` says which rules a line comes from.
"""

from __future__ import annotations

import itertools
import linecache
import re
from array import array
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import Any

import attrs

from ...dsl.diagnostics.source import Span
from ..ir import IMPOSSIBLE, WORD_BITS, Layout, Procedure, Program, Return
from ..ir.frames import FIRST_ENTRY, EntryKind, FramePlan, plan_frames
from ..ir.ranges import Ranges
from ..ir.walk import successors
from ..ir.widths import is_simple, kind_words
from ..memory.faults import NO_OUTCOME, STACK_OVERFLOW, STEP_LIMIT, RulesFault
from ..memory.knowledge import Knowledge
from ..memory.luck import below
from ..memory.moves import Moves
from ..memory.places import Places
from ..memory.words import MEMBERS, Memory, loader, members, nth, store_set, storer
from .decisions import counts_positions, emit_options, emit_outcomes, emit_places, emit_player
from .driver import DRIVER
from .expressions import SETS
from .framed_entry import FramedEntry
from .instructions import Function
from .known_code import at_line, define
from .regions import Region, shared_blocks, shared_name


class Nobody(list[tuple[int, ...]]):
    """A sink that keeps nothing."""

    def append(self, event: tuple[int, ...]) -> None:
        pass


NOBODY = Nobody()
NOWHERE = 1 << 62
"""An address beyond every memory, for no place: -1 would count from the end."""
_serial = itertools.count(1)
_OF_FRAME = re.compile(r"(e|options|outcomes)\d+|s\d+_\d+")
"""The names of the functions that get the address of a frame, `f`."""


def trial(procedure: Callable[..., int], m: Memory, *rest: Any) -> int:
    """The result of a plain procedure; all its changes of the memory are undone."""
    before = m[:]
    try:
        return procedure(m, *rest)
    except RulesFault as error:
        if error.fault is STEP_LIMIT:
            raise
        return int(error.fault.code not in IMPOSSIBLE)
    except (ArithmeticError, LookupError, ValueError):  # what becomes another fault of the rules
        return 1
    finally:
        m[:] = before


def too_large() -> int:
    raise OverflowError("a number does not fit into a cell")


def no_index() -> int:
    raise IndexError("a negative index")


def has(members: int, member: int) -> int:
    """Whether something is a member of a set; what is negative is none."""
    return members >> member & 1 if member >= 0 else 0


def bit(end: int, member: int) -> int:
    """The set of one member, which must lie below `end`; empty for a negative one."""
    if member >= end:
        raise IndexError(member)
    return 1 << member if member >= 0 else 0


@attrs.frozen
class Module:
    namespace: dict[str, Any]
    source: str
    filename: str
    spans: tuple[Span | None, ...]  # for each line of the source
    plan: FramePlan
    bad: frozenset[int]  # see `Expressions`

    def steps_to(self, error: BaseException, program: Program, m: Memory) -> Iterator[Span]:
        """The statements that were being carried out when generated code raised an exception, from the inside out:
        the lines in its traceback, up to the innermost frame, and the calls of the frames below that."""
        found: list[Span] = []
        frame, step = 0, error.__traceback__
        while step is not None:
            code, span = step.tb_frame.f_code, None
            if code.co_filename == self.filename:
                span = self.spans[step.tb_lineno - 1]
            if span is not None:
                if _OF_FRAME.fullmatch(code.co_name):  # what called it lies in frames as well
                    frame, found = step.tb_frame.f_locals["f"], []
                found.append(span)
            step = step.tb_next
        yield from reversed(found)
        while frame and (frame := m[frame]):
            entry = self.plan.entry(m[frame + 1])
            if entry is not None:
                call = program.procedures[entry.procedure].blocks[entry.block].terminator.span
                yield from () if call is None else (call,)


def build_module(program: Program, trace: bool, twin: Module | None = None) -> Module:
    """Compiles a program; with `trace`, every function takes a sink `x` for events. `twin` is another module of the
    same program, whose analysis holds for this one, too."""
    plan = plan_frames(program) if twin is None else twin.plan
    bad = _bad_indices(program) if twin is None else twin.bad
    made = [*_plain_functions(program, trace, bad), *_entry_functions(program, plan, trace, bad)]
    functions = [one for function in made for one in function.all()]
    lines = [line for function in functions for line in (*function.lines, ("", None))]
    driver = [(text, None) for text in _driver(program, trace).split("\n")]
    lines += driver
    source = "\n".join(text for text, _ in lines) + "\n"
    filename = f"<rulewright program {next(_serial)}>"
    namespace = _namespace(program, plan, {name for function in functions for name in function.puts})
    _give_sets(namespace, source)
    line = 1
    for one in functions:
        define(one, namespace, filename, line)
        line += len(one.lines) + 1
    # The source is generated from a checked program: numbers and fixed names, never text of a game.
    exec(at_line(compile("\n".join(text for text, _ in driver), filename, "exec"), filename, line), namespace)
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    _fill_tables(namespace, plan)
    return Module(namespace, source, filename, tuple(span for _, span in lines), plan, bad)


def _bad_indices(program: Program) -> frozenset[int]:
    ranges = Ranges(program)
    return frozenset(
        node for number in range(len(program.procedures)) for node in ranges.bad_indices(number, beyond=False)
    )


def add_function(module: Module, function: Function) -> None:
    """Compiles one more function for the module."""
    source = "\n".join(text for one in function.all() for text, _ in one.lines) + "\n"
    _give_sets(module.namespace, source)
    exec(compile(source, f"{module.filename} more", "exec"), module.namespace)


def _plain_functions(program: Program, trace: bool, bad: frozenset[int]) -> Iterable[Function]:
    for number, procedure in enumerate(program.procedures):
        if not procedure.framed:
            yield _plain(program, number, procedure, trace, bad)


def _plain(program: Program, number: int, procedure: Procedure, trace: bool, bad: frozenset[int]) -> Function:
    parameters = "".join(f", r{index}" for index in range(procedure.parameters))
    tail = (", n" if procedure.counts else "") + (", x" if trace else "")
    out = Function(program, f"def p{number}(m{parameters}{tail}):", trace, bad)
    out.span = procedure.span
    block = procedure.blocks[0]
    out.instructions(block.instructions)
    assert isinstance(block.terminator, Return)
    value = block.terminator.value
    out.line(f"return {0 if value is None else out.exprs.value(value)}")
    return out


def _entry_functions(
    program: Program, plan: FramePlan, trace: bool, bad: frozenset[int]
) -> Iterable[Function]:
    shared = {number: _shared(program, plan, number) for number in plan.frames}
    for number, blocks in shared.items():
        for block in sorted(blocks):
            at = FramedEntry(program, plan, number, None, trace, bad)
            yield Region(at, shared_name(number, block), blocks, block).emit()
    for entry in plan.entries:
        at = FramedEntry(program, plan, entry.procedure, entry, trace, bad)
        yield Region(at, f"e{entry.number}", shared[entry.procedure]).emit()
        if entry.kind is EntryKind.CHOICE:
            yield emit_options(at, f"options{entry.number}")
            yield emit_player(at, f"player{entry.number}")
            if counts_positions(at):
                yield emit_places(at, f"places{entry.number}")
        elif entry.kind is EntryKind.CHANCE:
            yield emit_outcomes(at, f"outcomes{entry.number}")


def _shared(program: Program, plan: FramePlan, number: int) -> frozenset[int]:
    """The blocks of a procedure that get functions of their own."""
    procedure = program.procedures[number]
    roots = []
    for entry in plan.entries:
        if entry.procedure == number:
            terminator = procedure.blocks[entry.block].terminator
            starts = entry.kind is EntryKind.START
            roots.append([0] if starts else [target for target, _ in successors(terminator)])
    return shared_blocks(procedure, roots)


def _driver(program: Program, trace: bool) -> str:
    layout = program.layout
    own = range(layout.stacks + layout.stack, layout.stacks + layout.strands * layout.stack, layout.stack)
    names = {"STACKS": layout.stacks, "STACK": layout.stack, "OWN_STACKS": tuple(own)}
    text = DRIVER.replace(", x", ", x" if trace else "").replace(", nobody", ", x=NOBODY" if trace else "")
    for name, value in names.items():
        text = text.replace(f"${name}", str(value))
    return text


def _namespace(program: Program, plan: FramePlan, puts: set[str]) -> dict[str, Any]:
    layout = program.layout
    places = Places(layout)
    knowledge = Knowledge(places)
    names: dict[str, Any] = {
        "RulesFault": RulesFault,
        "FAULTS": program.faults,
        "STEP_LIMIT": STEP_LIMIT,
        "NOBODY": NOBODY,
        "STACK_OVERFLOW": STACK_OVERFLOW,
        "NO_OUTCOME": NO_OUTCOME,
        "STEPS": range(program.step_limit),
        "NO_STACKS": array("q", bytes(8 * layout.strands * layout.stack)),
        "MEMBERS": MEMBERS,
        "BASES": (*places.base, NOWHERE),
        # By place: the base of a place without order, or else 0; the last entry is for no place.
        "OPEN": (*(0 if place.ordered else place.base for place in layout.places), 0),
        **_sets(layout),
        "place_count": places.count,
        "place_set": places.set_of,
        "place_at": places.at,
        "place_end": places.end,
        "place_pieces": places.pieces,
        "swap": places.swap,
        "learn": knowledge.learn,
        "learn_one": knowledge.learn_one,
        "FORGET": [knowledge.forgetter(place) for place in range(len(layout.places))],
        "SHUFFLE": [knowledge.shuffler(place) for place in range(len(layout.places))],
        "below": below,
        "trial": trial,
        "nth": nth,
        "too_large": too_large,
        "no_index": no_index,
        "has": has,
        "bit": partial(bit, WORD_BITS * max(kind_words(layout, kind) for kind in SETS)),
    }
    for table, entries in enumerate(program.tables):
        names[f"T{table}"] = entries
    names.update(_moves(Moves(places, program.faults), puts))
    names.update(_choosing(layout.designs))
    names.update(_results(program, plan))
    return names


def _moves(moves: Moves, names: set[str]) -> dict[str, Any]:
    """The named functions that move pieces: each for one place, or a table by place."""
    made: dict[str, Any] = {}
    makers = {"put": moves.put, "put_all": moves.put_all, "put_pile": moves.put_pile}
    for name in sorted(names):
        sort, side, place = (
            name.lower().rsplit("_", 2) if name[-1].isdigit() else (*name.lower().rsplit("_", 1), "")
        )
        make, to_bottom = makers[sort], side == "bottom"
        if place:
            made[name] = make(int(place), to_bottom)
        else:
            made[name] = tuple(make(number, to_bottom) for number in range(len(moves.layout.places)))
    return made


def _choosing(designs: tuple[int, ...]) -> dict[str, Any]:
    """Functions that turn sets into actions and back."""
    masks = [0] * (max(designs, default=-1) + 1)
    for piece, design in enumerate(designs):
        masks[design] |= 1 << piece

    # The same few sets recur all the time; a bounded cache takes a third of the time of iterating over bits.
    @lru_cache(maxsize=4096)
    def of_designs(candidates: int, action: int) -> tuple[int, ...]:
        return tuple(sorted({action + designs[piece] for piece in members(candidates)}))

    @lru_cache(maxsize=4096)
    def of_members(candidates: int, action: int) -> tuple[int, ...]:
        return tuple([action + member for member in MEMBERS[candidates]])

    def positions(pieces: Memory, candidates: int, action: int) -> list[int]:
        return [action + i for i, piece in enumerate(pieces) if candidates >> piece & 1]

    def outcomes(candidates: int, action: int) -> list[tuple[int, int]]:
        return [(action + member, 1) for member in members(candidates)]

    def design_outcomes(candidates: int, action: int) -> list[tuple[int, int]]:
        found = ((design, (candidates & mask).bit_count()) for design, mask in enumerate(masks))
        return [(action + design, weight) for design, weight in found if weight]

    return {
        "DESIGN": tuple(masks),
        "designs": of_designs,
        "numbers": of_members,
        "positions": positions,
        "outcomes": outcomes,
        "design_outcomes": design_outcomes,
    }


def _sets(layout: Layout) -> dict[str, Any]:
    """Tables for reading sets of several cells."""
    most = max(kind_words(layout, kind) for kind in SETS)
    # A negative member must not count from the end.
    return {
        "WORD_OF": (*(member // WORD_BITS for member in range(WORD_BITS * most)), NOWHERE),
        "BIT_OF": (*(member % WORD_BITS for member in range(WORD_BITS * most)), 0),
    }


def _give_sets(namespace: dict[str, Any], source: str) -> None:
    """Functions that load and store sets, for the sizes that the code names: few of hundreds are used."""
    for name, sort, words in re.findall(r"\b((load|store)_(\d+))\(", source):
        if name not in namespace:
            namespace[name] = (loader if sort == "load" else storer)(int(words))


def _results(program: Program, plan: FramePlan) -> dict[str, Any]:
    offsets = [0] * (FIRST_ENTRY + len(plan.entries))
    words = {}
    for entry in plan.entries:
        if entry.result is not None:
            slot = plan.frames[entry.procedure].slots[entry.result]
            offsets[entry.number] = slot.offset
            kind = program.procedures[entry.procedure].kinds[entry.result]
            words[entry.number] = 0 if is_simple(program.layout, kind) else slot.words

    def give(m: Memory, frame: int, offset: int, value: int) -> None:
        count = words[m[frame + 1]]
        if not count:
            m[frame + offset] = value
        else:
            store_set(m, frame + offset, count, value)

    return {"RESULT": tuple(offsets), "give": give}


def _not_here(*_: object) -> int:
    raise LookupError("there is no decision here")


def _fill_tables(namespace: dict[str, Any], plan: FramePlan) -> None:
    """The tables of functions by entry number; numbers without an entry have a function that raises."""

    def table(prefix: str, *kinds: EntryKind) -> tuple[Callable[..., Any], ...]:
        found = (namespace[f"{prefix}{e.number}"] if e.kind in kinds else _not_here for e in plan.entries)
        return (*([_not_here] * FIRST_ENTRY), *found)

    namespace["ENTER"] = table("e", EntryKind.START, EntryKind.CALLED, EntryKind.JOINED)
    namespace["RESUME"] = table("e", EntryKind.CHOICE, EntryKind.CHANCE)
    namespace["OPTIONS"] = table("options", EntryKind.CHOICE)
    namespace["PLAYER"] = table("player", EntryKind.CHOICE)
    covered = (namespace.get(f"places{entry.number}", _not_here) for entry in plan.entries)
    namespace["PLACES"] = (*([_not_here] * FIRST_ENTRY), *covered)
    namespace["OUTCOMES"] = table("outcomes", EntryKind.CHANCE)
