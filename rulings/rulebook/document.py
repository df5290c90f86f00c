"""Files of a rulebook as sources, and diagnostics about what they say.

In: a path, or what is wrong with a document. Out: a `Source`; a `Diagnostic`. Guarantee: files
are read and written by the doors only; whatever cannot be read or written is a diagnostic.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rulings.doors.incoming import DOCUMENT_BYTES, Places, Refused, read_bytes
from rulings.doors.outgoing import write_text
from rulings.expressions import expression
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.source import Source, Span
from rulings.language.suggest import nearest
from rulings.rulebook.file_keys import Shape
from rulings.rulebook.yaml_tree import Node

INTEGER = expression(r"-?[0-9]{1,18}")
"""How a document writes a number; the rule language has no longer ones."""


def error(code: str, message: str, span: Span | None = None, hint: str = "") -> Diagnostic:
    """Return the diagnostic of a catalogued code; without a `hint`, its own."""
    return diagnose(code, span, suggestion=hint, message=message)


def refusal(code: str, message: str, span: Span | None = None, hint: str = "") -> RulingsError:
    """Return what is raised for one `error`."""
    return RulingsError([error(code, message, span, hint)])


def suggestion(name: str, known: Iterable[str], what: str) -> str:
    """Return a hint that names the nearest known spelling, or all of the few there are."""
    names = sorted(set(known))
    near = nearest(name, names)
    if near is not None:
        return f'Did you mean "{near}"?'
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


def read_data(
    path: Path,
    name: str,
    *,
    within: Path | None,
    limit: int = DOCUMENT_BYTES,
    places: Places | None = None,
) -> bytes:
    """Read the bytes of a file. Raises RulingsError (RUL601)."""
    try:
        return read_bytes(path, within=within, limit=limit, places=places)
    except Refused as refused:
        message = f'"{name}" cannot be read: {refused}.'
        raise refusal("RUL601", message, hint="Check the path.") from None


def write_document(path: Path, text: str, *, within: Path | None = None, new: bool = False) -> None:
    """Write a whole file; with `new`, none that exists. Raises RulingsError (RUL616).

    Links may not leave `within`, by default the folder of the file.
    """
    try:
        write_text(path, text, within=within, new=new)
    except Refused as refused:
        raise refusal("RUL616", f'"{path}" cannot be written: {refused}.') from None


def decode(data: bytes, name: str) -> Source:
    """Turn bytes into a source. Raises RulingsError (RUL601) when they are not UTF-8 text."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        found = f"line {line} holds the byte 0x{data[problem.start]:02x}"
        message = f'"{name}" is not UTF-8: {found}.'
        raise refusal("RUL601", message, hint="Save the file as UTF-8.") from None
    return Source(name, text)


def unknown_keys(node: Node, shape: Shape, code: str) -> list[Diagnostic]:
    """Report the keys of a mapping that its shape does not have, and keys that are given twice."""
    names, what = shape.names, shape.what
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
