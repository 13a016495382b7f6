"""Complaints about the rules of a game that is being played."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.base.records import evolve
from rulewright.language.text import Complaint, RulesError, Span, Wording, code
from rulewright.runtime.ir.engine_contract import BEYOND, BROKEN, DIVIDED, ENDLESS, Fault
from rulewright.runtime.ir.module import Module

MOST_SHOWN = 6
"""A longer call chain is shortened in the middle."""


@code("E0701")
def fault(
    after: str, why: str, site: str, chain: Sequence[str] = (), at: Span | None = None
) -> Wording:
    """Powers or steps without end, during a game."""
    return Wording(f"{after} the rules {why}{site}", at, help=_call_chain_text(chain))


@code("E0702")
def too_large(after: str, site: str, chain: Sequence[str] = (), at: Span | None = None) -> Wording:
    """A number that becomes too large, during a game."""
    message = f"{after} the rules make a number that is too large{site}"
    help = "limit it to 2147483647, as in `the smaller of … and 1000`"
    led = _call_chain_text(chain)
    return Wording(message, at, help=f"{help}; {led}" if led else help)


@code("E0703")
def divided(after: str, site: str, chain: Sequence[str] = (), at: Span | None = None) -> Wording:
    """A division by 0, during a game."""
    message = f"{after} the rules divide by 0{site}"
    help = "test with `if` before this line that the divisor is not 0"
    led = _call_chain_text(chain)
    return Wording(message, at, help=f"{help}; {led}" if led else help)


@code("E0704")
def broken(
    sentence: str, after: str, site: str, chain: Sequence[str] = (), at: Span | None = None
) -> Wording:
    """An `always` sentence that is not true at some time during a game."""
    message = f"{sentence} is not true {after}{site}"
    return Wording(message, at, help=_call_chain_text(chain))


def with_replay_command(complaint: Complaint, command: str, decisions: Sequence[int]) -> Complaint:
    """Return a complaint whose help adds a command that replays the game, and the options chosen until now."""
    chosen = f"options chosen so far: {', '.join(map(str, decisions)) or 'none'}"
    replay = f"to play this game again, run: {command}; {chosen}"
    return evolve(complaint, help=f"{complaint.help}; {replay}" if complaint.help else replay)


def _call_chain_text(chain: Sequence[str]) -> str | None:
    """Return the call chain of the rules as a sentence; None if it is empty."""
    if not chain:
        return None
    half = MOST_SHOWN // 2
    shown = [*chain[:half], "…", *chain[-half:]] if len(chain) > MOST_SHOWN else chain
    return f"this happened in {' → '.join(shown)}"


def complaint_of(
    module: Module, number: int, stop: Fault, after: str = "at the start of the game"
) -> Complaint:
    """Return the complaint for a fault after decision number `number`; -1: at the moment that `after` describes.

    Its place is the statement that failed, where the engine can tell.
    """
    where, at = "", stop.locate()
    if number >= 0:
        decision = module.decisions[number]
        site = module.sites[decision.site]
        after, where = f"after the choice `{decision.name}`", f" ({site.name}, {site.place})"
    if stop.reason == ENDLESS:
        why = f"never end: {stop.what} in a row"
        return fault(after, why, where, stop.chain, at)
    if stop.reason == BROKEN:
        return broken(stop.what, after, where, stop.chain, at)
    if stop.reason == BEYOND:
        return too_large(after, where, stop.chain, at)
    if stop.reason == DIVIDED:
        return divided(after, where, stop.chain, at)
    return fault(after, "require something impossible", where, stop.chain, at)


def reading_error(module: Module, stop: Fault) -> RulesError:
    """Return the error for a fault that occurred while a state was read."""
    return RulesError([complaint_of(module, -1, stop, "while the saved state was read")])
