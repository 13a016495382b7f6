"""The commands of `rulewright`, a module each."""
