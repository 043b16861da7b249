"""Which languages a document declares under `languages:`: their tags are keys elsewhere in it."""

from __future__ import annotations

from ..document.reader import Mapping, Node
from ..languages import TAG


def declared_languages(document: Node) -> tuple[str, ...]:
    """The tags of the languages that a document of a game declares, as far as they are any."""
    languages = document.get("languages") if isinstance(document, Mapping) else None
    if not isinstance(languages, Mapping):
        return ()
    return tuple(str(tag) for tag, _ in languages.items if TAG.fullmatch(str(tag)))
