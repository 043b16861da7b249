"""Rulewright inside a page of a browser: what runs there, and the folder that a web space serves."""
