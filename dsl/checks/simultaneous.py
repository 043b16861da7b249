"""What players cannot do while they act simultaneously: RW318. Syntactic and conservative.

Between `simultaneously` and its end the players answer in any order and know nothing about each other's answers. So
each player can change only their own things, and nothing may depend on the order: no luck, no end of the match, no
piece that another player could take too. And nobody may read what others change meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from .. import tree as t
from ..diagnostics.diagnostic import Note
from ..diagnostics.report import Report
from ..model.footprint import reads, writes
from ..model.game import Game
from ..model.survey import Survey, abilities, beginning, effects
from ..model.symbols import Slot
from ..schema.classes import GameDoc
from ..secrecy.asking import HeldSlot, acting, holders, is_holder
from ..tree.passes import over
from ..tree.types import OF_PLAYERS
from ..tree.walk import each_filter, walk

READS = "what other players may change cannot be read"
ANOTHER = "the player is another"
"""A marker among the names that are the player's own: in abilities that change numbers, `the player` is the holder of
the piece."""
AFTERWARDS = "store the decision in a state of the player, and do this afterwards"


def simultaneous(game: Game, doc: GameDoc, report: Report) -> None:
    survey = Survey(game)
    for text in game.texts:
        for node in walk(text.tree):
            if isinstance(node, t.Simultaneously):
                _Strand(survey, report, _changed(survey, node)).follow(node.body, frozenset(), ())


@attrs.frozen
class _Changed:
    """What the players change while they act: the states of players, of pieces and cells, and the places."""

    players: frozenset[str]
    others: frozenset[str]
    places: frozenset[str]


@over(t.Stmt, leaves="SHOWS ENDS MENUS FLOW Call Choose Let Nothing Perform Shuffle")
def _changed(survey: Survey, simultaneously: t.Simultaneously) -> _Changed:
    players, others, places = set[str](), set[str](), set[str]()
    every = frozenset(name for name, place in survey.game.symbols.places.items() if place.text.per_player)
    for node in survey.nodes(simultaneously.body):
        match node:
            case (
                t.Become(target=t.Property(of=of, name=name)) | t.Change(target=t.Property(of=of, name=name))
            ):
                (players if of.type.kind in OF_PLAYERS else others).add(name)
            case t.Pay(amounts=amounts) | t.Gain(amounts=amounts):
                players |= {name for one in amounts for name in one.names}
            case t.Put() | t.Swap():
                places |= {one.name for one in walk(node) if isinstance(one, t.PlaceValue)}
                if any(
                    isinstance(one, t.Expr) and one.type.kind in ("cell", "cells", "place")
                    for one in walk(node)
                ):
                    places |= every  # it is not known here which one
    return _Changed(frozenset(players), frozenset(others), frozenset(places & every))


@attrs.define
class _Strand:
    """Follows what one of the players does, through the phrases that are called."""

    survey: Survey
    report: Report
    changed: _Changed
    met: set[tuple[str, frozenset[str]]] = attrs.field(factory=set)

    @over(t.Stmt, leaves="MOVES SETS SHOWS ENDS MENUS FLOW Choose Let Nothing Shuffle")
    def follow(self, body: object, own: frozenset[str], way: tuple[Note, ...]) -> None:
        """Report what cannot be done in a body; `own` are the names of what is the player's alone."""
        names = set(own)
        for node in walk(body):
            _bind(node, names)
            wrong = (
                _shared(node, names) or self._shown(node) or self._watched(node) or self._read(node, names)
            )
            if wrong is not None:
                self._report(node, *wrong, way)
            if isinstance(node, t.Call):
                self._call(node, names, way)
            if isinstance(node, t.Perform):
                self._effects(node, way)

    def _shown(self, node: t.Node) -> tuple[str, str] | None:
        """Statements that may turn a piece up, or put one, where its side decides who sees it."""
        symbols = self.survey.game.symbols
        places = {name for name, place in symbols.places.items() if place.text.sight == "side"}
        if not places or not isinstance(node, t.Stmt):
            return None
        sides = {("place", name) for name in places}
        sides |= {(one.name, one.face_up) for one in symbols.types.values() if one.face_up is not None}
        return ("nothing can be shown to others", AFTERWARDS) if writes(node, symbols) & sides else None

    def _call(self, node: t.Call, names: set[str], way: tuple[Note, ...]) -> None:
        phrase = self.survey.game.symbols.phrases[node.phrase]
        given = zip(phrase.slots, node.arguments, strict=True)
        own = frozenset(slot.name for slot, value in given if _is_own(value, names))
        if (node.phrase, own) in self.met:
            return
        self.met.add((node.phrase, own))
        further = (*way, Note(f"'{node.phrase}' happens here, while players act simultaneously", node.span))
        self.follow(phrase.body, own, further)
        for trigger in self.survey.hooks.get(node.phrase, ()):
            if trigger.limit is not None:
                what = "an ability that acts once for all cannot act"
                self._report(node, what, AFTERWARDS, further)
            if trigger.asks is not None and not self._asks_actor(trigger, own):
                self._report(node, "nobody else can be asked whether an ability acts", AFTERWARDS, further)
            asked = (trigger.scope, trigger.test, trigger.hook, *self._in_force())
            wrong = self._foreign(asked)
            if wrong is not None:
                self._report(node, *wrong, further)
            self.follow(trigger.body, frozenset(), further)

    def _asks_actor(self, trigger: t.Trigger, own: frozenset[str]) -> bool:
        """Whether an ability surely asks the player who acts."""
        symbols = self.survey.game.symbols
        if not is_holder(trigger.asks):
            return isinstance(trigger.asks, t.Actor)
        slots = symbols.phrases[trigger.hook.phrase].slots
        return all(
            any(
                slots[same.number].name in own if isinstance(same, HeldSlot) else isinstance(same, t.Actor)
                for same in holders(one.tests, trigger.hook, symbols)
            )
            for one in acting(symbols)
            if one.ability is trigger
        )

    def _watched(self, node: t.Node) -> tuple[str, str] | None:
        """What is watched cannot change, because the watch would affect everybody."""
        changed = writes(node, self.survey.game.symbols)
        for watch in self.survey.game.watches if changed else ():
            if changed & reads(watch.test, self.survey.game.symbols):
                return f"what '{watch.name}' watches cannot change", AFTERWARDS
        return None

    @over(
        t.Expr,
        t.Filter,
        t.Stmt,
        leaves="LITERALS NAMES SEATS OPERATORS OF_SETS STATES FACES MakeLine SHAPE MOVES SHOWS ENDS "
        "Become Change Gain MENUS Call Choose If Let Nothing OnlyIf Perform Repeat Shuffle Simultaneously "
        "OptionValue WithEither WithProperty Where WithExtreme WithoutPieces AmongSet ButNot",
    )
    def _read(self, node: t.Node, names: set[str]) -> tuple[str, str] | None:
        """What others change meanwhile cannot be read: it would reveal their answers."""
        match node:
            case t.PlaceValue(name=name, owner=t.Expr() as owner) if name in self.changed.places:
                wrong = not _is_own(owner, names)
            case t.CellValue(owner=t.Expr() as owner) if self.changed.places & set(node.type.of):
                wrong = not _is_own(owner, names)
            case (
                t.EndOf(place=where) | t.InPlace(place=where) | t.IsEmpty(of=where) | t.IsIn(where=where)
            ) if where.type.kind == "place" and not isinstance(where, t.PlaceValue):
                can_be = self.survey.game.symbols.possible_places(where.type)
                wrong = bool(self.changed.places & set(can_be)) and not _is_own(where, names)
            case t.ForEach(by=str() as name, value=None, of=of):
                states = self.changed.players if of.type.kind == "players" else self.changed.others
                wrong = name in states and not _is_own(of, names)
            case t.Holds(of=t.Expr(), player=t.Expr() as player) if not _is_own(player, names):
                return (
                    READS,
                    "use what is the player's own, and look at what others have after all have acted",
                )
            case t.Holds(of=t.Expr(), name=name) | t.WhoIs(name=name) if self._prints(name):
                return self._printed(name)
            case t.CanBeDone(of=t.Property(name=name)):
                return self._elsewhere(f"effect {name}", self._beginnings(name))
            case (
                t.Step(direction=str(way), start=start)
                | t.Within(way=str(way), start=start)
                | t.Nearest(way=str(way), start=start)
                | t.Reachable(way=str(way), start=start)
                | t.Distance(way=str(way), start=start)
            ):
                leads = self.survey.game.symbols.leading(way, start.type)
                return self._elsewhere(f"step {way}", tuple(cells for _, cells in leads))
            case t.Property(of=of, name=name) | t.Holds(of=t.Expr() as of, name=name):
                if of.type.kind == "player":
                    wrong = name in self.changed.players and not _is_own(of, names)
                elif of.type.kind in ("piece", "cell"):
                    wrong = name in self.changed.others and not _is_own(of, names)
                else:
                    wrong = name in self.changed.players | self.changed.others and not _is_own(of, names)
            case t.Aggregate(of=of, name=name) | t.Differ(of=of, name=name):
                states = self.changed.players if of.type.kind == "players" else self.changed.others
                wrong = name in states and not _is_own(of, names)
            case t.Select(filters=filters) if not _is_own(node, names):
                states = self.changed.players if node.type.kind == "players" else self.changed.others
                wrong = any(
                    isinstance(one, t.WithProperty | t.WhoIs | t.WithExtreme) and one.name in states
                    for one in each_filter(filters)
                )
            case t.CanPay(player=player, amounts=amounts) | t.Pay(player=player, amounts=amounts):
                read = {name for one in amounts for name in one.names}
                wrong = bool(read & self.changed.players) and not _is_own(player, names)
            case t.NumberValue(name=name, arguments=arguments):
                number = self.survey.game.symbols.named_values[name]
                wrong_in = self._inside(f"number {name}", number.value, number.slots, arguments, names)
                return wrong_in or self._modified(name)
            case t.So(phrase=name, arguments=arguments):
                phrase = self.survey.game.symbols.phrases[name]
                return self._inside(f"phrase {name}", phrase.test, phrase.slots, arguments, names)
            case _:
                return None
        return (
            (READS, "read only what is the player's own, or what nobody changes meanwhile") if wrong else None
        )

    def _in_force(self) -> Iterator[t.Expr]:
        """The conditions under which pieces have their abilities."""
        for one in self.survey.game.symbols.types.values():
            if one.in_force is not None:
                yield one.in_force

    def _foreign(self, tree: object, names: set[str] | None = None) -> tuple[str, str] | None:
        """What texts read in which no name is the player's own."""
        found = (self._read(node, names or set()) for node in walk(tree))
        return next((one for one in found if one is not None), None)

    def _modified(self, name: str) -> tuple[str, str] | None:
        """What is wrong in abilities that change a number."""
        for ability in abilities(self.survey.game):
            if isinstance(ability, t.Modifier) and ability.number == name:
                wrong = self._foreign((ability.scope, ability.amount, *self._in_force()), {ANOTHER})
                if wrong is not None:
                    return wrong
        return None

    def _prints(self, name: str) -> bool:
        return any(name in one.conditions for one in self.survey.game.symbols.printing())

    def _printed(self, name: str) -> tuple[str, str] | None:
        """What is wrong in the printed conditions of a name."""
        printing = self.survey.game.symbols.printing()
        return self._elsewhere(f"condition {name}", tuple(one.conditions.get(name) for one in printing))

    def _beginnings(self, name: str) -> object:
        """What decides whether an effect can be carried out."""
        bodies = (one.effects.get(name, ()) for one in self.survey.game.symbols.printing())
        return tuple(beginning(body) for body in bodies)

    def _elsewhere(self, key: str, tree: object) -> tuple[str, str] | None:
        """What is wrong in a text that stands elsewhere, examined once."""
        if (key, frozenset[str]()) in self.met:
            return None
        self.met.add((key, frozenset[str]()))
        return self._foreign(tree)

    def _inside(
        self, key: str, value: object, slots: tuple[Slot, ...], arguments: tuple[t.Expr, ...], names: set[str]
    ) -> tuple[str, str] | None:
        """What is wrong in a named value, or in a condition of the game, with these arguments."""
        given = zip(slots, arguments, strict=True)
        own = {slot.name for slot, argument in given if _is_own(argument, names)} | names & {ANOTHER}
        if (key, frozenset(own)) in self.met:
            return None
        self.met.add((key, frozenset(own)))
        found = (self._read(node, own) for node in walk(value))
        return next((one for one in found if one is not None), None)

    def _effects(self, node: t.Perform, way: tuple[Note, ...]) -> None:
        key = (repr(node.of), frozenset[str]())
        if key not in self.met:
            self.met.add(key)
            further = (*way, Note("an effect is done here, while players act simultaneously", node.span))
            for body in effects(self.survey.game):
                self.follow(body, frozenset(), further)

    def _report(self, node: t.Node, what: str, way_out: str, way: tuple[Note, ...]) -> None:
        self.report.error(
            "RW318", f"{what} while players act simultaneously", node.span, notes=way[:1], help=way_out
        )


