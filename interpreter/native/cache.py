"""Machine code on disk, from one process to the next.

In: a key (a digest over everything that the code depends on) and an entry: an image, and data that goes with it. Out:
the entry of a key, exactly as it was stored, or None. Nothing here raises for what lies on the disk: an entry that is
damaged, cut off, a link, or somebody else's counts as missing, and is written again by whoever compiles.

Machine code from a file runs with all rights of the user. So the folder must belong to the user and be closed to all
others (mode 0700) when an entry is read, each file must be a plain file of the user, and the digest of its content is
checked before use (docs/decisions/machine-code-on-disk.md).
Entries are written to a temporary file that then takes its name, so any number of processes may share the folder.
Nothing is pickled: the data is JSON.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import platformdirs

VARIABLE = "RULEWRIGHT_CACHE"
"""The environment variable that names the folder; empty: nothing is kept."""

MOST_BYTES = 256 * 1024 * 1024
"""The entries together stay below this size; those that were used longest ago go first."""

LARGEST = 64 * 1024 * 1024
"""A file that is larger is no entry of ours."""

MAGIC = b"rulewright native 1\n"
SUFFIX = ".native"
UNFINISHED = ".unfinished"
ABANDONED = 3600
"""The age in seconds from which on an unfinished file counts as left behind by its process."""

DIGEST = hashlib.sha256().digest_size
LENGTH = 8  # bytes of a length


@attrs.frozen
class Entry:
    """An object file, and what must be known to use it (plain JSON data)."""

    image: bytes = attrs.field(repr=False)
    data: dict[str, Any]


@attrs.frozen
class Kept:
    """A file of the cache: its size in bytes, and when it was used last, in seconds since the epoch."""

    path: Path
    size: int
    used: float


@attrs.frozen
class Cache:
    """The entries in a folder. `refusal` says why it is not used; empty if it is."""

    folder: Path | None
    refusal: str = ""
    most_bytes: int = MOST_BYTES

    def load(self, key: str) -> Entry | None:
        """The entry of a key; None if there is none that can be used."""
        if self.folder is None or self.refusal:
            return None
        try:
            with _opened(self.folder, key + SUFFIX) as number:
                content = _read(number)
                entry = None if content is None else _unpacked(key, content)
                if entry is not None:
                    with contextlib.suppress(OSError):  # it has been used just now
                        os.utime(number if os.utime in os.supports_fd else self.folder / (key + SUFFIX))
        except OSError:
            return None
        return entry

    def has(self, key: str) -> bool:
        """Whether there is a file for a key; loading may still find that it cannot be used."""
        return self.folder is not None and not self.refusal and (self.folder / (key + SUFFIX)).is_file()

    def store(self, key: str, entry: Entry) -> bool:
        """Keeps an entry; says whether it is kept. The folder is made if there is none."""
        if self.folder is None or self.refusal or _why_unfit(self.folder, make=True):
            return False
        content = _packed(key, entry)
        if len(content) > min(LARGEST, self.most_bytes):
            return False
        temporary = None
        try:
            number, temporary = tempfile.mkstemp(suffix=UNFINISHED, dir=self.folder)  # with mode 0600
            with os.fdopen(number, "wb") as file:
                file.write(content)
            os.replace(temporary, self.folder / (key + SUFFIX))
        except OSError:  # the disk is full, or the folder has gone, or may not be written
            if temporary is not None:
                with contextlib.suppress(OSError):
                    os.unlink(temporary)
            return False
        self._evict()
        return True

    @property
    def read_only(self) -> bool:
        """Whether entries can be used, but no new one can be kept: the folder may not be written, or not be made."""
        if self.folder is None or self.refusal:
            return False
        there = next(one for one in (self.folder, *self.folder.parents) if one.exists())
        return not os.access(there, os.W_OK | os.X_OK)

    def entries(self) -> list[Kept]:
        """The files of all entries, the latest use first."""
        return sorted(self._files(SUFFIX), key=lambda one: (-one.used, one.path))

    def clear(self) -> int:
        """Deletes all entries; returns how many they were. Raises OSError if one cannot be deleted."""
        found = 0
        for suffix in (SUFFIX, UNFINISHED):
            for one in list(self._files(suffix)):
                one.path.unlink(missing_ok=True)
                found += suffix == SUFFIX
        return found

    def _files(self, suffix: str) -> Iterator[Kept]:
        if self.folder is None or self.refusal:
            return
        with contextlib.suppress(OSError), os.scandir(self.folder) as listing:
            for one in listing:
                if one.name.endswith(suffix):
                    with contextlib.suppress(OSError):  # another process has deleted it
                        about = one.stat(follow_symlinks=False)
                        yield Kept(Path(one.path), about.st_size, about.st_mtime)

    def _evict(self) -> None:
        """Deletes what was used longest ago until the rest is small enough, and what other processes left behind."""
        room = self.most_bytes
        for one in self.entries():
            room -= one.size
            if room < 0:
                with contextlib.suppress(OSError):
                    one.path.unlink()
        for one in list(self._files(UNFINISHED)):
            if time.time() - one.used > ABANDONED:
                with contextlib.suppress(OSError):
                    one.path.unlink()


def cache() -> Cache:
    """The cache that the environment names, or else the platform's own place for such files."""
    named = os.environ.get(VARIABLE)
    if named == "":
        return Cache(None, f"{VARIABLE} is empty")
    if named is not None and not Path(named).is_absolute():
        return Cache(None, f"{VARIABLE} is no absolute path: {named}")
    base = Path(named) if named else Path(platformdirs.user_cache_path("rulewright", appauthor=False))
    folder = base / "native"
    return Cache(folder, _why_unfit(folder))


