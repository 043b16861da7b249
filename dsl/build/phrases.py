"""Resolves the bodies of phrases, and the abilities of phrases and of designs."""

from __future__ import annotations

from .. import tree as t
from ..document.reader import Text
from ..model.symbols import AbilityText, Design, Phrase, State
from ..resolve import abilities
from ..resolve.context import Unclear
from ..schema.classes import Given
from ..tree.types import Type
from .texts import Texts


def phrases(b: Texts) -> None:
    for signature, doc in b.doc.phrases.items():
        phrase = b.symbols.phrases.get(str(signature))
        b.cite(doc.rule, f"phrase '{signature}'")
        if phrase is None:
            continue
        variables = {slot.name: slot.type for slot in phrase.slots}
        state = {name: known.type for name, known in phrase.state.items()}
        for name, inner in doc.state.items():
            known_state = phrase.state.get(str(name))
            if known_state is not None:
                known_state.starts = b.value(
                    b.single(inner.starts, name), known_state.type, name, f"start of '{name}'"
                )
        if doc.do is not None:
            where = f"phrase '{signature}'"
            does = Unclear((f"the {phrase.about.name}",)) if phrase.about is not None else None
            phrase.body = b.effect(doc.do, where, variables=variables, state=state, flow=False, does=does)
        if doc.holds is not None:
            where = f"phrase '{signature}'"
            phrase.test = b.test(doc.holds, where, variables=variables, state=state)
        if doc.ability is not None:
            _phrase_abilities(b, phrase, doc.ability, variables, state)
    _design_abilities(b)


def _phrase_abilities(
    b: Texts, phrase: Phrase, texts: Text | list[Text], variables: dict[str, Type], state: dict[str, Type]
) -> None:
    this = Type("piece", tuple(_ability_types(b)))
    for text in texts if isinstance(texts, list) else [texts]:
        found = b.resolve(
            text,
            "ability",
            abilities.ability,
            f"phrase '{phrase.signature}'",
            variables=dict(variables),
            state=state,
            this=this,
            flow=False,
        )
        if isinstance(found, t.AbilityCall):
            b.report.error(
                "RW208",
                "an ability of a phrase cannot be another phrase",
                text.span,
                help="give the designs both phrases, or say here what the other one does",
            )
        elif found is not None:
            phrase.abilities.append(AbilityText(text, found))


def _ability_types(b: Texts) -> list[str]:
    return [
        name
        for name, known in b.symbols.types.items()
        if any(state.type.kind == "abilities" for state in known.properties.values())
    ]


def _design_abilities(b: Texts) -> None:
    for type_name, component in b.doc.components.items():
        owner = b.symbols.types.get(str(type_name))
        if owner is None:
            continue
        this = Type("piece", (owner.name,))
        if component.in_force is not None:
            owner.in_force = b.test(component.in_force, f"in force of {type_name}", this=this)
        for name, doc in component.designs.items():
            for prop, given in doc.properties.items():
                state = owner.properties.get(str(prop))
                if state is not None and state.type.kind == "abilities":
                    _abilities_of(b, str(name), given, this)
                elif state is not None and str(name) in b.symbols.designs:
                    printed_texts(b, b.symbols.designs[str(name)], state, prop, given, this)


def printed_texts(b: Texts, design: Design, state: State, prop: Text, given: Given, this: Type) -> None:
    """The effects and conditions that a design, or a cell, prints."""
    text = b.single(given, prop) if state.type.kind in ("effect", "condition") else None
    if text is None:
        return
    where = f"{state.name} of {design.name}"
    if state.type.kind == "effect":
        read = b.parts if state.type.in_any_order else b.effect
        design.effects[state.name] = read(text, where, this=this, flow=False)
    elif state.type.kind == "condition":
        test = b.test(text, where, this=this)
        if test is not None:
            design.conditions[state.name] = test


def _abilities_of(b: Texts, name: str, given: Given, this: Type) -> None:
    if isinstance(given, dict):
        b.quote(given, Text("abilities", next(iter(given)).span))
        return
    design = b.symbols.designs.get(name)
    if design is None:  # its name was refused
        return
    for text in given if isinstance(given, list) else [given]:
        found = b.resolve(text, "ability", abilities.ability, f"design '{name}'", this=this, flow=False)
        if found is not None:
            design.abilities.append(AbilityText(text, found))
