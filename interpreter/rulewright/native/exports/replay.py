"""Emits the exports that replay trajectories, recording shuffles and substituting cards in them.

Each step is compared with the digests of the log: what the seat saw, received and chose.
"""

from __future__ import annotations

from functools import partial

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import both, choose, either, is_zero, narrowed, widened
from rulewright.native.ast.hashing import BEGIN as NOTHING_RECEIVED, finish
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.exports.canonical_state import add_clean_functions
from rulewright.native.exports.exported_function import ExportedFunction
from rulewright.native.exports.observe.observation_hash import add_observation_digest
from rulewright.native.exports.observe.seat_visibility import SeatFunction, is_owner_only
from rulewright.native.exports.play import add_for_other_states
from rulewright.native.exports.search.option_keys import card_lists, list_number
from rulewright.native.layout import trace_layout as trace
from rulewright.native.layout.memory_forms import FIRST
from rulewright.runtime.ir.module import ZoneEntry


def add_replay_functions(builder: ModuleBuilder) -> None:
    """Add the functions that replay steps of a trajectory and compare them to the log."""
    assert builder.trace is not None
    builder.wasm.data.append((builder.trace.names, trace.END_OF_SUBSTITUTIONS))  # initially none
    add_for_other_states(builder)
    visible = add_observation_digest(builder)
    add_clean_functions(builder)
    _RecordShuffleFunction(builder, "record_shuffle", ("S", "count")).add()
    _RepeatDecisionFunction(builder, "repeat_decision", ("S", "begins"), option=True).add()
    _ExchangeCardsFunction(
        builder, "exchange_cards", ("S", "one", "other"), "i64", option=True
    ).add()
    _IsOfferedFunction(builder, "is_offered", ("S",), "i32", option=True).add()
    _KnownCardsFunction(builder, visible, "known_cards", ("S", "to"), None).add()
    _EqualStatesFunction(builder, "is_same", ("S", "other"), "i32").add()
    _RetraceFunction(builder, "retrace", ("S", "begins"), "i32", option=True).add()
    _ReplayFunction(builder).add()


class _ReplayModuleFunction(ExportedFunction):
    """A function of the module that replays trajectories, on the module's own state."""

    @property
    def memory(self) -> trace.ReplayMemory:
        """The addresses of the inputs and outputs of a replay."""
        assert self.builder.trace is not None
        return self.builder.trace

    def finish(self, body: wasm.Body) -> None:
        """Add the function to the module, for internal calls."""
        self.put(body, exported=False)


class _RecordShuffleFunction(_ReplayModuleFunction):
    """Wasm function: record which cards a shuffle mixes, and substitute the cards given for it."""

    def add(self) -> None:
        """Add the function to the module."""
        noted, memory = wasm.Global("shuffle_set", low=0), self.memory
        self.at, self.piece = self.function.local("at", low=0), self.function.local("piece", low=0)
        names, step, shuffle = map(
            wasm.Global, ("next_substitution", "step_number", "shuffle_number")
        )
        is_named = both(
            wasm.Load(names, 0, 2, False).equals(step),
            wasm.Load(names, trace.SUBSTITUTION_SHUFFLE, 2, False).equals(shuffle),
        )
        substitute = [
            *self._substitute(),
            wasm.SetGlobal("next_substitution", names + memory.named),
        ]
        self.finish([
            wasm.If(noted.at_least(memory.sets_end), [wasm.Trap()]),
            *(wasm.Store(noted, 8 * word, 8, wasm.number(0, "i64")) for word in range(memory.words)),
            *self._each([wasm.Store(self._word(), 0, 8, self._set() | _bit(self.piece))]),
            wasm.If(is_named, substitute),
            wasm.SetGlobal("shuffle_set", noted + 8 * memory.words),
            wasm.SetGlobal("shuffle_number", shuffle + 1),
        ])  # fmt: skip

    def _each(self, do: wasm.Body) -> wasm.Body:
        """Emit a loop over the cards of the shuffle."""
        piece = wasm.Set(self.piece.name, wasm.Load(self.at * 2, self.builder.order, 2))
        return self.for_range(self.at, wasm.Get("count"), [piece, *do])

    def _substitute(self) -> wasm.Body:
        """Emit substituting each card; one that the shuffle lacks sets the global `stray_card`."""
        other = wasm.Load(
            wasm.Global("next_substitution") + self.piece * 2, trace.SUBSTITUTION_CARDS, 2
        )
        return self._each([
            wasm.Set(self.piece.name, other),
            wasm.If(is_zero(self._set() & _bit(self.piece)), [wasm.SetGlobal("stray_card", wasm.TRUE)]),
            wasm.Store(self.at * 2, self.builder.order, 2, self.piece),
        ])  # fmt: skip

    def _word(self) -> wasm.Expr:
        """Emit the address of the 64 bit word of the recorded set that has the card's bit."""
        return wasm.Global("shuffle_set", low=0) + (self.piece >> 6) * 8

    def _set(self) -> wasm.Expr:
        """Emit the 64 bit word of the recorded set that has the card's bit."""
        return wasm.Load(self._word(), 0, 8, type="i64")


