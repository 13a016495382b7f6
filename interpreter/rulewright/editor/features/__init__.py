"""Editor features, one module each."""
