"""Situations: what is said about one table, as text.

In: a ready-made name, a file, a mapping, or lines. Out: a `Situation` of lines with their
places; the session reads them. Guarantee: a text never opens a file but a ready-made situation
of the rulebook, only a `Path` does; unknown keys and names are diagnostics, nothing is dropped,
and `render` writes what `read` reads.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rulings.doors.incoming import is_regular
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.source import Source, Span
from rulings.records import dataclass, field
from rulings.rulebook.document import error, read_source, refusal, suggestion, unknown_keys
from rulings.rulebook.file_keys import shape
from rulings.rulebook.layers import homes
from rulings.rulebook.manifest import JOINT
from rulings.rulebook.yaml_tree import Node, parse_yaml, yaml_text

if TYPE_CHECKING:
    from rulings.rulebook.grid import Layer, Legend

LEGEND = "legend.yaml"
_LONGEST_NAME = 100
SUFFIXES = (".yaml", ".yml", ".json")


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence or fact of a situation."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Situation:
    """One table in words: a title, the edition it was written for, and its lines.

    `grid` is the board as drawn; what it says is already among the lines, and so are, at their
    end, the lines of what `happened`.
    """

    title: str = ""
    edition: str | None = None
    lines: tuple[Line, ...] = ()
    game: str | None = None
    grid: tuple[Layer, ...] = ()
    span: Span | None = field(default=None, compare=False, repr=False)
    happened: tuple[Line, ...] = ()

    def check_fit(self, game: str, edition: str, editions: Iterable[str]) -> None:
        """Raise RulingsError (RUL553) unless a game's edition is the one it was written for.

        `editions` are those that the game has.
        """
        if self.edition not in (None, edition, edition.partition(JOINT)[0]):
            message = f"The situation is for the edition {self.edition}, not {edition}."
            hint = f"Choose that edition: `-e {self.edition}`, `:edition {self.edition}`."
            if self.edition not in editions:
                hint = suggestion(self.edition or "", editions, "edition")
            raise refusal("RUL553", message, self.span, hint)
        if self.game not in (None, game):
            message = f"The situation is one of {self.game}, not of {game}."
            raise refusal("RUL553", message, self.span, "Load that rulebook.")


Description = str | os.PathLike[str] | Mapping[str, object] | Iterable[str] | None


def ready_made(folder: Path) -> dict[str, Path]:
    """Return the situations that ship with a rulebook, by name."""
    found: dict[str, Path] = {}
    for suffix in SUFFIXES:
        for path in sorted(folder.glob(f"situations/*{suffix}")):
            found.setdefault(path.stem, path)
    return found


def at_hand(folder: Path) -> dict[str, Path]:
    """Return the ready-made situations of a rulebook and, for a layer, of what it extends."""
    found: dict[str, Path] = {}
    for home in reversed(tuple(homes(folder))):
        found |= ready_made(home)
    return found


def game_legend(folder: Path) -> Legend:
    """Return what glyphs stand for in a game's drawings, `legend.yaml`; empty without one.

    Raises RulingsError (RUL402, RUL581, RUL582).
    """
    source = _legend_source(folder)
    if source is None:
        return ()
    from rulings.rulebook.grid import read_legend

    return read_legend(parse_yaml(source))


def game_layers(folder: Path) -> tuple[Layer, ...]:
    """Return a drawing without glyphs by a game's own legend; none without a legend."""
    legend = game_legend(folder)
    if not legend:
        return ()
    from rulings.rulebook.grid import Layer

    return (Layer((), legend),)


def _legend_source(folder: Path) -> Source | None:
    for home in homes(folder):
        path = home / LEGEND
        if os.path.lexists(path):
            return read_source(path, within=home)
    return None


def grid_lines(layers: tuple[Layer, ...]) -> tuple[Line, ...]:
    """Return what drawings say, each line with the place of its glyph."""
    from rulings.rulebook.grid import expand

    return tuple(Line(text, span) for text, span in expand(layers))


