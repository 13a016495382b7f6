"""The layout of what seats see: all words, and what is worth showing in which order, as plain data.

It is made once for a game, a number of players and a language, and hangs on nothing that happens. What seats see is
made of it by looking things up (`projection`), so that a program in another language can do the same. Where things
of one sort have an order, it is that in which they are worth showing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.outcome import line_name
from rulewright.runtime.game.words import design_name, label_word, own
from rulewright.runtime.ir.module import Decision, Site, Variable, Zone
from rulewright.runtime.ir.nodes.ir_types import Kind
from rulewright.runtime.observation.decision import prompt_of

if TYPE_CHECKING:
    from rulewright.runtime.session.rules.rulebook import Rulebook
    from rulewright.runtime.session.seat.frame import Frame
    from rulewright.runtime.session.seat.presentation import Showing

VERSION: Final = 1
"""Of the value and its layout: more with every change that a reader has to know of."""

Layout = dict[str, Any]


def seat_layout(rules: Rulebook, players: int, options: Sequence[str] = ()) -> Layout:
    """The words of what seats see in games for so many players, and what is worth showing; not to be changed.

    Raises RulesError.
    """
    game = rules.compiled(players, options)
    key = "layout", id(game)
    if key not in rules.told:
        frame, showing = rules.frame(players, options), rules.showing(players, options)
        rules.told[key] = layout_of(rules, game, frame, showing)
    found: Layout = rules.told[key]
    return found


def layout_of(rules: Rulebook, game: CompiledGame, frame: Frame, showing: Showing) -> Layout:
    """The layout of a game of these rules, in its language, in the order that its edition wants."""
    called, places, kept = _Called(rules, game), dict(_zones(game)), dict(_variables(game))
    return {
        "version": VERSION,
        "edition": {
            "game": rules.game, "id": rules.id, "name": rules.name, "language": rules.language,
        },
        "words": {word: own(game, word) for word in ("a card", "nothing", "nobody", "yes", "no")},
        "places": {
            name: {"called": called.own_name(name), "ordered": places[name].ordered}
            for name in showing.in_order(places)
        },
        "kept": {
            name: called.kept(name, kept[name], showing.when(name))
            for name in showing.in_order(kept)
        },
        "labels": called.labels(),
        "cards": called.cards(),
        "phases": {name: called.name(name) for name in game.module.phases},
        "rules": [called.rule(site) for site in game.module.sites],
        "decisions": [
            {**_decision(game, asked), "phases": list(phases)}
            for asked, phases in zip(game.module.decisions, frame.phases, strict=True)
        ],
        "counted": frame.counted,
        "score": _score(game, frame),
    }  # fmt: skip


def _decision(game: CompiledGame, asked: Decision) -> dict[str, Any]:
    """A question as all can tell it, whoever is asked."""
    return {
        "kind": asked.name,
        "form": asked.form,
        "prompt": prompt_of(game, asked),
        "card": asked.card or None,
        "why": asked.site,
    }


def _score(game: CompiledGame, frame: Frame) -> list[str] | None:
    """The lines of the score, if all know it while the game goes on."""
    parts = game.module.outcome.parts
    is_open = bool(parts) and frame.open_score and all(frame.open_parts)
    return [line_name(game, part) for part in parts] if is_open else None


def _zones(game: CompiledGame) -> Iterator[tuple[str, Zone]]:
    """The places, under the names that views have for them."""
    zones = game.zones
    for owned in (zones.common, *zones.of_seats[:1], *zones.of_kinds.values()):
        yield from ((name, zone) for name, zone, _ in owned)


def _variables(game: CompiledGame) -> Iterator[tuple[str, Variable]]:
    """What is kept in numbers, pointers and marks, under the names that views have for it."""
    kept = game.variables
    for owned in (kept.common, *kept.of_seats[:1], *kept.of_kinds.values()):
        yield from ((name, variable) for name, variable, _ in owned if variable.seen != "nobody")


class _Called:
    """What things are called."""

    def __init__(self, rules: Rulebook, game: CompiledGame) -> None:
        self.rules, self.game, self.module = rules, game, game.module
        self.lasting = rules.lasting

    def name(self, name: str) -> str:
        """A place, number, kind, field or phase."""
        return self.rules.words.names.get(name, name.replace("-", " "))

    def own_name(self, name: str) -> str:
        """The same of something of which there is one for each label."""
        label, _, rest = name.rpartition(" ")
        if not label:
            return self.name(rest)
        pattern = own(self.game, "{label} {name}")
        return pattern.format(label=self._label(label), name=self.name(rest))

    def _label(self, label: str) -> str:
        for name, items in self.module.labels.items():
            if label in items:
                return label_word(self.game, name, items.index(label))
        return label

    def kept(self, name: str, variable: Variable, when: str) -> dict[str, Any]:
        """A number, pointer or mark, and when it is worth showing.

        Its zero may be nothing to be told. It stands `aside` if it is never worth showing, or on cards and set
        back again: book-keeping, which a small table leaves out.
        """
        kind = variable.type.kind
        on_cards = variable.owner in self.game.variables.of_kinds
        is_lasting = kind is not Kind.NUMBER or variable.name in self.lasting
        return {
            "called": self.own_name(name),
            "labels": variable.type.of if kind is Kind.LABEL else None,
            "passing": when == "unless-zero",
            "aside": when == "never" or (on_cards and not is_lasting),
        }

    def labels(self) -> dict[str, dict[str, dict[str, Any]]]:
        """All labels, by their lists, each with the colour that the edition gives it."""
        looks = self.rules.looks
        return {
            name: {
                label: {"called": label_word(self.game, name, at), "colour": looks.get(label)}
                for at, label in enumerate(items)
            }
            for name, items in self.module.labels.items()
        }

    def cards(self) -> list[dict[str, Any]]:
        """All cards of which something is in the game, with what is printed on them in this edition."""
        counts: dict[str, int] = {}
        for piece in self.module.pieces:
            counts[piece.name] = counts.get(piece.name, 0) + 1
        fields = {piece.name: piece for piece in self.module.pieces}
        return [
            {
                "card": name,
                "called": design_name(self.game, name),
                "kind": fields[name].kind,
                "kind_called": self.name(fields[name].kind),
                "count": count,
                "text": self.rules.card(name).text,
                "fields": [self._field(*entry) for entry in fields[name].fields.items()],
            }
            for name, count in counts.items()
        ]

    def _field(self, name: str, value: object) -> dict[str, Any]:
        said = self._label(value) if isinstance(value, str) else None
        return {"name": name, "called": self.name(name), "value": value, "said": said}

    def rule(self, site: Site) -> dict[str, Any]:
        """What can cause something: what people call it, the card it stands on, and where the rules say it."""
        if site.card:
            called = design_name(self.game, site.card)
        else:
            words = self.rules.words
            called = (
                words.names.get(site.name) or words.choices.get(site.name) or self.name(site.name)
            )
        return {
            "rule": site.name, "called": called, "card": site.card or None,
            "place": site.told or site.place, "cites": list(site.cites),
        }  # fmt: skip
