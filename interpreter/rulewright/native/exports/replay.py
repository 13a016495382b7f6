"""Emits the exports that replay trajectories, recording shuffles and substituting cards in them.

Each step is compared with the digests of the log: what the seat saw, received and chose.
"""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import (
    both,
    choose,
    either,
    is_zero,
    narrowed,
    widened,
    zero_extended,
)
from rulewright.native.ast.hashing import BEGIN as NOTHING_RECEIVED, finish
from rulewright.native.ast.wasm_ast import Expr
from rulewright.native.builder.code import call
from rulewright.native.builder.structs import I16, I32, I64, U16, NumberArray, StructArray
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.exports.canonical_state import add_clean_functions
from rulewright.native.exports.exported_function import ExportedFunction, define, recorded
from rulewright.native.exports.observe.observation_hash import add_observation_digest
from rulewright.native.exports.observe.seat_visibility import (
    SeatFunction,
    VisibilitySets,
    is_owner_only,
)
from rulewright.native.exports.play import add_for_other_states
from rulewright.native.exports.search.option_keys import card_lists, list_number
from rulewright.native.layout import trace_layout as trace

NEXT_SUBSTITUTION = wasm.Global("next_substitution", low=0)
STEP, SHUFFLE = wasm.Global("step_number", low=0), wasm.Global("shuffle_number")
SHUFFLE_SET = wasm.Global("shuffle_set", low=0)
STRAY_CARD, OPTION_COUNT = wasm.Global("stray_card"), wasm.Global("option_count", low=0)


def add_replay_functions(builder: ModuleBuilder) -> None:
    """Add the functions that replay steps of a trajectory and compare them to the log."""
    assert builder.trace is not None
    memory = builder.trace
    builder.wasm.data.append((memory.names, trace.END_OF_SUBSTITUTIONS))  # initially none
    add_for_other_states(builder)
    visible = add_observation_digest(builder)
    add_clean_functions(builder)
    _add_record_shuffle(builder, memory)
    _add_repeat_decision(builder, memory)
    _add_exchange_cards(builder)
    _add_is_offered(builder)
    _add_known_cards(builder, visible)
    _add_is_same(builder)
    _add_retrace(builder, memory)
    _add_replay(builder, memory)


# ------------------------------------------------------------------ shuffles


def _add_record_shuffle(builder: ModuleBuilder, memory: trace.ReplayMemory) -> None:
    """Add the function that records which cards a shuffle mixes, and substitutes the cards given for it."""
    with define(builder, "record_shuffle", "S", "count", exported=False) as code:
        cards, words = NumberArray(code, I16, builder.order), NumberArray(code, I64, 0, SHUFFLE_SET)
        code.trap_if(memory.sets_end <= SHUFFLE_SET)
        for word in range(memory.words):
            words[word] = 0
        with code.range(wasm.Get("count")) as at:
            piece = code.let(cards[at], "piece")
            words[piece >> 6] |= _bit(piece)
        given = NumberArray(code, U16, 0, NEXT_SUBSTITUTION)
        with code.when(both(given[0] == STEP, given[1] == SHUFFLE)):
            with code.range(wasm.Get("count")) as at:
                others = NumberArray(code, I16, trace.SUBSTITUTION_CARDS, NEXT_SUBSTITUTION)
                piece = code.let(others[cards[at]], "piece")
                with code.when(is_zero(words[piece >> 6] & _bit(piece))):
                    code.set_global("stray_card", 1)
                cards[at] = piece
            code.set_global("next_substitution", NEXT_SUBSTITUTION + memory.named)
        code.set_global("shuffle_set", SHUFFLE_SET + 8 * memory.words)
        code.set_global("shuffle_number", SHUFFLE + 1)


def _bit(piece: Expr) -> Expr:
    """Return the bit of a card within its 64 bit word."""
    return wasm.number(1, "i64") << zero_extended(piece)


