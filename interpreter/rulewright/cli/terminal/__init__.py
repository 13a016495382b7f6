"""`rulewright play`: a person, or nobody, and bots around one table in a terminal."""
