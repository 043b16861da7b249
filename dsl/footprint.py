"""What texts read and write: keys that stand for states, properties and where pieces lie. Conservative."""

from __future__ import annotations

from . import tree as t
from .passes import over
from .symbols import Symbols
from .walk import walk

Key = tuple[str, str]
PLACES: Key = ("places", "")


def reads(test: object, symbols: Symbols) -> set[Key]:
    """What the value of a tree depends on."""
    found: set[Key] = set()
    todo: list[object] = [test]
    met: set[str] = set()
    while todo:
        for node in walk(todo.pop()):
            found |= _read(node)
            further: object = None
            if isinstance(node, t.NumberValue):
                name, further = f"number {node.name}", symbols.numbers[node.name].value
            elif isinstance(node, t.So):
                name, further = f"phrase {node.phrase}", symbols.phrases[node.phrase].test
            if further is not None and name not in met:
                met.add(name)
                todo.append(further)
    return found


@over(
    t.Expr,
    t.Filter,
    leaves="LITERALS NAMES SEATS OPERATORS OF_SETS FACES LYING SHAPE AmongSet ButNot CellValue EndOf "
    "OptionValue Select So Where",
)
def _read(node: t.Node) -> set[Key]:
    match node:
        case t.GameState(name=name) | t.PhraseState(name=name):
            return {("state", name)}
        case t.CanPay(amounts=amounts):
            return {("property", one.name) for one in amounts}
        case (
            t.PlaceValue() | t.WithoutPieces() | t.MakeLine() | t.Distance() | t.CanBeDone() | t.NumberValue()
        ):
            return {PLACES}  # where pieces lie says which abilities are in force, too
        case t.Property(name=name) | t.WithProperty(name=name) | t.WhoIs(name=name) | t.Holds(name=name):
            return {("property", name), PLACES}
        case t.Aggregate(name=name) | t.Differ(name=name) | t.WithExtreme(name=name):
            return {("property", name)}
        case t.InPlace() | t.Step() | t.Within() | t.Nearest() | t.Reachable():
            return {PLACES}
    return set()


@over(t.Stmt, leaves="SHOWS ENDS MENUS FLOW Call Choose Let Nothing Perform Shuffle")
def writes(node: t.Node) -> set[Key]:
    """What a statement itself changes, not what it sets off."""
    match node:
        case t.Put() | t.Swap():
            return {PLACES}
        case t.Become(target=target) | t.Change(target=target):
            if isinstance(target, t.Property):
                return {("property", target.name)}
            if isinstance(target, t.GameState | t.PhraseState):
                return {("state", target.name)}
        case t.Pay(amounts=amounts) | t.Gain(amounts=amounts):
            return {("property", one.name) for one in amounts}
    return set()
