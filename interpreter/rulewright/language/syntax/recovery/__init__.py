"""Error recovery: diagnosis of syntax errors, completions, and placeholders for lines with errors."""
