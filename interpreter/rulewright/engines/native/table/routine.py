"""What functions of the runtime have in common: their state, pieces and places, and who knows what."""

from __future__ import annotations

from rulewright.engines.native.form.making import choose
from rulewright.engines.native.form.native_form import (
    Body,
    Called,
    Expr,
    Function,
    Get,
    Type,
    number,
)
from rulewright.engines.native.translating.place_scope import PlaceScope
from rulewright.engines.native.translating.tables import Tables


class Routine(PlaceScope):
    """A function of the runtime; sets of pieces that it takes come last."""

    def __init__(
        self,
        tables: Tables,
        name: str,
        parameters: tuple[str, ...],
        result: Type | None = None,
        sets: int = 0,
    ) -> None:
        self.sets = [f"set{word}" for word in range(tables.words)] if sets else []
        given: list[tuple[str, Type]] = [(each, "i32") for each in parameters]
        given += [(each, "i64") for each in self.sets]
        super().__init__(tables, Function(name, tuple(given), result), name)
        self.everybody = tables.everybody

    def put(self) -> None:
        """Put the function into the module."""
        self.function.body = self._body()
        self.tables.wasm.add(self.function)

    def _body(self) -> Body:
        """What it does."""
        raise NotImplementedError

    def piece(self, name: str) -> Get:
        """A parameter that is a piece, and is there."""
        return Get(name, low=0, high=self.tables.pieces - 1)

    def place_named(self, name: str) -> Get:
        """A parameter that is a place, and is there."""
        return Get(name, low=0, high=self.module.layout.size - 1)

    def given_set(self) -> list[Expr]:
        """The set of pieces that it takes."""
        return [Get(name, type="i64") for name in self.sets]

    def set_with(self, piece: Expr) -> list[Expr]:
        """The set of a single piece."""
        _, _, bit = self.word_of(number(self.layout.first_place), piece)
        if self.tables.words == 1:
            return [bit]
        return [
            choose((piece >> 6).equals(word), bit, number(0, "i64"))
            for word in range(self.tables.words)
        ]

    def viewers(self, place: Expr) -> Expr:
        """Who sees into a place now, as bits."""
        return Called("viewers", (self.state, place), low=0, high=self.everybody)

    def known(self, piece: Expr) -> Expr:
        """Who knows where a piece lies."""
        return self.layout.known.load(self.state, piece)

    def set_known(self, value: Expr, piece: Expr) -> Body:
        """These know where a piece lies."""
        return [self.layout.known.store(self.state, value, piece)]

    def forget(self, who: Expr, seen: Expr) -> Body:
        """Of a piece only those know who are among the seen."""
        return self.set_known(self.known(who) & seen, who)

    def less(self, who: Expr, but: Expr) -> Expr:
        """Bits without others."""
        return who & (but ^ self.everybody)
