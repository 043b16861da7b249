"""What programs do to the memory of a match: words, places, moves, knowledge, luck, faults."""
