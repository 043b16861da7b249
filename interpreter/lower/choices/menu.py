"""A decision in the making: where it is taken, what can be chosen, and the text that each option leads to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from ....dsl import tree as t
from ....dsl.diagnostics.source import Span
from ....dsl.languages import Message
from ....dsl.model.game import Phase
from ....dsl.model.symbols import Phrase
from ...ir import Choose, Const, Expr, Option
from ..building.builder import Builder, Scope
from ..building.unit import Unit
from ..lowered import Need, SiteKind
from ..recursion import Body, Recursion
from .reports import Reports
from .sites import ChoiceSites

ALWAYS = Const(1)
NOTHING_LEFT = "nothing can be chosen"


@attrs.frozen
class Menus:
    """What every menu uses."""

    unit: Unit
    sites: ChoiceSites
    reports: Reports
    again: Recursion

    def of(
        self,
        kind: SiteKind,
        node: t.Stmt,
        scope: Scope,
        b: Builder,
        *,
        what: t.Expr | None = None,
        title: Message | None = None,
        may_be_secret: bool = True,
    ) -> Menu:
        """The menu of a statement, or of `what` it lets choose."""
        secret = may_be_secret and self.unit.disclosure.keeps(node)
        asked = node if what is not None else None
        site = self.sites.site(kind, what or node, node.span, title, secret=secret, asked=asked)
        return Menu(self, site, scope, b, node.span, node)

    def beyond(
        self,
        kind: SiteKind,
        node: Phrase | None,
        span: Span | None,
        scope: Scope,
        b: Builder,
        *,
        title: dict[str, str] | Message | None = None,
        secret: bool = False,
        asked: t.Trigger | Phase | None = None,
    ) -> Menu:
        """A menu that is not a statement: of a turn, or of abilities, perhaps instead of an action."""
        site = self.sites.site(kind, node, span, title, secret=secret, asked=asked)
        return Menu(self, site, scope, b, span, node)


class Menu:
    """One decision. Options are added in order; `ask` lets a player choose; `bodies` writes what they lead to."""

    def __init__(
        self, menus: Menus, site: int, scope: Scope, b: Builder, span: Span | None, node: Any
    ) -> None:
        self.menus, self.site, self.scope, self.b, self.span, self.node = menus, site, scope, b, span, node
        self.secret = menus.sites.sites[site].secret
        self.options: list[Option] = []
        self._bodies: list[tuple[int, Body]] = []

    def add(
        self,
        name: str,
        guard: Expr = ALWAYS,
        target: int | None = None,
        *,
        body: Body | None = None,
        label: dict[str, str] | None = None,
        needs: tuple[Need, ...] = (),
        pieces: tuple[int, ...] = (),
        said: str = "",
    ) -> int:
        """An option, and the block to which it leads: a new one unless given. `body` is what is done there."""
        target = self._block(target, body)
        sites = self.menus.sites
        self.options.append(sites.label_option(self.site, name, guard, target, label, needs, pieces, said))
        return target

    def add_yes(
        self, node: t.May | t.MayRepeatedly, guard: Expr, target: int, needs: tuple[Need, ...]
    ) -> None:
        """The option to do what a player may do."""
        self._block(target, node.body)
        self.options.append(self.menus.sites.yes(self.site, node, guard, target, needs))

    def _block(self, target: int | None, body: Body | None) -> int:
        target = self.b.block() if target is None else target
        if body is not None:
            self._bodies.append((target, body))
        return target

    def ask(self, player: Expr, otherwise: str | int = NOTHING_LEFT, *, at: Span | None = None) -> None:
        """Lets the player choose, `at` this text if not at that of the site. That there is nothing to choose is a
        fault."""
        menus, span = self.menus, at or self.span
        fault = menus.unit.fault("RW404", otherwise, span) if isinstance(otherwise, str) else otherwise
        if isinstance(self.node, Phrase):
            menus.reports.ask_instead(self.site, self.node, self.scope, self.b)
        else:
            menus.reports.ask(self.site, self.node, self.scope, self.b)
        self.b.end(Choose(self.site, player, tuple(self.options), fault, span=span))

    def each(self, after: int) -> Iterator[Body]:
        """What each option leads to: what is done with it is written into its block, which continues at `after`."""
        for target, body in self._bodies:
            self.b.start(target)
            yield body
            self.b.jump(after)

    def do(self, body: Body, player: Expr) -> None:
        """What an option leads to, for the player who has chosen it."""
        with self.menus.reports.secretly(self.secret, player, self.b):
            self.menus.again.body(body, self.scope, self.b)

    def bodies(self, player: Expr, then: int) -> None:
        """Does what each option leads to, and then continues at `then`."""
        for body in self.each(then):
            self.do(body, player)