def _why_unfit(folder: Path, make: bool = False) -> str:
    """Why a folder cannot hold code; empty if it can, or if it is not there yet."""
    try:
        if make:
            folder.parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
        about = folder.lstat()
    except FileNotFoundError:
        return ""
    except OSError as error:
        return f"{folder}: {error.strerror}"
    return _why_not_ours(about, folder)


def _why_not_ours(about: os.stat_result, folder: Path) -> str:
    """Why what is at a path cannot hold code; empty if it can."""
    if not stat.S_ISDIR(about.st_mode):
        return f"{folder} is no folder"
    if os.name == "posix":
        if about.st_uid != os.geteuid():
            return f"{folder} belongs to another user"
        if stat.S_IMODE(about.st_mode) & 0o077:
            return f"{folder} is open to other users; its mode must be 0700"
    return ""


@contextlib.contextmanager
def _opened(folder: Path, name: str) -> Iterator[int]:
    """A file in a folder that is ours now, whatever it was when it was looked at before. Raises OSError."""
    # Neither follows a link nor waits for a pipe. Windows has none of these flags, and asks whether a file is text.
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)
    files = flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with contextlib.ExitStack() as stack:
        if os.open in os.supports_dir_fd:
            inside = os.open(folder, flags | os.O_DIRECTORY)
            stack.callback(os.close, inside)
            if _why_not_ours(os.fstat(inside), folder):
                raise PermissionError(folder)
            number = os.open(name, files, dir_fd=inside)
        else:
            number = os.open(folder / name, files)
        stack.callback(os.close, number)
        yield number


def _read(number: int) -> bytes | None:
    """The content of a plain file of this user."""
    about = os.fstat(number)
    ours = os.name != "posix" or (about.st_uid == os.geteuid() and not about.st_mode & 0o022)
    if not stat.S_ISREG(about.st_mode) or not ours or about.st_size > LARGEST:
        return None
    with os.fdopen(number, "rb", closefd=False) as file:
        return file.read()


def _packed(key: str, entry: Entry) -> bytes:
    """Magic, digest over key and the rest; the rest: length of the data, the data as JSON, the image."""
    data = json.dumps(entry.data, sort_keys=True).encode("ascii")
    rest = len(data).to_bytes(LENGTH, "little") + data + entry.image
    return MAGIC + _digest(key, rest) + rest


def _unpacked(key: str, content: bytes) -> Entry | None:
    start = len(MAGIC) + DIGEST
    rest = content[start:]
    if content[:start] != MAGIC + _digest(key, rest):
        return None
    size = int.from_bytes(rest[:LENGTH], "little")
    return Entry(rest[LENGTH + size :], json.loads(rest[LENGTH : LENGTH + size]))


def _digest(key: str, rest: bytes) -> bytes:
    return hashlib.sha256(key.encode("ascii") + b"\n" + rest).digest()
