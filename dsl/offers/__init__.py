"""What texts offer: what must be possible before they begin, how they open, and the names of their choices."""
