"""Emits questions of random playouts: options are counted as sets, and only the chosen one is located."""

from __future__ import annotations

from rulewright.base.records import Draft, evolve, field
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import both, choose, popcount, sequenced, trailing_zeros
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

    def offer_options(
        self, stmt: ir.Ask, lines: wasm.Body
    ) -> tuple[list[OfferedOptions], wasm.Expr]:
        """Append code that counts a question's options; return the lists and the total number."""
        labels = self.module.decisions[stmt.decision].options
        offers = [
            self._offer_list(options, label.type or ir.NUMBER, lines)
            for options, label in zip(stmt.options, labels, strict=True)
        ]
        total: wasm.Expr = wasm.number(0)
        for offer in offers:
            offer.begin = total
            total = offer.end = self.to_local(total + offer.count, lines, "total")
        if stmt.stop is not None:
            others = wasm.number(1) if stmt.stop_alone else wasm.compared("gt_s", total, 0)
            ended = self.to_local(both(others, self.number(stmt.stop)), lines, "end")
            total = self.to_local(total + ended, lines, "total")
        return offers, total

    def _offer_list(
        self, options: ir.OptionList, type_: ir.Type, lines: wasm.Body
    ) -> OfferedOptions:
        """Append code that counts the options of one list; return their number and where they are."""
        if options.source is None:
            return OfferedOptions(
                options, type_, self.to_local(self.number(options.condition), lines, "offered")
            )
        if options.condition == ir.Const(0) or not self._most_elements(options.source):
            return OfferedOptions(options, type_, wasm.number(0))
        source = ir.Filtered(options.source, options.var, options.condition)
        is_set = not options.order or options.only_copies
        words = self.sets.set_of(source, lines) if is_set else None
        if words is not None:
            words = [self.to_local(word, lines, "offered") for word in words]
            count = _size_of_set(words)
            count = evolve(count, high=min(count.high, self._most_elements(options.source)))
            return OfferedOptions(options, type_, self.to_local(count, lines, "count"), words)
        by_owner = self._offer_by_owner(options, type_, lines) if is_set else None
        if by_owner is not None:
            return by_owner
        held = self.memory.new_list(options.source)
        lines += [*self.memory.gather(held, source), *self.memory.sort(held, options)]
        return OfferedOptions(
            options, type_, self.to_local(held.count(), lines, "count"), held=held
        )

    def _offer_by_owner(
        self, options: ir.OptionList, type_: ir.Type, lines: wasm.Body
    ) -> OfferedOptions | None:
        """Append code that offers all players' pieces as one set per player; None for other sources."""
        offered, source = None, options.source
        if isinstance(source, ir.Cond) and source.no == ir.Sequence((), ir.NUMBER):
            offered, source = source.condition, source.yes
        if not isinstance(source, ir.AllPieces) or not self.sets.is_by_owner(source.zone):
            return None
        count = self.function.local("count", low=0, high=MAX_OPTIONS)
        sets = self.writer.reserve(8 * self.builder.words * self.module.players)
        if source.without is not None:
            rows = range(0, 8 * self.builder.words * self.module.players, 8)
            lines += [wasm.Store(sets, at, 8, wasm.number(0, "i64")) for at in rows]

        def keep(own: ir.Filtered, owner: wasm.Get) -> wasm.Body:
            """Emit the store of one owner's set and the count of its elements."""
            body: wasm.Body = []
            words = self.sets.set_of(own, body) or []
            row = self.to_local(sets + owner * (8 * self.builder.words), body, "row")
            for at in range(self.builder.words):
                word = words[at] if at < len(words) else wasm.number(0, "i64")
                body.append(wasm.Store(row, 8 * at, 8, word))
            return [*body, wasm.Set(count.name, count + _size_of_set(words))]

        passing = ir.Filtered(source, options.var, options.condition)
        body = self.sets.by_owner(passing, source, keep)
        if offered is not None:
            body = [wasm.If(self.number(offered), body)]
        lines += [wasm.Set(count.name, wasm.number(0)), *body]
        return OfferedOptions(options, type_, count, sets=sets)

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
        words, lines = offer.words, list[wasm.Stmt]()
        if offer.sets is not None:
            words, index = self._set_of_owner(offer.sets, index, lines)
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
        chosen, picked = (
            self.function.local("copy", low=element.low, high=element.high),
            self.picked_word,
        )
        lines: wasm.Body = [wasm.Set(chosen.name, element)]
        table, size = self.builder.copies(), 8 * self.builder.words
        others = [
            self.to_local(
                word & wasm.Load(chosen * size, table + 8 * at, 8, type="i64"), lines, "copies"
            )
            for at, word in enumerate(words)
        ]
        bits = self.sets.bits_of(chosen, len(words))
        group = [word | bit for word, bit in zip(others, bits, strict=True)]
        held, rank = self.memory.new_list(options.source), self.function.local("rank", low=0)
        slow = [
            *self.memory.gather_set(held, group, chosen, rank),
            *self.memory.sort(held, options),
            wasm.Set(chosen.name, held.item(rank)),
        ]
        if picked is not None:
            bit = wasm.Unary("i64.extend_i32_u", chosen, type="i64")
            slow.append(wasm.Set(picked.name, wasm.number(1, "i64") << bit))
        lines.append(wasm.If(_size_of_set(others), slow))
        return sequenced(lines, chosen)

    def _set_of_owner(
        self, sets: wasm.Expr, index: wasm.Expr, lines: wasm.Body
    ) -> tuple[list[wasm.Expr], wasm.Expr]:
        """Append the search for an index in the players' sets, adjacent at `sets`; return set and index in it."""
        row = self.function.local("row", low=0, high=wasm.HIGHEST)
        remaining = self.function.local("left", low=0)
        words: list[wasm.Expr] = [
            wasm.Load(row, 8 * at, 8, type="i64") for at in range(self.builder.words)
        ]
        label, out, inside = self.label("owners"), self.label("out"), list[wasm.Stmt]()
        own, size = self.to_local(_size_of_set(words), inside, "own"), 8 * self.builder.words
        on: wasm.Body = [
            wasm.Set(remaining.name, remaining - own),
            wasm.Set(row.name, row + size),
            wasm.Jump(label),
        ]
        loop = wasm.Loop(label, [*inside, wasm.Jump(out, remaining.less(own)), *on])
        lines += [
            wasm.Set(row.name, sets),
            wasm.Set(remaining.name, index),
            wasm.Block(out, [loop]),
        ]
        return words, remaining

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
        dropped, lines = self.function.local("dropped", "i64"), list[wasm.Stmt]()
        lines.append(
            wasm.Set(
                dropped.name,
                wasm.Call(_bit_clearing_function(min(most, 64)), selected[:2], type="i64"),
            )
        )
        self.picked_word = dropped
        return sequenced(lines, evolve(trailing_zeros(dropped), high=63) + selected[2])


