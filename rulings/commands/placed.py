"""Where findings stand, told from the working directory.

In: diagnostics of a rulebook, which name its files from the rulebook's folder. Out: the same
diagnostics with paths that an editor can follow. Guarantee: files of one name in two rulebooks
are told apart; what is no file keeps its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from rulings.language.diagnostics import Diagnostic
from rulings.language.source import Source, Span
from rulings.records import replace


def placed(found: Iterable[Diagnostic], home: Path) -> Iterator[Diagnostic]:
    """Name the files of what was found in the rulebook in `home`, or in a layer beside it."""
    home, here = home.resolve(), Path.cwd()
    renamed: dict[Source, Source] = {}

    def moved(span: Span | None) -> Span | None:
        if span is None:
            return None
        source = span.source
        if source not in renamed:
            at = _file(source.name, home)
            renamed[source] = source if at is None else Source(_shown(at, home, here), source.text)
        return replace(span, source=renamed[source])

    for one in found:
        notes = tuple(replace(note, span=moved(note.span)) for note in one.notes)
        yield replace(one, span=moved(one.span), notes=notes)


def _file(name: str, home: Path) -> Path | None:
    """The file that a rulebook or a layer beside it calls so."""
    places = (home / name, home / "situations" / name, home.parent / name)
    return next((place for place in places if place.is_file()), None)


def _shown(file: Path, home: Path, here: Path) -> str:
    """A path from the working directory, or from the folder that the rulebook is in, or whole."""
    above = next((one for one in (here, home.parent) if file.is_relative_to(one)), None)
    return file.as_posix() if above is None else file.relative_to(above).as_posix()
