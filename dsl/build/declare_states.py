"""Declarations of states: their types, and the names for one of them. Their start values are resolved later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from ..diagnostics.report import Report
from ..document.reader import Text
from ..languages import PLAIN, catalogue
from ..model.symbols import Name, State, Symbols
from ..schema.classes import Names, StateDoc
from ..syntax.vocabulary import words
from ..tree.types import Type


def names_of(base: str, several: str, docs: Mapping[Text, Names]) -> Name:
    """A name in all languages in which it is given."""
    forms: dict[str, dict[str, str]] = {}
    for language, doc in docs.items():
        plain = {PLAIN: str(doc.nom)} if doc.nom is not None else {}
        given = plain | {str(form): str(text) for form, text in doc.forms.items()}
        forms[str(language)] = dict(_inflected(str(language), tuple(given.items())))
    also = {str(language): tuple(map(str, doc.also)) for language, doc in docs.items() if doc.also}
    return Name(base, several, forms, also)


@lru_cache(maxsize=2_000)
def _inflected(language: str, given: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """The forms of a name. They are kept, because a game is read again and again while somebody writes it."""
    known = catalogue(language)
    return dict(given) if known is None else known.inflected(dict(given))


def state_of(name: Text, owner: str, type_: Type, doc: StateDoc, symbols: Symbols, report: Report) -> State:
    """The state, after reporting what is wrong with its keys. `owner`: game, player, a type, or the cells of a
    board."""
    secret = doc.secret is not None and str(doc.secret) == "yes"
    if doc.secret is not None and str(doc.secret) not in ("yes", "no"):
        report.error("RW220", "'secret' is yes or no", doc.secret.span, help="secret: yes")
    names = names_of(str(name), "", doc.names)
    until = str(doc.until) if doc.until is not None else None
    if until is not None and until not in symbols.phases:
        report.error("RW202", f"there is no phase '{until}'", doc.until.span if doc.until else None)
    paid = doc.paid is not None and str(doc.paid) == "up"
    if doc.paid is not None and str(doc.paid) not in ("up", "down"):
        report.error("RW220", "'paid' is up or down", doc.paid.span, help="paid: up")
    if paid and type_.kind == "table":
        message = "a table is paid down"
        help_text = "delete 'paid:'; let it hold what is left to pay with"
        report.error("RW216", message, doc.paid.span if doc.paid else None, help=help_text)
    if doc.singular is not None and (owner != "player" or type_.kind not in ("number", "table")):
        message = "only a number that players have can be gained and paid one by one"
        report.error("RW216", message, doc.singular.span, help="delete 'singular:'")
    return State(
        str(name),
        owner,
        type_,
        secret=secret,
        until=until,
        paid_up=paid,
        shown=is_shown(doc.shown, report),
        names=names,
        span=name.span,
    )


def is_shown(text: Text | None, report: Report) -> bool:
    """What `shown:` says: whether a terminal shows it."""
    if text is not None and str(text) not in ("yes", "no"):
        report.error("RW220", "'shown' is yes or no", text.span, help="shown: no")
    return text is None or str(text) != "no"


def name_one(
    state: State, doc: StateDoc, take: Callable[[Text, str], bool], symbols: Symbols, report: Report
) -> None:
    """Declares the name for one of them: `gain 1 coin` means the same as `gain 1 coins`."""
    if doc.singular is None or state.type.kind not in ("number", "table"):
        return
    if words(str(doc.singular)) == words(state.name):
        message = f"'{doc.singular}' is already their name"
        help_text = "delete 'singular:', or give the name for one of them"
        report.error("RW218", message, doc.singular.span, help=help_text)
        return
    if state.type.kind == "table":
        _name_one_of_table(state, doc.singular, symbols, report)
        return
    if not take(doc.singular, "one of a state"):
        return
    state.singular = str(doc.singular)
    symbols.vocabulary.add(state.singular, "PROP", state.name)


def _name_one_of_table(state: State, singular: Text, symbols: Symbols, report: Report) -> None:
    """`gain 1 gem in ruby`: a number always stands before it, so it can also be the name of a type or a property."""
    for other in symbols.players.values():
        named = {words(other.name), words(other.singular)} if other.type.kind == "table" else set()
        if other is not state and words(str(singular)) in named:
            message = f"'{singular}' is already the name for one of '{other.name}'"
            report.error("RW218", message, singular.span, help="choose another name")
            return
    state.singular = str(singular)
    symbols.vocabulary.add(state.singular, "PROP_T", state.name)
