"""Chunks handed out: the same comes back from any workers, and one that dies loses only its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from time import monotonic, sleep

import pytest
from click.testing import CliRunner

from balance.kit import dying, dying_once, fair, side
from front.kit import Shell
from rulewright.base.records import evolve
from rulewright.lab.balance.execution.bundles import Bundle, RulesMismatch
from rulewright.lab.balance.execution.chunks import Chunk, play_chunk
from rulewright.lab.balance.execution.workers import (
    ImmediateExecutor,
    Processes,
    WorkersDied,
    stream_results,
)
from rulewright.runtime.session.rules.internals import inside
from tiers import LONG


@pytest.fixture(scope="module")
def two() -> Iterator[Processes]:
    with Processes(2) as pool:
        yield pool


def results(chunks: list[Chunk], executor: Executor, width: int) -> list[object]:
    return [tally.data() for _, tally in stream_results(play_chunk, chunks, executor, width)]


@pytest.mark.rotating
def test_the_same_comes_from_one_worker_and_from_several(two: Processes, tmp_path: Path) -> None:
    rules = fair(tmp_path, "Plain", "Dull", "Magpie", "Fool")
    chunks = [Chunk(side(rules, sims), seed, 3) for seed in (1, 4, 7) for sims in (0, 20)]
    alone = results(chunks, ImmediateExecutor(), 1)

    assert results(chunks, two, 2) == alone
    if LONG:
        with Processes(8) as eight:
            assert results(chunks, eight, 8) == alone
    with ThreadPoolExecutor(1) as threads:
        assert results(chunks, threads, 1) == alone


def test_who_dies_loses_only_what_he_was_at(two: Processes, tmp_path: Path) -> None:
    given = [(str(tmp_path), number) for number in range(8)]

    found = [result for _, result in stream_results(dying_once, given, two, 2)]

    assert found == [number * number for number in range(8)]
    times = {n: (tmp_path / f"{n}.begun").stat().st_size for n in range(8)}
    assert times == {n: 2 if n == 3 else 1 for n in range(8)}


def test_what_is_done_is_kept_where_nobody_wants_more() -> None:
    kept: list[tuple[int, int]] = []
    with ThreadPoolExecutor(2) as threads:
        stream = stream_results(abs, [-1, -2, -3, -4], threads, 2, lambda *each: kept.append(each))
        assert next(stream) == (-1, 1)
        threads.shutdown()
        stream.close()
    assert kept == [(-2, 2), (-3, 3), (-4, 4)]


def test_workers_end_with_who_began_them() -> None:
    code = (
        "from rulewright.lab.balance.execution.workers import Processes\n"
        "import os, signal\n"
        "if __name__ == '__main__':\n"
        "    pool = Processes(1)\n"
        "    print(pool.submit(os.getpid).result(), flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    script = Path(__file__).resolve().parents[2] / "interpreter"
    told = subprocess.run(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=False, timeout=60,
        env={**os.environ, "PYTHONPATH": str(script)},
    )  # fmt: skip
    pid, end = int(told.stdout), monotonic() + 20
    while Path(f"/proc/{pid}").exists() and _is_alive(pid):
        assert monotonic() < end
        sleep(0.05)


def _is_alive(pid: int) -> bool:
    """Whether a process runs, and is not only kept until somebody asks how it ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(")")[1].split()[0] != "Z"
    except OSError:
        return False


def test_what_kills_every_worker_is_told(two: Processes) -> None:
    with pytest.raises(WorkersDied, match="4 workers died"):
        list(stream_results(dying, [1], two, 2))


def test_what_fails_is_not_tried_again() -> None:
    tried = []

    def failing(number: int) -> int:
        tried.append(number)
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        list(stream_results(failing, [1, 2, 3], ImmediateExecutor(), 1))
    assert tried == [1]


def test_editions_travel_as_their_files(tmp_path: Path) -> None:
    rules = fair(tmp_path / "here", "Plain", "Dull", "Magpie", "Fool")
    bundle = Bundle.of(rules)
    assert sorted(name for name, _ in bundle.files) == ["fair.rules", "fair.yaml"]
    own = side(rules)
    before = play_chunk(Chunk(own, 1, 5)).data()
    for name in ("fair.rules", "fair.yaml"):
        (tmp_path / "here" / name).unlink()

    there = evolve(bundle, source="/nowhere/fair.yaml")

    assert inside(there.rules()).digest == inside(rules).digest
    assert play_chunk(Chunk(evolve(own, bundle=there), 1, 5)).data() == before


def test_other_rules_under_the_same_name_are_not_played(tmp_path: Path) -> None:
    bundle = Bundle.of(fair(tmp_path, "Plain", "Dull", "Magpie", "Fool"))
    with pytest.raises(RulesMismatch, match="same version"):
        evolve(bundle, digest="0" * 64).rules()


@pytest.mark.long
def test_a_cluster_that_loses_a_worker(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    from rulewright.lab.balance.execution.clusters import cluster_of

    rules = fair(tmp_path, "Plain", "Dull", "Magpie", "Fool")
    chunks = [Chunk(side(rules, 20), seed, 2) for seed in range(1, 25, 2)]
    alone = results(chunks, ImmediateExecutor(), 1)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        executor, width = cluster_of(cluster.scheduler_address)
        assert width == 2
        with executor:
            stream = stream_results(play_chunk, chunks, executor, width)
            found = [next(stream)[1].data()]
            os.kill(next(iter(cluster.workers.values())).pid, 9)
            found += [tally.data() for _, tally in stream]
        there = _simulated("--cluster", cluster.scheduler_address)
    assert found == alone
    assert there == _simulated("--jobs", "1")


def _simulated(*how: str) -> list[float]:
    told = Shell(CliRunner()).json("simulate", "classic", "--games", 3000, "--json", *how)
    return [*told["mean_scores"], *told["wins"], told["decisions_per_game"]]


def test_workers_start_below_a_temporary_folder_with_a_long_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The socket of a forkserver has room for about a hundred bytes."""
    folder = tmp_path / ("long" * 30)
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))

    with Processes(2) as workers:
        assert workers.submit(abs, -3).result() == 3
