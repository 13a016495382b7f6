"""Names that nothing declares, that two things have, or that are said in the wrong way."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from rulewright.syntax.known_mistakes.mistaken_words import DIGITS
from rulewright.text import Complaint, Note, Span, nearest, one_of

LONGEST_COMPARED: Final = 40
"""Longer words are no slips of the pen, and comparing them takes long."""
FEW: Final = 6
"""So many names can be listed."""

_AMERICAN: Final = (
    (re.compile("our"), "or"),
    (re.compile("tre\\b"), "ter"),
    (re.compile("is(e|ed|es|ing)\\b"), r"iz\1"),
    (re.compile("grey"), "gray"),
    (re.compile("ll(ed|ing)\\b"), r"l\1"),
)


def unknown_name(
    at: Span, what: str, name: str, known: Iterable[str], elsewhere: Note | None, hint: str | None
) -> Complaint:
    """A name that nothing declares."""
    names = sorted(set(known))
    notes = () if elsewhere is None else (elsewhere,)
    help = _meant(name, names) or hint
    if help is None and elsewhere is None and 0 < len(names) <= FEW:
        help = f"there is {one_of(names)}" if len(names) == 1 else f"there are {one_of(names)}"
    return Complaint("E0201", f"there is no {what} called `{name}`", at, notes, help)


def _meant(name: str, known: Sequence[str]) -> str | None:
    if len(name) > LONGEST_COMPARED:
        return None
    for other in known:
        if other != name and _spelled_alike(other) == _spelled_alike(name):
            return f"it is spelled `{other}` here"
    close = nearest(name, known)
    return f"did you mean `{close}`?" if close is not None and close != name else None


def _spelled_alike(name: str) -> str:
    """The same for British and American spelling."""
    for british, american in _AMERICAN:
        name = british.sub(american, name)
    return name


def stands_alone(at: Span, name: str) -> Complaint:
    """A name of a thing without `the`."""
    return Complaint("E0202", f"`{name}` stands alone", at, help=f"write `the {name}`")


def label_of_several(at: Span, name: str, lists: Sequence[str]) -> Complaint:
    """A word that two lists of labels have."""
    both = " and ".join(f"`{each}`" for each in lists)
    message = f"`{name}` is a label of both {both}, and nothing here says which is meant"
    return Complaint("E0203", message, at)


def small_card(at: Span, name: str, card: str) -> Complaint:
    """A card's name in lower case."""
    message = f"`{name}` is written small, but the names of cards begin with a capital letter"
    return Complaint("E0220", message, at, help=f"write `{card}`")


def number_word(at: Span, name: str) -> Complaint:
    """A number written as a word."""
    message = f"`{name}` is no number here: numbers are written in digits"
    return Complaint("E0221", message, at, help=f"write `{DIGITS[name]}`")


def spaces_around_minus(at: Span, name: str) -> Complaint:
    """`cards-1`: a hyphen makes it one name."""
    first, _, last = name.rpartition("-")
    message = f"`{name}` is a name of its own, because its hyphen has no spaces around it"
    return Complaint("E0222", message, at, help=f"write `{first} - {last}`")


def declared_twice(at: Span, name: str, first: Span, sort: str) -> Complaint:
    """A name that is declared already."""
    note = Note(first, f"first declared here, as {sort}" if sort else "first declared here")
    return Complaint("E0213", f"`{name}` is declared twice", at, (note,), "give one another name")


def said_twice(at: Span, name: str, first: Span | None) -> Complaint:
    """The same field, label or word twice where once is enough."""
    notes = () if first is None else (Note(first, "first here"),)
    return Complaint("E0223", f"`{name}` stands here twice", at, notes, "keep one of them")


def built_in(at: Span, name: str, meaning: str) -> Complaint:
    """A name that the language itself gives a meaning."""
    message = f"`{name}` cannot be declared: it means {meaning}"
    return Complaint("E0224", message, at, help="give it another name")


def taken(at: Span, name: str, type: str, first: Span | None) -> Complaint:
    """A name that is bound although it means something here already."""
    notes = () if first is None else (Note(first, "it means this"),)
    message = f"`{name}` already means something here"
    help = f"give it another name: `{type} called …`"
    return Complaint("E0208", message, at, notes, help)


def two_alike(at: Span, name: str) -> Complaint:
    """Two things of one sentence with the same name."""
    message = f"two things are called `{name}` here, so that nobody can tell them apart"
    return Complaint("E0225", message, at, help=f"name one of them: `a {name} called …`")


def two_flows(at: Span, first: Span) -> Complaint:
    """A second `flow`."""
    note = Note(first, "first here")
    return Complaint("E0226", "a game has one flow", at, (note,), "put both into one")


