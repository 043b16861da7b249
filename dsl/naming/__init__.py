"""Where every name of a draft is declared and used, and renaming."""
