"""What pronouns stand for: shown behind them where that is not plain, and told of all that somebody points at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from rulewright.front.editing import file_wire
from rulewright.front.editing.positions import Positions
from rulewright.program.witness import Pronoun
from rulewright.text import real_path

_PLAIN = ("I", "me", "my")
"""Whoever the rule speaks for: nobody has to be told."""


def pronouns_in(found: Iterable[Pronoun], path: Path) -> Iterator[Pronoun]:
    """Those of a file."""
    return (each for each in found if real_path(Path(each.at.source.name)) == path)


def about(pronoun: Pronoun) -> str:
    """What it stands for, in a sentence."""
    word = pronoun.at.text
    if word in _PLAIN:
        return f"`{word}`: the player for whom the rule speaks"
    if word == "this":
        return f"`this`: the card that the rule stands on, {pronoun.sort}"
    of = f": each of `{' '.join(pronoun.of.text.split())}` in turn" if pronoun.of else ""
    return f"`{word}`: a {pronoun.sort}{of}"


def hints(found: Iterable[Pronoun], positions: Positions) -> Iterator[file_wire.InlayHint]:
    """What is shown behind the others of them."""
    for each in found:
        if each.at.text not in _PLAIN and each.sort:
            end = positions.range(each.at).end
            yield file_wire.InlayHint(end, f": {each.sort}", about(each))
