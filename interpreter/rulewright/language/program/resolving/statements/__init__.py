"""Resolution of statements, blocks, and sentences that perform an event."""
