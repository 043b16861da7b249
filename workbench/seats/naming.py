"""Names that could be taken for others: with letters of several scripts, with characters that nobody sees, or alike.

It follows Unicode's report on security (UTS 39): a name has letters of one script, or of scripts that are written
together (its level "highly restrictive"), and two names of a match have different skeletons. A skeleton is a name in
which letters that look alike are one. Accents remain: two names may differ in one accent.
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
    "aаαɑ bьЬ cсϲᴄ dԁ eе gɡ hһ iіιıɩ jјϳ kкκĸ nпηո oоοσօᴏ pрρ qԛ rгᴦ sѕ tтτ uυս vνѵ wԝѡ xхχ yуγү zᴢ "
    "AАΑ BВΒ CСϹ EЕΕ FϜ GԌ HНΗ JЈͿ KКΚ MМΜ NΝ OОΟ0Օ PРΡ SЅՏ TТΤ WԜ XХΧ YУΥҮ ZΖ "
    "lI1|ІΙӏӀǀ∣Ɩ ßβ '’‘ʼ′`´ʹ -‐‑‒–—−"
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
        other = known.setdefault(skeleton(name), name)
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
