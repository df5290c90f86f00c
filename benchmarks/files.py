"""The files through which a problem reaches the peers, and their answers come back.

In: relations, or a file of answers. Out: a folder with the rows in each peer's own format, or a
`Digest`. Guarantee: a digest depends on the set of answers, not on their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from sys import intern
from zlib import crc32

from benchmarks.generators import Relations
from rulings.language.program import Row, Value


@dataclass(frozen=True, slots=True)
class Digest:
    """How many answers there are and the sum of their hashes."""

    count: int
    checksum: int


def write_problem(relations: Relations, folder: Path) -> None:
    """Write `NAME.facts` (tab-separated), `facts.pl` (also clingo's syntax) and `facts.egg`."""
    for name, rows in relations.items():
        _write_lines(folder / f"{name}.facts", ("\t".join(map(str, row)) for row in rows))
    every = [(name, row) for name, rows in relations.items() for row in rows]
    _write_lines(
        folder / "facts.pl", (f"{name}({', '.join(map(str, row))})." for name, row in every)
    )
    _write_lines(
        folder / "facts.egg", (f"({name} {' '.join(map(_egglog, row))})" for name, row in every)
    )


def read_relations(folder: Path) -> Relations:
    """Read every `NAME.facts` of a folder."""
    return {path.stem: read_rows(path) for path in sorted(folder.glob("*.facts"))}


def read_rows(path: Path) -> list[Row]:
    """Read tab-separated rows; a column of what looks like integers is one of integers."""
    text = path.read_text(encoding="utf-8")
    width = text.partition("\n")[0].count("\t") + 1
    cells = text.split()
    return list(zip(*(_values(cells[i::width]) for i in range(width)), strict=True))


def write_answers(path: Path, rows: Iterable[Row], undefined: Iterable[Row] = ()) -> None:
    """Write one answer a line; undefined ones say so in a last column."""
    _write_lines(path, _answer_lines(rows, undefined))


def digest(path: Path) -> Digest:
    """Return the digest of a file of answers."""
    count = checksum = 0
    with path.open("rb") as lines:
        for line in lines:
            count += 1
            checksum += crc32(line.strip())
    return Digest(count, checksum % 2**64)


def _answer_lines(rows: Iterable[Row], undefined: Iterable[Row]) -> Iterator[str]:
    for row in rows:
        yield "\t".join(map(str, row))
    for row in undefined:
        yield "\t".join(map(str, (*row, "undefined")))


def _write_lines(path: Path, lines: Iterable[str]) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)


def _values(column: list[str]) -> list[Value]:
    try:
        return list(map(int, column))
    except ValueError:
        return list(map(intern, column))


def _egglog(value: Value) -> str:
    return str(value) if isinstance(value, int) else f'"{value}"'
