"""What somebody may mean, found by ranking: wishes, sentences of the game and rules of its cards by their words."""

from rulewright.program.advising.search.answering import SETTING, Searcher
from rulewright.program.advising.search.joining import Found
from rulewright.program.advising.search.samples import HERE, SAMPLE, Samples
from rulewright.program.advising.search.scaffold import Begun

__all__ = ["HERE", "SAMPLE", "SETTING", "Begun", "Found", "Samples", "Searcher"]
