"""The question to the person: its options, and the meaning of the typed answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from rich.text import Text

from rulewright import Game
from rulewright.base.records import Record
from rulewright.cli.terminal.screen import TerminalPage, words
from rulewright.cli.terminal.table_view.card_styles import CardStyles, cards_seen
from rulewright.lab.players.search_player import SearchResult
from rulewright.language.edition.translations.program_text import say
from rulewright.runtime.observation.decision import Decision, Option

Key = Literal["?", "t", "w", "h", "u", "s", "x", "q"]

COMMANDS: Final[dict[Key, str]] = {
    "?": "help", "t": "table", "w": "why", "h": "hint", "u": "undo", "s": "save",
    "x": "scenario", "q": "quit",
}  # fmt: skip
"""The keys, with English words that may be typed instead in every language."""

LONG_LIST: Final = 12
GAP: Final = 3


class PickedOption(Record):
    """The answer that chooses an option."""

    index: int


class TypedCommand(Record):
    """The answer that is a command, with its argument."""

    key: Key
    rest: str = ""


class UnclearInput(Record):
    """An answer without meaning; `message` explains valid ones."""

    message: str


def command_words() -> dict[Key, str]:
    """Return the words that may be typed instead of the keys, in the language of the game."""
    return {
        "?": say("help"), "t": say("table"), "w": say("why"), "h": say("hint"), "u": say("undo"),
        "s": say("save"), "x": say("scenario"), "q": say("quit"),
    }  # fmt: skip


def parse_answer(line: str, keys: Sequence[int]) -> PickedOption | TypedCommand | UnclearInput:
    """Parse a typed line, given the numbers of the options."""
    typed = line.strip()
    if typed.isascii() and typed.isdigit():
        # Python's int() refuses numbers with thousands of digits.
        number = int(typed) if len(typed) < 10 else -1
        if number in keys:
            return PickedOption(keys.index(number))
        message = say("There is no option {number}.", number=typed[:20])
        return UnclearInput(f"{message} {_hint_at_answers(keys)}")
    if typed.startswith("?"):
        return TypedCommand("?", typed[1:].strip())
    for why_not in ("why not", say("why not")):
        if f"{typed.lower()} ".startswith(f"{why_not} "):
            topic = typed[len(why_not) :].strip()
            return (
                TypedCommand("w", topic)
                if topic
                else UnclearInput(say("Name the option: why not X"))
            )
    word, _, rest = typed.partition(" ")
    for key, name in command_words().items():
        if word.lower() in (key, name, COMMANDS[key]):
            return TypedCommand(key, rest.strip())
    return UnclearInput(_hint_at_answers(keys))


def prompt(keys: Sequence[int]) -> str:
    """Return the text before the cursor."""
    return say("Your choice ({first}-{last}, ?):", first=keys[0], last=keys[-1])


def _hint_at_answers(keys: Sequence[int]) -> str:
    """Return a hint at valid answers."""
    return say(
        "Type a number from {first} to {last} and Enter, or ? for help.",
        first=keys[0],
        last=keys[-1],
    )


def question_of(decision: Decision) -> str:
    """Return the question of a decision, from the rules or else from its name."""
    question = _consent_question(decision) or decision.prompt or decision.kind
    question = f"{question[0].upper()}{question[1:]}"
    # Add a colon unless the text has a colon or question mark.
    return (
        question if ":" in question or question.endswith("?") else say("{words}:", words=question)
    )


def _consent_question(decision: Decision) -> str:
    """Return what "yes" would do, as a question; "" if the decision is no such question."""
    first = decision.options[0]
    labelling = first.labelling
    if labelling is None or labelling.word != "yes" or not labelling.text:
        return ""
    return say("{words}?", words=first.spoken)


def option_lines(
    offers: Sequence[ListedOption],
    page: TerminalPage,
    texts: Sequence[str] = (),
    *,
    tight: bool = False,
) -> list[Text]:
    """Return the numbered options, in columns if the list is long or room is `tight`.

    If any of `texts` is not empty, each option has a line of its own, followed by its text.
    """
    # A number before a number needs a colon: `1: 3 of Hearts`; then every line has one.
    sign = ":" if any(offer.label.plain[:1].isdigit() for offer in offers) else " "
    items = [_numbered_option(offer, len(str(offers[-1].key)), sign) for offer in offers]
    if any(texts):
        for item, text in zip(items, texts, strict=True):
            item.append(f" – {text}" if text else "", "dim")
        return items
    in_columns = not page.plain and (tight or len(items) > LONG_LIST)
    rows = next(_possible_row_counts(items, page.width)) if in_columns else len(items)
    widths = _column_widths(items, rows)
    return [_join_row(items[row::rows], widths) for row in range(rows)]


def _numbered_option(offer: ListedOption, digits: int, sign: str) -> Text:
    """Return an option with its number and the `sign` behind that; the number is not repeated."""
    number, label = f"{offer.key:>{digits}}", offer.label.plain
    if label == str(offer.key):
        return words(f"  {number}")
    return words(f"  {number}{sign} ").append_text(offer.label)


def _possible_row_counts(items: Sequence[Text], width: int) -> Iterator[int]:
    """Yield each number of rows that lets the items fit side by side, the smallest first."""
    for rows in range(1, len(items) + 1):
        widths = _column_widths(items, rows)
        if sum(widths) - GAP <= width or rows == len(items):
            yield rows


def _column_widths(items: Sequence[Text], rows: int) -> list[int]:
    """Return the width of each column, including the gap after it."""
    columns = [items[at : at + rows] for at in range(0, len(items), rows)]
    return [max(item.cell_len for item in column) + GAP for column in columns]


def _join_row(items: Sequence[Text], widths: Sequence[int]) -> Text:
    """Join items to a row of columns."""
    line = Text()
    for item, width in zip(items[:-1], widths, strict=False):
        line.append_text(item).append(" " * (width - item.cell_len))
    return line.append_text(items[-1])


# ------------------------------------------------------------------ what is offered


class ListedOption(Record):
    """An option in the list on the screen, with its label and the number to type for it."""

    index: int
    option: Option
    label: Text
    key: int


def hint_lines(
    search_result: SearchResult, decision: Decision, offers: Sequence[ListedOption]
) -> Iterator[Text]:
    """Yield the options with their shares of rollouts, the best one marked.

    An option that is not listed, because it looks like another one, is counted there.
    """
    shares = [0.0] * len(offers)
    labels = [offer.label.plain for offer in offers]
    spoken = [option.spoken for option in decision.options]
    at = {offer.index: number for number, offer in enumerate(offers)}
    for index, share in enumerate(search_result.shares):
        like = (at[offer.index] for offer in offers if spoken[offer.index] == spoken[index])
        shares[at[index] if index in at else next(like, 0)] += share
    best = max(range(len(offers)), key=shares.__getitem__)
    for number, share in enumerate(shares):
        mark = ">" if number == best else " "
        yield words(
            f"{mark} {share:>4.0%}  {offers[number].key}  {labels[number]}",
            "bold" if number == best else "",
        )


def list_options(decision: Decision, game: Game, card_styles: CardStyles) -> list[ListedOption]:
    """Return the options of a decision, without duplicates that no player could tell from another."""
    # What distinguishes visible cards, by piece number: zone, fields, marks.
    seen = cards_seen(game.view(decision.player))
    known = {card["piece"]: (seat, zone, {**card, "piece": None}) for seat, zone, card in seen}
    distinct: dict[str, tuple[int, Option]] = {}
    for index, option in enumerate(decision.options):
        data = option.data
        piece = data.pop("piece", None)
        # A card that is not visible is distinguished by its number.
        key = repr((option.label, data, known.get(piece, piece)))
        distinct.setdefault(key, (index, option))
    keys = _option_numbers([option for _, option in distinct.values()])
    return [
        ListedOption(index, option, _coloured_label(option, game, card_styles), number)
        for number, (index, option) in zip(keys, distinct.values(), strict=True)
    ]


def _option_numbers(options: Sequence[Option]) -> list[int]:
    """Return the number to type for each option: the number it chooses, if all options are numbers.

    Other options are numbered from 1.
    """
    values = [option.data.get("number") for option in options]
    numbers = [number for number in values if isinstance(number, int) and number >= 0]
    if len(numbers) == len(options) and numbers == sorted(set(numbers)):
        return numbers
    return list(range(1, len(options) + 1))


def _coloured_label(option: Option, game: Game, card_styles: CardStyles) -> Text:
    """Return an option's label in colours, with the numbers printed on its card."""
    label = option.spoken
    name = option.data.get("card")
    if isinstance(name, str):
        card = game.rules.card(name)
        label = label.replace(
            card.shown, card_styles.card_text(card.kind, card.fields, card.shown), 1
        )
    return card_styles.coloured(words(label))
