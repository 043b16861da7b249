"""RW0xx: reading files and YAML."""

from .code import CodeInfo

READING: dict[str, CodeInfo] = {
    "RW001": CodeInfo(
        "the file is not UTF-8",
        "Rule files are text in the UTF-8 encoding. This one holds bytes that are not, most often because an "
        "editor saved it as Windows-1250 or UTF-16. Open it in the editor and save it again as UTF-8.",
    ),
    "RW002": CodeInfo(
        "a character that no text file should hold",
        "The file holds an invisible character: a control character such as NUL, one without width, or one that "
        'changes the direction of writing, perhaps from an escape such as "\\e". Either the file is not a text '
        "file (an image, an archive), or it is damaged, or it would look different from what is read. Delete the "
        "character, or name the right file.",
    ),
    "RW003": CodeInfo(
        "the file is empty",
        "There is nothing in the file but blank lines and comments. A game begins with `rulewright: 2` and "
        "`game: its name`. If the file is not needed, delete it.",
    ),
    "RW004": CodeInfo(
        "the file is too large",
        "A rule file may have at most 2 MB, and 250,000 keys, texts and lists, far more than any rulebook. You "
        "can split a game into several files of one folder; their top-level keys are merged.",
    ),
    "RW005": CodeInfo(
        "nested too deeply",
        "Mappings and lists are nested more than 50 levels deep. No rule needs that; most often a bracket was "
        "left open, or lines are indented by mistake.",
    ),
    "RW006": CodeInfo(
        "the file cannot be read",
        "The file is missing, or it cannot be opened. Check its name, its folder and its permissions.",
    ),
    "RW007": CodeInfo(
        "no such game",
        "A game is named by the name under which it ships (`rulewright games` lists them), by the path of a "
        "folder that holds its rule files, or by the path of a single rule file.",
    ),
    "RW008": CodeInfo(
        "no rule files in the folder",
        "All files of a folder whose names end in `.yaml` are together one game; files in folders inside it "
        "are not part of it. This folder has none. Name the folder that has them, or begin a game with "
        "`rulewright new game NAME`.",
    ),
    "RW009": CodeInfo(
        "no such variant",
        "A variant is named by the name of its file in the folder `variants` of the game, without `.yaml`, "
        "or by the path of its file. `rulewright games` lists the variants of each game.",
    ),
    "RW010": CodeInfo(
        "this is not YAML",
        "The file cannot be read as YAML from this place on. Often the cause is on this line or just "
        "above it: a bracket or quote that is not closed, an indentation that fits no line above, or "
        "a text that begins with a sign that means something in YAML and so must be quoted.",
    ),
    "RW011": CodeInfo(
        "a tab where spaces are wanted",
        "YAML measures indentation, and a tab has no agreed width, so only spaces may indent or stand "
        "before a text. Replace the tab by spaces; most editors can do that for a whole file.",
    ),
    "RW012": CodeInfo(
        "quote this text",
        "YAML took a sign inside a text as its own: a colon followed by a space makes a key, and "
        "inside `{ }` or `[ ]` also commas and brackets mean something. Put the whole text in quotes: "
        '"once per round: roll", or write it as a block after `|`, where nothing needs quotes.',
    ),
    "RW013": CodeInfo(
        "a comment swallows part of a text",
        "In YAML ` #` begins a comment, so the rest of the line would silently not belong to the text. If it "
        "belongs there, quote the whole text. If it is a comment, put a space after the `#`.",
    ),
    "RW014": CodeInfo(
        "the same key twice",
        "A key may stand only once in a mapping: YAML readers would silently keep one of the two. Rename or "
        "delete one of them.",
    ),
    "RW015": CodeInfo(
        "anchors and aliases are not used here",
        "In YAML `&name` marks a part and `*name` repeats it. Rule files do not use them, because a "
        "repeated part has no place of its own to point at. Write the part out; a rule that is used "
        "often becomes a phrase. A text that begins with & or * must be quoted.",
    ),
    "RW016": CodeInfo(
        "merge keys are not used here",
        "The YAML key `<<` would copy the keys of another mapping into this one. Write the keys out instead, "
        "so that each has its own place in the file.",
    ),
    "RW017": CodeInfo(
        "tags are not used here",
        "A YAML tag (`!name`) asks the reader to build some object. Rule files hold only texts, mappings and "
        "lists. Delete the tag; a text that begins with ! must be quoted.",
    ),
    "RW018": CodeInfo(
        "several documents in one file",
        "A line `---` or `...` ends a YAML document. A rule file holds one document. Delete the line, or put "
        "what follows it into a file of its own.",
    ),
    "RW019": CodeInfo(
        "a key must be a text",
        "A mapping or a list stands where a key is expected. A key that begins with { or [ must be quoted: "
        '"{finder: player} meets {foe: monster}".',
    ),
    "RW020": CodeInfo(
        "files of one game in two editions",
        "`rulewright:` names the edition of the language, and all files of a game are in the same one; so are all "
        "files of a variant, which may be in another than its game. `rulewright fmt --upgrade` rewrites a game in "
        "the newest edition.",
    ),
}
