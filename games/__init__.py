"""The shipped games. Data only: this package holds no code besides this mark."""
