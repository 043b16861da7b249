"""The Python engine: a program as generated Python functions on one array of integers."""
