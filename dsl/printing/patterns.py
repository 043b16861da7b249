"""Prints resolved trees in a language other than that of the rules, from the patterns of its catalogue.

A pattern is a text with slots. `{what}` stands for a part of the tree, and `{what:acc}` for a form of its name. Words
agree with a part: `{what:is;are}` by its number, `{what~even:ins}` is an adjective with its gender and number in a
case. In a pattern of a name, `{head}` is the noun in the form that is asked for, and `{~that}` an adjective that
agrees with it. What a game does not say in the language is printed as its rules say it; see `PatternPrinter.missing`.

The phrases of a game have sentences in the language (`Phrase.sentences`), whose slots work the same way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeGuard

import attrs

from .. import tree as t
from ..languages import BASE, PLAIN, Noun, say
from ..languages.sentence_slots import SLOT
from ..model.game import Game, Phase
from ..model.symbols import HOLDER, Change, Name, Phrase, State
from ..tree.passes import over
from ..tree.types import DIRECTION, OF_CELLS, OF_NUMBERS, OF_PIECES, OF_PLAYERS, OF_WORDS, UNORDERED, Type
from ..tree.walk import parts_of, walk
from .statements import Printer

_NUMBERS = frozenset({"number", "numbers", "yes-no"})
_BRACKETED = re.compile(r"\([^()]*\)")
_ADVERBIAL = ("in", "into")
"""Forms of places that names may give, and that otherwise follow by a pattern."""
_OPEN = (t.Arithmetic, t.Aggregate, t.CountOf, t.TimesListed, t.Distance, t.TotalOf)
"""What stands in brackets where words after it could belong to the last of its own."""
STEP = "  "


@attrs.frozen(eq=False)
class Said:
    """A part that has been said: its words in each form, and what agrees with it. `places`: it says itself what is in
    it, and what comes into it. `cell`: pieces lie on it. `number`: words agree with it as with what it counts."""

    form: Callable[[str], str]
    gender: str = ""
    several: bool = False
    places: bool = False
    cell: bool = False
    number: bool = False

    @classmethod
    def plain(cls, text: str, *, several: bool = False) -> Said:
        """Words that have only one form."""
        return cls(lambda form: text, several=several)


class PatternPrinter:
    """Prints the texts of a game in a language. `missing` collects what has no words in it, and
    `unformed` names without a form. `ways` says which of its
    sentences a phrase is said in, if not the first."""

    def __init__(self, game: Game, language: str, ways: Mapping[str, int] | None = None) -> None:
        self.ways = ways or {}
        self.game = game
        self.symbols = game.symbols
        self.language = language
        self.known = game.language(language)
        self.patterns = self.known.patterns
        self.missing: dict[str, None] = {}
        self.unformed: dict[str, str] = {}  # names that lack a form that a text asks for, with that form
        self._object = (
            "acc" if "acc" in self.known.cases else PLAIN
        )  # the case of what is paid, taken or counted
        self.member = ""  # what the member of the selection is called that is just asked about
        self.ordinals: dict[str, int] = {}  # of variables that are called the same
        self._own = Printer(game.symbols)

    # ------------------------------------------------------------------ texts

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
            lines = self._own.declaration(node).split("\n")
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
        types = [self._type(one, several=True) for one in node.types]
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

    # --------------------------------------------------------------- patterns

    def fill(self, pattern: str, slots: Mapping[str, Said], form: str = PLAIN) -> str:
        """A pattern with its slots filled, for a form of the whole."""

        def filled(match: re.Match[str]) -> str:
            name, adjective, asked = (part if part is None else part.strip() for part in match.groups())
            name = name or ""
            of = slots[name or "head"]
            wanted = form if asked is None and (not name or name == "head") else asked or PLAIN
            if adjective is not None:
                return self._agreeing(adjective[1:].strip(), slots, of, wanted)
            if ";" in wanted:
                words = [word.strip() for word in wanted.split(";")]
                return (
                    words[list(self.known.plurals).index(self._plural(of))]
                    if of.number
                    else words[of.several]
                )
            if "/" in wanted:
                return self.known.agreed(tuple(word.strip() for word in wanted.split("/")), of.gender)
            if of.number and wanted not in self.known.forms:
                return self.so_many(of, wanted)
            if wanted in _ADVERBIAL and not of.places:
                return self.fill(self.patterns[wanted], {"place": of})
            return of.form(wanted.replace("pl ", "plural "))

        return SLOT.sub(filled, pattern)

    def _plural(self, count: Said) -> str:
        """The plural category that a number asks for; one that is not known yet, that of most."""
        said = count.form(PLAIN)
        return self.known.plural_of(int(said)) if said.isdigit() else list(self.known.plurals)[-1]

    def so_many(self, count: Said, noun: str) -> str:
        """A number with what it counts: a noun of the game, in a form if one follows it."""
        said = count.form(PLAIN)
        form, found = PLAIN, self.symbols.countable(noun)
        if found is None:
            name, _, form = noun.rpartition(" ")
            found = self.symbols.countable(name)
        if found is None:
            return f"{said} {noun}"
        names, _, by_plural_name = found
        forms = names.forms.get(self.language, {})
        fitting = self.known.counted_as(self._plural(count), form, by_plural_name=by_plural_name)
        called = next((forms[one] for one in fitting if forms.get(one)), None)
        if called is None:
            self.missing[names.base] = None
        return f"{said} {called or forms.get('plural') or forms.get(PLAIN) or names.base}"

    def _agreeing(self, word: str, slots: Mapping[str, Said], of: Said, form: str) -> str:
        """An adjective that agrees; one that is itself a slot is what the slot says."""
        said = slots[word].form(PLAIN) if word in slots else word
        if not of.gender:
            return said
        case = form.removeprefix("plural ")
        adjective = self.known.adjective
        return " ".join(
            adjective(one, of.gender, f"plural {case}" if of.several else case) for one in said.split(" ")
        )

    def sentence(self, key: str, /, **slots: Said) -> str:
        return self.fill(self.patterns[key], slots)

    def named(self, key: str, head: Said, /, **slots: Said) -> Said:
        """A name in the pattern of names."""
        pattern = self.patterns[key]
        if "{~" not in pattern or not head.places:
            return Said(
                lambda form: self.fill(pattern, {"head": head, **slots}, form),
                head.gender,
                head.several,
                head.places,
            )

        def said(form: str) -> str:
            """An adjective stands between the preposition and the noun: `in` is said of both together."""
            if form not in _ADVERBIAL:
                return self.fill(pattern, {"head": head, **slots}, form)
            key = f"{form} cell" if head.cell else form
            return self.fill(self.patterns[key], {"place": Said(said)})

        return Said(said, head.gender, head.several, places=True, cell=head.cell)

    # ------------------------------------------------------------------ names

    def name(self, name: Name | None, own: str, *, several: bool = False) -> Said:
        """A name of the game."""
        if name is None or not name.forms.get(self.language, {}).get(PLAIN):
            self.missing[own] = None
            return Said.plain(own, several=several)
        forms = name.forms[self.language]
        gender = forms.get("gender", "")
        several = several or gender.endswith(" pl")

        first = forms.get(_ADVERBIAL[0], "").split(" ")[0]  # the preposition; an adjective may come after it
        on = bool(first) and first == self.patterns.get("in cell", "").split(" ")[0]

        def said(form: str) -> str:
            if form in _ADVERBIAL:
                given = forms.get(form) if not several or gender.endswith(" pl") else None
                return given or self.fill(
                    self.patterns[f"{form} cell" if on else form], {"place": Said(said)}
                )
            if several and not form.startswith("plural"):
                return forms.get(f"plural {form}") or forms.get("plural") or forms.get(form) or forms[PLAIN]
            if several and form == "plural nom":
                return forms.get(form) or forms.get("plural") or forms[PLAIN]
            if form not in forms and form in self.known.cases:
                self.unformed.setdefault(own, form)
            return forms.get(form) or forms[PLAIN]

        return Said(said, gender, several, places=True, cell=on)

    def noun(self, key: str, *, several: bool = False) -> Said:
        """A noun of the language itself: a player, a number."""
        noun = Noun(key)
        gender = noun.say(self.language, "gender")
        return Said(
            lambda form: noun.say(self.language, f"plural {form}" if several else form), gender, several
        )

    def of_type(self, type_: Type, *, several: bool | None = None) -> Said:
        """What things of a type are called; `several`: more than one, by default if the type is one of sets."""
        several = type_.kind in UNORDERED if several is None else several
        if type_.kind in OF_PLAYERS:
            return self.noun("player", several=several)
        if type_.kind in ("kind", "kinds", "list") and type_.of:
            of = self._joined([self._type(one, several=True) for one in type_.of])
            return self.named("kind of", self.noun("kind", several=several), of=of)
        if type_.kind in OF_PIECES and type_.of:
            return self._joined([self._type(one, several=several) for one in type_.of])
        if type_.kind in OF_CELLS:
            return self.cell(type_, several=several)
        if type_.kind in ("place", "places"):
            return self.noun("place", several=several)
        if type_.kind in OF_WORDS:
            return self.noun("direction" if type_.of == DIRECTION.of else "word", several=several)
        return self.noun("number", several=several)

    def cell(self, type_: Type, *, several: bool) -> Said:
        """A cell of a board; boards say what theirs are called, and what is `in` one and comes `into` it."""
        board = self.symbols.places.get(type_.of[0]) if type_.of else None
        names = board.cell_names if board is not None else None
        if names is None or not names.has(self.language):
            return self.on(self.noun("cell", several=several))
        said = self.name(names, names.base, several=several)
        return said if names.forms[self.language].get(_ADVERBIAL[0]) else self.on(said)

    def on(self, cell: Said) -> Said:
        """A cell: pieces lie on it, not in it."""

        def said(form: str) -> str:
            return (
                self.fill(self.patterns[f"{form} cell"], {"place": cell})
                if form in _ADVERBIAL
                else cell.form(form)
            )

        return Said(said, cell.gender, cell.several, places=True, cell=True)

    def _type(self, name: str, *, several: bool) -> Said:
        type_ = self.symbols.types.get(name)
        if type_ is not None:
            return self.name(type_.names, type_.plural if several else name, several=several)
        design = self.symbols.designs.get(name)
        return self.name(design.names if design else None, name, several=several)

    def _joined(self, parts: list[Said]) -> Said:
        """Names joined by `or`, as types are."""
        if len(parts) == 1:
            return parts[0]
        between = self.patterns["or"]
        return Said(
            lambda form: between.join(one.form(form) for one in parts), parts[0].gender, parts[0].several
        )

    # ------------------------------------------------------------ expressions

    def say(self, node: t.Expr, form: str = PLAIN) -> str:
        return self.said(node).form(form)

    def atom(self, node: t.Expr) -> Said:
        """In brackets, if it is a sum or the like."""
        said = self.said(node)
        if isinstance(node, _OPEN):
            return Said(lambda form: f"({said.form(form)})")
        return said

    def said(self, node: t.Expr) -> Said:
        handler = _EXPRESSIONS.get(type(node))
        if handler is None:
            self.missing[type(node).__name__] = None
            return Said.plain(self._own.expr(node))
        return handler(self, node)

    def number(self, node: t.Number) -> Said:
        return Said.plain(str(node.value).replace("-", "\u2212"))

    def truth(self, node: t.Truth) -> Said:
        return Said.plain(say("name.yes" if node.value else "name.no", self.language))

    def word(self, node: t.WordValue) -> Said:
        return self.label(node.word)

    def label(self, word: str) -> Said:
        """A word of a list, or the name of a branch."""
        called = self.game.labels.get(word, {}).get(self.language)
        if called is None:
            self.missing[word] = None
        return Said.plain(called or word)

    def none(self, node: t.NoneValue) -> Said:
        return Said.plain(say("name.none", self.language))

    def kind(self, node: t.KindValue) -> Said:
        return self.name(self.symbols.designs[node.design].names, node.design)

    def variable(self, node: t.Variable) -> Said:
        return self.bound(node.name, node.type)

    def bound(self, name: str, type_: Type) -> Said:
        """What a name stands for; numbers may have one letter."""
        if type_.kind in _NUMBERS and len(name) == 1:
            return Said.plain(name)
        head = self.of_type(type_)
        if name == self.member:
            return self.named("member", head)
        at = self.ordinals.get(name, 1)
        return self.named(f"that {at}" if f"that {at}" in self.patterns else "that", head)

    def name_variables(self, tree: object) -> None:
        """Numbers the variables that would read the same while both are in force: `that card`, `that second card`.
        The member that a filter asks about has a pattern of its own (`of_member`)."""
        said = [(at, node) for at, node in enumerate(_outside_of_members(tree)) if hasattr(node, "name")]
        types: dict[str, str] = {}
        for _, node in said:
            if isinstance(node, t.Variable) and not (len(node.name) == 1 and node.type.kind in _NUMBERS):
                types.setdefault(node.name, self.of_type(node.type).form(PLAIN))
        spans: dict[str, list[tuple[int, int]]] = {}  # from where each is bound to where it is last said
        for at, node in said:
            own = node.name
            if own not in types:
                continue
            if isinstance(node, t.Variable):
                known = spans.setdefault(own, [(0, at)])
                known[-1] = (known[-1][0], at)
            elif isinstance(node, t.Choose | t.Let | t.ForEach):
                spans.setdefault(own, []).append((at, at))
        self.ordinals = {}
        for name in sorted(spans, key=lambda one: spans[one][0]):
            taken = {
                self.ordinals[other]
                for other in self.ordinals
                if types[other] == types[name]
                and any(a <= d and c <= b for a, b in spans[name] for c, d in spans[other])
            }
            self.ordinals[name] = next(one for one in range(1, len(taken) + 2) if one not in taken)

    def of_member(self, name: str, node: t.Expr) -> Said:
        """A question about each member of a selection, in which the member is called `name`."""
        outer, self.member = self.member, name
        said = self.said(node)
        self.member = outer
        return said

    def actor(self, node: t.Actor) -> Said:
        return self.noun("player")

    def this(self, node: t.This) -> Said:
        return self.named("this", self.of_type(node.type))

    def here(self, node: t.Here) -> Said:
        return self.named("this", self.cell(node.type, several=False))

    def keyed(self, said: Said, key: t.Expr | None) -> Said:
        return said if key is None else self.named("keyed", said, key=self.said(key))

    def game_state(self, node: t.GameState) -> Said:
        return self.keyed(self.name(self.symbols.game[node.name].names, node.name), node.key)

    def option(self, node: t.OptionValue) -> Said:
        return self.name(self.symbols.options[node.name].names, node.name)

    def number_value(self, node: t.NumberValue) -> Said:
        head = self.name(self.symbols.named_values[node.name].names, node.name)
        if not node.arguments:
            return head
        of = [self.said(one) for one in node.arguments]
        if len(of) == 1:
            return self.named("number of", head, of=of[0])
        return self.named("number of several", head, of=Said.plain(", ".join(one.form(PLAIN) for one in of)))

    def phrase_state(self, node: t.PhraseState) -> Said:
        states = (one.state.get(node.name) for one in self.symbols.phrases.values())
        state = next((one for one in states if one is not None), None)
        return self.name(state.names if state is not None else None, node.name)

    def property(self, node: t.Property) -> Said:
        if node.type.kind == "cell" and self._state(node.name, node.of.type) is None:
            return self.named("owned", self.cell(node.type, several=False), of=self.said(node.of))
        return self.keyed(
            self.named("owned", self.state_name(node.name, node.of.type), of=self.said(node.of)), node.key
        )

    def state_name(self, name: str, type_: Type) -> Said:
        """What a property of things of a type is called."""
        if name in ("kind", HOLDER):
            return self.noun(name)
        if name in ("row", "column") and type_.kind in OF_CELLS:
            return self.noun(name)
        state = self._state(name, type_)
        return self.name(state.names if state is not None else None, name)

    def _state(self, name: str, type_: Type) -> State | None:
        if type_.kind in OF_PLAYERS:
            return self.symbols.players.get(name)
        for one in type_.of:
            owner = self.symbols.types.get(one)
            if owner is not None and name in owner.properties:
                return owner.properties[name]
            grid = self.symbols.places.get(one)
            if grid is not None and name in grid.properties:
                return grid.properties[name]
        return None

    def place(self, node: t.PlaceValue) -> Said:
        head = self.name(self.symbols.places[node.name].names, node.name)
        return head if node.owner is None else self.named("owned", head, of=self.said(node.owner))

    def end_of(self, node: t.EndOf) -> Said:
        side, place = "top" if node.top else "bottom", self.said(node.place)
        if node.count is None:
            return self.named(side, self.of_type(node.type), place=place)
        count = self.say(node.count)
        head = self.after_count(self.of_type(node.type, several=False), count)
        said = Said.plain(count if count.isdigit() else f"({count})")
        return self.named(f"{side} counted", head, count=said, place=place)

    def after_count(self, one: Said, count: str) -> Said:
        """A noun as it stands after a number."""
        if count == "1":
            return one
        category = self.known.plural_of(int(count)) if count.isdigit() else list(self.known.plurals)[-1]
        return Said(lambda form: one.form(f"{category} {form}"), one.gender, several=True)

    def arithmetic(self, node: t.Arithmetic) -> Said:
        left, right = self.atom(node.left), self.atom(node.right)
        if node.op in "+-*":
            sign = {"+": "+", "-": "−", "*": "·"}[node.op]
            return Said.plain(f"{left.form(PLAIN)} {sign} {right.form(PLAIN)}")
        return Said.plain(self.sentence(node.op, left=left, right=right))

    def total_of(self, node: t.TotalOf) -> Said:
        return Said.plain(self.sentence("total of", of=self.said(node.of)))

    def cases(self, node: t.Cases) -> Said:
        found = [
            self.sentence("case", value=self.said(value), test=self.said(test)) for test, value in node.cases
        ]
        found.append(self.sentence("otherwise", value=self.said(node.otherwise)))
        return Said.plain(f"({'; '.join(found)})")

    def seat(self, node: t.Seat) -> Said:
        return self.named("seat", self.noun("player"), number=Said.plain(str(node.number)))

    def player_after(self, node: t.PlayerAfter) -> Said:
        return self.named(
            "player before" if node.before else "player after", self.noun("player"), of=self.said(node.of)
        )

    def number_range(self, node: t.NumberRange) -> Said:
        return Said.plain(self.sentence("range", least=self.said(node.least), most=self.said(node.most)))

    def listed(self, node: t.Listed) -> Said:
        members = ", ".join(self.say(one) for one in node.members)
        return Said.plain(self.sentence("one of", members=Said.plain(members)))

    # ----------------------------------------------------------------- boards

    def cell_value(self, node: t.CellValue) -> Said:
        board = self.symbols.places[node.type.of[0]]
        printed = board.printed.get(node.name)
        named = printed is not None and printed.names.has(self.language)
        said = self.name(printed.names, node.name) if printed is not None and named else Said.plain(node.name)
        return said if node.owner is None else self.named("owned", said, of=self.said(node.owner))

    def between(self, node: t.Between) -> Said:
        head = self.of_type(node.type)
        return self.named("between", head, left=self.said(node.left), right=self.said(node.right))

    def distance(self, node: t.Distance) -> Said:
        slots = {"start": self.said(node.start), "goal": self.said(node.goal)}
        way = self.way(node.way)
        if way:
            return Said.plain(self.sentence("distance by way", way=Said.plain(way), **slots))
        return Said.plain(self.sentence("distance", **slots))

    def way(self, way: str | None) -> str:
        """The words for the steps that a game declares, if a way names some."""
        if f"way {way}" in self.patterns:
            return self.patterns[f"way {way}"]
        named = (way or "").rpartition(" ")[0]
        return self.label(named).form(PLAIN) if named else ""

    def direction(self, node: t.Direction) -> Said:
        return Said.plain(self.sentence("direction", start=self.said(node.start), goal=self.said(node.goal)))

    # ------------------------------------------------------------- selections

    def select(self, node: t.Select) -> Said:
        return self.members(node, several=True)

    def members(self, node: t.Expr, *, several: bool, count: str = "") -> Said:
        """A selection: its noun with its filters; with a count, as it stands after that."""
        if not isinstance(node, t.Select):
            return self.said(node)
        head = self.head(node, several=several)
        if node.base == "player":
            others = [
                one for one in node.filters if isinstance(one, t.ButNot) and isinstance(one.members, t.Actor)
            ]
            if others:
                head = self.named("another", head)
                node = attrs.evolve(node, filters=tuple(one for one in node.filters if one not in others))
        if any(isinstance(one, t.WithoutPieces) for one in node.filters):
            head = self.named("empty", head)
        counted = head
        if count:
            counted = self.after_count(self.head(node, several=False), count)
        filters = [one for one in node.filters if not isinstance(one, t.WithoutPieces)]
        for at in range(len(filters) - 1, 0, -1):  # a clause would belong to whom it leaves out
            if isinstance(filters[at - 1], t.ButNot) and isinstance(filters[at], t.WhoIs | t.Where):
                filters[at - 1 : at + 1] = [filters[at], filters[at - 1]]
        after = [self.filter(one, node, head) for one in filters]
        if node.anywhere:
            after.insert(0, self.patterns["anywhere"])
        first = len(after) - len(filters)
        for at, one in enumerate(filters[:-1], first):  # what follows would belong to what is named last
            if isinstance(one, t.Step | t.InPlace | t.Within | t.Nearest) and _is_filtered(one):
                after[at] = f"({after[at]})"
        for at in range(1, len(after)):
            if after[at - 1].startswith(",") and after[at].startswith(","):  # one clause after another
                after[at - 1] = after[at - 1].rstrip(",")
                after[at] = f"{self.patterns['and']}{after[at][1:].lstrip()}"
        return Said(
            lambda form: "".join([counted.form(form), *(self._attached(one) for one in after)]),
            head.gender,
            several,
            head.places,
            head.cell,
        )

    def _attached(self, text: str) -> str:
        return text if text.startswith((",", " ")) else f" {text}"

    def head(self, node: t.Select, *, several: bool) -> Said:
        if node.base == "word":
            return self.name(self._names_of_words(node.name), node.name, several=several)
        if node.base == "player":
            return self.noun("player", several=several)
        if node.base == "number":
            return self.noun("number", several=several)
        if node.base == "cell":
            return self.cell(node.type, several=several)
        if node.base == "any kind":
            return self.noun("kind", several=several)
        if node.base == "kind":
            of = self._type(node.name, several=True)
            return self.named("kind of", self.noun("kind", several=several), of=of)
        if node.base == "of design":
            return self._type(node.name, several=several)
        return self.of_type(node.type, several=several)

    def _names_of_words(self, name: str) -> Name | None:
        """What the words of a list are called: that is the name of a state or property that they are values of."""
        symbols = self.symbols
        owners = [symbols.game, symbols.players, *(one.properties for one in symbols.types.values())]
        owners += [one.properties for one in symbols.places.values()]
        return next((one[name].names for one in owners if name in one), None)

    @over(t.Filter, leaves="WithoutPieces")
    def filter(self, node: t.Filter, select: t.Select, head: Said) -> str:
        type_ = select.type
        if isinstance(node, t.WithProperty):
            return self.with_property(node, type_)
        if isinstance(node, t.WithEither):
            ways = [" ".join(self.filter(each, select, head) for each in way) for way in node.of]
            several = [f"({said})" if len(way) > 1 else said for said, way in zip(ways, node.of, strict=True)]
            return f"({self.patterns['or'].join(several)})"
        if isinstance(node, t.InPlace):
            return self.fill("{place:in}", {"place": self.said(node.place)})
        if isinstance(node, t.AmongSet) and isinstance(node.members, t.NumberRange):
            ends = {"least": self.said(node.members.least), "most": self.said(node.members.most)}
            return self.sentence("among range", **ends)
        if isinstance(node, t.AmongSet):
            return self.sentence("among", members=self.said(node.members))
        if isinstance(node, t.ButNot):
            members = self.said(node.members)
            if isinstance(node.members, t.Select) and node.members.filters:
                return self.sentence("but", members=Said(lambda form: f"({members.form(form)})"))
            return self.sentence("but", members=members)
        if isinstance(node, t.Step):
            key, start = f"step {node.direction}", self.said(node.start)
            if key in self.patterns:
                return self.fill(self.patterns[key], {"head": head, "start": start})
            return self.sentence("step by way", start=start, way=Said.plain(self.way(node.direction)))
        if isinstance(node, t.Within):
            return self.within(node)
        if isinstance(node, t.Nearest):
            return self.sentence("nearest", start=self.said(node.start))
        if isinstance(node, t.Reachable):
            return self.sentence("reachable", start=self.said(node.start))
        if isinstance(node, t.WithExtreme):
            if node.value is not None:
                return self.sentence(f"with the {node.how} by", value=self.of_member(node.name, node.value))
            return self.sentence(f"with the {node.how}", name=self.state_name(node.name, type_))
        if isinstance(node, t.Where):
            kinds = self.kinds_meant(node, several=head.several)
            if kinds is not None:
                key = "who is not a" if isinstance(node.test, t.Not) else "who is a"
                return self.fill(self.patterns[key], {"head": head, "of": kinds})
            return self.fill(
                self.patterns["where"], {"head": head, "test": self.of_member(node.name, node.test)}
            )
        assert isinstance(node, t.WhoIs)
        key = "who is" if node.holds else "who is not"
        return self.fill(self.patterns[key], {"head": head, "state": self.state_name(node.name, type_)})

    def kinds_meant(self, node: t.Where, *, several: bool) -> Said | None:
        """What the members of a selection are, or are not, if all that is asked of them is their design."""
        test = node.test.of if isinstance(node.test, t.Not) else node.test
        parts = test.of if isinstance(test, t.Either) else (test,)
        found = []
        for one in parts:
            if (
                not isinstance(one, t.IsKind)
                or not isinstance(one.what, t.Variable)
                or one.what.name != node.name
            ):
                return None
            found.append(self.members(one.of, several=several))
        or_ = self.patterns["or"]
        return Said(lambda form: or_.join(one.form(form) for one in found))

    def with_property(self, one: t.WithProperty, type_: Type) -> str:
        name = self.state_name(one.name, type_)
        if one.value is None:
            return self.sentence(f"with {one.op}", name=name)
        value = self.atom(one.value)
        if one.name == "kind":
            by = "design" if isinstance(one.value, t.KindValue) else "kind"
            named = self.noun("kind").form(PLAIN) in value.form(PLAIN).split()
            key = f"with {by} {one.op}" + (" named" if named and by == "kind" and one.op == "=" else "")
            return self.sentence(key, value=value)
        if one.value.type.kind == "number":
            return self.with_number(one, one.value, name)
        return self.sentence(f"with word {one.op}", name=name, value=value)

    def with_number(self, one: t.WithProperty, number: t.Expr, name: Said) -> str:
        if one.op == "=" and isinstance(number, t.Property) and number.name == one.name:
            return self.sentence("with same", name=name, value=self.said(number.of))
        key = "with equal" if one.op == "=" and not isinstance(number, t.Number) else f"with {one.op}"
        return self.sentence(key, name=name, value=self.atom(number))

    def within(self, one: t.Within) -> str:
        count, way = self.say(one.count), self.way(one.way)
        key = "within one" if count == "1" else "within"
        slots = {"count": Said.plain(count), "start": self.said(one.start), "way": Said.plain(way)}
        return self.sentence(f"{key} by way" if way else key, **slots)

    def quantity(self, node: t.Quantity) -> Said:
        if node.how == "one":
            return self.members(node.of, several=False)
        if node.count is None:
            return self.named(node.how, self.members(node.of, several=False))
        count = self.say(node.count)
        inner = self.members(node.of, several=count != "1", count=count)
        if node.how == "at least" and count == "0":
            return self.named("any number of", self.members(node.of, several=True))
        key = {"any": "any counted", "exactly": "counted"}.get(node.how, node.how)
        return self.named(key, inner, count=Said.plain(count if count.isdigit() else f"({count})"))

    def end_of_set(self, node: t.EndOfSet) -> Said:
        return self.named("last" if node.last else "first", self.members(node.of, several=False))

    def count_of(self, node: t.CountOf) -> Said:
        if isinstance(node.of, t.KindsOf):
            return Said.plain(self.sentence("count of kinds", of=self.said(node.of.of)))
        return Said.plain(self.sentence("count of", of=self.said(node.of)))

    def kinds_of(self, node: t.KindsOf) -> Said:
        return self.named("kind of", self.noun("kind", several=True), of=self.said(node.of))

    def aggregate(self, node: t.Aggregate) -> Said:
        of = self.said(node.of)
        if node.value is not None:
            value = self.of_member(node.name, node.value)
            return Said.plain(self.sentence(f"{node.how} by", value=value, of=of))
        return Said.plain(self.sentence(node.how, name=self.state_name(node.name, node.of.type), of=of))

    def times_listed(self, node: t.TimesListed) -> Said:
        return Said.plain(self.sentence("times listed", kind=self.said(node.kind), of=self.said(node.of)))

    # ------------------------------------------------------------- conditions

    def compare(self, node: t.Compare) -> Said:
        left, right = self.said(node.left), self.said(node.right)
        key: str = node.op
        if isinstance(node.right, t.NoneValue):
            return Said.plain(self.sentence("is none" if key == "=" else "is not none", left=left))
        if isinstance(node.right, t.Truth) and key in ("=", "!="):
            so = node.right.value == (key == "=")
            return Said.plain(self.sentence("is so" if so else "is not so", left=left))
        if self._is_stock(node.left) and isinstance(node.right, t.Number) and key != "!=":
            return Said.plain(self.has(node.left, key, node.right.value))
        if key in ("=", "!=") and node.left.type.kind not in ("number", "table"):
            key = "is" if key == "=" else "is not"
        return Said.plain(self.sentence(key, left=left, right=right))

    def _is_stock(self, node: t.Expr) -> TypeGuard[t.Property]:
        """Whether it is something of which a player has some: its name is that of several."""
        if not isinstance(node, t.Property) or node.of.type.kind != "player" or node.key is not None:
            return False
        state = self.symbols.players.get(node.name)
        forms = state.names.forms.get(self.language, {}) if state is not None and state.names else {}
        return forms.get("gender", "").endswith(" pl")

    def has(self, stock: t.Property, key: str, count: int) -> str:
        """How much of something a player has."""
        player, names = self.said(stock.of), self.symbols.players[stock.name].names
        if key == "=" and count == 0:
            return self.sentence("has none", player=player, stock=self.name(names, stock.name))
        called = Said.plain(self.counted(str(count), names, stock.name))
        return self.sentence(f"has {key}", player=player, count=Said.plain(str(count)), stock=called)

    def holds(self, node: t.Holds, *, negated: bool = False) -> Said:
        assert node.of is not None
        name = self.state_name(node.name, node.of.type)
        if node.player is not None:
            player = self.said(node.player)
            return Said.plain(self.sentence("holds for", player=player, name=name, of=self.said(node.of)))
        key = "holds not" if negated else "holds"
        return Said.plain(self.sentence(key, of=self.said(node.of), state=name).strip())

    def is_empty(self, node: t.IsEmpty, *, negated: bool = False) -> Said:
        return Said.plain(
            self.sentence("not empty place" if negated else "empty place", of=self.said(node.of))
        )

    def is_in(self, node: t.IsIn, *, negated: bool = False) -> Said:
        among = node.where.type.kind in UNORDERED or node.where.type.kind == "list"
        among = among and not isinstance(node.where, t.PlaceValue)
        key = f"is {'not ' if negated else ''}{'among' if among else 'in'}"
        return Said.plain(self.sentence(key, what=self.said(node.what), where=self.said(node.where)))

    def is_kind(self, node: t.IsKind) -> Said:
        of = self.members(node.of, several=False)
        return Said.plain(self.sentence("is a", what=self.said(node.what), of=of))

    def differ(self, node: t.Differ) -> Said:
        name = self.state_name(node.name, node.of.type)
        return Said.plain(self.sentence("differ", of=self.said(node.of), name=name))

    def make_line(self, node: t.MakeLine) -> Said:
        return Said.plain(self.sentence("line", of=self.said(node.of), count=self.said(node.count)))

    def can_pay(self, node: t.CanPay) -> Said:
        amounts = Said.plain(self.amounts(node.amounts))
        return Said.plain(self.sentence("can pay", player=self.said(node.player), amounts=amounts))

    def can_be_done(self, node: t.CanBeDone) -> Said:
        return Said.plain(self.sentence("can be done", of=self.said(node.of)))

    def so(self, node: t.So) -> Said:
        return Said.plain(self.phrase(self.symbols.phrases[node.phrase], node.arguments))

    def exists(self, node: t.Exists, *, negated: bool = False) -> Said:
        of = self.members(node.of, several=False)
        return Said.plain(self.sentence("exists not" if negated else "exists", of=of))

    def not_(self, node: t.Not) -> Said:
        inner = node.of
        if isinstance(inner, t.Holds) and inner.player is None:
            return self.holds(inner, negated=True)
        if isinstance(inner, t.IsEmpty):
            return self.is_empty(inner, negated=True)
        if isinstance(inner, t.IsIn):
            return self.is_in(inner, negated=True)
        if isinstance(inner, t.Exists):
            return self.exists(inner, negated=True)
        return Said.plain(self.sentence("not", of=Said.plain(f"({self.say(inner)})")))

    def both(self, node: t.Both) -> Said:
        return self._all(node.of, "and")

    def either(self, node: t.Either) -> Said:
        return self._all(node.of, "or")

    def _all(self, parts: Iterable[t.Expr], key: str) -> Said:
        said = ((one, self.say(one)) for one in parts)
        # a colon would take in all that follows
        found = [
            f"({text})" if isinstance(one, t.Either | t.Both) or ": " in _BRACKETED.sub("", text) else text
            for one, text in said
        ]
        return Said.plain(self.patterns[key].join(found))

    # ----------------------------------------------------------------- phrases

    def phrase(self, phrase: Phrase, arguments: tuple[t.Expr, ...]) -> str:
        """A phrase with its slots filled, or as the rules say it if it has no sentence."""
        values = {slot.name: self.atom(one) for slot, one in zip(phrase.slots, arguments, strict=True)}
        order = bool(arguments) and phrase.about is not None and isinstance(arguments[0], t.Actor)
        return self.phrase_of(phrase, values, order=order)

    def head_of(self, phrase: Phrase) -> str:
        """A phrase with what its slots can hold; numbers have one letter."""
        values = {
            slot.name: self.bound(slot.name, slot.type)
            if slot.type.kind == "number" and len(slot.name) == 1
            else self.of_type(slot.type)
            for slot in phrase.slots
        }
        return self.phrase_of(phrase, values)

    def phrase_of(self, phrase: Phrase, values: Mapping[str, Said], *, order: bool = False) -> str:
        sentences = phrase.said(self.language, order=order)
        if not sentences:
            self.missing[phrase.signature] = None
            own = (
                values[one.name].form(PLAIN) if not isinstance(one, tuple) else " ".join(one)
                for one in phrase.parts
            )
            return " ".join(own)
        numbers = {slot.name for slot in phrase.slots if slot.type.kind == "number"}
        values = {
            name: attrs.evolve(said, number=True) if name in numbers else said
            for name, said in values.items()
        }
        return self.fill(sentences[min(self.ways.get(phrase.signature, 0), len(sentences) - 1)], values)

    # -------------------------------------------------------------- statements

    def block(self, body: tuple[t.Stmt, ...], depth: int) -> list[str]:
        lines: list[str] = []
        for statement in body:
            lines.extend(self.statement(statement, depth))
        return lines or [STEP * depth + self.patterns["nothing"]]

    def statement(self, node: t.Stmt, depth: int) -> list[str]:
        compound = _COMPOUND.get(type(node))
        if compound is not None:
            return compound(self, node, depth)
        return [STEP * depth + self.simple(node)]

    def simple(self, node: t.Stmt) -> str:
        handler = _SIMPLE.get(type(node))
        if handler is None:
            self.missing[type(node).__name__] = None
            return self._own.simple(node)
        return handler(self, node)

    def by(self, key: str, player: t.Expr, /, **slots: Said) -> str:
        """What the player does, or what another player does."""
        if isinstance(player, t.Actor):
            return self.sentence(key, **slots)
        return self.sentence(f"{key} of another", player=self.said(player), **slots)

    def nothing(self, node: t.Nothing) -> str:
        return self.patterns["nothing"]

    def put(self, node: t.Put) -> str:
        return self.sentence(f"put {node.how}", what=self.said(node.what), place=self.said(node.place))

    def shuffle(self, node: t.Shuffle) -> str:
        return self.sentence("shuffle", place=self.said(node.place))

    def look(self, node: t.Look) -> str:
        return self.by("look", node.player, what=self.said(node.what))

    def reveal(self, node: t.Reveal) -> str:
        return self.sentence("reveal", what=self.said(node.what))

    def show_(self, node: t.Show) -> str:
        return self.sentence("show", what=self.said(node.what), to=self.said(node.to))

    def choose(self, node: t.Choose) -> str:
        if node.player is None:
            return self.sentence("choose at random", of=self.said(node.of))
        return self.by("choose", node.player, of=self.said(node.of))

    def let(self, node: t.Let) -> str:
        return self.sentence("let", that=self.bound(node.name, node.value.type), value=self.said(node.value))

    def become(self, node: t.Become) -> str:
        if isinstance(node.target, t.Property) and isinstance(node.value, t.Truth):
            state = self.state_name(node.target.name, node.target.of.type)
            key = "become so" if node.value.value else "become not so"
            return self.sentence(key, of=self.said(node.target.of), state=state)
        if isinstance(node.value, t.Truth):
            return self.sentence("now" if node.value.value else "no longer", target=self.said(node.target))
        return self.sentence("become", target=self.said(node.target), value=self.said(node.value))

    def change(self, node: t.Change) -> str:
        key = "raise" if node.sign > 0 else "lower"
        text = self.sentence(key, target=self.said(node.target), amount=self.said(node.amount))
        return self.sentence("as far as possible", text=Said.plain(text)) if node.clamp else text

    def win(self, node: t.Win) -> str:
        return self.sentence("win", winners=self.said(node.winners))

    def end_of_match(self, node: t.EndOfMatch) -> str:
        return self.patterns["match ends"]

    def end_of_turn(self, node: t.EndOfTurn) -> str:
        return self.patterns["turn ends"]

    def end_of_phase(self, node: t.EndOfPhase) -> str:
        return self.patterns["phase ends"]

    def call(self, node: t.Call) -> str:
        return self.phrase(self.symbols.phrases[node.phrase], node.arguments)

    def pay(self, node: t.Pay) -> str:
        return self.by("pay", node.player, amounts=Said.plain(self.amounts(node.amounts)))

    def gain(self, node: t.Gain) -> str:
        text = self.by("gain", node.player, amounts=Said.plain(self.amounts(node.amounts)))
        return self.sentence("as far as possible", text=Said.plain(text)) if node.clamp else text

    def amounts(self, given: tuple[t.Amount, ...]) -> str:
        return self.patterns["and"].join(self.amount(one) for one in given)

    def amount(self, one: t.Amount) -> str:
        count: t.Expr = one.count
        whole: t.Expr | None = None
        if isinstance(count, t.Arithmetic) and count.op == "*" and isinstance(count.right, t.CountOf):
            whole, count = count.right.of, count.left
        state = self.symbols.players.get(one.name)
        names = state.names if state is not None else None
        if one.count.type.kind == "table":
            text = self.said(one.count).form(self._object)
        elif isinstance(count, t.Number):
            said = str(count.value)
            stock = self.counted(said, names, one.name)
            text = self.sentence("stock", count=Said.plain(said), stock=Said.plain(stock))
        else:
            text = self.sentence("stock, computed", count=self.said(count), stock=self.name(names, one.name))
        if one.key is not None:
            text = self.sentence("of an entry", text=Said.plain(text), key=self.said(one.key))
        if one.wild_key is not None:
            text = self.sentence("with wild", text=Said.plain(text), wild=self.said(one.wild_key))
        elif one.wild is not None:
            wild = self.symbols.players.get(one.wild)
            named = self.name(wild.names if wild is not None else None, one.wild)
            text = self.sentence("with wild", text=Said.plain(text), wild=named)
        if whole is None:
            return text
        return self.sentence("for each whole", text=Said.plain(text), of=self.members(whole, several=False))

    def counted(self, count: str, name: Name | None, own: str) -> str:
        """What a number of players is called after a number."""
        if name is None or not name.has(self.language):
            self.missing[own] = None
            return own
        category = self.known.plural_of(int(count)) if count.isdigit() else list(self.known.plurals)[-1]
        forms = name.forms[self.language]
        fitting = self.known.counted_as(category, self._object, by_plural_name=True)
        return next((forms[one] for one in fitting if one in forms), forms[PLAIN])

    def swap(self, node: t.Swap) -> str:
        return self.sentence("swap", left=self.said(node.left), right=self.said(node.right))

    def perform(self, node: t.Perform) -> str:
        return self.by("perform", node.player, of=self.said(node.of))

    # ----------------------------------------------------- compound statements

    def suite(self, head: str, body: tuple[t.Stmt, ...], depth: int) -> list[str]:
        if len(body) == 1 and type(body[0]) not in _COMPOUND:
            return [f"{STEP * depth}{head}: {self.simple(body[0])}"]
        return [f"{STEP * depth}{head}:", *self.block(body, depth + 1)]

    def if_(self, node: t.If, depth: int) -> list[str]:
        lines: list[str] = []
        for index, (test, body) in enumerate(node.cases):
            lines += self.suite(
                self.sentence("otherwise if" if index else "if", test=self.said(test)), body, depth
            )
        return lines + (self.suite(self.patterns["else"], node.otherwise, depth) if node.otherwise else [])

    def for_each(self, node: t.ForEach, depth: int) -> list[str]:
        each = self.named("each", self.members(node.of, several=False))
        head = self.sentence("for each", of=each)
        if node.together:
            head = self.sentence("together", text=Said.plain(head))
        if node.order != "printed order":
            order = self.patterns[node.order]
            if node.value is not None:
                value = self.of_member(node.by or "", node.value)
                order = self.sentence("order by", order=Said.plain(order), value=value)
            elif node.by is not None:
                value = self.state_name(node.by, node.of.type)
                order = self.sentence("order by", order=Said.plain(order), value=value)
            if node.start is not None:
                order = self.sentence("order from", order=Said.plain(order), start=self.said(node.start))
            if node.ties is not None:
                ties = Said.plain(self.patterns[node.ties])
                order = self.sentence("ties", order=Said.plain(order), ties=ties)
            head = self.sentence("in order", text=Said.plain(head), order=Said.plain(order))
        return self.suite(head, node.body, depth)

    def repeat(self, node: t.Repeat, depth: int) -> list[str]:
        key = f"repeat {node.how}"
        if node.how == "times" and not isinstance(node.test, t.Number):
            key = "repeat so often"
        head = self.sentence(key, test=self.said(node.test), count=self.said(node.test))
        if node.bound is not None:
            head = self.sentence("at most", text=Said.plain(head), count=self.said(node.bound))
        return self.suite(head, node.body, depth)

    def choose_one(self, node: t.ChooseOne, depth: int) -> list[str]:
        head = self.by("choose one", node.player)
        return [f"{STEP * depth}{head}:", *self.branches(node.branches, depth + 1)]

    def branches(self, branches: tuple[t.Branch, ...], depth: int) -> list[str]:
        lines: list[str] = []
        for branch in branches:
            label = self.label(branch.label)
            head = label.form(PLAIN)
            if branch.test is not None:
                head = self.sentence("branch if", label=label, test=self.said(branch.test))
            lines += self.suite(head, branch.body, depth)
        return lines

    def alternatives(self, node: t.Alternatives, depth: int) -> list[str]:
        return [STEP * depth + " / ".join(self.in_line(body) for body in node.bodies)]

    def in_line(self, body: tuple[t.Stmt, ...]) -> str:
        """A body on one line; several statements stand in brackets."""
        if len(body) == 1 and type(body[0]) not in _COMPOUND:
            return self.simple(body[0])
        return f"({'; '.join(line.strip() for one in body for line in self.statement(one, 0))})"

    def only_if(self, node: t.OnlyIf, depth: int) -> list[str]:
        return self.suite(self.patterns["and"].join(self.simple(one) for one in node.costs), node.body, depth)

    def may(self, node: t.May, depth: int) -> list[str]:
        lines = self.suite(self.by("may", node.player), node.body, depth)
        return lines + (self.suite(self.patterns["else"], node.otherwise, depth) if node.otherwise else [])

    def may_repeatedly(self, node: t.MayRepeatedly, depth: int) -> list[str]:
        return self.suite(self.by("may repeatedly", node.player), node.body, depth)

    def any_order_of(self, node: t.AnyOrder, depth: int) -> list[str]:
        of = "; ".join(self.in_line((part,)) for part in node.of)
        return [STEP * depth + self.by("in any order", node.player, of=Said.plain(of))]

    def offer(self, node: t.Offer, depth: int) -> list[str]:
        players = self.named("each", self.members(node.players, several=False))
        head = self.sentence("offer", players=players)
        return [f"{STEP * depth}{head}:", *self.branches(node.branches, depth + 1)]

    def simultaneously(self, node: t.Simultaneously, depth: int) -> list[str]:
        players = self.named("each", self.members(node.players, several=False))
        return self.suite(self.sentence("simultaneously", players=players), node.body, depth)

    # --------------------------------------------------------------- abilities

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
            return self._own.pattern(hook)
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


def _outside_of_members(tree: object) -> Iterator[Any]:
    """The nodes of a tree, without the questions that filters ask about members. A choice and a `let` come after what
    they bind, since their name is in force from there on."""
    if isinstance(tree, tuple):
        for one in tree:
            yield from _outside_of_members(one)
    elif isinstance(tree, t.Node):
        after = isinstance(tree, t.Choose | t.Let)
        inner = [getattr(tree, name) for name in parts_of(type(tree))]
        if isinstance(tree, t.Where | t.WithExtreme | t.Aggregate):
            asked = tree.test if isinstance(tree, t.Where) else tree.value
            inner = [one for one in inner if one is not asked]
            inner += [one for one in walk(asked) if isinstance(one, t.Variable) and one.name != tree.name]
        if not after:
            yield tree
        yield from _outside_of_members(tuple(inner))
        if after:
            yield tree


def _is_filtered(one: t.Filter) -> bool:
    """Whether a selection with filters of its own is part of a filter."""
    return any(isinstance(part, t.Select) and part.filters for part in walk(one))


def _all_phases(game: Game) -> Iterable[Phase]:
    todo = list(game.flow)
    while todo:
        phase = todo.pop()
        yield phase
        todo += phase.phases


def in_words(node: object, game: Game, language: str) -> str | None:
    """The text of a tree in a language; None in that of the rules, and if the language or the game lacks words."""
    if language == BASE or not game.language(language).patterns:
        return None
    printer = PatternPrinter(game, language)
    text = printer.text(node)
    return None if printer.missing else text


_EXPRESSIONS: dict[type, Callable[..., Said]] = {
    t.Number: PatternPrinter.number,
    t.Truth: PatternPrinter.truth,
    t.WordValue: PatternPrinter.word,
    t.NoneValue: PatternPrinter.none,
    t.KindValue: PatternPrinter.kind,
    t.Variable: PatternPrinter.variable,
    t.Actor: PatternPrinter.actor,
    t.This: PatternPrinter.this,
    t.Here: PatternPrinter.here,
    t.GameState: PatternPrinter.game_state,
    t.OptionValue: PatternPrinter.option,
    t.TotalOf: PatternPrinter.total_of,
    t.NumberValue: PatternPrinter.number_value,
    t.PhraseState: PatternPrinter.phrase_state,
    t.Property: PatternPrinter.property,
    t.PlaceValue: PatternPrinter.place,
    t.EndOf: PatternPrinter.end_of,
    t.Arithmetic: PatternPrinter.arithmetic,
    t.Select: PatternPrinter.select,
    t.Quantity: PatternPrinter.quantity,
    t.CountOf: PatternPrinter.count_of,
    t.Aggregate: PatternPrinter.aggregate,
    t.KindsOf: PatternPrinter.kinds_of,
    t.TimesListed: PatternPrinter.times_listed,
    t.Compare: PatternPrinter.compare,
    t.Holds: PatternPrinter.holds,
    t.IsEmpty: PatternPrinter.is_empty,
    t.IsIn: PatternPrinter.is_in,
    t.IsKind: PatternPrinter.is_kind,
    t.Differ: PatternPrinter.differ,
    t.MakeLine: PatternPrinter.make_line,
    t.Cases: PatternPrinter.cases,
    t.Seat: PatternPrinter.seat,
    t.PlayerAfter: PatternPrinter.player_after,
    t.NumberRange: PatternPrinter.number_range,
    t.Listed: PatternPrinter.listed,
    t.CellValue: PatternPrinter.cell_value,
    t.Between: PatternPrinter.between,
    t.Distance: PatternPrinter.distance,
    t.Direction: PatternPrinter.direction,
    t.EndOfSet: PatternPrinter.end_of_set,
    t.CanPay: PatternPrinter.can_pay,
    t.CanBeDone: PatternPrinter.can_be_done,
    t.So: PatternPrinter.so,
    t.Exists: PatternPrinter.exists,
    t.Not: PatternPrinter.not_,
    t.Both: PatternPrinter.both,
    t.Either: PatternPrinter.either,
}

_SIMPLE: dict[type, Callable[..., str]] = {
    t.Nothing: PatternPrinter.nothing,
    t.Put: PatternPrinter.put,
    t.Shuffle: PatternPrinter.shuffle,
    t.Look: PatternPrinter.look,
    t.Reveal: PatternPrinter.reveal,
    t.Show: PatternPrinter.show_,
    t.Choose: PatternPrinter.choose,
    t.Let: PatternPrinter.let,
    t.Become: PatternPrinter.become,
    t.Change: PatternPrinter.change,
    t.Win: PatternPrinter.win,
    t.Pay: PatternPrinter.pay,
    t.Gain: PatternPrinter.gain,
    t.Swap: PatternPrinter.swap,
    t.Perform: PatternPrinter.perform,
    t.EndOfMatch: PatternPrinter.end_of_match,
    t.EndOfTurn: PatternPrinter.end_of_turn,
    t.EndOfPhase: PatternPrinter.end_of_phase,
    t.Call: PatternPrinter.call,
}

_COMPOUND: dict[type, Callable[..., list[str]]] = {
    t.If: PatternPrinter.if_,
    t.ForEach: PatternPrinter.for_each,
    t.Repeat: PatternPrinter.repeat,
    t.ChooseOne: PatternPrinter.choose_one,
    t.Alternatives: PatternPrinter.alternatives,
    t.OnlyIf: PatternPrinter.only_if,
    t.MayRepeatedly: PatternPrinter.may_repeatedly,
    t.AnyOrder: PatternPrinter.any_order_of,
    t.Offer: PatternPrinter.offer,
    t.May: PatternPrinter.may,
    t.Simultaneously: PatternPrinter.simultaneously,
}
