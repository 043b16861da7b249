"""Many matches between bots, in several processes, and what they count."""
