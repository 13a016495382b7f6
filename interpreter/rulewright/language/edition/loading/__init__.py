"""Loading an edition: reads its file and the editions that it extends, and merges them."""
