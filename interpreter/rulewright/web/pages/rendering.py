"""Pages and parts of pages, drawn by the templates beside this, with the cards of a sort of game as printed.

A part hangs on nothing but its deck and its value: it is drawn of the bytes of that value, by which it is also
found again. So equal values give the same part whoever asked first, and no seat gets what is not in its own value.
"""

from __future__ import annotations

import hashlib
import marshal
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from rulewright.cli.common.seats import NAMES, WORDS
from rulewright.language.edition.translations.program_text import say, speaking
from rulewright.language.edition.yaml.spanned import said_in

HERE: Final = Path(__file__).parent


@cache
def _templates(language: str) -> Environment:
    """The templates in a language, in which texts without values are put together once."""
    found = Environment(
        loader=FileSystemLoader(HERE / "templates"), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, auto_reload=False,
    )  # fmt: skip
    alone = cache(say)
    found.globals["say"] = lambda text, **values: say(text, **values) if values else alone(text)
    found.globals.update(asset=asset, language=language, said_in=said_in)
    found.globals["bots"] = {name: WORDS[name] for name in NAMES}  # and how they choose
    return found


@cache
def asset(name: str) -> str:
    """The address of a file that is sent as it is; another one when it changes."""
    found = hashlib.sha256((HERE / "static" / name).read_bytes())
    return f"/static/{name}?{found.hexdigest()[:12]}"


def drawn(template: str, language: str, **values: Any) -> str:
    """A page in a language."""
    with speaking(language):
        return _set(language, _templates(language).get_template(template).render(**values))


def part(language: str, name: str, /, *given: Any, **values: Any) -> str:
    """A part of a page in a language, by its macro; that is quicker than a template of its own."""
    with speaking(language):
        return _set(language, str(getattr(_parts(language), name)(*given, **values)))


def _set(language: str, text: str) -> str:
    """A text as it is set: in French no line ends before these signs."""
    return re.sub(" (?=[;:!?»])", "\N{NO-BREAK SPACE}", text) if language == "fr" else text


@cache
def _parts(language: str) -> Any:
    return _templates(language).get_template("parts.html").module


Value = Mapping[str, Any]
FORM: Final = 2
"""In this form of `marshal` equal values have equal bytes, which tell all others apart."""


class Deck:
    """The cards of a sort of game by their names, in a language; `unknown` is how a hidden one is called.

    What is kept `aside` is book-keeping, which is not shown.
    """

    def __init__(self, layout: Value, language: str) -> None:
        self.language = language
        self.unknown: str = layout["words"]["a card"]
        self.aside = {name for name, told in layout["kept"].items() if told["aside"]}
        self.cards = {
            card["card"]: {
                **card,
                "label": _label(card, layout["labels"]),
                "face": part(language, "face", card),
            }
            for card in layout["cards"]
        }

    def part(self, name: str, value: Any, places: tuple[str, ...] = ()) -> str:
        """A part of a page, which stays the same for a while or is alike for many; and places in it."""
        return _drawn(self, name, marshal.dumps(value, FORM), places)

    def lines(self, events: Sequence[Value], asks: bool = True) -> str:
        """Events as lines of a list; if somebody `asks`, each with a button that tells why."""
        told = [only(each, "number", "text", "reason") for each in events]
        return self.part("lines", {"events": told, "asks": asks}) if told else ""


def only(value: Value, *keys: str) -> dict[str, Any]:
    """Of a value what stands under these keys."""
    return {key: value[key] for key in keys}


@lru_cache(2_048)
def _drawn(deck: Deck, name: str, value: bytes, places: tuple[str, ...]) -> str:
    return part(deck.language, name, deck, places, **marshal.loads(value))


def _label(card: Value, labels: Value) -> tuple[str, str]:
    """The first label of a card that has a colour, and that colour; both empty if none has."""
    for each in card["fields"]:
        label = labels.get(each["name"], {}).get(each["value"])
        if label is not None and label["colour"]:
            return str(each["value"]), str(label["colour"])
    return "", ""
