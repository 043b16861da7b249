"""The library: phrases, numbers and names that every game may say, written in the language itself.

`library.yaml` holds them. A game gets the names and sentences that its texts may use, if it has what they need and
does not declare them itself. Those that turn out to be unused are removed again, so a game consists of what it uses.
"""

from __future__ import annotations

import hashlib
import pkgutil
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

import attrs

from .. import tree as t
from ..diagnostics.report import Report
from ..diagnostics.source import Source, Span
from ..document.reader import Mapping, Node, Text, read_document
from ..languages import BASE, PLAIN, Catalogue, catalogue, tags
from ..model.game import Game
from ..model.symbols import SLOT
from ..schema.classes import GameDoc, Names, NumberDoc, PhraseDoc, Title, key
from ..schema.structure import structure
from ..syntax.vocabulary import NOISE, TOKEN, plural, words
from ..tree.walk import walk

LIBRARY = "library.yaml"
SORTS = ("names", "numbers", "phrases")


@attrs.frozen
class _Computed:
    """A number or a name of the library."""

    needs: list[Text] = key(factory=list)
    is_: NumberDoc | None = key("is", required=True)


@attrs.frozen
class _Said:
    """A phrase of the library. Abilities that act on it act on the phrase that is its `event`; others say it too."""

    needs: list[Text] = key(factory=list)
    event: Text | None = key()
    is_: PhraseDoc | None = key("is", required=True)


@attrs.frozen
class _Library:
    names: dict[Text, _Computed] = key(factory=dict)
    numbers: dict[Text, _Computed] = key(factory=dict)
    phrases: dict[Text, _Said] = key(factory=dict)


