"""The forms of Czech names: from the nominative, the genitive and the gender by the ordinary paradigms.

Source: the paradigms of school grammars (pán, muž, předseda, soudce; strom, stroj; žena, růže, píseň, kost; město,
moře, kuře, stavení; mladý, jarní), with the usual changes of consonants before ě and i. They are right for nearly all
names of things in games; where they are not, a name gives the form itself.

A name may have several words: adjectives come before the noun and agree with it; whatever comes after the noun stays
as it is (`prsten moci`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

CASES = ("nom", "gen", "dat", "acc", "voc", "loc", "ins")
GENDERS = ("m", "i", "f", "n", "m pl", "i pl", "f pl", "n pl")
"""Masculine of what lives and of what does not, feminine, neuter; with `pl`, a name that has no singular."""

Forms = dict[str, str]
Endings = tuple[str, str, str, str, str, str, str]

_SOFTENED = (("ck", "čt"), ("sk", "št"), ("ch", "š"), ("k", "c"), ("h", "z"), ("g", "z"), ("r", "ř"))
"""Before ě in the dative and locative, and before i in the plural of those who live."""
_SAME = "="
"""The form is that of the nominative."""

# One ending for each case. A ě softens the consonant before it (`_joined`); so does I, which is written i or í.
_SINGULAR: dict[str, Endings] = {
    "pán": (_SAME, "a", "ovi", "a", "e", "ovi", "em"),
    "muž": (_SAME, "e", "i", "e", "i", "i", "em"),
    "předseda": ("a", "y", "ovi", "u", "o", "ovi", "ou"),
    "soudce": ("e", "e", "i", "e", "e", "i", "em"),
    "strom": (_SAME, "u", "u", _SAME, "e", "u", "em"),
    "stroj": (_SAME, "e", "i", _SAME, "i", "i", "em"),
    "žena": ("a", "y", "ě", "u", "o", "ě", "ou"),
    "růže": ("e", "e", "i", "i", "e", "i", "í"),
    "píseň": (_SAME, "e", "i", _SAME, "i", "i", "í"),
    "kost": (_SAME, "i", "i", _SAME, "i", "i", "í"),
    "myš": (_SAME, "i", "i", _SAME, "i", "i", "í"),
    "kámen": (_SAME, "e", "i", _SAME, "i", "i", "em"),
    "datum": ("um", "a", "u", "um", "um", "u", "em"),
    "město": ("o", "a", "u", "o", "o", "ě", "em"),
    "muzeum": ("um", "a", "u", "um", "um", "u", "em"),
    "moře": ("e", "e", "i", "e", "e", "i", "em"),
    "kuře": ("e", "ete", "eti", "e", "e", "eti", "etem"),
    "stavení": ("í", "í", "í", "í", "í", "í", "ím"),
    "drama": ("a", "atu", "atu", "a", "a", "atu", "atem"),
}
_PLURAL: dict[str, Endings] = {
    "pán": ("I", "ů", "ům", "y", "I", "ech", "y"),
    "muž": ("i", "ů", "ům", "e", "i", "ích", "i"),
    "předseda": ("ové", "ů", "ům", "y", "ové", "ech", "y"),
    "soudce": ("i", "ů", "ům", "e", "i", "ích", "i"),
    "strom": ("y", "ů", "ům", "y", "y", "ech", "y"),
    "stroj": ("e", "ů", "ům", "e", "e", "ích", "i"),
    "žena": ("y", "", "ám", "y", "y", "ách", "ami"),
    "růže": ("e", "í", "ím", "e", "e", "ích", "emi"),
    "píseň": ("e", "í", "ím", "e", "e", "ích", "emi"),
    "kost": ("i", "í", "em", "i", "i", "ech", "mi"),
    "myš": ("i", "í", "ím", "i", "i", "ích", "emi"),
    "kámen": ("y", "ů", "ům", "y", "y", "ech", "y"),
    "datum": ("a", "", "ům", "a", "a", "ech", "y"),
    "město": ("a", "", "ům", "a", "a", "ech", "y"),
    "muzeum": ("a", "í", "ím", "a", "a", "ích", "i"),
    "moře": ("e", "í", "ím", "e", "e", "ích", "i"),
    "kuře": ("ata", "at", "atům", "ata", "ata", "atech", "aty"),
    "stavení": ("í", "í", "ím", "í", "í", "ích", "ími"),
    "drama": ("ata", "at", "atům", "ata", "ata", "atech", "aty"),
}
# By gender, number and hardness. Masculine accusatives of things are nominatives.
_ADJECTIVES: dict[str, tuple[Endings, Endings]] = {
    "m": (("ý", "ého", "ému", "ého", "ý", "ém", "ým"), ("Í", "ých", "ým", "é", "Í", "ých", "ými")),
    "i": (("ý", "ého", "ému", "ý", "ý", "ém", "ým"), ("é", "ých", "ým", "é", "é", "ých", "ými")),
    "f": (("á", "é", "é", "ou", "á", "é", "ou"), ("é", "ých", "ým", "é", "é", "ých", "ými")),
    "n": (("é", "ého", "ému", "é", "é", "ém", "ým"), ("á", "ých", "ým", "á", "á", "ých", "ými")),
}
_SOFT_PLURAL: Endings = ("í", "ích", "ím", "í", "í", "ích", "ími")
_SOFT: dict[str, tuple[Endings, Endings]] = {
    "m": (("í", "ího", "ímu", "ího", "í", "ím", "ím"), _SOFT_PLURAL),
    "i": (("í", "ího", "ímu", "í", "í", "ím", "ím"), _SOFT_PLURAL),
    "f": (("í", "í", "í", "í", "í", "í", "í"), _SOFT_PLURAL),
    "n": (("í", "ího", "ímu", "í", "í", "ím", "ím"), _SOFT_PLURAL),
}
_VELAR = re.compile("(k|h|ch|g)$")


def _completed(given: Mapping[str, str], gender: str) -> Forms:
    """What is given after a number, in the cases that are like the nominative: `few` is also `few acc`, but of those
    who live."""
    same = ("nom", "voc") if gender.startswith("m") else ("nom", "voc", "acc")
    forms = dict(given)
    for number in ("few", "many"):
        if number in given:
            cases = CASES[:1] + CASES[3:5] if number == "many" else same
            for case in cases:
                forms.setdefault(f"{number} {case}", given[number])
    return forms


def inflected(given: Mapping[str, str]) -> Forms:
    """The forms of a name, from those that are given; what is given is kept. Without a genitive, or if gender and
    endings belong to no paradigm, only what is given."""
    forms = dict(given)
    nominative, genitive = given.get("nom", ""), given.get("gen", "")
    if not nominative or not genitive:
        return forms
    gender = given.get("gender") or guessed_gender(given)
    if gender not in GENDERS:
        return forms
    forms.setdefault("gender", gender)
    found = (
        _of_several(nominative, genitive, gender)
        if " pl" in gender
        else _declined(nominative, genitive, gender)
    )
    forms = _completed(forms, gender)
    for form, word in _counted(_with_given(found, given, gender)).items():
        forms.setdefault(form, word)
    return forms


def guessed_gender(given: Mapping[str, str]) -> str:
    """The gender, if nominative, genitive and accusative tell it; else an empty text. What ends in `-a`, `-y` is
    taken to be feminine, as most names are (`hrdina, hrdiny` needs its gender)."""
    nominative, genitive, accusative = (given.get(case, "") for case in ("nom", "gen", "acc"))
    at = _head(nominative.split(), genitive.split())
    if at is None:
        return ""
    head, other = nominative.split()[at], genitive.split()[at]
    for ending, genitive_ending, gender in _TELLING:
        if head.endswith(ending) and other.endswith(genitive_ending):
            return gender
    if head[-1] not in _VOWELS and accusative == genitive:
        return "m"
    return "f" if head[-1] in "eě" and accusative.split()[at : at + 1] == [f"{head[:-1]}i"] else ""


_VOWELS = "aáeéěiíoóuúůyý"
_TELLING = (
    ("a", "y", "f"),
    ("ma", "matu", "n"),
    ("o", "a", "n"),
    ("um", "a", "n"),
    ("ost", "osti", "f"),
    ("í", "í", "n"),
    ("ý", "ého", "m"),
    ("á", "é", "f"),
    ("é", "ého", "n"),
    ("", "u", "i"),
    ("", "ete", "n"),
    ("", "i", "f"),
)


def adjective(word: str, gender: str, form: str) -> str:
    """A hard or soft adjective (given in the masculine: `mladý`, `jarní`) in a gender, and a case such as `acc` or
    `plural acc`. A word that is neither stays as it is."""
    if gender not in GENDERS:
        return word
    if word in _PRONOUNS:
        several, case = form.startswith("plural") or gender.endswith(" pl"), form.split()[-1]
        return _pronoun(word, gender.removesuffix(" pl"), case, several=several)
    if word[-1:] not in ("ý", "í"):
        return word
    table = (_ADJECTIVES if word[-1] == "ý" else _SOFT)[gender.removesuffix(" pl")]
    several, case = form.startswith("plural") or gender.endswith(" pl"), form.split()[-1]
    case = "nom" if case == "plural" else case
    return _joined(word[:-1], table[several][CASES.index(case)], word)


_PRONOUNS = {"ten": "", "tento": "to"}
_DEMONSTRATIVE: dict[str, Endings] = {
    "m": ("ten", "toho", "tomu", "toho", "ten", "tom", "tím"),
    "i": ("ten", "toho", "tomu", "ten", "ten", "tom", "tím"),
    "f": ("ta", "té", "té", "tu", "ta", "té", "tou"),
    "n": ("to", "toho", "tomu", "to", "to", "tom", "tím"),
}
_DEMONSTRATIVES: dict[str, Endings] = {
    "m": ("ti", "těch", "těm", "ty", "ti", "těch", "těmi"),
    "i": ("ty", "těch", "těm", "ty", "ty", "těch", "těmi"),
    "f": ("ty", "těch", "těm", "ty", "ty", "těch", "těmi"),
    "n": ("ta", "těch", "těm", "ta", "ta", "těch", "těmi"),
}


def _pronoun(word: str, gender: str, case: str, *, several: bool) -> str:
    table = _DEMONSTRATIVES if several else _DEMONSTRATIVE
    return table[gender][CASES.index("nom" if case == "plural" else case)] + _PRONOUNS[word]


# ------------------------------------------------------------------------------ names of several words


_REFLEXIVE = ("se", "si")


def _head(nominative: Sequence[str], genitive: Sequence[str], gender: str = "f") -> int | None:
    """Where the noun of a name stands: the first word that is not an adjective; else the last word."""
    if not nominative or len(nominative) != len(genitive):
        return None
    for at, (word, other) in enumerate(zip(nominative, genitive, strict=True)):
        if at == len(nominative) - 1 or not (word in _REFLEXIVE or _is_adjective(word, other)):
            return at
        if word == other and word.endswith("í") and gender[0] not in "fm":
            return at  # `dobývání území`: an adjective would have another genitive
        if nominative[at + 1 :] == genitive[at + 1 :] and not _agrees(nominative[at + 1]):
            return at  # `výpravčí hradu`
    return None


def _agrees(word: str) -> bool:
    """Whether a noun may have the same nominative and genitive."""
    return word[-1] in "eěí"


def _is_adjective(word: str, genitive: str) -> bool:
    pairs = {
        ("ý", "ého"),
        ("é", "ého"),
        ("á", "é"),
        ("í", "ího"),
        ("í", "í"),
        ("é", "ých"),
        ("í", "ých"),
        ("á", "ých"),
        ("í", "ích"),
        ("ův", "ova"),
        ("ova", "ovy"),
        ("ovo", "ova"),
    }
    return any(
        word.endswith(one) and genitive.endswith(two) and word[: -len(one)] == genitive[: -len(two)]
        for one, two in pairs
    )


def _declined(nominative: str, genitive: str, gender: str) -> Forms:
    words, others = nominative.split(), genitive.split()
    at = _head(words, others, gender)
    if at is None:
        return {}
    noun = _noun(words[at], others[at], gender)
    # a noun beside a noun of its gender declines too: `mistr zloděj`
    beside = [
        {} if word == other else _noun(word, other, gender)
        for word, other in zip(words[at + 1 :], others[at + 1 :], strict=True)
    ]
    if any(
        word != other and not one
        for word, other, one in zip(words[at + 1 :], others[at + 1 :], beside, strict=True)
    ):
        return {}
    forms = {}
    for form, said in noun.items():
        before = [_agreeing(word, gender, form) for word in words[:at]]
        after = [one.get(form, word) for one, word in zip(beside, words[at + 1 :], strict=True)]
        forms[form] = " ".join([*before, said, *after])
    return forms


def _counted(forms: Forms) -> Forms:
    """With the forms that follow a number: two to four, and more."""
    for case in CASES:
        if f"plural {case}" in forms:
            forms[f"few {case}"] = forms[f"plural {case}"]
            forms[f"many {case}"] = forms["plural gen" if case in ("nom", "acc", "voc") else f"plural {case}"]
    if "gen" in forms and forms.get("gen") != forms.get("plural gen"):
        forms |= {"one": forms["nom"], **{f"one {case}": forms[case] for case in CASES if case in forms}}
    if "plural gen" in forms:
        forms["plural"] = forms["few"] = forms["plural nom"]
        forms["many"] = forms["plural gen"]
    return forms


# Possessives in -ův by gender and number: `paladinův stan`. Those in -in (`královnin`) are not declined.
_POSSESSIVE: dict[str, tuple[Endings, Endings]] = {
    "m": (
        ("ův", "ova", "ovu", "ova", "ův", "ově", "ovým"),
        ("ovi", "ových", "ovým", "ovy", "ovi", "ových", "ovými"),
    ),
    "i": (
        ("ův", "ova", "ovu", "ův", "ův", "ově", "ovým"),
        ("ovy", "ových", "ovým", "ovy", "ovy", "ových", "ovými"),
    ),
    "f": (
        ("ova", "ovy", "ově", "ovu", "ova", "ově", "ovou"),
        ("ovy", "ových", "ovým", "ovy", "ovy", "ových", "ovými"),
    ),
    "n": (
        ("ovo", "ova", "ovu", "ovo", "ovo", "ově", "ovým"),
        ("ova", "ových", "ovým", "ova", "ova", "ových", "ovými"),
    ),
}


def _agreeing(word: str, gender: str, form: str) -> str:
    """An adjective of a name (given as the name has it) in another form."""
    if word in _REFLEXIVE:
        return word
    if word.endswith(("ův", "ova", "ovo")):
        several, case = form.startswith("plural"), form.split()[-1]
        stem = word.removesuffix("ův").removesuffix("ova").removesuffix("ovo")
        table = _POSSESSIVE[gender.removesuffix(" pl")]
        return stem + table[several][CASES.index("nom" if case == "plural" else case)]
    masculine = word[:-1] + ("í" if word[-1] == "í" else "ý")
    return adjective(masculine, gender, form)


def _noun(nominative: str, genitive: str, gender: str) -> Forms:
    """The forms of a single noun, or of an adjective that is used as one."""
    if _is_adjective(nominative, genitive) and not (nominative.endswith("í") and genitive.endswith("í")):
        both = [*CASES, *(f"plural {case}" for case in CASES)]
        return {form: _agreeing(nominative, gender, form) for form in both}
    paradigm = _paradigm(nominative, genitive, gender)
    if paradigm is None:
        return {}
    ending = _SINGULAR[paradigm][1]
    stem = genitive[: len(genitive) - len(ending)]
    own = _SINGULAR[paradigm][0]
    if (
        not stem
        or stem[:1] != nominative[:1]
        or (own != _SAME and nominative[: len(nominative) - len(own)] != stem)
    ):
        return {}
    soft = "ě" in genitive[-len(ending) :] and ending != ""
    forms = {}
    for prefix, table in (("", _SINGULAR), ("plural ", _PLURAL)):
        for case, one in zip(CASES, table[paradigm], strict=True):
            forms[prefix + case] = _form(nominative, stem, one, paradigm, prefix + case, soft=soft)
    return forms


def _paradigm(nominative: str, genitive: str, gender: str) -> str | None:
    """The paradigm, by gender and endings."""
    consonant = nominative[-1] not in _VOWELS
    last = "e" if genitive[-1] == "ě" else genitive[-1]
    for of, ends, genitive_ends, paradigm in _PARADIGMS:
        fits = consonant if ends == "" else nominative.endswith(ends)
        if of == gender and fits and (last == genitive_ends or genitive.endswith(genitive_ends)):
            return paradigm
    return None


_PARADIGMS = (
    ("m", "", "a", "pán"),
    ("m", "", "e", "muž"),
    ("m", "a", "y", "předseda"),
    ("m", ("e", "ě"), "e", "soudce"),
    ("i", "", "u", "strom"),
    ("i", "", "a", "strom"),
    ("i", "en", "e", "kámen"),
    ("i", "", "e", "stroj"),
    ("f", "a", "y", "žena"),
    ("f", ("e", "ě"), "e", "růže"),
    ("f", "", "e", "píseň"),
    ("f", ("st", "ť"), "i", "kost"),
    ("f", "", "i", "myš"),
    ("n", "a", "atu", "drama"),
    ("n", ("eum", "ium", "uum"), "a", "muzeum"),
    ("n", "um", "a", "datum"),
    ("n", "o", "a", "město"),
    ("n", ("e", "ě"), "ete", "kuře"),
    ("n", ("e", "ě"), "ěte", "kuře"),
    ("n", ("e", "ě"), "e", "moře"),
    ("n", "í", "í", "stavení"),
)


def _form(nominative: str, stem: str, ending: str, paradigm: str, form: str, *, soft: bool) -> str:
    velar = _VELAR.search(stem) is not None
    if paradigm == "žena" and (
        form == "ins" or form in ("plural gen", "plural dat", "plural loc", "plural ins")
    ):
        stem = next(
            (f"{stem[: -len(long)]}{short}" for long, short in _SHORTENED if stem.endswith(long)), stem
        )
    if paradigm == "žena" and form == "plural gen":
        stem = next(
            (f"{stem[: -len(long)]}{short}" for long, short in _SHORT_GENITIVE if stem.endswith(long)), stem
        )
    if ending == _SAME:
        return nominative
    if form == "nom" or (paradigm == "kuře" and form in ("acc", "voc")):
        return nominative
    if form == "voc" and paradigm == "muž" and nominative.endswith("ec"):
        return f"{stem[:-1]}če"
    if form == "voc" and paradigm in ("pán", "strom"):
        return (
            stem + "u"
            if velar
            else _joined(stem, "ŕ" if stem[-1:] == "r" and stem[-2:-1] not in _VOWELS else "e", stem)
        )
    if paradigm == "město" and form == "loc" and (velar or stem[-1:] == "r"):
        return stem + "u"
    if form == "plural loc" and velar and paradigm in ("pán", "strom", "předseda"):
        hard = "ch" if stem.endswith("ch") else stem[-1]
        return f"{stem.removesuffix(hard)}{ {'k': 'c', 'h': 'z', 'g': 'z', 'ch': 'š'}[hard] }ích"
    if form == "plural loc" and velar and paradigm == "město":
        return stem + "ách"
    if form == "plural gen" and _loses_ending(stem, paradigm):
        return stem[:-1] + _SOFT_CONSONANTS.get(stem[-1], stem[-1])
    if ending == "":
        return _bare(stem)
    if soft:
        if ending[0] == "e":
            return f"{stem}ě{ending[1:]}"
        if ending[0] in "ůua":
            return stem[:-1] + _SOFT_CONSONANTS.get(stem[-1], stem[-1]) + ending
    if form in ("plural nom", "plural voc"):
        if (paradigm == "muž" and stem.endswith("tel")) or (paradigm == "předseda" and stem.endswith("ist")):
            return f"{stem}é"
        if paradigm == "pán" and stem.endswith("g"):
            return f"{stem}ové"
    if paradigm == "myš" and ending == "emi" and stem[-1:] in "dtn":
        return f"{stem}ěmi"
    if ending == "mi" and nominative[-1] in _SOFT_CONSONANTS.values():
        return f"{stem[:-1]}{_SOFT_CONSONANTS.get(stem[-1], stem[-1])}mi"
    return _joined(stem, ending, stem)


_SHORTENED = (("síl", "sil"), ("brán", "bran"), ("rán", "ran"), ("skál", "skal"), ("žíl", "žil"))
"""Stems of the paradigm žena that have a short vowel in the instrumental, and in the plural except the nominative."""
_SHORT_GENITIVE = (
    *(("žáb", "žab"), ("kráv", "krav"), ("vrán", "vran"), ("jám", "jam"), ("váh", "vah")),
    *(("houb", "hub"), ("mouch", "much")),
)
"""Those that have one only in the genitive plural."""
_SOFT_CONSONANTS = {"d": "ď", "t": "ť", "n": "ň"}
"""How a consonant is written before a vowel other than ě, i and í, and at the end, if it is soft."""


def _loses_ending(stem: str, paradigm: str) -> bool:
    """`ulice` and `bohyně` have a genitive plural without an ending, and `hřiště` too."""
    return (paradigm == "růže" and stem.endswith(("ic", "íc", "yn"))) or (
        paradigm == "moře" and stem.endswith("išt")
    )


def _joined(stem: str, ending: str, whole: str) -> str:
    """A stem with an ending that may change its last consonant."""
    if ending == "ŕ":
        return f"{stem[:-1]}ře"
    if ending[:1] == "ě":
        for hard, changed in _SOFTENED[2:]:
            if stem.endswith(hard):
                return stem[: -len(hard)] + changed + "e" + ending[1:]
        return stem + ("ě" if stem[-1:] in "dtnbpvmf" else "e") + ending[1:]
    if ending[:1] in ("I", "Í"):
        vowel = ending[0].lower()
        for hard, changed in _SOFTENED:
            if stem.endswith(hard) and (ending[0] == "Í" or len(hard) < 2 or hard == "ch"):
                return stem[: -len(hard)] + changed + vowel + ending[1:]
        return stem + vowel + ending[1:]
    return stem + ending


def _bare(stem: str) -> str:
    """A stem without an ending, with an e between consonants that cannot end a word: `karet`, `kouzel`, `her`."""
    if len(stem) < 2 or stem[-1] in _VOWELS or stem[-2].casefold() in _VOWELS or stem.endswith("ch"):
        return stem
    if (
        stem[-1] == stem[-2]
        or stem.endswith(_CLUSTERS)
        or (stem[-1] not in "kvbnmlrc" and not stem.endswith("rt"))
    ):
        return stem
    return f"{stem[:-1]}e{stem[-1]}"


_CLUSTERS = ("st", "zd", "nd", "mp", "lm", "lv", "chn")


# ------------------------------------------------------------------------------ names without a singular


def _of_several(nominative: str, genitive: str, gender: str) -> Forms:
    """The forms of a name in the plural (`přesýpací hodiny`); all cases of one are those of several."""
    words, others = nominative.split(), genitive.split()
    at = _head(words, others)
    if at is None:
        return {}
    one = gender.removesuffix(" pl")
    noun = _noun_of_several(words[at], others[at], one)
    hard = [
        f"{other[:-3]}ý" if other.endswith("ých") else word for word, other in zip(words, others, strict=True)
    ]
    forms = {}
    for case, said in noun.items():
        before = [_agreeing(word, one, f"plural {case}") for word in hard[:at]]
        forms[f"plural {case}"] = " ".join([*before, said, *words[at + 1 :]])
    return forms | {case: forms[f"plural {case}"] for case in noun}


def _noun_of_several(nominative: str, genitive: str, gender: str) -> Forms:
    if _is_adjective(nominative, genitive) and nominative != genitive:
        masculine = f"{genitive[:-3]}ý" if genitive.endswith("ých") else nominative
        return {case: _agreeing(masculine, gender, f"plural {case}") for case in CASES}
    if gender == "m" and genitive.endswith("ů"):  # velars have changed in the nominative: `ďáblíci, ďáblíků`
        paradigm = "muž" if genitive[-2:-1] in _SOFT_ENDS and not nominative.endswith("ové") else "pán"
        stem = genitive[:-1]
        cases = zip(CASES, _PLURAL[paradigm], strict=True)
        forms = {
            case: _form(nominative, stem, end, paradigm, f"plural {case}", soft=False) for case, end in cases
        }
        return forms | {"nom": nominative, "gen": genitive, "voc": nominative}
    for paradigm, table in _PLURAL.items():
        if paradigm == "datum":  # its plural is that of `město`, which knows velars
            continue
        ending = table[0].casefold()
        soft = nominative.endswith("ě") and ending == "e"
        fits = (nominative.endswith(ending) or soft) and _GENDER_OF[paradigm] == gender
        stem = nominative[: len(nominative) - len(ending)]
        bare = _loses_ending(stem, paradigm) and genitive == stem
        if fits and (genitive.endswith(table[1]) or bare):
            cases = zip(CASES, table, strict=True)
            forms = {
                case: _form(nominative, stem, end, paradigm, f"plural {case}", soft=soft)
                for case, end in cases
            }
            accusative = forms["acc"] if gender == "m" else nominative
            return forms | {"nom": nominative, "gen": genitive, "voc": nominative, "acc": accusative}
    return {}


_SOFT_ENDS = "žščřcjďťň"
_GENDER_OF = {paradigm: gender for gender, _, _, paradigm in _PARADIGMS}


def _with_given(found: Forms, given: Mapping[str, str], gender: str) -> Forms:
    """With what is given; a plural that is given is that of all forms that are equal to it."""
    plural = given.get("plural")
    if plural and "plural nom" in found:
        same = ("plural nom", "plural voc") if gender == "m" else ("plural nom", "plural voc", "plural acc")
        found |= dict.fromkeys(same, plural)
    if "many" in given and "plural gen" in found:
        found["plural gen"] = given["many"]
    return found | {form: said for form, said in given.items() if form in found}
