"""What `import rulewright` offers: lazily, typed, documented; and that documentation imports nothing else."""

import ast
import copy
import doctest
import importlib
import inspect
import json
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import rulewright
from rulewright.workbench.cli import main

ROOT = Path(__file__).parents[1]
FRONT = ROOT / ".ns" / "rulewright" / "__init__.py"
API_PAGE = ROOT / "docs" / "api.md"
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "games").glob("*/*.md")),
    ROOT / "benchmarks" / "README.md",
]
ADAPTERS = ("gymnasium", "openspiel", "pettingzoo")

TINY = """\
rulewright: 1
game: tiny
players: 2..4
flow:
  - phase: guess
    turns: clockwise from player 1, each player, once each
    options:
      win: {do: the player wins}
      wait: {do: nobody wins}
"""


def objects() -> Iterator[tuple[str, Any]]:
    for name in rulewright.__all__:
        yield name, getattr(rulewright, name)


FUNCTIONS = [(name, found) for name, found in objects() if inspect.isfunction(found)]
CLASSES = [(name, found) for name, found in objects() if inspect.isclass(found)]


# ------------------------------------------------------------------------- the front


def test_importing_it_imports_nothing_else() -> None:
    program = "import sys; before = set(sys.modules); import rulewright; print(*set(sys.modules) - before)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / ".ns")}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=True
    )
    assert done.stdout.split() == ["rulewright"]


