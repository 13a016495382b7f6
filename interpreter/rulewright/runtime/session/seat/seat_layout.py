"""The layout of seat values: all words, and the display order, as plain data.

A layout is made once for a game, a number of players and a language, and does not depend on any state. `projection`
combines it with facts by look-ups only, so programs in other languages can do the same. Lists are in display
order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.outcome import line_name
from rulewright.runtime.game.value_words import design_name, interpreter_text, label_word
from rulewright.runtime.ir.module import DecisionEntry, Site, VariableEntry, ZoneEntry
from rulewright.runtime.ir.nodes.ir_types import Kind
from rulewright.runtime.observation.decision import prompt_of
from rulewright.runtime.session.seat.sentences import doing_of, why_of

if TYPE_CHECKING:
    from rulewright.language.edition.translations.vocabulary import Words
    from rulewright.runtime.session.explain.card_help import Explainer
    from rulewright.runtime.session.seat.frame import GameFrame
    from rulewright.runtime.session.seat.presentation import DisplayRules

VERSION: Final = 1
"""The version of the value and its layout, raised by every change that readers must know."""

Layout = dict[str, Any]


def layout_of(
    rules: Explainer, game: CompiledGame, frame: GameFrame, display_rules: DisplayRules
) -> Layout:
    """Return the layout of a game, in its language and in the display order of its edition."""
    kinds = rules.zone_kinds
    called, places, kept = _DisplayNames(rules, game), dict(_zones(game)), dict(_variables(game))
    return {
        "version": VERSION,
        "edition": {
            "game": rules.game, "id": rules.id, "name": rules.name, "language": rules.language,
        },
        "words": {word: interpreter_text(game, word) for word in ("a card", "nothing", "nobody", "yes", "no")},
        "places": {
            name: {
                "called": called.own_name(name),
                "kind": kinds[places[name].name],
                "ordered": places[name].ordered,
            }
            for name in display_rules.in_order(places)
        },
        "kept": {
            name: called.variable(name, kept[name], display_rules.when(name))
            for name in display_rules.in_order(kept)
        },
        "labels": called.labels(),
        "cards": called.cards(),
        "phases": {name: called.name(name) for name in game.module.phases},
        "rules": [called.rule(site) for site in game.module.sites],
        "why": [called.why(site) for site in game.module.sites],
        "decisions": [
            {
                **_decision(rules.words, game, asked),
                "phases": list(phases),
                "leads": [list(inside) for inside in leads],
                "places": list(places) if any(places) else [],
            }
            for asked, phases, leads, places in zip(
                game.module.decisions, frame.phases, frame.leads, frame.places, strict=True
            )
        ],
        "parts": sorted({part for lists in frame.leads for inside in lists for part in inside}),
        "counted": frame.counted,
        "score": _score(game, frame),
    }  # fmt: skip


def _decision(words: Words, game: CompiledGame, asked: DecisionEntry) -> dict[str, Any]:
    """Return the public description of a question as JSON, equal for all seats."""
    return {
        "kind": asked.name,
        "form": asked.form,
        "prompt": prompt_of(game, asked),
        "doing": doing_of(words, game, asked),
        "card": asked.card or None,
        "why": asked.site,
    }


def _score(game: CompiledGame, frame: GameFrame) -> list[str] | None:
    """Return the names of the score's lines if the score is public during the game; None if not."""
    parts = game.module.outcome.parts
    is_open = bool(parts) and frame.open_score and all(frame.open_parts)
    return [line_name(game, part) for part in parts] if is_open else None


def _zones(game: CompiledGame) -> Iterator[tuple[str, ZoneEntry]]:
    """Yield (name in views, zone) for every zone; zones of players once, not for each seat."""
    zones = game.zones
    for owned in (zones.common, *zones.of_seats[:1], *zones.of_kinds.values()):
        yield from ((name, zone) for name, zone, _ in owned)


def _variables(game: CompiledGame) -> Iterator[tuple[str, VariableEntry]]:
    """Yield (name in views, variable) for variables that somebody may see; those of players once."""
    kept = game.variables
    for owned in (kept.common, *kept.of_seats[:1], *kept.of_kinds.values()):
        yield from ((name, variable) for name, variable, _ in owned if variable.seen != "nobody")


class _DisplayNames:
    """The display names of a game's cards, labels, places, numbers and rules."""

    def __init__(self, rules: Explainer, game: CompiledGame) -> None:
        self.rules, self.game, self.module = rules, game, game.module
        self.never_reset = rules.never_reset

    def name(self, name: str) -> str:
        """Return the display name of a place, number, kind, field or phase."""
        return self.rules.words.names.get(name, name.replace("-", " "))

    def own_name(self, name: str) -> str:
        """Return the display name of a place or variable, which may exist once for each label."""
        label, _, rest = name.rpartition(" ")
        if not label:
            return self.name(rest)
        pattern = interpreter_text(self.game, "{label} {name}")
        return pattern.format(label=self._label(label), name=self.name(rest))

    def _label(self, label: str) -> str:
        """Return the display word of a label; an unknown label unchanged."""
        for name, items in self.module.labels.items():
            if label in items:
                return label_word(self.game, name, items.index(label))
        return label

    def variable(self, name: str, variable: VariableEntry, when: str) -> dict[str, Any]:
        """Return a number, pointer or mark as JSON, with its name and display rule.

        `passing` if its zero is not shown. `aside` if it is bookkeeping, which a small table leaves out: never
        shown, or on cards and reset again.
        """
        kind = variable.type.kind
        on_cards = variable.owner in self.game.variables.of_kinds
        is_lasting = kind is not Kind.NUMBER or variable.name in self.never_reset
        return {
            "called": self.own_name(name),
            "labels": variable.type.of if kind is Kind.LABEL else None,
            "passing": when == "unless-zero",
            "aside": when == "never" or (on_cards and not is_lasting),
        }

    def labels(self) -> dict[str, dict[str, dict[str, Any]]]:
        """Return all labels as JSON, by their list, each with the edition's colour."""
        label_colours = self.rules.label_colours
        return {
            name: {
                label: {
                    "called": label_word(self.game, name, at),
                    "colour": label_colours.get(label),
                }
                for at, label in enumerate(items)
            }
            for name, items in self.module.labels.items()
        }

    def cards(self) -> list[dict[str, Any]]:
        """Return all cards in the game as JSON, with their printed values in this edition."""
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
        """Return a printed field of a card as JSON, with the display word of a label."""
        said = self._label(value) if isinstance(value, str) else None
        return {"name": name, "called": self.name(name), "value": value, "said": said}

    def why(self, site: Site) -> str:
        """Return why the rule at `site` causes events, in one sentence."""
        text = self.rules.card(site.card).text if site.card else ""
        return why_of(self.rules.words, self.game, site, self.rule(site)["called"], text)

    def rule(self, site: Site) -> dict[str, Any]:
        """Return a rule that may cause events as JSON: its display name, its card, and its place in the files."""
        if site.card:
            called = design_name(self.game, site.card)
        else:
            words = self.rules.words
            called = (
                words.names.get(site.name) or words.choices.get(site.name) or self.name(site.name)
            )
        return {
            "rule": site.name, "called": called, "card": site.card or None,
            "place": site.display_place or site.place, "cites": list(site.cites),
        }  # fmt: skip
