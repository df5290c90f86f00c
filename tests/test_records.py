"""Data classes of our own making are to everybody those of the standard library."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from rulings import records


@records.dataclass(frozen=True, slots=True)
class Point:
    """Frozen, with slots."""

    x: int
    y: int = 2
    tags: tuple[str, ...] = records.field(default=(), compare=False, repr=False)
    seen: list[int] = records.field(default_factory=list, compare=False)
    kind: ClassVar[str] = "point"


@records.dataclass(frozen=True, slots=True, weakref_slot=True)
class Placed(Point):
    """A subclass with a field more."""

    z: int = 0

    @property
    def total(self) -> int:
        """Computed."""
        return self.x + self.y + self.z


@records.dataclass(slots=True)
class Counter:
    """It changes, and works something out."""

    start: int
    step: int = records.field(default=1, kw_only=True)
    next: int = records.field(init=False)

    def __post_init__(self) -> None:
        self.next = self.start + self.step


def _classes(library: Any) -> SimpleNamespace:
    """Return the same classes as made by `library`."""

    @library.dataclass(frozen=True, slots=True)
    class Pair:
        one: int
        two: tuple[int, ...] = ()
        note: str = library.field(default="", compare=False, repr=False)

    @library.dataclass(frozen=True, slots=True)
    class Triple(Pair):
        three: list[int] = library.field(default_factory=list, compare=False)

    @library.dataclass(frozen=True, eq=False)
    class Named:
        name: str = library.field(repr=False)
        size: int = library.field(default=3, kw_only=True)

    @library.dataclass(slots=True)
    class Changing:
        value: int
        twice: int = library.field(init=False)

        def __post_init__(self) -> None:
            self.twice = 2 * self.value

    @library.dataclass(frozen=True)
    class Own:
        value: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Own) and self.value % 2 == other.value % 2

        def __hash__(self) -> int:
            return self.value % 2

        def __repr__(self) -> str:
            return "own"

    return SimpleNamespace(**{kind.__name__: kind for kind in (Pair, Triple, Named, Changing, Own)})


_ACTIONS: tuple[Callable[[SimpleNamespace], object], ...] = (
    lambda known: repr(known.Pair(1)).replace("_classes.<locals>.", ""),
    lambda known: repr(known.Triple(1, (2,), "x", [3])),
    lambda known: repr(known.Named("a", size=4)),
    lambda known: repr(known.Changing(4)),
    lambda known: repr(known.Own(4)),
    lambda known: known.Pair(1, note="a") == known.Pair(1, note="b"),
    lambda known: known.Pair(1) == known.Triple(1),
    lambda known: known.Pair(1) != known.Pair(2),
    lambda known: known.Triple(1, three=[1]) == known.Triple(1, three=[2]),
    lambda known: known.Named("a") == known.Named("a"),
    lambda known: known.Own(1) == known.Own(3),
    lambda known: known.Changing(1) == known.Changing(1),
    lambda known: hash(known.Pair(1)) == hash(known.Pair(1, note="b")),
    lambda known: len({known.Pair(1), known.Pair(1), known.Pair(2)}),
    lambda known: len({known.Own(1), known.Own(3), known.Own(2)}),
    lambda known: hash(known.Changing(1)),
    lambda known: known.Pair(),
    lambda known: known.Pair(1, 2, 3, 4),
    lambda known: known.Pair(1, one=1),
    lambda known: known.Pair(1, four=1),
    lambda known: known.Named("a", 4),
    lambda known: setattr(known.Pair(1), "one", 2),
    lambda known: delattr(known.Pair(1), "one"),
    lambda known: setattr(known.Changing(1), "value", 2),
    lambda known: setattr(known.Changing(1), "other", 2),
    lambda known: known.Pair.__match_args__,
    lambda known: known.Named.__match_args__,
    lambda known: known.Changing.__match_args__,
    lambda known: known.Triple.__slots__,
    lambda known: known.Named.size,
    lambda known: str(inspect.signature(known.Pair)),
    lambda known: str(inspect.signature(known.Named)),
    lambda known: [one.name for one in dataclasses.fields(known.Triple)],
    lambda known: [one.name for one in dataclasses.fields(known.Changing(1))],
    lambda known: dataclasses.asdict(known.Triple(1, (2,), "x", [3])),
    lambda known: repr(dataclasses.replace(known.Pair(1), two=(4,))),
    lambda known: dataclasses.replace(known.Changing(1), twice=5),
    lambda known: dataclasses.is_dataclass(known.Own) and dataclasses.is_dataclass(known.Own(1)),
)


def _outcome(action: Callable[[SimpleNamespace], object], known: SimpleNamespace) -> object:
    try:
        return action(known)
    except Exception as problem:
        return type(problem), str(problem)


@pytest.mark.parametrize("action", _ACTIONS)
def test_a_class_does_what_that_of_the_standard_library_does(
    action: Callable[[SimpleNamespace], object],
) -> None:
    """When it is compiled, and later."""
    theirs, ours = _classes(dataclasses), _classes(records)
    wanted = _outcome(action, theirs)
    for _ in range(2):
        assert _outcome(action, ours) == wanted


def test_a_class_of_the_standard_library_may_rest_on_one_of_ours() -> None:
    @dataclasses.dataclass(frozen=True)
    class Further(Point):
        w: int = 9

    assert repr(Further(1)).endswith("Further(x=1, y=2, seen=[], w=9)")
    with pytest.raises(TypeError, match="cannot inherit non-frozen"):
        dataclasses.dataclass(type("Loose", (Point,), {}))


@pytest.mark.parametrize("found", [Point(1, 2, ("a",)), Placed(1, z=4), Counter(3, step=2)])
def test_objects_are_copied_pickled_and_replaced(found: Any) -> None:
    for again in (copy.copy(found), copy.deepcopy(found), pickle.loads(pickle.dumps(found))):
        assert again == found
        assert repr(again) == repr(found)
    assert records.replace(found) == dataclasses.replace(found) == found
    assert [one.name for one in records.fields(found)] == [
        one.name for one in dataclasses.fields(found)
    ]


def test_each_object_has_defaults_of_its_own() -> None:
    for _ in range(2):
        Point(1).seen.append(1)
        assert Point(1).seen == []
    assert Placed(1, z=4).total == 7
    assert Point.kind == "point"
