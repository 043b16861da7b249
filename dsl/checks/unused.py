"""Names that are declared and never used: RW302."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from .. import tree as t
from ..diagnostics.report import Report
from ..diagnostics.source import Span
from ..library.library import in_library
from ..model.game import Game
from ..model.look import panel_numbers
from ..model.survey import abilities, options
from ..model.symbols import State
from ..offers.choices import said_by_rules
from ..schema.classes import GameDoc
from ..tree.passes import over
from ..tree.types import COMPASS, Type
from ..tree.walk import walk

Used = set[tuple[str, str]]


def unused(game: Game, doc: GameDoc, report: Report) -> None:
    used = _used(game)
    _types_and_properties(game, used, report)
    symbols = game.symbols
    for name, place in symbols.places.items():
        _report("place", name, place.span, used, report, "no text names it")
    for name, state in symbols.game.items():
        _report("state", name, state.span, used, report, "no text reads or changes it")
    for name, state in symbols.players.items():
        _report("property", name, state.span, used, report, "no text reads or changes it", shown="state")
    for name, number in symbols.named_values.items():
        if in_library(number.span):
            continue
        shown = "number" if number.value.type.kind == "number" else "name"
        _report("number", name, number.span, used, report, "no text reads it", shown=shown)
    for name, option in symbols.options.items():
        _report("option", name, option.span, used, report, "no text reads it, so it changes nothing")
    for signature, phrase in symbols.phrases.items():
        if in_library(phrase.span):
            continue
        why = "no design and no phrase has this ability" if phrase.ability else "it never happens"
        _report("phrase", signature, phrase.span, used, report, why)
        for name, state in phrase.state.items():
            why = "the phrase neither reads nor changes it"
            _report("phrase state", f"{name} of {signature}", state.span, used, report, why, shown=name)


GIVEN = {"yes", "no", "nothing", "enough"}
"""Options that the language itself names."""


@over(
    t.Node,
    leaves="LITERALS NAMES SEATS OPERATORS OF_SETS STATES FIGURES FACES PLACED LYING STEPS SHAPE MEMBERS "
    "LIKE SPREADS MOVES SETS SHOWS ENDS FLOW PARTS AbilityCall HOOKS Modifier PlaceText Players "
    "Repetition Turns Alternatives AnyOrder Call Choose Let May MayRepeatedly Nothing Perform Shuffle "
    "Trigger CanBeDone "
    "CanPay CellValue Holds NumberValue OptionValue Property Select So Where WithExtreme "
    "WithoutPieces",
)
def labels(game: Game, doc: GameDoc, report: Report) -> None:
    """Report labels that name nothing; most likely, what they should name has another name."""
    named = GIVEN | {option.name for _, option in options(game)}
    for text in game.texts:
        for node in walk(text.tree):
            if isinstance(node, t.ChooseOne):
                named |= {branch.label for branch in node.branches}
            elif isinstance(node, t.Offer):
                named |= {branch.label for branch in node.branches} | {"pass"}
            elif isinstance(node, t.TypeText) and node.type.kind == "word":
                named |= set(node.type.of)
    named |= set(game.symbols.vocabulary.names(["WORD"]))
    # How one moves, without `from` or `to`: other languages say these words.
    named |= {way.rpartition(" ")[0] for place in game.symbols.places.values() for way in place.way_names}
    if any(place.text.kind in ("grid", "hexes") for place in game.symbols.places.values()):
        named |= set(COMPASS)
    named |= set(said_by_rules(game))
    for name in doc.labels:
        if str(name) not in named:
            guess = report.guess(str(name), lambda: sorted(named))
            report.warn(
                "RW302",
                f"the label '{name}' is never used: no branch, option, printed effect or word has this name",
                name.span,
                help=f"did you mean '{guess}'?" if guess else "use it, or delete it",
                meant=guess,
            )


def sections(game: Game, doc: GameDoc, report: Report) -> None:
    """Report names of sections that no rule stands in."""
    known = {name.partition(".")[0] for name in game.rules}
    for name in doc.sections:
        if str(name) not in known:
            guess = report.guess(str(name), lambda: sorted(known))
            message = f"the section '{name}' has no rules: no id begins with '{name}.'"
            help_text = f"did you mean '{guess}'?" if guess else "delete it"
            report.warn("RW302", message, name.span, help=help_text, meant=guess)
    unnamed = known - {str(name) for name in doc.sections} if doc.sections else set()
    for rule in doc.rules:
        section = str(rule).partition(".")[0]
        if section in unnamed and not game.stands_in_variant(rule.span):
            unnamed.discard(section)
            message = f"the section '{section}' has no name, and others have"
            report.warn("RW502", message, rule.span, help=f"add it to 'sections:': {section}: {{en: …}}")


def _other_words(said: set[str], type_: Type) -> list[str]:
    """The words in texts that the list does not have: one of the two may be misspelt."""
    return ["none", *sorted(said.difference(type_.of))]


def words(game: Game, doc: GameDoc, report: Report) -> None:
    """Report words of lists that no text uses: a state never becomes so, or `none` is misspelt."""
    said = {node.word for text in game.texts for node in walk(text.tree) if isinstance(node, t.WordValue)}
    symbols = game.symbols
    owners = [symbols.game, symbols.players, *(one.state for one in symbols.phrases.values())]
    owners += [one.properties for one in symbols.types.values()]
    states = [state for owner in owners for state in owner.values() if not state.printed]
    computed = _computed_words(game)
    for state in states:
        if state.type.kind != "word" or state.name in computed or set(state.type.of) <= set(COMPASS):
            continue
        starts = state.starts.word if isinstance(state.starts, t.WordValue) else None
        for word in state.type.of:
            if word != starts and word not in said:
                guess = report.guess(word, partial(_other_words, said, state.type))
                report.warn(
                    "RW302",
                    f"'{state.name}' is never '{word}': no text uses this word",
                    state.span,
                    help=f"did you mean '{guess}'?" if guess else "use it, or delete it",
                )


def _computed_words(game: Game) -> set[str]:
    """States whose words need not stand in texts: they get their value from something else, or from a choice."""
    found = set()
    for text in game.texts:
        for node in walk(text.tree):
            plain = t.WordValue | t.NoneValue
            if isinstance(node, t.Select) and node.base == "word":
                found.add(node.name)
            if isinstance(node, t.Become) and not isinstance(node.value, plain):
                target = node.target
                if isinstance(target, t.Property | t.GameState | t.PhraseState):
                    found.add(target.name)
    return found


def _types_and_properties(game: Game, used: Used, report: Report) -> None:
    for name, type_ in game.symbols.types.items():
        _report("type", name, type_.span, used, report, "no place holds it and no text names it")
        for prop, state in type_.properties.items():
            if state.type.kind != "abilities" and type_.turned_by != prop:
                _report("property", prop, state.span, used, report, "no text reads it")


def _report(
    sort: str, name: str, span: Span | None, used: Used, report: Report, why: str, *, shown: str = ""
) -> None:
    if (sort, name) not in used:
        what = sort if not shown or " " in sort else shown
        label = f"state '{shown}'" if sort == "phrase state" else f"{what} '{name}'"
        report.warn("RW302", f"the {label} is never used: {why}", span, help="use it, or delete it")


def _used(game: Game) -> Used:
    """Everything that the texts of the game refer to, by sort and name."""
    found: Used = set()
    for text in game.texts:
        found |= _in_tree(text.tree)
    for signature, phrase in game.symbols.phrases.items():
        for slot in phrase.slots:
            found |= _of_type(slot.type)
        mine = [node for text in phrase.abilities for node in walk(text.ability)]
        for node in mine:
            if isinstance(node, t.PhraseState):
                found.add(("phrase state", f"{node.name} of {signature}"))
    for ability in abilities(game):
        if isinstance(ability, t.AbilityCall):
            found.add(("phrase", ability.phrase))
    numbers = panel_numbers(game.symbols)
    found |= {("number", numbers[name]) for name in (*game.look.panel, game.look.leads) if name in numbers}
    if game.look.next is not None:
        found.add(("number", game.look.next))
    return found | _of_declarations(game)


def _of_declarations(game: Game) -> Used:
    """The types that places hold and that states and properties are of."""
    found: Used = set()
    symbols = game.symbols
    for place in symbols.places.values():
        found |= {("type", name) for name in place.text.types}
        if place.text.between:
            found.add(("place", place.text.between))
    states = [*symbols.game.values(), *symbols.players.values()]
    for option in symbols.options.values():
        found |= _of_type(option.type)
    for type_ in symbols.types.values():
        states += type_.properties.values()
    for state in states:
        found |= _of_type(state.type)
    keys = {state.type.of for state in states if state.type.by == "word"}
    for sort, owner in _owners(game):
        found |= {
            (sort, name)
            for name, state in owner.items()
            if state.type.of in keys and state.type.kind == "word"
        }
    return found


def _owners(game: Game) -> Iterator[tuple[str, dict[str, State]]]:
    """The states of the game, and all properties, by what they are called in a report."""
    yield "state", game.symbols.game
    yield "property", game.symbols.players
    for type_ in game.symbols.types.values():
        yield "property", type_.properties


def _of_type(type_: Type) -> Used:
    return {("type", name) for name in type_.of} if type_.kind != "word" else set()


@over(
    t.Node,
    leaves="LITERALS NAMES SEATS OPERATORS OF_SETS FACES LYING STEPS MEMBERS SPREADS MOVES SETS SHOWS ENDS "
    "MENUS DECLARED HOOKS Modifier Trigger Branch Choose If Let Nothing OnlyIf Perform "
    "Repeat Shuffle Simultaneously CanBeDone CanPay Direction EndOf PhraseState Where WithEither WithoutPieces",
)
def _in_tree(tree: object) -> Used:
    found: Used = set()
    for node in walk(tree):
        match node:
            case t.Select(base="types", type=type_):
                found |= {("type", name) for name in type_.of}
            case t.Select(base="type" | "kind", name=name):
                found.add(("type", name))
            case t.PlaceValue(name=name):
                found.add(("place", name))
            case t.GameState(name=name):
                found.add(("state", name))
            case t.NumberValue(name=name):
                found.add(("number", name))
            case t.OptionValue(name=name):
                found.add(("option", name))
            case t.Call(phrase=name) | t.AbilityCall(phrase=name) | t.So(phrase=name):
                found.add(("phrase", name))
            case t.CellValue(type=type_) | t.Between(type=type_):
                found |= {("place", board) for board in type_.of}
            case t.Select(base="word", name=name):
                found |= {("property", name), ("state", name)}
            case t.Select(base="cell", type=type_):
                found |= {("place", board) for board in type_.of}
            case t.ForEach(by=str(name)) | t.WithExtreme(name=name):
                found.add(("property", name))
            case t.Amount():
                found |= {("property", name) for name in node.names}
            case (
                t.Property(name=name)
                | t.WithProperty(name=name)
                | t.WhoIs(name=name)
                | t.Aggregate(name=name)
                | t.Differ(name=name)
                | t.Holds(name=name)
            ):
                found.add(("property", name))
    return found
