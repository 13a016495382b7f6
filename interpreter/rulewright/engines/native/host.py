"""A WebAssembly module in wasmtime, called without its conveniences: those take ten times what a choice does.

This is the one file that knows wasmtime. It uses what wasmtime calls its low-level interface, which may change with
any version: VERSIONS are those with which it is known to work, and a test plays with the one that is installed.
"""

from __future__ import annotations

import ctypes
import weakref
from importlib.metadata import version
from typing import Any, Final

VERSIONS: Final = (30, 51)
"""From the first of these to before the last."""


MOST_ARGUMENTS: Final = 8
"""A function takes so many values at most."""


class NoHost(Exception):
    """There is no wasmtime, or none that can be used, or it may not compile here."""


class Trapped(Exception):
    """The module gave up: its memory may be anything."""


class Host:
    """A module with a memory of its own."""

    def __init__(self, wasm: bytes) -> None:
        """Compile a module. Raises NoHost."""
        try:
            import wasmtime
            from wasmtime import _ffi as ffi
        except (ImportError, OSError) as error:
            raise NoHost(str(error)) from error
        self._check_version(version("wasmtime"))
        self._ffi = ffi
        try:
            self._begin(wasmtime, wasm)
        except Exception as error:  # whatever keeps it from compiling here
            raise NoHost(str(error)) from error

    @staticmethod
    def _check_version(found: str) -> None:
        major = found.partition(".")[0]
        if not (major.isdigit() and VERSIONS[0] <= int(major) < VERSIONS[1]):
            raise NoHost(f"wasmtime {found} is not known to work")

    def _begin(self, wasmtime: Any, wasm: bytes) -> None:
        engine = wasmtime.Engine()
        self._store = wasmtime.Store(engine)
        module = wasmtime.Module(engine, wasm)
        instance = wasmtime.Instance(self._store, module, [])
        exports = instance.exports(self._store)
        # When Python ends, wasmtime may be gone before what it made.
        weakref.finalize(self, _close, (self._store, module, engine))
        memory = exports["memory"]
        # The memory never grows, so it stays where it is.
        base = ctypes.addressof(memory.data_ptr(self._store).contents)
        whole = (ctypes.c_ubyte * memory.data_len(self._store)).from_address(base)
        self._memory = memoryview(whole).cast("B")
        self._functions = {
            name: (each, ctypes.addressof(each._func))
            for name, each in exports.items()
            if isinstance(each, wasmtime.Func)
        }
        self._context = ctypes.cast(self._store._context(), ctypes.c_void_p).value
        self._values = (ctypes.c_int64 * (2 * MOST_ARGUMENTS))()
        self._result = ctypes.c_int32.from_buffer(self._values)
        self._trap = ctypes.c_void_p()
        self._values_at, self._trap_at = map(ctypes.addressof, (self._values, self._trap))
        # Its own declaration makes an object of each pointer, which takes as long as the call.
        raw = ctypes.cast(self._ffi.dll.wasmtime_func_call_unchecked, ctypes.c_void_p).value
        assert raw is not None
        pointer = ctypes.c_void_p
        self._call = ctypes.CFUNCTYPE(pointer, pointer, pointer, pointer, ctypes.c_size_t, pointer)(
            raw
        )

    def call(self, name: str, *arguments: int) -> int:
        """What a function gives, as 32 bits with a sign. Raises Trapped."""
        values = self._values
        at = 0
        for argument in arguments:  # a value is a union of 16 bytes
            values[at] = argument
            at += 2
        error = self._call(
            self._context, self._functions[name][1], self._values_at, MOST_ARGUMENTS, self._trap_at
        )
        if error or self._trap:
            self._forget(error)
            raise Trapped(name)
        return self._result.value

    def _forget(self, error: int | None) -> None:
        """Give back what tells of a trap."""
        ffi = self._ffi
        if error:
            ffi.wasmtime_error_delete(ctypes.cast(error, ctypes.POINTER(ffi.wasmtime_error_t)))
        if self._trap:
            ffi.wasm_trap_delete(ctypes.cast(self._trap, ctypes.POINTER(ffi.wasm_trap_t)))
            self._trap.value = None

    # ------------------------------------------------------------------ memory

    def write(self, address: int, data: bytes | bytearray) -> None:
        """Bytes go into memory."""
        self._memory[address : address + len(data)] = data

    def read(self, address: int, size: int) -> bytes:
        """Bytes of memory."""
        return bytes(self._memory[address : address + size])

    def numbers(self, address: int, count: int) -> list[int]:
        """Numbers of 64 bits with a sign."""
        return self._memory[address : address + 8 * count].cast("q").tolist()


def _close(made: tuple[Any, ...]) -> None:
    """Give back what wasmtime made."""
    for each in made:
        each.close()
