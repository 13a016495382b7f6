"""Matches the words of scenarios with the options of a decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from rulewright.base.records import Record, evolve, field
from rulewright.language.program import typed
from rulewright.language.program.program import Pick, ScenarioStatements
from rulewright.runtime.game.state import GameState
from rulewright.runtime.game.value_words import value_word
from rulewright.runtime.ir.engine_contract import list_of
from rulewright.runtime.ir.layout import CHANCE_SEAT
from rulewright.runtime.ir.nodes.ir_types import NOTHING, PIECE, Kind, Type
from rulewright.runtime.observation.decision import Decision, Option

Words = tuple[object, ...]

ROWS: Final = ("powers", "choose-some", "may-choose")
"""Forms of decisions in a series, which the player can end with `done`."""


def find_option(at: GameState, pick: Pick, place: str, names: Sequence[str]) -> int | None:
    """Return the index of the option that `pick` names; None without one.

    `place` names the function that computes the zone of its card; empty if the scenario gives none.
    """
    matching = _matching_options(at, pick, place, names, all_things=False)
    return next(islice(matching, (pick.copy or 1) - 1, None), None)


def is_offered(at: GameState, pick: Pick, place: str, names: Sequence[str]) -> bool:
    """Return whether `pick` names an option; the name of a power alone matches all its options."""
    matching = _matching_options(at, pick, place, names, all_things=True)
    return any(True for _ in islice(matching, (pick.copy or 1) - 1, None))


def different_copies(at: GameState, pick: Pick, place: str, names: Sequence[str]) -> list[str]:
    """Return the labels of the options that `pick` names, if they differ and are cards of one place.

    Copies differ in their labels or in the values and marks that they have.
    """
    matching = list(_matching_options(at, pick, place, names, all_things=False))
    if pick.copy is not None or len(matching) < 2:
        return []
    options = Decision(at, names).options
    copies = [options[index] for index in matching]
    here = [each for each in copies if _card_cell(at, each) == _card_cell(at, copies[0])]
    return [each.label for each in here] if do_copies_differ(at, here) else []


def do_copies_differ(at: GameState, copies: Iterable[Option]) -> bool:
    """Return whether the cards of these options differ in their labels, values or marks."""
    looks = {(each.label, _card_values(at, each.element)) for each in copies if each.is_card}
    return len(looks) > 1


def _card_values(at: GameState, card: int) -> tuple[object, ...]:
    """Return the values and marks that `card` has."""
    module = at.game.module
    runs = [
        each.run for each in module.variables.values() if each.owner == module.pieces[card].kind
    ]
    firsts = [run.base + (card - run.first_owner) * run.each for run in runs]
    return tuple(
        at.seen.row[cell]
        for run, first in zip(runs, firsts, strict=True)
        for cell in range(first, first + run.each)
    )


def _matching_options(
    at: GameState, pick: Pick, place: str, names: Sequence[str], all_things: bool
) -> Iterator[int]:
    """Yield the options that `pick` names; with `all_things`, also those that begin with its word."""
    decision = Decision(at, names)
    where = at.call(place) if place else None
    for index, option in enumerate(decision.options):
        phrases = option_phrases(at, option, decision.form, names)
        if pick.words in phrases or (
            all_things and pick.words in [phrase[:1] for phrase in phrases]
        ):
            lies = _card_cell(at, option)
            right_owner = pick.owner is None or at.game.module.owner_of(lies) == pick.owner
            if right_owner and where in (None, lies):
                yield index


def full_option_names(at: GameState, pick: Pick, names: Sequence[str]) -> list[str]:
    """Return the full names of the options that begin with the word of `pick`, unless it is a full name."""
    decision = Decision(at, names)
    phrases = [option_phrases(at, each, decision.form, names)[0] for each in decision.options]
    names_in_full = (
        _join_words(at, phrase)
        for phrase in phrases
        if len(phrase) > 1 and pick.words == phrase[:1]
    )
    return [] if pick.words in phrases else list(dict.fromkeys(names_in_full))


def names_with_verb(at: GameState, pick: Pick, names: Sequence[str]) -> list[str]:
    """Return the full names for a thing that `pick` names alone, if its options have a verb before them."""
    decision, declared = Decision(at, names), at.game.module.decisions[at.seen.decision]
    if len(pick.words) != 1 or pick.words in [(label.word,) for label in declared.options]:
        return []
    if any(label.word == "" and label.type is not None for label in declared.options):
        return []
    similar = (
        option for option in decision.options if _is_of_same_sort(at, option, pick.words[0], names)
    )
    heads = dict.fromkeys(option.labelling.word for option in similar if option.labelling)
    return [_join_words(at, (head, *pick.words)) for head in heads]


def _is_of_same_sort(at: GameState, option: Option, thing: object, names: Sequence[str]) -> bool:
    """Return whether an option is about a thing of the sort of `thing`."""
    labelling, module = option.labelling, at.game.module
    if labelling is None or labelling.type is None:
        return False
    match labelling.type.kind:
        case Kind.NUMBER:
            return isinstance(thing, int)
        case Kind.LABEL:
            return thing in module.labels[labelling.type.of]
        case Kind.PLAYER:
            return thing in names
        case Kind.PIECE:
            kinds = {piece.kind for piece in module.pieces if piece.name == thing}
            return module.pieces[option.element].kind in kinds
    return False


def _card_cell(at: GameState, option: Option) -> int:
    """Return the zone cell of an option's card; NOTHING for options without a card."""
    labelling = option.labelling
    is_card = labelling is not None and labelling.type == PIECE
    return at.seen.place(option.element) if is_card else NOTHING


