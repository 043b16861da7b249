"""Records and saves: a match as text, to replay or resume it.

A record is the set-up and the journal. A save is a record with a snapshot of the memory. The save of a long match has
a few past positions, too, and is resumed from the last one. Records and saves are JSON, with the content hash of the
game and a checksum. They are data: reading one executes no code.

Beside the numbers of the actions, they say by names what was chosen (`named_choices`). The same rules go by the
numbers, which is exact and fast; other rules can go by the names only.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from typing import Any

from ....dsl.model.game import Game
from ...ir import OVER
from ...memory.faults import RulesFault, diagnostic_of
from ...memory.words import Memory, memory_of
from ..errors import BrokenRulesError, SaveError, StaleSaveError
from ..setup.options import Player, genders_of
from ..state.checkpoints import Checkpoint
from ..state.history import ELSEWHERE, History
from ..state.journal import JournalEntry
from ..state.position import Position
from ..state.verify_memory import resumable
from .named_choices import Note, noted, place_chosen

FORMAT = "rulewright-match"
VERSION = 1
LARGEST = 4_000_000
"""The most characters of a record or save."""


def record_text(
    history: History, entries: Sequence[JournalEntry] | None = None, *, over: bool = False
) -> str:
    """The record of a match, from which it can be replayed action by action. With `entries`, a record of these
    actions instead of the journal. `over`: whether the match is over after them."""
    return json.dumps(_sealed(_record(history, entries, over)), ensure_ascii=False, separators=(",", ":"))


def broken_rules(history: History, fault: RulesFault, last: JournalEntry | None = None) -> BrokenRulesError:
    """A fault of the rules as an error of the match, with the record that leads to it; `last` is the action that has
    met with it."""
    entries = [*history.journal] + ([last] if last is not None else [])
    return BrokenRulesError(diagnostic_of(fault.fault, fault.callers), record_text(history, entries))


def save_text(history: History, memory: Memory) -> str:
    """A save: the record, the current memory, and some past ones."""
    data = _record(history, None, bool(memory[OVER]))
    data["memory"] = base64.b85encode(zlib.compress(memory.tobytes(), 9)).decode("ascii")
    positions = [
        [checkpoint.count, base64.b85encode(checkpoint.packed().memory).decode("ascii")]
        for checkpoint in history.checkpoints.spread(len(history.journal))
        if checkpoint.fork is None
    ]
    if positions:
        data["past"] = {"program": history.rules.program_digest, "positions": positions}
    return json.dumps(_sealed(data), ensure_ascii=False, separators=(",", ":"))


def _record(history: History, entries: Sequence[JournalEntry] | None, over: bool) -> dict[str, Any]:
    game, journal = history.rules.game, history.journal if entries is None else entries
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "game": game.id,
        "variants": list(game.variants),
        "hash": game.content_hash,
        "players": list(history.players),
        "seed": history.seed,
        "options": history.options,
        "chance": history.rules.lowered.program.explicit_chance,
        "actions": [entry.action if entry.strand == 0 else [entry.strand, entry.action] for entry in journal],
    }
    if over:
        data["over"] = True
    notes = _notes(history, journal)
    if notes is not None:
        data["chosen"] = noted(history.rules, journal, notes)
    if any(genders := genders_of(history.players)):
        data["genders"] = genders
    if history.start is not None:
        data["start"] = base64.b85encode(zlib.compress(history.start, 9)).decode("ascii")
    return data


def _notes(history: History, journal: Sequence[JournalEntry]) -> list[Note] | None:
    """What a record notes of each action, of which all but the last one may be in the journal of the match. None if
    this cannot be found out any more: then the record holds only numbers."""
    try:
        notes = history.notes()
        if len(journal) > len(notes):  # the action that leads to a fault
            here, last = history.at(len(notes)), journal[len(notes)]
            player = next(one.player for one in here.pending() if one.strand == last.strand)
            notes.append((player, place_chosen(history.rules, here, last.action)))
    except (SaveError, RulesFault, StopIteration):
        return None
    return notes


def _sealed(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "check": _checksum(data)}


def _checksum(data: dict[str, Any]) -> int:
    return zlib.crc32(json.dumps(data, ensure_ascii=False, sort_keys=True).encode("utf-8"))


def read_record(text: str) -> dict[str, Any]:
    """The content of a record or save. Raises `SaveError` if it is incomplete, altered, or not a record."""
    if not isinstance(text, str):
        raise TypeError(f"a record or save is a text, not {text!r}"[:200])
    if len(text) > LARGEST:
        raise SaveError("this is too large to be a record of a match")
    try:
        data = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise SaveError("this is not a record of a match, or a part of it is missing") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SaveError("this is not a record of a match")
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        raise SaveError(f"this record has version {str(version)[:50]}; only {VERSION} can be read")
    check = data.pop("check", None)
    try:
        wanted = _checksum(data)
    except RecursionError:
        raise SaveError("this record has been altered: it is nested too deeply") from None
    except UnicodeEncodeError:  # half of a surrogate pair, which JSON can express but no file can contain
        raise SaveError("this record has been altered: it contains invalid text") from None
    if type(check) is not int or check != wanted:
        raise SaveError("this record has been altered, or a part of it is missing")
    _check_types(data)
    return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; raises for duplicate keys, since Python would silently drop the first value."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("duplicate key")
    return found


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is not a JSON number")


_TYPES: dict[str, type] = {
    "game": str,
    "hash": str,
    "variants": list,
    "players": list,
    "seed": int,
    "options": dict,
    "chance": bool,
    "actions": list,
}
_MORE = ("format", "version", "memory", "start", "past", "genders", "chosen", "over")


def _check_types(data: dict[str, Any]) -> None:
    unknown = next((key for key in data if key not in _TYPES and key not in _MORE), None)
    if unknown is not None:
        raise SaveError(f"a record has no '{unknown[:50]}'")
    for key, want in _TYPES.items():
        if type(data.get(key)) is not want:  # true is not a number here
            raise SaveError(f"this record says nothing sensible under '{key}'")
    for key in ("players", "variants"):
        if not all(isinstance(name, str) for name in data[key]):
            raise SaveError(f"this record says nothing sensible under '{key}'")
    if data.get("over", True) is not True:
        raise SaveError("this record says nothing sensible under 'over'")
    genders = data.get("genders", [])
    if not isinstance(genders, list) or not all(isinstance(one, str) for one in genders):
        raise SaveError("this record says nothing sensible under 'genders'")


def players_of(data: dict[str, Any]) -> list[str]:
    """The names in a record, with their genders where it has some."""
    genders = data.get("genders") or [""] * len(data["players"])
    if len(genders) != len(data["players"]):
        raise SaveError("this record says nothing sensible under 'genders'")
    return [
        Player(name, gender) if gender else name
        for name, gender in zip(data["players"], genders, strict=True)
    ]


def check_rules(game: Game, data: dict[str, Any], *, other_rules: bool = False) -> None:
    """Raises `StaleSaveError` for the record of another game, or of other rules unless these may be tried."""
    if not isinstance(game, Game):
        raise TypeError(f"a match is of a Game, not {game!r}"[:200])
    if data["game"] != game.id or data["variants"] != list(game.variants):
        raise StaleSaveError(
            f"this is a match of {_with_variants(data['game'], data['variants'])}",
            f"the game that was opened is {_with_variants(game.id, game.variants)}",
        )
    if played_by(game, data):
        return
    if not other_rules:
        raise StaleSaveError(
            "the rules have changed since this match was recorded",
            "replay it with the old rules, or say that other rules may be tried",
            may_be_tried=True,
        )
    if "start" in data:
        raise StaleSaveError(
            "this match begins in a position that was set by hand, which means nothing under other rules",
            "replay it with the old rules",
        )


def played_by(game: Game, data: dict[str, Any]) -> bool:
    """Whether a record is of the rules of this game, as they are now."""
    return bool(data["hash"] == game.content_hash)


def _with_variants(name: str, variants: Sequence[str]) -> str:
    name, variants = name[:100], [one[:100] for one in variants[:20]]
    if not variants:
        return f"{name} without variants"
    return f"{name} with the {'variants' if len(variants) > 1 else 'variant'} {', '.join(variants)}"


def start_of(data: dict[str, Any], begun: Position) -> bytes | None:
    """The memory in which the journal begins, if it was set by hand; checked against the position in which such a
    match begins otherwise. None if there is none. A memory that the rules cannot resume is refused."""
    if "start" not in data:
        return None
    start = _unpacked(data["start"], begun)
    if not resumable(Position(begun.rules, begun.names, memory_of(start))):
        raise SaveError("the position that this match begins with is impossible")
    return start


def check_memory(data: dict[str, Any], position: Position) -> None:
    """Refuses a save whose actions do not lead to its memory, under the rules that it was saved with."""
    if not leads_there(data, position):
        raise SaveError(ELSEWHERE)


def leads_there(data: dict[str, Any], position: Position) -> bool:
    """Whether the position is the one in a save, if it is a save by the same rules."""
    same_rules = data["hash"] == position.rules.game.content_hash
    if not same_rules or "memory" not in data:
        return True
    return position.memory.tobytes() == _unpacked(data["memory"], position)


def past_positions(data: dict[str, Any], begun: Position) -> list[Checkpoint]:
    """The past positions in a save, in order. Empty if there are none, or if they are memories of another program:
    another version of Rulewright may make another one of the same rules. Nobody has looked at them yet."""
    if "past" not in data:
        return []
    past = data["past"]
    if not isinstance(past, dict) or set(past) != {"program", "positions"} or "memory" not in data:
        raise SaveError("this record says nothing sensible under 'past'")
    if past["program"] != begun.rules.program_digest or data["hash"] != begun.rules.game.content_hash:
        return []
    found: list[Checkpoint] = []
    for one in past["positions"] if isinstance(past["positions"], list) else [None]:
        if not isinstance(one, list) or len(one) != 2 or type(one[0]) is not int:
            raise SaveError("this record says nothing sensible under 'past'")
        if not (found[-1].count if found else 0) < one[0] <= len(data["actions"]):
            raise SaveError("this record says nothing sensible under 'past'")
        found.append(Checkpoint(one[0], zlib.compress(_unpacked(one[1], begun), 1), doubtful=True))
    return found


def _unpacked(packed: Any, position: Position) -> bytes:
    """The bytes of a memory of this game's size."""
    try:
        size = len(position.memory) * position.memory.itemsize
        unpacker = zlib.decompressobj()
        raw = unpacker.decompress(base64.b85decode(packed), size + 1)
    except (ValueError, TypeError, zlib.error):
        raise SaveError("the memory in this save cannot be read") from None
    if len(raw) != size or not unpacker.eof or unpacker.unused_data:
        raise SaveError("the memory in this save is not one of this game")
    return raw


def entries_of(data: dict[str, Any]) -> list[JournalEntry]:
    """The journal of a record. Raises `SaveError` for anything but actions."""
    found: list[JournalEntry] = []
    of_main: dict[int, JournalEntry] = {}  # most journals are long and repeat few actions
    for one in data["actions"]:
        if type(one) is int:
            entry = of_main.get(one)
            if entry is None:
                entry = of_main[one] = JournalEntry(0, one)
            found.append(entry)
        elif isinstance(one, list) and len(one) == 2 and all(type(part) is int for part in one):
            found.append(JournalEntry(one[0], one[1]))
        else:
            raise SaveError("this record says nothing sensible under 'actions'")
    return found
