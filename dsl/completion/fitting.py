"""Whether something that the grammar allows at a place of a text would also mean something there.

The text up to the place, with the candidate and the fewest words that end it, is resolved. If that fails before the
end of the candidate, it does not fit; if it fails in the words that were added, or not at all, it does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from ..document.reader import Text
from ..model.symbols import Symbols
from ..resolve.context import Context, Unresolved
from ..resolve.handlers import WAYS
from ..resolve.meanings import TooMany, outcome
from ..resolve.readings import local_vocabulary
from ..syntax.following import FILLERS, Following, Open, States, closing, step
from ..syntax.lexer import Lattice
from ..syntax.parser import Syntax, read_afresh, table
from ..syntax.stacks import Large, Stuck
from ..syntax.vocabulary import Vocabulary

FITS, UNSURE, MISFIT, UNKNOWN = 0, 1, 2, 3
"""What a trial says; `UNKNOWN`: the name is not bound here."""
_NOT_BOUND = frozenset({"RW202", "RW203"})
MOST_STACKS = 3
MOST_TYPES = 8
"""How many types of pieces are tried behind `a`."""
MOST_TRIALS = 45
MOST_WORK = 4_000
"""How many trials are made at one place, and how many letters they read together, if those of long texts count more.
What is not tried is unsure."""
MOST_LOST = 15
"""How many searches for an end may be in vain at one place: these take longest."""
ITSELF = (("NAME",), ("THAT", "TYPE_S"))
"""What can be compared with itself."""
VERBS = frozenset({"WIN", "BECOME", "CAN"})
"""What ends a statement or a condition behind its subject."""
_SUBJECT = re.compile(r"(?:^|[:;,(\n]|\b(?:then|and|or|if|not))\s*(?:the\s+)?$")
"""What stands before a subject."""
NO_NAMES: Mapping[str, str] = {}


class Trials:
    """Trials at one place of a text. `context` makes the surroundings anew for each."""

    def __init__(
        self,
        before: str,
        following: Following,
        start: str,
        resolver: Callable[[Syntax, Context], Any],
        context: Callable[[Text], Context],
        symbols: Symbols,
    ) -> None:
        self.before = before
        self.following = following
        self.start = start
        self.resolver = resolver
        self.context = context
        self.symbols = symbols
        self._opened: dict[int, dict[str, Open]] = {}
        self.count = self.work = self.lost = 0
        self._fillers: dict[str, str] | None = None
        self._ends: dict[tuple[int, tuple[str, ...], bool], tuple[str, ...] | None] = {}
        self._types = [(one.name, one.plural) for one in symbols.types.values()][:MOST_TYPES]
        self._types += [(noun, symbols.places[board].cells) for noun, board in symbols.cells.items()][:2]

    def of(self, node: int, terminals: Sequence[str], said: str, rest: str = "") -> int:
        """How words fit that are said from a node on; with the `rest` of their sentence, they are these terminals."""
        if self.count >= MOST_TRIALS or self.work > MOST_WORK:
            return UNSURE
        start = self._offset(node)
        found = UNSURE
        value = f"{self.before[:start]}{said}"
        tried: set[tuple[str, ...]] = set()
        for by_number in (False, True):
            end = self._end(node, tuple(terminals), by_number)
            if end is None or end in tried:
                continue
            tried.add(end)
            # A name is compared with itself, which is right whatever it is.
            names = {"NAME": said} if tuple(terminals) in ITSELF else NO_NAMES
            found = self._judged(value, rest + self._written(end, node, names), start, (*end, "")[0])
            if found != UNSURE:
                return found
        end = self._end(node, tuple(terminals), False)
        if end and end[0] in ("TYPE_S", "TYPE_P"):  # `a …`: of a type that fits
            for one, several in self._types:
                written = self._written(end, node, {"TYPE_S": one, "TYPE_P": several})
                found = self._judged(value, rest + written, start)
                if found == FITS:
                    break
        return found

    def _judged(self, value: str, end: str, start: int, first: str = "") -> int:
        """How the end of a text fits from `start` on, with an `end` whose first terminal is `first`."""
        self.count += 1
        size = len(value) + len(end)
        self.work += size + size * size // 100  # longer texts have more readings
        failure = self._failure(value + end)
        if failure is None or failure.span.start >= len(value):
            return FITS
        if failure.span.end <= start:
            return UNSURE
        if first in VERBS and failure.span.start < start and _SUBJECT.search(value, 0, failure.span.start):
            return UNSURE  # the whole subject is wrong, but for a verb that was only added to end the text
        if failure.span.end <= len(value):
            return UNKNOWN if failure.code in _NOT_BOUND and failure.span.start >= start else MISFIT
        return UNSURE

    def _offset(self, node: int) -> int:
        """Where what stands at a node begins, or would begin: before an article."""
        pieces = self.following.lattice.pieces
        return pieces[node].start if node < len(pieces) else len(self.before)

    def scope(self, value: str, offset: int) -> Context | None:
        """The surroundings of a statement of a text, which begins at an offset; None if it is not reached."""
        found: list[Context] = []

        def watch(tree: Syntax, c: Context) -> None:
            if tree.start_pos >= offset and not found:
                found.append(attrs.evolve(c, variables=dict(c.variables), watch=None))

        self._failure(value, watch)
        return found[0] if found else None

    def _failure(
        self, value: str, watch: Callable[[Syntax, Context], None] | None = None
    ) -> Unresolved | None:
        text = Text(value)
        context = self.context(text)
        context.watch = watch
        lattice = Lattice(value, local_vocabulary(value, context))
        tree = read_afresh(lattice, self.start, self.symbols.most_slots + 1)
        if isinstance(tree, Stuck | Large):
            return Unresolved("", "", text.span)
        context.ways = WAYS
        used, self.symbols.used = self.symbols.used, set()
        try:
            found = outcome(tree, context, self.resolver)
        except TooMany:
            return None
        finally:
            self.symbols.used = used
        return None if found.meanings else found.failure

    # ------------------------------------------------------------------ ending the text

    def _end(self, node: int, terminals: tuple[str, ...], by_number: bool) -> tuple[str, ...] | None:
        """What ends the text after these terminals; `by_number`: with numbers where both could stand."""
        key = (node, terminals, by_number)
        if key not in self._ends:
            stacks = self._stacks(node, terminals)[:MOST_STACKS]
            through = self._through(node, terminals)
            ways = [(stack, way) for way in dict.fromkeys((through, ())) for stack in stacks]
            self._ends[key] = None
            for stack, way in ways:
                if self.lost < MOST_LOST:
                    self._ends[key] = closing(self.start, stack, by_number, way)
                if self._ends[key] is not None:
                    break
                self.lost += 1
        return self._ends[key]

    def _through(self, node: int, terminals: tuple[str, ...]) -> tuple[str, ...]:
        """The terminals of what the sentences that have begun still need."""
        found: list[str] = []
        for sort in ("VP", "PH"):
            one = self._around(node).get(sort)
            if one is None or terminals[0].startswith((f"{sort}_MID", f"{sort}_END")):
                continue
            rests = rests_of(sort, one.runs, one.leading, self.symbols)
            if rests and () not in rests:
                rest = sorted(rests, key=len)[0]
                last = f"{sort}_MID" if sort == "VP" or self._ends_with_slot(one, rest) else "PH_END"
                found += [f"{sort}_MID"] * (len(rest) - 1) + [last]
        return tuple(found)

    def _ends_with_slot(self, one: Open, rest: tuple[str, ...]) -> bool:
        """Whether a slot follows the last run of a sentence."""
        runs = (*one.runs, *rest)
        return any(
            shape[-1] is None
            for shape in self.symbols.shapes
            if tuple(" ".join(part) for part in shape if part is not None) == runs
        )

    def _around(self, node: int) -> dict[str, Open]:
        if node not in self._opened:
            self._opened[node] = self.following.around(node)
        return self._opened[node]

    def _stacks(self, node: int, terminals: tuple[str, ...]) -> list[States]:
        stacks = self.following.after(node, terminals[0])
        known = table(self.start)
        for terminal in terminals[1:]:
            stacks = [after for stack in stacks if (after := step(known, stack, terminal)) is not None]
        return stacks

    def _written(self, terminals: tuple[str, ...], node: int, names: Mapping[str, str] = NO_NAMES) -> str:
        """Terminals as words; `names` are those to use for the terminals of names."""
        line = self.before[self.before.rfind("\n") + 1 :]
        level = len(line) - len(line.lstrip(" "))
        said, fresh = "", False
        around: dict[str, list[str]] | None = None
        for terminal in terminals:
            if terminal in ("_NL", "_INDENT", "_DEDENT"):
                level += {"_INDENT": 2, "_DEDENT": -2}.get(terminal, 0)
                fresh = True
                continue
            word = names.get(terminal) or FILLERS[terminal][1]
            if terminal in ("PH_MID", "PH_END", "VP_MID"):
                around = self._rests(node) if around is None else around
                rest = around.get(terminal[:2], [])
                word = rest.pop(0) if rest else ""
            word = word or self._fill(terminal)
            said += ("\n" + " " * max(level, 0) if fresh else " ") + word
            fresh = False
        return said

    def _fill(self, terminal: str) -> str:
        """A name of the game that is this terminal."""
        if self._fillers is None:
            self._fillers = {}
            level: Vocabulary | None = self.symbols.vocabulary
            assert level is not None
            for entry in level.entries():
                self._fillers.setdefault(entry.terminal, " ".join(entry.words))
        return self._fillers.get(terminal, "x")

    def _rests(self, node: int) -> dict[str, list[str]]:
        """What follows in the sentences that have begun, by their sort."""
        found = {}
        for sort, one in self._around(node).items():
            rests = rests_of(sort, one.runs, one.leading, self.symbols)
            found[sort] = list(sorted(rests, key=len)[0]) if rests else []
        return found


def rests_of(sort: str, runs: tuple[str, ...], leading: bool, symbols: Symbols) -> list[tuple[str, ...]]:
    """The runs of words that still have to follow, for each sentence that begins with these."""
    if sort == "VP":
        said = [tuple(names) for names in symbols.number_parts if names[: len(runs)] == runs]
        return [names[len(runs) :] for names in said]
    found = []
    for shape in symbols.shapes:
        words = tuple(" ".join(part) for part in shape if part is not None)
        if (shape[0] is None) == leading and words[: len(runs)] == runs:
            found.append(words[len(runs) :])
    return found
