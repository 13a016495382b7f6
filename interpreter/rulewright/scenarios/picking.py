"""The words of scenarios and the options of a decision: which option is meant, and what there is to say."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.game.decision import Decision, Option
from rulewright.game.state import GameState
from rulewright.game.words import worded
from rulewright.ir.ir_types import NOTHING, PIECE, Kind, Type
from rulewright.ir.layout import CHANCE_SEAT
from rulewright.program.program import Pick

Words = tuple[object, ...]


def found(at: GameState, pick: Pick, place: str, names: Sequence[str]) -> int | None:
    """The index of the option that is meant; None if there is none.

    `place` is the function that tells where its card lies, if the scenario says so.
    """
    decision = Decision(at, names)
    where = at.engine.call(at.state, place) if place else None
    for index, option in enumerate(decision.options):
        if pick.words in ways_to_say(at, option, decision.form, names):
            lies = _place(at, option)
            right_owner = pick.owner is None or at.game.module.owner_of(lies) == pick.owner
            if right_owner and where in (None, lies):
                return index
    return None


def _place(at: GameState, option: Option) -> int:
    """Where the card of an option lies; nowhere if it stands for none."""
    described = option.described
    is_card = described is not None and described.type == PIECE
    return at.seen.place(option.element) if is_card else NOTHING


def said(pick: Pick) -> str:
    """The words of a choice, as they are written."""
    return pick.at.text


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
    return f"{who_decides(at, names)} decides {decision.kind}: {', '.join(offers)}"


def who_decides(at: GameState, names: Sequence[str]) -> str:
    """Who has to decide something now."""
    if not at.waiting:
        return "nobody"
    return names[at.decider] if at.decider != CHANCE_SEAT else "chance"
