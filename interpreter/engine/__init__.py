"""What every engine offers, whichever way it runs a program."""
