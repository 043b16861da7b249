"""A native engine is made once: afterwards it comes from the cache, and only if nothing has changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest
from rulewright.interpreter.ir.fingerprint import fingerprint
from rulewright.interpreter.lower import lower
from rulewright.interpreter.memory.faults import RulesFault
from rulewright.interpreter.native import building, compiling
from rulewright.interpreter.native.building import Recipe, build, cached
from rulewright.interpreter.native.cache import Cache, cache
from rulewright.interpreter.python.engine import PythonEngine

from ..small_games import shipped_game, small_game


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cache:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path))
    return cache()


def recipe(name: str = "classics/tic-tac-toe") -> Recipe:
    lowered = lower(shipped_game(name))
    return Recipe(
        lowered.program, tuple(one for one in (lowered.score, lowered.heuristic) if one is not None)
    )


def no_more_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("it is written or compiled again")

    monkeypatch.setattr(building, "build_module", refuse)
    monkeypatch.setattr(building, "compile_image", refuse)


@pytest.mark.parametrize("name", ["classics/tic-tac-toe", "do-podzemi", "classics/love-letter"])
def test_a_hit_writes_and_compiles_nothing(name: str, kept: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    made = build(recipe(name), kept=kept)
    no_more_compiling(monkeypatch)
    found = build(recipe(name), kept=kept)  # of a program that is lowered anew
    for field in attrs.fields(type(made.module)):
        if field.name not in building.NOT_KEPT:
            assert getattr(found.module, field.name) == getattr(made.module, field.name), field.name
    assert [one.span for one in found.module.faults] == [one.span for one in made.module.faults]
    players = shipped_game(name).players[0]
    assert found.start(players, 7) == made.start(players, 7) == PythonEngine(made.program).start(players, 7)


def test_a_fault_from_the_cache_is_at_its_place(kept: Cache) -> None:
    program = lower(small_game("faulty")).program
    faults = []
    for engine in (
        PythonEngine(program),
        build(Recipe(program), kept=kept),
        build(Recipe(program), kept=kept),
    ):
        m = engine.start(2, 1)
        found = []
        for action in engine.actions(m):
            try:
                engine.act(m[:], 0, action)
            except RulesFault as fault:
                found.append((action, fault.fault, fault.fault.span))
        faults.append(found)
    assert faults[0] == faults[1] == faults[2]
    assert faults[0]
    assert len(kept.entries()) == 1


def test_a_damaged_entry_is_made_again(kept: Cache) -> None:
    first = build(recipe(), kept=kept)
    path = kept.entries()[0].path
    content = path.read_bytes()
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    assert build(recipe(), kept=kept).start(2, 1) == first.start(2, 1)
    assert path.read_bytes() == content


def test_an_entry_whose_data_lacks_something_is_made_again(kept: Cache) -> None:
    """Another version of this code may have stored it under the same key; it is not trusted to be complete."""
    key = recipe().key(fingerprint(recipe().program))
    first = build(recipe(), kept=kept)
    entry = kept.load(key)
    assert entry is not None
    for name in entry.data:
        kept.store(
            key, attrs.evolve(entry, data={other: entry.data[other] for other in entry.data if other != name})
        )
        assert build(recipe(), kept=kept).start(2, 1) == first.start(2, 1)
        assert kept.load(key) == entry


def test_without_a_cache_it_is_made_every_time(tmp_path: Path) -> None:
    none = Cache(None)
    assert build(recipe(), kept=none).start(2, 1) == build(recipe(), kept=none).start(2, 1)
    assert not cached(recipe(), none)
    assert list(tmp_path.iterdir()) == []


def keys(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The key of a recipe, and those of recipes, compilers and processors that differ in one thing."""
    one = recipe()
    about = fingerprint(one.program)
    other = fingerprint(recipe("do-podzemi").program)
    found = {
        "itself": one.key(about),
        "another program": one.key(other),
        "another level": attrs.evolve(one, level="full").key(about),
        "another export": attrs.evolve(one, exported=(0,)).key(about),
        "counting": attrs.evolve(one, counting=True).key(about),
    }
    here = compiling.host()
    for field in attrs.fields(compiling.Host):
        elsewhere = attrs.evolve(here, **{field.name: "other"})
        monkeypatch.setattr(building, "host", lambda elsewhere=elsewhere: elsewhere)
        found[f"another {field.name}"] = one.key(about)
    monkeypatch.setattr(building, "host", lambda: here)
    monkeypatch.setattr(building, "generator", lambda: "other sources")
    found["another generator"] = one.key(about)
    return found


def test_whatever_code_depends_on_is_in_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    found = keys(monkeypatch)
    assert len(set(found.values())) == len(found)


def test_what_nobody_can_name_is_not_kept(kept: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without sources there is no telling which code has written an entry."""
    monkeypatch.setattr(building, "generator", lambda: "")
    build(recipe(), kept=kept)
    assert kept.entries() == []


def test_an_engine_is_cached_for_its_level(kept: Cache) -> None:
    full = attrs.evolve(recipe(), level="full")
    assert not cached(recipe(), kept)
    build(recipe(), kept=kept)
    assert (cached(recipe(), kept), cached(full, kept)) == (True, False)
