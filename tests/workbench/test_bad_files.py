"""Files and folders that are not games: each gets a message with its place, exit code 1, and no traceback."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from rulewright import RulesError, load
from rulewright.dsl.diagnostics.text import SHOWN
from rulewright.dsl.document.reader import LARGEST
from rulewright.workbench.files.shipped import closest_game, shipped_games

from .conftest import Outcome, Run

HEAD = "rulewright: 1\ngame: g\nplayers: 2\n"

FILES: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "RW003"),
    "only comments": (b"# nothing\n\n", "RW003"),
    "binary": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "RW002"),
    "nul": (HEAD.encode() + b"title: a\x00b\n", "RW002"),
    "control character": (HEAD.encode() + b"title: a\x1bb\n", "RW002"),
    "latin": (HEAD.encode() + "title: Příšeří\n".encode("cp1250"), "RW001"),
    "utf-16": (HEAD.encode("utf-16"), "RW001"),
    "huge": (b"#" * (LARGEST + 1), "RW004"),
    "nested lists": (HEAD.encode() + b"flow: " + b"[" * 100_000, "RW005"),
    "nested mappings": (HEAD.encode() + b"flow: " + b"{a: " * 100_000, "RW005"),
    "nested blocks": (
        HEAD.encode() + b"flow:\n" + b"".join(b" " * n + b"- \n" for n in range(1, 900)),
        "RW005",
    ),
    "nested brackets in a text": (HEAD.encode() + b'invariants: {x: "' + b"(" * 50_000 + b'"}\n', "RW2"),
    "recursive anchor": (HEAD.encode() + b"flow: &a [*a]\n", "RW015"),
    "laughs": (
        HEAD.encode()
        + b"a: &a [x, x, x, x, x, x, x, x, x]\n"
        + b"".join(
            f"{chr(c + 1)}: &{chr(c + 1)} [{', '.join([f'*{chr(c)}'] * 9)}]\n".encode()
            for c in range(97, 109)
        ),
        "RW015",
    ),
    "a tag that would run something": (
        HEAD.encode() + b"flow: !!python/object/apply:os.getcwd []\n",
        "RW017",
    ),
    "a list": (b"- rulewright: 1\n", "RW107"),
    "a text": (b"hello\n", "RW107"),
    "two documents": (HEAD.encode() + b"---\n" + HEAD.encode(), "RW018"),
    "brackets left open": (HEAD.encode() + b"components: {\n", "RW01"),
}


def refused(done: Outcome, code: str, exit_code: int = 1) -> bool:
    """The exit code, the message with its code, and nothing from Python."""
    assert done.err == ""
    assert "Traceback" not in done.out
    assert "Error:" not in done.out
    return done.code == exit_code and f"error {code}" in done.out


@pytest.mark.parametrize("kind", FILES)
def test_bad_file(rulewright: Run, kind: str) -> None:
    data, code = FILES[kind]
    Path("g.yaml").write_bytes(data)
    done = rulewright("check", "g.yaml")
    assert refused(done, code), done.out
    assert "g.yaml" in done.out


@pytest.mark.parametrize("kind", FILES)
def test_bad_file_as_variant(rulewright: Run, kind: str) -> None:
    Path("v.yaml").write_bytes(FILES[kind][0])
    rulewright("new", "game", "g")
    done = rulewright("check", "g", "--variant", "v.yaml")
    assert done.err == ""
    assert (done.code, "v.yaml" in done.out) == (1, True), done.out
    assert "Traceback" not in done.out


def test_a_byte_order_mark_is_no_fault(rulewright: Run) -> None:
    rulewright("new", "game", "g")
    file = Path("g/game.yaml")
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert rulewright("check", "g").code == 0


def test_windows_line_ends_are_no_fault(rulewright: Run) -> None:
    rulewright("new", "game", "g")
    file = Path("g/game.yaml")
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert rulewright("check", "g").code == 0


def make_nothing() -> str:
    return "nosuch"


def make_missing_file() -> str:
    Path("game.yaml").write_text(HEAD, encoding="utf-8")
    return "gaem.yaml"


def make_empty_folder() -> str:
    Path("empty").mkdir()
    return "empty"


def make_folder_of_yml() -> str:
    Path("f").mkdir()
    Path("f/game.yml").write_text(HEAD, encoding="utf-8")
    return "f"


def make_folder_of_folders() -> str:
    Path("all/one").mkdir(parents=True)
    Path("all/one/game.yaml").write_text(HEAD, encoding="utf-8")
    return "all"


def make_pipe() -> str:
    os.mkfifo("pipe.yaml")
    return "pipe.yaml"


def make_folder_with_pipe() -> str:
    Path("f").mkdir()
    os.mkfifo("f/pipe.yaml")
    return "f"


def make_broken_link() -> str:
    Path("f").mkdir()
    Path("f/game.yaml").symlink_to("nowhere")
    return "f"


def make_long_name() -> str:
    return "a" * 5000


def make_nul() -> str:
    return "a\0b"


def make_blank() -> str:
    return ""


WHERE: tuple[tuple[Callable[[], str], str, str], ...] = (
    (make_nothing, "RW007", "'rulewright games' lists those that ship"),
    (make_missing_file, "RW006", "did you mean game.yaml?"),
    (make_empty_folder, "RW008", "there are no rule files (*.yaml) in empty"),
    (make_folder_of_yml, "RW008", "rename those that end in .yml"),
    (make_folder_of_folders, "RW008", "perhaps you meant: all/one"),
    (make_pipe, "RW006", "neither a file nor a folder"),
    (make_folder_with_pipe, "RW006", "f/pipe.yaml does not exist, or is not an ordinary file"),
    (make_broken_link, "RW006", "f/game.yaml does not exist"),
    (make_long_name, "RW006", "file name too long"),
    (make_nul, "RW007", "there is no game"),
    (make_blank, "RW007", "there is no game ''"),
)


@pytest.mark.parametrize(("make", "code", "said"), WHERE, ids=lambda value: getattr(value, "__name__", None))
def test_nothing_to_read(rulewright: Run, make: Callable[[], str], code: str, said: str) -> None:
    done = rulewright("check", make())
    found = make in (make_folder_with_pipe, make_broken_link)  # the game is there, but a file of it is not
    assert refused(done, code, 1 if found else 2), done.out
    assert said in done.out


@pytest.mark.parametrize(
    "error",
    [OSError(5, "Input/output error"), PermissionError(13, "Permission denied")],
    ids=["broken", "forbidden"],
)
def test_reading_that_fails(rulewright: Run, monkeypatch: pytest.MonkeyPatch, error: OSError) -> None:
    def refuse(self: Path, *args: object, **options: object) -> None:
        raise error

    Path("g.yaml").write_text(HEAD, encoding="utf-8")
    monkeypatch.setattr(Path, "open", refuse)
    done = rulewright("check", "g.yaml")
    assert refused(done, "RW006")
    assert f"g.yaml cannot be read: {str(error.strerror).lower()}" in done.out


def test_an_unknown_variant(rulewright: Run) -> None:
    rulewright("new", "game", "g")
    rulewright("new", "variant", "longer", "--dir", "g")
    done = rulewright("check", "g", "--variant", "longr")
    assert refused(done, "RW009", 2)
    assert "did you mean 'longer'?" in done.out


def test_a_variant_given_twice(rulewright: Run) -> None:
    rulewright("new", "game", "g")
    rulewright("new", "variant", "longer", "--dir", "g")
    assert refused(rulewright("check", "g", "--variant", "longer", "--variant", "longer"), "RW158")


@pytest.mark.parametrize("line", ["{n}: 1", "flow{n}: x", "? [a]\n: {n}"])
def test_thousands_of_errors(rulewright: Run, line: str) -> None:
    text = HEAD + "".join(line.replace("{n}", str(n)) + "\n" for n in range(5_000))
    Path("g.yaml").write_text(text, encoding="utf-8")
    done = rulewright("check", "g.yaml")
    assert refused(done, "RW1" if "flow" in line or "? " not in line else "RW019")
    assert done.out.count("error RW") == SHOWN
    assert "more: --all shows them)" in done.out
    whole = rulewright("check", "g.yaml", "--all")
    assert whole.out.count("error RW") >= 5_000


def test_a_name_that_would_paint_the_terminal(rulewright: Run) -> None:
    done = rulewright("check", "\x1b[31mred")
    assert "\x1b" not in done.out.partition("\n")[0]


def test_a_file_that_belongs_to_a_game_says_how_it_is_checked(rulewright: Run) -> None:
    Path("longer.yaml").write_text(
        "rulewright: 1\nvariant: longer\nof: small\nset: {players: 2}\n", encoding="utf-8"
    )
    Path("tests.yaml").write_text("variants: [longer]\nscenarios: {}\n", encoding="utf-8")
    variant, scenarios = rulewright("check", "longer.yaml"), rulewright("check", "tests.yaml")
    assert "error RW109: this is a variant of a game" in variant.out
    assert "rulewright check small --variant longer.yaml" in variant.out
    assert variant.out.count("error RW") == 1
    assert "error RW109: these are scenarios of a game" in scenarios.out
    assert "rulewright test GAME" in scenarios.out


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("kuhn-poker", "classics/kuhn-poker"),
        ("Kuhn", "classics/kuhn-poker"),
        ("letter", "classics/love-letter"),
        ("connect-for", "classics/connect-four"),
        ("tictactoe", "classics/tic-tac-toe"),
        ("clasics/leduc-poker", "classics/leduc-poker"),
        ("hradd", "hrad"),
        ("poker", None),  # there are two
        ("nosuch", None),
    ],
)
def test_a_game_is_suggested_without_its_folder(written: str, meant: str | None) -> None:
    assert closest_game(written, shipped_games()) == meant
    with pytest.raises(RulesError, match=f"did you mean '{meant}'" if meant else "'rulewright games' lists"):
        load(written)
