"""Writes a part of a played game as the lines of a scenario."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby

from rulewright.base.records import Record
from rulewright.language.syntax import reserved_words
from rulewright.runtime.game.state import Checkpoint, GameState
from rulewright.runtime.game.value_words import seat_letters
from rulewright.runtime.ir.layout import CHANCE_SEAT, RANDOM
from rulewright.runtime.ir.module import VariableEntry, ZoneEntry
from rulewright.runtime.ir.nodes.ir_types import NOTHING, Kind
from rulewright.runtime.ir.random_stream import INCREMENT, MULTIPLIER
from rulewright.runtime.ir.snapshot import Snapshot
from rulewright.runtime.observation.decision import Decision, Option
from rulewright.runtime.observation.story import Event
from rulewright.runtime.session.explain.tracing import PastPhase, ReplayedGame
from rulewright.testing.scenarios.fixtures import (
    Fixture,
    ScenarioWords,
    Unsayable,
    changed_values,
    relevant_order,
    zone_of,
)
from rulewright.testing.scenarios.option_words import do_copies_differ, option_phrases

_SEEDS = 2**64


class GamePart(Record):
    """The part of a game that a scenario covers: a phase, the choices in it, and the table at the end.

    `since` are the choices that the scenario is about, `before` the earlier ones in the phase.
    """

    played: PastPhase
    before: tuple[Checkpoint, ...]
    since: tuple[Checkpoint, ...]
    after: GameState

    @property
    def ended(self) -> bool:
        """Whether the phase ended within the game."""
        return self.played.ended is not None


class Transcript(Record):
    """A writer of scenario lines for a part of a replayed game.

    With `whole`, the lines give the order of all cards and the seed of the random generator. Without it, they
    give the chance results, and the order only of cards that matter.
    """

    replayed: ReplayedGame
    words: ScenarioWords
    part: GamePart
    whole: bool

    def lines(self) -> Iterator[str]:
        """Yield the sections of the scenario. Raises Unsayable."""
        part, middle = self.part, self._as_game_state(self.part.since[0].state)
        if given_lines := self._table_lines():
            yield from _section("given", given_lines)
        yield from _section("when", [self._play_statement(), *self._answers(part.before)])
        yield from _section("then", self._decision_checks(middle))
        yield from _section("when", self._answers(part.since))
        changes = [
            *ChangeChecks(self.words, middle.seen, part.after.seen).lines(),
            *self._end_checks(),
        ]
        yield from _section("then", changes if self.whole else [*changes, *self._story_checks()])

    @property
    def seed(self) -> int:
        """The seed that gives the random generator its state at the beginning of the phase."""
        state = self._as_game_state(self.part.played.table).seen.row[RANDOM]
        # Invert the linear congruential generator: one step, and the first addition to the seed.
        return int(((state - INCREMENT) * pow(MULTIPLIER, -1, _SEEDS) - INCREMENT) % _SEEDS)

    def _as_game_state(self, state: object) -> GameState:
        """Return `state` as a state of the replayed game, without a log."""
        return GameState(self.replayed.at.game, state, [])

    @property
    def _names(self) -> list[str]:
        """The letters of all seats."""
        return seat_letters(self.words.module.players)

    def _table_lines(self) -> list[str]:
        """Return the lines that lay out the table at the beginning of the phase."""
        before = self._as_game_state(self.part.played.table).seen
        choices = [
            self._as_game_state(past.state) for past in (*self.part.before, *self.part.since)
        ]
        later = [*(at.seen for at in choices), self.part.after.seen]
        offered = {
            option.element
            for at in choices
            for option in Decision(at, ()).options
            if option.is_card
        }
        counts = {} if self.whole else relevant_order(self.words.module, before, later, offered)
        engine = self.replayed.at.engine
        bare = engine.snapshot(engine.start(0))
        return Fixture(self.words, bare, before, counts).lines()

    def _play_statement(self) -> str:
        """Return the statement that plays the phase with its arguments. Raises Unsayable."""
        phase, snapshot = self.part.played.phase, self._as_game_state(self.part.played.table).seen
        statement = f"play {phase}"
        for number, (_, name) in enumerate(self.words.module.phases[phase].parameters):
            variable = self.words.module.variables[name]
            value = self.words.value(variable, snapshot.value(name))
            if variable.type.kind is Kind.NUMBER:
                value = f"({value})"
            statement += f" {'as' if number else 'for'} {value}"
        return statement

    def _answers(self, choices: Sequence[Checkpoint]) -> Iterator[str]:
        """Yield the lines for `choices`, without chance decisions that had a single option."""
        states = [self._as_game_state(past.state) for past in choices]
        answers = [
            (at.decider, self._option_words(at, past.option))
            for at, past in zip(states, choices, strict=True)
            if at.decider != CHANCE_SEAT or len(at.option_values()) > 1
        ]
        for decider, picks in groupby(answers, key=lambda each: each[0]):
            if self.whole and decider == CHANCE_SEAT:
                yield "the seed decides"
            else:
                yield f"{self._seat(decider)} chooses {', '.join(pick for _, pick in picks)}"

    def _seat(self, decider: int) -> str:
        """Return the letter of the seat that decides, or `chance`."""
        return "chance" if decider == CHANCE_SEAT else self._names[decider]

    def _option_words(self, at: GameState, value: int | None) -> str:
        """Return the words of an option, with the zone of its card if they are ambiguous."""
        decision = Decision(at, self._names)
        phrases = [self._words_to_choose(at, option, decision) for option in decision.options]
        index = next(n for n, option in enumerate(decision.options) if option.value == value)
        option = decision.options[index]
        if phrases.count(phrases[index]) == 1 or not option.is_card:
            return phrases[index]
        place = at.seen.place(option.element)
        if place == NOTHING:
            return phrases[index]
        copies = [
            each
            for each, phrase in zip(decision.options, phrases, strict=True)
            if phrase == phrases[index] and each.is_card and at.seen.place(each.element) == place
        ]
        number = ""
        if do_copies_differ(at, copies):
            number = f" {[each.value for each in copies].index(option.value) + 1}"
        return f"{phrases[index]}{number} in {self.words.with_owner(*zone_of(self.words.module, place))}"

    def _words_to_choose(self, at: GameState, option: Option, decision: Decision) -> str:
        """Return the words that choose an option, with card names as the rules have them. Raises Unsayable."""
        words = option_phrases(at, option, decision.form, self._names)[0]
        cards = set(self.words.module.designs)
        return " ".join(self.words.card(str(w)) if w in cards else str(w) for w in words)

    # ------------------------------------------------------------------ what is checked

    def _decision_checks(self, at: GameState) -> Iterator[str]:
        """Yield checks of the deciding seat and its decision, and that the chosen option was offered."""
        seat, past = self._seat(at.decider), self.part.since[0]
        yield f"{seat} decides{self._decision_word(at)}"
        yield f"{seat} may choose {self._option_words(at, past.option)}"

    def _decision_word(self, at: GameState) -> str:
        """Return the kind of the decision, unless it is a reserved word."""
        word = Decision(at, ()).kind.split(".")[-1]
        return "" if word in reserved_words() else f" {word}"

    def _end_checks(self) -> Iterator[str]:
        """Yield checks that the phase or game is over, or who decides next."""
        phase, after = self.part.played.phase, self.part.after
        if self.part.ended:
            if self.words.module.phases[phase].parameters:
                yield f"the {phase} is over"
            yield "nobody decides"
        elif after.ended:
            yield "the game is over"
        elif after.waiting:
            yield f"{self._seat(after.decider)} decides{self._decision_word(after)}"

    def _story_checks(self) -> Iterator[str]:
        """Yield checks for texts that everybody heard since the choice, and not before it."""
        at = self.replayed.at
        texts = [Event(at.game, entry, self._names).text() for entry in self.replayed.story]
        begun, middle = self.part.played.began, self.part.since[0].line_count
        end = self.part.played.ended if self.part.played.ended is not None else len(texts)
        for text in dict.fromkeys(texts[middle:end]):
            if text and '"' not in text and text not in texts[begun:middle]:
                yield f'told "{text}"'


def _section(word: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield a scenario section: the line with `word`, then `lines` indented below it."""
    yield f"    {word}"
    yield from (f"        {line}" for line in lines)


