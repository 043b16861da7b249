"""Answers requests of the protocol: keeps matches, and gives each seat what it may know and nothing else.

Each line of input gives one line of output, over any transport. A server belongs to one connection, which plays the
seats that it asked for and never learns what other seats know. Every input gets an answer, and a refused request
changes nothing.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable, Sequence
from typing import Any

import attrs

from ...dsl.languages import BASE
from ...interpreter import Match
from ...interpreter.match.decisions.decision import Decision
from ...interpreter.match.output.objects.boards import boards
from ...interpreter.match.output.objects.catalogue import catalogue
from ...interpreter.match.output.objects.classes import Event, Objects
from ...interpreter.match.output.objects.difference import difference
from ...interpreter.match.records.record import read_record
from ..installation import installed
from ..seats.latest import keep
from ..seats.library import GameLibrary
from ..seats.seating import players_given, seed_or_luck
from ..seats.state import events_kept, state_of
from ..wire.parts import GameData, GameParams, GameResult, MatchParams, SetUpOption, State
from ..wire.reading import LONGEST, parsed
from ..wire.refusals import RefusalError, error_of
from ..wire.shapes import read, write
from . import messages as p
from .host import Hosted, seated

MOST_MATCHES = 1_000
"""The most matches at a time."""
MOST_LOGS = 50
"""The lines of the log are kept for this many matches, those requested last."""
MOST_GIVEN = 200
"""The last answer is kept for this many seats; others get everything again."""
PAGE = 1_000
"""The most lines of a log, or events, in one reply."""
MOST_ACTIONS = 20_000
"""The most choices in a save, because all of them are replayed."""


@attrs.frozen
class Given:
    """The last objects sent to a seat, to compare with, and the number of events that it has read."""

    version: int
    objects: Objects
    next: int


class Server:
    """Keeps the matches of one connection, and answers the messages of docs/protocol.md, over any transport.

    Args:
        games: the games to offer besides those that ship, by name or path.
    """

    def __init__(self, games: Sequence[str] | GameLibrary = ()) -> None:
        self._library = games if isinstance(games, GameLibrary) else GameLibrary(games)
        self._held: dict[str, Hosted] = {}
        self._begun = 0
        self._version = 0
        self._given: dict[tuple[str, int | None], Given] = {}  # by match and seat, the latest last
        self._logs: dict[str, None] = {}  # the matches whose lines are kept, the latest last
        self._methods: dict[str, Callable[[Any], Any]] = {
            name: getattr(self, f"_{name}") for name in p.METHODS
        }

    def answer(self, line: bytes | str) -> str:
        """Answers one request.

        Args:
            line: one JSON object: `{"id": 1, "method": "new", "params": {"game": "my-game", "players": 2}}`.

        Returns:
            The reply: one line of ASCII without a line break. Nothing is raised; a refused request changes nothing,
            and its reply says why.
        """
        identity: object = None
        try:
            request = parsed(line, LONGEST)
            identity = _identity(request)
            reply = {"result": write(self._result(request))}
        except Exception as error:  # the connection survives every error
            reply = {"error": write(error_of(error))}
        return json.dumps({"id": identity, **reply}, separators=(",", ":"))

    def _result(self, request: dict[str, Any]) -> Any:
        _check_envelope(request)
        name = request["method"]
        method = p.METHODS.get(name)
        if method is None:
            raise RefusalError(
                "RW722", f"there is no method '{name[:50]}'", f"methods: {', '.join(p.METHODS)}"
            )
        params: Any = read(method.params, request.get("params", {}), "params")
        try:
            return self._methods[name](params)
        except RefusalError as error:
            raise error.within("params", getattr(params, "language", BASE)) from None

    # -------------------------------------------------------------------- the server

    def _hello(self, params: p.Nothing) -> p.HelloResult:
        return p.HelloResult(protocol=p.PROTOCOL, rulewright=installed(), methods=tuple(p.METHODS))

    def _games(self, params: p.Nothing) -> p.GamesResult:
        return p.GamesResult(games=tuple(read(GameData, one, "game") for one in self._library.titles()))

    def _game(self, params: GameParams) -> GameResult:
        game = self._library.game(params.game, params.variants)
        options = [
            SetUpOption(name=name, type=str(option.type)) for name, option in game.symbols.options.items()
        ]
        return GameResult(
            name=params.game,
            variants=params.variants,
            hash=game.content_hash,
            least=game.players[0],
            most=game.players[1],
            options=tuple(options),
        )

    def _catalogue(self, params: GameParams) -> p.CatalogueResult:
        return p.CatalogueResult(catalogue=catalogue(self._library.game(params.game, params.variants)))

    def _boards(self, params: GameParams) -> p.BoardsResult:
        return p.BoardsResult(boards=boards(self._library.game(params.game, params.variants)))

    # ------------------------------------------------------------- matches, as a whole

    def _new(self, params: p.NewParams) -> p.MatchData:
        self._check_room()
        game = self._library.game(params.game, params.variants)
        players = players_given(game, params.players)
        return self._hold(params, Match(game, players, seed_or_luck(params.seed), params.options))

    def _restore(self, params: p.RestoreParams) -> p.MatchData:
        self._check_room()
        game = self._library.game(params.game, params.variants)
        count = len(read_record(params.save)["actions"])
        if count > MOST_ACTIONS:
            message = f"this save has {count} choices; this server replays at most {MOST_ACTIONS}"
            raise RefusalError("RW728", message, path="save")
        return self._hold(params, Match.load(game, params.save, other_rules=params.other_rules))

    def _hold(self, params: p.NewParams | p.RestoreParams, match: Match) -> p.MatchData:
        plays = seated(match, params.seats, params.bots)
        if params.administrator is not None and len(params.administrator) > p.LONGEST_WORD:
            message = f"a password has at most {p.LONGEST_WORD} characters"
            raise RefusalError("RW721", message, path="administrator")
        hosted = Hosted(params.game, match, plays, params.administrator)
        hosted.let_bots_play()
        return self._add(hosted)

    def _check_room(self) -> None:
        if len(self._held) >= MOST_MATCHES:
            raise RefusalError("RW725", f"there are {MOST_MATCHES} matches already", "close some first")

    def _add(self, hosted: Hosted) -> p.MatchData:
        self._check_room()
        self._begun += 1
        name = f"m{self._begun}"
        self._held[name] = hosted
        return _match_data(name, hosted)

    def _matches(self, params: p.Nothing) -> p.MatchesResult:
        return p.MatchesResult(
            matches=tuple(_match_data(name, hosted) for name, hosted in self._held.items())
        )

    def _close(self, params: MatchParams) -> p.Nothing:
        self._find(params.match)
        del self._held[params.match]
        for key in [one for one in self._given if one[0] == params.match]:
            del self._given[key]
        return p.Nothing()

    def _save(self, params: p.AdministratorParams) -> p.SaveResult:
        return p.SaveResult(save=self._administered(params).match.save())

    def _undo(self, params: p.UndoParams) -> p.StateResult:
        if (params.administrator is None) == (params.seat is None):
            raise RefusalError("RW721", "give either 'administrator' or 'seat'", path="administrator")
        if params.seat is not None:
            hosted = self._seen(params.match, params.seat)
            _check_language(hosted, params.language)
            before = hosted.match
            hosted.take_back(params.seat)
        else:
            word = params.administrator or ""
            hosted = self._administered(p.AdministratorParams(match=params.match, administrator=word))
            before = hosted.match
            hosted.undo_any()
        self._take_back_events(params.match, before, hosted.match)
        return p.StateResult(state=_state(hosted))

    def _take_back_events(self, name: str, before: Match, after: Match) -> None:
        """Of what seats have read, events that an undo took back do not count: others come with their numbers."""
        for key, given in self._given.items():
            if key[0] == name:
                kept = min(given.next, events_kept(before, after, key[1]))
                self._given[key] = attrs.evolve(given, next=kept)

    def _clone(self, params: p.AdministratorParams) -> p.MatchData:
        return self._add(self._administered(params).copy())

    # ------------------------------------------------------------------- one seat

    def _decision(self, params: p.DecisionParams) -> p.DecisionResult:
        hosted = self._continued(params.match, params.seat)
        hosted.check_length()
        mine = next((one for one in hosted.match.decisions if one.player == params.seat), None)
        decision = _decision_data(mine, hosted.match) if mine is not None else None
        return p.DecisionResult(state=_state(hosted), decision=decision, turn=hosted.turns[params.seat])

    def _choose(self, params: p.ChoiceParams) -> p.StateResult:
        hosted = self._seen(params.match, params.seat)
        hosted.play(params.option, params.seat, params.turn)
        return p.StateResult(state=_state(hosted))

    def _why_not(self, params: p.WhyParams) -> p.ReasonResult:
        hosted = self._seen(params.match, params.seat)
        _check_language(hosted, params.language)
        reason = hosted.match.why_not(params.option, params.seat, params.language)
        return p.ReasonResult(reason=reason)

    def _view(self, params: p.ViewParams) -> p.ViewResult:
        hosted = self._continued(params.match, params.seat)
        _check_language(hosted, params.language)
        return p.ViewResult(view=hosted.match.view(params.seat, params.language))

    def _objects(self, params: p.ObjectsParams) -> p.ObjectsResult:
        hosted = self._continued(params.match, params.seat)
        self._note_log(params.match)
        now, key = hosted.match.objects(params.seat), (params.match, params.seat)
        last = self._given.get(key)
        events: tuple[Event, ...] = ()
        if last is not None and last.version == params.since:
            first = min(last.next, len(hosted.match.log(params.seat)))
            events = tuple(hosted.match.events(params.seat, first)[:PAGE])
            following = first + len(events)
            whole, changes = None, difference(last.objects, now)
        else:
            following = len(hosted.match.log(params.seat))
            whole, changes = now, None
        self._version += 1
        keep(self._given, key, Given(self._version, now, following), MOST_GIVEN)
        return p.ObjectsResult(
            state=_state(hosted),
            turn=None if params.seat is None else hosted.turns[params.seat],
            version=self._version,
            objects=whole,
            changes=changes,
            events=events,
            next=following,
        )

    def _events(self, params: p.EventsParams) -> p.EventsResult:
        hosted = self._continued(params.match, params.seat)
        self._note_log(params.match)
        count = len(hosted.match.log(params.seat))
        first = min(max(params.since, 0), count)
        found = tuple(hosted.match.events(params.seat, first)[:PAGE])
        following = first + len(found)
        return p.EventsResult(events=found, next=following, more=following < count)

    def _log(self, params: p.LogParams) -> p.LogResult:
        hosted = self._continued(params.match, params.seat)
        _check_language(hosted, params.language)
        self._note_log(params.match)
        return page_of(hosted.match, params)

    def _note_log(self, name: str) -> None:
        """Forgets the lines of matches that have not been requested for a long time."""
        for oldest in keep(self._logs, name, None, MOST_LOGS):
            if oldest in self._held:
                self._held[oldest].match.forget_log()

    def _find(self, name: str) -> Hosted:
        hosted = self._held.get(name)
        if hosted is None:
            raise RefusalError(
                "RW723", f"there is no match '{name[:50]}' here", "'matches' lists all matches"
            )
        return hosted

    def _seen(self, name: str, seat: int | None) -> Hosted:
        """The match, if this connection may look at it as this seat (it always may as an onlooker)."""
        hosted = self._find(name)
        if seat is not None and seat not in hosted.seats:
            played = ", ".join(map(str, hosted.seats)) or "none"
            raise RefusalError(
                "RW724", f"this connection does not play seat {seat}", f"seats played: {played}"
            )
        return hosted

    def _continued(self, name: str, seat: int | None) -> Hosted:
        """Like `_seen`, after bots that are still thinking have continued for a while."""
        hosted = self._seen(name, seat)
        hosted.let_bots_play()
        return hosted

    def _administered(self, params: p.AdministratorParams) -> Hosted:
        """The match, if the request has its administrator's password."""
        hosted = self._find(params.match)
        word = hosted.administrator
        if word is None:
            raise RefusalError("RW724", "this match has no administrator", "give 'administrator' to 'new'")
        if not hmac.compare_digest(word.encode(), params.administrator.encode()):
            raise RefusalError("RW724", "this is not the password of this match's administrator")
        return hosted


