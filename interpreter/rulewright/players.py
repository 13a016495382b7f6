"""Search players (bots) for any game; they use only the information that their seat has."""

from rulewright.lab.players.search_budget import SearchBudget as Budget
from rulewright.lab.players.search_player import SearchResult as Thought, think

__all__ = ["Budget", "Thought", "think"]
