"""Chunks of games, executed on local workers or a cluster."""
