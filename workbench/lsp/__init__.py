"""The language server: what editors ask about rules, over the Language Server Protocol (docs/lsp.md)."""