def _size_of_set(words: list[wasm.Expr]) -> wasm.Expr:
    """Emit the number of elements of a bit set, given as 64 bit words."""
    counts = [popcount(word) for word in words]
    return sum(counts[1:], counts[0])


MAX_BRANCH_FREE = 8
"""The number of set bits that `pick` handles without a branch."""


def add_bit_clearing(builder: ModuleBuilder) -> None:
    """Add functions that clear the lowest `index` set bits of a word, to find the set bit with that index.

    There is one for each bound on the number of set bits; see `_bit_clearing_function`.
    """
    for most in (1, 2, 4, MAX_BRANCH_FREE, 64):
        pick = wasm.Function(f"pick_{most}", (("word", "i64"), ("index", "i32")), "i64")
        word, index = wasm.Get("word", type="i64"), wasm.Get("index")
        if most > MAX_BRANCH_FREE:
            eights = wasm.Set("word", wasm.Call("without_eights", (word, index), type="i64"))
            pick.body.append(wasm.If(index.at_least(MAX_BRANCH_FREE), [eights]))
        # Select the bit of rank `index`: by the binary digits of the index, clear the lowest 4, 2 and 1 set bits or
        # not (x & (x - 1) clears one). Branch-free, as the index is random.
        for half in [half for half in (4, 2, 1) if half < most]:
            less = pick.local("less", "i64")
            pick.body += [
                *(wasm.Set(less.name, each & (each - 1)) for each in (word, *(half - 1) * [less])),
                wasm.Set("word", choose(index & half, less, word)),
            ]
        pick.body.append(wasm.Return(word))
        builder.wasm.add(pick)
    builder.wasm.add(_clear_by_eights())


def _bit_clearing_function(most: int) -> str:
    """Return the name of the function that clears the lowest bits of words with at most `most` set bits."""
    return f"pick_{next(each for each in (1, 2, 4, MAX_BRANCH_FREE, 64) if most <= each)}"


def _clear_by_eights() -> wasm.Function:
    """Build the function that clears the lowest set bits of a word eight at a time, `index` // 8 times."""
    function = wasm.Function(
        "without_eights", (("word", "i64"), ("index", "i32")), "i64", never_inlined=True
    )
    word, index = wasm.Get("word", type="i64"), wasm.Get("index")
    function.body = [
        wasm.Loop("next", [
            *(wasm.Set("word", word & (word - 1)) for _ in range(MAX_BRANCH_FREE)),
            wasm.Set("index", index - MAX_BRANCH_FREE),
            wasm.Jump("next", index.at_least(MAX_BRANCH_FREE)),
        ]),
        wasm.Return(word),
    ]  # fmt: skip
    return function
