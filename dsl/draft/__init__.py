"""A game while somebody writes it: what can be said of it although parts are missing or wrong."""
