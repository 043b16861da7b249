"""A match as text: records and saves, and what was chosen, by names."""
