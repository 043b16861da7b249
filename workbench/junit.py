"""The results of scenarios as JUnit XML, which continuous integration servers show as tests.

Each file is a suite, and each scenario is a case in it. A file that could not be run is a case with an error.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from ..dsl.diagnostics.text import to_text
from .scenarios import FileResult

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_junit(files: Sequence[FileResult]) -> str:
    """The document. It has no times, because they would differ from run to run."""
    root = ElementTree.Element("testsuites", name="rulewright")
    for file in files:
        root.append(_suite(file))
    for count in ("tests", "failures", "errors"):
        root.set(count, str(sum(int(suite.get(count, "0")) for suite in root)))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode")


def _suite(file: FileResult) -> ElementTree.Element:
    unread = file.report.errors
    failed = [one for one in file.results if not one.passed]
    counts = {"tests": len(file.results) + bool(unread), "failures": len(failed), "errors": int(bool(unread))}
    name = _clean(file.name)
    suite = ElementTree.Element("testsuite", {"name": name, **{key: str(one) for key, one in counts.items()}})
    if file.game is not None:
        properties = ElementTree.SubElement(suite, "properties")
        attributes = {
            "game": file.game.id,
            "content_hash": file.game.content_hash,
            "variants": ", ".join(file.game.variants),
        }
        for key, value in attributes.items():
            ElementTree.SubElement(properties, "property", name=key, value=_clean(value))
    if unread:
        case = ElementTree.SubElement(suite, "testcase", classname=name, name="this file can be run")
        error = ElementTree.SubElement(case, "error", message=_clean(unread[0].message), type=unread[0].code)
        error.text = _clean(to_text(unread, most=None))
    for one in file.results:
        case = ElementTree.SubElement(suite, "testcase", classname=name, name=_clean(one.name))
        if not one.passed:
            first = one.diagnostics[0]
            failure = ElementTree.SubElement(case, "failure", message=_clean(first.message), type=first.code)
            failure.text = _clean(to_text(one.diagnostics, most=None))
    return suite


def _clean(text: str) -> str:
    """A text without the characters that XML cannot hold."""
    return _NOT_XML.sub("\ufffd", text)
