"""What can stand at a place of a draft."""
