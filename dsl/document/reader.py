"""Text → document: a tree of texts, mappings and lists in which every character knows its place.

In: a source. Out: a tree of `Text`, `Mapping` and `Sequence`, or None if the file cannot be read as one. Errors go
to the report, and nothing is raised. YAML types nothing here: `no`, `1..9` and `1e3` are texts. There are no aliases,
tags or merge keys, keys are texts and differ, and nothing is nested deeper than `DEEPEST`.

This is the only module that knows PyYAML. It reads PyYAML's events, so nothing is ever constructed and no recursion
is deeper than the tree. If PyYAML comes with libyaml, libyaml produces the events in a tenth of the time. Texts that
the two could read differently, or refuse, are read by PyYAML's own reader.
"""

from __future__ import annotations

import codecs
import contextlib
import re
from array import array
from collections.abc import Hashable, Iterator
from collections.abc import Sequence as Offsets
from functools import cached_property
from typing import Any

import attrs
import yaml
import yaml.reader

from ..diagnostics.diagnostic import Diagnostic, Note
from ..diagnostics.report import Report
from ..diagnostics.source import Source, Span
from .scalars import offsets
from .yaml_errors import Trouble, explain, open_quote, quoting

LARGEST = 2_000_000
"""The most bytes, and the most characters, of a rule file."""

DEEPEST = 50
"""The deepest nesting of mappings and lists."""


MOST = 250_000
"""The most keys, texts, mappings and lists of a rule file."""


@attrs.frozen(eq=False)
class Layout:
    """How a text is written that is not plain: one of ' \" | >, and its extent up to where the reader stopped."""

    style: str
    start: int
    end: int


def _nowhere(text: Text) -> Span:
    return Span(Source("<text>", text.value), 0, len(text.value))


def _compact(offsets: tuple[int, ...]) -> Offsets[int]:
    """Growing offsets with less memory: a tenth of it, or next to none where they are successive."""
    if offsets and offsets[-1] - offsets[0] == len(offsets) - 1:
        return range(offsets[0], offsets[-1] + 1)
    return array("I", offsets)


@attrs.frozen
class Text:
    """A scalar as written, or a key. Equal if the values are equal. A text made without a file is its own source."""

    value: str
    span: Span = attrs.field(default=attrs.Factory(_nowhere, takes_self=True), eq=False, repr=False)
    layout: Layout | None = attrs.field(default=None, eq=False, repr=False)

    def __str__(self) -> str:
        return self.value

    @property
    def is_empty(self) -> bool:
        """Whether nothing is written at all (`key:`), unlike an empty text (`key: ""`)."""
        return not self.value and self.layout is None

    @cached_property
    def _offsets(self) -> tuple[Offsets[int], Offsets[int]]:
        layout = self.layout or Layout("", self.span.start, self.span.end)
        found = offsets(self.span.source.text, layout.start, layout.end, layout.style, self.value)
        return _compact(found[0]), _compact(found[1])

    def span_of(self, start: int, end: int) -> Span:
        """Where `value[start:end]` stands in the file; an empty range is the place before its character."""
        style = self.layout.style if self.layout is not None else ""
        quote = style != ""
        long = self.span.end - self.span.start
        if self.value and style not in ("|", ">") and long == len(self.value) + 2 * quote:
            # Nothing is folded or escaped, because each of these takes more letters.
            size, first = len(self.value), self.span.start + quote
            start, end = min(start, size), min(end, size)
            return Span(self.span.source, first + start, first + max(start, end))
        starts, ends = self._offsets
        if not starts:
            return self.span
        first = starts[start] if start < len(starts) else ends[-1]
        return Span(self.span.source, first, ends[min(end, len(ends)) - 1] if end > start else first)


@attrs.frozen(eq=False)
class Mapping:
    """`key: value` pairs in the order of the file; the keys differ. It is not whole if the reader refused a
    key: what seems to be missing may be there."""

    items: tuple[tuple[Text, Node], ...]
    span: Span
    whole: bool = True

    @property
    def by_key(self) -> dict[str, tuple[Text, Node]]:
        """The pairs by their keys. It is made whenever somebody asks: thousands of them would stay in the memory."""
        return {key.value: (key, node) for key, node in self.items}

    @cached_property
    def made(self) -> dict[Hashable, Any]:
        """What was made of it, by what for: nodes never change, so it need not be made again."""
        return {}

    def get(self, key: str) -> Node | None:
        return next((value for name, value in self.items if name.value == key), None)


