"""What people often write, and how to say it in the language (unless a game has a phrase for it)."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.geometry import cell_names
from ..model.symbols import Place, Slot, base_form
from ..syntax.english import with_article
from ..syntax.lexer import MARKS, STOPS, Lattice
from ..syntax.stacks import Stuck
from ..syntax.vocabulary import is_number
from .context import Context

_MOVING = (
    "pieces are moved with 'put … into …'; several one by one: "
    "'repeat 3 times: put the top card of the deck into …'"
)
SAID_OTHERWISE: dict[str, str] = {
    **dict.fromkeys(("deal", "deals", "draw", "draws", "move", "moves", "discard", "discards"), _MOVING),
    **dict.fromkeys(("take", "takes", "return", "returns", "play", "plays"), _MOVING),
    **dict.fromkeys(("replace", "replaces", "refill", "exchange", "trade"), _MOVING),
    **dict.fromkeys(
        ("steal", "steals"),
        "say what moves: 'choose a card in …, as the pick; put the pick into …', 'the player's … goes up by …'",
    ),
    **dict.fromkeys(("it", "them"), "say what: that card, or the name that it was given with 'as'"),
    **dict.fromkeys(
        ("when", "whenever", "if"), "abilities act 'before:', 'after:' or 'instead of:' an action"
    ),
    **dict.fromkeys(("their", "his", "her", "my", "your"), "say whose: the player's …, that player's …"),
    **dict.fromkeys(("you", "i", "he", "she", "they"), "say who: 'the player' is the one who acts"),
    **dict.fromkeys(
        ("opponent", "opponents", "other", "others", "another", "else's"),
        "'players but the player' are all others; one after the other: 'for each player but the player: …'; "
        "who sits next: 'the player after the player'",
    ),
    **dict.fromkeys(
        ("would", "instead"), "what takes the place of an action is an ability: 'instead of: a player …: …'"
    ),
    **dict.fromkeys(
        ("someone", "somebody", "anyone", "anybody"),
        "say who chooses the player: 'choose a player, as the …'",
    ),
    **dict.fromkeys(
        ("control", "controls", "owns"), "say where it lies: 'if there is a card in the player's field: …'"
    ),
    **dict.fromkeys(
        ("cheapest", "strongest", "weakest", "richest", "poorest", "biggest", "smallest"),
        "say of what: 'with the lowest …', 'with the highest …'",
    ),
    **dict.fromkeys(
        ("skip", "skips"), "a state says who is passed over: 'turns: …, each player who is not resting'"
    ),
    "rest": "say which those are: 'cards in … but the pick'; all that lie in a place: 'put … into …'",
    **dict.fromkeys(
        ("everything", "anything", "something"),
        "say of what: 'cards in …', 'a card in …'; all that lies in a place: 'put the market into …'",
    ),
    "longer": "say what is not so: '… is not …', '… becomes not …'",
    "leftmost": "say 'the first …'",
    "rightmost": "say 'the last …'",
    **dict.fromkeys(("guess", "guesses"), "say 'choose a …, as the guess', and compare afterwards"),
    "same": "compare with '=': cards with strength = the pick's strength",
    "every": "say 'each': 'for each player: …', 'for each card in …: …'",
    **dict.fromkeys(("has", "have"), "say what is so: the player's score = 3, players who are bidding"),
    **dict.fromkeys(("add", "adds", "lose", "loses"), "numbers 'go up by …' and 'go down by …'"),
    **dict.fromkeys(("once", "thrice"), "say how many times: 'repeat 2 times: …'"),
    "else": "say 'otherwise:', on a line of its own below the 'if … :'",
    "least": "say '>=': cards with strength >= 3",
    "unless": "say 'if not (…): …'",
    "whose": "say what is so: 'players who are bidding', 'cards with strength = 3', 'cards where (…)'",
    "while": "say 'repeat while …, at most 9 times: …'",
    **dict.fromkeys(
        ("roll", "rolls", "throw", "throws"), "luck says 'choose a number from 1 to 6 at random, as the roll'"
    ),
}

OTHER = {"another": "TYPE_S", "other": "TYPE_P"}
"""Words for what is not one of its kind, and what follows them."""


def said_otherwise(word: str, lattice: Lattice, node: int, context: Context) -> str | None:
    """How to say what people write with a word that means nothing."""
    if word in OTHER:
        for entry in lattice.vocabulary.starting(_word(lattice, node + 1)):
            kind = entry.terminal.replace("DESIGN", "TYPE")
            if kind == OTHER[word] and _stands(lattice, node + 1, entry.words):
                one = kind == "TYPE_S" or _in_hook(lattice, node)
                return _but(entry.value if one else " ".join(entry.words), one, context)
    return SAID_OTHERWISE.get(word)


def _by_other(lattice: Lattice, stuck: Stuck, context: Context) -> Advice | None:
    """Advice for `other beasts`, where `each other beast` could stand, or not even that."""
    word = _word(lattice, stuck.node)
    way_out = said_otherwise(word, lattice, stuck.node, context) if word in OTHER else None
    return (f"'{word}' cannot stand here", way_out) if way_out is not None else None


def _in_hook(lattice: Lattice, node: int) -> bool:
    """Whether the words up to a place are those of an event, which is about one: `after: other cards die`."""
    colon = max((at for at in range(node) if _word(lattice, at) == ":"), default=0)
    return _word(lattice, colon - 1) in ("after", "before") or _word(lattice, colon - 2) == "instead"


def _but(noun: str, one: bool, context: Context) -> str:
    """`another beast`: in a text of a piece, any but this; elsewhere the text has to say which one it is not."""
    said = with_article(noun) if one else noun
    if noun in ("player", "players"):
        return f"say which player it is not: '{said} but the player'"
    if context.this is not None:
        return f"say '{said} but this'"
    return f"say which it is not: '{said} but …', with a name that the text has given: '… as the pick'"


_CHANGES = frozenset({"become", "becomes", "by", "be"})

Advice = tuple[str, str]
"""What is wrong, and the way out."""


def advice_for(lattice: Lattice, stuck: Stuck, context: Context) -> Advice | None:
    """Advice for a word that the language knows, but that cannot stand where it does."""
    if stuck.node >= lattice.end:
        return None
    return (
        _by_marks(lattice, stuck)
        or _by_condition(lattice, stuck, context)
        or _by_other(lattice, stuck, context)
        or block_in_line(lattice, stuck)
        or _by_number(lattice, stuck.node, context)
        or _by_brackets(lattice, stuck)
        or _by_new_name(lattice, stuck)
        or _by_word(lattice, stuck)
        or _by_verb(lattice, stuck)
        or _by_name(lattice, stuck, context)
        or _part_of_type(lattice, stuck, context)
    )


def _word(lattice: Lattice, node: int) -> str:
    return lattice.pieces[node].word if 0 <= node < lattice.end else ""


def _by_condition(lattice: Lattice, stuck: Stuck, context: Context) -> Advice | None:
    """Advice for `players who trust the leader`, where a phrase of the game says that somebody does."""
    before = _word(lattice, stuck.node - 1)
    if before not in ("who", "that", "which") or "ADJ" in lattice.vocabulary.terminals_of(
        _word(lattice, stuck.node)
    ):
        return None
    for phrase in context.symbols.phrases.values():
        run = phrase.parts[1] if phrase.holds and len(phrase.parts) > 1 else None
        if isinstance(run, tuple) and any(_stands(lattice, stuck.node, one) for one in (run, base_form(run))):
            noun = phrase.parts[0].type if isinstance(phrase.parts[0], Slot) else None
            called = noun.of[0] if noun is not None and noun.kind == "piece" and noun.of else "player"
            way_out = f"say the condition in brackets: where (that {called} {' '.join(run)} …)"
            return f"a phrase does not stand behind '{before}'", way_out.replace(
                " …)", ")" if len(phrase.parts) < 3 else " …)"
            )
    return None


def what_is_had(lattice: Lattice, stuck: Stuck, context: Context) -> tuple[int, int, Advice] | None:
    """Advice for `the player has the guess`, where an amount of what players have should follow. Before it, where the
    words stand that are none."""
    line = _line_before(lattice, stuck.node)
    at = max((at for at, word in enumerate(line) if word in ("has", "have")), default=None)
    if at is None or {":", ";", ","}.intersection(line[at:]):
        return None
    first, last = stuck.node - len(line) + at + 1, stuck.node
    if first == last and {"HIGHEST", "CMP"} <= {*stuck.expected}:
        last = first + 1
    elif "PROP" not in stuck.expected or not {*stuck.expected} <= _AFTER_OWNED:
        return None
    if last > lattice.end or not _word(lattice, first)[:1].isalpha() or _word(lattice, first) in OTHER:
        return None
    words = range(first, last if last > first + 1 or _word(lattice, first) not in ("a", "an") else first + 2)
    said = _between(lattice, words[0], min(words[-1] + 1, lattice.end))
    numbers = [name for name, state in context.symbols.players.items() if state.type.kind == "number"]
    way_out = f"a number: has at least 2 {numbers[0] if numbers else '…'}"
    way_out += "; a piece: '… is in the player's hand', 'there is a … in the player's hand'"
    return (
        words[0],
        words[-1],
        (f"'has' is said of how much a player has of a number, not of '{said}'", way_out),
    )


_AFTER_OWNED = frozenset({"PROP", "OF", "POSS", "POSS_P", "POSS_W", "IN_KEY"})
"""What can follow a name behind `has`, which could be a number."""


def _by_marks(lattice: Lattice, stuck: Stuck) -> Advice | None:
    word, line = _word(lattice, stuck.node), _line_before(lattice, stuck.node)
    if line[:1] == ["if"] and "," in [*line, word] and ":" not in line:
        return "a condition ends with a colon", "say 'if …: …'"
    if line[:2] == ["for", "each"] and "," in line and ":" not in line:
        return "what is done for each comes after a colon", "say 'for each …: …'"
    if "ROUNDED_DOWN" in stuck.expected and "half" in line:
        return (
            "this does not say how it is rounded",
            "say: half of …, rounded down, or: half of …, rounded up",
        )
    if stuck.expected == ("_NL",) and line[-1:] == [":"] and ("offer" in line or "one" in line):
        way_out = "put each of them on a line of its own, indented: its label, a colon, and what is done"
        return "what can be chosen does not stand on this line", way_out
    if word == "." and "_NL" in stuck.expected:
        return "no text ends with a full stop", "leave it out"
    return None


def block_in_line(lattice: Lattice, stuck: Stuck) -> Advice | None:
    """Advice for a block that begins after another colon, or after another statement, on one line."""
    first, last = _line_around(lattice, stuck.node)
    colons = [at for at in range(first, last) if _word(lattice, at) == ":"]
    at_end = (
        stuck.node >= last and len(colons) > 1 and bool({"SLASH", "SLASH_P", "SLASH_T"} & {*stuck.expected})
    )
    inner = colons[-1] if at_end else _colon_of_block(lattice, stuck.node)
    if inner is None:
        return None
    outer = max((at for at in colons if at < inner), default=None)
    joints = (";",) if at_end else (";", "and", "then")
    begin = first if outer is None else outer + 1
    joint = max((at for at in range(begin, inner) if _word(lattice, at) in joints), default=None)
    if outer is None and joint is None:
        return None
    ways = []
    if outer is not None:
        before = max((at + 1 for at in colons if at < outer), default=first)
        ways.append(f"after '{_between(lattice, before, outer + 1)}'")
    if joint is not None:
        ways.append(f"before '{_between(lattice, joint + 1, inner + 1)}'")
    way_out = f"break the line {' and '.join(ways)}" + (
        ", and indent what follows" if outer is not None else ""
    )
    return "this begins a block inside a line", way_out


def _colon_of_block(lattice: Lattice, node: int) -> int | None:
    """The colon after which the block begins in whose first words the parser got stuck."""
    said = [_word(lattice, at) for at in range(node, min(node + 4, lattice.end))]
    for begins in ([":"], ["repeatedly", ":"], ["in", "any", "order", ":"]):
        if said[: len(begins)] == begins:
            return node + len(begins) - 1
    return None


def _line_around(lattice: Lattice, node: int) -> tuple[int, int]:
    """The first and the last place of the line in which a node stands."""
    first = node
    while first > 0 and _word(lattice, first - 1) not in MARKS:
        first -= 1
    last = node
    while last < lattice.end and _word(lattice, last) not in MARKS:
        last += 1
    return first, last


def _between(lattice: Lattice, first: int, last: int) -> str:
    start = lattice.pieces[first].start
    if lattice.text[:start].casefold().endswith("the "):
        start -= len("the ")
    return lattice.text[start : lattice.pieces[last - 1].end]


def _by_number(lattice: Lattice, node: int, context: Context) -> Advice | None:
    word, before = _word(lattice, node), _word(lattice, node - 1)
    if not is_number(word) or not before or before in MARKS:
        return None
    if lattice.pieces[node - 1].end == lattice.pieces[node].start:
        for board in _boards_with(before, context):
            names = cell_names(board)
            return (
                f"there is no cell '{before}{word}'",
                f"the {board.name} has cells from {names[0]} to {names[-1]}",
            )
    return None


_LONG = frozenset(
    {"NUMBER_OF", "TOTAL", "HIGHEST", "LOWEST", "SMALLER_OF", "GREATER_OF", "FIRST", "LAST", "ALL", "KINDS"}
    | {"TYPE_P", "DESIGN_P"}
)
"""Words that begin an expression that is more than a name."""


def _by_brackets(lattice: Lattice, stuck: Stuck) -> Advice | None:
    """Advice for an expression where only a name stands without brackets."""
    word = _word(lattice, stuck.node)
    if "_LPAR" in stuck.expected and any(one.terminal in _LONG for one in lattice.edges(stuck.node)):
        return f"an expression that begins with '{word}' needs brackets here", f"write: ({word} …)"
    if word in ("+", "-", "−", "*") and "TYPE_P" in stuck.expected:
        before = _word(lattice, stuck.node - 1)
        return "a count that is computed needs brackets", f"write: ({before} {word} …)"
    return None


def _counts(lattice: Lattice, stuck: int) -> bool:
    """Whether `number of` and a plural stand before what could be a filter of it, or of what it is compared with."""
    if any(entry.terminal in _FILTERS for entry in lattice.vocabulary.starting(_word(lattice, stuck))):
        return _counted_before(lattice, stuck)
    joints = (at for at in range(max(0, stuck - LONGEST_TYPE), stuck) if _word(lattice, at) in ("and", "or"))
    return any(_counted_before(lattice, at) and _word(lattice, at + 1) != "number" for at in joints)


def _counted_before(lattice: Lattice, node: int) -> bool:
    for start in range(max(2, node - LONGEST_TYPE), node):
        said = tuple(piece.word for piece in lattice.pieces[start:node])
        entries = lattice.vocabulary.starting(said[0])
        if any(entry.terminal == "TYPE_P" and entry.words == said for entry in entries):
            return [piece.word for piece in lattice.pieces[start - 2 : start]] == ["number", "of"]
    return False


def count_in_filter(lattice: Lattice, stuck: Stuck) -> Advice | None:
    """Advice for a count that a filter compares with, and that is not the last thing in it."""
    if not _counts(lattice, stuck.node):
        return None
    return "an expression that begins with 'number' needs brackets here", "write: (number …)"


LONGEST_TYPE = 4
"""The most words of a type that are looked for."""
_FILTERS = frozenset({"IN", "WITH", "AMONG", "WHO", "BUT", "WHERE", "STEP", "WITHIN", "NEAREST", "REACHABLE"})


def _by_new_name(lattice: Lattice, stuck: Stuck) -> Advice | None:
    """Advice for a new name that already means something."""
    name = []
    for piece in lattice.pieces[stuck.node :]:
        if piece.word in STOPS:
            break
        name.append(piece)
    if "NEWNAME" not in stuck.expected or not name:
        return None
    said = lattice.text[name[0].start : name[-1].end]
    if stuck.expected == ("NEWNAME",) and lattice.taken(stuck.node, stuck.node + len(name)):
        keyword = lattice.keyword(stuck.node)
        if keyword is None:
            return (
                f"'{said}' cannot be a new name: it is the name of a type or a design",
                "choose another name",
            )
        why = "it is" if keyword == said.casefold() else f"it begins with '{keyword}',"
        return (
            f"'{said}' cannot be a new name: {why} a word of the language",
            "choose another name, or put a word of your own before it",
        )
    return None


def name_among_words(lattice: Lattice, stuck: Stuck) -> Advice | None:
    """Advice for a word of a list that is the name of a design, or a word of the language: what follows it is not
    what is wrong."""
    if not {"NEWNAME", "SOME_OF"} <= {*stuck.expected} or stuck.node >= lattice.end:
        return None
    word = _word(lattice, stuck.node)
    if "or" in (_word(lattice, stuck.node - 1), _word(lattice, stuck.node + 1)):
        keyword = lattice.keyword(stuck.node)
        if keyword is not None and keyword == word:
            return (
                f"'{word}' is a word of the language, so it cannot be a word of a list",
                "choose another word, or put a word of your own before it",
            )
    names = [one for one in lattice.vocabulary.starting(word) if one.terminal in ("DESIGN_S", "DESIGN_P")]
    size = max((len(one.words) for one in names if _stands(lattice, stuck.node, one.words)), default=0)
    if not size:
        return None
    said = " ".join(piece.word for piece in lattice.pieces[stuck.node : stuck.node + size])
    return (
        f"'{said}' is a design, so it cannot be a word of a list too",
        "call the word or the design differently",
    )


def _stands(lattice: Lattice, node: int, words: tuple[str, ...]) -> bool:
    return tuple(piece.word for piece in lattice.pieces[node : node + len(words)]) == words


def digit_in_name(lattice: Lattice, stuck: Stuck) -> Advice | None:
    """Advice for a digit in a name that the text gives, or in the label of a branch."""
    name = []
    for piece in lattice.pieces[stuck.node :]:
        if piece.word in STOPS:
            break
        name.append(piece)
    if not {"NEWNAME", "LABEL"} & {*stuck.expected} or not any(piece.word.isdigit() for piece in name):
        return None
    said = lattice.text[name[0].start : name[-1].end]
    if "NEWNAME" in stuck.expected:
        return (
            f"'{said}' has a digit: a name that a text gives is made of words",
            "write it in letters: 'the second'",
        )
    if lattice.pieces[stuck.node + len(name)].word not in (":", ","):
        return None
    return (
        f"'{said}' has a digit: the label of a branch is made of words",
        "write it in letters; what players read stands under 'labels:', and may have digits",
    )


def digits_behind(lattice: Lattice, node: int) -> str:
    """The digits that are written directly behind a word: `q0`."""
    pieces = lattice.pieces[node : node + 2]
    near = len(pieces) == 2 and pieces[1].word.isdigit() and pieces[0].end == pieces[1].start
    return pieces[1].word if near else ""


def _boards_with(letter: str, context: Context) -> Iterator[Place]:
    """The boards whose cells are named by letters and numbers, and that have this letter."""
    for place in context.symbols.places.values():
        if place.text.kind in ("grid", "hexes") and any(
            name.startswith(letter) and is_number(name[len(letter) :]) for name in cell_names(place)
        ):
            yield place


_AS_FAR = ("as", "far", "as", "possible")


def _by_word(lattice: Lattice, stuck: Stuck) -> Advice | None:
    word, before = _word(lattice, stuck.node), _word(lattice, stuck.node - 1)
    ends, line = "_NL" in stuck.expected, _line_before(lattice, stuck.node)
    if word == "twice" and ends:
        return "'twice' stands before a number, not after what is done", "say 'repeat 2 times: …'"
    if word == "then" and "if" in line:
        return "a condition ends with a colon, not with 'then'", "say 'if …: …'"
    if word == "otherwise" and before not in (";", ",") and {"if", "may"}.intersection(line):
        return "'otherwise' follows a ';' or begins a line", "say 'if …: …; otherwise: …'"
    if word == "otherwise":
        return "nothing before this 'otherwise' can have one", "it follows 'if …: …' or '… may: …'"
    if word == "if" and ends:
        if _has_cases(lattice, stuck.node):
            return "a value with cases stands in brackets", "say '… becomes (3 if …, otherwise 5)'"
        return "a condition comes first", "say 'if …: …'"
    if word == "or" and ends:
        return (
            "'or' joins conditions and types, not what is done",
            "'… / …' lets the player choose, as 'choose one:' does",
        )
    if word == "until":
        return "'until' does not begin what is done", "say 'repeat while not (…), at most 9 times: …'"
    if _stands(lattice, stuck.node, _AS_FAR):
        return (
            "'as far as possible' is said of numbers that change, and of what is gained",
            "if there may be none, say when it is done: 'if the deck is not empty: …', 'if there is a card in …: …'",
        )
    if word == "from" and "IN" in stuck.expected:
        return "'from' does not say where something lies", "say 'in …'"
    if word in ("with", "in", "where") and before in ("and", "or") and "ADJ" in stuck.expected:
        way_out = f"say it in brackets: where (that … is … {before} …)"
        return f"'{before}' joins another state or word here", way_out
    if word == "with" and before in ("player", "players"):
        return "this reads as one player, who has been named", "of several, say 'players with the highest …'"
    return None


def _by_verb(lattice: Lattice, stuck: Stuck) -> Advice | None:
    """Advice for what begins like a statement of the language but continues differently."""
    word, before = _word(lattice, stuck.node), _word(lattice, stuck.node - 1)
    if word in ("on", "in", "onto", "to", "at") and "INTO" in stuck.expected:
        return "pieces are put into a place or a cell", "say 'put … into …'"
    if before == "may":
        return "after 'may' a phrase needs its subject", "say '… may: the player …'"
    return None


def _compared(prop: str, word: str, lattice: Lattice) -> str:
    """A hint on how to compare a property, where something other than a comparison follows it."""
    if word in ("+", "-", "−", "*"):
        return f"what is computed of each is compared in brackets: where (the {prop} of that … {word} … = …)"
    if word == "between":
        return f"say both ends: {prop} >= … and {prop} <= …"
    if lattice.vocabulary.terminals_of(word) & {"NAME", "WORD", "PROP", "KINDNAME"}:
        return f"say how: {prop} = {word}"
    if is_number(word):
        return f"say how: {prop} = {word}, {prop} <= {word}, …"
    return f"say how: {prop} = …, {prop} >= …, {prop} <= …"


def _by_name(lattice: Lattice, stuck: Stuck, context: Context) -> Advice | None:
    """Advice for a name of the game in the wrong position: a value without a comparison, a design instead of its
    type."""
    word, before = _word(lattice, stuck.node), _word(lattice, stuck.node - 1)
    measured = {"CMP", "INT"} <= set(stuck.expected) and "PROP" in lattice.vocabulary.terminals_of(before)
    if (measured or stuck.expected == ("CMP",)) and before and word not in MARKS:
        return f"'{before} {word}' compares nothing", _compared(before, word, lattice)
    for entry in lattice.vocabulary.starting(word):
        if before == "that" and entry.terminal == "DESIGN_S":
            type_ = context.symbols.designs[entry.value].type
            return f"'that {entry.value}' says a design", f"say its type: 'that {type_}'"
    return None


def _has_cases(lattice: Lattice, node: int) -> bool:
    """Whether `, otherwise` and a value, not a statement, end the line of a change."""
    after = [piece.word for piece in lattice.pieces[node:]]
    after = after[: after.index("\n")] if "\n" in after else after
    where = next((at for at in range(1, len(after)) if after[at - 1 : at + 1] == [",", "otherwise"]), None)
    changed = _CHANGES.intersection(_line_before(lattice, node))
    return where is not None and bool(changed) and not _CHANGES.intersection(after[where:])


def _line_before(lattice: Lattice, node: int) -> list[str]:
    """The words of the line up to a node."""
    found: list[str] = []
    for piece in lattice.pieces[:node]:
        found = [] if piece.word == "\n" else [*found, piece.word]
    return found


def _part_of_type(lattice: Lattice, stuck: Stuck, context: Context) -> Advice | None:
    """Advice for the last word of a type's name, instead of the whole name."""
    word = _word(lattice, stuck.node)
    if "TYPE_S" not in stuck.expected:
        return None
    for known in context.symbols.types.values():
        if " " in known.name and known.name.split()[-1] == word:
            return f"'{word}' alone is no type of pieces", f"say the whole name: '{known.name}'"
    return None
