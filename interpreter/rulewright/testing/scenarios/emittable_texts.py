"""Decides whether the rules can emit a text at all, since a negated check of a text must be able to fail."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from rulewright.language.program import typed
from rulewright.language.program.checking.traversal import child_nodes, parts_of_program, walk
from rulewright.language.program.program import Program, ScenarioStatements
from rulewright.language.text import FORMS
from rulewright.runtime.game.compiled_game import CompiledGame

_WORD: Final = re.compile(r"[^\W\d_]+")
_OURS: Final = "a card cards nothing nobody yes no empty"
"""Words of the interpreter that a value may appear as."""


def literals_of(program: Program) -> tuple[str, ...]:
    """Return the literal words of each line that rules and scenarios emit, in all grammatical forms."""
    steps = (step for scenario in program.scenarios for step in scenario.steps)
    bodies = (part for step in steps if isinstance(step, ScenarioStatements) for part in step.body)
    rules = (part for thing in parts_of_program(program) for part in child_nodes(thing))
    nodes = walk((*bodies, *program.flow, *rules))
    return tuple(_literal(node.text) for node in nodes if isinstance(node, typed.Tell))


def can_be_emitted(
    text: str, literals: Sequence[str], game: CompiledGame, names: Sequence[str]
) -> bool:
    """Return whether one line contains all words of `text` that are neither names nor labels.

    The order of words is ignored, so this is an upper bound: some accepted texts are never emitted.
    """
    known_names = " ".join(_value_words(game, names))
    words = [word for word in _WORD.findall(text) if word not in known_names]
    own = (each.text for each in game.module.tellings if "{" not in each.text)
    return any(all(word in literal for word in words) for literal in (*literals, *own))


def _literal(text: typed.Template) -> str:
    """Return the literal words of a template, with each alternative of its grammatical forms."""
    words = " ".join(part for part in text.parts if isinstance(part, str))
    return f"{FORMS.sub(' ', words)} {FORMS.sub(_first_alternative, words)} {FORMS.sub(_last_alternative, words)}"


def _first_alternative(form: re.Match[str]) -> str:
    """Return the first alternative of a form: `a` of `(a|b)`, "" for an optional ending `(s)`."""
    return form[2] or ""


def _last_alternative(form: re.Match[str]) -> str:
    """Return the last alternative of a form: `b` of `(a|b)`, the ending itself of `(s)`."""
    return form[1] or form[3] or ""


def _value_words(game: CompiledGame, names: Sequence[str]) -> Iterator[str]:
    """Yield every word that a value in a text may appear as: players, cards and labels."""
    module = game.module
    yield _OURS
    yield from names
    yield from module.designs
    yield from game.card_names
    yield from map(game.design_name, module.designs)
    for labels in module.labels.values():
        yield from (label.replace("-", " ") for label in labels)
