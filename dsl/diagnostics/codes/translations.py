"""RW5xx: names and translations."""

from .code import CodeInfo

NAMES: dict[str, CodeInfo] = {
    "RW501": CodeInfo(
        "a form of a name is missing",
        "A line of the log asks for a name in a form (`{foe:acc}`), and this name, which can stand there, has no "
        "such form. Add it: `cs: {nom: ork, acc: orka}`. A name that is the same in every form can be given as "
        "one text only where no other form is asked for. A name that is counted (`{n: coin}`) needs a form for "
        "each plural category of the language: `one` and `other`, or `one`, `few` (for two to four) and `many`.",
    ),
    "RW502": CodeInfo(
        "a text that is not translated",
        "The game has names in a language, but this name, title, label or line of the log has none, so readers of "
        "that language would see the words of the rules.",
    ),
    "RW503": CodeInfo(
        "a choice without words of its own",
        "The game says in a language what players are asked, but not here. What players pick, or may do, is then "
        "asked in general words ('Choose a card.'), and a branch keeps its name in the rules; so do alternatives "
        "(`A / B`) and what is done in any order. Add the words of the choice under `ask:`, and the name of the "
        "branch under `labels:`. This is reported only for languages that have words under `ask:`.",
    ),
    "RW504": CodeInfo(
        "a form that the language does not have",
        "Names are given, and asked for, in the forms of the language: its cases (`nom`, `acc`), `plural`, the "
        "categories of what is counted (`one`, `few`), and these with a case (`plural gen`). This form is not "
        "among them, so the plain form is shown instead. The cases of a language that the game declares under "
        "`languages:` are listed under its `forms:`.",
    ),
    "RW505": CodeInfo(
        "a number that a sentence says and its phrase does not have",
        "A phrase says in another language how it reads, and this sentence has a number of its own. Neither what the "
        "phrase does nor what the phrases in it do has this number, so one of the two is most likely old. A number "
        "in a slot of the phrase is always right.",
    ),
    "RW506": CodeInfo(
        "a promise that a sentence makes and its phrase does not keep",
        "A sentence in another language says that something may be left, is denied, or happens only once, and "
        "nothing in what the phrase does says so, nor do its own words. A reader would play another rule than the "
        "game does.",
    ),
    "RW507": CodeInfo(
        "a term that a phrase says and its sentence does not",
        "The words of a phrase name a type or a design, and its sentence in another language names it nowhere, or in "
        "another number: one where there are several, or several where there is one.",
    ),
    "RW508": CodeInfo(
        "two things with one name in a language",
        "Two designs of a type, two places, or two states have the same name in a language, so players cannot tell "
        "which is meant, and texts about them read the same.",
    ),
    "RW509": CodeInfo(
        "a decision about nothing",
        "A decision fills a hole that the rulebook leaves. Name the statements beside which the hole is, under "
        "`about:`, so that a reader of `rulewright rules GAME --decisions` can judge whether it fills a hole, or "
        "overrules what stands there.",
    ),
    "RW510": CodeInfo(
        "about what is no statement",
        "A decision, or a public fact, is `about:` statements of the rulebook. It is not about another decision: "
        "name the statements that both touch. A statement itself is about nothing else.",
    ),
    "RW511": CodeInfo(
        "a decision without a reason",
        "`why:` says what the rulebook leaves open and why it was settled so, or, for a public fact, where it comes "
        "from. Without it nobody can judge later whether the decision is still needed.",
    ),
}
