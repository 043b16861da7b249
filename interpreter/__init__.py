"""The machine that plays a checked game: lowering, engines, matches, views, simulation."""
