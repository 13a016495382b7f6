"""What `check` is made of: which files, their complaints, levels, the baseline, mending."""
