"""A report as people read it on a terminal: the verdicts, then the tables."""

from __future__ import annotations

from collections.abc import Iterator

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
    """A table of the cards of a kind, those that win most often first."""
    wide = max(len(kind), *(len(card["card"]) for card in cards)) + 2
    zones = list(dict.fromkeys(zone for card in cards for zone in card["lay"]))
    heads = ["wins more", "95 %", "in the end", "offered", "taken", "used", *zones, "by lot"]
    yield f"{kind:<{wide}}{heads[0]:>10}{heads[1]:>16}" + "".join(
        f"{each:>{12 if each == heads[2] else 10}}" for each in heads[2:]
    )
    for card in sorted(cards, key=lambda card: -(card["wins"][0] or 0)):
        mean, low, high = card["wins"]
        among = f"{100 * low:+.1f} to {100 * high:+.1f}" if low is not None else "too few"
        lay = "".join(f"{card['lay'].get(zone, [0])[0]:>10,.0f}" for zone in zones)
        yield (
            f"{card['card']:<{wide}}{_points(mean):>10}{among:>16}"
            f"{_points(card['in_the_end'][0]):>12}{card['offered']:>10,.0f}"
            f"{_part(card['taken'], card['offered']):>10}{_part(card['used'], card['could_be_used']):>10}"
            f"{lay}{_points(card['lot'][0]):>10}"
        )


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
        mean, low, high = row["more_than_fair"]
        among = f" (95 %: {100 * low:+.1f} to {100 * high:+.1f})" if low is not None else ""
        yield f"seat {row['seat']} wins {row['won']:.1%}, {_points(mean)}{among}, with {row['points']:.1f} points"
    for row in data["ends"]:
        yield f"{row['name']} at the end: wins {_points(row['wins'])} more, {row['points']:+.1f} in score"
    if length := data["length"]:
        yield f"a game takes {length['rounds']:.1f} rounds, {length['decisions']:.0f} decisions with a choice"
    never = [row["option"] for row in data["options_used"] if row["hardly_ever_right"]]
    if never:
        yield f"hardly ever right: {', '.join(never)}"
