"""What people and other programs use: the command line, reading files, finding shipped games."""