@dataclass(frozen=True, slots=True)
class SituationFile:
    """A file that describes a table, read. `content` differs wherever what it says may."""

    title: str
    structured: bool
    source: Source
    content: bytes


def open_situation(described: Description, folder: Path) -> SituationFile | None:
    """Read the file that a description names, None when it names none.

    A text opens ready-made situations of the rulebook in `folder` and nothing else. Raises
    RulingsError (RUL601).
    """
    if isinstance(described, os.PathLike):
        path, within = Path(described), None
    elif isinstance(described, str) and (found := _ready(described, folder)) is not None:
        path, within = found, found.parent.parent
    else:
        return None
    source = read_source(path, within=within)
    legend = _legend_source(folder) if "grid" in source.text else None
    parts = (path.name, source.text, legend.text if legend is not None else "")
    content = b"".join(b"%d %b" % (len(part), part.encode()) for part in parts)
    return SituationFile(path.stem, path.suffix in SUFFIXES, source, content)


def read_situation(described: Description | SituationFile, folder: Path) -> Situation:
    """Read a situation. Raises RulingsError (RUL601, RUL602, RUL550, RUL551).

    A text is the name of a ready-made situation or, when it holds a space or a line end,
    sentences and facts, one a line; a `Path` is a file.
    """
    file = described if isinstance(described, SituationFile) else open_situation(described, folder)
    if file is not None:
        return _from_file(file, folder)
    match described:
        case None:
            return Situation()
        case str():
            return _from_text(described, folder)
        case Mapping():
            return _from_mapping(described, folder)
        case _:
            lines = _texts(described)
            return Situation(lines=lines_of(Source("situation", "\n".join(lines))))


def _texts(described: object) -> list[str]:
    """Return several texts. Raises TypeError for what describes no table."""
    if isinstance(described, Iterable) and not isinstance(described, bytes):
        lines = list(described)
        if all(isinstance(line, str) for line in lines):
            return lines
    told = type(described).__name__
    raise TypeError(f"a table is described by a str, Path, mapping or texts, not by {told}")


def _from_file(file: SituationFile, folder: Path) -> Situation:
    """Read YAML or JSON, or a text of one sentence or fact a line."""
    if not file.structured:
        return Situation(file.title, lines=lines_of(file.source))
    root = parse_yaml(file.source)
    return Situation(file.title) if root is None else situation_node(root, file.title, folder)


def situation_node(root: Node, title: str = "", folder: Path | None = None) -> Situation:
    """Read the mapping of a situation file of the game in `folder`."""
    if root.fields is None:
        hint = "Write `given: |` and one sentence a line below it."
        raise refusal("RUL551", "A situation is a mapping.", root.span, hint)
    problems: list[Diagnostic] = unknown_keys(root, shape("situation"), "RUL551")
    texts: dict[str, str] = {}
    for key in ("title", "game", "edition", "note"):
        value = root.field(key)
        if value is not None and value.text is None:
            problems.append(error("RUL551", f'"{key}" must be a text.', value.span))
        elif value is not None:
            texts[key] = value.text or ""
    given = root.field("given")
    lines = given_lines(given, problems) if given is not None else ()
    later = root.field("happened")
    happened = given_lines(later, problems) if later is not None else ()
    drawn = root.field("grid")
    if problems:
        raise RulingsError(problems)
    layers = _layers(drawn, folder) if drawn is not None else ()
    return Situation(
        texts.get("title", title),
        texts.get("edition"),
        grid_lines(layers) + lines + happened,
        texts.get("game"),
        layers,
        root.span,
        happened,
    )


def _layers(drawn: Node, folder: Path | None) -> tuple[Layer, ...]:
    from rulings.rulebook.grid import read_grid

    return read_grid(drawn, game_legend(folder) if folder is not None else ())


