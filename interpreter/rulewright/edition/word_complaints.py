"""All that can be wrong with a file of words: one function for each complaint, all wording here."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.edition.edition_complaints import meant
from rulewright.text import Complaint, Note, Span, nearest, one_of


def other_braces(at: Span, key: Span, foreign: Sequence[str], missing: Sequence[str]) -> Complaint:
    """Words in another language with other values in braces than the text has."""
    note = Note(key, "the text of the rules")
    if foreign:
        expected = [part for part in missing if part not in foreign]
        near = nearest(foreign[0], expected) if expected else None
        help = (
            f"did you mean `{{{near}}}`?" if near else "copy the braces from the text as they are"
        )
        return Complaint("Y0401", f"the text has no `{{{foreign[0]}}}`", at, (note,), help)
    help = "every value of the text must be told, in any order"
    return Complaint("Y0401", f"`{{{missing[0]}}}` is missing here", at, (note,), help)


def stale_words(at: Span, what: str, word: str, known: Sequence[str]) -> Complaint:
    """Words for something that the rules do not say, or not in this way."""
    near = nearest(word, known)
    message = f"the rules have no {what} `{word}`"
    help = f"did you mean `{near}`?" if near else "take it out, or write it as the rules do"
    return Complaint("Y0402", message, at, help=help, severity="warning")


def missing_words(at: Span, language: str, missing: Sequence[tuple[str, Span]]) -> Complaint:
    """What a file of words does not have, all at once; it is told in English."""
    told = "\n".join(f"  {place}: {what}" for what, place in missing)
    message = (
        f"{len(missing)} of the words that these rules say are missing in `{language}`:\n{told}"
    )
    help = "until they are here, players read them in English"
    return Complaint("Y0403", message, at, help=help, severity="note")


def no_language(language: str, known: Sequence[str]) -> Complaint:
    """A language in which there is no word of the edition, nor of the interpreter."""
    message = f"there are no words in `{language}`; expected {one_of(known, word=language)}"
    return Complaint("Y0404", message, None, help=meant(language, known))
