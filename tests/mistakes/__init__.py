"""Mistakes made on purpose, to see whether the tests that usually run would find them."""
