"""Plays a game file as a program in another language would: with wasmtime, and nothing of ours."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import wasmtime

FREE = 16
"""States lie at multiples of this."""
MOVES_BEFORE = -1
"""In a story, a card that moved before the next line for all; any other number below 0 is for the last one."""


class GameFile:
    """A game from its file alone. States are addresses; `new_state` gives one."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        self.about = json.loads(section(data, "rulewright"))
        engine = wasmtime.Engine()
        self.store = wasmtime.Store(engine)
        instance = wasmtime.Instance(self.store, wasmtime.Module(engine, data), [])
        self.exports: Any = instance.exports(self.store)
        self.memory: Any = self.exports["memory"]
        self.free = self.about["memory"]["free"]

    def call(self, name: str, *given: int) -> int:
        found: int = self.exports[name](self.store, *given)
        return found

    def new_state(self) -> int:
        return self.room(self.about["state"]["bytes"])

    def room(self, size: int) -> int:
        """The address of so many bytes that are the reader's."""
        at = self.free
        self.free += -(-size // FREE) * FREE
        while self.memory.data_len(self.store) < self.free:
            self.memory.grow(self.store, 1)
        return int(at)

    def numbers(self, where: dict[str, Any], count: int) -> list[int]:
        """Numbers with a sign in memory."""
        letter = {1: "b", 2: "h", 4: "i", 8: "q"}[where["bytes"]]
        at = where["at"]
        data = self.memory.read(self.store, at, at + where["bytes"] * count)
        return list(struct.unpack(f"<{count}{letter}", data))

    # ------------------------------------------------------------------ what was told

    def story(self) -> list[tuple[Any, ...]]:
        """What the last move told, as Python keeps it."""
        size = self.call("told")
        assert size >= 0
        left = self.numbers(self.about["memory"]["story"], size // 4)[::-1]
        found, moves = list[tuple[Any, ...]](), list[tuple[int, ...]]()
        while left:
            if left[-1] < 0:
                lines = [at for at in range(len(found)) if self._is_for_all(found[at])]
                line = len(found) if left.pop() == MOVES_BEFORE else max(lines, default=-1)
                moves.append((line, left.pop(), left.pop(), left.pop(), left.pop()))
                continue
            telling, why, to = left.pop(), left.pop(), left.pop()
            text = self.about["tellings"][telling]
            turn = ({"type": each, "many": False} for each in text["turn"])
            values = tuple(_value(left, each) for each in (*text["values"], *turn))
            found.append((telling, why, values, to))
        return self._with_moves(found, moves)

    def _is_for_all(self, entry: tuple[Any, ...]) -> bool:
        return entry[3] < 0 and bool(self.about["tellings"][entry[0]]["text"])

    def _with_moves(
        self, found: list[tuple[Any, ...]], moves: list[tuple[int, ...]]
    ) -> list[tuple[Any, ...]]:
        """The lines, each with the moves that belong to it."""
        by_line: dict[int, dict[tuple[int, int], tuple[Any, ...]]] = {}
        for first, card, source, target, who in moves:
            after = range(first, len(found)) if first >= 0 else ()
            for line in [at for at in after if self._is_for_all(found[at])][:1]:
                ends = by_line.setdefault(line, {})
                ends[source, target] = (*ends.get((source, target), ()), (card, who))
        for line, ends in by_line.items():
            found[line] = (*found[line], tuple((*each, cards) for each, cards in ends.items()))
        return found

    # ------------------------------------------------------------------ how a game ended

    def scores(self, state: int) -> list[int]:
        return [self.call("score", state, seat) for seat in range(self.about["players"])]

    def winners(self, state: int) -> list[int]:
        bits = self.call("winners", state)
        return [seat for seat in range(self.about["players"]) if bits >> seat & 1]

    def reason(self, state: int) -> str:
        because = self.about["outcome"]["because"]
        return self.text(state, because["text"], because["values"]) if because else ""

    def parts(self, state: int, seat: int) -> list[tuple[str, int]]:
        """The lines of a score that are not zero, and the first; what is left of it comes last."""
        lines: dict[str, int] = {}
        for part in self.about["outcome"]["parts"]:
            points = self.call(part["call"], state, seat)
            lines[part["called"]] = lines.get(part["called"], 0) + points
        rest = self.call("score", state, seat) - sum(lines.values())
        if rest and lines:
            lines[self.about["words"]["other rules"]] = rest
        first = next(iter(lines), None)
        return [line for line in lines.items() if line[1] or line[0] == first]

    # ------------------------------------------------------------------ words

    def labels(self, state: int) -> list[str]:
        """The options of the decision that is awaited, in words."""
        asked = self.about["decisions"][self.call("decision", state)]
        count = self.call("options", state)
        listed = [
            (self.call("option_list", at), self.call("option_element", at)) for at in range(count)
        ]
        return [self._label(state, asked, *option) for option in listed]

    def _label(self, state: int, asked: dict[str, Any], option_list: int, element: int) -> str:
        if option_list < 0:
            return str(asked["end"])
        options = asked["options"][option_list]
        return self.text(state, options["text"], options["values"], element)

    def text(
        self, state: int, parts: list[Any], values: list[dict[str, str]], element: int = 0
    ) -> str:
        numbers = [
            self.call(value["call"], state, *((element,) if value["call"][0] == "s" else ()))
            if "call" in value
            else element
            for value in values
        ]
        told = [self.word(value["type"], n) for value, n in zip(values, numbers, strict=True)]
        if values and "call" not in values[0] and values[0]["type"] == "piece":
            told[0] += self._whose(state, element)
        found = ""
        for part in parts:
            if isinstance(part, list):
                at, first, second = part
                is_first = values[at]["type"] == "player" or numbers[at] in self.about["singular"]
                word = first if is_first else second
                found += told[at] if word is None else word
            else:
                found += part if isinstance(part, str) else told[part]
        return found

    def word(self, type_: str, value: int) -> str:
        words = self.about["words"]
        kind, _, of = type_.partition(" ")
        if kind == "number":
            return str(value) if value != -(2**31) else str(words["nothing"])
        if kind == "yes":
            return str(words["yes"] if value else words["no"])
        if kind == "player":
            return chr(ord("A") + value) if value >= 0 else str(words["nobody"])
        if value < 0:
            return str(words["nothing"])
        named = {"piece": self.about["cards"], "design": self.about["designs"]}
        return str((named.get(kind) or self.about["labels"][of])[value]["called"])

    def _whose(self, state: int, piece: int) -> str:
        """Of a card in another player's place whose it is, if who decides may know it."""
        decider, place = self.call("decider", state), self.call("place", state, piece)
        for zone in self.about["places"].values():
            each = len(self.about["labels"][zone["each"]]) if zone["each"] else 1
            seat = (place - zone["first"]) // each
            if zone["owner"] == "player" and 0 <= place - zone["first"] < zone["count"]:
                known = self.call("knows", state, piece, decider)
                return f" ({self.word('player', seat)})" if known and seat != decider else ""
        return ""


def _value(left: list[int], told: dict[str, Any]) -> Any:
    if told["many"]:
        values = [_value(left, {**told, "many": False}) for _ in range(left.pop())]
        return tuple(values if told["type"] == "piece" else [(value,) for value in values])
    return (left.pop(), left.pop()) if told["type"] == "piece" else left.pop()


def section(data: bytes, name: str) -> bytes:
    """What is in a section of this name."""
    at = 8
    while at < len(data):
        kind = data[at]
        size, at = _number(data, at + 1)
        length, begin = _number(data, at)
        if kind == 0 and data[begin : begin + length].decode() == name:
            return data[begin + length : at + size]
        at += size
    raise KeyError(name)


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number in LEB128, and where it ends."""
    found = shift = 0
    while True:
        found |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
        if data[at - 1] < 0x80:
            return found, at
