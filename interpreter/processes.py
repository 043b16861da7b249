"""Whether this Python has threads and processes."""

from __future__ import annotations

import sys

CAN_FORK = sys.platform != "emscripten"
"""Inside a page of a browser there are neither."""
