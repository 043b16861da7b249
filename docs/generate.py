"""Writes what is generated: `docs/errors.md`, parts of `docs/language.md` and `docs/protocol.md`, the schema
`docs/protocol.schema.json`, the types of messages in `workbench/web/page/src/protocol.ts`, the schemas of YAML files
in `workbench/schemas`, and `dsl/syntax/grammar.tables`.

    python docs/generate.py               writes all
    python docs/generate.py --examples    first puts what is said now into every example

The page comes from the registry of codes and the examples in `tests/dsl/errors`, the tables from the grammar.
In `docs/language.md` what stands between `<!-- begin NAME -->` and `<!-- end NAME -->` is written here: the
tables of keywords from their registry, those of keys from the schema classes and `docs/keys.yaml`, as do the
schemas of YAML files. The tables of the protocol come from the classes of its messages.

An example is a file `RWnnn.txt`: what is read, a line of dashes, and what is said to it. What is read is one
whole file; or, by its first line,

    ! patch                  the small game with lines `< old` replaced by lines `> new`
    ! variant                the small game with the variant that follows
    ! files                  several files, each below a line `# file: name`
    ! bytes                  a file that is no text: Python escapes
    ! open NAME [VARIANT]    a game asked for by its name or path, as on the command line

In any of them `@@n:text@@` stands for n times the text.
"""

from __future__ import annotations

import json
import re
import sys
import types
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

import attrs
from rulewright.dsl.diagnostics.codes import CODES
from rulewright.dsl.diagnostics.diagnostic import Diagnostic
from rulewright.dsl.diagnostics.editions import STRICTER
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.diagnostics.text import render
from rulewright.dsl.document.reader import Mapping, Text, decode, read_document
from rulewright.dsl.languages import BASE, catalogue, tags
from rulewright.dsl.library import library
from rulewright.dsl.load import load_game
from rulewright.dsl.scenarios.classes import ScenarioDoc, ScenarioFile
from rulewright.dsl.scenarios.keys import THEN
from rulewright.dsl.schema import classes
from rulewright.dsl.schema.json_schema import json_schema, yaml_key
from rulewright.dsl.syntax import keywords
from rulewright.dsl.syntax.lark_tables import packed_tables
from rulewright.interpreter.match.output.objects import classes as objects
from rulewright.workbench.protocol import messages
from rulewright.workbench.web import messages as page_messages
from rulewright.workbench.wire.refusals import Problem
from rulewright.workbench.wire.shapes import classes_in, expected
from rulewright.workbench.wire.typescript import interfaces, type_of

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "tests" / "dsl" / "errors"
PAGE = ROOT / "docs" / "errors.md"
LANGUAGE = ROOT / "docs" / "language.md"
EDITIONS_PAGE = ROOT / "docs" / "editions.md"
KEYS = ROOT / "docs" / "keys.yaml"
PROTOCOL = ROOT / "docs" / "protocol.md"
PROTOCOL_SCHEMA = ROOT / "docs" / "protocol.schema.json"
PAGE_TYPES = ROOT / "workbench" / "web" / "page" / "src" / "protocol.ts"
YAML_SCHEMAS = ROOT / "workbench" / "schemas"
TABLES = ROOT / "dsl" / "syntax" / "grammar.tables"
SMALL = "small.yaml"
LATER = ("RW4", "RW6", "RW7")  # these come from playing, scenarios and saves: no text of a game yields them
SECTIONS = {
    "RW0": "Reading files and YAML",
    "RW1": "Keys, structure, variants",
    "RW2": "Names, syntax and types in texts",
    "RW3": "Checks of the whole game",
    "RW4": "Faults at run time",
    "RW5": "Names and translations",
    "RW6": "Scenarios",
    "RW7": "Saves, records, choices",
}
_DASHES = "\n-----\n"


