"""English words that carry the meaning of a sentence: no suggestion may lose one or make it part of a name."""

from __future__ import annotations

from typing import Final

NEGATIONS: Final = frozenset({
    "cannot", "not", "no", "nobody", "never", "nothing", "none", "without", "unless", "except", "neither", "nor",
    "unable", "forbidden", "prevent", "prevents", "unlike",
})  # fmt: skip
BINDING_WORDS: Final = frozenset({
    "instead", "exactly", "only", "secretly", "hidden", "simultaneously", "randomly", "random", "twice", "again",
    "always", "immediately", "alone", "together", "directly", "precisely", "solely",
})  # fmt: skip
"""Words that limit or bind."""
ADVERBS: Final = NEGATIONS | BINDING_WORDS | {
    "also", "anew", "anyway", "ever", "just", "later", "must", "now", "often", "once", "soon", "still", "thrice",
    "too",
}  # fmt: skip
"""Words that say how, when, how often or whether something happens, and so name nothing."""
