"""Emits questions of random playouts: options are counted as sets, and only the chosen one is located."""

from __future__ import annotations

from rulewright.base.records import Draft, evolve, field
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import (
    both,
    choose,
    popcount,
    sequenced,
    size_of_set,
    trailing_zeros,
    zero_extended,
)
from rulewright.native.builder.code import Code, LocalVar, call
from rulewright.native.builder.structs import I64, NumberArray
from rulewright.native.emit.emit_context import InMemory
from rulewright.native.emit.module_builder import MAX_OPTIONS, ModuleBuilder
from rulewright.native.emit.statements import StatementScope
from rulewright.runtime.ir import terms as ir


class OfferedOptions(Draft):
    """The options from one option list: their number, and the bit set or list that holds the elements.

    A list with a single option has neither a set nor a list of elements.

    Pieces in the places of all players are one set per player, adjacent in memory at `sets`. The list has the
    indices `begin` to before `end` among all options of the question.
    """

    options: ir.OptionList
    type: ir.Type
    count: wasm.Expr
    words: list[wasm.Expr] = field(factory=list)
    held: InMemory | None = None
    sets: wasm.Expr | None = None
    begin: wasm.Expr = field(default=wasm.FALSE)
    end: wasm.Expr = field(default=wasm.FALSE)


class OptionSetScope(StatementScope):
    """An emitter that counts options as sets and finds only the one at a drawn index."""

    picked_word: wasm.Get | None = None
    """The word whose lowest set bit is the last located element."""

    def offer_options(self, stmt: ir.Ask) -> tuple[list[OfferedOptions], wasm.Expr]:
        """Record counting a question's options; return the lists and the total number."""
        code, labels = self.writer, self.module.decisions[stmt.decision].options
        offers = [
            self._offer_list(options, label.type or ir.NUMBER)
            for options, label in zip(stmt.options, labels, strict=True)
        ]
        total: wasm.Expr = wasm.number(0)
        for offer in offers:
            offer.begin = total
            total = offer.end = code.let(total + offer.count, "total")
        if stmt.stop is not None:
            others = wasm.number(1) if stmt.stop_alone else total > 0
            ended = code.let(both(others, self.number(stmt.stop)), "end")
            total = code.let(total + ended, "total")
        return offers, total

    def _offer_list(self, options: ir.OptionList, type_: ir.Type) -> OfferedOptions:
        """Record counting the options of one list; return their number and where they are."""
        code = self.writer
        if options.source is None:
            return OfferedOptions(
                options, type_, code.let(self.number(options.condition), "offered")
            )
        if options.condition == ir.Const(0) or not self._most_elements(options.source):
            return OfferedOptions(options, type_, wasm.number(0))
        source = ir.Filtered(options.source, options.var, options.condition)
        is_set = not options.order or options.only_copies
        words = self.sets.set_of(source) if is_set else None
        if words is not None:
            words = [code.let(word, "offered") for word in words]
            count = size_of_set(words)
            count = evolve(count, high=min(count.high, self._most_elements(options.source)))
            return OfferedOptions(options, type_, code.let(count, "count"), words)
        by_owner = self._offer_by_owner(options, type_) if is_set else None
        if by_owner is not None:
            return by_owner
        held = self.memory.new_list(options.source)
        self.memory.gather(held, source)
        self.memory.sort(held, options)
        return OfferedOptions(options, type_, code.let(held.count(), "count"), held=held)

    def _offer_by_owner(self, options: ir.OptionList, type_: ir.Type) -> OfferedOptions | None:
        """Record offering all players' pieces as one set per player; None for other sources."""
        offered: ir.Node = ir.Const(1)
        source, code = options.source, self.writer
        if isinstance(source, ir.Cond) and source.no == ir.Sequence((), ir.NUMBER):
            offered, source = source.condition, source.yes
        if not isinstance(source, ir.AllPieces) or not self.sets.is_by_owner(source.zone):
            return None
        size = 8 * self.builder.words
        sets = code.reserve(size * self.module.players)
        if source.without is not None:
            for at in range(0, size * self.module.players, 8):
                code.store(sets, at, 8, wasm.number(0, "i64"))
        count = code.var(0, "count", low=0, high=MAX_OPTIONS)
        passing = ir.Filtered(source, options.var, options.condition)
        with code.when(self.number(offered)):
            for own, owner in self.sets.by_owner(passing, source):
                words = self.sets.set_of(own) or []
                row = NumberArray(code, I64, 0, code.let(sets + owner * size, "row"))
                for at in range(self.builder.words):
                    row[at] = words[at] if at < len(words) else 0
                count += size_of_set(words)
        return OfferedOptions(options, type_, count.fixed, sets=sets)

    def _most_elements(self, source: ir.Node) -> int:
        """Return how many elements the list `source` can have at most; MAX_OPTIONS if unknown."""
        match source:
            case ir.Sequence():
                return len(source.items)
            case ir.Filtered(source=inner) | ir.Kept(source=inner) | ir.Cond(yes=inner):
                return self._most_elements(inner)
        span = self.sets.element_span(source)
        return MAX_OPTIONS if span is None else span[1] - max(span[0], 0) + 1

    def element_at(self, offer: OfferedOptions, index: wasm.Expr) -> wasm.Expr:
        """Emit the element of an option list at an index."""
        self.picked_word = None
        if offer.held is not None:
            return offer.held.item(index)
        words = offer.words
        with self.writer.recording() as lines:
            if offer.sets is not None:
                words, index = self._set_of_owner(offer.sets, index)
        most = 64 * len(words) if offer.sets is not None else offer.count.high
        element = self._select_element(words, index, most)
        if offer.options.order:
            element = self._sorted_copy(offer.options, words, element)
        return sequenced(lines, element)

    def _sorted_copy(
        self, options: ir.OptionList, words: list[wasm.Expr], element: wasm.Expr
    ) -> wasm.Expr:
        """Emit the option that stands in place of the chosen `element` when its copies in `words` are sorted."""
        assert options.source is not None
        # Only copies in one place change their order: few choices sort a few pieces, not each question all.
        code, picked = self.writer, self.picked_word
        table, size = self.builder.copies(), 8 * self.builder.words
        with code.recording() as lines:
            chosen = code.var(element, "copy", low=element.low, high=element.high)
            copies = NumberArray(code, I64, table, chosen * size)
            others = [code.let(word & copies[at], "copies") for at, word in enumerate(words)]
            bits = self.sets.bits_of(chosen, len(words))
            group = [word | bit for word, bit in zip(others, bits, strict=True)]
            held, rank = self.memory.new_list(options.source), code.var(hint="rank", low=0)
            with code.when(size_of_set(others)):
                self.memory.gather_set(held, group, chosen, rank)
                self.memory.sort(held, options)
                chosen.set(held.item(rank))
                if picked is not None:
                    code.assign(picked, wasm.number(1, "i64") << zero_extended(chosen))
        return sequenced(lines, chosen.fixed)

    def _set_of_owner(self, sets: wasm.Expr, index: wasm.Expr) -> tuple[list[wasm.Expr], wasm.Expr]:
        """Record finding an index in the players' sets, adjacent at `sets`; return the set and the index in it."""
        code = self.writer
        row = code.var(sets, "row", low=0)
        remaining = code.var(index, "left", low=0)
        set_ = NumberArray(code, I64, 0, row.fixed)
        words = [set_[at] for at in range(self.builder.words)]
        with code.loop() as loop:
            own = code.let(size_of_set(words), "own")
            loop.leave(remaining < own)
            remaining -= own
            row += 8 * self.builder.words
        return words, remaining.fixed

    def _select_element(self, words: list[wasm.Expr], index: wasm.Expr, most: int) -> wasm.Expr:
        """Emit the element at an index in a bit set, without branches; it has at most `most`."""
        # Rank over several words by the prefix sums of their popcounts. All candidates are computed and one is
        # selected, because a mispredicted branch costs more.
        *others, word = words
        counts = [popcount(each) for each in others]
        rank = index - sum(counts[1:], counts[0]) if counts else index
        first = wasm.number(64 * len(others))
        selected: tuple[wasm.Expr, ...] = word, rank, first
        for at in reversed(range(len(others))):
            before = sum(counts[1:at], counts[0]) if at else wasm.number(0)
            own = others[at], index - before, wasm.number(64 * at)
            here = index.less(before + counts[at])
            selected = tuple(choose(here, *pair) for pair in zip(own, selected, strict=True))
        with self.writer.recording() as lines:
            pick = _bit_clearing_function(min(most, 64))
            dropped = self.writer.var(call(pick, *selected[:2], type_="i64"), "dropped").fixed
        self.picked_word = dropped
        return sequenced(lines, evolve(trailing_zeros(dropped), high=63) + selected[2])