@attrs.frozen(eq=False)
class Sequence:
    """A list."""

    items: tuple[Node, ...]
    span: Span


Node = Text | Mapping | Sequence
"""A part of a document."""


def decode(name: str, data: bytes, report: Report) -> Source | None:
    """The bytes of a file as a source; a byte order mark is left out."""
    if len(data) > LARGEST:
        report.error("RW004", f"{name} has {len(data):,} bytes; at most {LARGEST:,} are allowed", None)
        return None
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        report.error("RW001", f"{name} is not UTF-8 but UTF-16", None, help="save it as UTF-8")
        return None
    data = data.removeprefix(codecs.BOM_UTF8)
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        report.error("RW002", f"{name} is not a text file: there is a NUL on line {line}", None)
        return None
    try:
        return Source(name, data.decode("utf-8"))
    except UnicodeDecodeError as error:
        readable = Source(name, data.decode("utf-8", "replace"))
        at = len(data[: error.start].decode("utf-8"))
        message = f"the byte 0x{data[error.start]:02x} is not UTF-8"
        report.error("RW001", message, Span(readable, at, at + 1), help="save the file as UTF-8")
        return None


def read_document(source: Source, report: Report) -> Node | None:
    """The document of a source, or None if there is none or its YAML is broken."""
    if len(source.text) > LARGEST:
        message = f"the file has {len(source.text):,} characters; at most {LARGEST:,} are allowed"
        report.error("RW004", message, Span(source, 0, 0))
        return None
    try:
        reader = _Reader(source, report)
        reader.check_characters()
        return reader.document()
    except _UnreadableError:
        return None


class _UnreadableError(Exception):
    """The file cannot be read any further; the report says why."""


