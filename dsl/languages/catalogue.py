"""What a catalogue of a language holds: its grammar, as far as texts need it, and its words.

A message is a text with arguments in braces, `{player} wins`; `{what:acc}` asks for a form of an argument that is a
name. One that depends on a number is a text for each plural category, and the argument `count` decides. Every
catalogue has the same keys with the same arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs

from .plurals import category
from .prose import Prose

PLAIN = "nom"
"""The form of a name that a bare text gives."""

Template = str | Mapping[str, str]


def _as_it_is(word: str, gender: str, form: str) -> str:
    return word


@attrs.frozen(eq=False)
class Catalogue:
    """One language.

    - `tag`: its ISO 639-1 code. `name`: what messages to authors call it, in English.
    - `cases`, `genders`: the forms that a name has, `PLAIN` first, and what stands under `gender:`
    - `agreeing`: the genders for each of which a word that agrees with a name has a form of its own
    - `plurals`: its plural categories (CLDR), each with its rule; the last rule is empty and takes all other numbers
    - `by_plural`: the categories for which the plain plural of a name may stand
    - `says_rules`: whether texts of the rules can be said in it; if not, choices are asked in general words
    - `inflected`: adds to the forms of a name that are given those that follow from them
    - `patterns`: how the trees of the rules are said, by key; see `printing.patterns`. `adjective` is a form of an
      adjective, from the word, a gender and a case (after `plural`); `polished` mends what meets at the ends of words
    - `any_one`: a name of which one of several is meant, with its article if the language has articles
    - `joint`: the word before the last of several, `Ann, Bob and Eva`
    - `collated`: by what texts are sorted in lists
    - `opposites`, `negations`: words that say the contrary of each other, in the texts of rules
    - `telling`: words of sentences that promise something: that it happens `once`, that it `may` be left, that it is
      `not` so; and `each`, after which one stands for several
    - `messages`, by key; `nouns`, by key and form; `commands` of a terminal, with the words that may be typed
    - `library`: names of what the library declares, and lines of the log of its phrases, with slots as in games;
      `sentences`: how these phrases read; `called`: the forms of these names
    - `prose`: what the reading of a rulebook needs; without it, no rulebook can be read in it
    """

    tag: str
    name: str
    cases: tuple[str, ...] = (PLAIN,)
    genders: tuple[str, ...] = ()
    agreeing: tuple[tuple[str, ...], ...] = ()
    plurals: Mapping[str, str] = attrs.field(factory=lambda: {"one": "n = 1", "other": ""})
    by_plural: tuple[str, ...] = ("other",)
    says_rules: bool = False
    inflected: Callable[[Mapping[str, str]], Mapping[str, str]] = attrs.field(default=dict, repr=False)
    patterns: Mapping[str, str] = attrs.field(factory=dict, repr=False)
    adjective: Callable[[str, str, str], str] = attrs.field(default=_as_it_is, repr=False)
    polished: Callable[[str], str] = attrs.field(default=str, repr=False)
    joint: str = ""
    any_one: Callable[[str], str] = attrs.field(default=str, repr=False)
    collated: Callable[[str], tuple[int, ...] | str] = attrs.field(default=str, repr=False)
    opposites: tuple[tuple[str, str], ...] = ()
    negations: tuple[tuple[str, str], ...] = ()
    telling: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict, repr=False)
    messages: Mapping[str, Template] = attrs.field(factory=dict, repr=False)
    nouns: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict, repr=False)
    commands: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict, repr=False)
    library: Mapping[str, str] = attrs.field(factory=dict, repr=False)
    sentences: Mapping[str, str] = attrs.field(factory=dict, repr=False)
    called: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict, repr=False)
    prose: Prose | None = None

    def agreed(self, words: tuple[str, ...], gender: str) -> str:
        """Which of several words agrees with a gender; for an unknown gender, the first with the ending of the second
        in brackets."""
        for word, genders in zip(words, self.agreeing, strict=True):
            if gender.removesuffix(" pl") in genders:
                return word
        first, second = words[0], words[1]
        same = next(
            (at for at, (one, two) in enumerate(zip(first, second, strict=False)) if one != two), len(first)
        )
        return f"{first}({second[same:]})" if same == len(first) else f"{first}/{second}"

    def listed(self, names: Sequence[str]) -> str:
        """Several names in a sentence."""
        if not self.joint or len(names) < 2:
            return ", ".join(names)
        return f"{', '.join(names[:-1])} {self.joint} {names[-1]}"

    def plural_of(self, number: int) -> str:
        """The plural category that a number asks for."""
        return category(self.plurals, number)

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms that a name may be given in: the cases, and what is counted, and several, in each case."""
        numbers = dict.fromkeys(("plural", *self.plurals))
        gender = ("gender",) if self.genders else ()
        each = (f"{one} {case}" for one in numbers for case in self.cases)
        places = ("in", "into") if self.patterns else ()
        return (*self.cases, *numbers, *each, *gender, *places)

    def counted_as(self, plural: str, case: str, *, by_plural_name: bool) -> tuple[str, ...]:
        """The forms of a name that may follow a number of a plural category, the best first; `by_plural_name`: the
        name is that of several."""
        first = plural == next(iter(self.plurals)) and not by_plural_name
        stands_in = (PLAIN if by_plural_name else "plural",) if plural in self.by_plural else ()
        return (f"{plural} {case}", *((case,) if first else ()), plural, *stands_in)
