"""Phrases and names that every game may use, written in the language itself."""
