"""A page is spoilt at one place at a time, nowhere where no test could see it, and back as it was afterwards."""

from __future__ import annotations

from knowing.planting import otherwise, page_of, source_of
from tools.mutate_knowing import PAGES, TESTS, known
from tools.spoiling import mutants

TEXT = '''\
class Box:
    """A box."""

    size: int = 1 + 2

    def fits(self, other: int | None = 3) -> bool:
        """Whether it fits."""
        if other is None and self.size:
            return False
        self.tried = [other, 4]
        return self.size > other
'''


def test_what_is_done_is_spoilt_and_not_what_is_declared() -> None:
    found = [mutant.what for mutant in mutants(TEXT)]

    assert found == [
        "if other is None and self.size: return False => if not (other is None and self.size): return False",
        "other is None and self.size => other is None or self.size",
        "other is None => other is not None",
        "False => True",
        "self.tried = [other, 4] => -",
        "[other, 4] => [4]",
        "[other, 4] => [other]",
        "4 => 5",
        "self.size > other => self.size >= other",
    ]
    assert {mutant.where for mutant in mutants(TEXT)} == {"Box.fits"}


def test_every_page_can_be_spoilt_and_what_is_known_to_survive_is_there() -> None:
    names = list[str]()
    for page, tests in PAGES.items():
        names += [f"{page}: {each.name}" for each in mutants(source_of(page), named_only=True)]
        for file, _, test in (test.partition("::") for test in tests):
            function = test.partition("[")[0]
            assert not function or f"def {function}" in (TESTS / file).read_text("utf-8")
            assert (TESTS / file).exists()

    assert len(set(names)) == len(names) > 1000
    assert set(known()) <= set(names)


def test_a_page_is_otherwise_for_as_long_as_it_is_said() -> None:
    page = page_of("runtime.ir.random_stream")
    row = [0] * 9
    spoilt = source_of("runtime.ir.random_stream").replace(
        "def below(", "def below(row, n):\n    return 17\n\n\ndef _below("
    )

    with otherwise("runtime.ir.random_stream", spoilt):
        assert page.below(row, 1) == 17
    assert page.below(row, 1) == 0