# ------------------------------------------------------------------ what has changed


class ChangeChecks(Record):
    """A writer of checks for the differences between two tables, except for those that no line can express."""

    words: ScenarioWords
    before: Snapshot
    after: Snapshot

    def lines(self) -> Iterator[str]:
        """Yield the lines of `then`."""
        for line in (
            *self._variable_checks(),
            *self._card_count_checks(),
            *self._moved_card_checks(),
        ):
            with suppress(Unsayable):
                yield line()

    def _variable_checks(self) -> Iterator[Callable[[], str]]:
        """Yield a function for each changed value of a variable, which returns the line of its check."""
        for variable in self.words.variables():
            for index, value in changed_values(variable, self.before, self.after):
                yield partial(self._variable_check, variable, index, value)

    def _variable_check(self, variable: VariableEntry, index: int, value: int) -> str:
        """Return the check that a variable has this value, or that its owner has the mark. Raises Unsayable."""
        whose = self.words.with_owner(variable, index)
        if variable.is_mark:
            owner = whose.removesuffix(f"'s {variable.name}")
            return f"{owner} is {'' if value else 'not '}{variable.name}"
        return f"{whose} is {self.words.value(variable, value)}"

    def _card_count_checks(self) -> Iterator[Callable[[], str]]:
        """Yield a function for each zone whose number of cards changed, which returns the line of its check."""
        for zone in self.words.module.zones.values():
            for index, cell in enumerate(zone.run.cells):
                count = len(self.after.pieces(cell))
                if count != len(self.before.pieces(cell)):
                    yield partial(self._card_count_check, zone, index, count)

    def _card_count_check(self, zone: ZoneEntry, index: int, count: int) -> str:
        """Return the check of the number of cards in a zone. Raises Unsayable."""
        kinds = self.words.kinds(zone.name)
        return f"the number of {kinds} in {self.words.with_owner(zone, index)} is {count}"

    def _moved_card_checks(self) -> Iterator[Callable[[], str]]:
        """Yield a function for each moved card and its new zone, which returns the line of its check."""
        moved: dict[tuple[str, int], None] = {}
        for number, piece in enumerate(self.words.module.pieces):
            if self.after.place(number) != self.before.place(number):
                moved[piece.name, self.after.place(number)] = None
        return (partial(self._moved_card_check, name, place) for name, place in moved)

    def _moved_card_check(self, name: str, cell: int) -> str:
        """Return the check that a card is in a zone; for copies, of their number there. Raises Unsayable."""
        zone, index = zone_of(self.words.module, cell)
        place, card = self.words.with_owner(zone, index), self.words.card(name)
        if self.words.copies(name) == 1:
            return f"{card} is in {place}"
        count = Counter(self.words.module.pieces[n].name for n in self.after.pieces(cell))[name]
        return f"(the number of {self.words.kinds(zone.name)} in {place} where it is {card}) is {count}"