def _bit(piece: wasm.Expr) -> wasm.Expr:
    """Emit the bit of a card within its 64 bit word."""
    return wasm.number(1, "i64") << wasm.Unary("i64.extend_i32_u", piece, type="i64")


class _RepeatDecisionFunction(_ReplayModuleFunction):
    """Wasm function: begin the game or choose an option; skip substitutions for earlier steps."""

    def add(self) -> None:
        """Add the function to the module."""
        names, option = wasm.Global("next_substitution", low=0), wasm.Get("option", type="i64")
        begun = wasm.Load(names, 0, 2, False).at_least(wasm.Global("step_number"))
        self.finish([
            *self.until(begun, [wasm.SetGlobal("next_substitution", names + self.memory.named)]),
            wasm.SetGlobal("shuffle_number", wasm.number(0)),
            wasm.SetGlobal("stray_card", wasm.number(0)),
            wasm.SetGlobal("message_digest", NOTHING_RECEIVED),
            wasm.If(
                wasm.Get("begins"),
                [wasm.Drop(wasm.Call("run", (self.own_state,)))],
                [wasm.Drop(wasm.Call("choose", (self.own_state, option)))],
            ),
        ])  # fmt: skip


class _ExchangeCardsFunction(_ReplayModuleFunction):
    """Wasm function: return an option with two cards exchanged for each other."""

    def add(self) -> None:
        """Add the function to the module."""
        option, (one, other) = wasm.Get("option", type="i64"), map(wasm.Get, ("one", "other"))
        card = self.function.local("card")
        starts, are_cards = card_lists(self.builder)
        first = starts.load(self.own(self.cells.decision))
        is_card = are_cards.load(first + list_number(option) + 1)
        others = choose(card.equals(one), other, one)
        swapped = option - widened(card) + widened(others)
        self.finish([
            wasm.Set(card.name, narrowed(option)),
            wasm.If(both(either(card.equals(one), card.equals(other)), is_card), [
                wasm.Return(swapped),
            ]),
            wasm.Return(option),
        ])  # fmt: skip


class _IsOfferedFunction(_ReplayModuleFunction):
    """Wasm function: return whether an option is among the listed ones."""

    def add(self) -> None:
        """Add the function to the module."""
        at, option = self.function.local("at", low=0), wasm.Get("option", type="i64")
        each = wasm.Load(at * 8, self.builder.options, 8, type="i64")
        self.finish([
            *self.for_range(at, wasm.Global("option_count", low=0), [
                wasm.If(each.equals(option), [wasm.Return(wasm.number(1))]),
            ]),
            wasm.Return(wasm.number(0)),
        ])  # fmt: skip


class _KnownCardsFunction(SeatFunction):
    """Wasm function: write the set of cards that the seat knows.

    The digest of the observation must have been computed before.
    """

    def add(self) -> None:
        """Add the function to the module."""
        to = wasm.Get("to", low=0)
        known, open_words = self.set_at(self.seen.known), self.set_at(self.seen.open)
        lines: wasm.Body = [
            wasm.Store(to, 8 * word, 8, one | other)
            for word, (one, other) in enumerate(zip(known, open_words, strict=True))
        ]

        def note(piece: wasm.Expr) -> wasm.Body:
            """Emit adding one card to the set."""
            word = to + (piece >> 6) * 8
            return [wasm.Store(word, 0, 8, wasm.Load(word, 0, 8, type="i64") | _bit(piece))]

        def note_all(zone: ZoneEntry, cell: wasm.Expr) -> wasm.Body:
            """Emit adding the cards of an ordered place that the seat sees into."""
            body = self.in_order(self.order(cell, FIRST), note, cell)
            return self.if_(self.is_open(zone, cell), body)

        for zone in self.module.zones.values():
            if zone.ordered and (zone.seen in ("everyone", "expression") or is_owner_only(zone)):
                lines += self.each_cell(zone, partial(note_all, zone))
        self.finish(lines)


