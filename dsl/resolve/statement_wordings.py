"""What people write for whole statements that the language says in one way only: see `wordings`."""

from __future__ import annotations

from .wordings import Wording, words


def _statement(said: str, *says: str) -> Wording:
    return Wording(said, says)


def _trailing(said: str, before: str, but: str = "if |for each ") -> tuple[Wording, Wording]:
    """What stands after a statement and is said before it. After several, it could be about all of them, or the
    last."""
    one = "(?:(?!,| and | then )[^;:\\n])+?"
    several = _statement(
        f"(?!{but})(?P<a>{one})(?P<joint>,? and |, then |, )(?P<b>{one}) {said}",
        f"{before}<a><joint><b>",
        f"<a>; {before}<b>",
    )
    return several, _statement(f"(?!{but})(?P<doing>{one}) {said}", f"{before}<doing>")


STATEMENTS: tuple[Wording, ...] = (
    # Conditions, repetitions and choices around what is done.
    *_trailing("unless <cond>", "if not (<cond>): "),
    _statement("unless <cond>[,:] <doing>", "if not (<cond>): <doing>"),
    _statement("if <cond>,? then <doing>", "if <cond>: <doing>"),
    _statement("if <cond>, <doing>", "if <cond>: <doing>"),
    _statement(
        "<what> becomes? <v1> if <cond>, otherwise <v2>", "<what> becomes (<v1> if <cond>, otherwise <v2>)"
    ),
    *_trailing("if <cond>", "if <cond>: "),
    *_trailing("twice", "repeat 2 times: "),
    *_trailing("(?:three|3) times", "repeat 3 times: "),
    *_trailing("(?P<n>\\d+) times", "repeat <n> times: "),
    _statement("for each <what>, <doing>", "for each <what>: <doing>"),
    _statement(
        "(?P<who>[^;:\n]*?)may <doing>(?:[.;,]| and)? if (?:you do|they do|the player "
        "(?:do|does)|that player (?:do|does)|so)[,:] <then>",
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
    _statement(
        "(?P<a>(?:(?! or )[^;:\n/])*?)(?:another player|an opponent|target player)(?P<b>[^;:\n/]*)",
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
    # Several things that are said in a row, and what `that much`, `the rest`, `instead` and the like refer to.
    _statement("either <a>,? or <b>", "<a> / <b>"),
    _statement("choose one: <a>, <b>,? or <c>", "<a> / <b> / <c>"),
    _statement("choose one: <a>,? or <b>", "<a> / <b>"),
    _statement(
        "^(?!.*\\b(?:if|may)\\b)<a>[;,] otherwise:? <b>", "<a> / <b>", "the player may: <a>; otherwise: <b>"
    ),
    _statement("repeat up to <n> times: <doing>", "repeat <n> times: the player may: <doing>"),
    _statement("choose one: (?P<label>[^\\W\\d][^;:\n,]*): <doing>", "choose one:\\n  <label>: <doing>"),
    _statement(
        "<who> chooses one: (?P<label>[^\\W\\d][^;:\n,]*): (?P<verb>[^\\W\\d]+) <rest>",
        "<who> chooses one:\\n  <label>: <who> <verb>s <rest>",
        "<who> chooses one:\\n  <label>: the player <verb>s <rest>",
    ),
    _statement("offer <who>: <doing>", "offer <who>:\\n  take it: <doing>"),
    _statement(
        "if <x> is even[,:] <doing>; if it is odd[,:] <other>",
        "if <x> is a multiple of 2: <doing>; otherwise: <other>",
    ),
    _statement("<a> if <cond>, otherwise <b>", "if <cond>: <a>; otherwise: <b>"),
    _statement(
        "if not (?P<a>[^;:\n(]+?) (?P<joint>and|or) (?P<b>[^;:\n(]+): <doing>",
        "if not (<a>) <joint> <b>: <doing>",
        "if not (<a> <joint> <b>): <doing>",
    ),
    _statement(
        "if <cond>, (?P<a>[^;:\n]+?), (?P<b>[^;:\n]+)",
        "if <cond>: <a>, <b>",
        "(if <cond>: <a>); <b>",
    ),
    _statement(
        "if (?P<one>\\w+?)s(?P<rest> [^;:\n]*?) do not differ in <prop>: <doing>",
        "if not (<one>s<rest> differ in <prop>): <doing>",
        "if not (there are <one>s<rest> with <prop> != the <prop> of (the first <one><rest>)): <doing>",
    ),
    _statement("pay <what> to <then>", "pay <what>: <then>"),
    _statement(
        "(?:may )?pay up to (?P<n>\\d+) <prop>",
        "choose a number from 0 to (the smaller of <n> and the player's <prop>), as the paid; pay paid <prop>",
    ),
    _statement(
        "the player may pay up to (?P<n>\\d+) <prop>",
        "choose a number from 0 to (the smaller of <n> and the player's <prop>), as the paid; pay paid <prop>",
    ),
    _statement("gain 1 <prop> for each <word> paid", "gain paid <prop>"),
    _statement("gain (?P<n>\\d+) <prop> for each <word> paid", "gain (<n> * paid) <prop>"),
    _statement(
        "lose half (?:of )?the player's (?P<a>\\w+),? rounded (?P<how>up|down),? and gain that much <prop>",
        "let loss be half of the player's <a>, rounded <how>; the player's <a> goes down by the "
        "loss; gain loss <prop>",
    ),
    _statement(
        "(?:heal|remove) all <p> (?:from|in|on) (?P<one>an? [^;:\n]+?),? and gain that much <prop>",
        "choose <one>, as the pick; let much be the pick's <p>; the pick's <p> becomes 0; gain much <prop>",
    ),
    _statement(
        "(?:double|2 \\*) <what>,? but (?:to )?no more than (?P<n>\\d+)",
        "<what> becomes the smaller of <n> and twice <what>",
    ),
    _statement("(?:double|2 \\*) <what>", "<what> becomes twice <what>"),
    _statement(
        "gain <prop> equal to <what>,? (?:up to|at most|but (?:no|not) more than) (?P<n>\\d+)",
        "gain (the smaller of <what> and <n>) <prop>",
    ),
    _statement(
        "(?P<doing>[^;:\n]+?) an? <word> for (?:each|every) (?P<n>\\d+) <what>",
        "<doing> (the number of <what> divided by <n> rounded down) <word>s",
    ),
    *(
        _statement(
            f"gain 1 <prop> for each <one> in <place> beyond the {said}",
            f"gain (the greater of 0 and (the number of <one>s in <place> - {number})) <prop>",
        )
        for number, said in ((1, "first"), (2, "second"), (3, "third"), (4, "fourth"), (5, "fifth"))
    ),
    *(
        _statement(
            f"gain <n> <prop> for each <one> in <place> beyond the {said}",
            f"gain (<n> * (the greater of 0 and (the number of <one>s in <place> - {number}))) <prop>",
        )
        for number, said in ((1, "first"), (2, "second"), (3, "third"), (4, "fourth"), (5, "fifth"))
    ),
    _statement(
        "(?P<verb>draw|discard) a card for each <word>(?P<so> [^;:\n]*)?",
        "<verb> (the number of <word>s<so>) cards",
    ),
    *_trailing("for each <what>", "for each <what>: ", "if |for |choose |gain |pay |look |put "),
    _statement(
        "(?P<verb>exile|discard|reveal|put) (?P<what>[^;:\n]+?)(?:, then|;|,? and) (?P<a>[^;:\n]*?)among them",
        "let found be <what>; <verb> found; <a>among the found",
    ),
    _statement(
        "reveal (?P<what>the (?:top|bottom)[^;:\n]+?)[;,] if (?:it|that card) has that <prop>, "
        "(?:draw|take) (?:it|that card)",
        "let found be <what>; reveal the found; if the found's <prop> = that <prop>: put the found "
        "into the player's hand",
    ),
    _statement(
        "look at <what>, (?:and )?put one(?: of them)? into <place1> and the rest "
        "(?P<where>into|under|on top of) <place2>",
        "the player looks at <what>, as the found; choose a card among the found, as the pick; "
        "put the pick into <place1>; put cards among the found but the pick <where> <place2>",
    ),
    _statement(
        "look at (?:another player|the rival|that player)'s <place>",
        "choose another player; the player looks at cards in that player's <place>",
    ),
    _statement(
        "choose a (?P<what>\\w+) (?P<where>in that player's \\w+), as the pick; that player "
        "(?P<does>\\w+) that (?P=what)",
        "choose a <what> <where>; that player <does> that <what>",
    ),
    _statement("guess an? <what>", "choose a <what>"),
    _statement(
        "choose another player to be the <one>",
        "choose a player but the player, as the pick; the <one> becomes the pick",
    ),
    _statement(
        "choose (?P<what>[^;:\n]+?) to be the <one>", "choose <what>, as the pick; the <one> becomes the pick"
    ),
    _statement(
        "make another player the <one>", "(choose another player, as the rival; the <one> becomes the rival)"
    ),
    _statement("make <who> the <one>", "the <one> becomes <who>"),
    _statement(
        "become the <one>; the (?:previous|former|old) <one> <does>",
        "let former be the <one>; the <one> becomes the player; the former <does>",
    ),
    _statement(
        "(?P<who>the player(?: after| before)?[^;:\n]*?) becomes the <one>", "the <one> becomes <who>"
    ),
    _statement("become the <one>", "the <one> becomes the player"),
    _statement("there is no <one> until <when>", "the <one> becomes none"),
    _statement("change <what> to <v>", "<what> becomes <v>"),
    _statement("(?:go|fall|become) <word>", "the player becomes <word>"),
    _statement("(?P<who>[^;:\n]+?) (?:goes|falls) <word>", "<who> becomes <word>"),
    _statement("wake up", "the player becomes not asleep"),
    _statement(
        "(?P<who>[^;:\n]+?) (?P<what>(?:becomes|loses|pays|hits|falls) [^;:\n]+?) unless that player "
        "(?P<v>\\w+) <rest>",
        "<who> may: <who> <v>s <rest>; otherwise: <who> <what>",
    ),
    _statement(
        "for each <who>: that player's <what> and becomes <so>",
        "for each <who>: that player's <what>; that player becomes <so>",
    ),
    _statement(
        "each (?P<who>player[^;:\n]*?) loses <n> <prop> and (?P<v>\\w+s)(?P<rest>[^;:\n]*)",
        "for each <who>: that player's <prop> goes down by <n>; that player <v><rest>",
        "for each <who>: that player pays <n> <prop>; that player <v><rest>",
    ),
    _statement(
        "the player with <what> (?P<does>\\w+s(?: [^;:\n]+)?); if it is (?:you|the player), <doing>",
        "let chosen be the first player with <what>; the chosen <does>; if the chosen is the player: <doing>",
    ),
    _statement(
        "<who> chooses and (?P<verb>discards|kills) <n> of (?:them|that card)", "<who> <verb> <n> cards"
    ),
    _statement("rest twice more", "repeat 2 times: rest"),
    _statement(
        "<who> gives each other player (?P<n>\\d+) <prop>(?P<far>, as far as possible)?",
        "for each player but <who>: if <who> can pay <n> <prop>: (<who> pays <n> <prop>; that player "
        "gains <n> <prop>)",
    ),
    # Cards that change hands.
    _statement(
        "swap hands with (?:another player|the rival)",
        "choose another player, as the rival; let mine be cards in the player's hand; "
        "put cards in the rival's hand into the player's hand; put mine into the rival's hand",
    ),
    _statement(
        "<a> and <b> swap hands",
        "let held ones be cards in <a>'s hand; put cards in <b>'s hand into <a>'s hand; put held "
        "ones into <b>'s hand",
    ),
    _statement(
        "(?:exchange|trade|swap) an? (?P<a>[^;:\n]+?) (?:with|for|and) an? <b>",
        "choose a <a>, as the gift; choose a <b>, as the pick; swap the gift and the pick",
    ),
    _statement(
        "discard the player's hand,? (?:then|and)?,? ?draw as many cards(?: as (?:you|the player) "
        "discarded)? (?:plus|\\+) (?:one|1)",
        "let many be the number of cards in the player's hand; put the player's hand into the discard pile; "
        "draw (many + 1) cards",
    ),
    _statement("discard the player's hand", "put the player's hand into the discard pile"),
    _statement(
        "discard any number of cards",
        "choose any number of cards in the player's hand, as the picks; put the picks into the discard pile",
    ),
    _statement(
        "draw until (?:you have|the player has) (?P<n>\\d+) cards in (?:the player's )?hand",
        "repeat while the number of cards in the player's hand < <n>, at most <n> times: draw a card",
    ),
    _statement(
        "(?P<who>the player|the leader) discards down to (?P<n>\\d+) cards(?: in hand| in (?:the "
        "player's|that player's) hand)?",
        "repeat while the number of cards in <who>'s hand > <n>, at most 99 times: <who> discards a card",
    ),
    _statement(
        "each (?P<who>player[^;:\n]*?) discards down to (?P<n>\\d+) cards(?: in hand| in (?:the "
        "player's|that player's) hand)?",
        "for each <who>: repeat while the number of cards in that player's hand > <n>, at most 99 "
        "times: that player discards a card",
    ),
    _statement(
        "exile all (?P<one>\\w+?)s in <place1>,? then refill (?:it|that card) with as many in <place2>",
        "let many be the number of <one>s in <place1>; put <one>s in <place1> into exile; put the "
        "top many <one>s of <place2> into <place1>",
    ),
    _statement(
        "each (?P<who>player[^;:\n]*?) discards all cards of that <prop>",
        "for each <who>: put cards in that player's hand with <prop> = that <prop> into the discard pile",
    ),
    _statement(
        "each (?P<who>player[^;:\n]*?) discards all cards(?P<so>[^;:\n]*)",
        "for each <who>: put cards in that player's hand<so> into the discard pile",
    ),
    _statement(
        "each (?P<who>player[^;:\n]*?) gives (?:you|the player) an? <what>",
        "for each <who>: that player chooses a <what>, as the pick; put the pick into the player's hand",
    ),
    _statement(
        "each (?P<who>player[^;:\n]*?) (?P<verb>kills|exiles|discards|puts) an? (?P<what>[^;:\n]+ in [^;:\n]+)",
        "for each <who>: that player chooses a <what>, as the pick; that player <verb> the pick",
    ),
    _statement(
        "(?:take|steal) a random <what> in another player's <place>",
        "choose another player, as the rival; put a random <what> in the rival's <place> into the player's hand",
    ),
    _statement("discard a random <one>", "put a random <one> in the player's hand into the discard pile"),
    _statement(
        "(?:take|gain|draw) an? (?P<what>[^;:\n]+ in [^;:\n]+)",
        "choose a <what>, as the pick; put the pick into the player's hand",
    ),
    _statement(
        "(?:play|return|move|put) an? (?P<what>[^;:\n]+ in [^;:\n]+?) (?:to|into|in) "
        "(?P<place>[^;:\n]+?)(?: without paying its cost| without paying)?",
        "choose a <what>, as the pick; put the pick into <place>",
    ),
    _statement(
        "put an? (?P<what>[^;:\n]+?) into <place> if (?:its|that card's) <prop> is no more than the "
        "player's <word>, and pay that <prop>",
        "choose a <what> with <prop> <= the player's <word>, as the pick; pay the pick's <prop> "
        "<word>; put the pick into <place>",
    ),
    _statement(
        "put an? (?P<one>\\w+) in (?P<place>[^;:\n]+?) (?P<where>under|into|on top of) <place2> "
        "unless (?:it|that card) is the player's only <word>",
        "if the number of <one>s in <place> > 1: (choose a <one> in <place>, as the pick; put the "
        "pick <where> <place2>)",
    ),
    *(
        _statement(
            f"put the {said} <one> in <place> into <place2>",
            f"put the first <one> in <place> with the {how} <prop> into <place2>".replace("<prop>", prop),
            f"choose a <one> in <place> with the {how} {prop}, as the pick; put the pick into <place2>",
        )
        for said, how, prop in (
            *(("cheapest", "lowest", "cost"), ("(?:most expensive|dearest)", "highest", "cost")),
            *(("weakest", "lowest", "power"), ("strongest", "highest", "power")),
        )
    ),
    _statement(
        "<a> the (?:first )?(?P<word>\\w+) with the (?P<how>highest|lowest) <prop> in (?P<place>[\\w '’]+)",
        "<a> the first <word> in <place> with the <how> <prop>",
    ),
    _statement(
        "untap (?P<many>up to <n>|any number of|<n2>) <what>",
        "choose <many> <what>, as the picks; the picks become not tapped",
    ),
    _statement(
        "tap (?P<many>up to <n>|any number of|<n2>) <what>",
        "choose <many> <what>, as the picks; the picks become tapped",
    ),
    _statement(
        "kill (?P<many>up to <n>|any number of) <what>",
        "choose <many> <what>, as the picks; kill the picks",
    ),
    _statement(
        "put an? <word1> on each <word2>(?P<so>[^;:\n]*)",
        "for each <word2><so>: that <word2>'s <word1>s go up by 1",
    ),
    _statement(
        "return all (?P<one>\\w+?)s in <place1> to <place2>[;,]? (?:and )?gain 1 <prop> for each <word> returned",
        "let many be the number of <one>s in <place1>; put <one>s in <place1> into <place2>; gain many <prop>",
    ),
    _statement(
        "return all (?P<one>\\w+?)s in <place1> to <place2>[;,]? (?:and )?gain (?P<n>\\d+) <prop> "
        "for each <word> returned",
        "let many be the number of <one>s in <place1>; put <one>s in <place1> into <place2>; gain "
        "(many * <n>) <prop>",
    ),
    _statement(
        "move all <p> (?:from|in|on) an? (?P<a>[^;:\n]+?) (?:to|onto) an? <b>",
        "choose a <a>, as the giver; choose a <b>, as the taker; the taker's <p> goes up by the giver's <p>; "
        "the giver's <p> becomes 0",
    ),
    _statement(
        "an? (?P<a>[^;:\n]+?) deals <p> equal to (?:its|that card's) <prop> to an? <b>",
        "choose a <a>, as the source; choose a <b>, as the victim; the victim's <p> goes up by the source's <prop>",
    ),
    _statement(
        "discard an? <one>",
        "choose a <one> in the player's hand; discard that <one>",
        "choose a <one> in the player's hand; put that <one> into the discard pile",
    ),
    _statement(
        "(?:exile|banish) an? (?P<word>\\w+)(?P<so> [^;:\n]*)?",
        "choose a <word><so>, as the pick; put the pick into exile",
    ),
    _statement(
        "(?:exile|banish) an? (?P<word>\\w+)(?P<so> [^;:\n]*)?",
        "choose a <word><so>; put that <word> into exile",
    ),
    _statement(
        "(?P<verb>kill|discard|reveal) an? (?P<word>\\w+)(?P<so> [^;:\n]*)?",
        "choose a <word><so>; <verb> that <word>",
    ),
    _statement(
        "(?P<a>[^;:\n]*?)another player(?P<b>[^;:\n]*)",
        "choose another player; <a>that player<b>",
    ),
    _statement(
        "(?P<a>[^;:\n]*?)the (?P<noun>\\w+) of the player who is <word>(?P<b>[^;:\n]*)",
        "for each player who is <word>: <a>that player's <noun><b>",
        "choose a player who is <word>, as the rival; <a>the rival's <noun><b>",
    ),
    _statement(
        "choose a number from -(?P<n>\\d+) to (?P<m>\\d+), as (?:the )?<name>",
        "choose a number from 0 to <n> + <m>, as the shift; let <name> be the shift - <n>",
    ),
    _statement(
        "put <what> into <place1> on top of <place2>",
        "put <what> into <place1>",
        "put <what> on top of <place2>",
    ),
    _statement(
        "pay half (?:of )?(?P<what>[\\w'’ ]+ (?P<prop>\\w+)) (?P=prop)",
        "pay (<what> divided by 2 rounded down) <prop>",
        "pay (<what> divided by 2 rounded up) <prop>",
    ),
    _statement(
        "put (?P<word>\\w+?)s(?P<so>[^;:\n]*?) into <place1> or (?:into )?<place2>",
        "put <word>s<so> into <place1> / put <word>s<so> into <place2>",
        "for each <word><so>: put that <word> into <place1> / put that <word> into <place2>",
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
    # What somebody or something is, has or does, or something else.
    *(
        _statement(
            f"put <what> {before1} <place1> or {before2} <place2>",
            f"put <what> {before1} <place1> / put <what> {before2} <place2>",
        )
        for before1, before2 in (
            *(("on top of", "under"), ("under", "on top of"), ("on top of", "into"), ("into", "on top of")),
            *(("into", "under"), ("under", "into")),
        )
    ),
    _statement(
        "put each (?P<one>\\w+)(?P<so>[^;:\n]*?) into <place1> or (?:into )?<place2>",
        "put each <one><so> into <place1> / put each <one><so> into <place2>",
        "for each <one><so>: put that <one> into <place1> / put that <one> into <place2>",
    ),
    _statement(
        "<who> puts <what> into <place1> or (?:into )?<place2>",
        "<who> chooses one:\\n  one place: put <what> into <place1>\\n  the other: put <what> into <place2>",
    ),
    _statement("(?P<verb>gain|pay) (?:twice|double) <what> <word>", "<verb> (twice <what>) <word>"),
    _statement("(?P<a>[^;:\n]+?) and (?P<b>[^;:\n]+?) each (?P<does>[^;:\n]+)", "<a> and <b> <does>"),
    _statement(
        "(?:either )?(?P<a>[^;:\n]+?) or (?P<b>[^;:\n]+?) "
        "(?P<verb>gains|pays|draws|discards|loses|rests|wins)(?P<rest>[^;:\n]*)",
        "<a> <verb><rest> / <b> <verb><rest>",
    ),
    _statement(
        "(?P<of>[^;:\n]+?['’]s) (?P<a>\\w+) and (?P<b>\\w+) becomes? <v>",
        "<of> <a> becomes <v> and <of> <b> becomes <v>",
    ),
    _statement("(?P<a>[^;:\n]+?) and (?P<b>[^;:\n]+?) becomes? <v>", "<a> becomes <v> and <b> becomes <v>"),
    _statement(
        "swap (?P<a>[^;:\n]+?)['’]s (?P<place>\\w+) (?:and|with) (?P<b>[^;:\n]+?)['’]s (?P=place)",
        "let held ones be cards in <a>'s <place>; put cards in <b>'s <place> into <a>'s <place>; "
        "put held ones into <b>'s <place>",
    ),
    _statement(
        "put <what> into <place>,? (?:and|then) shuffle it", "put <what> into <place>; shuffle <place>"
    ),
    _statement(
        "(?:the player looks|look) at (?P<what>the (?:top|bottom)[^;:\n]+?)[;,]? (?:and )?(?:the "
        "player |you )?may discard it",
        "the player looks at <what>, as the found; the player may put the found into the discard pile",
    ),
    _statement(
        "an? (?P<one>\\w+) with (?P<so>[^;:\n]+?) "
        "(?P<verb>gains|pays|draws|discards|rests|becomes)(?P<rest>[^;:\n]*)",
        "choose a <one> with <so>, as the pick; the pick <verb><rest>",
    ),
    _statement(
        "draw (?:cards )?until the player has (?P<n>\\d+)(?: cards)?(?: in (?:the player's )?hand)?",
        "repeat while the number of cards in the player's hand < <n>, at most <n> times: draw a card",
    ),
    _statement("(?P<verb>gain|pay) <a> or (?P<n>\\d+ [^;:\n]+)", "<verb> <a> / <verb> <n>"),
    _statement("(?!if |for |repeat |choose |put )<a>,? or <b>", "<a> / <b>"),
)

READINGS: tuple[Wording, ...] = (
    # What could mean two things: each way gives what is meant a name.
    words(
        "for each <word>(?P<so>[^;:\n]*): that (?P=word) (?P<does>[^;:\n]*?), as (?:the )?<name>; "
        "that (?P=word) <rest>$",
        "for each <word><so>, as the one: the one <does>, as the <name>; the one <rest>",
        "for each <word><so>, as the one: the one <does>, as the <name>; the <name> <rest>",
    ),
)
"""For texts that could mean two things. They are shown only if at least two are accepted, and never put in."""
