"""What a match refuses to do, and why. Each error has a code that `rulewright explain` knows."""

from __future__ import annotations


class MatchError(ValueError):
    """Something that was asked of a match cannot be done; the match is as it was before."""

    code = "RW700"

    def __init__(self, message: str, help_text: str = "") -> None:
        super().__init__(f"{message} ({help_text})" if help_text else message)
        self.message = message
        self.help = help_text


class IllegalChoiceError(MatchError):
    """The option is not open to this player now."""

    code = "RW701"


class NoDecisionError(MatchError):
    """There is nothing to choose: the match is over."""

    code = "RW702"


class SetupError(MatchError):
    """The number of players, or an option of the set-up, is not one that the game has."""

    code = "RW703"


class SaveError(MatchError):
    """A save or a record cannot be read: it is cut, altered, or no save at all."""

    code = "RW704"


class StaleSaveError(MatchError):
    """A save or a record is of another game, or of other rules."""

    code = "RW705"


class BrokenRulesError(MatchError):
    """The rules went wrong while they ran; `record` repeats it. The match is as it was before."""

    code = "RW706"

    def __init__(self, message: str, fault_code: str, where: str, record: str) -> None:
        super().__init__(f"{where}: {fault_code}: {message}" if where else f"{fault_code}: {message}")
        self.fault_code = fault_code
        self.where = where
        self.record = record