@attrs.frozen
class LibraryEntry:
    """A sentence of the library: the key of a game under which it would stand, and the names that it needs."""

    sort: str
    name: Text
    needs: tuple[str, ...]
    doc: NumberDoc | PhraseDoc
    event: str | None = None

    @property
    def said(self) -> tuple[str, ...]:
        """Its words, without the slots."""
        return words(SLOT.sub(" ", str(self.name)))

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of its meaning."""
        bodies = (self.doc.do, self.doc.holds) if isinstance(self.doc, PhraseDoc) else (self.doc.is_,)
        return tuple(body.value for body in bodies if body is not None)

    @property
    def shape(self) -> tuple[str, ...]:
        return _shape(self.name)


def _shape(name: Text | str) -> tuple[str, ...]:
    return words(SLOT.sub(" _ ", str(name)))


def entries() -> tuple[LibraryEntry, ...]:
    """All sentences of the library, with what players read of them in every language that has a catalogue."""
    known = (found for tag in tags() if (found := catalogue(tag)) is not None)
    return _entries(tuple(known))


@lru_cache(maxsize=8)
def _entries(languages: tuple[Catalogue, ...]) -> tuple[LibraryEntry, ...]:
    data = pkgutil.get_data(__package__, LIBRARY)
    assert data is not None
    report = Report()
    node = read_document(Source(LIBRARY, data.decode("utf-8")), report)
    assert node is not None
    library = structure(node, _Library, report)
    assert library is not None, str(report)
    assert not report.has_errors, str(report)
    found: list[LibraryEntry] = []
    for sort in SORTS:
        for name, one in getattr(library, sort).items():
            event = str(one.event) if isinstance(one, _Said) and one.event is not None else None
            doc = _in_words(name, one.is_, languages)
            found.append(LibraryEntry(sort, name, tuple(map(str, one.needs)), doc, event))
    return tuple(found)


def _in_words(
    name: Text, doc: NumberDoc | PhraseDoc, languages: Sequence[Catalogue]
) -> NumberDoc | PhraseDoc:
    """An entry with its names, or with the line of its log and its sentences, from the catalogues."""

    def text(said: str) -> Text:
        return Text(said, name.span)

    key = str(name)
    said = {one.tag: text(one.library[key]) for one in languages if key in one.library}
    base = said.pop(BASE, None)
    if isinstance(doc, NumberDoc):
        forms = {one.tag: one.called.get(key, {}) for one in languages}
        names = {
            text(tag): Names(
                nom=nom, forms={text(form): text(word) for form, word in forms[tag].items() if form != PLAIN}
            )
            for tag, nom in said.items()
        }
        return attrs.evolve(doc, names=names)
    sentences = {text(one.tag): [text(one.sentences[key])] for one in languages if key in one.sentences}
    others = {text(tag): line for tag, line in said.items()}
    log = Title(base=base, others=others) if base is not None or others else doc.log
    return attrs.evolve(doc, log=log, sentences=sentences)


def with_library(
    doc: GameDoc, whole: Node, leave: Iterable[LibraryEntry] = (), *, keep: bool = False
) -> tuple[GameDoc, tuple[LibraryEntry, ...]]:
    """A game with the library entries that it uses, and these entries. If `keep`, the words of a mapping stay with
    it, for the next time."""
    own_words = _kept_words(whole) if keep else _all_words(whole)
    has = _names(doc)
    own = {_shape(name) for docs in (doc.names, doc.numbers, doc.phrases) for name in docs}
    own |= {_shape(form) for phrase in doc.phrases.values() for form in phrase.forms}
    open_ = [
        entry
        for entry in entries()
        if entry not in leave
        and entry.shape not in own
        and entry.said not in has
        and all(words(need) in has for need in entry.needs)
    ]
    chosen = _all_used(open_, own_words)
    if not chosen:
        return doc, ()
    names, numbers, phrases = ({**getattr(doc, sort), **_of(chosen, sort)} for sort in SORTS)
    return attrs.evolve(doc, names=names, numbers=numbers, phrases=phrases), chosen


def _all_used(open_: Sequence[LibraryEntry], said: frozenset[str]) -> tuple[LibraryEntry, ...]:
    """The entries that a game uses, and those that these entries use themselves."""
    chosen: tuple[LibraryEntry, ...] = ()
    while True:
        more = tuple(entry for entry in open_ if entry.sort == "names" or _is_used(entry, said))
        if len(more) == len(chosen):
            return chosen
        chosen = more
        said |= {word for entry in chosen for text in entry.texts for word in TOKEN.findall(text.casefold())}


def _of(chosen: tuple[LibraryEntry, ...], sort: str) -> dict[Text, NumberDoc | PhraseDoc]:
    return {one.name: one.doc for one in chosen if one.sort == sort}


def _is_used(entry: LibraryEntry, said: frozenset[str]) -> bool:
    """Whether a game uses all words of an entry, with or without a final s: `draws` is also said as `draw`."""
    return all(word in said or word.removesuffix("s") in said for word in entry.said)


def _all_words(*nodes: Node) -> frozenset[str]:
    texts: list[str] = []
    todo = list(nodes)
    while todo:
        part = todo.pop()
        if isinstance(part, Text):
            texts.append(part.value)
        elif isinstance(part, Mapping):
            for name, value in part.items:
                texts.append(name.value)
                todo.append(value)
        else:
            todo.extend(part.items)
    return frozenset(TOKEN.findall("\n".join(texts).casefold())) - {NOISE}


def _kept_words(node: Node) -> frozenset[str]:
    """Those words of a node that entries of the library have, and that can therefore decide what is used."""
    if not isinstance(node, Mapping):
        return _all_words(node) & _words_of_entries()
    inner = [value for _, value in node.items if isinstance(value, Mapping)]
    if not inner:
        return _all_words(node) & _words_of_entries()
    found: frozenset[str] | None = node.made.get(_kept_words)
    if found is None:
        plain = [part for pair in node.items for part in pair if not isinstance(part, Mapping)]
        found = _all_words(*plain) & _words_of_entries()
        node.made[_kept_words] = found = _once(found.union(*map(_kept_words, inner)))
    return found


@cache
def _words_of_entries() -> frozenset[str]:
    said = {word for entry in entries() for word in entry.said}
    return frozenset(said | {word.removesuffix("s") for word in said})


@cache
def _once(words: frozenset[str]) -> frozenset[str]:
    """Equal sets as one object: there are few of them, and many mappings."""
    return words


def _names(doc: GameDoc) -> set[tuple[str, ...]]:
    """The names that a game declares, by their words, with the plurals of its types and designs."""
    found = [*doc.places, *doc.game_has, *doc.players_have, *doc.options, *doc.names, *doc.numbers]
    found += [place.cell for place in doc.places.values() if place.cell is not None]
    names = {words(str(name)) for name in found}
    for type_name, type_ in doc.components.items():
        names |= {words(str(prop)) for prop in (*type_.properties, *type_.state)}
        for name, several in ((type_name, type_.plural), *((n, d.plural) for n, d in type_.designs.items())):
            names |= {words(str(name)), words(str(several) if several is not None else plural(str(name)))}
    return names


@cache
def events() -> dict[str, str]:
    """The phrases on which abilities act that name another one: `draws a card` happens for each of several cards."""
    return {str(one.name): one.event for one in entries() if one.event is not None}


def needed_for(word: str) -> str | None:
    """A hint on what a game must have before it can use the library's sentence with this word."""
    for entry in entries():
        if word in entry.said or word + "s" in entry.said:
            needs = " and ".join(f"'{need}'" for need in entry.needs)
            return f"the library says '{entry.name}' in games that have {needs}" if needs else None
    return None


