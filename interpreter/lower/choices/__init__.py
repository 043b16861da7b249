"""Lowers what players and luck decide: sites, their options and prompts, and whether something can be begun."""
