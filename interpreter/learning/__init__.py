"""Thousands of matches stepped together, for programs that learn. Only this room uses numpy."""

from ..extras import needed

needed("numpy", "learn")
