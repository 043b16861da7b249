"""Rulewright's games for other libraries. Each adapter is the only importer of its library, and an extra."""
