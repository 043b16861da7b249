"""The pages of the documentation that a language model needs to write rules. The wheel brings them along."""

from __future__ import annotations

from pathlib import Path

PAGES = {
    "one-page": "the language on one page: read it before you write rules",
    "how-do-i-say": "what designers want to say, and how the language says it",
    "what-belongs-to-what": "which keys, statements and conditions belong where",
    "cookbook": "small examples of many kinds of games",
}


def page(name: str) -> str:
    """The text of a page. Raises `ValueError` if there is none of this name."""
    if name not in PAGES:
        raise ValueError(f"there is no page '{name}'; there are: {', '.join(PAGES)}")
    here = Path(__file__).resolve()
    found = next(
        file
        for file in (here.parent / "pages" / f"{name}.md", here.parents[2] / "docs" / f"{name}.md")
        if file.is_file()
    )
    return found.read_text(encoding="utf-8")
