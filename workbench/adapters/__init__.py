"""Rulewright's games for other libraries. Each adapter needs an extra, and only it imports its library."""
