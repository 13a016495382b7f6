"""The terminal game of `rulewright play`."""
