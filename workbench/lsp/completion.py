"""What can be written at a place, as editors want it."""

from __future__ import annotations

from functools import partial

from rulewright.dsl.completion.completion import complete as completed
from rulewright.dsl.completion.items import Item
from rulewright.dsl.draft.draft import Draft
from rulewright.dsl.schema.classes import VariantDoc
from rulewright.interpreter.scenarios.schema import ScenarioFile

from ..files.belonging import SCENARIOS, VARIANTS
from .connection import Data
from .documents import Document
from .keys import meaning
from .session import Session

TRIGGERS = (" ", ":", "/", "{", "[", "'", '"')
_MOST = 400

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
    draft = spot.project.draft if spot is not None else None
    if draft is None:
        if root is None:
            return None
        draft = Draft.of(())  # the first keys of a file say what it belongs to
    own = document.name in draft.sources
    found = completed(
        draft,
        document.name,
        document.lines.offset(params["position"]),
        text=None if own else document.text,
        root=root,
        meaning=partial(meaning, kind),
        variants=tuple(spot.project.files.variants()) if spot is not None else (),
    )
    snippets = bool(session.can("textDocument", "completion", "completionItem", "snippetSupport"))
    items = [_item(document, number, one, snippets) for number, one in enumerate(found[:_MOST])]
    return {"isIncomplete": True, "items": items}  # what follows a space may be the rest of a name


def _kind(document: Document) -> tuple[str, type | None]:
    """What a document is, and the class of its keys, unless these show it themselves. Where its keys do not show yet
    what it is, its folder does."""
    kind = document.look.kind
    if kind in ("other", "part"):
        kind = {VARIANTS: "variant", SCENARIOS: "scenarios"}.get(document.path.parent.name, kind)
    return kind, {"variant": VariantDoc, "scenarios": ScenarioFile}.get(kind)


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
