"""Passes over a whole program, after everything in it has been lowered: `pipeline` lists them in order."""
