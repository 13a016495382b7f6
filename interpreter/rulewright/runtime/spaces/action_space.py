"""The action space of a module: a number for each option that any decision can have, equal in all games.

An action is identified by its decision, its option list and the name of the element: a card by its design, a
player by the distance in seats from the deciding player. If the text of an option names a player with its card,
the owner of the card's place belongs to the name. So two options are one action if they differ only in the copy
of a card. The effects of a card do not influence the numbers of other actions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from rulewright.base.records import Record
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.engine_contract import element_of, list_of
from rulewright.runtime.ir.module import DecisionEntry, Module, OptionLabel
from rulewright.runtime.ir.nodes.ir_types import NOTHING, PIECE, Kind
from rulewright.runtime.ir.walk import walk_body
from rulewright.runtime.spaces.interval_protocol import Ranges

MOST_NUMBERS: Final = 128
"""Maximal number of actions for a list of numbers; larger numbers share the last one."""

HIDDEN: Final = "a card"
"""Name of a card that the deciding player does not know."""

Sort = Literal["one", "card", "player", "number"]


class ActionList(Record):
    """Action numbers of one option list of a decision: `width` numbers from `first` on.

    For cards these are the designs from `low` on, followed by one hidden card. Each has `owners` actions: 1, or
    one for every seat from the deciding player's on and one for nobody. For numbers and labels they are those
    from `low` on. `is_named`: a card is named wherever it is.
    """

    sort: Sort
    first: int
    width: int
    low: int = 0
    owners: int = 1
    is_named: bool = False


class DecisionActions(Record):
    """Action numbers of one decision: its option lists, and its end option (NOTHING if it has none)."""

    lists: tuple[ActionList, ...]
    end: int = NOTHING


class ActionSpace(Record):
    """Numbering of all actions of a module, decision by decision, with their names.

    `options` is the maximal number of options of a decision, `elements` the range of the elements of options.
    """

    decisions: tuple[DecisionActions, ...]
    names: tuple[str, ...]
    options: int
    elements: tuple[int, int]

    @classmethod
    def of(cls, module: Module, ranges: Ranges) -> ActionSpace:
        """Return the action space of `module`; `ranges` bounds the elements of its options."""
        return _ActionNumbering(module, ranges).build()

    def number(
        self, decision: int, option: int, design: int, owner: int | None, decider: int, players: int
    ) -> int:
        """Return the action number of an option of a decision, as the deciding player sees it.

        For a card, `design` and `owner` are what the deciding player knows: its design (-1: unknown) and its
        place's owner.
        """
        at = self.decisions[decision]
        which, element = list_of(option), element_of(option)
        if which < 0:
            return at.end
        actions = at.lists[which]
        match actions.sort:
            case "card":
                each = actions.width // actions.owners - 1 if design < 0 else design - actions.low
                after = players if owner is None else (owner - decider) % players
                return actions.first + each * actions.owners + (after if actions.owners > 1 else 0)
            case "player":
                after = (element - decider) % players if element >= 0 else players
                return actions.first + after
            case "number":
                return actions.first + min(max(element - actions.low, 0), actions.width - 1)
        return actions.first


class _ActionNumbering:
    """Builder of an action space."""

    def __init__(self, module: Module, ranges: Ranges) -> None:
        self.module, self.ranges = module, ranges
        self.names: list[str] = []
        self.elements = {NOTHING}
        number = {name: at for at, name in enumerate(module.designs)}
        self.designs_of_kind: dict[str, list[int]] = {}
        for piece in module.pieces:
            designs = self.designs_of_kind.setdefault(piece.kind, [])
            designs += [number[piece.name]] if number[piece.name] not in designs else []
        self.asked = dict(self._questions())

    def _questions(self) -> Iterator[tuple[int, tuple[str, ir.Ask]]]:
        """Yield each decision's number with the procedure that asks it and its question."""
        for name, procedure in self.module.code.procedures.items():
            for term in walk_body(procedure.body):
                if isinstance(term, ir.Ask):
                    yield term.decision, (name, term)

    def build(self) -> ActionSpace:
        """Return the complete action space."""
        decisions, most = list[DecisionActions](), 1
        for number, decision in enumerate(self.module.decisions):
            actions, options = self._number_decision(number, decision)
            decisions.append(actions)
            most = max(most, options)
        elements = min(self.elements), max(self.elements)
        return ActionSpace(tuple(decisions), tuple(self.names), most, elements)

    def _number_decision(self, number: int, decision: DecisionEntry) -> tuple[DecisionActions, int]:
        """Assign numbers to the actions of a decision; return them and its maximal number of options."""
        code, ask = self.asked.get(number, ("", None))
        lists, options = list[ActionList](), 1
        for at, label in enumerate(decision.options):
            option_list = ask.options[at] if ask is not None else None
            span = None
            if (
                option_list is not None
                and option_list.source is not None
                and label.type is not None
            ):
                span = self.ranges.local(code, option_list.var, label.type)
            called = f"{decision.name}/{label.word}" if label.word else decision.name
            actions, most = self._number_list(called, label, span)
            lists.append(actions)
            options += most
        end = NOTHING
        if ask is None or ask.stop is not None:
            end = self._add_actions([f"{decision.name}/done"])
        return DecisionActions(tuple(lists), end), options

    def _number_list(
        self, called: str, label: OptionLabel, span: tuple[int, int] | None
    ) -> tuple[ActionList, int]:
        """Assign numbers to the actions of an option list; return them and its maximal number of options."""
        if label.type is None or span is None:
            return ActionList("one", self._add_actions([called]), 1), 1
        low, high = span
        self.elements |= {low, high}
        match label.type.kind:
            case Kind.PIECE:
                return self._number_cards(called, label, max(low, 0), high)
            case Kind.PLAYER:
                names = [_relative_seat_name(after) for after in range(self.module.players)]
                names += ["nobody"] if low < 0 else []
                first = self._add_actions([f"{called}/{name}" for name in names])
                return ActionList("player", first, len(names)), len(names)
            case Kind.LABEL if label.type.of in self.module.labels:
                words = self.module.labels[label.type.of]
                first = self._add_actions([f"{called}/{word}" for word in words])
                return ActionList("number", first, len(words)), len(words)
            case Kind.DESIGN:
                first = self._add_actions([f"{called}/{name}" for name in self.module.designs])
                return ActionList("number", first, len(self.module.designs)), len(
                    self.module.designs
                )
        width = min(high - low + 1, MOST_NUMBERS)
        low = low if high - low < MOST_NUMBERS else max(low, 0)
        first = self._add_actions([f"{called}/{low + each}" for each in range(width)])
        return ActionList("number", first, width, low), width

    def _number_cards(
        self, called: str, label: OptionLabel, low: int, high: int
    ) -> tuple[ActionList, int]:
        """Assign numbers to the actions of a list of cards; return them and its maximal number of options.

        There are actions for all designs of the kinds in the list, so that no rule changes their numbers.
        """
        pieces = self.module.pieces[low : high + 1]
        kinds = dict.fromkeys(piece.kind for piece in pieces)
        designs = [each for kind in kinds for each in self.designs_of_kind[kind]]
        first_design, last = min(designs), max(designs)
        names = [*self.module.designs[first_design : last + 1], HIDDEN]
        players = self.module.players
        # A text that names a player with the card names the card's owner.
        named_players = [type_ for type_ in label.shown_types if type_.kind is Kind.PLAYER]
        if named_players and PIECE in label.shown_types:
            owners = [
                *(f"of {_relative_seat_name(after)}" for after in range(players)),
                "of nobody",
            ]
            names = [f"{name}/{owner}" for name in names for owner in owners]
        first = self._add_actions([f"{called}/{name}" for name in names])
        count = players + 1 if named_players and PIECE in label.shown_types else 1
        actions = ActionList("card", first, len(names), first_design, count, label.of_all)
        return actions, len(pieces)

    def _add_actions(self, names: list[str]) -> int:
        """Add one action for each name, and return the number of the first."""
        first = len(self.names)
        self.names += names
        return first


def _relative_seat_name(after: int) -> str:
    """Return the name of the seat that is `after` places clockwise of the deciding player."""
    return f"seat +{after}" if after else "me"
