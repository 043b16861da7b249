"""RW3xx: checks of a whole game."""

from .info import CodeInfo

CHECKS: dict[str, CodeInfo] = {
    "RW301": CodeInfo(
        "an unknown rule is cited",
        "A part of the game cites a rule that `rules:` does not hold. Perhaps its id is misspelt; if the "
        "rule is new, write it down there, so that it can be read and shown by a scenario.",
    ),
    "RW302": CodeInfo(
        "declared and never used",
        "Nothing in the game refers to this, so it changes nothing in a match. Either something is "
        "missing that should use it, or it can be deleted.",
    ),
    "RW303": CodeInfo(
        "a slot that its phrase does not use",
        "Whatever stands in this slot, the phrase does the same. Most often its body names the wrong "
        "thing. If the slot is there only to be read by abilities that act on the phrase, one of them "
        "must use it.",
    ),
    "RW304": CodeInfo(
        "a name that is given and never used",
        "The text gives something a name (with 'let' or 'as') and never says the name again. Delete the "
        "name, or look whether what follows means another thing than it should.",
    ),
    "RW305": CodeInfo(
        "a rule without a part",
        "No part of the game cites this rule, so nobody can tell whether it is implemented. Cite it "
        "(`rule: …`) at the part that does what it says. What needs no part is of `kind: note`.",
    ),
    "RW306": CodeInfo(
        "a place that stays empty",
        "No piece starts in this place and no text puts one there, so whatever looks for something in it "
        "finds nothing.",
    ),
    "RW310": CodeInfo(
        "a condition that is always the same",
        "The ranges and types of what is compared say already how it comes out: strength 1..9 is never "
        "above 9, and what is never none need not be asked. Most often the number, the sign or the name "
        "is not the one that was meant. So it is with the number of all pieces that there are, where players have "
        "numbers for these kinds.",
    ),
    "RW311": CodeInfo(
        "nobody acts here",
        "'the player' is the one whose turn it is, or who acts at once with others. What a phase does by "
        "itself is no player's turn, so the text must say who is meant: 'the leader chooses …', or 'for "
        "each player: that player …'.",
    ),
    "RW312": CodeInfo(
        "a repetition without progress",
        "A repetition must come to an end: in each round a player decides something, or something happens "
        "that its condition reads, or it says how often it is done 'at most'. Here none of this can be "
        "seen.",
    ),
    "RW313": CodeInfo(
        "an option that can never be offered",
        "Its condition never holds, or the first thing to choose is looked for where nothing ever lies.",
    ),
    "RW314": CodeInfo(
        "a text without behaviour",
        "The action does nothing, and no ability acts on it: a text that says it says nothing. Give it a "
        "body, or an ability that acts before, after or instead of it.",
    ),
    "RW315": CodeInfo(
        "phrases that call each other without end",
        "Following the calls leads back to the same phrase, with no decision of a player on the way and "
        "no condition that the way itself changes. In a match this ends only at the step limit.",
    ),
    "RW316": CodeInfo(
        "a condition that reads a secret",
        "Whether something is offered to a player tells the player how the condition comes out. So the "
        "condition may read only what the player knows, and nobody knows what lies in a hidden place "
        "before it was looked at. How many pieces lie there is known. A name, a phrase, a number or a "
        "printed condition that tells a secret is no less one. Of a board that the player does not see, "
        "let the player choose a cell, and then take what lies there.",
    ),
    "RW317": CodeInfo(
        "'a' where English says 'an'",
        "The meaning is the same; people who read the rules stumble. By rule 'an' stands before a vowel "
        "that is heard.",
    ),
    "RW318": CodeInfo(
        "what cannot be done at once",
        "Players who act at once answer in any order, and none knows what the others have answered. So each "
        "changes only what is theirs, no luck is drawn, and the match does not end in between. What is to come "
        "out of all the answers is worked out afterwards.",
    ),
    "RW319": CodeInfo(
        "a number that depends on itself",
        "A number or a name reads itself, perhaps by way of others; or an ability that changes a number reads it to "
        "tell whether, or by how much. There is no value that it could begin with.",
    ),
    "RW320": CodeInfo(
        "a source that is not known",
        "Every component says where its numbers come from: `rulebook`, `public` (a fact known from the published "
        "game) or `house` (made up, because neither says). A game may declare more under `sources:`.",
    ),
    "RW321": CodeInfo(
        "'for each player', and always the same one",
        "What is repeated speaks of the player who acts, and never of the player whose turn in the repetition it is: "
        "'for each player: gain 1 gold' gives one player all the gold. 'that player gains 1 gold' gives each one.",
    ),
    "RW322": CodeInfo(
        "a choice that is half secret",
        "The choice sets a secret state, so the other players must not learn it, and it also has an effect that they "
        "notice, so they could work it out. A choice that only sets secret states is hidden, and any other is "
        "announced; here the text has to decide. 'secretly choose …' hides the choice, although its effects may "
        "still give it away; 'openly choose …' announces it. Where there is no 'choose' (options of a turn, 'may'), "
        "let the option be public and the player choose the secret part within it.",
    ),
    "RW326": CodeInfo(
        "a line that tells nobody",
        "A slot of the log names or reads a piece of a hidden place into which nobody ever looks, so every reader "
        "sees 'an unknown card', always. The line of an action is written before what the action does, but after "
        "the looks and reveals with which its text begins. Let the player look first, or tell it in an action that "
        "comes after the card has been drawn.",
    ),
    "RW327": CodeInfo(
        "an ability that sleeps in the turns of others",
        "Where an ability acts on an action, 'the player' in 'in force:' is who acts. With 'this is in the player's "
        "belt', it acts only while whoever holds the piece acts. An ability that acts on what other players do or "
        "suffer is most often meant to act in their turns, too. Say then that the piece lies in any player's "
        "place, and whose it is with 'the holder of this'. If it is meant to act in its holder's turns alone, say "
        "'while the player is the holder of this:' in the ability, and leave the player out of 'in force:'.",
    ),
}
