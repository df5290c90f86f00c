"""Files to programs.

In: the path of a `.dl` file, or a text. Out: its `Program`, with everything it includes.
Guarantee: includes stay within the folder of the first file, whatever links lie there; a file
is read once; cycles are reported with every include; all files are read before anything is
raised.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from rulings.doors.incoming import PROGRAM_BYTES, Refused, read_bytes
from rulings.language.catalogue import diagnose, mistake
from rulings.language.check import check, examine
from rulings.language.diagnostics import Diagnostic, Note, RulingsError
from rulings.language.parse import parse
from rulings.language.program import Program
from rulings.language.source import Source, Span
from rulings.language.syntax import IncludeStatement, SourceUnit
from rulings.records import dataclass, field


def load(program: str | os.PathLike[str] | Source) -> Program:
    """Return a checked program.

    `program` is a path, a `Source`, or program text; a `str` without line breaks that ends in
    `.dl` is a path. Raises RulingsError with every problem of all files.
    """
    units, problems = read_units(program)
    return check(units, problems=problems)


def load_examined(
    program: str | os.PathLike[str] | Source, *, unsaved: Mapping[Path, str] | None = None
) -> tuple[Program | None, list[Diagnostic]]:
    """As `load`, but return the problems, warnings and notes included, instead of raising.

    `unsaved` are texts that stand for what is on disk, by the real paths of the files.
    """
    units, problems = read_units(program, unsaved=unsaved)
    return examine(units, problems=problems)


def read_units(
    *programs: str | os.PathLike[str] | Source, unsaved: Mapping[Path, str] | None = None
) -> tuple[list[SourceUnit], list[Diagnostic]]:
    """Parse texts or files and all they include, includes first; `unsaved` as `load_examined`."""
    reading = _ReadFiles(unsaved or {})
    for program in programs:
        if isinstance(program, Source):
            reading.text(program)
        elif isinstance(program, str) and ("\n" in program or not program.endswith(".dl")):
            reading.text(Source("<text>", program))
        else:
            reading.file(Path(program))
    return reading.units, reading.problems


def read_source(
    path: Path, name: str, span: Span | None = None, *, within: Path | None = None
) -> Source:
    """Read a file that lies in `within`, unless the user named it himself.

    Raises RulingsError (RUL001, RUL002); `span` is where it was asked for.
    """
    try:
        data = read_bytes(path, within=within, limit=PROGRAM_BYTES)
    except Refused as refused:
        raise mistake("RUL001", span, path=name, reason=str(refused)) from None
    return decode(data, name)


def decode(data: bytes, name: str) -> Source:
    """Turn bytes into a source. Raises RulingsError (RUL002) when they are not UTF-8."""
    try:
        return Source(name, data.decode("utf-8"))
    except UnicodeDecodeError as problem:
        text = data.decode("utf-8", "replace")
        source = Source(name, text)
        offset = len(data[: problem.start].decode("utf-8"))
        place = Span(source, offset, offset + 1)
        byte = data[problem.start]
        raise mistake("RUL002", place, path=name, offset=problem.start, byte=byte) from None


@dataclass(slots=True)
class _OpenFile:
    """A file whose includes are being read."""

    path: Path
    name: str
    unit: SourceUnit
    pending: list[IncludeStatement]


@dataclass(slots=True)
class _ReadFiles:
    unsaved: Mapping[Path, str]
    units: list[SourceUnit] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)
    done: set[Path] = field(default_factory=set)

    def text(self, source: Source) -> None:
        """Read a text that lies in no folder and so includes nothing."""
        unit, problems = parse(source)
        self.problems += problems
        self.units.append(unit)
        for include in _includes(unit):
            how = "stands in a text that lies in no folder"
            self.problems.append(diagnose("RUL003", include.path_span, path=include.path, how=how))

    def file(self, path: Path) -> None:
        """Read a file and what it includes, depth first, without Python recursion."""
        folder = _real(path).parent
        stack = [*self._open(path, os.fspath(path), None, None)]
        while stack:
            current = stack[-1]
            if not current.pending:
                self.units.append(current.unit)
                stack.pop()
                continue
            include = current.pending.pop(0)
            target = self._target(current.path, folder, include)
            if target is None:
                continue
            opened = [_real(one.path) for one in stack]
            if _real(target) in opened:
                self._cycle(stack[opened.index(_real(target)) :], include)
                continue
            name = os.path.join(os.path.dirname(current.name), include.path)
            stack += self._open(target, name, include.path_span, folder)

    def _open(
        self, path: Path, name: str, span: Span | None, within: Path | None
    ) -> Iterator[_OpenFile]:
        """Yield a file to be read, if it can be and was not before."""
        real = _real(path)
        if real in self.done:
            return
        self.done.add(real)
        try:
            if real in self.unsaved:
                source = Source(name, self.unsaved[real])
            else:
                source = read_source(path, name, span, within=within)
        except RulingsError as error:
            self.problems += error.diagnostics
            return
        unit, problems = parse(source)
        self.problems += problems
        yield _OpenFile(path, name, unit, list(_includes(unit)))

    def _target(self, including: Path, folder: Path, include: IncludeStatement) -> Path | None:
        written = include.path
        parts = PurePosixPath(written.replace("\\", "/")).parts
        how = ""
        if written.startswith(("/", "\\", "~")) or (len(written) > 1 and written[1] == ":"):
            how = "is an absolute path"
        elif ".." in parts:
            how = "climbs out of its folder with `..`"
        elif "\0" in written:
            how = "is not a path"
        target = including.parent / written
        if not how and not _real(target).is_relative_to(folder):
            how = "leads out of the folder through a link"
        if how:
            self.problems.append(diagnose("RUL003", include.path_span, path=written, how=how))
            return None
        return target

    def _cycle(self, stack: list[_OpenFile], include: IncludeStatement) -> None:
        notes: list[Note] = []
        for opened, after in itertools.pairwise(stack):
            for statement in _includes(opened.unit):
                if _real(opened.path.parent / statement.path) == _real(after.path):
                    notes.append(Note(f'"{statement.path}" is included', statement.path_span))
                    break
        names = [os.path.basename(opened.name) for opened in stack]
        shown = " → ".join([*names, names[0]])
        self.problems.append(
            diagnose("RUL004", include.path_span, notes, path=include.path, cycle=shown)
        )


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _includes(unit: SourceUnit) -> Sequence[IncludeStatement]:
    return [s for s in unit.statements if isinstance(s, IncludeStatement)]
