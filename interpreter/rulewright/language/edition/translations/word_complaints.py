"""Complaints about translation files: one function for each code."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.language.text import (
    Span,
    SpanNote,
    Wording,
    code,
    did_you_mean,
    escape_line,
    one_of,
)


@code("Y0401")
def other_braces(at: Span, key: Span, foreign: Sequence[str], missing: Sequence[str]) -> Wording:
    """A translation with other values in braces than the text of the rules."""
    note = SpanNote(key, "the original text")
    if foreign:
        expected = [part for part in missing if part not in foreign]
        help = did_you_mean(foreign[0], expected, ("`{", "}`"))
        if expected and not help:
            help = (
                f"write {one_of([f'`{{{part}}}`' for part in expected])}, as the original text does"
            )
        help = help or f"leave `{{{foreign[0]}}}` out"
        return Wording(f"the original text has no `{{{foreign[0]}}}`", at, (note,), help)
    help = "the translation needs every value of the text, in any order"
    return Wording(f"`{{{missing[0]}}}` is missing here", at, (note,), help)


@code("Y0402", "warning")
def stale_words(at: Span, what: str, word: str, known: Sequence[str]) -> Wording:
    """A translation for something that is not in the rules."""
    message = f"the rules have no {what} `{word}`"
    help = did_you_mean(word, known) or "delete it, or write it exactly as in the rules"
    return Wording(message, at, help=help)


@code("Y0403", "note")
def missing_words(at: Span, language: str, missing: Sequence[tuple[str, Span]]) -> Wording:
    """Missing translations, all in one complaint; players read them in English."""
    listing = "\n".join(f"  {escape_line(f'{place}: {what}')}" for what, place in missing)
    count = "1 text has" if len(missing) == 1 else f"{len(missing)} texts have"
    message = f"{count} no translation into `{language}`"
    help = f"add a translation; without one, players read English here:\n{listing}"
    return Wording(message, at, help=help)


@code("Y0404")
def no_language(language: str, known: Sequence[str]) -> Wording:
    """A language into which neither the edition nor Rulewright is translated."""
    message = f"there is no translation into `{language}`; expected {one_of(known, word=language)}"
    return Wording(message, None, help=did_you_mean(language, known))
