"""What people write for what the language says in one way only: patterns, and the ways to say what they match.

Nothing here is part of the language: a wording is only tried on a text that is refused, and only offered if what it
makes is accepted. `WORDS` replace words wherever they stand; the `STATEMENTS` of `statement_wordings` replace a whole
stretch between two joints (`;`, a colon, a comma, `and`, `then`). In a pattern, `<n>` stands for a number, `<word>`
for a word, `<prop>` and `<one>` for one or two words, and any other name for any words of a statement; a name and a
digit is another of its kind.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property

import attrs


@attrs.frozen(slots=False)
class Wording:
    """A pattern, and what is said for it: several, if people mean different things by it."""

    said: str
    says: tuple[str, ...]

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(_HOLE.sub(self._hole(), self.said), re.IGNORECASE)

    @cached_property
    def templates(self) -> tuple[str, ...]:
        return tuple(re.sub(r"<(\w+)>", r"\\g<\1>", one) for one in self.says)

    def _hole(self) -> Callable[[re.Match[str]], str]:
        seen = {match[1] for match in re.finditer(r"\(\?P<(\w+)>", self.said)}

        def hole(match: re.Match[str]) -> str:
            name = match[1]
            if name in seen:
                return f"(?P={name})"
            seen.add(name)
            return f"(?P<{name}>{_HOLES.get(name.rstrip('0123456789'), _ANYTHING)})"

        return hole


_HOLE = re.compile(r"(?<!\(\?P)<(\w+)>")
_HOLES = {
    "n": r"\d+|an?|one|two|three|four|five|six",
    "prop": r"[^\W\d]\w*(?: [^\W\d]\w*)?",
    "word": r"[^\W\d]\w*",
    "one": r"[^\W\d]\w*(?: [^\W\d]\w*)?",
}
_ANYTHING = r"[^;:\n]+?"


def words(said: str, *says: str) -> Wording:
    return Wording(rf"(?<!\w)(?:{said})(?!\w)", says)


WORDS: tuple[Wording, ...] = (
    # Words for which the language has another one.
    words(
        "each other player (?P<so>(?:who|with|where) [^;:\n]*?)(?= "
        "(?:loses|gains|pays|draws|discards|takes|rests|kills)(?!\\w))",
        "each player <so> but the player",
    ),
    words("(?:every other player|each opponent|every opponent)", "each other player"),
    words("each other player", "each player but the player", "for each player but the player"),
    words("(?:all )?(?:other players|opponents|your opponents)", "players but the player", "others"),
    words("for every", "for each"),
    words("(?:per|for every)", "for each"),
    words("every", "each"),
    words("all of", "all"),
    words("each of(?: the)?", "each"),
    words("(?:the )?most", "the highest"),
    words("(?:the )?(?:fewest|least|smallest)", "the lowest"),
    words("(?:the )?(?:greatest|largest|biggest)", "the highest"),
    words("(?:is|are) (?:greater|more|higher|larger|bigger) than", ">"),
    words("(?:is|are) (?:less|fewer|lower|smaller) than", "<"),
    words("(?:greater|more|higher|larger) than or equal to", ">="),
    words("(?:less|fewer|lower) than or equal to", "<="),
    words("(?:is|are) equal to", "="),
    words("equals?(?! to)", "="),
    words("(?:is|are) not equal to", "!="),
    words("exactly ", ""),
    words("isn['’]t", "is not"),
    words("aren['’]t", "are not"),
    words("can['’]t", "cannot"),
    words("(?:does|do) not have", "does not have"),
    words("doesn['’]t", "does not"),
    words("don['’]t", "do not"),
    words("your own", "the player's"),
    words("your", "the player's"),
    words("you have", "the player has"),
    words("you are", "the player is"),
    words("you may", "the player may"),
    words("you can", "the player can"),
    words("than you", "than the player"),
    words("you (?P<verb>gain|pay|draw|lose|discard|put|choose|reveal|look|win|take|get)", "<verb>"),
    words("you", "the player"),
    words("this card", "this"),
    words("the player to (?:your|the player's) left", "the player after the player"),
    words("the player to (?:your|the player's) right", "the player before the player"),
    Wording(r"\s+of (?:his|her|their|your|the player's|that player's) (?:own )?choice(?!\w)", ("",)),
    words("(?:is|are) now", "becomes"),
    words("wakes up", "becomes not asleep"),
    words("(?:all of )?(?:those|these) cards", "them"),
    words("draw one more", "draw a card"),
    words("draws one more", "draws a card"),
    words("draw 1(?= |$)(?! card)", "draw a card"),
    words("was (?P<a>an?)", "is <a>"),
    words("that costs? <n> or less", "with cost <= <n>"),
    words("that costs? <n> or more", "with cost >= <n>"),
    words("that costs? (?:exactly )?<n>", "with cost = <n>"),
    words("leftmost", "first"),
    words("rightmost", "last"),
    words("(?P<end>first|last) <one> of <place>", "<end> <one> in <place>"),
    words("cards in hand", "cards in the player's hand"),
    words("(?:his|her|their|his or her)", "that player's"),
    words("(?:he|she|they|he or she)", "that player"),
    words("(?:it|them)", "that card", "that token"),
    words("plus", "+"),
    words("minus", "-"),
    words("times", "*"),
    words("doubles?", "2 *"),
    words("twice", "2 *"),
    words("from", "in"),
    words(r"(?P<end>top|bottom) (?P<what>[\w ]+?) (?:in|from)", "<end> <what> of"),
    words("any one", "any"),
    words("different (?P<what>\\w+)", "<what>", "kinds of <what>"),
    words("cards in (?:his|her|their|that player's) hand", "cards in that player's hand"),
    words(
        "(?P<many>any number of|up to <n>|all) the player's (?P<word>\\w+s)",
        "<many> <word> in the player's field",
    ),
    words("that many$", "(the number of picks) cards", "(the number of picks)"),
    words("that many", "(the number of picks)"),
    words("(?:on|to|at) the bottom of", "under"),
    words("of (?:your|the player's) <word>", "with <word> = the player's <word>"),
    words("(?<!discards all cards )of that <word>", "with <word> = that <word>"),
    words("of another <word>", "with <word> != that <word>"),
    words("with <prop> equal to (?P<what>[^;:\n,]+)", "with <prop> = (<what>)"),
    words(
        "the highest cards in (?:the player's )?hand",
        "the highest (the number of cards in that player's hand)",
    ),
    words(
        "the lowest cards in (?:the player's )?hand", "the lowest (the number of cards in that player's hand)"
    ),
    words(
        "who (?:has|have) (?:fewer|less) cards(?: in hand)? than (?P<who>[\\w ]+)",
        "where (the number of cards in that player's hand < the number of cards in <who>'s hand)",
    ),
    words(
        "who (?:has|have) more cards(?: in hand)? than (?P<who>[\\w ]+)",
        "where (the number of cards in that player's hand > the number of cards in <who>'s hand)",
    ),
    words(
        "who (?:cannot discard|has|have) (?P<no>an?|no) (?P<what>[\\w ]+?)(?: in hand)?(?= "
        "(?:loses|pays|gains|draws|discards|but))",
        "where (there is no <what> in that player's hand)",
    ),
    *(
        words(f"whose <p> (?:is|are) {said} its <prop>", f"where (that card's <p> {sign} that card's <prop>)")
        for said, sign in (
            *(
                ("at least", ">="),
                ("at most", "<="),
                ("equal to", "="),
                ("more than", ">"),
                ("less than", "<"),
            ),
            *((">", ">"), ("<", "<"), ("=", "=")),
        )
    ),
    words("its <prop>", "that card's <prop>", "that token's <prop>"),
    words("(?:from|in) it", "in that player's hand"),
    words(
        "(?:as much as )?(?:your|the player's) (?P<how>highest|lowest) <prop> in <place>$",
        "(the <how> <prop> of cards in <place>)",
    ),
    words(
        "if an? (?P<what>[\\w ]+?) is <word> in (?P<place>[\\w ’']+)",
        "if there is a <word> <what> in <place>",
    ),
    words(
        "if the player controls? an? <word1>, an? <word2>,? and an? <word3> <word>",
        "if there is a <word1> <word> in the player's field and there is a <word2> <word> in the player's field "
        "and there is a <word3> <word> in the player's field",
    ),
    words("if the player controls? (?P<what>[^;:\n,]+)", "if there is <what> in the player's field"),
    words("if there is no <one>(?=[,:])", "if the <one> is none"),
    words(
        "an? <word1> or an? <word2> in (?P<place>[\\w '’]+)",
        "a <word1> or <word2> in <place>",
        "a card where (that card is a <word1> or (that card is a <word2> and that card is in <place>))",
    ),
    words(
        "an? <word> in (?P<place>[\\w '’]+) that is not (?P<adj>\\w+) or with (?P<so>[^;:\n,]+)",
        "a <word> in <place> where (that <word> is not <adj> or that <word>'s <so>)",
        "a <word> in <place> where (that <word> is not <adj> and not (that <word>'s <so>))",
    ),
    # Ways to say what a thing is like.
    words(
        "(?:of|costing|worth|with a|with an) (?P<prop>cost|price|value|power|strength) (?:of )?<n>",
        r"with <prop> = <n>",
    ),
    words("with (?:a |an )?<prop> (?:of )?(?:at least) <n>", "with <prop> >= <n>"),
    words("with (?:a |an )?<prop> (?:of )?(?:at most|up to) <n>", "with <prop> <= <n>"),
    words("with (?:a |an )?<prop> (?:of )?<n> or (?:more|higher|greater)", "with <prop> >= <n>"),
    words("with (?:a |an )?<prop> (?:of )?<n> or (?:less|lower|fewer)", "with <prop> <= <n>"),
    words("with (?:a |an )?<prop> of (?P<what>[^;:\n,]+)", "with <prop> = <what>"),
    words("costing (?:up to|at most) <n>", "with cost <= <n>"),
    words("costing (?:at least) <n>", "with cost >= <n>"),
    words("costing <n>(?: \\w+)? or less", "with cost <= <n>"),
    words("costing <n>(?: \\w+)? or more", "with cost >= <n>"),
    words("costing (?:exactly )?<n>", "with cost = <n>"),
    words("with <prop> not <n>", "with <prop> != <n>"),
    words("with <prop> <n> more than (?P<what>[^;:\n,]+)", "with <prop> = <what> + <n>"),
    words("with <prop> <n> less than (?P<what>[^;:\n,]+)", "with <prop> = <what> - <n>"),
    words("with <prop> != <word1> or <word2>", "with <prop> != <word1> and <prop> != <word2>"),
    words("(?:a|an) un<word> <one> in <place>(?=,|;|$)", "a <one> in <place> that is not <word>"),
    words("un<word> <one> in <place>(?=,|;|$| into| under)", "<one> in <place> that are not <word>"),
    words("(?:a|an) un<word> <one>", "a <one> that is not <word>"),
    words("that (?:are|is) either", "that is"),
    words("who (?:has|have) more <prop>", "with <prop> > the player's <prop>"),
    words("who (?:has|have) less <prop>", "with <prop> < the player's <prop>"),
    words("who (?:has|have) at least <n> <prop>", "with <prop> >= <n>"),
    words("who (?:has|have) at most <n> <prop>", "with <prop> <= <n>"),
    words("who (?:has|have) <n> (?:or more) <prop>", "with <prop> >= <n>"),
    words("who (?:has|have) no <prop>", "with <prop> = 0"),
    words("who (?:has|have) <n> <prop>", "with <prop> = <n>"),
    words("<prop1> > <n1> and < <n2>", "<prop1> > <n1> and <prop1> < <n2>"),
    words("in <place> and in <place2>(?=,|;|:|$| into)", "in <place> or in <place2>"),
    words("(?:the )?first <one> (?:in|of) the deck", "the top <one> of the deck"),
    words("(?:the )?last <one> (?:in|of) the deck", "the bottom <one> of the deck"),
    words("is (?:a )?(?P<a>\\w+) or <b>(?=:)", "is <a> or is <b>"),
    words("the player with", "the first player with", "a player with"),
    words("the <word> with the (?P<how>highest|lowest)", "the first <word> with the <how>"),
    words(
        "but (?P<end>(?:the )?(?:first|last) \\w+) (?P<so>[^;:\n,(]+?)(?=[;:,]|$| into)",
        "but (<end> <so>)",
        "but (<end>) <so>",
    ),
    words(
        "half (?:of )?(?P<what>the [\\w'’ ]+?)(?=,| rounded| gold| score| life|;|$),? rounded (?P<how>up|down)",
        "(<what> divided by 2 rounded <how>)",
    ),
    words(
        "half (?:of )?(?P<what>the [\\w'’ ]+)",
        "(<what> divided by 2 rounded down)",
        "(<what> divided by 2 rounded up)",
    ),
    words("if no (?P<one>\\w+) (?:is|are) <word>", "if there is no <one> who is <word>"),
    words("if any (?P<one>\\w+) (?:is|are) <word>", "if there is a <one> who is <word>"),
    *(
        words(f"there (?:is|are) {said} <n> (?P<what>[^;:\n,]+)(?=[:,])", f"the number of <what> {sign} <n>")
        for said, sign in (
            *(("at least", ">="), ("at most", "<="), ("more than", ">"), ("exactly", "=")),
            *(("(?:fewer|less) than", "<"), ("not more than", "<=")),
        )
    ),
    *(
        words(
            f"there (?:is|are) {said} (?P<a>\\w+) than (?P<b>\\w+) in (?P<place>[^;:\n,]+)",
            f"the number of <a> in <place> {sign} the number of <b> in <place>",
        )
        for said, sign in (("more", ">"), ("(?:fewer|less)", "<"))
    ),
    words(
        "if (?P<place>[^;:\n,]+?) (?:has|contains|holds) (?P<n>\\d+) (?P<what>\\w+)(?=[:,])",
        "if the number of <what> in <place> = <n>",
        "if the number of <what> in <place> >= <n>",
    ),
    words(
        "if (?P<what>[^;:\n,]+?) is between (?P<a>\\d+) and (?P<b>\\d+)",
        "if <what> >= <a> and <what> <= <b>",
        "if <what> > <a> and <what> < <b>",
    ),
    words("is (?P<a>\\w+), (?P<b>\\w+),? or (?P<c>\\w+)", "is <a> or <b> or <c>"),
    words("is even", "is a multiple of 2"),
    words("if (?P<what>[^;:\n,]+?) is odd", "if not (<what> is a multiple of 2)"),
    words("who (?:does|do) not have (?P<n>\\d+) <word>", "with <word> < <n>", "with <word> != <n>"),
    words("who (?:has|have) <word>(?=[,;:]|$)", "with <word> >= 1"),
    words(
        "(?P<sign>[<>=!]=?) (?P<what>(?:the )?(?:highest|lowest|total) [^;:\n,()]+)(?=[,;:]|$)",
        "<sign> (<what>)",
    ),
)
