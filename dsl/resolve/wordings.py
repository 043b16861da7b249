"""What people write for what the language says in one way only: patterns, and the ways to say what they match.

Nothing here is part of the language: a wording is only tried on a text that is refused, and only offered if what it
makes is accepted. `WORDS` replace words wherever they stand; `STATEMENTS` replace a whole stretch between two joints
(`;`, a colon, a comma, `and`, `then`). In a pattern, `<n>` stands for a number, `<word>` for a word, `<prop>` and
`<one>` for one or two words, and any other name for any words of a statement; a name and a digit is another of its
kind.
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


def _words(said: str, *says: str) -> Wording:
    return Wording(rf"(?<!\w)(?:{said})(?!\w)", says)


def _statement(said: str, *says: str) -> Wording:
    return Wording(said, says)


WORDS: tuple[Wording, ...] = (
    # Words for which the language has another one.
    _words("(?:every other player|each opponent|every opponent)", "each other player"),
    _words("each other player", "each player but the player", "for each player but the player"),
    _words("(?:all )?(?:other players|opponents|your opponents)", "players but the player", "others"),
    _words("for every", "for each"),
    _words("(?:per|for every)", "for each"),
    _words("every", "each"),
    _words("all of", "all"),
    _words("each of(?: the)?", "each"),
    _words("(?:the )?most", "the highest"),
    _words("(?:the )?(?:fewest|least|smallest)", "the lowest"),
    _words("(?:the )?(?:greatest|largest|biggest)", "the highest"),
    _words("(?:is|are) (?:greater|more|higher|larger|bigger) than", ">"),
    _words("(?:is|are) (?:less|fewer|lower|smaller) than", "<"),
    _words("(?:greater|more|higher|larger) than or equal to", ">="),
    _words("(?:less|fewer|lower) than or equal to", "<="),
    _words("(?:is|are) equal to", "="),
    _words("equals?", "="),
    _words("(?:is|are) not equal to", "!="),
    _words("exactly ", ""),
    _words("isn['’]t", "is not"),
    _words("aren['’]t", "are not"),
    _words("can['’]t", "cannot"),
    _words("(?:does|do) not have", "does not have"),
    _words("doesn['’]t", "does not"),
    _words("don['’]t", "do not"),
    _words("your own", "the player's"),
    _words("your", "the player's"),
    _words("you have", "the player has"),
    _words("you are", "the player is"),
    _words("you may", "the player may"),
    _words("you can", "the player can"),
    _words("than you", "than the player"),
    _words("you (?P<verb>gain|pay|draw|lose|discard|put|choose|reveal|look|win|take|get)", "<verb>"),
    _words("you", "the player"),
    _words("this card", "this"),
    _words("cards in hand", "cards in the player's hand"),
    _words("(?:his|her|their|his or her)", "that player's"),
    _words("(?:he|she|they|he or she)", "that player"),
    _words("(?:it|them)", "that card", "that token"),
    _words("plus", "+"),
    _words("minus", "-"),
    _words("times", "*"),
    _words("doubles?", "2 *"),
    _words("twice", "2 *"),
    _words("from", "in"),
    _words(r"(?P<end>top|bottom) (?P<what>[\w ]+?) (?:in|from)", "<end> <what> of"),
    _words("any one", "any"),
    _words("different (?P<what>\\w+)", "<what>", "kinds of <what>"),
    # Ways to say what a thing is like.
    _words(
        "(?:of|costing|worth|with a|with an) (?P<prop>cost|price|value|power|strength) (?:of )?<n>",
        r"with <prop> = <n>",
    ),
    _words("with (?:a |an )?<prop> (?:of )?(?:at least) <n>", "with <prop> >= <n>"),
    _words("with (?:a |an )?<prop> (?:of )?(?:at most|up to) <n>", "with <prop> <= <n>"),
    _words("with (?:a |an )?<prop> (?:of )?<n> or (?:more|higher|greater)", "with <prop> >= <n>"),
    _words("with (?:a |an )?<prop> (?:of )?<n> or (?:less|lower|fewer)", "with <prop> <= <n>"),
    _words("with (?:a |an )?<prop> of (?P<what>[^;:\n,]+)", "with <prop> = <what>"),
    _words("costing (?:up to|at most) <n>", "with cost <= <n>"),
    _words("costing (?:at least) <n>", "with cost >= <n>"),
    _words("costing <n>(?: \\w+)? or less", "with cost <= <n>"),
    _words("costing <n>(?: \\w+)? or more", "with cost >= <n>"),
    _words("costing (?:exactly )?<n>", "with cost = <n>"),
    _words("with <prop> not <n>", "with <prop> != <n>"),
    _words("with <prop> <n> more than (?P<what>[^;:\n,]+)", "with <prop> = <what> + <n>"),
    _words("with <prop> <n> less than (?P<what>[^;:\n,]+)", "with <prop> = <what> - <n>"),
    _words("with <prop> != <word1> or <word2>", "with <prop> != <word1> and <prop> != <word2>"),
    _words("(?:a|an) un<word> <one> in <place>(?=,|;|$)", "a <one> in <place> that is not <word>"),
    _words("un<word> <one> in <place>(?=,|;|$| into| under)", "<one> in <place> that are not <word>"),
    _words("(?:a|an) un<word> <one>", "a <one> that is not <word>"),
    _words("that (?:are|is) either", "that is"),
    _words("who (?:has|have) more <prop>", "with <prop> > the player's <prop>"),
    _words("who (?:has|have) less <prop>", "with <prop> < the player's <prop>"),
    _words("who (?:has|have) at least <n> <prop>", "with <prop> >= <n>"),
    _words("who (?:has|have) at most <n> <prop>", "with <prop> <= <n>"),
    _words("who (?:has|have) <n> (?:or more) <prop>", "with <prop> >= <n>"),
    _words("who (?:has|have) no <prop>", "with <prop> = 0"),
    _words("who (?:has|have) <n> <prop>", "with <prop> = <n>"),
    _words("<prop1> > <n1> and < <n2>", "<prop1> > <n1> and <prop1> < <n2>"),
    _words("in <place> and in <place2>(?=,|;|:|$| into)", "in <place> or in <place2>"),
    _words("is <word>", "is a <word>"),
    _words("(?:the )?first <one> (?:in|of) the deck", "the top <one> of the deck"),
    _words("(?:the )?last <one> (?:in|of) the deck", "the bottom <one> of the deck"),
    _words("is (?:a )?(?P<a>\\w+) or <b>(?=:)", "is <a> or is <b>"),
    _words("the player with", "the first player with", "a player with"),
    _words("the <word> with the (?P<how>highest|lowest)", "the first <word> with the <how>"),
    _words("but (?P<what>(?:the )?(?:first|last) [^;:\n,]+)(?=[;:,]|$| into)", "but (<what>)"),
    _words(
        "half (?:of )?(?P<what>the [\\w'’ ]+?)(?=,| rounded| gold| score| life|;|$),? rounded (?P<how>up|down)",
        "(<what> divided by 2 rounded <how>)",
    ),
    _words(
        "half (?:of )?(?P<what>the [\\w'’ ]+)",
        "(<what> divided by 2 rounded down)",
        "(<what> divided by 2 rounded up)",
    ),
)

STATEMENTS: tuple[Wording, ...] = (
    # Conditions, repetitions and choices around what is done.
    _statement("<doing> unless <cond>", "if not (<cond>): <doing>"),
    _statement("unless <cond>[,:] <doing>", "if not (<cond>): <doing>"),
    _statement("if <cond>,? then <doing>", "if <cond>: <doing>"),
    _statement("if <cond>, <doing>", "if <cond>: <doing>"),
    _statement("if not (?P<cond>[^;:\n(]+): <doing>", "if not (<cond>): <doing>"),
    _statement(
        "<what> becomes? <v1> if <cond>, otherwise <v2>", "<what> becomes (<v1> if <cond>, otherwise <v2>)"
    ),
    _statement("<doing> if <cond>", "if <cond>: <doing>"),
    _statement("(?!if |for each )<doing> twice", "repeat 2 times: <doing>"),
    _statement("(?!if |for each )<doing> (?:three|3) times", "repeat 3 times: <doing>"),
    _statement("<doing> (?P<n>\\d+) times", "repeat <n> times: <doing>"),
    _statement("for each <what>, <doing>", "for each <what>: <doing>"),
    _statement(
        "(?P<who>[^;:\n]*?)may <doing>(?:[.;,]| and)? if (?:you do|they do|the player does|so)[,:] <then>",
        "<who>may: <doing>; <then>",
        "<who>may <doing>: <then>",
    ),
    _statement("(?P<who>[^;:\n]*?)may (?P<doing>[^;:\n]+?) to <then>", "<who>may <doing>: <then>"),
    _statement("(?P<who>[^;:\\n]*?)may <doing>: <then>", "<who>may: <doing>; <then>"),
    _statement("pay <v1> or <v2>: <then>", "(pay <v1> / pay <v2>): <then>"),
    _statement(
        "put <what> into <place1> or (?:into )?<place2>",
        "put <what> into <place1> / put <what> into <place2>",
    ),
    _statement(
        "put <what1> and <what2> into <place1>", "put <what1> into <place1> and put <what2> into <place1>"
    ),
    _statement("choose one of <what>", "choose a <what>"),
    _statement("choose <word1> or <word2>(?P<tail>, as .*)?", "choose one of <word1> and <word2><tail>"),
    _statement("choose (?P<what>the [^;:\n,]+), as (?:the )?<name>", "let <name> be <what>"),
    _statement("choose a <what>, as <name> or <name2>", "choose a <what>, as <name>"),
    _statement(
        "let <name> be (?:the |a )player with <what>",
        "choose a player with <what>, as <name>",
        "let <name> be the first player with <what>",
    ),
    _statement(
        "<what> becomes? a <one> with <filter>",
        "choose a <one> with <filter>, as the pick; <what> becomes the pick",
    ),
    _statement("choose a random <what>", "choose a <what> at random"),
    _statement(
        "(?P<verb>put|discard|reveal|kill) a random <what>(?P<rest> (?:into|under|on top of|to) [^;:\n]+)?",
        "choose a <what> at random, as the pick; <verb> the pick<rest>",
    ),
    _statement(
        "(?P<a>[^;:\n]*?)(?:another player|an opponent|target player)(?P<b>[^;:\n]*)",
        "choose a player but the player, as the rival; <a>the rival<b>",
    ),
    _statement(
        "(?P<a>[^;:\n]*?)(?:another|an opponent|target) (?P<what>card|rat|token)(?P<b>[^;:\n]*)",
        "choose a <what>, as the pick; <a>the pick<b>",
    ),
    _statement(
        "(?P<verb>[^\\W\\d]+) an? (?P<what>[^;:\n]+?)(?P<rest> (?:into|under|on top of|to) [^;:\n]+)?",
        "choose a <what>, as the pick; <verb> the pick<rest>",
    ),
    # Numbers that change.
    _statement(
        "(?:each|every) (?P<who>player[^;:\n]*?) loses? <n> <prop>",
        "for each <who>: that player's <prop> goes down by <n>",
        "for each <who>: that player pays <n> <prop>",
    ),
    _statement(
        "others lose <n> <prop>", "for each player but the player: that player's <prop> goes down by <n>"
    ),
    _statement(
        "(?:all )?players(?P<but>[^;:\n]*?) lose <n> <prop>",
        "for each player<but>: that player's <prop> goes down by <n>",
    ),
    _statement("<who> loses (?P<n>\\d+) <prop>", "<who>'s <prop> goes down by <n>", "<who> pays <n> <prop>"),
    _statement("lose (?P<n>\\d+) <prop>", "the player's <prop> goes down by <n>", "pay <n> <prop>"),
    _statement("<who> loses all (?P<own>[\\w'’]+ )?<prop>", "<who>'s <prop> becomes 0"),
    _statement("lose all (?P<own>[\\w'’]+ )?<prop>", "the player's <prop> becomes 0"),
    _statement(
        "lose half (?:of )?(?:your |the player's |their )?<prop>",
        "the player's <prop> goes down by the player's <prop> divided by 2 rounded down",
        "the player's <prop> goes down by the player's <prop> divided by 2 rounded up",
    ),
    _statement(
        "<who> loses half (?:of )?(?:his |her |their )?<prop>",
        "<who>'s <prop> goes down by <who>'s <prop> divided by 2 rounded down",
        "<who>'s <prop> goes down by <who>'s <prop> divided by 2 rounded up",
    ),
    _statement("lose <prop> for each <what>", "the player's <prop> goes down by the number of <what>"),
    _statement("gain [-−](?P<n>\\d+) <prop>", "the player's <prop> goes down by <n>", "pay <n> <prop>"),
    _statement("gain (?P<n1>\\d+) <prop> - (?P<n2>\\d+) <prop>", "gain (<n1> - <n2>) <prop>"),
    _statement("gain <prop> equal to <what>", "gain (<what>) <prop>"),
    _statement("<who> gains <prop> equal to <what>", "<who> gains (<what>) <prop>"),
    _statement(
        "gain half <what>,? rounded (?P<how>up|down)(?: <prop>)?",
        "gain (<what> divided by 2 rounded <how>) <prop>",
    ),
    _statement("gain (?:twice|double) <what>", "gain (2 * <what>)"),
    _statement("pay all (?:your |the player's )?<prop>", "pay (the player's <prop>) <prop>"),
    _statement("<who> pays all (?:his |her |their )?<prop>", "<who> pays (<who>'s <prop>) <prop>"),
    _statement(
        "pay half (?:of )?(?P<what>[\\w'’ ]+?) <prop>",
        "pay (<what> divided by 2 rounded down) <prop>",
        "pay (<what> divided by 2 rounded up) <prop>",
    ),
    _statement("(?:increase|raise) <what> by <n>", "<what> goes up by <n>"),
    _statement("(?:decrease|reduce|lower) <what> by <n>", "<what> goes down by <n>"),
    _statement("<what> (?:increases|rises) by <n>", "<what> goes up by <n>"),
    _statement("<what> (?:decreases|falls|drops) by <n>", "<what> goes down by <n>"),
    _statement("add <n> to <what>", "<what> goes up by <n>"),
    _statement("(?:subtract|remove|take) <n> from <what>", "<what> goes down by <n>"),
    _statement("set <what1> to <what2>", "<what1> becomes <what2>"),
    _statement("(?:get|receive|take|earn|collect) <n> <prop>", "gain <n> <prop>"),
    _statement("<who> (?:gets|receives|takes|earns|collects) <n> <prop>", "<who> gains <n> <prop>"),
    _statement("(?:spend|lose) <n> <prop>", "pay <n> <prop>"),
    _statement("<who> spends <n> <prop>", "<who> pays <n> <prop>"),
    _statement("\\+(?P<n>\\d+) <prop>", "gain <n> <prop>"),
    _statement(
        "give <n> <prop> to <who>", "pay <n> <prop>: <who> gains <n> <prop>", "<who> gains <n> <prop>"
    ),
    _statement("give <who> <n> <prop>", "pay <n> <prop>: <who> gains <n> <prop>", "<who> gains <n> <prop>"),
    _statement("steal <n> <prop> from <who>", "<who> pays <n> <prop>: gain <n> <prop>"),
    _statement("<who> gives <n> <prop> to <other>", "<who> pays <n> <prop>: <other> gains <n> <prop>"),
    # Pieces that move.
    _statement(
        "(?:move|place|return|add|send|take|deal|bring) <what> (?:to|into|onto|in) <place>",
        "put <what> into <place>",
    ),
    _statement(
        "(?:put|place|move|return) <what> (?:on|onto|on top of|to the top of) <place>",
        "put <what> on top of <place>",
        "put <what> into <place>",
    ),
    _statement("put <what> (?:in|to) <place>", "put <what> into <place>"),
    _statement("(?:exile|banish) <what>", "put <what> into exile"),
    _statement("(?:discard|trash) <what>", "put <what> into the discard pile"),
    _statement("shuffle <what> into <place>", "put <what> into <place>; shuffle <place>"),
    _statement("tap (?P<what>(?:all |cards|tokens)[^;:\\n]*)", "<what> become tapped"),
    _statement("tap <what>", "<what> becomes tapped"),
    _statement("untap <what>", "<what> becomes not tapped"),
    # Conditions.
    _statement(
        "if <who> (?:has|have) more <prop> than <other>: <doing>",
        "if <who>'s <prop> > <other>'s <prop>: <doing>",
    ),
    _statement(
        "if <who> (?:has|have) less <prop> than <other>: <doing>",
        "if <who>'s <prop> < <other>'s <prop>: <doing>",
    ),
    _statement(
        "if <who> can pay (?P<n1>\\d+) <prop1> or (?P<n2>\\d+) <prop2>: <doing>",
        "if <who> can pay <n1> <prop1> or <who> can pay <n2> <prop2>: <doing>",
    ),
    *(
        _statement(
            f"if there (?:is|are) (?:{word}|{number}) <what>: <doing>",
            f"if the number of {what} = {number}: <doing>",
            f"if the number of {what} >= {number}: <doing>",
        )
        for number, word in ((1, "one"), (2, "two"), (3, "three"), (4, "four"), (5, "five"))
        for what in (("<what>",) if number > 1 else ())
    ),
    _statement(
        "if there is (?:one|1) (?P<one>\\w+)(?P<rest>[^;:\n]*): <doing>",
        "if the number of <one>s<rest> = 1: <doing>",
        "if there is a <one><rest>: <doing>",
    ),
    _statement(
        "if <who1> and <who2> (?:is|are) <what>: <doing>", "if <who1> is <what> and <who2> is <what>: <doing>"
    ),
    _statement(
        "if <who1> or <who2> (?:is|are) <what>: <doing>", "if <who1> is <what> or <who2> is <what>: <doing>"
    ),
    _statement(
        "if <what1> = <word1> or = <word2>: <doing>", "if <what1> = <word1> or <what1> = <word2>: <doing>"
    ),
    # Joints.
    _statement("<v1>[,.] <v2>", "<v1>; <v2>"),
    _statement("(?P<a>[^;:\n]+?)[,.] (?P<b>[^;:\n]+)", "<a>; <b>"),
    # The end of a match.
    _statement("(?:the player|you) loses?(?: the game| the match)?", "players but the player win"),
    _statement("<who> loses(?: the game| the match)?", "players but <who> win"),
    _statement("<who> wins the (?:game|match)", "<who> wins"),
    _statement("the game ends", "the match ends"),
)