def in_library(span: Span | None) -> bool:
    """Whether a span lies in the library, and not in a game."""
    return span is not None and span.source.name == LIBRARY and span.source.text == _text()


@cache
def _text() -> str:
    return entries()[0].name.span.source.text


def unusable(report: Report, chosen: tuple[LibraryEntry, ...]) -> list[LibraryEntry]:
    """The entries that a game cannot use after all, because their texts are wrong in it."""
    at = [found.span for found in report.errors if in_library(found.span)]
    starts = sorted(one.name.span.start for one in chosen)
    lost = {max(start for start in starts if start <= span.start) for span in at if span is not None}
    return [one for one in chosen if one.name.span.start in lost]


def used(game: Game, chosen: tuple[LibraryEntry, ...]) -> frozenset[str]:
    """The entries that the texts of a game use, directly or through other entries."""
    library = {str(one.name) for one in chosen}
    found: set[str] = set()
    firsts = {one.said[0].removesuffix("s") for one in chosen}  # a verb can stand in another form
    todo = [
        text.tree
        for text in game.texts
        if any(first in text.value.casefold() for first in firsts) and not in_library(text.span)
    ]
    while todo:
        for name in _names_used(todo.pop()):
            if name in library and name not in found:
                found.add(name)
                phrase, number = game.symbols.phrases.get(name), game.symbols.named_values.get(name)
                todo += [phrase.body, phrase.test] if phrase is not None else []
                todo += [number.value] if number is not None else []
    return frozenset(found)


def _names_used(tree: object) -> Iterator[str]:
    for node in walk(tree):
        if isinstance(node, t.Call | t.So | t.AbilityCall | t.Hook):
            yield node.phrase
        if isinstance(node, t.Hook):  # said with the words of the other
            yield from (said for said, event in events().items() if event == node.phrase)
        elif isinstance(node, t.NumberValue):
            yield node.name
        elif isinstance(node, t.Modifier):
            yield node.number


def without_unused(game: Game, chosen: tuple[LibraryEntry, ...]) -> Game:
    """A game without the library entries that it never uses. Names stay, because its scenarios may use them."""
    kept = used(game, chosen)
    unused = {str(one.name) for one in chosen} - kept
    symbols = game.symbols
    names = {str(one.name) for one in chosen if one.sort == "names"}
    for name in unused - names:
        symbols.phrases.pop(name, None)
        symbols.named_values.pop(name, None)
    symbols.shapes = {form: found for form, found in symbols.shapes.items() if found[0] not in unused}
    symbols.number_parts = {runs: one for runs, one in symbols.number_parts.items() if one[0] not in unused}
    spans = [(one.name.span.start, str(one.name) in unused) for one in chosen]

    def is_kept(span: Span) -> bool:
        return not in_library(span) or not max(one for one in spans if one[0] <= span.start)[1]

    texts = tuple(text for text in game.texts if is_kept(text.span))
    logs = {key: line for key, line in game.logs.items() if key.removeprefix("phrase ") not in unused}
    said = "".join(f"{one.name}{one.doc}" for one in chosen if str(one.name) in kept)
    mark = hashlib.sha256(f"{game.content_hash}{said}".encode()).hexdigest()[:16]
    return attrs.evolve(game, texts=texts, logs=logs, content_hash=mark if kept else game.content_hash)
