"""Search players (bots) for any game; they use only the information that their seat has."""

from rulewright.lab.players.search_budget import Budget
from rulewright.lab.players.search_player import Thought, think

__all__ = ["Budget", "Thought", "think"]
