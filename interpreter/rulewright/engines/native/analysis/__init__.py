"""What is known of a module before anything is written: what comes to what, and between which numbers it lies."""
