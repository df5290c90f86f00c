"""What would come of a line, before it is said.

In: what is said at a table, a line. Out: diagnostics. Guarantee: nothing changes; errors are those
with which the line would be refused.
"""

from __future__ import annotations

from rulings.asking.datalog_lines import goal_asked
from rulings.asking.posing import posed
from rulings.asking.said import Said
from rulings.english.reading import notices
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.source import Source, Span
from rulings.rulebook.situation import Line


def problems_of(line: str, said: Said) -> tuple[Diagnostic, ...]:
    """Return what is wrong with a line, or worth knowing of it."""
    try:
        reading = said.read(line)
        asked = posed(reading)
        if asked is None:
            place = Span(Source("table", line), 0, len(line))
            if said.occurring(reading)[1]:
                return ()
            return said.after(reading, Line(line, place)).notices
        if asked.question is not None:
            goal_asked(asked.question, said.shelf.outline, said.lexicon.names)
    except RulingsError as refused:
        return refused.diagnostics
    return notices(reading)
