"""A report as people read it on a terminal: the verdicts, then the tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.balance.reports import Data


def in_words(data: Data) -> str:
    """The report as people read it: the verdicts, then the tables."""
    return "\n".join(_lines(data))


def _lines(data: Data) -> Iterator[str]:
    games = ", ".join(f"{count:,} {strength}" for strength, count in data["games"].items())
    yield f"{data['name']} ({data['edition']}), {data['players']} players; games: {games}; {data['seconds']:.0f} s"
    yield ""
    for verdict in (
        data["verdicts"] if len(data["verdicts"]) <= 12 else _told_only(data["verdicts"])
    ):
        yield f"{verdict['sentence']}."
        yield from (f"  {remark}" for remark in verdict["remarks"])
    yield ""
    for kind in dict.fromkeys(card["kind"] for card in data["cards"]):
        yield from _card_lines(kind, [card for card in data["cards"] if card["kind"] == kind])
        yield ""
    yield from _other_lines(data)


def _told_only(verdicts: list[Data]) -> list[Data]:
    return [each for each in verdicts if each["word"] not in ("open", "even")]


def _card_lines(kind: str, cards: list[Data]) -> Iterator[str]:
    """A table of the cards of a kind."""
    rows = list(card_rows(kind, cards))
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *cells in rows:
        told = (f"{cell:>{width}}" for cell, width in zip(cells, wide[1:], strict=True))
        yield "  ".join([f"{name:<{wide[0]}}", *told])


def card_rows(kind: str, cards: list[Data]) -> Iterator[list[str]]:
    """The heads of a table of the cards of a kind, then a row for each; those that win most often come first."""
    zones = list(dict.fromkeys(zone for card in cards for zone in card["lay"]))
    yield [
        kind,
        "wins more",
        "95 %",
        "in the end",
        "offered",
        "taken",
        "used",
        *zones,
        "by lot",
        "95 %",
    ]
    for card in sorted(cards, key=lambda card: -(card["wins"][0] or 0)):
        yield [
            card["card"], _points(card["wins"][0]), among(card["wins"]), _points(card["in_the_end"][0]),
            f"{card['offered']:,.0f}", _part(card["taken"], card["offered"]),
            _part(card["used"], card["could_be_used"]),
            *(f"{card['lay'].get(zone, [0])[0]:,.0f}" for zone in zones),
            _points(card["lot"][0]), among(card["lot"]),
        ]  # fmt: skip


def among(told: Sequence[float | None]) -> str:
    """From where to where a mean may go."""
    _, low, high = told
    return "-" if low is None or high is None else f"{100 * low:+.1f} to {100 * high:+.1f}"


def _points(part: float | None) -> str:
    return "-" if part is None else f"{100 * part:+.1f}"


def _part(some: float, all_: float) -> str:
    return f"{some / all_:.0%}" if all_ else "-"


def _other_lines(data: Data) -> Iterator[str]:
    """Fields, seats, ends, lengths, and what is never right."""
    for row in data["fields"]:
        yield (
            f"{row['kind']} with {row['field']} {row['value']}: {_points(row['wins'])} points of victory, "
            f"{row['points']:+.1f} in score, {row['times']:,.0f} times"
        )
    for row in data["seats"]:
        found = row["more_than_fair"]
        told = f"{_points(found[0])} (95 %: {among(found)})"
        yield f"seat {row['seat']} wins {row['won']:.1%}, {told}, with {row['points']:.1f} points"
    for row in data["ends"]:
        yield f"{row['name']} at the end: wins {_points(row['wins'])} more, {row['points']:+.1f} in score"
    if length := data["length"]:
        yield f"a game takes {length['rounds']:.1f} rounds, {length['decisions']:.0f} decisions with a choice"
    never = [row["option"] for row in data["options_used"] if row["hardly_ever_right"]]
    if never:
        yield f"hardly ever right: {', '.join(never)}"
