"""The README and the first page of the site: their card works, their output is real, the snippet runs."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs
import pytest
from click.testing import Result

import rulewright
from docs.kit import DOCS, ROOT, Block, blocks_of
from front.kit import Shell

PAGE = ROOT / "README.md"
BLOCKS = blocks_of(PAGE)
FIRST = blocks_of(DOCS / "index.md")

CHOOSES = re.compile(r"(?m)^(Your choice .*\?\): ?)(\d*)\n?")


def block(*tags: str, blocks: list[Block] = BLOCKS) -> Block:
    """Return the block with these tags, of the README by default."""
    (found,) = [block for block in blocks if block.tags == tags]
    return found


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the README."""
    folder = tmp_path_factory.mktemp("table")
    for language, name in (("rules", "bard.rules"), ("yaml", "our-table.yaml")):
        (folder / name).write_text(block(language, name).text, encoding="utf-8")
    return folder


@pytest.fixture
def run(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """The command as somebody types it in a folder."""

    def in_folder(folder: Path, *words: str, keys: str = "") -> Result:
        monkeypatch.chdir(folder)
        return shell.run(*words, typed=keys, exit_code=None)

    return in_folder


def commands() -> Iterator[list[str]]:
    for line in block("sh", "commands").text.splitlines():
        program, *words = line.split()
        assert program == "rulewright"
        yield words


def in_passing() -> Iterator[list[str]]:
    """The games that are named in the text."""
    for words in re.findall(r"`rulewright (play [^`]+)`", PAGE.read_text(encoding="utf-8")):
        yield words.split()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("words", list(in_passing()), ids=" ".join)
def test_what_is_named_in_passing_can_be_played(
    run: Callable[..., Result], tmp_path: Path, words: list[str]
) -> None:
    done = run(tmp_path, *words, "--seed", "1")

    assert done.exit_code == 0
    assert "A Ada" in done.stdout
    assert "error" not in done.output


@pytest.mark.parametrize("words", [w for w in commands() if w[0] != "play"], ids=" ".join)
@pytest.mark.rotating
def test_the_house_rule_works_as_written(
    run: Callable[..., Result], table: Path, words: list[str]
) -> None:
    fewer = [word if word != "1000" else "20" for word in words]

    done = run(table, *fewer)

    assert done.exit_code == 0, done.output
    assert "complaint" not in done.stdout or "no complaints" in done.stdout


def test_the_scenario_of_the_first_page_is_run(
    run: Callable[..., Result], table: Path, tmp_path: Path
) -> None:
    card = block("rules", "bard.rules", blocks=FIRST).text
    edition = block("yaml", "our-table.yaml", blocks=FIRST).text
    (tmp_path / "bard.rules").write_text(card, encoding="utf-8")
    (tmp_path / "our-table.yaml").write_text(edition, encoding="utf-8")

    done = run(tmp_path, "test", "bard.rules")

    assert card.startswith(block("rules", "bard.rules").text)
    assert edition == block("yaml", "our-table.yaml").text

    assert "1 scenario in 1 file: 1 passed" in done.stdout


def test_the_output_is_real(run: Callable[..., Result], table: Path) -> None:
    (words,) = [words for words in commands() if words[0] == "play"]

    told = block("text", "play", blocks=FIRST).text
    # The Bard is the first character to choose from.
    keys = ["1", *(key for _, key in CHOOSES.findall(told))]

    done = run(table, *words, keys="\n".join(keys) + "\n")
    shown = _without_the_answers(done.stdout)

    # The line that explains the signs is left out on the page.
    for part in _without_the_answers(told).split("\n\n"):
        assert part in shown


def _without_the_answers(text: str) -> str:
    """What was typed is not on the output."""
    return CHOOSES.sub(r"\1", text).strip()


def test_the_complaint_is_real(run: Callable[..., Result], table: Path, tmp_path: Path) -> None:
    for file in table.iterdir():
        text = file.read_text(encoding="utf-8").replace("the host gives", "the hst gives")
        (tmp_path / file.name).write_text(text, encoding="utf-8")

    done = run(tmp_path, "check", "our-table.yaml")

    assert done.exit_code == 1
    for blocks in (BLOCKS, FIRST):
        assert block("text", "complaint", blocks=blocks).text in done.stdout


def test_the_snippet_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(block("python").text, str(PAGE), "exec"), {})

    assert len(capsys.readouterr().out.splitlines()) == 1


INSTALL = """\
set -e
pip() {
    "$VIRTUAL_ENV/bin/python" - <<'END'
import os, pathlib, sysconfig
bin, packages = (pathlib.Path(sysconfig.get_path(each)) for each in ("scripts", "purelib"))
(packages / "here.pth").write_text(os.environ["PACKAGES"], encoding="utf-8")
start = f"#!{bin}/python\\nfrom rulewright.__main__ import main\\nmain()\\n"
(bin / "rulewright").write_text(start, encoding="utf-8")
(bin / "rulewright").chmod(0o755)
END
}
"""
"""`pip install` without a network: the new environment gets the packages of this one."""


@pytest.mark.skipif(os.name == "nt", reason="the blocks are for a POSIX shell")
@pytest.mark.rotating
def test_the_blocks_run_one_after_another_in_a_fresh_shell(tmp_path: Path) -> None:
    folder, bin = tmp_path / "table", tmp_path / "bin"
    for each in (folder, bin):
        each.mkdir()
    (bin / "python3").symlink_to(Path(sys.base_prefix) / "bin" / "python3")
    for language, name in (("rules", "bard.rules"), ("yaml", "our-table.yaml")):
        (folder / name).write_text(block(language, name).text, encoding="utf-8")
    commands = block("sh", "commands").text.replace("--games 1000", "--games 20")
    script = f"{INSTALL}{block('sh', 'play').text}cd table\n{commands}echo all done\n"
    packages = Path(attrs.__file__).parent.parent, Path(rulewright.__file__).parent.parent
    environment = {
        "PATH": f"{bin}:/usr/bin:/bin",
        "HOME": str(tmp_path),
        "PACKAGES": "".join(f"{each}\n" for each in packages),
        "TERM": "dumb",
    }

    done = subprocess.run(
        ["bash", "-c", script], input="", text=True, capture_output=True, cwd=tmp_path,
        env=environment, timeout=120, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("all done\n")
    assert "no complaints" in done.stdout
    assert "20 games" in done.stdout


def test_the_two_commands_need_nothing_but_python() -> None:
    for tag in ("play", "tests"):
        steps = block("sh", tag).text.strip().split(" && ")
        assert steps[:2] == ["python3 -m venv .venv", ". .venv/bin/activate"]
        assert all(step.split()[0] in ("pip", "python", "rulewright") for step in steps[2:])


def test_it_is_short() -> None:
    assert len(PAGE.read_text(encoding="utf-8").splitlines()) <= 120


def test_links_lead_to_files() -> None:
    links = re.findall(r"\]\(([^)#\s]+)\)", PAGE.read_text(encoding="utf-8"))

    assert [link for link in links if not (ROOT / link).exists()] == []