def test_type_checkers_see_what_there_is() -> None:
    tree = ast.parse(FRONT.read_text(encoding="utf-8"))
    (branch,) = (node for node in tree.body if isinstance(node, ast.If) and isinstance(node.test, ast.Name))
    seen = {
        alias.asname or alias.name: node.module
        for node in branch.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert set(seen) | {"__version__"} == set(rulewright.__all__)
    assert seen == rulewright._HOMES
    assert dir(rulewright) == sorted(rulewright.__all__)
    for name, found in [*FUNCTIONS, *CLASSES]:
        assert found.__module__ in (f"rulewright.{rulewright._HOMES[name]}", "rulewright")


def test_the_code_itself_does_not_come_in_by_the_front_door() -> None:
    for package in ("dsl", "interpreter", "workbench"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Import):
                    assert "rulewright" not in {alias.name for alias in node.names}, path
                elif isinstance(node, ast.ImportFrom):
                    assert node.module != "rulewright", path


def test_what_is_not_public_is_not_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'open_game'"):
        _ = rulewright.open_game  # type: ignore[attr-defined]


@pytest.mark.parametrize(("name", "function"), FUNCTIONS, ids=lambda one: one if isinstance(one, str) else "")
def test_a_function_says_what_it_takes_gives_and_raises(name: str, function: Callable[..., object]) -> None:
    told = inspect.getdoc(function) or ""
    missing = [
        one for one in inspect.signature(function).parameters if not re.search(rf"(?m)^    {one}: ", told)
    ]
    assert not missing
    assert re.search(r"(?m)^Returns:\n    \S", told)
    assert ">>> " in told
    source = inspect.getsource(function)
    assert "raise" not in source or re.search(r"(?m)^Raises:\n    \w+Error: ", told)


@pytest.mark.parametrize(("name", "cls"), CLASSES, ids=lambda one: one if isinstance(one, str) else "")
def test_a_class_and_its_public_members_say_what_they_are(name: str, cls: type) -> None:
    assert inspect.getdoc(cls)
    for member, found in vars(cls).items():
        if member.startswith("_") or not (callable(found) or isinstance(found, property | staticmethod)):
            continue
        assert inspect.getdoc(found), f"{name}.{member}"


@pytest.mark.parametrize(
    ("name", "found"), [*FUNCTIONS, *CLASSES], ids=lambda one: one if isinstance(one, str) else ""
)
def test_the_examples_of_docstrings_are_true(name: str, found: object) -> None:
    examples = doctest.DocTestFinder(recurse=False).find(found, name, globs=dict(objects()))
    runner = doctest.DocTestRunner(verbose=False)
    for example in examples:
        said: list[str] = []
        runner.run(example, out=said.append)
        assert not said, "".join(said)


# ------------------------------------------------------------------------- the pages


def test_the_page_lists_what_is_public() -> None:
    text = API_PAGE.read_text(encoding="utf-8")
    table = re.findall(r"(?m)^\| ((?:`[^`]+`(?:, )?)+) \|", text.partition("## Members")[0])
    listed = [name.partition("(")[0] for row in table for name in re.findall(r"`([^`]+)`", row)]
    public = [name for name in listed if not name.startswith("rulewright.adapters.")]
    assert sorted(public) == sorted(rulewright.__all__)
    assert {name for name in listed if name not in public} == {
        f"rulewright.adapters.{one}" for one in ADAPTERS
    }


def test_the_members_that_the_page_lists_are_there() -> None:
    text = API_PAGE.read_text(encoding="utf-8").partition("## Members")[2]
    game = rulewright.loads(TINY)
    match = rulewright.Match(game)
    made: dict[str, object] = {
        "Game": game,
        "Match": match,
        "Decision": match.decision,
        "Option": match.decision.options[0],
        "Bot": rulewright.RandomBot(1),
        "Statistics": rulewright.simulate(game, matches=1),
        "Server": rulewright.Server(),
        "Batch": rulewright.Batch(game, 2),
        "Network": rulewright.Network.new(match),
        "Searcher": rulewright.Searcher(match),
        "Encoder": rulewright.Encoder(match),
    }
    listed = dict(re.findall(r"(?ms)^- `(\w+)`: (.*?)(?=\n-|\n\n)", text))
    assert listed.keys() == made.keys()
    for name, members in listed.items():
        missing = [one for one in re.findall(r"`(\w+)`", members) if not hasattr(made[name], one)]
        assert not missing, name


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if page.name != "architecture.md"],  # which describes the internals
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
def test_pages_import_only_what_is_public(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    inside = "" if page == API_PAGE else r"\brulewright\.(?:dsl|interpreter|workbench)\b"
    assert not inside or not re.search(inside, text)
    for body in re.findall(r"(?ms)^```python[^\n]*\n(.*?)^```$", text):
        for node in ast.walk(ast.parse(body)):
            if isinstance(node, ast.Import):
                inner = [alias.name for alias in node.names if alias.name.startswith("rulewright.")]
                assert all(name.startswith("rulewright.adapters.") for name in inner), inner
            elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rulewright"):
                names = {alias.name for alias in node.names}
                if node.module == "rulewright":
                    assert names <= set(rulewright.__all__)
                else:
                    assert (node.module or "").startswith("rulewright.adapters")
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                assert node.value.id != "rulewright" or node.attr in (*rulewright.__all__, "adapters")


@pytest.mark.parametrize("name", ADAPTERS)
def test_adapters_have_a_public_name(name: str) -> None:
    library = "pyspiel" if name == "openspiel" else name
    if not os.environ.get("CI"):
        pytest.importorskip(library)
    public = __import__(f"rulewright.adapters.{name}", fromlist=["*"])
    assert all(inspect.getdoc(getattr(public, one)) for one in public.__all__)


@pytest.mark.parametrize(
    ("adapter", "library"),
    [("gymnasium", "gymnasium"), ("openspiel", "pyspiel"), ("pettingzoo", "pettingzoo")],
)
def test_a_missing_extra_says_which_line_installs_it(adapter: str, library: str) -> None:
    program = f"import sys; sys.modules[{library!r}] = None; import rulewright.adapters.{adapter}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / ".ns")}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=False
    )
    last = done.stderr.strip().splitlines()[-1]
    assert "MissingExtraError" in last
    assert last.endswith(f'pip install "rulewright[{adapter}]"')


def test_without_numpy_a_batch_says_which_line_installs_it() -> None:
    program = "import sys; sys.modules['numpy'] = None; import rulewright; rulewright.Match; rulewright.Batch"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / ".ns")}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=False
    )
    assert done.stderr.strip().splitlines()[-1].endswith('pip install "rulewright[learn]"')


