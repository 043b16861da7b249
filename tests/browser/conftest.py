"""What the tests with browsers share."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from .people import CHROMIUM, DRIVER, Page, Server, people


@pytest.fixture(autouse=True, scope="session")
def _browser_is_there() -> None:
    """Without a browser these tests cannot run: on a developer's machine they are skipped, in CI they fail."""
    if CHROMIUM is None or DRIVER is None:
        message = "there is no Chromium with its driver (Debian: apt-get install chromium chromium-driver)"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("server"))
    yield found
    found.stop()


@pytest.fixture(scope="session")
def _windows(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Page]]:
    with people(tmp_path_factory.mktemp("pair"), "en", "cs") as pages:
        yield pages


@pytest.fixture
def pair(_windows: list[Page]) -> list[Page]:
    """Two people: one reads English, the other Czech. Their windows remember nothing of other tests."""
    for page in _windows:
        page.renew()
    return _windows