def _add_known_cards(builder: ModuleBuilder, visible: VisibilitySets) -> None:
    """Add the function that writes the set of cards that the seat knows.

    The digest of the observation must have been computed before.
    """
    with recorded(SeatFunction(builder, visible, "known_cards", "to", result=None)) as code:
        words = NumberArray(code, I64, 0, code.parameter("to", low=0))
        sets = zip(code.set_at(visible.known), code.set_at(visible.open), strict=True)
        for word, (known, open_) in enumerate(sets):
            words[word] = known | open_
        for zone in builder.module.zones.values():
            if zone.ordered and (zone.seen in ("everyone", "expression") or is_owner_only(zone)):
                for cell in code.each_cell(zone):
                    with code.when(code.is_open(zone, cell)), code.each_in_order(cell) as piece:
                        words[piece >> 6] |= _bit(piece)


# ------------------------------------------------------------------ options and states


def _add_exchange_cards(builder: ModuleBuilder) -> None:
    """Add the function that returns an option with two cards exchanged for each other."""
    names = ("S", "one", "other")
    with define(
        builder, "exchange_cards", *names, result="i64", exported=False, option="i64"
    ) as code:
        option, one, other = map(code.parameter, ("option", "one", "other"))
        card = code.let(narrowed(option), "card")
        starts, are_cards = card_lists(builder)
        is_card = are_cards.load(starts.load(code.game.decision) + list_number(option) + 1)
        with code.when(both(either(card == one, card == other), is_card)):
            code.give(option - widened(card) + widened(choose(card == one, other, one)))
        code.give(option)


def _add_is_offered(builder: ModuleBuilder) -> None:
    """Add the function that returns whether an option is among the listed ones."""
    with define(builder, "is_offered", "S", result="i32", exported=False, option="i64") as code:
        with code.range(OPTION_COUNT) as at:
            code.give_if(code.options[at] == code.parameter("option"), 1)
        code.give(0)


