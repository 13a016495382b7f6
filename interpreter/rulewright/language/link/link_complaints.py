"""Complaints about rules and editions that do not fit together: one function per complaint, with its wording.

Codes are stable. E06 covers names in editions that rules do not declare, tables without the cells that a game
needs, and rules of several cards that meet only in a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.language.syntax.recovery.known_mistakes.mistaken_words import DIGITS
from rulewright.language.text import Complaint, Span, SpanNote, Wording, code, did_you_mean, one_of


@code("E0601")
def unknown_name(
    at: Span | None, what: str, name: str, known: Iterable[str], file: str | None = None,
    unread: bool = False,
) -> Wording:  # fmt: skip
    """A name in an edition that the rules do not know.

    `file` would declare such a card; with `unread` it exists, but the edition does not read it.
    """
    names = list(known)
    help = did_you_mean(name, names)
    if unread:
        help = f"the file {file} is in the same folder, but the edition does not use it: add it to `rules`"
    if help is None and file is not None:
        help = f"write the card in a file called {file}, in a folder of cards"
        help += f", or add the file with the card: `rules: [{file}]`"
    if help is None and 0 < len(names) <= 6:
        help = f"the rules know {one_of(names)}"
    return Wording(f"there is no {what} called `{name}`", at, help=help)


@code("E0602")
def wrong_value(
    at: Span | None,
    what: str,
    wanted: str,
    actual: str,
    declared: Span | None,
    known: Iterable[str] = (),
) -> Wording:
    """A value of the wrong type in an edition: of a setting, a cell or a card."""
    notes = () if declared is None else (SpanNote(declared, "the rules declare it here"),)
    text = actual.strip("`")
    help = did_you_mean(text, known)
    if wanted == "a number" and (text.isdecimal() or text in DIGITS):
        help = f"write {DIGITS.get(text, text)}, in digits and without quotes"
    elif wanted == "a number":
        help = "write a number in digits"
    return Wording(f"{what} must be {wanted}, not {actual}", at, notes, help)


@code("E0603")
def wrong_columns(
    at: Span | None, table: str, row: int, column: int | str | None, cell: object, declared: Span
) -> Wording:
    """A cell of an edition with a column too many, or without its column.

    `column` is an example of a column of the table; it is None for a table without columns.
    """
    what = (
        "has one number in each row, so its rows have no columns"
        if column is None
        else "has several columns, so the column must be named"
    )
    note = SpanNote(declared, "the table is declared here")
    right = f"{{{row}: {cell}}}" if column is None else f"{{{row}: {{{column}: {cell}}}}}"
    return Wording(f"the table {table} {what}", at, (note,), f"write `{table}: {right}`")


@code("E0604")
def wrong_kind_of_card(
    at: Span | None, card: str, kind: str, actual: str, declared: Span
) -> Wording:
    """A card in the cast of another kind."""
    message = f"{card} is a {actual}, not a {kind}"
    note = SpanNote(declared, "declared here")
    return Wording(message, at, (note,), f"list it under `{actual}`")


@code("E0613")
def wrong_card_file(at: Span, card: str, file: str, wanted: str) -> Wording:
    """A card in a folder of cards that is not in the file of its name."""
    message = f"{card} is declared in {file}, where the game does not look for it"
    help = f"declare it in a file called {wanted}, directly in the folder of cards, or name the card after {file}"
    return Wording(message, at, help=help)


@code("E0614")
def card_file_without_card(at: Span, file: str) -> Wording:
    """A file in a folder of cards that declares no card."""
    message = f"{file} is in a folder of cards, but declares no card"
    help = "declare the card of this name in it, or list the file under `rules` in the edition"
    return Wording(message, at, help=help)


@code("E0616")
def used_outside_card_file(at: Span, name: str, file: str, declared: Span) -> Wording:
    """A name that only the file of another card declares."""
    message = f"`{name}` is declared in {file}, which is read only with its card"
    help = "declare it in a file under `rules` in the edition, which is always read, or declare another one here"
    return Wording(message, at, (SpanNote(declared, "declared here"),), help)


@code("E0615")
def both_requested(at: Span | None, card: str, winner: str, field: str) -> Wording:
    """Two requested cards that cannot both be in a game."""
    message = (
        f"{card} and {winner} cannot both be in the game: only one card of each {field} is allowed"
    )
    return Wording(message, at, help="ask for only one of these two cards")


@code("E0617")
def both_listed(at: Span, card: str, other: str, first: Span, field: str) -> Wording:
    """Two cards in one list that cannot both be in a game."""
    message = (
        f"{card} and {other} cannot both be in the game: only one card of each {field} is allowed"
    )
    note = SpanNote(first, f"{other} is listed here")
    return Wording(message, at, (note,), f"keep one of them, or give one another {field}")


@code("E0612")
def in_two_lists(at: Span, card: str, kind: str, first: Span) -> Wording:
    """A card in two lists of the same kind in one cast, such as `field` and `field/flat`."""
    message = f"{card} is in two lists of the cast of {kind}"
    help = f"keep one of them; for two copies, write `{{{card}: 2}}`"
    return Wording(message, at, (SpanNote(first, "first listed here"),), help)


@code("E0605")
def table_not_constant(at: Span, table: str, read_at: Span) -> Wording:
    """A table that is read by a number that may become anything during the game."""
    message = f"the table {table} is read by a number that has no known limits"
    help = (
        "use a number with known limits, such as `the number of players`, or a label; "
        "or limit it: `the larger of 0 and the smaller of … and 9`"
    )
    return Wording(message, at, (SpanNote(read_at, "it is read here"),), help)


@code("E0606")
def missing_cell(
    at: Span,
    table: str,
    row: int | str,
    column: int | str | None,
    players: int,
    read_at: Span,
) -> Wording:
    """A table without a cell that some game needs."""
    where = f"{row}" if column is None else f"row {row}, column {column}"
    message = f"the table {table} has no cell for {where}, which a game for {_players_in_words(players)} needs"
    help = (
        f"add a row for {row}"
        if column is None
        else f"in the row for {row}, add a number in the column headed {column}, "
        f"or in the edition: `tables: {{{table}: {{{row}: {{{column}: …}}}}}}`"
    )
    return Wording(message, at, (SpanNote(read_at, "it is read here"),), help)


@code("E0610")
def setup_refused(
    at: Span, message: str, players: Sequence[int], notes: Iterable[SpanNote]
) -> Wording:
    """Games that the edition allows, but a rule refuses."""
    help = f"a rule refuses games with {_players_in_words(*players)}; change `players`, the cast or the rule"
    if at.source.text.startswith(": [", at.end):
        help += "; a list replaces the whole cast, and `{add: […]}` adds to it"
    return Wording(message, at, tuple(notes), help)


@code("E0618")
def unsupported_players(at: Span, players: Sequence[int], reasons: Sequence[Complaint]) -> Wording:
    """A number of players that an edition adds, but the rules do not support."""
    counted = _players_in_words(*players)
    notes = tuple(SpanNote(each.span, each.message) for each in reasons if each.span is not None)
    numbers = _numbers_in_words(*players)
    help = f"leave out {numbers}, or add what is missing: `tables`, `by-players` or `cast`"
    return Wording(f"the rules cannot be played with {counted}", at, notes, help)


@code("E0611")
def refusal_not_constant(at: Span) -> Wording:
    """A refusal that depends on the course of the game."""
    message = "a refusal must depend on things that are known before the game"
    help = "use the number of players, a setting, or a number of cards"
    return Wording(message, at, help=help)


@code("E0619")
def chain_too_deep(at: Span, chain: Sequence[str]) -> Wording:
    """A very long chain of values, facts or events that each need the next."""
    shortened = " → ".join((*chain[:3], "…", *chain[-2:]))
    message = (
        f"{len(chain)} values, facts or events form one chain, each needing the next: {shortened}"
    )
    return Wording(
        message,
        at,
        help="break the chain: set a number in an event, and let one of them read it in place of the next",
    )


@code("E0620")
def rules_too_large(at: Span, pieces: int) -> Wording:
    """Cards whose rules, taken together, are too large for one game."""
    message = f"these rules with {pieces} cards are too large for one game"
    return Wording(message, at, help="write one rule for all of the cards, or use fewer cards")


@code("E0621")
def too_many_questions(at: Span, what: str, count: int, most: int) -> Wording:
    """An event, a phase or a power with too many choices."""
    message = (
        f"{what} and the rules that react to it have {count} questions; at most {most} are possible"
    )
    return Wording(message, at, help="move some of them into another event or phase")


@code("E0623")
def division_by_zero(at: Span, by: Span) -> Wording:
    """A division by an expression that is always 0 in this game."""
    message = f"in this game `{by.text}` is 0, so this divides by 0"
    return Wording(message, at, help="set another number in the edition")


@code("E0622")
def trial_asks(at: Span) -> Wording:
    """A `means` with `covers` that asks something or ends the game, although it is tried before it is offered."""
    message = "a means with `covers` is tried before it is offered, so it cannot ask anything or end the game"
    return Wording(message, at, help="leave out `covers`, or this line")


@code("E0624")
def too_much_work(at: Span, name: str, most: int) -> Wording:
    """A value or fact that takes too long, because it reads values that read others again and again."""
    message = f"each reading of `{name}` takes more than {most:,} steps, because it reads values again and again"
    return Wording(message, at, help="let each value read other values only once")


@code("E0625", "warning")
def nothing_played(at: Span, game: str) -> Wording:
    """A game without a flow."""
    message = f"the game {game} has no `flow`, so nothing is played"
    return Wording(message, at, help="write `flow`, and indented below it what happens in a game")


@code("E0626", "warning")
def nobody_wins(at: Span, game: str) -> Wording:
    """A game in which nothing decides who wins."""
    message = f"nothing decides who wins the game {game}"
    help = "write `outcome by …` with a value of players, or let a rule say `… wins the game`"
    return Wording(message, at, help=help)


@code("E0627", "warning")
def kind_without_cast(at: Span, kind: str, cards: Sequence[str], declared: Span) -> Wording:
    """A kind without any card in the edition."""
    message = f"no {kind} is in a game of this edition"
    note = SpanNote(declared, "the kind is declared here")
    listed = ", ".join(cards[:3]) + ", …" * (len(cards) > 3)
    help = f"list its cards: `cast: {{{kind}: [{listed}]}}`"
    return Wording(message, at, (note,), help)


@code("E0628", "warning")
def idle_option(at: Span, option: str) -> Wording:
    """An option of an edition that changes nothing in its games: no card, value, setting, table or name."""
    message = f"the option `{option}` changes nothing: the edition has all this without it"
    return Wording(
        message, at, help="leave it out, or let it change a setting, a table or the cast"
    )


@code("E0629", "warning")
def restated_value(at: Span, what: str, value: str) -> Wording:
    """A setting, or a value of a card, that an edition sets although it would be the same anyway."""
    return Wording(f"{what} is {value} without this line as well", at, help="leave it out")


@code("E0509", "warning")
def too_few_copies(at: Span, card: str, copies: int, before: Span) -> Wording:
    """A card that a scenario lays out more often than there are copies of it."""
    there = "is one copy" if copies == 1 else f"are {copies} copies"
    message = f"there {there} of {card} in this game, and this line moves one of them again"
    note = SpanNote(before, "so it leaves this place")
    return Wording(message, at, (note,), "leave out one of the lines, or use another card")


@code("E0513")
def cards_not_in_game(
    at: Span, cards: Sequence[str], rival: tuple[str, str] | None, uses_rival: bool
) -> Wording:
    """Cards that a scenario uses, although its game does not have them.

    `rival` is a card that has the place of one of them, and the field of which there is one card each.
    `uses_rival` tells whether the scenario uses that card as well.
    """
    names = " and ".join(cards)
    are = "is" if len(cards) == 1 else "are"
    help = f"end the line `in …` with `, with {names}`"
    if rival is not None:
        winner, field = rival
        help = f"leave out {winner}: only one card of each {field} is in a game"
        if uses_rival:
            help = f"use {winner} or {names} in this scenario: only one card of each {field} is in a game"
    return Wording(f"{names} {are} not in this game", at, help=help)


def _players_in_words(*numbers: int) -> str:
    """Return numbers of players as text: `2-4 players`."""
    return f"{_numbers_in_words(*numbers)} player{'' if numbers == (1,) else 's'}"


def _numbers_in_words(*numbers: int) -> str:
    """Return numbers as text: consecutive ones as a range, others as a list."""
    first, last = numbers[0], numbers[-1]
    row = len(numbers) > 1 and last - first + 1 == len(numbers)
    return f"{first}-{last}" if row else ", ".join(map(str, numbers))
