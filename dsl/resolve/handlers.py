"""The functions that resolve each sort of tree: the tables of all modules, put together in one place."""

from __future__ import annotations

from . import (
    aggregates,
    arithmetic,
    boards,
    conditions,
    distributed,
    expressions,
    filters,
    joined,
    number_tables,
    picks,
    selections,
)
from .context import Ways

WAYS = Ways(
    expressions={
        **expressions.EXPRESSIONS,
        **arithmetic.EXPRESSIONS,
        **selections.EXPRESSIONS,
        **picks.EXPRESSIONS,
        **aggregates.EXPRESSIONS,
        **number_tables.EXPRESSIONS,
        **boards.EXPRESSIONS,
        **distributed.EXPRESSIONS,
        **joined.EXPRESSIONS,
    },
    filters={**filters.FILTERS, **boards.FILTERS},
    condition=conditions.condition,
)
