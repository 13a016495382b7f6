"""`rulewright editions`."""

from pathlib import Path

from front.kit import Shell
from rulewright.base.library import find_library


def test_every_shipped_edition_is_listed(shell: Shell) -> None:
    shown = shell.run("editions").stdout

    for path in (find_library().root / "editions").glob("*.yaml"):
        assert f"{path.stem}: " in shown
    assert "Default edition: classic (set by default)." in shown


def test_an_edition_stands_under_the_one_that_it_extends(shell: Shell) -> None:
    lines = shell.run("editions").stdout.splitlines()
    ids = [line.split(":")[0] for line in lines if line.endswith(" players")]

    classic, first = ids.index("classic"), ids.index("  first-edition")
    assert classic < first
    assert all(id_.startswith("  ") for id_ in ids[classic + 1 : first])
    below = lines[lines.index("    achiles: Citadels of Achiles, 3-8 players") :]
    assert "        with the options of lost-cities except crown-by-lot" in below[: below.index("")]
    assert not any("--option" in line for line in below[: below.index("")])
    stem = lines[lines.index("classic: Citadels, 2-7 players") :]
    assert any("--option shorter-game" in line for line in stem[: stem.index("")])


def test_options_that_are_not_inherited_are_not_promised(shell: Shell) -> None:
    told = {each["id"]: each for each in shell.json("editions", "--json")["editions"]}
    families = shell.run("editions").stdout.split("\n\n")
    blocks = {block.split(":")[0].strip(): " ".join(block.split()) for block in families}

    assert "gather-first" in told["classic"]["options"]
    assert "gather-first" not in told["french"]["options"]
    assert (
        "of classic except library-keeps-two, shared-victory, crown-by-lot"
        in blocks["first-edition"]
    )
    without = (
        "gather-first, shared-victory, crown-by-lot, many-bonus, alchemist-at-once, wizard-once"
    )
    assert blocks["french"].endswith(f"with the options of lost-cities except {without}")
    shared = {"gather-first", "idle-income", "crown-by-lot", "complete-at-the-end"}
    assert told["modern"]["options"].keys() & told["classic"]["options"].keys() == shared
    assert blocks["modern"].endswith(
        "with gather-first, idle-income, crown-by-lot, complete-at-the-end of classic"
    )
    assert blocks["lost-cities"].endswith("with the options of classic")


def test_the_list_in_french(shell: Shell) -> None:
    shown = " ".join(shell.run("editions", "--lang", "fr").stdout.split())

    assert "avec les options de lost-cities, sauf gather-first" in shown


def test_the_list_for_programs(shell: Shell) -> None:
    told = {each["id"]: each for each in shell.json("editions", "--json")["editions"]}

    assert told["classic"]["players"] == [2, 7]
    assert (told["classic"]["extends"], told["first-edition"]["extends"]) == (None, "classic")
    assert told["lost-cities"]["options"].keys() >= told["classic"]["options"].keys()
    assert "shorter-game" in told["classic"]["options"]
    assert all(each["name"] for each in told.values())


def test_a_wrong_configuration_is_told_after_the_list(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "rulewright.yaml").write_text("edition: [\n", encoding="utf-8")

    result = shell.run("editions", exit_code=2)

    assert "classic: " in result.stdout
    assert "rulewright.yaml" in result.stderr
