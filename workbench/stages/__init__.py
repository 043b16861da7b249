"""One text on its way through all passes: what each of them makes of it."""
