"""What must be possible before a text is offered: the needs of its first steps, as far as these can be foreseen.

In: the body of an option, a branch, a `may` or an action, of a checked game. Out: its beginning, that is the steps up
to the first one in which a player or luck decides, or that shows somebody something. Each step has its needs, and
says whether these must be tested after the steps before it. A step is foreseen if it does the same whatever is
chosen and drawn, judging by what every player knows.

The interpreter tests what is described here (`lower/choices/beginnings.py`), and the check RW316 finds out whether
the result reveals something to a player (`checks/secrecy.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs

from .. import tree as t
from ..model.footprint import Key, reads, writes
from ..model.footprint import asked as all_asked
from ..model.game import Game, Watch
from ..model.survey import Survey, abilities
from ..secrecy.disclosure import disclosure_of
from ..secrecy.flows import Body
from ..tree.passes import over, table
from ..tree.types import OF_PIECES, YES_NO
from ..tree.walk import walk

DEEPEST = 8
"""The deepest nesting of actions that is foreseen."""
ANYTHING: Key = ("anything", "")
"""The key that stands for an unknown write."""
MOST_FORKS = 3
"""The most successive conditions of which both outcomes are followed."""


# ------------------------------------------------------------------------- what a step needs


@attrs.frozen
class Cost:
    """These amounts can be paid together."""

    player: t.Expr
    amounts: tuple[t.Amount, ...]


@attrs.frozen
class Candidates:
    """There are enough candidates for a choice."""

    of: t.Quantity


@attrs.frozen
class There:
    """The pieces that are moved or shown are there."""

    what: t.Expr


@attrs.frozen
class Begun:
    """An action can be begun."""

    call: t.Call


@attrs.frozen
class Printed:
    """A player can begin a printed effect."""

    of: t.Property
    player: t.Expr


@attrs.frozen
class Ways:
    """At least one of several texts whose conditions hold can be begun."""

    ways: tuple[tuple[t.Expr | None, Body], ...]


@attrs.frozen
class Cases:
    """The text of the case that holds can be begun, or the last text if no case holds."""

    cases: tuple[tuple[t.Expr, Body], ...]
    otherwise: Body


@attrs.frozen
class Often:
    """A text that is repeated can be begun, if it is carried out at least once."""

    count: t.Expr
    body: Body


@attrs.frozen
class First:
    """A text can be begun for the first member of its set."""

    loop: t.ForEach


Need = Cost | Candidates | There | Begun | Printed | Ways | Cases | Often | First


@attrs.frozen
class Step:
    """Statements of a text (several where costs are paid together), and their needs.

    `begun`: something has been done before, so optional parts need nothing. `after`: the steps before can change
    whether this one can be done. `again`: whether it can be done shows only when it is done. `foreseen`: its effects
    are known before.
    """

    nodes: Body
    needs: Need | None
    begun: bool
    after: bool
    again: bool
    foreseen: bool

    @property
    def tried(self) -> bool:
        """Whether it has to be tried out."""
        return self.after or self.again


class Beginnings:
    """The beginnings of the texts of a game."""

    def __init__(self, game: Game) -> None:
        self.game, self.symbols = game, game.symbols
        self.disclosure = disclosure_of(game)
        self._known_nodes: dict[int, tuple[t.Stmt, bool]] = {}  # by identity; the stored node keeps it valid
        self._known_firsts: dict[int, tuple[t.ForEach, bool]] = {}
        self._actions: set[str] = set()
        self._watches = [(one, reads(one.test, game.symbols)) for one in game.watches]
        triggers = [one for one in abilities(game) if isinstance(one, t.Trigger)]
        told = [
            *(one.body for one in triggers),
            *(body for one in game.symbols.designs.values() for body in one.effects.values()),
        ]
        self._own = {id(node) for body in told for node in walk(body) if isinstance(node, t.This)}
        self._foreseen_actions()
        self._private_names = self._names_for_some(triggers)

    def of(self, body: Body, begun: bool = False) -> tuple[Step, ...]:
        """The steps at the beginning of a text. All but the last are foreseen."""
        found: list[Step] = []
        written: set[Key] = set()
        at = 0
        while at < len(body):
            nodes = self._together(body, at)
            at += len(nodes)
            first = nodes[0]
            foreseen = self.foreseen(first)
            needs = self._needs(nodes, begun, body[at:])
            after = self._depends(first.value if isinstance(first, t.Let) else needs, written)
            again = foreseen and self._again(first)
            found.append(Step(nodes, needs, begun, after and needs is not None, again, foreseen))
            if not foreseen:
                break
            if isinstance(first, t.Let):
                written = written | {_name(first.name)} if after else written - {_name(first.name)}
            written |= self._written(nodes)
            begun = begun or not isinstance(first, t.Pay | t.Let)
        return tuple(found)

    def actions(self, body: Body, begun: bool = False) -> Iterator[tuple[str, bool]]:
        """The actions whose beginnings are tested, and whether something is done before each."""
        todo = [(body, begun)]
        while todo:
            for step in self.of(*todo.pop()):
                if isinstance(step.needs, Begun):
                    yield step.needs.call.phrase, step.begun
                begun = step.begun or isinstance(step.needs, First)
                todo += [(inner, begun) for inner in bodies_in(step.needs)]

    def public(self, body: Body) -> bool:
        """Whether every player knows if a text can be begun."""
        todo, met = [body], set[str]()
        while todo:
            for step in self.of(todo.pop()):
                first, needs = step.nodes[0], step.needs
                if isinstance(needs, There) and _is_there(needs.what):
                    continue
                if not self._heard(first.value if isinstance(first, t.Let) else needs):
                    return False
                todo += bodies_in(needs)
                match needs:
                    case Begun(call=call) if call.phrase not in met:
                        met.add(call.phrase)
                        todo.append(self.symbols.phrases[call.phrase].body)
                    case Printed(of=of) if f"effect {of.name}" not in met:
                        met.add(f"effect {of.name}")
                        todo += self._printing(of.name)
        return True

    @over(
        t.Stmt,
        leaves="MOVES SETS Reveal Show ENDS MENUS If Repeat Simultaneously OnlyIf Call Nothing Perform Shuffle",
    )
    def _names_for_some(self, triggers: list[t.Trigger]) -> set[str]:
        """The names of texts for things that not every player may see."""
        phrases = self.symbols.phrases
        found = {
            name for signature in phrases for name, one in self.disclosure.slots(signature).items() if one
        }
        for trigger in triggers:
            found |= {name for name, one in self.disclosure.matched(trigger).items() if one}
        for text in self.game.texts:
            for node in walk(text.tree):
                if isinstance(node, t.Look) and node.name is not None:
                    found.add(node.name)
                if isinstance(node, t.Let | t.Choose | t.ForEach) and self.disclosure.shown(node) != "all":
                    found.add(node.name)
        return found

    def chosen_openly(self, of: t.Quantity | t.Expr) -> bool:
        """Whether every player knows what can be chosen: the set, and which pieces its members are."""
        whole = of.of if isinstance(of, t.Quantity) else of
        pieces = whole.type.kind in OF_PIECES
        return self._heard(of) and (not pieces or self._known(whole))

    def runs_out_openly(self, of: t.Quantity) -> bool:
        """Whether every player knows when there is nothing more to choose: how many pieces lie somewhere is known,
        but not what they are."""
        return self._heard(t.Exists(of.of, span=of.span, type=YES_NO)) and not self._mixed(of.of)

    def necessary(self, test: t.Expr) -> t.Expr | None:
        """What every player knows of a condition: itself; or, where it asks for certain pieces in a place, that some
        lie there; None if nobody else knows anything."""
        if self._heard(test) and not (isinstance(test, t.Exists) and self._mixed(test.of)):
            return test
        place = self.lies_in(test.of) if isinstance(test, t.Exists) else None
        if place is None:
            return None
        empty = t.IsEmpty(place, span=test.span, type=YES_NO)
        return t.Not(empty, span=test.span, type=YES_NO)

    def lies_in(self, of: t.Expr) -> t.PlaceValue | None:
        """The place in which pieces are looked for, if every player knows which one it is."""
        whole = of.of if isinstance(of, t.Quantity) else of
        filters = whole.filters if isinstance(whole, t.Select) and whole.type.kind == "pieces" else ()
        for one in filters:
            place = one.place if isinstance(one, t.InPlace) else None
            if isinstance(place, t.PlaceValue) and place.type.kind == "place" and self._heard(place):
                return place
        return None

    def _mixed(self, of: t.Expr) -> bool:
        """Whether pieces of some types are meant where others lie with them, face down."""
        for node in walk(of):
            if isinstance(node, t.Select) and node.type.kind == "pieces":
                named = [one.place for one in node.filters if isinstance(one, t.InPlace)]
                places = [self.symbols.places[one.name] for one in named if isinstance(one, t.PlaceValue)]
                if any(
                    one.text.sight != "open" and not set(one.text.types) <= set(node.type.of)
                    for one in places
                ):
                    return True
        return False

    def asked_openly(self, test: t.Expr | None, body: Body) -> bool:
        """Whether every player knows whether an option is open."""
        return (test is None or self._heard(test)) and self.public(body)

    def _heard(self, asked: object) -> bool:
        """Whether every player knows what is tested: it uses no names for things that only some know."""
        if isinstance(asked, t.Stmt) and not isinstance(asked, t.Call):
            return True  # a text within, whose own beginning is tested
        if isinstance(asked, t.Node):
            names = {node.name for node in walk(asked) if isinstance(node, t.Variable)}
            return self._public(asked) and not names & self._private_names
        if isinstance(asked, Printed) and not self._known(asked.of.of):
            return False
        if isinstance(asked, Cost):  # what is paid may itself be a secret
            return self._heard(t.CanPay(asked.player, asked.amounts, span=asked.player.span, type=YES_NO))
        parts = asked if isinstance(asked, tuple) else _parts(asked)
        return all(self._heard(part) for part in parts)

    def _printing(self, name: str) -> list[Body]:
        """All printed effects of a name."""
        printers = list(self.symbols.designs.values())
        printers += [cell for place in self.symbols.places.values() for cell in place.printed.values()]
        return [one.effects[name] for one in printers if name in one.effects]

    # ------------------------------------------------------------------- what a step needs

    @over(
        t.Stmt,
        subject="first",
        leaves="Swap Become Change Gain ENDS May MayRepeatedly AnyOrder Offer Simultaneously OnlyIf Let "
        "Nothing Shuffle",
    )
    def _needs(self, nodes: Body, begun: bool, rest: Body) -> Need | None:
        """What statements need; `rest` is what follows them."""
        first = nodes[0]
        match first:
            case t.Pay(player=player):
                return Cost(player, tuple(one for node in nodes for one in _amounts(node)))
            case t.Choose(of=of):
                return Candidates(of) if of.how in ("one", "exactly", "at least") else None
            case t.Put(what=what) | t.Look(what=what) | t.Reveal(what=what) | t.Show(what=what):
                return There(what)
            case t.Call() as call:
                return Begun(call)
            case t.Perform(of=t.Property() as of, player=player):
                return Printed(of, player)
            case t.Alternatives(bodies=bodies):
                return Ways(tuple((None, body) for body in bodies))
            case t.ChooseOne(branches=branches):
                return Ways(tuple((branch.test, branch.body) for branch in branches))
            case t.If() as node:
                return self._cases(node, rest)
            case t.Repeat(how="times", test=count, body=body):
                return Often(count, body)
            case t.ForEach() as node if self._has_first(node):
                return First(node)
        return None if begun or rest else _all_there_is(first)

    @over(
        t.Stmt,
        leaves="Swap SETS SHOWS ENDS MENUS If OnlyIf Simultaneously Call Choose Let Nothing Perform Shuffle",
    )
    def _again(self, node: t.Stmt) -> bool:
        """Whether a foreseen statement repeats something that may become impossible, or puts pieces where they may
        not lie."""
        match node:
            case t.Put(what=what, place=place) if not isinstance(place, t.PlaceValue):
                held = self.symbols.held_in(place.type)
                return not what.type.of or not set(what.type.of) <= set(held)
            case t.ForEach(body=body) | t.Repeat(how="times", body=body):
                return any(step.needs is not None for step in self.of(body, begun=True))
        return False

    def _has_first(self, node: t.ForEach) -> bool:
        """Whether every player knows for which member a text is carried out first, and whether it can be."""
        known = self._known_firsts.get(id(node))
        if known is None:
            self._known_firsts[id(node)] = (node, False)  # where it would test itself
            decided = "any order" in (node.order, node.ties) or node.by is not None
            has = not decided and self._heard((node.of, node.start)) and self.public(node.body)
            known = self._known_firsts[id(node)] = (node, has)
        return known[1]

    def _together(self, body: Body, at: int) -> Body:
        """A statement; costs of one player together with the costs that follow, if nothing happens between."""
        first, end = body[at], at + 1
        if isinstance(first, t.Pay):
            while (
                end < len(body)
                and isinstance(one := body[end], t.Pay)
                and one.player == first.player
                and not _stand_in((*body[at:end], one))
                and not (self.woken(body[end - 1]) and self.foreseen(body[end - 1]))
            ):
                end += 1
        return body[at:end]

    def _cases(self, node: t.If, rest: Body) -> Cases:
        """If a case does not stop, the statements that follow belong to it."""
        if self.foreseen(node):
            return Cases(node.cases, node.otherwise)  # what follows is examined separately
        forks = sum(isinstance(one, t.If) and not self.foreseen(one) for one in rest)

        def whole(body: Body) -> Body:
            goes_on = forks < MOST_FORKS and not any(isinstance(one, t.Let) for one in body)
            if goes_on and self._all(body):
                return (*body, *rest)
            # That something follows matters even where it is not examined: a `may` is then not all there is.
            return (*body, t.Nothing(span=node.span)) if body and rest else body

        return Cases(tuple((test, whole(body)) for test, body in node.cases), whole(node.otherwise))

    # ---------------------------------------------------------------------- what is foreseen

    def foreseen(self, node: t.Stmt) -> bool:
        """Whether every player knows in advance what a statement does."""
        known = self._known_nodes.get(id(node))
        if known is None:
            handler = FORESEEN.get(type(node))
            can = handler is not None and handler(self, node) and all(map(self._answered, self.woken(node)))
            known = self._known_nodes[id(node)] = (node, can)
        return known[1]

    def woken(self, node: t.Stmt) -> list[Watch]:
        """The watches that are tested after a statement."""
        changed = writes(node, self.symbols) if self._watches else None
        return [watch for watch, read in self._watches if changed & read] if changed else []

    def _answered(self, watch: Watch) -> bool:
        """Whether every player knows if the condition of a watch holds."""
        return self._public(watch.test) and not self._asks_back(watch.test)

    def followed(self, watch: Watch) -> bool:
        """Whether every player knows what a watch does. If not, nothing after it is foreseen."""
        return self._all(watch.body) and not self._asks_back(watch.body)

    def _asks_back(self, tree: object) -> bool:
        """Whether a watch tests what can be done, which would mean testing the watch itself."""
        return any(isinstance(node, t.CanBeDone) for node in all_asked(tree, self.symbols))

    def _all(self, body: Body) -> bool:
        return all(self.foreseen(node) for node in body)

    def _public(self, value: object) -> bool:
        """Whether every player knows a value. Players who know of an ability know the piece that has it, and those
        who know which effect is printed know the piece that prints it."""
        found = self.disclosure.exposure(value, {})
        return not found.owners and all(id(face) in self._own for face in found.faces)

    def _known(self, what: t.Expr) -> bool:
        """Whether all players know which pieces these are: they lie in the open, like all pieces of their types."""
        if self._public(t.Property(what, "kind", span=what.span, type=what.type)):
            return True
        types = set(what.type.of or self.symbols.types)
        places = self.symbols.places.values()
        return all(place.text.sight == "open" for place in places if types & set(place.text.types))

    def _always(self, node: t.Stmt) -> bool:
        return True

    def _pay(self, node: t.Pay) -> bool:
        """Always: what it reads is tested anyway."""
        return all(self._call(one.event) for one in node.amounts if isinstance(one.event, t.Call))

    def _gain(self, node: t.Gain) -> bool:
        known = all(self._call(one.event) for one in node.amounts if isinstance(one.event, t.Call))
        return known and self._public((node.player, node.amounts))

    def _put(self, node: t.Put) -> bool:
        return self._public((node.what, node.place)) and self._known(node.what)

    def _swap(self, node: t.Swap) -> bool:
        both = (node.left, node.right)
        return self._public(both) and all(self._known(one) for one in both)

    def _become(self, node: t.Become) -> bool:
        return self._public((_owner(node.target), node.value))

    def _change(self, node: t.Change) -> bool:
        known = node.event is None or self._call(node.event)
        return known and self._public((node.target, node.amount))

    def _if(self, node: t.If) -> bool:
        bodies = (*(body for _, body in node.cases), node.otherwise)
        return self._public(tuple(test for test, _ in node.cases)) and all(map(self._all, bodies))

    def _for_each(self, node: t.ForEach) -> bool:
        decided = "any order" in (node.order, node.ties)
        return not decided and self._public((node.of, node.start, node.value)) and self._all(node.body)

    def _repeat(self, node: t.Repeat) -> bool:
        return node.how == "times" and self._public(node.test) and self._all(node.body)

    def _call(self, node: t.Call) -> bool:
        """Whether this is an action that no ability changes or reacts to."""
        return node.phrase in self._actions and self._public(node.arguments)

    def _foreseen_actions(self) -> None:
        """Finds the actions that do only what is foreseen. An action that may happen inside itself is not one of
        them."""
        hooks = Survey(self.game).hooks
        open_ = [name for name in self.symbols.phrases if name not in hooks]
        for _ in range(DEEPEST):
            found = {name for name in open_ if self._all(self.symbols.phrases[name].body)}
            if found == self._actions:
                break
            self._actions = found
            self._known_nodes.clear()

    # ------------------------------------------------------------- what was done before

    def _depends(self, asked: object, written: set[Key]) -> bool:
        """Whether what has been written can change a result."""
        if not written or asked is None:
            return False
        if ANYTHING in written:
            return True
        if isinstance(asked, tuple):
            return any(self._depends(part, written) for part in asked)
        if isinstance(asked, t.Node):
            return any(
                isinstance(node, _READS_MORE) or _read(node) & written for node in walk(asked)
            ) or bool(reads(asked, self.symbols) & written)
        return any(self._depends(part, written) for part in _parts(asked))

    def _written(self, nodes: Body) -> set[Key]:
        """The keys that foreseen statements change, including the actions that they call and the watches that they
        wake."""
        found: set[Key] = set()
        todo: list[object] = [nodes]
        met: set[str] = set()
        while todo:
            for node in walk(todo.pop()):
                found |= writes(node, self.symbols)
                if isinstance(node, t.Call):
                    todo.append(self.symbols.phrases[node.phrase].body)
                for watch in self.woken(node) if isinstance(node, t.Stmt) else ():
                    if watch.name not in met:
                        met.add(watch.name)
                        found |= set() if self.followed(watch) else {ANYTHING}
                        todo += [watch.body] if self.followed(watch) else []
        return found


_FORESEEN: dict[type[t.Stmt], Callable[[Beginnings, Any], bool]] = {
    t.Nothing: Beginnings._always,
    t.Let: Beginnings._always,  # what it reads is tested where its name is used
    t.Pay: Beginnings._pay,
    t.Gain: Beginnings._gain,
    t.Put: Beginnings._put,
    t.Swap: Beginnings._swap,
    t.Become: Beginnings._become,
    t.Change: Beginnings._change,
    t.If: Beginnings._if,
    t.ForEach: Beginnings._for_each,
    t.Repeat: Beginnings._repeat,
    t.Call: Beginnings._call,
}
"""Statements that may be foreseen, with what decides it."""

FORESEEN = table(
    __name__, "FORESEEN", t.Stmt, _FORESEEN, "Choose MENUS Simultaneously OnlyIf Shuffle SHOWS Perform ENDS"
)
"""The omitted statements are never foreseen: there, a player or luck decides, somebody learns
something, or the text ends."""


def bodies_in(needs: Need | None) -> tuple[Body, ...]:
    """The texts that must be possible to begin."""
    match needs:
        case Ways(ways=ways):
            return tuple(body for _, body in ways)
        case Cases(cases=cases, otherwise=otherwise):
            return (*(body for _, body in cases), otherwise)
        case Often(body=body) | First(loop=t.ForEach(body=body)):
            return (body,)
    return ()


@over(
    t.Stmt,
    leaves="MOVES SETS SHOWS ENDS ChooseOne Alternatives Offer If ForEach Repeat Simultaneously Call Choose Let "
    "Nothing Perform Shuffle",
)
def _all_there_is(node: t.Stmt) -> Need | None:
    """In a text of optional parts only, at least one of them must be possible."""
    match node:
        case t.OnlyIf(costs=(t.Call() as call,)):
            return Begun(call)
        case t.OnlyIf(costs=costs):
            return Ways(((None, costs),))
        case t.AnyOrder(of=parts):
            return Ways(tuple((None, (part,)) for part in parts))
        case t.May(body=body, otherwise=otherwise):
            return Ways(tuple((None, one) for one in (body, otherwise) if one))
        case t.MayRepeatedly(body=body):
            return Ways(((None, body),))
    return None


def _amounts(node: t.Stmt) -> tuple[t.Amount, ...]:
    return node.amounts if isinstance(node, t.Pay) else ()


def _stand_in(costs: Body) -> bool:
    """Whether missing entries of a table are replaced, and the replacement is paid again. Then the order of payment
    matters, and each cost is tested after the costs before it."""
    amounts = [one for node in costs for one in _amounts(node)]
    wild = [one for one in amounts if one.wild is not None or one.wild_key is not None]
    return any({*one.names} & {*other.names} for one in wild for other in amounts if other is not one)


def _owner(target: t.Expr) -> tuple[t.Expr | None, ...]:
    """The owner of a state (None for the game) and, for a table, the entry."""
    if isinstance(target, t.Property):
        return target.of, target.key
    return (None, target.key) if isinstance(target, t.GameState) else ()


def _parts(needs: object) -> list[object]:
    """The parts of the needs of a step."""
    kind: Any = type(needs)
    return [getattr(needs, field.name) for field in attrs.fields(kind)] if attrs.has(kind) else []


def _name(name: str) -> Key:
    return "name", name


def _read(node: t.Node) -> set[Key]:
    """What a part of a test reads, beyond what `footprint` covers."""
    if isinstance(node, t.Amount):
        return {("player", name) for name in node.names}
    return {_name(node.name)} if isinstance(node, t.Variable) else set()


_READS_MORE = t.Call | t.Perform | t.OnlyIf | t.NumberValue | t.CanBeDone
"""Nodes that read more than they contain, so that anything done before may matter."""


def beginnings_of(game: Game) -> Beginnings:
    """The beginnings of the texts of a game, computed once."""
    found: Beginnings | None = game.made.get("beginnings")
    if found is None:
        found = game.made["beginnings"] = Beginnings(game)
    return found


def _is_there(what: t.Expr) -> bool:
    """Whether what a text has named is surely a piece."""
    return isinstance(what, t.Variable) and what.type.kind == "piece" and not what.type.optional
