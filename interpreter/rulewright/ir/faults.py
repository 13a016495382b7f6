"""How rules can fail in play: what every engine raises, with the state as far as it came."""

from __future__ import annotations

from typing import Literal

Reason = Literal["endless", "beyond", "divided", "impossible"]
ENDLESS: Reason = "endless"
BEYOND: Reason = "beyond"
DIVIDED: Reason = "divided"
IMPOSSIBLE: Reason = "impossible"


class Fault(Exception):
    """Rules went on and on (`what` says so often what), made a number out of range, divided by 0, or asked for
    the impossible.

    `chain` is what they were doing, the outermost first: what each is called, and its place.
    """

    def __init__(self, reason: Reason, what: str = "", chain: tuple[str, ...] = ()) -> None:
        super().__init__(f"{reason} {what}".rstrip())
        self.reason = reason
        self.what = what
        self.chain = chain
