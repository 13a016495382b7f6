"""Rendering of pages and their parts, with templates, and caching of parts.

A part depends only on its deck and its value, whose bytes are the cache key. So equal values give the same part
for every seat, and no seat gets anything that is not in its own value.
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
from markupsafe import Markup

from rulewright.base.table_component import FOLDER, MODULES, STYLE, emblem_paths
from rulewright.cli.common.seats import NAMES, WORDS
from rulewright.language.edition.translations.program_text import say, use_language
from rulewright.web.refusals import say_stored

HERE: Final = Path(__file__).parent


@cache
def _templates(language: str) -> Environment:
    """Return the template environment of a language; it caches translated texts without values."""
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, auto_reload=False,
    )  # fmt: skip
    translate = cache(say)
    environment.globals["say"] = lambda text, **values: (
        say(text, **values) if values else translate(text)
    )
    environment.globals.update(
        say_stored=say_stored,
        languages={"en": "English", "fr": "Français"},
        asset=asset,
        component=component_links,
        emblem_path=emblem_path,
        mixed=mixed_colour,
        language=language,
    )
    # The bots, with a description of how they choose.
    environment.globals["bots"] = {name: WORDS[name] for name in NAMES}
    with use_language(language):
        for name, template in (("signals", "signals.html"), ("language_links", "languages.html")):
            environment.globals[name] = Markup(environment.get_template(template).render())
    return environment


@cache
def static_root() -> str:
    """Return the URL of the static files, which changes with their contents, so that browsers may keep them."""
    files = [*sorted((HERE / "static").iterdir()), *(FOLDER / name for name in (*MODULES, STYLE))]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in files))
    return f"/static/{digest.hexdigest()[:12]}"


def asset(name: str) -> str:
    """Return the URL of a static file."""
    return f"{static_root()}/{name}"


def emblem_path(name: str) -> str:
    """Return the path of an emblem, or of an edition's own drawing."""
    return emblem_paths().get(name, name)


def mixed_colour(colour: str, other: str, share: float) -> str:
    """Return `colour` mixed with a share of `other`, both as `#rrggbb`."""
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a + (b - a) * share) for a, b in pairs).hex()


@cache
def component_links() -> Markup:
    """Return the HTML that loads all files of the table component at once."""
    links = [f'<link rel="preload" as="style" href="{asset("view/" + STYLE)}">']
    links += [f'<link rel="modulepreload" href="{asset("view/" + name)}">' for name in MODULES]
    return Markup("".join(links))


def render_page(template: str, language: str, **values: Any) -> str:
    """Render a page in a language."""
    with use_language(language):
        return _space_french(language, _templates(language).get_template(template).render(**values))


def part(language: str, name: str, /, *args: Any, **values: Any) -> str:
    """Render a part of a page in a language by its macro, which is faster than a template of its own."""
    with use_language(language):
        return _space_french(language, str(getattr(_parts(language), name)(*args, **values)))


def _space_french(language: str, text: str) -> str:
    """Return `text` with French spacing: no line break before `;`, `:`, `!`, `?` and `»`."""
    return re.sub(" (?=[;:!?»])", "\N{NO-BREAK SPACE}", text) if language == "fr" else text


@cache
def _parts(language: str) -> Any:
    """Return the module of macros in `parts.html` for a language, loaded once."""
    return _templates(language).get_template("parts.html").module


Value = Mapping[str, Any]
FORM: Final = 2
"""Version 2 of `marshal` has no references, so equal values have equal bytes, and other values have other bytes."""


class RenderedDeck:
    """The cards of one kind of game, by name, in a language; `unknown` is the name of a hidden card.

    Names in `aside` are internal, and not shown.
    """

    def __init__(self, layout: Value, language: str) -> None:
        self.language = language
        self.unknown: str = layout["words"]["a card"]
        self.aside = {name for name, entry in layout["kept"].items() if entry["aside"]}
        self.cards = {
            card["card"]: {
                **card,
                "label": _label(card, layout["labels"]),
                "face": part(language, "face", card),
            }
            for card in layout["cards"]
        }

    def part(self, name: str, value: Any, places: tuple[str, ...] = ()) -> str:
        """Render a part of a page that contains `places`, from the cache if possible."""
        return _drawn(self, name, marshal.dumps(value, FORM), places)

    def lines(self, events: Sequence[Value], asks: bool = True) -> str:
        """Render events as list items; if `asks`, each has a button that explains it."""
        lines = [pick_keys(each, "number", "text", "reason") for each in events]
        return self.part("lines", {"events": lines, "asks": asks}) if lines else ""


def pick_keys(value: Value, *keys: str) -> dict[str, Any]:
    """Return a dictionary with only these keys of `value`."""
    return {key: value[key] for key in keys}


@lru_cache(2_048)
def _drawn(deck: RenderedDeck, name: str, value: bytes, places: tuple[str, ...]) -> str:
    """Render a part from the `marshal` bytes of its value, which are the cache key."""
    return part(deck.language, name, deck, places, **marshal.loads(value))


def _label(card: Value, labels: Value) -> tuple[str, str]:
    """Return the first label of a card that has a colour, and that colour; two empty strings if none has."""
    for each in card["fields"]:
        label = labels.get(each["name"], {}).get(each["value"])
        if label is not None and label["colour"]:
            return str(each["value"]), str(label["colour"])
    return "", ""
