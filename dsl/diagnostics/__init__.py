"""What is wrong and where: diagnostics, how they are shown, and the registry of their codes."""
