"""The threads in which the server works. What happens at tables has its own, the usual ones of asyncio: whoever makes
the server read rules over and over again must not keep others from choosing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")

LOADING = ThreadPoolExecutor(2, thread_name_prefix="loading")
"""For the rules of games that visitors look at or start."""
OPENING = ThreadPoolExecutor(2, thread_name_prefix="opening")
"""For matches that are read from the database."""


async def in_thread(work: Callable[[], Result], threads: ThreadPoolExecutor | None = None) -> Result:
    """Does something in a thread, so that other requests do not wait for it."""
    return await asyncio.get_running_loop().run_in_executor(threads, work)
