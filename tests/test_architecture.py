"""What the architecture promises, checked in the source: imports, docstrings, sizes, no game known."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("dsl", "interpreter", "workbench")
MAY_IMPORT = {
    "dsl": {"dsl"},
    "interpreter": {"interpreter", "dsl"},
    "workbench": {"workbench", "interpreter", "dsl", "games"},
}
OURS = {*PACKAGES, "games"}
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
NOT_CALLED_IN_DSL = {"open", "eval", "exec", "input", "print", "__import__"}
CLEAR_NAMES = {"classics", "cookbook", "games", "variants", "scenarios"}  # folders that are not games

MODULES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of a module, which many tests use."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imports(path: Path) -> Iterator[str]:
    """The full names of the modules that a module imports; ours begin with the name of their package."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name.removeprefix("rulewright.") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level:
            folder = path.parents[node.level - 1].relative_to(ROOT)
            yield ".".join((*folder.parts, *(node.module or "").split("."))).strip(".")
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").removeprefix("rulewright.")


def tops(path: Path) -> set[str]:
    """The packages and libraries that a module imports from."""
    return {name.partition(".")[0] for name in imports(path)}


def test_imports_go_one_way() -> None:
    wrong = {shown(path): tops(path) & OURS - MAY_IMPORT[path.relative_to(ROOT).parts[0]] for path in MODULES}
    assert {path: names for path, names in wrong.items() if names} == {}


def test_modules_name_each_other_by_their_folders() -> None:
    """A tool that reads the checkout then sees one module for each file: see docs/decisions/one-identity.md."""
    absolute = [
        f"{shown(path)}:{node.lineno}"
        for path in MODULES
        for node in nodes(path)
        if (
            isinstance(node, ast.ImportFrom)
            and not node.level
            and (node.module or "").startswith("rulewright")
        )
        or (isinstance(node, ast.Import) and any(one.name.startswith("rulewright") for one in node.names))
    ]
    assert absolute == []


def test_a_checkout_can_be_read_as_the_package() -> None:
    assert (ROOT / "__init__.pyi").read_bytes() == (ROOT / ".ns" / "rulewright" / "__init__.py").read_bytes()


def test_every_module_says_what_it_is() -> None:
    heads = {shown(path): nodes(path)[0] for path in MODULES}
    assert not [name for name, tree in heads.items() if not ast.get_docstring(tree)]  # type: ignore[arg-type]


@pytest.mark.parametrize("library", ONE_MODULE_EACH)
def test_a_library_has_its_one_module(library: str) -> None:
    users = [shown(path) for path in MODULES if library in tops(path)]
    assert users == [ONE_MODULE_EACH[library]]


def test_only_the_native_engine_imports_its_compiler() -> None:
    """Everything else works without llvmlite. One room imports it; others import this room only inside functions."""
    users = {shown(path) for path in MODULES if "llvmlite" in tops(path)}
    assert all(user.startswith("interpreter/native/") for user in users)
    at_import = {
        shown(path)
        for path in MODULES
        if not shown(path).startswith("interpreter/native/")
        for node in nodes(path)[0].body  # type: ignore[attr-defined]
        if isinstance(node, ast.Import | ast.ImportFrom)
        and "native" in ast.unparse(node).split(" import ")[0].split(".")
    }
    assert at_import == set()


def test_only_rooms_for_programs_that_learn_import_numpy() -> None:
    users = {shown(path) for path in MODULES if "numpy" in tops(path)}
    assert users
    assert all(user.startswith(("interpreter/learning/", "workbench/adapters/")) for user in users)
    at_import = {
        shown(path)
        for path in MODULES
        if not shown(path).startswith(("interpreter/learning/", "workbench/adapters/"))
        for node in nodes(path)[0].body  # type: ignore[attr-defined]
        if isinstance(node, ast.Import | ast.ImportFrom)
        and "learning" in ast.unparse(node).split(" import ")[0]
    }
    assert at_import == set()


def test_the_language_is_pure() -> None:
    """It opens no file and uses no random numbers; it reads its own grammar as a resource."""
    language = [path for path in MODULES if path.is_relative_to(ROOT / "dsl")]
    found = {shown(path): tops(path) & NOT_IN_DSL | called(path) & NOT_CALLED_IN_DSL for path in language}
    assert {path: names for path, names in found.items() if names} == {}


def called(path: Path) -> set[str]:
    """The plain names that a module calls."""
    calls = (node.func for node in nodes(path) if isinstance(node, ast.Call))
    return {function.id for function in calls if isinstance(function, ast.Name)}


