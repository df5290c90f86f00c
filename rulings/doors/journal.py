"""What a program that embeds rulings may log.

In: events. Out: records of the loggers below `rulings`. Guarantee: where nobody has imported
`logging`, nobody listens, and nothing is imported for it; no question, name or fact of a table is
logged above the level DEBUG.
"""

from __future__ import annotations

import sys
from typing import Literal

Level = Literal["DEBUG", "INFO", "WARNING"]


def log(topic: str, level: Level, message: str, *parts: object) -> None:
    """Log an event under `rulings.TOPIC`; the parts are put into the message as `%s`."""
    logging = sys.modules.get("logging")
    if logging is not None:
        number = logging.getLevelName(level)
        logging.getLogger(f"rulings.{topic}").log(number, message, *parts)
