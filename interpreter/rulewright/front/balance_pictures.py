"""Pictures of a report as SVG, drawn by matplotlib where that is installed."""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from rulewright.balance.questions import NotComparable
from rulewright.front.balance_words import Data
from rulewright.front.common.speech import say

MOST_CARDS = 40
"""So many cards are in a picture."""


def pictures_of(data: Data) -> Iterator[tuple[str, str]]:
    """What there is to see, each with its title, as SVG. Raises NotComparable without matplotlib."""
    drawing = plots()
    for kind in dict.fromkeys(card["kind"] for card in data.get("cards", ())):
        rows = [
            card for card in data["cards"] if card["kind"] == kind and card["wins"][1] is not None
        ]
        if rows:
            yield (
                say("Who wins more often, by {kind}", kind=kind),
                _drawn(drawing, _cards, rows[:MOST_CARDS]),
            )
    if len(data.get("points_by_round", ())) > 1:
        yield say("Points when a round begins"), _drawn(drawing, _points, data["points_by_round"])
    lengths = data.get("length", {}).get("games_by_rounds", {})
    if len(lengths) > 1:
        yield say("How long games are"), _drawn(drawing, _lengths, lengths)
    if "tried" in data:
        yield (
            say("Which {what} is nearest to fair", what=data["tried"]["what"]),
            _drawn(drawing, _tried, data["tried"]),
        )


def plots() -> Any:
    """What draws. Raises NotComparable where it is not installed."""
    try:
        matplotlib = import_module("matplotlib")
    except ImportError:
        raise NotComparable("pictures need matplotlib: pip install 'rulewright[plots]'") from None
    matplotlib.use("svg")
    # Texts stay texts, and the same report gives the same picture.
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "rulewright"})
    return import_module("matplotlib.figure")


def _drawn(drawing: Any, draw: Any, rows: Any) -> str:
    figure = drawing.Figure(figsize=(7, 4), layout="constrained")
    draw(figure, figure.add_subplot(), rows)
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    found = text.getvalue()
    return found[found.index("<svg") :]


def _cards(figure: Any, axes: Any, rows: list[Data]) -> None:
    """Each card with its interval, the strongest at the top."""
    rows = sorted(rows, key=lambda card: card["wins"][0])
    figure.set_figheight(1.2 + 0.24 * len(rows))
    means = [100 * card["wins"][0] for card in rows]
    reach = [100 * (card["wins"][2] - card["wins"][0]) for card in rows]
    axes.errorbar(means, range(len(rows)), xerr=reach, fmt="o", capsize=3)
    axes.set_yticks(range(len(rows)), [card["card"] for card in rows])
    axes.axvline(0, linewidth=0.8, color="grey")
    axes.set_xlabel(say("points of victory more than others (95 %, whenever one stops)"))


def _points(figure: Any, axes: Any, rows: list[list[float]]) -> None:
    """The mean of all, and the best of each game."""
    rounds = [row[0] for row in rows]
    axes.plot(rounds, [row[2] for row in rows], label=say("the best"))
    axes.plot(rounds, [row[1] for row in rows], label=say("all, on average"))
    axes.set_xlabel(say("round"))
    axes.set_ylabel(say("points"))
    axes.legend()


def _lengths(figure: Any, axes: Any, counts: dict[str, float]) -> None:
    axes.bar([int(each) for each in counts], list(counts.values()))
    axes.set_xlabel(say("rounds"))
    axes.set_ylabel(say("games"))


def _tried(figure: Any, axes: Any, tried: Data) -> None:
    """Each value that was tried; those that stayed longest have the smallest intervals."""
    rows = [row for row in tried["trials"] if row["wins"][1] is not None]
    order = [
        row["value"] for row in sorted(rows, key=lambda row: (len(row["value"]), row["value"]))
    ]
    places = [order.index(row["value"]) for row in rows]
    reach = [100 * (row["wins"][2] - row["wins"][0]) for row in rows]
    axes.errorbar(places, [100 * row["wins"][0] for row in rows], yerr=reach, fmt="o", capsize=3)
    axes.set_xticks(range(len(order)), order)
    axes.axhline(0, linewidth=0.8, color="grey")
    axes.set_xlabel(tried["what"])
    axes.set_ylabel(say("points of victory of {card}", card=tried["card"]))
