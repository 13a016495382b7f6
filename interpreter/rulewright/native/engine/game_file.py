"""Writes a game as one WebAssembly file for readers in other languages.

The file can play move by move and whole games, in one memory. A custom section named `rulewright` holds JSON: the
memory layout of a state and the names of everything in the game. See docs/native-in-node.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rulewright.native.compile_module import build_playout_module, build_stepping_module, lay_out
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.encode.inlining import inline
from rulewright.native.encode.wasm_module import WasmModule
from rulewright.native.exports.host_api import WHOLE_GAMES, add_reader, add_reader_search
from rulewright.native.layout.frame_layout import Capacity
from rulewright.native.layout.native_code import GAMES_PER_CALL
from rulewright.native.layout.rows import RowConverter
from rulewright.native.layout.state_layout import Cells
from rulewright.runtime.ir.module import Module, VariableEntry, ZoneEntry
from rulewright.runtime.ir.outcome_rules import WHOLE

SECTION: Final = "rulewright"
FORMAT: Final = 4
"""Version of the exports and the data; incremented with every change that affects readers."""


def game_module(
    module: Module, first: Sequence[Any], about: Mapping[str, Any], tells: bool = True
) -> WasmModule:
    """Return the WebAssembly file of `module`, which must be cut into blocks; without `tells` it records no story.

    `first` is the row of the state before anything happens. `about` is further plain data on the game, written
    into the JSON section. The output is deterministic. Raises Unsupported and StateDoesNotFit.
    """
    layout = lay_out(module, Capacity())
    whole = build_playout_module(layout)
    builder = build_stepping_module(layout, whole.wasm.used, tells)
    for function in builder.wasm.functions.values():
        if not function.name.startswith("call_"):
            function.never_inlined, function.exported = (
                function.never_inlined or function.exported,
                False,
            )
    add_reader(builder, whole, bytes(RowConverter.of(builder.layout).state(first)))
    search = add_reader_search(builder)
    inline(builder.wasm)
    builder.wasm.parts[WHOLE_GAMES] = whole.wasm
    builder.wasm.grows = True
    data: dict[str, Any] = {
        "format": FORMAT,
        **about,
        "memory": _memory_data(builder, whole),
        **_state_data(builder),
    }
    if tells:
        data["memory"]["story"] = {"at": builder.story, "bytes": 4}
    if search is not None:
        data["memory"]["search"] = search
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    builder.wasm.about[SECTION] = text.encode()
    return builder.wasm


def is_game_file(data: bytes) -> bool:
    """Return whether `data` begins like a file that `game_file` wrote."""
    section = SECTION.encode()
    return data[:8] == b"\0asm\1\0\0\0" and data[8:9] == b"\0" and section in data[9:30]


def _memory_data(builder: ModuleBuilder, whole: ModuleBuilder) -> dict[str, Any]:
    """Return the addresses of results in memory, and the first address that callers may use, as JSON data."""
    module = builder.module
    ranks = [
        {"rank": value, "seat": seat}
        for seat in range(module.players)
        for value in module.outcome.values
    ]
    columns = [{"count": "decisions"}, {"count": "forced"}]
    columns += [{"phase": phase} for phase in module.phases]
    wins = [{"wins": seat, "parts": WHOLE} for seat in range(module.players)]
    return {
        "free": -(-builder.wasm.used // 16) * 16,
        "pieces": {"at": builder.order, "bytes": 2},
        "playouts": {
            "at": whole.results,
            "bytes": 4,
            "most": GAMES_PER_CALL,
            "columns": [*columns, *ranks],
        },
        "sums": {
            "at": whole.sums,
            "bytes": 8,
            "columns": [*columns, *ranks, {"count": "winner score"}, *wins],
        },
    }


def _state_data(builder: ModuleBuilder) -> dict[str, Any]:
    """Return the memory layout of a state and the list of its places, as JSON data."""
    module, layout = builder.module, builder.layout
    numbers = {
        name: {
            **_array_data(layout.variables[name]),
            "owner": variable.owner,
            "from": variable.run.first_owner,
            "each": variable.each,
            "type": _type_name(variable.type.kind.value, variable.type.of),
            **_visibility_data(variable),
        }
        for name, variable in module.variables.items()
    }
    places = {
        name: {
            "first": zone.run.base,
            "count": zone.run.count,
            "owner": zone.owner,
            "from": zone.run.first_owner,
            "each": zone.each,
            "ordered": zone.ordered,
            **_visibility_data(zone),
        }
        for name, zone in module.zones.items()
    }
    subjects = [
        {
            "phase": subject.phase,
            "parameter": subject.parameter,
            "number": subject.variable.name,
            "player": None if subject.player is None else subject.player.name,
        }
        for subject in module.subjects()
    ]
    state = {"bytes": layout.size, "numbers": numbers, "subjects": subjects}
    return {"state": state, "places": places}


def _visibility_data(holder: ZoneEntry | VariableEntry) -> dict[str, Any]:
    """Return who sees a zone or variable, as JSON data; if a rule decides, with the function to call."""
    called = {"sight": f"call_{holder.sight}"} if holder.seen == "expression" else {}
    return {"seen": holder.seen, **called}


def _array_data(cells: Cells) -> dict[str, Any]:
    """Return the place and format of an array in the state, as JSON data."""
    return {
        "at": cells.offset,
        "bytes": cells.size,
        "signed": cells.signed,
        "count": cells.count,
    }


def _type_name(kind: str, of: str) -> str:
    """Return the name of a variable's type, with what it is a type of."""
    return f"{kind} {of}".rstrip()