class _EqualStatesFunction(_ReplayModuleFunction):
    """Wasm function: return whether two canonical states are equal but for the state of the random stream."""

    def add(self) -> None:
        """Add the function to the module."""
        at, size = self.function.local("at", low=0), self.layout.size
        one, other = (
            wasm.Load(each + at, 0, 8, type="i64") for each in map(wasm.Get, ("S", "other"))
        )
        differ = both(one.differs(other), at.differs(self.cells.random.offset))
        self.finish([
            wasm.Set(at.name, wasm.number(0)),
            *self.until(at.at_least(size), [
                wasm.If(differ, [wasm.Return(wasm.number(0))]),
                wasm.Set(at.name, at + 8),
            ]),
            wasm.Return(wasm.number(1)),
        ])  # fmt: skip


class _RetraceFunction(_ReplayModuleFunction):
    """Wasm function: begin the game or choose an option, with card substitutions; return the option count."""

    def add(self) -> None:
        """Add the function to the module."""
        self.put([
            wasm.SetGlobal("shuffle_set", wasm.number(self.memory.sets)),
            wasm.SetGlobal("next_substitution", wasm.number(self.memory.names)),
            wasm.SetGlobal("step_number", wasm.number(0)),
            wasm.CallStmt("repeat_decision", (self.own_state, wasm.Get("begins"), wasm.Get("option", type="i64"))),
            wasm.If(wasm.Global("stray_card"), [wasm.Trap()]),
            wasm.Store(wasm.number(self.memory.shuffles), 0, 4, wasm.Global("shuffle_number")),
            wasm.CallStmt("clean", (self.own_state,)),
            wasm.Return(wasm.Global("option_count")),
        ])  # fmt: skip


