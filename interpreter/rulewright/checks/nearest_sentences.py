"""What says in the rules of an edition what somebody has said in words of his own."""

from __future__ import annotations

from rulewright.checks.incremental import IncrementalProgram
from rulewright.edition.edition import Edition
from rulewright.program.advising.search import Found, Samples, Searcher
from rulewright.program.from_syntax import resolved, trees_of
from rulewright.records import Draft, field
from rulewright.text import Complaints, Fix, Source

_PLACES = ("rule", "deed", "condition")
_OF_SAMPLES = 2
_HOW_TO_SAY = "docs/how-to-say.md"


class Sentences(Draft):
    """Looks for sentences of one edition."""

    edition: Edition
    searcher: Searcher = field(init=False)
    samples: Samples = field(factory=Samples)
    _rules: IncrementalProgram = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._rules = IncrementalProgram(self.edition)
        self._rules.whole(Complaints())
        looks = {label: look.colour.value for label, look in self.edition.looks.items()}
        self.searcher = Searcher.over(self._rules.program, looks)
        self.searcher.certain = self._part

    def nearest(self, sentence: str, most: int) -> list[Found]:
        """What says a sentence, else what says parts of it and what is like it."""
        found = self.searcher.found(self.searcher.in_words(sentence), most)
        if any(each.is_whole and not each.part for each in found):
            return found
        samples = self.samples.nearest(sentence, _OF_SAMPLES)
        return [*found[: most - len(samples)], *samples]

    def _part(self, text: str, place: str) -> Found | None:
        """What certainly says a sentence or, at a place, a part of it."""
        for each in (place,) if place else _PLACES:
            if (lines := self._put_right(text, each)) is not None:
                return Found(lines, text, _HOW_TO_SAY, each, self.searcher.examples.done_by(lines))
        return None

    def _put_right(self, sentence: str, place: str) -> tuple[str, ...] | None:
        """The lines that say a sentence at a place, as far as the checker is sure of them."""
        text, own = self.searcher.scaffold.around((sentence.strip(),), place)
        source = Source("said", text)
        complaints = Complaints()
        below = self._rules.made[1] if self._rules.made is not None else None
        resolved(trees_of([source], complaints), complaints, None, below)
        about = [
            each
            for each in complaints
            if each.severity == "error" and each.span is not None and each.span.source == source
        ]
        wrong = [each for each in about if each.span is not None and each.span.line in own]
        if not wrong:
            return None if about else (sentence.strip(),)
        fix = wrong[0].fixes[0] if wrong[0].tried and wrong[0].fixes else None
        if fix is None or len(wrong) > 1 or fix.text.startswith("#"):
            return None
        return _with(text, fix, own)


def _with(text: str, fix: Fix, own: range) -> tuple[str, ...]:
    """The lines of a sentence after a change of it."""
    made = text[: fix.span.start] + fix.text + text[fix.span.end :]
    more = made.count("\n") - text.count("\n")
    lines = made.split("\n")[own.start - 1 : own.stop - 1 + more]
    deep = len(lines[0]) - len(lines[0].lstrip())
    return tuple(line[deep:] for line in lines)
