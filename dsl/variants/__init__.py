"""A game's document with patches applied: their order, their conflicts, and what they remove."""
