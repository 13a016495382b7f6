"""Complaints about edition files: one function for each code, which words it.

Codes are stable. Y01 is about YAML itself, Y02 about values of keys, Y03 about inconsistent parts. `what` in a
message names the part being read: "the copies of Tower".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from rulewright.language.text import (
    Fix,
    Span,
    SpanNote,
    Wording,
    code,
    did_you_mean,
    drop_equal_line,
    escape_line,
    indent_with_spaces,
    one_of,
    straighten_quotes,
)

_PLAINLY: Final = (
    (
        "mapping values are not allowed here",
        "there is a `: ` in the middle of a value",
        "put text with `: ` in quotes; if it is a key, correct its indentation",
    ),
    (
        "could not find expected ':'",
        "this line has no `:` after its key",
        "write `key: value`",
    ),
    (
        "found unknown escape character",
        "this backslash has no meaning in YAML",
        "use single quotes around the text",
    ),
    (
        "while scanning a quoted scalar",
        "the closing quote of this text is missing",
        "add the quote where the text ends",
    ),
    (
        "that cannot start any token",
        "a text cannot begin with this sign",
        "put the text in quotes",
    ),
    (
        "while parsing a flow sequence",
        "this list in `[ ]` has no end, or a comma is missing",
        "put `]` after the last entry, and commas between the entries",
    ),
    (
        "while parsing a flow mapping",
        "this group in `{ }` has no end, or a comma is missing",
        "put `}` after the last value, and commas between the keys",
    ),
    (
        "sequence entries are not allowed here",
        "a list entry cannot begin here",
        "begin it on a new line, below its key",
    ),
    (
        "expected <block end>",
        "this line does not fit the lines above it",
        "begin all keys of a group in the same column",
    ),
)
"""A part of the YAML library's message, our message, and our help."""


_COMPLETE: Final = re.compile(r" *[\w-]+: +[^\s>|&#\[{\"'][^#:]*$")
"""Matches a line with a key and its whole value."""


@code("Y0101")
def bad_yaml(at: Span, since: Span | None, problem: str) -> Wording:
    """A file that is not valid YAML."""
    notes: tuple[SpanNote, ...] = ()
    if since is not None and since.start != at.start:
        earlier = since.start < at.start
        notes = (SpanNote(since, "it began here" if earlier else "noticed here"),)
    if "expected <block end>" in problem and at.text in ("}", "]"):
        return Wording(
            f"this `{at.text}` closes nothing that is open", at, help=f"delete `{at.text}`"
        )
    for part, message, help in _PLAINLY:
        if part in problem:
            return Wording(message, at, notes, help)
    return Wording(f"this is not YAML: {problem}", at, notes)


@code("Y0111")
def missing_blank(at: Span) -> Wording:
    """A space missing after the `:` of a key, or after the `-` of a list item."""
    fix = Fix(at, f"{at.text} ", f"write `{at.text} ` with a space after it")
    return Wording(f"a space is missing after `{at.text}`", at, fixes=(fix,))


@code("Y0113")
def typographic_quotes(at: Span) -> Wording:
    """A typographic quote at the beginning or end of a text."""
    message, help = "typographic quotes cannot enclose a text", 'write straight quotes: `"`'
    return Wording(message, at, fixes=(straighten_quotes(at, help),))


@code("Y0102")
def tab_indentation(at: Span) -> Wording:
    """A tab where YAML wants spaces."""
    message, help = "a tab cannot indent a line", "use spaces"
    text = at.source.text
    above = text[: at.start].rstrip().rpartition("\n")[2]
    if _COMPLETE.match(above):  # a key with its value has nothing below it
        begin = text.rfind("\n", 0, at.start) + 1
        end = at.start + len(text[at.start :]) - len(text[at.start :].lstrip(" \t"))
        help = "begin this line in the same column as the line above it"
        blanks = " " * (len(above) - len(above.lstrip(" ")))
        return Wording(message, at, fixes=(Fix(Span(at.source, begin, end), blanks, help),))
    return Wording(message, at, help=help, fixes=indent_with_spaces(at.source, 2, help))


