"""Nothing that a file says, or is called, is an order to a build server or a terminal, in whatever is printed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hostile.kit import acting, game
from hostile.limits import run_limited
from rulewright.language.text import escape_line, escape_text, json_text

ORDERS = ("::stop-commands::x", "##[add-mask]e", "  ::error file=x::forged", "##vso[task.complete]")
SIGNS = "\x1b[31m\u202e\x9b"
OURS = re.compile(r"::(?:error|warning|notice) (?:file=[^\n]*)?title=[EY]\d{4}::")
"""What `--format github` is there for."""

PLUGIN = {
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    "PYTEST_PLUGINS": "rulewright.testing.pytest_plugin",
}

FOLDERS = ("a\n::error::forged name", "::error::x", "##[add-mask]x")

FORMATS = ("text", "github", "json", "sarif", "junit")


def assert_no_orders(said: str, *, github: bool = False) -> None:
    for line in said.splitlines():
        ordered = line.lstrip().startswith("::") and not re.match(r"\s*::: ", line)
        assert not ordered or (github and OURS.match(line)), line
        assert not re.search(r"##\w*\[", line), line
    assert not [sign for sign in ("\x1b", "\u202e", "\x9b") if sign in said]


@pytest.fixture(params=FOLDERS, ids=ascii)
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A game that tells orders, with mistakes whose places quote them, and scenarios that fail."""
    place = tmp_path / "work" / str(request.param)
    place.mkdir(parents=True)
    tells = [f'tell "{order}{SIGNS}"' for order in ORDERS]
    more = 'card Joker\n    rank 0\n    reading "made up"\n'
    for name, text in game(more, acting(*tells)).items():
        (place / name).write_text(text)
    steps = "    when\n        A acts\n    then\n        A's points is 7\n\n"
    scenarios = "".join(
        f'scenario "{order}{SIGNS}"\n    in "hostile.yaml", 2 players\n{steps}' for order in ORDERS
    )
    (place / "own.scenarios.rules").write_text(scenarios)
    (place / "wrong.rules").write_text("".join(f"{order} {SIGNS}\n" for order in ORDERS))
    (place / "wrong.yaml").write_text(
        'edition: wrong\nextends: hostile\n"::error::x": 1\n"##[group]": "\\e[2J"\n'
    )
    (place / "::notice::y.rules").write_text("##[add-mask]e\n")
    return place


@pytest.mark.sampled(3)
@pytest.mark.parametrize("form", FORMATS)
def test_check(folder: Path, form: str) -> None:
    for args in (["."], [folder.name], [f"./{folder.name}/wrong.rules"]):
        place = folder if args == ["."] else folder.parent
        ran = run_limited(["check", *args, "--format", form], place)
        assert ran.code
        assert_no_orders(ran.said, github=form == "github")


@pytest.mark.parametrize("options", [(), ("-v",), ("--step",), ("--coverage",)], ids=" ".join)
def test_test(folder: Path, options: tuple[str, ...]) -> None:
    for name in ("::notice::y.rules", "wrong.rules", "wrong.yaml"):
        (folder / name).unlink()
    for place, name in ((folder, "."), (folder.parent, folder.name)):
        ran = run_limited(["test", *options, name], place)
        assert ran.code
        assert "stop-commands" in ran.said
        assert_no_orders(ran.said)


@pytest.mark.sampled(3)
@pytest.mark.rotating
def test_pytest(folder: Path) -> None:
    """But for where it was called, which pytest says itself."""
    code = "import sys, pytest; sys.exit(pytest.main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", code, "-rA", "-vv", "-p", "no:cacheprovider", "own.scenarios.rules"],
        cwd=folder, capture_output=True, text=True, timeout=120, check=False,
        env={**os.environ, **PLUGIN},
    )  # fmt: skip

    assert "stop-commands" in done.stdout
    assert_no_orders(done.stdout.partition("collected")[2])


def test_what_is_read_as_json_is_what_was_written() -> None:
    data = {"a": [f'é {SIGNS} {" ".join(ORDERS)} \udcff \U0001f600 \U000e0001\t\n\\ "']}
    text = json_text(data)

    assert json.loads(text) == data
    assert_no_orders(text)
    assert "é" in text


def test_orders_are_shown_sign_by_sign() -> None:
    assert (
        escape_text("::error::x\n a::b ##[c] ###[d]")
        == "\\x3a:error::x\n a::b \\x23#[c] #\\x23#[d]"
    )
    assert escape_text("  ::: own.rules:3:4") == "  ::: own.rules:3:4"
    assert escape_line(":\n::x") == r"\x3a\n::x"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
@pytest.mark.parametrize("form", FORMATS)
def test_a_name_that_is_not_utf_8(tmp_path: Path, form: str) -> None:
    (tmp_path / "work").mkdir()
    Path(os.fsdecode(os.fsencode(tmp_path / "work") + b"/\xff.rules")).write_text("nonsense\n")

    ran = run_limited(["check", ".", "--format", form], tmp_path / "work")

    assert ran.code == 1
    if form in ("json", "sarif"):
        assert json.loads(ran.out)
