"""Resolves every text of a game, once all names are declared, and gathers what cites rules.

Each text is kept with its start symbol and tree, so that printers, checks and tests go over all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from . import resolve_other, resolve_stmt
from . import tree as t
from .context import Context, Syntax, children
from .diagnostics import Report
from .document import Text
from .game import Citation, Invariant, LogSlot, Phase, ResolvedText, Rule, TurnOption
from .resolve_expr import condition, expression
from .schema import ChoiceDoc, DesignDoc, GameDoc, NodeDoc, StateDoc, Title
from .suggest import closest
from .symbols import AbilityText, GameNumber, Phrase, PieceType, State, Symbols
from .texts import resolve_text
from .types import Type, fits

T = TypeVar("T")
LOG_SLOT = re.compile(r"\{([^{}:]+?)(?::\s*([a-z ]+?)\s*)?\}")
RULE_KINDS = ("rule", "decision", "note")


def _condition(tree: Syntax, c: Context) -> t.Expr:
    return condition(children(tree)[0], c)


class TextBuilder:
    def __init__(self, doc: GameDoc, symbols: Symbols, report: Report) -> None:
        self.doc = doc
        self.symbols = symbols
        self.report = report
        self.texts: list[ResolvedText] = []
        self.citations: list[Citation] = []

    # ----------------------------------------------------------------- helpers

    def resolve(
        self, text: Text | None, start: str, resolver: Callable[[Syntax, Context], T], where: str, **scope: object
    ) -> T | None:
        """The tree of a text, noted among the texts of the game."""
        if text is None:
            return None
        context = Context(self.symbols, text, **scope)  # type: ignore[arg-type]
        variables = dict(context.variables)
        tree = resolve_text(text, start, resolver, context, self.report)
        if tree is not None:
            self.texts.append(
                ResolvedText(
                    start, str(text), tree, text.span, where, variables, context.state, context.this
                )
            )
        return tree

    def effect(self, text: Text | None, where: str, **scope: object) -> tuple[t.Stmt, ...]:
        return self.resolve(text, "effect", resolve_stmt.body, where, **scope) or ()

    def test(self, text: Text | None, where: str, **scope: object) -> t.Expr | None:
        return self.resolve(text, "condition_text", _condition, where, **scope)

    def cite(self, rules: list[Text], part: str) -> None:
        for rule in rules:
            self.citations.append(Citation(str(rule), part, rule.span))
            if str(rule) not in {str(known) for known in self.doc.rules}:
                guess = closest(str(rule), [str(known) for known in self.doc.rules])
                help_text = f"did you mean '{guess}'?" if guess else "declare it under 'rules:'"
                self.report.error("RW301", f"there is no rule '{rule}'", rule.span, help=help_text)

    def players(self) -> t.Players:
        text = self.doc.players
        found = self.resolve(text, "players", resolve_other.players, "players")
        if found is None:
            span = text.span if text is not None else self.doc.game.span  # type: ignore[union-attr]
            return t.Players(1, 1, span=span)
        return found

    # ------------------------------------------------------------ declarations

    def declarations(self) -> None:
        self.players()
        for text_number, doc in self.doc.numbers.items():
            value = self.resolve(doc.is_, "expression", expression, f"number '{text_number}'")
            self.cite(doc.rule, f"number '{text_number}'")
            if value is not None:
                from .build_declare import names_of

                names = names_of(str(text_number), "", doc.cs)
                number = GameNumber(str(text_number), value, names, text_number.span)
                self.symbols.numbers[str(text_number)] = number
        for name, option in self.doc.options.items():
            self.cite(option.rule, f"option '{name}'")
            known = self.symbols.options.get(str(name))
            if known is not None:
                where = f"default of option '{name}'"
                known.default = self.value(option.default, known.type, name, where) or known.default
        self._states()
        for name_, place in self.doc.places.items():
            self.cite(place.rule, f"place '{name_}'")

    def value(self, text: Text | None, want: Type, owner: Text, where: str) -> t.Expr | None:
        """A value of a type, or why it is none."""
        if text is None:
            return self._usual(want, owner)
        value = self.resolve(text, "expression", expression, where)
        if value is None:
            return None
        outside = isinstance(value, t.Number) and not want.least <= value.value <= want.most
        if not fits(value.type, want) or (want.kind == "number" and outside):
            self.report.error("RW220", f"'{owner}' is {want}, but this is {value.type}", text.span)
            return None
        return value

    def _usual(self, want: Type, owner: Text) -> t.Expr | None:
        """What a state starts as where nothing is said: none, no, the first word, 0 or the least number."""
        span = owner.span
        if want.optional:
            return t.NoneValue(span=span, type=want)
        if want.kind == "number":
            return t.Number(min(max(0, want.least), want.most), span=span, type=want)
        if want.kind == "yes-no":
            return t.Truth(False, span=span, type=want)
        if want.kind == "word":
            return t.WordValue(want.of[0], span=span, type=want)
        if want.kind in ("pieces", "players", "kinds"):
            return None
        self.report.error(
            "RW220", f"'{owner}' needs a value to start with", span, help="add 'starts:', or let it be '… or none'"
        )
        return None

    def _states(self) -> None:
        sets = [(self.doc.game_has, self.symbols.game), (self.doc.players_have, self.symbols.players)]
        for docs, states in sets:
            for name, doc in docs.items():
                self._state(name, doc, states.get(str(name)))
        for type_name, component in self.doc.components.items():
            owner = self.symbols.types.get(str(type_name))
            if owner is None:
                continue
            for name, doc in component.state.items():
                self._state(name, doc, owner.properties.get(str(name)))
            owner.starts_in = self.resolve(component.starts_in, "expression", expression, f"start of {type_name}")
            for design, inner in component.designs.items():
                self._design(owner, design, inner)

    def _state(self, name: Text, doc: StateDoc, state: State | None) -> None:
        self.cite(doc.rule, f"state '{name}'")
        if state is not None:
            state.starts = self.value(doc.starts, state.type, name, f"start of '{name}'")

    # ------------------------------------------------------------------ designs

    def _design(self, owner: PieceType, name: Text, doc: DesignDoc) -> None:
        self.cite(doc.rule, f"design '{name}'")
        design = self.symbols.designs.get(str(name))
        if design is None:
            return
        for prop, given in doc.properties.items():
            state = owner.properties.get(str(prop))
            if state is None or not state.printed:
                guess = closest(str(prop), owner.properties)
                known = ", ".join(owner.properties) or "none"
                help_text = f"did you mean '{guess}'?" if guess else f"its properties: {known}"
                self.report.error("RW205", f"{owner.plural} have no property '{prop}'", prop.span, help=help_text)
                continue
            if state.type.kind != "abilities":
                value = self._printed(state, given)
                if value is not None:
                    design.values[str(prop)] = value
        for prop_name, state in owner.properties.items():
            if state.printed and state.type.kind not in ("abilities", "list") and prop_name not in design.values:
                written = {str(prop) for prop in doc.properties}
                if prop_name not in written:
                    self.report.error("RW220", f"{name} has no {prop_name}", name.span, help=f"add '{prop_name}:'")

    def _printed(self, state: State, given: Text | list[Text]) -> int | str | tuple[str, ...] | None:
        if state.type.kind == "list":
            items = given if isinstance(given, list) else [given]
            return tuple(item for item in (self._design_name(state, item) for item in items) if item)
        text = given[0] if isinstance(given, list) else given
        value = self.value(text, state.type, Text(state.name, text.span), f"{state.name} of a design")
        if isinstance(value, t.Number):
            return value.value
        if isinstance(value, t.Truth):
            return int(value.value)
        if isinstance(value, t.WordValue):
            return value.word
        return value.design if isinstance(value, t.KindValue) else None

    def _design_name(self, state: State, item: Text) -> str | None:
        design = self.symbols.designs.get(str(item))
        if design is not None and design.type in state.type.of:
            self.symbols.use("design", design.name)
            return design.name
        names = [name for name, known in self.symbols.designs.items() if known.type in state.type.of]
        guess = closest(str(item), names)
        help_text = f"did you mean '{guess}'?" if guess else None
        self.report.error("RW202", f"'{item}' is no {' or '.join(state.type.of)}", item.span, help=help_text)
        return None

    # ------------------------------------------------------------------ phrases

    def phrases(self) -> None:
        for signature, doc in self.doc.phrases.items():
            phrase = self.symbols.phrases.get(str(signature))
            self.cite(doc.rule, f"phrase '{signature}'")
            if phrase is None:
                continue
            variables = {slot.name: slot.type for slot in phrase.slots}
            state = {name: known.type for name, known in phrase.state.items()}
            for name, inner in doc.state.items():
                known_state = phrase.state.get(str(name))
                if known_state is not None:
                    known_state.starts = self.value(inner.starts, known_state.type, name, f"start of '{name}'")
            if doc.do is not None:
                where = f"phrase '{signature}'"
                phrase.body = self.effect(doc.do, where, variables=variables, state=state)
            if doc.ability is not None:
                self._phrase_abilities(phrase, doc.ability, variables, state)
        self._design_abilities()

    def _phrase_abilities(
        self, phrase: Phrase, texts: Text | list[Text], variables: dict[str, Type], state: dict[str, Type]
    ) -> None:
        this = Type("piece", tuple(self._ability_types()))
        for text in texts if isinstance(texts, list) else [texts]:
            found = self.resolve(
                text,
                "ability",
                resolve_other.ability,
                f"phrase '{phrase.signature}'",
                variables=dict(variables),
                state=state,
                this=this,
            )
            if found is not None:
                phrase.abilities.append(AbilityText(text, found))

    def _ability_types(self) -> list[str]:
        return [
            name
            for name, known in self.symbols.types.items()
            if any(state.type.kind == "abilities" for state in known.properties.values())
        ]

    def _design_abilities(self) -> None:
        for type_name, component in self.doc.components.items():
            owner = self.symbols.types.get(str(type_name))
            if owner is None:
                continue
            this = Type("piece", (owner.name,))
            if component.in_force is not None:
                owner.in_force = self.test(component.in_force, f"in force of {type_name}", this=this)
            for name, doc in component.designs.items():
                for prop, given in doc.properties.items():
                    state = owner.properties.get(str(prop))
                    if state is not None and state.type.kind == "abilities":
                        self._abilities_of(str(name), given, this)

    def _abilities_of(self, name: str, given: Text | list[Text], this: Type) -> None:
        design = self.symbols.designs[name]
        for text in given if isinstance(given, list) else [given]:
            found = self.resolve(text, "ability", resolve_other.ability, f"design '{name}'", this=this)
            if found is not None:
                design.abilities.append(AbilityText(text, found))

    # --------------------------------------------------------------------- flow

    def flow(self) -> tuple[Phase, ...]:
        return tuple(phase for node in self.doc.flow if (phase := self._phase(node, "")) is not None)

    def _phase(self, node: NodeDoc, above: str) -> Phase | None:
        if node.phase is None:
            return None
        path = f"{above}{node.phase}"
        where = f"phase '{path}'"
        self.cite(node.rule, where)
        phases = tuple(p for inner in node.phases if (p := self._phase(inner, path + "/")) is not None)
        if not (node.do or node.turns or node.phases):
            self.report.error(
                "RW216", f"phase '{node.phase}' does nothing", node.phase.span, help="give it 'do:', 'turns:' or 'phases:'"
            )
        if (node.turns is None) != (not node.options):
            self.report.error("RW216", "'turns:' and 'options:' go together", node.phase.span)
        return Phase(
            name=str(node.phase),
            path=path,
            test=self.test(node.if_, where),
            repeat=self.resolve(node.repeat, "repetition", resolve_other.repetition, where),
            body=self.effect(node.do, where),
            turns=self.resolve(node.turns, "turns", resolve_other.turns, where),
            options=tuple(self._option(name, option, path) for name, option in node.options.items()),
            phases=phases,
            title=titles(node.title, str(node.phase)),
            log=titles(node.log, ""),
            rule=tuple(str(rule) for rule in node.rule),
            span=node.phase.span,
        )

    def _option(self, name: Text, doc: ChoiceDoc, path: str) -> TurnOption:
        where = f"option '{name}' of '{path}'"
        self.cite(doc.rule, where)
        if doc.do is None:
            self.report.error("RW216", f"option '{name}' does nothing", name.span, help="give it 'do:'")
        return TurnOption(
            name=str(name),
            test=self.test(doc.if_, where),
            body=self.effect(doc.do, where),
            label=titles(doc.label, str(name)),
            rule=tuple(str(rule) for rule in doc.rule),
            span=name.span,
        )

    # --------------------------------------------------------------------- rest

    def invariants(self) -> tuple[Invariant, ...]:
        found = []
        for name, doc in self.doc.invariants.items():
            self.cite(doc.rule, f"invariant '{name}'")
            test = self.test(doc.holds, f"invariant '{name}'")
            if test is not None:
                found.append(Invariant(str(name), test, name.span))
        return tuple(found)

    def rules(self) -> dict[str, Rule]:
        found = {}
        for name, doc in self.doc.rules.items():
            kind = str(doc.kind) if doc.kind is not None else "rule"
            if kind not in RULE_KINDS:
                self.report.error("RW220", f"'{kind}' is none of {', '.join(RULE_KINDS)}", name.span)
            why = str(doc.why) if doc.why is not None else ""
            found[str(name)] = Rule(str(name), str(doc.says or ""), kind, why, name.span)
        return found

    def logs(self) -> dict[str, dict[str, tuple[str | LogSlot, ...]]]:
        """The lines that the log writes, by `phrase <signature>` and `phase <path>`."""
        found: dict[str, dict[str, tuple[str | LogSlot, ...]]] = {}
        for signature, doc in self.doc.phrases.items():
            phrase = self.symbols.phrases.get(str(signature))
            if doc.log is not None and phrase is not None:
                variables = {slot.name: slot.type for slot in phrase.slots}
                found[f"phrase {signature}"] = self._log(doc.log, f"log of '{signature}'", variables)
        self._phase_logs(self.doc.flow, "", found)
        return found

    def _phase_logs(
        self, nodes: list[NodeDoc], above: str, found: dict[str, dict[str, tuple[str | LogSlot, ...]]]
    ) -> None:
        for node in nodes:
            path = f"{above}{node.phase}"
            if node.log is not None:
                found[f"phase {path}"] = self._log(node.log, f"log of phase '{path}'", {})
            self._phase_logs(node.phases, path + "/", found)

    def _log(
        self, title: Title, where: str, variables: dict[str, Type]
    ) -> dict[str, tuple[str | LogSlot, ...]]:
        lines = {}
        for language, text in (("en", title.en), ("cs", title.cs)):
            if text is not None:
                lines[language] = self._template(text, where, variables)
        return lines

    def _template(self, text: Text, where: str, variables: dict[str, Type]) -> tuple[str | LogSlot, ...]:
        parts: list[str | LogSlot] = []
        position = 0
        for match in LOG_SLOT.finditer(str(text)):
            parts.append(str(text)[position : match.start()])
            inner = Text(match.group(1), text.span_of(match.start(1), match.end(1)))
            value = self.resolve(inner, "expression", expression, where, variables=dict(variables))
            if value is not None:
                parts.append(LogSlot(value, match.group(2) or "nom"))
            position = match.end()
        parts.append(str(text)[position:])
        return tuple(part for part in parts if part != "")


def titles(title: Title | None, name: str) -> dict[str, str]:
    """A title in both languages; English stands in for what is missing."""
    english = str(title.en) if title is not None and title.en is not None else name
    found = {"en": english} if english else {}
    if title is not None and title.cs is not None:
        found["cs"] = str(title.cs)
    return found