@attrs.frozen
class Example:
    """What is read, and what is said to it."""

    code: str
    directive: str
    given: str
    says: str

    def shown(self) -> str:
        """What is read, as the page shows it."""
        if self.directive.startswith("open"):
            return "rulewright check" + self.directive.removeprefix("open").replace(" ", " ", 1)
        return self.given


def examples() -> dict[str, Example]:
    """All examples, by code."""
    return {path.stem: _example(path) for path in sorted(EXAMPLES.glob("RW*.txt"))}


def _example(path: Path) -> Example:
    whole = path.read_text(encoding="utf-8")
    given, _, says = whole.partition(_DASHES)
    directive = ""
    if given.startswith("! "):
        first, _, given = given.partition("\n")
        directive = first.removeprefix("! ").strip()
    return Example(path.stem, directive, given, says.strip("\n"))


# --------------------------------------------------------------------- running


def findings(example: Example) -> tuple[Diagnostic, ...]:
    """What the language says to an example."""
    report = Report()
    kind, *names = example.directive.split(" ")
    given = re.sub(r"@@(\d+):(.*?)@@", lambda m: int(m[1]) * m[2], example.given + "\n", flags=re.DOTALL)
    small = (EXAMPLES / SMALL).read_text(encoding="utf-8")
    if kind == "open":
        _open(names, report)
    elif kind == "bytes":
        decode("game.yaml", given.rstrip("\n").encode().decode("unicode_escape").encode("latin-1"), report)
    elif kind == "patch":
        load_game([Source(SMALL, patched(small, given))], report)
    elif kind == "variant":
        variants = [Source(f"variants/{name}", text) for name, text in _files(given, "variant.yaml")]
        load_game([Source(SMALL, small)], report, variants=variants)
    else:
        load_game([Source(name, text) for name, text in _files(given, "game.yaml")], report)
    return report.diagnostics


def _open(names: list[str], report: Report) -> None:
    from rulewright.workbench.files.games import open_game

    open_game(names[0], report, variants=names[1:])


def _files(text: str, name: str) -> Iterator[tuple[str, str]]:
    """The files of an example; all of it is one if no line says otherwise."""
    parts = re.split(r"^# file: (.*)\n", text, flags=re.MULTILINE)
    if len(parts) == 1:
        yield name, text
    yield from zip(parts[1::2], parts[2::2], strict=True)


def patched(text: str, patch: str) -> str:
    """A text with each run of `<` lines replaced by the run of `>` lines after it."""
    for old, new in re.findall(r"((?:^<.*\n)+)((?:^>.*\n)*)", patch, flags=re.MULTILINE):
        before, after = (re.sub(r"^[<>] ?", "", part, flags=re.MULTILINE) for part in (old, new))
        if text.count(before) != 1:
            raise ValueError(f"the small game has these lines {text.count(before)} times:\n{before}")
        text = text.replace(before, after)
    return text


def said(example: Example) -> str:
    return "\n\n".join(render(diagnostic) for diagnostic in findings(example))


# --------------------------------------------------------------------- the page


def page() -> str:
    """The page, whole."""
    shown = examples()
    small = (EXAMPLES / SMALL).read_text(encoding="utf-8")
    lines = [
        "# Errors and warnings",
        "",
        "<!-- Written by docs/generate.py from dsl/codes and tests/dsl/errors: change those, not this. -->",
        "",
        "Every finding has a code that never changes its meaning; `rulewright explain CODE` says the "
        "same as this page. Each example below is run by the tests, and says exactly this. Many are "
        "the small game at the end of the page with some lines changed: `-` what it says, `+` what it "
        "says instead.",
        "",
    ]
    section = ""
    for code, info in CODES.items():
        if code[:3] != section:
            section = code[:3]
            lines += [f"## {section}xx: {SECTIONS[section]}", ""]
        lines += [f"### {code}: {info.title}", "", info.explanation, ""]
        if code in shown:
            lines += _shown(shown[code])
    return "\n".join([*lines, "## The small game", "", "```yaml", small.rstrip("\n"), "```", ""])


