"""What `import rulewright` offers besides the interpreter's classes: load, check, test and simulate games."""
