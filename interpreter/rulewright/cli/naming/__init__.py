"""Names in rule and edition files: resolving them, finding references, and renaming."""
