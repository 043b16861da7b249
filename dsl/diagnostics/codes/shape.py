"""RW1xx: keys, structure, files that are merged, variants."""

from .code import CodeInfo

SHAPE: dict[str, CodeInfo] = {
    "RW101": CodeInfo(
        "unknown key",
        "Every key of a rule file means something, and an unknown key is an error: a misspelt restriction must "
        "never become no restriction. The message lists the keys that can stand here.",
    ),
    "RW102": CodeInfo(
        "a required key is missing",
        "This part cannot be understood without the key that the message names. Add it.",
    ),
    "RW103": CodeInfo(
        "a text is expected",
        "A mapping or a list stands where a text is expected. Most often the text holds a colon or "
        "begins with a bracket, so YAML took it apart. Quote the whole text.",
    ),
    "RW104": CodeInfo(
        "a mapping is expected",
        "Something else stands where `key: value` pairs are expected. Write one pair on each line, indented "
        "below the key, or all of them inside { }.",
    ),
    "RW105": CodeInfo(
        "a list is expected",
        "A mapping stands where a list is expected. Begin each entry with `- `, or write them inside [ ].",
    ),
    "RW106": CodeInfo(
        "nothing is written here",
        "The key has no value. An empty condition is never taken as no condition, so write what you mean, or "
        'delete the key. A text that is really empty is written "".',
    ),
    "RW107": CodeInfo(
        "the file does not hold a mapping",
        "At its outermost level a rule file consists of `key: value` lines, such as `game: its name`. "
        "This one is a list or a single text.",
    ),
    "RW108": CodeInfo(
        "another edition of the language",
        "A game names the edition of the language that it is written in, `rulewright: 2`. This one names an "
        "edition that is not known here: install a newer Rulewright, or correct the number.",
    ),
    "RW109": CodeInfo(
        "a variant or scenarios, where a game is expected",
        "The file is no game but belongs to one, as its keys show. A variant is checked together with the game "
        "that it changes, and scenarios are run with the game that they are about.",
    ),
    "RW120": CodeInfo(
        "the same part in two files",
        "When a game or a variant consists of several files, mappings under the same top-level key are merged, but "
        "each name can be declared in only one of the files. Rename or delete one of the two.",
    ),
    "RW121": CodeInfo(
        "two files that cannot be merged here",
        "Both files have this top-level key, and in at least one of them it is a text or a list, so it is not "
        "clear which one holds, or in what order. Keep it in one of the files.",
    ),
    "RW150": CodeInfo(
        "a variant of another game",
        "The key `of` of a variant names the game that it changes, and this is another game. A variant of a "
        "variant names the game too, and the other variant under `over`.",
    ),
    "RW151": CodeInfo(
        "no such part",
        "A path names a part by the keys that lead to it, from the outside in, with slashes between "
        "them: components/monster/designs/goblin/strength. A flow node is named by its `phase`. A "
        "slash inside a name is written \\/. The message shows the first step that leads nowhere.",
    ),
    "RW152": CodeInfo(
        "the part is already there",
        "`add` puts in a part that is not there yet, and so does a variant that writes parts as a game does. To "
        "change one that is there use `replace`, or `set` for a single text.",
    ),
    "RW153": CodeInfo(
        "only a text can be set",
        "`set` gives a single text a new value. To put in a mapping or a list, or to put something in "
        "the place of one, use `replace` (if the part is there) or `add` (if it is not).",
    ),
    "RW154": CodeInfo(
        "texts are atomic",
        "The path leads into a text or a list, which can only be replaced as a whole. Shorten the "
        "path so that it names the whole text or list.",
    ),
    "RW155": CodeInfo(
        "two variants change the same part",
        "Both variants touch this part, or one touches a part inside what the other touches, so the result would "
        "depend on their order. If one is meant to win, it names the other: `over: [other variant]`. What both add "
        "can stand in a third variant that both need.",
    ),
    "RW156": CodeInfo(
        "variants that are over each other",
        "Following the keys `over`, `needs` and `joins` leads back to the same variant, so it is not clear which one "
        "is applied first. Delete one of them.",
    ),
    "RW157": CodeInfo(
        "a flow node cannot be put there",
        "A node added to the flow has the name of the last step of its path, and may say `after: name` or "
        "`before: name` (one of the two) with the name of a node beside it; without them it comes last.",
    ),
    "RW158": CodeInfo(
        "two variants of the same name",
        "Variants that are used together have different names, so that `over` and messages can tell "
        "them apart. Perhaps the same variant was given twice.",
    ),
    "RW159": CodeInfo(
        "a variant that another one needs or joins is not there",
        "`needs` and `joins` name variants in the folder `variants` of the game, by the names of their files or "
        "folders, which are also the names that they call themselves under the key `variant`.",
    ),
    "RW160": CodeInfo(
        "a variant that cannot be named",
        "A variant that `joins` others is applied by itself whenever all of them are, so name these. One that says "
        "`on its own: no` only serves those that need it, and is applied with them.",
    ),
}
