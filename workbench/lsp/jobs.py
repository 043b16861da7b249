"""Starts work in processes of its own, and stops what nobody waits for any more."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sys
from collections.abc import Callable
from typing import Any

from ...interpreter import processes

logger = logging.getLogger("rulewright.lsp")

_WORK = "rulewright.workbench.lsp.work"
_LINE = 64 * 1024 * 1024  # the most bytes of a line of results
_QUIET = 0.3  # seconds


class Jobs:
    """At most one job of each name runs; a new one takes the place of the old one."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Task[bool]] = {}
        self._ending: set[asyncio.Task[bool]] = set()
        self._is_over = False

    def start(
        self,
        name: str,
        job: dict[str, Any],
        each: Callable[[dict[str, Any]], None],
        done: Callable[[bool], None],
    ) -> Callable[[], object]:
        """Begins a job. `each` gets every result, and `done` is called at the end, with whether it went well. Returns
        what stops the job. After `stop_all` nothing begins: a process just starting would outlive
        the loop."""
        if self._is_over:
            asyncio.get_running_loop().call_soon(done, False)
            return lambda: None
        self.stop(name)
        task = asyncio.get_running_loop().create_task(self._run(job, each))
        self._running[name] = task

        def ended(task: asyncio.Task[bool]) -> None:
            self._ending.discard(task)
            if self._running.get(name) is task:
                del self._running[name]
            done(not task.cancelled() and task.result())  # a job may be stopped before it has begun

        def stop() -> None:
            if self._running.get(name) is task:
                self.stop(name)

        task.add_done_callback(ended)
        return stop

    def stop(self, name: str) -> None:
        task = self._running.pop(name, None)
        if task is not None:
            self._ending.add(task)
            task.cancel()

    def keep(self, wanted: Callable[[str], bool]) -> None:
        """Stops all jobs but those with these names."""
        for name in [name for name in self._running if not wanted(name)]:
            self.stop(name)

    async def stop_all(self) -> None:
        """Stops all jobs for good, and waits until their processes are gone."""
        self._is_over = True
        self.keep(lambda name: False)
        await asyncio.gather(*self._ending, return_exceptions=True)

    async def _run(self, job: dict[str, Any], each: Callable[[dict[str, Any]], None]) -> bool:
        """Whether the job went well."""
        run = self._run_elsewhere if processes.CAN_FORK else self._run_here
        return await run(job, each)

    async def _run_here(self, job: dict[str, Any], each: Callable[[dict[str, Any]], None]) -> bool:
        """Without processes, everything else waits until the job is done. So it begins when nothing else is asked."""
        from .work import carry_out  # where there are processes, only they need it

        await asyncio.sleep(_QUIET)
        try:
            carry_out(job, each)
        except Exception:
            logger.exception("a job failed: %s", job["kind"])
            return False
        return True

    async def _run_elsewhere(self, job: dict[str, Any], each: Callable[[dict[str, Any]], None]) -> bool:
        process, well = None, False
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                _WORK,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LINE,
            )
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps(job).encode())
            process.stdin.close()
            while line := await process.stdout.readline():
                each(json.loads(line))
            well = await process.wait() == 0
            if not well:
                logger.warning("a job failed: %s", job["kind"])
        except (OSError, ValueError, ConnectionError) as error:
            logger.warning("a job failed: %s: %s", job["kind"], error)
        except Exception:
            logger.exception("a job failed: %s", job["kind"])
        finally:
            if process is not None and process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                if process.stdout is not None:
                    await process.stdout.read()
                await process.wait()
        return well
