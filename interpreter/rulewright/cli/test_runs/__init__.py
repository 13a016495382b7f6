"""The parts of `rulewright test`: coverage, mutation testing, and running again after changes."""
