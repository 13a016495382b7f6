"""The budget of a request: the engine steps and the time that it may spend on rules.

Each call into compiled rules has its own fuel, and a request makes hundreds of calls. So for uploaded rules, the
Python engine asks this module for the fuel of each call, and gets at most the remaining steps of the request. The
host's own rules are limited by time only, which is checked between decisions.
"""

from __future__ import annotations

import threading
from time import monotonic
from typing import TYPE_CHECKING, Final

from rulewright.base.deadline import own_deadline
from rulewright.runtime.ir.engine_contract import ENDLESS, Fault
from rulewright.runtime.session.rules.internals import inside
from rulewright.web.refusals import TableBusy

if TYPE_CHECKING:
    from rulewright import Rules

STEPS: Final = 6_000_000
"""Engine steps that uploaded rules may use in a request, which take some seconds."""
SECONDS: Final = 10.0
PATIENCE: Final = 3.0
"""Seconds for which a request waits for the lock of a table or of uploaded rules."""
ONE_DECISION: Final = 2_000_000
"""Steps that must be left before a replayed decision is started."""

_OWN: Final = threading.local()
_UPLOADED_LOCK: Final = threading.RLock()
"""Held while uploaded rules run. With one such thread at a time, others keep half of the interpreter's time,
and no two threads spend the fuel of one engine."""


class RequestBudget:
    """The steps and seconds left to a request."""

    def __init__(self, patience: float) -> None:
        self.patience, self.locks = patience, 0
        self.steps = STEPS
        self.until = monotonic() + SECONDS
        self._fuel: list[int] | None = None
        self._given = 0
        self.is_metered = False

    def grant_fuel(self, fuel: list[int], steps: int) -> int:
        """Return the fuel for an engine call that asks for `steps`.

        Raises Fault or TableBusy if the budget is spent.
        """
        self._settle()
        if self.steps <= 0:
            raise Fault(ENDLESS, f"{STEPS:,} steps")
        if monotonic() > self.until:
            raise TableBusy
        self._fuel, self._given = fuel, min(steps, self.steps)
        return self._given

    def _settle(self) -> None:
        """Subtract the fuel that the last engine call used."""
        if self._fuel is not None:
            self.steps -= min(self._given, max(self._given - self._fuel[0], 0))
            self._fuel = None

    def check(self) -> None:
        """Raise TableBusy if a replayed decision may exceed the budget, so that the next request continues."""
        self._settle()
        if self.steps < ONE_DECISION:
            raise TableBusy
        self.check_time()

    def check_time(self) -> None:
        """Raise TableBusy if the time is used up."""
        if monotonic() > self.until:
            raise TableBusy

    def lock_uploaded(self) -> None:
        """Acquire the lock for running uploaded rules. Raises TableBusy after `patience` seconds."""
        if not self.is_metered:
            if not _UPLOADED_LOCK.acquire(timeout=self.patience):
                raise TableBusy
            self.is_metered = True

    def unlock_uploaded(self) -> None:
        """Release the lock for running uploaded rules."""
        self._settle()  # other threads refuel the same engines
        if self.is_metered:
            self.is_metered = False
            _UPLOADED_LOCK.release()


def current_budget() -> RequestBudget | None:
    """Return the budget of this thread's request, or None."""
    return getattr(_OWN, "budget", None)


class budgeted:
    """A context with the budget of this thread's request, or a new one."""

    # A class, not a generator, which would take 3 times as long, 8 times per request.

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience, self._begun = patience, False

    def __enter__(self) -> RequestBudget:
        budget: RequestBudget | None = getattr(_OWN, "budget", None)
        if budget is None:
            _OWN.budget = budget = RequestBudget(self._patience)
            self._begun = True
        return budget

    def __exit__(self, *_: object) -> None:
        if self._begun:
            if _OWN.budget.is_metered:
                _OWN.budget.unlock_uploaded()
            _OWN.budget = None


def limit_uploaded(rules: Rules, steps: int) -> None:
    """Limit uploaded rules: each decision to `steps`, each call by its thread's budget and deadline."""
    book = inside(rules)
    book.most_steps, book.meter = steps, _metered


def _metered(fuel: list[int], steps: int) -> int:
    """Return the fuel that this thread's request budget grants to an engine call; `steps` if it limits none.

    Raises OutOfTime if the deadline of the thread has passed.
    """
    if (limit := own_deadline()) is not None:
        limit.check()
    budget = current_budget()
    return budget.grant_fuel(fuel, steps) if budget is not None and budget.is_metered else steps
