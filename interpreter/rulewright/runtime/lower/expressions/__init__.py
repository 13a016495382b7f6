"""Lowering of expressions, lists, values, facts and feasibility conditions."""
