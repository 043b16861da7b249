"""Cards on paper: Chromium prints as many pages as there are sheets, and nothing of a card is cut off."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from rulewright.workbench.cli import main

from .people import CHROMIUM, Page

# Of each card what does not fit: its name, and what needs more room than there is.
_CUT = """
return [...document.querySelectorAll(".face")].filter((face) => {
  const last = [...face.children].filter((one) => !one.matches(".art") && one.offsetHeight > 0).pop();
  const below = last.offsetTop + last.offsetHeight > face.offsetTop + face.offsetHeight;
  return below || face.scrollWidth > face.clientWidth;
}).map((face) => face.querySelector("h2").textContent);
"""


def printed(capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str) -> Path:
    assert main(["cards", *arguments, "--format", "html"]) == 0
    file = folder / "cards.html"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("game", "language"),
    [("hrdina-v-kostce", "cs"), ("priseri", "en"), ("hrad", "cs"), ("classics/love-letter", "en")],
)
def test_nothing_is_cut_off(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, pair: list[Page], game: str, language: str
) -> None:
    file = printed(capsys, tmp_path, game, "--lang", language)
    pair[0].driver.get(file.as_uri())
    assert pair[0].driver.execute_script("return document.querySelectorAll('.face').length") > 10
    assert pair[0].driver.execute_script(_CUT) == []


@pytest.mark.parametrize("size", ["63x88", "44x68"])
def test_a_browser_prints_a_page_for_each_sheet(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, size: str
) -> None:
    file = printed(capsys, tmp_path, "do-podzemi", "--size", size)
    sheets = file.read_text(encoding="utf-8").count('<section class="sheet">')
    pdf = tmp_path / "cards.pdf"
    assert CHROMIUM is not None
    command = [
        CHROMIUM,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={tmp_path / 'profile'}",
    ]
    subprocess.run(
        [*command, "--no-pdf-header-footer", f"--print-to-pdf={pdf}", str(file)], check=True, timeout=120
    )
    pages = re.findall(rb"/Type */Page\b", pdf.read_bytes())
    assert len(pages) == sheets > 1
