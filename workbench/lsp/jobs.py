"""Starts work in processes of its own, and stops what nobody waits for any more."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sys
from collections.abc import Callable
from typing import Any

logger = logging.getLogger("rulewright.lsp")

_WORK = "rulewright.workbench.lsp.work"
_LINE = 64 * 1024 * 1024  # the most bytes of a line of results


class Jobs:
    """At most one job of each name runs; a new one takes the place of the old one."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Task[None]] = {}

    def start(
        self,
        name: str,
        job: dict[str, Any],
        each: Callable[[dict[str, Any]], None],
        done: Callable[[bool], None],
    ) -> None:
        """Begins a job. `each` gets every result, and `done` is called at the end, with whether it went well."""
        self.stop(name)
        self._running[name] = asyncio.get_running_loop().create_task(self._run(job, each, done))

    def stop(self, name: str) -> None:
        task = self._running.pop(name, None)
        if task is not None:
            task.cancel()

    def stop_all(self) -> None:
        for name in list(self._running):
            self.stop(name)

    async def _run(
        self, job: dict[str, Any], each: Callable[[dict[str, Any]], None], done: Callable[[bool], None]
    ) -> None:
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
            done(well)
