"""Reinforcement-learning environments for any edition: PettingZoo, Gymnasium and OpenSpiel.

Install their dependencies with `pip install "rulewright[fast,rl]"`; they are imported when an environment is
created.
"""

from rulewright.lab.envs import Edition, aec, open_spiel, vector

__all__ = ["Edition", "aec", "open_spiel", "vector"]
