"""The database, its schema, identities and notifications."""