MAX_BRANCH_FREE = 8
"""The number of set bits that `pick` handles without a branch."""


def add_bit_clearing(builder: ModuleBuilder) -> None:
    """Add functions that clear the lowest `index` set bits of a word, to find the set bit with that index.

    There is one for each bound on the number of set bits; see `_bit_clearing_function`.
    """
    for most in (1, 2, 4, MAX_BRANCH_FREE, 64):
        code, word, index = _code_on_a_bit(f"pick_{most}")
        if most > MAX_BRANCH_FREE:
            with code.when(index >= MAX_BRANCH_FREE):
                word.set(call("without_eights", word, index, type_="i64"))
        # Select the bit of rank `index`: by the binary digits of the index, clear the lowest 4, 2 and 1 set bits or
        # not (x & (x - 1) clears one). Branch-free, as the index is random.
        for half in [half for half in (4, 2, 1) if half < most]:
            less = code.var(word & (word - 1), "less")
            for _ in range(half - 1):
                less &= less - 1
            word.set(choose(index & half, less, word))
        code.give(word)
        builder.wasm.add(code.function)
    builder.wasm.add(_clear_by_eights())


def _code_on_a_bit(name: str) -> tuple[Code, LocalVar, LocalVar]:
    """Return a new function of a word and the index of one of its set bits, with both parameters."""
    code = Code(wasm.Function(name, (("word", "i64"), ("index", "i32")), "i64"))
    return code, code.parameter("word"), code.parameter("index")


def _bit_clearing_function(most: int) -> str:
    """Return the name of the function that clears the lowest bits of words with at most `most` set bits."""
    return f"pick_{next(each for each in (1, 2, 4, MAX_BRANCH_FREE, 64) if most <= each)}"


def _clear_by_eights() -> wasm.Function:
    """Build the function that clears the lowest set bits of a word eight at a time, `index` // 8 times."""
    code, word, index = _code_on_a_bit("without_eights")
    code.function.never_inlined = True
    with code.repeat() as again:
        for _ in range(MAX_BRANCH_FREE):
            word &= word - 1
        index -= MAX_BRANCH_FREE
        again.jump(index >= MAX_BRANCH_FREE)
    code.give(word)
    return code.function
