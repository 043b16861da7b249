"""Faults planted in games on purpose, to see which of them `rulewright prove` finds, and by which part."""
