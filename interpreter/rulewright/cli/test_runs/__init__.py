"""What `test` is made of: counting what rules came to pass, watching, and going step by step."""
