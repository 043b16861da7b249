"""What can stand at a place of a rule file: words of its texts, keys, names, rules, paths.

In: a draft, a place in one of its files (or in a file of scenarios), and what the caller knows of the file. Out:
items, the best first, with offsets in the file. It works from the lines around the place, so the file may be broken.
"""

from __future__ import annotations

import re
import weakref
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, get_origin

import attrs

from ..build.declare import CONVENTIONS
from ..build.declare_types import CHOICES
from ..diagnostics.codes import CODES
from ..diagnostics.editions import EDITIONS
from ..diagnostics.report import Report
from ..document.paths import child as child_of
from ..document.paths import escaped, names
from ..document.reader import Mapping as Keys
from ..document.reader import Node, Text
from ..draft.draft import Draft
from ..languages import BASE, PLAIN, catalogue, tags
from ..model.game import RULE_KINDS
from ..model.symbols import Phrase, State
from ..resolve import abilities, declarations, statements
from ..resolve import types as type_texts
from ..resolve.context import Context, Unclear
from ..resolve.expressions import expression
from ..resolve.readings import resolve_text
from ..scenarios import effects
from ..scenarios.keys import PLAYER, UNDO, VIEW, Holds, ScenarioKey, known_at
from ..scenarios.notation import GAME, UNKNOWN, Notation, Sort
from ..schema.classes import GameDoc, VariantDoc
from ..schema.classes import Names as NamesDoc
from ..tree.types import OF_CELLS, OF_DESIGNS, OF_PLAYERS, OF_WORDS, Type
from .items import Item
from .lines import asked, behind_colon, language_of, names_in, value_of
from .shape import Slot, alone, fields, is_text, keyed, kinds, slots
from .text_completion import Place, complete_text, lists_of_words, whole_condition
from .yaml_place import Spot, spot

Meaning = Callable[[tuple[str, ...]], str | None]
"""What the key at the end of a path means; entries of lists are empty steps."""

PATHS = frozenset({"add", "replace", "set", "remove"})
"""The keys of a variant under which paths stand."""
WRITTEN = tuple(str(one) for one in reversed(EDITIONS))
"""The editions of the language, as files name them, the newest first."""
FAULTS = "RW4"
"""The beginning of the codes of faults."""
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
_GIVEN_NAME = re.compile(r"\bas (?:the )?([^\W\d_]+(?: [^\W\d_]+)?)\s*(?=[,;:\n/]|$)")
OF_PROPERTIES = frozenset({"public", "face up", "turned by", "cells show", "table", "shows", "colour"})
"""The keys under which properties of a type or of cells are named."""
_GAMES: weakref.WeakKeyDictionary[Draft, Draft] = weakref.WeakKeyDictionary()
_WORDS: weakref.WeakKeyDictionary[Draft, tuple[int, Counter[str]]] = weakref.WeakKeyDictionary()


def _nothing(path: tuple[str, ...]) -> str | None:
    return None


def complete(
    draft: Draft,
    source: str,
    offset: int,
    *,
    text: str | None = None,
    root: type | None = None,
    meaning: Meaning = _nothing,
    variants: Sequence[str] = (),
) -> list[Item]:
    """What can stand at an offset of a source. `text` is what a file that is none of the draft's says, and `root` the
    class of its document; `variants` are the names of the game's variants."""
    if text is None:
        if source not in draft.sources:
            return []
        text = draft.sources[source].text
    here = spot(text, offset)
    if here.sort == "comment":
        return []
    if root is None:
        root = VariantDoc if re.search(r"^variant:", text, re.MULTILINE) else GameDoc
    known = draft if draft.model is not None else _without_variants(draft)
    found = _Completer(draft, known, source, offset, here, root, meaning, variants).items()
    return sorted(found, key=lambda item: item.sort_key)


def _without_variants(draft: Draft) -> Draft:
    """The game alone, where a variant that has just begun is too broken to be applied."""
    found = _GAMES.get(draft)
    if found is None:
        found = _GAMES[draft] = Draft.of([draft.sources[name] for name in draft.own])
    return found


@attrs.frozen
class Scope:
    """How a text is read: its start symbol, how it is resolved, and the arguments of its context."""

    start: str
    resolver: Callable[..., Any]
    arguments: Mapping[str, Any] = attrs.field(factory=dict)


