"""The pending decision and its options, built lazily when they are read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from typing import Any, overload

from rulewright.language.text import fill_template
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.state import GameState
from rulewright.runtime.game.value_words import (
    design_name,
    interpreter_text,
    json_key_and_value,
    text_value_for,
    things_of,
    value_word,
)
from rulewright.runtime.ir.engine_contract import element_of, list_of
from rulewright.runtime.ir.module import DecisionEntry as AskedDecision, OptionLabel, ZoneEntry
from rulewright.runtime.ir.nodes.ir_types import PIECE, Kind, Type
from rulewright.runtime.observation.card_identities import CardIdentities, visibility_of
from rulewright.runtime.observation.story import RuleInfo, rule_info


class Option:
    """One option of a decision: a label for people and stable data for programs."""

    __slots__ = ("_at", "_names", "_offered", "_question", "value")

    def __init__(self, offered: Options, value: int) -> None:
        self._offered, self.value = offered, value
        self._at, self._question, self._names = offered.at, offered.asked, offered.names

    @property
    def list_number(self) -> int:
        """Index of the decision's list of options that holds this option; -1 for the option that ends a series."""
        return list_of(self.value)

    @property
    def element(self) -> int:
        """The card, seat, label or number that is chosen."""
        return element_of(self.value)

    @property
    def labelling(self) -> OptionLabel | None:
        """The word, element type and text of the option list that this option is from; None if it ends a series."""
        return self._question.options[self.list_number] if self.list_number >= 0 else None

    @property
    def is_card(self) -> bool:
        """Whether the option chooses a card."""
        labelling = self.labelling
        return labelling is not None and labelling.type == PIECE

    @property
    def label(self) -> str:
        """The option's text for people."""
        return self._label(None)

    @property
    def spoken(self) -> str:
        """The label as addressed to the deciding player: *you* replaces the name where the wording allows it."""
        return self._label(self._at.decider)

    def _label(self, reader: int | None) -> str:
        """Return the option's text; it addresses seat `reader` as *you* where possible, None addresses nobody."""
        labelling = self.labelling
        if labelling is None:
            return interpreter_text(
                self._at.game, "no" if self._question.form == "may-choose" else "done"
            )
        if labelling.shown:
            return self._shown(labelling, reader)
        word = labelling.translated_word or labelling.word.replace("-", " ")
        if self._question.form == "may":
            return interpreter_text(self._at.game, word)
        if labelling.type is None:
            return word
        element = self._element_words(labelling)
        return word.replace("{}", element) if "{}" in word else f"{word} {element}".lstrip()

    def _shown(self, labelling: OptionLabel, reader: int | None) -> str:
        """Return the text of the option's own template, with its values filled in."""
        at = self._at
        values: tuple[Any, ...] = ()
        if labelling.shown_types:
            values = at.shown(self.list_number, self.element)
        texts = [
            text_value_for(at.game, value, type_, self._names, self.names, reader)
            for value, type_ in zip(values, labelling.shown_types, strict=True)
        ]
        return fill_template(labelling.shown, texts, at.game.language)

    def names(self, card: int) -> bool:
        """Return whether the deciding player may read the name of `card`; always for an empty pointer (below 0).

        A card that is offered among all cards of its kind, wherever they are, is no secret either.
        """
        labelling, at = self.labelling, self._at
        if at.decider < 0 or (labelling and labelling.of_all and card == self.element):
            return True
        return card < 0 or self._offered.knows(card)

    def _element_words(self, labelling: OptionLabel) -> str:
        """Return the chosen element as text: an unknown card as *a card*, another player's card with its owner."""
        assert labelling.type is not None
        if labelling.type == PIECE and not self.names(self.element):
            return interpreter_text(self._at.game, "a card")
        text = value_word(self._at.game, self.element, labelling.type, self._names)
        owner = self._owner() if labelling.type == PIECE else None
        if owner is not None and owner != self._at.decider:
            return f"{text} ({self._names[owner]})"
        return text

    @property
    def data(self) -> dict[str, Any]:
        """The option as JSON: its kind, its word if it has one, and the chosen value."""
        labelling = self.labelling
        if labelling is None:
            return {"kind": "done"}
        if self._question.form == "may":
            return {"kind": "answer", "answer": labelling.word}
        kind = {"powers": "power", "menu": "option"}.get(self._question.form, "choose")
        data: dict[str, Any] = {"kind": kind}
        if labelling.word:
            data["power" if kind == "power" else "option"] = labelling.word
        if labelling.type is not None:
            key, value = json_key_and_value(self._at.game, self.element, labelling.type)
            data[key] = value
            if self.is_card:
                data[key] = value if self.names(self.element) else None
                data["piece"] = self._offered.number_of(self.element)
                data["owner"] = self._owner()
        return data

    @property
    def things(self) -> list[dict[str, Any]]:
        """Cards, players and labels that the option mentions, as JSON; the name of an unknown card is None.

        Each card has its number in the deciding player's view, if it has one there.
        """
        labelling = self.labelling
        if labelling is None:
            return []
        things: list[dict[str, Any]] = []
        if labelling.type is not None:
            things += self._thing(self.element, labelling.type)
        if labelling.shown_types:
            at = self._at
            values = at.shown(self.list_number, self.element)
            for value, type_ in zip(values, labelling.shown_types, strict=True):
                for each in value if type_.many else [value]:
                    things += self._thing(each, type_.one())
        return [each for number, each in enumerate(things) if each not in things[:number]]

    def _thing(self, value: int, type_: Type) -> list[dict[str, Any]]:
        """Return one mentioned value as a list of JSON entries; empty for nothing and unnumbered unknown cards."""
        if type_.kind is not Kind.PIECE:
            return things_of(self._at.game, value, type_)
        if value < 0:
            return []
        is_named, number = self.names(value), self._offered.number_if_any(value)
        name = self._at.game.module.pieces[value].name if is_named else None
        return [{"card": name, "piece": number}] if is_named or number is not None else []

    def _owner(self) -> int | None:
        """Return the owner of the chosen card's place; None if nobody's or if the decider may not know the card."""
        at = self._at
        if at.decider >= 0 and not self._offered.knows(self.element):
            return None
        return at.game.module.owner_of(at.seen.place(self.element))

    def __repr__(self) -> str:
        return f"<Option {self.label!r}>"


