"""What can stand in slots: of lines of the log, of phrases, of sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ..resolve import types as type_texts
from ..resolve.expressions import expression
from ..tree.types import Type
from .items import Item
from .lines import behind_colon, language_of, names_in, value_of
from .rule_texts import RuleTexts, Scope


class TextSlots(RuleTexts):
    """Items of slots."""

    def of_line(self) -> Iterator[Item]:
        """In a line of the log, or in what is asked: inside `{…}` an expression, behind its colon a form."""
        variables = dict(names_in(self.draft, self.path))
        one = self.draft.attempt_at(self.source, self.offset) if self.source in self.draft.sources else None
        if one is not None and one.start == "expression":
            variables = {**one.scope.variables, **variables}
        inner = _open_slot(self.here.before)
        if inner is None:
            yield from self._whole_slots(variables)
            return
        said, colon, asked = inner.partition(":")
        if colon:
            value = value_of(self.symbols, said, variables) if said.strip() else None
            yield from self._behind_colon(value, asked.lstrip(), self.language(), sentence=False)
            return
        found = self.text_items(Scope("expression", expression, {"variables": variables}), inner, len(inner))
        # A number that is written in a line needs no slot.
        yield from (item for item in found if inner.strip() not in ("", "the") or item.kind != "number")
        if inner[-1:].isalnum() and value_of(self.symbols, inner, variables) is not None:
            yield from self._ends_of_slot()

    def _whole_slots(self, names: Mapping[str, Type]) -> Iterator[Item]:
        """Slots that a text can show, where none is open."""
        if self.here.before[-1:].isalnum():
            return
        for number, (name, of) in enumerate(names.items()):
            label = f"{{{name}}}"
            at = self.offset
            yield Item(label, "slot", label, at, at, detail=str(of), rank=(0, min(number, 99)), filter=label)

    def _ends_of_slot(self) -> Iterator[Item]:
        """What ends the expression of a slot."""
        for number, (mark, detail) in enumerate(((":", "a form, or words that agree"), ("}", ""))):
            at = self.offset
            yield Item(mark, "mark", mark, at, at, detail=detail, rank=(1, 5, number), filter=mark)

    def _behind_colon(self, value: Type | None, said: str, tag: str, *, sentence: bool) -> Iterator[Item]:
        known = language_of(self.draft, tag)
        if known is None:
            return
        if re.search("[/;]", said):
            return  # words that agree: nobody knows them but the author
        found = behind_colon(self.symbols, known, value, said, sentence=sentence)
        for number, one in enumerate(found):
            yield Item(
                one.label,
                "form",
                one.insert,
                self.offset - (len(said) - one.start),
                self.offset,
                one.snippet,
                detail=one.detail,
                rank=(0, number // 99, number % 99),
                filter=one.label,
            )

    def slots_of_phrase(self, tag: str) -> Iterator[Item]:
        """In a sentence that says a phrase in another language."""
        slots = names_in(self.draft, self.path)
        inner = _open_slot(self.here.before)
        if inner is None:
            yield from self._whole_slots(slots)
            return
        name, colon, asked = inner.partition(":")
        name = name.partition("~")[0].strip()
        if colon:
            yield from self._behind_colon(slots.get(name), asked.lstrip(), tag, sentence=True)
            return
        for number, (name, of) in enumerate(slots.items()):
            start = self.offset - len(inner)
            yield Item(name, "slot", name, start, self.offset, detail=str(of), rank=(0, number), filter=name)
        if inner.strip() in slots:
            yield from self._ends_of_slot()

    def signature(self) -> Iterator[Item]:
        """In the sentence of a phrase: the type of a slot."""
        inner = self.here.before.rpartition("{")[2]
        if "}" not in inner and ":" in inner:
            before = inner.partition(":")[2].lstrip()
            yield from self.text_items(Scope("type", type_texts.type_text), before, len(before))


def _open_slot(before: str) -> str | None:
    """What is written of the slot that is open at the end of a line; None if none is."""
    inner = before.rpartition("{")[2]
    return inner if "{" in before and "}" not in inner else None