class _Reader:
    """Builds the tree from PyYAML's events."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.size = len(source.text)
        self.report = report
        self.depth = 0
        self.count = 0
        self.broken = False
        quick = _quick_events(source.text)
        self.quick: Iterator[yaml.Event] | None = None if quick is None else iter(quick)
        if quick is not None:
            return
        try:
            self.loader = yaml.SafeLoader(source.text)
        except yaml.reader.ReaderError as error:
            raise self._unprintable(error.position) from None

    def check_characters(self) -> None:
        """Report characters that are invisible, or make a line look different from what is read; in comments, too."""
        found = _UNSEEN.search(self.source.text, 1 if self.source.text.startswith("\ufeff") else 0)
        if found is not None:
            raise self._unprintable(found.start())

    def span(self, start: int, end: int) -> Span:
        """A stretch, clipped to the source."""
        size = self.size
        if start <= end <= size:
            return Span(self.source, start, end)
        return Span(self.source, min(start, size), min(max(start, end), size))

    def document(self) -> Node | None:
        """The one document of the stream."""
        self.next()  # the start of the stream
        if isinstance(self.next(), yaml.StreamEndEvent):
            return self._nothing()
        node = self.node(self.next())
        self.next()  # the end of the document
        following = self.next()
        if not isinstance(following, yaml.StreamEndEvent):
            message = "a second document begins here; a rule file holds one"
            at = _index(following.start_mark)
            self.report.error(
                "RW018", message, self.span(at, at + 3), help="delete the line, or split the file"
            )
        if isinstance(node, Text) and node.is_empty:
            return self._nothing()
        return None if self.broken else node

    def _nothing(self) -> Node | None:
        self.report.error("RW003", "the file is empty", self.span(0, 0), help="begin with `rulewright: 2`")
        return None

    def next(self) -> yaml.Event:
        """The next event; what the YAML reader cannot read is reported in our words."""
        if self.quick is not None:
            return next(self.quick)
        try:
            event: yaml.Event = self.loader.get_event()  # type: ignore[no-untyped-call]
            return event
        except yaml.MarkedYAMLError as error:
            raise self._syntax(error) from None
        except (ValueError, OverflowError):  # a number in an escape or directive that is out of range
            at = _index(self.loader.get_mark())
            message = "a number here is far too large"
            self.report.error("RW010", message, self.span(at, at + 1))
            raise _UnreadableError from None

    def _syntax(self, error: yaml.MarkedYAMLError) -> _UnreadableError:
        at = _index(error.problem_mark or error.context_mark or self.loader.get_mark())
        since = _index(error.context_mark) if error.context_mark else None
        trouble = Trouble(self.source, error.problem or "", at, error.context or "", since)
        complaint = open_quote(trouble, self._long_quoted(at)) or explain(trouble)
        self.report.add(
            Diagnostic(
                complaint.code, complaint.message, complaint.span, help=complaint.help, fix=complaint.fix
            )
        )
        return _UnreadableError()

    def _long_quoted(self, before: int) -> list[Span]:
        """The quoted texts before an offset that run over several lines."""
        found: list[Span] = []
        with contextlib.suppress(yaml.YAMLError, ValueError, OverflowError):
            for token in yaml.scan(self.source.text, yaml.SafeLoader):
                if isinstance(token, yaml.ScalarToken) and token.style in ("'", '"'):
                    span = self.span(_index(token.start_mark), _index(token.end_mark))
                    if span.end <= before and "\n" in self.source.text[span.start : span.end]:
                        found.append(span)
        return found

    def _unprintable(self, at: int) -> _UnreadableError:
        message = f"the character U+{ord(self.source.text[at]):04X} cannot stand in a text file"
        self.report.error("RW002", message, self.span(at, at + 1), help="delete it")
        return _UnreadableError()

    def node(self, event: yaml.Event) -> Node:
        """The node that begins with an event."""
        self.count += 1
        if self.count > MOST:
            at = _index(event.start_mark)
            message = f"the file has more than {MOST:,} keys, texts and lists"
            self.report.error("RW004", message, self.span(at, at + 1), help="split the file")
            raise _UnreadableError
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event)
        assert isinstance(event, yaml.NodeEvent)
        self._check_properties(event)
        if isinstance(event, yaml.ScalarEvent):
            return self.text(event)
        assert isinstance(event, yaml.CollectionStartEvent)
        self.depth += 1
        if self.depth > DEEPEST:
            at = _index(event.start_mark)
            message = f"nested more than {DEEPEST} levels deep"
            self.report.error("RW005", message, self.span(at, at + 1), help="look for brackets left open")
            raise _UnreadableError
        node = self.mapping(event) if isinstance(event, yaml.MappingStartEvent) else self.sequence(event)
        self.depth -= 1
        return node

    def _alias(self, event: yaml.AliasEvent) -> Text:
        span = self.span(_index(event.start_mark), _index(event.end_mark))
        help = "write the part out; if a text is meant that begins with *, quote it"
        self.report.error("RW015", f"*{event.anchor} would repeat another part", span, help=help)
        self.broken = True
        return Text("", span)

    def _check_properties(self, event: yaml.NodeEvent) -> None:
        """Report anchors and tags; the mark of the event is where they begin."""
        tag = getattr(event, "tag", None)
        if event.anchor is None and tag is None:
            return
        at = _index(event.start_mark)
        if event.anchor is not None:
            found = self.source.text.find("&", at)
            span = self.span(found, found + 1 + len(event.anchor))
            help = "delete it; if a text is meant that begins with &, quote it"
            self.report.error("RW015", f"the anchor &{event.anchor} is of no use here", span, help=help)
        if tag is not None and tag not in _PLAIN_TAGS:
            found = self.source.text.find("!", at)
            end = re.compile(r"[^\s,\[\]{}]+").match(self.source.text, found)
            span = self.span(found, end.end() if end else found + 1)
            help = "delete it; if a text is meant that begins with !, quote it"
            self.report.error("RW017", "a tag stands here, and rule files use none", span, help=help)

    def text(self, event: yaml.ScalarEvent) -> Text:
        """A scalar; the empty lines below a block do not belong to it."""
        style = event.style or ""
        start, end = _index(event.start_mark), _index(event.end_mark)
        if event.anchor is not None or event.tag is not None:
            start = self._behind_properties(start, end)
        extent = self.span(start, end)
        layout: Layout | None = (
            Layout(style, extent.start, extent.end) if style else None
        )  # plain: as its span
        span = extent
        if style in ("|", ">"):
            span = self.span(start, start + len(self.source.text[start:end].rstrip()))
        elif not style:
            self._check_comment(extent)
        text = Text(event.value, span, layout)
        if _STRANGE.search(event.value) is None:
            return text
        if _SURROGATES.search(event.value):
            message = "an escape in this text is half a character (a surrogate)"
            self.report.error("RW010", message, text.span, help="write the character itself")
            self.broken = True
        elif (unseen := _UNSEEN.search(event.value) or _BREAKS.search(event.value)) is not None:
            message = f"this text holds U+{ord(unseen.group()):04X}, an invisible character"
            at = text.span_of(unseen.start(), unseen.end())
            self.report.error(
                "RW002", message, at, help="delete it; texts are made of letters, signs and lines"
            )
        return text

    def _behind_properties(self, start: int, end: int) -> int:
        """Where a scalar with an anchor or a tag itself begins."""
        match = re.compile(r"(?:[&!][^\s]*\s*)*").match(self.source.text, start, end)
        return match.end() if match else start

    def _check_comment(self, extent: Span) -> None:
        """Report a plain text that is cut off by a ` #` without a blank after it."""
        match = _SWALLOWED.match(self.source.text, extent.end)
        if match is None or (extent.end > 0 and not match.group(1) and extent.start < extent.end):
            return
        message = f"{match.group(2)!r} is a comment in YAML, and does not belong to the text before it"
        help = "quote the whole text; or, if it is a comment, write a space after the #"
        self.report.error("RW013", message, self.span(*match.span(2)), help=help)

    def sequence(self, opening: yaml.CollectionStartEvent) -> Sequence:
        """A list, whose first event has been read."""
        items: list[Node] = []
        while not isinstance(event := self.next(), yaml.SequenceEndEvent):
            items.append(self.node(event))
        return Sequence(tuple(items), self._extent(opening, event, items[-1] if items else None))

    def mapping(self, opening: yaml.CollectionStartEvent) -> Mapping:
        """A mapping, whose first event has been read. Of a repeated key the first is kept."""
        found: dict[str, tuple[Text, Node]] = {}
        last: Node | None = None
        cut: Span | None = None
        whole = True
        while not isinstance(event := self.next(), yaml.MappingEndEvent):
            key, value = self.node(event), self.node(self.next())
            if opening.flow_style and _continues(last, key, value):
                assert last is not None
                cut = self.span(last.span.start, key.span.end)
                continue
            self._report_cut(cut)
            cut, last = None, value
            if isinstance(key, Text) and self._check_key(key, found):
                found[key.value] = (key, value)
                continue
            whole = whole and isinstance(key, Text) and key.value in found  # a repeated key is there
            if not isinstance(key, Text):
                message = "a mapping or a list stands where a key is expected"
                self.report.error("RW019", message, key.span, help="quote the key")
        self._report_cut(cut)
        return Mapping(tuple(found.values()), self._extent(opening, event, last), whole)

    def _report_cut(self, cut: Span | None) -> None:
        """Report a plain text in { } that is cut into pieces by its own commas."""
        if cut is not None:
            self.report.error("RW012", "quote this text: inside { } a comma ends it", cut, help=quoting(cut))

    def _check_key(self, key: Text, found: dict[str, tuple[Text, Node]]) -> bool:
        if key.value == "<<" and key.layout is None:
            self.report.error("RW016", "merge keys are not used here", key.span, help="write the keys out")
            return False
        if key.value in found:
            notes = [Note("it stands here first", found[key.value][0].span)]
            self.report.error("RW014", f"the key '{key}' stands here a second time", key.span, notes=notes)
            return False
        return True

    def _extent(self, opening: yaml.CollectionStartEvent, closing: yaml.Event, last: Node | None) -> Span:
        """With brackets, up to the closing one; in a block, up to the end of its last part."""
        start = _index(opening.start_mark)
        if opening.flow_style:
            return self.span(start, _index(closing.end_mark))
        return self.span(start, last.span.end if last is not None else start + 1)


def _quick_events(text: str) -> list[yaml.Event] | None:
    """All events, as libyaml reads them. None if there is no libyaml, if it refuses the text (its error messages are
    different), or if PyYAML's reader could read the text differently: at characters that only one of them takes for
    blanks, at tags, at a ? inside brackets, and where a text is left out."""
    if _QUICK is None or _DOUBTFUL.search(text):
        return None
    try:
        loader = _QUICK(text)
        events: list[yaml.Event] = []
        deep = 0
        while not events or not isinstance(events[-1], yaml.StreamEndEvent):
            event = loader.get_event()
            if isinstance(event, yaml.NodeEvent) and _is_doubtful(event):
                return None
            deep += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if deep > DEEPEST:  # libyaml takes ever longer for deeper nesting
                return None
            events.append(event)
    except (yaml.YAMLError, ValueError, OverflowError):
        return None
    return events


def _is_doubtful(event: yaml.NodeEvent) -> bool:
    if isinstance(event, yaml.ScalarEvent):
        return event.tag is not None or (not event.style and (not event.value or "?" in event.value))
    return getattr(event, "tag", None) is not None


def _index(mark: Any) -> int:
    """The offset of a mark; PyYAML's types allow it to be missing, but its reader never leaves it out."""
    return int(mark.index)


