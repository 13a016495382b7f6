"""Emits log messages: as a story in memory, or for replays hashed into the global `message_digest`.

A story is a sequence of 32 bit numbers. Each message has the number of its text, the number of its cause, the
only seat that receives it or -1, and its values. A piece is its number and the mask of players who know it; a
list is its length and its items.

The caller initializes `message_digest` with `digests.BEGIN`. Then `digests.done` of it equals the digest of the
Python engine's story as the seat receives it. Messages about a trial copy of the game are dropped.
"""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import choose, either, widened
from rulewright.native.ast.hashing import BEGIN, finish, step
from rulewright.native.emit.emit_context import Emitter
from rulewright.runtime.ir import hashing as digests, terms as ir
from rulewright.runtime.ir.nodes.ir_types import NOTHING, Kind, Type


class LogMessageEmitter(Emitter):
    """An emitter of log messages, written to memory as a story or hashed for replays.

    With `silent` (random playouts) there is no story.
    """

    silent = False

    def emit_message(self, stmt: ir.Tell) -> wasm.Body:
        """Emit a log message; nothing in modules that do not record messages."""
        if self.builder.records_story and not self.silent:
            line = self._if_condition(stmt, self._append_message(stmt))
            return [wasm.If(wasm.Global("records_story"), self._outside_trials(line))]
        if not self.builder.replays:
            return []
        return self._outside_trials(self._if_condition(stmt, self._hash_message(stmt)))

    def _if_condition(self, stmt: ir.Tell, lines: wasm.Body) -> wasm.Body:
        """Emit `lines` so that they run only if the message's own condition holds."""
        return lines if stmt.when is None else [wasm.If(self.number(stmt.when), lines)]

    def _outside_trials(self, lines: wasm.Body) -> wasm.Body:
        """Emit `lines` so that they run for the game itself, not for a trial copy of it."""
        if isinstance(self.state, wasm.Const):
            return lines
        return [wasm.If(self.state.equals(self.builder.state), lines)]

    # ------------------------------------------------------------------ story

    def _append_message(self, stmt: ir.Tell) -> wasm.Body:
        """Emit the append of a message to the story: its text, cause, receiver and values."""
        types = self.module.tellings[stmt.telling].all_types
        to = wasm.number(NOTHING) if stmt.to is None else self.number(stmt.to)
        lines = [
            *_append_number(wasm.number(stmt.telling)),
            *_append_number(self.number(stmt.why)),
            *_append_number(to),
        ]
        for value, type_ in zip(stmt.values, types, strict=True):
            if type_.many:
                lines += self._append_list(value, type_)
            else:
                lines += self._append_value(self.number(value), type_)
        return lines

    def _append_list(self, value: ir.Node, type_: Type) -> wasm.Body:
        """Emit the append of a list to the story: its length, then its elements."""
        at = self.function.local("at", low=0)
        count = self.function.local("count", low=0)

        def add(element: wasm.Expr) -> wasm.Body:
            """Emit the append of one element to the story."""
            return [*self._append_value(element, type_), wasm.Set(count.name, count + 1)]

        return [
            wasm.Set(at.name, wasm.Global("story_position", low=0)),
            wasm.Set(count.name, wasm.number(0)),
            *_append_number(wasm.number(0)),
            *self.each(value, add),
            wasm.Store(at, 0, 4, count),
        ]

    def _append_value(self, value: wasm.Expr, type_: Type) -> wasm.Body:
        """Emit the append of a value to the story; a piece is followed by its mask of knowers."""
        if type_.kind is not Kind.PIECE:
            return _append_number(value)
        lines: wasm.Body = []
        piece = self.to_local(value, lines)
        return [
            *lines,
            *_append_number(piece),
            *_append_number(wasm.Call("knowers", (self.state, piece))),
        ]

    # ------------------------------------------------------------------ digests of messages

    def _hash_message(self, stmt: ir.Tell) -> wasm.Body:
        """Emit hashing a message into `message_digest` if the seat receives it.

        The message's values are evaluated even if nobody receives it, as that spends fuel and may trap.
        """
        lines: wasm.Body = []
        types = self.module.tellings[stmt.telling].all_types
        values = self._tuple_digest(
            [self._value_digest(*each, lines) for each in zip(stmt.values, types, strict=True)],
            lines,
        )
        to = wasm.number(NOTHING) if stmt.to is None else self.to_local(self.number(stmt.to), lines)
        why, received = widened(self.number(stmt.why)), wasm.Global("message_digest", type="i64")
        entry = [wasm.number(stmt.telling, "i64"), why, values, widened(to)]
        updated = step(received, self._tuple_digest(entry, lines))
        if stmt.to is not None:
            updated = self.to_local(updated, lines, "told")
            hears = either(to.equals(NOTHING), to.equals(wasm.Global("seat")))
            updated = choose(hears, updated, received)
        return [*lines, wasm.SetGlobal("message_digest", updated)]

    def _value_digest(self, value: ir.Node, type_: Type, lines: wasm.Body) -> wasm.Expr:
        """Emit the digest of a value of a message: a number, a piece or a list."""
        if not type_.many:
            return self._element_digest(self.number(value), type_)
        digest = self.function.local("listed", "i64")

        def add(element: wasm.Expr) -> wasm.Body:
            """Emit hashing one element of a list into the digest."""
            before: wasm.Body = []
            one = self._element_digest(element, type_)
            if type_.kind is not Kind.PIECE:
                one = self._tuple_digest([one], before)
            return [*before, wasm.Set(digest.name, step(digest, one))]

        lines += [wasm.Set(digest.name, BEGIN), *self.each(value, add)]
        return finish(digest)

    def _element_digest(self, value: wasm.Expr, type_: Type) -> wasm.Expr:
        """Emit the digest of a piece (as far as the seat knows it) or of a number."""
        if type_.kind is Kind.PIECE:
            return wasm.Call("piece_digest", (self.state, value), type="i64")
        return widened(value)

    def _tuple_digest(self, items: list[wasm.Expr], lines: wasm.Body) -> wasm.Expr:
        """Emit the digest of a tuple of 64 bit numbers; constants are hashed at compile time."""
        folded: wasm.Expr = BEGIN
        for item in items:
            folded = step(folded, item)
        if isinstance(folded, wasm.Const):
            return wasm.number(digests.finish(folded.value & digests.ALL), "i64")
        digest = self.function.local("digest", "i64")
        lines.append(wasm.Set(digest.name, folded))
        return finish(digest)


def _append_number(value: wasm.Expr) -> wasm.Body:
    """Emit the append of a number to the story."""
    return [wasm.CallStmt("append_story", (value,))]
