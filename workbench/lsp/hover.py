"""What editors show for the place under the pointer: what a name is, how a text was understood, what a rule says,
what a key means."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ...dsl.diagnostics.source import Span
from ...dsl.draft.attempts import Attempt
from ...dsl.languages import BASE
from ...dsl.model.game import Game, Rule
from ...dsl.model.uses import VARIABLE, Use
from ...dsl.printing.statements import show_as
from ...dsl.syntax.keywords import VERBS, WORDS, Word
from .connection import Data
from .describe import block, declared_at, described, listed
from .doing import doing, statement_at
from .keys import meaning
from .naming import declaration_at
from .outline import tree_of
from .projects import Project
from .session import Session, Spot
from .trees import Way, span_of, way_to

logger = logging.getLogger("rulewright.lsp")

_LINE = "\n\n---\n\n"


def hover(session: Session, params: Data) -> Data | None:
    spot = session.spot(params)
    if spot is None:
        return None
    found = _Hover(session, spot)
    parts = found.parts()
    if not parts:
        return None
    data: Data = {"contents": {"kind": "markdown", "value": _LINE.join(parts)}}
    if found.span is not None and found.span.source.text == spot.document.text:
        data["range"] = spot.document.lines.range(found.span.start, found.span.end)
    return data


class _Hover:
    def __init__(self, session: Session, spot: Spot) -> None:
        self.session = session
        self.spot = spot
        self.project = spot.project
        self.game: Game | None = spot.project.draft.model
        self.span: Span | None = None  # what it is about

    def parts(self) -> list[str]:
        spot = self.spot
        tree, now = tree_of(self.project, spot.document)
        way = way_to(tree, spot.offset, now)
        if way.text is not None:
            self.span = now(way.text.span)
        rule = self._rule(way)
        if rule is not None:
            return [rule]
        in_text = way.text is not None and not way.is_key
        attempt = self.project.attempt_at(spot.document, spot.offset) if in_text else None
        if attempt is not None:
            said = self._use(attempt) or self._word(attempt)
            return [*said, *self._done(attempt), *self._understood(attempt)]
        meant = [part for part in (self._key(way),) if part]
        if way.is_key:
            return self._declared(way) or meant or self._named()
        return (self._named() if way.text is not None else []) or meant

    # -------------------------------------------------------------------------- rules

    def _rule(self, way: Way) -> str | None:
        """The rule that is cited or declared here."""
        keys = way.keys
        cited = way.text is not None and not way.is_key and ("rule" in keys[-2:] or _is_about(keys))
        declared = way.is_key and len(keys) >= 2 and keys[-2] == "rules"
        if way.text is None or self.game is None or not (cited or declared):
            return None
        rule = self.game.rules.get(way.text.value)
        return rule_text(self.session, self.project, rule) if rule is not None else None

    # -------------------------------------------------------------------------- texts

    def _use(self, attempt: Attempt) -> list[str]:
        """What the name under the pointer is."""
        for use in attempt.uses:
            at = self.project.draft.now(attempt.text.span_of(use.start, use.end))
            if at is not None and at.start <= self.spot.offset <= at.end:
                self.span = at
                lines = self._said(use, attempt)
                return ["\n\n".join(lines)] if lines else []
        return []

    def _word(self, attempt: Attempt) -> list[str]:
        """What the keyword under the pointer does, or else the statement around it, with an example."""
        text, now = attempt.text, self.project.draft.now
        statement: tuple[Word, Span] | None = None
        for word, start, end in keywords_of(text.value):
            at = now(text.span_of(start, end))
            if at is None or at.start > self.spot.offset:
                continue
            if self.spot.offset <= at.end:
                self.span = at
                return [_explained(word)]
            if word in VERBS:
                statement = word, at
        if statement is None or "\n" in statement[1].source.text[statement[1].end : self.spot.offset]:
            return []
        return [_explained(statement[0])]

    def _done(self, attempt: Attempt) -> list[str]:
        """What the statement under the pointer does in this game."""
        if self.game is None or attempt.tree is None:
            return []
        try:
            found = statement_at(attempt.tree, self.spot.offset, self.project.draft.now)
            lines = [] if found is None else doing(self.game, found)
        except Exception:  # a game with holes
            logger.exception("a statement cannot be described")
            return []
        return ["\n\n".join(lines)] if lines else []

    def _named(self) -> list[str]:
        """What is named here outside of texts: by a key, a value, a path, a line of a scenario."""
        found = declaration_at(self.spot)
        if found is None:
            return []
        reference, declaration = found
        owner = (declaration.owner,) if declaration.owner else ()
        lines = self._safely(declaration.sort, declaration.name, owner)
        if not lines:
            return []
        self.span = Span(self.spot.document.source, reference.start, reference.end)
        sources = self.project.draft.sources
        places = [one for one in declaration.places if one.source in sources]
        about = self._about(Span(sources[one.source], one.start, one.end) for one in places)
        return ["\n\n".join([*lines, *about])]

    def _said(self, use: Use, attempt: Attempt) -> list[str]:
        if self.game is None:
            return []
        name = use.variable or use.name
        if use.sort == VARIABLE or use.variable:
            type_ = attempt.scope.variables.get(name) or attempt.scope.state.get(name)
            said = f": {type_}" if type_ is not None else ""
            where = "" if type_ is not None else ", named in this text"
            return [f"**{name}**{said}{where}"]
        lines = self._safely(use.sort, use.name, use.owner)
        spans = declared_at(self.game, use.sort, use.name, use.owner) if lines else []
        return [*lines, *self._about(spans)]

    def _safely(self, sort: str, name: str, owner: tuple[str, ...]) -> list[str]:
        assert self.game is not None
        try:
            return described(self.game, sort, name, owner)
        except Exception:  # a game with holes
            logger.exception("%s '%s' cannot be described", sort, name)
            return []

    def _about(self, spans: Iterable[Span | None]) -> list[str]:
        """Where something is declared, and the rules that its declaration cites."""
        draft = self.project.draft
        lines = []
        for span in spans:
            at = draft.now(span)
            tree = draft.documents.get(at.source.name) if at is not None else None
            if at is None or tree is None:
                continue
            lines.append(f"declared in {Path(at.source.name).name}, line {at.line}")
            steps = way_to(tree, at.start, draft.now).steps
            whole = span_of(steps[-1], draft.now) if steps else None
            cited = [
                one.rule
                for one in (self.game.citations if self.game is not None else ())
                if whole is not None and (place := draft.now(one.span)) is not None and whole.overlaps(place)
            ]
            if cited:
                lines.append(f"cites {listed(dict.fromkeys(cited))}")
        return lines

    def _understood(self, attempt: Attempt) -> list[str]:
        """How a text was understood, in all languages that have words for all of it."""
        if attempt.tree is None or self.game is None:
            return []
        if attempt.start == "expression" and " " not in attempt.text.value.strip():
            return []
        found = []
        try:
            found.append(block(show_as(attempt.start, attempt.tree, self.game.symbols)))
            from ...dsl.printing.patterns.printer import PatternPrinter

            for language in self.game.languages:
                catalogue = self.game.language(language)
                if language == BASE or not catalogue.patterns:
                    continue
                printer = PatternPrinter(self.game, language)
                text = printer.text(attempt.tree)
                if not printer.missing:
                    found.append(f"{catalogue.name}:\n{block(text)}")
        except Exception:  # a game with holes
            logger.exception("a text cannot be printed")
        return ["\n\n".join(found)] if found else []

    # --------------------------------------------------------------------------- keys

    def _declared(self, way: Way) -> list[str]:
        """What a key declares."""
        if self.game is None or way.text is None or not way.is_key:
            return []
        sort, owner = declared_sort(way.keys)
        lines = self._safely(sort, way.text.value, owner) if sort else []
        lines += self._about([way.text.span]) if lines else []
        return ["\n\n".join(lines)] if lines else []

    def _key(self, way: Way) -> str | None:
        """What the key means under which the pointer is."""
        keys = way.keys
        while keys and not keys[-1]:
            keys = keys[:-1]
        found = meaning(self.spot.document.look.kind, keys)
        if found is None:
            return None
        if not way.is_key:
            step = next((one for one in reversed(way.steps) if one.key is not None), None)
            self.span = self.span or (span_of(step, self.project.draft.now) if step is not None else None)
        return f"**{keys[-1]}**: {found}"


_ALL_WORDS = {
    spelling: word for word in reversed(WORDS) for spelling in word.spellings if spelling[0].isalpha()
}
_SPELLED = re.compile(
    rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(_ALL_WORDS, key=len, reverse=True)))})(?![\w-])"
)


def keywords_of(text: str) -> Iterator[tuple[Word, int, int]]:
    """The keywords of a text, the longest at each place, with where they begin and end."""
    for found in _SPELLED.finditer(text):
        yield _ALL_WORDS[found[0]], found.start(), found.end()


def _explained(word: Word) -> str:
    example = f"\n\nfor example: `{word.example}`" if word.example else ""
    return f"**{word.name}**: {word.meaning}{example}"


_DECLARES: dict[str, tuple[str, bool]] = {
    "components": ("type", False),
    "places": ("place", False),
    "game has": ("state", False),
    "players have": ("property", True),
    "numbers": ("number", False),
    "names": ("number", False),
    "options": ("option", False),
    "phrases": ("phrase", False),
}


def declared_sort(keys: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """What is declared by the last of these keys, and whose it is; empty if nothing."""
    if len(keys) == 2 and keys[0] in _DECLARES:
        sort, of_players = _DECLARES[keys[0]]
        return sort, ("player",) if of_players else ()
    if len(keys) != 4:
        return "", ()
    section, owner, inside, _ = keys
    if section == "components" and inside == "designs":
        return "design", ()
    if section in ("components", "places") and inside in ("properties", "state"):
        return "property", (owner,)
    if section == "places" and inside == "cells":
        return "cell", (owner,)
    if section == "phrases" and inside == "state":
        return "phrase state", (owner,)
    return "", ()


def _is_about(keys: Sequence[str]) -> bool:
    """Whether the keys lead to what a rule is about: `rules`, its id, `about`, and its number in a list."""
    return "about" in keys[-2:] and len(keys) >= 3 and "rules" in keys[-4:-2]


def rule_text(session: Session, project: Project, rule: Rule) -> str:
    """A rule with all that it says, who cites it and what shows it."""
    game = project.draft.model
    lines = [f"**{rule.id}**" + (f" ({rule.kind})" if rule.kind != "rule" else "") + f": {rule.says}"]
    for language, says in rule.others.items():
        called = game.language(language).name if game is not None else language
        lines.append(f"{called}: {says}")
    if rule.why:
        lines.append(f"why: {rule.why}")
    if rule.about:
        lines.append(f"about {listed(rule.about)}")
    touched = (
        [other.id for other in game.rules.values() if rule.id in other.about] if game is not None else []
    )
    if touched:
        lines.append(f"{listed(touched)} {'is' if len(touched) == 1 else 'are'} about it")
    parts = (
        dict.fromkeys(one.part for one in game.citations if one.rule == rule.id) if game is not None else {}
    )
    lines.append(f"cited by {listed(parts)}" if parts else "nothing cites it")
    shown = project.shown.get(rule.id, ()) if project.shown is not None else ()
    if project.shown is not None:
        lines.append(f"shown by {listed(name for name, _ in shown)}" if shown else "no scenario shows it")
    return "\n\n".join(lines)
