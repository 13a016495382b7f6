"""Statistics of many games: tallies, confidence sequences, verdicts and reports."""
