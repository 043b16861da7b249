"""The native engine: a program as machine code, with the same bytes in memory at every decision as in every engine.

Only these modules import llvmlite, and nothing imports them until a native engine is wanted.
"""
