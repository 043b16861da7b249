"""A match at a terminal: the picture of a position, the words for it, and the questions."""