# ---------------------------------------------------------------- load, loads, check


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game in a folder, with a variant and scenarios, below the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny" / "variants").mkdir(parents=True)
    (tmp_path / "tiny" / "scenarios").mkdir()
    (tmp_path / "tiny" / "game.yaml").write_text(TINY, encoding="utf-8")
    variant = "rulewright: 1\nvariant: lonely\nof: tiny\nset: {flow/guess/options/wait/do: everyone wins}\n"
    (tmp_path / "tiny" / "variants" / "lonely.yaml").write_text(variant, encoding="utf-8")
    scenarios = "scenarios:\n  one wins: {when: ['player 1: win'], then: {winners: [player 1]}}\n"
    (tmp_path / "tiny" / "scenarios" / "some.yaml").write_text(scenarios, encoding="utf-8")
    return tmp_path / "tiny"


def test_a_game_is_loaded_by_name_path_and_text(folder: Path) -> None:
    by_path = rulewright.load("./tiny")
    assert by_path.id == "tiny"
    for source in (folder, Path("tiny"), str(folder), folder / "game.yaml", "tiny/game.yaml"):
        assert rulewright.load(source).content_hash == by_path.content_hash
    assert rulewright.loads(TINY).content_hash == by_path.content_hash
    head, flow = TINY.split("flow:")
    parts = {"head.yaml": head, "flow.yaml": f"flow:{flow}"}
    assert rulewright.loads(parts).content_hash == by_path.content_hash
    assert rulewright.loads(list(parts.values())).content_hash == by_path.content_hash


def test_a_path_is_never_taken_for_a_name(folder: Path) -> None:
    name = rulewright.shipped_games()[0]
    assert rulewright.load(name).id
    with pytest.raises(rulewright.RulesError):
        rulewright.load(Path(name))


def test_variants_are_applied_by_name_path_and_text(folder: Path) -> None:
    assert rulewright.variants_of(folder) == ("lonely",)
    by_name = rulewright.load(folder, variants=["lonely"])
    assert by_name.variants == ("lonely",)
    file = folder / "variants" / "lonely.yaml"
    by_path = rulewright.load(folder, variants=[file])
    by_text = rulewright.loads(TINY, variants=file.read_text(encoding="utf-8"))
    assert by_name.content_hash == by_path.content_hash == by_text.content_hash


@pytest.mark.parametrize("call", [rulewright.load, rulewright.check, rulewright.load_scenarios])
def test_what_is_of_a_wrong_type_is_said(call: Callable[..., object]) -> None:
    with pytest.raises(TypeError, match=r"variants are a list, not 'lonely': write \['lonely'\]"):
        call("tiny", variants="lonely")
    with pytest.raises(TypeError, match="by its name or path"):
        call(None)


@pytest.mark.parametrize("call", [rulewright.load, rulewright.check])
@pytest.mark.parametrize("variants", [None, 5, b"lonely"])
def test_variants_are_a_list(call: Callable[..., object], variants: object) -> None:
    with pytest.raises(TypeError, match="variants are a list, not"):
        call("classics/nim", variants=variants)


@pytest.mark.parametrize("call", [rulewright.loads, rulewright.check_text])
@pytest.mark.parametrize(
    "text", [None, 5, b"x", bytearray(b"x"), [None], [b"x"], {"a": None}, {5: "x"}, [["x"]]]
)
def test_a_game_is_read_from_text(call: Callable[..., object], text: object) -> None:
    with pytest.raises(TypeError, match=r"text|texts are a list"):
        call(text)
    with pytest.raises(TypeError, match=r"text|texts are a list"):
        call(TINY, variants=text)


@pytest.mark.parametrize("text", [[], {}])
def test_no_text_is_no_game(text: Any) -> None:
    """Not even one without findings."""
    assert [found.code for found in rulewright.check_text(text)] == ["RW003"]
    with pytest.raises(rulewright.RulesError, match="RW003"):
        rulewright.loads(text)


