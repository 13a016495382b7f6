"""Saved games: the state as JSON with a checksum, and validation of data that may have been edited."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, assert_never

from rulewright.language.text import RulesError
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.engine import Engine, State
from rulewright.runtime.game.state import GameState, IllegalChoice
from rulewright.runtime.ir.engine_contract import Fault
from rulewright.runtime.ir.layout import (
    ASKING,
    ASKS_CHANCE,
    ASKS_FORCED,
    DECIDER,
    DECISION,
    DELAYED,
    FORCED,
    FRAMES,
    MADE,
    RANDOM,
    to_tuples,
)
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.nodes.ir_types import LARGEST, NO_NUMBER, PIECE, Kind, Type
from rulewright.runtime.session.saves import save_complaints
from rulewright.runtime.session.saves.save_formats import GAME_FORMAT, damaged

Row = Sequence[Any]

_TEXTS, _NUMBERS, _LIST = "a list of texts", "a list of numbers", "a list"
_KEYS = {
    "edition": "a text", "play": "a text", "code": "a text", "rules": "a text", "players": "a number",
    "options": _TEXTS, "cast": _TEXTS, "seed": "a number", "names": _TEXTS, "row": _LIST, "log": "a list or null",
    "decisions": _NUMBERS,
}  # fmt: skip
ARCHIVE = "archive"
"""The key of the hash of the rules that are kept with the game; optional."""
LOGS = "logs"
"""The key of the seats' logs, for histories that seed and decisions cannot replay; optional."""


MISFITS = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""The exceptions that reading malformed data can raise."""


def state_to_data(at: GameState) -> dict[str, Any]:
    """Return a game's state and story as JSON data."""
    return {"row": at.engine.pack(at.state), "log": at.log, "decisions": at.decisions}


def state_from_data(game: CompiledGame, data: dict[str, Any]) -> GameState:
    """Return the running game encoded in `data`. Raises RulesError if the data does not fit the game."""
    state = game.engine.unpack(data["row"])
    log = None if data["log"] is None else [to_tuples(entry) for entry in data["log"]]
    if len(data["row"]) != game.module.layout.size or len(data["names"]) != game.module.players:
        raise damaged("it was made with other rules")
    if wrong := first_impossibility(game, state, log):
        raise damaged(f"{wrong} has an impossible value")
    at = GameState(game, state, log)
    at.decisions = list(data["decisions"])
    return at


class RulesMark(NamedTuple):
    """The rules that a game was saved with.

    `play` identifies how the game is played (empty in saves of version 1), `code` the states in which it is saved,
    and `rules` the text of the rules.
    """

    play: str
    code: str
    rules: str

    @classmethod
    def of(cls, game: CompiledGame, digest: str) -> RulesMark:
        """Return the mark of a game, whose rule files have the hash `digest`."""
        return cls(game.module.play, game.module.digest, digest)

    def is_same_play(self, other: RulesMark) -> bool:
        """Return whether a game saved with these rules goes on under `other` rules."""
        return self.rules == other.rules or (bool(self.play) and self.play == other.play)

    def is_same_state(self, other: RulesMark) -> bool:
        """Return whether a state saved with these rules can be loaded under `other` rules unchanged."""
        return bool(self.code) and self.code == other.code


def replayed_state(game: CompiledGame, data: dict[str, Any]) -> GameState:
    """Return a saved game replayed from its seed, for rules that play alike and number their states differently.

    Raises RulesError if it cannot be replayed, as its seed and decisions are not its whole history.
    """
    row = data["row"]
    is_forced = bool(row[ASKING] & ASKS_FORCED)
    try:
        at = GameState.replayed(
            game, data["seed"], data["decisions"], data["log"] is not None, is_forced
        )
    except IllegalChoice:
        raise RulesError([save_complaints.other_rules()]) from None
    now = game.engine.pack(at.state)
    same = all(now[cell] == row[cell] for cell in (DECIDER, RANDOM, ASKING, FORCED, MADE))
    if data.get(LOGS) or not same or len(data["names"]) != game.module.players:
        raise RulesError([save_complaints.other_rules()])
    at.past.clear()
    return at


def unseal(text: str) -> dict[str, Any]:
    """Parse and verify a saved text. Raises RulesError that explains the defect."""
    return checked(GAME_FORMAT.unseal(text))


def checked(data: dict[str, Any]) -> dict[str, Any]:
    """Return unsealed data whose values have the right types. Raises RulesError."""
    if not isinstance(data.get(ARCHIVE, ""), str):
        raise damaged(f"its {ARCHIVE} should be a text")
    for key, kind in _KEYS.items():
        if not _has_type(data.get(key), kind):
            raise damaged(f"its {key} should be {kind}")
    return data


def _has_type(value: Any, kind: str) -> bool:
    """Return whether a JSON value has the type that `kind` describes in words."""
    if isinstance(value, list):
        if kind == _TEXTS:
            return all(_has_type(item, "a text") for item in value)
        return kind.startswith(_LIST) and (
            kind != _NUMBERS or all(_has_type(item, "a number") for item in value)
        )
    if value is None:
        return kind.endswith("or null")
    if isinstance(value, bool):
        return False
    return kind == {str: "a text", int: "a number"}.get(type(value))


# ------------------------------------------------------------------ validation of states and stories


def first_impossibility(game: CompiledGame, state: State, log: list[Any] | None) -> str | None:
    """Return the first impossible part of a state or story, in a few words; None if all is valid."""
    for what, fits in _validity_checks(game, state, log or []):
        if not fits:
            return what
    return None