ROOMS: dict[str, tuple[frozenset[str], ...]] = {
    "dsl": (
        frozenset({"diagnostics", "languages", "syntax"}),
        frozenset({"document", "tree"}),
        frozenset({"model", "schema"}),
        frozenset({"library", "printing", "variants"}),
        frozenset({"secrecy"}),
        frozenset({"offers", "resolve"}),
        frozenset({"build", "checks", "scenarios"}),
        frozenset({"load"}),
        frozenset({"draft"}),
        frozenset({"completion", "naming"}),
    ),
    "interpreter": (
        frozenset({"extras", "ir", "processes"}),
        frozenset({"memory", "lower"}),
        frozenset({"engine", "kernels"}),
        frozenset({"python"}),
        frozenset({"native"}),
        frozenset({"match"}),
        frozenset({"bots", "scenarios"}),
        frozenset({"learning", "simulation"}),
    ),
    "workbench": (
        frozenset({"files", "installation", "wire"}),
        frozenset({"commandline", "fixing", "scenarios", "seats"}),
        frozenset({"agents", "card_page", "checking", "junit", "live", "terminal"}),
        frozenset(
            {
                "api",
                "fault_reports",
                "matches",
                "lsp",
                "mutate",
                "printed_texts",
                "prose",
                "protocol",
                "records",
                "report",
                "rulebook",
                "stages",
                "upgrading",
                "web",
            }
        ),
        frozenset({"adapters", "coverage", "mcp", "printed_mistakes", "site"}),
        frozenset({"prove"}),
        frozenset({"commands"}),
        frozenset({"cli"}),
        frozenset({"__main__"}),
    ),
}
"""The rooms of each package from the ground up. A room imports only from floors below its own."""


def room(module: str) -> str:
    """The room of a module: the second part of `dsl.tree.walk`."""
    return module.split(".")[1] if "." in module else ""


def inner_imports(path: Path) -> Iterator[str]:
    """Every module of the same package that a module imports, with the names that are modules themselves; those that
    are imported only as types, too."""
    package = path.relative_to(ROOT).parts[0]
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom):
            if node.level:
                folder = path.parents[node.level - 1].relative_to(ROOT)
                full = ".".join((*folder.parts, *(node.module or "").split("."))).strip(".")
            else:
                full = (node.module or "").removeprefix("rulewright.")
            if full.split(".")[0] != package:
                continue
            for alias in node.names:
                inner = f"{full}.{alias.name}"
                yield inner if inner in NAMED else full


