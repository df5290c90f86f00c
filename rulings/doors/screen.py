"""The door to what people and other programs read: terminals, logs, reports, JSON.

In: text that may hold anything. Out: text in which every character is seen for what it is.
Guarantee: no control character, escape sequence, bidirectional control, invisible format
character or half of a character leaves; each is written out as `\\u202e`. Joiners that emoji and
Indic scripts need stay.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, TextIO

from rulings.expressions import expression

_HARMFUL = (
    r"\x7f-\x9f\xad\u061c\u115f\u1160\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    r"\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e007f"
)
_IN_A_NAME = expression(rf"[\x00-\x1f{_HARMFUL}]")
_IN_A_TEXT = re.compile(rf"[\x00-\x08\x0b-\x1f{_HARMFUL}]")
_COLORED = re.compile(rf"\x1b\[(?:[012]|1;3[1-6]|3[1-6])m|[\x00-\x08\x0b-\x1f{_HARMFUL}]")


def visible(text: str) -> str:
    """Return a name, a title or a sentence in which line ends are written out too."""
    return text if text.isprintable() else _IN_A_NAME.sub(_written, text)


def visible_text(text: str, *, color: bool = False) -> str:
    """Return a text of several lines; with `color`, the colours of this program stay."""
    return (_COLORED if color else _IN_A_TEXT).sub(_kept_or_written, text)


def json_text(value: Any, *, indent: int | None = None) -> str:
    """Return JSON on which every reader agrees. Raises ValueError for NaN and infinities."""
    # Imported here: most answers are told as text.
    import json

    shown = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent)
    if shown.isascii() and "\x7f" not in shown:
        return shown
    return _IN_A_TEXT.sub(_written, shown)


def _kept_or_written(found: re.Match[str]) -> str:
    return found[0] if len(found[0]) > 1 else _written(found)


def _written(found: re.Match[str]) -> str:
    import json

    # As JSON writes it, so that JSON stays JSON: two halves beyond the basic plane.
    return json.dumps(found[0])[1:-1]


class Screen:
    """A stream to which only visible text is written; colours stay on a terminal."""

    def __init__(self, stream: TextIO) -> None:
        self.unguarded = stream
        self._color = stream.isatty()

    def write(self, text: str) -> int:
        """Write a text with all that would not be seen written out."""
        return self.unguarded.write(visible_text(text, color=self._color))

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.unguarded, name)


def paged(text: str) -> bool:
    """Show text in the user's pager; return False when there is none to show it in."""
    import shutil
    import subprocess

    words = os.environ.get("PAGER", "less").split()
    if not words or shutil.which(words[0]) is None or not os.isatty(1):
        return False
    environment = {"LESS": "-RFX", **os.environ}
    with suppress(OSError, KeyboardInterrupt):
        subprocess.run(words, input=text.encode(), env=environment, check=False)
    return True
