"""A match with its seats, below every server: who plays, what may be chosen, taken back and known; games on offer."""
