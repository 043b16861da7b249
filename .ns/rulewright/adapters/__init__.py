"""Games for other libraries: `pettingzoo`, `gymnasium` and `openspiel`. Each needs the extra of its name."""
