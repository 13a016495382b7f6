"""Mutation testing of rules, which shows whether scenarios detect small changes.

DeMillo, Lipton and Sayward, *Hints on test data selection*, 1978.
"""
