"""The reference page `docs/language.md` shows what is so: its tables are fresh, and no key lacks a meaning."""

import re
from types import ModuleType

import attrs
import pytest

from .dsl.test_errors_page import generate

LANGUAGE = generate.LANGUAGE.read_text(encoding="utf-8")
generator: ModuleType = generate


def test_the_generated_parts_are_fresh() -> None:
    assert generate.filled(LANGUAGE) == LANGUAGE, "python docs/generate.py"


@pytest.mark.parametrize("cls", generator.SCHEMA, ids=lambda cls: cls.__name__)
def test_every_key_has_a_meaning_and_its_table(cls: type) -> None:
    keys = [generate.yaml_key(field) for field in attrs.fields(cls)]
    assert list(generate.key_meanings()[cls.__name__]) == keys, "docs/keys.yaml"
    assert f"<!-- begin keys {cls.__name__} -->" in LANGUAGE


def test_every_table_of_words_is_shown() -> None:
    for name in generate.WORDS:
        assert f"<!-- begin words {name.casefold()} -->" in LANGUAGE


def test_links_inside_the_page_lead_to_headings() -> None:
    headings = re.findall(r"^#+ (.*)$", LANGUAGE, re.MULTILINE)
    anchors = {re.sub(r"[^\w\- ]", "", heading).strip().casefold().replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", LANGUAGE)) <= anchors
