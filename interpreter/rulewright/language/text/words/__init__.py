"""English words: plurals, templates that inflect, and spelling suggestions."""
