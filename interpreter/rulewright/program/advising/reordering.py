"""What a line says in the order of another language: its parts are kept, and put into the forms of this one.

The parts are the things that the author speaks of, and what is done with them. Each form that has to do with that
is filled with all of them, in each order; what makes sense is found out by trying. So nothing that somebody named
is ever left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations, product
from typing import Final

from rulewright.program.advising.game_words import Vocabulary
from rulewright.program.advising.search.one_form import stem
from rulewright.program.english import base_form
from rulewright.records import Record
from rulewright.syntax import known_words
from rulewright.syntax.known_mistakes.mistaken_words import frames_for
from rulewright.syntax.lexer import Excerpt
from rulewright.syntax.parser import grammar
from rulewright.text import Source

MOST_WORDS: Final = 24
"""A sentence of more words is not put together anew."""
MOST_THINGS: Final = 3

_PIECE: Final = re.compile(r"\"[^\"]*\"|'s\b|[^\W_]+(?:-[^\W_]+)*|[^\s\w]")
_TAIL: Final = re.compile(r"(?:,? if |, (?:shown as|for each|asked anyway)).*|$")
_IN_PARENTHESES: Final = re.compile(r"\([^()]*\)")
_CALL: Final = re.compile(r"(?:([\w-]+(?:\.[\w-]+)*)\.)?([a-z][\w-]*)\((?:f(?=\"))?(.*?)\)")
"""What programs are made of: `hand.add(card)`."""
_MOMENT: Final = re.compile(r"(after|before|when|whenever|once|upon|as soon as|each time) ")
_PHRASE: Final = re.compile(
    r"(?:(?:another|an?|each|every|any|all|other) |\d+ )[a-z][\w-]*(?: called [a-z][\w-]*)?"
    r"(?: in (?:my|the|any) [\w-]+(?:'s [\w-]+)*)?"
)
"""What is no expression, and is spoken of as one thing."""
_COMMA: Final = re.compile(r",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)")
"""A comma that stands in no text."""
_BARE: Final = re.compile(r"[a-z][\w-]*")
_HOLE: Final = re.compile(r"{\d}")
_SENTENCES: Final = frozenset(("is", "are", "am", "and", "or", "not", "there", ",", "if"))
_PREPOSITIONS: Final = (
    "to",
    "from",
    "with",
    "for",
    "into",
    "onto",
    "in",
    "on",
    "at",
    "as",
    "by",
    "of",
)
_EMPTY: Final = frozenset((
    "is", "are", "was", "were", "be", "been", "being", "get", "gets", "got", "has", "have", "having", "had", "will",
    "shall", "would", "can", "must", "may", "should", "does", "do", "did", "let", "make", "makes", "then", "now",
    "the", "it", "so", ".", "(", ")", ",", ";", ":", "!", "=", "{", "}", "[", "]",
))  # fmt: skip
"""Words and signs that another order does without."""
_PASSIVE: Final = re.compile(r"\b(?:is|are|gets?|got|was|been|being)\b")
_USING: Final = "uses"
"""What players do with powers, and is no event of a game."""
_SOMEBODY: Final = ("a player", "another player", "I")
"""Who does what nobody is said to do."""


class _Parts(Record):
    """What a sentence speaks of, each with the word before it, and the other words in it."""

    things: tuple[tuple[str, str], ...]
    """What stands behind a word that may say what is done comes first."""
    words: tuple[str, ...]
    passive: bool
    """Whether something is said to be done, and not who does it."""


def reordered(text: str, words: Vocabulary) -> Iterator[str]:
    """A line with its parts in the forms of the language, the likeliest first."""
    if "\n" in text or len(_PIECE.findall(text)) > MOST_WORDS:
        return
    tail = _TAIL.search(text)
    rest = tail[0] if tail is not None else ""
    said = text.removesuffix(rest)
    moment = _MOMENT.match(said)
    made = _deeds(_parts(said), words) if moment is None else _heard(moment, said, words)
    yield from (each + rest for each in made)


# ------------------------------------------------------------------ parts


def _parts(said: str) -> _Parts:
    """What a sentence is made of."""
    pieces = [(found.start(), found.end()) for found in _PIECE.finditer(said)]
    things: list[tuple[str, str]] = []
    words: list[str] = []
    first = 0
    at, before = 0, ""
    while at < len(pieces):
        end = _end_of_thing(said, pieces, at)
        piece = said[pieces[at][0] : pieces[end - 1][1]] if end > at else ""
        if piece:
            things.append((before, _bare(piece)))
            at, before = end, ""
            continue
        piece = said[slice(*pieces[at])]
        if piece in _PREPOSITIONS:
            before = piece
        elif piece not in _EMPTY:
            first = first if words else len(things)
            words.append(piece)
        at += 1
    return _Parts(
        (*things[first:], *things[:first]), tuple(words), _PASSIVE.search(said) is not None
    )


def _bare(thing: str) -> str:
    """What is called with something, without its parentheses."""
    return thing[1:-1] if _IN_PARENTHESES.fullmatch(thing) else thing


def _end_of_thing(said: str, pieces: Sequence[tuple[int, int]], at: int) -> int:
    """Behind which piece the longest expression ends that begins at one; the same if none does."""
    begin = pieces[at][0]
    phrase = _PHRASE.match(said, begin)
    for end in range(len(pieces), at, -1):
        text = said[begin : pieces[end - 1][1]]
        if phrase is not None and pieces[end - 1][1] == phrase.end():
            return end
        lone = end == at + 1 and text[0].islower() and text not in ("me", "this", "it")
        if not lone and _SENTENCES.isdisjoint(text.split()) and "," not in text and _is_thing(text):
            return end
    return at


def _is_thing(text: str) -> bool:
    """Whether a text is an expression by itself."""
    known = grammar()
    states = known.start("cond")
    kinds = [each.type for each in known.lexer.tokens(Excerpt(Source("", text), text, lines=False))]
    if ("NAME", "NAME") in pairwise(kinds):
        return False  # something is said there of two things
    return text == "I" or all(known.takes(states, kind) for kind in kinds)


# ------------------------------------------------------------------ forms


def _deeds(parts: _Parts, words: Vocabulary) -> Iterator[str]:
    """What is done with the things that a sentence speaks of."""
    things = [thing for _, thing in sorted(parts.things, key=lambda each: bool(each[0]))]
    if not things and len(parts.words) == 1:
        yield from (f"play {parts.words[0]}", base_form(parts.words[0]))
    for verb, others in _verbs(parts, words):
        for frame in _frames(verb):
            if len(set(_HOLE.findall(frame))) == len(things) + len(others):
                yield from _filled(frame, [*things, *others])
        for event in _events_like(verb, words):
            if not others:
                yield from _done(parts, event, ("", *_SOMEBODY[2:]))


def called(text: str, words: Vocabulary) -> Iterator[str]:
    """What a program would do with the things in its parentheses, and with what stands before them."""
    call = _CALL.fullmatch(text)
    if call is None:
        return
    verb = call[2].replace("_", "-")
    given = [each.strip() for each in _COMMA.split(call[3]) if each.strip()]
    if len(given) > MOST_THINGS or (call[1] or "").count(".") > MOST_THINGS:
        return
    for things in product(*(_spoken(each, words) for each in given)):
        for owner in _spoken(call[1], words) if call[1] else ("",):
            of_all = tuple(("", thing) for thing in (*things, owner) if thing)
            yield from _deeds(_Parts(of_all, (verb,), False), words)
            for event in _events_like(verb, words):
                yield from _with_prepositions(owner, event, things)


def _with_prepositions(doer: str, event: str, things: Sequence[str]) -> Iterator[str]:
    """Somebody does something with two things, the second behind each word that may be before it."""
    verb = event if doer else base_form(event)
    for first, last in permutations(things) if len(things) == 2 else ():
        yield from (f"{doer} {verb} {first} {to} {last}".strip() for to in _PREPOSITIONS)


def _spoken(thing: str, words: Vocabulary) -> list[str]:
    """What a program calls by its bare name, as a sentence speaks of it."""
    owner, dot, own = thing.removeprefix("this.").rpartition(".")
    if dot and _BARE.fullmatch(own) and owner.count(".") < MOST_THINGS:
        return [f"{each}'s {own}" for each in _spoken(owner, words)]
    if thing in ("me", "self", "player") or not _BARE.fullmatch(thing):
        return ["me" if thing in ("self", "player") else thing]
    if thing in words.introduced:
        return [f"the {thing}"]
    own = thing.removeprefix("my-")
    return [f"my {own}", f"the {own}"]


def _heard(moment: re.Match[str], said: str, words: Vocabulary) -> Iterator[str]:
    """What somebody does, as a rule speaks of it that waits for it."""
    parts = _parts(said[moment.end() :])
    word = moment[1] if moment[1] in ("after", "before") else "after"
    for verb, others in _verbs(parts, words):
        somebody = _SOMEBODY if parts.passive else _SOMEBODY[::-1]
        for event in _events_like(verb, words) if not others else ():
            yield from (f"{word} {each}" for each in _done(parts, event, somebody))


def _verbs(parts: _Parts, words: Vocabulary) -> Iterator[tuple[str, list[str]]]:
    """Each word that may say what is done, with the others of which the game knows something."""
    for number, verb in enumerate(parts.words):
        rest = (*parts.words[:number], *parts.words[number + 1 :])
        yield verb, [word for word in rest if word in words.names or word in known_words()]


def _frames(verb: str) -> tuple[str, ...]:
    """The forms for a verb, in whatever form it stands."""
    return frames_for(verb) or frames_for(stem(verb))


def _events_like(verb: str, words: Vocabulary) -> Iterator[str]:
    """The events of the game that a word is a form of."""
    forms = {stem(verb), verb.removesuffix("d"), verb.removesuffix("ed"), verb.removesuffix("ing")}
    return (
        event
        for event in (*words.events, _USING)
        if not forms.isdisjoint((stem(event), base_form(event)))
    )


def _filled(frame: str, things: Sequence[str]) -> Iterator[str]:
    """A form with the things in it, in each order."""
    if len(things) <= MOST_THINGS:
        yield from (frame.format(*order) for order in permutations(things))


def _done(parts: _Parts, event: str, nobody: Sequence[str]) -> Iterator[str]:
    """An event with who does it and what it is done with; who is meant where that is not said."""
    by = [thing for before, thing in parts.things if before == "by"]
    rest = [each for each in parts.things if each[0] != "by"]
    doers = by or [thing for before, thing in rest if not before]
    for doer in doers if len(rest) <= MOST_THINGS else ():
        done = rest if by else [each for each in rest if each[1] != doer]
        yield _sentence(doer, event, done)
    if not by:
        yield from (_sentence(doer, event, rest) for doer in nobody)


def _sentence(doer: str, event: str, done: Sequence[tuple[str, str]]) -> str:
    """Somebody does something: `I lay the card`."""
    who = "I" if doer == "me" else doer
    verb = base_form(event) if who in ("I", "") else event
    rest = sorted(done, key=lambda each: bool(each[0]))
    said = (f"{before} {'me' if thing == 'I' else thing}".strip() for before, thing in rest)
    return " ".join(filter(None, (who, verb, *said)))
