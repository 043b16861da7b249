"""Work in other processes: whoever waits for a job is always answered."""

import asyncio

from rulewright.workbench.lsp.jobs import Jobs


def test_a_job_that_is_stopped_before_it_begins_ends() -> None:
    """Otherwise the request that waits for it would never be answered."""

    async def stopped() -> list[bool]:
        ended: list[bool] = []
        jobs = Jobs()
        jobs.start("one", {"kind": "check"}, lambda data: None, ended.append)
        jobs.start("one", {"kind": "check"}, lambda data: None, ended.append)  # takes the place of the first
        await jobs.stop_all()
        await asyncio.sleep(0)
        return ended

    assert asyncio.run(stopped()) == [False, False]


def test_a_job_that_fails_ends() -> None:
    async def failed() -> list[bool]:
        ended: list[bool] = []
        jobs = Jobs()
        jobs.start("one", {"kind": "there is no such job"}, lambda data: None, ended.append)
        while not ended:
            await asyncio.sleep(0.01)
        return ended

    assert asyncio.run(failed()) == [False]


def test_no_job_begins_once_all_have_been_stopped() -> None:
    """A process that was just being started when the loop closed was reported on the standard error."""

    async def late() -> tuple[list[bool], int]:
        ended: list[bool] = []
        jobs = Jobs()
        await jobs.stop_all()
        jobs.start("late", {"kind": "check"}, lambda data: None, ended.append)
        await asyncio.sleep(0)
        return ended, len(asyncio.all_tasks())

    assert asyncio.run(late()) == ([False], 1)
