"""A balance report as one HTML page with verdicts, charts and tables, which loads nothing from elsewhere."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from html import escape
from importlib import import_module
from typing import Any

from rulewright.cli.balance.balance_text import Data, card_rows, games_text, trial_lines
from rulewright.cli.common.verdict_sentences import (
    remark_sentence,
    seldom_sentence,
    verdict_sentence,
)
from rulewright.lab.balance.questions import NotComparable
from rulewright.language.edition.translations.program_text import current_language, say

_STYLE = """
body { font: 16px/1.5 sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
body { color: #222; background: #fff; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .2rem .6rem; border-bottom: 1px solid #ccc; text-align: right; }
th:first-child, td:first-child { text-align: left; }
figure { margin: 1rem 0; overflow-x: auto; }
.strong, .weak { font-weight: bold; }
"""


def html_page(data: Data) -> str:
    """Return the HTML page of a report. Raises NotComparable if matplotlib is not installed."""
    return "\n".join(_page_lines(data)) + "\n"


def _page_lines(data: Data) -> Iterator[str]:
    """Yield the lines of the HTML page."""
    title = escape(say("How balanced is {name}?", name=data["name"]))
    yield f'<!doctype html>\n<html lang="{current_language()}">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>"
    games = games_text(data) if "games" in data else say("see below")
    yield f"<p>{escape(say('{players} players; games: {games}.', players=data['players'], games=games))}</p>"
    yield from _verdicts(data)
    for name, picture in charts(data):
        yield f"<h2>{escape(name)}</h2>\n<figure>{_label_svg(picture, name)}</figure>"
    for kind in dict.fromkeys(card["kind"] for card in data.get("cards", ())):
        yield f"<h2>{escape(say('All cards: {kind}', kind=kind))}</h2>"
        cards = [card for card in data["cards"] if card["kind"] == kind]
        yield from _table(*card_rows(kind, cards))
        seldom = [row for row in data["seldom"] if row["kind"] == kind]
        yield from (f"<p>{escape(seldom_sentence(row))}.</p>" for row in seldom)
    yield "</main>\n</body>\n</html>"


def _verdicts(data: Data) -> Iterator[str]:
    """Yield an HTML list of verdicts and of values that were tried."""
    yield "<ul>"
    for verdict in data.get("verdicts", ()):
        sentences = [verdict_sentence(verdict), *map(remark_sentence, verdict["remarks"])]
        yield f'<li class="{verdict["word"]}">{escape(". ".join(sentences))}.</li>'
    for line in trial_lines(data["tried"]) if "tried" in data else ():
        yield f"<li>{escape(line.strip())}</li>"
    yield "</ul>"


def _label_svg(picture: str, name: str) -> str:
    """Return an SVG picture with `name` as its label for screen readers."""
    return picture.replace("<svg ", f'<svg role="img" aria-label="{escape(name, quote=True)}" ', 1)


def _table(heads: Sequence[str], *rows: Sequence[str]) -> Iterator[str]:
    """Yield an HTML table."""
    yield "<table>\n<tr>" + "".join(f"<th>{escape(head)}</th>" for head in heads) + "</tr>"
    for row in rows:
        yield "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
    yield "</table>"


MOST_CARDS = 40
"""The largest number of cards in a chart."""


def charts(data: Data) -> Iterator[tuple[str, str]]:
    """Yield the title and SVG of every chart of a report. Raises NotComparable without matplotlib."""
    drawing = load_matplotlib()
    for kind in dict.fromkeys(card["kind"] for card in data.get("cards", ())):
        rows = [
            card for card in data["cards"] if card["kind"] == kind and card["wins"][1] is not None
        ]
        if rows:
            yield (
                say("Lead in victories, by {kind}", kind=kind),
                _draw_svg(drawing, _draw_cards, rows[:MOST_CARDS]),
            )
    if len(data.get("points_by_round", ())) > 1:
        yield (
            say("Points when a round begins"),
            _draw_svg(drawing, _draw_points, data["points_by_round"]),
        )
    lengths = data.get("length", {}).get("games_by_rounds", {})
    if len(lengths) > 1:
        yield say("How long games are"), _draw_svg(drawing, _draw_lengths, lengths)
    if "tried" in data:
        yield (
            say("The fairest {what}", what=data["tried"]["what"]),
            _draw_svg(drawing, _draw_trials, data["tried"]),
        )


def load_matplotlib() -> Any:
    """Return matplotlib's figure module, set up for SVG. Raises NotComparable if it is not installed."""
    try:
        matplotlib = import_module("matplotlib")
    except ImportError:
        raise NotComparable("pictures need matplotlib: pip install 'rulewright[plots]'") from None
    matplotlib.use("svg")
    # Keep texts selectable, and make equal reports give equal files.
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "rulewright"})
    return import_module("matplotlib.figure")


def _draw_svg(drawing: Any, draw: Any, rows: Any) -> str:
    """Return the SVG of a chart that `draw` draws from `rows`."""
    figure = drawing.Figure(figsize=(7, 4), layout="constrained")
    draw(figure, figure.add_subplot(), rows)
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    svg = text.getvalue()
    return svg[svg.index("<svg") :]


def _draw_cards(figure: Any, axes: Any, rows: list[Data]) -> None:
    """Draw each card's advantage with its confidence interval, the strongest at the top."""
    rows = sorted(rows, key=lambda card: card["wins"][0])
    figure.set_figheight(1.2 + 0.24 * len(rows))
    means = [100 * card["wins"][0] for card in rows]
    reach = [100 * (card["wins"][2] - card["wins"][0]) for card in rows]
    axes.errorbar(means, range(len(rows)), xerr=reach, fmt="o", capsize=3)
    axes.set_yticks(range(len(rows)), [card["card"] for card in rows])
    axes.axvline(0, linewidth=0.8, color="grey")
    axes.set_xlabel(say("lead in victories, in percentage points (95 % interval)"))


def _draw_points(figure: Any, axes: Any, rows: list[list[float]]) -> None:
    """Draw the points by round: the mean of all players, and of each game's best."""
    rounds = [row[0] for row in rows]
    axes.plot(rounds, [row[2] for row in rows], label=say("the best"))
    axes.plot(rounds, [row[1] for row in rows], label=say("all, on average"))
    axes.set_xlabel(say("round"))
    axes.set_ylabel(say("points"))
    axes.legend()


def _draw_lengths(figure: Any, axes: Any, counts: dict[str, float]) -> None:
    """Draw the number of games by rounds."""
    axes.bar([int(each) for each in counts], list(counts.values()))
    axes.set_xlabel(say("rounds"))
    axes.set_ylabel(say("games"))


def _draw_trials(figure: Any, axes: Any, tried: Data) -> None:
    """Draw the result for each value that was tried; the more games it had, the smaller its interval."""
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
    axes.set_ylabel(say("lead in victories of {card}, in percentage points", card=tried["card"]))
