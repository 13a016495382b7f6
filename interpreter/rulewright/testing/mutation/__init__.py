"""Mutation testing of rules: do scenarios detect small changes?"""
