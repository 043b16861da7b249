"""Completion through the server: a variant whose file is empty yet, and more items than an answer has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rulewright.workbench.lsp.completion import MOST

from ...lsp.client import Editor, copied


@pytest.fixture(scope="module")
def editor() -> Iterator[Editor]:
    with Editor() as one:
        yield one


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games")


def offered(editor: Editor, file: Path, text: str) -> list[str]:
    """The labels of what is offered at the end of a file."""
    file.write_text(text, encoding="utf-8")
    uri = editor.open(file)
    at = {"textDocument": {"uri": uri}, "position": editor.position(uri, len(text))}
    found: Any = editor.request("textDocument/completion", at)
    return [item["label"] for item in found["items"]]


def test_a_variant_is_begun_in_an_empty_file(editor: Editor, folder: Path) -> None:
    variants = copied("do-podzemi", folder) / "variants"
    assert offered(editor, variants / "new1.yaml", "")[:3] == ["rulewright", "variant", "of"]
    assert offered(editor, variants / "new2.yaml", "of: do-podzemi\nreplace:\n  components/mon") == [
        "monster"
    ]
    assert offered(editor, variants / "new3.yaml", "of: ") == ["do-podzemi"]
    assert "new1" in offered(editor, variants / "new4.yaml", "of: do-podzemi\nneeds: ")


def test_what_is_half_typed_decides_what_is_left_out(editor: Editor, folder: Path) -> None:
    game = copied("vladci-podzemi", folder)
    head = "phrases:\n  'it begins':\n    do: |\n      "
    everything = offered(editor, game / "new1.yaml", head)
    assert len(everything) == MOST
    narrow = offered(editor, game / "new2.yaml", head + "min")
    assert 0 < len(narrow) < MOST
    assert set(narrow) - set(everything)
