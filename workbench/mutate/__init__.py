"""Measures how well a game is checked: mistakes are made in its rules on purpose, and the noticed ones are counted.

`parts` finds what can be wrong in a game, `mistakes` makes all mistakes that it knows there, `judge` finds out for
each mistake whether the checker or a scenario notices it, and `tally` counts.
"""
