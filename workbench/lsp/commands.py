"""What the server does when an editor asks for it: runs scenarios, and explains messages."""

from __future__ import annotations

import asyncio
from typing import Any

from .connection import Data, Failure
from .diagnostics import Diagnostics
from .findings import Finding, from_data
from .lenses import RUN, RUN_ALL
from .projects import Project
from .session import Session

EXPLAIN = "rulewright.explain"
COMMANDS = (RUN, RUN_ALL, EXPLAIN)
_MOST_TOLD = 5


class Commands:
    def __init__(self, session: Session, diagnostics: Diagnostics) -> None:
        self.session = session
        self.diagnostics = diagnostics

    async def execute(self, params: Data) -> Any:
        self.diagnostics.flush()
        arguments = params.get("arguments") or []
        command = params.get("command")
        if command == EXPLAIN:
            return self.explain(*arguments)
        if command in (RUN, RUN_ALL):
            return await self.run(*arguments)
        raise Failure(f"there is no command '{command}'")

    def explain(self, code: str = "", *_: Any) -> str:
        """Shows what a message means, as `rulewright explain` does."""
        from ...dsl.diagnostics.codes import CODES

        if code not in CODES:
            raise Failure(f"there is no code '{code}'")
        text = f"{code}: {CODES[code].title}\n\n{CODES[code].explanation}"
        self.session.tell(text)
        return text

    async def run(self, uri: str = "", name: str | None = None, *_: Any) -> Data:
        """Runs a scenario, or all of a document. Says whether it passed, and marks what differs."""
        document = self.session.workspace.documents.get(uri)
        project = self.session.workspace.project(document) if document is not None else None
        if document is None or project is None:
            raise Failure("this is no open file of scenarios of a game")
        job = {**self.diagnostics.job(project), "kind": "run", "file": str(document.path), "name": name}
        results: list[Data] = []
        finished: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def done(well: bool) -> None:
            if not finished.done():
                finished.set_result(well)

        version = project.version
        self.session.jobs.start(f"run {uri} {name}", job, results.append, done)
        well = await finished
        if not well and not results:
            raise Failure("the scenario could not be run: the log of the server says why")
        return self._told(project, document.name, name, results, project.version == version)

    def _told(
        self, project: Project, file: str, name: str | None, results: list[Data], current: bool
    ) -> Data:
        errors = [from_data(one) for result in results for one in result.get("failed", ())]
        ran = [result for result in results if "passed" in result]
        failed = [result for result in ran if not result["passed"]]
        passed = len(ran) - len(failed)
        if current:
            if name is None:
                project.results = {key: one for key, one in project.results.items() if key[0] != file}
            for result in ran:
                key = file, str(result["name"])
                found: tuple[Finding, ...] = tuple(from_data(one) for one in result["findings"])
                project.results.pop(key, None)
                if not result["passed"]:
                    project.results[key] = found
            self.diagnostics.publish()
        if errors:
            message = f"nothing was run: {errors[0].message}"
        elif not ran:
            message = f"there is no scenario '{name}' here" if name else "there are no scenarios here"
        elif name is not None:
            message = f"passed: {name}" if not failed else _failed(failed[0])
        else:
            message = f"{passed} passed, {len(failed)} failed"
            message += "".join(f"\n{_failed(one)}" for one in failed[:_MOST_TOLD])
        self.session.tell(message, wrong=bool(errors or failed or not ran))
        return {"passed": passed, "failed": len(failed), "message": message}


def _failed(result: Data) -> str:
    found = [from_data(one) for one in result["findings"]]
    reason = f": {found[0].message}" if found else ""
    help = f" ({found[0].help})" if found and found[0].help else ""
    return f"failed: {result['name']}{reason}{help}"