def two_outcomes(at: Span, first: Span) -> Complaint:
    """A second `outcome`."""
    note = Note(first, "first here")
    help = "name several values in one: `outcome by points, then …`"
    return Complaint("E0227", "a game has one outcome", at, (note,), help)


def two_games(at: Span, first: Span) -> Complaint:
    """A second `game`, of another name or the same."""
    note = Note(first, "first here")
    return Complaint("E0228", "the game is named twice", at, (note,), "keep one of them")


# ------------------------------------------------------------------ what can be done with a name


def not_asked_for(at: Span, what: str) -> Complaint:
    """`X for Y` where X is asked for nobody."""
    return Complaint("E0204", f"{what} is not asked `for` anything", at, help="leave it out")


def not_for_a_label(at: Span, said: str, labels: str) -> Complaint:
    """What there is for each label of a list, without saying for which."""
    message = f"there is a `{said}` for each {labels}, and nothing here says which is meant"
    return Complaint("E0240", message, at, help=f"write `{said} for the {labels}`")


def not_settable(at: Span, found: str) -> Complaint:
    """`set` with something that is not kept."""
    message = f"{found} is not kept anywhere, so it cannot be set"
    help = "only numbers and pointers are set; a rule changes what is worked out with `is`"
    return Complaint("E0209", message, at, help=help)


def brace(at: Span, inside: str | None) -> Complaint:
    """Something in the braces of a text that cannot be worked out, or a brace alone."""
    if inside is None:
        return Complaint("E0210", "a brace in this text has no partner", at, help="close it")
    message = f"`{inside}` is nothing that can be worked out"
    return Complaint("E0210", message, at, help="write a name, such as `{player}` or `{it's name}`")


def nothing_to_bend_to(at: Span, form: str) -> Complaint:
    """Forms of a word, such as `(s)`, in a text without a number or person that says which is meant."""
    message = f"nothing in this text says which form of `{form}` is meant"
    help = "tell a number or a player in braces: `{count} card(s)`, `{me} draw(s)`"
    return Complaint("E0236", message, at, help=help)


def no_place(at: Span, found: str) -> Complaint:
    """Something that is no place for cards where one is wanted."""
    return Complaint("E0211", f"this is {found}, and no place for cards", at)


def not_changed_by_rules(at: Span, kept: Span | None = None, help: str | None = None) -> Complaint:
    """A rule that changes what is neither a value nor a fact."""
    message = "only values and facts are changed by a rule"
    notes: tuple[Note, ...] = ()
    if kept is not None:
        message = f"`{at.text}` is kept, and {message}"
        notes = (Note(kept, "it is declared here"),)
    help = help or "what is kept is set, moved or becomes so in a deed"
    return Complaint("E0212", message, at, notes, help)


def no_means(at: Span, message: str) -> Complaint:
    """A means that cannot stand in for anything."""
    return Complaint("E0219", message, at)


# ------------------------------------------------------------------ tables, lists, cards


def cells_and_columns(at: Span, cells: int, columns: int) -> Complaint:
    """A row that is longer or shorter than its heading."""
    message = f"this row has {_counted(cells, 'cell')} under {_counted(columns, 'column')}"
    help = "a cell for which there is no game is written `-`"
    return Complaint("E0214", message, at, help=help)


def table_shape(at: Span, message: str, help: str | None = None) -> Complaint:
    """A table whose heading, columns or rows cannot be read."""
    return Complaint("E0233", message, at, help=help)


def row_twice(at: Span, key: int, first: Span | None) -> Complaint:
    """Two rows or columns of a table for the same number."""
    notes = () if first is None else (Note(first, "first here"),)
    return Complaint("E0234", f"there is another cell for {key}", at, notes, "keep one of them")


def missing_field(at: Span, card: str, kind: str, field: str) -> Complaint:
    """A card without a field that all cards of its kind have."""
    help = f"every {kind} has one: write `{field} …`"
    return Complaint("E0216", f"{card} has no {field}", at, help=help)


def no_source(at: Span, card: str) -> Complaint:
    """A card that does not say where it comes from."""
    message = f"{card} does not say where it comes from"
    help = 'add `cite …`, `reading "…"`, `borrowed …` or `printed "…"`'
    return Complaint("E0217", message, at, help=help)


def no_start(at: Span, kind: str) -> Complaint:
    """A kind of card of which nobody knows where its cards lie at first."""
    message = f"nothing says where a {kind} starts"
    return Complaint("E0218", message, at, help="add `starts in the …`")


def start_not_common(at: Span) -> Complaint:
    """Cards that would start in somebody's own place."""
    message = "cards start in a place that is common to all"
    return Complaint("E0235", message, at, help="deal them out in the flow of the game")


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
