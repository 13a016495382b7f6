"""A report as one page that stands alone: verdicts, pictures, tables; nothing is fetched from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from rulewright.front.balance_pictures import pictures_of
from rulewright.front.balance_words import Data, card_rows, games_told, tried_in_words
from rulewright.front.common.speech import say, spoken
from rulewright.front.common.verdicts_told import remark_told, seldom_told, verdict_told

_STYLE = """
body { font: 16px/1.5 sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
body { color: #222; background: #fff; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .2rem .6rem; border-bottom: 1px solid #ccc; text-align: right; }
th:first-child, td:first-child { text-align: left; }
figure { margin: 1rem 0; overflow-x: auto; }
.strong, .weak { font-weight: bold; }
"""


def page_of(data: Data) -> str:
    """The page. Raises NotComparable where there is nothing to draw with."""
    return "\n".join(_page(data)) + "\n"


def _page(data: Data) -> Iterator[str]:
    title = escape(say("How balanced is {name}?", name=data["name"]))
    yield f'<!doctype html>\n<html lang="{spoken()}">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>"
    games = games_told(data) if "games" in data else say("see below")
    yield f"<p>{escape(say('{players} players; games: {games}.', players=data['players'], games=games))}</p>"
    yield from _verdicts(data)
    for name, picture in pictures_of(data):
        yield f"<h2>{escape(name)}</h2>\n<figure>{_named(picture, name)}</figure>"
    for kind in dict.fromkeys(card["kind"] for card in data.get("cards", ())):
        yield f"<h2>{escape(say('All cards: {kind}', kind=kind))}</h2>"
        cards = [card for card in data["cards"] if card["kind"] == kind]
        yield from _table(*card_rows(kind, cards))
        seldom = [row for row in data["seldom"] if row["kind"] == kind]
        yield from (f"<p>{escape(seldom_told(row))}.</p>" for row in seldom)
    yield "</main>\n</body>\n</html>"


def _verdicts(data: Data) -> Iterator[str]:
    yield "<ul>"
    for verdict in data.get("verdicts", ()):
        told = [verdict_told(verdict), *map(remark_told, verdict["remarks"])]
        yield f'<li class="{verdict["word"]}">{escape(". ".join(told))}.</li>'
    for line in tried_in_words(data["tried"]) if "tried" in data else ():
        yield f"<li>{escape(line.strip())}</li>"
    yield "</ul>"


def _named(picture: str, name: str) -> str:
    """A picture that says to who cannot see it what it is."""
    return picture.replace("<svg ", f'<svg role="img" aria-label="{escape(name, quote=True)}" ', 1)


def _table(heads: Sequence[str], *rows: Sequence[str]) -> Iterator[str]:
    yield "<table>\n<tr>" + "".join(f"<th>{escape(head)}</th>" for head in heads) + "</tr>"
    for row in rows:
        yield "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
    yield "</table>"
