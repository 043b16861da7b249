"""Words at a place of a text, tried in the parser's states: what would fit there, and what it would mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs

from ..document.reader import Text
from ..model.symbols import Slot, Symbols, cell_properties
from ..resolve.conditions import condition
from ..resolve.context import Context, children
from ..resolve.expressions import expression
from ..resolve.readings import local_vocabulary
from ..resolve.statements import body
from ..schema.classes import GameDoc
from ..syntax.following import Following, Open
from ..syntax.keywords import VOCABULARY
from ..syntax.parser import Syntax
from ..syntax.vocabulary import VocabularyEntry, words
from ..tree.types import COMPASS, OF_PIECES, OF_WORDS, Type
from .fitting import UNSURE, Trials
from .items import Item

_HEAD = re.compile(r"(?P<else>otherwise\b:? ?)|(?P<label>[^\W\d_][\w -]*?)(?:, (?=if\b)|: )(?!$)")
"""What stands before a statement on its line: `otherwise:`, the label of a branch."""
_CUTS = re.compile(r", (?:otherwise )?|; |: |\b(?:if|and|or|put|while|until) ")
"""Behind these, a part of a line can often be read alone."""
_BINDING = re.compile(r"\b(?:as|let|an?|any|each|before|after|instead|chooses?)\b", re.IGNORECASE)
"""What can bind a name, which the rest of the line may speak of."""
LONG_LINE = 40
MOST_CUTS = 4
"""How many letters a line has of which only a part is tried, and from how many places on it may be."""
_BLOCKS = frozenset({"_NL", "_INDENT", "_DEDENT", "OTHERWISE", "LABEL", "$END"})


def whole_condition(tree: Syntax, c: Context) -> Any:
    """The condition of a text that is nothing else."""
    return condition(children(tree)[0], c)


_PARTS = (("expression", expression), ("condition_text", whole_condition), ("effect", body))


@attrs.frozen
class Place:
    """Where something is being written: the text up to there, and how it is read."""

    before: str
    start: str
    resolver: Callable[[Syntax, Context], Any]
    context: Callable[[Text], Context]
    symbols: Symbols
    doc: GameDoc | None = None
    common: Mapping[str, int] = attrs.field(factory=dict)
    """In how many texts of the game a word stands: what is said often comes before what is said rarely."""


class TextPlace:
    """What is known of a place in a text, and whether a word fits there."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.symbols = place.symbols
        self.context = place.context(Text(place.before))
        self.vocabulary = local_vocabulary(place.before, self.context)
        self.following = Following(place.before, self.vocabulary, place.start, self.symbols.most_slots + 1)
        self.trials = Trials(
            place.before, self.following, place.start, place.resolver, place.context, self.symbols
        )
        self.behind = 0  # how many words of the text the trials leave out
        self._from_this_line()
        self._from_this_part()
        self.known: dict[Any, int] = {}
        self.wanted: dict[int, list[Type]] = {}
        self.articles: dict[int, bool] = {}
        self.lists: list[tuple[str, ...]] | None = None
        self.owners: dict[str, tuple[tuple[str, Type], ...]] = {}
        self.runs = _written_runs(self.symbols, place.doc)
        self.found: dict[tuple[str, int], Item] = {}
        pieces = self.following.lattice.pieces
        self.attached = bool(pieces) and pieces[-1].end == len(place.before) and pieces[-1].word[0].isalnum()
        self.half = self._half_article()
        self.begins = self.verbs = False  # whether a statement begins at the node at hand, and a verb with it
        self.in_article = False  # whether what is found stands behind the article that is being written

    def _from_this_line(self) -> None:
        """Lets the trials read only the last line, with what is in scope there, if it begins a statement."""
        place = self.place
        at = place.before.rfind("\n") + 1
        if not at or place.start not in ("effect", "parts", "ability"):
            return
        lead = re.match(r" *", place.before[at:])
        assert lead is not None
        line = place.before[at + lead.end() :]
        head = _HEAD.match(line)
        begun = place.before[: at + lead.end()]
        if head is None:
            said, short = begun + "nothing", line
        else:
            said = begun + ("otherwise: nothing" if head["else"] else "x: nothing")
            short = line[head.end() :]
        scope = self.trials.scope(said, len(said) - len("nothing"))
        if scope is None:
            return
        self._read_alone(short, "effect", body, scope)

    def _from_this_part(self) -> None:
        """Lets the trials read only the last part of a long line: after an open bracket, a comma, an `if`."""
        before, start = self.trials.before, self.trials.start
        cuts = {match.end() for match in _CUTS.finditer(before)}
        bracket = _open_bracket(before)
        if bracket is not None:
            if before[: bracket - 1].rstrip().endswith("where"):
                return  # what stands before the bracket is in scope in it
            cuts = {cut for cut in cuts if cut > bracket} | {bracket}
        elif len(before) < LONG_LINE:
            return
        for cut in sorted(cuts, reverse=True)[:MOST_CUTS]:
            if before[:cut].endswith((": ", "; ")):
                scope = self.trials.scope(before[:cut] + "nothing", cut)
                if scope is not None and self._read_alone(before[cut:], "effect", body, scope):
                    return
            if _BINDING.search(before, 0, cut):
                continue
            for symbol, resolver in (_PARTS[0], (start, self.trials.resolver), *_PARTS[1:]):
                if self._read_alone(before[cut:], symbol, resolver, self.context):
                    return

    def _read_alone(
        self, short: str, start: str, resolver: Callable[[Syntax, Context], Any], scope: Context
    ) -> bool:
        """Lets the trials read only the end of the text, if what can follow it is the same."""
        following = Following(short, self.vocabulary, start, self.symbols.most_slots + 1)
        names = {one for one in self.following.expected(self.following.end) if one in VOCABULARY} - _BLOCKS
        here = following.expected(following.end)
        if not here or not names <= here:
            return False

        def context(text: Text) -> Context:
            return attrs.evolve(
                scope, text=text, variables=dict(scope.variables), known={}, trial=None, crowded=False
            )

        self.context = context(Text(short))
        self.behind = self.following.end - following.end
        self.trials = Trials(short, following, start, resolver, context, self.symbols)
        return True

    def _half_article(self) -> int | None:
        """The node at which an article stands, or the beginning of one, that may be the last word."""
        word = re.split(r"\s", self.place.before.casefold())[-1]
        if word not in ("t", "th", "the"):
            return None
        if word == "the":  # it is no word of the lattice
            self.trials.before = self.trials.before[:-3]
            return self.following.end
        return self.following.end - 1

    def fit_of(self, key: Any, node: int, terminals: tuple[str, ...], said: str, rest: str = "") -> int:
        if key not in self.known:
            at = node - self.behind
            self.known[key] = UNSURE if at < 0 else self.trials.of(at, terminals, said, rest)
        return self.known[key]

    def trial_key(self, entry: VocabularyEntry) -> tuple[Any, bool]:
        """What a name means as far as types tell it, and whether it is bound by the text or before it."""
        value, terminal = entry.value, entry.terminal
        if terminal in ("NAME", "NAME_T"):
            if value in self.context.variables or value in self.context.state:
                return ("variable", value), True
            meant = self.type_of(value)
            if meant is None:
                return ("name", value), value != "player"
            return ("name", _coarse(meant)), False
        if terminal in ("DESIGN_S", "DESIGN_P", "KINDNAME"):
            design = self.symbols.designs.get(value)
            return ("design", design.type if design else value), False
        if terminal in ("PROP", "PROP_W", "PROP_T", "ADJ"):
            owners = self._owners(value)
            return ("property", tuple((owner, *_coarse(of)) for owner, of in owners) or value), False
        if terminal == "WORD":
            return ("word", self._lists(value)), False
        if terminal == "PERIOD":
            return "", False
        return value, False

    def wanted_types(self, node: int) -> list[Type]:
        """The types of what the sentences take that have a slot at a node; where a statement or an ability begins,
        those that begin with a slot."""
        if node not in self.wanted:
            found: dict[Type, None] = {}
            for one in self.following.begun(node):
                found.update(dict.fromkeys(self._slots_behind(one)))
            ability = self.place.start == "ability" and not self.place.before[: self.start_of(node)].strip()
            for signature, parts in self.symbols.shapes.values() if self.begins or ability else ():
                phrase = self.symbols.phrases[signature]
                if isinstance(parts[0], Slot) and (phrase.ability or phrase.holds) == ability:
                    found[parts[0].type] = None
            self.wanted[node] = list(found)
        return self.wanted[node]

    def _slots_behind(self, one: Open) -> Iterator[Type]:
        """The types of the slots that can follow the runs of a sentence."""
        count = len(one.runs)
        if one.sort == "VP":
            for runs, (_, slots) in self.symbols.number_parts.items():
                if runs[:count] == one.runs:
                    yield slots[count - 1].type
            return
        at = 2 * count if one.leading else 2 * count - 1
        for _, parts in self.symbols.shapes.values():
            runs = tuple(" ".join(part) for part in parts if not isinstance(part, Slot))
            if isinstance(parts[0], Slot) == one.leading and runs[:count] == one.runs and at < len(parts):
                slot = parts[at]
                assert isinstance(slot, Slot)
                yield slot.type

    def meant_by(self, entry: VocabularyEntry) -> Type | None:
        """The type of a name, if it has one by itself."""
        value, terminal = entry.value, entry.terminal
        if terminal in ("NAME", "NAME_T"):
            bound = self.context.variables.get(value) or self.context.state.get(value)
            return bound or self.type_of(value)
        if terminal == "WORD":
            return Type("word", (value,))
        if terminal in ("DESIGN_S", "KINDNAME"):
            design = self.symbols.designs.get(value)
            return Type("kind", (design.type,)) if design is not None else None
        if terminal == "DESIGN_P" and value in self.symbols.designs:
            return Type("pieces", (self.symbols.designs[value].type,))
        if terminal == "TYPE_P" and value in self.symbols.types:
            return Type("pieces", (value,))
        return Type("players") if terminal == "TYPE_P" and value == "player" else None

    def can_change(self, entry: VocabularyEntry, meant: Type | None) -> bool:
        """Whether a statement that begins here can change what has this name, or what it has."""
        if not self.begins or meant is None:
            return False
        if meant.kind != "pieces":
            return entry.terminal == "NAME" and entry.value in self.symbols.game
        types = (self.symbols.types[one] for one in meant.of if one in self.symbols.types)
        return any(not state.printed for one in types for state in one.properties.values())

    def has_parts(self, of: Type) -> bool:
        """Whether a value of a type has properties: `that player's …`."""
        if of.kind in OF_PIECES:
            return any(one in self.symbols.types and self.symbols.types[one].properties for one in of.of)
        return of.kind in ("player", "players", "cell")

    def type_of(self, name: str) -> Type | None:
        symbols = self.symbols
        if name in symbols.game:
            return symbols.game[name].type
        if name in symbols.named_values:
            return symbols.named_values[name].value.type
        if name in symbols.options:
            return symbols.options[name].type
        if name in symbols.named_cells:
            return Type("cell", (symbols.named_cells[name],))
        if name in symbols.places:
            place = symbols.places[name]
            return Type("place", tuple(place.text.types), sort=place.text.kind)
        return None

    def _owners(self, name: str) -> tuple[tuple[str, Type], ...]:
        if name not in self.owners:
            self.owners[name] = _owners(self.symbols, name)
        return self.owners[name]

    def _lists(self, word: str) -> tuple[tuple[str, ...], ...]:
        if self.lists is None:
            self.lists = lists_of_words(self.symbols)
        return tuple(one for one in self.lists if word in one)

    def described(self, entry: VocabularyEntry) -> tuple[str, str]:
        """The kind of a name, and what it is."""
        value, terminal = entry.value, entry.terminal
        if terminal in ("NAME", "NAME_T"):
            bound = self.context.variables.get(value) or self.context.state.get(value)
            if bound is not None:
                return "variable", str(bound)
            meant = self.type_of(value)
            if value in self.symbols.places:
                return "place", str(meant)
            return ("state" if value in self.symbols.game else "name"), str(
                meant
            ) if meant is not None else ""
        if terminal in ("TYPE_S", "TYPE_P"):
            return "type", VOCABULARY[terminal]
        if terminal in ("DESIGN_S", "DESIGN_P", "KINDNAME"):
            design = self.symbols.designs.get(value)
            return "design", f"a kind of {design.type}" if design else ""
        if terminal in ("WORD", "WORD_B"):
            return "word", VOCABULARY[terminal]
        if terminal == "PERIOD":
            return "phase", VOCABULARY[terminal]
        owners = self._owners(value)
        return "property", "; ".join(f"{of} of {owner}" for owner, of in owners)

    def start_of(self, node: int) -> int:
        """Where in the text a node stands."""
        pieces = self.following.lattice.pieces
        return pieces[node].start if node < len(pieces) else len(self.place.before)