def test_a_game_that_is_wrong_says_all_that_is(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = TINY.replace("the player wins", "the plaier wins").replace("nobody", "noone")
    (folder / "game.yaml").write_text(wrong, encoding="utf-8")
    with pytest.raises(rulewright.RulesError) as raised:
        rulewright.load("./tiny")
    error = raised.value
    assert [found.code for found in error.diagnostics] == ["RW202", "RW202"]
    assert [found.span.line for found in error.diagnostics if found.span] == [8, 9]
    assert main(["check", "./tiny"]) == 1
    assert capsys.readouterr().out.startswith(str(error) + "\n")
    assert str(error) == str(rulewright.check("./tiny"))
    assert str(rulewright.check_text(wrong, name="tiny/game.yaml")) == str(error)
    data = error.diagnostics.as_json()
    assert (data[0]["file"], data[0]["line"], data[0]["code"]) == ("tiny/game.yaml", 8, "RW202")
    json.dumps(data)
    assert str(pickle.loads(pickle.dumps(error))) == str(copy.deepcopy(error)) == str(error)


def test_what_does_not_exist_is_a_finding(folder: Path) -> None:
    for call in (rulewright.load, rulewright.load_scenarios, rulewright.variants_of):
        with pytest.raises(rulewright.RulesError, match="RW007"):
            call("no-such-game")
    assert [found.code for found in rulewright.check("no-such-game")] == ["RW007"]
    with pytest.raises(rulewright.RulesError, match="did you mean 'lonely'"):
        rulewright.load(folder, variants=["lonly"])


def test_check_looks_at_variants_and_scenarios(folder: Path) -> None:
    assert not rulewright.check(folder)
    for file, word in (
        (folder / "variants" / "lonely.yaml", "everyone"),
        (folder / "scenarios" / "some.yaml", "winners"),
    ):
        right = file.read_text(encoding="utf-8")
        file.write_text(right.replace(word, "nonsense"), encoding="utf-8")
        (found,) = rulewright.check(folder).errors
        assert found.span is not None
        assert Path(found.span.source.name).name == file.name
        assert str(rulewright.check(file)) == str(rulewright.check(folder))  # a file stands for its game
        file.write_text(right, encoding="utf-8")


@pytest.mark.parametrize("text", ["", "\0", "\ud800", "- a", "game: [", "rulewright: 1\ngame: x"])
def test_no_text_is_too_bad(text: str) -> None:
    assert rulewright.check_text(text).errors
    with pytest.raises(rulewright.RulesError):
        rulewright.loads(text)
    with pytest.raises(rulewright.RulesError):
        rulewright.loads_scenarios(f"scenarioz: {text}", rulewright.loads(TINY))


def test_warnings_do_not_keep_a_game_from_being_played() -> None:
    text = f"{TINY}numbers: {{unused: {{is: 1}}}}\n"
    findings = rulewright.check_text(text)
    assert findings.warnings
    assert not findings.errors
    assert rulewright.loads(text).id == "tiny"


# ------------------------------------------------------------------------- scenarios


def test_scenarios_are_run_one_by_one(folder: Path) -> None:
    (scenario,) = rulewright.load_scenarios(folder)
    assert (str(scenario), Path(scenario.file).name, scenario.game.id) == ("one wins", "some.yaml", "tiny")
    result = scenario.run()
    assert result
    assert result.match is not None
    assert result.match.winners == (0,)
    text = (
        (folder / "scenarios" / "some.yaml").read_text(encoding="utf-8").replace("[player 1]}", "[player 2]}")
    )
    (other,) = rulewright.loads_scenarios(text, scenario.game, name="other.yaml")
    failed = other.run()
    assert not failed
    assert [found.code for found in failed.diagnostics] == ["RW601"]
    assert str(failed).startswith("failed: one wins\nother.yaml:2:")


def test_scenarios_of_another_variant_are_refused(folder: Path) -> None:
    with pytest.raises(rulewright.RulesError, match="without the variant 'lonely'"):
        rulewright.loads_scenarios("variants: [lonely]\nscenarios: {}", rulewright.load(folder))


# -------------------------------------------------------------------- bots, simulate


class First(rulewright.Bot):
    """Takes the first option."""

    def choose(self, match: rulewright.Match, decision: rulewright.Decision) -> rulewright.Option:
        return decision.options[0]


def test_a_bot_of_your_own_is_simulated() -> None:
    game = rulewright.loads(TINY)
    counts = rulewright.simulate(game, matches=10, bots=[First, "random"])
    assert (counts.players, counts.matches, counts.wins[0]) == (2, 10, 10)
    assert rulewright.simulate(game, matches=4, players=4, bots=First).wins == {0: 4}


@pytest.mark.parametrize("function", [rulewright.simulate, rulewright.compare])
def test_a_simulation_refuses_what_it_cannot_count(function: Callable[..., object]) -> None:
    game = rulewright.loads(TINY)
    with pytest.raises(TypeError, match="a match is of a Game, not 'tiny'"):
        function("tiny")
    with pytest.raises(TypeError, match=r"matches is a whole number, not 2\.5"):
        function(game, matches=2.5)
    with pytest.raises(rulewright.SetupError, match="matches is at least 0, not -1"):
        function(game, matches=-1)
    with pytest.raises(rulewright.SetupError, match="processes is at least 1, not 0"):
        function(game, matches=3, processes=0)


def test_a_bot_of_your_own_can_have_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rulewright.bots, "first", First)
    assert isinstance(rulewright.make_bot("first"), First)
    with pytest.raises(TypeError, match="by its name"):
        rulewright.make_bot(7)  # type: ignore[arg-type]


