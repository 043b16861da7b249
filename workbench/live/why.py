"""Why a state or a place is as it is: the choices that changed it last, and the texts of the rules that can.

In: a match, and something that it shows, in the notation of scenarios. Out: its last changes, each with the lines of
the log at that choice; the texts that write it; and the abilities that change a number of this name, with where the
pieces that have them lie. It is for designers: it knows what is hidden.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

import attrs

from ...dsl import tree as t
from ...dsl.diagnostics.source import Span
from ...dsl.model.footprint import Key, reads, writes
from ...dsl.model.game import Game, ResolvedText
from ...dsl.model.symbols import NamedValue
from ...dsl.printing.statements import show
from ...dsl.scenarios.notation import GAME, Sort, Thing
from ...dsl.tree.walk import walk
from ...interpreter import Match
from ...interpreter.lower.lowered import in_a_line
from ...interpreter.match.decisions.shortfalls import Reading, UnreadableError
from ...interpreter.match.errors import MatchError
from ...interpreter.memory.faults import RulesFault
from ...interpreter.scenarios.written import Written
from .line import PlayLine, repeated

Now = Callable[[Span], Span | None]

MOST_CHANGES = 6
MOST_TEXTS = 30
LONGEST = 160


@attrs.frozen
class Changed:
    """A change: at which choice (from 1), from what to what, and the lines of the log at that choice; `by_hand`: a
    designer set it after that choice."""

    step: int
    before: str
    now: str
    lines: tuple[str, ...] = ()
    by_hand: bool = False


@attrs.frozen
class Cause:
    """A text of the rules: the part in which it stands, its place, what it says, and, of an ability, where the pieces
    that have it lie."""

    part: str
    at: str
    text: str
    lie: tuple[str, ...] = ()


@attrs.frozen
class Term:
    """A part of a computed number: what the rules say, and what it is now. Without a text: what abilities add."""

    text: str
    value: int


@attrs.frozen
class Because:
    """Why something is as it is; of a computed number also its `terms`."""

    value: str
    changes: tuple[Changed, ...]
    texts: tuple[Cause, ...]
    abilities: tuple[Cause, ...]
    terms: tuple[Term, ...] = ()


def because(match: Match, played: PlayLine, whose: int, key: str, language: str, now: Now) -> Because | None:
    """Why the thing of this key is as it is, by the line of play that has led to the match; None if there is no such
    thing. `now` says where a span of the rules stands in the files: what has not changed keeps its old one."""
    number = match.game.symbols.named_values.get(key)
    if number is not None and key in computed_of(match, whose):
        return _because_computed(match, played, whose, number, language, now)
    line = Written(match).line(key, whose)
    if line is None:
        return None
    changes = _history(match, played, whose, key, language)[-MOST_CHANGES:]
    keys = _keys(match.game, line.thing)
    texts = [one for one in match.game.texts if _writes(one, keys, match.game)]
    abilities = [one for one in match.game.texts if _changes_number(one, line.thing.name)]
    return Because(
        line.value,
        tuple(changes),
        tuple(_cause(one, now) for one in texts[:MOST_TEXTS]),
        tuple(attrs.evolve(_cause(one, now), lie=_lying(match, one)) for one in abilities[:MOST_TEXTS]),
    )


def computed_of(match: Match, whose: int) -> dict[str, int]:
    """The computed numbers of a player, or of the game, by their names in full; not those about pieces or cells."""
    rules, found = match.rules, {}
    for name, number in rules.lowered.numbers.items():
        declared = match.game.symbols.named_values[name]
        kinds = [one.type.kind for one in declared.slots]
        if declared.value.type.kind == "number" and kinds == ([] if whose == GAME else ["player"]):
            seats = () if whose == GAME else (whose,)
            with contextlib.suppress(RulesFault):  # it has no value now
                found[name] = rules.engine.function(number)(match.position.memory, whose, *seats)
    return found


def _because_computed(
    match: Match, played: PlayLine, whose: int, number: NamedValue, language: str, now: Now
) -> Because:
    game, value = match.game, computed_of(match, whose)[number.name]
    read = reads(number.value, game.symbols)
    texts = [one for one in game.texts if _writes(one, read, game)]
    abilities = [one for one in game.texts if _changes_number(one, number.name)]
    return Because(
        str(value),
        tuple(_history(match, played, whose, number.name, language)[-MOST_CHANGES:]),
        tuple(_cause(one, now) for one in texts[:MOST_TEXTS]),
        tuple(attrs.evolve(_cause(one, now), lie=_lying(match, one)) for one in abilities[:MOST_TEXTS]),
        tuple(_terms(match, whose, number, value)),
    )


def _terms(match: Match, whose: int, number: NamedValue, value: int) -> Iterator[Term]:
    """What makes up a computed number: the parts of its sum, and what abilities add to it."""
    pending = next(iter(match.position.pending()), None)
    if pending is None:
        return
    reading = Reading(match.position, pending)
    reading.player = whose
    known = {slot.name: (slot.type, whose) for slot in number.slots}
    rest = value
    try:
        for sign, part in _summands(number.value):
            one = sign * reading.value(part, known)
            rest -= one
            yield Term(in_a_line(show(part, match.game.symbols)), one)
    except UnreadableError:
        return
    if rest:
        yield Term("", rest)


def _summands(of: t.Expr, sign: int = 1) -> Iterator[tuple[int, t.Expr]]:
    if isinstance(of, t.Arithmetic) and of.op in ("+", "-"):
        yield from _summands(of.left, sign)
        yield from _summands(of.right, sign if of.op == "+" else -sign)
    else:
        yield sign, of


def _history(match: Match, played: PlayLine, whose: int, key: str, language: str) -> list[Changed]:
    """All changes since the beginning: by choices, and by hand between them."""
    *earlier, _ = played.stretches
    found: list[Changed] = []
    done, value = 0, None
    for at in range(len(played.stretches)):
        part = (
            repeated(match.game, PlayLine(played.stretches[: at + 1])).match if at < len(earlier) else match
        )
        begun = part.clone()
        begun.back_to(0)
        before = _value(begun, whose, key)
        if value is not None and before != value:
            found.append(Changed(done, value, before, by_hand=True))
        found += [
            attrs.evolve(one, step=done + one.step, lines=_lines(part, one.step, language))
            for one in _changes(part, whose, key)
        ]
        done, value = done + len(part.journal), _value(part, whose, key)
    return found


def _lines(match: Match, step: int, language: str) -> tuple[str, ...]:
    """The lines of the log at a choice, from 1."""
    since, later = match.log(None, language, step - 1), match.log(None, language, step)
    return tuple(since[: len(since) - len(later)])


def _changes(match: Match, whose: int, key: str) -> Iterator[Changed]:
    """All changes since the beginning, or since something was set by hand."""
    past = match.clone()
    past.back_to(0)
    before = _value(past, whose, key)
    for step, entry in enumerate(match.journal, 1):
        try:
            past.take(entry.strand, entry.action)
        except MatchError:  # it was possible, so it is: but nobody should lose the table over it
            return
        now = _value(past, whose, key)
        if now != before:
            yield Changed(step, before, now)
        before = now


def _value(match: Match, whose: int, key: str) -> str:
    if key in match.game.symbols.named_values:
        return str(computed_of(match, whose).get(key, ""))
    line = Written(match).line(key, whose)
    return "" if line is None else line.value


def _keys(game: Game, thing: Thing) -> set[Key]:
    """What texts write if they change a thing."""
    symbols = game.symbols
    if thing.sort is Sort.PLACE:
        boards = {place.name for place in symbols.places.values() if thing.name.startswith(f"{place.name} ")}
        return {("place", one) for one in (thing.name, *boards, *_board_of(game, thing.name))}
    if thing.sort is Sort.OF_CELL:
        return {(f"cell of {one}", thing.name) for one in _board_of(game, thing.owner)}
    return {("game" if thing.whose == GAME else "player", thing.name)}


def _board_of(game: Game, cell: str) -> tuple[str, ...]:
    board = game.made.get("cells", {}).get(cell)
    return () if board is None else (board,)


def _writes(text: ResolvedText, keys: set[Key], game: Game) -> bool:
    return any(writes(node, game.symbols) & keys for node in walk(text.tree))


def _changes_number(text: ResolvedText, name: str) -> bool:
    """Whether a text has an ability that changes a number in whose name this one stands."""
    return any(isinstance(node, t.Modifier) and name in node.number for node in walk(text.tree))


def _cause(text: ResolvedText, now: Now) -> Cause:
    said = " ".join(text.value.split())
    return Cause(
        text.where, str(now(text.span) or text.span), said if len(said) <= LONGEST else f"{said[:LONGEST]}…"
    )


def _lying(match: Match, text: ResolvedText) -> tuple[str, ...]:
    """Where the pieces lie that have an ability."""
    tables, position = match.rules.lowered.tables, match.position
    part = text.where.partition("'")[2].rpartition("'")[0]
    found = []
    for name, design in match.game.symbols.designs.items():
        called = {getattr(one.ability, "phrase", "") for one in design.abilities}
        if part == name or part in called:
            places = {position.place_of(piece) for piece in tables.pieces_of_design(name)}
            found += [f"{name}: {tables.places[one].name}" for one in sorted(places) if one >= 0]
    return tuple(found[:MOST_TEXTS])
