"""Lowers values and conditions: expressions, which have no side effects."""
