"""Missing Czech names and forms (RW501, RW502) in games that have Czech names, and missing forms of counted names."""

from __future__ import annotations

from collections.abc import Iterator

from .. import tree as t
from ..diagnostics.diagnostic import Note
from ..diagnostics.report import Report
from ..diagnostics.source import Span
from ..document.reader import Text
from ..library.library import in_library
from ..model.game import Game, LogSlot
from ..model.symbols import Name, Symbols
from ..schema.classes import GameDoc

Named = tuple[str, Name | None, Span | None]


def translations(game: Game, doc: GameDoc, report: Report) -> None:
    _counts(game, report)
    names = list(_all_names(game.symbols))
    if not any(name is not None and name.cs for _, name, _ in names):
        return
    for label, name, span in names:
        if name is not None and not name.cs:
            report.warn("RW502", f"'{label}' has no Czech name", span, help="add 'cs: …'")
    asked = _asked(game, doc)
    for (label, form), line in asked.items():
        found = next((entry for entry in names if entry[0] == label), None)
        if found is not None and found[1] is not None and found[1].cs and form not in found[1].cs:
            report.warn(
                "RW501",
                f"'{label}' has no Czech form '{form}'",
                found[2],
                notes=[Note(f"a line of the log asks for it: {line}", line.span)],
                help=f"add it: cs: {{nom: {found[1].cs.get('nom', '…')}, {form}: …}}",
            )


def _counts(game: Game, report: Report) -> None:
    """Report missing forms of counted names: for one, in Czech for two to four, and for many."""
    words = {"en": ("singular:", "plural:", "plural:"), "cs": ("one", "few", "many")}
    reported: set[tuple[str, str, str]] = set()
    for languages in (*game.logs.values(), *game.asks.values()):
        for language, parts in languages.items():
            for part in parts:
                if not isinstance(part, LogSlot) or part.counted is None:
                    continue
                noun = part.counted
                for word, form in zip(words[language], noun.forms[language], strict=True):
                    if form is None and (noun.name, language, word) not in reported:
                        reported.add((noun.name, language, word))
                        what = f"Czech form '{word}'" if language == "cs" else f"'{word}'"
                        report.warn(
                            "RW501",
                            f"'{noun.name}' has no {what}, so it cannot be counted",
                            part.value.span,
                            help=f"add it to 'cs:' of '{noun.name}': {word}: …"
                            if language == "cs"
                            else f"say what one of it is called: {word} …",
                        )


def _all_names(symbols: Symbols) -> Iterator[Named]:
    for type_ in symbols.types.values():
        yield type_.name, type_.names, type_.span
    for design in symbols.designs.values():
        yield design.name, design.names, design.span
    for place in symbols.places.values():
        yield place.name, place.names, place.span
    for state in (*symbols.game.values(), *symbols.players.values()):
        yield state.name, state.names, state.span
    for number in symbols.named_values.values():
        if not in_library(number.span):
            yield number.name, number.names, number.span
    for option in symbols.options.values():
        yield option.name, option.names, option.span


def _asked(game: Game, doc: GameDoc) -> dict[tuple[str, str], Text]:
    """The names that can stand in a slot of a Czech line, with the form and the line."""
    lines = _lines(doc)
    asked: dict[tuple[str, str], Text] = {}
    said = {**game.logs, **{f"ask {name}": languages for name, languages in game.asks.items()}}
    for key, languages in said.items():
        for part in languages.get("cs", ()):
            if isinstance(part, LogSlot):
                for name in _possible(part.value, game.symbols):
                    asked.setdefault((name, part.form), lines[key])
    return asked


def _lines(doc: GameDoc) -> dict[str, Text]:
    found: dict[str, Text] = {}
    for signature, phrase in doc.phrases.items():
        if phrase.log is not None and phrase.log.cs is not None:
            found[f"phrase {signature}"] = phrase.log.cs
    for name, title in doc.ask.items():
        if title.cs is not None:
            found[f"ask {name}"] = title.cs
    todo = [("", node) for node in doc.flow]
    while todo:
        above, node = todo.pop()
        path = f"{above}{node.phase}"
        if node.log is not None and node.log.cs is not None:
            found[f"phase {path}"] = node.log.cs
        todo += [(path + "/", inner) for inner in node.phases]
    return found


def _possible(value: t.Expr, symbols: Symbols) -> list[str]:
    if value.type.kind in ("piece", "kind", "pieces", "kinds", "list"):
        return [
            name for type_ in value.type.of if type_ in symbols.types for name in symbols.types[type_].designs
        ]
    return [value.name] if isinstance(value, t.PlaceValue) else []
