"""Whether rules can tell a text at all: a check that it is not told must be able to fail."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from rulewright.language.program import typed
from rulewright.language.program.checking.traversal import everything, parts, things
from rulewright.language.program.program import Program, Steps
from rulewright.language.text import FORMS
from rulewright.runtime.game.compiled_game import CompiledGame

_WORD: Final = re.compile(r"[^\W\d_]+")
_OURS: Final = "a card cards nothing nobody yes no empty"
"""Words of the interpreter itself that may stand for a value."""


def literals_of(program: Program) -> tuple[str, ...]:
    """The words of each line that rules and scenarios tell, in all their forms and without values."""
    steps = (step for scenario in program.scenarios for step in scenario.steps)
    bodies = (part for step in steps if isinstance(step, Steps) for part in step.body)
    rules = (part for thing in things(program) for part in parts(thing))
    nodes = everything((*bodies, *program.flow, *rules))
    return tuple(_literal(node.text) for node in nodes if isinstance(node, typed.Tell))


def may_be_told(
    text: str, literals: Sequence[str], game: CompiledGame, names: Sequence[str]
) -> bool:
    """Whether one of these lines, or one that all games tell, has each word of a text, or it is a name or label.

    In which order they stand is not looked at, so there are texts that are never told of which this is yes.
    """
    named = " ".join(_named(game, names))
    left = [word for word in _WORD.findall(text) if word not in named]
    own = (each.text for each in game.module.tellings if "{" not in each.text)
    return any(all(word in literal for word in left) for literal in (*literals, *own))


def _literal(text: typed.Template) -> str:
    words = " ".join(part for part in text.parts if isinstance(part, str))
    return f"{FORMS.sub(' ', words)} {FORMS.sub(_first, words)} {FORMS.sub(_last, words)}"


def _first(form: re.Match[str]) -> str:
    return form[2] or ""


def _last(form: re.Match[str]) -> str:
    return form[1] or form[3] or ""


def _named(game: CompiledGame, names: Sequence[str]) -> Iterator[str]:
    """Whatever a value may be called."""
    module = game.module
    yield _OURS
    yield from names
    yield from module.designs
    yield from game.card_names
    yield from map(game.design_name, module.designs)
    for labels in module.labels.values():
        yield from (label.replace("-", " ") for label in labels)
