"""What a tree with alternatives can mean: every handler is tried on all of them, place by place.

A handler makes one value of one tree. Where a tree can be read in several ways, each is resolved on its own;
those that mean nothing fall away, equal ones are one. If more than one is left, whatever holds the tree is resolved
with each of them. So what types or names decide inside a part is decided there, and n such parts cost n times as much
as one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, cast

from ..syntax.forest import Steps, Tree, ways_of
from ..syntax.parser import Syntax
from .context import Context, Meaning, Outcome, Trial, Unresolved

T = TypeVar("T")
Handler = Callable[[Syntax, Context], T]

MOST_TRIALS = 256
"""So many combinations of what its parts can mean are tried of one tree."""
MOST_OPEN = 16
"""So many meanings of the statements up to a place are kept apart; of more, two for each set of bindings."""


class TooMany(Exception):  # noqa: N818 - becomes a diagnostic
    """The parts of a tree can be read in so many ways that not all can be tried."""

    def __init__(self, tree: Syntax) -> None:
        super().__init__()
        self.tree = tree


def resolved(tree: Syntax, c: Context, handler: Handler[T]) -> T:
    """The value of a tree; of several, the one that the trial takes that this is part of."""
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
    """All that a tree can mean where it stands. What is bound stays as it was."""
    key = (id(tree), handler, c.flow, c.does, *c.variables.items())
    found = c.known.get(key)
    if found is None:
        found = c.known[key] = _try_all(tree, c, handler)
    return found


def taken(tree: Syntax, c: Context) -> Syntax:
    """One way of reading a tree, for a handler that has to look into it."""
    ways = ways_of(tree)
    if len(ways) == 1:
        return tree
    assert c.trial is not None
    way = ways[c.trial.take(len(ways))]
    c.trial.tokens += way.tokens - tree.tokens
    return way


def _try_all(tree: Syntax, c: Context, handler: Handler[T]) -> Outcome:
    """Tries a handler on each way of reading a tree, and on all that its parts can mean.

    One function, since trees are walked by recursion, and Python bounds how deep that goes.
    """
    meanings: list[Meaning] = []
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
                add(meanings, Meaning(value, dict(c.variables), more + trial.tokens))
            finally:
                c.bind_only(before)
            failures += [failure.with_tokens(failure.tokens + more) for failure in trial.failures]
            todo += [(way, Trial(told)) for told in reversed(trial.others())]
    finally:
        c.trial = outer
    return Outcome(tuple(meanings), likeliest(failures))


def _taken(found: Outcome, c: Context) -> object:
    """One of the meanings, with what it binds."""
    if not found.meanings:
        assert found.failure is not None
        raise found.failure.with_tokens(found.failure.tokens)  # raised again, one would gather tracebacks
    trial = c.trial
    assert trial is not None
    count = len(found.meanings)
    meaning = found.meanings[trial.take(count) if count > 1 else 0]
    if found.failure is not None:
        trial.failures.append(found.failure.with_tokens(found.failure.tokens + trial.tokens))
    trial.tokens += meaning.tokens
    c.bind_only(meaning.variables)
    return meaning.value


def add(meanings: list[Meaning], one: Meaning) -> None:
    """Keeps a meaning, unless an equal one is known."""
    if not any(one.value == other.value and one.variables == other.variables for other in meanings):
        meanings.append(one)


def likeliest(failures: Sequence[Unresolved]) -> Unresolved | None:
    """Most likely meant is the reading with the longest names; of those, the one that came furthest.

    Of equals one that says a phrase that there is, and the last: the game's own words come after the names that a
    text binds.
    """
    return min(
        reversed(failures), key=lambda one: (one.tokens, -one.span.start, bool(one.runs)), default=None
    )


# -------------------------------------------------------------------------- rows


def row(parts: Sequence[Syntax], c: Context, handler: Handler[tuple[T, ...]]) -> tuple[T, ...]:
    """The values of parts that follow one another; each is resolved with what those before it bind."""
    if all(part.certain for part in parts):
        return tuple(value for part in parts for value in handler(part, c))
    key = (*map(id, parts), handler, c.flow, c.does, *c.variables.items())
    known = c.known.get(key)
    if known is None:
        known = c.known[key] = _Row(c, handler).all(parts)
    return cast("tuple[T, ...]", _taken(known, c))


class _Row:
    """What parts that follow one another can mean together.

    A reading that means nothing is told only if none is left at its place: what is wrong further on is not
    its fault.
    """

    def __init__(self, c: Context, handler: Handler[tuple[T, ...]]) -> None:
        self.c = c
        self.handler = handler
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
        return Outcome(tuple(found), None)

    def _through(self, steps: Steps, found: list[Meaning]) -> list[Meaning]:
        """All ways through the steps. Those that come to the same place go on together."""
        at: dict[int, list[Meaning]] = {steps.first: found}
        for step in steps.steps:
            for meaning in self._after(step.tree, at.get(step.start, [])):
                add(at.setdefault(step.end, []), meaning)
            at[step.end] = self._bounded(at.get(step.end, []), step.tree)
        return at.get(steps.last, [])

    def _after(self, part: Tree, found: list[Meaning]) -> list[Meaning]:
        after: list[Meaning] = []
        for same in _by_variables(found):
            self.c.bind_only(same[0].variables)
            next_ = outcome(part, self.c, self.handler)
            if not next_.meanings and next_.failure is not None:
                self.failures.append(next_.failure)
            for one in next_.meanings:
                for meaning in same:
                    value, tokens = meaning.value + one.value, meaning.tokens + one.tokens
                    add(after, Meaning(value, one.variables, tokens))
        return self._bounded(after, part)

    def _bounded(self, found: list[Meaning], tree: Tree) -> list[Meaning]:
        """At most so many. What binds the same goes on in the same way, so two of it show that it is not clear."""
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