def given_lines(node: Node, problems: list[Diagnostic]) -> tuple[Line, ...]:
    """Return the lines of a `given` value: a text of one a line, or a list of texts."""
    found: list[Line] = []
    cursor = node.span.start
    texts: list[str] = []
    if node.items is not None:
        problems += (_no_line(item) for item in node.items if item.text is None)
        texts = [item.text or "" for item in node.items]
    elif node.text is not None:
        texts = node.text.split("\n")
    else:
        problems.append(_no_line(node))
    for text in texts:
        stripped = text.strip()
        if not stripped or stripped.startswith(("#", "%")):
            continue
        start = node.span.source.text.find(stripped, cursor, node.span.end)
        if start < 0:
            found.append(Line(stripped, node.span))
        else:
            cursor = start + len(stripped)
            found.append(Line(stripped, Span(node.span.source, start, cursor)))
    return tuple(found)


def _no_line(node: Node) -> Diagnostic:
    """Say why a value is no sentence; most often a colon made a key of its begin."""
    if node.fields:
        key = node.fields[0][0].text or ""
        message = f'A colon and a space after "{key}" make a key of it, not a sentence.'
        hint = "Put the sentence in quotes, or write `given: |` and one sentence a line below it."
    else:
        message = '"given" holds sentences.'
        hint = "Write `given: |` and one sentence a line below it."
    return error("RUL551", message, node.span, hint)


def lines_of(source: Source) -> tuple[Line, ...]:
    """Return the sentences and facts of a text, one a line; `#` and `%` open comments."""
    found: list[Line] = []
    offset = 0
    for raw in source.text.split("\n"):
        text = raw.strip()
        if text and not text.startswith(("#", "%")):
            start = offset + raw.index(text)
            found.append(Line(text, Span(source, start, start + len(text))))
        offset += len(raw) + 1
    return tuple(found)


def render_situation(situation: Situation) -> str:
    """Write a situation as YAML that `read_situation` reads back."""
    parts = []
    for key, value in (
        ("title", situation.title),
        ("game", situation.game),
        ("edition", situation.edition),
    ):
        if value:
            parts.append(f"{key}: {yaml_text(value)}\n")
    from rulings.rulebook.drawing import write_grid

    given = situation.lines[: len(situation.lines) - len(situation.happened)]
    block, rest = write_grid((line.text for line in given), situation.grid)
    parts.append(block)
    for key, lines in (("given", rest), ("happened", [one.text for one in situation.happened])):
        if lines:
            # A block shows lines as they are; what would not be read back from one is quoted.
            plain = all(map(_plain, lines))
            parts.append(f"{key}: |\n" if plain else f"{key}:\n")
            parts.extend(f"  {one}\n" if plain else f"  - {yaml_text(one)}\n" for one in lines)
    return "".join(parts) or "given: []\n"


def _plain(line: str) -> bool:
    return line.isprintable() and line == line.strip()


def named_by_user(text: str, folder: Path) -> str | Path:
    """Return what a word of the command line describes: a file's path unless it is ready-made.

    Texts that anyone else wrote never come here.
    """
    if _ready(text, folder) is None and is_regular(text):
        return Path(text)
    return text


def _ready(name: str, folder: Path) -> Path | None:
    """Return the file of a ready-made situation."""
    if len(name) < _LONGEST_NAME and not any(sign in name for sign in "/\\\0\n"):
        for home in homes(folder):
            for suffix in SUFFIXES:
                path = home / "situations" / f"{name}{suffix}"
                if os.path.lexists(path):
                    return path
    return None


def _from_text(text: str, folder: Path) -> Situation:
    if "\n" in text or " " in text.strip() or text.rstrip().endswith("."):
        return Situation(lines=lines_of(Source("situation", text)))
    hint = suggestion(text, at_hand(folder), "ready-made situation")
    message = f'There is no situation named "{text}", and no such file.'
    raise refusal("RUL550", message, hint=hint)


def _from_mapping(described: Mapping[str, object], folder: Path) -> Situation:
    try:
        text = yaml_text(dict(described))
    except (ValueError, TypeError, RecursionError):
        message = "A situation is plain data: texts, lists and mappings."
        raise refusal("RUL551", message) from None
    root = parse_yaml(Source("situation", text))
    return Situation() if root is None else situation_node(root, folder=folder)
