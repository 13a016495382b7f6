"""The words of scenarios and the options of a decision: which is meant, what there is to say, what has ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rulewright.base.records import Record, evolve, field
from rulewright.language.program import typed
from rulewright.language.program.program import Pick, Steps
from rulewright.runtime.game.state import GameState
from rulewright.runtime.game.words import worded
from rulewright.runtime.ir.engine_contract import list_of
from rulewright.runtime.ir.layout import CHANCE_SEAT
from rulewright.runtime.ir.nodes.ir_types import NOTHING, PIECE, Kind, Type
from rulewright.runtime.observation.decision import Decision, Option

Words = tuple[object, ...]

ROWS: Final = ("powers", "choose-some", "may-choose")
"""Questions that can be ended, though perhaps not at once."""


def found(at: GameState, pick: Pick, place: str, names: Sequence[str]) -> int | None:
    """The index of the option that is meant; None if there is none.

    `place` is the function that tells where its card lies, if the scenario says so.
    """
    return next(_meant(at, pick, place, names, all_things=False), None)


def among(at: GameState, pick: Pick, place: str, names: Sequence[str]) -> bool:
    """Whether an option is meant; the word of a power alone means all of its options."""
    return any(True for _ in _meant(at, pick, place, names, all_things=True))


def _meant(
    at: GameState, pick: Pick, place: str, names: Sequence[str], all_things: bool
) -> Iterator[int]:
    """The options that are meant; with `all_things`, also by their first word."""
    decision = Decision(at, names)
    where = at.call(place) if place else None
    for index, option in enumerate(decision.options):
        ways = ways_to_say(at, option, decision.form, names)
        if pick.words in ways or (all_things and pick.words in [way[:1] for way in ways]):
            lies = _place(at, option)
            right_owner = pick.owner is None or at.game.module.owner_of(lies) == pick.owner
            if right_owner and where in (None, lies):
                yield index


def with_things(at: GameState, pick: Pick, names: Sequence[str]) -> list[str]:
    """The options that this word begins, but does not name, as they are written."""
    decision = Decision(at, names)
    ways = [ways_to_say(at, each, decision.form, names)[0] for each in decision.options]
    told = (_written(at, way) for way in ways if len(way) > 1 and pick.words == way[:1])
    return [] if pick.words in ways else list(dict.fromkeys(told))


def needed_words(at: GameState, pick: Pick, names: Sequence[str]) -> list[str]:
    """What a thing that is named alone would be called here, where things of its sort have a word before them."""
    decision, asked = Decision(at, names), at.game.module.decisions[at.seen.decision]
    if len(pick.words) != 1 or pick.words in [(label.word,) for label in asked.options]:
        return []
    if any(label.word == "" and label.type is not None for label in asked.options):
        return []
    alike = (option for option in decision.options if _is_like(at, option, pick.words[0], names))
    heads = dict.fromkeys(option.described.word for option in alike if option.described)
    return [_written(at, (head, *pick.words)) for head in heads]


def _is_like(at: GameState, option: Option, thing: object, names: Sequence[str]) -> bool:
    """Whether an option is about a thing of this sort."""
    described, module = option.described, at.game.module
    if described is None or described.type is None:
        return False
    match described.type.kind:
        case Kind.NUMBER:
            return isinstance(thing, int)
        case Kind.LABEL:
            return thing in module.labels[described.type.of]
        case Kind.PLAYER:
            return thing in names
        case Kind.PIECE:
            kinds = {piece.kind for piece in module.pieces if piece.name == thing}
            return module.pieces[option.element].kind in kinds
    return False


def _place(at: GameState, option: Option) -> int:
    """Where the card of an option lies; nowhere if it stands for none."""
    described = option.described
    is_card = described is not None and described.type == PIECE
    return at.seen.place(option.element) if is_card else NOTHING


def words_of(at: GameState, index: int, names: Sequence[str]) -> str:
    """The words by which a scenario would choose this option."""
    decision = Decision(at, names)
    return _written(at, ways_to_say(at, decision.options[index], decision.form, names)[0])


def _written(at: GameState, words: Words) -> str:
    """Words as they are written, with the names that the edition gives to cards."""
    names = at.game.module.names
    return " ".join(names.get(str(word), {}).get("en", str(word)) for word in words)


def _where(at: GameState, option: Option, names: Sequence[str]) -> str:
    """What tells the card of an option from its copies."""
    place = _place(at, option)
    for zone in at.game.module.zones.values():
        if place in zone.run.cells:
            owner = at.game.module.owner_of(place)
            return (
                f" in {names[owner]}'s {zone.name}" if owner is not None else f" in the {zone.name}"
            )
    return ""


def ways_to_say(at: GameState, option: Option, form: str, names: Sequence[str]) -> list[Words]:
    """The words by which a scenario may name an option."""
    described = option.described
    if described is None:
        return [("done",), ("no",)] if "may" in form else [("done",)]
    head: Words = (described.word,) if described.word else ()
    if described.type is None:
        return [head]
    return [(*head, _element_word(at, option.element, described.type, names))]


def _element_word(at: GameState, element: int, type_: Type, names: Sequence[str]) -> object:
    module = at.game.module
    match type_.kind:
        case Kind.NUMBER:
            return element
        case Kind.LABEL:
            return module.labels[type_.of][element]
        case Kind.PLAYER | Kind.TRUTH:
            return worded(at.game, element, type_, names)
        case _:
            return module.pieces[element].name


def awaited(at: GameState, names: Sequence[str]) -> str:
    """Who has to decide what now, with the words to write for each option where its label is not made of them."""
    if not at.waiting:
        return "nobody decides anything"
    decision = Decision(at, names)
    ways = [ways_to_say(at, option, decision.form, names)[0] for option in decision.options]
    offers = []
    for option, words in zip(decision.options, ways, strict=True):
        where = _where(at, option, names) if ways.count(words) > 1 else ""
        label, written = option.label, _written(at, words) + where
        offers.append(label if label == written else f"{label} (`{written}`)")
    told = f"{who_decides(at, names)} decides {decision.kind}: {', '.join(offers)}"
    return f"{told} (or `the seed decides`)" if at.decider == CHANCE_SEAT else told


def who_decides(at: GameState, names: Sequence[str]) -> str:
    """Who has to decide something now."""
    if not at.waiting:
        return "nobody"
    return names[at.decider] if at.decider != CHANCE_SEAT else "chance"


# ------------------------------------------------------------------ what has ended by itself


class Endings(Record):
    """By seat the row of choices that it chose from last, and how deep that lay; None once it was ended.

    `forced` counts what had been decided without asking when something was chosen or done last.
    """

    last: dict[int, tuple[int, int] | None] = field(factory=dict)
    forced: int = 0

    def done(self, at: GameState) -> Endings:
        """The same before something is done."""
        return evolve(self, forced=at.seen.forced)

    def answered(self, at: GameState, index: int) -> Endings:
        """The same before an answer is given."""
        after = self.done(at)
        if at.game.module.decisions[at.seen.decision].form not in ROWS:
            return after
        ended = list_of(at.option_values()[index]) < 0
        row = None if ended else (at.seen.decision, at.seen.depth)
        return evolve(after, last={**self.last, at.decider: row})

    def may_be_over(self, at: GameState, seat: int) -> bool:
        """Whether a row of choices of this seat may have ended by itself, as nothing else was left to choose.

        What lies deeper than the row came of a choice from it: the row waits until that is settled.
        """
        if not (at.waiting and at.decider == seat):
            return seat in self.last or at.seen.forced > 0
        row = self.last.get(seat)
        left = row is not None and at.seen.decision != row[0] and at.seen.depth <= row[1]
        return left or at.seen.forced > self.forced


def can_end(at: GameState) -> bool:
    """Whether what is asked now can be ended: `done` is an option."""
    return any(list_of(value) < 0 for value in at.option_values())


class Phases(Record):
    """By seat the phase that was last played for it."""

    last: dict[int, str] = field(factory=dict)

    def played(self, step: Steps) -> Phases:
        """The same after deeds: a phase may be over before anybody is asked."""
        plays = (each for each in step.body if isinstance(each, typed.Play) and each.arguments)
        firsts = ((play.arguments[0], play.phase) for play in plays)
        new = {who.number: phase for who, phase in firsts if isinstance(who, typed.Seat)}
        return evolve(self, last={**self.last, **new})

    def seen(self, at: GameState) -> Phases:
        """The same after something was done or chosen."""
        return evolve(self, last={**self.last, **_played_for_seats(at)})

    def over_for(
        self, at: GameState, seat: int | None, endings: Endings, names: Sequence[str]
    ) -> str:
        """That the phase of a seat has ended, and whether it did by itself; nothing if it goes on, or none was."""
        phase = self.last.get(seat) if seat is not None else None
        if seat is None or phase is None or seat in _played_for_seats(at):
            return ""
        told = f"{names[seat]}'s {phase} is over"
        was_ended = seat in endings.last and endings.last[seat] is None
        return told if was_ended else f"{told}: it ended by itself, as nothing was left to choose"


def _played_for_seats(at: GameState) -> dict[int, str]:
    """The phases that are played for players now; of several for one player the one declared last."""
    found = {}
    for name, phase in at.game.module.phases.items():
        for _, variable in phase.parameters[:1]:
            if at.game.module.variables[variable].type.kind is Kind.PLAYER:
                found[at.seen.value(variable)] = name
    return {seat: phase for seat, phase in found.items() if seat >= 0}
