"""What says in the rules of an edition what somebody has said in words of his own."""

from __future__ import annotations

from rulewright.checks.incremental import IncrementalProgram
from rulewright.edition.edition import Edition
from rulewright.program.advising.search import Found, Samples, Searcher
from rulewright.records import Draft, field
from rulewright.text import Complaints

_OF_SAMPLES = 2


class Sentences(Draft):
    """Looks for sentences of one edition."""

    edition: Edition
    searcher: Searcher = field(init=False)
    samples: Samples = field(factory=Samples)

    def __attrs_post_init__(self) -> None:
        rules = IncrementalProgram(self.edition)
        rules.whole(Complaints())
        looks = {label: look.colour.value for label, look in self.edition.looks.items()}
        self.searcher = Searcher.over(rules.program, looks)

    def nearest(self, sentence: str, most: int) -> list[Found]:
        """What says a sentence, else what says parts of it and what is like it."""
        found = self.searcher.found(sentence, most)
        if any(each.is_whole and not (each.part or each.extra or each.remark) for each in found):
            return found
        names = self.searcher.names
        samples = self.samples.nearest(self.searcher.asked(sentence), names.folders, _OF_SAMPLES)
        return [*found[: most - bool(samples)], *samples][:most]
