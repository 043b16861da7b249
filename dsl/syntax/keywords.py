"""The keywords of the language: each declared once, with its spellings, meaning and an example.

The lexer, the printer (first spelling), the messages (which name terminals as authors know them) and the
reference page are made from this table. A spelling can belong to several terminals: the parser keeps what fits.
"""

from __future__ import annotations

import attrs


@attrs.frozen
class Word:
    """A keyword: its terminals in the grammar, spellings (the first is printed), meaning, example. In editions of the
    language before `since`, a name may be the same, and then both are looked for."""

    name: str
    terminals: tuple[str, ...]
    spellings: tuple[str, ...]
    meaning: str
    example: str = ""
    since: int = 1


LEVELS = ("", "_F", "_V", "_S")
"""Where arithmetic stands: by itself, in a filter, in `the greater of`, in a slot (see the grammar)."""


def _word(terminals: str, spellings: str, meaning: str, example: str = "", since: int = 1) -> Word:
    options = tuple(spellings.split(" | "))
    return Word(options[0], tuple(terminals.split()), options, meaning, example, since)


# --------------------------------------------------------------------- verbs
VERBS: tuple[Word, ...] = (
    _word("NOTHING", "nothing", "Does nothing.", "nothing"),
    _word("PUT", "put | puts", "Moves pieces to a place.", "put the catch on top of the dungeon"),
    _word(
        "SHUFFLE", "shuffle", "Puts a pile in a random order; nobody knows it any more.", "shuffle the deck"
    ),
    _word(
        "LOOK_AT",
        "look at | looks at",
        "One player learns which pieces these are.",
        "the player looks at the top card of the deck",
    ),
    _word("REVEAL", "reveal", "Everyone learns which pieces these are.", "reveal the top card of the deck"),
    _word(
        "SHOW", "show | shows", "Some players learn which pieces these are.", "show the catch to the leader"
    ),
    _word(
        "CHOOSE",
        "choose | chooses",
        "A player picks one or more of a set.",
        "the player chooses a card in the market, as the pick",
    ),
    _word(
        "CHOOSE_ONE", "choose one | chooses one", "A player picks one of the named branches.", "choose one:"
    ),
    _word(
        "ONE_OF",
        "one of",
        "A choice among things that are named one by one.",
        "choose one of the deck and the dungeon, as the source",
    ),
    _word(
        "SECRETLY",
        "secretly",
        "The other players do not learn what is chosen.",
        "the player secretly chooses a number from 1 to 6, as the bid",
    ),
    _word(
        "OPENLY",
        "openly",
        "Everyone learns what is chosen, even if it sets a secret state. Before an ability: others may notice that "
        "it is in force, even if only some see its piece.",
        "the player openly chooses a number from 1 to 6, as the bid",
    ),
    _word(
        "MAY MAY_W MAY_P MAY_E",
        "may",
        "A player decides whether it happens.",
        "the player may shuffle the deck",
    ),
    _word(
        "MAY_REPEATEDLY",
        "may repeatedly",
        "As often as the player wants, while it can be begun.",
        "the player may repeatedly: pay 1 gold; gain 1 score",
    ),
    _word(
        "LET", "let", "Names a value for the rest of the text.", "let n be the number of cards in the market"
    ),
    _word("BECOME", "become | becomes", "Sets a state.", "the leader becomes the player"),
    _word("GO_UP", "go up | goes up", "A number grows.", "the player's score goes up by 2"),
    _word("GO_DOWN", "go down | goes down", "A number shrinks.", "hit points go down by 3"),
    _word("WIN", "win | wins", "The match ends; these players have won.", "the player wins"),
    _word("TURN_ENDS", "the turn ends", "The rest of this turn is skipped.", "the turn ends"),
    _word("PHASE_ENDS", "the phase ends", "The rest of this phase is skipped.", "the phase ends"),
    _word("MATCH_ENDS", "the match ends", "The match ends; the best scores have won.", "the match ends"),
    _word(
        "PAY",
        "pay | pays",
        "Takes all of the costs, or none. What begins with a cost is offered only to players who can pay it.",
        "the player pays 2 gold",
    ),
    _word(
        "SWAP",
        "swap | swaps",
        "Two pieces change places; two states get the value of each other.",
        "swap the relic and the bottom card of the deck",
    ),
    _word("GAIN", "gain | gains", "States that are numbers grow.", "the player gains 2 gold and 1 score"),
    _word("DO", "do | does", "Carries out an effect that a design prints.", "do the text of the relic"),
    _word(
        "OFFER",
        "offer",
        "Each player in turn may take a branch or pass, until all have passed one after the other.",
        "offer each player, clockwise from the leader: …",
    ),
    _word(
        "SIMULTANEOUSLY",
        "simultaneously",
        "Players act at the same time, without knowing what the others do.",
        "simultaneously, each player:",
    ),
    _word("REPEAT", "repeat", "Does something again and again.", "repeat 3 times: …"),
    _word(
        " ".join(["FOR FOR_N FOR_A", *(f"FOR_{part}{level}" for part in "EL" for level in LEVELS)]),
        "for",
        "`for each`: does something with each member of a set; after an amount, that amount for each member.",
        "for each card in the market: …",
    ),
    _word("IF IF_W", "if", "Only if the condition holds.", "if the deck is empty: …"),
    _word("OTHERWISE OTHERWISE_W", "otherwise", "If the condition before did not hold.", "otherwise: …"),
)

