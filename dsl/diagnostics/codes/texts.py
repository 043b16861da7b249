"""RW2xx: names, syntax and types in texts."""

from .info import CodeInfo

TEXTS: dict[str, CodeInfo] = {
    "RW201": CodeInfo(
        "a text that cannot be read",
        "The words of the text do not make a sentence of the language at this point. The message says what "
        "could stand there. Often a comma, a colon or a small word is missing, or a name has been forgotten.",
    ),
    "RW202": CodeInfo(
        "an unknown name",
        "Nothing of this name is declared in the game, or it is not yet named at this point of the text. "
        "A misspelt restriction must never become no restriction, so every word has to mean something.",
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
        "Things of this type have no property of this name. The help lists those that they have.",
    ),
    "RW206": CodeInfo(
        "a place or set that cannot hold this",
        "Every place says which types of pieces lie in it, and only piles and rows have a top and a bottom. "
        "What is moved, or looked for, must be able to lie there.",
    ),
    "RW207": CodeInfo(
        "a kind of what?",
        "'kind' is the design of a piece; the text must say of which type, or in which list.",
    ),
    "RW208": CodeInfo(
        "no such phrase",
        "The words are those of phrases of the game, but no phrase is made of exactly these, or the phrase "
        "is an ability where an action is needed (or the other way round).",
    ),
    "RW209": CodeInfo(
        "a slot that is filled with the wrong thing",
        "Each slot of a phrase has a type, and what stands in it must have that type.",
    ),
    "RW210": CodeInfo(
        "a number is needed",
        "Only numbers can be added, counted with, or be even or odd.",
    ),
    "RW211": CodeInfo(
        "a comparison that makes no sense",
        "The two sides can never be equal, or have no order.",
    ),
    "RW212": CodeInfo(
        "a player is needed",
        "Players choose, look, win and take turns; something else stands here.",
    ),
    "RW213": CodeInfo(
        "an unclear choice",
        "A choice says how many are chosen, and among what; branches have labels that differ.",
    ),
    "RW214": CodeInfo(
        "something that cannot change",
        "Only states change: those of the game, of players, of pieces and of abilities. Printed properties "
        "and computed numbers do not.",
    ),
    "RW215": CodeInfo(
        "an ability that changes what is no number of the game",
        "'… are 3 more' changes a number declared under 'numbers:' for as long as the ability is in force.",
    ),
    "RW216": CodeInfo(
        "a declaration that cannot be understood",
        "The text of a type, a place or a number of players says something that does not fit together.",
    ),
    "RW217": CodeInfo(
        "a text with two meanings",
        "The words of the text can be read in ways that mean different things. Neither the longest name nor "
        "the order of declarations decides. Where words could belong to several things, write brackets as in "
        "the reading that you mean. Where names look alike, rename something, or say it in other words.",
    ),
    "RW218": CodeInfo(
        "a name that is taken",
        "Two things of the game have the same name, or a name is a word of the language itself.",
    ),
    "RW219": CodeInfo(
        "two phrases with the same words",
        "The words of a phrase (its slots left open) must be its own, or no text could say which is meant.",
    ),
    "RW221": CodeInfo(
        "an end outside of the flow",
        "'the turn ends' and 'the phase ends' are said in the texts of the flow, where it is clear which turn and "
        "phase are meant; not in phrases and abilities, which may act anywhere, nor while players act at once. A "
        "turn ends in the options of the turn, not in what a phase does by itself.",
    ),
    "RW222": CodeInfo(
        "a text that is larger than what is read",
        "A text has at most 50,000 letters. Its parts lie within each other at most 100 levels deep: a block is two "
        "levels, a bracket that holds a condition three, and each + of a sum is one. The words of one expression can "
        "be read in at most 64 ways, and at most 256 combinations of what its parts can mean are tried. No usual "
        "text comes near. Say it in several texts: as a phrase, as a number under 'numbers:', or with 'let … be …' "
        "before it.",
    ),
    "RW220": CodeInfo(
        "a value that does not fit its property",
        "What a design gives for a property must be of the property's type and within its range.",
    ),
}
