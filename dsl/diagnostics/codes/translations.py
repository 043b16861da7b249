"""RW5xx: names and translations."""

from .info import CodeInfo

NAMES: dict[str, CodeInfo] = {
    "RW501": CodeInfo(
        "a form of a name is missing",
        "A line of the log asks for a name in a form (`{foe:acc}`), and this name, which can stand there, has no "
        "such form. Add it: `cs: {nom: ork, acc: orka}`. A name that is the same in every form can be given as "
        "one text only where no other form is asked for. A name that is counted (`{n: coin}`) needs a form for "
        "one, and in Czech also `few` (for two to four) and `many`.",
    ),
    "RW502": CodeInfo(
        "a name that is not translated",
        "Most of the game has Czech names, but this has none, so Czech texts would show the English one.",
    ),
    "RW503": CodeInfo(
        "a choice without Czech words",
        "The game says in Czech what players are asked, but not here. What players pick, or may do, is then asked "
        "in general words ('vyber: kartu'), and a branch keeps its English name. Add the words of the choice "
        "under `ask:`, and the name of the branch under `labels:`. This is reported only in games that have Czech "
        "words under `ask:`.",
    ),
}
