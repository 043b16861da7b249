"""What a text is resolved in: the symbols, the bindings in scope, and what went wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import attrs

from .diagnostics import Note
from .document import Text
from .source import Span
from .symbols import Phrase, Slot, Symbols
from .syntax import Syntax, Token, Tree
from .types import Type


class Unresolved(Exception):  # noqa: N818 - a reading that fails, not an error of the program
    """A reading of a text that means nothing: becomes a diagnostic if no other reading does better."""

    def __init__(
        self, code: str, message: str, span: Span, help_text: str | None = None, notes: tuple[Note, ...] = ()
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span
        self.help = help_text
        self.notes = notes
        self.tokens = 0  # how many words and names the reading takes the text to consist of


@attrs.define
class Context:
    """The surroundings of a text. `variables` are the bindings in scope, by name."""

    symbols: Symbols
    text: Text
    variables: dict[str, Type] = attrs.field(factory=dict)
    this: Type | None = None
    state: dict[str, Type] = attrs.field(factory=dict)  # of the ability's phrase
    flow: bool = True  # whether the text stands in the flow, so that a phase can end in it
    turn: bool = True  # whether it is somebody's turn, which can end

    def span(self, tree: Syntax | Token) -> Span:
        """Where a subtree stands in the file."""
        if isinstance(tree, Token):
            start, end = tree.start_pos, tree.end_pos
        else:
            start = getattr(tree.meta, "start_pos", None)
            end = getattr(tree.meta, "end_pos", None)
        if start is None or end is None:
            return self.text.span
        return self.text.span_of(start, end)

    def bind(self, name: str, type_: Type) -> None:
        self.variables[name] = type_

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Bindings made inside end with the scope."""
        outer = dict(self.variables)
        try:
            yield
        finally:
            self.variables.clear()
            self.variables.update(outer)

    def fail(
        self,
        code: str,
        message: str,
        at: Syntax | Token,
        help_text: str | None = None,
        notes: tuple[Note, ...] = (),
    ) -> Unresolved:
        return Unresolved(code, message, self.span(at), help_text, notes)

    def misfit(self, phrase: Phrase, slot: Slot, value: Type, at: Syntax | Token) -> Unresolved:
        """A slot of a phrase is given something of another type."""
        note = Note(f"the phrase is: {phrase.signature}", phrase.span)
        one = "player" if value.kind == "players" else value.of[0] if value.kind == "pieces" else None
        fits = slot.type.kind == "player" if one == "player" else one in slot.type.of
        help = f"one after the other: 'for each {one} …: … that {one} …'" if one and fits else None
        return self.fail("RW209", f"'{slot.name}' is {slot.type}, but this is {value}", at, help, (note,))


def children(tree: Syntax) -> list[Syntax]:
    """The subtrees of a tree, tokens left out."""
    return [child for child in tree.children if isinstance(child, Tree)]


def find(tree: Syntax, *rules: str) -> Syntax | None:
    """The first subtree made by one of these rules."""
    return next((child for child in children(tree) if child.data in rules), None)


def token(tree: Syntax, *terminals: str) -> Token | None:
    """The first token of these terminals."""
    return next(
        (child for child in tree.children if isinstance(child, Token) and child.type in terminals), None
    )
