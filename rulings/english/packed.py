"""Words of a rulebook that are unpacked when they are looked at.

In: templates, or anything of which a line that fits needs nothing. Out: the same, packed, as an
earlier process left it. Guarantee: what is looked at twice is unpacked once.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Generic, TypeVar, overload

from rulings.english.template import Template
from rulings.rulebook.kept_pieces import Pieces

_BLOCK = 64
"""So many templates are read together; a line looks at a few in each of a few blocks."""
K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")


class PackedTemplates(Sequence[Template]):
    """Templates in blocks of bytes, which `block` gives by their numbers."""

    __slots__ = ("_block", "_blocks", "_count", "_made")

    def __init__(self, block: Callable[[int], bytes | memoryview], count: int) -> None:
        self._block = block
        self._count = count
        self._blocks: dict[int, Pieces] = {}
        self._made: dict[int, Template] = {}

    @staticmethod
    def of(templates: Sequence[Template]) -> PackedTemplates:
        """Pack templates."""
        packed = [marshal.dumps(_fields(template)) for template in templates]
        starts = range(0, len(packed), _BLOCK)
        blocks = [Pieces.joined(packed[start : start + _BLOCK]) for start in starts]
        return PackedTemplates(blocks.__getitem__, len(packed))

    def __reduce__(self) -> tuple[Callable[..., PackedTemplates], tuple[list[bytes], int]]:
        """Pickle as packed."""
        return _in_blocks, (self.blocks(), self._count)

    def blocks(self) -> list[bytes]:
        """Return all blocks."""
        return [bytes(self._block(number)) for number in range(-(-self._count // _BLOCK))]

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Template: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Template]: ...
    def __getitem__(self, index: int | slice) -> Template | Sequence[Template]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(self._count)))
        found = self._made.get(index)
        if found is None:
            if not 0 <= index < self._count:
                raise IndexError(index)
            number, place = divmod(index, _BLOCK)
            block = self._blocks.get(number)
            if block is None:
                block = self._blocks.setdefault(number, Pieces.of(self._block(number)))
            found = self._made.setdefault(index, Template(*marshal.loads(block[place])))
        return found


def _in_blocks(blocks: list[bytes], count: int) -> PackedTemplates:
    return PackedTemplates(blocks.__getitem__, count)


def _fields(template: Template) -> tuple[Any, ...]:
    return tuple(getattr(template, name) for name in Template.__match_args__)


class PackedMapping(Mapping[K, V]):
    """A mapping whose values, but for those that are ready, are unpacked when they are looked at.

    `packed` are the numbers by which `unpack` knows them.
    """

    __slots__ = ("_made", "_packed", "_ready", "_unpack")

    def __init__(
        self, ready: Mapping[K, V], packed: Mapping[K, int], unpack: Callable[[int], V]
    ) -> None:
        self._ready = ready
        self._packed = packed
        self._unpack = unpack
        self._made: dict[K, V] = dict(ready)

    def __reduce__(self) -> tuple[type[dict[K, V]], tuple[dict[K, V]]]:
        """Pickle with all values: what unpacks them belongs to this process."""
        return dict, (dict(self),)

    def __getitem__(self, name: K) -> V:
        found = self._made.get(name)
        if found is None:
            found = self._made.setdefault(name, self._unpack(self._packed[name]))
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._ready or name in self._packed

    def __iter__(self) -> Iterator[K]:
        return chain(self._ready, self._packed)

    def __len__(self) -> int:
        return len(self._ready) + len(self._packed)


class Later(Generic[T]):
    """A value that is made when it is looked at."""

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._made: list[T] = []

    def __reduce__(self) -> tuple[Callable[..., Later[T]], tuple[T]]:
        """Pickle with the value."""
        return made, (self.value,)

    @property
    def value(self) -> T:
        """The value, the same each time."""
        if not self._made:
            self._made.append(self._make())
        return self._made[0]


def made(value: T) -> Later[T]:
    """Return a value that is there already."""
    return Later(lambda: value)
