"""Finding and reading the files of games: shipped ones, folders, single files, and text in place of a file."""
