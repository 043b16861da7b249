"""The protocol for other programs: its messages, and the server that answers them."""