def _check_language(hosted: Hosted, language: str) -> None:
    """Refuses a language that the match does not have."""
    known = hosted.match.names.languages
    if language not in known:
        expected = " or ".join(f"'{one}'" for one in known)
        message = f"this should be {expected}, not '{language[:50]}'"
        raise RefusalError("RW721", message, path="language")


# ----------------------------------------------------------------------- messages


def _identity(request: dict[str, Any]) -> object:
    identity = request.get("id")
    if identity is not None and type(identity) not in (int, str):
        raise RefusalError("RW721", "this should be a text or a whole number", path="id")
    if len(str(identity)) > p.LONGEST_WORD:
        raise RefusalError("RW721", f"an id has at most {p.LONGEST_WORD} characters", path="id")
    return identity


def _check_envelope(request: dict[str, Any]) -> None:
    for key in request:
        if key not in ("id", "method", "params", "protocol"):
            raise RefusalError("RW721", f"a request has no key '{key[:50]}'", path="")
    if not isinstance(request.get("method"), str):
        raise RefusalError("RW721", "this should be the name of a method", path="method")
    if type(request.get("protocol", p.PROTOCOL)) is not int or request.get("protocol", 1) != p.PROTOCOL:
        raise RefusalError(
            "RW727",
            f"this server speaks only version {p.PROTOCOL} of the protocol",
            "see 'hello'",
            "protocol",
        )


def _state(hosted: Hosted) -> State:
    return state_of(hosted.match, hosted.seats, hosted.thinking_seats)


def _match_data(name: str, hosted: Hosted) -> p.MatchData:
    return p.MatchData(match=name, game=hosted.game, seats=hosted.seats, state=_state(hosted))


def page_of(match: Match, params: p.LogParams) -> p.LogResult:
    """A page of the log, after the lines that the reader has."""
    lines = match.log(params.seat, params.language)
    first = min(max(params.since, 0), len(lines))
    following = min(first + PAGE, len(lines))
    return p.LogResult(lines=tuple(lines[first:following]), next=following, more=following < len(lines))


def _decision_data(decision: Decision, match: Match) -> p.DecisionData:
    choices = match.choices(decision.player)
    languages = match.names.languages
    options = [
        p.OptionData(
            number=one.number,
            name=one.name,
            kind=one.kind,
            labels={language: one.label(language) for language in languages},
            id=choices[one.number].id,
            arguments=choices[one.number].arguments,
        )
        for one in decision.options
    ]
    prompts = {language: decision.ask(language) for language in languages}
    site = match.rules.facts.sites[decision.site]
    return p.DecisionData(kind=decision.kind, prompts=prompts, options=tuple(options), site=site)
