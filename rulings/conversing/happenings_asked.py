"""What is asked about happenings: what happened, what may happen, what would come of it.

In: a table, a line and who says it. Out: what is told, None for a line that asks none of these.
Guarantee: nothing changes; of a rulebook without happenings no line asks about them.
"""

from __future__ import annotations

import re
from itertools import groupby

from rulings.english.sentence import sentence
from rulings.language.diagnostics import Diagnostic
from rulings.records import dataclass
from rulings.session import Session

_HAPPENED = re.compile(r"what (?:has )?happened(?: so far)?\s*\??", re.IGNORECASE)
_MAY = re.compile(r"what (?:may|can|could) (?P<who>.+?) do(?: now)?\s*\??", re.IGNORECASE)
_IF = re.compile(
    r"what (?:happens|would happen|will happen) (?:if|when) (?P<what>.+?)\s*\??", re.IGNORECASE
)
_ANYBODY = frozenset({"one", "we", "you", "they", "anybody", "anyone", "players", "the players"})
_SHOWN = 30


@dataclass(frozen=True, slots=True)
class ToldOf:
    """What is told, and what the speaker should know."""

    say: str
    notices: tuple[Diagnostic, ...] = ()


def asked_of_happenings(table: Session, line: str, speaker: str = "") -> ToldOf | None:
    """Return what a line asks about happenings. Raises RulingsError as `Session.happen` does."""
    if not table.rulebook.outline.happenings:
        return None
    text = line.strip()
    if _HAPPENED.fullmatch(text):
        return ToldOf(journal_text(table).rstrip("\n"))
    if found := _MAY.fullmatch(text):
        who = found["who"]
        if who.lower() == "i":
            who = speaker
        return ToldOf(_allowed(table, None if not who or who.lower() in _ANYBODY else who))
    if found := _IF.fullmatch(text):
        after = table.happen(found["what"])
        new = after.journal[len(table.journal) :]
        return ToldOf("\n".join(map(str, new)), after.notices)
    return None


def journal_text(table: Session) -> str:
    """Return the journal of a table, a line a step; what follows from a step stands under it."""
    lines = (f"{one.step:>3}. {'  ' * bool(one.cause)}{one}\n" for one in table.journal)
    return "".join(lines) or "Nothing has happened yet.\n"


def _allowed(table: Session, who: str | None) -> str:
    found = table.legal(who)
    lines: list[str] = []
    for _, group in groupby(found, key=lambda one: one.kind):
        one_kind = list(group)
        for one in one_kind[:_SHOWN]:
            doubt = "" if one.surely else " (that depends on what is not known)"
            lines.append(sentence(f"{one.say}{doubt}"))
        if len(one_kind) > _SHOWN:
            lines.append(f"… and {len(one_kind) - _SHOWN} more of this kind.")
    return "\n".join(lines) or "Nothing: the rules allow nothing that they speak of."
