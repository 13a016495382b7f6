"""The options that choose a game, and the rules, players and options that they denote."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from functools import reduce, wraps
from typing import Any, Final

import click

import rulewright
from rulewright.base.records import Record
from rulewright.cli.common.configuration import ChosenEdition, choose_edition, choose_language
from rulewright.cli.common.exits import NotPossible
from rulewright.language.edition.loading.find import is_path
from rulewright.language.edition.translations.program_text import set_language
from rulewright.language.text import did_you_mean, escape_line, one_of
from rulewright.runtime.session.rules.internals import inside

USUAL_PLAYERS: Final = 4


def _edition(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add an edition to a command, as an argument or as `--edition`."""
    with_option = click.option(
        "--edition", "edition_option", metavar="EDITION", help="Another way to give EDITION."
    )(command)
    return click.argument("edition", required=False)(with_option)


_OPTIONS: Final[dict[str, Callable[..., Any]]] = {
    "edition": _edition,
    "lang": click.option(
        "--lang", metavar="LANG", help="Language, such as fr (default: that of the edition)."
    ),
    "players": click.option(
        "--players",
        type=int,
        help="Number of players (default: 4, or the nearest that the edition allows).",
    ),
    "options": click.option(
        "--option", "options", multiple=True, help="An option of the edition; may be given again."
    ),
    "cast": click.option(
        "--cast",
        metavar="CARDS",
        multiple=True,
        help="Cards to add to the edition, separated by commas; in quotes if a name has blanks.",
    ),
}


class GameOptions(Record):
    """The game options of a command: edition, language, players, options and cards."""

    edition: str | None = None
    edition_option: str | None = None
    lang: str | None = None
    players: int | None = None
    options: Sequence[str] = ()
    cast: Sequence[str] = ()

    @property
    def chosen(self) -> ChosenEdition:
        """The edition. Raises NotPossible."""
        return choose_edition(self.edition, self.edition_option)

    @property
    def language(self) -> str | None:
        """The language; None for that of the edition. Raises NotPossible."""
        return choose_language(self.lang)

    def rules(self, language: str | None = None) -> rulewright.Rules:
        """Return the rules with the chosen cards. Raises NotPossible and RulesError."""
        return with_cast(load_rules(self.chosen, language), self.cast)

    def table(self, rules: rulewright.Rules) -> tuple[int, tuple[str, ...]]:
        """Return the number of players and the options. Raises NotPossible."""
        return number_of_players(rules, self.players), check_options(rules, self.options)


def takes(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that adds these of `_OPTIONS` to a command, as one argument `game_options`."""
    taken = (*names, "edition_option") if "edition" in names else names

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        """Add the options to a command."""

        @wraps(command)
        def call_with_options(**given: Any) -> Any:
            """Call the command with its game options collected in a GameOptions."""
            own = {name: given.pop(name) for name in taken}
            return command(game_options=GameOptions(**own), **given)

        return reduce(lambda made, name: _OPTIONS[name](made), reversed(names), call_with_options)

    return decorate


def load_rules(chosen: ChosenEdition, language: str | None = None) -> rulewright.Rules:
    """Return the rules of the edition, and make the command's messages use their language.

    Raises RulesError.
    """
    try:
        # An absolute path, so that a saved game finds its edition from any folder.
        is_file = is_path(chosen.name) and os.path.exists(chosen.name)
        name = os.path.abspath(chosen.name) if is_file else chosen.name
        rules = rulewright.load(name, language)
    except rulewright.RulesError:
        if chosen.named:
            click.echo(
                escape_line(f"The edition `{chosen.name}` was named {chosen.named}."), err=True
            )
        raise
    set_language(rules.language)
    return rules


def number_of_players(rules: rulewright.Rules, wanted: int | None) -> int:
    """Return `wanted` if the edition allows it; by default the allowed number nearest to four.

    Raises NotPossible for a number that the edition does not allow.
    """
    low, high = rules.players
    if wanted is None:
        return min(max(USUAL_PLAYERS, low), high)
    if not low <= wanted <= high:
        allowed = f"{low}" if low == high else f"{low} to {high}"
        raise NotPossible(f"{rules.id} is for {allowed} players, not for {wanted}")
    return wanted


def check_options(rules: rulewright.Rules, names: Sequence[str]) -> tuple[str, ...]:
    """Return `names` without repetitions. Raises NotPossible for options that the edition does not have."""
    _refuse_for_reasons(
        unknown_name_message("option", name, rules.options, of=f" in {rules.id}") for name in names
    )
    return tuple(dict.fromkeys(names))


def with_cast(rules: rulewright.Rules, texts: Sequence[str]) -> rulewright.Rules:
    """Return the rules with these cards; each text may name several, separated by commas."""
    names = [name.strip() for text in texts for name in text.split(",") if name.strip()]
    castable = rules.castable if names else ()
    strange = [name for name in names if inside(rules).card_called(name) not in castable]
    known = list(dict.fromkeys(map(inside(rules).card_name, castable))) if strange else []
    _refuse_for_reasons(
        unknown_name_message("card", name, known, of=f" for {rules.id}") for name in strange
    )
    return rules.with_cast(names)


def refuse_unknown(what: str, name: str, known: Iterable[str], of: str = "") -> None:
    """Raise NotPossible, with the nearest known name, unless `name` is among `known`."""
    _refuse_for_reasons([unknown_name_message(what, name, known, of)])


def _refuse_for_reasons(reasons: Iterable[str]) -> None:
    """Raise NotPossible with all these reasons, one a line, if there is any."""
    unique = list(dict.fromkeys(reason for reason in reasons if reason))
    if unique:
        raise NotPossible("\n       ".join(unique))


def unknown_name_message(what: str, name: str, known: Iterable[str], of: str = "") -> str:
    """Return a message that `name` is not among `known`, with the nearest of them; "" if it is."""
    names = list(known)
    if name in names:
        return ""
    known_names = f"choose {one_of(names)}" if names else "there are none"
    hint = did_you_mean(name, names, ("", "")) or known_names
    return f"there is no {what} {name}{of}; {hint}"