def _continues(before: Node | None, key: Node, value: Node) -> bool:
    """Whether a key without even a colon, after a plain text, is really the rest of that text behind a comma."""
    if not (isinstance(before, Text) and isinstance(key, Text) and isinstance(value, Text)):
        return False
    plain = before.layout is None and not before.is_empty
    return plain and value.is_empty and value.span.start == key.span.end


_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f"  # control characters
    "\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""Characters that control a terminal, change the direction of writing, or have no width. Line breaks and tabs are not
among them, nor is what YAML takes for a line break where it breaks a line."""
_BREAKS = re.compile("[\r\x85\u2028\u2029]")
_SURROGATES = re.compile("[\ud800-\udfff]")
_STRANGE = re.compile("|".join(one.pattern for one in (_UNSEEN, _BREAKS, _SURROGATES)))
_QUICK: Any = getattr(yaml, "CSafeLoader", None)
_DOUBTFUL = re.compile(
    "[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]|[|>][-+0-9]*#"
)
"""What libyaml might read differently from PyYAML: tabs, byte order marks, rare line breaks, and a # right behind the
sign of a block."""
_PLAIN_TAGS = frozenset(f"tag:yaml.org,2002:{kind}" for kind in ("str", "map", "seq"))
_SWALLOWED = re.compile(r"([ \t]*)(#[^\s#][^\n\r]*)")


# ------------------------------------------------------------------------------ layout


@attrs.frozen
class Token:
    """A sign or a text of YAML, and its place; of structure that no sign shows, the place where it begins.
    `keeps`: the blank lines behind it are part of it."""

    kind: str  # a sign, or one of those below
    start: int
    end: int
    style: str = ""
    keeps: bool = False


_KINDS: dict[type[yaml.Token], str] = {
    yaml.StreamEndToken: "end",
    yaml.DirectiveToken: "directive",
    yaml.DocumentStartToken: "document",
    yaml.DocumentEndToken: "document",
    yaml.BlockMappingStartToken: "mapping",
    yaml.BlockSequenceStartToken: "list",
    yaml.BlockEndToken: "block end",
    yaml.BlockEntryToken: "-",
    yaml.KeyToken: "key",
    yaml.ValueToken: ":",
    yaml.FlowSequenceStartToken: "[",
    yaml.FlowSequenceEndToken: "]",
    yaml.FlowMappingStartToken: "{",
    yaml.FlowMappingEndToken: "}",
    yaml.FlowEntryToken: ",",
    yaml.AliasToken: "alias",
    yaml.AnchorToken: "anchor",
    yaml.TagToken: "tag",
    yaml.ScalarToken: "scalar",
}


def tokens(text: str) -> list[Token] | None:
    """All tokens of a text in their order; None if it is not YAML."""
    quick = _QUICK if _QUICK is not None and not _DOUBTFUL.search(text) else yaml.SafeLoader
    try:
        found = list(yaml.scan(text, Loader=quick))
        for _ in yaml.parse(text, Loader=quick):  # not all tokens make a document
            pass
    except (yaml.YAMLError, RecursionError, ValueError, OverflowError):
        return None
    return [_token(one, text) for one in found if type(one) in _KINDS]


def _token(token: yaml.Token, text: str) -> Token:
    start, end = _index(token.start_mark), _index(token.end_mark)
    if not isinstance(token, yaml.ScalarToken):
        return Token(_KINDS[type(token)], start, end)
    style = token.style if token.style and not token.plain else ""
    header = text[start:end].partition("\n")[0].partition("#")[0] if style in ("|", ">") else ""
    return Token("scalar", start, end, style, "+" in header)


def same_content(one: str, other: str) -> bool:
    """Whether two texts hold the same: all but layout and quotes is equal."""
    quick = _QUICK is not None and not _DOUBTFUL.search(one) and not _DOUBTFUL.search(other)
    loader = _QUICK if quick else yaml.SafeLoader  # the same for both
    try:
        pairs = zip(yaml.parse(one, Loader=loader), yaml.parse(other, Loader=loader), strict=True)
        return all(_content(first) == _content(second) for first, second in pairs)
    except (yaml.YAMLError, RecursionError, ValueError, OverflowError):
        return False


def _content(event: yaml.Event) -> tuple[object, ...]:
    names = ("anchor", "tag", "implicit", "value", "explicit", "version", "tags")
    flow = bool(getattr(event, "flow_style", False))  # None of a list in the column of its key
    return type(event), flow, *(getattr(event, name, None) for name in names)
