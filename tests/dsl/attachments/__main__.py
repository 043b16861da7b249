"""Writes the table of `docs/what-belongs-to-what.md`: `python -m tests.dsl.attachments`. Read what changes in it."""

from .audit import PAGE, page

PAGE.write_text(page(), encoding="utf-8")
