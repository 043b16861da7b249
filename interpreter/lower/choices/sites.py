"""Choice sites and action numbers: what can be chosen where, and what the options are called."""

from __future__ import annotations

from typing import Any

import attrs

from ....dsl import tree as t
from ....dsl.diagnostics.source import Span
from ....dsl.languages import BASE, Message, Sayable
from ....dsl.model.game import Phase
from ....dsl.model.symbols import BOARDS, SLOT, Phrase
from ....dsl.offers.choices import is_open, name_of
from ....dsl.printing.statements import show
from ....dsl.tree.types import SET_OF, Kind, Type
from ....dsl.tree.walk import walk
from ...ir import Argument, Binary, Const, Expr, Option, Unary
from ...ir.bounds import ALL
from ..building.abilities import Group
from ..building.builder import Scope
from ..building.operations import fold
from ..lowered import Action, ChoiceSite, Need, SiteKind, Sort, in_a_line
from ..values.common import Values
from .titles import MAY, general_choice, general_may, slots_around, slots_in, title_of

RULED = {
    "ask.turn": "your turn",
    "ask.choose one": "choose one",
    "ask.any order": "what next?",
    "ask.may": "may",
    "ask.offer": "may answer, or pass",
    "ask.instead": "instead",
    "ask.chance": "chance",
    "ask.order": "what acts first",
}
"""The prompts of choices about which the rules have no text, in the words of the rules: they name choice sites."""


@attrs.frozen
class Way:
    """A way to name the thing that is chosen: how many numbers it takes, the place in which positions are counted,
    and the `guard` that decides whether this way is used."""

    argument: Argument
    width: int
    place: Expr | None = None
    guard: Expr = attrs.field(default=Const(1))


