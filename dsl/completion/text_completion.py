"""What can stand next in a text of a game: names, phrases with their slots, words of the language, numbers.

In: the beginning of a text, up to the cursor. Out: items. The parser says what can follow: nothing is offered that it
refuses, and what it allows is offered. Types say what comes first: what would also mean something there. The name at
the cursor may be half written, and may have several words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import attrs

from ..document.reader import Text
from ..model.symbols import Phrase, Slot, Symbols, cell_properties
from ..resolve.conditions import condition
from ..resolve.context import Context, children
from ..resolve.expressions import expression
from ..resolve.readings import local_vocabulary
from ..resolve.statements import body
from ..schema.classes import GameDoc
from ..syntax import keywords
from ..syntax.following import Following, Open
from ..syntax.keywords import VOCABULARY
from ..syntax.lexer import PARTS
from ..syntax.parser import Syntax
from ..syntax.vocabulary import VocabularyEntry, words
from ..tree.types import COMPASS, OF_PIECES, OF_WORDS, Type, fits, outside
from .fitting import FITS, MISFIT, UNKNOWN, UNSURE, Trials
from .items import Item, quoted

LONGEST_NAME = 8
"""The most words before the cursor that can be a half-written name."""
IN_SCOPE, OWN, LANGUAGE, MARK, MANY = 0, 1, 2, 3, 4
"""What comes first among what fits equally well. `MANY` are designs and words of lists: texts name few of them."""
WITH_ARTICLE = frozenset(
    {"NUMBER_OF", "TOTAL", "HIGHEST", "LOWEST", "FIRST", "LAST", "TOP", "BOTTOM", "PLAYER_AFTER"}
    | {"PLAYER_BEFORE", "DISTANCE", "DIRECTION", "SMALLER_OF", "GREATER_OF", "VP_START", "VP_START_O"}
)
"""Words of the language that are written with `the` where a noun begins."""
_NAMED = frozenset({"piece", "player", "place", "cell", "kind", "word"})
"""The kinds of values that have an article when they are named."""
_SECOND = re.compile(r"_[WOT]$")
"""Terminals of words that others have as well."""


def whole_condition(tree: Syntax, c: Context) -> Any:
    """The condition of a text that is nothing else."""
    return condition(children(tree)[0], c)


_HEAD = re.compile(r"(?P<else>otherwise\b:? ?)|(?P<label>[^\W\d_][\w -]*?)(?:, (?=if\b)|: )(?!$)")
"""What stands before a statement on its line: `otherwise:`, the label of a branch."""
_CUTS = re.compile(r", (?:otherwise )?|; |: |\b(?:if|and|or|put|while|until) ")
"""Behind these, a part of a line can often be read alone."""
_PARTS = (("expression", expression), ("condition_text", whole_condition), ("effect", body))
_BINDING = re.compile(r"\b(?:as|let|an?|any|each|before|after|instead|chooses?)\b", re.IGNORECASE)
"""What can bind a name, which the rest of the line may speak of."""
LONG_LINE = 40
MOST_CUTS = 4
"""How many letters a line has of which only a part is tried, and from how many places on it may be."""
_BLOCKS = frozenset({"_NL", "_INDENT", "_DEDENT", "OTHERWISE", "LABEL", "$END"})


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


def complete_text(place: Place) -> list[Item]:
    """What can stand next, the best first. Offsets are those of the text. If the text is wrong before its last line,
    only that line is looked at."""
    for one in _beginnings(place):
        found = _Words(one).items()
        if found:
            cut = len(place.before) - len(one.before)
            return [attrs.evolve(item, start=item.start + cut, end=item.end + cut) for item in found]
    return []


def _beginnings(place: Place) -> Iterator[Place]:
    yield place
    line = place.before.rpartition("\n")[2].lstrip(" ")
    if line != place.before:
        yield attrs.evolve(place, before=line)
    if place.start in ("effect", "parts") or (place.start == "ability" and ": " in line):
        cut = (
            max(line.rfind(mark) + len(mark) for mark in ("; ", ", then ", ": ", " and ") if mark in line)
            if any(mark in line for mark in ("; ", ", then ", ": ", " and "))
            else 0
        )
        if cut:
            yield attrs.evolve(place, before=line[cut:], start="effect")


class _Words:
    """The items at one place."""

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

    def items(self) -> list[Item]:
        end = self.following.end
        if self.half is not None:
            self.in_article = True
            self._at(self.half, ())
            self.in_article = False
        elif not self.attached:
            self._at(end, ())
        else:
            self._at(end, (), marks=True)
        for back in range(1, min(LONGEST_NAME, end) + 1):
            node = end - back
            tail = tuple(piece.word for piece in self.following.lattice.pieces[node:])
            if not all(word[0].isalnum() or word[0] in "'’" for word in tail):
                break
            if node in self.following.fronts:
                self._at(node, tail)
        self._behind_label()
        return sorted(self.found.values(), key=lambda item: item.sort_key)

    def _behind_label(self) -> None:
        """What ends the label of a branch, which is a run of words of any kind."""
        pieces, end = self.following.lattice.pieces, self.following.end
        node = end
        while node and pieces[node - 1].word[0].isalpha():
            node -= 1
        if self.attached and node < end and "LABEL" in self.following.expected(node):
            for mark, insert in ((":", ":"), (", if", ", if")):
                self._add(mark, "mark", insert, end, (1, 5))

    def _half_article(self) -> int | None:
        """The node at which an article stands, or the beginning of one, that may be the last word."""
        word = re.split(r"\s", self.place.before.casefold())[-1]
        if word not in ("t", "th", "the"):
            return None
        if word == "the":  # it is no word of the lattice
            self.trials.before = self.trials.before[:-3]
            return self.following.end
        return self.following.end - 1

    # ---------------------------------------------------------------- what begins at a node

    def _at(self, node: int, tail: tuple[str, ...], *, marks: bool = False) -> None:
        """`marks`: only what can stand directly behind a word."""
        expected = self.following.expected(node)
        if not expected:
            return
        self.begins = "NOTHING" in expected
        self.verbs = self.begins and not self._after_article(node)
        if marks:
            for entry in self._entries(()):
                if entry.terminal in expected and not entry.words[0][0].isalnum():
                    self._entry(entry, node, ())
            return
        if "THAT" in expected:
            self._those(node, tail)
        if not tail:
            self._blanks(expected, node)
        fitting = [
            entry
            for entry in (_as_expected(one, expected) for one in self._entries(tail))
            if entry.terminal in expected
            and not (_SECOND.search(entry.terminal) and self._has_plain(entry, expected))
        ]
        # What is not tried is unsure, so what is probably meant is tried first.
        fitting.sort(key=lambda one: (one.terminal not in VOCABULARY, self._rarity(one.words)))
        for entry in fitting:
            self._entry(entry, node, tail)

    def _has_plain(self, entry: VocabularyEntry, expected: frozenset[str]) -> bool:
        """Whether the same words are offered as a terminal that says the same."""
        plain = _SECOND.sub("", entry.terminal)
        return plain in expected and any(
            one.terminal == plain
            for one in self.vocabulary.starting(entry.words[0])
            if one.words == entry.words
        )

    def _entries(self, tail: tuple[str, ...]) -> Iterator[VocabularyEntry]:
        """What begins with these words, the last of which may be half written."""
        level: Any = self.vocabulary
        while level is not None:
            if len(tail) <= 1:
                buckets = (
                    bucket
                    for word, bucket in level.by_first.items()
                    if not tail or (word.startswith(tail[0]) if self.attached else word == tail[0])
                )
            else:
                buckets = (level.by_first.get(tail[0], {}),)  # type: ignore[assignment]
            for bucket in buckets:
                for entry in bucket:
                    if self._begins(entry.words, tail):
                        yield entry
            level = level.below

    def _begins(self, name: tuple[str, ...], tail: tuple[str, ...]) -> bool:
        if len(name) < len(tail):
            return False
        if not self.attached and len(name) == len(tail) and tail:
            return False
        for own, said in zip(name[: len(tail) - 1], tail, strict=False):
            if own != said:
                return False
        if not tail:
            return True
        own, said = name[len(tail) - 1], tail[-1]
        return own.startswith(said) if self.attached else own == said

    # ------------------------------------------------------------------------------ entries

    def _entry(self, entry: VocabularyEntry, node: int, tail: tuple[str, ...]) -> None:
        terminal = entry.terminal
        if terminal.startswith("PH_"):
            self._phrases(entry, node, tail)
        elif terminal.startswith("VP_"):
            self._numbers_with_slots(entry, node, tail)
        elif terminal in VOCABULARY:
            self._name(entry, node, tail)
        else:
            self._keyword(entry, node)

    def _name(self, entry: VocabularyEntry, node: int, tail: tuple[str, ...]) -> None:
        if entry.terminal == "INT":  # words for numbers: `two`
            if tail:
                self._add(" ".join(entry.words), "number", " ".join(entry.words), node, (0, 3, 1))
            return
        said = " ".join(entry.words)
        key, fresh = self._key(entry)
        if entry.terminal == "TYPE_S" and not self._is_noun(entry, node):
            return
        meant = self._meant(entry)
        if self._can_change(entry, meant) or (
            meant is not None and any(_takes(want, meant) for want in self._wanted(node))
        ):
            fit = FITS
        else:
            fit = self._fit((node, entry.terminal, key), node, (entry.terminal,), said)
        if fit == UNKNOWN and fresh:
            return
        if fit == MISFIT and (fresh or (meant is not None and self._has_parts(meant))):
            fit = UNSURE  # what it has may fit, or what is computed from it
        kind, detail = self._described(entry)
        article = self._takes_article(entry, node)
        self._add(
            _written(entry),
            kind,
            f"the {_written(entry)}" if article else _written(entry),
            node,
            self._rank(fit, self._group(entry, fresh=fresh)),
            detail=detail,
        )

    def _group(self, entry: VocabularyEntry, *, fresh: bool) -> int:
        if entry.terminal in ("DESIGN_S", "DESIGN_P", "KINDNAME", "WORD"):
            return MANY
        return IN_SCOPE if fresh else LANGUAGE if _lettered(entry.value) else OWN

    def _rank(self, fit: int, group: int, order: int = 0) -> tuple[int, ...]:
        """What fits comes first: names in scope, the game's own, words of the language. Where a statement begins, and
        among what might fit, verbs and joints come before names."""
        tier = _tier(fit)
        if group == MARK:
            return 1, 1, order
        if tier or self.verbs:
            group = {LANGUAGE: 0, OWN: 1, IN_SCOPE: 0 if tier else 1, MANY: 2}[group]
        elif group == MANY:
            group = OWN
        return tier, group + 1, order

    def _keyword(self, entry: VocabularyEntry, node: int) -> None:
        terminal = entry.terminal
        said = " ".join(entry.words).replace(" 's", "'s")
        mark = not said[0].isalpha()
        fit = FITS if self.verbs and terminal in _VERBS else UNSURE
        if not self.verbs and (not mark or terminal == "CMP"):
            fit = self._fit((node, terminal, ""), node, (terminal,), said)
        spelled = _SPELLED.get(entry.words, said)
        article = terminal in WITH_ARTICLE and not spelled.startswith("the ") and node == self._noun(node)
        word = _WORDS[terminal]
        order = next((at for at, one in enumerate(word.spellings) if words(one) == entry.words), 0)
        self._add(
            spelled,
            "mark" if mark else "keyword",
            f"the {spelled}" if article and not self._after_article(node) else spelled,
            node,
            self._rank(fit, MARK if mark and terminal != "CMP" else LANGUAGE, order),
            detail=word.example,
            documentation=word.meaning,
        )

    def _is_noun(self, entry: VocabularyEntry, node: int) -> bool:
        """Whether a type in the singular can be said here: a noun without an article is only an edge `between` two
        cells."""
        if self.following.allows(node, "TYPE_S", "TYPE_P") or self.following.allows(
            node, "TYPE_S", "NUMBER_OF"
        ):
            return True
        board = self.symbols.cells.get(entry.value)
        return board is not None and self.symbols.places[board].text.kind == "edges"

    def _noun(self, node: int) -> int:
        """The node itself if a noun can begin there."""
        return (
            node
            if "TYPE_P" in self.following.expected(node) or "NUMBER_OF" in self.following.expected(node)
            else -1
        )

    def _those(self, node: int, tail: tuple[str, ...]) -> None:
        """`that monster`: what was mentioned last."""
        for entry in self.vocabulary.entries():
            if entry.terminal != "TYPE_S" or not self._begins(("that", *entry.words), tail):
                continue
            said = f"that {' '.join(entry.words)}"
            fit = self._fit((node, "THAT", entry.value), node, ("THAT", "TYPE_S"), said)
            if fit in (FITS, UNSURE) or (fit == MISFIT and said in self.context.variables):
                self._add(said, "variable", said, node, self._rank(fit, IN_SCOPE))

    def _blanks(self, expected: frozenset[str], node: int) -> None:
        """What the author makes up: numbers and new names."""
        if "INT" in expected:
            fit = self._fit((node, "INT", ""), node, ("INT",), "1")
            tier = 1 if fit == MISFIT or (fit == UNSURE and "PH_WHOLE" in expected) else 0
            order = 3 if "ODD" in expected else 0  # behind `with`, the property mostly comes first
            self._add("1", "number", "${1:1}", node, (tier, order), detail="a number", snippet=True)
        if "NEWNAME" in expected:
            given = node > 0 and self.following.lattice.pieces[node - 1].word == "as"
            blank = "the ${1:pick}" if given else "${1:name}"
            self._add("a new name", "new name", blank, node, (0, 0), snippet=True)
        if "LABEL" in expected:
            self._add("a label", "new name", "${1:label}:", node, (0, 0), snippet=True)

    # ------------------------------------------------------------------------------ phrases

    def _phrases(self, entry: VocabularyEntry, node: int, tail: tuple[str, ...]) -> None:
        terminal, run = entry.terminal, tuple(entry.value.split(" "))
        base = entry.words != run
        if base and run[0] in ("is", "has", "was"):  # `are`, `have`: no base form of these reads well
            return
        for signature, parts, at in self._said(terminal, entry.words, run, node):
            phrase = self.symbols.phrases[signature]
            rest = parts[at + 1 :]
            kind = (phrase.ability, phrase.holds)
            lead = str(parts[at - 1].type) if at and isinstance(parts[at - 1], Slot) else ""  # type: ignore[union-attr]
            said, after, terminals = " ".join(entry.words), "", [terminal]
            for index, part in enumerate(rest, at + 1):
                after += " " + (_stand_in(part) if isinstance(part, Slot) else " ".join(part))
                terminals.append(
                    ("INT" if part.type.kind == "number" else "NAME")
                    if isinstance(part, Slot)
                    else ("PH_END" if index == len(parts) - 1 else "PH_MID")
                )
            key = (node, terminal, kind, lead, tuple(one for one in terminals if one.startswith("PH")))
            fit = self._fit(key, node, tuple(terminals), said, after)
            if fit == MISFIT and phrase.holds and self.place.start == "ability":
                fit = self._fit((*key, ":"), node, (*terminals, "_COLON"), said, f"{after}:")
            label, insert = self._whole(signature, entry, node, rest)
            if fit == UNSURE and self._after_article(node) and signature.startswith("the "):
                fit = FITS
            self._add(
                label,
                "phrase",
                insert,
                node,
                (_tier(fit), 0, 1 if base else 0) if self.verbs else self._rank(fit, OWN, 1 if base else 0),
                detail=signature,
                documentation=self._what_it_does(phrase),
                snippet=bool(rest),
                filter=" ".join(entry.words),
            )

    def _whole(
        self, signature: str, entry: VocabularyEntry, node: int, rest: tuple[tuple[str, ...] | Slot, ...]
    ) -> tuple[str, str]:
        """A sentence from a run of words on, as a label and as a snippet."""
        written = self.runs.get(signature, {})

        def raw(run: tuple[str, ...]) -> str:
            found = written.get(run)
            if found is None:  # the verb in another form
                found = next((one for known, one in written.items() if known[1:] == run[1:] and known), "")
                found = f"{run[0]} {found.partition(' ')[2]}".strip() if found else " ".join(run)
            return found

        first = raw(entry.words)
        if self._after_article(node):
            first = first.removeprefix("the ")
        return _sentence(first, tuple(part if isinstance(part, Slot) else raw(part) for part in rest))

    def _said(
        self, terminal: str, said: tuple[str, ...], run: tuple[str, ...], node: int
    ) -> Iterator[tuple[str, tuple[tuple[str, ...] | Slot, ...], int]]:
        """The sentences that have a run at this place: the phrase, its parts, and where in them the run is."""
        if terminal in ("PH_MID", "PH_END"):
            wanted = {
                (one.leading, (*one.runs, " ".join(run)))
                for one in self.following.open(node)
                if one.sort == "PH"
            }
            for signature, parts in self.symbols.shapes.values():
                runs = tuple(" ".join(part) for part in parts if not isinstance(part, Slot))
                for leading, begun in wanted:
                    if isinstance(parts[0], Slot) == leading and runs[: len(begun)] == begun:
                        yield signature, parts, (2 * len(begun) - 1) if leading else 2 * (len(begun) - 1)
            return
        at = 1 if terminal in ("PH_IN", "PH_LAST") else 0
        for signature, parts in self.symbols.shapes.values():
            if (
                at < len(parts)
                and parts[at] in (run, said)
                and (len(parts) == at + 1) == (terminal in ("PH_WHOLE", "PH_LAST"))
            ):
                yield signature, parts, at

    def _what_it_does(self, phrase: Phrase) -> str:
        """The slots of a phrase, and the first line of what it does."""
        lines = [f"{slot.name}: {slot.type}" for slot in phrase.slots]
        doc = self.place.doc
        own = (
            next((one for name, one in doc.phrases.items() if str(name) == phrase.signature), None)
            if doc
            else None
        )
        if own is not None:
            does = own.do or own.holds or (own.ability[0] if isinstance(own.ability, list) else own.ability)
            lines.append(str(does).strip().partition("\n")[0])
        return "\n".join(lines)

    def _numbers_with_slots(self, entry: VocabularyEntry, node: int, tail: tuple[str, ...]) -> None:
        terminal = entry.terminal
        begun: set[tuple[str, ...]] = {()}
        if terminal == "VP_MID":
            begun = {one.runs for one in self.following.open(node) if one.sort == "VP"}
        for runs, (signature, slots) in self.symbols.number_parts.items():
            for before in begun:
                at = len(before)
                if runs[:at] != before or len(runs) <= at or runs[at] != entry.value:
                    continue
                rest: list[tuple[str, ...] | Slot] = [slots[at]]
                for run, slot in zip(runs[at + 1 :], slots[at + 1 :], strict=True):
                    rest += [tuple(run.split(" ")), slot]
                said, after, terminals = " ".join(entry.words), "", [terminal]
                for part in rest:
                    after += " " + (_stand_in(part) if isinstance(part, Slot) else " ".join(part))
                    number = isinstance(part, Slot) and part.type.kind == "number"
                    terminals.append("VP_MID" if not isinstance(part, Slot) else "INT" if number else "NAME")
                value = self.symbols.named_values.get(signature)
                gives = str(value.value.type) if value is not None else ""
                fit = self._fit((node, terminal, gives, len(rest)), node, tuple(terminals), said, after)
                label, insert = self._whole(signature, entry, node, tuple(rest))
                article = (
                    terminal != "VP_MID" and not self._after_article(node) and not insert.startswith("the ")
                )
                self._add(
                    label,
                    "phrase",
                    f"the {insert}" if article else insert,
                    node,
                    self._rank(fit, OWN),
                    detail=signature,
                    documentation=gives,
                    snippet=True,
                    filter=" ".join(entry.words),
                )

    # -------------------------------------------------------------------------------- trials

    def _fit(self, key: Any, node: int, terminals: tuple[str, ...], said: str, rest: str = "") -> int:
        if key not in self.known:
            at = node - self.behind
            self.known[key] = UNSURE if at < 0 else self.trials.of(at, terminals, said, rest)
        return self.known[key]

    def _key(self, entry: VocabularyEntry) -> tuple[Any, bool]:
        """What a name means as far as types tell it, and whether it is bound by the text or before it."""
        value, terminal = entry.value, entry.terminal
        if terminal in ("NAME", "NAME_T"):
            if value in self.context.variables or value in self.context.state:
                return ("variable", value), True
            meant = self._type_of(value)
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

    def _wanted(self, node: int) -> list[Type]:
        """The types of what the sentences take that have a slot at a node; where a statement or an ability begins,
        those that begin with a slot."""
        if node not in self.wanted:
            found: dict[Type, None] = {}
            for one in self.following.begun(node):
                found.update(dict.fromkeys(self._slots_behind(one)))
            ability = self.place.start == "ability" and not self.place.before[: self._start(node)].strip()
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

    def _meant(self, entry: VocabularyEntry) -> Type | None:
        """The type of a name, if it has one by itself."""
        value, terminal = entry.value, entry.terminal
        if terminal in ("NAME", "NAME_T"):
            bound = self.context.variables.get(value) or self.context.state.get(value)
            return bound or self._type_of(value)
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

    def _can_change(self, entry: VocabularyEntry, meant: Type | None) -> bool:
        """Whether a statement that begins here can change what has this name, or what it has."""
        if not self.begins or meant is None:
            return False
        if meant.kind != "pieces":
            return entry.terminal == "NAME" and entry.value in self.symbols.game
        types = (self.symbols.types[one] for one in meant.of if one in self.symbols.types)
        return any(not state.printed for one in types for state in one.properties.values())

    def _has_parts(self, of: Type) -> bool:
        """Whether a value of a type has properties: `that player's …`."""
        if of.kind in OF_PIECES:
            return any(one in self.symbols.types and self.symbols.types[one].properties for one in of.of)
        return of.kind in ("player", "players", "cell")

    def _type_of(self, name: str) -> Type | None:
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

    def _described(self, entry: VocabularyEntry) -> tuple[str, str]:
        """The kind of a name, and what it is."""
        value, terminal = entry.value, entry.terminal
        if terminal in ("NAME", "NAME_T"):
            bound = self.context.variables.get(value) or self.context.state.get(value)
            if bound is not None:
                return "variable", str(bound)
            meant = self._type_of(value)
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

    # --------------------------------------------------------------------------------- items

    def _rarity(self, said: tuple[str, ...]) -> int:
        """From 0 for what stands in most texts, to 20 for what stands in none."""
        common = self.place.common
        return 20 - min([common.get(word, 0) for word in said], default=0).bit_length()

    def _takes_article(self, entry: VocabularyEntry, node: int) -> bool:
        if self._after_article(node):
            return False
        if entry.terminal in ("NAME", "NAME_T"):
            bound = self.context.variables.get(entry.value) or self.context.state.get(entry.value)
            meant = bound or self._type_of(entry.value)
            if meant is None:
                return True
            return meant.kind in _NAMED and not _lettered(entry.value)
        return entry.terminal in ("PROP", "PROP_W") and "NUMBER_OF" in self.following.expected(node)

    def _start(self, node: int) -> int:
        """Where in the text a node stands."""
        pieces = self.following.lattice.pieces
        return pieces[node].start if node < len(pieces) else len(self.place.before)

    def _after_article(self, node: int) -> bool:
        """Whether an article stands before a node already."""
        if self.in_article:
            return False
        if node not in self.articles:
            before = self.place.before[: self._start(node)].rstrip()[-4:].casefold()
            self.articles[node] = re.search(r"(?:^|[^\w-])the$", before) is not None
        return self.articles[node]

    def _add(
        self,
        label: str,
        kind: str,
        insert: str,
        node: int,
        rank: tuple[int, ...],
        *,
        detail: str = "",
        documentation: str = "",
        snippet: bool = False,
        filter: str = "",
    ) -> None:
        before, start = self.place.before, self._start(node)
        rank = (*rank[:2], self._rarity(words(filter or label)), *rank[2:])
        if self.in_article:
            start = len(before) - len(re.split(r"\s", before)[-1])
            if not insert.startswith("the "):
                if not before.casefold().endswith("the"):
                    return
                insert = "the " + insert
            filter = "the " + (filter or label)
        item = Item(
            label, kind, insert, start, len(before), snippet, detail, documentation, rank, filter or label
        )
        known = self.found.get((label, start))
        if known is None or item.rank < known.rank:
            self.found[label, start] = item


def _takes(want: Type, have: Type) -> bool:
    """Whether a value of a type can stand in a slot."""
    return fits(have, want) and not outside(have, want)


def _tier(fit: int) -> int:
    return {FITS: 0, UNSURE: 1}.get(fit, 2)


def _as_expected(entry: VocabularyEntry, expected: frozenset[str]) -> VocabularyEntry:
    """What a run of words can be, as the part that it plays where it stands: a word before its noun."""
    part = PARTS.get(entry.terminal)
    if part in BEFORE_NOUNS and part in expected and entry.terminal not in expected:
        return attrs.evolve(entry, terminal=part)
    return entry


BEFORE_NOUNS = ("ADJ_B", "WORD_B", "PROP_N")
"""Terminals of words that stand before a noun, or after a number."""


def _written(entry: VocabularyEntry) -> str:
    """A name as it is declared, or the words of another of its forms."""
    return entry.value if words(entry.value) == entry.words else " ".join(entry.words)


def _sentence(run: str, rest: tuple[str | Slot, ...]) -> tuple[str, str]:
    """The rest of a sentence from a run of words on: as a label, and as a snippet."""
    label, snippet, number = run, quoted(run), 0
    for part in rest:
        if isinstance(part, Slot):
            number += 1
            label += f" {{{part.name}}}"
            snippet += f" ${{{number}:{quoted(part.name)}}}"
        else:
            joint = "" if part[0] in ",'’" else " "
            label += joint + part
            snippet += joint + quoted(part)
    return label, snippet


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


def _stand_in(slot: Slot) -> str:
    """Something that could stand in a slot."""
    return str(max(0, slot.type.least)) if slot.type.kind == "number" else "player"


def _lettered(name: str) -> bool:
    """Whether this is the name of a cell of a grid: `a1`."""
    return re.fullmatch(r"[a-z]+\d+", name) is not None


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


_VERBS = frozenset(terminal for word in keywords.VERBS for terminal in word.terminals)
_WORDS = {terminal: word for word in keywords.WORDS for terminal in word.terminals}


@cache
def _spellings() -> dict[tuple[str, ...], str]:
    return {words(spelling): spelling for word in keywords.WORDS for spelling in word.spellings}


_SPELLED = _spellings()
