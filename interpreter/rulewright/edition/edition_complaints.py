"""All that can be wrong with an edition file: one function for each complaint, all wording here.

Codes are stable. Y01 is about YAML itself, Y02 about what a key may hold, Y03 about things that
do not fit together. `what` in a message names what was being read: "the copies of Tower".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rulewright.text import Complaint, Note, Span, nearest, one_of

_PLAINLY: Final = (
    (
        "mapping values are not allowed here",
        "there is a `: ` here where no new key can begin",
        "put text that holds `: ` in quotes, or set the key further left or right",
    ),
    (
        "could not find expected ':'",
        "this line has no `:` after its key",
        "write `key: value`",
    ),
    (
        "found unknown escape character",
        "this backslash begins nothing that YAML knows",
        "use single quotes, in which a backslash is a backslash",
    ),
    (
        "while scanning a quoted scalar",
        "this text in quotes does not end",
        "close the quotes",
    ),
    (
        "that cannot start any token",
        "no text can begin with this sign",
        "put the text in quotes",
    ),
    (
        "while parsing a flow sequence",
        "this list in `[ ]` does not end, or lacks a comma",
        "put commas between the entries and `]` after the last",
    ),
    (
        "while parsing a flow mapping",
        "these keys in `{ }` do not end, or lack a comma",
        "put commas between the keys and `}` after the last",
    ),
    (
        "sequence entries are not allowed here",
        "no entry of a list can begin here",
        "begin it on a line of its own, below its key",
    ),
    (
        "expected <block end>",
        "this line does not fit the lines above it",
        "let all keys of one list or group begin in the same column",
    ),
)
"""What the YAML library says (a part of it), what we say, and what helps."""


def bad_yaml(at: Span, since: Span | None, problem: str) -> Complaint:
    """The YAML library gave up: at `at`, in something that began at `since`."""
    notes = () if since is None else (Note(since, "it began here"),)
    for part, message, help in _PLAINLY:
        if part in problem:
            return Complaint("Y0101", message, at, notes, help)
    return Complaint("Y0101", f"this is not YAML: {problem}", at, notes)


def tab(at: Span) -> Complaint:
    """A tab where YAML wants spaces."""
    return Complaint("Y0102", "a tab cannot indent a line", at, help="use spaces")


def second_document(at: Span) -> Complaint:
    """A `---` begins a second document."""
    message = "a second YAML document begins here; a file holds one edition"
    return Complaint("Y0103", message, at, help="put it into a file of its own")


def empty_file(at: Span) -> Complaint:
    """A file with nothing but comments in it."""
    return Complaint("Y0104", "the file says nothing", at, help="begin with `edition: its-id`")


def not_keys(at: Span, found: str) -> Complaint:
    """The file as a whole is a list or a mere word."""
    message = f"an edition file consists of keys with values, not of {found}"
    return Complaint("Y0105", message, at, help="begin with `edition: its-id`")


def key_twice(at: Span, first: Span, key: str) -> Complaint:
    """The same key twice in one mapping."""
    note = Note(first, "first given here")
    return Complaint("Y0106", f"the key `{key}` is given twice", at, (note,), "keep one of them")


def reused(at: Span, found: str) -> Complaint:
    """An anchor, an alias or a merge key."""
    message = f"{found} cannot be used in an edition file"
    return Complaint("Y0107", message, at, help="write the value out where it belongs")


def tag(at: Span, found: str) -> Complaint:
    """A tag such as `!!int`."""
    message = f"the tag `{found}` cannot be used in an edition file"
    return Complaint("Y0108", message, at, help="leave it out")


def unprintable(at: Span, character: str) -> Complaint:
    """A control character."""
    message = f"the character U+{ord(character):04X} cannot stand in a YAML file"
    return Complaint("Y0109", message, at, help="delete it")


def key_not_text(at: Span, found: str) -> Complaint:
    """A list or a mapping used as a key, or an empty key."""
    return Complaint("Y0110", f"a key is a word or a number, not {found}", at)


def unknown_key(at: Span, key: str, what: str, known: Sequence[str]) -> Complaint:
    """A key that means nothing here."""
    message = f"{what} has no key `{key}`; expected {one_of(known, word=key)}"
    return Complaint("Y0201", message, at, help=meant(key, known))


def missing_key(at: Span, key: str, what: str, example: str) -> Complaint:
    """A key that must be there."""
    return Complaint("Y0202", f"{what} has no `{key}`", at, help=f"add `{example}`")


def wrong_shape(at: Span, what: str, expected: str, found: str, example: str) -> Complaint:
    """A list where words should be, and the like."""
    message = f"{what}: expected {expected}, found {found}"
    return Complaint("Y0203", message, at, help=f"write it like `{example}`")


def not_a_number(at: Span, what: str, found: str) -> Complaint:
    """Something that is no whole number, or is written in another way than in digits."""
    message = f"{what}: expected a whole number, found `{found}`"
    return Complaint("Y0204", message, at, help="write it in plain digits, such as 12")


def out_of_range(at: Span, what: str, low: int, high: int) -> Complaint:
    """A number too small or too big."""
    return Complaint("Y0205", f"{what}: expected a number from {low} to {high}", at)


def bad_id(at: Span, what: str, found: str) -> Complaint:
    """An id with capitals, blanks or other signs."""
    message = f"{what}: `{found}` is not an id"
    return Complaint("Y0206", message, at, help="use lower-case words with hyphens: my-edition")


def not_yes_or_no(at: Span, found: str, meant: str) -> Complaint:
    """`true`, `on`, `Yes`: said otherwise elsewhere, said in one way here."""
    help = f"write `{meant}`; put it in quotes if it is meant as a word"
    return Complaint("Y0207", f"`{found}` is neither yes nor no", at, help=help)


def nothing(at: Span, what: str) -> Complaint:
    """A key without a value."""
    return Complaint("Y0208", f"{what}: nothing is given", at, help="give a value or leave it out")


def given_twice(at: Span, first: Span, what: str) -> Complaint:
    """The same card, cell or number of players twice."""
    note = Note(first, "first given here")
    return Complaint("Y0209", f"{what} is given twice", at, (note,), "keep one of them")


def bad_language(at: Span, found: str) -> Complaint:
    """A language code that is none."""
    message = f"`{found}` is not the code of a language"
    return Complaint("Y0210", message, at, help="use a code such as en, fr or pt-BR")


def bad_range(at: Span, what: str, found: str, limit: int) -> Complaint:
    """Neither a number nor a range of numbers."""
    message = f"{what}: expected a number or a range up to {limit}, found `{found}`"
    return Complaint("Y0211", message, at, help="write 4, or 2-7 with the smaller number first")


def added_and_removed(at: Span, added: Span, card: str) -> Complaint:
    """The same card under `add` and under `remove`."""
    note = Note(added, "added here")
    message = f"{card} is both added and removed"
    return Complaint("Y0212", message, at, (note,), "keep one of them")


def no_colour(at: Span, found: str, known: Sequence[str]) -> Complaint:
    """Something that is none of the colours of a terminal."""
    message = f"`{found}` is no colour here; expected {one_of(known, word=found)}"
    return Complaint("Y0213", message, at, help=meant(found, known))


def unknown_edition(at: Span | None, name: str, known: Sequence[str]) -> Complaint:
    """An id that is neither beside the file nor in the library."""
    message = f"there is no edition `{name}`"
    if known:
        message += f"; expected {one_of(known, word=name)}, or a path that ends in .yaml"
    return Complaint("Y0301", message, at, help=meant(name, known))


def no_such_file(at: Span | None, name: str) -> Complaint:
    """A path to an edition file that is not there."""
    help = "a path is relative to the file that names it" if at else "check the path"
    return Complaint("Y0302", f"there is no edition file {name}", at, help=help)


def circle(steps: Sequence[Span], ids: Sequence[str]) -> Complaint:
    """Editions that extend each other; `steps` are their `extends`, the closing one last."""
    *before, last = steps
    notes = tuple(Note(step, "which this one extends") for step in reversed(before))
    message = f"editions extend each other in a circle: {' → '.join(ids)}"
    return Complaint("Y0303", message, last, notes, "let one of them extend no other")


def no_rules(at: Span, name: str, looked_in: Iterable[str]) -> Complaint:
    """A folder or file of rules that is not there."""
    message = f"there are no rules `{name}`; looked in {' and '.join(looked_in)}"
    return Complaint("Y0304", message, at, help="name a folder, or a file that ends in .rules")


def not_rules(at: Span, name: str) -> Complaint:
    """A file under `rules` that is no file of rules."""
    message = f"`{name}` is neither a folder nor a file that ends in .rules"
    return Complaint("Y0305", message, at)


def no_cards(at: Span, name: str, looked_in: Iterable[str]) -> Complaint:
    """A folder of cards that is not there."""
    message = f"there is no folder of cards `{name}`; looked in {' and '.join(looked_in)}"
    help = "name a folder in which every file holds the card of its name"
    return Complaint("Y0312", message, at, help=help)


def not_in_cast(
    at: Span, card: str, key: str, known: Sequence[str], lists: Sequence[str]
) -> Complaint:
    """A card removed from a cast that does not have it; `lists` are those that do."""
    message = f"{card} cannot be removed: it is not in the cast of {key}"
    help = f"it is in `{lists[0]}`" if lists else meant(card, known)
    return Complaint("Y0306", message, at, help=help)


def players_outside(at: Span, count: int, players: str) -> Complaint:
    """Something said of a number of players that the edition does not have."""
    message = f"the edition is for {players} players, this is for {count}"
    return Complaint("Y0307", message, at, help="change `players`, or leave this out")


def unknown_option(at: Span | None, name: str, known: Sequence[str]) -> Complaint:
    """An option that the edition does not have."""
    message = f"there is no option `{name}`; "
    message += f"expected {one_of(known, word=name)}" if known else "the edition has no options"
    return Complaint("Y0308", message, at, help=meant(name, known))


def other_name(at: Span, name: str, file: str, shipped: bool) -> Complaint:
    """The edition's id is not the name of its file; an error in the library only."""
    message = f"the edition `{name}` is in the file {file}"
    help = f"call the file {name}.yaml, so that it is found by its id"
    if shipped:
        return Complaint("Y0310", message, at, help=help)
    return Complaint("Y0310", message, at, help=help, severity="warning")


def wrong_players(count: int, players: str) -> Complaint:
    """A game asked for with too few or too many players."""
    return Complaint("Y0311", f"the edition is for {players} players, not for {count}", None)


def meant(word: str, known: Sequence[str]) -> str | None:
    """What was meant instead of a word that nobody knows, as a question; None if nothing is near."""
    near = nearest(word, known)
    return None if near is None or near == word else f"did you mean `{near}`?"