# ----------------------------------------------------------- joints and marks
JOINTS: tuple[Word, ...] = (
    _word(
        "_AND_S _AND_C _AND_F _AND_G _AND_N _AND_A _AND_V _AND_E _AND_T _AND_W _AND_D _AND_M _AND_O _AND_P"
        " _AND_J _AND_B _AND_K _AND_Q _AND_U _AND_R _AND_L _AND_X _AND_H",
        "and",
        "Joins statements, conditions, filters, types: both.",
        "put the catch into the market and shuffle the deck",
    ),
    _word(
        "_THEN_S _THEN_M _THEN_J _THEN_B",
        "then",
        "After `,`: the next statement.",
        "shuffle the deck, then the turn ends",
    ),
    _word(
        "_OR_C _OR_T _OR_S _OR_D _OR_F _OR_G _OR_O _OR_B _OR_K _OR_V _OR_R _OR_P _OR_L _OR_H _OR_Q _OR_X",
        "or",
        "At least one of several conditions or filters; one of several types.",
        "the deck is empty or the market is empty",
    ),
    _word("NOT NOT_A NOT_B", "not", "The opposite.", "the player is not bidding"),
    _word("AS", "as", "Names what was picked.", "…, as the pick"),
    _word("BE", "be", "See `let`.", "let n be the number of cards in the market"),
    _word("BY", "by", "See `go up`.", "hit points go up by 1"),
    _word("TO", "to", "See `show`.", "show the catch to the leader"),
    _word(
        "INTO",
        "into",
        "Where pieces go: into a place (on top, if it has an order).",
        "put the catch into the market",
    ),
    _word(
        "ON_TOP_OF", "on top of", "Where pieces go: the top of a pile.", "put the catch on top of the deck"
    ),
    _word("UNDER", "under", "Where pieces go: the bottom of a pile.", "put the catch under the deck"),
    _word("IS IS_L", "is | are", "Compares, or tests a state.", "the leader is the player"),
    _word("EMPTY", "empty", "Holds nothing.", "the deck is empty"),
    _word("IN", "in", "What lies in a place or is on a list.", "cards in the market"),
    _word("IN_KEY", "in", "The number that a table has for a key.", "the player's stores in herb go up by 1"),
    _word(
        "REDUCED_BY",
        "reduced by",
        "Each number of a table minus that of another table, but not below 0.",
        "pay the cost of the foe reduced by the player's stores from stores",
    ),
    _word("AMONG", "among", "Members of a set that has a name.", "there is a monster among prey"),
    _word("WITH", "with", "A filter on a property.", "monsters with strength <= 3"),
    _word(
        "OR_LESS",
        "or less | or fewer",
        "After a number: at most that many.",
        "monsters with strength 3 or less",
    ),
    _word("OR_MORE", "or more", "After a number: at least that many.", "monsters with strength 3 or more"),
    _word("MORE_T", "more", "Compares with somebody else.", "players with more gold than the leader"),
    _word("LESS_T", "less | fewer", "Compares with somebody else.", "players with less gold than the leader"),
    _word("THAN", "than", "See `more` and `less`.", "players with more gold than the leader", since=2),
    _word("WHO", "who | that | which", "A filter on a state.", "players who are bidding"),
    _word("BUT BUT_W", "but", "All of them except.", "players but the leader"),
    _word(
        "ANYWHERE",
        "anywhere",
        "Wherever they lie: in hidden places too, and in none.",
        "the number of monsters anywhere",
        since=2,
    ),
    _word("OF", "of", "A property of something; a member of a pile.", "the strength of the foe"),
    _word("EVEN", "even", "Divisible by two.", "monsters with even strength"),
    _word("ODD", "odd", "Not divisible by two.", "monsters with odd strength"),
    _word(
        "DIFFER_IN", "differ in", "No two of them have the same.", "monsters in the graveyard differ in kind"
    ),
    _word(
        "MULTIPLE_OF",
        "is a multiple of | are a multiple of",
        "Divisible by that number.",
        "hit points are a multiple of 5",
    ),
    _word(
        "MAKE_LINE",
        "make a line of | makes a line of",
        "That many cells in a row, in any direction, each hold one of them.",
        "marks in the board make a line of 3",
    ),
    _word(
        "STEP",
        "next to | touching | north of | south of | east of | west of | north-east of | north-west of"
        " | south-east of | south-west of | beside",
        "Cells one step away. On a grid `touching` includes corners; `beside` leads from cells to edges, and back.",
        "squares north of the spot",
    ),
    _word(
        "WHERE WHERE_N",
        "where",
        "A filter by any condition, in brackets.",
        "cards where (that card is the relic)",
    ),
    _word(
        "WITHIN",
        "within",
        "Cells at most that many steps away, including the start.",
        "squares within 2 steps of the spot",
    ),
    _word("STEPS", "steps | step", "See `within`.", "squares within 1 step of the spot"),
    _word(
        "HERE",
        "here",
        "In a printed text: the cell that prints it, or the cell on which its piece lies.",
        "here",
    ),
    _word(
        "NEAREST NEAREST_E",
        "nearest",
        "All that are at the shortest distance.",
        "monsters nearest to the spot",
    ),
    _word(
        "REACHABLE",
        "reachable",
        "Cells that steps lead to, including the start.",
        "squares reachable from the spot",
    ),
    _word(
        "BETWEEN",
        "between",
        "The edge that two cells share, or none.",
        "the fence site between the spot and the goal",
    ),
    _word("CAN", "can", "`can pay`, `can be done`: whether it is possible now.", "the player can pay 2 gold"),
    _word("CANNOT", "cannot", "The opposite of `can`.", "the player cannot pay 2 gold", since=2),
    _word("HAS", "has | have", "Compares a number of a player.", "the player has at least 2 gold"),
    _word(
        "HOLDS_FOR",
        "holds for",
        "Whether a printed condition holds, with another player as `the player`.",
        "the fit of the relic holds for the leader",
    ),
    _word("DONE", "done", "See `can`.", "the text of the relic can be done"),
    _word(
        "SLASH SLASH_T SLASH_P SLASH_C",
        "/",
        "One or the other: whoever chooses picks.",
        "the player gains 1 gold / shuffle the deck",
    ),
    _word("THERE", "there", "`there is` a member.", "there is a card in the market"),
    _word("NO NO_", "no", "Not one of them; the opposite of yes.", "there is no card in the market"),
)

