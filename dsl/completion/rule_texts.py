"""What can stand in a text of the rules: how the text is read, with which names."""

from __future__ import annotations

import re
import weakref
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs

from ..document.reader import Text
from ..draft.draft import Draft
from ..model.symbols import Phrase
from ..resolve import abilities, declarations, statements
from ..resolve import types as type_texts
from ..resolve.context import Context, Unclear
from ..resolve.expressions import expression
from ..tree.types import Type
from .items import Item
from .lines import names_in
from .place import PlaceOfFile, in_quotes
from .shape import alone
from .text_completion import complete_text
from .text_place import Place, lists_of_words, whole_condition

_WORDS: weakref.WeakKeyDictionary[Draft, tuple[int, Counter[str]]] = weakref.WeakKeyDictionary()


@attrs.frozen
class Scope:
    """How a text is read: its start symbol, how it is resolved, and the arguments of its context."""

    start: str
    resolver: Callable[..., Any]
    arguments: Mapping[str, Any] = attrs.field(factory=dict)


class RuleTexts(PlaceOfFile):
    """Items of texts."""

    def text_items(self, scope: Scope, before: str, width: int) -> list[Item]:
        """What can stand next in a text of which `before` is written; its last `width` letters are those before the
        place in the file."""
        found = list(self._words_of_lists(before)) if scope.start == "type" else []
        context = self._context(scope)
        place = Place(
            before, scope.start, scope.resolver, context, self.symbols, self.draft.doc, self._common()
        )
        for item in complete_text(place):
            insert = item.insert
            if self.here.style in ("'", '"'):
                insert = in_quotes(insert, self.here.style)
            found.append(
                attrs.evolve(
                    item, insert=insert, start=self.offset - (len(before) - item.start), end=self.offset
                )
            )
        return found

    def _words_of_lists(self, before: str) -> Iterator[Item]:
        """In a type that lists words: the lists that the game has, and words of those that have what is written."""
        *said, last = re.split(r"\bor\s+|^some of\s+", before)
        written = [word for one in said if (word := " ".join(one.split()))]
        half = " ".join(last.split())
        words: dict[str, None] = {}
        for one in lists_of_words(self.symbols):
            if set(written) <= {*one}:
                rest = [word for word in one if word not in written]
                words[" or ".join(rest)] = None
                words.update(dict.fromkeys(rest))
        for number, word in enumerate(word for word in words if word and word.startswith(half)):
            yield Item(
                word,
                "word",
                word,
                self.offset - len(last),
                self.offset,
                detail="of a list",
                rank=(0, 3 if not written else 1, number // 99, number % 99),
                filter=word,
            )

    def _context(self, scope: Scope) -> Callable[[Text], Context]:
        def context(text: Text) -> Context:
            arguments = dict(scope.arguments)
            for name in ("variables", "state"):
                arguments[name] = dict(arguments.get(name) or {})
            return Context(self.symbols, text, **arguments)

        return context

    def _common(self) -> Counter[str]:
        """In how many texts of the draft each word stands."""
        known = _WORDS.get(self.draft)
        size = len(self.draft.attempts)
        if known is None or known[0] != size:
            known = _WORDS[self.draft] = (size, Counter(w for one in self.draft.attempts for w in one.words))
        return known[1]

    def scope(self) -> Scope | None:
        """How the text at hand is read."""
        known = self._attempt()
        return known if known is not None else self._by_path()

    def _attempt(self) -> Scope | None:
        if self.source not in self.draft.sources:
            return None
        one = self.draft.attempt_at(self.source, self.here.start)
        span = self.draft.now(one.text.span) if one is not None else None
        if one is None or span is None or span.start > self.here.start:
            return None
        return Scope(one.start, one.resolver, one.scope.arguments)

    def _by_path(self) -> Scope | None:
        """How a text would be read that stands at the path."""
        slot = alone(self.at[-1])
        cls = slot.owner.__name__ if slot.owner is not None else ""
        key = slot.key
        made = {
            ("GameDoc", "players"): Scope("players", declarations.players),
            ("GameDoc", "score"): Scope("expression", expression),
            ("GameDoc", "heuristic"): Scope("expression", expression),
            ("NodeDoc", "repeat"): Scope("repetition", declarations.repetition),
            ("NodeDoc", "turns"): Scope("turns", declarations.turns),
            ("NodeDoc", "do"): Scope("effect", statements.body, {"turn": False}),
            ("NodeDoc", "turn"): Scope("effect", statements.body),
            ("ChoiceDoc", "do"): Scope("effect", statements.body),
            ("WatchDoc", "do"): Scope("effect", statements.body, {"flow": False}),
            ("InvariantDoc", "holds"): Scope("condition_text", whole_condition),
            ("QuestionDoc", "possible"): Scope("condition_text", whole_condition),
            ("QuestionDoc", "always"): Scope("condition_text", whole_condition),
            ("QuestionDoc", "if"): Scope("condition_text", whole_condition),
            ("PlaceDoc", "is"): Scope("place", declarations.place_text),
            ("PlaceDoc", "steps"): Scope("expression", expression, {"variables": self._here()}),
            ("OptionDoc", "default"): Scope("expression", expression),
            ("StateDoc", "starts"): Scope("expression", expression),
            ("TypeDoc", "starts in"): Scope("expression", expression),
            ("TypeDoc", "in force"): Scope("condition_text", whole_condition, {"this": self._this()}),
        }.get((cls, key))
        if made is not None:
            return made
        if key == "type":
            return Scope("type", type_texts.type_text)
        if key == "if":
            return Scope("condition_text", whole_condition, {"variables": names_in(self.draft, self.path)})
        if cls == "PhraseDoc":
            return self._of_phrase(key)
        if cls == "NumberDoc":
            return Scope("expression", expression, {"variables": self._named_slots()})
        if key in ("…", "each"):
            return self._of_property(slot.name)
        return None

    def _here(self) -> dict[str, Type]:
        board = self.path[1] if len(self.path) > 1 else None
        return {"here": Type("cell", (board,))} if board else {}

    def _this(self) -> Type | None:
        owner = self.path[1] if len(self.path) > 1 and self.path[0] == "components" else None
        return Type("piece", (owner,)) if owner in self.symbols.types and owner is not None else None

    def _phrase(self) -> Phrase | None:
        name = self.path[1] if len(self.path) > 1 and self.path[0] == "phrases" else None
        return self.symbols.phrases.get(name) if name is not None else None

    def _of_phrase(self, key: str) -> Scope | None:
        phrase = self._phrase()
        variables = names_in(self.draft, self.path)
        state = {name: one.type for name, one in phrase.state.items()} if phrase is not None else {}
        arguments: dict[str, Any] = {"variables": variables, "state": state}
        if key == "do":
            does = Unclear((f"the {phrase.about.name}",)) if phrase is not None and phrase.about else None
            return Scope("effect", statements.body, {**arguments, "flow": False, "does": does})
        if key == "holds":
            return Scope("condition_text", whole_condition, arguments)
        if key == "ability":
            types = tuple(
                name
                for name, one in self.symbols.types.items()
                if any(prop.type.kind == "abilities" for prop in one.properties.values())
            )
            this = Type("piece", types)
            return Scope("ability", abilities.ability, {**arguments, "flow": False, "this": this})
        return None

    def _named_slots(self) -> dict[str, Type]:
        name = self.path[1] if len(self.path) > 1 else None
        return next(
            (
                {slot.name: slot.type for slot in given}
                for signature, given in self.symbols.number_parts.values()
                if signature == name
            ),
            {},
        )

    def _of_property(self, name: str) -> Scope | None:
        state = self.owner().get(name)
        if state is None:
            return None
        this = self._this()
        if state.type.kind == "abilities":
            return Scope("ability", abilities.ability, {"this": this, "flow": False})
        if state.type.kind == "effect":
            parts = state.type.in_any_order
            resolver: Callable[..., Any] = statements.parts if parts else statements.body
            return Scope("parts" if parts else "effect", resolver, {"this": this, "flow": False})
        if state.type.kind == "condition":
            return Scope("condition_text", whole_condition, {"this": this})
        return Scope("expression", expression)
