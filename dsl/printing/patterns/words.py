"""How patterns are filled, and what names of a game are called: the ground of all that is said."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import attrs

from ...languages import PLAIN, Noun
from ...languages.sentence_slots import SLOT
from ...model.game import Game
from ...model.symbols import Name
from ...tree.types import DIRECTION, OF_CELLS, OF_PIECES, OF_PLAYERS, OF_WORDS, UNORDERED, Type
from ..statements import Printer

NUMBERS = frozenset({"number", "numbers", "yes-no"})
ADVERBIAL = ("in", "into")
"""Forms of places that names may give, and that otherwise follow by a pattern."""


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


class Words:
    """Fills patterns, and says names and types, in the forms that are asked for.

    `missing` collects what has no words in the language, and `unformed` names without a form. `ways` says which of
    its sentences a phrase is said in, if not the first.
    """

    def __init__(self, game: Game, language: str, ways: Mapping[str, int] | None = None) -> None:
        self.ways = ways or {}
        self.game = game
        self.symbols = game.symbols
        self.language = language
        self.known = game.language(language)
        self.patterns = self.known.patterns
        self.missing: dict[str, None] = {}
        self.unformed: dict[str, str] = {}  # names that lack a form that a text asks for, with that form
        self.object_case = (
            "acc" if "acc" in self.known.cases else PLAIN
        )  # the case of what is paid, taken or counted
        self.member = ""  # what the member of the selection is called that is just asked about
        self.ordinals: dict[str, int] = {}  # of variables that are called the same
        self.own = Printer(game.symbols)

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
            if wanted in ADVERBIAL and not of.places:
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
            if form not in ADVERBIAL:
                return self.fill(pattern, {"head": head, **slots}, form)
            key = f"{form} cell" if head.cell else form
            return self.fill(self.patterns[key], {"place": Said(said)})

        return Said(said, head.gender, head.several, places=True, cell=head.cell)

    def name(self, name: Name | None, own: str, *, several: bool = False) -> Said:
        """A name of the game."""
        if name is None or not name.forms.get(self.language, {}).get(PLAIN):
            self.missing[own] = None
            return Said.plain(own, several=several)
        forms = name.forms[self.language]
        gender = forms.get("gender", "")
        several = several or gender.endswith(" pl")

        first = forms.get(ADVERBIAL[0], "").split(" ")[0]  # the preposition; an adjective may come after it
        on = bool(first) and first == self.patterns.get("in cell", "").split(" ")[0]

        def said(form: str) -> str:
            if form in ADVERBIAL:
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
            of = self._joined([self.type_name(one, several=True) for one in type_.of])
            return self.named("kind of", self.noun("kind", several=several), of=of)
        if type_.kind in OF_PIECES and type_.of:
            return self._joined([self.type_name(one, several=several) for one in type_.of])
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
        return said if names.forms[self.language].get(ADVERBIAL[0]) else self.on(said)

    def on(self, cell: Said) -> Said:
        """A cell: pieces lie on it, not in it."""

        def said(form: str) -> str:
            return (
                self.fill(self.patterns[f"{form} cell"], {"place": cell})
                if form in ADVERBIAL
                else cell.form(form)
            )

        return Said(said, cell.gender, cell.several, places=True, cell=True)

    def type_name(self, name: str, *, several: bool) -> Said:
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
