"""What `import rulewright` offers beside the classes of the machine: games loaded, checked, tested and simulated."""
