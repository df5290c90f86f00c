"""What `:help` begins with, in sentences about the table that is loaded.

In: a table. Out: what can be typed, each with an example. Guarantee: the examples are sentences of
this rulebook with the names of this table, or with Ana where nobody is named yet; each is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from rulings.english.complete import whole_sentences
from rulings.language.diagnostics import RulingsError
from rulings.session import Session

_TRIED, _WIDE = 40, 40
_SOMEBODY = "Ana"
_ASKED = (
    ("may ", "is it allowed? (also: must …)"),
    ("does ", "yes or no (also: is …)"),
    ("how many ", "a number"),
    ("which ", "names (also: who …, what …, where …)"),
)


def introduction(table: Session) -> str:
    """Return the lines, the examples in the first column."""
    told = next(_told(table), "")
    after = table.suppose(told) if told else table
    rows = [(told, "tells what is so (also: suppose …, forget …)")] if told else []
    for lead, what in _ASKED:
        asked = next(_read(after, whole_sentences(lead, after.lexicon), _people(after)), "")
        rows += [(asked, what)] if asked else []
    rows += [
        ("why · how 2 · up", "the reasons, one of them, back"),
        ("why not … · when …", "what is missing, under which conditions"),
        ("what if A: B?", "B, with A for once"),
        ("focus NAME", 'then "this", "it"'),
        ("?- goal.   +fact.   -fact.", "the same in Datalog"),
    ]
    width = min(_WIDE, max(32, *(len(example) for example, _ in rows)))
    lines = (f"  {example:<{width}}  {what}" for example, what in rows)
    return "\n".join(("Say what is so, ask what follows:", *lines, "Commands:", ""))


def _told(table: Session) -> Iterator[str]:
    """Yield what may be told of a player, what counts something first."""
    people = _people(table)
    names = people or [_SOMEBODY]
    lines = [one for name in names for one in whole_sentences(f"{name} ", table.lexicon)]
    lines = lines or [one for one in whole_sentences("", table.lexicon) if not one.endswith("?")]
    lines.sort(key=lambda line: not any(word.isdigit() for word in line.split()))
    for line in islice(lines, _TRIED):
        try:
            table.suppose(line)
        except RulingsError:
            continue
        if len(line) <= _WIDE:
            yield line


def _people(table: Session) -> list[str]:
    names, player = table.lexicon.names, table.lexicon.nouns.get("player", "")
    return [names.display(one) for one in names.on_table(player)] if player else []


def _read(table: Session, lines: Iterator[str], people: list[str]) -> Iterator[str]:
    """Yield the lines that are read, those about people first."""
    known = [line for line in islice(lines, _TRIED) if len(line) <= _WIDE]
    known.sort(key=lambda line: not any(name in line for name in people))
    for line in known:
        try:
            table.read(line)
        except RulingsError:
            continue
        yield line
