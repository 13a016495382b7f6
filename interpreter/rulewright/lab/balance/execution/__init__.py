"""Execution of chunks of games, on local workers or a cluster."""
