"""What somebody may mean, found by ranking: wishes, sentences of the game and rules of its cards by their words."""

from rulewright.program.advising.search.answering import Searcher
from rulewright.program.advising.search.joining import Found
from rulewright.program.advising.search.samples import SAMPLE, Samples
from rulewright.program.advising.search.scaffold import Begun

__all__ = ["SAMPLE", "Begun", "Found", "Samples", "Searcher"]
