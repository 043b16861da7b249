"""From a game's document to the checked game: all names are declared, then all texts are resolved."""
