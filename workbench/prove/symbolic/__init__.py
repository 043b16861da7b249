"""What follows from the ranges of states and from what is printed alone: conditions as formulas, decided by Z3, and
shown by scenarios that were run."""
