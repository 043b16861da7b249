"""The web server behind another one: by a small one, which does what the examples in docs/web.md say.

Neither Caddy nor nginx runs here, and nothing speaks HTTPS. What the examples say is read from the page, so that they
fit what the server expects.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rulewright.workbench.cli import main
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from .test_web_door import Server, serving

PAGE = Path(__file__).parents[2] / "docs/web.md"
PUBLIC = "https://table.example"
Headers = dict[str, str]


def example(start: str) -> str:
    """The block of the page that contains a text."""
    blocks = re.findall(
        r"^```(?:text|nginx|ini|dockerfile)\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL
    )
    (found,) = [one for one in blocks if start in one]
    return str(found)


def as_caddy(given: Headers, client: str) -> tuple[str, Headers]:
    """Where a request goes, and with which headers: `reverse_proxy` passes on all of them, and WebSockets, and itself
    writes where the visitor comes from."""
    found = re.search(
        r"^table\.example \{\n +reverse_proxy (\S+)\n\}$", example("reverse_proxy"), re.MULTILINE
    )
    assert found is not None
    return found[1], given | {"x-forwarded-for": client, "x-forwarded-proto": "https"}


def as_nginx(given: Headers, client: str) -> tuple[str, Headers]:
    """The same with `proxy_pass`: without `proxy_set_header`, it passes on neither the host nor the upgrade."""
    text = example("proxy_pass")
    found = re.search(r"proxy_pass http://(\S+);", text)
    assert found is not None
    assert "proxy_http_version 1.1;" in text
    upgrade = given.get("upgrade", "")
    kinds = re.search(r"map \$http_upgrade \$connection_upgrade \{\s*default (\w+);\s*'' +(\w+);\s*\}", text)
    assert kinds is not None
    values = {
        "$host": given["host"].partition(":")[0],
        "$remote_addr": client,
        "$scheme": "https",
        "$http_upgrade": upgrade,
        "$connection_upgrade": kinds[1] if upgrade else kinds[2],
    }
    sent = given | {"host": "127.0.0.1:8000", "connection": "close", "upgrade": ""}
    for name, value in re.findall(r"proxy_set_header (\S+) (\S+);", text):
        sent[name.lower()] = values[value]
    return found[1], {name: value for name, value in sent.items() if value}


def _pumped(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while part := source.recv(65_536):
            target.sendall(part)
        target.shutdown(socket.SHUT_WR)


def _passed_on(
    client: socket.socket, address: str, port: int, rewrite: Callable[[Headers, str], tuple[str, Headers]]
) -> None:
    with client, contextlib.suppress(OSError):
        head = b""
        while b"\r\n\r\n" not in head:
            part = client.recv(65_536)
            if not part:
                return
            head += part
        text, _, body = head.partition(b"\r\n\r\n")
        first, *lines = text.decode().split("\r\n")
        given = {name.lower(): value.strip() for name, _, value in (one.partition(":") for one in lines)}
        wanted, headers = rewrite(given, address)
        assert wanted == "127.0.0.1:8000"  # where the server is by default
        sent = "\r\n".join([first, *(f"{name}: {value}" for name, value in headers.items())]) + "\r\n\r\n"
        with socket.create_connection(("127.0.0.1", port), 20) as server:
            server.settimeout(None)
            server.sendall(sent.encode() + body)
            back = threading.Thread(target=_pumped, args=(server, client), daemon=True)
            back.start()
            _pumped(client, server)
            back.join()


@contextlib.contextmanager
def in_front(server: Server, rewrite: Callable[[Headers, str], tuple[str, Headers]]) -> Iterator[int]:
    """A web server in front of the server; its port."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def go_on() -> None:
            with contextlib.suppress(OSError):
                while True:
                    client, address = listening.accept()
                    arguments = (client, address[0], server.port, rewrite)
                    threading.Thread(target=_passed_on, args=arguments, daemon=True).start()

        accepting = threading.Thread(target=go_on, daemon=True)
        accepting.start()
        yield listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)
        accepting.join()


@pytest.mark.parametrize("rewrite", [as_caddy, as_nginx])
def test_behind_another_web_server(
    rewrite: Callable[[Headers, str], tuple[str, Headers]], tmp_path: Path
) -> None:
    with serving(tmp_path, "--public", PUBLIC, PAGES_OF_ONE=3) as server, in_front(server, rewrite) as port:

        def post(data: object, **more: str) -> tuple[int, dict[str, object]]:
            asking = http.client.HTTPConnection("127.0.0.1", port, 20)
            headers = {"Host": "table.example", "Origin": PUBLIC, **more}
            asking.request("POST", "/api/matches", json.dumps(data), headers)
            answer = asking.getresponse()
            with contextlib.closing(asking):
                return answer.status, json.load(answer)

        new = {"game": "classics/tic-tac-toe", "players": ["Ann", "Bob"], "plays": ["person", "person"]}
        assert post(new, Origin="https://elsewhere.example")[0] == 403
        status, match = post(new)
        assert status == 200

        with contextlib.ExitStack() as stack:

            def joined(source: str, **more: str) -> str:
                page = stack.enter_context(
                    connect(
                        f"ws://table.example:{port}/api/ws",
                        sock=socket.create_connection(("127.0.0.1", port), 20, (source, 0)),
                        origin=Origin(PUBLIC),
                        additional_headers=more,
                    )
                )
                page.send(json.dumps({"type": "join", "match": match["match"]}))
                return str(json.loads(page.recv(20))["type"])

            assert [joined("127.0.0.2") for _ in range(3)] == ["joined"] * 3
            for pretended in ({}, {"X-Forwarded-For": "192.0.2.7"}, {"X-Forwarded-For": "127.0.0.1"}):
                with pytest.raises(InvalidStatus):
                    joined("127.0.0.2", **pretended)
            assert joined("127.0.0.3") == "joined"


def test_only_named_web_servers_are_believed(tmp_path: Path) -> None:
    with serving(tmp_path, "--proxy", "127.0.0.64/26", LOOKS=0.0, LOOKS_AT_ONCE=1.0) as server:

        def status(source: str, visitor: str) -> int:
            asking = http.client.HTTPConnection("127.0.0.1", server.port, 20, (source, 0))
            asking.request("GET", "/api/games/classics%2Ftic-tac-toe", headers={"X-Forwarded-For": visitor})
            with contextlib.closing(asking):
                return asking.getresponse().status

        assert [status("127.0.0.70", f"192.0.2.{one}") for one in (1, 2, 1)] == [200, 200, 429]
        assert [status("127.0.0.7", f"192.0.2.{one}") for one in (3, 4)] == [200, 429]
        assert [status("127.0.0.1", one) for one in ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1")] == [
            200,
            429,
            200,
        ]


@pytest.mark.parametrize("wrong", ["table.example", "10.0.0.1/8", "*", ""])
def test_a_web_server_is_named_by_its_address(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--http", "--proxy", wrong]) == 2
    assert "--proxy is an address or a network" in capsys.readouterr().err