@code("Y0103")
def second_document(at: Span) -> Wording:
    """A line `---`, which begins a second document."""
    message = "a second YAML document begins here, but a file can hold only one edition"
    return Wording(message, at, help="move it to another file")


@code("Y0104")
def empty_file(at: Span) -> Wording:
    """A file with nothing but comments in it."""
    return Wording("the file is empty", at, help="begin with a name: `edition: our-table`")


@code("Y0105")
def not_a_mapping(at: Span, found: str) -> Wording:
    """A file that is a list or a single word, instead of keys with values."""
    message = f"an edition file has lines such as `edition: our-table`, but this is {found}"
    return Wording(message, at, help="write each line as a word, a colon and a value")


@code("Y0106")
def duplicate_key(at: Span, first: Span, key: str) -> Wording:
    """A key that is given twice."""
    note = SpanNote(first, "first given here")
    message = f"the key `{key}` is given twice"
    return Wording(message, at, (note,), "keep one of them", drop_equal_line(at, first))


@code("Y0107")
def anchor_or_alias(at: Span, found: str) -> Wording:
    """An anchor such as `&a`, an alias such as `*a` or a merge key `<<`."""
    message = f"{found} cannot be used in an edition file"
    return Wording(message, at, help="write the value itself here")


@code("Y0108")
def yaml_tag(at: Span) -> Wording:
    """A tag such as `!!int`."""
    tag = at.text.split(maxsplit=1)[0]
    message = f"the tag `{tag}` cannot be used in an edition file"
    return Wording(message, at, help=f"delete `{tag}`")


@code("Y0112")
def too_many_entries(at: Span, most: int) -> Wording:
    """A file with very many entries."""
    message = f"this file has more than {most:,} entries, or is very long"
    return Wording(message, at, help="extend another edition, and write only the differences")


@code("Y0109")
def unprintable(at: Span, character: str) -> Wording:
    """A control character."""
    message = f"the character U+{ord(character):04X} is not allowed in a YAML file"
    return Wording(message, at, help="delete it")


@code("Y0110")
def key_not_text(at: Span, found: str) -> Wording:
    """A key that is empty, or that is itself a list or a group of keys."""
    message = f"a key must be a word or a number, not {found}"
    if not found:
        message = "this key is empty, but must be a word or a number"
    return Wording(message, at, help="write a word before the colon: `name: …`")


_ELSEWHERE: Final = (
    (
        "replace replaces replaced swap instead change",
        "remove",
        "write `add` with the new card and `remove` with the old one",
    ),
    (
        "add adds added remove removes removed without replace replaces replaced swap",
        "cast",
        "write it below `cast` and the kind of card: `cast: {tower: {add: [Keep]}}`",
    ),
    ("inherit inherits inherits-from parent base based-on basis from", "extends", ""),
    ("title called label", "name", ""),
    ("id key", "edition", ""),
    ("deck roles", "cast", ""),
    ("files include includes import imports file", "rules", ""),
    ("number-of-players seats", "players", ""),
)
"""Words that people write as keys, the intended key if there is one, and advice."""


@code("Y0201")
def unknown_key(
    at: Span, key: str, what: str, known: Sequence[str], above: str | None = None
) -> Wording:
    """A key that is not known here."""
    message = f"{what} has no key `{key}`; expected {one_of(known, word=key)}"
    if above is not None:
        return Wording(message, at, help=f"if it belongs to `{above}`, indent it by two spaces")
    return Wording(message, at, help=did_you_mean(key, known) or _advice_for_key(key, known))


def common_alias(key: str, known: Sequence[str]) -> str | None:
    """Return the key in `known` that people often write as `key`, if both take the same values; else None."""
    rows = (row for row in _ELSEWHERE if not row[2] and row[1] in known)
    return next((intended for words, intended, _ in rows if key.casefold() in words.split()), None)