class _Completer:
    def __init__(
        self,
        written: Draft,
        draft: Draft,
        source: str,
        offset: int,
        here: Spot,
        root: type,
        meaning: Meaning,
        variants: Sequence[str],
    ) -> None:
        self.written = written  # the draft with the file at hand; `draft` is what is known
        self.draft = draft
        self.symbols = draft.symbols
        self.source = source
        self.offset = offset
        self.here = here
        self.root = root
        self.meaning = meaning
        self.variants = variants
        self.languages = [str(tag) for tag in draft.doc.languages] if draft.doc is not None else []
        self.path = here.path
        self.at = slots(root, here.path, self.languages)
        self._follow_patch()

    def _follow_patch(self) -> None:
        """Under a path of a variant, what stands there is what would stand at the path in a game."""
        path = self.here.path
        if (
            self.root is VariantDoc
            and len(path) > 1
            and path[0] in PATHS - {"remove"}
            and path[1] is not None
        ):
            steps = [one.replace("\\/", "/").strip() for one in re.split(r"(?<!\\)/", path[1])]
            self.path = (*steps, *path[2:])
            self.at = slots(GameDoc, self.path, self.languages)

    def items(self) -> Iterator[Item]:
        if self.here.sort == "key":
            yield from self._keys()
        elif self._is_path():
            yield from self._paths(self.here.before)
        elif self.at:
            yield from self._values(alone(self.at[-1]))

    # -------------------------------------------------------------------------------- keys

    def _keys(self) -> Iterator[Item]:
        path = self.here.path
        if self.root is VariantDoc and len(path) == 1 and path[0] in PATHS:
            yield from self._paths(self.here.before)
            return
        if path in (("phrases",), ("numbers",), ("names",)) and "{" in self.here.before:
            yield from self._signature()
            return
        if not self.at:
            return
        slot = self.at[-1]
        if is_text(slot.hint) and slot.hint is not Any and path and path[-1] is None:
            yield from self._values(alone(slot))
        if self._is_scenario() and slot.hint is Any:
            facts = slot.key in ("given", "then") or "expect" in path
            yield from self._facts() if facts else self._moves()
            return
        cls = keyed(slot.hint)
        if cls is not None:
            yield from self._keys_of(cls)
        elif any(get_origin(one) is dict for one in kinds(slot.hint)) or slot.hint is Any:
            for name, detail in self._names_under(slot):
                yield self._key(name, "name", detail)

    def _keys_of(self, cls: type) -> Iterator[Item]:
        there = self.here.others
        for number, (field, key, hint) in enumerate(fields(cls)):
            if field.metadata["rest"]:
                for name, detail in self._forms_of_name() if cls is NamesDoc else self._printed():
                    yield self._key(name, "property", detail, (0, number))
            elif field.metadata["languages"]:
                for tag in (*tags(), *self.languages):
                    if tag != BASE:
                        known = catalogue(tag)
                        yield self._key(tag, "language", known.name if known else "", (2, number))
            elif key not in there:
                needed = field.default is attrs.NOTHING or field.metadata["needed"]
                yield self._key(key, "key", "", (0 if needed else 1, number), nested=not is_text(hint))

    def _key(
        self,
        name: str,
        kind: str,
        detail: str,
        rank: tuple[int, ...] = (0,),
        *,
        nested: bool = False,
        says: str = "",
    ) -> Item:
        """A key with its colon; one that only holds other keys goes on below it."""
        insert = _as_key(name)
        colon = "" if self._has_colon() else ": "
        if nested and colon and not self.here.flow:
            colon = ":\n" + " " * (self.here.indent + 2)
        steps = tuple(step or "" for step in (*self.path, name))
        return Item(
            name,
            kind,
            insert + colon,
            self.here.start,
            self.offset,
            detail=detail,
            documentation=self.meaning(steps) or says,
            rank=rank,
            filter=name,
        )

    def _has_colon(self) -> bool:
        rest = self._text[self.offset :].partition("\n")[0]
        return re.match(r"[^\s:,{}]*['\"]?\s*:", rest) is not None

    @property
    def _text(self) -> str:
        sources = self.written.sources
        return sources[self.source].text if self.source in sources else ""

    def _printed(self) -> Iterator[tuple[str, str]]:
        """The properties that a design or a cell can print, but for those that it has."""
        owner = self._owner()
        for name, state in owner.items():
            if state.printed and name not in self.here.others:
                yield name, str(state.type)

    def _forms_of_name(self) -> Iterator[tuple[str, str]]:
        """The forms of a name in the language at hand."""
        known = catalogue(self._language())
        for form in (*known.forms, "gender") if known is not None else ():
            if form not in self.here.others and form != PLAIN:
                yield form, f"a form in {known.name}" if known is not None else ""

    def _owner(self) -> Mapping[str, State]:
        """The properties of the type or the board that a path leads through."""
        path = self.path
        if len(path) > 1 and path[1] is not None:
            if path[0] == "components" and path[1] in self.symbols.types:
                return self.symbols.types[path[1]].properties
            if path[0] == "places" and path[1] in self.symbols.places:
                return self.symbols.places[path[1]].properties
        return {}

    def _names_under(self, slot: Slot) -> Iterator[tuple[str, str]]:
        """The names that can be keys of a mapping of names."""
        there, symbols = self.here.others, self.symbols
        where = (slot.owner.__name__ if slot.owner else "", slot.key)
        known: Iterator[tuple[str, str]] = iter(())
        if where == ("GameDoc", "conventions") or where == ("VariantDoc", "conventions"):
            known = iter(CONVENTIONS.items())
        elif where[0] == "LookDoc":
            known = self._looks(slot)
        elif where[1] == "ask":
            own = dict.fromkeys(one.name for one in asked(self.draft))
            known = ((name, "a choice") for name in {**own, **dict.fromkeys(self._choices())})
        elif where[1] == "labels":
            known = ((name, "a word") for name in symbols.vocabulary.names(["WORD"]))
        elif where[1] == "sections":
            known = ((name, "a section of the rules") for name in self._sections())
        elif where[1] == "starts":
            known = iter(())
        elif self._is_scenario() and where[1] == "options":
            known = ((name, str(one.type)) for name, one in symbols.options.items())
        elif self._is_scenario() and where[1] == "times":
            known = ((name, "a phase") for name in symbols.phases)
        elif where[1] in ("plain words",):
            known = ((tag, "a language") for tag in (*tags(), *self.languages))
        for name, detail in known:
            if name not in there:
                yield name, detail

    def _looks(self, slot: Slot) -> Iterator[tuple[str, str]]:
        symbols = self.symbols
        if slot.key == "types":
            yield from ((name, "a type") for name in symbols.types)
        elif slot.key == "designs":
            yield from ((name, f"a kind of {one.type}") for name, one in symbols.designs.items())
        elif slot.key == "places":
            yield from ((name, "a place") for name in symbols.places)
        elif slot.key == "words":
            yield from ((name, "a word") for name in symbols.vocabulary.names(["WORD"]))
        elif slot.key == "cells" and slot.name in symbols.places:
            yield from ((name, "a cell") for name in symbols.places[slot.name].named)
        elif slot.key == "cells":
            yield from ((name, "a board") for name, one in symbols.places.items() if one.named)

    def _choices(self) -> list[str]:
        """The names after `as`, and the labels of branches, in all texts."""
        found: dict[str, None] = {}
        for attempt in self.draft.attempts:
            for match in re.finditer(
                r"\bas (?:the )?([^\W\d_]+(?: [^\W\d_]+)?)\s*(?=[,;:\n/]|$)", attempt.text.value
            ):
                found[match[1]] = None
        found.update(
            dict.fromkeys(f"that {name}" for name in (*self.symbols.types, "kind", "number", "player"))
        )
        return list(found)

    def _sections(self) -> list[str]:
        doc = self.draft.doc
        return (
            list(dict.fromkeys(str(name).partition(".")[0] for name in doc.rules)) if doc is not None else []
        )

    # -------------------------------------------------------------------------------- paths

    def _is_path(self) -> bool:
        path = self.here.path
        return self.root is VariantDoc and path[:1] == ("remove",)

    def _paths(self, before: str) -> Iterator[Item]:
        """The next step of a path in a variant."""
        whole = self.draft.whole
        if whole is None:
            return
        done, _, last = before.rpartition("/")
        node: Node | None = whole
        for step in re.split(r"(?<!\\)/", done) if done else ():
            node = child_of(node, step.strip().replace("\\/", "/")) if node is not None else None
        if node is None or isinstance(node, Text):
            return
        start = self.offset - len(last.lstrip())
        above = tuple(one for one in re.split(r"(?<!\\)/", done) if one)
        at = slots(GameDoc, above, self.languages)
        cls = keyed(at[-1].hint) if at else None
        there = [name for name in names(node) if name not in ("phases", "rulewright", "game")]
        new = []
        if self.here.path[:1] in (("add",), ("set",)) and cls is not None:  # what is not there yet
            new = [key for field, key, _ in fields(cls) if not field.metadata["rest"] and key not in there]
            new = [key for key in new if above and key != "<language>" and not key.startswith("others")]
        for group, steps in enumerate((there, new)):
            for number, name in enumerate(steps):
                inner = child_of(node, name)
                deeper = isinstance(inner, Keys) and group == 0
                yield Item(
                    name,
                    "path",
                    escaped(name),
                    start,
                    self.offset,
                    detail=_short(inner) if isinstance(inner, Text) else "…/" if deeper else "",
                    documentation=self.meaning((*above, name)) or "",
                    rank=(group, min(number, 99)),
                    filter=name,
                )

    # ------------------------------------------------------------------------------- values

    def _values(self, slot: Slot) -> Iterator[Item]:
        where = (slot.owner.__name__ if slot.owner else "", slot.key)
        before = self.here.before
        if slot.key == "rule":
            yield from self._rules()
        elif where == ("RuleDoc", "about"):
            yield from self._rules(statements=True)
        elif where in TRUTHS:
            yield from self._plain(TRUTHS[where], "value")
        elif (where[1], slot.name) in self._conventions():
            yield from self._plain(self._conventions()[where[1], slot.name], "value")
        elif where[1] == "until" and where[0] == "StateDoc":
            yield from self._plain(self.symbols.phases, "phase")
        elif where[1] in OF_PROPERTIES and where[0] != "LookDoc" and self._owner():
            yield from self._plain(self._owner(), "property")
        elif where[1] == "source":
            doc = self.draft.doc
            yield from self._plain([str(name) for name in doc.sources] if doc else (), "source")
        elif where == ("LookDoc", "order"):
            yield from self._plain(self.symbols.places, "place")
        elif where[0] == "VariantDoc" and where[1] in ("over", "needs", "joins"):
            yield from self._plain(list(self.variants), "variant")
        elif where == ("VariantDoc", "of"):
            doc = self.draft.doc
            yield from self._plain([str(doc.game)] if doc else (), "game")
        elif self._is_scenario():
            yield from self._of_scenario(slot)
        elif where == ("Names", "…"):
            tag = catalogue(self._language())
            yield from self._plain(tag.genders if tag is not None and slot.name == "gender" else (), "form")
        elif slot.key == "<language>" and slot.owner is not None and slot.owner.__name__ == "PhraseDoc":
            yield from self._slots_of_phrase(slot.name)
        elif where == ("PhraseDoc", "forms") and "{" in before:
            yield from self._signature()
        elif self._is_line():
            yield from self._of_line()
        else:
            scope = self._scope()
            first = list(self._whole_values(slot)) if not before.strip() or " " not in before.strip() else []
            yield from first
            if scope is not None:
                known = {item.label for item in first}
                items = self._text_items(scope, before, len(before))
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
            yield from self._plain(self._values_of(of), "value", str(of))

    def _wanted(self, slot: Slot) -> Type | None:
        """The type of the value that is asked for, if that is known."""
        where = (slot.owner.__name__ if slot.owner else "", slot.key)
        if where in (("StateDoc", "starts"), ("OptionDoc", "default")):
            said = _TYPE_BESIDE.findall(self._text[max(0, self.offset - 400) : self.offset])
            if not said:
                return None
            text = Text(said[-1].strip().strip("'\""))
            context = Context(self.symbols, text)
            found = resolve_text(text, "type", type_texts.type_text, context, Report())
            return found.type if found is not None and found.type.kind != "number" else None
        if where[1] in ("…", "each"):
            state = self._owner().get(slot.name)
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

    def _plain(self, values: Any, kind: str, detail: str = "") -> Iterator[Item]:
        """Values that are written as they are."""
        last = re.split(r"[,;]\s*", self.here.before)[-1] if self.here.flow else self.here.before
        for number, value in enumerate(values):
            yield Item(
                value,
                kind,
                _as_value(value, self.here),
                self.offset - len(last),
                self.offset,
                detail=detail,
                rank=(0, 0, min(number, 99)),
                filter=value,
            )

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

    # -------------------------------------------------------------------------------- texts

    def _text_items(self, scope: Scope, before: str, width: int) -> list[Item]:
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
                insert = _in_quotes(insert, self.here.style)
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

    def _scope(self) -> Scope | None:
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
        state = self._owner().get(name)
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

    # -------------------------------------------------------------------------------- slots

    def _is_line(self) -> bool:
        """Whether this is a text that players read and that can show values."""
        said = alone(self.at[-1]).key in (BASE, "<language>")
        return said and any(slot.key in ("log", "ask", "beside") for slot in self.at)

    def _of_line(self) -> Iterator[Item]:
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
            yield from self._behind_colon(value, asked.lstrip(), self._language(), sentence=False)
            return
        found = self._text_items(Scope("expression", expression, {"variables": variables}), inner, len(inner))
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

    def _language(self) -> str:
        known = (*tags(), *self.languages)
        return next((step for step in reversed(self.here.path) if step in known), BASE)

    def _slots_of_phrase(self, tag: str) -> Iterator[Item]:
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

    def _signature(self) -> Iterator[Item]:
        """In the sentence of a phrase: the type of a slot."""
        inner = self.here.before.rpartition("{")[2]
        if "}" not in inner and ":" in inner:
            before = inner.partition(":")[2].lstrip()
            yield from self._text_items(Scope("type", type_texts.type_text), before, len(before))

    # ---------------------------------------------------------------------------- scenarios

    def _is_scenario(self) -> bool:
        return self.root not in (GameDoc, VariantDoc)

    def _phases(self) -> list[str]:
        found: list[str] = []

        def below(nodes: Sequence[Any], above: str) -> None:
            for node in nodes:
                found.append(f"{above}{node.phase}")
                below(node.phases, f"{above}{node.phase}/")

        below(self.draft.doc.flow if self.draft.doc is not None else (), "")
        return found

    @cached_property
    def _notation(self) -> Notation:
        return Notation(self.symbols, self._most_players(), self._most_players())

    def _whose(self) -> int:
        """The seat of the player whose names can stand at the place."""
        players = (PLAYER.match(step) for step in reversed(self.here.path[3:]) if step is not None)
        return next((int(match[1]) - 1 for match in players if match is not None), GAME)

    def _facts(self) -> Iterator[Item]:
        """The keys of `given`, `then` and views: states, places, players, and those that every game has."""
        symbols, there, whose = self.symbols, self.here.others, self._whose()
        states = symbols.game if whose == GAME else symbols.players
        places = self._notation.places(whose)
        keys = {
            name: one for one in known_at(self.here.path[2:])[0] for name in one.names(self._most_players())
        }
        named = {name: str(one.type) for name, one in states.items()}
        named |= {name: "a place" for name in places if name not in self._notation.cells}
        if self.here.path[2] != "given":
            named |= {
                name: str(one.value.type) for name, one in symbols.named_values.items() if not one.slots
            }
        named |= {name: one.holds.value for name, one in keys.items()}
        named |= {name: "a cell" for name in places if name in self._notation.cells}
        for number, (name, detail) in enumerate(named.items()):
            if name not in there:
                says = keys[name].says if name in keys else ""
                yield self._key(name, "name", detail, (0, number // 99, number % 99), says=says)

    def _most_players(self) -> int:
        text = str(self.draft.doc.players) if self.draft.doc is not None and self.draft.doc.players else "4"
        return max((int(one) for one in re.findall(r"\d+", text)), default=4)

    def _of_scenario(self, slot: Slot) -> Iterator[Item]:
        key, path = slot.key, self.here.path
        symbols = self.symbols
        if key in ("start", "end"):
            yield from self._plain(self._phases(), "phase")
        elif key == "variants":
            yield from self._plain(self.variants, "variant")
        elif key == "as":
            yield from self._plain(self._players(), "player")
        elif key == "do":
            scope = Scope("effect", statements.body, effects.SCOPE)
            yield from self._text_items(scope, self.here.before, len(self.here.before))
        elif key == "options" and slot.name in symbols.options:
            yield from self._plain(self._values_of(symbols.options[slot.name].type), "value")
        elif key == "when" and "expect" not in path:
            yield from self._moves()
        elif key in ("given", "then") or "expect" in path:
            yield from self._plain(self._worth(), "value")

    def _players(self) -> list[str]:
        return [f"player {one}" for one in range(1, self._most_players() + 1)]

    def _values_of(self, of: Type) -> list[str]:
        """The values of a type that have names."""
        found = ["none"] if of.optional else []
        if of.kind == "yes-no":
            found += ["yes", "no"]
        elif of.kind in OF_WORDS:
            found += of.of
        elif of.kind in OF_DESIGNS:
            found += [name for name, one in self.symbols.designs.items() if not of.of or one.type in of.of]
        elif of.kind in OF_PLAYERS:
            found += self._players()
        elif of.kind in OF_CELLS:
            found += [name for name, board in self.symbols.named_cells.items() if board in of.of]
        elif of.kind in ("place", "places"):
            found += self.symbols.places
        elif of.kind == "number" and of.most - of.least <= 20:
            found += map(str, range(of.least, of.most + 1))
        return found

    def _worth(self) -> list[str]:
        """What can be given for the name at the end of the path, or expected of it."""
        path = [step for step in self.here.path[2:] if step is not None]
        key = known_at(path)[1]
        if key is not None:
            return self._worth_of_key(key)
        thing = self._notation.find(path[-1], self._whose())
        if thing is None:
            return []
        found = self._values_of(thing.type)
        if thing.sort is Sort.PLACE:
            found += ["empty", "the rest"] if path[0] == "given" else ["empty"]
        return [*found, UNKNOWN] if any(step.startswith(VIEW) for step in path) else found

    def _worth_of_key(self, key: ScenarioKey) -> list[str]:
        if key.holds in (Holds.OPTIONS, Holds.OPTION):
            return self._options()
        if key.holds is Holds.PLACES:
            return self._notation.places(self._whose())
        if key.holds is Holds.FAULT:
            return [code for code in CODES if code.startswith(FAULTS)]
        return {
            Holds.PLAYERS: [*self._players(), "nobody"],
            Holds.YES_OR_NO: ["yes", "no"],
        }.get(key.holds, [])

    def _options(self) -> list[str]:
        """The names that options can have: those of turns, labels of branches, designs, and players."""
        found: dict[str, None] = {}

        def below(nodes: Sequence[Any]) -> None:
            for node in nodes:
                found.update(dict.fromkeys(map(str, node.options)))
                below(node.phases)

        doc = self.draft.doc
        if doc is not None:
            below(doc.flow)
            found.update(dict.fromkeys(map(str, doc.labels)))
        found.update(dict.fromkeys(self.symbols.designs))
        return list(found)

    def _moves(self) -> Iterator[Item]:
        """A line of `when:`: who chooses, and what."""
        before, path = self.here.before, self.here.path
        keys = [(name, one) for one in known_at(path[2:])[0] for name in one.names(self._most_players())]
        if path and path[-1] == "cannot":
            yield from self._plain([*self._options(), *(name for name, _ in keys)], "option")
            return
        if ":" in before or (path and path[-1] not in (None, "when")):
            yield from self._plain(self._options(), "option")
            return
        for number, (name, one) in enumerate(keys):
            yield self._key(name, "key", one.holds.value, (0, number), says=one.says)
        if not self.here.flow:
            yield from self._plain([UNDO], "option")


def _open_slot(before: str) -> str | None:
    """What is written of the slot that is open at the end of a line; None if none is."""
    inner = before.rpartition("{")[2]
    return inner if "{" in before and "}" not in inner else None


def _short(node: Text) -> str:
    """The beginning of a text."""
    said = " ".join(node.value.split())
    return said if len(said) <= 60 else said[:59] + "…"


def _as_key(name: str) -> str:
    """A name as a key of a mapping."""
    plain = re.fullmatch(r"[^\s#\"'\[\]{},&*!|>%@`:?-][^:#\"\[\]{},]*", name) is not None
    return name if plain else '"' + re.sub(r'(["\\])', r"\\\1", name) + '"'


def _as_value(value: str, here: Spot) -> str:
    """A value as a plain text, in quotes if it needs them."""
    if here.style in ("'", '"'):
        return _in_quotes(value, here.style)
    hard = re.match(r"[\s#\"'\[\]{},&*!|>%@`]", value) is not None or ": " in value or " #" in value
    hard = hard or (here.flow and re.search(r"[,\[\]{}]", value) is not None)
    return '"' + re.sub(r'(["\\])', r"\\\1", value) + '"' if hard else value


def _in_quotes(value: str, style: str) -> str:
    """A text as it is written inside quotes."""
    return value.replace("'", "''") if style == "'" else re.sub(r'"', r"\\\"", value)
