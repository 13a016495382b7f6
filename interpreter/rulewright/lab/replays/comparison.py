"""Replays a game under two sets of rules at once, choice by choice, until they part."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from rulewright.base.records import Draft, Record, evolve, field
from rulewright.lab.replays.recorded_games import END_CELLS, RecordedGame
from rulewright.language.text import RulesError
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.outcome import ranks_of
from rulewright.runtime.game.state import GameState, IllegalChoice
from rulewright.runtime.game.value_words import seat_letters
from rulewright.runtime.ir.engine_contract import END, element_of, list_of
from rulewright.runtime.ir.nodes.ir_types import Kind

if TYPE_CHECKING:
    from rulewright.runtime.session.explain.why_not import Conditions

Verdict = Literal["identical", "otherwise", "parted"]
IDENTICAL: Final = "identical"
OTHERWISE: Final = "otherwise"
PARTED: Final = "parted"

OptionKey = tuple[str, str, object]
"""An option by its word, its type and its value, equal under rules that number cards differently."""


class Difference(Record):
    """The first decision at which two replays differ.

    `decision` counts from 1; `kind` is the stable name of the decision, `seat` the deciding player. `missing` and
    `new` are options that only the old or only the new rules give. `rule` and `place` name the rule that did it.
    """

    decision: int
    kind: str
    seat: int
    missing: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    reason: str = ""
    rule: str = ""
    place: str = ""


class ComparedGame(Record):
    """The result of a recorded game under other rules.

    `scores` are those of both ends, None where a game has not ended. Without the old rules (`blind`) only the
    numbers of the choices are compared.
    """

    name: str
    verdict: Verdict
    choices: int
    difference: Difference | None = None
    scores: tuple[tuple[int, ...] | None, tuple[int, ...] | None] = (None, None)
    blind: bool = False


class _Pending(NamedTuple):
    """A pending decision: its name, the deciding seat, and the options by key with their indices."""

    name: str
    seat: int
    options: dict[OptionKey, int]
    is_anyway: bool


class _Replay(Draft):
    """A game replayed under one set of rules, with every forced choice asked."""

    game: CompiledGame
    at: GameState
    keys: dict[tuple[int, int], OptionKey] = field(factory=dict)

    @classmethod
    def of(
        cls, game: CompiledGame, recorded: RecordedGame, keys: dict[tuple[int, int], OptionKey]
    ) -> _Replay:
        """Return the replay at the start of a recorded game. Raises RulesError."""
        return cls(game, GameState.start(game, recorded.seed, told=False, ask_forced=True), keys)

    def pending(self) -> _Pending | None:
        """Return the pending decision; None if the game is over. Raises RulesError."""
        number = self.at.seen.decision
        if number < 0:
            return None
        entry, keys = self.game.module.decisions[number], self.keys
        options = {}
        for index, value in enumerate(self.at.option_values()):
            key = keys.get((number, value))
            if key is None:
                key = keys[number, value] = _key_of(self.game, number, value)
            options[key] = index
        return _Pending(entry.name, self.at.decider, options, entry.anyway)

    def choose(self, index: int) -> None:
        """Choose an option, without keeping the past. Raises RulesError and IllegalChoice."""
        self.at.choose(index)
        self.at.past.clear()

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The scores; None while the game runs, and for rules that count none."""
        outcome = self.game.module.outcome
        if not self.at.seen.over or not outcome.values:
            return None
        return tuple(rank[outcome.scored] for rank in ranks_of(self.at))


def _key_of(game: CompiledGame, decision: int, value: int) -> OptionKey:
    """Return the key of an option: cards count by name and copy, labels by word."""
    if value == END:
        return "", "the end of a series", 0
    label, element = game.module.decisions[decision].options[list_of(value)], element_of(value)
    if label.type is None:
        return label.word, "", 0
    kind = label.type.kind
    if kind is Kind.PIECE and element >= 0:
        pieces = game.module.pieces
        name = pieces[element].name
        return label.word, "card", (name, sum(each.name == name for each in pieces[:element]))
    if kind is Kind.LABEL and element >= 0:
        return label.word, label.type.of, game.module.labels[label.type.of][element]
    if kind is Kind.DESIGN and element >= 0:
        return label.word, "design", game.module.pieces[element].name
    return label.word, kind.value, element


