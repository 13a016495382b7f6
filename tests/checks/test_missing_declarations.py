"""A name that is used and not declared: the first help inserts a declaration that type-checks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from attrs import frozen

from checks.kit import BARD, check, check_open, our_table
from rulewright.base.library import find_library
from rulewright.language.text import Complaint, Fix
from tiers import sample

GAMES: Final = (
    "caravan", "crazy-eights", "expeditions", "fog-signals", "goofspiel", "hearts", "kuhn", "leduc",
    "liars-hand", "masked-ball", "oh-hell", "orchard", "tiny-hanabi",
)  # fmt: skip
DECLARATION: Final = re.compile(
    r"(?m)^(?:(?:labels|kind|there is|each \S+ has|setting|value|fact|event|phase|moment|table) .*"
    r"|an? \S+ may be .*)(?:\n(?:    .*)?)*(?=\n\S|\Z)|^    [a-z-]+: .*$"
)
"""Matches a declaration with its block, or the field of a kind."""
EVERY: Final = 90
STUBBORN: Final = frozenset({
    "labels peg: north, east, south, west",  # only the edition's table names the pegs
    "kind card, in order of price",  # its rules speak for the owner of a card
    "event a player takes a colour",  # of `take` and `stow` the help says which words the language has
    "event a player takes the trick",
    "event a player stows a peg",
    'moment claiming "you are believed"',  # the help shows another moment
    "value the found is the number of cards in any hand where it counts for the called-suit",
})  # fmt: skip
"""Declarations whose help leads to another complaint."""


@frozen
class Deletion:
    """A game without one of its declarations."""

    game: str
    path: Path
    declaration: str
    text: str

    def errors(self, fix: Fix | None = None) -> list[Complaint]:
        """Return the errors of the game, with `fix` applied to the file that it is about."""
        library, texts = find_library(), {self.path: self.text}
        if fix is not None:
            whole, at = fix.span.source.text, fix.span
            fixed = whole[: at.start] + fix.text + whole[at.end :]
            texts |= {library.root / at.source.name: fixed}
        found = check_open(library.folder("editions") / f"{self.game}.yaml", texts)
        return [each for each in found if each.severity == "error"]


def deletions() -> Iterator[Deletion]:
    """Yield each declaration of each small game, deleted."""
    for game in GAMES:
        for path in sorted((find_library().folder("rules") / game).glob("*.rules")):
            if ".scenarios." in path.name:
                continue
            text = path.read_text(encoding="utf-8")
            for each in DECLARATION.finditer(text):
                without = text[: each.start()] + text[each.end() :].removeprefix("\n")
                yield Deletion(game, path, each[0].split("\n")[0], without)


@pytest.mark.parametrize(
    "deletion",
    sample(list(deletions()), EVERY),
    ids=lambda each: f"{each.game}: {each.declaration}",
)
def test_the_first_help_declares_what_is_missing(deletion: Deletion) -> None:
    found = deletion.errors()
    if not found or deletion.declaration in STUBBORN:
        return
    first = found[0]

    (fix,) = first.fixes

    assert first.tried
    after = deletion.errors(fix)
    assert not any(each.message == first.message for each in after)
    assert all(each.span and each.span.source.name.endswith(".yaml") for each in after), after


@pytest.mark.parametrize(
    ("line", "help"),
    [
        (
            "set my songs to my songs + 1",
            "declare it: `each player has songs, a number, seen by everyone`",
        ),
        (
            "move all districts in my hand to the cellar",
            "declare it: `there is a cellar of districts, seen by everyone`",
        ),
        ("gain song-prize gold", "declare it: `setting song-prize: number = 1`"),
        ("the player to my left becomes merry", None),
        ("the host gives 1 gold to me", None),  # a local name that nothing introduces
        (
            "choose a host from other players\n        the host yields 2 gold to me",
            None,
        ),  # free English
    ],
)
def test_on_shipped_rules_only_what_is_surely_state(
    line: str, help: str | None, tmp_path: Path
) -> None:
    before, _, _ = BARD.partition("        choose a host")
    text = f"{before}        {line}\n"

    found = [each for each in check(our_table(tmp_path, text)) if each.severity == "error"]

    told = [each.help for each in found if "declare it" in (each.help or "")]
    assert told == ([help] if help else [])
