"""Runs a WebAssembly module in wasmtime through its low-level interface, which makes calls about ten times faster.

This is the only file that depends on wasmtime. The low-level interface may change with any version: VERSIONS are
those known to work, and a test plays with the installed one.

Compiled code may be cached between runs. wasmtime executes such code without verifying it. So it only gets code
from the cache that is sealed with the user's key, under a hash of the module, the wasmtime version and the
processor.
"""

from __future__ import annotations

import ctypes
import hashlib
import platform
import weakref
import zlib
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from rulewright.base.cache import load_cached, store_cached
from rulewright.base.deadline import own_deadline

VERSIONS: Final = (30, 51)
"""The supported major versions of wasmtime: from the first to before the second."""


PAGE: Final = 65536
"""Bytes of a page of WebAssembly memory."""

NO_DEADLINE: Final = 2**62
"""The epoch deadline of calls without a time limit."""

MAX_ARGUMENTS: Final = 8
"""The most arguments of an export."""


class HostUnavailable(Exception):
    """The error if wasmtime is missing or unusable, or cannot compile a module here."""


class Trapped(Exception):
    """The error if the module trapped; the contents of its memory are then undefined."""


class Host:
    """A compiled module with a memory of its own; calls under a deadline stop once it has passed."""

    def __init__(self, wasm: bytes, *, keeps: bool = False, room: int = 0) -> None:
        """Compile `wasm`, or load it from the cache of compiled code if `keeps`. Raises HostUnavailable.

        If the module's memory can grow it gets `room` more bytes, which begin at `grown_from`.
        """
        try:
            import wasmtime
            from wasmtime import _ffi as ffi
        except (ImportError, OSError) as error:
            raise HostUnavailable(str(error)) from error
        self._check_version(_wasmtime_version())
        self._ffi = ffi
        try:
            self._instantiate(wasmtime, wasm, keeps, room)
        except Exception as error:  # compiling may fail here for any reason
            raise HostUnavailable(str(error)) from error

    @staticmethod
    def _check_version(installed: str) -> None:
        """Raise HostUnavailable unless the installed version of wasmtime is supported."""
        major = installed.partition(".")[0]
        if not (major.isdigit() and VERSIONS[0] <= int(major) < VERSIONS[1]):
            raise HostUnavailable(f"wasmtime {installed} is not known to work")

    def _instantiate(self, wasmtime: Any, wasm: bytes, keeps: bool, room: int) -> None:
        """Instantiate the module in wasmtime and look up its memory and exports."""
        config = wasmtime.Config()
        self._has_epochs = own_deadline() is not None
        config.epoch_interruption = self._has_epochs
        engine = wasmtime.Engine(config)
        self._interrupt = engine.increment_epoch
        self._store = wasmtime.Store(engine)
        if keeps:
            module = _cached_module(engine, wasm, self._has_epochs)
        else:
            module = wasmtime.Module(engine, wasm)
        if self._has_epochs:
            self._store.set_epoch_deadline(NO_DEADLINE)
        instance = wasmtime.Instance(self._store, module, [])
        exports = instance.exports(self._store)
        memory = exports["memory"]
        self.grown_from = memory.data_len(self._store)
        if room:
            memory.grow(self._store, -(-room // PAGE))
        # The memory never grows from here on, so its address is stable.
        base = ctypes.addressof(memory.data_ptr(self._store).contents)
        whole = (ctypes.c_ubyte * memory.data_len(self._store)).from_address(base)
        # The memory must live as long as any view of it. At interpreter exit wasmtime may be unloaded before its
        # objects are freed, so they are closed explicitly.
        weakref.finalize(whole, _close, (self._store, module, engine))
        self._memory = memoryview(whole).cast("B")
        self._functions = {
            name: (each, ctypes.addressof(each._func))
            for name, each in exports.items()
            if isinstance(each, wasmtime.Func)
        }
        self._context = ctypes.cast(self._store._context(), ctypes.c_void_p).value
        self._values = (ctypes.c_int64 * (2 * MAX_ARGUMENTS))()
        self._result = ctypes.c_int32.from_buffer(self._values)
        self._trap = ctypes.c_void_p()
        self._values_at, self._trap_at = map(ctypes.addressof, (self._values, self._trap))
        # wasmtime's own ctypes declaration wraps each pointer in an object, which takes as long as the call.
        raw = ctypes.cast(self._ffi.dll.wasmtime_func_call_unchecked, ctypes.c_void_p).value
        assert raw is not None
        pointer = ctypes.c_void_p
        self._call = ctypes.CFUNCTYPE(pointer, pointer, pointer, pointer, ctypes.c_size_t, pointer)(
            raw
        )

    def call(self, name: str, *arguments: int) -> int:
        """Call an export and return its result as a signed 32 bit number.

        Raises Trapped, and OutOfTime once a deadline has passed.
        """
        if self._has_epochs:
            self._allow_time()
        values = self._values
        at = 0
        for argument in arguments:  # an argument is a union of 16 bytes
            values[at] = argument
            at += 2
        # The result replaces the first argument in the array.
        error = self._call(
            self._context, self._functions[name][1], self._values_at, MAX_ARGUMENTS, self._trap_at
        )
        if error or self._trap:
            self._free_error(error)
            if self._has_epochs:
                self._check_time()
            raise Trapped(name)
        return self._result.value

    def _allow_time(self) -> None:
        """Let the next call run until this thread's deadline. Raises OutOfTime if it has passed."""
        self._check_time()
        self._store.set_epoch_deadline(1 if own_deadline() is not None else NO_DEADLINE)

    def _check_time(self) -> None:
        """Raise OutOfTime if this thread's deadline has passed; else let the deadline interrupt calls."""
        if (deadline := own_deadline()) is not None:
            deadline.check()
            deadline.interrupts.add(self._interrupt)

    def _free_error(self, error: int | None) -> None:
        """Free the error and trap objects of a failed call."""
        ffi = self._ffi
        if error:
            ffi.wasmtime_error_delete(ctypes.cast(error, ctypes.POINTER(ffi.wasmtime_error_t)))
        if self._trap:
            ffi.wasm_trap_delete(ctypes.cast(self._trap, ctypes.POINTER(ffi.wasm_trap_t)))
            self._trap.value = None

    # ------------------------------------------------------------------ memory

    def write(self, address: int, data: bytes | bytearray | memoryview) -> None:
        """Write `data` to memory at `address`."""
        self._memory[address : address + len(data)] = data

    def read(self, address: int, size: int) -> bytes:
        """Return a copy of `size` bytes of memory."""
        return bytes(self._memory[address : address + size])

    def read_into(self, data: bytearray, address: int, size: int) -> None:
        """Append `size` bytes of memory to `data`."""
        data += self._memory[address : address + size]

    def view(self, address: int, size: int) -> memoryview:
        """Return a view of memory that can be read and written in place."""
        return self._memory[address : address + size]

    def numbers(self, address: int, count: int) -> list[int]:
        """Return `count` signed 64 bit numbers from memory."""
        return self._memory[address : address + 8 * count].cast("q").tolist()


def _cached_module(engine: Any, wasm: bytes, has_epochs: bool) -> Any:
    """Return the compiled module, from the cache if it is there; else compile and cache it."""
    from wasmtime import Module

    how = "compiled with epochs" if has_epochs else "compiled"
    key = f"{how} {_wasmtime_version()} {_processor_features()} {hashlib.sha256(wasm).hexdigest()}"
    code = load_cached(key)
    if code is not None:
        with suppress(Exception):  # any failure means: compile again
            return Module.deserialize(engine, zlib.decompress(code))
    module = Module(engine, wasm)
    store_cached(key, zlib.compress(bytes(module.serialize()), 1))
    return module


@cache
def _wasmtime_version() -> str:
    """Return the installed version of wasmtime."""
    return version("wasmtime")


@cache
def _processor_features() -> str:
    """Return a text on the system and the processor's features, which compiled code depends on."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").split("\n")
    except OSError:
        lines = []
    features = next((line for line in lines if line.lower().startswith(("flags", "features"))), "")
    return f"{platform.system()} {platform.machine()} {features}"


def _close(objects: tuple[Any, ...]) -> None:
    """Release objects that wasmtime created for a module instance."""
    for each in objects:
        each.close()


def signed(seed: int) -> int:
    """Return the low 64 bits of `seed` as a signed number, as wasmtime takes arguments."""
    return (seed + 2**63) % 2**64 - 2**63
