"""What the architecture promises and the source shows: imports, docstrings, sizes, no game known."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("dsl", "interpreter", "workbench")
MAY_IMPORT = {
    "dsl": {"dsl"},
    "interpreter": {"interpreter", "dsl"},
    "workbench": {"workbench", "interpreter", "dsl", "games"},
}
ONE_MODULE_EACH = {
    "lark": "dsl/syntax/lark_tables.py",
    "cattrs": "dsl/schema/structure.py",
    "yaml": "dsl/document/reader.py",
}
NOT_IN_DSL = {
    "random",
    "secrets",
    "os",
    "io",
    "pathlib",
    "shutil",
    "tempfile",
    "subprocess",
    "socket",
    "time",
}
CLEAR_NAMES = {"classics", "cookbook", "games", "variants", "scenarios"}  # folders that are no games

MODULES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imports(path: Path) -> Iterator[str]:
    """Every module that a module imports, in full; our own begin with the name of their package."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.removeprefix("rulewright.") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level:
            folder = path.parents[node.level - 1].relative_to(ROOT)
            yield ".".join((*folder.parts, *(node.module or "").split("."))).strip(".")
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").removeprefix("rulewright.")


@pytest.mark.parametrize("path", MODULES, ids=shown)
def test_module(path: Path) -> None:
    """Imports go one way and stay in the house; every module says what it is."""
    package = path.relative_to(ROOT).parts[0]
    tops = {name.partition(".")[0] for name in imports(path)}
    assert tops & (set(PACKAGES) | {"games"}) <= MAY_IMPORT[package]
    own = {library for library, module in ONE_MODULE_EACH.items() if module == shown(path)}
    assert tops & ONE_MODULE_EACH.keys() <= own
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    assert ast.get_docstring(tree), "a module says what it is"


@pytest.mark.parametrize("library", ONE_MODULE_EACH)
def test_a_library_has_its_one_module(library: str) -> None:
    users = [shown(path) for path in MODULES if library in {name.partition(".")[0] for name in imports(path)}]
    assert users == [ONE_MODULE_EACH[library]]


@pytest.mark.parametrize("path", [path for path in MODULES if path.is_relative_to(ROOT / "dsl")], ids=shown)
def test_the_language_is_pure(path: Path) -> None:
    """It opens no file and draws no luck; its own grammar is read as a resource."""
    assert not {name.partition(".")[0] for name in imports(path)} & NOT_IN_DSL
    calls = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & {"open", "eval", "exec", "input", "print", "__import__"}


def test_games_are_only_data() -> None:
    python = [shown(path) for path in (ROOT / "games").rglob("*.py")]
    assert python == ["games/__init__.py"]
    assert list(imports(ROOT / "games/__init__.py")) == []
    assert len(ast.parse((ROOT / "games/__init__.py").read_text(encoding="utf-8")).body) == 1


def test_no_game_is_known_to_the_code() -> None:
    """No folder of a game is named in the code, nor in what it ships beside the code."""
    folders = [path for path in (ROOT / "games").rglob("*") if path.is_dir()]
    # The pages of the cookbook are called by what they show, which the code is about.
    names = {path.name for path in folders if "cookbook" not in path.parts} - CLEAR_NAMES
    names = {name for name in names if not name.startswith("_")}
    assert names
    spelt = re.compile(
        r"\b(" + "|".join(re.escape(name).replace(r"\-", "[-_ ]?") for name in names) + r")\b", re.I
    )
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*"):
            if path.suffix in (".py", ".lark", ".yaml", ".c", ".rs"):
                found = spelt.search(path.read_text(encoding="utf-8"))
                assert found is None, f"{shown(path)} names {found and found.group()}"


def test_the_links_of_the_namespace_lead_to_the_packages() -> None:
    for name in (*PACKAGES, "games"):
        assert (ROOT / ".ns" / "rulewright" / name).resolve() == ROOT / name
    assert not (ROOT / ".ns" / "rulewright" / "__init__.py").exists()
    assert all((ROOT / name / "py.typed").exists() for name in PACKAGES)


def test_no_language_of_people_is_known_outside_its_catalogue() -> None:
    """No module names a language or its tag, or holds letters that only its words have. (English alone is named where
    it is the language that rules are written in, and without its tag.)"""
    room = ROOT / "dsl" / "languages"
    catalogues = [path for path in room.glob("*.py") if re.fullmatch("[a-z]{2}", path.stem)]
    tags = {path.stem for path in catalogues}
    assert tags >= {"en", "cs"}
    titles = {path.stem: re.search(r'name="(\w+)"', path.read_text(encoding="utf-8")) for path in catalogues}
    named = {found[1] for tag, found in titles.items() if found is not None and tag != "en"}
    assert named >= {"Czech"}
    words = re.compile(rf"\b({'|'.join(named)})\b", re.IGNORECASE)
    for path in MODULES:
        if path in catalogues or path == room / "registry.py":
            continue
        text = path.read_text(encoding="utf-8")
        found = words.search(text) or re.search(r"[^\W\d_a-zA-Z]", text)
        assert found is None, f"{shown(path)} holds {found and found.group()!r}"
        for node in ast.walk(ast.parse(text)):
            name = {
                ast.Constant: "value",
                ast.Attribute: "attr",
                ast.keyword: "arg",
                ast.arg: "arg",
                ast.Name: "id",
            }.get(type(node))
            assert name is None or getattr(node, name) not in tags, (
                f"{shown(path)}:{node.lineno} names a language"
            )
