"""Mutation testing of rules: do scenarios detect small changes?

DeMillo, Lipton and Sayward, *Hints on test data selection*, 1978.
"""
