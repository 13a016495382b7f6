"""A rule that is changed in one word changes the games of both engines, or of neither.

Every third word is changed, with --long each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from engines.kit import native
from fuzz.targets import TINY, text_of
from rulewright.language.edition.loading.merge import changes_for
from rulewright.language.link.from_program import make_world
from rulewright.language.text import Complaints
from rulewright.runtime.game.random_playouts import play_random_game
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.outcome_rules import GameSummary
from rulewright.runtime.lower.from_world import lower_world, module_of
from rulewright.runtime.lower.setup_validation import SetupValidator
from rulewright.runtime.python.python_engine import PythonEngine
from tiers import LONG, sample

pytest.importorskip("wasmtime")

SEEDS = [(seed, seed * 7 + 1) for seed in range(8)]
OTHER = {
    "most": "least", "least": "most", "top": "bottom", "bottom": "top", "is": "is not", "+": "-",
    "may": "", "less": "more", "more": "less", "and": "or", "or": "and", "all": "no", "no": "any",
}  # fmt: skip
"""What stands in the place of a word; a number gets one more."""


def mutants() -> Iterator[str]:
    """The rules of a small game with one word exchanged, wherever one can be."""
    text = text_of(TINY.files[0])
    for found in re.finditer(r"(?<![\w-])(\d+|[a-z]+|\+)(?![\w-])", text):
        word = found.group()
        other = str(int(word) + 1) if word.isdigit() else OTHER.get(word)
        if other is not None:
            yield text[: found.start()] + other + text[found.end() :]


def module_from(text: str) -> Module | None:
    """The game of these rules; None if they are refused."""
    complaints = Complaints()
    program, edition = TINY.program(TINY.files[0], text, complaints), TINY.loaded()
    if complaints.has_errors:
        return None
    world = make_world(program, edition, changes_for(edition, 3), 3, complaints)
    work = None if complaints.has_errors else lower_world(world, complaints, SetupValidator())
    return None if work is None or complaints.has_errors else module_of(work)


def played(module: Module) -> tuple[list[GameSummary | None], list[GameSummary | None]]:
    """The same games on both engines."""
    python = PythonEngine(module)
    return [play_random_game(python, *pair) for pair in SEEDS], list(native(module).playouts(SEEDS))


@pytest.mark.rotating
def test_both_engines_play_a_changed_rule() -> None:
    usual = module_from(text_of(TINY.files[0]))
    assert usual is not None
    before, _ = played(usual)
    changed = same = 0
    for text in sample([*mutants()], every=9):
        module = module_from(text)
        if module is None:
            continue
        by_python, by_native = played(module)
        assert by_native == by_python, text
        changed += by_python != before
        same += by_python == before
    assert changed > (25 if LONG else 0), (changed, same)  # a push draws seven of 61 by date
