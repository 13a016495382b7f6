"""What is found in a text by reading only what changed is found by reading it whole."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from rulewright.syntax.lexer import Excerpt, Lexer, Token
from rulewright.syntax.parse_failure import ParseFailure, Rereading
from rulewright.syntax.parser import grammar
from rulewright.text import Source

TEXT = """\
# A day.
phase day
    if (x is 1 or
            y is 2)
        earn 1 coins

    # More of it.
    for each player in players
        the player walks
            too deep
       uneven
    earn 3 coins
    otherwise
  set x to 4
"""


def found(failure: ParseFailure | None) -> object:
    """All that is known of a failure."""
    if failure is None:
        return None
    words = [(each.type, each.text, each.start, each.end) for each in failure.tokens]
    states = [failure.states_before(index) for index in range(failure.index)]
    return words, failure.index, failure.stacks, states, failure.token.excerpt.text


def test_a_text_of_which_lines_change_is_read_as_if_it_were_new() -> None:
    lot = random.Random(3)
    lines = TEXT.split("\n")
    others = [*lines, "", "    do nothing", "        x (", "phase night", "a )", "       x"]
    reading, source = Rereading(grammar()), Source("a.rules", TEXT)
    for _ in range(400):
        at, said = lot.randrange(len(lines)), lot.choice(others)
        # Mostly a line stays as long as it was; a change that nothing comes of is read again, too.
        lines[at] = said.ljust(len(lines[at])) if lot.random() < 0.9 else said
        if lot.random() < 0.1:
            lines = TEXT.split("\n")
        text = "\n".join(lines)
        excerpt = Excerpt(source, text, shift=int(lot.random() < 0.02))
        again = found(reading.first_failure(excerpt))
        assert again == found(Rereading(grammar()).first_failure(excerpt)), text


def test_what_stands_apart_from_a_change_is_not_read_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = Lexer._words
    made: list[Token] = []

    def counted(lexer: Lexer, excerpt: Excerpt, position: int = 0) -> Iterator[Token]:
        for token in usual(lexer, excerpt, position):
            made.append(token)
            yield token

    monkeypatch.setattr(Lexer, "_words", counted)
    text = "phase day\n" + "    earn 1 coins\n" * 200
    reading = Rereading(grammar())
    reading.first_failure(Excerpt(Source("a.rules", text), text))
    once = len(made)
    for line in range(20, 180, 8):
        place = len("phase day\n") + line * 17
        changed = text[:place] + "    do  nothing " + text[place + 16 :]
        assert reading.first_failure(Excerpt(Source("a.rules", changed), changed)) is None

    assert len(made) < 2 * once