def _shown(example: Example) -> list[str]:
    given, language = example.shown(), "yaml"
    if example.directive == "patch":
        given = re.sub(r"^([<>])", lambda m: "-" if m[1] == "<" else "+", given, flags=re.MULTILINE)
        language = "diff"
    if example.directive == "bytes" or example.directive.startswith("open"):
        language = "text"
    return [f"```{language}", given.rstrip("\n"), "```", "", "```text", example.says, "```", ""]


# ----------------------------------------------------------- parts of the language


def filled(text: str) -> str:
    """A page (of the language, of the protocol) with its generated parts written anew."""
    parts = {f"words {name.casefold()}": _words(getattr(keywords, name)) for name in WORDS}
    parts |= {f"keys {cls.__name__}": _keys(cls) for cls in SCHEMA}
    parts |= {"keys of then": _keys_of_then(), "migrations": _migrations()}
    parts |= {"methods": _methods(), "messages": _messages(), "library": _library()}

    def part(found: re.Match[str]) -> str:
        return f"<!-- begin {found[1]} -->\n{parts[found[1]]}\n<!-- end {found[1]} -->"

    return re.sub(r"<!-- begin (.*?) -->\n.*?<!-- end \1 -->", part, text, flags=re.DOTALL)


WORDS = ("VERBS", "JOINTS", "QUANTITIES", "ABILITIES", "DECLARATIONS", "MARKS")
SCHEMA: tuple[type, ...] = (
    *(cls for cls in vars(classes).values() if isinstance(cls, type) and cls.__module__ == classes.__name__),
    ScenarioFile,
    ScenarioDoc,
)


def _words(words: tuple[keywords.Word, ...]) -> str:
    rows = (
        [", ".join(f"`{one}`" for one in word.spellings), word.meaning, f"`{word.example}`"] for word in words
    )
    return _table(["word", "meaning", "example"], rows)


def _migrations() -> str:
    """What each edition is stricter about: how it was written, and how it is written now."""
    rows = (
        [
            f"[{one.code}](errors.md#{anchor(one.code)})",
            one.what,
            f"`{one.old}`",
            f"`{one.new}`",
            f"edition {one.since}",
            "by command" if one.by_command else "by hand",
        ]
        for one in STRICTER.values()
    )
    return _table(["code", "what", "old", "new", "an error since", "rewritten"], rows)


def anchor(code: str) -> str:
    """Where the page of errors speaks of a code."""
    title = f"{code}: {CODES[code].title}".lower()
    return re.sub(r"[^\w\- ]", "", title).replace(" ", "-")


def _library() -> str:
    """Every sentence of the library: what a game needs for it, and what it means."""
    rows = []
    for one in library.entries():
        body = getattr(one.doc, "do", None) or getattr(one.doc, "is_", None)
        needs = ", ".join(f"`{need}`" for need in one.needs) or "–"
        rows.append([f"`{one.name}`", needs, f"`{' '.join(str(body).split())}`"])
    return _table(["sentence", "needs", "means"], rows)


def _keys(cls: type) -> str:
    """The keys of a schema class: what stands under each, and what it means."""
    meanings = key_meanings()[cls.__name__]
    hints = get_type_hints(cls)
    rows = []
    for field in attrs.fields(cls):
        name = yaml_key(field)
        if field.metadata["part"]:
            continue
        if field.metadata["languages"]:
            under = _bears(get_args(hints[field.name])[1])
            others = [one for tag in tags() if tag != BASE and (one := catalogue(tag)) is not None]
            rows += [[f"`{one.tag}`", under, meanings[name].format(language=one.name)] for one in others]
            continue
        shown = "any other" if field.metadata["rest"] else f"`{name}`"
        needed = ", needed" if field.default is attrs.NOTHING else ""
        rows.append([shown, _bears(hints[field.name]) + needed, meanings[name]])
    parts = [f"`{yaml_key(field)}`" for field in attrs.fields(cls) if field.metadata["part"]]
    if parts:
        rows.append([", ".join(parts), "as in a game", meanings["parts"]])
    return _table(["key", "under it", "meaning"], rows)


