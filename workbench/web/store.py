"""Matches on disk: their set-up, their seats, and every choice, in an SQLite database.

A choice is written before it is acknowledged. One thread writes, and commits all waiting changes together, so
many tables share the cost of reaching the disk. Other threads and processes read.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import sqlite3
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

import attrs

from ...interpreter.match.setup.options import OptionValue, Player
from ...interpreter.match.state.journal import JournalEntry
from ...interpreter.processes import CAN_FORK
from ..seats.standing import PLAIN, Standing
from ..seats.terms import NO_TERMS, Terms
from ..wire.shapes import read, write
from . import archive
from .counters import COUNTERS

Result = TypeVar("Result")

SCHEMA = 1
"""The version of the tables below."""
_TABLES = """
CREATE TABLE IF NOT EXISTS rules (
  key TEXT PRIMARY KEY, name TEXT NOT NULL, variants TEXT NOT NULL, bundle BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS matches (
  id TEXT PRIMARY KEY, rules TEXT NOT NULL REFERENCES rules, players TEXT NOT NULL, seed INTEGER NOT NULL,
  options TEXT NOT NULL, host BLOB NOT NULL, used INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS matches_by_use ON matches (used);
CREATE TABLE IF NOT EXISTS seats (
  match TEXT NOT NULL REFERENCES matches ON DELETE CASCADE, seat INTEGER NOT NULL,
  token BLOB, plays TEXT NOT NULL, PRIMARY KEY (match, seat)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS terms (
  match TEXT PRIMARY KEY REFERENCES matches ON DELETE CASCADE, data TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS standing (
  match TEXT PRIMARY KEY REFERENCES matches ON DELETE CASCADE, data TEXT NOT NULL, due REAL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS standing_by_due ON standing (due) WHERE due IS NOT NULL;
CREATE TABLE IF NOT EXISTS uptime (only INTEGER PRIMARY KEY CHECK (only = 1), seconds REAL NOT NULL);
CREATE TABLE IF NOT EXISTS clock (
  only INTEGER PRIMARY KEY CHECK (only = 1), age INTEGER NOT NULL, wall INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS actions (
  match TEXT NOT NULL REFERENCES matches ON DELETE CASCADE, number INTEGER NOT NULL,
  strand INTEGER NOT NULL, action INTEGER NOT NULL, PRIMARY KEY (match, number)
) WITHOUT ROWID;
"""


OURS = frozenset({"rules", "matches", "seats", "actions"})
LONGEST_STOP = 86_400
"""Seconds by which matches grow older, at most, while no server runs."""
MOST_ARCHIVED = 100
"""How many matches are archived together, at most, and how many removed from the archive."""


class StoreError(Exception):
    """The database cannot be used."""


@attrs.frozen
class SeatRow:
    """A stored seat: the hash of its token (None if nobody has a link), and its player: a person, or a bot."""

    seat: int
    token: bytes | None
    plays: str


@attrs.frozen
class MatchRow:
    """A match as it is stored, without its choices."""

    id: str
    rules: str
    players: tuple[Player, ...]
    seed: int
    options: dict[str, OptionValue]
    host: bytes
    seats: tuple[SeatRow, ...]
    terms: Terms = NO_TERMS
    standing: Standing = PLAIN


@attrs.frozen
class RulesRow:
    """Rules as they are stored."""

    key: str
    name: str
    variants: tuple[str, ...]
    bundle: bytes


class Store:
    """The database of one server. Only one process at a time can have it open for writing.

    Raises `StoreError` if another server has it, or if it is no database of this version. Without threads (not
    `threaded`), whoever changes something writes it.
    """

    def __init__(self, path: Path, *, threaded: bool = CAN_FORK) -> None:
        self.path, self._threaded = path, threaded
        path = path.resolve()  # by whatever way: there is one lock for each database
        self._guard = _guarded(path)
        try:
            _looked_at(path)
            _kept_private(path)
            connection = _connected(path)
            self._prepare(connection)
        except (sqlite3.Error, OSError) as error:
            self._guard.close()
            raise StoreError(f"{path} cannot be used: {error}") from None
        except StoreError:
            self._guard.close()
            raise
        self._closing = threading.Lock()
        self._closed = False
        self._waiting: queue.SimpleQueue[tuple[Callable[[sqlite3.Connection], Any], Future[Any]] | None] = (
            queue.SimpleQueue()
        )
        self._connection = connection
        self._thread = threading.Thread(target=self._go_on_writing, name="store", daemon=True)
        if threaded:
            self._thread.start()

    def _prepare(self, connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.executescript(_TABLES + archive.TABLES)
        connection.execute(f"PRAGMA user_version = {SCHEMA}")
        self._age, self._since = _age_of(connection), time.monotonic()
        kept = connection.execute("SELECT seconds FROM uptime").fetchone()
        self._ran = 0.0 if kept is None else float(kept[0])
        self._keep_age(connection)

    def ran(self) -> float:
        """The seconds during which servers have run on this database, for the clocks of matches. After a server was
        killed, they begin again where they were last kept."""
        return self._ran + time.monotonic() - self._since

    def keep_ran(self) -> None:
        """Keeps the seconds during which servers have run."""
        self.write(self._keep_ran)

    def _keep_ran(self, connection: sqlite3.Connection) -> None:
        connection.execute("INSERT OR REPLACE INTO uptime VALUES (1, ?)", (self.ran(),))

    def _now(self) -> int:
        """The age of the database, in seconds. It grows as this server sees time pass: a clock that is set wrong
        makes no match old."""
        return self._age + int(time.monotonic() - self._since)

    def _keep_age(self, connection: sqlite3.Connection) -> None:
        connection.execute("INSERT OR REPLACE INTO clock VALUES (1, ?, ?)", (self._now(), int(time.time())))

    def close(self) -> None:
        """Writes what is waiting, and closes the database."""
        with self._closing:
            self._closed = True
            self._waiting.put(None)
        if self._threaded:
            self._thread.join()
        else:
            self._go_on_writing()
        self._guard.close()

    # --------------------------------------------------------------------- writing

    def write(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Calls `work` in the writing thread, and returns when its changes are on the disk. Raises what `work` raises
        (then it has changed nothing), and `StoreError` if it cannot be written, or the server stops."""
        done: Future[Result] = Future()
        with self._closing:
            if self._closed:  # nobody would answer
                raise StoreError("the server stops")
            if self._threaded:
                self._waiting.put((work, done))
            else:
                _commit(self._connection, [(work, done)])
        try:
            return done.result()
        except sqlite3.Error as error:
            raise StoreError(f"the database cannot be written: {error}") from error

    def _go_on_writing(self) -> None:
        connection = self._connection
        while (first := self._waiting.get()) is not None:
            batch, ends = [first], False
            with contextlib.suppress(queue.Empty):
                while len(batch) < 500:
                    following = self._waiting.get_nowait()
                    if following is None:
                        ends = True
                        break
                    batch.append(following)
            began = time.monotonic()
            _commit(connection, batch)
            COUNTERS.add("database_seconds", by=time.monotonic() - began)
            if ends:
                break
        with contextlib.suppress(sqlite3.Error):
            self._keep_ran(connection)
        # Those who read may still be there, so SQLite itself would leave everything in the log beside the file.
        with contextlib.suppress(sqlite3.Error):
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()

    def check(self) -> None:
        """Writes something that changes nothing. Raises `StoreError` if that cannot be."""
        self.write(self._keep_age)

    def create(self, rules: RulesRow, match: MatchRow, entries: Sequence[JournalEntry]) -> None:
        """Adds a match, with the choices that its rules have already taken."""

        def work(connection: sqlite3.Connection) -> None:
            _keep_rules(connection, rules)
            players = [[str(one), one.gender] for one in match.players]
            connection.execute(
                "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    match.id,
                    match.rules,
                    json.dumps(players),
                    match.seed,
                    json.dumps(match.options),
                    match.host,
                    self._now(),
                ),
            )
            connection.executemany(
                "INSERT INTO seats VALUES (?, ?, ?, ?)",
                [(match.id, one.seat, one.token, one.plays) for one in match.seats],
            )
            connection.execute("INSERT INTO terms VALUES (?, ?)", (match.id, json.dumps(write(match.terms))))
            _add(connection, match.id, 0, entries)
            if match.standing != PLAIN:
                self._stands(connection, match.id, match.standing)

        self.write(work)

    def journal(
        self, match: str, first: int, entries: Sequence[JournalEntry], standing: Standing | None = None
    ) -> None:
        """The choices of a match from the `first`-th on are these, and it stands like this if that has changed."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM actions WHERE match = ? AND number >= ?", (match, first))
            _add(connection, match, first, entries)
            connection.execute("UPDATE matches SET used = ? WHERE id = ?", (self._now(), match))
            if standing is not None:
                self._stands(connection, match, standing)

        self.write(work)

    def rewrite(self, match: str, rules: RulesRow, terms: Terms, entries: Sequence[JournalEntry]) -> None:
        """A match has other rules from now on, other terms, and these choices."""

        def work(connection: sqlite3.Connection) -> None:
            _keep_rules(connection, rules)
            connection.execute(
                "UPDATE matches SET rules = ?, used = ? WHERE id = ?", (rules.key, self._now(), match)
            )
            connection.execute(
                "INSERT OR REPLACE INTO terms VALUES (?, ?)", (match, json.dumps(write(terms)))
            )
            connection.execute("DELETE FROM actions WHERE match = ?", (match,))
            _add(connection, match, 0, entries)

        self.write(work)

    def _stands(self, connection: sqlite3.Connection, match: str, standing: Standing) -> None:
        data = json.dumps(write(standing), separators=(",", ":"))
        connection.execute("INSERT OR REPLACE INTO standing VALUES (?, ?, ?)", (match, data, standing.due))
        self._keep_ran(connection)

    def not_due(self, match: str) -> None:
        """Nothing happens to a match by itself: it cannot be read."""
        self.write(
            lambda connection: connection.execute("UPDATE standing SET due = NULL WHERE match = ?", (match,))
        )

    def seat(self, match: str, row: SeatRow, host: bytes | None = None) -> None:
        """Changes a seat, and the host's token if one is given: both, or none."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE seats SET token = ?, plays = ? WHERE match = ? AND seat = ?",
                (row.token, row.plays, match, row.seat),
            )
            if host is not None:
                connection.execute("UPDATE matches SET host = ? WHERE id = ?", (host, match))

        self.write(work)

    def remove(self, match: str) -> None:
        """Removes a match for good."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM matches WHERE id = ?", (match,))

        self.write(work)

    def archive_unused(self, days: int, more_days: int, awake: Sequence[str] = ()) -> Swept:
        """Archives matches that nobody has used for some days, at most `MOST_ARCHIVED`; removes as many that have
        been archived for more days, and rules that no match has. Those that are awake are being used."""

        def work(connection: sqlite3.Connection) -> Swept:
            now = self._now()
            connection.executemany("UPDATE matches SET used = ? WHERE id = ?", [(now, one) for one in awake])
            self._keep_age(connection)
            unused = connection.execute(
                "SELECT id FROM matches WHERE used < ? ORDER BY used LIMIT ?",
                (now - days * 86_400, MOST_ARCHIVED),
            ).fetchall()
            for (identity,) in unused:
                archive.archive(connection, identity, now)
            removed = connection.execute(
                "DELETE FROM archive WHERE id IN (SELECT id FROM archive WHERE since < ? ORDER BY since LIMIT ?)",
                (now - more_days * 86_400, MOST_ARCHIVED),
            )
            connection.execute(
                "DELETE FROM rules WHERE key NOT IN (SELECT rules FROM matches UNION SELECT rules FROM archive)"
            )
            return Swept(len(unused), removed.rowcount)

        return self.write(work)

    def bring_back(self, match: str) -> bool:
        """Brings a match back from the archive. False if it is not there."""
        return self.write(lambda connection: archive.bring_back(connection, match, self._now()))


def _age_of(connection: sqlite3.Connection) -> int:
    """The age of a database when a server begins to use it: what it was, and the time since then, if that is not
    much. Where it was never counted, all matches count as used now."""
    known, wall = connection.execute("SELECT age, wall FROM clock").fetchone(), int(time.time())
    if known is None:
        connection.execute("UPDATE matches SET used = ?", (wall,))
        return wall
    age, stopped = known
    return int(age) + min(max(wall - int(stopped), 0), LONGEST_STOP)


def _keep_rules(connection: sqlite3.Connection, rules: RulesRow) -> None:
    connection.execute(
        "INSERT OR IGNORE INTO rules VALUES (?, ?, ?, ?)",
        (rules.key, rules.name, json.dumps(rules.variants), rules.bundle),
    )


def _add(connection: sqlite3.Connection, match: str, first: int, entries: Sequence[JournalEntry]) -> None:
    connection.executemany(
        "INSERT INTO actions VALUES (?, ?, ?, ?)",
        [(match, first + number, one.strand, one.action) for number, one in enumerate(entries)],
    )


def _commit(
    connection: sqlite3.Connection,
    batch: Sequence[tuple[Callable[[sqlite3.Connection], Any], Future[Any]]],
) -> None:
    """Does all of a batch in one transaction. One that fails does not keep the others from being done."""
    results: list[tuple[Future[Any], Any, BaseException | None]] = []
    try:
        connection.execute("BEGIN IMMEDIATE")
        for work, done in batch:
            connection.execute("SAVEPOINT one")
            try:
                results.append((done, work(connection), None))
            except Exception as error:
                connection.execute("ROLLBACK TO one")
                results.append((done, None, error))
            connection.execute("RELEASE one")
        connection.execute("COMMIT")
        COUNTERS.add("database_commits")
    except Exception as error:  # a full disk, for example: nothing of the batch has been written
        COUNTERS.add("database_failures")
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        results = [(done, None, error) for _, done in batch]
    for done, result, wrong in results:
        if wrong is None:
            done.set_result(result)
        else:
            done.set_exception(wrong)


def _kept_private(path: Path) -> None:
    """Makes the file, if there is none, for its owner alone: who reads it knows all secrets and all luck to come.
    SQLite gives the files beside it the same rights."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def _looked_at(path: Path) -> None:
    """Refuses a file that is not ours, before anything is changed in it. Raises `StoreError` and `sqlite3.Error`."""
    if not path.is_file():
        return
    if path.stat().st_nlink > 1:  # the lock beside it keeps away only those who use the same name
        raise StoreError(f"{path} has another name as well (a hard link): copy it, and use the copy")
    if path.stat().st_size == 0:
        return
    with contextlib.closing(_connected(path)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        tables = {
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
    if version not in (0, SCHEMA):
        raise StoreError(f"{path} was written by another version of Rulewright, or by another program")
    if tables and not tables >= OURS:
        raise StoreError(f"{path} is a database of another program")


@attrs.frozen
class Copied:
    """How many matches a copy has, and how many archived ones beside them."""

    matches: int
    archived: int


@attrs.frozen
class Swept:
    """How many matches were archived, and how many removed from the archive."""

    archived: int
    removed: int


def back_up(path: Path, target: Path) -> Copied:
    """Copies a database while a server may be using it: all that is acknowledged when it begins is in the copy.

    Raises `StoreError`, and leaves no `target`, if that cannot be.
    """
    if target.exists():
        raise StoreError(f"{target} exists already")
    if not path.exists():
        raise StoreError(f"there is no file {path}")
    partial = target.with_name(f"{target.name}.partial")
    try:
        _looked_at(path)
        partial.unlink(missing_ok=True)
        _kept_private(partial)
        with contextlib.closing(_connected(path)) as source, contextlib.closing(_connected(partial)) as copy:
            source.backup(copy)
            copied = Copied(_count(copy, "matches"), _count(copy, "archive"))
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, which can be moved
        partial.replace(target)
    except (sqlite3.Error, OSError) as error:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
        raise StoreError(f"{path} cannot be copied to {target}: {error}") from None
    return copied


def _count(connection: sqlite3.Connection, table: str) -> int:
    """The rows of a table; 0 if it is not there, as in a database of an older version."""
    known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    return 0 if known is None else int(connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0])


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _guarded(path: Path) -> sqlite3.Connection:
    """Keeps other servers from the database: a lock that the operating system gives back when this process ends,
    however it ends."""
    try:
        guard = sqlite3.connect(f"{path}.lock", timeout=0, isolation_level=None, check_same_thread=False)
        guard.execute("PRAGMA locking_mode = EXCLUSIVE")
        guard.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        if "locked" in str(error):
            raise StoreError(f"another server keeps its matches in {path}") from None
        raise StoreError(f"{path}.lock cannot be used: {error}") from None
    return guard


# ------------------------------------------------------------------------- reading


class Reader:
    """Reads a database from any thread or process, while another one writes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._own = threading.local()

    @property
    def _connection(self) -> sqlite3.Connection:
        """The connection of this thread."""
        known: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if known is None:
            known = self._own.connection = _connected(self._path)
            known.execute("PRAGMA query_only = ON")
        return known

    def match(self, identity: str) -> MatchRow | None:
        """A match without its choices; None if there is none."""
        found = self._connection.execute(
            "SELECT id, rules, players, seed, options, host FROM matches WHERE id = ?", (identity,)
        ).fetchone()
        if found is None:
            return None
        key, rules, players, seed, options, host = found
        seats = self._connection.execute(
            "SELECT seat, token, plays FROM seats WHERE match = ? ORDER BY seat", (identity,)
        ).fetchall()
        return MatchRow(
            key,
            rules,
            tuple(Player(name, gender) for name, gender in json.loads(players)),
            seed,
            json.loads(options),
            host,
            tuple(SeatRow(*one) for one in seats),
            self._terms(identity),
            self._standing(identity),
        )

    def _standing(self, identity: str) -> Standing:
        """How a match stands."""
        found = self._connection.execute("SELECT data FROM standing WHERE match = ?", (identity,)).fetchone()
        return PLAIN if found is None else read(Standing, json.loads(found[0]), "standing")

    def due(self, ran: float) -> list[str]:
        """The matches in which something happens by itself by now."""
        found = self._connection.execute(
            "SELECT match FROM standing WHERE due <= ? ORDER BY due LIMIT 100", (ran,)
        )
        return [match for (match,) in found]

    def has_clocks(self) -> bool:
        """Whether some clock runs."""
        return (
            self._connection.execute("SELECT 1 FROM standing WHERE due IS NOT NULL LIMIT 1").fetchone()
            is not None
        )

    def _terms(self, identity: str) -> Terms:
        """The terms of a match. One that was started by an earlier version has none."""
        found = self._connection.execute("SELECT data FROM terms WHERE match = ?", (identity,)).fetchone()
        return NO_TERMS if found is None else read(Terms, json.loads(found[0]), "terms")

    def rules(self, key: str) -> RulesRow | None:
        """Stored rules; None if there are none."""
        found = self._connection.execute(
            "SELECT key, name, variants, bundle FROM rules WHERE key = ?", (key,)
        ).fetchone()
        return None if found is None else RulesRow(found[0], found[1], tuple(json.loads(found[2])), found[3])

    def beginning_key(self, match: str) -> str:
        """What tells apart how a match begins: its rules, and what was set by hand. Empty if there is none."""
        found = self._connection.execute(
            "SELECT rules, data FROM matches LEFT JOIN terms ON terms.match = id WHERE id = ?", (match,)
        ).fetchone()
        return "" if found is None else f"{found[0]} {zlib.crc32((found[1] or '').encode())}"

    def entries(self, match: str, below: int | None = None) -> list[JournalEntry]:
        """The choices of a match; with `below`, only those with smaller numbers."""
        return list(self._entries(match, below))

    def _entries(self, match: str, below: int | None) -> Iterator[JournalEntry]:
        most = -1 if below is None else below
        rows = self._connection.execute(
            "SELECT strand, action FROM actions WHERE match = ? ORDER BY number LIMIT ?", (match, most)
        )
        for strand, action in rows:
            yield JournalEntry(strand, action)

    def count_archived(self) -> int:
        """How many matches are archived."""
        return _count(self._connection, "archive")

    def is_archived(self, identity: str) -> bool:
        """Whether a match is in the archive."""
        found = self._connection.execute("SELECT 1 FROM archive WHERE id = ?", (identity,)).fetchone()
        return found is not None

    def count(self) -> int:
        """How many matches there are."""
        (found,) = self._connection.execute("SELECT COUNT(*) FROM matches").fetchone()
        return int(found)
