"""Requests must come from the server's own pages, and under a name of this server.

A page elsewhere must not play in the name of a visitor (the origin is checked), and no other name may be made to lead
here (the host is checked). The headers keep the page from loading or running anything that does not come from here.
"""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Collection, Mapping
from urllib.parse import urlsplit

import attrs
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .counters import COUNTERS

LOG = logging.getLogger("rulewright.web")
_STRANGER = (
    b'{"error":{"code":"RW733","message":"this request does not come from a page of this server",'
    b'"help":"start the server with --public and the address that people use","path":""}}'
)
_FAULT = b'{"error":{"code":"RW729","message":"this is a fault of Rulewright","help":"please report it","path":""}}'
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


@attrs.frozen
class Names:
    """The names under which this server can be reached: this machine's own, every address, and `public`, an origin
    such as https://table.example."""

    public: tuple[str, ...] = ()

    def knows_host(self, host: str) -> bool:
        """Whether a `Host` header names this server. An address cannot be made to lead elsewhere, as a name can."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
            if name == "localhost" or name in {urlsplit(one).hostname for one in self.public}:
                return True
            ipaddress.ip_address(name)
        except ValueError:  # neither a name that is known here, nor an address, or no host at all
            return False
        return True

    def knows_origin(self, origin: str | None, host: str, scheme: str = "http") -> bool:
        """Whether a request comes from a page of this server: one of the same scheme, host and port. If people reach
        a name by `https:`, a page of that name by `http:` is not ours: whoever stands in the way can make one."""
        if origin is None or not self.knows_host(host):
            return False
        known = {_origin(one) for one in self.public}
        given, own = _origin(origin), _origin(f"{_PLAIN.get(scheme, scheme)}://{host}")
        if own is not None and not _is_weaker(own, known):
            known.add(own)
        return given is not None and given in known


Origin = tuple[str, str, int]
_PORTS = {"http": 80, "https": 443}
_PLAIN = {"ws": "http", "wss": "https"}


def _is_weaker(own: Origin, known: Collection[Origin | None]) -> bool:
    return own[0] == "http" and any(one is not None and one[:2] == ("https", own[1]) for one in known)


def _origin(text: str) -> Origin | None:
    """The scheme, host and port of an origin; None if it is not one."""
    try:
        parts = urlsplit(text)
        port = parts.port or _PORTS.get(parts.scheme)
        rest = parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc
        return None if rest or not parts.hostname or port is None else (parts.scheme, parts.hostname, port)
    except ValueError:
        return None


class Guard:
    """ASGI middleware: refuses other hosts and other origins, and adds the headers."""

    def __init__(self, app: ASGIApp, names: Names) -> None:
        self.app = app
        self.names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        given = headers_of(scope)
        host, origin = given.get("host", ""), given.get("origin")
        reads = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        allowed = self.names.knows_host(host) and (
            reads or self.names.knows_origin(origin, host, scope.get("scheme", "http"))
        )
        started = False

        async def with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if not allowed:
            COUNTERS.add("refusals", "RW733")
            await _refuse(scope, receive, with_headers)
            return
        try:
            await self.app(scope, receive, with_headers)
        except Exception:  # what answers errors outside of this knows nothing of the headers
            if started or scope["type"] != "http":
                raise
            COUNTERS.add("faults")
            LOG.exception("a request failed")
            await _answer(with_headers, 500, _FAULT)


def headers_of(scope: Scope) -> Mapping[str, str]:
    """The headers of a request by their names in lower case."""
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": "not from here"})
        return
    await _answer(send, 403, _STRANGER)


async def _answer(send: Send, status: int, body: bytes) -> None:
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
