"""The budget of a request: the steps and the time that it has for rules, however many games and decisions it meets.

Each entry into compiled rules has fuel of its own, and a request enters hundreds of times. So while rules that
somebody brought are at work, the Python engine asks here how much of its fuel an entry may have, and gets what is
left of the request's steps. The host's own rules have the time alone, which is looked at between decisions.
"""

from __future__ import annotations

import threading
from time import monotonic
from typing import Final

from rulewright.runtime.ir.engine_contract import ENDLESS, Fault
from rulewright.runtime.python.python_engine import PythonEngine
from rulewright.web.refusals import Busy

STEPS: Final = 6_000_000
"""Of all that a request lets rules do that somebody brought: some seconds."""
SECONDS: Final = 10.0
PATIENCE: Final = 3.0
"""Seconds for which a request waits for a table that others hold, or for their rules."""
ONE_DECISION: Final = 2_000_000
"""Steps that a decision of the past is not begun without."""

_OWN: Final = threading.local()
_BROUGHT: Final = threading.RLock()
"""Held while rules that somebody brought are at work: one thread at a time, so that the others keep half of the
interpreter, and so that two threads do not use up the fuel of one engine."""


class Budget:
    """What is left to a request."""

    def __init__(self, patience: float) -> None:
        self.patience, self.held = patience, 0
        self.steps = STEPS
        self.until = monotonic() + SECONDS
        self._fuel: list[int] | None = None
        self._given = 0
        self.is_metered = False

    def fuel(self, fuel: list[int], steps: int) -> int:
        """Return the fuel of an entry that would have `steps`. Raises Fault and Busy when the budget is spent."""
        self._settle()
        if self.steps <= 0:
            raise Fault(ENDLESS, f"{STEPS:,} steps")
        if monotonic() > self.until:
            raise Busy
        self._fuel, self._given = fuel, min(steps, self.steps)
        return self._given

    def _settle(self) -> None:
        if self._fuel is not None:
            self.steps -= min(self._given, max(self._given - self._fuel[0], 0))
            self._fuel = None

    def check(self) -> None:
        """Raise Busy where a decision of the past had better be played in another request."""
        self._settle()
        if self.steps < ONE_DECISION:
            raise Busy
        self.check_time()

    def check_time(self) -> None:
        """Raise Busy when the time is over."""
        if monotonic() > self.until:
            raise Busy

    def hold_brought(self) -> None:
        """Wait until no other thread plays by rules that somebody brought. Raises Busy."""
        if not self.is_metered:
            if not _BROUGHT.acquire(timeout=self.patience):
                raise Busy
            self.is_metered = True
            PythonEngine.meter = staticmethod(_metered)

    def release_brought(self) -> None:
        """Let others play by such rules."""
        self._settle()  # others fuel the same engines
        if self.is_metered:
            self.is_metered = False
            PythonEngine.meter = None
            _BROUGHT.release()


def own_budget() -> Budget | None:
    """Return the budget of the request that this thread works for, if there is one."""
    return getattr(_OWN, "budget", None)


class budgeted:
    """Work within the budget of this thread's request; begin one where there is none."""

    # A generator in place of a class would take three times the calls, eight times a request.

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience, self._begun = patience, False

    def __enter__(self) -> Budget:
        budget: Budget | None = getattr(_OWN, "budget", None)
        if budget is None:
            _OWN.budget = budget = Budget(self._patience)
            self._begun = True
        return budget

    def __exit__(self, *_: object) -> None:
        if self._begun:
            if _OWN.budget.is_metered:
                _OWN.budget.release_brought()
            _OWN.budget = None


def _metered(fuel: list[int], steps: int) -> int:
    budget = own_budget()  # other threads play by other rules meanwhile
    return budget.fuel(fuel, steps) if budget is not None and budget.is_metered else steps
