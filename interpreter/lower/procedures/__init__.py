"""Lowers what becomes procedures: the flow, actions with the abilities that act on them, watches, printed texts."""
