"""How each sort of tree is resolved: the tables of all modules, put together in this one place."""

from __future__ import annotations

from . import arithmetic, boards, conditions, expressions, number_tables, selections
from .context import Ways

WAYS = Ways(
    expressions={
        **expressions.EXPRESSIONS,
        **arithmetic.EXPRESSIONS,
        **selections.EXPRESSIONS,
        **number_tables.EXPRESSIONS,
        **boards.EXPRESSIONS,
    },
    filters={**selections.FILTERS, **boards.FILTERS},
    condition=conditions.condition,
)
