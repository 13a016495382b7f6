"""Commands that check, test and change rule files."""
