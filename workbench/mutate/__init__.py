"""How good the checking of a game is: mistakes are made in its rules on purpose, and it is seen who notices.

`parts` finds what of a game can be got wrong, `mistakes` gets it wrong in all the ways that it knows,
`judge` sees for each mistake whether the checker or a scenario tells of it, and `tally` counts.
"""
