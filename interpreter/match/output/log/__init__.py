"""The log of a match: what happened, in the words of its readers."""