@over(
    t.Stmt,
    leaves="MOVES SETS ENDS MENUS Call If Nothing OnlyIf Perform Repeat Reveal Show Shuffle Simultaneously",
)
def _bind(node: t.Node, names: set[str]) -> None:
    """Adds the names that a statement gives to what is the player's own."""
    match node:
        case t.Choose(of=of, name=str(name)) | t.ForEach(of=of, name=str(name)):
            value: t.Expr = of
        case t.Let(value=value, name=str(name)) | t.Look(what=value, name=str(name)):
            pass
        case _:
            return
    if _is_own(value, names):
        names.add(name)
    else:
        names.discard(name)


@over(
    t.Expr,
    subject="value",
    leaves="LITERALS SEATS Arithmetic TotalOf Cases TimesListed NumberRange Compare Not Both Either STATES "
    "FIGURES FACES LYING STEPS SHAPE CanBeDone CanPay CountOf EndOfSet Exists Here Holds NumberValue OptionValue "
    "Property So This",
)
def _is_own(value: t.Expr, names: set[str]) -> bool:
    """Whether a player, a place, or all pieces of a set, belong to this player alone."""
    match value:
        case t.Actor():
            return ANOTHER not in names
        case t.Variable(name=name):
            return name in names
        case t.PlaceValue(owner=t.Expr() as owner) | t.CellValue(owner=t.Expr() as owner):
            return _is_own(owner, names)
        case t.EndOf(place=place):
            return _is_own(place, names)
        case t.Quantity(of=of):
            return _is_own(of, names)
        case t.Listed(members=members):
            return all(_is_own(one, names) for one in members)
        case t.Select(filters=filters):
            return any(isinstance(one, t.InPlace) and _is_own(one.place, names) for one in filters)
    return False


