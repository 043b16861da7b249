"""Messages between the server and an editor: pygls frames and dispatches them, and they stay plain data.

Nothing that an editor sends ends the server. A handler that fails has answered with null, and standard error says
what happened.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from typing import Any

from pygls.exceptions import JsonRpcException
from pygls.protocol.json_rpc import (
    JsonRPCNotification,
    JsonRPCProtocol,
    JsonRPCRequestMessage,
    JsonRPCResponseMessage,
)
from pygls.server import JsonRPCServer

logger = logging.getLogger("rulewright.lsp")

Data = dict[str, Any]
Handler = Callable[[Any], Any]

_PARSE_ERROR = -32700
_INVALID_REQUEST = -32600
_NOT_INITIALIZED = -32002


class Failure(JsonRpcException):
    """What a request is answered with if it cannot be done; people read the message."""

    CODE = -32803


class Connection(JsonRPCServer):
    """A server on standard input and output. `handle` says what answers a method."""

    def __init__(self) -> None:
        super().__init__(_Plain, lambda: None, max_workers=1)  # type: ignore[arg-type, return-value]
        self.exit_code = 1  # until the editor has said goodbye
        self.is_open = False  # between `initialize` and `shutdown`

    def handle(self, method: str, handler: Handler) -> None:
        self.protocol.fm.features[method] = handler

    def notify(self, method: str, params: Any) -> None:
        self.protocol.notify(method, params)

    def request(self, method: str, params: Any, then: Callable[[Any], None] | None = None) -> None:
        """Asks the editor something; an error as an answer is only logged."""
        future = self.protocol.send_request(method, params)

        def answered(done: Any) -> None:
            if done.cancelled() or done.exception() is not None:
                logger.warning("the editor refused %s: %s", method, done)
            elif then is not None:
                then(done.result())

        future.add_done_callback(answered)

    def stop(self) -> None:
        """Ends the loop after the message that is being handled."""
        if self._stop_event is not None:
            self._stop_event.set()

    def report_server_error(self, error: Exception, source: Any) -> None:
        logger.error("%s: %s", getattr(source, "__name__", source), error)
        if isinstance(error, ValueError | RecursionError):  # pygls could not read a message
            assert isinstance(self.protocol, _Plain)
            self.protocol._refuse(None, "this is not JSON", _PARSE_ERROR)


class _Plain(JsonRPCProtocol):
    """The protocol of pygls, with parameters and results as they are on the wire."""

    def structure_message(self, data: Data) -> Any:
        """An object of a message; the outermost one becomes a message."""
        version = data.get("jsonrpc")
        if not isinstance(version, str):
            return data
        method, id = data.get("method"), data.get("id")
        if isinstance(method, str):
            params = data.get("params")
            if id is None:
                return JsonRPCNotification(method, version, params)
            return JsonRPCRequestMessage(id, method, version, params)
        if "error" in data and isinstance(id, str | int):
            return _Refused(id, version, data["error"])
        if "result" in data and isinstance(id, str | int):
            return JsonRPCResponseMessage(id, version, data["result"])
        return data

    def handle_message(self, message: Any) -> None:
        server = self._server
        assert isinstance(server, Connection)
        if isinstance(message, _Refused):
            error = message.error if isinstance(message.error, dict) else {}
            future = self._request_futures.pop(message.id, None)
            if future is not None:
                future.set_exception(JsonRpcException(str(error.get("message"))))
            return
        if isinstance(message, JsonRPCRequestMessage):
            opening = message.method == "initialize"
            if opening == server.is_open or server.protocol._shutdown:
                code = _INVALID_REQUEST if opening or server.protocol._shutdown else _NOT_INITIALIZED
                self._refuse(message.id, "this is not the time for it", code)
                return
        if not isinstance(
            message, JsonRPCRequestMessage | JsonRPCNotification | JsonRPCResponseMessage
        ) or not isinstance(getattr(message, "id", 0), str | int):
            logger.warning("this is no message: %.200r", message)
            if not (isinstance(message, dict) and message.keys() & {"result", "error"}):
                self._refuse(None, "this is no message", _INVALID_REQUEST)
            return
        super().handle_message(message)

    def _refuse(self, id: Any, message: str, code: int) -> None:
        self._send_data({"jsonrpc": self.VERSION, "id": id, "error": {"code": code, "message": message}})

    def _handle_cancel_notification(self, msg_id: Any) -> None:
        future = self._request_futures.pop(msg_id, None) if isinstance(msg_id, str | int) else None
        if future is not None:
            future.cancel()

    def _handle_notification(self, method_name: str, params: Any) -> None:
        if method_name == "$/cancelRequest":
            self._handle_cancel_notification(params.get("id") if isinstance(params, dict) else None)
            return
        super()._handle_notification(method_name, params)

    def _send_response(self, msg_id: Any, result: Any = None, error: Any = None) -> None:
        self._result_types.pop(msg_id, None)
        message: Data = {"jsonrpc": self.VERSION, "id": msg_id}
        if error is None:
            message["result"] = result
        else:
            message["error"] = {"code": error.code, "message": error.message}
        self._send_data(message)

    def _send_handler_result(self, future: Any, *, msg_id: Any) -> None:
        refused = None if future.cancelled() else future.exception()
        if isinstance(refused, Failure):  # an answer, and nothing that anybody need look into
            self._request_futures.pop(msg_id, None)
            self._refuse(msg_id, refused.message, refused.code)
            return
        super()._send_handler_result(future, msg_id=msg_id)

    def notify(self, method: str, params: Any = None) -> None:
        self._send_data({"jsonrpc": self.VERSION, "method": method, "params": params})

    def send_request(self, method: str, params: Any = None, callback: Any = None, msg_id: Any = None) -> Any:
        from concurrent.futures import Future

        self._last = getattr(self, "_last", 0) + 1
        id = f"rulewright-{self._last}" if msg_id is None else msg_id
        future: Future[Any] = Future()
        self._request_futures[id] = future
        self._send_data({"jsonrpc": self.VERSION, "id": id, "method": method, "params": params})
        return future


class _Refused:
    """The answer of the editor to a request that it refuses."""

    def __init__(self, id: str | int, jsonrpc: str, error: Any) -> None:
        self.id, self.jsonrpc, self.error = id, jsonrpc, error


def log_to(stream: Any = None) -> None:
    """Writes what goes wrong to standard error, which editors keep as the server's log."""
    logging.basicConfig(
        stream=stream or sys.stderr, level=logging.WARNING, format="%(levelname)s: %(message)s"
    )
