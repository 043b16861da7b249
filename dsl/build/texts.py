"""The common state of resolving all texts of a game: notes trees, checks values, collects citations."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

from .. import tree as t
from ..diagnostics.report import Report
from ..document.reader import Text
from ..document.yaml_errors import quoting
from ..languages import Catalogue
from ..model.game import Citation, ResolvedText
from ..model.symbols import Symbols
from ..resolve import declarations, statements
from ..resolve.conditions import condition
from ..resolve.context import Context, children
from ..resolve.expressions import expression
from ..resolve.readings import Resolve, resolve_text
from ..schema.classes import GameDoc, Given
from ..syntax.parser import Syntax
from ..tree.types import Type, fits, outside

T = TypeVar("T")


def _condition(tree: Syntax, c: Context) -> t.Expr:
    return condition(children(tree)[0], c)


class Texts:
    """The texts that have been resolved, and the citations of rules found on the way."""

    def __init__(
        self,
        doc: GameDoc,
        symbols: Symbols,
        report: Report,
        languages: Mapping[str, Catalogue],
        removed: frozenset[str] = frozenset(),
        read: Resolve = resolve_text,
    ) -> None:
        self.doc = doc
        self.read = read
        self.removed = removed  # names that variants have taken out of the game
        self.languages = languages  # those that the game declares
        self.symbols = symbols
        self.report = report
        self.texts: list[ResolvedText] = []
        self.citations: list[Citation] = []
        self.rules = {str(known): None for known in doc.rules}

    def resolve(
        self,
        text: Text | None,
        start: str,
        resolver: Callable[[Syntax, Context], T],
        where: str,
        **scope: object,
    ) -> T | None:
        """The tree of a text, which is added to the texts of the game."""
        if text is None:
            return None
        context = Context(self.symbols, text, where=where, **scope)  # type: ignore[arg-type]
        variables = dict(context.variables)
        tree: T | None = self.read(text, start, resolver, context, self.report)
        if tree is not None:
            self.texts.append(
                ResolvedText(
                    start,
                    str(text),
                    tree,
                    text.span,
                    where,
                    variables,
                    context.state,
                    context.this,
                    text=text,
                    read_at=context.text.span,
                )
            )
        return tree

    def effect(self, text: Text | None, where: str, **scope: object) -> tuple[t.Stmt, ...]:
        return self.resolve(text, "effect", statements.body, where, **scope) or ()

    def parts(self, text: Text | None, where: str, **scope: object) -> tuple[t.Stmt, ...]:
        """An effect whose parts are done in any order."""
        return self.resolve(text, "parts", statements.parts, where, **scope) or ()

    def test(self, text: Text | None, where: str, **scope: object) -> t.Expr | None:
        return self.resolve(text, "condition_text", _condition, where, **scope)

    def reads_as_condition(self, text: Text, where: str) -> bool:
        """Whether a text is a condition; reports nothing."""
        tried = Report()
        context = Context(self.symbols, text, where=where)
        found = resolve_text(text, "condition_text", _condition, context, tried)
        return found is not None and not tried.has_errors

    def cite(self, rules: list[Text], part: str) -> None:
        for rule in rules:
            self.citations.append(Citation(str(rule), part, rule.span))
            if str(rule) not in self.rules:
                self.unknown_rule(rule, self.rules)

    def unknown_rule(self, rule: Text, known: Collection[str]) -> None:
        """Reports a rule that does not exist where one of the known ones was meant."""
        guess = self.report.guess(str(rule), lambda: known)
        help_text = f"did you mean '{guess}'?" if guess else "declare it under 'rules:'"
        self.report.error("RW301", f"there is no rule '{rule}'", rule.span, help=help_text, meant=guess)

    def players(self) -> t.Players:
        text = self.doc.players
        found = self.resolve(text, "players", declarations.players, "players")
        if found is None:
            span = text.span if text is not None else self.doc.game.span  # type: ignore[union-attr]
            most = declarations.MOST_PLAYERS  # so that no seat in a text is reported as missing
            return t.Players(most, most, span=span)
        return found

    def value(self, text: Text | None, want: Type, owner: Text, where: str) -> t.Expr | None:
        """A value of a type; a value of another type is reported."""
        if text is None:
            return self._usual(want, owner)
        value = self.resolve(text, "expression", expression, where)
        if value is None:
            return None
        if not fits(value.type, want) or outside(value.type, want):
            self.report.error(
                "RW220", f"'{owner}' is {want}, but this is {value.type}", text.span, help=f"give it {want}"
            )
            return None
        return value

    def quote(self, given: dict[Text, Text], owner: Text) -> None:
        """Report a mapping where a text is meant: most likely a text with a colon."""
        span = next(iter(given)).span.to(next(reversed(given.values())).span) if given else owner.span
        message = f"'{owner}' must be a text, but this is a mapping; quote this text"
        self.report.error("RW103", message, span, help=quoting(span))

    def single(self, given: Given | None, owner: Text) -> Text | None:
        """The single text under a key. A list is refused, because all but one of its entries would be dropped."""
        if given is None or isinstance(given, Text):
            return given
        if isinstance(given, dict):
            self.quote(given, owner)
            return None
        span = given[0].span.to(given[-1].span) if given else owner.span
        message = f"'{owner}' must be one text, but this is a list"
        self.report.error("RW103", message, span, help=f"one value is meant here: `{owner}: …`")
        return None

    def _usual(self, want: Type, owner: Text) -> t.Expr | None:
        """The default start value of a state: none, no, the first word, or the number nearest to 0."""
        span = owner.span
        if want.optional:
            return t.NoneValue(span=span, type=want)
        if want.kind == "number":
            return t.Number(min(max(0, want.least), want.most), span=span, type=want)
        if want.kind == "yes-no":
            return t.Truth(False, span=span, type=want)
        if want.kind == "word":
            return t.WordValue(want.of[0], span=span, type=want)
        if want.kind in ("pieces", "players", "kinds", "cells", "words"):
            return None
        self.report.error(
            "RW220",
            f"'{owner}' needs a value to start with",
            span,
            help="add 'starts:', or let it be '… or none'",
        )
        return None
