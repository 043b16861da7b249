"""The table in the browser: a web server that keeps matches, and gives each seat its page."""
