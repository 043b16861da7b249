"""Names that could be taken for others: with letters of several scripts, with characters that nobody sees, or alike.

It follows Unicode's report on security (UTS 39): a name has letters of one script, or of scripts that are written
together (its level "highly restrictive"), and two names of a match have different skeletons. A skeleton is a name in
which letters that look alike are one. Small and capital letters are one, too, since few people notice or pronounce
them. Accents remain: two names may differ in one accent.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from ..wire.refusals import RefusalError

MOST_MARKS = 3
"""The most accents of one letter: more would cover the lines above and below."""
_MARK = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
_TOO_MANY_MARKS = re.compile(f"{_MARK}{{{MOST_MARKS + 1}}}")
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\U0001d159\U000e0000-\U000e0fff]"
)
_TOGETHER = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
)
"""Scripts that are written together in Japan, China and Korea."""
_COMMON = frozenset({"MODIFIER", "COMBINING", "FEMININE", "MASCULINE"})
_LOOKS = (
    "a\u0430\u03b1\u0251 b\u044c\u042c c\u0441\u03f2\u1d04 d\u0501 e\u0435 g\u0261 h\u04bb "
    "i\u0456\u03b9\u0131\u0269 j\u0458\u03f3 k\u043a\u03ba\u0138 n\u043f\u03b7\u0578 "
    "o\u043e\u03bf\u03c3\u0585\u1d0f p\u0440\u03c1 q\u051b r\u0433\u1d26 s\u0455 t\u0442\u03c4 u\u03c5\u057d "
    "v\u03bd\u0475 w\u051d\u0461 x\u0445\u03c7 y\u0443\u03b3\u04af z\u1d22 A\u0410\u0391 B\u0412\u0392 "
    "C\u0421\u03f9 E\u0415\u0395 F\u03dc G\u050c H\u041d\u0397 J\u0408\u037f K\u041a\u039a M\u041c\u039c "
    "N\u039d O\u041e\u039f0\u0555 P\u0420\u03a1 S\u0405\u054f T\u0422\u03a4 W\u051c X\u0425\u03a7 "
    "Y\u0423\u03a5\u04ae Z\u0396 lI1|\u0406\u0399\u04cf\u04c0\u01c0\u2223\u0196 \u00df\u03b2 "
    "'\u2019\u2018\u02bc\u2032`\u00b4\u02b9 -\u2010\u2011\u2012\u2013\u2014\u2212"
)
"""Characters that look like the first of their group, in Latin, Cyrillic, Greek, and some of Armenian."""
_ALIKE = str.maketrans({other: group[0] for group in _LOOKS.split() for other in group[1:]} | {"m": "rn"})


def check_name(name: str) -> None:
    """Refuses a name that could be taken for another one. Raises `RefusalError`."""
    unseen = _UNSEEN.search(name)
    if unseen is not None:
        said = unicodedata.name(unseen[0], f"U+{ord(unseen[0]):04X}")
        raise _refused(f"{name!a} has a character that nobody sees ({said})", "leave it out")
    if _TOO_MANY_MARKS.search(unicodedata.normalize("NFD", name)):
        raise _refused(f"'{name}' has a letter with more than {MOST_MARKS} accents", "leave some out")
    letters = [one for one in unicodedata.normalize("NFKC", name) if one.isalpha()]
    scripts = Counter(script for script in map(_script, letters) if script not in _COMMON)
    if len(scripts) > 1 and not any(scripts.keys() <= allowed for allowed in _TOGETHER):
        usual, rare = scripts.most_common()[0][0], scripts.most_common()[-1][0]
        odd = next(one for one in letters if _script(one) == rare)
        message = (
            f"'{name}' mixes letters of two scripts: '{odd}' is {rare.title()}, others are {usual.title()}"
        )
        raise _refused(message, "write the whole name in one script")


def check_apart(names: Sequence[str]) -> None:
    """Refuses names of which two look alike. Raises `RefusalError`."""
    known: dict[str, str] = {}
    for name in names:
        keys = (skeleton(name), skeleton(name.casefold()))
        other = next((known[key] for key in keys if key in known), name)
        known.update(dict.fromkeys(keys, name))
        if other != name:
            message = f"'{other}' and '{name}' look alike, so one could be taken for the other"
            raise _refused(message, "change one of them, for example with a number or an initial")


def skeleton(name: str) -> str:
    """A name in which all letters that look alike are one: equal for names that look alike."""
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", " ".join(name.split())))
    return unicodedata.normalize("NFD", plain.translate(_ALIKE))


def _script(letter: str) -> str:
    """The script of a letter: the first word of its name, as the library of Python does not tell it otherwise."""
    first = re.split("[ -]", unicodedata.name(letter, "OTHER"), maxsplit=1)[0]
    return "CJK" if first == "IDEOGRAPHIC" else first


def _refused(message: str, way_out: str) -> RefusalError:
    return RefusalError("RW737", message, way_out, "players")


__all__ = ["check_apart", "check_name", "skeleton"]
