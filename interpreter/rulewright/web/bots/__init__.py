"""Processes in which bots think, and when they are asked."""