# ----------------------------------------------------------------- quantities
QUANTITIES: tuple[Word, ...] = (
    _word("A", "a | an", "One, which the player who chooses picks.", "choose a card in the market"),
    _word(
        "ANOTHER",
        "another",
        "One of the others: of players not the one who chooses; otherwise not the one that the text has named before "
        "or, if it has named none, not the piece whose text it is.",
        "choose another player, as the rival",
        since=2,
    ),
    _word(
        "ANY",
        "any",
        "One, no matter which; they are alike. Nobody chooses.",
        "put any goblin in the dungeon into the graveyard",
    ),
    _word(
        "EACH",
        "each",
        "Every one of them, in the order of `order of each`.",
        "for each card in the market: …",
    ),
    _word(
        "EACH_OTHER",
        "each other",
        "In a slot of a phrase: every one of them but the one that the phrase is about.",
        "the player greets each other player",
    ),
    _word("ALL", "all", "The whole set.", "reveal all cards in the market"),
    _word("UP_TO", "up to", "At most that many.", "choose up to 2 cards in the market"),
    _word(
        "ANY_NUMBER_OF",
        "any number of",
        "As many as whoever chooses wants, perhaps none.",
        "choose any number of cards in the market",
    ),
    _word(
        "AT_LEAST",
        "at least",
        "That many or more, in a choice.",
        "choose at least 1 card in the market",
    ),
    _word("EXACTLY", "exactly", "That many, in a choice.", "choose exactly 2 cards in the market"),
    _word("AT_MOST", "at most", "The bound of a repetition.", "repeat while …, at most 9 times: …"),
    _word("TIMES", "times", "See `repeat`.", "repeat 3 times: …"),
    _word(
        "NUMBER_OF NUMBER_OF_B",
        "number of | the number of",
        "How many members a set has.",
        "the number of cards in the market",
    ),
    _word(
        "TOTAL TOTAL_B",
        "total",
        "The sum of a property over a set.",
        "the total strength of monsters in the dungeon",
    ),
    _word(
        "HIGHEST HIGHEST_E HIGHEST_B",
        "highest",
        "The greatest value of a property in a set.",
        "the highest score of players",
    ),
    _word(
        "LOWEST LOWEST_E LOWEST_B",
        "lowest",
        "The least value of a property in a set.",
        "the lowest score of players",
    ),
    _word("TOP TOP_W", "top", "The uppermost piece of a pile.", "the top card of the deck"),
    _word("BOTTOM BOTTOM_W", "bottom", "The lowest piece of a pile.", "reveal the bottom card of the deck"),
    _word("THAT", "that", "The one of that type that was mentioned last.", "that monster"),
    _word("THIS", "this", "The piece whose text it is.", "put this into the market"),
    _word("ITS", "its", "Of the piece whose text it is.", "do its text"),
    _word(
        "KIND", "kind", "The design of a piece; a design as a value.", "the player chooses a kind of monster"
    ),
    _word("KINDS", "kinds", "A set of designs.", "kinds of monsters in the graveyard"),
    _word(
        "FIRST FIRST_W FIRST_B",
        "first",
        "The first of them, or none: from the front of a row, otherwise by printed order or by number.",
        "the first card in the market",
    ),
    _word("LAST LAST_W LAST_B", "last", "The last of them, or none.", "the last empty square"),
    _word("NUMBER", "number", "A number to choose.", "the player chooses a number from 1 to 6, as the bid"),
    _word("SEAT", "player", "`player 1`: the player on that seat.", "the leader becomes player 1"),
    _word(
        "PLAYER_AFTER PLAYER_AFTER_W",
        "player after",
        "The next player clockwise.",
        "the player after the leader",
    ),
    _word(
        "PLAYER_BEFORE PLAYER_BEFORE_W",
        "player before",
        "The next player counterclockwise.",
        "the player before the leader",
    ),
    _word(
        "DISTANCE",
        "distance",
        "How many steps it takes; the number of cells of the board if none lead there.",
        "the distance from the spot to the goal",
    ),
    _word(
        "DIRECTION A_DIRECTION",
        "direction",
        "Which way a neighbouring cell lies, or none.",
        "the direction from the spot to the goal",
    ),
    _word(
        " ".join(f"DIVIDED_{part}{level}" for part in ("BY", "L", "T") for level in LEVELS),
        "divided by",
        "Division; the text says how it rounds.",
        "hit points divided by 2 rounded up",
    ),
    _word("ROUNDED_DOWN", "rounded down", "Down to a whole number.", "hit points divided by 2 rounded down"),
    _word("ROUNDED_UP", "rounded up", "Up to a whole number.", "hit points divided by 2 rounded up"),
    _word(
        "EQUAL_TO",
        "equal to",
        "How much is gained or paid, computed.",
        "gain gold equal to the number of cards in the market",
        since=2,
    ),
    _word("TWICE TWICE_W", "twice", "Two times a number.", "let n be twice the number of cards", since=2),
    _word(
        "HALF HALF_A",
        "half of | half",
        "A number divided by two; the text says how it is rounded.",
        "let n be half of hit points, rounded down",
        since=2,
    ),
    _word(
        "SMALLER_OF SMALLER_W", "smaller of", "The smaller of two numbers.", "the smaller of hit points and 3"
    ),
    _word(
        "GREATER_OF GREATER_W", "greater of", "The greater of two numbers.", "the greater of hit points and 3"
    ),
    _word("NONE", "none", "Nothing, where a value may be missing.", "the leader is none"),
    _word("YES", "yes", "A state that holds.", "the player's bidding becomes yes"),
    _word(
        "MORE",
        "more",
        "While this is in force, a number is greater.",
        "hit points at the entrance are 3 more",
    ),
    _word(
        "LESS",
        "less",
        "While this is in force, a number is smaller.",
        "hit points at the entrance are 1 less",
    ),
    _word(" ".join(f"PLUS{level}" for level in LEVELS), "plus | +", "Addition.", "hit points + 1"),
    _word(
        " ".join(["MINUS_SIGN", *(f"MINUS{level}" for level in LEVELS)]),
        "minus | - | −",
        "Subtraction; a number below zero.",
        "hit points - 1",
    ),
    _word(" ".join(f"TIMES_OP{level}" for level in LEVELS), "*", "Multiplication.", "2 * hit points"),
    _word(
        "RANDOM",
        "random",
        "Before a noun: luck chooses one of them, or the number that stands before it.",
        "put a random card in the market under the deck",
        since=2,
    ),
    _word(
        "AT_RANDOM",
        "at random",
        "Luck chooses instead of a player.",
        "choose a player at random, as the starter",
    ),
    _word(
        "AS_FAR",
        "as far as possible",
        "What cannot be done completely is done in part.",
        "hit points go down by 3, as far as possible",
    ),
)

