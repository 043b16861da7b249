"""Which variants are applied to a game.

In: the documents of the variants that are named, and a way to read the game's others. Out: these documents, those of
the variants that they `need`, and those that `join` some of them. A variant that says `on its own: no` is only
applied for another one that needs it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from collections.abc import Mapping as Named
from collections.abc import Sequence as Documents

import attrs

from ..diagnostics.report import Report
from ..diagnostics.source import Source
from ..diagnostics.suggest import closest
from ..document.reader import Mapping, Node, Sequence, Text, read_document

Files = tuple[Source, ...]
"""The sources of a variant: one file, or the files of a folder."""
Others = Named[str, Callable[[Report], Files]]
"""A function that reads the files of each variant in a game's folder, by the variant's name."""
_JOINS = re.compile(r"\bjoins[\"']?[ \t]*:")


@attrs.frozen(eq=False)
class Read:
    """A variant that was read: its sources, and their united document."""

    files: Files
    node: Node


Parse = Callable[[Files, Report], Read | None]


def all_applied(named: Documents[Read], others: Others, parse: Parse, report: Report) -> list[Read]:
    """All variants that are applied, in any order."""
    found = _Closure(list(named), others, parse, report)
    found.add_needed(0)
    found.add_joining()
    found.report_unnameable(len(named))
    return found.read


def names_under(variant: Node, key: str) -> list[Text]:
    """The names in a list, or the single one, under a key of a variant."""
    part = variant.get(key) if isinstance(variant, Mapping) else None
    items = part.items if isinstance(part, Sequence) else (part,)
    return [item for item in items if isinstance(item, Text) and not item.is_empty]


def joins_others(source: Source) -> bool:
    """Whether a text is a variant that joins others."""
    node = read_document(source, Report()) if _JOINS.search(source.text) else None
    return node is not None and bool(names_under(node, "joins"))


def can_be_named(variant: Node) -> bool:
    """Whether a player may choose a variant: it neither joins others nor only serves them."""
    return not names_under(variant, "joins") and not _only_serves(variant)


def _only_serves(variant: Node) -> bool:
    return [one.value for one in names_under(variant, "on its own")] == ["no"]


def name_of(variant: Node) -> str:
    return next((one.value for one in names_under(variant, "variant")), "")


class _Closure:
    """The documents found so far."""

    def __init__(
        self,
        named: list[Read],
        others: Others,
        parse: Parse,
        report: Report,
    ) -> None:
        self.read = named
        self.others = others
        self.parse = parse
        self.report = report

    def add_needed(self, first: int) -> None:
        """Adds what the documents from a number on need."""
        for at, one in enumerate(self.read):  # which become more meanwhile
            for need in names_under(one.node, "needs") if at >= first else ():
                if need.value not in self._names():
                    self._add(need, one.node)

    def _names(self) -> set[str]:
        return {name_of(one.node) for one in self.read}

    def _add(self, name: Text, doc: Node) -> None:
        """Adds the variant that a document needs."""
        if name.value not in self.others:
            self._report_missing(name, f"'{name_of(doc)}' needs the variant '{name}'")
            return
        found = self.parse(self.others[name.value](self.report), self.report)
        if found is None:
            return
        called = next(iter(names_under(found.node, "variant")), None)
        if called is not None and called != name:
            help = f"write `variant: {name}`, or give the file the name of the variant"
            message = f"this is called '{called}', but it is kept as the variant '{name}'"
            self.report.error("RW159", message, called.span, help=help)
            return
        self.read.append(found)

    def _report_missing(self, name: Text, what: str) -> None:
        meant = closest(name.value, list(self.others))
        known = f"there are: {', '.join(self.others)}" if self.others else f"write variants/{name}.yaml"
        help = f"did you mean '{meant}'?" if meant else known
        self.report.error("RW159", f"{what}, which is not there", name.span, help=help)

    def add_joining(self) -> None:
        """Adds the variants all of whose joined variants are applied, until there are no more."""
        if not self.read:
            return
        waiting = {name: names for name, names in self._joining() if name not in self._names()}
        while True:
            applied = self._names()
            ready = [name for name, names in waiting.items() if {one.value for one in names} <= applied]
            if not ready:
                return
            for name in ready:
                del waiting[name]
                found = self.parse(self.others[name](self.report), self.report)
                if found is not None:
                    self.read.append(found)
                    self.add_needed(len(self.read) - 1)

    def _joining(self) -> Iterator[tuple[str, list[Text]]]:
        """The game's variants that join others, and which; names that are not there are reported."""
        known = {*self.others, *self._names()}
        for name, files in self.others.items():
            if not any(_JOINS.search(source.text) for source in files(Report())):
                continue
            found = self.parse(files(Report()), Report())
            names = names_under(found.node, "joins") if found is not None else []
            missing = [one for one in names if one.value not in known]
            for one in missing:
                self._report_missing(one, f"'{name}' joins the variant '{one}'")
            if names and not missing:
                yield name, names

    def report_unnameable(self, named: int) -> None:
        """Reports those of the named variants that cannot be named."""
        needed = {need.value for one in self.read for need in names_under(one.node, "needs")}
        for doc in (one.node for one in self.read[:named]):
            name, joined = name_of(doc), names_under(doc, "joins")
            if joined:
                message = f"'{name}' cannot be named: it is applied by itself where all that it joins are"
                help = f"name these instead: {_listed(joined)}"
                self.report.error("RW160", message, joined[0].span, help=help)
            elif _only_serves(doc) and name not in needed:
                (said,) = names_under(doc, "on its own")
                needing = [other for other, node in self._parsed() if _needs(node, name)]
                message = f"'{name}' cannot be named alone: it only serves other variants"
                help = f"name one that needs it: {_listed(needing)}"
                if not needing:
                    help = f"no variant needs it: write `needs: {name}` in one, or delete `on its own`"
                self.report.error("RW160", message, said.span, help=help)

    def _parsed(self) -> Iterator[tuple[str, Node]]:
        for name, files in self.others.items():
            found = self.parse(files(Report()), Report())
            if found is not None:
                yield name, found.node


def _needs(variant: Node, name: str) -> bool:
    return name in {one.value for one in names_under(variant, "needs")}


def _listed(names: Collection[Text] | Collection[str]) -> str:
    return ", ".join(map(str, names))
