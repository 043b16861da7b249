"""A game while somebody designs it at a table: its files are followed, and matches are carried on under new rules."""
