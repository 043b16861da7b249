"""What can be written at a place, as editors want it."""

from __future__ import annotations

from functools import partial
from weakref import WeakKeyDictionary

from ...dsl.completion.completion import complete as completed
from ...dsl.completion.items import Item, narrowed
from ...dsl.diagnostics.report import Report
from ...dsl.draft.draft import Draft
from ...dsl.scenarios.classes import ScenarioFile
from ...dsl.schema.classes import GameDoc, VariantDoc
from ..files.belonging import SCENARIOS, VARIANTS, look
from ..files.games import find_asked
from .connection import Data
from .documents import Document
from .keys import meaning
from .session import Session

TRIGGERS = (" ", ":", "/", "{", "[", "'", '"')
MOST = 400
"""How many items an answer has at most."""

_BESIDE: WeakKeyDictionary[Session, Draft] = WeakKeyDictionary()
"""The game beside a variant that does not name it yet, until it does."""

_TEXT, _FUNCTION, _VARIABLE, _CLASS, _MODULE, _PROPERTY, _VALUE, _MEMBER, _KEYWORD, _REFERENCE, _EVENT = (
    1, 3, 6, 7, 9, 10, 12, 20, 14, 18, 23,
)  # fmt: skip
_KINDS = {
    "keyword": _KEYWORD,
    "phrase": _FUNCTION,
    "type": _CLASS,
    "design": _MEMBER,
    "place": _MODULE,
    "property": _PROPERTY,
    "state": _PROPERTY,
    "variable": _VARIABLE,
    "name": _VARIABLE,
    "number": _VALUE,
    "word": _MEMBER,
    "key": _PROPERTY,
    "language": _PROPERTY,
    "rule": _REFERENCE,
    "path": _REFERENCE,
    "phase": _EVENT,
    "slot": _VARIABLE,
}


def complete(session: Session, params: Data) -> Data | None:
    spot, document = session.spot(params), session.document(params)
    if document is None:
        return None
    kind, root = _kind(document)
    if spot is not None:
        _BESIDE.pop(session, None)
        draft, names = spot.project.draft, tuple(spot.project.files.variants())
    elif root is GameDoc:
        draft, names = Draft.of(()), ()
    elif root is not None:  # the first keys of a file say what it belongs to
        draft, names = _beside(session, document)
    else:
        return None
    own = document.name in draft.sources
    found = completed(
        draft,
        document.name,
        document.lines.offset(params["position"]),
        text=None if own else document.text,
        root=root,
        meaning=partial(meaning, kind),
        variants=names,
    )
    snippets = bool(session.can("textDocument", "completion", "completionItem", "snippetSupport"))
    kept = narrowed(found, lambda one: document.text[one.start : one.end], MOST)
    items = [_item(document, number, one, snippets) for number, one in enumerate(kept)]
    # Also if none is left out: what follows a space may be the rest of a name.
    return {"isIncomplete": True, "items": items}


def _beside(session: Session, document: Document) -> tuple[Draft, tuple[str, ...]]:
    """The game in whose folder of variants a document is that does not say yet what it changes, and the names of the
    game's variants; nothing if there is none."""
    folder = document.path.absolute().parent
    found = find_asked(str(folder.parent), Report(), edits=session.workspace.edits)
    if folder.name != VARIANTS or found is None or found[1]:
        return Draft.of(()), ()
    files = found[0]
    sources = [session.workspace.source(file, Report()) for file in files.files]
    read = [one for one in sources if one is not None]
    names = tuple(files.variants())
    known = [one.draft for one in session.workspace.projects if not one.variants]
    known += [_BESIDE[session]] if session in _BESIDE else []
    for draft in known:
        if {name: one.text for name, one in draft.sources.items()} == {one.name: one.text for one in read}:
            return draft, names
    _BESIDE[session] = Draft.of(read)
    return _BESIDE[session], names


def _kind(document: Document) -> tuple[str, type | None]:
    """What a document is, and the class of its keys, unless these show it themselves. Where its keys do not show yet
    what it is, its folder does; keys that only variants have do too, also before it is named."""
    kind = document.look.kind
    if kind == "patches":
        return "variant", VariantDoc
    if kind in ("other", "part"):
        kind = {VARIANTS: "variant", SCENARIOS: "scenarios"}.get(document.path.parent.name, kind)
        if kind == "other" and _is_begun(document):
            return "game", GameDoc
    return kind, {"variant": VariantDoc, "scenarios": ScenarioFile}.get(kind)


def _is_begun(document: Document) -> bool:
    """Whether nothing stands in a file but perhaps the beginning of its first key, and no game is beside it: then it
    may become one."""
    lines = [line for line in document.text.split("\n") if line.strip() and not line.lstrip().startswith("#")]
    if len(lines) > 1 or any(":" in line or not line[0].isalpha() for line in lines):
        return False
    folder = document.path.absolute().parent
    return not any(look(file).kind == "game" for file in folder.glob("*.yaml") if file != document.path)


def _item(document: Document, number: int, item: Item, snippets: bool) -> Data:
    range_ = document.lines.range(item.start, item.end)
    data: Data = {
        "label": item.label,
        "kind": _KINDS.get(item.kind, _TEXT),
        "sortText": f"{number:04d}",
        "filterText": item.filter or item.label,
        "textEdit": {"range": range_, "newText": item.insert if snippets else item.plain},
    }
    if item.snippet and snippets:
        data["insertTextFormat"] = 2
    if item.detail:
        data["detail"] = item.detail
    if item.documentation:
        data["documentation"] = {"kind": "markdown", "value": item.documentation}
    return data
