"""What docs/editors.md says about editors, tried in those that are installed here.

Each editor starts without a window and with a configuration copied from the page. It opens a game with a mistake,
waits for the finding, corrects the mistake, and waits until the finding has gone.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import rulewright

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
RIGHT, WRONG = "kills monsters with strength <= 3", "kills monsters with strenght <= 3"
PATIENCE = 30
"""Seconds after which a finding that is not there is a failure."""

NEOVIM = """
local function found()
  return vim.tbl_map(function(one) return one.code end, vim.diagnostic.get(0))
end
local seen = {}
vim.wait(%(patience)d * 1000, function() return #found() > 0 end, 20)
seen.before = found()
local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
for number, line in ipairs(lines) do
  lines[number] = line:gsub("strenght", "strength")
end
vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
vim.wait(%(patience)d * 1000, function() return #found() == 0 end, 20)
seen.after = #found()
seen.commands = vim.tbl_keys(vim.lsp.commands)
local play, show = vim.lsp.commands["rulewright.playFromHere"], vim.lsp.commands["rulewright.showReferences"]
if play then
  vim.cmd.edit("scenarios/bidding.yaml")
  vim.wait(%(patience)d * 1000, function() return #vim.lsp.codelens.get({ bufnr = 0 }) > 0 end, 20)
  seen.lenses = #vim.lsp.codelens.get({ bufnr = 0 })
  local place = { line = 0, character = 0 }
  local range = { start = place, ["end"] = place }
  show({ title = "places", arguments = { "", place, { { uri = vim.uri_from_bufnr(0), range = range } } } })
  seen.places = #vim.fn.getqflist()
  play({ arguments = { "version" } })
  local function printed() return vim.api.nvim_buf_get_lines(0, 0, 1, false)[1] end
  vim.wait(%(patience)d * 1000, function() return printed() ~= "" end, 20)
  seen.printed = printed()
end
seen.messages = vim.fn.execute("messages")
local file = assert(io.open("%(report)s", "w"))
file:write(vim.json.encode(seen))
file:close()
vim.cmd("qall!")
"""
HAS_YAML = "(or (require 'yaml-mode nil t) (and (fboundp 'treesit-ready-p) (treesit-ready-p 'yaml t)))"
EMACS = """
(unless (require 'yaml-mode nil t)
  (add-to-list 'auto-mode-alist '("\\\\.yaml\\\\'" . yaml-ts-mode)))
(require 'json)
(setq lsp-auto-guess-root t lsp-enable-file-watchers nil lsp-restart 'ignore lsp-enable-snippet nil)
(require '%(library)s)
(load "%(configuration)s")
(find-file "%(file)s")
(run-hooks 'post-command-hook)
(defun found ()
  (if (bound-and-true-p flymake-mode)
      (mapcar #'flymake-diagnostic-text (flymake-diagnostics))
    (let (all)
      (when (fboundp 'lsp-diagnostics)
        (maphash (lambda (_ each) (dolist (one each) (push (lsp:diagnostic-message one) all))) (lsp-diagnostics)))
      all)))
(defun wait-until (holds)
  (let ((end (+ (float-time) %(patience)d)))
    (while (and (< (float-time) end) (not (funcall holds)))
      (when (bound-and-true-p flymake-mode) (flymake-start nil))
      (accept-process-output nil 0.05))))
(wait-until #'found)
(let ((before (found)))
  (goto-char (point-min))
  (search-forward "strenght")
  (replace-match "strength")
  (when (fboundp 'eglot--signal-textDocument/didChange) (eglot--signal-textDocument/didChange))
  (wait-until (lambda () (null (found))))
  (with-temp-file "%(report)s"
    (insert (json-encode `((before . ,(vconcat before)) (after . ,(length (found))))))))
(set-buffer-modified-p nil)
(let ((kill-emacs-hook nil)) (kill-emacs 0))
"""


def blocks(kind: str) -> list[str]:
    """The blocks of the page that begin with these words."""
    return re.findall(rf"^```{re.escape(kind)}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game with a mistake in one file; `rulewright` is on the PATH, and no configuration of anybody's is."""
    scripts = tmp_path / "bin"
    scripts.mkdir()
    command = scripts / "rulewright"
    command.write_text(
        f'#!/bin/sh\nPYTHONPATH="{ROOT / ".ns"}" exec "{sys.executable}" -m rulewright "$@"\n',
        encoding="utf-8",
    )
    command.chmod(0o755)
    monkeypatch.setenv("PATH", str(scripts), prepend=os.pathsep)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    shutil.copytree(ROOT / "games" / "do-podzemi", tmp_path / "game")
    file = tmp_path / "game" / "components.yaml"
    text = file.read_text(encoding="utf-8")
    assert RIGHT in text
    file.write_text(text.replace(RIGHT, WRONG), encoding="utf-8")
    return file


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=4 * PATIENCE,
        check=False,
    )


def neovim() -> tuple[int, ...]:
    """The version of Neovim; (0,) if there is none."""
    if shutil.which("nvim") is None:
        return (0,)
    said = run(ROOT, "nvim", "--version").stdout
    found = re.match(r"NVIM v(\d+)\.(\d+)", said)
    return (int(found[1]), int(found[2])) if found else (0,)


@pytest.mark.skipif(os.name == "nt", reason="scripts without an ending")
@pytest.mark.parametrize("since", ["0.8", "0.11"])
def test_neovim(since: str, game: Path, tmp_path: Path) -> None:
    if neovim() < tuple(map(int, since.split("."))):
        pytest.skip(f"there is no Neovim {since}")
    report = tmp_path / "report.json"
    (tmp_path / "init.lua").write_text("\n".join(blocks(f"lua nvim={since}")), encoding="utf-8")
    drive = tmp_path / "drive.lua"
    drive.write_text(NEOVIM % {"patience": PATIENCE, "report": report}, encoding="utf-8")
    done = run(
        game.parent, "nvim", "--headless", "-u", str(tmp_path / "init.lua"), str(game), "-S", str(drive)
    )
    assert report.exists(), done.stderr
    seen = json.loads(report.read_text(encoding="utf-8"))
    assert seen["before"] == ["RW205"], seen
    assert seen["after"] == 0, seen
    assert "Error" not in seen["messages"] + done.stderr
    if since == "0.11":
        assert sorted(seen["commands"]) == sorted(client_commands())
        assert seen["lenses"] > 0, seen
        assert seen["places"] == 1, seen
        assert rulewright.__version__ in seen["printed"], seen


def has_emacs(library: str) -> bool:
    """Whether there is an Emacs with this library and a mode for YAML."""
    if shutil.which("emacs") is None:
        return False
    asked = f"(kill-emacs (if (and {HAS_YAML} (require '{library} nil t)) 0 1))"
    return run(ROOT, "emacs", "--batch", "--eval", asked).returncode == 0


@pytest.mark.skipif(os.name == "nt", reason="scripts without an ending")
@pytest.mark.parametrize("library", ["eglot", "lsp-mode"])
def test_emacs(library: str, game: Path, tmp_path: Path) -> None:
    if not has_emacs(library):
        pytest.skip(f"there is no Emacs with a mode for YAML and {library}")
    report = tmp_path / "report.json"
    configuration = tmp_path / "init.el"
    configuration.write_text("\n".join(blocks(f"elisp {library}")), encoding="utf-8")
    drive = tmp_path / "drive.el"
    values = {
        "library": library,
        "configuration": configuration,
        "file": game,
        "patience": PATIENCE,
        "report": report,
    }
    drive.write_text(EMACS % values, encoding="utf-8")
    done = run(game.parent, "emacs", "--batch", "-l", str(drive))
    assert report.exists(), done.stderr
    seen = json.loads(report.read_text(encoding="utf-8"))
    assert ["'strenght'" in one for one in seen["before"]] == [True], (seen, done.stderr)
    assert seen["after"] == 0, seen


def test_helix(game: Path, tmp_path: Path) -> None:
    (text,) = blocks("toml")
    assert tomllib.loads(text)["language-server"]["rulewright"] == {"command": "rulewright", "args": ["lsp"]}
    if shutil.which("hx") is None:
        pytest.skip("there is no Helix")
    folder = tmp_path / "home" / "helix"
    folder.mkdir()
    (folder / "languages.toml").write_text(text, encoding="utf-8")
    said = re.sub(r"\x1b\[[0-9;]*m", "", run(game.parent, "hx", "--health", "yaml").stdout)
    assert re.search(r"✓ rulewright: ", said), said


def test_what_the_page_installs_exists() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert 'pip install "rulewright[lsp]"' in PAGE
    assert "lsp" in project["project"]["optional-dependencies"]
    assert "make extension" in PAGE
    assert re.search(r"^extension:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


def client_commands() -> list[str]:
    """The commands that the extension for VS Code carries out for the server."""
    source = (ROOT / "workbench" / "lsp" / "vscode" / "src" / "server.ts").read_text(encoding="utf-8")
    listed = re.search(r"CLIENT_COMMANDS = \[(.*?)\]", source)
    assert listed is not None
    return re.findall(r'"(.*?)"', listed[1])


def test_the_page_names_the_commands_that_editors_carry_out() -> None:
    rows = re.findall(r"^\| `(rulewright\.\w+)` \|", PAGE, re.MULTILINE)
    assert sorted(rows) == sorted(client_commands())
