"""What can stand behind a key."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..build.declare import CONVENTIONS
from ..build.declare_types import CHOICES
from ..diagnostics.editions import EDITIONS
from ..diagnostics.report import Report
from ..document.reader import Text
from ..languages import catalogue
from ..model.game import RULE_KINDS
from ..model.look import panel_numbers
from ..resolve import types as type_texts
from ..resolve.context import Context
from ..resolve.readings import resolve_text
from ..tree.types import Type
from .in_scenarios import InScenarios
from .items import Item
from .shape import Slot

WRITTEN = tuple(str(one) for one in reversed(EDITIONS))
"""The editions of the language, as files name them, the newest first."""
TRUTHS = {
    ("StateDoc", "secret"): ("yes", "no"),
    ("StateDoc", "shown"): ("yes", "no"),
    ("PlaceDoc", "shown"): ("yes", "no"),
    ("AskDoc", "always"): ("yes", "no"),
    ("VariantDoc", "on its own"): ("no",),
    ("StateDoc", "paid"): ("up",),
    ("RuleDoc", "kind"): RULE_KINDS,
    ("GameDoc", "rulewright"): WRITTEN,
    ("VariantDoc", "rulewright"): WRITTEN,
}
TYPES = (
    ("yes or no", "yes or no"),
    ("0..9", "${1:0}..${2:9}"),
    ("player or none", "player or none"),
)
"""Types that are often declared."""
_TYPE_BESIDE = re.compile(r"\btype:\s*([^,}\n]+)")
OF_PROPERTIES = frozenset({"public", "face up", "turned by", "cells show", "table", "shows", "colour"})
"""The keys under which properties of a type or of cells are named."""


class ValuesOfKeys(InScenarios):
    """Items of values."""

    def values(self, slot: Slot) -> Iterator[Item]:
        where = (slot.owner.__name__ if slot.owner else "", slot.key)
        before = self.here.before
        if slot.key == "rule":
            yield from self._rules()
        elif where == ("RuleDoc", "about"):
            yield from self._rules(statements=True)
        elif where in TRUTHS:
            yield from self.plain(TRUTHS[where], "value")
        elif (where[1], slot.name) in self._conventions():
            yield from self.plain(self._conventions()[where[1], slot.name], "value")
        elif where[1] == "until" and where[0] == "StateDoc":
            yield from self.plain(self.symbols.phases, "phase")
        elif where[1] in OF_PROPERTIES and where[0] != "LookDoc" and self.owner():
            yield from self.plain(self.owner(), "property")
        elif where[1] == "source":
            doc = self.draft.doc
            yield from self.plain([str(name) for name in doc.sources] if doc else (), "source")
        elif where == ("LookDoc", "order"):
            yield from self.plain(self.symbols.places, "place")
        elif where[0] == "LookDoc" and where[1] in ("panel", "fold", "hidden"):
            yield from self.plain([*self.symbols.game, *self.symbols.players], "state")
            if where[1] == "panel":
                yield from self.plain(panel_numbers(self.symbols), "number")
            else:
                yield from self.plain(self.symbols.places, "place")
        elif where[0] == "VariantDoc" and where[1] in ("over", "needs", "joins"):
            yield from self.plain(list(self.variants), "variant")
        elif where == ("VariantDoc", "of"):
            doc = self.draft.doc
            yield from self.plain([str(doc.game)] if doc else (), "game")
        elif self.is_scenario():
            yield from self.of_scenario(slot)
        elif where == ("Names", "…"):
            tag = catalogue(self.language())
            yield from self.plain(tag.genders if tag is not None and slot.name == "gender" else (), "form")
        elif slot.key == "<language>" and slot.owner is not None and slot.owner.__name__ == "PhraseDoc":
            yield from self.slots_of_phrase(slot.name)
        elif where == ("PhraseDoc", "forms") and "{" in before:
            yield from self.signature()
        elif self.is_line():
            yield from self.of_line()
        else:
            scope = self.scope()
            first = list(self._whole_values(slot)) if not before.strip() or " " not in before.strip() else []
            yield from first
            if scope is not None:
                known = {item.label for item in first}
                items = self.text_items(scope, before, len(before))
                yield from (item for item in items if item.label not in known)

    def _whole_values(self, slot: Slot) -> Iterator[Item]:
        """What can stand as a whole where a value of a known type is given, or a type."""
        if slot.key == "type" and not self.here.before:
            for number, (label, snippet) in enumerate(TYPES):
                yield Item(
                    label,
                    "type",
                    snippet,
                    self.offset,
                    self.offset,
                    "$" in snippet,
                    rank=(0, number),
                    filter=label,
                )
        of = self._wanted(slot)
        if of is not None:
            yield from self.plain(self.values_of(of), "value", str(of))

    def _wanted(self, slot: Slot) -> Type | None:
        """The type of the value that is asked for, if that is known."""
        where = (slot.owner.__name__ if slot.owner else "", slot.key)
        if where in (("StateDoc", "starts"), ("OptionDoc", "default")):
            said = _TYPE_BESIDE.findall(self.written_text[max(0, self.offset - 400) : self.offset])
            if not said:
                return None
            text = Text(said[-1].strip().strip("'\""))
            context = Context(self.symbols, text)
            found = resolve_text(text, "type", type_texts.type_text, context, Report())
            return found.type if found is not None and found.type.kind != "number" else None
        if where[1] in ("…", "each"):
            state = self.owner().get(slot.name)
            plain = ("yes-no", "word", "words", "kind", "kinds", "list")
            return state.type if state is not None and state.type.kind in plain else None
        return None

    def _conventions(self) -> dict[tuple[str, str], Sequence[str]]:
        doc = self.draft.doc
        who = [
            "the player",
            *(f"the {name}" for name, one in self.symbols.game.items() if one.type.kind == "player"),
        ]
        found: dict[tuple[str, str], Sequence[str]] = {
            ("conventions", name): CHOICES.get(name, who) for name in CONVENTIONS
        }
        return found if doc is not None else {}

    def _rules(self, *, statements: bool = False) -> Iterator[Item]:
        """The rules, or only those that are no decisions."""
        doc = self.draft.doc
        if doc is None:
            return
        for number, (name, rule) in enumerate(doc.rules.items()):
            if statements and str(rule.kind) == "decision":
                continue
            said = " ".join(str(rule.says or "").split())
            yield Item(
                str(name),
                "rule",
                str(name),
                self.offset - len(self.here.before),
                self.offset,
                detail=said,
                documentation=str((rule.why.base if rule.why is not None else None) or ""),
                rank=(0, number // 99, number % 99),
                filter=str(name),
            )
