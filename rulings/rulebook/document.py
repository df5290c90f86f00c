"""Files as sources, and YAML whose every value knows its place.

In: a path, or the text of a YAML document. Out: a `Source`; a `Node` tree of text, lists and
mappings. Guarantee: scalars stay as written (`no` is the text "no", never False), every node
carries its span, and whatever cannot be read is a diagnostic.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulings.doors.incoming import DOCUMENT_BYTES, Refused, read_bytes
from rulings.doors.outgoing import write_text
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.source import Source, Span


@dataclass(frozen=True, slots=True)
class Node:
    """A YAML value: exactly one of `text`, `items` and `fields` is not None."""

    span: Span
    text: str | None = None
    items: tuple[Node, ...] | None = None
    fields: tuple[tuple[Node, Node], ...] | None = None

    def field(self, key: str) -> Node | None:
        """Return the value under `key`, or None."""
        for name, value in self.fields or ():
            if name.text == key:
                return value
        return None


def error(code: str, message: str, span: Span | None = None, hint: str = "") -> Diagnostic:
    """Return the diagnostic of a catalogued code; without a `hint`, its own."""
    from rulings.language.catalogue import diagnose

    return diagnose(code, span, suggestion=hint, message=message)


def nearest(name: str, known: Iterable[str], count: int = 1) -> list[str]:
    """Return the known names that are spelt like `name`, nearest first."""
    from difflib import get_close_matches

    lowered: dict[str, str] = {}
    for candidate in known:
        lowered.setdefault(candidate.lower(), candidate)
    found = get_close_matches(name.lower(), lowered, n=count, cutoff=0.6)
    return [lowered[match] for match in found]


def suggestion(name: str, known: Iterable[str], what: str) -> str:
    """Return a hint that names the nearest known spelling, or all of the few there are."""
    names = sorted(set(known))
    near = nearest(name, names)
    if near:
        return f'Did you mean "{near[0]}"?'
    if not names:
        return f"There is no {what} yet."
    shown = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
    return f"Known: {shown}."


def read_source(
    path: Path,
    name: str | None = None,
    *,
    within: Path | None = None,
    limit: int = DOCUMENT_BYTES,
) -> Source:
    """Read a UTF-8 file that lies in `within`, unless the user named it himself.

    Raises RulingsError (RUL601) when it is missing, not text, or refused.
    """
    shown = name or path.name
    return decode(read_data(path, shown, within=within, limit=limit), shown)


def read_data(path: Path, name: str, *, within: Path | None, limit: int = DOCUMENT_BYTES) -> bytes:
    """Read the bytes of a file. Raises RulingsError (RUL601)."""
    try:
        return read_bytes(path, within=within, limit=limit)
    except Refused as refused:
        message = f'"{name}" cannot be read: {refused}.'
        raise RulingsError([error("RUL601", message, hint="Check the path.")]) from None


def write_document(path: Path, text: str, *, within: Path | None = None, new: bool = False) -> None:
    """Write a whole file; with `new`, none that exists. Raises RulingsError (RUL616).

    Links may not leave `within`, by default the folder of the file.
    """
    try:
        write_text(path, text, within=within, new=new)
    except Refused as refused:
        raise RulingsError([error("RUL616", f'"{path}" cannot be written: {refused}.')]) from None


def decode(data: bytes, name: str) -> Source:
    """Turn bytes into a source. Raises RulingsError (RUL601) when they are not UTF-8 text."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise RulingsError(
            [
                error(
                    "RUL601",
                    f'"{name}" is not UTF-8: line {line} holds the byte '
                    f"0x{data[problem.start]:02x}.",
                    hint="Save the file as UTF-8.",
                )
            ]
        ) from None
    return Source(name, text)


def parse_yaml(source: Source) -> Node | None:
    """Parse one YAML document; None when it is empty. Raises RulingsError (RUL602)."""
    import yaml

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        tree = yaml.compose(source.text, Loader=loader)
        return None if tree is None else _node(source, tree, 0)
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark or problem.context_mark
        span = None
        if mark is not None:
            start = _offset(source, mark)
            span = Span(source, start, min(start + 1, len(source.text)))
        said = problem.problem or "it does not parse"
        raise RulingsError(
            [error("RUL602", f"This is not YAML: {said}.", span, _yaml_hint(said))]
        ) from None
    except yaml.YAMLError as problem:
        raise RulingsError([error("RUL602", f"This is not YAML: {problem}.")]) from None
    except RecursionError:
        raise RulingsError([error("RUL602", "This YAML is nested too deeply.")]) from None


def unknown_keys(node: Node, known: Iterable[str], code: str, what: str) -> list[Diagnostic]:
    """Report the keys of a mapping that are not in `known`, and keys that are given twice."""
    names = tuple(known)
    found: list[Diagnostic] = []
    seen: set[str] = set()
    for key, _ in node.fields or ():
        text = key.text or ""
        if text not in names:
            message = f'"{text}" is not a key of {what}.'
            found.append(error(code, message, key.span, suggestion(text, names, "key")))
        elif text in seen:
            found.append(error(code, f'"{text}" is given twice in {what}.', key.span, "Keep one."))
        seen.add(text)
    return found


def _yaml_hint(problem: str) -> str:
    if "mapping values are not allowed" in problem:
        return "Quote a value that holds a colon followed by a space."
    return "Check the indentation and the quotes."


def _node(source: Source, tree: Any, depth: int) -> Node:
    if depth > 40:
        raise RecursionError
    span = Span(source, _offset(source, tree.start_mark), _offset(source, tree.end_mark))
    match tree.id:
        case "scalar":
            text = "" if tree.style is None and tree.value in ("~", "null") else tree.value
            return Node(span, text=text)
        case "sequence":
            return Node(span, items=tuple(_node(source, item, depth + 1) for item in tree.value))
        case _:
            pairs = (
                (_node(source, key, depth + 1), _node(source, value, depth + 1))
                for key, value in tree.value
            )
            return Node(span, fields=tuple(pairs))


def _offset(source: Source, mark: Any) -> int:
    # The C loader counts bytes in some builds and characters in others; lines are safe.
    source.position(0)
    starts = source._line_starts
    if mark.line >= len(starts):
        return len(source.text)
    offset: int = starts[mark.line] + mark.column
    return min(offset, len(source.text))