def _open_bracket(before: str) -> int | None:
    """Behind which bracket the end of a text stands."""
    depth = 0
    for at in range(len(before) - 1, -1, -1):
        if before[at] == ")":
            depth += 1
        elif before[at] == "(":
            if not depth:
                return at + 1
            depth -= 1
    return None


def _written_runs(symbols: Symbols, doc: GameDoc | None) -> dict[str, dict[tuple[str, ...], str]]:
    """The runs of words of each phrase and number with slots as they are written, with their articles."""
    found: dict[str, dict[tuple[str, ...], str]] = {}
    forms = {} if doc is None else {str(name): one.forms for name, one in doc.phrases.items()}
    for signature in (*symbols.phrases, *(name for name, _ in symbols.number_parts.values())):
        said = found[signature] = {}
        for text in (signature, *map(str, forms.get(signature, ()))):
            for part in re.split(r"\{[^{}]*\}", text):
                said.setdefault(words(part), " ".join(part.split()))
    return found


def _owners(symbols: Symbols, name: str) -> tuple[tuple[str, Type], ...]:
    """What has a property of this name, and of which type it is there."""
    found = []
    if name in symbols.players:
        found.append(("players", symbols.players[name].type))
    for type_ in symbols.types.values():
        if name in type_.properties:
            found.append((type_.name, type_.properties[name].type))
    for place in symbols.places.values():
        state = cell_properties(place).get(name)
        if state is not None:
            found.append((f"cells of {place.name}", state.type))
    if name in symbols.places:
        place = symbols.places[name]
        found.append(("players", Type("place", tuple(place.text.types), sort=place.text.kind)))
    for noun, board in symbols.cells.items():
        if name == noun:
            found.append(("pieces", Type("cell", (board,))))
    if name in symbols.named_cells:
        found.append(("players", Type("cell", (symbols.named_cells[name],))))
    for (run, *more), (signature, slots) in symbols.number_parts.items():
        if not more and run.removesuffix(" of") == name and signature in symbols.named_values:
            found.append((str(slots[0].type), symbols.named_values[signature].value.type))
    return tuple(found)


def _coarse(of: Type) -> tuple[object, ...]:
    """What of a type decides whether a value fits, but for the ranges of numbers."""
    return of.kind, of.of, of.sort, of.by, of.optional


def lists_of_words(symbols: Symbols) -> list[tuple[str, ...]]:
    """The lists of words that types have, each once, in the order in which they are declared."""
    states = [*symbols.game.values(), *symbols.players.values()]
    states += [state for one in symbols.types.values() for state in one.properties.values()]
    states += [state for one in symbols.places.values() for state in one.properties.values()]
    types = [state.type for state in states] + [option.type for option in symbols.options.values()]
    types += [slot.type for phrase in symbols.phrases.values() for slot in phrase.slots]
    types += [slot.type for _, slots in symbols.number_parts.values() for slot in slots]
    found = (of.of for of in types if of.kind in OF_WORDS and of.of != COMPASS)
    return [one for one in dict.fromkeys(found) if one]
