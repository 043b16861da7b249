"""The meanings of a tree with alternatives: every handler is tried on all of them, place by place.

A handler makes one value of one tree. If a tree can be read in several ways, each of them is resolved separately;
those that mean nothing are dropped, and equal ones are merged. If more than one is left, the parent of the tree is
resolved with each of them. So ambiguities that types or names settle inside a part are settled there, and n such
parts cost n times as much as one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar, cast

from ..syntax.forest import Steps, Tree, ways_of
from ..syntax.parser import Syntax
from ..tree import Call, Expr, ForEach, Stmt
from ..tree.walk import walk
from .context import Context, Meaning, Outcome, Trial, Unclear, Unresolved
from .newer import is_own, kept, newness
from .subjects import went_on

T = TypeVar("T")
Handler = Callable[[Syntax, Context], T]
Subject: TypeAlias = "Expr | Unclear | None"
Doing = Callable[[Sequence[object], Syntax, Context], Subject]
"""The subject of the next part of a row, after those before it."""

BLOCKS = frozenset({"_deeds", "_deeds_"})
"""Blocks inside blocks of one line, to each of which what follows could belong. A reading that only fails to say who
does something is one that a reader can mean, so it does not leave the other one alone."""
MOST_TRIALS = 256
"""The most combinations of meanings of its parts that are tried for one tree."""
MOST_OPEN = 16
"""The most meanings of the statements up to a place that are distinguished; beyond that, two for each set of
bindings."""


class TooMany(Exception):  # noqa: N818 - becomes a diagnostic
    """The parts of a tree have too many readings to try all combinations."""

    def __init__(self, tree: Syntax) -> None:
        super().__init__()
        self.tree = tree


def resolved(tree: Syntax, c: Context, handler: Handler[T]) -> T:
    """The value of a tree; if there are several, the one that the current trial takes."""
    if tree.certain:
        return handler(tree, c)
    key = (
        id(tree),
        handler,
        c.flow,
        c.does,
        *c.variables.items(),
    )  # as in `outcome`, without a frame for each level
    found = c.known.get(key)
    if found is None:
        found = c.known[key] = _try_all(tree, c, handler)
    return cast(T, _taken(found, c))


def outcome(tree: Syntax, c: Context, handler: Handler[T]) -> Outcome:
    """All meanings of a tree where it stands. The bindings stay unchanged."""
    key = (id(tree), handler, c.flow, c.does, *c.variables.items())
    found = c.known.get(key)
    if found is None:
        found = c.known[key] = _try_all(tree, c, handler)
    return found


def taken(tree: Syntax, c: Context) -> Syntax:
    """One reading of a tree, for a handler that has to look inside."""
    ways = ways_of(tree)
    if len(ways) == 1:
        return tree
    assert c.trial is not None
    way = ways[c.trial.take(len(ways))]
    c.trial.tokens += way.tokens - tree.tokens
    if c.uses is not None:
        c.trial.notes.append(way)
    return way


def _try_all(tree: Syntax, c: Context, handler: Handler[T]) -> Outcome:
    """Tries a handler on each reading of a tree, with all meanings of its parts.

    This is a single function because trees are walked by recursion, whose depth Python limits.
    """
    meanings: list[Meaning] = []
    said: list[Tree] = []
    failures: list[Unresolved] = []
    outer, before = c.trial, dict(c.variables)
    todo = [(way, Trial()) for way in reversed(ways_of(tree))]
    tried = 0
    try:
        while todo:
            tried += 1
            if tried > MOST_TRIALS:
                raise TooMany(tree)
            way, trial = todo.pop()
            more = way.tokens - tree.tokens
            c.trial = trial
            try:
                value = handler(way, c)
            except Unresolved as failure:
                trial.failures.append(failure.with_tokens(failure.tokens + trial.tokens))
            else:
                notes = (way, *trial.notes) if c.uses is not None else ()
                one = Meaning(value, dict(c.variables), more + trial.tokens, notes, trial.new)
                if add(meanings, one):
                    said.append(way)
            finally:
                c.bind_only(before)
            failures += [failure.with_tokens(failure.tokens + more) for failure in trial.failures]
            todo += [(way, Trial(choices)) for choices in reversed(trial.others())]
    finally:
        c.trial = outer
    if tree.data in BLOCKS and (unclear := [failure for failure in failures if failure.who]):
        return Outcome((), likeliest(unclear))
    if len(meanings) > 1:
        meanings = _without_newer(meanings, said)
    return Outcome(tuple(_without_sets(meanings)), likeliest(failures))


def _without_newer(meanings: list[Meaning], said: list[Tree]) -> list[Meaning]:
    """The meanings without those for which the language has learnt the words of a phrase of the game."""
    own = [is_own(way) for way in said]
    if not any(own):
        return meanings
    new = [newness(way) + one.new for way, one in zip(said, meanings, strict=True)]
    return [one for one, left in zip(meanings, kept(own, new), strict=True) if left]


def _taken(found: Outcome, c: Context) -> object:
    """One of the meanings, with its bindings."""
    if not found.meanings:
        assert found.failure is not None
        raise found.failure.with_tokens(found.failure.tokens)  # raising it again would accumulate tracebacks
    trial = c.trial
    assert trial is not None
    count = len(found.meanings)
    meaning = found.meanings[trial.take(count) if count > 1 else 0]
    if found.failure is not None:
        trial.failures.append(found.failure.with_tokens(found.failure.tokens + trial.tokens))
    trial.tokens += meaning.tokens
    trial.new += meaning.new
    if meaning.notes:
        trial.notes.append(meaning.notes)
    c.bind_only(meaning.variables)
    return meaning.value


def add(meanings: list[Meaning], one: Meaning) -> bool:
    """Adds a meaning, unless an equal one is known. Whether it was added."""
    if any(one.value == other.value and one.variables == other.variables for other in meanings):
        return False
    meanings.append(one)
    return True


def _without_sets(meanings: list[Meaning]) -> list[Meaning]:
    """The meanings in which no set stands in a slot for one, if there are any: `the player places the dice` is the
    phrase of these words, although another one can say it of dice. What a text meant before sets could stand there,
    it goes on to mean (`docs/decisions/together.md`)."""
    if len(meanings) < 2:
        return meanings
    return [one for one in meanings if not _is_of_several(one.value)] or meanings


def _is_of_several(value: object) -> bool:
    """Whether something happens to several that stand in a sentence about one: `beasts die`, `each player rests`."""
    return any(isinstance(node, ForEach) and not _says_so(node) for node in walk(value))


def _says_so(node: ForEach) -> bool:
    """Whether a loop is said as one: `for each player: …`."""
    span = node.span
    return span.source.text[span.start : span.end].casefold().split()[:2] == ["for", "each"]


def likeliest(failures: Sequence[Unresolved]) -> Unresolved | None:
    """The most likely intended reading: the one with the longest names and, among these, the one that got furthest.

    Among equals, a reading with an existing phrase wins, then the last: the game's own words come after the names
    that a text binds.
    """
    return min(
        reversed(failures), key=lambda one: (one.tokens, -one.span.start, bool(one.runs)), default=None
    )


# -------------------------------------------------------------------------- rows


def row(
    parts: Sequence[Syntax], c: Context, handler: Handler[tuple[T, ...]], doing: Doing | None = None
) -> tuple[T, ...]:
    """The values of successive parts; each is resolved with the bindings of those before it, and with the subject
    that `doing` finds in them."""
    if all(part.certain for part in parts):
        if doing is None or len(parts) == 1:
            return tuple(value for part in parts for value in handler(part, c))
        before: tuple[T, ...] = ()
        for part in parts:
            with c.done_by(doing(before, part, c)):
                before += handler(part, c)
        return before
    key = (*map(id, parts), handler, doing, c.flow, c.does, *c.variables.items())
    known = c.known.get(key)
    if known is None:
        known = c.known[key] = _Row(c, handler, doing).all(parts)
    return cast("tuple[T, ...]", _taken(known, c))


class _Row:
    """The meanings of successive parts together.

    A reading that means nothing is reported only if none is left at its place: errors further on are not its fault.
    """

    def __init__(self, c: Context, handler: Handler[tuple[T, ...]], doing: Doing | None) -> None:
        self.c = c
        self.handler = handler
        self.doing = doing
        self.failures: list[Unresolved] = []

    def all(self, parts: Sequence[Syntax]) -> Outcome:
        before = dict(self.c.variables)
        found = [Meaning((), before, 0)]
        try:
            for part in parts:
                self.failures = []
                found = self._through(part, found) if isinstance(part, Steps) else self._after(part, found)
                if not found:
                    return Outcome((), likeliest(self.failures))
        finally:
            self.c.bind_only(before)
        return Outcome(tuple(_without_sets(self._without_verbs(found))), None)

    def _without_verbs(self, found: list[Meaning]) -> list[Meaning]:
        """The meanings without those in which a verb continues the subject before, where a phrase of the game says
        both: `the leader waits and gains 1 gold`."""
        if len(found) < 2:
            return found
        calls = [one for meaning in found for one in meaning.value if isinstance(one, Call)]
        return [one for one in found if not any(self._in_two(call, one.value) for call in calls)] or found

    def _in_two(self, call: Call, said: Sequence[object]) -> bool:
        span = call.span
        inside = [
            one
            for one in said
            if isinstance(one, Stmt) and span.start <= one.span.start and one.span.end <= span.end
        ]
        return len(inside) > 1 and any(went_on(one, self.c) for one in inside)

    def _through(self, steps: Steps, found: list[Meaning]) -> list[Meaning]:
        """All ways through the steps. Ways that reach the same place continue together."""
        at: dict[int, list[Meaning]] = {steps.first: found}
        for step in steps.steps:
            for meaning in self._after(step.tree, at.get(step.start, [])):
                add(at.setdefault(step.end, []), meaning)
            at[step.end] = self._bounded(at.get(step.end, []), step.tree)
        return at.get(steps.last, [])

    def _after(self, part: Tree, found: list[Meaning]) -> list[Meaning]:
        after: list[Meaning] = []
        for does, same in self._by_subjects(part, found):
            self.c.bind_only(same[0].variables)
            with self.c.done_by(does):
                next_ = outcome(part, self.c, self.handler)
            if not next_.meanings and next_.failure is not None:
                self.failures.append(next_.failure)
            for one in next_.meanings:
                for meaning in same:
                    value, tokens = meaning.value + one.value, meaning.tokens + one.tokens
                    notes = (meaning.notes, one.notes) if self.c.uses is not None else ()
                    add(after, Meaning(value, one.variables, tokens, notes, meaning.new + one.new))
        return self._bounded(after, part)

    def _by_subjects(self, part: Tree, found: list[Meaning]) -> list[tuple[Subject, list[Meaning]]]:
        """Meanings after which the part is resolved alike: with the same bindings and the same subject."""
        groups: list[tuple[Subject, list[Meaning]]] = []
        for same in _by_variables(found):
            if self.doing is None:
                groups.append((self.c.does, same))
                continue
            apart: list[tuple[Subject, list[Meaning]]] = []
            for meaning in same:
                does = self.doing(meaning.value, part, self.c)
                known = next((group for subject, group in apart if subject == does), None)
                if known is None:
                    apart.append((does, [meaning]))
                else:
                    known.append(meaning)
            groups += apart
        return groups

    def _bounded(self, found: list[Meaning], tree: Tree) -> list[Meaning]:
        """At most the allowed number of meanings. Meanings with the same bindings continue in the same way, so two
        of them are enough to show that the text is ambiguous."""
        if len(found) <= MOST_OPEN:
            return found
        self.c.crowded = True
        kept = [meaning for same in _by_variables(found) for meaning in same[:2]]
        if len(kept) > MOST_OPEN:
            raise TooMany(tree)
        return kept


def _by_variables(found: list[Meaning]) -> list[list[Meaning]]:
    groups: list[list[Meaning]] = []
    for meaning in found:
        group = next((group for group in groups if group[0].variables == meaning.variables), None)
        if group is None:
            groups.append([meaning])
        else:
            group.append(meaning)
    return groups
