"""How long commands work unless they are told otherwise: no command line runs for ever."""

from __future__ import annotations

QUESTION = 60.0
"""So many seconds for each question or case."""
PROGRAM = 600.0
"""So many seconds for what looks at one program, table or question more closely."""
SUITE = 3600.0
"""So many seconds for what asks all cases of rulebooks, perhaps many times."""
TIMES = {
    **dict.fromkeys(("eval", "show", "verify", "export", "profile", "flips"), PROGRAM),
    **dict.fromkeys(("check", "test", "mutate", "cover", "diff", "triage", "playout"), SUITE),
}
"""The time of a whole command, by its name."""
