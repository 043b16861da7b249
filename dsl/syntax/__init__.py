"""From a text to syntax trees: the keywords, a game's vocabulary, the lexer, the grammar and its parser."""
