"""`rulewright texts`: whether the texts printed on cards say what their effects do."""

from __future__ import annotations

import argparse
import collections
import csv
import io
import json
import unicodedata
from pathlib import Path

from ...dsl.diagnostics.report import Report
from ...dsl.diagnostics.source import Source
from ...dsl.diagnostics.suggest import closest
from ...dsl.document.reader import Mapping, Text, read_document
from ...dsl.languages import BASE
from ...dsl.model.game import Game
from ..commandline.arguments import add_format, add_game, identity, opened_in_language
from ..commandline.console import BAD_USAGE, CLEAN, FINDINGS, Console
from ..printed_texts import Verdict, alike, judged

DESCRIPTION = """\
Compare the texts printed on cards with what their effects say. SHEET is a CSV file with the columns id (or name) and
text, as 'rulewright cards' prints it, or a YAML file with a text for each id; without it, the texts are those that
designs have under 'printed:'. A text is proved if it is how its
effect reads; trusted if it is, but a sentence in it has no slots, so that only a person can judge what it promises;
and open if its effect never reads like this: then the nearest text is printed, with the words that differ."""
EXAMPLES = (
    "rulewright texts ./my-game                        texts under 'printed:'",
    "rulewright texts ./my-game cards.csv              texts in English",
    "rulewright texts ./my-game cards.csv --lang LANGUAGE",
)
EXIT_CODES = (
    "0 all are proved or trusted, 1 open texts or errors in the game, 2 bad usage or an unusable sheet"
)


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("sheet", metavar="SHEET", nargs="?", help="a CSV or YAML file")
    parser.add_argument("--lang", metavar="LANGUAGE", default=BASE, help=f"the language (default: {BASE})")
    add_format(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    game = opened_in_language(args, console, "texts")
    if args.sheet is None:
        printed = {
            one.name: one.printed[args.lang]
            for one in game.symbols.designs.values()
            if args.lang in one.printed
        }
        if not printed:
            console.remark(
                f"rulewright texts: no design says what is 'printed:' in '{args.lang}'; name a SHEET"
            )
            return BAD_USAGE
        return show(game, args, printed, console)
    try:
        printed = read(Path(args.sheet), game, args.lang)
    except (OSError, ValueError, csv.Error) as error:
        console.remark(f"rulewright texts: {args.sheet} cannot be used: {error}")
        return BAD_USAGE
    return show(game, args, printed, console)


def show(game: Game, args: argparse.Namespace, printed: dict[str, str], console: Console) -> int:
    verdicts = list(judged(game, args.lang, printed))
    same = list(alike(game, args.lang))
    counts = collections.Counter(one.level for one in verdicts)
    if args.format == "json":
        data = [_data(one) for one in verdicts]
        console.write(
            json.dumps({**identity(game), "texts": data, "alike": same}, ensure_ascii=False, indent=2)
        )
    else:
        for one in verdicts:
            for line in _lines(one):
                console.write(line)
        for left, right, text in same:
            console.write(f"{left}, {right}: two effects read the same: {text}")
        others = [
            tag for tag in game.languages if tag not in (BASE, args.lang) and game.language(tag).patterns
        ]
        if verdicts and counts["open"] == len(verdicts) and args.lang == BASE and others:
            console.remark(f"all texts are open: if they are in another language, add --lang {others[0]}")
        console.write(", ".join(f"{counts[level]} {level}" for level in ("proved", "trusted", "open")))
    return FINDINGS if counts["open"] or same else CLEAN


def _data(one: Verdict) -> dict[str, object]:
    return {
        "id": one.design,
        "level": one.level,
        "printed": one.text,
        "nearest": one.nearest,
        "differences": [{"printed": printed, "effect": said} for printed, said in one.differences],
        "trusts": list(one.trusts),
    }


def _lines(one: Verdict) -> list[str]:
    if one.level == "proved":
        return []
    if one.level == "trusted":
        return [f"{one.name}: trusted: {', '.join(one.trusts)}"]
    said = "; ".join(
        f"the card says {printed!r}, the effect says {effect!r}" for printed, effect in one.differences
    )
    return [
        f"{one.name}: open: {said or 'the design prints no text'}",
        f"  card:   {' '.join(one.text.split())}",
        f"  effect: {' '.join(one.nearest.split())}",
    ]


def read(path: Path, game: Game, language: str) -> dict[str, str]:
    """The texts of a sheet by design; designs without a text are left out. Raises `ValueError` if it is no sheet, or
    names something that the game does not have."""
    try:
        text = unicodedata.normalize("NFC", path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise ValueError("it is not encoded as UTF-8; save it so") from None
    rows = _rows(text) if path.suffix.casefold() == ".csv" else _entries(text)
    by_name: dict[str, list[str]] = {}
    for one in game.symbols.designs.values():
        by_name.setdefault(one.names.say(language).casefold(), []).append(one.name)
    found: dict[str, str] = {}
    for called, printed, by_id in rows:
        named = by_name.get(called.casefold(), [])
        ids = [called] if called in game.symbols.designs else []
        meant = (ids or named) if by_id else (named or ids)
        if not meant:
            guess = closest(called, [*game.symbols.designs, *by_name])
            raise ValueError(
                f"nothing is called '{called}'" + (f"; did you mean '{guess}'?" if guess else "")
            )
        if len(meant) > 1:
            raise ValueError(f"several designs are called '{called}': give their ids: {', '.join(meant)}")
        if meant[0] in found:
            raise ValueError(f"'{called}' stands twice")
        if printed.strip():
            found[meant[0]] = printed
    if not found:
        raise ValueError("no row has a text")
    return found


Row = tuple[str, str, bool]
"""What a row names, its text, and whether it names it by its id."""


def _rows(text: str) -> list[Row]:
    head = text.partition("\n")[0]
    delimiter = ";" if ";" in head and "," not in head else ","
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)
    columns = reader.fieldnames or ()
    key = next((one for one in ("id", "name") if one in columns), None)
    if key is None or "text" not in columns:
        raise ValueError("a sheet has the columns 'id' (or 'name') and 'text'")
    return [(row[key], row["text"] or "", key == "id") for row in reader if row[key]]


def _entries(text: str) -> list[Row]:
    report = Report()
    entries = read_document(Source("sheet", text), report)
    found = [(str(name), one) for name, one in entries.items] if isinstance(entries, Mapping) else []
    if report.has_errors or not found or not all(isinstance(one, Text) for _, one in found):
        raise ValueError("a YAML sheet has a text for each id: `torch: kills monsters with strength <= 3`")
    return [(name, str(one), True) for name, one in found]
