"""Complaints about names: unknown, declared twice, ambiguous or used in the wrong way."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rulewright.language.syntax.recovery.known_mistakes.mistaken_words import DIGITS, digits_meant
from rulewright.language.text import (
    Fix,
    Span,
    SpanNote,
    Wording,
    code,
    drop_equal_line,
    format_count,
    nearest,
    one_of,
    strip_comment,
)
from rulewright.language.text.words.nearest_names import distance, has_search_budget

LONGEST_COMPARED: Final = 40
"""Maximum length of a name, in characters, that is compared with known names."""
MOST_PROPOSED: Final = 3
"""Maximum number of similar names suggested."""
FEW_NAMES: Final = 6
"""Maximum number of known names that help lists completely."""
NAMED_HERE: Final = "known here: "
"""Beginning of help that only lists the visible names."""

_AMERICAN: Final = (
    (re.compile("our"), "or"),
    (re.compile("tre\\b"), "ter"),
    (re.compile("is(e|ed|es|ing)\\b"), r"iz\1"),
    (re.compile("grey"), "gray"),
    (re.compile("ll(ed|ing)\\b"), r"l\1"),
)


@code("E0201")
def unknown_name(
    at: Span,
    what: str,
    name: str,
    known: Iterable[str],
    elsewhere: SpanNote | None,
    hint: str | None,
) -> Wording:
    """A name that nothing declares."""
    names = sorted(set(known))
    notes = () if elsewhere is None else (elsewhere,)
    if hint is None and elsewhere is None and 0 < len(names) <= FEW_NAMES:
        hint = f"there is {one_of(names)}" if len(names) == 1 else f"there are {one_of(names)}"
    fixes = tuple(_suggested_fixes(name, names, at))
    return Wording(f"there is no {what} called `{name}`", at, notes, hint, fixes)


def _suggested_fixes(name: str, known: Sequence[str], at: Span) -> Iterator[Fix]:
    """Yield fixes with the names that may have been meant, the likeliest first."""
    if len(name) > LONGEST_COMPARED or not has_search_budget():
        return
    if (digits := digits_meant(name)) is not None:
        yield Fix(_name_span(at, name), digits, f"write `{digits}` if you mean a number")
    for other in known:
        if other != name and _spelling_key(other) == _spelling_key(name):
            yield Fix(_name_span(at, name), other, f"it is spelled `{other}` here")
    candidates = [other for other in known if other != name]
    for _ in range(MOST_PROPOSED):
        if (close := nearest(name, candidates)) is None:
            break
        candidates.remove(close)
        if distance(name, close) > max(2, len(name) // 4) and name not in close:
            continue
        yield Fix(_name_span(at, name), close, f"did you mean `{close}`?")
    introduced = _name_span(at, name)
    before = at.source.text[max(introduced.start - 4, 0) : introduced.start]
    if before == "the " and name.isalpha():
        whole = Span(at.source, introduced.start - 4, introduced.end)
        yield Fix(whole, f"a {name}", f"`a` introduces a new name: write `a {name}`")


def _name_span(at: Span, name: str) -> Span:
    """Return the span of `name` within the reported span; the whole span if it is not in there."""
    place = at.text.find(name)
    return at if place < 0 else Span(at.source, at.start + place, at.start + place + len(name))


def _spelling_key(name: str) -> str:
    """Return a key that is equal for the British and the American spelling of a word."""
    for british, american in _AMERICAN:
        name = british.sub(american, name)
    return name


@code("E0243")
def kind_without_article(at: Span, name: str) -> Wording:
    """A thing in the declaration of an event, without the `a` that introduces it."""
    article = "an" if name[0] in "aeiou" else "a"
    fix = Fix(at, f"{article} {name}", f"write `{article} {name}`")
    return Wording(f"`{name}` needs `{article}` before it", at, fixes=(fix,))


@code("E0242")
def misspelt_key(at: Span, wanted: str) -> Wording:
    """A name that is set and never used, while a similar one is used and never set."""
    message = f"`{at.text}` is never used, but `{wanted}` is used and unknown"
    fix = Fix(at, wanted, f"did you mean `{wanted}`?")
    return Wording(message, at, fixes=(fix,))


@code("E0202")
def name_without_article(at: Span, name: str) -> Wording:
    """The name of a thing without `the`."""
    fix = Fix(_name_span(at, name), f"the {name}", f"write `the {name}`")
    return Wording(f"`{name}` needs `the` before it", at, fixes=(fix,))


@code("E0203")
def label_of_several(at: Span, name: str, lists: Sequence[str]) -> Wording:
    """A word that belongs to two lists of labels."""
    both = " and ".join(f"`{each}`" for each in lists)
    message = f"`{name}` is a label of both {both}; this line does not say which list"
    return Wording(message, at, help="give the label another name in one of the lists")


@code("E0220")
def card_in_lower_case(at: Span, name: str, card: str) -> Wording:
    """A card's name in lower case."""
    message = f"`{name}` begins with a small letter, but names of cards begin with a capital letter"
    return Wording(message, at, fixes=(Fix(_name_span(at, name), card, f"write `{card}`"),))