def option_text(at: GameState, index: int, names: Sequence[str]) -> str:
    """Return the words that choose option `index` in a scenario."""
    decision = Decision(at, names)
    return _join_words(at, option_phrases(at, decision.options[index], decision.form, names)[0])


def _join_words(at: GameState, words: Words) -> str:
    """Return words as written text, with the edition's card names."""
    names = at.game.module.names
    return " ".join(names.get(str(word), {}).get("en", str(word)) for word in words)


def _zone_suffix(at: GameState, option: Option, names: Sequence[str]) -> str:
    """Return the words for the zone of an option's card, which distinguish copies."""
    place = _card_cell(at, option)
    for zone in at.game.module.zones.values():
        if place in zone.run.cells:
            owner = at.game.module.owner_of(place)
            return (
                f" in {names[owner]}'s {zone.name}" if owner is not None else f" in the {zone.name}"
            )
    return ""


def option_phrases(at: GameState, option: Option, form: str, names: Sequence[str]) -> list[Words]:
    """Return the phrases that may name an option in a scenario."""
    labelling = option.labelling
    if labelling is None:
        return [("done",), ("no",)] if "may" in form else [("done",)]
    head: Words = (labelling.word,) if labelling.word else ()
    if labelling.type is None:
        return [head]
    return [(*head, _element_word(at, option.element, labelling.type, names))]


def _element_word(at: GameState, element: int, type_: Type, names: Sequence[str]) -> object:
    """Return the word for the number, label, player or card of an option."""
    module = at.game.module
    match type_.kind:
        case Kind.NUMBER:
            return element
        case Kind.LABEL:
            return module.labels[type_.of][element]
        case Kind.PLAYER | Kind.TRUTH:
            return value_word(at.game, element, type_, names)
        case _:
            return module.pieces[element].name


def pending_decision(at: GameState, names: Sequence[str]) -> str:
    """Return the pending decision in words, with its options and how to write each."""
    if not at.waiting:
        return "nobody decides anything"
    decision = Decision(at, names)
    phrases = [option_phrases(at, option, decision.form, names)[0] for option in decision.options]
    wheres = [
        _zone_suffix(at, option, names) if phrases.count(words) > 1 else ""
        for option, words in zip(decision.options, phrases, strict=True)
    ]
    numbers = copy_numbers([*zip(phrases, wheres, strict=True)])
    offers = []
    for option, words, number, where in zip(
        decision.options, phrases, numbers, wheres, strict=True
    ):
        label, written = option.label, _join_words(at, words) + number + where
        offers.append(label if label == written else f"{label} (`{written}`)")
    description = f"{who_decides(at, names)} decides {decision.kind}: {', '.join(offers)}"
    return f"{description} (or `the seed decides`)" if at.decider == CHANCE_SEAT else description