class ChoiceSites:
    """Assigns sites and action numbers; `sites`, `action_list` and `action_count` hold the result."""

    def __init__(self, values: Values) -> None:
        self.unit, self.lower = values.unit, values.lower
        self.sites: list[ChoiceSite] = []
        self.action_list: list[Action] = []
        self.action_count = 0

    def site(
        self,
        kind: SiteKind,
        node: Any,
        span: Span | None,
        title: dict[str, str] | Message | None = None,
        *,
        secret: bool = False,
        asked: t.Node | Phase | None = None,
    ) -> int:
        """A choice site. `node` is the thing to choose, or the action to replace. At a `secret` site, only the
        chooser learns the choice. `title` is the prompt; `asked` is the statement (or ability) whose names `ask:`
        can use to give the choice words."""
        asks: Sayable = title if isinstance(title, Message) else Message(f"ask.{kind}")
        general = asks
        own = dict(title) if isinstance(title, dict) else {}
        if isinstance(node, t.Expr):
            single = isinstance(node, t.Select | t.NumberRange | t.Listed)
            chosen = t.Quantity("one", None, node, span=node.span, type=node.type) if single else node
            asks = Message("ask.choose text", {"text": show(chosen, self.unit.symbols)})
            general = general_choice(node, self.unit.game)
        elif isinstance(node, MAY):
            asks = Message("ask.may text", {"text": in_a_line(show(node.body, self.unit.symbols))})
            general = general_may(node.player, node.body, self.unit.game)
        elif isinstance(node, Phrase):
            text = SLOT.sub(lambda slot: slot.group(1), node.signature)
            asks = Message("ask.instead of text", {"text": text})
        stands = node if asked is None else asked
        name = self._name(stands)
        words = self.unit.game.asks.get(name, {}) if name is not None else {}
        told = self.unit.game.answers.get(name, {}) if name is not None else {}
        plain = {
            language: "".join(map(str, parts)) for language, parts in words.items() if not slots_in(parts)
        }
        ruled = own.get(BASE) or RULED.get(getattr(asks, "key", ""), "") or asks.say(BASE)
        if isinstance(asked, Phase) and own == {BASE: asked.name}:
            own = {}  # nothing but the name of the phase: that says less than general words
        slotted = name if len(plain) < len(words) or any(map(slots_around, told.values())) else None
        forced = name not in self.unit.game.always_asked and is_open(stands, self.unit.game)
        found = ChoiceSite(
            len(self.sites),
            kind,
            ruled,
            general,
            own | plain,
            span,
            secret,
            asked=slotted,
            forced=forced,
            laid=isinstance(asked, t.Choose) and not secret and not self.unit.disclosure.covers(asked),
            does=self._does(node, name),
            told=told,
        )
        self.sites.append(found)
        return len(self.sites) - 1

    def _does(self, node: object, name: str | None) -> dict[str, str]:
        """What the player does who says yes at a choice, or goes on choosing; by language, where it can be said."""
        game = self.unit.game
        found = {language: title_of(node, game, language) for language in game.languages}
        labels = game.labels.get(name or "", {}) if isinstance(node, MAY) else {}
        return {language: said for language, said in (found | labels).items() if said}

    def yes(self, site: int, node: t.Stmt, guard: Expr, target: int, needs: tuple[Need, ...]) -> Option:
        """The option to do what a player may do; with the words that the game has for it."""
        label = self.unit.game.labels.get(name_of(node, self.unit.symbols) or "", {})
        return self.label_option(site, "yes", guard, target, label, needs)

    def _name(self, node: object) -> str | None:
        """The title of a choice."""
        if isinstance(node, Phrase):
            return node.signature
        if isinstance(node, t.Trigger):
            return node.hook.phrase
        return name_of(node, self.unit.symbols) if isinstance(node, t.Stmt) else None

    def under_title(self, first: int, phase: Phase, body: tuple[t.Stmt, ...]) -> None:
        """Gives sites from this number on the title of the phase, if it has one besides its name. Only sites in the
        phase's own text get it, not those in phrases that the text uses."""
        if phase.title == {BASE: phase.name}:
            return
        spans = {node.span for node in walk(body)}
        for site in self.sites[first:]:
            if site.span in spans:
                self.sites[site.number] = attrs.evolve(site, title=phase.title)

    def actions(self, width: int) -> int:
        first = self.action_count
        self.action_count += width
        return first

    def label_option(
        self,
        site: int,
        name: str,
        guard: Expr,
        target: int,
        label: dict[str, str] | None = None,
        needs: tuple[Need, ...] = (),
        pieces: tuple[int, ...] = (),
        said: str = "",
    ) -> Option:
        """An option without an argument; `needs` are the conditions in its guard, `pieces` those with the ability
        that it lets act. `said` is its name as the rules write it, with articles."""
        first = self.actions(1)
        words = {**({BASE: said} if said else {}), **self.unit.game.labels.get(name, {}), **(label or {})}
        self.action_list.append(
            Action(first, 1, site, Argument.NONE, "none", words, name, needs=needs, pieces=pieces)
        )
        return Option(first, guard, Argument.NONE, None, None, None, target)

    def replacement_option(self, site: int, group: Group, guard: Expr, target: int) -> Option:
        """One of several replacements. It is named after the design that it comes from, or, if there are several
        such designs, after what it does."""
        designs = tuple(dict.fromkeys(instance.design for instance in group.instances))
        first = self.actions(1)
        if len(designs) == 1:
            name = designs[0]
            label = self.design_names(name)
        else:
            name = show(group.instances[0].trigger.body, self.unit.symbols).replace("\n", "; ")
            label = self.unit.game.labels.get(name, {})
        # Nobody can say which of several designs it came from.
        brought = designs if len(designs) == 1 else ()
        pieces = tuple(instance.piece for instance in group.instances) if brought else ()
        self.action_list.append(
            Action(first, 1, site, Argument.NONE, "none", label, name, brought, pieces=pieces)
        )
        return Option(first, guard, Argument.NONE, None, None, None, target)

    def design_names(self, design: str) -> dict[str, str]:
        """The name of a design, by language."""
        names = self.unit.symbols.designs[design].names
        return {language: names.say(language) for language in self.unit.game.languages}

    def ways(self, of: t.Expr, player: Expr, scope: Scope) -> list[Way]:
        """How actions name a choice from a set: by what it is, if the player sees the place in which it lies, and
        otherwise by its position there. If that depends on the chooser, both ways are returned."""
        if of.type.kind != "pieces":
            return [Way(Argument.VALUE, self.width(Argument.VALUE, of.type))]
        argument = Argument.PIECE if self.distinguishable(of.type) else Argument.DESIGN
        face = Way(argument, self.width(argument, of.type))
        covered = self.covered_source(of)
        if covered is None:
            return [face]
        place = self.lower(covered, scope)
        capacity = max(info.capacity for info in self.unit.tables.places if info.ordered)
        sees = self._sees(covered, player, scope)
        back = Way(Argument.POSITION, max(capacity, 1), place, fold(Unary("not", sees)))
        return [way for way in (attrs.evolve(face, guard=sees), back) if way.guard != Const(0)]

    def _sees(self, place: t.PlaceValue, player: Expr, scope: Scope) -> Expr:
        """Whether a player sees what lies in a place that is not open, which depends on its being their own."""
        sight = self.unit.symbols.places[place.name].text.sight
        if place.owner is None or sight in ("hidden", "side"):
            return Const(0)
        owner = self.lower(place.owner, scope)
        own = Const(1) if owner == player else fold(Binary("eq", owner, player))
        return own if sight == "owner" else fold(Unary("not", own))

    def covered_source(self, of: t.Expr) -> t.PlaceValue | None:
        """The place from which pieces are chosen, if it is not open."""
        if isinstance(of, t.Select):
            for one in of.filters:
                where = one.place if isinstance(one, t.InPlace) else None
                if isinstance(one, t.AmongSet) and isinstance(one.members, t.EndOf) and one.members.count:
                    where = one.members.place
                if isinstance(where, t.PlaceValue):
                    place = self.unit.symbols.places[where.name].text
                    if place.kind in BOARDS:
                        return None  # cells have no order; luck draws pieces of a board one by one
                    if place.sight != "open":
                        return where
        return None

    def distinguishable(self, of: Type) -> bool:
        """Whether pieces of one design can differ, by their states or by where they lie."""
        types = of.of or tuple(self.unit.symbols.types)
        return any(self.has_state(name) or self.lies_on_grids(name) for name in types)

    def has_state(self, type_name: str) -> bool:
        return any(not state.printed for state in self.unit.symbols.types[type_name].properties.values())

    def lies_on_grids(self, type_name: str) -> bool:
        """Whether pieces of a type can lie on a grid, where their cells distinguish them."""
        places = self.unit.symbols.places.values()
        return any(place.text.kind in BOARDS and type_name in place.text.types for place in places)

    def width(self, argument: Argument, of: Type) -> int:
        if argument is Argument.DESIGN or of.kind in ("kind", "kinds", "list"):
            return len(self.unit.tables.design_names)
        if of.kind in ("player", "players"):
            return self.unit.tables.most_players
        if of.kind in ("cell", "cells", "place", "places"):
            return self.unit.tables.members
        if of.kind in ("number", "numbers"):
            return of.most + 1
        if of.kind in ("word", "words"):
            return len(self.unit.tables.words)
        return max(1, len(self.unit.tables.pieces))

    def name_action(self, option: Option, of: t.Expr, site: int) -> None:
        sorts: dict[Kind, Sort] = {
            "players": "player",
            "kinds": "design",
            "list": "design",
            "cells": "cell",
            "places": "cell",
            "numbers": "number",
            "words": "word",
        }
        sort = sorts.get(of.type.kind, "piece")
        if option.argument is Argument.DESIGN:
            sort = "design"
        elif option.argument is Argument.POSITION:
            sort = "position"
        width = self.action_count - option.action
        needs = (Need("among", show(of, self.unit.symbols), of),)
        among = self._among(option.argument, of.type)
        if option.argument is Argument.POSITION and (covered := self.covered_source(of)) is not None:
            among = (1 << self._room(covered.name)) - 1
        self.action_list.append(
            Action(option.action, width, site, option.argument, sort, needs=needs, among=among)
        )

    def _room(self, place: str) -> int:
        """The number of pieces that a place of this name can hold."""
        tables = self.unit.tables
        return max(
            tables.places[number].capacity
            for (name, _), number in tables.place_numbers.items()
            if name == place
        )

    def _among(self, argument: Argument, of: Type) -> int:
        """The possible arguments of actions whose candidates are of a type."""
        tables, symbols = self.unit.tables, self.unit.symbols
        kind = SET_OF.get(of.kind, of.kind)
        types = [name for name in dict.fromkeys(of.of or symbols.types) if name in symbols.types]
        if kind in ("kinds", "list") or argument is Argument.DESIGN:
            return sum(tables.designs_of_type(name) for name in types)
        if kind == "pieces":
            return sum(tables.mask_of_type(name) for name in types)
        if kind == "words" and of.of:
            return sum(1 << tables.word(word) for word in set(of.of))
        if kind in ("cells", "places"):
            known = of.of if kind == "cells" else symbols.possible_places(of)
            return sum(tables.mask_of_places(name) for name in dict.fromkeys(known))
        return ALL

    def name_chance(self, site: int, first: int, argument: Argument, single: Type) -> None:
        sort: Sort = "piece" if argument is Argument.PIECE else "design"
        if single.kind in ("player", "cell", "number", "word"):
            sort = single.kind
        if single.kind == "place":
            sort = "cell"
        among = self._among(argument, single)
        self.action_list.append(Action(first, self.action_count - first, site, argument, sort, among=among))