@code("E0221")
def number_word(at: Span, name: str) -> Wording:
    """A number written as a word."""
    message = f"`{name}` is a word: write numbers in digits"
    return Wording(message, at, help=f"write `{DIGITS[name]}`")


@code("E0222")
def spaces_around_minus(at: Span, name: str) -> Wording:
    """`cards-1`: a hyphen makes it one name."""
    first, _, last = name.rpartition("-")
    message = f"`{name}` is one name, because its hyphen has no spaces around it"
    difference = f"{first} - {last}"
    return Wording(
        message, at, fixes=(Fix(_name_span(at, name), difference, f"write `{difference}`"),)
    )


@code("E0213")
def declared_twice(at: Span, name: str, first: Span, sort: str) -> Wording:
    """A name that is declared already."""
    note = SpanNote(first, f"first declared here, as {sort}" if sort else "first declared here")
    help = "give one of them another name"
    if first.source.name != at.source.name:
        help = "give yours another name; to change the other one, write a rule about it"
    return Wording(f"`{name}` is declared twice", at, (note,), help)


@code("E0223")
def written_twice(at: Span, name: str, first: Span | None) -> Wording:
    """A name, label or word that occurs twice where once is enough."""
    notes = () if first is None else (SpanNote(first, "first here"),)
    fixes = () if first is None else drop_equal_line(at, first)
    return Wording(f"`{name}` is here twice", at, notes, "keep one of them", fixes)


@code("E0224")
def built_in_name(at: Span, name: str, meaning: str) -> Wording:
    """A name that has a meaning in the language itself."""
    message = f"`{name}` cannot be declared: it means {meaning}"
    return Wording(message, at, help="give it another name")


@code("E0208")
def name_has_meaning(at: Span, name: str, type: str, first: Span | None) -> Wording:
    """A new name that already has a meaning at this place."""
    notes = () if first is None else (SpanNote(first, "this is its meaning"),)
    message = f"`{name}` already means something here"
    help = "give it another name"
    if type.endswith(f" {name}"):  # the name is only its type: suggest an own one
        help += f": `{type} called …`"
    return Wording(message, at, notes, help)


@code("E0241")
def reserved_verb(at: Span, verb: str, base: str) -> Wording:
    """An event whose verb, without its s, is a word of the language."""
    message = f"`{verb}` cannot be an event: the language itself uses `{base} …`"
    return Wording(message, at, help="choose another verb")


@code("E0225")
def same_name_in_sentence(at: Span, name: str) -> Wording:
    """Two things with the same name in one sentence."""
    message = f"two things are called `{name}` here"
    return Wording(message, at, help=f"give one of them a name: `a {name} called …`")