NAMED_BOTS = """\
import rulewright

class First(rulewright.Bot):
    def choose(self, match, decision):
        return decision.options[0]

class Last(rulewright.Bot):
    def choose(self, match, decision):
        return decision.options[-1]
"""


def test_a_name_of_your_own_works_in_several_processes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Other processes do not know the name, and a shipped name may mean another class here."""
    (tmp_path / "named_bots.py").write_text(NAMED_BOTS, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    named_bots = importlib.import_module("named_bots")
    monkeypatch.setitem(rulewright.bots, "first", named_bots.First)
    monkeypatch.setitem(rulewright.bots, "random", named_bots.Last)
    game = rulewright.loads(TINY)
    counts = rulewright.simulate(game, matches=4, bots=["first", "greedy:1"], processes=2)
    assert counts.wins == {0: 4}
    counts = rulewright.simulate(game, matches=4, bots=["random", "first"], processes=2)
    assert (counts.wins, counts.nobody) == ({}, 4)


def test_processes_make_no_difference() -> None:
    game = rulewright.loads(TINY)
    rulewright.Match(game)  # the compiled rules of a game are not pickled
    alone = rulewright.simulate(game, matches=200, seed=5)
    assert rulewright.simulate(game, matches=200, seed=5, processes=2) == alone
    assert alone.players == 3


def test_a_script_that_processes_cannot_import_is_said(tmp_path: Path) -> None:
    """Without the guard, each process would start to simulate when it imports the script."""
    script = tmp_path / "script.py"
    script.write_text(
        f"import rulewright\ngame = rulewright.loads({TINY!r})\n"
        "rulewright.simulate(game, matches=2, bots='greedy:1', processes=2)\n",
        encoding="utf-8",
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / ".ns")}
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, env=environment, check=False, timeout=120
    )
    assert done.returncode == 1
    # Python's resource tracker may print a warning of its own after the error.
    lines = done.stderr.splitlines()
    assert any(
        line.startswith("RuntimeError: the processes that share the work cannot start") for line in lines
    ), done.stderr


def test_a_set_up_that_cannot_be_is_refused() -> None:
    game = rulewright.loads(TINY)
    for wrong in (
        {"players": 9},
        {"bots": ["random"] * 5},
        {"bots": ["nobody", "random"]},
        {"options": {"x": 1}},
    ):
        with pytest.raises(rulewright.SetupError):
            rulewright.simulate(game, matches=1, **wrong)
    with pytest.raises(rulewright.SetupError, match="2 bots for 3 seats"):
        rulewright.simulate(game, players=3, bots=["random", "random"])
