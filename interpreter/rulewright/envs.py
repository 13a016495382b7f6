"""Reinforcement-learning environments for any edition: PettingZoo, Gymnasium and OpenSpiel.

Install their dependencies with `pip install "rulewright[fast,rl]"`. PettingZoo and OpenSpiel are imported when an
environment is created; where Gymnasium is installed, its `make` finds every edition, as `rulewright/classic-v0`.
"""

from importlib.util import find_spec

from rulewright.lab.envs import Edition, aec, open_spiel, vector

__all__ = ["Edition", "aec", "open_spiel", "vector"]

if find_spec("gymnasium") is not None and find_spec("numpy") is not None:
    from rulewright.lab.envs.seat_env import register_all

    register_all()
