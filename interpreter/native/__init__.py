"""The native engine: a program as machine code, which llvmlite compiles."""
