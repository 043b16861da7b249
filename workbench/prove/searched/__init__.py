"""Searches through the positions of a game, and what is asked of each."""
