"""What a player may know: who sees what, what players have learnt, and other pasts that look the same."""
