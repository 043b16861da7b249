"""Kernels: what is the same in every game and worth machine code, written once, in a small part of Python.

Where there is machine code, `native.translate` makes it from these functions; elsewhere they run as they are.
"""
