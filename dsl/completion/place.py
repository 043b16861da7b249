"""A place in a rule file, and what is known of it: the ground of all that can stand there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ..document.paths import child as child_of
from ..document.paths import escaped, names
from ..document.reader import Mapping as Keys
from ..document.reader import Node, Text
from ..draft.draft import Draft
from ..languages import BASE, tags
from ..model.symbols import State
from ..schema.classes import GameDoc, VariantDoc
from .items import Item
from .shape import alone, fields, keyed, slots
from .yaml_place import Spot

Meaning = Callable[[tuple[str, ...]], str | None]
"""What the key at the end of a path means; entries of lists are empty steps."""
PATHS = frozenset({"add", "replace", "set", "remove"})
"""The keys of a variant under which paths stand."""


class PlaceOfFile:
    """Where something is wanted, and the items that need no more than that: keys, plain values, paths."""

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

    def key_item(
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
        rest = self.written_text[self.offset :].partition("\n")[0]
        return re.match(r"[^\s:,{}]*['\"]?\s*:", rest) is not None

    @property
    def written_text(self) -> str:
        sources = self.written.sources
        return sources[self.source].text if self.source in sources else ""

    def printed(self) -> Iterator[tuple[str, str]]:
        """The properties that a design or a cell can print, but for those that it has."""
        owner = self.owner()
        for name, state in owner.items():
            if state.printed and name not in self.here.others:
                yield name, str(state.type)

    def owner(self) -> Mapping[str, State]:
        """The properties of the type or the board that a path leads through."""
        path = self.path
        if len(path) > 1 and path[1] is not None:
            if path[0] == "components" and path[1] in self.symbols.types:
                return self.symbols.types[path[1]].properties
            if path[0] == "places" and path[1] in self.symbols.places:
                return self.symbols.places[path[1]].properties
        return {}

    def is_path(self) -> bool:
        path = self.here.path
        return self.root is VariantDoc and path[:1] == ("remove",)

    def paths(self, before: str) -> Iterator[Item]:
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

    def plain(self, values: Any, kind: str, detail: str = "") -> Iterator[Item]:
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

    def is_line(self) -> bool:
        """Whether this is a text that players read and that can show values."""
        said = alone(self.at[-1]).key in (BASE, "<language>")
        return said and any(slot.key in ("log", "ask", "beside") for slot in self.at)

    def language(self) -> str:
        known = (*tags(), *self.languages)
        return next((step for step in reversed(self.here.path) if step in known), BASE)

    def is_scenario(self) -> bool:
        return self.root not in (GameDoc, VariantDoc)


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
        return in_quotes(value, here.style)
    hard = re.match(r"[\s#\"'\[\]{},&*!|>%@`]", value) is not None or ": " in value or " #" in value
    hard = hard or (here.flow and re.search(r"[,\[\]{}]", value) is not None)
    return '"' + re.sub(r'(["\\])', r"\\\1", value) + '"' if hard else value


def in_quotes(value: str, style: str) -> str:
    """A text as it is written inside quotes."""
    return value.replace("'", "''") if style == "'" else re.sub(r'"', r"\\\"", value)
