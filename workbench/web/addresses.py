"""One visitor has one address, or one network; and some web servers in front of this one say what it is."""

from __future__ import annotations

import functools
import ipaddress
from collections.abc import Iterable

import attrs
from starlette.requests import HTTPConnection

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
LOCAL = ("127.0.0.1", "::1")
"""A web server on this machine is believed."""


@functools.lru_cache(4096)
def visitor(address: str) -> str:
    """The visitor behind an address. Whoever has one address of IPv6 has all with the same first 64 bits, so these
    count as one."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:  # what a web server in front of this one calls it
        return address[:100]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


FORWARDED = ("x-forwarded-for", "x-forwarded-proto", "x-real-ip", "forwarded", "via")
"""What web servers in front of this one say of those who ask."""


def is_on_this_machine(asked: HTTPConnection) -> bool:
    """Whether somebody on this machine asks, not through a web server in front of this one."""
    if asked.client is None or any(one in asked.headers for one in FORWARDED):
        return False
    try:
        return ipaddress.ip_address(asked.client.host.partition("%")[0]).is_loopback
    except ValueError:
        return False


def _networks(given: Iterable[str]) -> tuple[Network, ...]:
    return tuple(ipaddress.ip_network(one) for one in given)


@attrs.frozen
class Proxies:
    """Web servers in front of this one, by address or network. Raises `ValueError` for what is neither."""

    networks: tuple[Network, ...] = attrs.field(converter=_networks, default=LOCAL)

    def knows(self, address: str) -> bool:
        """Whether a connection comes from one of them."""
        try:
            found = ipaddress.ip_address(address.partition("%")[0])
        except ValueError:
            return False
        mapped = getattr(found, "ipv4_mapped", None)
        return any((mapped or found) in one for one in self.networks)

    @property
    def names(self) -> list[str]:
        """As uvicorn wants them. A socket that listens for both kinds of address shows IPv4 as a part of IPv6."""
        return [*map(str, self.networks), *self._mapped()]

    def _mapped(self) -> Iterable[str]:
        for one in self.networks:
            if isinstance(one, ipaddress.IPv4Network):
                yield f"::ffff:{one.network_address}/{96 + one.prefixlen}"
