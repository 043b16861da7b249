"""Lowers reports about the course of a match: lines of the log, prompts, and the players who may see them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import attrs

from ....dsl import tree as t
from ....dsl.diagnostics.source import Span
from ....dsl.languages import BASE, PLAIN, Message
from ....dsl.model.game import LogSlot
from ....dsl.model.symbols import SLOT, Phrase
from ....dsl.secrecy.disclosure import Exposure, Known
from ....dsl.tree.walk import walk
from ...ir import Binary, Const, Emit, Expr, Unary
from ..building.builder import Builder, Scope
from ..lowered import EmittedEvent, EventKind, log_values, spoken
from ..values.common import Values
from .sites import ChoiceSites

GAP = "\0"
"""Stands for the action in a prompt that is taken apart."""


class Reports:
    def __init__(self, values: Values, sites: ChoiceSites) -> None:
        self.values, self.unit, self.sites = values, values.unit, sites

    def log_line(self, key: str, scope: Scope, span: Span | None, b: Builder) -> None:
        """Emits the values of the slots of a log line, in the order in which they are first named."""
        lines = self.unit.game.logs.get(key)
        if lines is None:
            return
        known = self.unit.disclosure.logged(key.removeprefix("phrase ")) if key.startswith("phrase ") else {}
        self._emit_values("log", key, lines, known, scope, span, b)

    def ask(self, site: int, node: t.Node | None, scope: Scope, b: Builder) -> None:
        """Emits, before a choice, the values of the slots of its prompt.

        A choice in the text of a scenario may have the name of a prompt, but not the names that its slots show: it is
        asked in general words.
        """
        name = self.sites.sites[site].asked
        lines = spoken(self.unit.game, name) if name is not None else {}
        if not _names(log_values(lines)) <= scope.variables.keys():
            self.sites.sites[site] = attrs.evolve(self.sites.sites[site], asked=None, told={})
            return
        if name is not None:
            known = (
                self.unit.disclosure.named_before(node)
                if node is not None
                else self.unit.disclosure.slots(name)
            )
            self._emit_values("ask", name, lines, known, scope, b.span, b)

    def ask_instead(self, site: int, phrase: Phrase, scope: Scope, b: Builder) -> None:
        """The same before a choice of what happens instead of an action. Without words of the game, it is asked with
        the values of the slots: in English by the name of the action, else by its line of the log."""
        if phrase.signature in self.unit.game.asks or not phrase.slots:
            self.ask(site, None, scope, b)
            return
        lines = {language: self._instead(phrase, language) for language in self.unit.game.languages}
        self.sites.sites[site] = attrs.evolve(self.sites.sites[site], asked=phrase.signature)
        known = self.unit.disclosure.slots(phrase.signature)
        self._emit_values("ask", phrase.signature, lines, known, scope, b.span, b, own=True)

    def _instead(self, phrase: Phrase, language: str) -> tuple[str | LogSlot, ...]:
        """What is asked: the prompt, in which the action is said with its slots."""
        before, _, after = Message("ask.instead of text", {"text": GAP}).say(language).partition(GAP)
        line = self.unit.game.logs.get(f"phrase {phrase.signature}", {}).get(language, ())
        if language != BASE and line:
            *most, last = line
            said: list[str | LogSlot] = [*most, last.rstrip(".!") if isinstance(last, str) else last]
        else:
            assert phrase.span is not None
            at, said = 0, []
            for slot in SLOT.finditer(phrase.signature):
                type_ = next(one.type for one in phrase.slots if one.name == slot.group(1))
                value = t.Variable(slot.group(1), span=phrase.span, type=type_)
                said += [phrase.signature[at : slot.start()], LogSlot(value, PLAIN)]
                at = slot.end()
            said.append(phrase.signature[at:])
        return tuple(part for part in (before, *said, after) if part)

    def _emit_values(
        self,
        kind: EventKind,
        key: str,
        lines: dict[str, tuple[str | LogSlot, ...]],
        known: Known,
        scope: Scope,
        span: Span | None,
        b: Builder,
        *,
        own: bool = False,
    ) -> None:
        number = len(self.unit.event_list)
        self.unit.event_list.append(EmittedEvent(number, kind, key, span, lines if own else {}))
        arguments: list[Expr] = []
        with self.values.leniently():
            for value in log_values(lines):
                exposure = self.unit.disclosure.exposure(value, known)
                arguments.append(self.values.lower(value, scope))
                arguments += self.guarded(exposure, scope)
        b.emit(Emit(number, tuple(arguments), span=span))

    def shown(self, node: t.Look | t.Show, pieces: Expr, players: Expr, scope: Scope, b: Builder) -> None:
        """Emits that pieces are about to be shown to some players."""
        places = [one.place for one in walk(node.what) if isinstance(one, t.EndOf | t.InPlace)]
        place: Expr = Const(-1)
        if len(places) == 1 and places[0].type.kind in ("place", "cell"):
            with self.values.leniently():
                place = self.values.lower(places[0], scope)
        whole = isinstance(node.what, t.Select) and all(
            isinstance(one, t.InPlace) for one in node.what.filters
        )
        line = f"phrase {scope.phrase}"
        told = line if scope.phrase and line in self.unit.game.logs else ""
        noticed = self.unit.disclosure.is_noticed(node) and not told
        key = f"{'noticed' if noticed else ''}/{'whole' if whole else ''}/{told}"
        self.unit.emit_event("shown", b, pieces, players, place, key=key)

    def guarded(self, exposure: Exposure, scope: Scope) -> tuple[Expr, Expr]:
        """The set of the players who may see a value (-1: all), and the set of the pieces that they must know."""
        readers: Expr = Const(-1)
        for owner in sorted(exposure.owners, key=repr):
            own = Const(0) if owner is None else Unary("bit", self.values.lower(owner, scope))
            readers = own if readers == Const(-1) else Binary("and", readers, own)
        faces: Expr = Const(0)
        for face in sorted(exposure.faces, key=repr):
            pieces = self.values.as_set(face, scope)
            faces = pieces if faces == Const(0) else Binary("or", faces, pieces)
        return readers, faces

    @contextmanager
    def secretly(self, secret: bool | Exposure, who: Expr | Scope, b: Builder) -> Iterator[None]:
        """Inside this context, log lines are for one player only: the one who chooses, or on whose secrets they
        depend."""
        if not secret:
            yield
            return
        readers: Expr = Const(0)
        if isinstance(secret, Exposure):
            assert isinstance(who, Scope)
            readers, _ = self.guarded(secret, who)
        elif isinstance(who, Expr):
            readers = Unary("bit", who)
        self.unit.secret_depth += 1
        self.unit.emit_event("secret", b, readers)
        yield
        self.unit.emit_event("open", b)
        self.unit.secret_depth -= 1


def _names(values: list[t.Expr]) -> set[str]:
    """The names of the text around that values use; not those that they bind themselves."""
    nodes = [node for value in values for node in walk(value)]
    bound = {node.name for node in nodes if isinstance(node, t.Where | t.WithExtreme | t.Aggregate)}
    return {node.name for node in nodes if isinstance(node, t.Variable)} - bound