def option_text(game: CompiledGame, key: OptionKey) -> str:
    """Return an option in words."""
    word, kind, value = key
    words = word.replace("-", " ")
    if kind in ("", "the end of a series"):
        return words or kind
    if kind == "card" and isinstance(value, tuple):
        thing = game.design_name(value[0])
    elif kind == Kind.PLAYER.value and isinstance(value, int) and value >= 0:
        thing = seat_letters(game.module.players)[value]
    else:
        thing = str(value)
    return f"{words} {thing}".strip()


class Comparison(Draft):
    """The old and the new game of one setup, and the keys of their options, shared by all recorded games of it.

    `old_conditions` and `new_conditions` give the explainers of missing options.
    """

    old: CompiledGame | None
    new: CompiledGame
    old_conditions: Callable[[], Conditions]
    new_conditions: Callable[[], Conditions]
    old_keys: dict[tuple[int, int], OptionKey] = field(factory=dict)
    new_keys: dict[tuple[int, int], OptionKey] = field(factory=dict)
    causes: dict[tuple[str, str, bool], tuple[str, str]] = field(factory=dict)
    """The failing condition and its place, by decision, option, and whether the option is new."""

    def replay(self, recorded: RecordedGame) -> ComparedGame:
        """Return what a recorded game comes to under the new rules. Raises RulesError if it is damaged."""
        if self.old is None:
            return self._replay_blindly(recorded)
        old = _Replay.of(self.old, recorded, self.old_keys)
        try:
            new = _Replay.of(self.new, recorded, self.new_keys)
        except RulesError as error:
            return _parted(recorded, Difference(0, "", -1, reason=error.messages))
        return self._follow(recorded, old, new)

    def _follow(self, recorded: RecordedGame, old: _Replay, new: _Replay) -> ComparedGame:
        """Replay a recorded game under old and new rules side by side, and return where they part, if at all."""
        first: Difference | None = None
        made, choices = 0, iter(recorded.choices)
        key: OptionKey | None
        while (before := old.pending()) is not None:
            is_forced = (
                len(before.options) == 1 and not before.is_anyway and not recorded.asks_forced
            )
            index = 0 if is_forced else next(choices, None)
            if index is None:
                break
            made += not is_forced
            now = new.pending()
            difference = self._difference(made, before, now)
            if first is None and difference is not None:
                first = self._explained(difference, old, new)
            key = next((key for key, at in before.options.items() if at == index), None)
            if key is None:
                raise IllegalChoice(f"{index} is none of its options")
            if now is None or (now.name, now.seat) != before[:2] or key not in now.options:
                assert difference is not None
                parting = self._explained(self._with_choice_first(difference, key), old, new)
                return _parted(recorded, parting)
            try:
                old.choose(index)
                new.choose(now.options[key])
            except RulesError as error:
                stopped = Difference(made, before.name, before.seat, reason=error.messages)
                return _parted(recorded, _located(self.new, stopped))
        if first is None:
            first = self._difference(made + 1, old.pending(), new.pending())
        scores = old.scores, new.scores
        is_same = first is None and scores[0] == scores[1] and _random(old) == _random(new)
        verdict: Verdict = IDENTICAL if is_same else OTHERWISE
        return ComparedGame(recorded.name, verdict, made, first, scores)

    def _with_choice_first(self, difference: Difference, key: OptionKey) -> Difference:
        """Return the difference with the chosen option before other missing ones."""
        assert self.old is not None
        text = option_text(self.old, key)
        others = tuple(each for each in difference.missing if each != text)
        return evolve(difference, missing=(text, *others) if text in difference.missing else others)

    def _explained(self, difference: Difference, old: _Replay, new: _Replay) -> Difference:
        """Return the difference with the condition that takes or gives its first option, if that is known.

        One answer serves all games in which this decision loses or gains this option.
        """
        option = next(iter((*difference.missing, *difference.new)), None)
        if option is None or difference.reason:
            return difference
        is_new = not difference.missing
        about = difference.kind, option, is_new
        if about not in self.causes:
            conditions, at = (
                (self.old_conditions, old.at) if is_new else (self.new_conditions, new.at)
            )
            names = seat_letters(self.new.module.players)
            found = conditions().why_not(at, names, option, sees_all=True)
            steps = found[0].steps if found else ()
            self.causes[about] = (steps[-1].text, steps[-1].place) if steps else ("", "")
        text, place = self.causes[about]
        side = "only the old rules ask" if is_new else "not so under the new rules"
        return evolve(difference, reason=f"{side}: {text}", place=place) if text else difference

    def _difference(
        self, number: int, old: _Pending | None, new: _Pending | None
    ) -> Difference | None:
        """Return how two pending decisions differ; None if they are equal."""
        assert self.old is not None
        if old is None and new is None:
            return None
        if old is None or new is None:
            ended, game, pending = ("old", self.new, new) if old is None else ("new", self.old, old)
            assert pending is not None
            reason = f"the {ended} rules end the game here"
            return _located(game, Difference(number, pending.name, pending.seat, reason=reason))
        if old[:2] != new[:2]:
            reason = f"the new rules ask {seat_letters(self.new.module.players)[new.seat]} for {new.name}"
            return _located(
                self.new, Difference(number, old.name, old.seat, reason=reason), new.name
            )
        if old.options.keys() == new.options.keys():
            return None
        missing = tuple(option_text(self.old, key) for key in old.options if key not in new.options)
        added = tuple(option_text(self.new, key) for key in new.options if key not in old.options)
        return _located(self.new, Difference(number, old.name, old.seat, missing, added))

    def _replay_blindly(self, recorded: RecordedGame) -> ComparedGame:
        """Replay a recorded game by the indices of its choices alone, because its old rules are not available."""
        number = 0
        try:
            at = GameState.start(
                self.new, recorded.seed, told=False, ask_forced=recorded.asks_forced
            )
            for index in recorded.choices:
                number += 1
                at.choose(index)
                at.past.clear()
        except (IllegalChoice, RulesError) as error:
            reason = (
                error.messages
                if isinstance(error, RulesError)
                else f"there is no option {index + 1}"
            )
            name = self.new.module.decisions[at.seen.decision].name if at.waiting else ""
            difference = _located(self.new, Difference(number, name, at.decider, reason=reason))
            return ComparedGame(recorded.name, PARTED, number, difference, blind=True)
        row = self.new.engine.pack(at.state)
        is_same = recorded.end == tuple(row[cell] for cell in END_CELLS)
        verdict: Verdict = IDENTICAL if is_same else OTHERWISE
        return ComparedGame(recorded.name, verdict, number, blind=True)


def _random(replay: _Replay) -> int:
    """Return the state of the random generator; it is equal in two replays that drew equally often."""
    return int(replay.at.engine.pack(replay.at.state)[END_CELLS[0]])


def _parted(recorded: RecordedGame, difference: Difference) -> ComparedGame:
    """Return the result for a game that cannot go on under the new rules."""
    return ComparedGame(recorded.name, PARTED, difference.decision, difference)


def _located(game: CompiledGame, difference: Difference, decision: str = "") -> Difference:
    """Return the difference with the rule that asks the decision."""
    name = decision or difference.kind
    for entry in game.module.decisions:
        if entry.name == name:
            site = game.module.sites[entry.site]
            return evolve(difference, rule=site.name, place=site.display_place)
    return difference