@over(t.Stmt, leaves="Call EndOfPhase EndOfTurn ForEach If Let Nothing OnlyIf Repeat")
def _shared(node: t.Node, names: set[str]) -> tuple[str, str] | None:
    """What is wrong with a statement, and the way out; None if it touches only what is the player's own."""
    match node:
        case t.Win() | t.EndOfMatch():
            return "the match cannot end", AFTERWARDS
        case t.Simultaneously():
            return "another 'simultaneously' cannot begin", "do one after the other"
        case t.Shuffle() | t.Choose(player=None):
            return "luck cannot choose", "draw before or afterwards"
        case t.Reveal() | t.Show():
            return "nothing can be shown to others", AFTERWARDS
        case t.Swap(left=left, right=right) if not (_is_own(left, names) and _is_own(right, names)):
            return "only the player's own pieces can move", AFTERWARDS
        case t.Put(what=what, place=place) if not (_is_own(what, names) and _is_own(place, names)):
            return "only the player's own pieces can move, to places of their own,", AFTERWARDS
        case t.Offer():
            return "nothing can be offered to others", AFTERWARDS
        case t.Pay(player=who) | t.Gain(player=who) | t.Perform(player=who) | t.Alternatives(player=who):
            return None if _is_own(who, names) else ("only what the player has can change", AFTERWARDS)
        case t.Become(target=target) | t.Change(target=target):
            return _shared_state(target, names)
        case (
            t.Look(player=who)
            | t.ChooseOne(player=who)
            | t.May(player=who)
            | t.MayRepeatedly(player=who)
            | t.AnyOrder(player=who)
            | t.Choose(player=t.Expr() as who)
        ):
            return None if _is_own(who, names) else ("nobody else can decide or look", AFTERWARDS)
    return None


def _shared_state(target: t.Expr, names: set[str]) -> tuple[str, str] | None:
    if isinstance(target, t.Property) and _is_own(target.of, names):
        return None
    return "only what the player has can change", AFTERWARDS
