"""The colours of labels: those of the edition, and for the rest a palette."""

from pathlib import Path

from game.kit import make_rules
from rulewright.cli.terminal.table_view.card_styles import PALETTE, card_styles_of
from rulewright.runtime.session.games import Rules

RULES = """
flow
    play opening
phase opening
    tell "hm"
"""


def rules(folder: Path, looks: str) -> Rules:
    made = make_rules(folder, RULES)
    edition = folder / "stall.yaml"
    edition.write_text(f"{edition.read_text()}{looks}")
    return made.load(edition)


def test_without_a_word_of_the_edition_the_palette_is_used(tmp_path: Path) -> None:
    assert card_styles_of(rules(tmp_path, "")).styles == {
        "sweet": PALETTE[0],
        "half-sour": PALETTE[1],
    }


def test_an_edition_says_how_a_label_looks(tmp_path: Path) -> None:
    looks = card_styles_of(rules(tmp_path, f"looks: {{half-sour: {PALETTE[0]}}}\n"))
    # The colour that is taken is not given again.
    assert looks.styles == {"sweet": PALETTE[1], "half-sour": PALETTE[0]}


def test_colours_in_the_words_of_the_terminal(tmp_path: Path) -> None:
    looks = card_styles_of(rules(tmp_path, "looks: {sweet: bright-red, half-sour: grey}\n"))
    assert looks.styles == {"sweet": "bright_red", "half-sour": "bright_black"}
    assert looks.label("sweet").style == "bright_red"


def test_all_colours_are_there() -> None:
    from rich.style import Style

    from rulewright.cli.terminal.table_view.card_styles import style_of
    from rulewright.language.edition.edition import COLOURS

    assert len({Style.parse(style_of(colour)) for colour in COLOURS}) == len(COLOURS) == 15
