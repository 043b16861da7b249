"""Decisions as Python functions: the player who decides at an entry, and the options.

Each function only reads the memory.
"""

from __future__ import annotations

from functools import partial

from ..ir import Argument, Binary, Chance, Choose, Const, Expr, Option, Program
from ..ir.walk import FLAT, terminator_children
from .framed_entry import FramedEntry
from .instructions import Function


def emit_player(at: FramedEntry, name: str) -> Function:
    """`name(m, f)`: the player who decides at a Choose."""
    terminator = at.terminator
    assert isinstance(terminator, Choose)
    out = at.function(f"def {name}(m, f):")
    at.begin(out, [terminator.player])
    out.line(f"return {out.exprs.value(terminator.player)}")
    return out


def emit_options(at: FramedEntry, name: str) -> Function:
    """`name(m, f)`: the legal actions at a Choose, in the order of its options, as a new list."""
    terminator = at.terminator
    assert isinstance(terminator, Choose)
    out = at.function(f"def {name}(m, f):")
    out.span = terminator.span
    at.begin(out, terminator_children(terminator))
    options = [option for option in terminator.options if option.guard != Const(0)]
    certain = [option for option in options if _certain(option)]
    doubtful = [option for option in options if option not in certain]
    if len(doubtful) == 1 and certain and doubtful[0].argument is Argument.NONE:
        out.line(
            f"return {_literal(options)} if {out.exprs.test(doubtful[0].guard)} else {_literal(certain)}"
        )
        return out
    start = options[: _leading(options, certain)]
    out.line(f"o = {_literal(start)}")
    for option in options[len(start) :]:
        _offer(out, option)
    if not certain:
        out.block("if not o:", lambda: out.raise_fault(terminator.fault))
    out.line("return o")
    return out


def _literal(options: list[Option]) -> str:
    return f"[{', '.join(str(option.action) for option in options)}]"


def _certain(option: Option) -> bool:
    return option.argument is Argument.NONE and isinstance(option.guard, Const) and option.guard.value != 0


def _leading(options: list[Option], certain: list[Option]) -> int:
    for index, option in enumerate(options):
        if option not in certain:
            return index
    return len(options)


def _offer(out: Function, option: Option) -> None:
    if isinstance(option.guard, Const):
        _add(out, option)
        return
    out.block(f"if {out.exprs.test(option.guard)}:", lambda: _add(out, option))


def _add(out: Function, option: Option) -> None:
    value = out.exprs.value
    if option.argument is Argument.NONE:
        out.line(f"o.append({option.action})")
        return
    assert option.candidates is not None
    candidates = value(option.candidates)
    match option.argument:
        case Argument.DESIGN:
            out.line(f"o += designs({candidates}, {option.action})")
        case Argument.POSITION:
            assert option.place is not None
            out.line(f"o += positions(place_pieces(m, {value(option.place)}), {candidates}, {option.action})")
        case _:
            out.line(f"o += numbers({candidates}, {option.action})")


def counts_positions(at: FramedEntry) -> bool:
    """Whether options of a Choose are positions in a place."""
    terminator = at.terminator
    return isinstance(terminator, Choose) and any(one.place is not None for one in terminator.options)


def emit_places(at: FramedEntry, name: str) -> Function:
    """`name(m, f)`: the places in which positions are counted, by the action of the first position."""
    options = _choose(at).options
    return _by_action(
        at,
        name,
        [(one, one.place) for one in options if one.place is not None and one.guard != Const(0)],
    )


def emit_candidates(at: FramedEntry, name: str) -> Function:
    """`name(m, f)`: the sets that options name pieces of by their designs, by the first action of each family."""
    options = _choose(at).options
    return _by_action(
        at,
        name,
        [
            (one, one.candidates)
            for one in options
            if one.argument is Argument.DESIGN and one.candidates is not None
        ],
    )


def _choose(at: FramedEntry) -> Choose:
    assert isinstance(at.terminator, Choose)
    return at.terminator


def _by_action(at: FramedEntry, name: str, values: list[tuple[Option, Expr]]) -> Function:
    """`name(m, f)`: a value for each option whose guard holds, by the action of the option."""
    out = at.function(f"def {name}(m, f):")
    out.span = at.terminator.span
    at.begin(out, [part for option, value in values for part in (option.guard, value)])
    out.line("o = {}")
    for option, value in values:
        line = f"o[{option.action}] = {out.exprs.value(value)}"
        out.block(f"if {out.exprs.test(option.guard)}:", partial(out.line, line))
    out.line("return o")
    return out


def conjuncts(guard: Expr, count: int) -> list[Expr] | None:
    """The `count` conjuncts of a guard, in order; None if it has a different number of them."""
    if count > FLAT:
        if not isinstance(guard, Binary) or guard.op != "both":
            return None
        middle = count // 2
        first, second = conjuncts(guard.left, middle), conjuncts(guard.right, count - middle)
        return [*first, *second] if first is not None and second is not None else None
    found: list[Expr] = []
    while len(found) < count - 1:
        if not isinstance(guard, Binary) or guard.op != "both":
            return None
        found.insert(0, guard.right)
        guard = guard.left
    return [guard, *found]


def emit_failing(at: FramedEntry, name: str, conditions: list[Expr]) -> Function:
    """`name(m, f)`: the number of the first condition that does not hold; -1 if all hold."""
    out = at.function(f"def {name}(m, f):")
    out.span = at.terminator.span
    at.begin(out, conditions)
    for number, condition in enumerate(conditions):
        out.line(f"if not {out.exprs.test(condition)}: return {number}")
    out.line("return -1")
    return out


def emit_outcomes(at: FramedEntry, name: str) -> Function:
    """`name(m, f)`: the outcomes of a Chance as (action, weight), ascending."""
    terminator = at.terminator
    assert isinstance(terminator, Chance)
    out = at.function(f"def {name}(m, f):")
    out.span = terminator.span
    members: Expr = terminator.members
    at.begin(out, [members])
    weigh = "design_outcomes" if terminator.argument is Argument.DESIGN else "outcomes"
    out.line(f"o = {weigh}({out.exprs.value(members)}, {terminator.action})")
    out.line("if not o: raise RulesFault(NO_OUTCOME)")
    out.line("return o")
    return out


def emit_call(program: Program, number: int, trace: bool) -> Function:
    """`call1(m, ...)`: a plain procedure to be called from outside, while nothing else runs; truth as a number."""
    procedure = program.procedures[number]
    registers = "".join(f", r{index}" for index in range(procedure.parameters))
    out = Function(program, f"def call{number}(m{registers}):", trace)
    tail = (", iter(STEPS)" if procedure.counts else "") + (", NOBODY" if trace else "")
    out.block("try:", lambda: out.line(f"return +p{number}(m{registers}{tail})"))
    out.block("except MACHINE_ERRORS as error:", lambda: out.line("raise translate(error, m) from None"))
    return out
