"""RW5xx: names and translations."""

from .info import CodeInfo

NAMES: dict[str, CodeInfo] = {
    "RW501": CodeInfo(
        "a form of a name is missing",
        "A line of the log asks for a name in a form (`{foe:acc}`), and this name, which can come to "
        "stand there, has no such form. Add it: `cs: {nom: ork, acc: orka}`. A name that is the same in "
        "every form may be given as one text only where no other form is asked for. What is counted "
        "(`{n: coin}`) needs a form for one, in Czech also `few` (for two to four) and `many`.",
    ),
    "RW502": CodeInfo(
        "a name that is not translated",
        "Most of the game has Czech names, and this has none, so Czech texts would show the English one.",
    ),
    "RW503": CodeInfo(
        "a choice without Czech words",
        "The game says in Czech what players are asked, but not here. What is picked, or what may be done, is then "
        "asked in general words ('vyber: kartu'), and a branch is called by its English name. Give the choice its "
        "words under `ask:`, and the branch its name under `labels:`. A game that has no Czech words under `ask:` is "
        "not told this.",
    ),
}
