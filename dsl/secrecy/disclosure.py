"""What may be revealed to whom: which choices are kept secret, and which values of texts not every player knows.

In: a checked game. Out:

- `keeps(node)`: the choice is revealed to nobody but the player who chooses. That is so where it goes into secret
  states and into nothing else that others can notice, or where the text says `secretly`. A choice that goes into both
  is `mixed`: the text has to decide. What is offered is never kept secret: who is asked again shows who has passed.
- `covers(node)`: what is chosen decides which piece the rules then lay where not all see it. Until then, others must
  not learn which one it is.
- `exposure(expr, known)`: the owners of the secrets, and the pieces with the faces, from which a value is computed.
  Only players who know all of these may see the value.
- `shown(node)`, `slots(phrase)`: the players who may see what a statement names, or a slot.

Everything that people and programs see rests on these answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from typing import Literal

import attrs

from .. import tree as t
from ..diagnostics.source import Span
from ..model.game import Game, Phase
from ..model.survey import abilities, effects, phases
from ..model.symbols import Slot
from ..tree.passes import over
from ..tree.types import OF_PIECES, PLAYER
from ..tree.walk import each_filter, parts_of, walk
from .flows import At, Body, Flow, Flows, Visible, any_secrets, bodies_of, is_secret, secret_property

Shown = Literal["all", "chooser", "nobody"]
"""Which players may see a name of a text: all of them, only the one who decides now and chose it, or nobody."""


@attrs.frozen
class Exposure:
    """What a player must know to see a value: the secrets of `owners` (None: of nobody), the pieces of `faces`."""

    owners: frozenset[t.Expr | None] = frozenset()
    faces: frozenset[t.Expr] = frozenset()

    def __or__(self, other: Exposure) -> Exposure:
        return Exposure(self.owners | other.owners, self.faces | other.faces)

    def __bool__(self) -> bool:
        return bool(self.owners or self.faces)


OPEN = Exposure()
CLOSED = Exposure(frozenset({None}))
Known = Mapping[str, Exposure]


@attrs.frozen
class Mixed:
    """A choice that goes into a secret state and into something that others notice."""

    node: t.Node | Phase
    secret: Span
    visible: Visible


def disclosure_of(game: Game) -> Disclosure:
    """The answers for a game, computed once."""
    found: Disclosure | None = game.made.get("disclosure")
    if found is None:
        found = game.made["disclosure"] = Disclosure(game)
    return found


class Disclosure:
    """The answers for one game."""

    def __init__(self, game: Game) -> None:
        self.game, self.symbols = game, game.symbols
        self.flows = Flows(game)
        self._silent = Flows(game, silent=True)
        self.mixed: list[Mixed] = []
        self._kept: set[int] = set()  # by the identity of nodes and phases, which the game keeps alive
        self._covering: set[int] = set()
        self._shown: dict[int, Shown] = {}
        self._slots: dict[str, dict[str, Exposure]] = {}
        self._acting: dict[str, frozenset[t.Expr]] = {}
        self._hidden: dict[int, Exposure] = {}
        self._asking: dict[int, Known] = {}
        self._unnoticed: set[int] = set()  # looks and shows of which others must not learn, by identity
        self._unnoticed_phrases: set[str] = set()
        self._unnoticed_effects = False
        self._logged: dict[str, Known] = {}
        self._secrets = any_secrets(self.symbols)
        self._way: tuple[str, ...] = ()
        self._made_of: dict[
            str, Exposure
        ] = {}  # of named values and conditions, by name: they may read each other often
        self._alive: object = None  # keeps a text alive whose nodes are known by their identity
        for body in self._bodies():
            self._classify(body)
        self._classify_menus()
        self._expose()

    def keeps(self, node: t.Node | Phase) -> bool:
        """Whether what is chosen at a node is revealed to nobody else."""
        return id(node) in self._kept

    def covers(self, node: t.Stmt) -> bool:
        """Whether a piece that is chosen at a node may come to lie where not all players see it, before they have
        seen which one it is. A `put` that follows immediately needs no care: nobody can notice anything before it."""
        return id(node) in self._covering

    def shown(self, node: t.Stmt) -> Shown:
        """The players who may see what a statement names, while it waits to be used."""
        return self._shown.get(id(node), "nobody")

    def is_noticed(self, node: t.Look | t.Show) -> bool:
        """Whether all players may read that pieces are shown to somebody, where they lie, and to whom: none of it
        depends on what not everybody knows."""
        return id(node) not in self._unnoticed

    def named_before(self, node: t.Node) -> Known:
        """What a player must know to see what a text has named before a statement."""
        return self._asking.get(id(node), {})

    def slots(self, signature: str) -> Known:
        """What a player must know to see the slots of a phrase."""
        return self._slots.get(signature, {})

    def logged(self, signature: str) -> Known:
        """What a player must know to see the slots of a phrase, and the names of its opening."""
        return self._logged.get(signature, self.slots(signature))

    def shown_slot(self, signature: str, name: str) -> Shown:
        """The players who may see a slot of a phrase while it waits to be used."""
        found = self.slots(signature).get(name, OPEN)
        if not found:
            return "all"
        phrase = self.symbols.phrases[signature]
        actor = next((one for one in found.owners if isinstance(one, t.Actor)), None)
        if found.faces or actor is None or len(found.owners) > 1:
            return "nobody"
        return (
            "nobody"
            if self.flows.of(phrase.body, At(frozenset(), self._called(signature, actor), forced=True)).asks
            else "chooser"
        )

    def _called(self, signature: str, actor: t.Expr) -> frozenset[t.Expr]:
        """The player who acts, and the slots of a phrase that this player always fills."""
        return frozenset({actor, *self._acting.get(signature, ())})

    def including(self, *bodies: Body) -> Disclosure:
        """The same, including texts that are not part of the game: the starts of scenarios."""
        found = copy(self)
        found._kept, found._hidden, found._shown = set(self._kept), dict(self._hidden), dict(self._shown)
        found._covering = set(self._covering)
        found._asking = dict(self._asking)
        found._unnoticed = set(self._unnoticed)
        found._slots = {phrase: dict(slots) for phrase, slots in self._slots.items()}
        found._acting = dict(self._acting)
        found._alive = bodies
        for body in bodies:
            found._classify(body)
            found._walk(body, {})
        found._log_anew(self._slots)
        return found

    def _log_anew(self, before: dict[str, dict[str, Exposure]]) -> None:
        """Finds what lines show of the actions whose slots stand for more than before."""
        self._logged, done = dict(self._logged), dict(before)
        while changed := [one for one, slots in self._slots.items() if slots != done.get(one)]:
            for signature in changed:
                done[signature] = dict(self._slots[signature])
                self._logged[signature] = self._walk(self.symbols.phrases[signature].body, done[signature])

    def says_the_same_of_phrases(self, other: Disclosure) -> bool:
        """Whether the players who may see the slots of phrases are the same here and there. If so, other texts that
        call these phrases are shown alike."""
        return self._slots == other._slots and all(
            self.shown_slot(phrase, slot) == other.shown_slot(phrase, slot)
            for phrase, slots in self._slots.items()
            for slot in slots
        )

    def hides(self, node: t.Stmt) -> Exposure:
        """If it depends on secrets whether a statement is carried out, and nobody notices: the owners of these
        secrets. Only they read its lines of the log."""
        return self._hidden.get(id(node), OPEN)

    def hidden_by(self, test: object, body: Body) -> Exposure:
        """The same for a text that something triggers: a watch, or an ability that acts."""
        if not self._secrets or not self.exposure(test, {}).owners:
            return OPEN
        flow = self.flows.of(body, At(frozenset(), frozenset(), forced=True))
        return OPEN if flow.visible is not None else CLOSED

    def _bodies(self) -> Iterator[Body]:
        """All texts that do something."""
        yield from (phrase.body for phrase in self.symbols.phrases.values())
        yield from (one.body for one in abilities(self.game) if isinstance(one, t.Trigger))
        yield from self._rootless_bodies()

    def _rootless_bodies(self) -> Iterator[Body]:
        """The texts in which no name comes from outside."""
        yield from (watch.body for watch in self.game.watches)
        yield from effects(self.game)
        for phase in phases(self.game.flow):
            yield phase.body
            yield phase.turn
            yield from (option.body for option in phase.options)

    # ---------------------------------------------------------------- what is kept secret

    def _classify_menus(self) -> None:
        for phase in phases(self.game.flow):
            if phase.options and phase.span is not None:
                actor = t.Actor(span=phase.span, type=PLAYER)
                self._control(phase, tuple(option.body for option in phase.options), actor, None)
        for ability in abilities(self.game):
            if isinstance(ability, t.Trigger) and ability.may and self._secrets:
                flow = self.flows.of(ability.body, At(frozenset(), frozenset(), forced=True))
                if ability.hook.when == "instead of":  # others notice that the action does not happen
                    flow |= Flow(visible=Visible("the action does not happen then", ability.hook.span))
                if self._judge(ability, flow, None):
                    self._kept.add(id(ability))
                    self._kept |= {id(inner) for inner in walk(ability.body) if _chooses(inner)}

    @over(
        t.Stmt,
        leaves="MOVES SETS SHOWS ENDS Call If Let Nothing Offer OnlyIf Perform Repeat Shuffle Simultaneously",
    )
    def _classify(self, body: Body) -> None:
        for number, node in enumerate(body):
            if isinstance(node, t.Choose):
                self._pick(node, body[number + 1 :])
            elif isinstance(node, t.ChooseOne):
                self._control(node, bodies_of(node), node.player, node.secrecy)
            elif isinstance(node, t.May | t.MayRepeatedly | t.Alternatives | t.AnyOrder):
                self._control(node, bodies_of(node), node.player, None)
            elif isinstance(node, t.ForEach) and "any order" in (node.order, node.ties):
                self._cover(node, node.of, node.body)
            for inner in bodies_of(node):
                self._classify(inner)

    def _pick(self, node: t.Choose, rest: Body) -> None:
        flow = Flow()
        if self._secrets:
            flow = self.flows.of(rest, At(frozenset({node.name}), _one(node.player)))
        if self._judge(node, flow, node.secrecy):
            self._kept.add(id(node))
        self._cover(node, node.of.of, rest)

    def _cover(self, node: t.Choose | t.ForEach, of: t.Expr, rest: Body) -> None:
        """Notes a choice of pieces, from places that are not open, that the rules then lay where not all see them."""
        if of.type.kind not in OF_PIECES or any(
            self.flows.is_open(place) for place in places_of(_wholly(of))
        ):
            return
        first = rest[0].what if rest and isinstance(rest[0], t.Put) else None
        one = isinstance(node, t.Choose) and node.of.how == "one"
        if one and isinstance(first, t.Variable) and first.name == node.name:
            return
        if self.flows.of(rest, At(frozenset({node.name}), frozenset())).covered:
            self._covering.add(id(node))

    def _control(
        self, node: t.Node | Phase, bodies: Iterable[Body], who: t.Expr | None, secrecy: str | None
    ) -> None:
        """A choice among texts. If it is kept secret, so is everything that is chosen within it. If others notice a
        text anyway, they know that it was chosen, whatever else it does."""
        flows: list[Flow] = []
        if self._secrets:
            flows = [self.flows.of(body, At(frozenset(), _one(who), forced=True)) for body in bodies]
        secret = next((one for one in flows if one.secret is not None and one.visible is None), Flow())
        visible = next((one for one in flows if one.visible is not None), Flow())
        if not self._judge(
            node, secret | visible if secret.secret is not None else visible.public(), secrecy
        ):
            return
        self._kept.add(id(node))
        for body in bodies:
            self._kept |= {id(inner) for inner in walk(body) if _chooses(inner)}

    def _judge(self, node: t.Node | Phase, flow: Flow, secrecy: str | None) -> bool:
        """Whether a choice is kept secret."""
        if secrecy is not None or flow.secret is None:
            return secrecy == "secretly"
        if flow.visible is not None:
            self.mixed.append(Mixed(node, flow.secret, flow.visible))
            return False
        return True

    # ------------------------------------------------------------- who may be shown values

    @over(
        t.Expr,
        t.Filter,
        subject="expr",
        leaves="LITERALS SEATS OPERATORS OF_SETS STATES Differ KindsOf PLACED LYING STEPS SHAPE MEMBERS LIKE "
        "SPREADS Actor CanBeDone CanPay CellValue Here Holds NumberValue OptionValue Property So This "
        "WithoutPieces",
    )
    def exposure(self, expr: object, known: Known) -> Exposure:
        """What a player must know to see a value; `known` gives the same for the names of the text."""
        if isinstance(expr, tuple):
            return _all(self.exposure(part, known) for part in expr)
        if isinstance(expr, t.Variable):
            return known.get(expr.name, OPEN)
        if not isinstance(expr, t.Node):
            return OPEN
        if isinstance(expr, t.Aggregate):
            inner = self.exposure(expr.value, {name: one for name, one in known.items() if name != expr.name})
            return self._own(expr, known) | self.exposure(expr.of, known) | _of_each(inner, expr.name)
        if isinstance(expr, t.Where | t.WithExtreme):
            known = {name: one for name, one in known.items() if name != expr.name}
        found = self._own(expr, known)
        found |= _all(self.exposure(getattr(expr, name), known) for name in parts_of(type(expr)))
        if isinstance(expr, t.IsKind) and expr.what.type.kind in OF_PIECES:
            return Exposure(found.owners, found.faces - {_wholly(expr.of)}) | self._faces(expr.what)
        return self._of_members(found, expr) if isinstance(expr, t.Select) else found

    @over(
        t.Expr,
        subject="expr",
        leaves="LITERALS NAMES SEATS OPERATORS OF_SETS PLACED LYING STEPS SHAPE CanBeDone CellValue IsKind "
        "OptionValue",
    )
    def _own(self, expr: t.Node, known: Known) -> Exposure:
        """What a node itself adds to the exposure of its parts."""
        match expr:
            case t.GameState() | t.PhraseState():
                return CLOSED if is_secret(self.symbols, expr) else OPEN
            case t.Holds(of=None, name=name):
                state = self.symbols.game.get(name)
                return CLOSED if state is not None and state.secret else OPEN
            case t.Holds(of=t.Expr() as of, name=name) | t.Property(of=of, name=name):
                return self._read(of, name)
            case t.Aggregate(of=of, name=name) | t.Differ(of=of, name=name):
                return self._read(of, name)
            case t.KindsOf(of=of):
                return self._read(of, "kind")
            case t.Select():
                return self._selected(expr)
            case t.CanPay(player=player, amounts=amounts):
                read = [self._read(player, name) for one in amounts for name in one.names]
                return _all(read)
            case t.NumberValue(name=name, arguments=arguments) if name not in self._way:
                number = self.symbols.named_values[name]
                changed = CLOSED if self._changed_in_secret(name) else OPEN
                return changed | self._inside(name, number.value, number.slots, arguments, known)
            case t.So(phrase=name, arguments=arguments) if name not in self._way:
                phrase = self.symbols.phrases[name]
                return self._inside(name, phrase.test, phrase.slots, arguments, known)
        return OPEN

    def _of_members(self, found: Exposure, select: t.Select) -> Exposure:
        """The same, where the tests of a selection need the faces of its members: their places decide whether all
        players see them."""
        names = {
            test.name for test in each_filter(select.filters) if isinstance(test, t.Where | t.WithExtreme)
        }
        members = {face for face in found.faces if isinstance(face, t.Variable) and face.name in names}
        if not members:
            return found
        return Exposure(found.owners, found.faces - members) | self._faces(select)

    def _changed_in_secret(self, name: str) -> bool:
        """Whether it depends on something secret which abilities change a number."""
        self._way = (*self._way, name)
        found = False
        for ability in abilities(self.game):
            if isinstance(ability, t.Modifier) and ability.number == name:
                found = found or bool(self.exposure((ability.scope, ability.amount), {}).owners)
                found = found or self._in_force_in_secret()
        self._way = self._way[:-1]
        return found

    def _in_force_in_secret(self) -> bool:
        """Whether it depends on secret states which pieces are in force."""
        tests = (one.in_force for one in self.symbols.types.values())
        return any(self.exposure(test, {}).owners for test in tests)

    def _inside(
        self, name: str, value: object, slots: tuple[Slot, ...], arguments: tuple[t.Expr, ...], known: Known
    ) -> Exposure:
        """The exposure of a named value or a condition of the game, in terms of the values of its slots."""
        given = dict(zip((slot.name for slot in slots), arguments, strict=True))
        found = self._made_of.get(name)
        if found is None:
            self._way = (*self._way, name)
            found = self._made_of[name] = self.exposure(value, {})
            self._way = self._way[:-1]
        return _translated(found, given)

    def _read(self, of: t.Expr, name: str) -> Exposure:
        """The exposure of a property of a player, a piece or a cell (or of each of several)."""
        secret = secret_property(self.symbols, of, name)
        if of.type.kind == "player":
            return Exposure(frozenset({of})) if secret else OPEN
        if secret:
            return CLOSED
        if of.type.kind not in OF_PIECES:
            return OPEN
        if name in self.symbols.cells or self.symbols.has_holder(of.type, name):
            return OPEN  # the place of a piece is not part of its face
        return OPEN if self._seen_outside(of, name) else self._faces(of)

    def _seen_outside(self, of: t.Expr, name: str) -> bool:
        """Whether all players see this property without seeing faces: on the backs, or as a state where the pieces
        lie."""
        if self.symbols.on_back(of.type, name):
            return True
        places = [one for one in places_of(_wholly(of)) if isinstance(one, t.PlaceValue)]
        return any(self.symbols.seen_outside(of.type, name, one.name) for one in places)

    def _faces(self, of: t.Expr) -> Exposure:
        """The faces of pieces, unless all players see them where they lie."""
        whole = _wholly(of)
        if any(self.flows.is_open(place) for place in places_of(whole)) or self.flows.lie_open(of.type.of):
            return OPEN
        return Exposure(faces=frozenset({whole}))

    @over(t.Filter, subject="one", leaves="MEMBERS SPREADS Where WithEither WithoutPieces")
    def _selected(self, select: t.Select) -> Exposure:
        """The exposure of a set whose members are picked by their properties."""
        found = OPEN
        for one in each_filter(select.filters):
            if isinstance(one, t.WithProperty | t.WhoIs) or (
                isinstance(one, t.WithExtreme) and one.value is None
            ):
                found |= self._read(select, one.name)
        return found | self._faces(select) if select.base == "of design" else found

    # -------------------------------------------------- what names and slots of texts stand for

    def _expose(self) -> None:
        """Finds what slots stand for, until nothing new is found: a caller of a phrase may itself be a phrase."""
        before: object = None
        effects_ = {id(body) for body in effects(self.game)}
        while before != (now := self._state_of_walk()):
            before = now
            for signature, phrase in self.symbols.phrases.items():
                quiet = signature in self._unnoticed_phrases
                self._logged[signature] = self._walk(phrase.body, self._slots.get(signature, {}), quiet=quiet)
            for ability in abilities(self.game):
                if isinstance(ability, t.Trigger):
                    self._walk(ability.body, self.matched(ability), quiet=True)
            for body in self._rootless_bodies():
                self._walk(body, {}, quiet=self._unnoticed_effects and id(body) in effects_)

    def _state_of_walk(self) -> object:
        slots = {name: dict(slots) for name, slots in self._slots.items()}
        return slots, set(self._unnoticed_phrases), self._unnoticed_effects

    def _quieten(self, node: t.Stmt, known: Known, quiet: bool) -> None:
        """Notes what others must not notice: what is shown where that depends on what not everybody knows."""
        if isinstance(node, t.Look | t.Show):
            if quiet or self._says_secrets(node, known):
                self._unnoticed.add(id(node))
        else:
            self._quieten_called(node, known, quiet)

    def _quieten_called(self, node: t.Stmt, known: Known, quiet: bool) -> None:
        """The same for what a statement carries out elsewhere."""
        if quiet and isinstance(node, t.Call):
            self._unnoticed_phrases.add(node.phrase)
        if isinstance(node, t.Perform) and (quiet or self.exposure(node.of, known).owners):
            self._unnoticed_effects = True

    def _says_secrets(self, node: t.Look | t.Show, known: Known) -> bool:
        """Whether not everybody knows to whom something is shown, or where it lies."""
        where = [one.place for one in walk(node.what) if isinstance(one, t.EndOf | t.InPlace)]
        whom = node.player if isinstance(node, t.Look) else node.to
        return bool(self.exposure((*where, whom), known))

    @over(t.Stmt, leaves="MOVES SETS SHOWS ENDS MENUS Call Choose Let Nothing Perform Shuffle Simultaneously")
    def _is_conditional(self, node: t.Stmt, known: Known) -> bool:
        """Whether it depends on what not everybody knows if the bodies of a statement are carried out."""
        if isinstance(node, t.OnlyIf):
            return bool(self.exposure(node.costs, known))
        return isinstance(node, t.If | t.Repeat | t.ForEach) and bool(self.exposure(_depends(node), known))

    def _is_unnoticed(self, body: Body) -> bool:
        """Whether others can notice nothing of a text that is carried out, except that something is shown."""
        return self._silent.of(body, At(frozenset(), frozenset(), forced=True)).visible is None

    def matched(self, trigger: t.Trigger) -> Known:
        """The names that an ability gives to the slots of the action that it acts on."""
        slots = self.symbols.phrases[trigger.hook.phrase].slots
        known = self._slots.get(trigger.hook.phrase, {})
        return {
            pattern.name: _rootless(known[slot.name])
            for pattern, slot in zip(trigger.hook.pattern, slots, strict=True)
            if pattern.name is not None and slot.name in known
        }

    @over(
        t.Stmt,
        leaves="MOVES SETS SHOWS ENDS MENUS Choose Let Nothing OnlyIf Perform Shuffle Simultaneously",
    )
    def _walk(self, body: Body, known: Known, *, quiet: bool = False) -> Known:
        """Notes what a player must know to see what is named in a text; returns the names known at its end. `quiet`:
        others need not notice that it is carried out."""
        for number, node in enumerate(body):
            rest = body[number + 1 :]
            self._quieten(node, known, quiet)
            if isinstance(node, t.Call):
                self._given(node, known)
            if isinstance(node, t.If | t.Repeat | t.ForEach):
                self._hide(node, known)
            if isinstance(node, t.Repeat):
                self._note(node, self._of_value(node.test, known) if node.how == "times" else OPEN)
            self._asking[id(node)] = known
            known = self._named(node, rest, known)
            inner = known
            if isinstance(node, t.ForEach):
                inner = {**known, node.name: self._element(node, known)}
                self._note(node, inner[node.name])
            conditional = not quiet and self._is_conditional(node, known)
            for part in bodies_of(node):
                self._walk(part, inner, quiet=quiet or (conditional and self._is_unnoticed(part)))
        return known

    @over(t.Stmt, leaves="MOVES SETS ENDS MENUS FLOW Call Nothing Perform Show Shuffle")
    def _named(self, node: t.Stmt, rest: Body, known: Known) -> Known:
        """The known names, with those that a statement gives."""
        match node:
            case t.Let(name=name, value=value):
                found = self._of_value(value, known)
                if found and self._is_exposed(name, rest):
                    found = OPEN
            case t.Choose(name=name, player=player):
                found = OPEN
                if self.keeps(node):
                    found = Exposure(frozenset({player}))
            case t.Look(name=str() as name) | t.Reveal(name=str() as name):
                found = OPEN  # pieces are shown to players who know them
            case _:
                return known
        self._note(node, found, rest)
        return {**known, name: found}

    def _note(self, node: t.Stmt, found: Exposure, rest: Body = ()) -> None:
        shown: Shown = "all" if not found else "nobody"
        if isinstance(node, t.Choose) and node.player is not None and found:
            # While it waits nobody else decides, so the player who decides may see it.
            at = At(frozenset(), _one(node.player), forced=True)
            shown = "nobody" if self.flows.of(rest, at).asks else "chooser"
        self._shown[id(node)] = shown

    def _element(self, node: t.ForEach, known: Known) -> Exposure:
        """What a player must know to see whose turn it is in a loop."""
        found = self._of_value(node.of, known)
        if node.of.type.kind == "pieces":  # each is shown to players who know it
            found = Exposure(self.exposure(node.of, known).owners)
        return OPEN if found and self._is_exposed(node.name, node.body) else found

    def _is_exposed(self, name: str, rest: Body) -> bool:
        """Whether the rules put what a name stands for where all players can see it."""
        return self.flows.of(rest, At(frozenset({name}), frozenset())).exposed

    def _of_value(self, value: t.Expr, known: Known) -> Exposure:
        """The exposure of a value that gets a name. A piece itself is shown to players who know it. For pieces
        without a name in the text, nobody can say later which ones they were."""
        found = self.exposure(value, known)
        if value.type.kind == "pieces":
            return self._of_set(value, found)
        if value.type.kind == "piece":
            return Exposure(found.owners)
        named = all(isinstance(one, t.Variable | t.GameState) for one in found.faces)
        return found if named else Exposure(found.owners | {None})

    def _of_set(self, value: t.Expr, found: Exposure) -> Exposure:
        """The exposure of a set of pieces: how many they are is known to whoever sees all from which they are picked,
        and to all, if these are all pieces of a design. Which ones they are is shown to players who know them."""
        if isinstance(value, t.Select) and not value.filters:
            return Exposure(found.owners)
        named = frozenset(one for one in found.faces if isinstance(one, t.Variable))
        seen_by = frozenset[t.Expr | None]().union(*(self._seers(one) for one in found.faces - named))
        return Exposure(found.owners | seen_by, named)

    def _seers(self, of: t.Expr) -> frozenset[t.Expr | None]:
        """The players who see pieces where they lie, and have seen what was picked from them: None for nobody."""
        found: set[t.Expr | None] = set()
        for place in places_of(of):
            owner = place.owner if isinstance(place, t.PlaceValue) else None
            sees = isinstance(place, t.PlaceValue) and self.symbols.places[place.name].text.sight == "owner"
            steady = isinstance(owner, t.Expr) and not any(
                isinstance(node, t.GameState | t.Property) for node in walk(owner)
            )
            found.add(owner if sees and steady and isinstance(owner, t.Expr) else None)
        return frozenset(found or {None})

    def _given(self, call: t.Call, known: Known) -> None:
        phrase = self.symbols.phrases[call.phrase]
        given = {slot.name: value for slot, value in zip(phrase.slots, call.arguments, strict=True)}
        acting = frozenset[t.Expr](
            t.Variable(name, span=value.span, type=value.type)
            for name, value in given.items()
            if isinstance(value, t.Actor)
        )
        self._acting[call.phrase] = self._acting.get(call.phrase, acting) & acting
        for slot, value in zip(phrase.slots, call.arguments, strict=True):
            found = self.exposure(value, known)
            if value.type.kind == "pieces":
                found = self._of_set(value, found)
            elif value.type.kind == "piece":
                found = Exposure(found.owners)
            if found and not self._is_exposed(slot.name, phrase.body):
                slots = self._slots.setdefault(call.phrase, {})
                slots[slot.name] = slots.get(slot.name, OPEN) | _into(found, given)

    def _hide(self, node: t.If | t.Repeat | t.ForEach, known: Known) -> None:
        owners = self.exposure(_depends(node), known).owners
        if not owners:
            return
        flow = Flow()
        for body in bodies_of(node):
            flow |= self.flows.of(body, At(frozenset(), frozenset(), forced=True))
        if flow.visible is None:
            self._hidden[id(node)] = Exposure(owners)


def _depends(node: t.If | t.Repeat | t.ForEach) -> tuple[t.Expr | None, ...]:
    """What decides whether, or how often, the bodies of a statement are carried out."""
    if isinstance(node, t.If):
        return tuple(test for test, _ in node.cases)
    if isinstance(node, t.Repeat):
        return node.test, node.bound
    return node.of, node.start, node.value


@over(t.Stmt, leaves="MOVES SETS SHOWS ENDS Call If Let Nothing OnlyIf Perform Repeat Shuffle Simultaneously")
def _chooses(node: t.Node) -> bool:
    """Whether a player, or luck, may choose at a node itself."""
    return isinstance(node, (*t.groups.MENUS, t.Choose, t.ForEach))


def _all(found: Iterable[Exposure]) -> Exposure:
    whole = OPEN
    for one in found:
        whole |= one
    return whole


@over(
    t.Expr,
    subject="of",
    leaves="LITERALS NAMES SEATS OPERATORS STATES FIGURES FACES PLACED LYING STEPS SHAPE CanBeDone CanPay "
    "CellValue CountOf Exists Holds NumberValue OptionValue Property So",
)
def _wholly(of: t.Expr) -> t.Expr:
    """The pieces whose faces a player must know to know a selection: all those that it selects from."""
    if isinstance(of, t.Quantity):
        return _wholly(of.of)
    if isinstance(of, t.EndOfSet):
        return _wholly(of.of)
    if not isinstance(of, t.Select):
        return of
    places = tuple(one for one in of.filters if isinstance(one, t.InPlace | t.AmongSet))
    return attrs.evolve(of, filters=places) if of.base != "of design" else _of_type(of, places)


def places_of(whole: t.Expr) -> list[t.Expr]:
    """The places that pieces are taken from."""
    if isinstance(whole, t.EndOf):
        return [whole.place]
    filters = whole.filters if isinstance(whole, t.Select) else ()
    return [one.place for one in filters if isinstance(one, t.InPlace)]


def _of_type(of: t.Select, places: tuple[t.Filter, ...]) -> t.Expr:
    name = of.type.of[0] if of.type.of else of.name
    return t.Select("type", name, places, span=of.span, type=of.type)


def _translated(found: Exposure, given: Mapping[str, t.Expr]) -> Exposure:
    """In terms of the caller: each slot is replaced by its value."""

    def outside(value: t.Expr | None) -> t.Expr | None:
        if isinstance(value, t.Variable):
            return given.get(value.name)
        return value if isinstance(value, t.Actor) or not _names(value) else None

    owners = frozenset(outside(owner) for owner in found.owners)
    faces = {outside(face) for face in found.faces}
    return Exposure(
        owners | ({None} if None in faces else set()), frozenset(f for f in faces if f is not None)
    )


def _into(found: Exposure, given: Mapping[str, t.Expr]) -> Exposure:
    """In terms of a called phrase: each value is replaced by its slot."""

    def inside(value: t.Expr | None) -> t.Expr | None:
        if isinstance(value, t.Actor):
            return value
        name = next((name for name, one in given.items() if value is not None and one == value), None)
        if name is None or value is None:
            return None
        return t.Variable(name, span=value.span, type=value.type)

    owners = frozenset(inside(owner) for owner in found.owners)
    faces = {inside(face) for face in found.faces}
    return Exposure(
        owners | ({None} if None in faces else set()), frozenset(f for f in faces if f is not None)
    )


def _rootless(found: Exposure) -> Exposure:
    """The same, outside the phrase, where its names mean nothing."""
    return CLOSED if found.faces or any(isinstance(one, t.Variable) for one in found.owners) else found


def _of_each(found: Exposure, name: str) -> Exposure:
    """The same, where `name` is each member of a set: the set decides which faces are needed."""
    if any(isinstance(one, t.Variable) and one.name == name for one in found.owners):
        return CLOSED
    faces = {one for one in found.faces if not (isinstance(one, t.Variable) and one.name == name)}
    return Exposure(found.owners, frozenset(faces))


def _names(value: t.Expr | None) -> bool:
    return any(isinstance(node, t.Variable) for node in walk(value))


def _one(player: t.Expr | None) -> frozenset[t.Expr]:
    return frozenset() if player is None else frozenset({player})
