"""A policy of the other seats: probabilities of their choices from public information, for determinization.

The model is a multinomial logit: each option of some decisions has a weight for each feature of the deciding
seat. Features come from declarations and are visible to all, so the odds depend on nothing else that a seat does
not know. Each seat is assumed to choose by the model all game long, or uniformly; its choices in a trajectory
give the likelihood of either. Nothing possible gets probability 0, and a uniform player is soon recognised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import exp, log, log1p
from typing import Any, Final

from rulewright.base.records import Record
from rulewright.runtime.game.engine import State
from rulewright.runtime.ir.engine_contract import element_of, list_of
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.nodes.ir_types import PIECE, Kind

MODEL_PRIOR: Final = 0.3
"""The prior probability that a seat chooses by the model."""

UNIFORM_SHARE: Final = 0.1
"""The share of uniformly random choices of a seat that chooses by the model."""

END: Final = "done"
"""The name of the option that ends a series of choices."""

Feature = Callable[[Sequence[Any], int], float]
"""A function of a state, as a row, and a seat."""


class ChoiceModel(Record):
    """The weights of a logit model of choices: by decision and option name, one for each feature.

    An option without weights counts as one with all weights zero.
    """

    features: tuple[str, ...]
    decisions: Mapping[str, Mapping[str, tuple[float, ...]]]

    @classmethod
    def from_data(cls, data: Any) -> ChoiceModel:
        """Return the model encoded in `data`. Raises LookupError, TypeError or ValueError if malformed."""
        decisions = {
            decision: {name: tuple(map(float, each)) for name, each in options.items()}
            for decision, options in data["decisions"].items()
        }
        return cls(tuple(map(str, data["features"])), decisions)


class Policy:
    """A choice model applied to the decisions of a module; names the module does not have are ignored."""

    def __init__(self, module: Module, model: ChoiceModel) -> None:
        known = features(module)
        places = [at for at, name in enumerate(model.features) if name in known]
        self._features = [known[model.features[at]] for at in places]
        self._names = {
            number: option_names(module, number)
            for number, decision in enumerate(module.decisions)
            if decision.name in model.decisions
        }
        self._weights = {
            number: {
                name: [weights[at] for at in places]
                for name, weights in model.decisions[module.decisions[number].name].items()
            }
            for number in self._names
        }

    @property
    def decisions(self) -> frozenset[int]:
        """The numbers of the decisions covered by the model."""
        return frozenset(self._names)

    def shares(self, row: Sequence[Any], decision: int, seat: int) -> Callable[[int], float]:
        """Return a function from options of a decision of `seat` to their unnormalised probabilities."""
        feature_values = [feature(row, seat) for feature in self._features]
        shares = {
            name: exp(
                sum(weight * value for weight, value in zip(weights, feature_values, strict=True))
            )
            for name, weights in self._weights[decision].items()
        }
        name_of = self._names[decision]
        return lambda option: shares.get(name_of(option), 1.0)


class PolicyLikelihood:
    """The likelihood of other seats' choices by the policy, relative to uniform choice.

    It serves all trajectories of one log. `context` is their shared context, which owns this object.
    """

    def __init__(self, context: Any, policy: Policy) -> None:
        self.context, self.policy = context, policy
        self._looked, self._numbers = 1, list[int]()
        self._shares: dict[int, Callable[[int], float]] = {}

    def steps(self, end: int) -> list[int]:
        """Return the numbers of steps before `end` that another seat chose in a decision the model covers."""
        log_, known = self.context.log, self.policy.decisions
        for number in range(self._looked, len(log_.own)):
            before = log_.observations[number - 1]
            if before.decision in known and before.decider >= 0 and log_.own[number] is None:
                self._numbers.append(number)
        self._looked = len(log_.own)
        return [number for number in self._numbers if number < end]

    def seat(self, number: int) -> int:
        """Return the seat that made the choice of step `number`."""
        return int(self.context.log.observations[number - 1].decider)

    def log_ratio(self, number: int, before: State, option: int) -> float:
        """Return the log likelihood ratio of a choice, model against uniform; 0 for a card chosen blindly."""
        look = self.context.log.observations[number - 1]
        if self._is_blind(number, before, option):
            return 0.0
        if number not in self._shares:  # public features are equal in all trajectories
            row = self.context.row(before)
            self._shares[number] = self.policy.shares(row, look.decision, look.decider)
        share, options = self._shares[number], self.context.options(before)
        likely = share(option) / sum(map(share, options))
        return log(UNIFORM_SHARE + (1 - UNIFORM_SHARE) * likely * len(options))

    def _is_blind(self, number: int, before: State, option: int) -> bool:
        """Return whether an option chose a card in a place that nobody can see."""
        context = self.context
        if not context.is_card_after(number - 1, option):
            return False
        place = context.engine.snapshot(before).place(element_of(option))
        return (
            place in context.observer.zone_of and context.observer.zone_of[place].seen == "nobody"
        )


def combined_log_ratio(gains: Mapping[int, float]) -> float:
    """Return the log likelihood ratio of a trajectory from the summed `gains` of each seat (a mixture model)."""
    return sum(log1p(MODEL_PRIOR * (exp(min(gain, 500.0)) - 1)) for gain in gains.values())


# ---------------------------------------------------------------------- names of options and features


def option_names(module: Module, decision: int) -> Callable[[int], str]:
    """Return a function that names the options of a decision: the word of the list and the element."""
    lists, pieces = module.decisions[decision].options, module.pieces

    def name_of(option: int) -> str:
        """Return the name of `option`, as the model spells it."""
        number, element = list_of(option), element_of(option)
        if number < 0:
            return END
        word, type_ = lists[number].word, lists[number].type
        if type_ is None:
            return word or ""
        what = pieces[element].name if type_ == PIECE else str(element)
        return f"{word}/{what}" if word else what

    return name_of


def features(module: Module) -> dict[str, Feature]:
    """Return the public features by name: numbers and cards of the seat, and the maximum of other seats."""
    by_name: dict[str, Feature] = {"always": lambda row, seat: 1.0}
    for name, of_seat in _seat_features(module):
        by_name[f"{name}/me"] = of_seat
        by_name[f"{name}/others"] = _most_of_others(of_seat, module.players)
    for variable in module.variables.values():
        is_player = variable.type.kind is Kind.PLAYER and variable.run.count == 1
        if variable.owner is None and variable.seen == "everyone" and is_player:
            by_name[f"{variable.name}/me"] = _pointer_feature(variable.run.base)
    return by_name


def _seat_features(module: Module) -> Iterator[tuple[str, Feature]]:
    """Yield features of one seat, by name: its public numbers, numbers of cards and sums of printed values."""
    for variable in module.variables.values():
        is_number = variable.type.kind in (Kind.NUMBER, Kind.TRUTH) and variable.run.each == 1
        if variable.owner == "player" and variable.seen == "everyone" and is_number:
            yield variable.name, _seat_number_feature(variable.run.base)
    values = [dict(_printed_values(piece.fields)) for piece in module.pieces]
    names = sorted({name for each in values for name in each})
    for zone in module.zones.values():
        if zone.owner != "player":
            continue
        yield f"number of {zone.name}", _sum_over_cards(zone.run, [1.0] * len(values))
        for name in names if zone.seen == "everyone" else ():
            yield (
                f"{zone.name}/{name}",
                _sum_over_cards(zone.run, [each.get(name, 0.0) for each in values]),
            )


def _printed_values(fields: Mapping[str, object]) -> Iterator[tuple[str, float]]:
    """Yield the printed values of a card: a number as it is, a label as 1."""
    for name, value in fields.items():
        if isinstance(value, str):
            yield f"{name} {value}", 1.0
        elif isinstance(value, int) and not isinstance(value, bool):
            yield name, float(value)


def _seat_number_feature(base: int) -> Feature:
    """Return a feature that reads the seat's own number from the cells at `base`."""
    return lambda row, seat: float(row[base + seat])


def _pointer_feature(cell: int) -> Feature:
    """Return a feature that is 1 if the pointer in `cell` names the seat, else 0."""
    return lambda row, seat: float(row[cell] == seat)


def _sum_over_cards(run: Any, values: Sequence[float]) -> Feature:
    """Return a feature that is the sum of `values` over the cards in a seat's places."""
    base, each = run.base, run.each
    return lambda row, seat: sum(
        values[card]
        for cell in range(base + seat * each, base + (seat + 1) * each)
        for card in row[cell]
    )


def _most_of_others(of_seat: Feature, players: int) -> Feature:
    """Return a feature that is the maximum of the feature `of_seat` over the other seats."""
    return lambda row, seat: max(
        (of_seat(row, other) for other in range(players) if other != seat), default=0.0
    )
