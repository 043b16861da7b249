"""Which variants come first, and which of their patches touch the same part.

In: variants, or their patches. Out: an order that does not depend on the order in which they were given, or the set
of patches that conflict with an earlier one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import attrs

from ..diagnostics.diagnostic import Note
from ..diagnostics.report import Report
from ..document.paths import Steps
from ..document.reader import Mapping, Node, Text
from ..schema.classes import VariantDoc

Place = tuple[str, ...]
"""The steps to a part, without `phases`."""


@attrs.frozen(eq=False)
class Patch:
    """One entry of a variant's `add`, `replace`, `set` or `remove` (which has no part), or one of its new parts."""

    doc: VariantDoc
    verb: str
    path: Text
    steps: Steps
    part: Node | None
    touched: tuple[Place, ...]
    lacking: tuple[str, ...] = ()
    """The variants that its variant is over and that are not applied."""
    after: frozenset[str] = frozenset()
    """The variants that are applied before its variant because it says so, or one of these does."""

    @property
    def variant(self) -> str:
        return str(self.doc.variant)


_ADDING = ("add", "new")


def in_order(docs: list[VariantDoc], report: Report) -> list[VariantDoc]:
    """The variants by name, but each after those that it is over, needs or joins; of two with one name only the
    first."""
    waiting = _by_name(docs, report)
    done: list[VariantDoc] = []
    while waiting:
        ready = [
            name for name, doc in waiting.items() if not any(str(other) in waiting for other in doc.after)
        ]
        if not ready:
            _report_cycle(waiting, report)
            ready = list(waiting)[:1]
        done.append(waiting.pop(ready[0]))
    return done


def before(docs: list[VariantDoc]) -> dict[str, frozenset[str]]:
    """The variants that each one comes after, directly or not, by its name."""
    found: dict[str, frozenset[str]] = {}
    for doc in docs:  # in order: those that it comes after are there already
        direct = {str(other) for other in doc.after}
        found[str(doc.variant)] = frozenset(direct).union(*(found.get(one, frozenset()) for one in direct))
    return found


def _by_name(docs: list[VariantDoc], report: Report) -> dict[str, VariantDoc]:
    found: dict[str, VariantDoc] = {}
    for doc in sorted(
        docs, key=lambda doc: (str(doc.variant), doc.variant.span.source.name if doc.variant else "")
    ):
        assert doc.variant is not None
        first = found.setdefault(doc.variant.value, doc)
        if first is not doc and first.variant is not None:
            notes = [Note("it is given here first", first.variant.span)]
            report.error(
                "RW158", f"the variant '{doc.variant}' is given twice", doc.variant.span, notes=notes
            )
    return found


def _report_cycle(waiting: dict[str, VariantDoc], report: Report) -> None:
    """Report one cycle, by following `over`, `needs` and `joins` from a variant until one appears again."""
    way = [next(iter(waiting))]
    while way[-1] not in way[:-1]:
        way.append(next(str(other) for other in waiting[way[-1]].after if str(other) in waiting))
    way = way[way.index(way[-1]) :]
    steps = [(waiting[one], other) for one, other in pairwise(way)]
    span = next(other.span for other in steps[0][0].after if str(other) == way[1])
    if all(other in map(str, doc.over) for doc, other in steps):
        message = f"these variants are over each other: {' over '.join(way)}"
        report.error("RW156", message, span, help="delete one of these `over`")
    else:
        message = f"each of these variants comes after the next: {', '.join(way)}"
        report.error("RW156", message, span, help="delete one of these `over`, `needs` or `joins`")


def conflicts(patches: list[Patch], report: Report) -> set[Patch]:
    """The patches that touch what an earlier patch touches, without being over it."""
    left_out: set[Patch] = set()
    exactly: dict[Place, list[Patch]] = {}
    inside: dict[Place, list[Patch]] = {}
    for patch in patches:
        met = [other for place in patch.touched for other in _meeting(place, exactly, inside)]
        met = [other for other in met if not _settled(patch, other) and other not in left_out]
        for other in [other for other in met if _changes_what_is_added(other, patch)]:
            _report_order(other, patch, report)
            left_out.add(other)
            met.remove(other)
        first = next(iter(met), None)
        if first is not None:
            _report(first, patch, report)
            left_out.add(patch)
            continue
        for place in patch.touched:
            exactly.setdefault(place, []).append(patch)
            for length in range(1, len(place)):
                inside.setdefault(place[:length], []).append(patch)
    return left_out


def _changes_what_is_added(patch: Patch, later: Patch) -> bool:
    """Whether the patch changes something inside a part that another variant adds after it."""
    added, own = later.touched[0], patch.touched[0]
    return later.verb in _ADDING and later.doc is not patch.doc and own[: len(added)] == added != own


def _report_order(patch: Patch, later: Patch, report: Report) -> None:
    notes = [Note(f"'{later.variant}' adds it here", later.path.span)]
    message = f"'{patch.variant}' changes what '{later.variant}' adds, but is applied before it"
    help = f"'{patch.variant}' says `over: {later.variant}`"
    report.error("RW155", message, patch.path.span, notes=notes, help=help)


def _meeting(
    place: Place, exactly: dict[Place, list[Patch]], inside: dict[Place, list[Patch]]
) -> Iterator[Patch]:
    """The earlier patches that touch a part, a part inside it, or a part around it."""
    yield from inside.get(place, ())
    for length in range(1, len(place) + 1):
        yield from exactly.get(place[:length], ())


def _settled(patch: Patch, earlier: Patch) -> bool:
    """Whether it is clear which of them wins. Nodes that one variant appends to a flow keep the order of its file."""
    if patch.doc is not earlier.doc:
        return patch.variant in earlier.after or earlier.variant in patch.after
    return _appends(patch) and not _overlap(patch, earlier)


def _overlap(one: Patch, other: Patch) -> bool:
    """Whether their own parts are the same, or one is inside the other."""
    ours, theirs = one.touched[0], other.touched[0]
    shared = min(len(ours), len(theirs))
    return ours[:shared] == theirs[:shared]


def _appends(patch: Patch) -> bool:
    """Whether this is a flow node that is added at the end of its flow."""
    return isinstance(patch.part, Mapping) and not {"after", "before"} & patch.part.by_key.keys()


def _report(first: Patch, second: Patch, report: Report) -> None:
    notes = [Note(f"'{first.path}' of '{first.variant}' is here", first.path.span)]
    what = f"touch '{second.path}'" if _overlap(first, second) else "put a flow node at the same point"
    if first.doc is second.doc:
        message = f"two patches of this variant {what}"
        help = "make one patch of the two" if _overlap(first, second) else f"say `after: {first.steps[-1]}`"
    else:
        message = f"the variants '{first.variant}' and '{second.variant}' both {what}"
        help = f"if '{second.variant}' is meant to win, it says `over: {first.variant}`"
        if first.verb in _ADDING and second.verb in _ADDING and _overlap(first, second):
            help += "; what both add can stand in a variant that both need"
    report.error("RW155", message, second.path.span, notes=notes, help=help)
