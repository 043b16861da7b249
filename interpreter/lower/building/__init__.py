"""What lowering is built with: procedures under construction, operations on expressions, names in scope."""
