"""The report of a game: pictures, and the page that they stand in."""
