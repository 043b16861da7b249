"""Mistakes that an emitter can make, each seeded alone, and the tests that catch it.

A mutant is one change in the source of one function of `interpreter/native`, made in memory. A test runs in a process
of its own, for a wrong access may end that process: then the mutant is caught, too. So it is if it does not end.

`python -m tests.interpreter.native.mutants` tries all mutants, or those whose names are given.
"""

from __future__ import annotations
import __future__

import inspect
import os
import signal
import sys
import textwrap
import time
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

import attrs
from rulewright.interpreter.native import (
    decisions,
    dense,
    driver,
    expressions,
    framed,
    instructions,
    knowledge,
    luck,
    places,
    sets,
    statuses,
    steady,
    trials,
)
from rulewright.interpreter.native.cache import VARIABLE

from ...battery.games import Shipped
from . import test_emitter, test_faults, test_lockstep, test_moves, test_playing, test_steady, test_trials

Owner = ModuleType | type
Test = Callable[[], None]

HOW = ("", "not the same", "an error")
"""What a test comes to, by the status of its process."""

PATIENCE = 120
"""Seconds after which a test counts as one that does not end."""


@attrs.frozen
class Mutant:
    """`old` stands once in the source of the function `name` of `owner`, and becomes `new`."""

    owner: Owner
    name: str
    old: str
    new: str
    test: Test

    def seed(self) -> None:
        """Replaces the function, in this process, for good."""
        setattr(self.owner, self.name, self.mutated())

    def mutated(self) -> Any:
        """The function with the change."""
        function = inspect.unwrap(getattr(self.owner, self.name))
        text = textwrap.dedent(inspect.getsource(function))
        assert text.count(self.old) == 1, f"{self.name} has {self.old!r} {text.count(self.old)} times"
        scope: dict[str, Any] = {}
        flags = __future__.annotations.compiler_flag
        changed = compile(text.replace(self.old, self.new), f"{self.name}, mutated", "exec", flags)
        exec(changed, vars(sys.modules[function.__module__]), scope)
        return scope[self.name]


def game(name: str, chance: bool = False) -> Test:
    return partial(test_lockstep.test_a_shipped_game, Shipped(name), chance)


def made(name: str) -> Test:
    return partial(test_emitter.test_a_program_made_by_hand, name)


def some_programs() -> None:
    for seed in range(40):
        test_lockstep.test_a_random_program(seed)


def operator(name: str) -> Test:
    return partial(test_emitter.test_an_operator, name)


def side_by_side() -> None:
    test_emitter.test_members_that_are_tested_side_by_side(range(3, 20))


def last_cells() -> None:
    test_emitter.test_the_last_cells_of_the_memory(1, 1)


def one_word() -> None:
    for seed in range(8):
        test_emitter.moved(63, seed)


def three_words() -> None:
    for seed in range(8):
        test_emitter.moved(129, seed)


def some_pools() -> None:
    test_moves.pools_of(7)


def pools_of_many() -> None:
    test_moves.pools_of(131)


def fault(name: str) -> Test:
    return partial(test_faults.test_an_instruction_that_goes_wrong, name)


def drawn(name: str, chance: bool = False) -> Test:
    return partial(test_playing.test_the_same_dice_make_the_same_choices, name, chance)


def what_is_kept() -> None:
    for seed in range(60):
        test_steady.test_both_engines_come_to_the_same(seed)


def never_reached(of: str) -> Test:
    return partial(test_steady.test_a_fault_that_is_never_reached, of)


F, E, I = framed.Framed, expressions.Expressions, instructions.Instructions  # noqa: E741
LOVE, HANDS = game("classics/love-letter"), game("classics/rock-paper-scissors")

