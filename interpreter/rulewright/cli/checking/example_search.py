"""Examples for sentences in free English, for the rules of one edition."""

from __future__ import annotations

from rulewright.assist.examples.declared_samples import SampleSearch
from rulewright.assist.examples.retrieval import RetrievedExample, Retriever
from rulewright.base.records import Draft, field
from rulewright.language.edition.edition import Edition
from rulewright.language.text import Complaints
from rulewright.testing.checks.incremental import IncrementalProgram

_OF_SAMPLES = 2
"""Most samples from shipped games beside worked examples."""


class ExampleSearch(Draft):
    """A search for examples in one edition."""

    edition: Edition
    retriever: Retriever = field(init=False)
    samples: SampleSearch = field(factory=SampleSearch)

    def __attrs_post_init__(self) -> None:
        rules = IncrementalProgram(self.edition)
        rules.whole_program(Complaints())
        colours = {label: style.colour.value for label, style in self.edition.looks.items()}
        self.retriever = Retriever.for_program(rules.program, colours)

    def nearest(self, sentence: str, most: int) -> list[RetrievedExample]:
        """Return at most `most` examples, worked examples before declarations of shipped games."""
        examples = self.retriever.nearest(sentence, most)
        if examples and examples[0].is_as_written:
            return examples
        samples = self.samples.nearest(sentence, self.retriever.names.folders, _OF_SAMPLES)
        return [*examples[: most - bool(samples)], *samples][:most]