def _advice_for_key(key: str, known: Sequence[str]) -> str | None:
    """Return advice for an unknown key, such as the one to use in its place, or None."""
    if ":" in key:
        return "put a space after the `:` of a key"
    for words, intended, advice in _ELSEWHERE:
        if key.casefold() in words.split() and intended in known:
            return advice or f"write `{intended}`"
    if "settings" in known:
        return f"a setting of the rules belongs below `settings`: `settings: {{{key}: …}}`"
    return None


@code("Y0214")
def cards_without_kind(at: Span, key: str, said: str, above: str | None) -> Wording:
    """Cards to add or remove without their kind."""
    if above is not None:
        message = f"`{key}` is next to `{above}`, but belongs below it"
        help = f"indent it by two more spaces than `{above}`: `{above}: {{{key}: {said}}}`"
        return Wording(message, at, help=help)
    message = f"`{key}` is before the kind of the cards, but must follow it"
    inner = said[1:-1] if said.startswith("{") else said
    kind, colon, cards = inner.partition(": ")
    turned = f"{kind}: {{{key}: {cards}}}" if colon else f"…: {{{key}: {said}}}"
    return Wording(message, at, help=f"write the kind first: `cast: {{{turned}}}`")


@code("Y0216")
def key_too_deep(at: Span, key: str, above: str) -> Wording:
    """A key of an edition inside another key."""
    message = f"`{key}` has no meaning inside `{above}`"
    return Wording(message, at, help=f"indent `{key}` only as far as `{above}`")


@code("Y0202")
def missing_key(at: Span, key: str, what: str, example: str) -> Wording:
    """A required key that is missing."""
    return Wording(f"{what} has no `{key}`", at, help=f"add `{example}`")


@code("Y0203")
def wrong_shape(at: Span, what: str, expected: str, found: str, example: str) -> Wording:
    """A value of a wrong form, such as a list in place of a text."""
    message = f"{what}: expected {expected}, found {found}"
    return Wording(message, at, help=f"write it like `{example}`")


@code("Y0204")
def not_a_number(
    at: Span, what: str, found: str, help: str = "write a whole number in digits, such as 12"
) -> Wording:
    """A value that must be a whole number, but is none, or is not written in digits."""
    return Wording(f"{what}: expected a whole number, found `{found}`", at, help=help)


@code("Y0205")
def out_of_range(at: Span, what: str, low: int, high: int) -> Wording:
    """A number too small or too big."""
    expected = f"a number from {low} to {high}" if low < high else str(low)
    return Wording(f"{what}: expected {expected}", at, help="correct it, or leave it out")


@code("Y0206")
def bad_id(at: Span, what: str, found: str, only_capitals: bool = False) -> Wording:
    """An id with capital letters, spaces or other characters."""
    if only_capitals:
        help = f"write `{found.lower()}`"
        return Wording(f"{what}: an id has no capital letters", at, help=help)
    message = f"{what}: `{found}` is not an id"
    return Wording(message, at, help="use lower-case words with hyphens: my-edition")


@code("Y0207")
def not_yes_or_no(at: Span, found: str, correction: str) -> Wording:
    """`true`, `on` or `Yes` in place of `yes` or `no`."""
    help = f"write `{correction}`; if you mean the word, put it in quotes"
    return Wording(f"`{found}` must be `yes` or `no`", at, help=help)


@code("Y0208")
def empty_value(at: Span, what: str) -> Wording:
    """A key without a value."""
    help = "add a value, or leave out the key"
    if (match := re.search(r"`(\S+) (\S+)`$", what)) is not None:
        help = f"write `: ` between a key and its value: `{match[1]}: {match[2]}`"
    return Wording(f"{what}: the value is missing", at, help=help)


@code("Y0209")
def duplicate_entry(at: Span, first: Span, what: str) -> Wording:
    """A duplicate card, cell or number of players."""
    note = SpanNote(first, "first given here")
    return Wording(f"{what} is here twice", at, (note,), "keep one of them")


@code("Y0210")
def bad_language(at: Span, found: str) -> Wording:
    """An invalid language code."""
    message = f"`{found}` is not the code of a language"
    return Wording(message, at, help="use a code such as en, fr or pt-BR")


