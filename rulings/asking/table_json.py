"""Tables as JSON, and what is read of them.

In: what is stated at a table, or the JSON of one. Out: a plain dictionary, or a
`SavedTable` whose facts the rulebook has yet to read. Guarantee: what is read has the right shape
and is of the right game; whether its facts are facts is for the reader of lines to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from rulings.asking.answer import Imprint
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Value
from rulings.records import dataclass
from rulings.rulebook.document import refusal

if TYPE_CHECKING:
    from rulings.wire import TableJson

_SCHEMA: Literal["rulings.table/1"] = "rulings.table/1"
_HINT = "Send what `to_dict` wrote; `rulings schema table` prints its schema."


@dataclass(frozen=True, slots=True)
class SavedTable:
    """A table as it was saved: lines of the rule language that lead to it."""

    title: str
    facts: tuple[str, ...]
    focus: Value | None


def table_json(
    book: Imprint,
    title: str,
    facts: Iterable[str],
    focus: Value | None,
    began: Iterable[str] = (),
    happened: Iterable[str] = (),
) -> TableJson:
    """Return a table by its schema; with what was stated as it `began` and `happened` since."""
    found: TableJson = {
        "schema": _SCHEMA,
        "rulebook": book.to_json(),
        "title": title,
        "facts": list(facts),
        "focus": focus,
    }
    lines = list(happened)
    return {**found, "began": list(began), "happened": lines} if lines else found


def read_table(saved: Mapping[str, Any], game: str) -> SavedTable:
    """Return what a saved table of a game says. Raises RulingsError (RUL590)."""
    if not isinstance(saved, Mapping) or saved.get("schema") != _SCHEMA:
        raise _refused(f"This is no table of the form {_SCHEMA}.")
    book, title, facts = saved.get("rulebook"), saved.get("title", ""), saved.get("facts")
    focus = saved.get("focus")
    named = book.get("name") if isinstance(book, Mapping) else None
    if named != game:
        raise _refused(f"This is a table of {named}, not of {game}.")
    began, happened = saved.get("began", []), saved.get("happened", [])
    for key, lines in (("facts", facts), ("began", began), ("happened", happened)):
        if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
            raise _refused(f'"{key}" must be a list of texts.')
    if not isinstance(title, str):
        raise _refused('"title" must be a text.')
    if isinstance(focus, bool) or not isinstance(focus, str | int | None):
        raise _refused('"focus" must be a name, or null.')
    told = (*began, *happened) if happened else tuple(facts or ())
    return SavedTable(title, told, focus)


def _refused(message: str) -> RulingsError:
    return refusal("RUL590", message, hint=_HINT)
