"""Networks that play: from a row of an observation to a policy and an expected result, and their files."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import numpy as np

from rulewright.base.records import Draft, Record
from rulewright.lab.players.trained_files import UnfitPlayer, read_arrays

Array = np.ndarray[Any, Any]

LAYERS: Final = 3
STEP: Final = 127
"""The largest absolute value of a weight in a file, in steps of its column."""

_BYTES: Final = np.arange(256).astype(np.uint8).view(np.int8).astype(np.float32)
ROOTS: Final = np.sign(_BYTES) * np.sqrt(np.abs(_BYTES))
"""The root of the absolute value of each signed byte, with its sign; index it by the byte."""


class Inputs(Record):
    """The inputs of a network: scaled roots of columns, then one unit for each value of a pointer."""

    columns: Array
    mean: Array
    scale: Array
    pointers: Array
    """Rows of a column that points (to a player, card or label) and the number of its values."""

    @property
    def width(self) -> int:
        """The number of inputs."""
        return len(self.columns) + int(self.pointers[:, 1].sum())

    def encode(self, observations: Array) -> Array:
        """Return the inputs of each row of `observations`, signed bytes."""
        inputs = np.zeros((len(observations), self.width), np.float32)
        first, rows = len(self.columns), np.arange(len(observations))
        inputs[:, :first] = (ROOTS[observations[:, self.columns]] - self.mean) * self.scale
        for column, values in self.pointers.tolist():
            at = np.clip(observations[:, column].astype(np.int64), 0, values - 1)
            inputs[rows, first + at] = 1
            first += values
        return inputs


class Network(Draft):
    """A network with two hidden layers of ReLU units; its last output is the expected result."""

    inputs: Inputs
    names: Sequence[str]
    """The names of the columns of observations, then of the actions."""
    parts: list[Array]
    """Weights and bias of each layer in turn."""

    @classmethod
    def create(
        cls, inputs: Inputs, names: Sequence[str], actions: int, hidden: int, generator: Any
    ) -> Network:
        """Return a network with random weights, which plays almost uniformly."""
        parts: list[Array] = []
        widths = (inputs.width, hidden, hidden, actions + 1)
        for rows, columns, gain in zip(widths, widths[1:], (1.4, 1.4, 0.01), strict=False):
            weights = generator.normal(0, gain * rows**-0.5, (rows, columns))
            parts += [weights.astype(np.float32), np.zeros(columns, np.float32)]
        return cls(inputs, names, parts)

    def copy(self) -> Network:
        """Return a network with copies of the weights."""
        return Network(self.inputs, self.names, [part.copy() for part in self.parts])

    def forward(self, inputs: Array) -> tuple[Array, Array, Array]:
        """Return the units of both hidden layers and the outputs."""
        into, bias, middle, middle_bias, out, out_bias = self.parts
        first = np.maximum(inputs @ into + bias, 0)
        second = np.maximum(first @ middle + middle_bias, 0)
        return first, second, second @ out + out_bias

    def look(self, inputs: Array, mask: Array) -> tuple[Array, Array]:
        """Return the logarithms of the policy (-1e9 where `mask` is False) and the expected results."""
        outputs = self.forward(inputs)[2]
        return log_policy(outputs, mask), outputs[:, -1]

    # ------------------------------------------------------------------ files

    def to_bytes(self) -> bytes:
        """Return the content of a file: weights as bytes, in steps of their column."""
        arrays: dict[str, Any] = {"names": np.array(self.names), **arrays_of(self.inputs)}
        for layer in range(LAYERS):
            weights, bias = self.parts[2 * layer : 2 * layer + 2]
            step = np.maximum(np.abs(weights).max(0), 1e-9) / STEP
            arrays |= {
                f"weights{layer}": np.rint(weights / step).astype(np.int8),
                f"step{layer}": step.astype(np.float32), f"bias{layer}": bias,
            }  # fmt: skip
        file = BytesIO()
        np.savez_compressed(file, **arrays)
        return file.getvalue()

    @classmethod
    def read(cls, path: Path) -> Network:
        """Return the network in a file that `to_bytes` made. Raises UnfitPlayer."""
        arrays = read_arrays(path)
        if any(each.dtype.kind not in "fiu" for name, each in arrays.items() if name != "names"):
            raise UnfitPlayer(f"an array in {path} does not hold numbers")
        try:
            names, inputs = arrays["names"].tolist(), inputs_of(arrays)
            parts = list[Array]()
            for layer in range(LAYERS):
                weights = arrays[f"weights{layer}"] * arrays[f"step{layer}"].astype(np.float32)
                parts += [weights.astype(np.float32), arrays[f"bias{layer}"].astype(np.float32)]
            network = cls(inputs, names, parts)
            blank = np.zeros((1, max(len(names), 1)), np.int8)
            _, _, outputs = network.forward(inputs.encode(blank))
        except (
            KeyError, IndexError, ValueError, TypeError, AttributeError, MemoryError, OverflowError
        ) as error:  # fmt: skip
            raise UnfitPlayer(f"{path} is not a trained player") from error
        is_fit = outputs.shape[0] == 1 and outputs.ndim == 2 and np.isfinite(outputs).all()
        if not is_fit:
            raise UnfitPlayer(f"the arrays in {path} do not fit together")
        return network


def arrays_of(inputs: Inputs) -> dict[str, Array]:
    """Return the arrays of `inputs` by name."""
    names = ("columns", "mean", "scale", "pointers")
    return {name: getattr(inputs, name) for name in names}


def inputs_of(arrays: dict[str, Array]) -> Inputs:
    """Return the inputs that `arrays_of` took apart. Raises KeyError and ValueError."""
    pointers = arrays["pointers"].astype(np.int64).reshape(-1, 2)
    if (pointers < 0).any() or pointers[:, 1].sum() > 1 << 16:
        raise ValueError("a pointer without values, or with too many")
    mean, scale = (arrays[name].astype(np.float32) for name in ("mean", "scale"))
    return Inputs(arrays["columns"].astype(np.int64), mean, scale, pointers)


def log_policy(outputs: Array, mask: Array) -> Array:
    """Return the logarithms of the probabilities of the actions, -1e9 for those not in `mask`."""
    logits = np.where(mask, outputs[:, :-1], np.float32(-1e9))
    logits -= logits.max(1, keepdims=True)
    return np.asarray(logits - np.log(np.exp(logits).sum(1, keepdims=True)))