def named(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


NAMED = {named(path): path for path in MODULES}


def upward(package: str, name: str, imported: list[str]) -> list[str]:
    """The imports of a module that are not on a floor below its own."""
    floors = {one: floor for floor, rooms in enumerate(ROOMS[package]) for one in rooms}
    own = room(name)
    return [
        one
        for one in imported
        if room(one) and room(one) != own and not (floors[room(one)] < floors[own] if own else False)
    ]


@pytest.mark.parametrize("package", ROOMS)
def test_every_room_has_its_floor(package: str) -> None:
    rooms = {room(name) for name in NAMED if name.startswith(f"{package}.")}
    assert rooms == frozenset().union(*ROOMS[package])


def test_rooms_import_only_what_lies_below() -> None:
    inside = {name: name.split(".")[0] for name in NAMED if room(name)}
    found = {name: upward(top, name, list(inner_imports(NAMED[name]))) for name, top in inside.items()}
    assert {name: arrows for name, arrows in found.items() if arrows} == {}


def test_an_arrow_that_leads_upward_is_found() -> None:
    """The test above notices an arrow that is added, upward or between rooms of one floor."""
    assert upward("dsl", "dsl.tree.walk", ["dsl.tree", "dsl.diagnostics.source"]) == []
    assert upward("dsl", "dsl.tree.walk", ["dsl.checks.secrecy"]) == ["dsl.checks.secrecy"]
    assert upward("interpreter", "interpreter.bots.base", ["interpreter.scenarios.run"]) != []


def test_only_the_command_line_imports_the_commands() -> None:
    users = {
        name for name in NAMED for one in inner_imports(NAMED[name]) if one.startswith("workbench.commands")
    }
    assert {name for name in users if not name.startswith("workbench.commands")} == {"workbench.cli"}


def circles(names: list[str]) -> list[list[str]]:
    """The groups of modules that import each other in a loop."""
    arrows = {name: {one for one in inner_imports(NAMED[name]) if one in NAMED} for name in names}
    reached: dict[str, set[str]] = {}
    for name in names:
        seen: set[str] = set()
        ahead = list(arrows[name])
        while ahead:
            one = ahead.pop()
            if one not in seen:
                seen.add(one)
                ahead.extend(arrows.get(one, ()))
        reached[name] = seen
    loops = {frozenset({name} | {o for o in reached[name] if name in reached.get(o, ())}) for name in names}
    return sorted(sorted(loop) for loop in loops if len(loop) > 1)


@pytest.mark.parametrize("package", PACKAGES)
def test_no_modules_import_each_other_in_a_loop(package: str) -> None:
    """Not even behind `TYPE_CHECKING` or inside a function."""
    assert circles([name for name in NAMED if name.split(".")[0] == package]) == []


def test_games_are_only_data() -> None:
    python = [shown(path) for path in (ROOT / "games").rglob("*.py")]
    assert python == ["games/__init__.py"]
    assert list(imports(ROOT / "games/__init__.py")) == []
    assert len(ast.parse((ROOT / "games/__init__.py").read_text(encoding="utf-8")).body) == 1


def test_no_game_is_known_to_the_code() -> None:
    """No folder of a game is named in the code, nor in what it ships beside the code."""
    folders = [path for path in (ROOT / "games").rglob("*") if path.is_dir()]
    # Pages of the cookbook are named after what they show, which the code is about.
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
    real = [path.name for path in (ROOT / ".ns" / "rulewright").iterdir() if not path.is_symlink()]
    assert set(real) - {"__pycache__"} == {"__init__.py", "__main__.py", "adapters", "py.typed"}
    assert all((ROOT / name / "py.typed").exists() for name in PACKAGES)


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def own_names(tree: ast.AST) -> set[str]:
    """What a module defines under a name: functions, classes, variables, and attributes that it sets."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and ast.unparse(node.value) in ("self", "cls")
        ):
            found.add(node.attr)
    return found


@cache
def names_of_ours() -> frozenset[str]:
    """The names that our modules define; private names of libraries do not matter here."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in MODULES)
    return frozenset().union(*map(own_names, trees))


def foreign_private_names(tree: ast.AST) -> list[str]:
    """The private names of our other modules that a module uses: those that it imports, and attributes that another
    one defines and this one does not. (A name that both define is not found.)"""
    others = names_of_ours() - own_names(tree)
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            found += [alias.name for alias in node.names if is_private(alias.name)]
        elif isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr in others:
            found.append(ast.unparse(node))
    return found


OF_A_LIBRARY = {"parser._actions"}
"""Private names of libraries that equal one of ours: argparse lists its options nowhere else."""


@pytest.mark.parametrize("package", PACKAGES)
def test_no_private_name_crosses_a_module(package: str) -> None:
    found = {
        shown(path): names
        for path in MODULES
        if path.is_relative_to(ROOT / package)
        and (names := {*foreign_private_names(ast.parse(path.read_text(encoding="utf-8")))} - OF_A_LIBRARY)
    }
    assert found == {}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from .match import _start", ["_start"]),
        ("def f(match): return match._set_up", ["match._set_up"]),
        ("class B(A):\n def f(self): return self._legal", ["self._legal"]),
        ("class A:\n def __init__(self): self._legal = 1\n def f(self, other): return other._legal", []),
        ("class A:\n _legal = 1\n def f(self): return self._legal, self.__dict__, self._of_a_library", []),
    ],
)
def test_a_private_name_of_another_module_is_found(text: str, found: list[str]) -> None:
    """The test above would notice."""
    assert foreign_private_names(ast.parse(text)) == found


def test_no_language_of_people_is_known_outside_its_catalogue() -> None:
    """No module names a language or its tag, or holds letters that only its words have. (English alone is named where
    it is the language that rules are written in, and without its tag.)"""
    room = ROOT / "dsl" / "languages"
    tagged = {path.stem: path for path in room.iterdir() if re.fullmatch("[a-z]{2}", path.stem)}
    tags = set(tagged)
    assert tags >= {"en", "cs"}
    catalogues = [
        one for path in tagged.values() for one in ([path] if path.is_file() else path.rglob("*.py"))
    ]
    first = {tag: path if path.is_file() else path / "__init__.py" for tag, path in tagged.items()}
    titles = {
        tag: re.search(r'name="(\w+)"', path.read_text(encoding="utf-8")) for tag, path in first.items()
    }
    named = {found[1] for tag, found in titles.items() if found is not None and tag != "en"}
    assert named >= {"Czech"}
    words = re.compile(rf"\b({'|'.join(named)})\b", re.IGNORECASE)
    for path in MODULES:
        if path in catalogues or path == room / "registry.py":
            continue
        text = path.read_text(encoding="utf-8")
        found = words.search(text) or re.search(r"[^\W\d_a-zA-Z]", text)
        assert found is None, f"{shown(path)} holds {found and found.group()!r}"
        for node in nodes(path):
            name = {
                ast.Constant: "value",
                ast.Attribute: "attr",
                ast.keyword: "arg",
                ast.arg: "arg",
                ast.Name: "id",
            }.get(type(node))
            assert name is None or getattr(node, name) not in tags, f"{shown(path)} names a language"
