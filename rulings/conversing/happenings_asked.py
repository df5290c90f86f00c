"""What is asked about happenings: what happened, what may or must happen, what would come of it.

In: a table, a line and who says it. Out: what is told, None for a line that asks none of these;
for a line such as "next turn" the happening that begins one. Guarantee: nothing changes; of a
rulebook without happenings no line asks about them.
"""

from __future__ import annotations

import re
from itertools import groupby

from rulings.asking.legality import Allowed
from rulings.english.sentence import sentence
from rulings.language.catalogue import diagnose, mistake
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.program import EffectKind, Value
from rulings.records import dataclass, replace
from rulings.session import Session

_HAPPENED = re.compile(r"what (?:has )?happened(?: so far)?\s*\??", re.IGNORECASE)
_MAY = re.compile(r"what (?:may|can|could) (?P<who>.+?) do(?: now)?\s*\??", re.IGNORECASE)
_IF = re.compile(
    r"what (?:happens|would happen|will happen) (?:if|when) (?P<what>.+?)\s*\??", re.IGNORECASE
)
_MUST = re.compile(
    r"what (?:must (?P<who>.+?) do|do(?:es)? (?P<whom>.+?) have to do)(?: now| next)?\s*\??",
    re.IGNORECASE,
)
_NEXT = re.compile(
    r"(?:now |and )?(?:(?:on|go on|we go on) to )?(?:the )?next (?P<clock>[a-z ]+?)"
    r"(?: begins| starts)?\s*[.!]?",
    re.IGNORECASE,
)
_MERELY_GOES_ON = re.compile(
    r"(?:and )?(?:then|after that|afterwards|next)\s*[.,:…]*", re.IGNORECASE
)
_ANYBODY = frozenset({"one", "we", "you", "they", "anybody", "anyone", "players", "the players"})
_SHOWN = 30


@dataclass(frozen=True, slots=True)
class ToldOf:
    """What is told, what the speaker should know, and what of things it was asked of."""

    say: str
    notices: tuple[Diagnostic, ...] = ()
    named: tuple[Value, ...] = ()


def asked_of_happenings(table: Session, line: str, speaker: str = "") -> ToldOf | None:
    """Return what a line asks about happenings. Raises RulingsError as `Session.happen` does."""
    if not table.rulebook.outline.happenings:
        return None
    text = line.strip()
    if _MERELY_GOES_ON.fullmatch(text):
        return ToldOf("")
    if _HAPPENED.fullmatch(text):
        return ToldOf(journal_text(table).rstrip("\n"))
    if found := _MAY.fullmatch(text):
        return ToldOf(_listed(table.legal(_actor(found["who"], speaker))))
    if found := _MUST.fullmatch(text):
        return ToldOf(_owed(table, _actor(found["who"] or found["whom"], speaker)))
    if found := _IF.fullmatch(text):
        after = table.happen(found["what"])
        new = after.journal[len(table.journal) :]
        return ToldOf("\n".join(map(str, new)), after.notices)
    return None


def journal_text(table: Session) -> str:
    """Return the journal of a table, a line a step; what follows from a step stands under it."""
    lines = (f"{one.step:>3}. {'  ' * bool(one.cause)}{one}\n" for one in table.journal)
    return "".join(lines) or "Nothing has happened yet.\n"


def next_begun(table: Session, line: str) -> str | None:
    """Return the happening, as a fact, by which what a line calls next begins: "next turn".

    None for a line that names no clock of the rulebook. Raises RulingsError (RUL414, RUL504)
    unless the rules allow exactly one happening that begins it, at once or by what follows.
    """
    found = _NEXT.fullmatch(line.strip())
    outline = table.rulebook.outline
    clock = found["clock"].lower().replace(" ", "_") if found else ""
    if clock not in outline.clocks:
        return None
    read = table.said.shelf.needs.get(f"{clock}.starts", ())
    begins = {one.name for one in outline.happenings.values() if one.past in read}
    leading = set(begins)
    while more := {
        one.name
        for one in outline.happenings.values()
        if one.name not in leading
        and any(e.kind is EffectKind.CAUSES and e.target in leading for e in one.effects)
    }:
        leading |= more
    able = [
        one
        for one in table.legal()
        if one.kind in leading
        and (one.kind in begins or _brings(table.happen(one.fact), len(table.journal), begins))
    ]
    if len(able) == 1:
        return able[0].fact
    what = f"the next {clock.replace('_', ' ')} begins"
    if not able:
        raise mistake("RUL414", None, what=what, why="nothing may begin it now")
    ways = tuple(sentence(one.say) for one in able)
    problem = diagnose("RUL504", None, text=line, count=len(able), readings=" ".join(ways))
    raise RulingsError([replace(problem, suggestions=ways)])


def _brings(after: Session, before: int, begins: set[str]) -> bool:
    return any(
        entry.fact.partition("(")[0].rstrip(".") in begins for entry in after.journal[before:]
    )


def _actor(who: str, speaker: str) -> str | None:
    """Whom "I" and a name mean; None for anybody."""
    named = speaker if who.lower() == "i" else who
    return None if not named or named.lower() in _ANYBODY else named


def _owed(table: Session, who: str | None) -> str:
    """Say what somebody must do: what alone is open to him, or to anybody."""
    own = table.legal(who)
    if not own:
        return "Nothing: the rules allow nothing that they speak of."
    others_may = len(own) < len(table.legal())
    if len(own) == 1:
        only = f"Nothing else is open to {who}." if others_may else "Nothing else is allowed now."
        return f"{sentence(own[0].say)} {only}"
    if others_may:
        return f"Nobody has to act first. What is allowed:\n{_listed(own)}"
    return f"One of these, nothing else is allowed now:\n{_listed(own)}"


def _listed(found: tuple[Allowed, ...]) -> str:
    lines: list[str] = []
    for _, group in groupby(found, key=lambda one: one.kind):
        one_kind = list(group)
        for one in one_kind[:_SHOWN]:
            doubt = " (chance decides)" if one.chance else ""
            doubt = doubt if one.surely else " (that depends on what is not known)"
            lines.append(sentence(f"{one.say}{doubt}"))
        if len(one_kind) > _SHOWN:
            lines.append(f"… and {len(one_kind) - _SHOWN} more of this kind.")
    return "\n".join(lines) or "Nothing: the rules allow nothing that they speak of."