@code("E0226")
def two_flows(at: Span, first: Span) -> Wording:
    """A second `flow`."""
    note = SpanNote(first, "first here")
    help = "join the two"
    if first.source.name != at.source.name:
        help = "delete this one; to change the course, write rules such as `after …` and `phase …, instead`"
    return Wording("a game has one flow", at, (note,), help)


@code("E0227")
def two_outcomes(at: Span, first: Span) -> Wording:
    """A second `outcome`."""
    note = SpanNote(first, "first here")
    help = "write several values in one: `outcome by points, then …`; to replace the other, add `, instead`"
    return Wording("a game has one outcome", at, (note,), help)


@code("E0250")
def other_phase_parameters(at: Span, phase: str, first: Span) -> Wording:
    """A `phase …, instead` with other players or cards than the phase that it replaces."""
    note = SpanNote(first, "the phase that it replaces")
    message = f"this `{phase}` is declared for other things than the phase that it replaces"
    head = strip_comment(first.source.line(first.line)).strip()
    help = f"write `{head.removesuffix(', instead')}, instead`"
    if head.endswith(","):
        help = "write the same after `for` and `as` as in the phase that it replaces"
    return Wording(message, at, (note,), help)


@code("E0247")
def no_team_variable(at: Span, labels: str, candidates: Sequence[str]) -> Wording:
    """A game with teams where the team of a player is missing or declared twice."""
    if candidates:
        message = (
            f"{one_of([f'`{name}`' for name in candidates])} could both give a player's {labels}"
        )
        return Wording(message, at, help="keep one of them")
    message = f"the players of one {labels} are a team, but no player has a {labels}"
    return Wording(
        message, at, help=f"declare it: `each player has {labels}, a {labels}, seen by everyone`"
    )


@code("E0248")
def mixed_outcome(at: Span, first: str) -> Wording:
    """An outcome that mixes values of players, of teams and of all together."""
    message = f"`{at.text}` and `{first}` are not both of players, or both of teams"
    help = "use values of players only, of teams only, or of the whole table only (`value the …`)"
    return Wording(message, at, help=help)


@code("E0228")
def two_games(at: Span, first: Span) -> Wording:
    """A second `game` line."""
    note = SpanNote(first, "first here")
    return Wording("the game has two names", at, (note,), "keep one of them")


# ------------------------------------------------------------------ uses of names


@code("E0204")
def no_second_parameter(at: Span, what: str, alone: str) -> Wording:
    """`X for Y`, although X is declared without `for`."""
    return Wording(f"{what} has no `for`", at, help=f"write `{alone}`")


@code("E0240")
def label_missing(at: Span, name: str, labels: str, label: str) -> Wording:
    """A place or number that exists once for each label of a list, but is written without a label."""
    message = f"`{name}` exists once for each {labels}; this line does not say for which"
    return Wording(message, at, help=f"write `{name} for {label}`, or name another {labels}")


@code("E0209")
def not_settable(at: Span, rule: str | None, is_local: bool) -> Wording:
    """`set` with something that cannot be set, such as a value."""
    message = f"`{at.text}` cannot be set"
    help = "only something declared like `each player has chips, a number` can be set"
    if rule is not None:
        message = f"`{at.text}` is a value, and values cannot be set"
        help = f"write a rule that changes it: `{rule}`"
    if is_local:
        help = "names from `let` and `choose` never change: declare a number, or use another name"
    return Wording(message, at, help=help)


@code("E0210")
def bad_braces(at: Span, inside: str | None) -> Wording:
    """Braces in a text around something that has no value, or a brace without its partner."""
    if inside is None:
        return Wording(
            "this brace has no matching brace",
            at,
            help="add the other brace, or delete this one",
        )
    message = f"`{inside}` has no value"
    return Wording(message, at, help="write a name, such as `{player}` or `{it's name}`")


