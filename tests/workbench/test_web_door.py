"""The web server on a port, with few descriptors, and visitors who open connections and say, or read, nothing."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import select
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from rulewright.workbench.web.addresses import Proxies, visitor
from rulewright.workbench.web.app import STATIC
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

resource = pytest.importorskip("resource", reason="only some systems limit the files of a process")

GAME = "classics/tic-tac-toe"
BEGIN = """\
import json, resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, tuple(json.loads(sys.argv[1])))
from rulewright.workbench.cli import main
from rulewright.workbench.web import limits
for name, value in json.loads(sys.argv[2]).items():
    assert hasattr(limits, name)
    setattr(limits, name, value)
sys.exit(main(["serve", "--http", "--port", "0", *sys.argv[3:]]))
"""


@attrs.frozen
class Server:
    """A server in a process of its own."""

    address: str
    port: int
    process: subprocess.Popen[str]
    log: Path

    def start(self, headers: dict[str, str] | None = None) -> dict[str, Any]:
        body = {"game": GAME, "players": ["Ann", "Bob"], "plays": ["person", "person"]}
        request = urllib.request.Request(
            f"{self.address}/api/matches",
            json.dumps(body).encode(),
            {"Origin": self.address, **(headers or {})},
        )
        with urllib.request.urlopen(request, timeout=20) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def half_open(
        self, text: bytes = b"GET / HTTP/1.1\r\nHost: loc", source: str = "127.0.0.1"
    ) -> socket.socket:
        """A connection that sends only this."""
        found = socket.create_connection(("127.0.0.1", self.port), 20, (source, 0))
        found.sendall(text)
        return found


@contextlib.contextmanager
def serving(
    folder: Path, *arguments: str, files: tuple[int, int] = (256, 256), **limits: float
) -> Iterator[Server]:
    log = folder / "log"
    command = [sys.executable, "-c", BEGIN, json.dumps(files), json.dumps(limits)]
    with log.open("w") as errors:
        process = subprocess.Popen(
            [*command, "--matches", str(folder / "matches"), "--thinkers", "1", *arguments],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.search(r"http://\S+:(\d+)", said)
        assert found is not None, said + log.read_text()
        yield Server(found[0], int(found[1]), process, log)
    finally:
        process.terminate()
        assert process.wait(30) == 0
        assert process.stdout is not None
        process.stdout.close()


@contextlib.contextmanager
def at_table(
    server: Server, match: dict[str, Any], seat: int, **more: Any
) -> Iterator[tuple[ClientConnection, Any]]:
    """A page at a table, and what it was sent first."""
    url = server.address.replace("http", "ws") + "/api/ws"
    with connect(url, origin=Origin(server.address), max_size=None, **more) as page:
        page.send(json.dumps({"type": "join", "match": match["match"], "token": match["tokens"][seat]}))
        yield page, json.loads(page.recv(20))


def chosen(page: ClientConnection, table: dict[str, Any]) -> dict[str, Any]:
    """The answer to a choice."""
    option = table["objects"]["decision"]["options"][0]["id"]
    page.send(json.dumps({"type": "choose", "id": 1, "option": option, "turn": table["turn"]}))
    while True:
        message: dict[str, Any] = json.loads(page.recv(20))
        if message["type"] in ("reply", "refused"):
            return message


def count_closed(connections: list[socket.socket], seconds: float) -> int:
    """How many connections the server ends within a time."""
    ends = time.monotonic() + seconds
    closed = 0
    waiting = select.poll()
    by_number = {one.fileno(): one for one in connections}
    for number in by_number:
        waiting.register(number, select.POLLIN)
    while by_number and time.monotonic() < ends:
        for number, _ in waiting.poll(1000):
            with contextlib.suppress(ConnectionError):
                if by_number[number].recv(4096):
                    continue  # a refusal; the end comes after it
            waiting.unregister(number)
            del by_number[number]
            closed += 1
    return closed


def test_half_open_connections_keep_nobody_out(tmp_path: Path) -> None:
    """The system lets this server open 256 files. 700 connections come: some say nothing, some half of a request."""
    with serving(tmp_path, TO_ASK=2.0) as server, contextlib.ExitStack() as stack:
        match = server.start()
        page, table = stack.enter_context(at_table(server, match, 0))
        crowd = []
        for number in range(700):
            text = (b"", b"GET / HTTP/1.1\r\nHost: loc", b"POST /api/matches HTTP/1.1\r\n")[number % 3]
            crowd.append(stack.enter_context(server.half_open(text)))
        assert chosen(page, table)["type"] == "reply"
        assert server.start()["tokens"]
        second, _ = stack.enter_context(at_table(server, match, 1))
        second.send(json.dumps({"type": "language", "id": 7, "language": "en"}))
        assert count_closed(crowd, 20) == len(crowd)
        assert json.loads(page.recv(20))
        with urllib.request.urlopen(f"{server.address}/api/bots", timeout=20) as answer:
            assert answer.status == 200
        assert server.log.stat().st_size < 10_000
        assert server.log.read_text().count("\n") <= 2
        assert "crowded" in server.log.read_text()


def answer_on(connection: socket.socket) -> http.client.HTTPResponse | None:
    """The answer that came; none if the connection was only ended."""
    found = http.client.HTTPResponse(connection)
    try:
        found.begin()
    except ConnectionError:
        return None
    return found


def test_a_system_without_descriptors_is_borne(tmp_path: Path) -> None:
    """If something else uses up the descriptors that were left, connections wait, and the log has a line about it."""
    kept = {
        "SPARE_FILES": -100.0,
        "FILES_OF_PROCESS": 0.0,
    }  # the server believes that it has more than it has
    with serving(tmp_path, files=(64, 64), **kept) as server, contextlib.ExitStack() as stack:
        match = server.start()
        page, table = stack.enter_context(at_table(server, match, 0))
        with urllib.request.urlopen(f"{server.address}/api/bots", timeout=20) as answer:
            assert answer.status == 200
        for _ in range(150):
            stack.enter_context(server.half_open())
        ends = time.monotonic() + 60
        while "exhausted" not in server.log.read_text():
            assert time.monotonic() < ends
            time.sleep(0.1)
        assert chosen(page, table)["type"] == "reply"
        with urllib.request.urlopen(f"{server.address}/api/bots", timeout=20) as answer:
            assert answer.status == 200
        assert server.log.read_text().count("\n") == 1
        found = re.search(r"(\d+) exhausted", server.log.read_text())
        assert found is not None
        assert int(found[1]) < 500


def test_a_visitor_has_no_more_than_a_share(tmp_path: Path) -> None:
    """Connections whose requests are being answered are not ended; one address cannot have all of them."""
    slow = b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Length: 9\r\n\r\n{"
    with serving(tmp_path, TO_SEND=60.0) as server, contextlib.ExitStack() as stack:
        crowd = [stack.enter_context(server.half_open(slow, "127.0.0.2")) for _ in range(200)]
        refused = [one for one in crowd if select.select([one], [], [], 0.05)[0]]
        assert len(refused) >= 100
        answer = next(filter(None, map(answer_on, refused)))
        assert (answer.status, answer.headers["connection"]) == (503, "close")
        assert json.load(answer)["error"]["code"] == "RW732"
        match = server.start()  # from 127.0.0.1
        page, table = stack.enter_context(at_table(server, match, 0))
        assert chosen(page, table)["type"] == "reply"


def is_ended(connection: socket.socket) -> bool:
    """Whether the server ends a connection on which one byte after the other comes, and never a whole request."""
    connection.settimeout(0.1)
    for _ in range(200):
        try:
            connection.sendall(b"x")
            if not connection.recv(100):
                return True
        except TimeoutError:
            continue
        except ConnectionError:
            return True
    return False


def test_a_connection_that_goes_on_too_slowly_is_ended(tmp_path: Path) -> None:
    """Before a first request, and before a second one."""
    first = b"GET /api/bots HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with (
        serving(tmp_path, TO_ASK=1.0, KEEP_ALIVE=1, KEEP_ALIVE_OF_PROXY=1) as server,
        server.half_open(b"") as new,
        server.half_open(first) as again,
    ):
        answer = http.client.HTTPResponse(again)
        answer.begin()
        assert answer.read()
        for one in (new, again):
            one.sendall(b"GET /")
            assert is_ended(one)
        assert server.log.read_text() == ""  # nothing to worry about


def text_frame(text: str) -> bytes:
    """A message of a page, as it is on the wire."""
    assert len(text) < 126
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text.encode()


def deaf_page(server: Server, match: dict[str, Any]) -> socket.socket:
    """A page that joins, and reads nothing."""
    head = (
        f"GET /api/ws HTTP/1.1\r\nHost: localhost:{server.port}\r\nOrigin: {server.address}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    found.connect(("127.0.0.1", server.port))
    found.sendall(head.encode())
    assert found.recv(12) == b"HTTP/1.1 101"
    found.sendall(text_frame(json.dumps({"type": "join", "match": match["match"]})))
    for number in range(20):
        found.sendall(text_frame(json.dumps({"type": "replay", "id": number})))
    return found


def test_what_nobody_reads_is_ended(tmp_path: Path) -> None:
    """Many requests without reading an answer, and a page that does not read: both are ended, and others play on."""
    script = re.search(r'src="(/static/[^"]+[.]js)"', (STATIC / "index.html").read_text())
    assert script is not None
    wanted = f"GET {script[1]} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * 100
    with (
        serving(tmp_path, TO_READ=2.0, UNSENT_BYTES=4096, BETWEEN_LINES=0.1) as server,
        contextlib.ExitStack() as stack,
    ):
        match = server.start()
        page, table = stack.enter_context(at_table(server, match, 0))
        deaf = [stack.enter_context(server.half_open(wanted)), stack.enter_context(deaf_page(server, match))]
        assert chosen(page, table)["type"] == "reply"
        ends = time.monotonic() + 60
        while server.log.read_text().count("1 unread") < 2 and "2 unread" not in server.log.read_text():
            assert time.monotonic() < ends, server.log.read_text()
            time.sleep(0.1)
        for one in deaf:
            with contextlib.suppress(ConnectionError):
                while one.recv(1 << 20):
                    pass
        with urllib.request.urlopen(f"{server.address}/api/bots", timeout=20) as answer:
            assert answer.status == 200


def test_the_limit_of_open_files_is_raised(tmp_path: Path) -> None:
    with serving(tmp_path, files=(64, 1024)) as server, contextlib.ExitStack() as stack:
        found = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
        assert found == (1024, 1024)
        crowd = [stack.enter_context(server.half_open()) for _ in range(500)]
        assert not select.select(crowd[-300:], [], [], 0)[0]
        assert server.start()["tokens"]


# -------------------------------------------------------------------- whose a connection is


@pytest.mark.parametrize(
    ("address", "owner"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
        ("x" * 5000, "x" * 100),
    ],
)
def test_whoever_has_a_network_is_one_visitor(address: str, owner: str) -> None:
    assert visitor(address) == owner


def test_whom_the_server_believes() -> None:
    proxies = Proxies(("127.0.0.1", "::1", "10.0.0.0/8", "2001:db8::/32"))
    for one in ("127.0.0.1", "::ffff:127.0.0.1", "10.1.2.3", "::ffff:10.1.2.3", "2001:db8::5", "::1"):
        assert proxies.knows(one)
    for one in ("127.0.0.2", "11.0.0.1", "2001:db9::5", "", "unix:"):
        assert not proxies.knows(one)
    assert "::ffff:10.0.0.0/104" in proxies.names
