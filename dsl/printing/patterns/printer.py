"""Whole texts: the one entry of this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ... import tree as t
from ...languages import BASE, PLAIN
from ...model.game import Game, Phase
from ...model.symbols import Change
from ...tree.types import OF_NUMBERS, OF_WORDS, Type
from .statements import Statements
from .words import Said


def _all_phases(game: Game) -> Iterable[Phase]:
    todo = list(game.flow)
    while todo:
        phase = todo.pop()
        yield phase
        todo += phase.phases


_EXPRESSIONS: dict[type, Callable[..., Said]] = {
    t.Number: Statements.number,
    t.Truth: Statements.truth,
    t.WordValue: Statements.word,
    t.NoneValue: Statements.none,
    t.KindValue: Statements.kind,
    t.Variable: Statements.variable,
    t.Actor: Statements.actor,
    t.This: Statements.this,
    t.Here: Statements.here,
    t.GameState: Statements.game_state,
    t.OptionValue: Statements.option,
    t.TotalOf: Statements.total_of,
    t.NumberValue: Statements.number_value,
    t.PhraseState: Statements.phrase_state,
    t.Property: Statements.property,
    t.PlaceValue: Statements.place,
    t.EndOf: Statements.end_of,
    t.Arithmetic: Statements.arithmetic,
    t.Select: Statements.select,
    t.Quantity: Statements.quantity,
    t.CountOf: Statements.count_of,
    t.Aggregate: Statements.aggregate,
    t.KindsOf: Statements.kinds_of,
    t.TimesListed: Statements.times_listed,
    t.Compare: Statements.compare,
    t.Holds: Statements.holds,
    t.IsEmpty: Statements.is_empty,
    t.IsIn: Statements.is_in,
    t.IsKind: Statements.is_kind,
    t.Differ: Statements.differ,
    t.MakeLine: Statements.make_line,
    t.Cases: Statements.cases,
    t.Seat: Statements.seat,
    t.PlayerAfter: Statements.player_after,
    t.NumberRange: Statements.number_range,
    t.Listed: Statements.listed,
    t.CellValue: Statements.cell_value,
    t.Between: Statements.between,
    t.Distance: Statements.distance,
    t.Direction: Statements.direction,
    t.EndOfSet: Statements.end_of_set,
    t.CanPay: Statements.can_pay,
    t.CanBeDone: Statements.can_be_done,
    t.So: Statements.so,
    t.Exists: Statements.exists,
    t.Not: Statements.not_,
    t.Both: Statements.both,
    t.Either: Statements.either,
}


class PatternPrinter(Statements):
    """Prints the texts of a game in a language."""

    expressions = _EXPRESSIONS

    def text(self, node: object) -> str:
        """The text of any tree that texts of effects, conditions and abilities resolve to."""
        self.name_variables(node)
        if isinstance(node, tuple):
            lines = self.block(node, 0)
        elif isinstance(node, t.Trigger | t.Modifier | t.AbilityCall):
            lines = self.ability(node).split("\n")
        elif isinstance(node, t.Expr):
            lines = [self.say(node)]
        elif isinstance(node, t.Stmt):
            lines = self.block((node,), 0)
        elif isinstance(node, t.PlaceText):
            lines = [self.place_text(node)]
        elif isinstance(node, Type):
            lines = [self.type_text(node)]
        elif isinstance(node, t.Turns):
            lines = [self.turns(node)]
        elif isinstance(node, t.Repetition):
            key = f"repeat {node.how}"
            test = node.test
            slots = {} if test is None else {"test": self.said(test), "count": self.said(test)}
            lines = [self.patterns["until the match ends"] if test is None else self.sentence(key, **slots)]
        else:
            lines = self.own.declaration(node).split("\n")
        return "\n".join(self.known.polished(line) for line in lines)

    def turns(self, node: t.Turns) -> str:
        """Whose turns a phase has, in which order, and when they end."""
        text = self.sentence(
            "turns back" if node.back else "turns",
            start=self.said(node.start),
            players=self.named("each", self.members(node.players, several=False)),
        )
        if node.test is not None:
            return self.sentence("turns until", text=Said.plain(text), test=self.said(node.test))
        if node.ending == "left":
            return self.sentence("turns left", text=Said.plain(text), count=Said.plain(str(node.left)))
        return self.sentence("turns once", text=Said.plain(text))

    def place_text(self, node: t.PlaceText) -> str:
        """What a place is, what lies in it, and which players see that."""
        and_ = self.patterns["and"]
        types = [self.type_name(one, several=True) for one in node.types]
        of = Said(lambda form: and_.join(one.form(form) for one in types), several=True)
        text = self.sentence(f"place {node.kind}", of=of)
        if node.per_player:
            text = self.sentence("per player", text=Said.plain(text))
        return text if node.sight == "open" else self.sentence(f"seen {node.sight}", text=Said.plain(text))

    def type_text(self, type_: Type) -> str:
        """What values of a type are."""
        if type_.kind in OF_NUMBERS:
            ends = {"least": Said.plain(str(type_.least)), "most": Said.plain(str(type_.most))}
            text = self.sentence("type number", **ends)
        elif type_.kind == "yes-no":
            text = self.patterns["type yes-no"]
        elif type_.kind in OF_WORDS:
            words = ", ".join(self.label(one).form(PLAIN) for one in type_.of)
            text = self.sentence("type word", words=Said.plain(words))
        elif type_.kind in ("effect", "condition", "abilities", "table", "none"):
            self.missing[str(type_)] = None
            text = str(type_)
        else:
            text = self.of_type(type_).form(PLAIN)
        return self.sentence("type optional", text=Said.plain(text)) if type_.optional else text

    def ability(self, node: t.Ability) -> str:
        text = self.acting(node)
        limit = None if isinstance(node, t.Modifier) else node.limit
        if limit is not None:
            text = self.sentence("once per", limit=self.period(limit), text=Said.plain(text))
        for test in reversed(node.scope):
            text = self.sentence("while", test=self.said(test), text=Said.plain(text))
        return self.sentence("openly", text=Said.plain(text)) if node.openly else text

    def acting(self, node: t.Ability) -> str:
        """An ability without its conditions."""
        if isinstance(node, t.AbilityCall):
            return self.phrase(self.symbols.phrases[node.phrase], node.arguments)
        if isinstance(node, t.Modifier):
            value = self.symbols.named_values[node.number]
            number = self.name(value.names, node.number)
            if len(node.pattern) == 1:
                number = self.named(
                    "number of", number, of=self.pattern(node.pattern[0], value.slots[0].type)
                )
            key = "more" if node.sign > 0 else "less"
            if not isinstance(node.amount, t.Number):
                key = f"{key} by"
            return self.sentence(key, number=number, amount=self.said(node.amount))
        head = self.sentence(node.hook.when, event=Said.plain(self.event(node.hook)))
        if node.test is not None:
            head = self.sentence("ability if", text=Said.plain(head), test=self.said(node.test))
        if node.asks is not None:
            head = self.by("may, ability", node.asks, text=Said.plain(head))
        return "\n".join(self.suite(head, node.body, 0))

    def period(self, limit: str) -> Said:
        key = f"limit {limit}"
        if key in self.patterns:
            return Said.plain(self.patterns[key])
        titles = {phase.name: phase.title for phase in _all_phases(self.game)}
        return Said.plain(titles.get(limit, {}).get(self.language, limit))

    def event(self, hook: t.Hook) -> str:
        """The action that an ability acts on."""
        phrase = self.symbols.phrases[hook.phrase]
        if phrase.change is not None:
            return self.changed(phrase.change, hook)
        values = {
            slot.name: self.pattern(one, slot.type)
            for slot, one in zip(phrase.slots, hook.pattern, strict=True)
        }
        return self.phrase_of(phrase, values)

    def changed(self, change: Change, hook: t.Hook) -> str:
        """A change of a number of players that an ability acts on."""
        verb, _, name = change
        *of, _ = hook.pattern
        types = [slot.type for slot in self.symbols.phrases[hook.phrase].slots]
        if f"event {verb}" not in self.patterns:
            self.missing[hook.phrase] = None
            return self.own.pattern(hook)
        if not of:
            return self.sentence(f"event {verb}", stock=self.name(self.symbols.game[name].names, name))
        whose, stock = self.pattern(of[0], types[0]), self.state_name(name, types[0])
        if verb in ("gain", "pay"):
            return self.sentence(f"event {verb}", player=whose, stock=stock)
        return self.sentence(f"event {verb}", stock=self.named("owned", stock, of=whose))

    def pattern(self, node: t.SlotPattern, type_: Type) -> Said:
        if node.exact is not None:
            return self.said(node.exact)
        if node.members is not None:
            return self.members(node.members, several=False)
        if type_.kind == "number":
            return Said.plain(self.patterns["any number"])
        anything = self.of_type(type_)
        return self.named("any", anything) if type_.kind == "player" else anything


def in_words(node: object, game: Game, language: str) -> str | None:
    """The text of a tree in a language; None in that of the rules, and if the language or the game lacks words."""
    if language == BASE or not game.language(language).patterns:
        return None
    printer = PatternPrinter(game, language)
    text = printer.text(node)
    return None if printer.missing else text
