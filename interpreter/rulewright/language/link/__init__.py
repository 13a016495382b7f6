"""Program + edition + players + options + cast -> world: everything known, and what does not fit refused."""
