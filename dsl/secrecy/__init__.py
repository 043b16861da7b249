"""Secrets: where choices flow, what may be shown to whom, and what not every player knows."""
