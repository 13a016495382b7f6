"""The state of a game and the choices that change it.

Pure: no I/O, no clock, no chance but the game's own random generator.
"""