# ------------------------------------------------------------------- abilities
ABILITIES: tuple[Word, ...] = (
    _word(
        "BEFORE",
        "before",
        "Acts just before something happens.",
        "before: the hero dies: hit points become 1",
    ),
    _word(
        "AFTER", "after", "Acts just after something has happened.", "after: the hero dies: shuffle the deck"
    ),
    _word(
        "INSTEAD_OF",
        "instead of",
        "Happens in place of something.",
        "instead of: the hero dies: hit points become 1",
    ),
    _word(
        "WHILE",
        "while",
        "In force as long as the condition holds.",
        "while the deck is empty: hit points at the entrance are 1 more",
    ),
    _word(
        "ONCE",
        "once",
        "`once per`: at most once in each such phase.",
        "once per round: instead of: the hero dies: hit points become 1",
    ),
    _word("PER", "per", "See `once`.", "once per round: instead of: the hero dies: hit points become 1"),
)

# ------------------------------------------------- declarations and their order
DECLARATIONS: tuple[Word, ...] = (
    _word(
        "UNTIL",
        "until",
        "When a repetition, or a round of turns, ends.",
        "clockwise from the leader, each player who is bidding, until the deck is empty",
    ),
    _word(
        "UNTIL_MATCH_ENDS",
        "until the match ends",
        "The phase is repeated to the end of the match.",
        "until the match ends",
    ),
    _word(
        "LEFT",
        "left",
        "`until 1 is left`: turns continue among the players who are still in.",
        "clockwise from the leader, each player who is bidding, until 1 is left",
    ),
    _word(
        "ONCE_EACH",
        "once each",
        "One turn for each player.",
        "clockwise from the leader, each player, once each",
    ),
    _word(
        "CLOCKWISE",
        "clockwise",
        "Players in the order they sit.",
        "for each player, clockwise from the leader: …",
    ),
    _word(
        "COUNTERCLOCKWISE",
        "counterclockwise",
        "Players in the order they sit, the other way round.",
        "for each player, counterclockwise from the leader: …",
    ),
    _word("FROM", "from", "Where an order begins.", "for each player, clockwise from the leader: …"),
    _word(
        "FROM_STOCK",
        "from",
        "The table of a player from which a table is paid.",
        "pay the cost of the foe from stores",
    ),
    _word(
        "INTO_STOCK",
        "into",
        "The table of a player into which a table is gained.",
        "gain the cost of the foe into stores",
    ),
    _word(
        "WITH_G",
        "with",
        "What replaces the missing entries of a table.",
        "pay the cost of the foe from stores, with gold for what is missing",
    ),
    _word(
        "FOR_MISSING",
        "for what is missing",
        "See `with`.",
        "pay the cost of the foe from stores, with gold for what is missing",
    ),
    _word(
        "FROM_TOP", "from the top", "A pile from its top.", "for each monster in the dungeon, from the top: …"
    ),
    _word(
        "FROM_BOTTOM",
        "from the bottom",
        "A pile from its bottom.",
        "for each monster in the dungeon, from the bottom: …",
    ),
    _word(
        "IN_PRINTED_ORDER",
        "in printed order",
        "In the order in which the components are written.",
        "for each card in the market, in printed order: …",
    ),
    _word(
        "IN_ANY_ORDER",
        "in any order",
        "The player who chooses picks the order.",
        "for each card in the market, in any order: …",
    ),
    _word(
        "FROM_HIGHEST",
        "from the highest",
        "By a number, the greatest first.",
        "for each player, from the highest score, ties clockwise from the leader: …",
    ),
    _word(
        "FROM_LOWEST",
        "from the lowest",
        "By a number, the least first.",
        "for each player, from the lowest score, ties in printed order: …",
    ),
    _word(
        "TIES",
        "ties",
        "How an order treats equals.",
        "for each player, from the highest score, ties in any order: …",
    ),
    _word("PILE", "pile", "A place with an order; top and bottom.", "pile of monsters"),
    _word("ROW", "row", "A place with an order, open.", "row of cards"),
    _word("AREA", "area", "A place without order.", "area of cards and monsters"),
    _word("HAND", "hand", "A place without order, seen by its owner only.", "hand of cards"),
    _word("GRID", "grid", "A board of cells in rows and columns.", "grid of marks, 3 by 3"),
    _word("HEXES", "hexes", "A board of hexagons.", "hexes of marks, side 3"),
    _word("SIDE", "side", "How many hexagons each side of the board has.", "hexes of marks, side 3"),
    _word("MAP", "map", "A board of named cells.", "map of monsters"),
    _word(
        "EDGES",
        "edges",
        "The edges between the cells of a board, as places.",
        "edges of marks, between squares",
    ),
    _word("IN_ROWS", "in rows", "Each cell of a board is a row: it keeps an order.", "map of cards, in rows"),
    _word("IN_PILES", "in piles", "Each cell of a board is a pile.", "map of cards, in piles"),
    _word(
        "HIDDEN", "hidden", "Nobody sees which pieces lie there, only how many.", "pile of monsters, hidden"
    ),
    _word(
        "OWNER_SEES",
        "seen by its owner",
        "Only the owner sees which pieces lie there.",
        "area of cards, per player, seen by its owner",
    ),
    _word(
        "OTHERS_SEE",
        "seen by all but its owner",
        "All but the owner see which pieces lie there.",
        "area of cards, per player, seen by all but its owner",
    ),
    _word(
        "BY_SIDE",
        "by side",
        "All see the pieces that lie there face up, and nobody sees the others.",
        "area of cards, by side",
    ),
    _word("PER_PLAYER", "per player", "One for every player.", "area of cards, per player"),
    _word(
        "LIST_OF", "list of", "Several designs, each as often as it is listed.", "list of kinds of monsters"
    ),
    _word("ABILITIES", "abilities", "Texts that are in force while the piece is in play.", "abilities"),
    _word("EFFECT", "effect", "A text that is carried out when a rule says so.", "effect"),
    _word("CONDITION", "condition", "A text that holds or does not hold.", "condition"),
    _word("SOME_OF", "some of", "Any number of these words.", "some of red or green"),
    _word("DIRECTIONS", "directions", "Any number of directions.", "directions"),
    _word("PIECE", "piece", "In a slot: a piece of any type.", "piece"),
    _word("PIECES", "pieces", "In a slot: pieces of any type.", "pieces"),
    _word("ANY_PLACE", "place", "A place, as a value.", "place"),
    _word("DOTS", "..", "A range, including both ends.", "0..9"),
)

