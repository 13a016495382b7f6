"""Replays a game under two sets of rules at once, choice by choice, until they part."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from functools import cache, cached_property, partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from rulewright.base.records import Draft, Record, evolve, field
from rulewright.lab.replays.named_states import first_other_fact
from rulewright.lab.replays.recorded_games import RecordedEnd, RecordedGame
from rulewright.language.text import RulesError
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.game_complaints import complaint_of
from rulewright.runtime.game.outcome import ranks_of
from rulewright.runtime.game.state import GameState, IllegalChoice
from rulewright.runtime.game.value_words import seat_letters
from rulewright.runtime.ir.engine_contract import END, Fault, element_of, list_of
from rulewright.runtime.ir.module import Site
from rulewright.runtime.ir.nodes.ir_types import Kind
from rulewright.runtime.lower.play_digest import RuleDigest

if TYPE_CHECKING:
    from rulewright.runtime.session.explain.why_not import Conditions

Verdict = Literal["identical", "otherwise", "parted"]
IDENTICAL: Final = "identical"
OTHERWISE: Final = "otherwise"
PARTED: Final = "parted"

OptionKey = tuple[str, str, object]
"""An option by its word, its type and its value, equal under rules that number cards differently."""


_Causes = list[tuple[Site, Sequence[Any]]]
"""The cause and the values of each event of a game."""


class Difference(Record):
    """The first decision at which two replays differ.

    `decision` counts from 1; `kind` is the stable name of the decision, `seat` the deciding player. `missing` and
    `new` are options that only the old or only the new rules give. `rule` and `place` name the changed rule that
    did it, or else the rule that asks.
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
    numbers of the choices are compared. `indices` are the choices of an identical game among the new options.
    """

    name: str
    verdict: Verdict
    choices: int
    difference: Difference | None = None
    scores: tuple[tuple[int, ...] | None, tuple[int, ...] | None] = (None, None)
    blind: bool = False
    indices: tuple[int, ...] = ()


class _OptionKeys(Draft):
    """The keys of a game's options, made when first asked for, by decision and option number."""

    game: CompiledGame
    interned: dict[OptionKey, OptionKey]
    """Keys by value, shared by the games that are compared: equal keys are then one object, compared fast."""
    known: dict[int, dict[int, OptionKey]] = field(factory=dict)

    def of(self, decision: int, values: list[int]) -> list[OptionKey]:
        """Return the keys of options of a decision, given their numbers."""
        known = self.known.setdefault(decision, {})
        try:
            return [known[value] for value in values]
        except KeyError:
            for value in values:
                key = _key_of(self.game, decision, value)
                known[value] = self.interned.setdefault(key, key)
            return [known[value] for value in values]


class _Pending(NamedTuple):
    """A pending decision: its name, the deciding seat, and the keys of its options."""

    name: str
    seat: int
    keys: list[OptionKey]
    is_anyway: bool


