"""The decision that is awaited, and its options: made only when they are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

from rulewright.game.core import Core
from rulewright.game.story import RuleInfo, rule_info
from rulewright.game.words import design_name, key_and_word, own, said, worded
from rulewright.ir.layout import DECISION, DONE, STRIDE
from rulewright.ir.places import DecisionPlace, OptionPlace
from rulewright.text import filled


class Option:
    """One thing that can be chosen: a label for people, stable data for programs."""

    __slots__ = ("_core", "_names", "_place", "value")

    def __init__(self, core: Core, place: DecisionPlace, value: int, names: Sequence[str]) -> None:
        self._core, self._place, self.value, self._names = core, place, value, names

    @property
    def code(self) -> int:
        """Which of the decision's lists it comes from; -1 for the end of a row."""
        if self.value == DONE:
            return -1
        coded = self._place.form in ("powers", "menu", "may")
        return self.value // STRIDE if coded else 0

    @property
    def element(self) -> int:
        """The card, seat, label or number it stands for; -1 if it stands for none."""
        if self._place.form in ("powers", "menu", "may"):
            return self.value % STRIDE - 1 if self.value != DONE else -1
        return self.value

    @property
    def place(self) -> OptionPlace | None:
        """How options of this list are labelled; None for the end of a row."""
        return self._place.options[self.code] if self.code >= 0 else None

    @property
    def label(self) -> str:
        """What the option is, for people."""
        return self._label(None)

    @property
    def spoken(self) -> str:
        """The label as it is said to who decides, who is *you* in it where its words allow that."""
        return self._label(self._core.decider)

    def _label(self, reader: int | None) -> str:
        place = self.place
        if place is None:
            return own(self._core.machine, "no" if self._place.form == "may-choose" else "done")
        if place.shown:
            return self._shown(place, reader)
        word = place.said or place.word.replace("-", " ")
        if self._place.form == "may":
            return own(self._core.machine, word)
        if place.type is None:
            return word
        element = self._element_words(place)
        return word.replace("{}", element) if "{}" in word else f"{word} {element}".lstrip()

    def _shown(self, place: OptionPlace, reader: int | None) -> str:
        """The option's own text with its values filled in."""
        core = self._core
        values: tuple[Any, ...] = ()
        if place.shown_types:
            function = core.machine.code[f"s{core.row[DECISION]}_{self.code}"]
            values = function(core.row, self.element)
        told = [
            said(core.machine, value, type_, self._names, reader)
            for value, type_ in zip(values, place.shown_types, strict=True)
        ]
        return filled(place.shown, told, core.machine.language)

    def _element_words(self, place: OptionPlace) -> str:
        assert place.type is not None
        machine = self._core.machine
        text = worded(machine, self.element, place.type, self._names)
        if place.type.name in machine.labels or place.type.name in (
            "player",
            "number",
            "yes-or-no",
        ):
            return text
        owner = self._owner()
        if owner is not None and owner != self._core.decider:
            return f"{text} ({self._names[owner]})"
        return text

    @property
    def data(self) -> dict[str, Any]:
        """The option as JSON: its kind, its word if it has one, and what it stands for."""
        place = self.place
        if place is None:
            return {"kind": "done"}
        data: dict[str, Any] = {
            "kind": {"powers": "power", "menu": "option"}.get(self._place.form, "choose")
        }
        if self._place.form == "may":
            return {"kind": "answer", "answer": place.word}
        if place.word:
            data["power" if data["kind"] == "power" else "option"] = place.word
        if place.type is not None:
            key, value = key_and_word(self._core.machine, self.element, place.type)
            data[key] = value
            if key == "card":
                data["piece"] = self.element
                data["owner"] = self._owner()
        return data

    def _owner(self) -> int | None:
        """In whose place the card lies; None if in nobody's, or if the player who decides may not know."""
        core, machine = self._core, self._core.machine
        if core.decider >= 0 and not machine.code["sees"](core.row, self.element, core.decider):
            return None
        owner: int = machine.code["A_place_owner"][core.row[machine.layout.place + self.element]]
        return owner if owner >= 0 else None

    def __repr__(self) -> str:
        return f"<Option {self.label!r}>"


class Options(Sequence[Option]):
    """The options of a decision, each made when it is looked at."""

    __slots__ = ("_core", "_names", "_place", "_values")

    def __init__(self, core: Core, place: DecisionPlace, names: Sequence[str]) -> None:
        self._core, self._place, self._names = core, place, names
        self._values = core.option_values()

    def __len__(self) -> int:
        return len(self._values)

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Option]: ...
    def __getitem__(self, index: int | slice) -> Option | Sequence[Option]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        return Option(self._core, self._place, self._values[index], self._names)


class Decision:
    """A question to one player. It speaks of the game as it stands: do not keep it beyond the next choice."""

    __slots__ = ("_core", "_names", "kind", "player")

    def __init__(self, core: Core, names: Sequence[str]) -> None:
        self._core, self._names = core, names
        self.player: int = core.decider
        self.kind: str = core.machine.decisions[core.row[DECISION]].name

    @property
    def options(self) -> Options:
        """What can be chosen, at least two."""
        place = self._core.machine.decisions[self._core.row[DECISION]]
        return Options(self._core, place, self._names)

    @property
    def prompt(self) -> str:
        """The question in a few words."""
        machine = self._core.machine
        place = machine.decisions[self._core.row[DECISION]]
        if not place.card:
            return place.question
        card = design_name(machine, place.card)
        return own(machine, "{card}: {question}").format(card=card, question=place.question)

    @property
    def rule(self) -> RuleInfo:
        """The rule that asks."""
        machine = self._core.machine
        return rule_info(machine.sites[machine.decisions[self._core.row[DECISION]].site])

    def __repr__(self) -> str:
        return f"<Decision {self.kind} of seat {self.player}>"
