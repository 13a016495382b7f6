"""Environments for learning: PettingZoo, Gymnasium and OpenSpiel views of any edition.

`pip install "rulewright[fast,rl]"` brings what they need; it is imported when an environment is made.
"""

from rulewright.lab.envs import Edition, aec, open_spiel, vector

__all__ = ["Edition", "aec", "open_spiel", "vector"]
