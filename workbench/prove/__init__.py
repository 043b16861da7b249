"""Proofs: what always holds in a game, what can happen in it, and what it is worth."""
