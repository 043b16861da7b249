"""Makes the links in `.ns/rulewright` that an editable install needs, where they are missing.

A source distribution has no symbolic links, and git on Windows may write them as small text files.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGES = ("dsl", "games", "interpreter", "workbench")


class Links(BuildHookInterface):  # type: ignore[type-arg]
    """Runs before an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            make_links(Path(self.root))


def make_links(root: Path) -> None:
    """Links each package into the namespace; leaves links alone that are right."""
    for package in PACKAGES:
        link = root / ".ns" / "rulewright" / package
        if link.is_dir():
            continue
        link.unlink(missing_ok=True)
        if os.name == "nt":  # a symbolic link takes rights that not everybody has; a junction takes none
            import _winapi

            _winapi.CreateJunction(str(root / package), str(link))
        else:
            link.symlink_to(Path("..", "..", package), target_is_directory=True)
