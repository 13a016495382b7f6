"""Sentences for everybody: what a deciding player is doing, and why a rule causes something.

Files of words declare them, in `doing` by the name of the decision and in `why` by the name of the rule. Both are
the same for all seats and do not depend on any state.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.value_words import design_name, interpreter_text
from rulewright.runtime.ir.module import DecisionEntry, Site

_QUOTED: Final = re.compile("“.*”")
"""The section in a citation."""

if TYPE_CHECKING:
    from rulewright.language.edition.translations.vocabulary import Words


def doing_of(words: Words, game: CompiledGame, asked: DecisionEntry) -> str:
    """Return what others read while a player decides, to follow the name: *is choosing a character*."""
    said = words.doing.get(asked.name)
    if said is not None:
        return said
    said = _from_question(game, asked)
    if not asked.card:
        return said
    card = design_name(game, asked.card)
    return interpreter_text(game, "{doing} ({card})").format(doing=said, card=card)


def _from_question(game: CompiledGame, asked: DecisionEntry) -> str:
    """Return the words made from a question and its form: *choose a card* gives *is choosing a card*."""
    if asked.form == "powers":
        return interpreter_text(game, "is deciding what to do")
    before, _, after = interpreter_text(game, "choose {what}").partition("{what}")
    what = asked.question.removeprefix(before).removesuffix(after)
    if asked.question == f"{before}{what}{after}" and not _is_fixed(game, asked):
        return interpreter_text(game, "is choosing {what}").format(what=what)
    return interpreter_text(game, "is deciding")


def _is_fixed(game: CompiledGame, asked: DecisionEntry) -> bool:
    """Return whether all questions of this form are the same and say nothing of the choice."""
    return asked.form == "may" or asked.question == interpreter_text(game, "choose one")


def why_of(words: Words, game: CompiledGame, site: Site, called: str, text: str) -> str:
    """Return why the rule at `site` causes something, in one sentence.

    By default that is the `text` of its card, or else the section of the rules that it cites; `called` is its name.
    """
    said = words.why.get(site.name)
    if said is not None:
        return said
    if text:
        card = design_name(game, site.card)
        return interpreter_text(game, "{card}: {text}").format(card=card, text=text)
    sections = [quoted[0] for source in site.cites if (quoted := _QUOTED.search(source))]
    if sections:
        return interpreter_text(game, "The rules say so under {section}.").format(
            section=sections[0]
        )
    return interpreter_text(game, "That is the rule: {rule}.").format(rule=called)