@code("E0236")
def undecided_word_form(at: Span, form: str) -> Wording:
    """A form such as `(s)` in a text that has no number or player to decide it."""
    message = f"this text has no number or player that decides the form of `{form}`"
    help = "put a number or a player in braces: `{count} card(s)`, `{me} draw(s)`"
    return Wording(message, at, help=help)


@code("E0211")
def not_a_place(at: Span, type_name: str) -> Wording:
    """A number, a player or the like where a place for cards is needed."""
    help = "write a place, which is declared like `there is a deck of …` or `each player has a hand of …`"
    return Wording(f"this is {type_name}, not a place for cards", at, help=help)


@code("E0212")
def not_changed_by_rules(
    at: Span, declared: Span | None = None, help: str | None = None
) -> Wording:
    """A rule that changes something other than a value or a fact."""
    message = "a rule with `is` changes only values and facts"
    notes: tuple[SpanNote, ...] = ()
    if declared is not None:
        message = f"`{at.text}` must be set; {message}"
        notes = (SpanNote(declared, "it is declared here"),)
    help = help or "in an event, phase or power, write `set …`, `move …` or `… becomes …`"
    return Wording(message, at, notes, help)


@code("E0246")
def not_a_plural(at: Span, name: str) -> Wording:
    """A name for several chosen things that is no plural."""
    message = f"a name for several things must be a plural, but `{name}` is a singular"
    return Wording(message, at, help=f"write `{name}s`; each of them is then a `{name}`")


@code("E0219")
def means_replaces_nothing(at: Span, message: str, help: str | None = None) -> Wording:
    """A `means` that cannot replace a payment."""
    return Wording(message, at, help=help)


# ------------------------------------------------------------------ tables, lists, cards


@code("E0214")
def wrong_row_length(at: Span, cells: int, columns: int, may_be_empty: bool) -> Wording:
    """A row that is longer or shorter than its heading."""
    are = "is 1 column" if columns == 1 else f"are {columns} columns"
    message = f"this row has {format_count(cells, 'value')}, but there {are}"
    help = f"leave out {format_count(cells - columns, 'value')}, or add to the heading"
    if cells < columns:
        help = f"add {format_count(columns - cells, 'value')}"
        help += ", or `-` where no game uses a value" if may_be_empty else ""
    return Wording(message, at, help=help)


@code("E0233")
def table_shape(at: Span, message: str, help: str | None = None) -> Wording:
    """A table whose heading, columns or rows cannot be read."""
    return Wording(message, at, help=help)


@code("E0234")
def duplicate_row(at: Span, key: int | str, first: Span | None) -> Wording:
    """Two rows or columns of a table for the same number or label."""
    notes = () if first is None else (SpanNote(first, "first here"),)
    help = f"let only one of the headings contain {key}"
    return Wording(f"there are two cells for {key}", at, notes, help)


@code("E0216")
def missing_field(at: Span, card: str, kind: str, field: str) -> Wording:
    """A card without a value that its kind requires, such as `size`."""
    help = f"add a line `{field} …`, which every card of the kind `{kind}` needs"
    return Wording(f"{card} has no {field}", at, help=help)


@code("E0217")
def missing_source(at: Span, card: str) -> Wording:
    """A card without a source."""
    message = f"{card} has no source"
    help = 'write `reading "Our own card."`, or `cite …` with a page, below the line that begins the card or list'
    return Wording(message, at, help=help)


@code("E0218")
def missing_start(at: Span, kind: str) -> Wording:
    """A kind of card without a place where its cards start."""
    message = f"the kind {kind} has no place where its cards start"
    return Wording(message, at, help="add `starts in the …`")


@code("E0235")
def start_not_common(at: Span) -> Wording:
    """Cards that would start in the place of one player."""
    message = "cards must start in a place that belongs to no player"
    return Wording(message, at, help="name a common place here; the flow can deal from there")
