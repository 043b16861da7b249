"""RW5xx: names and translations."""

from .info import CodeInfo

NAMES: dict[str, CodeInfo] = {
    "RW501": CodeInfo(
        "a form of a name is missing",
        "A line of the log asks for a name in a form (`{foe:acc}`), and this name, which can come to "
        "stand there, has no such form. Add it: `cs: {nom: ork, acc: orka}`. A name that is the same in "
        "every form may be given as one text only where no other form is asked for. What is counted "
        "(`{n: coin}`) needs a form for each plural category of the language: `one` and `other`, or `one`, "
        "`few` (for two to four) and `many`.",
    ),
    "RW502": CodeInfo(
        "a text that is not translated",
        "The game has names in a language, and this name, title, label or line of the log has no words in it, so "
        "its readers would be shown those of the rules.",
    ),
    "RW503": CodeInfo(
        "a choice that is not translated",
        "The game says in a language what players are asked, but not here. What is picked, or what may be done, "
        "is then asked in general words ('choose: card'), and a branch is called by its name in the rules. Give the "
        "choice its words under `ask:`, and the branch its name under `labels:`. A game that has no words of a "
        "language under `ask:` has no such findings for it.",
    ),
    "RW504": CodeInfo(
        "a form that the language does not have",
        "Names are given, and asked for, in the forms of the language: its cases (`nom`, `acc`), `plural`, the "
        "categories of what is counted (`one`, `few`), and these with a case (`plural gen`). This is none of them, "
        "so the plain form is shown instead. A language that the game declares under `languages:` has the cases that "
        "stand under its `forms:`.",
    ),
}
