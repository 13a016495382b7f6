"""The parts of `rulewright check`: targets, complaints, severity levels, the baseline, and automatic fixes."""
