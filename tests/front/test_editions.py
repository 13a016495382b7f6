"""`rulewright editions`."""

from pathlib import Path

from front.kit import Shell
from rulewright.library import find_library


def test_every_shipped_edition_is_listed(shell: Shell) -> None:
    shown = shell.run("editions").stdout

    for path in (find_library().root / "editions").glob("*.yaml"):
        assert f"{path.stem}: " in shown
    assert "Played when you name none: classic (named by default)." in shown


def test_the_list_for_programs(shell: Shell) -> None:
    told = {each["id"]: each for each in shell.json("editions", "--json")}

    assert told["classic"]["players"] == [2, 7]
    assert "shorter-game" in told["classic"]["options"]
    assert all(each["name"] for each in told.values())


def test_a_wrong_configuration_is_told_after_the_list(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "rulewright.yaml").write_text("edition: [\n", encoding="utf-8")

    result = shell.run("editions", exit_code=2)

    assert "classic: " in result.stdout
    assert "rulewright.yaml" in result.stderr
