"""A position of a match, its history, and what can be done with a memory as a whole."""
