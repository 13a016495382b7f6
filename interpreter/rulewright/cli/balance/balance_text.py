"""A balance report as text for the terminal: the verdicts, then the tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.cli.common.verdict_sentences import (
    interval_text,
    points_text,
    remark_sentence,
    seldom_sentence,
    verdict_sentence,
)
from rulewright.language.edition.translations.program_text import say

if TYPE_CHECKING:
    from rulewright.lab.balance.execution.forecast import Forecast

Data = dict[str, Any]


def report_text(data: Data, *, whole: bool = False) -> str:
    """Return the report as text: the verdicts, then the tables, with all columns and figures if `whole`."""
    return "\n".join(_lines(data, whole))


def forecast_text(forecast: Forecast, minutes: float | None) -> str:
    """Return the sentence about how long verdicts take here; `minutes` is the limit of the run."""
    told = say(
        "On this machine about {games} games a minute: an advantage of 2 points takes about {two} min to prove, "
        "one of 1 point about {one} min.",
        games=f"{float(f'{forecast.games_a_minute:.2g}'):,.0f}", two=_minutes_text(forecast.minutes(2)),
        one=_minutes_text(forecast.minutes(1)),
    )  # fmt: skip
    limit = (
        "" if minutes is None else say("The run ends after {minutes} min.", minutes=f"{minutes:g}")
    )
    return " ".join(filter(None, [told, limit]))


def _minutes_text(minutes: float) -> str:
    """Return a rough number of minutes as text."""
    return f"{float(f'{minutes:.2g}'):,.0f}" if minutes >= 1 else "1"


def undecided_text(data: Data, minutes: float | None) -> str:
    """Return why cards have no verdict; "" if all have one. `minutes` is the limit that ended the run."""
    undecided = [verdict for verdict in data["verdicts"] if verdict["word"] == "open"]
    if not undecided:
        return ""
    cards = ", ".join(verdict["card"] for verdict in undecided)
    bounds = [verdict["wins"][1:] for verdict in undecided]
    end = (
        say("{games} games", games=f"{max(verdict['games'] for verdict in undecided):,}")
        if minutes is None
        else say("{minutes} minutes", minutes=f"{minutes:g}")
    )
    if any(low is None for low, _ in bounds):
        return say(
            "No verdict on {cards} within {end}, because these are too few games.",
            cards=cards,
            end=end,
        )
    return say(
        "No verdict on {cards} within {end}, because so far only advantages of {points} points or more are "
        "certain. "
        "Half of that takes four times as many games.",
        cards=cards, end=end, points=f"{max(100 * (high - low) / 2 for low, high in bounds):.1f}",
    )  # fmt: skip


def _lines(data: Data, whole: bool) -> Iterator[str]:
    """Yield the lines of the report: title, verdicts, a table for each kind of card, further figures."""
    yield say(
        "{name} ({id}), {players} players; games: {games}; {seconds} s",
        name=data["name"], id=data["edition"], players=data["players"], games=games_text(data),
        seconds=f"{data['seconds']:.0f}",
    )  # fmt: skip
    yield ""
    verdicts = data["verdicts"]
    for verdict in verdicts if len(verdicts) <= 12 else _decided_only(verdicts):
        yield f"{verdict_sentence(verdict)}."
        yield from (f"  {remark_sentence(remark)}" for remark in verdict["remarks"])
    if told := undecided_text(data, data.get("minutes")):
        yield told
    yield ""
    judged = {verdict["kind"] for verdict in verdicts}
    for kind in dict.fromkeys(card["kind"] for card in data["cards"]):
        if judged and kind not in judged and not whole:
            continue
        cards = [card for card in data["cards"] if card["kind"] == kind]
        yield from _card_lines(list(card_rows(kind, cards) if whole else main_rows(kind, cards)))
        yield ""
    if not whole:
        yield from _column_lines()
    yield from _further_lines(data, whole)


def games_text(data: Data) -> str:
    """Return the number of games of each strength of players, as text."""
    return ", ".join(f"{count:,} {strength}" for strength, count in data["games"].items())


def _decided_only(verdicts: list[Data]) -> list[Data]:
    """Return the verdicts that found a difference, without those that are `open` or `even`."""
    return [each for each in verdicts if each["word"] not in ("open", "even")]


def _card_lines(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table of cards, with aligned columns."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *cells in rows:
        aligned = (f"{cell:>{width}}" for cell, width in zip(cells, wide[1:], strict=True))
        yield "  ".join([f"{name:<{wide[0]}}", *aligned])


def main_rows(kind: str, cards: list[Data]) -> Iterator[list[str]]:
    """Yield the five columns that a verdict rests on, the most frequent winner first."""
    yield [kind, say("wins more"), "95 %", say("taken"), say("random")]
    for card in sorted(cards, key=lambda card: -(card["wins"][0] or 0)):
        yield [
            card["card"], points_text(card["wins"][0]), bounds_text(card["wins"]),
            _percentage(card["taken"], card["offered"]), points_text(card["random"][0]),
        ]  # fmt: skip


def _column_lines() -> Iterator[str]:
    """Yield what the columns of `main_rows` mean."""
    yield say(
        "wins more: percentage points by which players with the card win more often; "
        "95 %: where the true number lies"
    )
    yield say(
        "taken: how often players took the card when it was on offer; random: wins more, in games of random players"
    )
    yield say("--all prints all columns and figures.")


def card_rows(kind: str, cards: list[Data]) -> Iterator[list[str]]:
    """Yield the head of the table of a kind's cards, then a row for each card, the most frequent winner first."""
    zones = list(dict.fromkeys(zone for card in cards for zone in card["lay"]))
    yield [
        kind, say("wins more"), "95 %", say("in the end"), say("offered"), say("taken"), say("used"), *zones,
        say("random"), "95 %",
    ]  # fmt: skip
    for card in sorted(cards, key=lambda card: -(card["wins"][0] or 0)):
        yield [
            card["card"], points_text(card["wins"][0]), bounds_text(card["wins"]),
            points_text(card["in_the_end"][0]),
            f"{card['offered']:,.0f}", _percentage(card["taken"], card["offered"]),
            _percentage(card["used"], card["could_be_used"]),
            *(f"{card['lay'].get(zone, [0])[0]:,.0f}" for zone in zones),
            points_text(card["random"][0]), bounds_text(card["random"]),
        ]  # fmt: skip


