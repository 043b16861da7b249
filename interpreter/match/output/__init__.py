"""What a reader gets of a position: a view, objects with ids, the log, and numbers."""
