"""The complaints of the YAML reader, in words for people who do not know YAML.

In: what the reader says (its problem and its context) and the source around it. Out: a `Complaint`: code, message,
help, and the stretch to underline.
"""

import re
from collections.abc import Callable, Sequence

import attrs

from ..diagnostics.fix import Fix
from ..diagnostics.source import Source, Span


@attrs.frozen
class Complaint:
    code: str
    message: str
    span: Span
    help: str | None = None
    fix: Fix | None = None


@attrs.frozen
class Trouble:
    """What the reader says: the problem and its offset; what it was reading, and from which offset."""

    source: Source
    problem: str
    at: int
    context: str = ""
    since: int | None = None


def explain(trouble: Trouble) -> Complaint:
    """The first of the known causes that fits; otherwise the reader's own words."""
    for cause in _CAUSES:
        complaint = cause(trouble)
        if complaint is not None:
            return complaint
    context = f" {trouble.context}" if trouble.context else ""
    return Complaint("RW010", f"this is not YAML{context}: {trouble.problem}", _here(trouble))


def open_quote(trouble: Trouble, quoted: Sequence[Span]) -> Complaint | None:
    """A quote that was not meant to be closed where it is: nothing fits behind the text that it begins, or lines of
    that text look like keys. `quoted` are the quoted texts of several lines before the trouble."""
    line = trouble.source.position(min(trouble.at, len(trouble.source.text)))[0]
    for span in quoted:
        closed = trouble.source.position(span.end)[0]
        if closed == line or _KEY_INSIDE.search(trouble.source.text, span.start, span.end):
            begun = Span(trouble.source, span.start, span.start + 1)
            why = "where it does not fit" if closed == line else "with lines in it that look like keys"
            message = f"the text that this quote begins is closed only on line {closed}, {why}"
            return Complaint("RW010", message, begun, "write the same quote where the text ends")
    return None


_KEY_INSIDE = re.compile(r"""\n[ \t]*(- )?["']?\w[\w ]*["']?:(\s|$)""")


def _here(trouble: Trouble, length: int = 1) -> Span:
    size = len(trouble.source.text)
    start = min(trouble.at, size)
    return Span(trouble.source, start, min(start + length, size))


def _tab(trouble: Trouble) -> Complaint | None:
    if r"'\t'" not in trouble.problem:
        return None
    help = "replace the tab with spaces"
    return Complaint("RW011", "a tab stands where only spaces may", _here(trouble), help)


def _start_sign(trouble: Trouble) -> Complaint | None:
    match = re.match(r"found character '(.+)' that cannot start any token", trouble.problem)
    if match is None:
        return None
    message = f"a text cannot begin with {match.group(1)} unless it is quoted"
    return Complaint("RW012", message, _here(trouble), quoting(_rest_of_line(trouble.source, trouble.at)))


def _block_sign(trouble: Trouble) -> Complaint | None:
    if "expected chomping or indentation indicators" not in trouble.problem or trouble.since is None:
        return None
    span = _rest_of_line(trouble.source, trouble.since)
    return Complaint("RW012", "a text cannot begin with > or | unless it is quoted", span, quoting(span))


def _colon(trouble: Trouble) -> Complaint | None:
    if "mapping values are not allowed here" not in trouble.problem:
        return None
    span = _key_in_brackets(trouble.source, trouble.at)
    if span is not None:
        message = "quote this key: a colon inside its brackets would end it"
        return Complaint("RW012", message, span, quoting(span), in_quotes(span))
    span = _value_on_line(trouble.source, trouble.at)
    if span is None:
        if _above_has_no_colon(trouble.source, trouble.at):
            message = "the line above is no `key: value` line, so no key can follow it"
            return Complaint("RW010", message, _here(trouble), "write a colon after the key above")
        message = "a key cannot stand here: the line is indented unlike the lines it belongs to"
        help = "indent it like the key above; if it continues the text above, quote that text"
        return Complaint("RW010", message, _here(trouble), help)
    message = "quote this text: its colon would make it a key"
    return Complaint("RW012", message, span, quoting(span), in_quotes(span))


