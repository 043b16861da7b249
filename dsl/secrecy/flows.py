"""Where a choice flows: into secret states, or into something that others can notice.

In: a checked game. `Flows.body` follows a text: what becomes of some of its names or, where it is `forced` (it
happens only because of a choice), of everything that it does. Nothing is played: the answer holds for every match,
and errs towards being noticed. The search ends at secret states: what the rules reveal of a secret later, they
reveal on purpose."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs

from .. import tree as t
from ..diagnostics.source import Span
from ..model.game import Game
from ..model.survey import Survey
from ..model.symbols import Symbols
from ..tree.passes import over, table
from ..tree.types import OF_CELLS, OF_PIECES, OF_PLAYERS
from ..tree.walk import parts_of

Body = tuple[t.Stmt, ...]
THIS = "this"
"""Among names of a text, the piece on which it is printed. It is a keyword, so nothing else has this name."""
DEEPEST = 60
"""The deepest nesting of calls that is followed."""


@attrs.frozen
class Visible:
    """Something that others notice, as messages describe it."""

    what: str = attrs.field(eq=False)
    span: Span = attrs.field(eq=False, repr=False)


@attrs.frozen
class Flow:
    """What a choice flows into: the first secret state, the first thing that others notice; `exposed` if the value
    itself ends up where all can see it; `asks` if another player decides something meanwhile; `covered` if it decides
    which piece lies, before all have seen it, where not all see it."""

    secret: Span | None = attrs.field(default=None, eq=bool)
    visible: Visible | None = attrs.field(default=None, eq=bool)
    exposed: bool = False
    asks: bool = False
    covered: bool = False

    def __or__(self, other: Flow) -> Flow:
        return Flow(
            self.secret or other.secret,
            self.visible or other.visible,
            self.exposed or other.exposed,
            self.asks or other.asks,
            self.covered or other.covered,
        )

    def public(self) -> Flow:
        """The same, without the secret state."""
        return attrs.evolve(self, secret=None)


NOWHERE = Flow()


@attrs.frozen
class At:
    """What is followed: `names` of the text, or everything that happens (`forced`). `inner` are names of choices
    within it, whose values others cannot infer from the fact that it happens. `who` holds all names of the player
    who chooses what is followed. Pieces in `shown` have been put where all see them."""

    names: frozenset[str]
    who: frozenset[t.Expr]
    forced: bool = False
    inner: frozenset[str] = frozenset()
    shown: frozenset[str] = frozenset()

    def bind(self, name: str | None, follows: bool, inner: bool = False) -> At:
        """The same after a name has got a new meaning."""
        if name is None:
            return self
        names = self.names | {name} if follows else self.names - {name}
        within = self.inner | {name} if inner else self.inner - {name}
        return attrs.evolve(self, names=names, inner=within, shown=self.shown - {name})


@over(
    t.Expr,
    t.Filter,
    leaves="LITERALS SEATS OPERATORS OF_SETS STATES Differ FACES PLACED LYING STEPS SHAPE MEMBERS LIKE "
    "SPREADS Actor CanBeDone CanPay CellValue Here Holds NumberValue OptionValue Property Select So "
    "WithoutPieces",
)
def mentions(node: object, names: frozenset[str]) -> bool:
    """Whether a tree uses one of these names of the text."""
    if not names:
        return False
    if isinstance(node, tuple):
        return any(mentions(part, names) for part in node)
    if isinstance(node, t.Variable | t.This):
        return (THIS if isinstance(node, t.This) else node.name) in names
    if not isinstance(node, t.Node):
        return False
    if isinstance(
        node, t.Aggregate
    ):  # its own name hides an equal one, but only in the part about each member
        return mentions(node.of, names) or mentions(node.value, names - {node.name})
    if isinstance(node, t.Where | t.WithExtreme):
        names = names - {node.name}  # its own name hides an equal one
    return any(mentions(getattr(node, name), names) for name in parts_of(type(node)))


@over(t.Stmt, leaves="MOVES SETS SHOWS ENDS Call Choose Let Nothing Perform Shuffle")
def bodies_of(node: t.Stmt) -> tuple[Body, ...]:
    """The texts within a statement."""
    match node:
        case t.ChooseOne(branches=branches) | t.Offer(branches=branches):
            return tuple(branch.body for branch in branches)
        case t.May(body=body, otherwise=otherwise):
            return (body, otherwise)
        case t.Alternatives(bodies=bodies):
            return bodies
        case t.AnyOrder(of=parts):
            return tuple((part,) for part in parts)
        case t.If(cases=cases, otherwise=otherwise):
            return (*(body for _, body in cases), otherwise)
        case t.OnlyIf(costs=costs, body=body):
            return ((*costs, *body),)
        case (
            t.MayRepeatedly(body=body)
            | t.ForEach(body=body)
            | t.Repeat(body=body)
            | t.Simultaneously(body=body)
        ):
            return (body,)
    return ()


def is_secret(symbols: Symbols, target: t.Expr) -> bool:
    """Whether a state is declared secret."""
    if isinstance(target, t.GameState):
        return symbols.game[target.name].secret
    if isinstance(target, t.PhraseState):
        return secret_of_abilities(symbols, target.name)
    if isinstance(target, t.Property):
        return secret_property(symbols, target.of, target.name)
    return False


def any_secrets(symbols: Symbols) -> bool:
    """Whether any state is secret."""
    owners = [symbols.game, symbols.players]
    owners += [one.properties for one in symbols.types.values()]
    owners += [one.properties for one in symbols.places.values()]
    owners += [one.state for one in symbols.phrases.values()]
    return any(state.secret for states in owners for state in states.values())


def secret_of_abilities(symbols: Symbols, name: str) -> bool:
    return any(name in phrase.state and phrase.state[name].secret for phrase in symbols.phrases.values())


def secret_property(symbols: Symbols, of: t.Expr, name: str) -> bool:
    """Whether a property of this name is a secret state of players, pieces or cells."""
    kind = of.type.kind
    if kind in OF_PLAYERS:
        state = symbols.players.get(name)
        return state is not None and state.secret
    owners: Iterator[Any]
    if kind in OF_CELLS:
        owners = iter([symbols.places[board] for board in of.type.of])
    elif kind in OF_PIECES:
        owners = iter([symbols.types[one] for one in of.type.of or symbols.types if one in symbols.types])
    else:
        return False
    return any(name in owner.properties and owner.properties[name].secret for owner in owners)


class Flows:
    """The flows of one game. `silent`: nobody notices that something is shown to others."""

    def __init__(self, game: Game, *, silent: bool = False) -> None:
        self.game, self.symbols, self.silent = game, game.symbols, silent
        self.survey = Survey(game)
        self._calls: dict[object, Flow] = {}  # as far as they are known
        self._asked_for: list[object] = []  # the calls and printed effects that are being followed
        self._settled: set[object] = set()
        self._circle = False  # whether something that is being followed was reached again

    def of(self, body: Body, at: At) -> Flow:
        """Where a text flows. Phrases that call each other in a circle are followed until nothing new is found."""
        while True:
            before = dict(self._calls)
            self._circle = False
            found = self.body(body, at)
            if not self._circle or self._calls == before:
                return found
            self._settled.clear()

    def _follow(self, key: object, node: t.Node, flow: Callable[[], Flow]) -> Flow:
        """The flow of a call, computed once."""
        if key in self._settled:
            return self._calls[key]
        if key in self._asked_for:
            self._circle = True
            return self._calls.get(key, NOWHERE)
        if len(self._asked_for) >= DEEPEST:  # whatever it does, it counts as noticed, and as secret
            return Flow(node.span, Visible("much happens", node.span), asks=True, covered=True)
        self._asked_for.append(key)
        found = flow()
        self._asked_for.pop()
        self._calls[key] = found
        self._settled.add(key)
        return found

    def body(self, body: Body, at: At) -> Flow:
        found = NOWHERE
        for node in body:
            flow, at = HANDLERS[type(node)](self, node, at)
            found |= flow
        return found

    def bodies(self, node: t.Stmt, at: At) -> Flow:
        found = NOWHERE
        for body in bodies_of(node):
            found |= self.body(body, at)
        return found

    # ------------------------------------------------------------------- statements

    def nothing(self, node: t.Stmt, at: At) -> tuple[Flow, At]:
        return NOWHERE, at

    def let(self, node: t.Let, at: At) -> tuple[Flow, At]:
        return NOWHERE, at.bind(node.name, mentions(node.value, at.names), mentions(node.value, at.inner))

    def put(self, node: t.Put, at: At) -> tuple[Flow, At]:
        where = mentions(node.place, at.names)
        flow = Flow(covered=mentions(node.what, at.names - at.shown) and not self.is_open(node.place))
        if isinstance(node.what, t.Variable) and self.is_open(node.place):
            at = attrs.evolve(at, shown=at.shown | {node.what.name})
        if at.forced or where or (mentions(node.what, at.names) and not isinstance(node.what, t.Variable)):
            return flow | _noticed("a piece moves", node, exposed=where), at
        # Players see which piece moves as far as they know the piece.
        shown = isinstance(node.what, t.Variable) and node.what.name in at.names and self.may_show(node.place)
        return flow | (_noticed("a piece moves", node, exposed=True) if shown else NOWHERE), at

    def is_open(self, place: t.Expr) -> bool:
        """Whether all players see what lies in a place."""
        if isinstance(place, t.PlaceValue):
            return self.symbols.places[place.name].text.sight == "open"
        if place.type.kind not in ("place", "cell"):
            return False
        known = self.symbols.possible_places(place.type) if place.type.kind == "place" else place.type.of
        return all(self.symbols.places[name].text.sight == "open" for name in known)

    def lie_open(self, types: tuple[str, ...]) -> bool:
        """Whether all players always see the pieces of some types: they can lie in open places only."""
        places = [one.text for one in self.symbols.places.values() if not {*types}.isdisjoint(one.text.types)]
        return bool(types and places) and all(one.sight == "open" for one in places)

    def may_show(self, place: t.Expr) -> bool:
        """Whether all players may see what is put there; where the side of a piece decides, it may be face up."""
        if place.type.kind not in ("place", "cell", "cells"):
            return False
        named = isinstance(place, t.PlaceValue)
        known = (place.name,) if isinstance(place, t.PlaceValue) else place.type.of
        if place.type.kind == "place" and not named:
            known = tuple(self.symbols.possible_places(place.type))
        return self.is_open(place) or any(self.symbols.places[one].text.sight == "side" for one in known)

    def shuffle(self, node: t.Shuffle, at: At) -> tuple[Flow, At]:
        return _if(at.forced or mentions(node.place, at.names), "a pile is shuffled", node), at

    def look(self, node: t.Look, at: At) -> tuple[Flow, At]:
        follows = mentions(node.what, at.names)
        flow = NOWHERE
        if node.player not in at.who and not self.silent:
            flow = _if(at.forced or follows, "another player looks at something", node)
        return flow, at.bind(node.name, follows)

    def reveal(self, node: t.Reveal, at: At) -> tuple[Flow, At]:
        follows = mentions(node.what, at.names)
        return _if(at.forced or follows, "something is revealed", node, follows), at.bind(node.name, follows)

    def show(self, node: t.Show, at: At) -> tuple[Flow, At]:
        follows = mentions((node.what, node.to), at.names)
        flow = NOWHERE if self.silent else _if(at.forced or follows, "something is shown", node, follows)
        return flow, at

    def swap(self, node: t.Swap, at: At) -> tuple[Flow, At]:
        follows = mentions((node.left, node.right), at.names)
        flow = Flow(covered=mentions((node.left, node.right), at.names - at.shown))
        return flow | _if(at.forced or follows, "pieces change places", node, True), at

    def choose(self, node: t.Choose, at: At) -> tuple[Flow, At]:
        follows = mentions(node.of, at.names)
        flow = NOWHERE if node.player is None else self._asked(node.player, (node.of,), node, at)
        return flow, at.bind(node.name, follows, inner=True)

    def _asked(self, player: t.Expr, depends: object, node: t.Stmt, at: At) -> Flow:
        """The flow of a decision. If another player decides, everybody notices; if it is the player who chooses what
        is followed, nobody can distinguish it from that choice."""
        if player in at.who:
            return NOWHERE
        asks = Flow(asks=at.forced)
        return asks | _if(at.forced or mentions((player, depends), at.names), "another player decides", node)

    def decide(self, node: Any, at: At) -> tuple[Flow, At]:
        """`choose one`, `may`, `A / B` and the like."""
        tests = tuple(branch.test for branch in getattr(node, "branches", ()))
        return self._asked(node.player, tests, node, at) | self.bodies(node, at), at

    def offer(self, node: t.Offer, at: At) -> tuple[Flow, At]:
        tests = tuple(branch.test for branch in node.branches)
        follows = mentions((node.players, node.start, tests), at.names)
        flow = _if(at.forced or follows, "something is offered", node) | Flow(asks=at.forced)
        inner = attrs.evolve(at.bind(node.name, follows), who=frozenset())  # somebody else acts in there
        return flow | self.bodies(node, inner), at

    def become(self, node: t.Become, at: At) -> tuple[Flow, At]:
        return self._set(node.target, node.value, at), at

    def change(self, node: t.Change, at: At) -> tuple[Flow, At]:
        found = self._set(node.target, node.amount, at)
        return found | (self.call(node.event, at)[0] if node.event is not None else NOWHERE), at

    def _set(self, target: t.Expr, value: t.Expr, at: At) -> Flow:
        owner = target.of if isinstance(target, t.Property) else None
        key = target.key if isinstance(target, t.Property | t.GameState) else None
        secret = is_secret(self.symbols, target)
        # The rules may put a piece that a secret state holds anywhere later.
        flow = Flow(covered=secret and value.type.kind in OF_PIECES and mentions(value, at.names - at.shown))
        return flow | self._sink(secret, (owner, key, value), _named(target), target, at)

    def _sink(self, secret: bool, value: object, what: str, node: t.Node, at: At) -> Flow:
        follows = mentions(value, at.names)
        if not follows and not at.forced:
            return NOWHERE
        if not secret:
            return _noticed(f"{what} changes", node, exposed=follows)
        # Players who know that it happens do not know what was chosen within it.
        return NOWHERE if not follows and mentions(value, at.inner) else Flow(secret=node.span)

    def amounts(self, node: t.Pay | t.Gain, at: At) -> tuple[Flow, At]:
        found = NOWHERE
        for one in node.amounts:
            for name in one.names:
                secret = secret_property(self.symbols, node.player, name)
                depends = (node.player, one.count, one.key, one.wild_key)
                found |= self._sink(secret, depends, f"'{name}'", node, at)
            found |= self.call(one.event, at)[0] if isinstance(one.event, t.Call) else NOWHERE
        return found, at

    def perform(self, node: t.Perform, at: At) -> tuple[Flow, At]:
        follows = mentions((node.of, node.player), at.names)
        if not at.forced and not follows:
            return NOWHERE, at
        actor = t.Actor(span=node.span, type=node.player.type)
        who = frozenset[t.Expr]({actor}) if node.player in at.who else frozenset[t.Expr]()
        name = node.of.name if isinstance(node.of, t.Property) else ""

        def flow() -> Flow:
            found = NOWHERE
            for body in self._printed(name):
                found |= self.body(body, At(frozenset(), who, forced=True))
                own = self.body(body, At(frozenset({THIS}), who))  # the text may put its own piece somewhere
                found |= Flow(covered=own.covered)
            return found

        return self._follow((name, who), node, flow), at

    def _printed(self, name: str) -> Iterator[Body]:
        cells = (cell for place in self.symbols.places.values() for cell in place.printed.values())
        for design in (*self.symbols.designs.values(), *cells):
            if name in design.effects:
                yield design.effects[name]

    def win(self, node: t.Win, at: At) -> tuple[Flow, At]:
        follows = mentions(node.winners, at.names)
        return _if(at.forced or follows, "the match ends", node, follows), at

    def end(self, node: t.Stmt, at: At) -> tuple[Flow, At]:
        what = {t.EndOfTurn: "the turn ends", t.EndOfPhase: "the phase ends"}
        return _if(at.forced, what.get(type(node), "the match ends"), node), at

    def if_(self, node: t.If, at: At) -> tuple[Flow, At]:
        return self._within(node, tuple(test for test, _ in node.cases), at), at

    def for_each(self, node: t.ForEach, at: At) -> tuple[Flow, At]:
        follows = mentions((node.of, node.start, node.value), at.names)
        inner = at.bind(node.name, follows, mentions(node.of, at.inner))
        return self._within(node, (node.of, node.start, node.value), inner, follows), at

    def repeat(self, node: t.Repeat, at: At) -> tuple[Flow, At]:
        return self._within(node, (node.test, node.bound), at), at

    def _within(self, node: t.Stmt, depends: object, at: At, follows: bool | None = None) -> Flow:
        """The flow of bodies whose execution, or number of repetitions, depends on something."""
        follows = mentions(depends, at.names) if follows is None else follows
        return self.bodies(node, attrs.evolve(at, forced=at.forced or follows))

    def simultaneously(self, node: t.Simultaneously, at: At) -> tuple[Flow, At]:
        follows = mentions(node.players, at.names)
        flow = _if(at.forced or follows, "players act simultaneously", node) | Flow(asks=at.forced)
        return flow | self.bodies(node, attrs.evolve(at, who=frozenset())), at

    def only_if(self, node: t.OnlyIf, at: At) -> tuple[Flow, At]:
        return self.bodies(node, at), at

    # ---------------------------------------------------------------------- phrases

    def call(self, node: t.Call, at: At) -> tuple[Flow, At]:
        phrase = self.symbols.phrases[node.phrase]
        pairs = list(zip(phrase.slots, node.arguments, strict=True))
        names = frozenset(slot.name for slot, value in pairs if mentions(value, at.names))
        inner = frozenset(slot.name for slot, value in pairs if mentions(value, at.inner))
        if not names and not at.forced:
            return NOWHERE, at
        shown = frozenset(
            slot.name for slot, value in pairs if isinstance(value, t.Variable) and value.name in at.shown
        )
        within = At(names, self._same(at.who, pairs), at.forced, inner, shown & names)

        def flow() -> Flow:
            triggers = self.survey.hooks.get(node.phrase, ())
            replaced = any(one.hook.when == "instead of" and self._asks(one, names) for one in triggers)
            found = self.body(phrase.body, attrs.evolve(within, forced=within.forced or replaced))
            for trigger in triggers:
                found |= self._hooked(trigger, names, within)
            return found

        return self._follow((node.phrase, within), node, flow), at

    def _same(self, who: frozenset[t.Expr], pairs: list[tuple[Any, t.Expr]]) -> frozenset[t.Expr]:
        """The names of a player in a called phrase: the actor, and the slots that the player fills."""
        slots = (t.Variable(slot.name, span=one.span, type=one.type) for slot, one in pairs if one in who)
        return frozenset([*(one for one in who if isinstance(one, t.Actor)), *slots])

    def _hooked(self, trigger: t.Trigger, names: frozenset[str], within: At) -> Flow:
        forced = within.forced or self._asks(trigger, names)
        flow = _if(forced and trigger.may, "an ability may act", trigger)
        return flow | self.body(trigger.body, At(self._bound(trigger, names), within.who, forced))

    def _bound(self, trigger: t.Trigger, names: frozenset[str]) -> frozenset[str]:
        """The names that an ability gives to these slots of the action that it acts on."""
        slots = self.symbols.phrases[trigger.hook.phrase].slots
        pairs = [one for one in zip(trigger.hook.pattern, slots, strict=True) if one[1].name in names]
        return frozenset(pattern.name for pattern, _ in pairs if pattern.name is not None)

    def _asks(self, trigger: t.Trigger, names: frozenset[str]) -> bool:
        """Whether an ability acts or not depends on these slots."""
        slots = self.symbols.phrases[trigger.hook.phrase].slots
        patterns = [one for one, slot in zip(trigger.hook.pattern, slots, strict=True) if slot.name in names]
        asked = any(one.members is not None or one.exact is not None for one in patterns)
        return asked or mentions(trigger.test, self._bound(trigger, names))


def _noticed(what: str, node: t.Node, exposed: bool = False) -> Flow:
    return Flow(visible=Visible(what, node.span), exposed=exposed)


def _if(happens: bool, what: str, node: t.Node, exposed: bool = False) -> Flow:
    return _noticed(what, node, exposed) if happens else NOWHERE


def _named(target: t.Expr) -> str:
    name = getattr(target, "name", "")
    return f"'{name}'" if name else "something"


_HANDLERS: dict[type, Callable[[Flows, Any, At], tuple[Flow, At]]] = {
    t.Nothing: Flows.nothing,
    t.Let: Flows.let,
    t.Put: Flows.put,
    t.Shuffle: Flows.shuffle,
    t.Look: Flows.look,
    t.Reveal: Flows.reveal,
    t.Show: Flows.show,
    t.Swap: Flows.swap,
    t.Choose: Flows.choose,
    t.ChooseOne: Flows.decide,
    t.May: Flows.decide,
    t.MayRepeatedly: Flows.decide,
    t.Alternatives: Flows.decide,
    t.AnyOrder: Flows.decide,
    t.Offer: Flows.offer,
    t.Become: Flows.become,
    t.Change: Flows.change,
    t.Pay: Flows.amounts,
    t.Gain: Flows.amounts,
    t.Perform: Flows.perform,
    t.Win: Flows.win,
    t.EndOfMatch: Flows.end,
    t.EndOfTurn: Flows.end,
    t.EndOfPhase: Flows.end,
    t.If: Flows.if_,
    t.ForEach: Flows.for_each,
    t.Repeat: Flows.repeat,
    t.Simultaneously: Flows.simultaneously,
    t.OnlyIf: Flows.only_if,
    t.Call: Flows.call,
}
HANDLERS = table(__name__, "HANDLERS", t.Stmt, _HANDLERS)
"""How each statement is followed."""
