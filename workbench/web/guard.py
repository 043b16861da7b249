"""Requests must come from the server's own pages, and under a name of this server.

A page elsewhere must not play in the name of a visitor (the origin is checked), and no other name may be made to lead
here (the host is checked). The headers keep the page from loading or running anything that does not come from here.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from urllib.parse import urlsplit

import attrs
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
        name = urlsplit(f"//{host}").hostname or ""
        if name == "localhost" or name in {urlsplit(one).hostname for one in self.public}:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def knows_origin(self, origin: str | None, host: str) -> bool:
        """Whether a request comes from a page of this server."""
        if origin is None or not self.knows_host(host):
            return False
        return origin in self.public or urlsplit(origin).netloc.lower() == host.lower()


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
        allowed = self.names.knows_host(host) and (reads or self.names.knows_origin(origin, host))
        if not allowed:
            await _refuse(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, with_headers)


def headers_of(scope: Scope) -> Mapping[str, str]:
    """The headers of a request by their names in lower case."""
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": "not from here"})
        return
    body = (
        b'{"error":{"code":"RW733","message":"this request does not come from a page of this server",'
        b'"help":"start the server with --public and the address that people use","path":""}}'
    )
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body})
