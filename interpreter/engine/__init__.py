"""What every engine offers, whichever way it runs a program, and how one is made beside other work."""