@code("Y0211")
def bad_range(
    at: Span, what: str, found: str, limit: int, suggestion: str | None = None
) -> Wording:
    """A value that is neither a number nor a range that counts up, such as 2-7."""
    message = f"{what}: expected a number or a range up to {limit}, found `{found}`"
    numbers = [int(number) for number in re.findall("[0-9]{1,9}", found)]
    if re.fullmatch("[0-9]{1,9}-[0-9]{1,9}", found) and numbers[0] > numbers[1]:
        message = f"{what}: a range counts up, but `{found}` counts down"
    beyond = any(len(number) > 9 or int(number) > limit for number in re.findall("[0-9]+", found))
    help = f"the limit is {limit}" if beyond else "write a number such as 4, or a range such as 2-7"
    if suggestion is not None and not beyond:
        help = f"write `{suggestion}`"
    return Wording(message, at, help=help)


@code("Y0212")
def added_and_removed(at: Span, added: Span, card: str) -> Wording:
    """A card that is both added and removed."""
    note = SpanNote(added, "added here")
    message = f"{card} is both added and removed"
    return Wording(message, at, (note,), "keep one of them")


@code("Y0213")
def unknown_colour(at: Span, found: str, known: Sequence[str]) -> Wording:
    """An unknown terminal colour."""
    message = f"`{found}` is not a known colour; expected {one_of(known, word=found)}"
    return Wording(message, at, help=did_you_mean(found, known))


@code("Y0215")
def unknown_display_time(at: Span, found: str, known: Sequence[str]) -> Wording:
    """An unknown word for when a number or mark is shown; `always` is a known one."""
    message = f"`{found}` is not possible here; expected {one_of(known)}"
    return Wording(message, at, help=did_you_mean(found, known))


NEWER: Final = "Y0217"


@code(NEWER)
def newer_language(at: Span, version: str, known: int) -> Wording:
    """A file for a newer version of the language."""
    short = version if len(version) < 10 else f"{version[:9]}…"
    message = f"this file needs version {short} of the language; this program knows version {known}"
    return Wording(message, at, help="install a newer Rulewright; nothing else was read here")


@code("Y0218")
def wrong_level(at: Span, reason: str, help: str) -> Wording:
    """A `severity` for a code that does not exist, or a severity that this complaint cannot have."""
    return Wording(reason, at, help=help or None)


@code("Y0301")
def unknown_edition(
    at: Span | None, name: str, known: Sequence[str], called: str | None = None
) -> Wording:
    """An id of an edition that is neither next to the file nor comes with Rulewright."""
    message = f"there is no edition `{name}`"
    if known:
        message += f"; expected {one_of(known, word=name)}, or a path that ends in .yaml"
    if called is None:
        return Wording(message, at, help=did_you_mean(name, known))
    help = f"write `{called}`, which has this name"
    if at is None:
        return Wording(message, at, help=help)
    return Wording(message, at, fixes=(Fix(at, called, help, restores=True),))


@code("Y0302")
def no_such_file(at: Span | None, name: str, beside: Iterable[str] = ()) -> Wording:
    """A path to an edition file that does not exist."""
    help = (
        "a path begins at the folder of the file in which it is written" if at else "check the path"
    )
    help = did_you_mean(name.rpartition("/")[2], beside) or help
    return Wording(f"there is no edition file {escape_line(name)}", at, help=help)


@code("Y0303")
def circular_extension(steps: Sequence[Span], ids: Sequence[str]) -> Wording:
    """Editions that extend each other in a circle."""
    *before, last = steps
    notes = tuple(SpanNote(step, "this edition extends it") for step in reversed(before))
    message = f"editions extend each other in a circle: {' → '.join(ids)}"
    return Wording(message, last, notes, "leave out `extends` in one of them")


