"""What a player may know, as numbers, for programs that learn."""
