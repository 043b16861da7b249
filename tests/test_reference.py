"""The reference pages are true: tables are fresh, no key lacks a meaning, the map names every module."""

import re
from pathlib import Path
from types import ModuleType

import attrs
import pytest

from .dsl.test_errors_page import generate

LANGUAGE = generate.LANGUAGE.read_text(encoding="utf-8")
generator: ModuleType = generate
ROOT = Path(__file__).parents[1]


def test_the_generated_parts_are_fresh() -> None:
    assert generate.filled(LANGUAGE) == LANGUAGE, "python docs/generate.py"
    protocol = generate.PROTOCOL.read_text(encoding="utf-8")
    assert generate.filled(protocol) == protocol, "python docs/generate.py"
    assert generate.PROTOCOL_SCHEMA.read_text(encoding="utf-8") == generate.schema_text()
    for path, text in generate.yaml_schemas().items():
        assert path.read_text(encoding="utf-8") == text, "python docs/generate.py"


@pytest.mark.parametrize("cls", generator.SCHEMA, ids=lambda cls: cls.__name__)
def test_every_key_has_a_meaning_and_its_table(cls: type) -> None:
    fields = attrs.fields(cls)
    keys = [generate.yaml_key(field) for field in fields if not field.metadata["part"]]
    keys += ["parts"] if any(field.metadata["part"] for field in fields) else []  # as those of a game
    assert list(generate.key_meanings()[cls.__name__]) == keys, "docs/keys.yaml"
    assert f"<!-- begin keys {cls.__name__} -->" in LANGUAGE


def test_every_table_of_words_is_shown() -> None:
    for name in generate.WORDS:
        assert f"<!-- begin words {name.casefold()} -->" in LANGUAGE


def test_links_inside_the_page_lead_to_headings() -> None:
    headings = re.findall(r"^#+ (.*)$", LANGUAGE, re.MULTILINE)
    anchors = {re.sub(r"[^\w\- ]", "", heading).strip().casefold().replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", LANGUAGE)) <= anchors


ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_every_module_has_its_line_on_the_map() -> None:
    named = {path for glob in re.findall(r"`([\w/*]+\.py)`", ARCHITECTURE) for path in ROOT.glob(glob)}
    modules = {
        path for package in ("dsl", "interpreter", "workbench") for path in (ROOT / package).rglob("*.py")
    }
    assert {str(path.relative_to(ROOT)) for path in modules - named if path.name != "__init__.py"} == set()


def test_what_the_map_names_exists() -> None:
    assert not [glob for glob in re.findall(r"`([\w/*]+\.py)`", ARCHITECTURE) if not [*ROOT.glob(glob)]]
    for path, name in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", ARCHITECTURE):
        assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), f"{path}::{name}"
