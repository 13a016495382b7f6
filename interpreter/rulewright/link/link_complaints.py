"""What can be wrong when rules meet an edition: one function for each complaint, all wording here.

Codes are stable. E06 is about what does not fit together: an edition's words and the rules' names, a
table and the numbers of players, rules of several cards that only meet in a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.text import Complaint, Note, Span, nearest, one_of


def unknown_name(
    at: Span | None, what: str, name: str, known: Iterable[str], file: str | None = None
) -> Complaint:
    """A name in an edition that the rules do not know; `file` is where a card of the name would be."""
    names = list(known)
    close = nearest(name, names)
    help = f"did you mean `{close}`?" if close else None
    if help is None and file is not None:
        help = f"declare it in a file called {file}, in a folder of cards"
    if help is None and 0 < len(names) <= 6:
        help = f"the rules know {one_of(names)}"
    return Complaint("E0601", f"there is no {what} called `{name}`", at, help=help)


def wrong_value(
    at: Span | None, what: str, wanted: str, found: str, declared: Span | None
) -> Complaint:
    """A setting, cell or field of an edition that is of the wrong type."""
    notes = () if declared is None else (Note(declared, "the rules say so here"),)
    return Complaint("E0602", f"{what} is to be {wanted}, not {found}", at, notes)


def wrong_columns(at: Span | None, table: str, across: bool, declared: Span) -> Complaint:
    """A cell of an edition with a column too many, or without one."""
    what = (
        "is read across too: say the column" if across else "has one column: leave the column out"
    )
    note = Note(declared, "the table is declared here")
    example = "{4: {8: 2}}" if across else "{4: 2}"
    return Complaint(
        "E0603", f"the table {table} {what}", at, (note,), f"write it like `{example}`"
    )


def other_kind(at: Span | None, card: str, kind: str, found: str, declared: Span) -> Complaint:
    """A card in the cast of another kind."""
    message = f"{card} is a {found}, not a {kind}"
    note = Note(declared, "declared here")
    return Complaint("E0604", message, at, (note,), f"list it under `{found}`")


def other_file(at: Span, card: str, file: str, wanted: str) -> Complaint:
    """A card in a folder of cards that is not in the file of its name."""
    message = f"{card} is declared in {file}, where nobody looks for it"
    help = f"declare it in a file called {wanted}, in the folder of cards itself"
    return Complaint("E0613", message, at, help=help)


def no_card_in(at: Span, file: str) -> Complaint:
    """A file in a folder of cards that declares none."""
    message = f"{file} lies in a folder of cards and declares no card"
    help = "declare the card of its name in it, or keep it with the rules that are always read"
    return Complaint("E0614", message, at, help=help)


def leans(at: Span, name: str, file: str, declared: Span) -> Complaint:
    """Something used outside of the file of a card that declares it."""
    message = f"`{name}` is declared in {file}, which is read only with its card"
    help = "declare it in the rules that are always read"
    return Complaint("E0616", message, at, (Note(declared, "declared here"),), help)


def both_asked(card: str, winner: str, field: str) -> Complaint:
    """Two cards asked for of which only one can be in a game."""
    message = f"{card} and {winner} cannot both be in the game: it has one card of each {field}"
    return Complaint("E0615", message, None, help="ask for one of them")


def both_listed(at: Span, card: str, other: str, first: Span, field: str) -> Complaint:
    """Two cards in one list of which only one can be in a game."""
    message = f"{card} and {other} cannot both be in the game: it has one card of each {field}"
    note = Note(first, f"{other} is listed here")
    return Complaint("E0617", message, at, (note,), "keep one of them")


def in_two_lists(at: Span, card: str, kind: str, first: Span) -> Complaint:
    """A card in two lists of one kind, when an edition is played so."""
    message = f"{card} is in two lists of the cast of {kind}"
    help = "keep one of them; the number of copies stands beside the card"
    return Complaint("E0612", message, at, (Note(first, "first listed here"),), help)


def table_in_play(at: Span, table: str, asked: Span) -> Complaint:
    """A table whose row or column depends on how the game goes."""
    message = f"the table {table} is read by what is not known before the game"
    help = "read it by the number of players, a setting, or how many cards there are"
    return Complaint("E0605", message, at, (Note(asked, "it is read here"),), help)


def missing_cell(
    at: Span, table: str, row: int, column: int | None, players: int, asked: Span
) -> Complaint:
    """A cell that a game with some number of players asks for, and that is not there."""
    where = f"{row}" if column is None else f"{row} across {column}"
    message = (
        f"the table {table} has no cell for {where}, which the game for {players} players asks for"
    )
    help = (
        f"add a row for {row}"
        if column is None
        else f"give the row for {row} a number under {column}"
    )
    return Complaint("E0606", message, at, (Note(asked, "it is read here"),), help)


def circle(at: Span, name: str, chain: Iterable[str]) -> Complaint:
    """A value or fact that depends on itself through several cards of an edition."""
    message = f"`{name}` depends on itself: {' → '.join(chain)}"
    return Complaint("E0607", message, at, help="let one of them look at something else")


def sets_itself_off(at: Span, what: str, chain: Iterable[str]) -> Complaint:
    """An event or phase that sets itself off through several cards of an edition."""
    message = f"{what} sets itself off, and would never end: {' → '.join(chain)}"
    return Complaint(
        "E0608", message, at, help="use an event of its own for what happens in between"
    )


def refused(at: Span, message: str, players: Sequence[int], notes: Iterable[Note]) -> Complaint:
    """A way to set up the game that a rule refuses, for these numbers of players."""
    first, last = players[0], players[-1]
    row = len(players) > 1 and last - first + 1 == len(players)
    told = f"{first}-{last}" if row else ", ".join(map(str, players))
    return Complaint("E0610", message, at, tuple(notes), f"it is so in the game for {told} players")


def refused_in_play(at: Span) -> Complaint:
    """A refusal that depends on how the game goes."""
    message = "a game can be refused only for what is known before it"
    help = "ask for the number of players, a setting, or how many cards there are"
    return Complaint("E0611", message, at, help=help)