@code("Y0313")
def out_of_reach(at: Span, name: str) -> Wording:
    """A path to a hidden file, or to a file outside the edition's folder and the working folder."""
    message = f"`{name}` leads to a place that may not be read"
    help = "move the file next to the edition, or run the command in a folder that contains both"
    if ".." not in name and not name.startswith(("/", "~")):
        help = "only names that end in .rules, .yaml or .yml can be read; no folder may begin with a dot"
    return Wording(message, at, help=help)


@code("Y0304")
def no_rules(at: Span, name: str, shipped: str, beside: Sequence[str] = ()) -> Wording:
    """A folder or file of rules that does not exist."""
    message = f"there are no rules `{name}`, neither next to this file nor in `{shipped}`"
    near = (f"{name}.rules",) if f"{name}.rules" in beside else beside
    help = did_you_mean(name, near) or "name a folder, or a file that ends in .rules"
    return Wording(message, at, help=help)


@code("Y0305")
def not_rules(at: Span, name: str) -> Wording:
    """A file under `rules` that does not end in .rules."""
    message = f"`{name}` is neither a folder nor a file that ends in .rules"
    return Wording(message, at, help="name such a file or folder; an edition goes after `extends:`")


@code("Y0312")
def no_cards(at: Span, name: str, shipped: str) -> Wording:
    """A folder of cards that does not exist."""
    message = f"there is no folder `{name}`, neither next to this file nor in `{shipped}`"
    help = "use a folder where each file is named after the card in it"
    return Wording(message, at, help=help)


@code("Y0306")
def not_in_cast(
    at: Span, card: str, key: str, known: Sequence[str], lists: Sequence[str], copies: int | None
) -> Wording:
    """A card that is removed, or gets another copy, but is not in this cast."""
    cannot = "be removed" if copies is None else "have more copies"
    message = f"{card} cannot {cannot}: it is not in the cast of {key}"
    help = did_you_mean(card, known)
    if lists:
        change = f"remove: [{card}]" if copies is None else f"add: {{{card}: +{copies}}}"
        help = f"it is in `{lists[0]}`: write `{lists[0]}: {{{change}}}`"
    elif help is None and copies is not None:
        help = f"write `{card}: {copies}`"
    return Wording(message, at, help=help)


@code("Y0307")
def player_count_outside_range(at: Span, count: int, players: str) -> Wording:
    """A number of players that the edition does not allow."""
    message = f"this is for {count} players, but the edition is for {players}"
    return Wording(message, at, help="change `players`, or leave this out")


@code("Y0308")
def unknown_option(at: Span | None, name: str, known: Sequence[str]) -> Wording:
    """An option that the edition does not have."""
    message = f"there is no option `{name}`; "
    message += f"expected {one_of(known, word=name)}" if known else "the edition has no options"
    help = "leave out the option"
    if at is not None:
        help += (
            f", or declare it in the edition: `options: {{{name}: {{about: …, settings: {{…}}}}}}`"
        )
    return Wording(message, at, help=did_you_mean(name, known) or help)


@code("Y0314")
def unknown_in_braces(at: Span, name: str, known: Sequence[str]) -> Wording:
    """An unknown name in the braces of a text for players."""
    message = f"`{{{name}}}` is not known here; expected {one_of(known, word=name)}"
    return Wording(message, at, help=did_you_mean(name, known, ("`{", "}`")))


@code("Y0315")
def hint_for_unknown_decision(at: Span, name: str, known: Sequence[str]) -> Wording:
    """A hint in the guide for a kind of decision that the rules do not have."""
    message = f"the rules have no decision called `{name}`; expected {one_of(known, word=name)}"
    return Wording(message, at, help=did_you_mean(name, known))


@code("Y0310")
def misnamed_edition_file(at: Span, name: str, file: str) -> Wording:
    """An edition that comes with Rulewright, but whose file is not named after its id."""
    message = f"the edition `{name}` is in a file with another name, {file}"
    help = f"rename the file to {name}.yaml"
    return Wording(message, at, help=help)


@code("Y0311")
def player_count_not_allowed(count: int, players: str, at: Span | None = None) -> Wording:
    """A game with too few or too many players."""
    return Wording(f"the edition is for {players} players, not for {count}", at)
