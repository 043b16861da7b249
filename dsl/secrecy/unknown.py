"""What a condition reads without its reader knowing it. Syntactic and conservative: what may be unknown counts as
unknown."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import attrs

from .. import tree as t
from ..diagnostics.source import Span
from ..model.footprint import modifiers
from ..model.symbols import Slot, Symbols
from ..tree.passes import PASSES, over
from ..tree.types import NONE, OF_PLAYERS, PLAYER, Type
from ..tree.walk import each_filter, walk
from .flows import is_secret, secret_property
from .shown import Shown

PIECES = ("type", "types", "of design")
"""The bases of sets of pieces."""


Members = dict[str, t.Select]
"""Sets that conditions iterate over, by the name that they give to each member."""


@attrs.frozen(eq=False)
class _Walked:
    """What a condition consists of, found in one walk: the nodes that may ask for something unknown; the owners of
    the cells and the sets of pieces that it iterates over; and, by identity, the sets of which it asks only whether
    there is a best member."""

    tree: object  # as long as it is kept here, no other tree has its identity
    nodes: tuple[t.Node, ...]
    owners: dict[str, t.Expr]
    selected: Members
    best: frozenset[int]


Walks = dict[int, _Walked]
"""Conditions that have been walked through, by identity. All readers of a game share them: calls and printed texts
lead to the same conditions again and again."""


@attrs.frozen
class Lying:
    """Where pieces lie: in a place, or on a cell of a board, with its owner, if known. `asked`: the pieces of it that
    are read, if the text says which. `said`: the expression that decides the place, where none is named."""

    place: str
    owner: t.Expr | None = None
    cell: bool = False
    asked: t.Expr | None = None
    said: t.Expr | None = None


@attrs.frozen
class Reader:
    """The player who decides, what the text has shown to whom before, and what names of the text stand for.

    Within a phrase or a named value that the condition evaluates: the values of its slots (`given`), those of them
    that the condition iterates over (`each`), and the phrases and values that led there. `others` are players other
    than the one who decides. `walks` are for all readers, what was `looked_at` only for those that follow from this
    one.
    """

    player: t.Expr
    seen: tuple[Shown, ...]
    lets: dict[str, list[t.Expr]]
    symbols: Symbols
    given: dict[str, t.Expr] = attrs.field(factory=dict)
    each: dict[str, t.Select] = attrs.field(factory=dict)
    way: tuple[str, ...] = ()
    others: frozenset[t.Expr] = frozenset()
    looked_at: dict[tuple[object, ...], tuple[Unknown, ...]] = attrs.field(factory=dict, eq=False)
    walks: Walks = attrs.field(factory=dict, eq=False)

    def meaning(self, value: t.Expr) -> t.Expr:
        """The value of a slot, or the expression itself."""
        return self.given.get(value.name, value) if isinstance(value, t.Variable) else value

    def knows(self, lying: Lying) -> bool:
        """Whether this player has been shown what lies there."""
        owner = None if lying.owner is None else self.meaning(lying.owner)
        return any(one.covers(self.player, lying.place, owner, lying.asked) for one in self.seen)

    def was_shown(self, of: t.Expr) -> bool:
        """Whether this player has been shown exactly that, under any name."""
        return any(one.covers_itself(self.player, of) for one in self.seen)

    def inside(
        self, name: str, slots: tuple[Slot, ...], arguments: tuple[t.Expr, ...], each: Members
    ) -> Reader:
        """The reader inside a phrase or a named value with these arguments."""
        pairs = [(slot.name, self.meaning(value)) for slot, value in zip(slots, arguments, strict=True)]
        gone = {
            name: each[value.name]
            for name, value in pairs
            if isinstance(value, t.Variable) and value.name in each
        }
        return attrs.evolve(self, lets={}, given=dict(pairs), each=gone, way=(*self.way, name))


@attrs.frozen
class Unknown:
    """Something that a condition reads and its player does not know, with the way out and the place."""

    what: str
    help: str
    span: Span


def other_players(tree: object, player: t.Expr, symbols: Symbols) -> frozenset[t.Expr]:
    """The names in a text for players who are surely not this one: `a player but the player`, and the next one."""
    found: dict[t.Expr, bool] = {}
    for node in walk(tree):
        if isinstance(node, t.Simultaneously | t.Offer):
            return frozenset()  # `the player` is somebody else in there
        if isinstance(node, t.Select) and node.base == "player":
            for one in node.filters:
                if isinstance(one, t.Where | t.WithExtreme):
                    member = t.Variable(one.name, span=one.span, type=PLAYER)
                    found[member] = found.get(member, True) and _without(node, player)
        name, of = _named_member(node)
        if isinstance(node, t.Aggregate) and node.value is not None:
            name, of = node.name, node.of
        if name is not None and of is not None and of.type.kind in OF_PLAYERS:
            named = t.Variable(name, span=node.span, type=PLAYER)
            found[named] = found.get(named, True) and _without(of, player)
    if symbols.least_players > 1:
        for before in (False, True):
            found[t.PlayerAfter(player, before, span=player.span, type=PLAYER)] = True
    return frozenset(named for named, other in found.items() if other)


@over(
    t.Stmt, leaves="MOVES SETS ENDS MENUS If OnlyIf Repeat Simultaneously SHOWS Call Nothing Perform Shuffle"
)
def _named_member(node: t.Node) -> tuple[str | None, t.Expr | None]:
    """A name that a statement gives, and its meaning."""
    match node:
        case t.Choose(name=name, of=of) | t.ForEach(name=name, of=of) | t.Let(name=name, value=of):
            return name, of
    return None, None


def _without(of: t.Expr, player: t.Expr) -> bool:
    """Whether a player is surely no member of a selection."""
    select = of.of if isinstance(of, t.Quantity) else of
    filters = select.filters if isinstance(select, t.Select) else ()
    return any(isinstance(one, t.ButNot) and one.members == player for one in filters)


def unknown_in(tree: object, reader: Reader) -> Iterator[Unknown]:
    """What a condition reads without its player knowing it."""
    walked = _walked(tree, reader.walks)
    owners, selected, best = walked.owners, reader.each | walked.selected, walked.best
    for node in walked.nodes:
        secret = _secret_state(node, reader)
        if secret is not None:
            yield Unknown(f"the secret '{secret}'", "ask only for what this player knows", node.span)
            continue
        for name, inner, value in _asked_further(node, reader, selected):
            for one in _unknown_inside(value, inner):
                yield attrs.evolve(one, what=f"{one.what}, which {name} reveals", span=node.span)
        if id(node) in best:  # there is a best one wherever there is one at all
            continue
        for lying, inner in _asked_about(node, reader, owners, selected):
            if inner.knows(lying) or not is_hidden(lying, inner):
                continue
            help = "ask only for what is known (how many lie there), or let the player look first"
            yield Unknown(f"what lies in '{lying.place}'", help, node.span)


def _walked(tree: object, known: Walks) -> _Walked:
    """What a condition consists of."""
    found = known.get(id(tree))
    if found is None:
        nodes = tuple(walk(tree))
        best = (node.of for node in nodes if isinstance(node, t.Exists) and _only_best(node.of))
        asking = tuple(node for node in nodes if type(node) in _asking())
        found = _Walked(tree, asking, _owners(nodes), _selected(nodes), frozenset(map(id, best)))
        known[id(tree)] = found
    return found


@cache
def _asking() -> frozenset[type]:
    """The classes of the nodes of which something may be unknown: those that one of the passes below handles."""
    passes = {"_asked_further", "_secret_state", "_read_by"}
    declared = (one for one in PASSES if one.module == __name__ and one.name in passes)
    handled = (one.every() - {*one.leaves} for one in declared)
    return frozenset({t.IsIn}.union(*handled))


def _unknown_inside(tree: object, reader: Reader) -> tuple[Unknown, ...]:
    """What the meaning of a name reads without its player knowing it. Cached, because named values may read each
    other often."""
    key = (id(tree), reader.player, reader.seen, *reader.given.items(), *sorted(reader.each))
    found = reader.looked_at.get(key)
    if found is None:
        found = reader.looked_at[key] = tuple(unknown_in(tree, reader))
    return found


def _asked_about(
    node: t.Node, reader: Reader, owners: dict[str, t.Expr], selected: Members
) -> Iterator[tuple[Lying, Reader]]:
    """The places of the pieces whose faces a node reads, or whose presence it tests, each with its reader."""
    asked = _asked_of(node, selected, owners)
    yield from ((lying, reader) for lying in any_of(asked, reader))
    read = _read_by(node)
    names = _names_read(node)
    if read is not None:
        for found, inner in sources(read, reader, owners, selected):
            for lying in any_of(found, inner):
                if not _is_seen(names, read.type, lying, reader.symbols):
                    yield lying, inner
    elif isinstance(node, t.Select) and node.base in PIECES:
        # Where several types lie face down together, the type of a piece belongs to its face.
        for found, inner in sources(node, reader, owners, selected):
            for lying in any_of(found, inner):
                place = reader.symbols.places.get(lying.place)
                if place is not None and not set(place.text.types) <= set(node.type.of):
                    yield lying, inner


def any_of(lying: Lying | None, reader: Reader) -> Iterator[Lying]:
    """Each of the possible places, where a name or a state decides which it is."""
    if lying is None:
        return
    said = reader.meaning(lying.said) if lying.said is not None else None
    if said is None:
        yield lying
    elif isinstance(said, t.PlaceValue):
        yield attrs.evolve(lying, place=said.name, owner=said.owner)
    else:
        yield from (attrs.evolve(lying, place=name) for name in reader.symbols.possible_places(said.type))


@over(
    t.Expr,
    t.Filter,
    leaves="LITERALS SEATS OPERATORS OF_SETS STATES FIGURES FACES PLACED LYING MakeLine SHAPE MEMBERS "
    "Actor CanBeDone CanPay CellValue Here OptionValue Property Select This Where WithExtreme "
    "WithEither WithProperty WithoutPieces",
)
def _asked_further(node: t.Node, reader: Reader, selected: Members) -> Iterator[tuple[str, Reader, object]]:
    """The meaning of a name, a phrase, a named value or a printed condition in a condition: its description, its
    reader, and the meaning itself."""
    match node:
        case t.Variable(name=name):
            # A name may be given again, in terms of its old meaning.
            rest = {other: values for other, values in reader.lets.items() if other != name}
            for value in reader.lets.get(name, ()):
                yield f"'{name}'", attrs.evolve(reader, lets=rest), value
        case t.So(phrase=name, arguments=arguments) if name not in reader.way:
            phrase = reader.symbols.phrases[name]
            if phrase.test is not None:
                yield f"'{name}'", reader.inside(name, phrase.slots, arguments, selected), phrase.test
        case t.NumberValue(name=name, arguments=arguments) if name not in reader.way:
            number = reader.symbols.named_values[name]
            yield f"'{name}'", reader.inside(name, number.slots, arguments, selected), number.value
            nobody = t.NoneValue(span=node.span, type=NONE)  # the holder of the piece, not the reader
            for tree in modifiers(name, reader.symbols):
                yield f"'{name}'", attrs.evolve(reader.inside(name, (), (), selected), player=nobody), tree
        case t.WhoIs(name=name) | t.Holds(of=t.Expr(), name=name) if name not in reader.way:
            for design in reader.symbols.printing():
                if name in design.conditions:
                    printed = f"the {name} of '{design.name}'"
                    inner = reader.inside(name, (), (), selected)
                    if isinstance(node, t.Holds) and node.player is not None:
                        inner = attrs.evolve(inner, player=as_actor(node.player, reader))
                    yield printed, inner, design.conditions[name]
        case (
            t.Step(direction=str(way), start=start)
            | t.Within(way=str(way), start=start)
            | t.Nearest(way=str(way), start=start)
            | t.Reachable(way=str(way), start=start)
            | t.Distance(way=str(way), start=start)
        ) if way not in reader.way:
            for _, cells in reader.symbols.leading(way, start.type):
                yield f"'{way}'", reader.inside(way, (), (), selected), cells


@over(
    t.Expr,
    leaves="LITERALS NAMES SEATS OPERATORS OF_SETS FACES PLACED LYING STEPS SHAPE CanBeDone CellValue "
    "NumberValue OptionValue So",
)
def _secret_state(node: t.Node, reader: Reader) -> str | None:
    """A state that is declared secret and that this player does not see, because it belongs to somebody else."""
    symbols = reader.symbols
    match node:
        case t.GameState(name=name) | t.PhraseState(name=name):
            return name if is_secret(symbols, node) else None
        case t.Holds(of=None, name=name):
            state = symbols.game.get(name)
            return name if state is not None and state.secret else None
        case t.CanPay(player=player, amounts=amounts):
            mine = reader.meaning(player) == reader.player
            paid = (name for one in amounts for name in one.names)
            secret = next((name for name in paid if symbols.players[name].secret), None)
            return None if mine else secret
        case t.Property(of=of, name=name) | t.Holds(of=t.Expr() as of, name=name):
            mine = of.type.kind == "player" and reader.meaning(of) == reader.player
            return name if secret_property(symbols, of, name) and not mine else None
        case t.Aggregate(of=of, name=name) | t.Differ(of=of, name=name):
            return name if secret_property(symbols, of, name) else None
        case t.Select(filters=filters):
            named = (t.WithProperty, t.WhoIs, t.WithExtreme)
            names = [one.name for one in each_filter(filters) if isinstance(one, named) and not _valued(one)]
            return next((name for name in names if secret_property(symbols, node, name)), None)
    return None


def _valued(one: t.Filter) -> bool:
    """Whether a filter has an expression in which its name stands for a member."""
    return isinstance(one, t.WithExtreme) and one.value is not None


def is_hidden(lying: Lying, reader: Reader) -> bool:
    sight = reader.symbols.places[lying.place].text.sight
    if sight == "others":  # hidden from its owner, who may be this player unless it surely is another
        return lying.owner is None or reader.meaning(lying.owner) not in reader.others
    if sight != "owner":
        return sight == "hidden" or (sight == "side" and not _face_up(lying.asked, reader.symbols))
    if lying.owner is None:
        return not lying.cell  # a cell of somebody's board, whose owner is not known here
    return reader.meaning(lying.owner) != reader.player


def _face_up(asked: t.Expr | None, symbols: Symbols) -> bool:
    """Whether only pieces that lie face up are read."""
    filters = asked.filters if isinstance(asked, t.Select) else ()
    up = {one.name for one in filters if isinstance(one, t.WhoIs) and one.holds}
    types = asked.type.of if asked is not None else ()
    return bool(types) and all(symbols.types[name].face_up in up for name in types)


def _owners(nodes: tuple[t.Node, ...]) -> dict[str, t.Expr]:
    """The owners of the cells that conditions among these nodes iterate over, by the name of the cell."""
    found: dict[str, list[t.Expr | None]] = {}
    for node in nodes:
        if isinstance(node, t.Select) and node.base == "cell":
            boards = [one.place for one in node.filters if isinstance(one, t.InPlace)]
            owner = next((one.owner for one in boards if isinstance(one, t.PlaceValue)), None)
            for one in node.filters:
                if isinstance(one, t.Where):
                    found.setdefault(one.name, []).append(owner)
    return {name: owners[0] for name, owners in found.items() if len(owners) == 1 and owners[0] is not None}


def _selected(nodes: tuple[t.Node, ...]) -> Members:
    """The pieces that conditions among these nodes iterate over, by their names."""
    return {
        one.name: node
        for node in nodes
        if isinstance(node, t.Select) and node.base in PIECES
        for one in each_filter(node.filters)
        if isinstance(one, t.Where) or (isinstance(one, t.WithExtreme) and _valued(one))
    }


def _asked_of(node: t.Node, selected: Members, owners: dict[str, t.Expr]) -> Lying | None:
    """The place for which a node tests whether each of some pieces lies there."""
    if isinstance(node, t.IsIn) and isinstance(node.what, t.Variable) and node.what.name in selected:
        return _lying(node.where, owners)
    return None


@over(
    t.Expr,
    leaves="LITERALS NAMES SEATS OPERATORS OF_SETS STATES PLACED LYING STEPS SHAPE CanBeDone CanPay "
    "CellValue NumberValue OptionValue So",
)
def _read_by(node: t.Node) -> t.Expr | None:
    """The pieces whose faces a node reads; None if it reads no faces of pieces."""
    match node:
        case t.Property(of=of) | t.IsKind(what=of) if of.type.kind == "piece":
            return of
        case t.Holds(of=t.Expr() as of) if of.type.kind == "piece":
            return of
        case t.Aggregate(of=of) | t.KindsOf(of=of) | t.Differ(of=of):
            return of
        case t.Select(base="of design"):
            return node
        case t.Select() if _names_read(node):
            return node
    return None


@over(
    t.Expr,
    leaves="LITERALS NAMES SEATS OPERATORS OF_SETS STATES FACES PLACED LYING STEPS SHAPE CanBeDone CanPay "
    "CellValue NumberValue OptionValue So",
)
def _names_read(node: t.Node) -> tuple[str, ...]:
    """The properties that a node reads; empty if it reads everything that a face shows."""
    match node:
        case t.Property(name=name) | t.Holds(name=name) | t.Differ(name=name):
            return (name,)
        case t.Aggregate(name=name, value=None):
            return (name,)
        case t.Select(base="type" | "types", filters=filters):
            named = (t.WithProperty, t.WhoIs, t.WithExtreme)
            found = (one.name for one in each_filter(filters) if isinstance(one, named) and not _valued(one))
            return tuple(name for name in found if name is not None)
    return ()


def _only_best(of: t.Expr) -> bool:
    """Whether only the best pieces by a property are selected, and nothing else is read of them."""
    if not isinstance(of, t.Select) or of.base == "of design":
        return False
    reading = [one for one in each_filter(of.filters) if not isinstance(one, t.InPlace | t.WithExtreme)]
    return not reading and any(isinstance(one, t.WithExtreme) for one in of.filters)


def _is_seen(names: tuple[str, ...], of: Type, lying: Lying, symbols: Symbols) -> bool:
    """Whether everybody sees what is read of pieces, even without their faces: backs, marks, and places."""
    one = Type("piece", of.of)

    def is_seen(name: str) -> bool:
        where = name in symbols.cells or symbols.has_holder(one, name)
        return where or symbols.seen_outside(one, name, lying.place)

    return bool(names) and all(map(is_seen, names))


@over(
    t.Expr,
    subject="of",
    leaves="LITERALS SEATS OPERATORS STATES FIGURES FACES LYING STEPS SHAPE Actor CanBeDone CanPay CellValue CountOf "
    "Exists Here Holds OptionValue PlaceValue Property So This",
)
def sources(
    of: t.Expr, reader: Reader, owners: dict[str, t.Expr], selected: Members
) -> Iterator[tuple[Lying, Reader]]:
    """The places that pieces can come from, each with its reader; empty for cells, whose prints everybody can
    read."""
    if reader.was_shown(of):
        return
    match of:
        case t.EndOf(place=place):
            found = _lying(place, owners)
            if found is not None:
                yield attrs.evolve(found, asked=of), reader
        case t.EndOfSet(of=inner) | t.Quantity(of=inner):
            yield from sources(inner, reader, owners, selected)
        case t.Select(filters=filters) if of.base in PIECES:
            places = (_lying(one.place, owners) for one in filters if isinstance(one, t.InPlace))
            found = next((one for one in places if one is not None), None)
            if found is not None:
                yield attrs.evolve(found, asked=of), reader
                return
            for one in filters:
                if isinstance(one, t.AmongSet):
                    yield from sources(one.members, reader, owners, selected)
        case t.Variable(name=name) if name in selected:
            yield from sources(selected[name], reader, owners, {})
        case t.Variable(name=name) if name in reader.given:
            yield from sources(reader.given[name], attrs.evolve(reader, given={}), owners, selected)
        case t.Variable(name=name):
            rest = {other: values for other, values in reader.lets.items() if other != name}
            for value in reader.lets.get(name, ()):
                yield from sources(value, attrs.evolve(reader, lets=rest), owners, selected)
        case t.NumberValue(name=name, arguments=arguments) if name not in reader.way:
            number = reader.symbols.named_values[name]
            inside = reader.inside(name, number.slots, arguments, selected)
            yield from sources(number.value, inside, {}, {})


def _lying(place: t.Expr, owners: dict[str, t.Expr]) -> Lying | None:
    if isinstance(place, t.PlaceValue):
        return Lying(place.name, place.owner)
    if place.type.kind == "cell" and place.type.of:
        named = place.owner if isinstance(place, t.CellValue) else None
        owner = owners.get(place.name) if isinstance(place, t.Variable) else named
        return Lying(place.type.of[0], owner, cell=True)
    if place.type.kind == "place":
        return Lying("", said=place)
    return None


def as_actor(player: t.Expr, reader: Reader) -> t.Expr:
    """A player as seen in a printed text: `the player` (the actor) for the reader, who carries it out."""
    if reader.meaning(player) == reader.player:
        return t.Actor(span=player.span, type=PLAYER)
    return reader.player
