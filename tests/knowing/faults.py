"""Faults that decide what a seat knows, one in each of many guards; each is found by a quick test."""

from __future__ import annotations

from knowing.planting import Fault

PYTHON, KNOWING = "runtime.python.card_moves", "native.emit.moves.card_knowledge"

RUNTIME = (
    Fault(
        "who did not see it go still knows the card that has moved, in Python",
        PYTHON,
        "                known &= viewer_mask\n",
        "",
    ),
    Fault(
        "who did not see it go still knows the card that has moved, natively",
        KNOWING,
        "self.set_known(piece, known | viewers)",
        "self.set_known(piece, self.known(piece) | viewers)",
    ),
    Fault(
        "a seat never forgets, in Python",
        PYTHON,
        "                for other in rest:\n                    row[base + other] &= viewer_mask",
        "                for other in rest:\n                    row[base + other] &= viewer_mask | 1",
    ),
    Fault(
        "a seat never forgets, natively",
        KNOWING,
        "self.set_known(piece, self.known(piece) & viewers)",
        "self.set_known(piece, self.known(piece) & (viewers | 1))",
    ),
    Fault(
        "a copy is never mistaken for another, in Python",
        PYTHON,
        "for other in rest if who else ():",
        "for other in ():",
    ),
    Fault(
        "a copy is never mistaken for another, natively",
        "native.runtime.moves",
        "self.set_known(other, self.known(other) ^ lost)",
        "self.set_known(other, self.known(other))",
    ),
    Fault(
        "nobody forgets what leaves an ordered place unseen, in Python",
        PYTHON,
        "            if viewer_mask != self._everybody:\n",
        "            if viewer_mask != self._everybody and source not in self._ordered:\n",
    ),
    Fault(
        "nobody forgets what leaves an ordered place unseen, natively",
        KNOWING,
        "with self.when(viewers != self.builder.everybody), self.when(others):",
        "with self.when(0):",
    ),
    Fault(
        "after an exchange of an order with none all know what they knew, in Python",
        PYTHON,
        "remaining = self._everybody if is_alike else viewer_mask",
        "remaining = self._everybody",
    ),
    Fault(
        "after an exchange of an order with none all know what they knew, natively",
        "native.runtime.exchanges",
        "choose(same_kind, wasm.number(self.everybody), viewers)",
        "wasm.number(self.everybody)",
    ),
    Fault(
        "after an exchange of two cards their places are remembered, in Python",
        PYTHON,
        "            for card in row[cell] if len(row[cell]) > 1 else ():\n",
        "            for card in ():\n",
    ),
    Fault(
        "after an exchange of two cards their places are remembered, natively",
        "native.runtime.exchanges",
        "self.forget_pieces(place, viewers)",
        "pass",
    ),
    Fault(
        "who sees a card shown takes it for no copy, natively",
        "native.runtime.shuffles",
        'self.run("confuse_copies", self.state, piece, new, *rest)',
        "pass",
    ),
    Fault(
        "showing a card lets others forget it, natively",
        "native.runtime.shuffles",
        "self.set_known(piece, self.known(piece) | who)",
        "self.set_known(piece, who)",
    ),
    Fault(
        "a shuffle is forgotten by nobody, in Python",
        PYTHON,
        "        for card in row[cell]:\n            row[base + card] &= viewer_mask",
        "        for card in ():\n            row[base + card] &= viewer_mask",
    ),
    Fault(
        "a shuffle is forgotten by nobody, natively",
        "native.runtime.shuffles",
        "self.link_from_array(place, list_)\n        self.forget_unseen(place)",
        "self.link_from_array(place, list_)",
    ),
    Fault(
        "a card that was shown and is moved is followed by nobody, in Python",
        PYTHON,
        "        if clear >= SHOWN_TO_ALL:\n",
        "        if clear >= SHOWN_TO_ALL and not clear:\n",
    ),
    Fault(
        "a card that was shown to one and is moved is followed by all, natively",
        KNOWING,
        "shown = choose(clear == SHOWN_TO_ALL, everybody, one)",
        "shown = choose(clear == SHOWN_TO_ALL, everybody, everybody)",
    ),
)
"""What the oracle finds, in one engine each: so it finds it in both at once."""

ALIKE = (
    Fault(
        "what a seat has learnt of cards that lie where it does not look does not count",
        "runtime.observation.visibility",
        "[cells[place] or bits & bit != 0 for place, bits in learnt]",
        "[cells[place] for place, bits in learnt]",
    ),
    Fault(
        "for what hidden card a phase is played can be told",
        "runtime.observation.observer",
        "may_read = self.may_read_subject(visible, subject)",
        "may_read = True",
    ),
    Fault(
        "all numbers that only their owners see are the first one's",
        "runtime.observation.visibility",
        "first = run.base + run.each * seat",
        "first = run.base",
    ),
    Fault(
        "marks on cards that are not known are not seen",
        "runtime.observation.observer",
        "if value in something and not",
        "if value in something and",
    ),
)
"""What `test_looking_alike` finds."""

IN_SIGHT = (
    Fault(
        "for what hidden card a phase is played may be told",
        "runtime.observation.visibility",
        "if value < 0 or not subject.is_card or known[value]:",
        "if value >= -1:",
    ),
    Fault(
        "what belongs to another for a label may be told",
        "runtime.observation.visibility",
        "first = run.base + run.each * seat",
        "first = run.base + seat",
    ),
    Fault(
        "where a hidden card lies may be told",
        "runtime.observation.disclosure",
        "return bool(value < 0 or self.known[value])",
        "return True",
    ),
)
"""What `test_in_sight` finds."""
