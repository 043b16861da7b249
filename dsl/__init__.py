"""The rules language: text in, a checked game and diagnostics out. Opens no file, draws no luck."""
