"""The journal of a run: its results in an append-only file, so that a stopped run can be resumed."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, Final, TextIO

from rulewright.base.records import Draft, field
from rulewright.lab.balance.statistics.tallies import GameTally

FORMAT: Final = 3

Key = tuple[int, int]
"""The side that played, and the first seed."""


class JournalMismatch(ValueError):
    """Raised if a journal file belongs to another run or is no journal."""


class Journal(Draft):
    """The results of a run, one line per chunk, by side and first seed; without a file nothing is stored."""

    run: str
    path: Path | None = None
    known: dict[Key, GameTally] = field(factory=dict)
    _file: TextIO | None = None

    @classmethod
    def opened(cls, path: Path | None, sides: list[Any], settings: Any) -> Journal:
        """Open the journal of a run with these sides, or create it; earlier results are in `known`.

        Raises JournalMismatch, and OSError if the file cannot be read or written.
        """
        identity = json.dumps([[_identity_of(side) for side in sides], settings], sort_keys=True)
        journal = cls(hashlib.sha256(identity.encode()).hexdigest()[:16], path)
        if path is not None:
            journal._read()
        return journal

    def _read(self) -> None:
        """Read earlier results into `known` and open the file for appending, without an incomplete last line."""
        assert self.path is not None
        lines = []
        if self.path.exists():
            says = self.path.read_bytes().decode("utf-8", "replace")
            # The last line may be incomplete if the run was killed.
            lines = says.split("\n")[:-1]
            whole = sum(len(line.encode()) + 1 for line in lines)
            self._check_heading(lines, says)
            for line in lines[1:]:
                self._parse_line(line)
        self._file = self.path.open("r+" if lines else "w", encoding="utf-8", newline="\n")
        if lines:
            self._file.truncate(whole)
            self._file.seek(0, 2)
        else:
            self._write({"rulewright": "balance", "format": FORMAT, "run": self.run})

    def _check_heading(self, lines: list[str], expected: str) -> None:
        """Raise JournalMismatch unless the first line names this run; an empty file is accepted."""
        if not expected:
            return
        try:
            head = json.loads(lines[0])
            is_ours = head["rulewright"] == "balance" and head["format"] == FORMAT
        except (ValueError, KeyError, TypeError, IndexError):
            is_ours, head = False, {}
        if not is_ours:
            raise JournalMismatch(f"{self.path} is not a file of measured games; name another one")
        if head.get("run") != self.run:
            reason = "contains games with other rules, players or settings; use the same ones, or name another file"
            raise JournalMismatch(f"{self.path} {reason}")

    def _parse_line(self, line: str) -> None:
        """Read the result in a line into `known`. Raises JournalMismatch if the line is damaged."""
        try:
            data = json.loads(line)
            self.known[int(data["side"]), int(data["first"])] = GameTally.from_data(data["tally"])
        except (ValueError, KeyError, TypeError, AttributeError):
            raise JournalMismatch(f"{self.path} has a damaged line; delete that line") from None

    def add(self, key: Key, tally: GameTally) -> None:
        """Append the tally of a chunk to the file, unless it is known already. Raises OSError."""
        known = self.known.get(key)
        if self._file is not None and (known is None or known.games != tally.games):
            self._write({"side": key[0], "first": key[1], "tally": tally.data()})

    def _write(self, data: dict[str, Any]) -> None:
        """Append `data` to the file as a line of JSON."""
        assert self._file is not None
        self._file.write(json.dumps(data, separators=(",", ":")) + "\n")
        self._file.flush()

    def close(self) -> None:
        """Close the journal's file, if there is one."""
        if self._file is not None:
            self._file.close()


def _identity_of(side: Any) -> list[Any]:
    """Return the data that identifies a side, independent of file locations."""
    bundle = side.bundle
    return [bundle.digest, list(bundle.cast), side.players, list(side.options), side.simulations]