def _add_is_same(builder: ModuleBuilder) -> None:
    """Add the function that returns whether two canonical states are equal but for their random streams."""
    with define(builder, "is_same", "S", "other", result="i32", exported=False) as code:
        one, other = (NumberArray(code, I64, 0, code.parameter(name)) for name in ("S", "other"))
        random = code.layout.own.random.offset // 8
        with code.range(code.layout.size // 8) as at:
            code.give_if(both(one[at] != other[at], at != random), 0)
        code.give(1)


# ------------------------------------------------------------------ replays


def _add_repeat_decision(builder: ModuleBuilder, memory: trace.ReplayMemory) -> None:
    """Add the function that begins the game or chooses an option; it skips substitutions for earlier steps."""
    with define(builder, "repeat_decision", "S", "begins", exported=False, option="i64") as code:
        with code.loop(NumberArray(code, U16, 0, NEXT_SUBSTITUTION)[0] < STEP):
            code.set_global("next_substitution", NEXT_SUBSTITUTION + memory.named)
        code.set_global("shuffle_number", 0)
        code.set_global("stray_card", 0)
        code.set_global("message_digest", NOTHING_RECEIVED)
        with code.when(code.parameter("begins")):
            code.drop(call("run", code.own_state))
        with code.else_():
            code.drop(call("choose", code.own_state, code.parameter("option")))


def _add_retrace(builder: ModuleBuilder, memory: trace.ReplayMemory) -> None:
    """Add the export that begins or chooses with card substitutions, and returns the option count."""
    with define(builder, "retrace", "S", "begins", result="i32", option="i64") as code:
        begins, option = code.parameter("begins"), code.parameter("option")
        code.set_global("shuffle_set", memory.sets)
        code.set_global("next_substitution", memory.names)
        code.set_global("step_number", 0)
        code.run("repeat_decision", code.own_state, begins, option)
        code.trap_if(STRAY_CARD)
        NumberArray(code, I32, memory.shuffles)[0] = SHUFFLE
        code.run("clean", code.own_state)
        code.give(OPTION_COUNT)


def _add_replay(builder: ModuleBuilder, memory: trace.ReplayMemory) -> None:
    """Add the export that replays steps of a trajectory from `first` on, until one does not fit the log.

    Before the step `until` two cards are exchanged in options. From the step `last` on the replay ends once the
    state is the same as before. `trace_layout` lists the results.
    """
    names = ("steps", "first", "one", "other", "until", "last", "seat", "flags")
    with define(builder, "replay", *names, result="i32", own_state=True) as code:
        code.set_global("seat", code.parameter("seat"))
        code.set_global("shuffle_set", memory.sets)
        done = NumberArray(code, I32, memory.done)
        done[0] = 0
        code.set_global("next_substitution", memory.names)
        code.set_global("step_number", code.parameter("first"))
        code.reset()
        code.set_global("option_count", 0)
        first_is_given = wasm.Get("flags") & trace.FIRST_IS_GIVEN
        with code.when(both(code.game.decision >= 0, is_zero(first_is_given))):
            code.drop(call("list_options", code.state))
        to = code.var(memory.states, "to", low=0)
        with code.range(wasm.Get("steps")) as at:
            step = _Step(code, memory, at)
            step.record(to)
            done[0] = at + 1
            old = at * code.layout.size + memory.old
            is_same = both(at >= wasm.Get("last"), call("is_same", to, old))
            code.give_if(is_same, trace.SAME)
            code.set_global("step_number", STEP + 1)
            to += code.layout.size
        code.give(trace.ENDED)


class _Step:
    """A step of a replay, whose number from the first one on is in the local `at`."""

    def __init__(self, code: ExportedFunction, memory: trace.ReplayMemory, at: Expr) -> None:
        self.code, self.memory, self.at, self.flags = code, memory, at, wasm.Get("flags")
        self.chosen = NumberArray(code, I64, memory.chosen)
        self.logged = StructArray(code, trace.Logged, memory.wanted)[at]
        self.option = code.var(hint="option", type_="i64")

    def record(self, to: Expr) -> None:
        """Record replaying the step; its results are written even if it does not fit the log."""
        code, memory, at = self.code, self.memory, self.at
        room = memory.sets_end - 8 * memory.words * trace.SHUFFLES_OF_ONE
        code.give_if(room <= SHUFFLE_SET, trace.FULL)
        self.option.set(self.chosen[at])
        is_given = both(is_zero(at), self.flags & trace.FIRST_IS_GIVEN)
        with code.when(is_zero(is_given)):
            self._check_option()
        NumberArray(code, I64, memory.options)[at] = widened(OPTION_COUNT)
        code.game.random = call("seeded", NumberArray(code, I64, memory.seeds)[at], type_="i64")
        code.run("repeat_decision", code.state, is_zero(STEP), self.option)
        code.give_if(STRAY_CARD, trace.STOPPED)
        fits = code.let(self._fits(), "fits")
        NumberArray(code, I32, memory.shuffles)[at] = SHUFFLE
        code.run("known_cards", code.state, at * (8 * memory.words) + memory.known)
        code.run("clean", code.state)
        code.copy(to, code.state, code.layout.size)
        code.give_if(is_zero(fits), trace.MISFIT)

    def _check_option(self) -> None:
        """Record the check that the step's option is offered and, if logged, is the seat's choice."""
        code, option = self.code, self.option
        one, other = wasm.Get("one"), wasm.Get("other")
        code.give_if(code.is_over, trace.STOPPED)
        with code.when(both(one >= 0, self.at < wasm.Get("until"))):
            option.set(call("exchange_cards", code.state, one, other, option, type_="i64"))
            self.chosen[self.at] = option
        code.give_if(is_zero(call("is_offered", code.state, option)), trace.STOPPED)
        digest = call("option_digest", code.state, option, type_="i64")
        is_other = digest != self.logged.chose
        code.give_if(both(self.logged.is_own != 0, is_other), trace.STOPPED)

    def _fits(self) -> Expr:
        """Return the test whether the seat sees and receives what the log says for the step."""
        received = self.code.let(wasm.Global("message_digest", type="i64"), "heard")
        assert isinstance(received, wasm.Get)
        same = finish(received) == self.logged.received
        ignores_messages = is_zero(self.flags & trace.COMPARE_MESSAGES)
        digest = call("listed_observation_digest", self.code.state, type_="i64")
        # The digest must come first: computing it also updates the set of known cards.
        return both(digest == self.logged.saw, either(ignores_messages, same))
