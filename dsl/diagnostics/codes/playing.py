"""RW4xx: faults of the rules while they run. RW6xx: scenarios. RW7xx: matches, saves and records."""

from .code import CodeInfo

PLAYING: dict[str, CodeInfo] = {
    "RW401": CodeInfo(
        "a number left its range",
        "A state would have left the range that is declared for it. Widen the range, keep the rules within it, or "
        "say 'as far as possible' where a change should stop at the end of the range.",
    ),
    "RW402": CodeInfo(
        "a piece that is not there",
        "A text moves, reveals or looks at a piece of an empty place, or puts one into a full place. Check first "
        "whether that is possible.",
    ),
    "RW403": CodeInfo(
        "none, where a value is needed",
        "A state that may be none was none, and a text needed its value: for a property of it, for its owner, for "
        "a player to begin with. Set it before, or check first whether it is none.",
    ),
    "RW404": CodeInfo(
        "a choice without an option",
        "A player (or luck) had to choose, and there was nothing to choose from. Check first, or offer another "
        "way.",
    ),
    "RW405": CodeInfo(
        "a cost that cannot be paid",
        "A text makes a player pay more than the player has. Check first: 'if the player can pay …'. Or begin an "
        "option with the cost; the option is then offered only to those who can pay.",
    ),
    "RW410": CodeInfo(
        "the rules run for ever",
        "The rules took 50,000 steps without reaching a decision, so they must be going round in circles. One "
        "round of a loop is a step, and so is a stretch of other work. The conditions of options, invariants, the "
        "score and the heuristic are each counted separately. Let the repetition end, or let it reach a decision.",
    ),
    "RW411": CodeInfo(
        "the rules nest too deeply",
        "Actions happened inside other actions until there was no more room: most likely one of them makes itself "
        "happen. An action can happen up to 16 times inside itself. Numbers and conditions that are computed from "
        "each other can be nested some hundred levels deep.",
    ),
    "RW412": CodeInfo(
        "a number that is too large",
        "A computation left the range of 64-bit numbers.",
    ),
    "RW414": CodeInfo("a division by zero", "A number was divided by zero. Check first whether it is zero."),
    "RW415": CodeInfo(
        "a reference to nothing",
        "A text referred to a player, piece or value that is not there, most often because a state was none.",
    ),
    "RW413": CodeInfo(
        "an invariant does not hold",
        "The game declares that something always holds, and after a decision it did not.",
    ),
    "RW601": CodeInfo(
        "a scenario's expectation does not hold",
        "The match turned out differently from what 'then' (or 'expect') says. Either the rules or the scenario "
        "is wrong.",
    ),
    "RW602": CodeInfo(
        "a scenario that cannot be run",
        "A name, a value or a choice in the scenario means nothing in this game, or is not legal at that point.",
    ),
    "RW603": CodeInfo(
        "a fault of the rules in a scenario",
        "While the scenario ran, the rules did something impossible. If the scenario is meant to show that, "
        "expect it: 'then: {fault: RW4…}'.",
    ),
    "RW700": CodeInfo("a refused request", "The match cannot do what was asked. Nothing has changed."),
    "RW701": CodeInfo(
        "an illegal choice",
        "The option is not open to this player at this decision. The message says why, and which options are "
        "open.",
    ),
    "RW702": CodeInfo("no decision", "The match is over, or there is nothing to take back."),
    "RW703": CodeInfo(
        "a set-up that the game does not have",
        "The number of players or an option of the set-up is not one of the game's.",
    ),
    "RW704": CodeInfo(
        "a damaged save",
        "The file is not a save or a record, or it has been cut off or altered. Nothing was loaded.",
    ),
    "RW705": CodeInfo(
        "a save of another game, or of other rules",
        "The rules have changed since, so the match could turn out differently. If you want that, ask to try it "
        "with the new rules.",
    ),
    "RW706": CodeInfo(
        "a fault of the rules",
        "While the match ran, the rules did something impossible. The message names the place in the rules, and "
        "the record reproduces it. The match is as it was before the choice.",
    ),
    "RW707": CodeInfo(
        "a decision that cannot be taken back",
        "A player can take back a decision only as long as nobody has learnt anything from it or after it: luck "
        "has not decided, nobody has seen a piece, no secret has been revealed, and no other person has decided. "
        "Administrators, scenarios and programs can take back anything.",
    ),
    "RW708": CodeInfo(
        "an engine that is not there",
        "The native engine was asked for, but a library that it needs is not installed, or it cannot run this game. "
        "The message says which. Every game runs on the Python engine, with the same results.",
    ),
    "RW720": CodeInfo(
        "a message that cannot be read",
        "A line is too long, is not JSON, or is not an object. The next line is read as usual.",
    ),
    "RW721": CodeInfo(
        "a message of the wrong shape",
        "A part of the request is missing, unknown, or of the wrong type; `path` names it.",
    ),
    "RW722": CodeInfo("no such method", "The protocol has no such method. `hello` lists the methods."),
    "RW723": CodeInfo(
        "no such match",
        "There is no match of this name: it was never started on this connection, or it has been closed.",
    ),
    "RW724": CodeInfo(
        "not for this connection",
        "The request names a seat that this connection does not play, or asks for something that only the "
        "administrator of the match may do: saving, cloning and undoing freely would show what players may not "
        "know.",
    ),
    "RW725": CodeInfo("too many matches", "No more matches can be held. Close some first."),
    "RW726": CodeInfo(
        "a game that is not offered",
        "There is no game of this name here, or it has no such variant, or its rules have errors.",
    ),
    "RW727": CodeInfo(
        "another version of the protocol",
        "The request asks for a version that is not supported here. `hello` says which one is.",
    ),
    "RW728": CodeInfo(
        "a match with too many choices",
        "The match has taken as many choices as its game allows (`steps:`), or a save has more choices than one "
        "request may replay. The match can still be undone, or closed.",
    ),
    "RW729": CodeInfo(
        "a fault of Rulewright",
        "Something happened that never should. The request is not at fault; please report it.",
    ),
    "RW730": CodeInfo(
        "a choice for an earlier decision",
        "The match had moved on when the choice arrived: the same seat had already chosen, perhaps on another page, "
        "or something was taken back. Nothing has happened. A page shows the match as it is now; a program asks for "
        "the decision again.",
    ),
    "RW731": CodeInfo(
        "a seat that a bot plays",
        "A bot plays this seat at the moment. Take the seat back first.",
    ),
    "RW732": CodeInfo(
        "too many requests",
        "The web server limits how many messages a page may send, how many matches an address may start, and "
        "how many replays are made for it simultaneously.",
    ),
    "RW733": CodeInfo(
        "a request from elsewhere",
        "The web server answers only its own pages, under the names that it knows. If people reach it by another "
        "name, start it with `--public` and that address.",
    ),
    "RW734": CodeInfo(
        "a match that cannot be resumed",
        "The choices of a stored match, or its rules, do not fit this version of Rulewright any more.",
    ),
    "RW735": CodeInfo(
        "a database that cannot be used now",
        "The web server cannot read or write its matches; the disk may be full. Nothing has happened. Its log says "
        "more.",
    ),
    "RW736": CodeInfo(
        "asked again too soon",
        "The others have just refused to let this seat take back a choice, or it has given up the question itself. "
        "It can ask again after a pause, which is twice as long each time.",
    ),
    "RW737": CodeInfo(
        "a name that could be taken for another one",
        "A player's name mixes letters of several scripts (a Cyrillic o in Bob), has characters that nobody sees, or "
        "looks like the name of another player of the match. Accents are fine, and so are names in any one script.",
    ),
    "RW738": CodeInfo(
        "a match that was stopped",
        "Somebody's time was up, or somebody has resigned, and the match was stopped. Nobody can choose or take back "
        "any more; the replay stays.",
    ),
    "RW739": CodeInfo(
        "a seat whose player is not absent",
        "The others can let a bot play a seat only after nobody has been there for the time that the host chose at "
        "the start, and only if all of them who are at the table agree.",
    ),
    "RW740": CodeInfo(
        "nothing that this design table can do",
        "A design table carries its match on under the rules that were saved last. It needs a match without clocks, "
        "and it can go back only to rules that it has played before.",
    ),
    "RW750": CodeInfo(
        "not as it should be",
        "`rulewright prove` has searched the positions of the game, and something is not as every game should be, or "
        "as the author's questions expect: an option can never be chosen, the rules go wrong after some choices, a "
        "match can never end. The message says how it was proved; a witness is a way to a position that shows it.",
    ),
}
