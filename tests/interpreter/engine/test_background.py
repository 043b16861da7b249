"""Compiling beside other work: the process may end or fork at any time."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

LARGE = """
import sys, threading, time
from rulewright.interpreter.engine import background
from rulewright.interpreter.native.compiling import compile_image

steps = ["entry0: br label %step0"]
for n in range(300):
    x = "%x" if n == 0 else f"%x{n}"
    steps.append(f"step{n}:")
    steps.append(f"%p{n} = mul i64 {x}, %y")
    steps.append(f"%c{n} = icmp slt i64 %p{n}, {n}")
    steps.append(f"br i1 %c{n}, label %then{n}, label %join{n}")
    steps.append(f"then{n}: br label %join{n}")
    steps.append(f"join{n}:")
    steps.append(f"%x{n + 1} = phi i64 [ %p{n}, %step{n} ], [ {n}, %then{n} ]")
    steps.append(f"br label %step{n + 1}")
steps += ["step300:", "ret i64 %x300"]
text = "".join(f"define i64 @f{n}(i64 %x, i64 %y) {{\\n" + "\\n".join(steps) + "\\n}\\n" for n in range(30))
begun = threading.Event()

def work():
    begun.set()
    while True:  # there is always a stage in progress
        compile_image(text, "full", background.stage)
"""


def run(code: str, seconds: float = 60) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", LARGE + textwrap.dedent(code)],
        env={**os.environ, "PYTHONPATH": str(ROOT / ".ns")},
        capture_output=True,
        text=True,
        timeout=seconds,
    )


@pytest.mark.parametrize("delay", [0.05, 0.3, 0.6])
def test_a_process_ends_while_a_thread_compiles(delay: float) -> None:
    done = run(
        f"""
        background.start(work, "compiling")
        begun.wait()
        time.sleep({delay})
        print("the end")
        sys.exit(7)
        """
    )
    assert (done.returncode, done.stdout, done.stderr) == (7, "the end\n", "")


def test_where_the_system_cannot_leave_it_undone_the_process_waits_for_the_stage() -> None:
    done = run(
        """
        background._leave_undone = lambda: False
        background.start(work, "compiling")
        begun.wait()
        time.sleep(0.3)
        sys.exit(7)
        """
    )
    assert (done.returncode, done.stderr) == (7, "")


def test_an_error_that_nobody_catches_is_still_reported() -> None:
    done = run(
        """
        background.start(work, "compiling")
        begun.wait()
        time.sleep(0.2)
        raise RuntimeError("of the program")
        """
    )
    assert done.returncode == 1
    assert "RuntimeError: of the program" in done.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_process_neither_hangs_nor_compiles() -> None:
    done = run(
        """
        import os
        background.start(work, "compiling")
        begun.wait()
        while not background._state.inside:
            time.sleep(0.001)
        child = os.fork()
        if child == 0:
            try:
                compile_image(text, "light", background.stage)
            except background.GivenUpError:
                os._exit(3 if background.is_orphaned() else 4)
            os._exit(5)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), background.is_orphaned())
        """
    )
    assert (done.returncode, done.stdout) == (0, "3 False\n"), done.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_process_that_is_forked_between_stages_compiles() -> None:
    done = run(
        """
        import os
        compile_image("define void @f() { ret void }", "light", background.stage)
        child = os.fork()
        if child == 0:
            os._exit(0 if compile_image("define void @f() { ret void }", "light", background.stage) else 1)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """
    )
    assert (done.returncode, done.stdout) == (0, "0\n"), done.stderr
