"""Sentences that say phrases in other languages, and what they must have in common with what the phrases mean:
numbers (RW505), what may be left, what is denied and how often something can happen (RW506), and terms (RW507)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .. import tree as t
from ..diagnostics.report import Report
from ..languages import PLAIN, Catalogue
from ..languages.sentence_slots import AGREES, SLOT, counted
from ..library.library import in_library
from ..model.game import Game
from ..model.symbols import Design, Name, Phrase, PieceType, Slot, Symbols
from ..tree.walk import walk


def sentences(game: Game, language: Catalogue, report: Report) -> None:
    _same_sentences(game, language, report)
    _counted_in_sentences(game, language, report)
    named = _named(game.symbols)
    for phrase in game.symbols.phrases.values():
        for sentence in phrase.sentences.get(language.tag, ()):
            _numbers_said(phrase, sentence, game.symbols, language, report)
            _words_said(phrase, sentence, game.symbols, language, report)
            _terms_said(phrase, sentence, named, language, report)


def _same_sentences(game: Game, language: Catalogue, report: Report) -> None:
    """Phrases that read the same, and sentences of one phrase that read the same with slots in other places."""
    said: dict[str, tuple[str, list[str]]] = {}
    for phrase in game.symbols.phrases.values():
        for sentence in phrase.sentences.get(language.tag, ()):
            key = sentence.casefold()
            slots = [match[1] for match in SLOT.finditer(key)]
            for slot in phrase.slots:
                name = re.escape(slot.name.casefold())
                key = re.sub(rf"\{{\s*{name}\s*(?::[^;/{{}}]*)?\}}", f"{{{slot.type}}}", key)
                key = re.sub(rf"\{{\s*{name}\b([^{{}}]*)\}}", rf"{{{slot.type}\1}}", key)
            other, before = said.setdefault(key, (phrase.signature, slots))
            if other != phrase.signature:
                message = f"this reads in {language.name} as '{other}' does"
                report.error("RW219", message, phrase.span, help="say one of them in other words")
            elif before != slots:
                message = (
                    f"two {language.name} sentences of this phrase differ only in which slot stands where"
                )
                report.error("RW219", message, phrase.span, help="one of them says something else: delete it")


def _numbers_said(
    phrase: Phrase, sentence: str, symbols: Symbols, language: Catalogue, report: Report
) -> None:
    """Report numbers that a sentence says and its phrase, with the phrases that it uses, does not have."""
    said = {int(one) for one in re.findall(r"(?<!\d)\d{1,9}(?!\d)", _bare(sentence))}
    if said and (wrong := sorted(said - _numbers_of(phrase, symbols))):
        message = f"the {language.name} sentence says {wrong[0]}, and nothing in the phrase is {wrong[0]}"
        report.warn("RW505", message, phrase.span, help="say the number that the phrase has, or none")


def _bare(sentence: str) -> str:
    """A sentence without its slots, but with the words in them that agree."""
    return SLOT.sub(lambda slot: f" {slot[3]} " if AGREES.search(slot[3] or "") else " ", sentence).casefold()


def _nodes(phrase: Phrase, symbols: Symbols) -> Iterator[t.Node]:
    """What a phrase means, with the phrases that it uses."""
    todo, seen = [phrase.signature], set()
    while todo:
        one = symbols.phrases[todo.pop()]
        if one.signature not in seen:
            seen.add(one.signature)
            for tree in (one.body, one.test, *(ability.ability for ability in one.abilities)):
                for node in walk(tree):
                    yield node
                    if isinstance(node, t.Call | t.So | t.AbilityCall):
                        todo.append(node.phrase)


def _numbers_of(phrase: Phrase, symbols: Symbols) -> set[int]:
    nodes = list(_nodes(phrase, symbols))
    values = [symbols.named_values[one.name].value for one in nodes if isinstance(one, t.NumberValue)]
    nodes += [node for value in values for node in walk(value)]
    numbers = {1} | {abs(node.value) for node in nodes if isinstance(node, t.Number)}
    return numbers | {node.number for node in nodes if isinstance(node, t.Seat)}


_MEANT = {
    "once": "happens at most once in a while",
    "may": "may be left",
    "not": "is denied",
}
"""What must be so in a phrase whose sentence says it."""
_IN_ENGLISH = {
    "once": r"\b(once|only)\b",
    "may": r"\b(may|can|up to|any number|room to)\b",
    "not": r"\b(no|not|without|nobody|never|nothing|none|but|except|cannot|only|empty|free|un\w+)\b",
}
"""Words of the rules that say it."""


def _words_said(phrase: Phrase, sentence: str, symbols: Symbols, language: Catalogue, report: Report) -> None:
    """Report words such as `you may`, `not` and `once per` in sentences of phrases that mean nothing of the kind."""
    said = _bare(sentence)
    for what in _MEANT:
        words = language.telling.get(what, ())
        word = next((one for one in words if re.search(rf"(?<!\w){re.escape(one)}(?!\w)", said)), None)
        if word is None or re.search(_IN_ENGLISH[what], phrase.signature) or (what == "may" and phrase.holds):
            continue
        limited = what == "once" and _is_marked(list(_nodes(phrase, symbols)), symbols)
        if not limited and not any(_tells(node, what) for node in _nodes(phrase, symbols)):
            message = f"the {language.name} sentence says '{word}', and nothing in the phrase {_MEANT[what]}"
            report.warn(
                "RW506", message, phrase.span, help="say it in other words, or let the phrase mean it"
            )


def _is_marked(nodes: Sequence[t.Node], symbols: Symbols) -> bool:
    """Whether a state that ends by itself, or one that becomes `yes` and is asked for, notes that it has happened."""
    owners = [symbols.game, symbols.players, *(one.properties for one in symbols.types.values())]
    set_ = {id(node.target) for node in nodes if isinstance(node, t.Become)}
    states = (node for node in nodes if isinstance(node, t.GameState | t.Property | t.Holds))
    asked = {node.name for node in states if id(node) not in set_}
    ending = any(one[name].until is not None for one in owners for name in asked if name in one)
    targets = [
        node.target for node in nodes if isinstance(node, t.Become) and isinstance(node.value, t.Truth)
    ]
    return ending or any(getattr(target, "name", None) in asked for target in targets)


def _tells(node: t.Node, what: str) -> bool:
    if isinstance(node, t.Modifier):  # a number can stand for a permission
        return True
    if what == "once":
        return isinstance(node, t.Trigger | t.AbilityCall) and node.limit is not None
    if what == "may":
        if isinstance(node, t.Quantity):
            return node.how in ("up to", "any", "at least")
        return isinstance(node, t.May | t.MayRepeatedly | t.Offer) or (
            isinstance(node, t.Trigger) and node.may
        )
    if isinstance(node, t.Compare | t.WithProperty):
        return node.op == "!="
    if isinstance(node, t.WhoIs):
        return not node.holds
    if isinstance(node, t.Trigger):
        return node.hook.when == "instead of"
    return isinstance(node, t.Not | t.ButNot | t.Nothing | t.NoneValue | t.Truth)


_BEFORE_ONE = frozenset({"a", "an", "the", "each", "every", "any", "no", "this", "that", "another"})


def _terms_said(
    phrase: Phrase, sentence: str, named: NamedThings, language: Catalogue, report: Report
) -> None:
    """Report names in the words of a phrase that its sentence does not say, in the same number. A verb may be spelt
    as a name is, so names of one count after an article, and those of several not after the slot of a player."""
    of_slots = {one for slot in phrase.slots for one in slot.type.of}
    numbers = {slot.name for slot in phrase.slots if slot.type.kind == "number"}
    shown = {noun for one in counted(sentence, numbers) for noun in (one, one.rpartition(" ")[0])}
    shown |= {noun.rpartition(" ")[2] for noun in shown}
    said = _bare(sentence)
    for words in (part for part in phrase.parts if isinstance(part, tuple)):
        at = 0
        while at < len(words):
            found = [one for one in named.get(words[at], ()) if _stands(one, words, at, phrase)]
            name, plural, names = max(found, key=lambda one: len(one[0].split()), default=("", "", None))
            if names is None:
                at += 1
                continue
            several = _stands((name, plural, names), words, at, phrase) == plural
            run = plural if several else name
            at += len(run.split())
            if name in of_slots or {name, plural} & shown:
                continue
            forms = [form.casefold() for form in _forms_of(names, language, several=several)]
            if several and any(
                re.search(rf"(?<!\w){one}(?!\w)", said) for one in language.telling.get("each", ())
            ):
                forms += [form.casefold() for form in _forms_of(names, language, several=False)]
            other = [f"{re.escape(one[:-1].casefold())}\\w*" for one in names.also.get(language.tag, ())]
            if not any(re.search(rf"(?<!\w){form}(?!\w)", said) for form in (*map(re.escape, forms), *other)):
                message = f"the phrase says '{run}', and its {language.name} sentence does not"
                called = names.forms.get(language.tag, {}).get("plural" if several else PLAIN, names.base)
                help_text = f"say it in the same number: '{called}', or show it as a slot"
                report.warn("RW507", message, phrase.span, help=help_text)


def _stands(one: tuple[str, str, Name], words: tuple[str, ...], at: int, phrase: Phrase) -> str:
    """Which name, of one or of several, stands here in the words of a phrase; empty for neither."""
    name, plural, _ = one
    for run in dict.fromkeys((plural, name)):
        if " ".join(words[at : at + len(run.split())]) == run:
            before = phrase.parts[phrase.parts.index(words) - 1] if phrase.parts[0] != words else None
            verb = at == 0 and (before is None or (isinstance(before, Slot) and before.type.kind != "number"))
            if run == plural and run != name and not verb:
                return run
            if run == name and at > 0 and words[at - 1] in _BEFORE_ONE:
                return run
    return ""


NamedThings = dict[str, list[tuple[str, str, Name]]]
"""What has a name, and the plural of that, by the first words of both."""


def _named(symbols: Symbols) -> NamedThings:
    found: NamedThings = {}
    things: list[PieceType | Design] = [*symbols.types.values(), *symbols.designs.values()]
    for one in things:
        for first in dict.fromkeys((one.name.split()[0], (one.plural or one.name).split()[0])):
            found.setdefault(first, []).append((one.name, one.plural, one.names))
    return found


def _forms_of(names: Name, language: Catalogue, *, several: bool) -> Iterator[str]:
    forms = names.forms.get(language.tag, {})
    only_several = forms.get("gender", "").endswith(" pl")
    many = tuple(one for one in ("plural", *language.plurals) if one != next(iter(language.plurals)))
    for form, word in forms.items():
        if form != "gender" and (only_several or form.startswith(many) == several):
            yield word


def _counted_in_sentences(game: Game, language: Catalogue, report: Report) -> None:
    """Nouns that a sentence puts behind a number, and that nothing is called, or that lack the form."""
    for phrase in game.symbols.phrases.values():
        numbers = {slot.name for slot in phrase.slots if slot.type.kind == "number"}
        for sentence in phrase.sentences.get(language.tag, ()):
            for said in counted(sentence, numbers):
                noun, _, form = said.rpartition(" ")
                found = game.symbols.countable(said)
                if found is None:
                    found = game.symbols.countable(noun) if form in language.cases else None
                else:
                    noun, form = said, PLAIN
                if found is None:
                    report.error(
                        "RW202",
                        f"nothing that can be counted is called '{said}'",
                        phrase.span,
                        help="types, designs and numbers that players have can be counted: {n: card}, or "
                        "{n: card acc}; words of your own: {n} {n:word;word;word}",
                    )
                    continue
                names, _, by_plural_name = found
                forms = names.forms.get(language.tag, {})
                for plural in language.plurals:
                    fitting = language.counted_as(plural, form, by_plural_name=by_plural_name)
                    if forms and not in_library(phrase.span) and not any(forms.get(one) for one in fitting):
                        message = f"'{noun}' has no {language.name} form '{plural}', so it cannot be counted"
                        help_text = f"add it to '{language.tag}:' of '{noun}': {plural}: …"
                        report.warn("RW501", message, phrase.span, help=help_text)