def copy_numbers(phrases: Sequence[object]) -> list[str]:
    """Return the suffix ` 1`, ` 2` … of each phrase that occurs more than once, and "" for others."""
    return [
        f" {phrases[: place + 1].count(phrase)}" if phrases.count(phrase) > 1 else ""
        for place, phrase in enumerate(phrases)
    ]


def who_decides(at: GameState, names: Sequence[str]) -> str:
    """Return the name of the seat that has to decide now."""
    if not at.waiting:
        return "nobody"
    return names[at.decider] if at.decider != CHANCE_SEAT else "chance"


# ------------------------------------------------------------------ what has ended by itself


class LastChoiceSeries(Record):
    """Each seat's last series of repeated choices (decision, call depth); None once the seat ended it.

    `forced` counts the forced decisions up to the last step.
    """

    last: dict[int, tuple[int, int] | None] = field(factory=dict)
    forced: int = 0

    def before_statement(self, at: GameState) -> LastChoiceSeries:
        """Return a copy that notes the number of forced decisions before a statement runs."""
        return evolve(self, forced=at.seen.forced)

    def before_choice(self, at: GameState, index: int) -> LastChoiceSeries:
        """Return a copy updated for the choice of option `index`, which may begin, continue or end a series."""
        after = self.before_statement(at)
        if at.game.module.decisions[at.seen.decision].form not in ROWS:
            return after
        ended = list_of(at.option_values()[index]) < 0
        row = None if ended else (at.seen.decision, at.seen.depth)
        return evolve(after, last={**self.last, at.decider: row})

    def may_be_over(self, at: GameState, seat: int) -> bool:
        """Return whether a series of choices of this seat may have ended automatically, without further options.

        Decisions at a greater call depth belong to a choice from the series, which continues afterwards.
        """
        if not (at.waiting and at.decider == seat):
            return seat in self.last or at.seen.forced > 0
        return self.has_left(at, seat) or at.seen.forced > self.forced

    def has_left(self, at: GameState, seat: int) -> bool:
        """Return whether the pending decision lies behind the last series of this seat."""
        row = self.last.get(seat)
        return row is not None and at.seen.decision != row[0] and at.seen.depth <= row[1]

    def after_automatic_end(self, at: GameState, seat: int) -> LastChoiceSeries:
        """Return a copy in which everything that ended automatically before `at` is accounted for."""
        return evolve(self.before_statement(at), last={**self.last, seat: None})


def can_end(at: GameState) -> bool:
    """Return whether `done` is an option of the pending decision."""
    return any(list_of(value) < 0 for value in at.option_values())


class SeatPhases(Record):
    """The phase that was last played for each seat."""

    last: dict[int, str] = field(factory=dict)

    def after_statements(self, step: ScenarioStatements) -> SeatPhases:
        """Return a copy with the phases that the statements of `step` play; they may end before any decision."""
        plays = (each for each in step.body if isinstance(each, typed.Play) and each.arguments)
        firsts = ((play.arguments[0], play.phase) for play in plays)
        new = {who.number: phase for who, phase in firsts if isinstance(who, typed.Seat)}
        return evolve(self, last={**self.last, **new})

    def after_step(self, at: GameState) -> SeatPhases:
        """Return a copy with the phases that are running in state `at`."""
        return evolve(self, last={**self.last, **_played_for_seats(at)})

    def end_note(
        self, at: GameState, seat: int | None, endings: LastChoiceSeries, names: Sequence[str]
    ) -> str:
        """Return the note that the phase of `seat` is over, and whether it ended automatically.

        The note is empty if the phase is running or none was played.
        """
        phase = self.last.get(seat) if seat is not None else None
        if seat is None or phase is None or seat in _played_for_seats(at):
            return ""
        note = f"{names[seat]}'s {phase} is over"
        was_ended = seat in endings.last and endings.last[seat] is None
        return (
            note
            if was_ended
            else f"{note}: it ended automatically, because nothing was left to choose"
        )


def _played_for_seats(at: GameState) -> dict[int, str]:
    """Return the running phase of each seat; of several, the one declared last."""
    phases_by_seat = {}
    for name, phase in at.game.module.phases.items():
        for _, variable in phase.parameters[:1]:
            if at.game.module.variables[variable].type.kind is Kind.PLAYER:
                phases_by_seat[at.seen.value(variable)] = name
    return {seat: phase for seat, phase in phases_by_seat.items() if seat >= 0}
