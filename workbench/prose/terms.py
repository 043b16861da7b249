"""The words of a game in a language: its names in all their forms, what they are of, and all else that it says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain
from typing import Any

import attrs

from ...dsl.languages import BASE, PLAIN
from ...dsl.languages.prose import Prose
from ...dsl.model.game import Game, Phase
from ...dsl.model.symbols import SLOT, Name, State

_WORD = re.compile(r"[^\W\d_]\w*(?:['\u2019-]\w+)*")
_SLOT = re.compile(r"\{[^{}]*\}")

Words = tuple[str, ...]


def words(text: str) -> Words:
    """The words of a text in small letters."""
    return tuple(one.lower() for one in _WORD.findall(text))


@attrs.frozen(eq=False)
class Term:
    """A name of the game. `one` and `several` are its forms; `genitive` those forms that may stand after a noun.
    `owner` is the type, for a type and its designs; `copies` is how many there are of it, if it is a piece; `of_it`
    is the genitive of one."""

    name: str
    one: frozenset[Words]
    several: frozenset[Words]
    genitive: frozenset[Words] = frozenset()
    owner: str = ""
    copies: int = 0
    of_it: Words = ()

    @property
    def said(self) -> Words:
        return words(self.name)


@attrs.frozen(eq=False)
class Compound:
    """A name of several words: its noun, and the word before or after it that tells it from others. `inner`: it is
    only the end of a name, in another case."""

    name: str
    head: str
    before: Words = ()
    after: Words = ()
    inner: bool = False


@attrs.define(eq=False)
class Vocabulary:
    """Everything that a game says in a language."""

    game: Game
    language: str
    prose: Prose
    stemmer: Any  # of a library without types: it has `stemWord`
    _stems: dict[str, str] = attrs.field(factory=dict, init=False)

    def stem(self, word: str) -> str:
        known = self._stems.get(word)
        if known is None:
            known = self._stems[word] = str(self.stemmer.stemWord(word))
        return known

    def stems(self, text: Iterable[str]) -> Words:
        return tuple(self.stem(word) for word in text)

    # ------------------------------------------------------------------------------ names

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """Every name of the game, and every other name (`also:`) of one."""
        symbols = self.game.symbols
        found: list[Term] = []
        for key, type_ in symbols.types.items():
            total = sum(symbols.designs[one].copies for one in type_.designs)
            found += self._terms(type_.names, key, total)
        for design in symbols.designs.values():
            found += self._terms(design.names, design.type, design.copies)
        for name in self._other_names():
            found += self._terms(name, "", 0)
        return tuple(found)

    @cached_property
    def is_empty(self) -> bool:
        """Whether nothing that the game declares has a name in the language."""
        symbols = self.game.symbols
        states = (*symbols.game.values(), *symbols.players.values())
        names = [one.names for one in states if one.names is not None]
        names += [one.names for one in symbols.types.values()]
        names += [one.names for one in symbols.designs.values()]
        names += [one.names for one in symbols.places.values()]
        return not any(name.has(self.language) for name in names)

    def _terms(self, name: Name, owner: str, copies: int) -> Iterator[Term]:
        if not name.has(self.language):
            return
        yield (
            self._base_term(name, owner, copies)
            if self.language == BASE
            else self._declined(name, owner, copies)
        )
        for other in name.also.get(self.language, ()):
            both = frozenset({words(other)})
            yield Term(other, both, both, both, owner, copies)

    def _base_term(self, name: Name, owner: str, copies: int) -> Term:
        one, several = frozenset({words(name.base)}), frozenset({words(name.plural or f"{name.base}s")})
        return Term(name.base, one, several, one | several, owner, copies)

    def _declined(self, name: Name, owner: str, copies: int) -> Term:
        forms = name.forms[self.language]
        single = {*_CASES, next(iter(self.game.language(self.language).plurals))}
        uncounted = forms.get("gender", "").endswith(" pl")
        said = {form: words(text) for form, text in forms.items() if form != "gender"}
        one = {form for form in said if form.split()[0] in single and not uncounted}
        genitive = {form for form in said if form.endswith("gen") or form == "many"}
        return Term(
            name.say(self.language),
            frozenset(said[form] for form in one),
            frozenset(said[form] for form in said.keys() - one),
            frozenset(said[form] for form in genitive),
            owner,
            copies,
            said.get("gen", ()),
        )

    def _other_names(self) -> Iterator[Name]:
        symbols = self.game.symbols
        for place in symbols.places.values():
            yield place.names
            if place.cell_names is not None:
                yield place.cell_names
            yield from (cell.names for cell in place.printed.values())
        yield from (one.names for one in symbols.named_values.values())
        yield from (one.names for one in symbols.options.values())
        yield from (state.names for state in self._states() if state.names is not None)

    def _states(self) -> Iterator[State]:
        symbols = self.game.symbols
        owners = (
            symbols.game,
            symbols.players,
            *(type_.properties for type_ in symbols.types.values()),
            *(place.properties for place in symbols.places.values()),
            *(phrase.state for phrase in symbols.phrases.values()),
        )
        return chain.from_iterable(one.values() for one in owners)

    @cached_property
    def by_form(self) -> dict[Words, list[Term]]:
        """The terms that may be meant, by the stems of their words."""
        found: dict[Words, list[Term]] = {}
        for term in self.terms:
            for form in term.one | term.several:
                for key in {form, self.stems(form)}:
                    known = found.setdefault(key, [])
                    if term not in known:
                        known.append(term)
        return found

    @cached_property
    def longest(self) -> int:
        return max((len(form) for form in self.by_form), default=1)

    def meant(self, said: Words) -> list[Term]:
        """The terms that have this form; else those that have its stems."""
        return self.by_form.get(said) or self.by_form.get(self.stems(said)) or []

    @cached_property
    def single(self) -> frozenset[str]:
        """The stems of names of one word."""
        return frozenset(key[0] for key in self.by_form if len(key) == 1)

    # ------------------------------------------------------------------------------ all that it says

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """All that the game says to people, besides its names: statements of its rules, sentences, labels, questions,
        lines of the log."""
        game, language = self.game, self.language
        found: list[str] = [game.title.get(language, "")]
        statements = (
            rule.says if language == BASE else rule.others.get(language, "") for rule in game.rules.values()
        )
        found += statements
        for signature, phrase in game.symbols.phrases.items():
            found += phrase.sentences.get(language, [])
            found.append(phrase.log.get(language, ""))
            if language == BASE:
                found.append(SLOT.sub(" ", signature))
        for label in game.labels.values():
            found.append(label.get(language, ""))
        for asked in (*game.asks.values(), *game.answers.values()):
            found.append(" ".join(part for part in asked.get(language, ()) if isinstance(part, str)))
        for phase in _phases(game.flow):
            found += [phase.title.get(language, ""), phase.log.get(language, "")]
            found += [one.label.get(language, "") for one in phase.options]
            if language == BASE:
                found += [phase.name, *(one.name for one in phase.options)]
        return tuple(_SLOT.sub(" | ", one) for one in found if one)

    @cached_property
    def known(self) -> frozenset[str]:
        """Every word that the game says, and its stem."""
        said = {word for text in self.texts for word in words(text)}
        said |= {word for term in self.terms for form in term.one | term.several for word in form}
        return frozenset(said | {self.stem(word) for word in said})

    @cached_property
    def plain(self) -> frozenset[str]:
        """Ordinary words, and their stems: those of the language, and those that the game lists."""
        listed = {word for text in self.game.plain_words.get(self.language, ()) for word in words(text)}
        said = self.prose.plain | self.prose.pieces | self.prose.players | self.prose.amount | listed
        return frozenset(said | {self.stem(word) for word in said})

    def is_known(self, word: str) -> bool:
        return bool({word, self.stem(word)} & self.known)

    def is_plain(self, word: str) -> bool:
        return bool({word, self.stem(word)} & self.plain)

    # ------------------------------------------------------------------------------ words

    def is_content(self, word: str) -> bool:
        """Whether it can be a noun, an adjective or a verb."""
        prose = self.prose
        return bool(word) and not (
            word in prose.function
            or word in prose.prepositions
            or word in prose.determiners
            or word in prose.numbers
            or word in prose.joins
        )

    def is_adjective(self, word: str) -> bool:
        return bool(self._endings(word)) and not self.by_form.get((word,))

    def agrees(self, word: str, noun: str) -> bool:
        """Whether one may be an adjective before the other."""
        return any(re.search(f"{ending}$", noun) for ending in self._endings(word))

    def _endings(self, word: str) -> list[str]:
        return [nouns for ending, nouns in self.prose.adjectives if word.endswith(ending)]

    def is_participle(self, word: str) -> bool:
        return re.search(f"({self.prose.participles})$", word) is not None

    def may_be_noun(self, word: str) -> bool:
        return (
            len(word) > 2
            and self.is_content(word)
            and (bool(self.by_form.get((word,))) or not self.is_adjective(word))
            and re.search(f"({self.prose.others})$", word) is None
        )

    # ------------------------------------------------------------------------------ names of several words

    @cached_property
    def compounds(self) -> tuple[Compound, ...]:
        """The names of several words whose noun is neither a name by itself nor an ordinary word."""
        found = []
        for term in self.terms:
            for one in self._compounds(term):
                if self.stem(one.head) not in self.single and not self.is_plain(one.head):
                    found.append(one)
        return tuple(found)

    def _compounds(self, term: Term) -> Iterator[Compound]:
        """A name, and the name of two words that it may end in (`object of the lord of the castle`)."""
        said, of = term.said, self.prose.of
        if of:
            ends = (at for at, one in enumerate(said) if one in self.prose.prepositions)
            at = next(ends, len(said)) - 1
            rest = said[at + 2 :] if said[at + 1 : at + 2] == (of,) else ()
            after = tuple(one for one in rest if one not in self.prose.determiners)[:1]
        else:
            # The noun is the last word that is declined: what comes after it stays as it is.
            pairs = list(enumerate(zip(said, term.of_it, strict=False)))
            at = max((at for at, (one, two) in pairs if one != two), default=-1)
            after = said[at + 1 : at + 2]
            if 0 <= at == len(said) - 3 and self.may_be_noun(said[-2]) and self.may_be_noun(said[-1]):
                yield Compound(" ".join(said[at + 1 :]), said[at + 1], (), said[at + 2 :], inner=True)
        before = said[:at][-1:] if at > 0 else ()
        fits = at >= 0 and all(map(self.is_content, (said[at], *before, *after)))
        if fits and (before or after):
            yield Compound(term.name, said[at], before, after)

    # ------------------------------------------------------------------------------ properties

    @cached_property
    def properties(self) -> dict[str, frozenset[str]]:
        """The stem of a property's name -> the types of pieces that have it; none for what only the game or its
        players have."""
        symbols = self.game.symbols
        found: dict[str, set[str]] = {}
        for owner, states in [
            ("", symbols.game),
            ("", symbols.players),
            *((key, type_.properties) for key, type_ in symbols.types.items()),
        ]:
            for state in states.values():
                for stem in self._measured(state):
                    found.setdefault(stem, set()).update({owner} - {""})
        return {stem: frozenset(owners) for stem, owners in found.items()}

    def _measured(self, state: State) -> Iterator[str]:
        """What a state is called in one word: `strength`, and `lives` for `number of lives` and for `all lives`."""
        if state.names is None or not state.names.has(self.language):
            return
        if state.type.kind != "number":
            return  # of effects and kinds, rulebooks speak more freely
        said = words(state.names.say(self.language, PLAIN))
        if said[:1] and said[0] in self.prose.amount:
            said = tuple(one for one in said[1:] if one != self.prose.of)
        while len(said) > 1 and self._endings(said[0]):
            said = said[1:]
        if len(said) == 1 and not self.is_plain(said[0]):
            yield self.stem(said[0])


_CASES = frozenset({"nom", "gen", "dat", "acc", "voc", "loc", "ins", "in", "into"})


def _phases(phases: Iterable[Phase]) -> Iterator[Phase]:
    for phase in phases:
        yield phase
        yield from _phases(phase.phases)
