"""A match: its decisions, what each player may know of it, its log, saves and records."""
