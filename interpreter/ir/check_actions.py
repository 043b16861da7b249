"""Checks choice sites: that every action number means one option of one site, and fits into the program."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import attrs

from . import Argument, CellKind, Chance, Choose, Const, Expr, Layout, Option, Program


@attrs.frozen(order=True)
class _Range:
    first: int
    end: int
    site: int
    block: str = attrs.field(order=False)


def check_actions(program: Program) -> Iterator[str]:
    ranges: list[_Range] = []
    for procedure in program.procedures:
        for number, block in enumerate(procedure.blocks):
            where = f"{procedure.name}, block {number}"
            terminator = block.terminator
            if isinstance(terminator, Choose):
                for option in terminator.options:
                    yield from (f"{where}: {text}" for text in _check_option(option))
                    width = _option_width(program.layout, procedure.kinds, option)
                    ranges.append(_Range(option.action, option.action + width, terminator.site, where))
            elif isinstance(terminator, Chance):
                width = _width(
                    program.layout, terminator.argument, procedure.kinds[terminator.register], None
                )
                ranges.append(_Range(terminator.action, terminator.action + width, terminator.site, where))
    yield from _check_ranges(program, sorted(ranges))


def _check_option(option: Option) -> Iterator[str]:
    none = option.argument is Argument.NONE
    if none != (option.candidates is None):
        yield f"option {option.action}: candidates without an argument, or an argument without candidates"
    if none and option.register is not None:
        yield f"option {option.action}: a register without an argument"
    if (option.argument is Argument.POSITION) != (option.place is not None):
        yield f"option {option.action}: a position needs a place, and nothing else may have one"


def _option_width(layout: Layout, kinds: tuple[CellKind, ...], option: Option) -> int:
    kind = None if option.register is None else kinds[option.register]
    return _width(layout, option.argument, kind, option.place)


def _width(layout: Layout, argument: Argument, kind: CellKind | None, place: Expr | None) -> int:
    """How many action numbers an argument needs; for words and plain numbers, at least one."""
    designs = max(layout.designs, default=0) + 1
    match argument:
        case Argument.DESIGN:
            return designs
        case Argument.PIECE:
            return layout.pieces
        case Argument.POSITION:
            if isinstance(place, Const):
                return layout.places[place.value].capacity
            return max((p.capacity for p in layout.places if p.ordered), default=1)
        case Argument.VALUE:
            by_kind = {
                CellKind.PLAYER: layout.max_players,
                CellKind.PLACE: layout.members,
                CellKind.DESIGN: designs,
                CellKind.PIECE: layout.pieces,
            }
            return by_kind.get(kind, 1) if kind is not None else 1
    return 1


def _check_ranges(program: Program, ranges: list[_Range]) -> Iterator[str]:
    for each in ranges:
        if each.first < 0 or each.end > program.actions:
            yield f"{each.block}: actions {each.first}..{each.end - 1} of {program.actions}"
    for one, two in pairwise(ranges):
        # One choice site of the source may be lowered to several blocks that share its numbers.
        shared = one.site == two.site and one.first == two.first and one.block != two.block
        if two.first < one.end and not shared:
            yield f"{two.block}: action {two.first} belongs to {one.block} too"
