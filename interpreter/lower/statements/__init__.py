"""Lowers statements: what moves pieces, changes states, branches and repeats."""