# --------------------------------------------------------------------- marks
MARKS: tuple[Word, ...] = (
    _word(
        "_COMMA _COMMA_S _COMMA_M _COMMA_O _COMMA_G _COMMA_A _COMMA_T _COMMA_I _COMMA_N _COMMA_R _COMMA_E"
        " _COMMA_J _COMMA_P _COMMA_H _COMMA_B _COMMA_Q _COMMA_U _COMMA_V _COMMA_X _COMMA_K _COMMA_C _COMMA_L _COMMA_W"
        " _COMMA_D _COMMA_Y _COMMA_F _COMMA_Z _COMMA_OR _COMMA_OF _COMMA_SL _COMMA_JL _COMMA_ML",
        ",",
        "Separates.",
        "choose a card in the market, as the pick",
    ),
    _word(
        "_COLON",
        ":",
        "What comes before it governs what follows, to the end of the block.",
        "if the deck is empty: …",
    ),
    _word("_SEMI _SEMI_M _SEMI_E", ";", "The next statement.", "shuffle the deck; the turn ends"),
    _word("_LPAR _LBRACK _LPAR_S _LPAR_C _LPAR_F _LPAR_A", "(", "Nesting.", "2 * (hit points + 1)"),
    _word("_RPAR _RBRACK _RPAR_S _RPAR_C _RPAR_F _RPAR_A", ")", "Nesting.", "2 * (hit points + 1)"),
    _word("POSS POSS_W POSS_P POSS_E", "'s | ’s", "Whose.", "the player's score"),
    _word(
        "CMP",
        "<= | < | >= | > | = | != | ≤ | ≥ | ≠ | at most | is at most | are at most"
        " | at least | is at least | are at least"
        " | less than | is less than | are less than | fewer than | is fewer than | are fewer than"
        " | more than | is more than | are more than | exactly | is exactly | are exactly"
        " | not more than | is not more than | are not more than"
        " | not less than | is not less than | are not less than"
        " | not at least | is not at least | are not at least | not at most | is not at most | are not at most"
        " | is not exactly | are not exactly",
        "Compares two numbers or values.",
        "hit points <= 3",
    ),
    _word("_QUOTE", '"', "Quotes a statement.", 'the player may "shuffle the deck"'),
)

