"""Players of any game. What they know is what their seat may know."""

from rulewright.lab.players.search_budget import Budget
from rulewright.lab.players.search_player import Thought, think

__all__ = ["Budget", "Thought", "think"]
