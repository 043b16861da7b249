"""What is wrong and where: diagnostics, their output formats, and the registry of their codes."""