WORDS: tuple[Word, ...] = VERBS + JOINTS + QUANTITIES + ABILITIES + DECLARATIONS + MARKS

# The terminals that come from the vocabulary, as authors know them.
VOCABULARY: dict[str, str] = {
    "TYPE_S": "a type of pieces (singular)",
    "TYPE_P": "a type of pieces (plural)",
    "DESIGN_S": "a design (singular)",
    "DESIGN_P": "a design (plural)",
    "KINDNAME": "the name of a design",
    "NAME": "a name",
    "PROP": "a property",
    "PROP_W": "a property",
    "PROP_T": "a property",
    "PROP_N": "a property",
    "NAME_T": "a name",
    "ADJ": "a yes-or-no state",
    "ADJ_B": "a yes-or-no state",
    "WORD": "a word of a list",
    "WORD_B": "a word of a list",
    "INT": "a number",
    "NEWNAME": "a new name",
    "LABEL": "a label",
    "PERIOD": "a phase",
    "PH_WHOLE": "a phrase",
    "PH_START": "the beginning of a phrase",
    "PH_IN": "a phrase after its first slot",
    "PH_LAST": "the end of a phrase",
    "PH_MID": "the middle of a phrase",
    "PH_END": "the end of a phrase",
    "VP_START": "a number with slots",
    "VP_START_W": "a number with slots",
    "VP_START_O": "a number with slots",
    "VP_MID": "the middle of a number with slots",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the text",
}

NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def terminal_name(terminal: str) -> str:
    """The name of a terminal of the grammar in messages."""
    if terminal in VOCABULARY:
        return VOCABULARY[terminal]
    for word in WORDS:
        if terminal in word.terminals:
            return f"'{word.name}'"
    return terminal