class _ReplayFunction(_ReplayModuleFunction):
    """Wasm function: replay steps of a trajectory from `first` on, until one does not fit the log.

    Before the step `until` two cards are exchanged in options. From the step `last` on the replay ends once the
    state is the same as before. `trace_layout` lists the results.
    """

    def __init__(self, builder: ModuleBuilder) -> None:
        parameters = ("steps", "first", "one", "other", "until", "last", "seat", "flags")
        super().__init__(builder, "replay", parameters, "i32")
        self.state = self.own_state
        local = self.function.local
        self.at, self.to = local("at", low=0), local("to", low=0)
        self.option = local("option", "i64")
        self.number, self.flags = wasm.Global("step_number", low=0), wasm.Get("flags")
        self.begins = is_zero(wasm.Global("step_number"))

    def add(self) -> None:
        """Add the function to the module."""
        memory = self.memory
        is_open = both(
            self.own(self.cells.decision).at_least(0), is_zero(self.flags & trace.FIRST_IS_GIVEN)
        )
        self.put([
            wasm.SetGlobal("seat", wasm.Get("seat")),
            wasm.SetGlobal("shuffle_set", wasm.number(memory.sets)),
            wasm.Store(wasm.number(memory.done), 0, 4, wasm.number(0)),
            wasm.SetGlobal("next_substitution", wasm.number(memory.names)),
            wasm.SetGlobal("step_number", wasm.Get("first")),
            wasm.Set(self.to.name, wasm.number(memory.states)),
            *self.begin(),
            wasm.SetGlobal("option_count", wasm.number(0)),
            wasm.If(is_open, [wasm.Drop(wasm.Call("list_options", (self.own_state,)))]),
            *self.for_range(self.at, wasm.Get("steps"), self._step()),
            wasm.Return(wasm.number(trace.ENDED)),
        ])  # fmt: skip

    def _step(self) -> wasm.Body:
        """Emit replaying one step; its results are written even if it does not fit the log."""
        memory, fits = self.memory, self.function.local("fits")
        room = memory.sets_end - 8 * memory.words * trace.SHUFFLES_OF_ONE
        is_given = both(is_zero(self.at), self.flags & trace.FIRST_IS_GIVEN)
        seed = wasm.Call("seeded", (self._of_step(memory.seeds),), type="i64")
        old = self.at * self.layout.size + memory.old
        is_same = both(self.at.at_least(wasm.Get("last")), wasm.Call("is_same", (self.to, old)))
        return [
            wasm.If(wasm.Global("shuffle_set").at_least(room), [_return_code(trace.FULL)]),
            wasm.Set(self.option.name, self._of_step(memory.chosen)),
            wasm.If(is_zero(is_given), self._check_option()),
            wasm.Store(self.at * 8, memory.options, 8, widened(wasm.Global("option_count"))),
            *self.set_own(self.cells.random, seed),
            wasm.CallStmt("repeat_decision", (self.own_state, self.begins, self.option)),
            wasm.If(wasm.Global("stray_card"), [_return_code(trace.STOPPED)]),
            wasm.Set(fits.name, self._fits()),
            *self._store_step(),
            wasm.If(is_zero(fits), [_return_code(trace.MISFIT)]),
            wasm.Store(wasm.number(memory.done), 0, 4, self.at + 1),
            wasm.If(is_same, [_return_code(trace.SAME)]),
            wasm.SetGlobal("step_number", self.number + 1),
            wasm.Set(self.to.name, self.to + self.layout.size),
        ]

    def _of_step(self, column: int) -> wasm.Expr:
        """Emit the read of the current step's entry in the column at an address."""
        return wasm.Load(self.at * 8, column, 8, type="i64")

    def _logged(self, what: int) -> wasm.Expr:
        """Emit the read of the number at the offset `what` in the log's entry for the current step."""
        return wasm.Load(self.at * trace.LOGGED_SIZE, self.memory.wanted + what, 8, type="i64")

    def _check_option(self) -> wasm.Body:
        """Emit the check that the step's option is offered and, if logged, is the seat's choice."""
        swap = wasm.Get("one"), wasm.Get("other")
        swapped = wasm.Call("exchange_cards", (self.own_state, *swap, self.option), type="i64")
        swaps = both(swap[0].at_least(0), self.at.less(wasm.Get("until")))
        is_offered = wasm.Call("is_offered", (self.own_state, self.option))
        digest = wasm.Call("option_digest", (self.own_state, self.option), type="i64")
        is_own = self._logged(trace.IS_OWN).differs(0)
        none: wasm.Body = [_return_code(trace.STOPPED)]
        return [
            wasm.If(self.own(self.cells.decision).less(0), none),
            wasm.If(swaps, [
                wasm.Set(self.option.name, swapped),
                wasm.Store(self.at * 8, self.memory.chosen, 8, self.option),
            ]),
            wasm.If(is_zero(is_offered), none),
            wasm.If(both(is_own, digest.differs(self._logged(trace.CHOSE))), none),
        ]  # fmt: skip

    def _fits(self) -> wasm.Expr:
        """Emit the test whether the seat sees and receives what the log says for the step."""
        received = self.function.local("heard", "i64")
        hears = self.flags & trace.COMPARE_MESSAGES
        same = finish(received).equals(self._logged(trace.RECEIVED))
        all_heard = wasm.Sequenced(
            [wasm.Set(received.name, wasm.Global("message_digest", type="i64"))], same
        )
        digest = wasm.Call("listed_observation_digest", (self.own_state,), type="i64")
        # The digest must come first: computing it also updates the set of known cards.
        return both(digest.equals(self._logged(trace.SAW)), either(is_zero(hears), all_heard))

    def _store_step(self) -> wasm.Body:
        """Emit the write of a step's shuffles, known cards and state."""
        memory, at = self.memory, self.at
        return [
            wasm.Store(at * 4, memory.shuffles, 4, wasm.Global("shuffle_number")),
            wasm.CallStmt("known_cards", (self.own_state, at * (8 * memory.words) + memory.known)),
            wasm.CallStmt("clean", (self.own_state,)),
            wasm.CopyBytes(self.to, self.own_state, wasm.number(self.layout.size)),
        ]


def _return_code(how: int) -> wasm.Return:
    """Return the statement that ends the replay with the return code `how`."""
    return wasm.Return(wasm.number(how))