class Options(Sequence[Option]):
    """The options of a decision, each built when it is read."""

    __slots__ = ("_known", "_numbers", "_values", "asked", "at", "names")

    def __init__(self, at: GameState, asked: AskedDecision, names: Sequence[str]) -> None:
        self.at, self.asked, self.names = at, asked, names
        self._values = at.option_values()
        self._numbers: dict[int, int] = {}
        self._known: Callable[[int], bool] | None = None

    def knows(self, card: int) -> bool:
        """Return whether the deciding player knows `card`."""
        if self._known is None:
            visibility = visibility_of(self.at, self.at.decider)
            self._known = partial(
                visibility.knows, visibility.open(self.at.state), self.at.seen.row
            )
        return self._known(card)

    def number_of(self, card: int) -> int:
        """Return the number that identifies `card` in the deciding player's view."""
        number = self.number_if_any(card)
        assert number is not None
        return number

    def number_if_any(self, card: int) -> int | None:
        """Return the number of `card` in the deciding player's view; None if it is neither seen nor offered."""
        if not self._numbers:
            self._numbers = self._number_cards()
        return self._numbers.get(card)

    def _number_cards(self) -> dict[int, int]:
        """Return the deciding player's card numbers: those of the view, and new ones for other offered cards.

        A card that the deciding player may not identify gets a number beyond all cards: it only distinguishes the
        options.
        """
        decider = self.at.decider
        numbers = CardIdentities.of(self.at, decider if decider >= 0 else None).numbers
        used, names = set(numbers.values()), [piece.name for piece in self.at.game.module.pieces]
        for option in self:
            card = option.element
            if option.is_card and card not in numbers:
                like = (n for n, name in enumerate(names) if name == names[card])
                free = like if option.names(card) else count(len(names))
                numbers[card] = next(n for n in free if n not in used)
                used.add(numbers[card])
        return numbers

    def __len__(self) -> int:
        return len(self._values)

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Option]: ...
    def __getitem__(self, index: int | slice) -> Option | Sequence[Option]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        return Option(self, self._values[index])


class Decision:
    """A question to one player, valid until the next choice."""

    __slots__ = ("_at", "_names", "_question", "kind", "player")

    def __init__(self, at: GameState, names: Sequence[str]) -> None:
        self._at, self._names = at, names
        seen = at.seen
        self._question = at.game.module.decisions[seen.decision]
        self.player: int = seen.decider
        self.kind: str = self._question.name

    @property
    def options(self) -> Options:
        """The options: at least two, unless the rules ask even with a single one."""
        return Options(self._at, self._question, self._names)

    @property
    def is_private(self) -> bool:
        """Whether the options depend on hidden information, so that only the deciding player may know them."""
        module = self._at.game.module
        return any(
            name in module.variables or self._hides(module.zones[name])
            for name in self._question.secrets
        )

    def _hides(self, zone: ZoneEntry) -> bool:
        """Return whether `zone` holds a card unknown to somebody; of players' zones, the decider's alone counts."""
        module, seen = self._at.game.module, self._at.seen
        lying = [
            card
            for place in zone.run.cells
            if module.owner_of(place) in (None, self.player)
            for card in seen.pieces(place)
        ]
        seats = (None, *range(module.players)) if lying else ()
        known = [visibility_of(self._at, seat).visible(self._at.state).known for seat in seats]
        return not all(its[card] for its in known for card in lying)

    @property
    def form(self) -> str:
        """The form of the question: choose, may-choose, choose-some, choose-exactly, may, menu or powers."""
        return self._question.form

    @property
    def prompt(self) -> str:
        """The text of the question, in a few words."""
        return prompt_of(self._at.game, self._question)

    @property
    def rule(self) -> RuleInfo:
        """The rule that asks this question."""
        return rule_info(self._at.game.module.sites[self._question.site])

    def __repr__(self) -> str:
        return f"<Decision {self.kind} of seat {self.player}>"


def prompt_of(game: CompiledGame, asked: AskedDecision) -> str:
    """Return the text of a question, with the card it concerns and a note if all players decide at once."""
    question = asked.question
    if asked.form == "choose-together":
        question = interpreter_text(game, "{question} (everybody at the same time)").format(
            question=question
        )
    if not asked.card:
        return question
    card = design_name(game, asked.card)
    return interpreter_text(game, "{card}: {question}").format(card=card, question=question)
