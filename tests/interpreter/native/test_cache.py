"""Machine code on disk: what is stored comes back exactly, and nothing else ever does."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rulewright.interpreter.native.cache import VARIABLE, Cache, Entry, cache

ROOT = Path(__file__).parents[3]
KEY = hashlib.sha256(b"a program").hexdigest()
ENTRY = Entry(bytes(range(256)) * 4, {"faults": [["RW415", "an index is out of range", -1]]})
POSIX = pytest.mark.skipif(os.name != "posix", reason="only there do files have modes and owners")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cache:
    """An empty cache."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return cache()


def file_of(kept: Cache, key: str = KEY) -> Path:
    assert kept.folder is not None
    return kept.folder / f"{key}.native"


def test_an_entry_comes_back(kept: Cache) -> None:
    assert kept.load(KEY) is None
    assert kept.store(KEY, ENTRY)
    assert kept.load(KEY) == ENTRY
    assert kept.load(KEY[::-1]) is None
    assert [one.path for one in kept.entries()] == [file_of(kept)]


@POSIX
def test_folder_and_files_are_closed_to_others(kept: Cache) -> None:
    previous = os.umask(0)
    try:
        kept.store(KEY, ENTRY)
    finally:
        os.umask(previous)
    assert kept.folder is not None
    assert kept.folder.stat().st_mode & 0o777 == 0o700
    assert file_of(kept).stat().st_mode & 0o777 == 0o600


def test_every_cut_and_every_flipped_bit_is_noticed(kept: Cache) -> None:
    kept.store(KEY, ENTRY)
    file = file_of(kept)
    content = file.read_bytes()
    for length in range(0, len(content), 7):
        file.write_bytes(content[:length])
        assert kept.load(KEY) is None, f"cut to {length} bytes"
    for place in range(0, len(content), 5):
        damaged = bytearray(content)
        damaged[place] ^= 1 << place % 8
        file.write_bytes(damaged)
        assert kept.load(KEY) is None, f"byte {place}"
    file.write_bytes(content + b"\0")
    assert kept.load(KEY) is None
    assert kept.store(KEY, ENTRY), "it is written again"
    assert kept.load(KEY) == ENTRY


def test_an_entry_under_another_name_is_not_used(kept: Cache) -> None:
    kept.store(KEY, ENTRY)
    other = hashlib.sha256(b"another program").hexdigest()
    file_of(kept).rename(file_of(kept, other))
    assert kept.load(other) is None


@POSIX
def test_links_pipes_and_folders_are_not_read(kept: Cache, tmp_path: Path) -> None:
    kept.store(KEY, ENTRY)
    file, elsewhere = file_of(kept), tmp_path / "elsewhere"
    file.rename(elsewhere)
    file.symlink_to(elsewhere)
    assert kept.load(KEY) is None
    file.unlink()
    os.mkfifo(file, 0o600)
    assert kept.load(KEY) is None
    file.unlink()
    file.mkdir()
    assert kept.load(KEY) is None
    assert not kept.store(KEY, ENTRY)
    assert kept.folder is not None
    assert [one.name for one in kept.folder.iterdir()] == [file.name], "no temporary file is left"