def _dash(trouble: Trouble) -> Complaint | None:
    if "sequence entries are not allowed here" not in trouble.problem:
        return None
    help = "begin the list on the next line, or quote the text if it begins with a dash"
    return Complaint("RW012", "a list cannot begin on the line of its key", _here(trouble), help)


def _flow(trouble: Trouble) -> Complaint | None:
    match = re.match(r"expected ',' or '([\]}])', but got '(.+)'", trouble.problem)
    if match is None:
        return None
    closing, got = match.groups()
    opening = "{" if closing == "}" else "["
    start = trouble.at if trouble.since is None else trouble.since
    if got in ("<stream end>", "<document start>", "<document end>"):
        return _unclosed(trouble.source, start, opening, closing)
    if got == ":" and _begins_line(trouble.source, trouble.at, start):
        return Complaint("RW010", "a comma is missing at the end of the line above", _here(trouble))
    if got in (":", "?", "[", "{"):
        message = f"quote this text: inside {opening} {closing} the sign {got} has a meaning of its own"
        help = quoting(_entry(trouble.source, trouble.at)) if got == ":" else "put the whole text in quotes"
        return Complaint("RW012", message, _here(trouble), help)
    message = f"a comma or {closing} is expected here"
    line = trouble.source.position(start)[0]
    help = f"the {opening} is on line {line}; a text with commas or quotes inside is quoted as a whole"
    return Complaint("RW010", message, _here(trouble), help)


def _begins_line(source: Source, at: int, opening: int) -> bool:
    """Whether the colon belongs to a key that begins a line below the opening bracket. A second colon on a line
    belongs to the text behind the key."""
    first, _ = _line_bounds(source, at)
    before = source.text[first:at]
    return opening < first and not set(",{[") & set(before) and ": " not in before


def _unclosed(source: Source, start: int, opening: str, closing: str) -> Complaint:
    span = Span(source, start, min(start + 1, len(source.text)))
    return Complaint("RW010", f"this {opening} is never closed", span, f"write {closing} where it ends")


def _comma(trouble: Trouble) -> Complaint | None:
    if "expected the node content, but found ','" not in trouble.problem:
        return None
    return Complaint("RW010", "there is nothing before this comma", _here(trouble), "delete the comma")


def _quote(trouble: Trouble) -> Complaint | None:
    if trouble.context != "while scanning a quoted scalar" or trouble.since is None:
        return None
    if "unexpected" not in trouble.problem:
        return None
    span = Span(trouble.source, trouble.since, min(trouble.since + 1, len(trouble.source.text)))
    return Complaint("RW010", "this quote is never closed", span, "write the same quote where the text ends")


def _escape(trouble: Trouble) -> Complaint | None:
    if trouble.context != "while scanning a double-quoted scalar":
        return None
    message = "inside double quotes a backslash begins an escape, and there is none like this"
    return Complaint("RW010", message, _here(trouble), "write two backslashes, or use single quotes")


def _after_value(trouble: Trouble) -> Complaint | None:
    if not trouble.problem.startswith("expected <block end>, but found"):
        return None
    source, at = trouble.source, min(trouble.at, len(trouble.source.text))
    before = source.text[source.line_starts[source.position(at)[0] - 1] : at]
    if before.rstrip(" ").endswith(("]", "}")):
        return _continued(source, at, "the text continues after its closing bracket")
    if before.rstrip(" ").endswith(('"', "'")):
        return _continued(source, at, "the text continues after its closing quote")
    message = "this line is indented unlike the lines it belongs to"
    return Complaint("RW010", message, _here(trouble), "indent it like its neighbours")


def _continued(source: Source, at: int, what: str) -> Complaint:
    span = _key_in_brackets(source, at)
    if span is not None:
        return Complaint("RW012", f"quote this key: {what}", span, quoting(span), in_quotes(span))
    span = _value_on_line(source, at) or _rest_of_line(source, at)
    return Complaint("RW012", f"quote this text: {what}", span, quoting(span))


