"""RW2xx: names, syntax and types in texts."""

from .code import CodeInfo

TEXTS: dict[str, CodeInfo] = {
    "RW201": CodeInfo(
        "a text that cannot be read",
        "The words of the text do not make a sentence of the language at this point. The message lists what could "
        "stand there. Often a comma, a colon or a small word is missing, or a name was forgotten.",
    ),
    "RW202": CodeInfo(
        "an unknown name",
        "Nothing of this name is declared in the game, or the text has not named it yet at this point. A misspelt "
        "restriction must never become no restriction, so every word has to mean something.",
    ),
    "RW203": CodeInfo(
        "a reference to nothing",
        "'that …' and 'this' refer to something named before: by 'for each', by a choice, by the action that "
        "an ability acts on, or to the piece whose text it is. Here there is nothing to refer to.",
    ),
    "RW204": CodeInfo(
        "a place or a property without its owner",
        "There is one such place for each player, or each piece or player has a property of this name, so "
        "the text must say whose it means.",
    ),
    "RW205": CodeInfo(
        "an unknown property",
        "Things of this type have no property of this name. The help lists the properties that they have.",
    ),
    "RW206": CodeInfo(
        "a place or set that cannot hold this",
        "Every place says which types of pieces lie in it, and only piles and rows have a top and a bottom. What "
        "a text moves, or looks for, must be able to lie there.",
    ),
    "RW207": CodeInfo(
        "a kind of what?",
        "'kind' is the design of a piece; the text must say of which type, or in which list.",
    ),
    "RW208": CodeInfo(
        "no such phrase",
        "The words are those of phrases of the game, but no phrase is made of exactly these, or the phrase "
        "is an ability where an action is needed (or the other way round). Words for one thing (`draw 1 card`) are "
        "not for several.",
    ),
    "RW209": CodeInfo(
        "a slot that is filled with the wrong thing",
        "Each slot of a phrase has a type, and what stands in it must have that type.",
    ),
    "RW210": CodeInfo(
        "a number is needed",
        "Numbers stand in arithmetic, in counts and amounts, and where something is even or odd; what players pay or "
        "gain is a number of theirs, or an entry of a table; 'the number of …' counts a set. Some places take only "
        "certain numbers: an amount is never below zero, a divisor at least 1, a figure has at most 9 digits. The "
        "message says what stands there instead.",
    ),
    "RW211": CodeInfo(
        "a comparison that makes no sense",
        "The two sides can never be equal, or have no order.",
    ),
    "RW212": CodeInfo(
        "a player is needed",
        "Players choose, look, pay, win and take turns, and something else stands here; or the text does not say "
        "which player does it. A verb such as 'gains' belongs to whom the statement before is about. An order such "
        "as 'gain' is for the player who acts, unless somebody else was spoken of.",
    ),
    "RW213": CodeInfo(
        "an unclear choice",
        "A choice says how many are chosen, and from what. The labels of its branches must differ.",
    ),
    "RW214": CodeInfo(
        "something that cannot change",
        "Only states change: those of the game, of players, of pieces and of abilities. Printed properties "
        "and computed numbers do not.",
    ),
    "RW215": CodeInfo(
        "an ability that changes something other than a number of the game",
        "'… are 3 more' changes a number declared under 'numbers:' for as long as the ability is in force.",
    ),
    "RW216": CodeInfo(
        "a declaration that cannot be understood",
        "A declaration is incomplete, or its parts do not fit together. The message says what is wrong with it.",
    ),
    "RW217": CodeInfo(
        "a text with two meanings",
        "The words of the text can be read in ways that mean different things. Neither the longest name nor the "
        "order of declarations decides. Where words could belong to several things, add brackets as in the "
        "reading that you mean. Where names look alike, rename one of them, or say it in other words.",
    ),
    "RW218": CodeInfo(
        "a name that is taken",
        "Two things of the game have the same name, or a name is a keyword of the language.",
    ),
    "RW219": CodeInfo(
        "two phrases with the same words",
        "The words of a phrase (without its slots) must be its own. Otherwise no text could say which phrase it "
        "means.",
    ),
    "RW221": CodeInfo(
        "an end outside the flow",
        "'the turn ends' and 'the phase ends' belong in the texts of the flow, where it is clear which turn and "
        "phase they mean. They cannot stand in phrases and abilities, which may act anywhere, nor where players "
        "act simultaneously. A turn ends in the options of the turn, not in what a phase does by itself.",
    ),
    "RW222": CodeInfo(
        "a text that is too large",
        "A text has at most 50,000 letters. Its parts are nested at most 100 levels deep: a block is two levels, "
        "brackets around a condition are three, and each + of a sum is one. The words of one expression can have "
        "at most 64 readings, and at most 256 combinations of what its parts can mean are tried. No usual text "
        "comes near these limits. Split the text: make a part of it a phrase or a number under 'numbers:', or "
        "name a part before it with 'let … be …'.",
    ),
    "RW220": CodeInfo(
        "a value that does not fit its property",
        "The value that a design gives for a property must have the type of the property, and lie within its "
        "range.",
    ),
    "RW223": CodeInfo(
        "a look of something that is not there",
        "What stands under `look:` says how a part of the game looks: a type, a design, a place, a word of a list, "
        "or a cell of a board. Nothing in the game has this name. Perhaps it is misspelt, or the part has been "
        "renamed.",
    ),
    "RW224": CodeInfo(
        "not a colour",
        "A colour is three or six hexadecimal digits after a #, in quotes, since YAML takes everything after a # for "
        'a comment: "#2e7d32". Or it is one of the names in docs/look.md, such as green.',
    ),
    "RW225": CodeInfo(
        "not a symbol",
        "A symbol has one to three characters and no space, so that it fits on a small piece.",
    ),
    "RW226": CodeInfo(
        "not a position of a cell",
        "The cells of a map can lie anywhere: `at:` has two numbers, how far right and how far down. They may have "
        "decimals. The cells of grids and hexes, and edges, lie where their board says. `crop: yes` leaves "
        "out the rows and columns of a grid on which nothing lies.",
    ),
    "RW227": CodeInfo(
        "an image that cannot be shown",
        "An image is a file in the folder of the game, named by its path from there: a PNG, JPEG, WebP or GIF of at "
        "most 1 MB that is what its name says. It may be no link to what lies elsewhere, and no SVG, which can hold "
        "programs. A `board:` lies under the cells of a board, and two numbers fit into the corners of a card.",
    ),
    "RW228": CodeInfo(
        "a number on the panel that not everybody may know",
        "All players see what `panel:` under `look:` names. This number is computed from what lies face down, from "
        "what only some see, or from a secret state, so that it would tell something. Take it out of the panel, or "
        "let it count only what all may know.",
    ),
    "RW233": CodeInfo(
        "pieces counted wherever they lie",
        "A text counts pieces, or goes through them, and does not say where they lie. Then all of them are meant: "
        "those in hidden piles and in other players' hands too, and those that lie nowhere. Most often only those in "
        "some place are meant: `rats in the market`. If really all are meant, say so: `rats anywhere`. From edition "
        "2 of the language on, this is an error.",
    ),
    "RW234": CodeInfo(
        "anywhere, and yet not",
        "`anywhere` says that pieces are meant wherever they lie. It cannot stand where the text says where they "
        "lie, or where something else than pieces is meant.",
    ),
}