@POSIX
def test_a_file_that_others_may_write_or_own_is_not_used(
    kept: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.store(KEY, ENTRY)
    file_of(kept).chmod(0o622)
    assert kept.load(KEY) is None
    file_of(kept).chmod(0o600)
    assert kept.load(KEY) == ENTRY
    monkeypatch.setattr("os.geteuid", lambda: 12345)
    assert kept.load(KEY) is None


@POSIX
@pytest.mark.parametrize("mode", [0o755, 0o770, 0o701])
def test_a_folder_that_is_open_to_others_is_not_used(kept: Cache, mode: int) -> None:
    kept.store(KEY, ENTRY)
    assert kept.folder is not None
    kept.folder.chmod(mode)
    open_to_others = cache()
    assert "0700" in open_to_others.refusal
    assert open_to_others.load(KEY) is None
    assert not open_to_others.store(KEY, ENTRY)
    assert not kept.store(KEY, ENTRY), "also if it was opened after the first look"


@POSIX
@pytest.mark.parametrize("how", ["open to all", "a link"])
def test_a_folder_that_takes_its_place_later_is_not_used(kept: Cache, tmp_path: Path, how: str) -> None:
    """Between the look at the folder and the look into it, somebody who can write beside it has put another there."""
    kept.store(KEY, ENTRY)
    assert kept.folder is not None
    kept.folder.rename(tmp_path / "elsewhere")
    if how == "a link":
        kept.folder.symlink_to("elsewhere")
    else:
        kept.folder.mkdir()
        file_of(kept).write_bytes((tmp_path / "elsewhere" / file_of(kept).name).read_bytes())
        file_of(kept).chmod(0o600)
        kept.folder.chmod(0o777)
    assert kept.load(KEY) is None


@POSIX
def test_an_entry_of_another_program_under_a_hard_link_is_not_used(kept: Cache) -> None:
    other = hashlib.sha256(b"another program").hexdigest()
    kept.store(KEY, ENTRY)
    os.link(file_of(kept), file_of(kept, other))
    assert kept.load(other) is None
    assert kept.load(KEY) == ENTRY


@POSIX
def test_a_folder_that_may_not_be_written_is_still_read(kept: Cache) -> None:
    kept.store(KEY, ENTRY)
    assert kept.folder is not None
    kept.folder.chmod(0o500)
    file_of(kept).chmod(0o400)
    assert cache().load(KEY) == ENTRY
    kept.folder.chmod(0o700)


@POSIX
def test_a_folder_of_another_user_is_not_used(kept: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.store(KEY, ENTRY)
    monkeypatch.setattr("os.geteuid", lambda: 12345)
    assert "another user" in cache().refusal
    assert cache().load(KEY) is None


@POSIX
def test_a_link_in_place_of_the_folder_is_not_used(kept: Cache, tmp_path: Path) -> None:
    kept.store(KEY, ENTRY)
    assert kept.folder is not None
    kept.folder.rename(tmp_path / "elsewhere")
    kept.folder.symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    assert cache().refusal
    assert not cache().store(KEY, ENTRY)


def test_a_folder_that_cannot_be_made_means_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "file"))
    assert not cache().store(KEY, ENTRY)
    assert cache().load(KEY) is None
    assert cache().entries() == []


def test_a_full_disk_leaves_nothing(kept: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(source: str, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    assert not kept.store(KEY, ENTRY)
    assert kept.folder is not None
    assert list(kept.folder.iterdir()) == []


@pytest.mark.parametrize(("value", "why"), [("", "is empty"), ("here", "no absolute path")])
def test_the_variable_can_switch_it_off(monkeypatch: pytest.MonkeyPatch, value: str, why: str) -> None:
    monkeypatch.setenv(VARIABLE, value)
    assert why in cache().refusal
    assert not cache().store(KEY, ENTRY)
    assert (cache().load(KEY), cache().entries(), cache().clear()) == (None, [], 0)


def test_it_is_where_the_platform_keeps_such_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    folder = cache().folder
    assert folder is not None
    assert folder.is_absolute()
    assert "rulewright" in folder.parts
    assert folder.name == "native"


def test_what_was_used_longest_ago_goes_first(kept: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    small = Cache(kept.folder, most_bytes=4000)
    keys = [hashlib.sha256(bytes([number])).hexdigest() for number in range(4)]
    for number, key in enumerate(keys[:3]):
        assert small.store(key, ENTRY)
        os.utime(file_of(kept, key), (number, number))
    assert small.load(keys[0]) == ENTRY  # used again
    assert small.store(keys[3], ENTRY)
    assert [key in {one.path.stem for one in small.entries()} for key in keys] == [True, False, True, True]
    assert sum(one.size for one in small.entries()) <= 4000
    assert not small.store(KEY, Entry(bytes(5000), {})), "larger than all together may be"


def test_what_a_dead_process_left_behind_is_removed(kept: Cache) -> None:
    kept.store(KEY, ENTRY)
    assert kept.folder is not None
    old, new = kept.folder / "old.unfinished", kept.folder / "new.unfinished"
    old.write_bytes(b"half")
    new.write_bytes(b"half")
    long_ago = time.time() - 7200
    os.utime(old, (long_ago, long_ago))
    kept.store(KEY, ENTRY)
    assert (old.exists(), new.exists()) == (False, True)
    assert kept.clear() == 1
    assert list(kept.folder.iterdir()) == []


WRITER = """
import sys
from rulewright.interpreter.native.cache import Entry, cache
kept, key, wrong = cache(), sys.argv[1], 0
for number in range(150):
    kept.store(key, Entry(bytes([number]) * 20000, {"number": number}))
    found = kept.load(key)
    wrong += found is None or found.image != bytes([found.data["number"]]) * 20000
print(wrong)
"""


def test_processes_may_race(kept: Cache) -> None:
    """Each process always finds a whole entry, whoever wrote it."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / ".ns")}
    racing = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, KEY], env=environment, stdout=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    assert [one.communicate()[0].strip() for one in racing] == ["0"] * 3
    assert kept.load(KEY) is not None
    assert len(kept.entries()) == 1
    assert kept.folder is not None
    assert len(list(kept.folder.iterdir())) == 1
