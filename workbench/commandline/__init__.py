"""What the commands share: arguments and their parsers, the console, progress and missing extras."""
