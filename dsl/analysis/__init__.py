"""Analyses of resolved texts: where choices flow, what is secret, what must hold for a text to begin."""
