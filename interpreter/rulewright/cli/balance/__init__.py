"""Balance reports: progress on the terminal, text and HTML page."""
