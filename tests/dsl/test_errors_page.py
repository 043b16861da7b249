"""Every code has an example that really yields it, and `docs/errors.md` shows what is so."""

import ast
import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from rulewright.dsl.diagnostics.codes import CODES

ROOT = Path(__file__).parents[2]


def _generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


generate = _generator()
EXAMPLES = generate.examples()


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)  # some examples name files


@pytest.mark.parametrize("code", EXAMPLES)
def test_an_example_says_what_it_shows(code: str) -> None:
    example = EXAMPLES[code]
    assert code in CODES
    assert code in {found.code for found in generate.findings(example)}
    assert generate.said(example) == example.says, "python docs/generate.py --examples"


@pytest.mark.parametrize("code", [code for code in CODES if not code.startswith(generate.LATER)])
def test_every_code_of_the_language_has_an_example(code: str) -> None:
    assert code in EXAMPLES


@pytest.mark.parametrize("code", EXAMPLES)
def test_an_example_shows_one_thing_and_mostly_the_way_out(code: str) -> None:
    found = generate.findings(EXAMPLES[code])
    assert [finding.code for finding in found] == [code]
    if code not in ("RW002", "RW004", "RW005", "RW006", "RW008"):
        assert found[0].help or found[0].notes


def test_the_page_is_fresh() -> None:
    assert generate.PAGE.read_text(encoding="utf-8") == generate.page(), "python docs/generate.py"


def test_the_small_game_is_clean() -> None:
    assert generate.findings(generate.Example("", "patch", "", "")) == ()


def test_every_code_that_is_reported_is_registered() -> None:
    for path in (ROOT / "dsl").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        words = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
        codes = {word for word in words if isinstance(word, str) and re.fullmatch(r"RW\d{3}", word)}
        assert codes <= CODES.keys(), path
