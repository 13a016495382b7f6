"""The IR as text."""
