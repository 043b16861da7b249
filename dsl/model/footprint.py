"""What texts read and write: keys that stand for states and for places.

A key names a state of the game, of abilities, of players, of pieces of a type or of cells of a board, or a place:
which pieces lie there, and in which order. A piece or a place that is known only by its type stands for all that it
can be.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import tree as t
from ..tree.passes import over
from ..tree.types import OF_CELLS, OF_PIECES, OF_PLAYERS, PLAYER, Type
from ..tree.walk import each_filter, walk
from .symbols import BOARDS, HOLDER, Design, Symbols

Key = tuple[str, str]
Keys = set[Key]


def reads(test: object, symbols: Symbols) -> Keys:
    """The keys that the value of a tree depends on."""
    return set[Key]().union(*(_read(node, symbols) for node in asked(test, symbols)))


def asked(test: object, symbols: Symbols) -> Iterator[t.Node]:
    """The nodes of a tree, and of the other texts that it evaluates."""
    todo: list[object] = [test]
    met: set[str] = set()
    while todo:
        for node in _within(todo.pop()):
            yield node
            for name, tree in _asked(node, symbols):
                if name not in met:
                    met.add(name)
                    todo.append(tree)


def _within(tree: object) -> Iterator[t.Node]:
    """The nodes of a tree, without those that only name the board of cells: these read nothing of what lies there."""
    boards: set[int] = set()
    for node in walk(tree):
        if isinstance(node, t.Select) and node.base == "cell":
            for one in node.filters:
                if isinstance(one, t.InPlace):
                    boards |= {id(one), id(one.place)} if isinstance(one.place, t.PlaceValue) else {id(one)}
        if id(node) not in boards:
            yield node


@over(
    t.Node,
    leaves="LITERALS Variable Actor This SEATS OPERATORS OF_SETS FACES SHAPE SPREADS AmongSet ButNot LIKE CellValue "
    "Distance OptionValue So NumberValue CanBeDone Where WithExtreme WithoutPieces MOVES Become Change Gain SHOWS "
    "ENDS MENUS FLOW Call Choose Let Nothing Perform Shuffle PARTS ABILITIES HOOKS DECLARED",
)
def _read(node: t.Node, symbols: Symbols) -> Keys:
    """What a node itself reads, without its parts and other texts. Filters are handled by their set, which knows the
    type of its members."""
    match node:
        case t.GameState(name=name) | t.Holds(of=None, name=name):
            return {("game", name)}
        case t.PhraseState(name=name):
            return {("ability", name)}
        case t.CanPay(amounts=amounts) | t.Pay(amounts=amounts):
            return {("player", name) for one in amounts for name in one.names}
        case t.Property(of=of, name=name) | t.Holds(of=t.Expr() as of, name=name):
            return _property(of.type, name, symbols)
        case t.Aggregate(of=of, name=name) | t.Differ(of=of, name=name):
            return _property(of.type, name, symbols)
        case t.Select(filters=filters):
            return set[Key]().union(
                *(_asked_of_each(one, node.type, symbols) for one in each_filter(filters))
            )
        case t.PlaceValue(name=name):
            return {("place", name)}
        case t.EndOf(place=where) | t.InPlace(place=where) | t.IsEmpty(of=where) | t.IsIn(where=where):
            return _lying(where, symbols)
        case t.Here(type=type_):
            return {("place", board) for board in type_.of}
        case t.MakeLine(of=of) if of.type.kind in OF_PIECES:
            return {("place", name) for name in _holding(of.type, symbols) if _is_board(name, symbols)}
    return set()


@over(t.Filter, subject="one", leaves="MEMBERS Where WithEither")
def _asked_of_each(one: t.Filter, of: Type, symbols: Symbols) -> Keys:
    """What a filter reads of each candidate."""
    if isinstance(one, t.WithProperty | t.WhoIs) or (isinstance(one, t.WithExtreme) and one.value is None):
        return _property(of, one.name, symbols)
    if isinstance(one, t.WithoutPieces):
        return {("place", board) for board in of.of}
    if isinstance(one, t.groups.SPREADS) and of.kind in OF_PIECES:
        return {("place", name) for name in _holding(of, symbols) if _is_board(name, symbols)}
    return set()


def _property(of: Type, name: str, symbols: Symbols) -> Keys:
    """A state of players, pieces or cells. What is printed never changes, except directions, which turn."""
    if of.kind in OF_PLAYERS:
        return {("player", name)}
    if of.kind in OF_CELLS:
        states = ((board, symbols.places[board].properties.get(name)) for board in of.of)
        return {
            (f"cell of {board}", name) for board, state in states if state is not None and not state.printed
        }
    found: Keys = set()
    if symbols.has_holder(of, name):
        return {("place", place) for place in symbols.of_players(of)}
    if of.kind in OF_PIECES:
        for type_ in (symbols.types[one] for one in of.of or symbols.types if one in symbols.types):
            state = type_.properties.get(name)
            changes = name if state is not None and not state.printed else type_.turned_by
            if state is not None and changes is not None:
                found.add((type_.name, changes))
        if name in symbols.cells:
            found.add(("place", symbols.cells[name]))
    return found


def _lying(where: t.Expr, symbols: Symbols) -> Keys:
    """The contents of a place that is the value of an expression; a place that is named is handled by its own
    node."""
    if where.type.kind in OF_CELLS:
        return {("place", board) for board in where.type.of}
    if where.type.kind == "place" and not isinstance(where, t.PlaceValue):
        said = bool(where.type.named or where.type.sort)
        known = symbols.possible_places(where.type) if said else _holding(where.type, symbols)
        return {("place", name) for name in known}
    return set()


def _holding(of: Type, symbols: Symbols) -> Iterator[str]:
    """The places in which pieces of these types can lie."""
    for name, place in symbols.places.items():
        if not of.of or not place.text.types or set(of.of) & set(place.text.types):
            yield name


def _is_board(name: str, symbols: Symbols) -> bool:
    return symbols.places[name].text.kind in BOARDS


# Texts of other parts of the game that a tree evaluates; for statements only where it tests whether they can be done.
@over(
    t.Node,
    leaves="LITERALS NAMES SEATS OPERATORS OF_SETS STATES FIGURES FACES PLACED LYING MakeLine SHAPE MEMBERS "
    "WithEither WithProperty CanPay CellValue OptionValue Property Select Where WithExtreme WithoutPieces MOVES SETS "
    "SHOWS ENDS MENUS FLOW Choose Let Nothing Shuffle PARTS ABILITIES HOOKS DECLARED",
)
def _asked(node: t.Node, symbols: Symbols) -> Iterator[tuple[str, object]]:
    """The texts that a node evaluates, with a name for each."""
    match node:
        case t.So(phrase=name):
            yield f"phrase {name}", symbols.phrases[name].test
        case t.NumberValue(name=name):
            yield f"number {name}", (symbols.named_values[name].value, *modifiers(name, symbols))
        case (
            t.Step(direction=str(way), start=start)
            | t.Within(way=str(way), start=start)
            | t.Nearest(way=str(way), start=start)
            | t.Reachable(way=str(way), start=start)
            | t.Distance(way=str(way), start=start)
        ):
            yield from ((f"step {board} {way}", cells) for board, cells in symbols.leading(way, start.type))
        case t.Holds(of=t.Expr(), name=name) | t.WhoIs(name=name):
            yield f"condition {name}", tuple(one.conditions.get(name) for one in symbols.printing())
        case t.CanBeDone(of=t.Property(name=name)) | t.Perform(of=t.Property(name=name)):
            yield f"effect {name}", tuple(one.effects.get(name) for one in symbols.printing())
        case t.Call(phrase=name):
            yield f"action {name}", symbols.phrases[name].body


def modifiers(number: str, symbols: Symbols, *, held: bool = True) -> Iterator[object]:
    """Everything that decides whether and how abilities change a number; without `held`, only for pieces that cannot
    lie in the place of a player."""
    for design in symbols.designs.values():
        if not held and symbols.of_players(Type("piece", (design.type,))):
            continue
        in_force = symbols.types[design.type].in_force
        changing = [one for one in own_abilities(design, symbols) if isinstance(one, t.Modifier)]
        if any(one.number == number for one in changing):
            calls = (text.ability for text in design.abilities if isinstance(text.ability, t.AbilityCall))
            whole = (in_force, *calls, *(one for one in changing if one.number == number))
            yield whole
            piece = Type("piece", (design.type,))
            said = any(isinstance(node, t.Actor) for node in walk(whole))
            if said and symbols.of_players(piece):  # `the player` is its holder
                span = changing[0].span
                yield t.Property(t.This(span=span, type=piece), HOLDER, span=span, type=PLAYER)


def own_abilities(design: Design, symbols: Symbols) -> Iterator[t.Ability]:
    """The abilities of a design, and of the phrases that it uses."""
    for text in design.abilities:
        if isinstance(text.ability, t.AbilityCall):
            yield from (one.ability for one in symbols.phrases[text.ability.phrase].abilities)
        else:
            yield text.ability


@over(t.Stmt, leaves="SHOWS ENDS MENUS FLOW Call Choose Let Nothing Perform")
def writes(node: t.Node, symbols: Symbols) -> Keys:
    """What a statement itself changes, without what it triggers."""
    match node:
        case t.Put(what=what, place=place):
            named = {("place", place.name)} if isinstance(place, t.PlaceValue) else _lying(place, symbols)
            return named | _taken(what, symbols)
        case t.Swap(left=left, right=right):
            return _taken(left, symbols) | _taken(right, symbols)
        case t.Shuffle(place=place):
            return {("place", place.name)} if isinstance(place, t.PlaceValue) else _lying(place, symbols)
        case t.Change(event=t.Call(), amount=amount) if amount.type.least >= 0:
            return set()  # the action that happens does
        case t.Become(target=target) | t.Change(target=target):
            return _set(target, symbols)
        case t.Pay(amounts=amounts) | t.Gain(amounts=amounts):
            changed = [one for one in amounts if one.event is None or one.count.type.least < 0]
            return {("player", name) for one in changed for name in one.names}
    return set()


def _set(target: t.Expr, symbols: Symbols) -> Keys:
    if isinstance(target, t.Property):
        return _property(target.of.type, target.name, symbols)
    if isinstance(target, t.GameState):
        return {("game", target.name)}
    assert isinstance(target, t.PhraseState), "nothing else can be set"
    return {("ability", target.name)}


def _taken(what: t.Expr, symbols: Symbols) -> Keys:
    """The places from which pieces are taken: those that are named, or all in which such pieces can lie."""
    if isinstance(what, t.Quantity | t.EndOfSet):
        return _taken(what.of, symbols)
    named: t.Expr | None = (
        what.place if isinstance(what, t.EndOf) else what if what.type.kind == "place" else None
    )
    if isinstance(what, t.Select):
        named = next((one.place for one in what.filters if isinstance(one, t.InPlace)), None)
    if isinstance(named, t.PlaceValue):
        return {("place", named.name)}
    found = _lying(named, symbols) if named is not None else set()
    return found or {("place", name) for name in _holding(what.type, symbols)}
