"""Linker: specialise a program for one edition, number of players, options and cast, and report misfits."""
