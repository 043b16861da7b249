"""The extension in a real VS Code, as it is installed from its file.

This needs code-server, which is VS Code in a browser (`npm install -g --unsafe-perm code-server`), Chromium with its
driver, and the packages of the extension (`make extension`). The environment variable CODE_SERVER names the script
`out/node/entry.js` of code-server. Without it the test is skipped, in CI too: it takes minutes to install.

A second extension (`workbench/lsp/vscode/testing/driver`) asks VS Code for what people ask for, and writes down what
it got.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .test_extension import EXTENSION, NODE, ROOT, node

CODE_SERVER = os.environ.get("CODE_SERVER")
PATIENCE = 120.0
"""Seconds after which an editor that does not do what it should is a failure."""

pytestmark = pytest.mark.skipif(CODE_SERVER is None, reason="CODE_SERVER names no code-server")


def code_server(home: Path, *arguments: str) -> list[str]:
    assert NODE is not None
    assert CODE_SERVER is not None
    own = ("--user-data-dir", str(home / "data"), "--extensions-dir", str(home / "extensions"))
    return [NODE, CODE_SERVER, "--config", str(home / "config.yaml"), *own, *arguments]


def packed(folder: Path) -> list[Path]:
    """The files of the extension, and of what drives it."""
    done = node("build.mjs", "--out", str(folder))
    assert done.returncode == 0, done.stderr
    driver = folder / "driver"
    shutil.copytree(EXTENSION / "testing" / "driver", driver)
    for name in ("LICENSE", "README.md"):
        (driver / name).write_text("Only for tests.\n", encoding="utf-8")
    vsce = EXTENSION / "node_modules" / "@vscode" / "vsce" / "vsce"
    made = folder / "driver.vsix"
    options = ("--no-dependencies", "--allow-missing-repository", "--out", str(made))
    subprocess.run([str(NODE), str(vsce), "package", *options], cwd=driver, check=True, capture_output=True)
    return sorted(folder.glob("*.vsix"))


@contextlib.contextmanager
def editor(home: Path, folder: Path, command: list[str]) -> Iterator[Any]:
    """A browser window with VS Code, which has opened a folder."""
    from selenium.webdriver import Chrome, ChromeOptions
    from selenium.webdriver.chrome.service import Service

    from ..browser.people import FLAGS

    settings = {
        "rulewright.command": command,
        "security.workspace.trust.enabled": False,
        "workbench.startupEditor": "none",
        "telemetry.telemetryLevel": "off",
    }
    for whose in ("User", "Machine"):  # where commands are differs from machine to machine
        (home / "data" / whose).mkdir(parents=True)
        (home / "data" / whose / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    (home / "config.yaml").write_text("auth: none\n", encoding="utf-8")
    for file in packed(home / "packed"):
        subprocess.run(code_server(home, "--install-extension", str(file)), check=True, capture_output=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = (
        "--bind-addr",
        f"127.0.0.1:{port}",
        "--auth",
        "none",
        "--disable-telemetry",
        "--disable-update-check",
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / ".ns"), "SHELL": "/bin/sh"}
    with (home / "code-server.log").open("wb") as log:
        process = subprocess.Popen(
            code_server(home, *options, str(folder)),
            stdout=log,
            stderr=log,
            env=environment,
            start_new_session=True,
        )
    browser = None
    try:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5)
                break
            except OSError:
                assert time.monotonic() < end, (home / "code-server.log").read_text()
                time.sleep(0.2)
        wanted = ChromeOptions()
        for flag in (*FLAGS, "--window-size=1400,900"):
            wanted.add_argument(flag)
        wanted.add_argument(f"--user-data-dir={home / 'browser'}")
        browser = Chrome(options=wanted, service=Service(shutil.which("chromedriver")))
        browser.get(f"http://127.0.0.1:{port}/?folder={folder}")
        yield browser
    finally:
        if browser is not None:
            browser.quit()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=20)


def test_in_a_real_editor(tmp_path: Path) -> None:
    folder = tmp_path / "workspace"
    shutil.copytree(ROOT / "games" / "do-podzemi", folder)
    plan = {
        "file": "components.yaml",
        "right": "kills monsters with strength <= 3",
        "wrong": "kills monsters with strenght <= 3",
        "name": "strength <= 3",
        "renamed": "might",
        "scenarios": "scenarios/bidding.yaml",
    }
    (folder / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    report = folder / "report.json"
    with editor(tmp_path, folder, [sys.executable, "-m", "rulewright"]) as browser:
        end = time.monotonic() + PATIENCE
        while not report.exists():
            assert time.monotonic() < end, (tmp_path / "code-server.log").read_text(encoding="utf-8")
            time.sleep(0.2)
        browser.save_screenshot(str(tmp_path / "editor.png"))
        toasts = browser.find_elements("css selector", ".notification-toast .notification-list-item-message")
        shown = [one.text for one in toasts if "passed" not in one.text]
    found = json.loads(report.read_text(encoding="utf-8"))
    print(json.dumps(found, indent=1, ensure_ascii=False))
    assert found.get("done"), found
    assert found["command"] == [sys.executable, "-m", "rulewright"]
    assert [(one["code"], one["text"]) for one in found["findings"]] == [("RW205", "strenght")]
    assert found["corrected"]
    assert any("strength" in one for one in found["fixes"])
    assert any("kills monsters with strength <= 3" in one for one in found["hover"])
    assert found["definition"] == ["strength"]
    assert found["references"] > 10
    assert "strength" in found["completion"]
    assert dict(found["edits"])["components.yaml"] > 10
    assert found["tokens"] > 100
    assert found["lenses"] == ["play from here", "run", "run all"]
    assert found["ran"]["failed"] == 0
    assert found["ran"]["passed"] == 1
    assert found["playing"][0] == "play"
    assert found["played"] == ["play", 0]
    assert found["settings"] == [{"other": "on", "comments": "off", "strings": "on"}, True, "off"]
    assert not shown, shown
