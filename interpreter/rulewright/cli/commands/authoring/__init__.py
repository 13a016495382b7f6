"""Commands that check, test and change files of rules."""
