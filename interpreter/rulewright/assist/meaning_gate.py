"""The meaning gate: decides whether a suggestion keeps the meaning of a line. Every suggestion passes it.

A fix that type-checks may still say the contrary. So the gate refuses a suggestion that adds or removes a
negation, removes a word that limits or binds (`exactly`, `instead`, `at once`), or puts the opposite of a word
(`until` for `while`). It also refuses one that changes the person, or generalizes one card to any card. It
compares words only, because the faulty line has no parse tree.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from rulewright.language.syntax import language_keywords
from rulewright.language.text import Fix, Span, nearest
from rulewright.language.text.words.english import base_form
from rulewright.language.text.words.meaning_words import ADVERBS, BINDING_WORDS, NEGATIONS
from rulewright.language.text.words.nearest_names import is_one_edit

_SYNONYMS: Final = (
    (r"\b(?:not|no) (?:more|greater) than\b", "at most"),
    (r"\b(?:not|no) (?:less|fewer) than\b|\bor more\b", "at least"),
    (r"\bor (?:less|fewer)\b|\bup to\b|\bas many as\b", "at most"),
    (r"\bis not (?:this|me)\b", "another"),
    (r"\bno longer\b", "not"),
    (r"\bmay not\b|\bmust not\b|\bcan not\b|\bmustn.?t\b|\bcan.?t\b", "cannot"),
    (r"\bn['’]t\b|\b(\w+)n['’]t\b", r"\1 not"),
    (r"!=|<>|≠", " not "),
    (r"!(?=\w)", " not "),
    (r">=|≥", " at least "),
    (r"<=|≤", " at most "),
    (r"==", " is "),
    (r"(?<=\w)-=", " minus "),
    (r"\beach time\b|\bevery time\b|\bwhenever\b", "after"),
    (r"\bany ?(?:body|one)\b|\bevery ?(?:body|one)\b", "everybody"),
    (r"\bno ?one\b", "nobody"),
)
"""Patterns of synonyms, each with the form that replaces it, so that synonyms compare equal."""

_BINDING_PAIRS: Final = (
    "at once", "at most", "at least", "at random", "face down", "face up", "in secret", "in turn", "once per",
    "per turn", "other than", "rather than", "this turn", "this round",
)  # fmt: skip
_SUBSTITUTES: Final = {
    "exactly": {"is", "number"},
    "precisely": {"is", "number"},
    "only": {"if", "while", "unless", "at most"},
    "again": {"repeat", "repeatedly"},
    "alone": {"only"},
    "solely": {"only"},
    "always": {"is", "while"},
    "immediately": {"after", "then"},
    "secretly": {"at once"},
    "simultaneously": {"at once"},
    "randomly": {"at random", "random"},
    "random": {"at random", "shuffle", "chance"},
    "at random": {"random", "chance", "shuffle"},
    "once per": {"once"},
    "per turn": {"once", "turn"},
    "rather than": {"instead"},
    "other than": {"not", "another", "other"},
    "in turn": {"starting", "after"},
    "this turn": {"turn"},
    "this round": {"round"},
}
"""Words that may replace a binding word."""
_OPPOSITES: Final = (
    ("while", "until"), ("more", "less"), ("more", "fewer"), ("most", "least"), ("highest", "lowest"),
    ("before", "after"), ("start", "end"), ("first", "last"), ("top", "bottom"), ("left", "right"),
)  # fmt: skip
"""Words of which neither may replace the other."""
_PERSONS: Final = (
    frozenset({"i", "me", "my", "mine", "myself"}),
    frozenset({"another", "other", "others", "opponent", "opponents", "else", "enemy", "rival"}),
    frozenset({"everybody", "all", "each", "every", "players", "any"}),
)
"""Words for oneself, for others, for everybody."""
_PRONOUNS: Final = frozenset(
    {"you", "your", "yours", "yourself", "he", "she", "his", "her", "him", "they", "their", "them"}
)
"""Pronouns that may refer to any person."""
_OWNERS: Final = re.compile(r"\b([^\W\d_]+)\.(?!yaml\b|rules\b)(?=[a-z])|\b([^\W\d_]+)['’]s\b")
_ANY_OWNER: Final = frozenset(
    {"self", "this", "it", "me", "i", "player", "card", "who", "that", "there"}
)
"""Owners in `x.hand` or `x's hand` that a suggestion may drop."""
_FREE: Final = frozenset({"player", "number", "card", "few", "lot", "turn", "time", "way"})
"""Nouns that may be added after `a` where the grammar needs them."""
_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_OF_SOME: Final = re.compile(r"\b(?:a|an|any|some|every) ([^\W\d_]+(?:-[^\W\d_]+)*)")
_NAMED: Final = re.compile(
    rf"(?:\b(?:called|an?|the|each|my|its)|['’]s) (?:{'|'.join(sorted(ADVERBS))})(?![\w-])"
)
"""Matches an adverb where only a name can stand."""
_TEXTS: Final = re.compile(r'["“”„«»][^"“”„«»\n]*(?:["“”„«»]|$)|#.*', re.MULTILINE)
"""Matches a text in straight or typographic quotes, closed or not, or a remark."""


def keeps_meaning(original: str, suggested: str) -> bool:
    """Return whether `suggested` keeps the meaning of `original`, as far as single words show it."""
    before, after = _normalize(original), _normalize(suggested)
    had, has = _count_words(before), _count_words(after)
    return (
        _count_negations(had) % 2 == _count_negations(has) % 2
        and (_count_negations(had) == 0) == (_count_negations(has) == 0)
        and _keeps_binding_words(before, had, after, has)
        and not _turns_round(had, has)
        and _mentions_no_new_person(had, has)
        and _keeps_owners(before, had, has)
        and not _generalizes(before, had, after, has)
        and not _names_adverb(before, after)
    )


def is_binding(text: str) -> bool:
    """Return whether `text` negates, limits or binds something, or contains `this`."""
    plain = _normalize(text)
    special = NEGATIONS | BINDING_WORDS | {"this", "it", "its"}
    return bool(special & _count_words(plain).keys()) or any(
        pair in plain for pair in _BINDING_PAIRS
    )


def example_keeps_meaning(sentence: str, lines: Iterable[str], phrases: Iterable[str]) -> bool:
    """Return whether the lines of an example, or a phrase for them, keep the meaning of `sentence`."""
    speaks_of_this = "this" in _count_words(_normalize(sentence))
    return any(
        keeps_meaning(sentence, each)
        and not (speaks_of_this and "this" not in _count_words(_normalize(each)))
        for each in ("\n".join(lines), *phrases)
    )


def fix_keeps_meaning(fix: Fix) -> bool:
    """Return whether the lines that `fix` changes keep their meaning."""
    text, at = fix.span.source.text, fix.span
    if _adds_lines(fix):
        return True
    if _is_a_name(at.text.strip()) and _is_a_name(fix.text.strip()):
        return True  # one unknown name for another: their similarity is checked where names are looked up
    if at.text not in language_keywords() and is_one_edit(at.text, fix.text):
        return True  # a misspelt word: `cannots` already meant `cannot`
    if at.text.strip() and not fix.text and text[: at.start].endswith(at.text.strip()):
        return True  # the second of two equal words
    start = text.rfind("\n", 0, at.start) + 1
    end = text.find("\n", at.end)
    end = len(text) if end < 0 else end
    return keeps_meaning(text[start:end], text[start : at.start] + fix.text + text[at.end : end])


def _adds_lines(fix: Fix) -> bool:
    """Return whether a fix only adds whole lines, and changes none."""
    text, at = fix.span.source.text, fix.span
    after, before = text[at.end : at.end + 1] in ("", "\n"), text[: at.start][-1:] in ("", "\n")
    is_below = after and fix.text.startswith("\n")
    return not at.text and (is_below or (before and fix.text.endswith("\n")))


_ADVICE: Final = re.compile(
    r"\bleave out(?: one)? `(?P<out>[^`]+)`"
    r"|\bwrite `(?P<put>[^`]+)` (?:here, not|in place of|instead of|for) `(?P<said>[^`]+)`"
    r"|\b(?:write|did you mean|perhaps) `(?P<whole>[^`…]+)`"
)
"""Matches help that says what to write, with or without a fix."""


def help_keeps_meaning(help: str, at: Span) -> bool:
    """Return whether the line at `at` keeps its meaning when somebody follows the advice in `help`."""
    line, text = _line_of(at), at.text
    for advice in _ADVICE.finditer(help):
        out, put, replaced, whole = advice.group("out", "put", "said", "whole")
        if out is not None:
            suggested = line.replace(out, "", 1)
        elif put is not None:
            suggested = line.replace(replaced, put, 1)
        elif _is_a_name(text) and _is_a_name(whole):
            continue
        elif len(whole.split()) > len(text.split()):
            suggested = whole if len(whole.split()) * 2 > len(line.split()) else f"{line} {whole}"
        else:
            suggested = line.replace(text, whole, 1)
        if not keeps_meaning(line, suggested):
            return False
    return True


def _line_of(at: Span) -> str:
    """Return the lines that a span touches."""
    text = at.source.text
    end = text.find("\n", at.end)
    return text[text.rfind("\n", 0, at.start) + 1 : end if end >= 0 else len(text)]


def _is_a_name(word: str) -> bool:
    """Return whether `word` is a single word that does not negate, bind, compare or refer to a person."""
    special = NEGATIONS | BINDING_WORDS | frozenset[str]().union(*_PERSONS, *_OPPOSITES)
    return _WORD.fullmatch(word) is not None and word.lower() not in special


def _normalize(line: str) -> str:
    """Return `line` normalized: lower case, no texts or remarks, synonyms in one form."""
    line = _TEXTS.sub(" ", line).lower()
    for pattern, by in _SYNONYMS:
        line = re.sub(pattern, by, line)
    return line


def _count_words(line: str) -> Counter[str]:
    """Return how often each word occurs in a line."""
    return Counter(_WORD.findall(line))


def _count_negations(words: Counter[str]) -> int:
    """Return the number of negations in `words`."""
    return sum(count for word, count in words.items() if word in NEGATIONS)


def _keeps_binding_words(before: str, had: Counter[str], after: str, has: Counter[str]) -> bool:
    """Return whether no limiting or binding word is lost or added."""
    for word in BINDING_WORDS:
        if word in had and word not in has and not _has_substitute(word, after, has):
            return False
        if word in has and word not in had and word in ("instead", "only", "secretly"):
            return False
    for pair in _BINDING_PAIRS:
        if pair in before and pair not in after and not _has_substitute(pair, after, has):
            return False
    return True


def _turns_round(had: Counter[str], has: Counter[str]) -> bool:
    """Return whether a word is replaced by its opposite."""
    lost, new = had.keys() - has.keys(), has.keys() - had.keys()
    pairs = (*_OPPOSITES, *((other, one) for one, other in _OPPOSITES))
    return any(one in lost and other in new for one, other in pairs)


def _has_substitute(word: str, after: str, has: Counter[str]) -> bool:
    """Return whether a binding word is expressed by another word of the suggestion."""
    return any(
        each in has or (" " in each and each in after) for each in _SUBSTITUTES.get(word, ())
    )


def _mentions_no_new_person(had: Counter[str], has: Counter[str]) -> bool:
    """Return whether no new person is mentioned, and `this` is not lost."""
    if "this" in had and "this" not in has and not {"its", "it", "my", "me", "i"} & has.keys():
        return False
    if had.keys() & _PRONOUNS:
        return True
    names = [word for word in had if word not in _FREE]
    for person in _PERSONS:
        comes_in = person & has.keys() and not person & had.keys()
        misspelt = any(nearest(word, names) for word in person & has.keys() if len(word) > 3)
        if comes_in and not misspelt and _names_person(had):
            return False
    return True


def _keeps_owners(before: str, had: Counter[str], has: Counter[str]) -> bool:
    """Return whether every owner named before is still named."""
    if {"my", "mine"} & had.keys() and not {"my", "mine", "me", "i", "this", "its"} & has.keys():
        return False
    owners = {one or other for one, other in _OWNERS.findall(before)} - _ANY_OWNER
    return all(owner in has or nearest(owner, list(has)) for owner in owners)


def _names_person(words: Counter[str]) -> bool:
    """Return whether a word names a person."""
    persons = {"victim", "target", "owner", "holder", "leader", "winner", "loser", "host", "player"}
    return bool(words.keys() & persons.union(*_PERSONS))


def _generalizes(before: str, had: Counter[str], after: str, has: Counter[str]) -> bool:
    """Return whether the suggestion generalizes `this` to any thing of a kind that the line did not mention."""
    if not {"this", "it", "its"} & had.keys():
        return False
    kinds = {base_form(word) for word in had}
    return any(
        noun not in _FREE and base_form(noun) not in kinds and noun not in had
        for noun in _OF_SOME.findall(after)
    )


def _names_adverb(before: str, after: str) -> bool:
    """Return whether an adverb of `before` becomes a name: `a card called twice`."""
    return len(_NAMED.findall(after)) > len(_NAMED.findall(before))


def keep_faithful_fixes(fixes: Iterable[Fix]) -> tuple[Fix, ...]:
    """Return those of `fixes` that keep the meaning of their lines."""
    return tuple(fix for fix in fixes if fix_keeps_meaning(fix))
