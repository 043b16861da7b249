"""The canonical layout of a rule file: text in, text out that means the same.

The layout covers what stands between the signs and texts of YAML: indentation (two columns; a list stands two columns
inside its key), blanks, blank lines, the ends of lines, the place of comments. Line breaks stay where the author put
them, and texts stay as they are, except that ' becomes " where nothing in the text needs the one or the other. Blanks
after a colon or comma stay where they align something with the line above, because tables are read by columns.

Libraries that read YAML and write it again (ruamel.yaml was tried) keep comments, but join the lines of long
brackets, undo columns, and drop brackets that the author wanted to show. So nothing is written from scratch here.

The result is read again, and must give the same events and comments as the input. The text is laid out until nothing
changes any more, so that a second run changes nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from enum import Enum

import attrs

from .reader import Token, same_content, tokens

STEP = 2  # columns of one level
_BEFORE_COMMENT = 2  # blanks before a comment that stands behind something
_MOST_ROUNDS = 20
_BREAKS = re.compile("\r(?!\n)|[\x85\u2028\u2029]")  # YAML breaks lines there, editors do not


class Unchanged(Enum):
    """The reason why a text is left unchanged."""

    UNREADABLE = "it is not YAML"
    BREAKS = "it has line breaks that most editors do not show"
    UNSURE = "it cannot be laid out without a change of its meaning"


def laid_out(text: str) -> str | Unchanged:
    """The text in its canonical layout, or why there is none."""
    if _BREAKS.search(text):
        return Unchanged.BREAKS
    given = now = text.removeprefix("\ufeff").replace("\r\n", "\n")
    said: list[str] | None = None
    for _ in range(_MOST_ROUNDS):
        found = tokens(now)
        if found is None:
            return Unchanged.UNREADABLE if said is None else Unchanged.UNSURE
        following, comments = _Layouter(now, found).text()
        if said is not None and comments != said:
            return Unchanged.UNSURE
        said = comments
        if following == now:
            return now if now == given or same_content(given, now) else Unchanged.UNSURE
        now = following
    return Unchanged.UNSURE


@attrs.define
class _Block:
    """A mapping or list in block style: the column where it stands, and the one where it belongs."""

    kind: str  # mapping, list, or "bare" of a list in the column of its key
    old: int
    new: int


class _Layouter:
    """One pass over the tokens of a text."""

    def __init__(self, text: str, found: Sequence[Token]) -> None:
        self.source = text
        self.found = found
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self.out: list[str] = []
        self.width = 0  # columns of the line that is being written
        self.blocks: list[_Block] = []
        self.deep = 0  # how many brackets are open
        self.shift = 0  # by how many columns the line moved on which the node at hand began
        self.key = False  # the next token is a key
        self.before: Token | None = None  # the last token that is seen
        self.comments: list[str] = []
        self.columns = self._columns()  # by line: where tokens begin behind blanks, and how many

    def text(self) -> tuple[str, list[str]]:
        """The text laid out, and its comments."""
        at = 0
        around = list(self.blocks)
        for token in self.found:
            self._structure(token)
            if token.start == token.end and token.kind != "end":
                continue
            self._gap(at, token, around)
            at = self._write(token) if token.kind != "end" else token.end
            around = list(self.blocks)
        return "".join(self.out), self.comments

    # ------------------------------------------------------------------ structure

    def _structure(self, token: Token) -> None:
        """Opens and closes blocks."""
        top = self.blocks[-1] if self.blocks else None
        if self.deep or token.kind in ("scalar", "anchor", "tag", "alias"):
            return
        if token.kind in ("mapping", "list"):
            new = top.new + STEP if top is not None else 0
            self.blocks.append(_Block(token.kind, self._column(token.start), new))
        elif token.kind == "-" and top is not None and top.kind == "mapping":
            self.blocks.append(_Block("bare", self._column(token.start), top.new + STEP))
        elif token.kind in ("key", ":", "block end") and top is not None and top.kind == "bare":
            self.blocks.pop()
        if token.kind == "block end":
            self.blocks.pop()
        if token.kind == "key":
            self.key = True

    def _column(self, at: int) -> int:
        return at - (self.source.rfind("\n", 0, at) + 1)

    @property
    def _base(self) -> int:
        return self.blocks[-1].new if self.blocks else -STEP

    def _place(self, token: Token) -> int:
        """The column of a token that begins a line."""
        if token.kind in ("end", "document", "directive"):
            return 0
        if self.deep and token.kind in ("]", "}"):
            return max(self._column(token.start) + self.shift, self._base, 0)
        if self.deep:
            return self._moved(self._column(token.start))
        if self.key or token.kind in ("-", ":", "key"):
            return max(self._base, 0)
        return self._base + STEP

    def _moved(self, column: int) -> int:
        """The new column of a line that continues something from an earlier line, which has moved."""
        return max(column + self.shift, self._base + 1, 0)

    # ------------------------------------------------------------------ between tokens

    def _gap(self, at: int, token: Token, around: list[_Block]) -> None:
        """What stands before a token: blanks, comments, the beginning of a line."""
        gap = self.source[at : token.start]
        if "\n" not in gap and "#" not in gap and token.kind != "end" and at:
            self._put(self._blanks(gap, token))
            return
        first, *lines = gap.split("\n")
        begins = at == 0  # the file begins here: nothing stands before it
        if begins:
            lines.insert(0, first)
        elif first.strip():
            column = self._column(at) + len(first) - len(first.lstrip(" \t"))
            self._put(" " * max(column + self.shift - self.width, _BEFORE_COMMENT))
            self._put(self._comment(first))
        place = self._place(token)
        last = lines.pop() if lines and token.kind != "end" else ""
        if not begins and not self._is_cut(token):
            self._break()
        keeps = self.before is not None and self.before.keeps
        self._lines(lines, place, token, around, keeps=keeps)
        if token.kind == "end":
            return
        del last  # the indentation that the token had
        self._put(" " * place)
        if not self.deep:
            self.shift = place - self._column(token.start)

    def _is_cut(self, token: Token) -> bool:
        """The file ends in the last line of a text under | or >: a line break there would be a part of the text."""
        before = self.before
        if (
            token.kind != "end"
            or self.source.endswith("\n")
            or before is None
            or before.end < len(self.source)
        ):
            return False
        header = self.source[before.start :].partition("\n")[0].partition("#")[0]
        return before.style in ("|", ">") and "-" not in header

    def _lines(
        self, lines: list[str], place: int, token: Token, around: list[_Block], *, keeps: bool
    ) -> None:
        """Blank lines, of several one, and comments; `keeps`: those first are part of a text, and all stay."""
        blank = not self.out  # no blank line begins a file
        waiting = False
        for number, line in enumerate(lines):
            if not line.strip():
                is_end = token.kind == "end" and number == len(lines) - 1 and not line
                if keeps and not is_end:
                    self._break()
                waiting = not keeps and not blank
                continue
            keeps = False
            if waiting:
                self._break()
            waiting = blank = False
            column = len(line) - len(line.lstrip(" \t"))
            self._put(" " * self._of_comment(column, place, token, around) + self._comment(line))
            self._break()
        if waiting and token.kind != "end":
            self._break()

    def _of_comment(self, column: int, place: int, token: Token, around: list[_Block]) -> int:
        """The column of a comment on a line of its own: it belongs to what it is aligned with."""
        if self.deep:
            return self._moved(column)
        if token.kind != "end" and column == self._column(token.start):
            return place
        with_it = (block.new for block in reversed(around) if block.old == column)
        return next(with_it, place)

    def _comment(self, line: str) -> str:
        comment = re.sub(r"^#(?=\w)", "# ", line.strip())
        self.comments.append(comment)
        return comment

    def _blanks(self, gap: str, token: Token) -> str:
        """What stands between two tokens of a line."""
        before = self.before
        if before is None:
            return ""
        if before.kind in ("[", "{"):
            return ""
        if token.kind == ",":
            return " " if before.kind in (":", ",") and gap else ""
        if token.kind in ("]", "}"):
            return " " if before.kind == ":" and gap else ""
        if token.kind == ":":
            return " " if before.kind in ("alias", "anchor", "tag", ",", ":") and gap else ""
        if len(gap) > 1 and before.kind in (":", ","):
            return " " * (len(gap) - self._too_many(token, len(gap)))
        return " "

    # ------------------------------------------------------------------ columns

    def _columns(self) -> dict[int, dict[int, int]]:
        found: dict[int, dict[int, int]] = {}
        line = 0
        for token in self.found:
            while line + 1 < len(self.starts) and self.starts[line + 1] <= token.start:
                line += 1
            found.setdefault(line, {})
            start = self.starts[line]
            blanks = len(before := self.source[start : token.start]) - len(before.rstrip(" "))
            if token.end > token.start and 0 < blanks < len(before):
                found[line][token.start - start] = blanks
        return found

    def _too_many(self, token: Token, blanks: int) -> int:
        """How many blanks before a token go: all but one, or those that no line needs of the lines above and below
        which have something in the same column, after the same indentation."""
        line = bisect_right(self.starts, token.start) - 1
        column = self._column(token.start)
        row = [other for way in (-1, 1) for other in self._beside(line, column, way)]
        needed = min((self.columns[other][column] for other in row), default=blanks)
        return min(needed, blanks) - 1 if row else blanks - 1

    def _beside(self, line: int, column: int, way: int) -> Iterator[int]:
        """The lines from one on, up or down, as long as something begins in a column of them."""
        indentation = self._indentation(line)
        other = self._next(line, way)
        while other is not None and column in self.columns[other] and self._indentation(other) == indentation:
            yield other
            other = self._next(other, way)

    def _next(self, line: int, way: int) -> int | None:
        """The next line on which a token begins."""
        while 0 <= line + way < len(self.starts):
            line += way
            if self.columns.get(line):
                return line
        return None

    def _indentation(self, line: int) -> int:
        start = self.starts[line]
        end = self.starts[line + 1] if line + 1 < len(self.starts) else len(self.source)
        text = self.source[start:end]
        return len(text) - len(text.lstrip(" "))

    # ------------------------------------------------------------------ tokens

    def _write(self, token: Token) -> int:
        """Writes a token; gives where what follows it begins."""
        written = self.source[token.start : token.end]
        end = token.end
        if token.kind == "scalar" and token.style in ("|", ">"):
            written, end = self._block_text(token, written)
        elif token.kind == "scalar" and "\n" in written:
            written = "\n".join(self._folded(written.split("\n")))
        elif token.kind == "scalar" and token.style == "'" and not re.search(r"[\"'\\]", written[1:-1]):
            written = f'"{written[1:-1]}"'
        self._put(written)
        self.deep += (token.kind in ("[", "{")) - (token.kind in ("]", "}"))
        self.key = False
        self.before = token
        return end

    def _folded(self, lines: list[str]) -> Iterator[str]:
        """The lines of a plain or quoted text that has several."""
        yield lines[0].rstrip(" \t")
        for number, line in enumerate(lines[1:], 1):
            bare = line.strip(" \t") if number < len(lines) - 1 else line.lstrip(" \t")
            column = len(line) - len(line.lstrip(" \t"))
            yield " " * self._moved(column) + bare if bare else ""

    def _block_text(self, token: Token, written: str) -> tuple[str, int]:
        """A text under | or >, and where it ends: the blank lines behind it belong to what follows."""
        header, *lines = written.split("\n")
        while lines and not lines[-1].strip(" "):
            lines.pop()
        end = token.start + len("\n".join([header, *lines]))
        width = re.search("[1-9]", header.partition("#")[0])
        old = next((len(line) - len(line.lstrip(" ")) for line in lines if line.strip(" ")), 0)
        new = max(self._base, 0) + STEP if self.blocks else STEP
        if width is not None:
            old = max(self.blocks[-1].old if self.blocks else 0, 0) + int(width[0])
            new = max(self._base, 0) + int(width[0])
        sign, mark, comment = header.partition("#")
        if mark:
            header = f"{sign.rstrip()}  {self._comment(mark + comment)}"
        moved = [" " * new + line[old:] if line[old:] else "" for line in lines]
        return "\n".join([header.rstrip(), *moved]), end

    def _put(self, text: str) -> None:
        if text:
            self.out.append(text)
            _, sign, tail = text.rpartition("\n")
            self.width = len(tail) if sign else self.width + len(tail)

    def _break(self) -> None:
        self._put("\n")
