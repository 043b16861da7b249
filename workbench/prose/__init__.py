"""Reads a rulebook as it was published, beside the game, and finds what does not fit: in the text, or in the game.

It needs no more than the words of the game and lists of ordinary words. All findings are warnings: a person judges
which of the two is wrong.
"""