def _key_in_brackets(source: Source, at: int) -> Span | None:
    """The whole key of a line that begins with a bracket, or has a colon in brackets before any other: up to the
    first colon outside brackets."""
    start, end = _line_bounds(source, at)
    while start < end and source.text[start] in " \t":
        start += 1
    held = source.text[start : start + 1] in ("{", "[")
    depth = 0
    for place in range(start, end):
        sign = source.text[place]
        depth += (sign in "{[") - (sign in "}]")
        if sign == ":" and source.text[place + 1 : place + 2].strip() == "":
            if depth <= 0:
                return Span(source, start, place) if held else None
            held = True
    return None


def _document(trouble: Trouble) -> Complaint | None:
    if not trouble.problem.startswith("expected '<document start>'"):
        return None
    help = "delete the `...` above, or split the file"
    return Complaint("RW018", "a second document begins here; a rule file holds one", _here(trouble), help)


def _no_colon(trouble: Trouble) -> Complaint | None:
    if "could not find expected ':'" not in trouble.problem or trouble.since is None:
        return None
    span = _rest_of_line(trouble.source, trouble.since)
    help = "write `key: value`; if it continues the text above, indent it more than the key above"
    return Complaint("RW010", "a line with a colon after its key is expected", span, help)


_CAUSES: tuple[Callable[[Trouble], Complaint | None], ...] = (
    _tab, _start_sign, _block_sign, _colon, _dash, _flow, _comma,
    _quote, _escape, _after_value, _no_colon, _document,
)  # fmt: skip


def _line_bounds(source: Source, at: int) -> tuple[int, int]:
    number = source.position(min(at, len(source.text)))[0]
    start = source.line_starts[number - 1]
    return start, start + len(source.line(number))


def _rest_of_line(source: Source, at: int) -> Span:
    """From an offset to the last character of its line that is not blank; at least one character."""
    at = min(at, len(source.text))
    end = _line_bounds(source, at)[1]
    while end > at + 1 and source.text[end - 1] in " \t":
        end -= 1
    return Span(source, at, min(max(end, at + 1), len(source.text)))


def _value_on_line(source: Source, at: int) -> Span | None:
    """The value of the line's first key, if the offset is inside that value."""
    start, end = _line_bounds(source, at)
    match = re.compile(r"[^:]*?:[ \t]+(?=\S)").match(source.text, start, end)
    if match is None or match.end() > at:
        return None
    return _rest_of_line(source, match.end())


def _above_has_no_colon(source: Source, at: int) -> bool:
    number = source.position(min(at, len(source.text)))[0]
    above = source.line(number - 1).strip() if number > 1 else ":"
    return bool(above) and ":" not in above and not above.startswith(("#", "-"))


def _entry(source: Source, at: int) -> Span:
    """The entry of { } or [ ] around an offset: the text between commas and brackets, after its key."""
    start, end = _line_bounds(source, at)
    first = max((source.text.rfind(sign, start, at) for sign in "{[,"), default=-1) + 1
    colon = source.text.find(": ", max(first, start), at)
    first = colon + 2 if colon >= 0 else max(first, start)
    stop = min((i for i in (source.text.find(sign, at + 1, end) for sign in ",}]") if i >= 0), default=end)
    return Span(source, first, max(stop, first))


def quoting(span: Span) -> str:
    """The advice to quote a stretch of the file, with the quoted text itself where that is short."""
    fix = in_quotes(span)
    return "put the whole text in quotes" if fix is None else f"write {fix.replacement}"


def in_quotes(span: Span) -> Fix | None:
    """A stretch of the file in quotes, if it is short and needs no escapes."""
    whole = span.source.text[span.start : span.end]
    text = whole.strip()
    if not text or len(text) > 60 or "\n" in text or "\\" in text or text[0] in "\"'":
        return None
    start = span.start + len(whole) - len(whole.lstrip())
    for quote in ('"', "'"):
        if quote not in text:
            return Fix(Span(span.source, start, start + len(text)), f"{quote}{text}{quote}")
    return None
