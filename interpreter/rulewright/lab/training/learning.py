"""How a network learns: steps of Adam, from decisions by PPO or from a teacher's policy by distillation."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from rulewright.base.records import Draft
from rulewright.lab.players.networks import Array, Network, log_policy
from rulewright.lab.training.self_play import Course, sample_actions
from rulewright.runtime.session.batch.batches import Batch

PASSES: Final = 2
"""How often a round's decisions are learned from."""

PART: Final = 2048
"""Decisions for one step of PPO."""

CLIP: Final = 0.2
DECAY: Final = 0.95
LARGEST_GRADIENT: Final = 0.5
RATE, ENTROPY = 6e-4, 0.03

LESSONS: Final = 6
"""The most rounds of games from which a student learns its teacher's policy."""

EPOCHS: Final = 3
LESSON_RATE: Final = 2e-3


class Adam(Draft):
    """The optimizer of a network: running means of gradients and of their squares."""

    steps: int
    means: list[Array]
    squares: list[Array]

    @classmethod
    def of(cls, network: Network) -> Adam:
        """Return an optimizer at rest."""
        return cls(0, *([0 * part for part in network.parts] for _ in range(2)))

    def update(self, network: Network, inputs: Array, slopes: Any, rate: float) -> None:
        """Change the weights against `slopes(outputs)`, the gradient of the mean loss by the outputs."""
        _, middle, out = network.parts[::2]
        first, second, outputs = network.forward(inputs)
        of_out = slopes(outputs).astype(np.float32)
        of_second = (of_out @ out.T) * (second > 0)
        of_first = (of_second @ middle.T) * (first > 0)
        gradients: list[Array] = []
        for before, slope in ((inputs, of_first), (first, of_second), (second, of_out)):
            gradients += [before.T @ slope, slope.sum(0)]
        norm = float(np.sqrt(sum(float(np.square(each).sum()) for each in gradients)))
        cut = np.float32(min(1.0, LARGEST_GRADIENT / (norm + 1e-8)))
        self.steps += 1
        pace = np.float32(rate / (1 - 0.9**self.steps))
        whole = np.float32(1 - 0.999**self.steps)
        for part, mean, square, gradient in zip(
            network.parts, self.means, self.squares, gradients, strict=True
        ):
            mean += np.float32(0.1) * (gradient * cut - mean)
            square += np.float32(0.001) * (np.square(gradient * cut) - square)
            part -= pace * mean / (np.sqrt(square / whole) + np.float32(1e-7))


def learn_from(
    course: Course, network: Network, adam: Adam, generator: Any, progress: float
) -> tuple[int, float]:
    """Improve the policy by proximal policy optimization (Schulman et al. 2017) with masked actions.

    Returns the number of decisions, and the mean entropy of the policy in nats.
    """
    advantages, known = course.advantages(DECAY)
    used = np.flatnonzero(known.ravel())
    flat = {
        name: getattr(course, name).reshape(known.size, *getattr(course, name).shape[2:])
        for name in ("inputs", "mask", "actions", "logs", "values", "free")
    }
    gains = advantages.ravel()
    targets = flat["values"] + gains
    free = gains[used[flat["free"][used]]]
    mean, spread = (free.mean(), free.std() + 1e-8) if len(free) else (0, 1)
    rate, bonus = RATE * max(1 - progress, 0.1), ENTROPY * max(1 - progress, 0.2)
    entropies = list[float]()
    for _ in range(PASSES):
        order = generator.permutation(used)
        for part in np.array_split(order, max(1, len(order) // PART)):
            rows, actions = np.arange(len(part)), flat["actions"][part]
            gain = (gains[part] - mean) / spread * flat["free"][part]

            def slopes(outputs: Array, part: Array = part, rows: Array = rows,
                       actions: Array = actions, gain: Array = gain) -> Array:  # fmt: skip
                """Return the gradient of clipped gain, entropy and squared error of values."""
                logs = np.maximum(log_policy(outputs, flat["mask"][part]), -20)
                policy = np.exp(logs)
                entropy = -(policy * logs).sum(1)
                ratio = np.exp(logs[rows, actions] - flat["logs"][part])
                clipped = np.where(gain > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
                pull = -gain * ratio * ~clipped
                of_logits = -policy * pull[:, None] + bonus * policy * (logs + entropy[:, None])
                of_logits[rows, actions] += pull
                of_value = outputs[:, -1] - targets[part]
                entropies.append(float(entropy.mean()))
                return np.concatenate([of_logits, of_value[:, None]], 1) / len(part)

            if len(part):
                adam.update(network, flat["inputs"][part], slopes, rate)
    return len(used), float(np.mean(entropies)) if entropies else 0.0


def distil(teacher: Network, hidden: int, batch: Batch, steps: int, generator: Any) -> Network:
    """Return a network of `hidden` units taught by the teacher's choices in `steps` steps of a batch."""
    lessons: list[tuple[Array, ...]] = []
    for _ in range(steps):
        seen, mask, free = batch.observation.copy(), batch.mask.astype(bool), batch.count > 1
        logs, values = teacher.look(teacher.inputs.encode(seen), mask)
        policy = np.exp(logs[free]).astype(np.float16)
        lessons.append((seen[free], np.packbits(mask[free], axis=1), policy, values[free]))
        batch.step(sample_actions(logs, generator))
    seen, masks, policies, values = (np.concatenate(part) for part in zip(*lessons, strict=True))
    actions = policies.shape[1]
    student = Network.create(teacher.inputs, teacher.names, actions, hidden, generator)
    adam = Adam.of(student)
    parts = max(1, len(seen) // 512)
    for epoch in range(EPOCHS):
        for number, part in enumerate(np.array_split(generator.permutation(len(seen)), parts)):
            mask = np.unpackbits(masks[part], axis=1, count=actions).astype(bool)

            def slopes(outputs: Array, part: Array = part, mask: Array = mask) -> Array:
                """Return the gradient of cross-entropy and squared error of values."""
                of_logits = np.exp(log_policy(outputs, mask)) - policies[part]
                of_value = outputs[:, -1] - values[part]
                return np.concatenate([of_logits, of_value[:, None]], 1) / len(part)

            rate = LESSON_RATE * (1 - (epoch + number / parts) / EPOCHS) + 1e-5
            if len(part):
                adam.update(student, teacher.inputs.encode(seen[part]), slopes, rate)
    return student
