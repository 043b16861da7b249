"""The notation of scenarios: their keys, and what names and values mean in a game. The interpreter runs them."""
