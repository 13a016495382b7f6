"""Records and drafts: classes that attrs finishes when the first of one is made."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import ClassVar

import pytest
from attrs import fields

from rulewright.base.records import Draft, KeywordRecord, Record, declared_fields, evolve, field


class Place(Record):
    """A place that does not count."""

    KNOWN: ClassVar[int] = 3

    at: int = field(eq=False, repr=False)


class Name(Place):
    """A name with words of its own."""

    text: str
    words: tuple[str, ...] = ()


class Named(KeywordRecord):
    """What is made of words alone."""

    first: int = 1
    second: str


class Work(Draft):
    """What is worked on."""

    done: list[int] = field(factory=list)


def test_a_record_has_what_its_class_and_those_above_declare() -> None:
    made = Name(1, "Bard", ("a",))

    assert (made.at, made.text, made.words) == (1, "Bard", ("a",))
    assert Name(1, "Bard").words == ()
    assert repr(made) == "Name(text='Bard', words=('a',))"
    assert [each.name for each in fields(Name)] == ["at", "text", "words"]
    assert declared_fields(Name) == {"at": "int", "text": "str", "words": "tuple[str, ...]"}
    with pytest.raises(TypeError):
        Name(1)  # type: ignore[call-arg]


def test_equal_are_two_of_a_class_with_equal_fields_that_count() -> None:
    assert Name(1, "Bard") == Name(2, "Bard") != Name(1, "Fool")
    assert hash(Name(1, "Bard")) == hash(Name(2, "Bard"))
    assert Place(1) != Name(1, "Bard")
    assert evolve(Name(1, "Bard"), text="Fool") == Name(1, "Fool")


def test_what_is_made_by_words_is_made_by_words_alone() -> None:
    assert Named(second="b") == Named(first=1, second="b")
    with pytest.raises(TypeError):
        Named(1, "b")  # type: ignore[call-arg]


def test_what_was_packed_is_found_again_where_nothing_of_its_class_was_made() -> None:
    packed = pickle.dumps(Name(1, "Bard"))

    class Fresh(Record):
        text: str

    bare = object.__new__(Fresh)
    object.__setattr__(bare, "text", "Bard")

    assert pickle.loads(packed) == Name(1, "Bard")
    assert evolve(bare, text="Fool") == Fresh("Fool")


def test_nobody_sets_what_a_record_does_not_have() -> None:
    with pytest.raises(AttributeError):
        Name(1, "Bard").other = 2  # type: ignore[attr-defined]


def test_two_threads_finish_one_class() -> None:
    for _ in range(20):

        class Shared(Record):
            text: str
            number: int = 3

        ready = Barrier(4)

        def make(_: int, made: type[Shared] = Shared, ready: Barrier = ready) -> Shared:
            ready.wait()
            return made("a")

        with ThreadPoolExecutor(4) as pool:
            assert {(each.text, each.number) for each in pool.map(make, range(4))} == {("a", 3)}


def test_a_draft_is_equal_to_itself_alone() -> None:
    one, other = Work(), Work()
    one.done.append(1)

    assert one == one != other
    assert other.done == []
    assert len({one, other}) == 2


def test_positions_in_a_pattern_are_fields_also_of_what_was_unpickled() -> None:
    class Pair(Place):
        text: str

    bare = object.__new__(Pair)
    object.__setattr__(bare, "at", 1)
    object.__setattr__(bare, "text", "Bard")

    match bare:
        case Pair(at, text):
            assert (at, text) == (1, "Bard")
        case _:
            pytest.fail("no match")


def test_defaults_are_made_for_each_instance_and_converted() -> None:
    class Rich(Draft):
        given: tuple[int, ...] = field(converter=tuple)
        plain: int = 3
        found: list[int] = field(factory=list)
        _hidden: dict[str, int] = field(factory=dict)
        left: int = field(init=False, default=7)

        def __attrs_post_init__(self) -> None:
            self.left += self.plain

    class Plain(Draft):
        found: list[int] = field(factory=list)
        _hidden: int = 1
        left: int = field(init=False, default=7)

    rich, plain = Rich([1]), Plain(hidden=4)  # type: ignore[arg-type, call-arg]

    assert (rich.given, rich.found, rich._hidden, rich.left) == ((1,), [], {}, 10)
    assert Rich([1], found=rich.found).found is rich.found is not Rich([1]).found  # type: ignore[arg-type]
    assert (plain.found, plain._hidden, plain.left) == ([], 4, 7)
    assert evolve(plain, found=[2])._hidden == 4