class _Replay(Draft):
    """A game replayed under one set of rules, with every forced choice asked."""

    at: GameState
    keys: _OptionKeys

    @classmethod
    def of(cls, keys: _OptionKeys, recorded: RecordedGame) -> _Replay:
        """Return the replay at the start of a recorded game. Raises RulesError."""
        return cls(GameState.start(keys.game, recorded.seed, told=False, ask_forced=True), keys)

    def pending(self) -> _Pending | None:
        """Return the pending decision; None if the game is over. Raises RulesError."""
        seen = self.at.seen
        number = seen.decision
        if number < 0:
            return None
        entry = self.keys.game.module.decisions[number]
        keys = self.keys.of(number, self.at.option_values())
        return _Pending(entry.name, seen.decider, keys, entry.anyway)

    def choose(self, index: int) -> None:
        """Choose an option that exists. Raises RulesError; the replay cannot go on then.

        `GameState.choose` would copy the state before each choice, to be able to go back.
        """
        at = self.at
        value = at.option_values()[index]
        at.options = None
        at.decisions.append(index)
        try:
            at.engine.choose(at.state, at, value)
        except Fault as fault:
            raise RulesError(
                [complaint_of(at.game.module, at.seen.decision, fault, "here")]
            ) from fault

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The scores; None while the game runs, and for rules that count none."""
        outcome = self.keys.game.module.outcome
        if not self.at.seen.over or not outcome.values:
            return None
        return tuple(rank[outcome.scored] for rank in ranks_of(self.at))

    def verify(self, recorded: RecordedGame) -> None:
        """Raise ValueError if the choices do not lead to the recorded state, as in a save that was edited."""
        if recorded.end is not None:
            module = self.keys.game.module
            now, is_comparable = (
                RecordedEnd.of(self.at.seen.row),
                recorded.mark.code == module.digest,
            )
            if now.random != recorded.end.random or (is_comparable and now != recorded.end):
                raise ValueError("its seed and choices do not lead to its state")


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

    `old_conditions` and `new_conditions` give the explainers of missing options, `old_rules` and `new_rules` the
    digests of the rules by name.
    """

    old: CompiledGame | None
    new: CompiledGame
    old_conditions: Callable[[], Conditions]
    new_conditions: Callable[[], Conditions]
    old_rules: Callable[[], Mapping[str, RuleDigest]]
    new_rules: Callable[[], Mapping[str, RuleDigest]]
    causes: dict[tuple[str, str, bool], tuple[str, str]] = field(factory=dict)
    """The failing condition and its place, by decision, option, and whether the option is new."""
    _old_keys: _OptionKeys | None = field(init=False)
    _new_keys: _OptionKeys = field(init=False)

    def __attrs_post_init__(self) -> None:
        interned: dict[OptionKey, OptionKey] = {}
        self._old_keys = None if self.old is None else _OptionKeys(self.old, interned)
        self._new_keys = _OptionKeys(self.new, interned)

    @cached_property
    def changed(self) -> Mapping[str, str]:
        """The places of the rules that differ, by name; rules of one side alone are included."""
        old, new = self.old_rules(), self.new_rules()
        return {
            name: (new.get(name) or old[name]).place
            for name in old.keys() | new.keys()
            if name not in old or name not in new or old[name].digest != new[name].digest
        }

    @cached_property
    def unchanged(self) -> Set[str]:
        """The names of the rules whose own code is the same on both sides."""
        return (self.old_rules().keys() | self.new_rules().keys()) - self.changed.keys()

    @property
    def is_same_play(self) -> bool:
        """Whether old and new rules are known to play alike, so that one replay tells both."""
        return self.old is not None and self.old.module.play == self.new.module.play != ""

    def replay(self, recorded: RecordedGame) -> ComparedGame:
        """Return what a recorded game comes to under the new rules. Raises RulesError if it is damaged."""
        if self._old_keys is None:
            return self._replay_blindly(recorded)
        old = _Replay.of(self._old_keys, recorded)
        try:
            new = old if self.is_same_play else _Replay.of(self._new_keys, recorded)
        except RulesError as error:
            return _parted(recorded, Difference(0, "", -1, reason=error.messages))
        return self._follow(recorded, old, new)

    def _follow(self, recorded: RecordedGame, old: _Replay, new: _Replay) -> ComparedGame:
        """Replay a recorded game under old and new rules side by side, and return where they part, if at all."""
        first: Difference | None = None
        made, choices, indices = 0, iter(recorded.choices), list[int]()
        while (before := old.pending()) is not None:
            is_forced = len(before.keys) == 1 and not before.is_anyway and not recorded.asks_forced
            index = 0 if is_forced else next(choices, None)
            if index is None:
                break
            made += not is_forced
            now = before if new is old else new.pending()
            difference = self._difference(made, before, now)
            if first is None and difference is not None:
                first = self._explained(difference, recorded, old, new)
            if not 0 <= index < len(before.keys):
                raise IllegalChoice(f"{index} is none of its options")
            key = before.keys[index]
            if now is None or now[:2] != before[:2] or key not in now.keys:
                assert difference is not None
                difference = self._with_choice_first(difference, key)
                return _parted(recorded, self._explained(difference, recorded, old, new))
            at_new = index if now.keys == before.keys else now.keys.index(key)
            if recorded.asks_forced or len(now.keys) > 1 or now.is_anyway:
                indices.append(at_new)
            try:
                old.choose(index)
                if new is not old:
                    new.choose(at_new)
            except RulesError as error:
                stopped = Difference(made, before.name, before.seat, reason=error.messages)
                return _parted(recorded, _located(self.new, stopped))
        old.verify(recorded)
        if first is None and new is not old:
            pending = self._difference(made + 1, old.pending(), new.pending())
            reason = "" if pending else first_other_fact(old.at, new.at)
            last = Difference(made, "", -1, reason=reason) if reason else pending
            first = last and self._explained(last, recorded, old, new)
        scores = old.scores, new.scores
        if first is not None:
            return ComparedGame(recorded.name, OTHERWISE, made, first, scores)
        return ComparedGame(recorded.name, IDENTICAL, made, None, scores, indices=tuple(indices))

    def _with_choice_first(self, difference: Difference, key: OptionKey) -> Difference:
        """Return the difference with the chosen option before other missing ones."""
        assert self.old is not None
        text = option_text(self.old, key)
        others = tuple(each for each in difference.missing if each != text)
        return evolve(difference, missing=(text, *others) if text in difference.missing else others)

    def _explained(
        self, difference: Difference, recorded: RecordedGame, old: _Replay, new: _Replay
    ) -> Difference:
        """Return the difference with the condition and the changed rule that made it, if they are known."""
        explained = self._with_condition(difference, old, new)
        causes = cache(partial(_causes, recorded))  # each side is played again at most once
        inlined = partial(self._with_inlined_rule, causes, old, new)
        if explained.rule in self.changed and explained.reason:
            return inlined(explained) or explained
        for replay in (new, old):
            for site, _ in reversed(causes(replay)):
                if site.name in self.changed and site.name != explained.rule:
                    found = evolve(explained, rule=site.name, place=site.display_place)
                    # Rules of cards become part of phases and events, never the other way round.
                    return found if site.card else inlined(found) or found
        if with_rule := inlined(explained):
            return with_rule
        others = self.changed.keys() - {explained.rule}
        if len(others) == 1:
            (name,) = others
            return evolve(explained, rule=name, place=self.changed[name])
        return explained

    def _with_inlined_rule(
        self,
        causes: Callable[[_Replay], _Causes],
        old: _Replay,
        new: _Replay,
        difference: Difference,
    ) -> Difference | None:
        """Return the difference with a rule whose code is part of another one's, if such a rule made it; else None.

        It has no digest of its own, but it causes the first event that goes otherwise.
        """
        first = _first_other(causes(new), causes(old))
        if first is None or first.name in (difference.rule, *self.unchanged):
            return None
        return evolve(difference, rule=first.name, place=first.display_place)

    def _with_condition(self, difference: Difference, old: _Replay, new: _Replay) -> Difference:
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
        if old.keys == new.keys or set(old.keys) == set(new.keys):
            return None
        missing = tuple(option_text(self.old, key) for key in old.keys if key not in new.keys)
        added = tuple(option_text(self.new, key) for key in new.keys if key not in old.keys)
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
        is_same = recorded.end == RecordedEnd.of(at.seen.row)
        verdict: Verdict = IDENTICAL if is_same else OTHERWISE
        return ComparedGame(recorded.name, verdict, number, blind=True, indices=recorded.choices)


def _causes(recorded: RecordedGame, replay: _Replay) -> _Causes:
    """Return the cause and the values of each event until now."""
    at = replay.at
    told = GameState.replayed(at.game, recorded.seed, at.decisions, ask_forced=True)
    return [(at.game.module.sites[why], values) for _, why, *values in told.log or []]


def _first_other(now: _Causes, before: _Causes) -> Site | None:
    """Return the cause of the first event that is not alike in two stories; None if all are."""
    for one, other in zip_longest(now, before):
        if one is None or other is None or (one[0].name, one[1]) != (other[0].name, other[1]):
            site: Site = (one or other)[0]
            return site
    return None


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
