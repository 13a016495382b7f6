"""Emits log messages: as a story in memory, or for replays hashed into the global `message_digest`.

A story is a sequence of 32 bit numbers. Each message has the number of its text, the number of its cause, the
only seat that receives it or -1, and its values. A piece is its number and the mask of players who know it; a
list is its length and its items. A piece that moves with a message has an entry of its own: `MOVES_BEFORE` or
`MOVES_AFTER`, the piece, its places before and after, and the mask of players who know it.

The caller initializes `message_digest` with `digests.BEGIN`. Then `digests.done` of it equals the digest of the
Python engine's story as the seat receives it. Messages about a trial copy of the game are dropped.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import choose, either, widened
from rulewright.native.ast.hashing import BEGIN, finish, step
from rulewright.native.builder.code import call
from rulewright.native.emit.emit_context import Emitter
from rulewright.runtime.ir import hashing as digests, terms as ir
from rulewright.runtime.ir.nodes.ir_statements import BEFORE
from rulewright.runtime.ir.nodes.ir_types import NOTHING, Kind, Type

MOVES_BEFORE, MOVES_AFTER = -1, -2
"""Entries of a story: a piece that moves before the next message for all, and one after the last such message."""


class LogMessageEmitter(Emitter):
    """An emitter of log messages, written to memory as a story or hashed for replays.

    With `silent` (random playouts) there is no story.
    """

    silent = False

    def record_message(self, stmt: ir.Tell) -> None:
        """Record a log message; nothing in modules that do not record messages."""
        if self.builder.records_story and not self.silent:
            with self.writer.when(wasm.Global("records_story")), self._if_recorded(stmt):
                self._append_message(stmt)
        elif self.builder.replays:
            with self._if_recorded(stmt):
                self._hash_message(stmt)

    @contextmanager
    def with_moves(self, stmt: ir.Effect) -> Iterator[None]:
        """Add the moves of `stmt`, a change of the table recorded inside, to the story if a message tells them."""
        if not stmt.logged or not self.builder.records_story or self.silent:
            yield
            return
        with self._if_story():
            self.writer.run("note_places", self.state)
        yield
        with self._if_story():
            kind = MOVES_BEFORE if stmt.logged == BEFORE else MOVES_AFTER
            self.writer.run("append_moves", self.state, kind)

    @contextmanager
    def _if_story(self) -> Iterator[None]:
        """Carry out the statements inside while the story of the game itself is recorded."""
        with self.writer.when(wasm.Global("records_story")), self.writer.when(self._is_game()):
            yield

    @contextmanager
    def _if_recorded(self, stmt: ir.Tell) -> Iterator[None]:
        """Carry out the statements inside for the game itself, if the message's own condition holds."""
        code = self.writer
        with (
            code.when(self._is_game()),
            code.when(1 if stmt.when is None else self.number(stmt.when)),
        ):
            yield

    def _is_game(self) -> wasm.Expr | int:
        """Return whether the state is that of the game, and not of a trial copy."""
        is_game = isinstance(self.state, wasm.Const)
        return 1 if is_game else self.state == self.builder.state

    # ------------------------------------------------------------------ story

    def _append_message(self, stmt: ir.Tell) -> None:
        """Record the append of a message to the story: its text, cause, receiver and values."""
        types = self.module.tellings[stmt.telling].all_types
        to = wasm.number(NOTHING) if stmt.to is None else self.number(stmt.to)
        for number in (wasm.number(stmt.telling), self.number(stmt.why), to):
            self.writer.run("append_story", number)
        for value, type_ in zip(stmt.values, types, strict=True):
            if type_.many:
                self._append_list(value, type_)
            else:
                self._append_value(self.number(value), type_)

    def _append_list(self, value: ir.Node, type_: Type) -> None:
        """Record the append of a list to the story: its length, then its elements."""
        code = self.writer
        at = code.let(wasm.Global("story_position", low=0), "at")
        count = code.var(0, "count", low=0)
        code.run("append_story", 0)
        for element in self.each(value):
            self._append_value(element, type_)
            count += 1
        code.store(at, 0, 4, count)

    def _append_value(self, value: wasm.Expr, type_: Type) -> None:
        """Record the append of a value to the story; a piece is followed by its mask of knowers."""
        if type_.kind is Kind.PIECE:
            value = self.writer.let(value)
        self.writer.run("append_story", value)
        if type_.kind is Kind.PIECE:
            self.writer.run("append_story", call("knowers", self.state, value))

    # ------------------------------------------------------------------ digests of messages

    def _hash_message(self, stmt: ir.Tell) -> None:
        """Record hashing a message into `message_digest` if the seat receives it.

        The message's values are evaluated even if nobody receives it, as that spends fuel and may trap.
        """
        code, types = self.writer, self.module.tellings[stmt.telling].all_types
        values = self._tuple_digest(
            [self._value_digest(*each) for each in zip(stmt.values, types, strict=True)]
        )
        to = wasm.number(NOTHING) if stmt.to is None else code.let(self.number(stmt.to))
        why, received = widened(self.number(stmt.why)), wasm.Global("message_digest", type="i64")
        entry = [wasm.number(stmt.telling, "i64"), why, values, widened(to)]
        updated = step(received, self._tuple_digest(entry))
        if stmt.to is not None:
            updated = code.let(updated, "told")
            hears = either(to == NOTHING, to == wasm.Global("seat"))
            updated = choose(hears, updated, received)
        code.set_global("message_digest", updated)

    def _value_digest(self, value: ir.Node, type_: Type) -> wasm.Expr:
        """Record the digest of a value of a message (a number, a piece or a list) and return it."""
        if not type_.many:
            return self._element_digest(self.number(value), type_)
        digest = self.writer.var(BEGIN, "listed")
        for element in self.each(value):
            one = self._element_digest(element, type_)
            if type_.kind is not Kind.PIECE:
                one = self._tuple_digest([one])
            digest.set(step(digest, one))
        return finish(digest.fixed)

    def _element_digest(self, value: wasm.Expr, type_: Type) -> wasm.Expr:
        """Emit the digest of a piece (as far as the seat knows it) or of a number."""
        if type_.kind is Kind.PIECE:
            return call("piece_digest", self.state, value, type_="i64")
        return widened(value)

    def _tuple_digest(self, items: list[wasm.Expr]) -> wasm.Expr:
        """Record the digest of a tuple of 64 bit numbers and return it; constants are hashed at compile time."""
        folded: wasm.Expr = BEGIN
        for item in items:
            folded = step(folded, item)
        if isinstance(folded, wasm.Const):
            return wasm.number(digests.finish(folded.value & digests.ALL), "i64")
        return finish(self.writer.var(folded, "digest").fixed)
