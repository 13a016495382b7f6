"""Draws by lot which mutants of a cosmic-ray session are tried, and forgets the others.

    python tests/tools/mutants.py SESSION [--count N] [--seed N]

Each folder has its share. Left out are decorators and types, which no test can notice; of several mutants of one
sort at one place one is drawn, since there are a dozen ways to spoil a comparison and one to spoil a condition.
"""

from __future__ import annotations

import argparse
import ast
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

from attrs import frozen

Position = tuple[int, int]


@frozen(order=True)
class Mutant:
    """What cosmic-ray would do to a file, and where."""

    path: str
    start: Position
    end: Position
    operator: str
    job: str

    @property
    def place(self) -> tuple[object, ...]:
        """Where it is, and of which sort."""
        return (self.path, self.start, self.end, self.operator.split("/")[-1].split("_")[0])


def mutants_of(session: sqlite3.Connection) -> Iterator[Mutant]:
    """All mutants of a session."""
    columns = "module_path, start_pos_row, start_pos_col, end_pos_row, end_pos_col, operator_name"
    for path, row, column, last, end, operator, job in session.execute(
        f"select {columns}, job_id from mutation_specs"
    ):
        yield Mutant(path, (row, column), (last, end), operator, job)


def unseen(text: str) -> Iterator[tuple[Position, Position]]:
    """Where decorators and types stand in a file."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.AnnAssign(annotation=found) | ast.arg(annotation=ast.expr() as found):
                yield _span(found)
            case ast.FunctionDef(returns=ast.expr() as found):
                yield _span(found)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.BinOp(op=ast.BitOr()) as found):
                if name[0].isupper():  # a union of types
                    yield _span(found)
        for decorator in getattr(node, "decorator_list", ()):
            yield _span(decorator)


def _span(node: ast.expr) -> tuple[Position, Position]:
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)


def drawn(mutants: Iterable[Mutant], count: int, lot: Random) -> list[Mutant]:
    """So many of them, as many of each folder as it has places."""
    folders: dict[str, dict[object, list[Mutant]]] = defaultdict(lambda: defaultdict(list))
    for mutant in sorted(mutants):
        folders[mutant.path.split("/")[2]][mutant.place].append(mutant)
    whole = sum(map(len, folders.values()))
    found: list[Mutant] = []
    for places in folders.values():
        share = round(count * len(places) / whole)
        found += map(lot.choice, lot.sample(list(places.values()), min(share, len(places))))
    return found


def main() -> None:
    """Leave in the session what was drawn."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("session", type=Path)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with sqlite3.connect(asked.session) as session:
        mutants = list(mutants_of(session))
        hidden = {path: list(unseen(Path(path).read_text())) for path in {m.path for m in mutants}}
        seen = [
            mutant for mutant in mutants
            if "RemoveDecorator" not in mutant.operator
            and not any(start <= mutant.start < end for start, end in hidden[mutant.path])
        ]  # fmt: skip
        kept = {mutant.job for mutant in drawn(seen, asked.count, Random(asked.seed))}
        for job in {mutant.job for mutant in mutants} - kept:
            for table in ("mutation_specs", "work_items"):
                session.execute(f"delete from {table} where job_id = ?", (job,))
    print(
        f"{len(kept)} of {len(seen)} mutants are left; {len(mutants) - len(seen)} are types or decorators."
    )


if __name__ == "__main__":
    main()
