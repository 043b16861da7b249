"""RW4xx: faults of the rules while they run. RW6xx: scenarios. RW7xx: matches, saves and records."""

from .info import CodeInfo

PLAYING: dict[str, CodeInfo] = {
    "RW401": CodeInfo(
        "a number left its range",
        "A state was to become a number outside of the range that is declared for it. Widen the range, keep the "
        "rules from going there, or say 'as far as possible' where a change is to stop at the end.",
    ),
    "RW402": CodeInfo(
        "a piece that is not there",
        "A text moves, reveals or looks at a piece of a place that is empty, or puts one into a full place. Ask "
        "first whether there is one.",
    ),
    "RW403": CodeInfo(
        "nothing, where something is needed",
        "A state that may be none was none, and a text needed what it stands for: a property of it, its owner, a "
        "player to begin with. Set it before, or ask first whether it is none.",
    ),
    "RW404": CodeInfo(
        "a choice without an option",
        "A player (or luck) had to choose, and there was nothing to choose from. Ask first, or offer another way.",
    ),
    "RW405": CodeInfo(
        "a cost that cannot be paid",
        "A text makes a player pay more than the player has. Ask first: 'if the player can pay …', or let it be the "
        "beginning of an option, which is then offered only to those who can pay.",
    ),
    "RW410": CodeInfo(
        "the rules went on for ever",
        "The rules took 50,000 steps and came to no decision, so they must be going round in circles. A turn of a "
        "loop is a step, and so is a stretch of other work. What the conditions of options take is counted for "
        "itself, and so are invariants, the score and the heuristic. Let the repetition end, or come to a decision.",
    ),
    "RW411": CodeInfo(
        "the rules nest too deeply",
        "Actions happened inside of actions until there was no more room: most likely one makes itself happen. "
        "There is room for it 16 times inside itself. Numbers and conditions that are computed from each other may "
        "go some hundred deep.",
    ),
    "RW412": CodeInfo(
        "a number too large to be held",
        "A computation left the range of 64-bit numbers.",
    ),
    "RW414": CodeInfo("a division by zero", "A number was divided by zero. Ask first whether it is zero."),
    "RW415": CodeInfo(
        "a reference to nothing",
        "A text reached for a player, piece or value that is not there, most often because a state was none.",
    ),
    "RW413": CodeInfo(
        "an invariant does not hold",
        "After a decision something was not so that the game declares to be so always.",
    ),
    "RW601": CodeInfo(
        "a scenario's expectation does not hold",
        "The match came out differently from what 'then' (or 'expect') says. Either the rules are wrong or the "
        "scenario is.",
    ),
    "RW602": CodeInfo(
        "a scenario that cannot be run",
        "A name, a value or a choice in the scenario means nothing in this game, or is not legal at that point.",
    ),
    "RW603": CodeInfo(
        "the rules went wrong in a scenario",
        "While the scenario ran, the rules did something impossible. If that is what it is to show, expect it: "
        "'then: {fault: RW4…}'.",
    ),
    "RW700": CodeInfo(
        "a match refuses", "What was asked cannot be done with this match; nothing has changed."
    ),
    "RW701": CodeInfo(
        "an illegal choice",
        "The option is not open to this player at this decision. The message says why, and what is open.",
    ),
    "RW702": CodeInfo("no decision", "The match is over, or there is nothing to take back."),
    "RW703": CodeInfo(
        "a set-up that the game does not have",
        "The number of players or an option of the set-up is not one of the game's.",
    ),
    "RW704": CodeInfo(
        "a damaged save",
        "The file is no save or record, or it has been cut or altered. Nothing was loaded.",
    ),
    "RW705": CodeInfo(
        "a save of another game, or of other rules",
        "The rules have changed since, so the match could come out differently. Ask for it to be tried with "
        "the new rules if you want that.",
    ),
    "RW706": CodeInfo(
        "the rules went wrong",
        "While the match ran, the rules did something impossible. The message names the place in the rules, and "
        "the record repeats it. The match is as it was before the choice.",
    ),
    "RW707": CodeInfo(
        "what cannot be taken back",
        "A player takes back a decision only as long as nobody has learnt anything by it or after it: no luck has "
        "decided, nobody has seen a piece, no secret has come out, and no other person has decided. Administrators, "
        "scenarios and programs take back anything.",
    ),
    "RW720": CodeInfo(
        "a message that cannot be read",
        "A line that came in is too long, is no JSON, or is not an object. The next line is read as usual.",
    ),
    "RW721": CodeInfo(
        "a message of the wrong shape",
        "A part of the request is missing, unknown, or not of the type that it should have; `path` says which.",
    ),
    "RW722": CodeInfo("no such method", "The protocol has no such method. `hello` lists those that it has."),
    "RW723": CodeInfo(
        "no such match",
        "No match of this name is held: it was never begun on this connection, or it has been closed.",
    ),
    "RW724": CodeInfo(
        "not for this connection",
        "A seat that this connection does not play was asked for, or something that only the administrator of "
        "the match may do: saving, cloning, and undoing as one likes would show what players may not know.",
    ),
    "RW725": CodeInfo(
        "too many matches", "So many matches are held that no more are begun. Close some first."
    ),
    "RW726": CodeInfo(
        "a game that is not offered",
        "There is no game of this name here, or it has no such variant, or its rules have errors.",
    ),
    "RW727": CodeInfo(
        "another version of the protocol",
        "The request asks for a version that is not spoken here. `hello` says which one is.",
    ),
    "RW728": CodeInfo(
        "a match of too many choices",
        "The match has taken as many choices as its game allows (`steps:`), or a save has more than are made again "
        "on one request. It can be undone, or closed.",
    ),
    "RW729": CodeInfo(
        "a fault of Rulewright",
        "Something happened that must not. It is no fault of the request; please report it.",
    ),
}
