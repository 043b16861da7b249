"""From syntax trees to typed trees: every reading of a text is resolved, and exactly one must remain."""
