"""The open decisions of a position, what can be chosen there, and why something cannot."""
