"""The verdicts, and the reasons behind them.

In: nothing. Out: two enumerations, and which reasons leave a question open. Guarantee: every
reason has one verdict.
"""

from __future__ import annotations

from enum import Enum


class Verdict(Enum):
    """What the rulebook says."""

    YES = "yes"
    NO = "no"
    DEPENDS = "depends"
    UNDECIDED = "undecided"

    @property
    def exit_code(self) -> int:
        """The exit code of `rulings ask`."""
        return {"yes": 0, "no": 1}.get(self.value, 2)


class Reason(Enum):
    """Why the verdict is what it is."""

    PROVED = "proved"
    FAILED = "failed"
    DENIED = "denied"
    MISSING = "missing"
    PARADOX = "paradox"
    CONFLICT = "conflict"
    SILENT = "silent"
    PRINTED = "printed"
    """No law decides it; what is printed about it is quoted."""

    @property
    def verdict(self) -> Verdict:
        """The verdict that this is a reason for."""
        return _VERDICTS[self]


OPEN_REASONS = (Reason.MISSING, Reason.CONFLICT, Reason.PARADOX, Reason.SILENT)
"""The reasons that decide nothing, the one that counts most for several questions first."""

_VERDICTS = {
    Reason.PROVED: Verdict.YES,
    Reason.FAILED: Verdict.NO,
    Reason.DENIED: Verdict.NO,
    Reason.MISSING: Verdict.DEPENDS,
    Reason.PARADOX: Verdict.UNDECIDED,
    Reason.CONFLICT: Verdict.UNDECIDED,
    Reason.SILENT: Verdict.UNDECIDED,
    Reason.PRINTED: Verdict.UNDECIDED,
}
