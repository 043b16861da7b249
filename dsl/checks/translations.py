"""What a game lacks in its languages: names and texts (RW502), forms of names (RW501); and forms that a language does
not have (RW504).

The languages of a game are those that it declares, and those in which something has a name. What is counted needs its
forms in the languages of the lines that count it.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import tree as t
from ..diagnostics.diagnostic import Note
from ..diagnostics.report import Report
from ..diagnostics.source import Span
from ..document.reader import Text
from ..languages import BASE, PLAIN, Catalogue
from ..library.library import in_library
from ..model.game import Game, LogSlot
from ..model.symbols import Name, Symbols
from ..schema.classes import AboutDoc, BesideDoc, GameDoc, Title
from ..tree.types import OF_DESIGNS
from .sentences import sentences

Named = tuple[str, Name, Span | None]


def translations(game: Game, doc: GameDoc, report: Report) -> None:
    _counts(game, report)
    _unknown_languages(game, doc, report)
    names = list(_all_names(game.symbols))
    _braces(names, report)
    declared = {str(tag) for tag in doc.languages}
    for tag in game.languages:
        if tag in declared or (tag != BASE and any(name.has(tag) for _, name, _ in names)):
            language = game.language(tag)
            _lacking([*names, *_cells(game.symbols, tag)], language, report)
            _untranslated(doc, language, report)
            _unsaid_rules(doc, language, report)
            _unsaid_phrases(game, language, report)
            sentences(game, language, report)
            _same_names(game, language, report)
            _forms_asked(game, doc, names, language, report)


def _same_names(game: Game, language: Catalogue, report: Report) -> None:
    """Report things of one sort that have the same name: players cannot tell them apart."""
    symbols, tag = game.symbols, language.tag
    sorts: list[list[tuple[str, Name | None, Span | None]]] = [
        [(one.name, one.names, one.span) for one in symbols.places.values()],
        [(one.name, one.names, one.span) for one in symbols.players.values()],
        [(one.name, one.names, one.span) for one in symbols.game.values()],
    ]
    for type_ in symbols.types.values():
        sorts.append([(one.name, one.names, one.span) for one in type_.properties.values()])
        designs = [symbols.designs[one] for one in type_.designs]
        sorts.append([(one.name, one.names, one.span) for one in designs])
    for sort in sorts:
        called: dict[str, str] = {}
        for name, names, span in sort:
            nominative = names.forms.get(tag, {}).get(PLAIN) if names is not None else None
            if nominative and called.setdefault(nominative.casefold(), name) != name:
                message = f"'{name}' has the {language.name} name of '{called[nominative.casefold()]}'"
                report.warn("RW508", message, span, help="call one of them something else")


def _braces(names: list[Named], report: Report) -> None:
    """Report braces in names: only designs that are made by a rule have slots, and those are filled by now."""
    for label, name, span in names:
        for tag, forms in name.forms.items():
            wrong = next((text for text in forms.values() if "{" in text or "}" in text), None)
            if wrong is not None:
                message = f"the name of '{label}' in '{tag}' has braces, which players would read: {wrong}"
                report.error("RW201", message, span, help="a name has no slots; say what it is called")
                break


def _unknown_languages(game: Game, doc: GameDoc, report: Report) -> None:
    """Keys that are to be languages, and are none."""
    given = [*doc.plain_words, *(tag for place in doc.places.values() for tag in place.cell_names)]
    for tag in given:
        if str(tag) not in game.languages:
            there_are = ", ".join(game.languages)
            report.error("RW202", f"there is no language '{tag}'", tag.span, help=f"there are: {there_are}")


def _lacking(names: list[Named], language: Catalogue, report: Report) -> None:
    lacking: dict[Span | None, list[str]] = {}  # designs that one line makes stand in one place
    for label, name, span in names:
        if not name.has(language.tag):
            lacking.setdefault(span, []).append(label)
    for span, labels in lacking.items():
        more = f" (nor have {len(labels) - 1} more that are declared here)" if len(labels) > 1 else ""
        message = f"'{labels[0]}' has no {language.name} name{more}"
        report.warn("RW502", message, span, help=f"add '{language.tag}: …'")


def _untranslated(doc: GameDoc, language: Catalogue, report: Report) -> None:
    """Titles, labels and lines of the log that are given in other languages only."""
    for what, title in _titles(doc):
        first = next(iter(title.said.values()), None)
        if first is not None and language.tag not in title.said and not in_library(first.span):
            message = f"{what} has no {language.name} text"
            report.warn("RW502", message, first.span, help=f"add '{language.tag}: …'")


def _unsaid_rules(doc: GameDoc, language: Catalogue, report: Report) -> None:
    """Rules without a statement in a language in which others have one."""
    if any(language.tag in rule.said for rule in doc.rules.values()):
        for name, rule in doc.rules.items():
            if language.tag not in rule.said:
                message = f"the rule '{name}' is not said in {language.name}, and other rules are"
                report.warn("RW502", message, name.span, help=f"add '{language.tag}: …'")


def _unsaid_phrases(game: Game, language: Catalogue, report: Report) -> None:
    """Phrases without a sentence in a language in which others have one."""
    own = [one for one in game.symbols.phrases.values() if one.change is None and not in_library(one.span)]
    if any(language.tag in one.sentences for one in own):
        for phrase in own:
            if language.tag not in phrase.sentences:
                message = (
                    f"the phrase '{phrase.signature}' has no {language.name} sentence, and other phrases have"
                )
                report.warn("RW502", message, phrase.span, help=f"add '{language.tag}: …' to the phrase")


def _titles(doc: GameDoc) -> Iterator[tuple[str, Title | BesideDoc | AboutDoc]]:
    """The texts for players, but for what they are asked (RW503), each with what it is."""
    if doc.title is not None:
        yield "the title", doc.title
    if doc.about is not None:
        yield "the text about the game", doc.about
        if doc.about.wins is not None:
            yield "the text about who wins", doc.about.wins
    for name, setting in doc.options.items():
        if setting.title is not None:
            yield f"the title of '{name}'", setting.title
    for name, title in doc.sections.items():
        yield f"the section '{name}'", title
    for name, title in doc.labels.items():
        yield f"the label of '{name}'", title
    for signature, phrase in doc.phrases.items():
        if phrase.log is not None:
            yield f"the log of '{signature}'", phrase.log
    for name, place in doc.places.items():
        yield from ((f"'{part}' beside '{name}'", title) for part, title in place.beside.items())
    todo = doc.flow[::-1]
    while todo:
        node = todo.pop()
        named = {"title": node.title, "log": node.log}
        yield from ((f"the {key} of '{node.phase}'", one) for key, one in named.items() if one is not None)
        labels = ((name, option.label) for name, option in node.options.items())
        yield from ((f"the label of '{name}'", label) for name, label in labels if label is not None)
        todo += node.phases[::-1]


def _forms_asked(game: Game, doc: GameDoc, names: list[Named], language: Catalogue, report: Report) -> None:
    """Forms that lines ask for and names lack; forms that the language does not have at all."""
    forms = language.forms
    for label, name, span in names:
        for form in name.forms.get(language.tag, {}):
            if form not in forms:
                _unknown(form, f"'{label}' gives a form '{form}'", language, span, report)
        gender = name.forms.get(language.tag, {}).get("gender")
        if gender is not None and language.genders and gender not in language.genders:
            help_text = f"its genders are: {', '.join(language.genders)}"
            message = f"'{label}' has a gender '{gender}', which {language.name} does not have"
            report.warn("RW504", message, span, help=help_text)
    by_label = {label: (name, span) for label, name, span in reversed(names)}
    for (label, form), line in _asked(game, doc, language.tag).items():
        if label not in by_label:
            continue
        name, span = by_label[label]
        given = name.forms.get(language.tag, {})
        if given and form in forms and form not in given:
            report.warn(
                "RW501",
                f"'{label}' has no {language.name} form '{form}'",
                span,
                notes=[Note(f"a line of the log asks for it: {line}", line.span)],
                help=f"add it: {language.tag}: {{{PLAIN}: {given.get(PLAIN, '…')}, {form}: …}}",
            )
    reported = set()
    for languages in _lines_with_slots(game).values():
        for part in languages.get(language.tag, ()):
            if isinstance(part, LogSlot) and part.form not in forms and part.value.span not in reported:
                reported.add(part.value.span)
                _unknown(part.form, f"this asks for a form '{part.form}'", language, part.value.span, report)


def _unknown(form: str, what: str, language: Catalogue, span: Span | None, report: Report) -> None:
    guess = report.guess(form, lambda: language.forms)
    cases = ", ".join(language.cases)
    report.warn(
        "RW504",
        f"{what}, which {language.name} does not have",
        span,
        help=f"did you mean '{guess}'?" if guess else f"its forms are: {cases}, plural, …",
    )


def _counts(game: Game, report: Report) -> None:
    """Report missing forms of counted names, for each plural category of a language."""
    reported: set[tuple[str, str, str]] = set()
    for languages in _lines_with_slots(game).values():
        for tag, parts in languages.items():
            for part in parts:
                if not isinstance(part, LogSlot) or part.counted is None:
                    continue
                noun = part.counted
                for word, form in noun.forms[tag].items():
                    key = _OWN_KEYS.get(word, word) if tag == BASE else word
                    if form is None and (noun.name, tag, key) not in reported:
                        reported.add((noun.name, tag, key))
                        _uncounted(game, noun.name, tag, key, part.value.span, report)


_OWN_KEYS = {"one": "singular:", "other": "plural:"}
"""Where names in the language of the rules have their forms: beside the name, under keys of their own."""


def _uncounted(game: Game, noun: str, tag: str, form: str, span: Span | None, report: Report) -> None:
    if tag == BASE:
        what, help_text = f"'{form}'", f"say what one of it is called: {form} …"
    else:
        what = f"{game.language(tag).name} form '{form}'"
        help_text = f"add it to '{tag}:' of '{noun}': {form}: …"
    report.warn("RW501", f"'{noun}' has no {what}, so it cannot be counted", span, help=help_text)


def _all_names(symbols: Symbols) -> Iterator[Named]:
    for type_ in symbols.types.values():
        yield type_.name, type_.names, type_.span
    for design in symbols.designs.values():
        yield design.name, design.names, design.span
    for place in symbols.places.values():
        yield place.name, place.names, place.span
    for state in (*symbols.game.values(), *symbols.players.values()):
        if state.names is not None:
            yield state.name, state.names, state.span
    for number in symbols.named_values.values():
        if number.names is not None and not in_library(number.span):
            yield number.name, number.names, number.span
    for option in symbols.options.values():
        if option.names is not None:
            yield option.name, option.names, option.span


def _cells(symbols: Symbols, tag: str) -> Iterator[Named]:
    """The cells of boards on which some cell has a name in a language: `b2` needs none, a kitchen does."""
    for place in symbols.places.values():
        if any(cell.names.has(tag) for cell in place.printed.values()):
            yield from ((name, cell.names, cell.span) for name, cell in place.printed.items())


def _asked(game: Game, doc: GameDoc, language: str) -> dict[tuple[str, str], Text]:
    """The names that can stand in a slot of a line in a language, with the form and the line."""
    lines = _lines(doc, language)
    asked: dict[tuple[str, str], Text] = {}
    for key, languages in _lines_with_slots(game).items():
        for part in languages.get(language, ()):
            if isinstance(part, LogSlot):
                for name in _possible(part.value, game.symbols):
                    asked.setdefault((name, part.form), lines[key])
    return asked


def _lines_with_slots(game: Game) -> dict[str, dict[str, tuple[str | LogSlot, ...]]]:
    """The lines of the log, what players are asked, and what stands beside rows; each by language."""
    asked = {f"ask {name}": languages for name, languages in game.asks.items()}
    told = {f"answer {name}": languages for name, languages in game.answers.items()}
    beside = {
        f"beside {name} {part.name}": part.lines for name, parts in game.beside.items() for part in parts
    }
    return {**game.logs, **asked, **told, **beside}


def _lines(doc: GameDoc, language: str) -> dict[str, Text]:
    found: dict[str, Text] = {}
    for place, inner in doc.places.items():
        for part, title in inner.beside.items():
            if language in title.said:
                found[f"beside {place} {part}"] = title.said[language]
    for signature, phrase in doc.phrases.items():
        if phrase.log is not None and language in phrase.log.said:
            found[f"phrase {signature}"] = phrase.log.said[language]
    for name, asked in doc.ask.items():
        if language in asked.said:
            found[f"ask {name}"] = asked.said[language]
        if asked.log is not None and language in asked.log.said:
            found[f"answer {name}"] = asked.log.said[language]
    todo = [("", node) for node in doc.flow]
    while todo:
        above, node = todo.pop()
        path = f"{above}{node.phase}"
        if node.log is not None and language in node.log.said:
            found[f"phase {path}"] = node.log.said[language]
        todo += [(path + "/", inner) for inner in node.phases]
    return found


def _possible(value: t.Expr, symbols: Symbols) -> list[str]:
    if value.type.kind in OF_DESIGNS:
        return [
            name for type_ in value.type.of if type_ in symbols.types for name in symbols.types[type_].designs
        ]
    return [value.name] if isinstance(value, t.PlaceValue) else []