def _keys_of_then() -> str:
    """What can be expected in every game."""
    rows = ([f"`{one.names(1)[0]}`", one.says] for one in THEN)
    return _table(["key in every game", "value"], rows)


def key_meanings() -> dict[str, dict[str, str]]:
    """What `docs/keys.yaml` says, by class and key."""
    node = read_document(Source("keys.yaml", KEYS.read_text(encoding="utf-8")), Report())
    assert isinstance(node, Mapping)
    found: dict[str, dict[str, str]] = {}
    for name, keys in node.items:
        assert isinstance(keys, Mapping)
        found[str(name)] = {str(key): str(value) for key, value in keys.items}
    return found


def _bears(hint: Any) -> str:
    """What stands under a key, by the type of its field."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        kinds = set(arguments) - {type(None)}
        if dict[Text, Text] in kinds:
            return "a text, a list, or a mapping" if list[Text] in kinds else "a text, or a mapping"
        return " or ".join(_bears(one) for one in arguments if one is not type(None))
    if origin is list:
        member = _bears(arguments[0])
        return f"{member}, or a list" if arguments[0] is Text else f"a list, each {member}"
    if origin is dict:
        return f"names, each with {_bears(arguments[1])}"
    if hint is Text:
        return "a text"
    if hint is Any:
        return "anything"
    return _LINKS[hint.__name__]


_LINKS = {
    "CellDoc": "a [cell](#boards)",
    "WatchDoc": "a [watch](#whenever)",
    "AboutDoc": "[what it is about](#what-it-is-about)",
    "AskDoc": "a [prompt](#logs-and-labels)",
    "Title": "a [title](#titles-and-names)",
    "Names": "a [name](#titles-and-names)",
    "OptionDoc": "an [option](#options-of-the-set-up)",
    "TypeDoc": "a [type](#types-and-designs)",
    "DesignDoc": "a [design](#types-and-designs)",
    "PropertyDoc": "a [property](#types-and-designs)",
    "StateDoc": "a [state](#states)",
    "BesideDoc": "a [part](#pictures)",
    "DrawnDoc": "a [picture](#pictures)",
    "LookDoc": "a [look](look.md)",
    "SignDoc": "a [colour and a symbol](#look)",
    "TypeSignDoc": "a [colour, a symbol and images](#look)",
    "DesignSignDoc": "a [colour, a symbol and an image](#look)",
    "PlaceSignDoc": "a [colour, a symbol and an image](#look)",
    "SpotDoc": "a [cell](#look)",
    "PlaceDoc": "a [place](#places)",
    "NumberDoc": "a [number](#numbers) or [name](#names)",
    "PhraseDoc": "a [phrase](#phrases)",
    "LanguageDoc": "a [language](#languages)",
    "ChoiceDoc": "an [option](#turns-and-options)",
    "NodeDoc": "a [phase](#flow)",
    "RuleDoc": "a [rule](#rules-and-citations)",
    "InvariantDoc": "a [condition](#invariants)",
    "QuestionDoc": "a [question](#questions)",
    "ScenarioDoc": "a [scenario](#scenarios)",
}


def _table(head: list[str], rows: Iterable[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


# --------------------------------------------------------------------- the protocol


def _methods() -> str:
    """Every method: what it takes and gives."""
    rows = (
        [f"`{one.name}`", one.says, _parts(one.params), _parts(one.result)]
        for one in messages.METHODS.values()
    )
    return _table(["method", "what it does", "`params`", "`result`"], rows)


def _parts(cls: type) -> str:
    """The keys of a message; those that may be left out in brackets."""
    names = (
        f"`{one.name}`" if one.default is attrs.NOTHING else f"[`{one.name}`]" for one in attrs.fields(cls)
    )
    return ", ".join(names) or "–"


def _messages() -> str:
    """Every key of every message, once."""
    classes = [cls for one in messages.METHODS.values() for cls in (one.params, one.result)]
    every = dict.fromkeys(inner for cls in [*classes, Problem] for inner in classes_in(cls))
    blocks = []
    for cls in every:
        hints = get_type_hints(cls)
        rows = [
            [f"`{one.name}`", expected(hints[one.name]), one.metadata["says"]] for one in attrs.fields(cls)
        ]
        if rows:
            blocks += [f"### {cls.__name__}", "", (cls.__doc__ or "").strip(), ""]
            blocks += [_table(["key", "type", "meaning"], rows), ""]
    return "\n".join(blocks).rstrip("\n")


def schema_text() -> str:
    """The JSON Schema of the protocol."""
    return json.dumps(messages.protocol_schema(), ensure_ascii=False, indent=1) + "\n"


def page_types() -> str:
    """The types of what the page of the table and its server say to each other, in TypeScript."""
    aliases = {"Value": objects.Value}
    sent = [*page_messages.OVER_HTTP, *page_messages.MESSAGES]
    every = [*sent, *dict.fromkeys(page_messages.REQUESTS.values())]
    asked = [
        f'({{ type: "{name}" }} & Omit<{cls.__name__}, "id">)' for name, cls in page_messages.REQUESTS.items()
    ]
    unions = {
        "FromServer": [cls.__name__ for cls in page_messages.MESSAGES],
        "ToServer": asked,
    }
    return "\n".join(
        [
            "// Written by docs/generate.py from workbench/web/messages.py: do not change it here.",
            "",
            "/** A text in each language that has one. */",
            "export type Labels = Record<string, string>;",
            "/** The value of a state or of a printed property. */",
            f"export type Value = {type_of(objects.Value, {})};",
            "",
            interfaces(every, aliases, page_messages.MAY_BE_MISSING),
            *(f"export type {name} =\n  | " + "\n  | ".join(of) + ";" for name, of in unions.items()),
            "",
        ]
    )


def yaml_schemas() -> dict[Path, str]:
    """The JSON Schemas of YAML files: where each is written, and its text."""
    meanings = key_meanings()
    schemas = {
        # The files of a folder are one game, so none of them needs all that a game needs.
        "game": json_schema(classes.GameDoc, meanings, "a file of a game's rules", partial=True),
        "variant": {
            **json_schema(
                classes.VariantDoc,
                meanings,
                "a file of a variant of a game",
                partial=True,
                parts_of=classes.GameDoc,
            ),
            "dependencies": {"variant": ["rulewright", "of"]},  # in a folder, only one file names it
        },
        "scenarios": json_schema(ScenarioFile, meanings, "scenarios of a game"),
    }
    return {
        YAML_SCHEMAS / f"{name}.schema.json": json.dumps(one, ensure_ascii=False, indent=1) + "\n"
        for name, one in schemas.items()
    }


def rewrite_examples() -> None:
    """Puts what is said now into every example; read the difference before you commit it."""
    for code, example in examples().items():
        path = EXAMPLES / f"{code}.txt"
        given, _, _ = path.read_text(encoding="utf-8").partition(_DASHES)
        path.write_text(given.rstrip("\n") + _DASHES + said(example) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if "--examples" in sys.argv:
        rewrite_examples()
    PAGE.write_text(page(), encoding="utf-8")
    LANGUAGE.write_text(filled(LANGUAGE.read_text(encoding="utf-8")), encoding="utf-8")
    EDITIONS_PAGE.write_text(filled(EDITIONS_PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    PROTOCOL.write_text(filled(PROTOCOL.read_text(encoding="utf-8")), encoding="utf-8")
    PROTOCOL_SCHEMA.write_text(schema_text(), encoding="utf-8")
    PAGE_TYPES.write_text(page_types(), encoding="utf-8")
    for path, text in yaml_schemas().items():
        path.write_text(text, encoding="utf-8")
    TABLES.write_text(packed_tables(), encoding="utf-8")
