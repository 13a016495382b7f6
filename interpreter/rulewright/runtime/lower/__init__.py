"""Lowering: from the linked rules of a world to an IR module, with every name resolved.

A world is an edition with its settings and number of players.
"""