def _validity_checks(
    game: CompiledGame, state: State, log: list[Any]
) -> Iterator[tuple[str, bool]]:
    """Yield checks of a state and story as (part in words, result); each relies on those before it."""
    module, row = game.module, game.engine.pack(state)
    first = game.engine.pack(game.engine.start(0))
    # A cell holds either an integer or a tuple, for the whole game.
    sorts = [tuple if isinstance(cell, tuple) else int for cell in first]
    yield "the state", len(row) == len(first) and all(map(isinstance, row[1:], sorts[1:]))
    yield "the random generator", 0 <= row[RANDOM] < 1 << 64
    yield "the deciding player", 0 <= row[ASKING] <= ASKS_CHANCE | ASKS_FORCED
    yield "the place in the rules", game.engine.has_valid_frames(state)
    yield "the delayed rules", all(isinstance(rule, tuple) and rule for rule in row[DELAYED])
    yield "the cards", _cards_fit(module, row)
    cells = [(cell, each.type) for each in module.variables.values() for cell in each.run.cells]
    yield "a number or pointer", all(_in_limit(module, row[cell], type_) for cell, type_ in cells)
    yield "the decision", _decision_fits(module, row) and _can_continue(game.engine, state, row)
    yield "the story", all(entry_fits(module, entry) for entry in log)


def _can_continue(engine: Engine, state: State, row: Row) -> bool:
    """Return whether a state is over or has a decision with options."""
    if row[DECISION] < 0:
        return len(row[FRAMES]) == 1
    try:
        return bool(engine.options(state))
    except Fault:
        return False


def _cards_fit(module: Module, row: Row) -> bool:
    """Return whether every card is in exactly one place and only existing seats know it."""
    cells = [cell for zone in module.zones.values() for cell in zone.run.cells]
    card_places = [(card, cell) for cell in cells for card in row[cell]]
    place, known, count = module.layout.place, module.layout.known, len(module.pieces)
    everybody = 1 << (module.players + 1)
    return (
        all(isinstance(card, int) for card, _ in card_places)
        and sorted(card_places) == list(enumerate(row[place : place + count]))
        and all(0 <= mask < everybody for mask in row[known : known + count])
    )


def _in_limit(module: Module, value: int, type_: Type) -> bool:
    """Return whether `value` is in the range of its type."""
    match type_.kind:
        case Kind.NUMBER | Kind.CAPTURE:
            return NO_NUMBER <= value <= LARGEST
        case Kind.TRUTH:
            return value in (0, 1, -1)
        case Kind.PLAYER:
            return -1 <= value < module.players
        case Kind.LABEL:
            return -1 <= value < len(module.labels[type_.of])
        case Kind.PIECE | Kind.DESIGN:
            return -1 <= value < len(module.pieces)
        case Kind.PLACE:
            return -1 <= value < module.layout.size
        case Kind.CAUSE:
            return 0 <= value < len(module.sites)
        case _:
            assert_never(type_.kind)


def _decision_fits(module: Module, row: Row) -> bool:
    """Return whether an existing decision is pending for an existing seat, or none at all."""
    decision, decider = int(row[DECISION]), int(row[DECIDER])
    return decision == -1 or (
        decision in range(len(module.decisions)) and -1 <= decider < module.players
    )


def entry_fits(module: Module, entry: Any) -> bool:
    """Return whether a story entry is valid: its message, rule, values and recipient."""
    if not (isinstance(entry, tuple) and 4 <= len(entry) <= 5):
        return False
    telling, why, values, to, *moves = entry
    numbers = all(isinstance(number, int) for number in (telling, why, to))
    if not (numbers and isinstance(values, tuple)):
        return False
    if not (0 <= telling < len(module.tellings) and 0 <= why < len(module.sites)):
        return False
    said = module.tellings[telling]
    # Stories of earlier versions do not have the turn.
    types = said.types if len(values) == len(said.types) else said.all_types
    return (
        -1 <= to < module.players
        and len(values) == len(types)
        and all(_value_fits(module, *pair) for pair in zip(values, types, strict=True))
        and all(moves_fit(module, each) for each in moves)
    )


def moves_fit(module: Module, moves: Any) -> bool:
    """Return whether the moves of a story entry are valid: each has two places and cards with their viewers."""
    cells = {cell for zone in module.zones.values() for cell in zone.run.cells}
    return isinstance(moves, tuple) and all(
        isinstance(move, tuple)
        and len(move) == 3
        and all(isinstance(cell, int) and cell in cells for cell in move[:2])
        and _value_fits(module, move[2], PIECE.list())
        for move in moves
    )


def _value_fits(module: Module, value: Any, type_: Type) -> bool:
    """Return whether a story value fits its type: a number, a card with its viewers, or a list.

    In a list, values that are no cards are wrapped in one-element tuples.
    """
    if type_.many:
        if not isinstance(value, tuple):
            return False
        one, is_card = type_.one(), type_.kind is Kind.PIECE
        plain = value if is_card else [each for (each,) in value]
        return all(_value_fits(module, each, one) for each in plain)
    if type_.kind is not Kind.PIECE:
        return isinstance(value, int) and _in_limit(module, value, type_)
    if not (isinstance(value, tuple) and len(value) == 2):
        return False
    highest = (len(module.pieces), 1 << (module.players + 1))
    return all(
        isinstance(number, int) and low <= number < high
        for number, low, high in zip(value, (-1, 0), highest, strict=True)
    )