MUTANTS: dict[str, Mutant] = {
    # ----------------------------------------------------------- what stays the same
    "what depends on a member is kept for all": Mutant(
        E, "outer_loop", "range(depth_of(expr, depths), len(loops))", "range(len(loops))", what_is_kept
    ),
    "a pile is kept although pieces move": Mutant(
        steady.Steady, "is_still", "not any(map(_moves, own)) and ", "", what_is_kept
    ),
    "a union is at fault where an `Any` would have stopped": Mutant(
        steady.Steady,
        "can_unite",
        "return self._is_alike(",
        "return True or self._is_alike(",
        never_reached("of the last member"),
    ),
    "a condition on the way to a fault is forgotten": Mutant(
        steady.Steady,
        "_is_alike",
        "rest = sure and not depends & reads([test])",
        "rest = sure",
        never_reached("of an argument, but not for the first member"),
    ),
    "arguments of what is written in place of a call count as the same for all": Mutant(
        I, "_depths_in", "depth_of(one, self.depths)", "0", what_is_kept
    ),
    "steps of what is kept are taken only once": Mutant(
        E,
        "_kept",
        "if steps is not None:",
        "if steps is True:",
        test_steady.test_steps_of_what_is_kept_are_taken_each_time,
    ),
    # ---------------------------------------------------------------- frames
    "a register is stored one cell too far": Mutant(
        F, "_suspend", "self.f, slot.offset + word", "self.f, slot.offset + word + 1", made("nested")
    ),
    "a dead slot keeps what it held": Mutant(
        F, "_suspend", "words = [ZERO] * slot.words", "continue", made("nested")
    ),
    "a frame that ends is not cleared": Mutant(
        F, "_give_back", "code.store(ZERO, self.f, slot.offset + word)", "pass", made("nested")
    ),
    "stacks are not cleared at the end": Mutant(F, "_halt", "8 * layout.strands * layout.stack", "8", LOVE),
    "calls may leave the stack": Mutant(
        F,
        "_call_frame",
        "code.plus(new, needed), end",
        "new, end",
        partial(test_emitter.test_calls_go_as_deep_as_there_is_room, 47),
    ),
    "a result goes to the slot beside": Mutant(
        F,
        "_give_back",
        "code.store(value, below, offset + word)",
        "code.store(value, below, offset + word + 1)",
        made("nested"),
    ),
    "forks are not counted": Mutant(
        F, "_fork", "code.b.load(forks, typ=CELL), ONE", "code.b.load(forks, typ=CELL), ZERO", HANDS
    ),
    "the last player answers alone": Mutant(
        driver.Driver,
        "_run_strands",
        'code.when(b.icmp_signed("==", now, cell(STRANDS)), lambda: start(ONE))',
        'code.when(b.icmp_signed("==", now, cell(STRANDS)), lambda: start(cell(2)))',
        HANDS,
    ),
    "nobody waits for the last strand": Mutant(
        driver.Driver,
        "_run_strands",
        "for number in range(1, layout.strands)",
        "for number in range(1, layout.strands - 1)",
        HANDS,
    ),
    "the chosen piece of a design is the highest": Mutant(
        F, "_of_design", "masks[number] |= 1 << piece", "masks[number] = 1 << piece", LOVE
    ),
    # --------------------------------------------------------------- decisions
    "options come in the reverse order": Mutant(
        decisions.Decision, "options", "in choose.options:", "in reversed(choose.options):", some_programs
    ),
    "positions count from 1": Mutant(
        decisions.Decision,
        "_actions",
        "code.plus(position, option.action)",
        "code.plus(position, option.action + 1)",
        game("cookbook/looked-at"),
    ),
    "guards are not asked": Mutant(
        decisions.Decision, "_offer", "isinstance(option.guard, Const)", "True", some_programs
    ),
    "all outcomes are as likely": Mutant(
        decisions.Decision, "_outcomes", "code.plus(code.get(weight), same)", "cell(1)", made("dealing")
    ),
    "a drawn outcome ignores the weights": Mutant(
        decisions.Decision,
        "_draw_outcome",
        "rest = code.b.sub(code.get(left), weight)",
        "rest = code.b.sub(code.get(left), cell(1))",
        drawn("cookbook/many-cards", True),
    ),
    "legal actions are not totalled": Mutant(
        decisions,
        "_chosen",
        "code.b.store(code.b.add(code.b.load(total, typ=CELL), count), total)",
        "pass",
        drawn("classics/leduc-poker"),
    ),
    # ------------------------------------------------------------------ faults
    "a fault has the place of another": Mutant(
        statuses.Statuses,
        "of",
        "self._numbers.get((fault, place))",
        "next((n for (f, _), n in self._numbers.items() if f == fault), None)",
        test_emitter.test_the_same_fault_at_two_places,
    ),
    "a fault is the one beside it in the table": Mutant(
        statuses.Statuses,
        "of",
        "= len(self.faults)",
        "= max(len(self.faults) - 1, 1)",
        fault("greatest quotient"),
    ),
    "the callee says where, not the caller": Mutant(
        E,
        "pass_on",
        "if fault.span is None and code.span is not None:",
        "if False:",
        test_faults.test_a_fault_in_a_procedure_without_texts_belongs_to_the_caller,
    ),
    "a loop takes two steps instead of one": Mutant(
        I,
        "_while",
        "self.take_steps(ONE)",
        "self.take_steps(cell(2))",
        test_emitter.test_steps_are_counted_one_by_one,
    ),
    "one step too many is allowed": Mutant(
        E,
        "take_steps",
        'icmp_signed("<", left, ZERO)',
        'icmp_signed("<", left, cell(-1))',
        test_emitter.test_steps_are_counted_one_by_one,
    ),
    "the steps of selections are not counted": Mutant(
        E, "_members", "if binder.turn:", "if False:", test_emitter.test_steps_are_counted_one_by_one
    ),
    "the count of steps goes on at a decision": Mutant(
        driver.Driver,
        "_act",
        "self._reset(code)",
        "pass",
        test_emitter.test_steps_begin_anew_even_if_nobody_asks_for_the_options,
    ),
    "an address is not checked": Mutant(
        E,
        "address",
        'self.code.fail_if(self.code.b.icmp_unsigned(">", found, cell(last)), RANGE)',
        "pass",
        fault("load"),
    ),
    "an address may be one too large": Mutant(
        E, "address", "self.layout.size - words", "self.layout.size - words + 1", last_cells
    ),
    "a table's index is not checked": Mutant(
        E,
        "_table",
        'code.fail_if(code.b.icmp_unsigned(">=", index, cell(len(entries))), RANGE)',
        "pass",
        fault("table"),
    ),
    "a range holds one number more": Mutant(
        I,
        "_store_ranged",
        "cell(instr.most - instr.least)",
        "cell(instr.most - instr.least + 1)",
        fault("store in a range"),
    ),
    "a range is compared with its sign": Mutant(
        I, "_store_ranged", "icmp_unsigned", "icmp_signed", fault("store in a range")
    ),
    "overflow is not noticed": Mutant(
        E, "_sum", "code.fail_if(code.b.extract_value(made, 1), OVERFLOW)", "pass", fault("sum")
    ),
    "what does not fit into a set vanishes": Mutant(
        E,
        "fitted",
        "if any(not is_empty_word(word) for word in beyond):",
        "if False:",
        fault("store too large a set"),
    ),
    "a full place takes one more": Mutant(
        places, "_check_full", "info = known(code, place)", "return", fault("into no room")
    ),
    "a position outside is read": Mutant(
        places,
        "at_position",
        'there = code.b.icmp_unsigned("<", position, number)',
        'there = code.b.icmp_signed("<", position, number)',
        test_emitter.test_every_position_of_a_pile_and_more,
    ),
    "a trial leaves the memory as it made it": Mutant(
        trials,
        "_write_take_back",
        "code.copy(code.m, code.item(record, cell(COPY)), size)",
        "None",
        partial(test_emitter.test_a_trial_leaves_nothing_behind, "RW402"),
    ),
    "a trial takes back the oldest note first": Mutant(
        trials,
        "_write_take_back",
        "b.sub(b.sub(number, index), ONE)",
        "index",
        partial(test_trials.test_cells_are_written, 2, True, False),
    ),
    "a trial takes back all notes but one": Mutant(
        trials,
        "_write_take_back",
        "code.times(number)",
        "code.times(b.sub(number, ONE))",
        partial(test_trials.test_cells_are_written, 2, False, False),
    ),
    "a trial has no end of room for notes": Mutant(
        trials,
        "_write_note",
        "cell(NOTES)",
        "cell(1 << 20)",
        partial(test_trials.test_cells_are_written, test_trials.MANY, False, True),
    ),
    "a trial copies the memory twice": Mutant(
        trials,
        "_write_copy",
        "b.store(ONE, place)",
        "pass",
        partial(test_trials.test_something_else_than_cells_changes, "put"),
    ),
    "a trial within a trial takes the place of the outer one": Mutant(
        trials,
        "undone",
        "code.b.store(outer, code.trial())",
        "pass",
        partial(test_trials.test_a_trial_within_a_trial, True, False),
    ),
    "moves on trial are in earnest": Mutant(
        instructions.Instructions,
        "_operation",
        "trials.copy(code)",
        "pass",
        partial(test_trials.test_something_else_than_cells_changes, "put"),
    ),
    "only the first word of a set is noted": Mutant(
        instructions.Instructions,
        "_write",
        "len(words))\n",
        "1)\n",
        test_trials.test_sets_and_numbers_in_ranges_are_written,
    ),
    "what is called on trial writes in earnest": Mutant(
        E,
        "_results",
        "if self.on_trial else plain",
        "if False else plain",
        partial(test_trials.test_another_procedure_changes_something, "put"),
    ),
    "a trial of what cannot be done holds": Mutant(
        E,
        "_trial",
        "select(failed, ZERO,",
        "select(failed, ONE,",
        partial(test_emitter.test_a_trial_leaves_nothing_behind, "RW402"),
    ),
    # ------------------------------------------------------------- expressions
    "numbers are compared without their sign": Mutant(
        E, "_compared", "icmp_signed", "icmp_unsigned", operator("lt")
    ),
    "division rounds towards 0": Mutant(
        E,
        "_divided",
        "select(wrong, b.sub(quotient, ONE), quotient)",
        "select(wrong, quotient, quotient)",
        operator("div"),
    ),
    "a remainder has the sign of the number": Mutant(
        E, "_divided", "select(wrong, b.add(rest, right), rest)", "select(wrong, rest, rest)", operator("mod")
    ),
    "a power of two divides without the sign": Mutant(E, "_divided", "b.ashr", "b.lshr", operator("div")),
    "the lowest of nothing is 0": Mutant(
        sets, "lowest", "found = NOTHING", "found = ZERO", operator("one operand")
    ),
    "the highest word has the lowest member": Mutant(
        sets, "lowest", "reversed(range(len(words)))", "range(len(words))", three_words
    ),
    "a member of another word": Mutant(
        sets, "_in_word", "cell(WORD_BITS * word)", "cell(WORD_BITS * (word - 1))", three_words
    ),
    "every set has the member beyond its width": Mutant(
        sets, "has", "here = code.b.and_(inside, here)", "pass", operator("has")
    ),
    "what is shifted out of a word is lost": Mutant(
        sets,
        "shifted",
        "found.append(kept if is_empty_word(other) else code.b.or_(kept, carried))",
        "found.append(kept)",
        three_words,
    ),
    "members are counted from the wrong word": Mutant(
        sets, "nth", "left = code.b.sub(left, count)", "pass", three_words
    ),
    "the order of words decides nothing": Mutant(
        E,
        "_ordered",
        "found = b.select(same, found, b.icmp_unsigned(COMPARED[op], one, other))",
        "pass",
        operator("lt of sets"),
    ),
    "eight members are tested in the wrong order": Mutant(
        dense.Lanes,
        "value",
        "return self._constants(list(self.members))",
        "return self._constants(list(reversed(self.members)))",
        side_by_side,
    ),
    # ------------------------------------------------------------------- moves
    "to the bottom is to the top": Mutant(places, "_lay", "if to_bottom:", "if False:", one_word),
    "a pile is gone through from the other end": Mutant(
        places, "pieces", "if from_top else index", "if not from_top else index", one_word
    ),
    "what lies above stays where it is": Mutant(
        places, "_close_hole", "b.store(above, there)", "pass", one_word
    ),
    "a loop goes through the pile as it becomes": Mutant(
        places,
        "pieces",
        "yield code.b.load(code.item(held, position), typ=CELL)",
        "yield code.load(code.b.add(base, position), 1)",
        one_word,
    ),
    "another player learns": Mutant(
        places, "_write_learn", "[taught]", "[b.and_(in_the_match(code), b.not_(taught))]", one_word
    ),
    "players who are not there learn": Mutant(
        places,
        "_write_learn",
        "b.and_(players, in_the_match(code))",
        "b.and_(players, cell((1 << layout.max_players) - 1))",
        one_word,
    ),
    "whoever saw a piece learns it anew, others do not": Mutant(
        places, "_teach", "learners = b.and_(now, b.not_(before))", "learners = b.and_(now, before)", one_word
    ),
    "players who see a place forget it": Mutant(
        knowledge, "_drop", "b.sub(ZERO, sees)", "b.sub(sees, ONE)", one_word
    ),
    "pools are not merged": Mutant(
        knowledge,
        "_regroup",
        "joins = b.or_(pools.has(pool, REACHES_OUT), sets.has(code, mixed, piece))",
        "joins = sets.has(code, mixed, piece)",
        some_pools,
    ),
    "a pool stays one although the others are known": Mutant(
        knowledge, "_regroup_one_pool", "sets.intersection(code, rest, hidden)", "rest", one_word
    ),
    "pieces of other pools are of the one pool": Mutant(
        knowledge,
        "_regroup_one_pool",
        "sets.difference(code, mixed, same)",
        "sets.difference(code, mixed, mixed)",
        some_pools,
    ),
    "the rest of a split pool keeps its number": Mutant(
        knowledge, "_regroup_one_pool", "renumber(rest)", "pass", one_word
    ),
    "the last pieces are of the pools of the first": Mutant(
        knowledge, "_pieces_of", "cell(full * WORD_BITS)", "ZERO", pools_of_many
    ),
    "what is drawn stays on its pile": Mutant(
        places, "_write_draw", "code.store(b.sub(number, ONE), pile.base)", "pass", LOVE
    ),
    "whoever sees what is drawn learns nothing": Mutant(
        places, "_write_draw", "_teach(code, info, place, piece, cell(source))", "pass", LOVE
    ),
    "all pieces are put together, and still lie where they lay": Mutant(
        places, "gather", "code.fill(code.at(first), 0, 8 * (end - first))", "pass", LOVE
    ),
    "the rest of a pool joins, too": Mutant(
        knowledge,
        "_regroup",
        "code.when(joins, lambda: join(piece), lambda: stay(piece, pool))",
        "join(piece)",
        pools_of_many,
    ),
    "absent players know what they see": Mutant(
        driver.Driver,
        "_start",
        'b.icmp_signed(">=", player, players)',
        'b.icmp_signed(">", player, players)',
        one_word,
    ),
    # -------------------------------------------------------------------- luck
    "luck is not quite even": Mutant(
        luck, "_write_below", "b.urem(b.sub(ZERO, bound), bound)", "ZERO", one_word
    ),
    "luck is redrawn too often": Mutant(
        luck,
        "_write_below",
        'b.icmp_unsigned(">=", low, least)',
        'b.icmp_unsigned(">=", low, bound)',
        one_word,
    ),
    "the last number is never drawn": Mutant(
        luck,
        "_write_below",
        "b.mul(b.zext(drawn, WIDE), b.zext(bound, WIDE))",
        "b.mul(b.zext(drawn, WIDE), b.zext(b.sub(bound, ZERO.type(1)), WIDE))",
        LOVE,
    ),
    "a shuffle ends one card early": Mutant(
        luck,
        "_write_shuffle",
        'code.branch(b.icmp_signed(">", now, cell(1)), body, done)',
        'code.branch(b.icmp_signed(">", now, cell(2)), body, done)',
        partial(test_emitter.test_a_pile_is_shuffled, 2),
    ),
}


def verdict(mutant: Mutant | None, test: Test) -> str:
    """How a test fails in a process of its own; empty if it passes."""
    child = os.fork()
    if child == 0:
        os._exit(_tried(mutant, test))
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            number = os.waitstatus_to_exitcode(status)
            return HOW[number] if number >= 0 else f"ended by signal {-number}"
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "does not end"


def _tried(mutant: Mutant | None, test: Test) -> int:
    os.environ[VARIABLE] = ""  # the cache knows the emitter by its files, which are not mutated
    try:
        if mutant is not None:
            mutant.seed()
        test()
    except AssertionError:
        return 1
    except BaseException:
        return 2
    return 0


def main(names: list[str]) -> int:
    """Prints how each mutant is caught; returns how many are not."""
    alive = 0
    for name in names or MUTANTS:
        mutant = MUTANTS[name]
        mutant.mutated()  # raises if there is no longer such a place in the source
        how = verdict(mutant, mutant.test)
        alive += not how
        print(f"{name}: {how or 'NOT CAUGHT'}", flush=True)
    return alive


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
