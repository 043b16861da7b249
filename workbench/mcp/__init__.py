"""The server of the Model Context Protocol, by which language models write, check and play games (docs/mcp.md)."""
