"""RW3xx: checks of a whole game."""

from .code import CodeInfo

CHECKS: dict[str, CodeInfo] = {
    "RW301": CodeInfo(
        "an unknown rule is cited",
        "A part of the game cites a rule that `rules:` does not list. Perhaps its id is misspelt. If the rule is "
        "new, write it down there, so that people can read it and a scenario can show it.",
    ),
    "RW302": CodeInfo(
        "declared and never used",
        "Nothing in the game refers to this, so it changes nothing in a match. Either the part that should use it "
        "is missing, or you can delete it.",
    ),
    "RW303": CodeInfo(
        "a slot that its phrase does not use",
        "Whatever stands in this slot, the phrase does the same. Most often its body names the wrong thing. If "
        "the slot is there only for abilities that act on the phrase, one of them must use it.",
    ),
    "RW304": CodeInfo(
        "a name that is given and never used",
        "The text names something (with 'let' or 'as') and never uses the name again. Delete the name, or check "
        "whether a later sentence was meant to use it.",
    ),
    "RW305": CodeInfo(
        "a rule without a part",
        "No part of the game cites this rule, so nobody can tell whether it is implemented. Cite it (`rule: …`) "
        "at the part that does what it says. A rule that needs no part is of `kind: note`.",
    ),
    "RW306": CodeInfo(
        "a place that stays empty",
        "No piece starts in this place and no text puts one there, so a text that looks for something in it finds "
        "nothing.",
    ),
    "RW310": CodeInfo(
        "a condition that is always the same",
        "The types and ranges of the compared values already decide the result: strength 1..9 is never above 9, "
        "and a value that is never none need not be compared with none. Most often the number, the sign or the "
        "name is not the intended one. The number of all pieces of the game is reported too, where players have "
        "numbers for these kinds. So is a choice of a number from a greater one to a smaller one: there is none.",
    ),
    "RW311": CodeInfo(
        "nobody acts here",
        "'the player' is the one whose turn it is, or each of those who act simultaneously. What a phase does by "
        "itself is no player's turn, so the text must name a player: 'the leader chooses …', or 'for each player: "
        "that player …'. Beside the rows of a grid, 'the player' is its owner, and a grid may have none.",
    ),
    "RW312": CodeInfo(
        "a repetition without progress",
        "A repetition must come to an end: in each round a player decides something, or something changes that "
        "its condition reads, or 'at most' limits how often it is done. Here, none of these was found. A repetition "
        "that ends where two numbers are equal is a warning if nothing shows that they will be: the number can be "
        "past the other before, or step over it.",
    ),
    "RW313": CodeInfo(
        "an option that can never be offered",
        "Its condition never holds, or its first choice is made where nothing ever lies.",
    ),
    "RW314": CodeInfo(
        "a text without behaviour",
        "The action does nothing, and no ability acts on it, so a text that uses it does nothing. Give it a body, "
        "or an ability that acts before, after or instead of it.",
    ),
    "RW315": CodeInfo(
        "phrases that call each other without end",
        "Following the calls leads back to the same phrase, and on the way no player decides anything and no "
        "condition is tested that these calls change. In a match this ends only at the step limit.",
    ),
    "RW316": CodeInfo(
        "a condition that reads a secret",
        "Whether something is offered reveals the result of its condition to the player. So the condition can "
        "read only what the player knows, and nobody knows what lies in a hidden place before looking at it. How "
        "many pieces lie there is known. A name, a phrase, a number or a printed condition that reveals a secret "
        "counts as that secret. If the player cannot see a board, let the player choose a cell, and then take "
        "what lies there. What stands beside the rows of a grid (`beside:`) is for all players, so it can read only "
        "what all of them know.",
    ),
    "RW317": CodeInfo(
        "'a' where English says 'an'",
        "The meaning is the same, but people who read the rules stumble. 'an' stands before a vowel that is "
        "heard.",
    ),
    "RW318": CodeInfo(
        "what cannot be done simultaneously",
        "Players who act simultaneously answer in any order, and none knows the answers of the others. So each "
        "can change only what is their own, luck cannot choose, and the match cannot end meanwhile. Work out "
        "afterwards what follows from all the answers.",
    ),
    "RW319": CodeInfo(
        "a number that depends on itself",
        "A number or a name reads itself, perhaps through others, or an ability that changes a number reads that "
        "number to decide whether, or by how much. There is no value to start from.",
    ),
    "RW320": CodeInfo(
        "an unknown source",
        "Every component says where its numbers come from: `rulebook`, `public` (a fact known from the published "
        "game) or `house` (made up, because neither says). A game may declare more under `sources:`.",
    ),
    "RW321": CodeInfo(
        "'for each player', but always the same one",
        "The repeated text is about the player who acts, and never about the player whose turn in the repetition "
        "it is: 'for each player: gain 1 gold' gives one player all the gold. 'that player gains 1 gold' gives "
        "each of them 1 gold.",
    ),
    "RW322": CodeInfo(
        "a choice that is half secret",
        "The choice sets a secret state, so the other players must not learn it, and it also has an effect that "
        "they notice, so they could work it out. A choice that only sets secret states is hidden, and any other "
        "is announced; here the text has to decide. 'secretly choose …' hides the choice, although its effects "
        "may still give it away; 'openly choose …' announces it. Where there is no 'choose' (options of a turn, "
        "'may'), make the option public, and let the player choose the secret part within it.",
    ),
    "RW326": CodeInfo(
        "a slot of the log that nobody can read",
        "A slot of the log names or reads a piece of a hidden place into which nobody ever looks, so every reader "
        "always sees 'an unknown card'. The line of an action is written before the effects of the action, but "
        "after the looks and reveals with which its text begins. Let the player look first, or show the card in "
        "the line of an action that comes after the card has been drawn.",
    ),
    "RW327": CodeInfo(
        "an ability that is off in the turns of others",
        "Where an ability acts on an action, 'the player' in 'in force:' is the player who acts. With 'this is in "
        "the player's belt', it acts only while its holder acts. An ability that acts on what other players do or "
        "suffer is most often meant for their turns, too. Then say that the piece lies in any player's place, and "
        "refer to that player as 'the holder of this'. If it is meant only for its holder's turns, say 'while the "
        "player is the holder of this:' in the ability, and leave the player out of 'in force:'.",
    ),
    "RW328": CodeInfo(
        "being asked tells where a piece lies",
        "Whether an ability acts is asked only where its piece lies where it can act. If only its holder sees that "
        "place and somebody else is asked, that player learns what lies there. An ability asks its holder, unless "
        "the text or the convention 'replacements' names somebody else. Then everybody is asked who may hold such a "
        "piece, so that not even being asked tells anything. Say 'the holder of this may, instead of: …', or leave "
        "out who decides; or say 'openly:' before the ability, if it is meant that others notice.",
    ),
    "RW329": CodeInfo(
        "a number that tells where a piece lies",
        "The ability changes a number while its piece lies where only some players see it: a card in a hand that "
        "makes everything cheaper. Whoever reads the number, sees what can be paid, or may choose 'a number from 0 "
        "to the price', would learn what lies there. Let the ability be in force only where everybody sees its "
        "piece; or say 'openly:' before it, if it is meant that others notice.",
    ),
    "RW330": CodeInfo(
        "one player decides, another pays",
        "An optional ability asks the player who holds its piece (or whom the convention 'replacements' names), and "
        "the text makes somebody else pay. In the text of an ability, 'the player' is whoever acts in the event. If "
        "it is meant, say who decides: 'the leader may, after: …'. If not, let the player pay who decides: 'the "
        "holder of this pays …'.",
    ),
    "RW331": CodeInfo(
        "printed order decides what an ability sees",
        "'for each' does one after the other: the first beast has died before the second one does. An ability of one "
        "of them that acts on the deaths of others sees those that come before it, and not those after it, so it "
        "depends on which design is printed first. If they die together, say it of all of them in one sentence: "
        "'beasts in the field die' is one event with many subjects, and what dies with others sees them die. If one "
        "after the other is meant, say the order: 'for each beast in the field, in printed order:'.",
    ),
    "RW332": CodeInfo(
        "turns that are over, in a phase that repeats for ever",
        "A phase with 'repeat: until the match ends' begins anew when its turns are over. If they end when only one "
        "player is left, or when a condition holds, and nothing in the phase changes that back or ends the match "
        "then, the phase repeats without anybody acting, and the rules run forever (RW410). Say what happens when "
        "the turns are over: a phase after them in which somebody wins or 'the match ends'. Or let the phase repeat "
        "until something that will be so: 'repeat: until the number of players who are standing = 1'.",
    ),
    "RW333": CodeInfo(
        "any of those that differ",
        "'any' takes one piece where all are alike: 'any gold coin in the supply'. In a hand, a row or a pile lie "
        "pieces of different designs, and 'any card in the player's hand' is not a choice: the first in printed "
        "order is taken. If the player picks, say 'choose a card in …, as the pick'; if luck does, 'at random'. If "
        "it does not matter, 'the first card in …' says so.",
    ),
    "RW334": CodeInfo(
        "nobody is said to discard",
        "The order 'discard …' of the library names no player: a phase can do it too. An ability that acts 'after: a "
        "player discards a card' is about what players do. Say who it is: 'the player discards that card'.",
    ),
    "RW335": CodeInfo(
        "an order of picks that is lost",
        "'choose 2 cards …, as the picks' asks for one card after the other, but the picks are a set, which has no "
        "order. Put into a pile or a row, they lie there in printed order. Say it with an order: 'for each card "
        "among the picks, in any order: put that card on top of …' asks for it, 'in printed order' says that it does "
        "not matter.",
    ),
    "RW336": CodeInfo(
        "an ability whose acting tells where its piece lies",
        "The ability must act, and its piece may lie where only some players see it: a shield in a hand that averts "
        "every attack. Others notice what it does, and learn what lies there, although its holder has not shown it. "
        "If the rulebook has the card shown, or lets everybody see that it acts, say 'openly:' before the ability. "
        "Otherwise let it be in force only where everybody sees its piece, or let the holder decide whether it acts: "
        "then everybody is asked who may hold such a piece. What only sets secret states is noticed by nobody, and "
        "needs none of this.",
    ),
    "RW337": CodeInfo(
        "two states that become each other",
        "'the leader becomes the target and the target becomes the leader' is two steps: after the first, the leader "
        "is the target already, so the second changes nothing. To exchange them, say 'swap the leader and the "
        "target'.",
    ),
    "RW338": CodeInfo(
        "words that could be taken for something else",
        "'that card' means the card that was mentioned last. In a loop inside a loop of cards, or after another card "
        "is chosen in it, a reader could take it for the card of the outer loop. And who goes on, in 'the leader "
        "rests and gains 1 gold', is whoever is the leader by then: if resting can change that, a reader could mean "
        "the same player twice. Give what is meant a name.",
    ),
    "RW339": CodeInfo(
        "what is never done",
        "When somebody wins, the match ends immediately, and 'the turn ends' and 'the phase ends' skip what follows. "
        "So what stands after them on the same level is never reached. If several win, one sentence says it of all: "
        "'the leader and the target win'.",
    ),
}
