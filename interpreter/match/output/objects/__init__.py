"""A match as objects with ids (pieces, places, cells, players, options), for programs that draw it for a player."""
