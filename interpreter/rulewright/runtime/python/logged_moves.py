"""Records the moves of cards that belong to events of the story, while a game with readers is played.

Generated code calls such moves by names of their own. In a game without readers these are the plain operations, so
recording costs nothing there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.nodes.ir_statements import AFTER, BEFORE
from rulewright.runtime.python.card_moves import Row

MOVES: Final = ("move", "move_all", "exchange_places", "exchange_pieces")
"""The operations that bring cards to other places."""

LoggedMove = tuple[int, int, int, int, int]
"""A move: the index of its event in the log, the card, its place before and after, and the mask of who knows it."""


def logged_name(verb: str, logged: str) -> str:
    """Return the name by which generated code calls an operation; `logged` is empty for a plain one."""
    return f"{verb}_{logged}" if logged else verb


def plain_moves(code: dict[str, Any]) -> dict[str, Any]:
    """Return the plain operations of `code` by the names of those that are recorded."""
    return {logged_name(verb, logged): code[verb] for verb in MOVES for logged in (BEFORE, AFTER)}


class MoveRecorder:
    """A recorder of moves for the engine with the functions `code`."""

    def __init__(self, module: Module, code: dict[str, Any]) -> None:
        layout = module.layout
        self._places = slice(layout.place, layout.place + len(module.pieces))
        self._is_line = [bool(telling.parts) for telling in module.tellings]
        self._code, self._plain = code, plain_moves(code)
        self._recorded = {
            logged_name(verb, logged): partial(
                self._move_card if verb == "move" else self._move, code[verb], logged
            )
            for verb in MOVES
            for logged in (BEFORE, AFTER)
        }
        self._row: Row = []
        self._log: list[Any] = []
        self._first = 0
        self._moves: list[LoggedMove] = []

    @contextmanager
    def recording(self, row: Row, log: list[Any]) -> Iterator[None]:
        """Record the moves of `row`, and add them to their entries of `log` in the end."""
        self._row, self._log, self._first, self._moves = row, log, len(log), []
        self._code.update(self._recorded)
        try:
            yield
        finally:
            self._code.update(self._plain)
        for index, moves in self._by_entry().items() if self._moves else ():
            log[index] = (*log[index][:4], moves)

    def _move(self, change: Callable[..., None], logged: str, row: Row, *arguments: Any) -> None:
        """Carry out an operation, and record which cards have moved; not for trial copies of the game."""
        if row is not self._row:
            change(row, *arguments)
            return
        before = row[self._places]
        change(row, *arguments)
        after = row[self._places]
        if after != before:
            at = len(self._log) if logged == BEFORE else self._last_line(len(self._log))
            for card, (source, target) in enumerate(zip(before, after, strict=True)):
                if source != target:
                    self._add(row, at, card, source, target)

    def _move_card(
        self, change: Callable[..., None], logged: str, row: Row, card: int, *arguments: Any
    ) -> None:
        """Carry out the move of one card, as `_move` does, without a look at the others."""
        place = self._places.start + card
        source = row[place]
        change(row, card, *arguments)
        if card >= 0 and row is self._row and (target := row[place]) != source:
            at = len(self._log) if logged == BEFORE else self._last_line(len(self._log))
            self._add(row, at, card, source, target)

    def _add(self, row: Row, at: int, card: int, source: int, target: int) -> None:
        """Note the move of a card, with the players who know it now."""
        self._moves.append((at, card, source, target, self._code["seen"](row, card)[1]))

    def _last_line(self, end: int) -> int:
        """Return the index of the last line for all players in the log before `end`; -1 for none of this step."""
        lines = (at for at in reversed(range(self._first, end)) if self._is_for_all(at))
        return next(lines, -1)

    def _is_for_all(self, at: int) -> bool:
        """Return whether an entry of the log is a line for all players."""
        telling, _, _, to, *_ = self._log[at]
        return self._is_line[telling] and bool(to < 0)

    def _by_entry(self) -> dict[int, tuple[Any, ...]]:
        """Return the moves of each entry; those of no entry of this step are dropped."""
        found: dict[int, dict[tuple[int, int], list[tuple[int, int]]]] = {}
        for at, card, source, target, knowers in self._moves:
            after = range(at, len(self._log)) if at >= 0 else ()
            line = next((each for each in after if self._is_for_all(each)), None)
            if line is not None:
                moves = found.setdefault(line, {})
                moves.setdefault((source, target), []).append((card, knowers))
        return {
            line: tuple((*ends, tuple(cards)) for ends, cards in moves.items())
            for line, moves in found.items()
        }