def bounds_text(mean_and_bounds: Sequence[float | None]) -> str:
    """Return the confidence interval of a mean as text, in percentage points."""
    _, low, high = mean_and_bounds
    return (
        "-" if low is None else say("{low} to {high}", low=points_text(low), high=points_text(high))
    )


def _percentage(part: float, all_: float) -> str:
    """Return `part` as a percentage of `all_`; "-" if `all_` is 0."""
    return f"{part / all_:.0%}" if all_ else "-"


def _further_lines(data: Data, whole: bool) -> Iterator[str]:
    """Yield lines about what is hardly ever right or seen; if `whole`, also about seats, fields and ends."""
    if whole:
        yield from _figure_lines(data)
    never = [row["option"] for row in data["options_used"] if row["hardly_ever_right"]]
    if never:
        yield say("hardly ever right: {options}", options=", ".join(never))
    yield from map(seldom_sentence, data["seldom"])


def _figure_lines(data: Data) -> Iterator[str]:
    """Yield lines about fields, seats, ends and lengths."""
    for row in data["fields"]:
        yield say(
            "{kind} with {field} {value}: wins {points} points more, {score} in score, {times} times",
            kind=row["kind"], field=row["field"], value=row["value"], points=points_text(row["wins"]),
            score=f"{row['points']:+.1f}", times=f"{row['times']:,.0f}",
        )  # fmt: skip
    for row in data["seats"]:
        lead = row["more_than_fair"]
        yield say(
            "seat {seat} wins {share}, {points} ({told}), with {score} points",
            seat=row["seat"], share=f"{row['won']:.1%}", points=points_text(lead[0]), told=interval_text(lead),
            score=f"{row['points']:.1f}",
        )  # fmt: skip
    for row in data["ends"]:
        yield say(
            "{name} at the end: wins {points} points more, {score} in score",
            name=row["name"], points=points_text(row["wins"]), score=f"{row['points']:+.1f}",
        )  # fmt: skip
    if length := data["length"]:
        yield say(
            "a game takes {rounds} rounds, {decisions} decisions with a choice",
            rounds=f"{length['rounds']:.1f}", decisions=f"{length['decisions']:.0f}",
        )  # fmt: skip


def trial_lines(data: Data) -> list[str]:
    """Return lines about values that were tried: first the best one, then all of them."""
    best, *_ = data["trials"]
    first = say(
        "{what} = {value} is the fairest: {card} wins {points} ({told}); {games} games in all",
        what=data["what"], value=best["value"], card=data["card"], points=points_text(best["wins"][0]),
        told=interval_text(best["wins"]), games=f"{sum(row['games'] for row in data['trials']):,}",
    )  # fmt: skip
    lines = [first]
    for row in data["trials"]:
        stays = row["turns"] == best["turns"]
        status = say("to the end") if stays else say("dropped after turn {turn}", turn=row["turns"])
        games = say("{games} games, {left}", games=f"{row['games']:,}", left=status)
        lines.append(
            f"  {row['value']:>6}{points_text(row['wins'][0]):>8}  {interval_text(row['wins']):<30}{games:>6}"
        )
    return lines
