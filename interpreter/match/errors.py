"""What a match refuses to do, and why. Each error has a code that `rulewright explain` knows."""

from __future__ import annotations

from typing import Any

from ...dsl.diagnostics.diagnostic import Diagnostic
from ...dsl.languages import BASE


class MatchError(ValueError):
    """A match cannot do what was asked; it has not changed."""

    code = "RW700"

    def __init__(self, message: str, help_text: str = "") -> None:
        super().__init__(f"{message} ({help_text})" if help_text else message)
        self.message = message
        self.help = help_text


class IllegalChoiceError(MatchError):
    """The option is not open to this player now."""

    code = "RW701"


class NoDecisionError(MatchError):
    """There is nothing to choose, for example because the match is over."""

    code = "RW702"


class SetupError(MatchError):
    """The number of players, or an option of the set-up, is not one that the game has."""

    code = "RW703"


class SaveError(MatchError):
    """A save or a record cannot be read: it is incomplete, altered, or not a save."""

    code = "RW704"


class StaleSaveError(MatchError):
    """A save or a record is of another game, or of other rules, with which it `may_be_tried`."""

    code = "RW705"

    def __init__(self, message: str, help_text: str = "", *, may_be_tried: bool = False) -> None:
        super().__init__(message, help_text)
        self.may_be_tried = may_be_tried


class BrokenRulesError(MatchError):
    """The rules went wrong while they ran; `record` repeats it. The match has not changed.

    `diagnostic` is the report for the author: what went wrong, and in which text of the rules.
    """

    code = "RW706"

    def __init__(self, diagnostic: Diagnostic, record: str) -> None:
        self.diagnostic = diagnostic
        self.fault_code = diagnostic.code
        self.where = str(diagnostic.span) if diagnostic.span is not None else ""
        self.record = record
        what = f"{self.fault_code}: {diagnostic.message}"
        super().__init__(f"{self.where}: {what}" if self.where else what)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.diagnostic, self.record)


class UndoError(MatchError):
    """A player may not undo: somebody has learnt something since, or another person has decided.

    `reasons` holds the reason in each language.
    """

    code = "RW707"

    def __init__(self, reasons: dict[str, str]) -> None:
        super().__init__(reasons[BASE])
        self.reasons = reasons

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.reasons,)


class EngineError(SetupError):
    """There is no such engine, or the native engine was asked for and this game or this installation has none."""

    code = "RW708"
