"""Loads the rules that a command works on, and checks what else it was asked for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Final

import click

import rulewright
from rulewright.edition.find import is_path
from rulewright.front.common.configuration import Chosen
from rulewright.front.common.ending import NotPossible
from rulewright.front.common.speech import speak
from rulewright.text import did_you_mean, one_line, one_of

USUAL_PLAYERS: Final = 4


def load_rules(chosen: Chosen, language: str | None = None) -> rulewright.Rules:
    """Return the rules of the edition; RulesError goes on to the end of the command.

    From here on the command speaks the language of the rules.
    """
    try:
        rules = rulewright.load(_lasting(chosen.name), language)
    except rulewright.RulesError:
        if chosen.named:
            click.echo(one_line(f"The edition `{chosen.name}` was named {chosen.named}."), err=True)
        raise
    speak(rules.language)
    return rules


def _lasting(name: str) -> str:
    """A path from the root, so that a saved game finds its edition from any folder."""
    return os.path.abspath(name) if is_path(name) and os.path.exists(name) else name


def number_of_players(rules: rulewright.Rules, asked: int | None) -> int:
    """Return `asked` if the edition allows it; by default as near to four as it allows."""
    low, high = rules.players
    if asked is None:
        return min(max(USUAL_PLAYERS, low), high)
    if not low <= asked <= high:
        allowed = f"{low}" if low == high else f"{low} to {high}"
        raise NotPossible(f"{rules.id} is for {allowed} players, not for {asked}")
    return asked


def known_options(rules: rulewright.Rules, asked: Sequence[str]) -> tuple[str, ...]:
    """Return `asked` without repetitions; options the edition does not have are refused."""
    _refuse(unknown("option", name, rules.options, of=f" in {rules.id}") for name in asked)
    return tuple(dict.fromkeys(asked))


def with_cast(rules: rulewright.Rules, asked: Sequence[str]) -> rulewright.Rules:
    """Return the rules for games with these cards, told one by one or with commas between them."""
    names = [name.strip() for text in asked for name in text.split(",") if name.strip()]
    castable = rules.castable if names else ()
    strange = [name for name in names if rules.card_called(name) not in castable]
    known = list(dict.fromkeys(map(rules.card_name, castable))) if strange else []
    _refuse(unknown("card", name, known, of=f" for {rules.id}") for name in strange)
    return rules.with_cast(names)


def refuse_unknown(what: str, name: str, known: Iterable[str], of: str = "") -> None:
    """Raise NotPossible, with the nearest known name, unless `name` is among `known`."""
    _refuse([unknown(what, name, known, of)])


def _refuse(reasons: Iterable[str]) -> None:
    """Raise NotPossible with all reasons there are, one below the other."""
    told = list(dict.fromkeys(reason for reason in reasons if reason))
    if told:
        raise NotPossible("\n       ".join(told))


def unknown(what: str, name: str, known: Iterable[str], of: str = "") -> str:
    """Say that `name` is not among `known`, with the nearest of them; nothing if it is."""
    names = list(known)
    if name in names:
        return ""
    known_names = f"known: {one_of(names)}" if names else "there are none"
    hint = did_you_mean(name, names, ("", "")) or known_names
    return f"there is no {what} {name}{of}; {hint}"
