"""Texts altered as their structure allows.

In: texts that are well formed, a source of chance. Out: texts like them. Guarantee: most changes
put a token in the place of another one of its kind, so that many results are well formed too; a
few put anything anywhere.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from random import Random

HOSTILE = (
    *("\x00", "\x1b[31m", "\u202e", "\ufeff", "\u2028", "\x85", "\ud800", "\U000e0041", "é", "٣"),
    *("1_000", "-0", "9" * 19, "9" * 5000, "1e999", "NaN", "0x10", "--5", "'", '"', "\\", "`"),
    *("../..", "/etc/passwd", "/proc/self/environ", "file:///", "~", "con", "a" * 3000, "[" * 200),
    *("{" * 200, "(" * 200, "not " * 100, "if " * 50, "%", "#", "&a *a", "!!python/name:os.system"),
    *(
        "__import__('os').system('true')",
        "{at}",
        "{0.__class__}",
        "%s%n",
        "${HOME}",
        "None",
        "exec",
    ),
)
_TOKEN = re.compile(
    r"(?P<text>\"[^\"\n]*\")|(?P<number>\d+)|(?P<upper>[A-Z]\w*)|(?P<lower>[a-z]\w*)"
    r"|(?P<space>\s+)|(?P<sign>[^\w\s])"
)


class Altering:
    """Texts and the tokens in them, by their kinds."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts: list[tuple[list[tuple[str, str]], dict[str, list[str]]]] = []
        kinds: dict[str, set[str]] = defaultdict(set)
        for text in texts:
            tokens = [(str(found.lastgroup), found.group()) for found in _TOKEN.finditer(text)]
            own: dict[str, list[str]] = defaultdict(list)
            for kind, token in tokens:
                own[kind].append(token)
                kinds[kind].add(token)
            if text:
                self._texts.append((tokens, own))
        self._kinds = {kind: sorted(tokens) for kind, tokens in kinds.items()}

    def text(self, random: Random) -> str:
        """Return one of the texts, altered in a few places or in none."""
        chosen, own = random.choice(self._texts)
        tokens = list(chosen)
        for _ in range(random.choice((0, 1, 1, 1, 1, 2, 3))):
            if tokens:
                self._alter(tokens, own, random)
        return "".join(token for _, token in tokens)

    def _alter(
        self, tokens: list[tuple[str, str]], own: dict[str, list[str]], random: Random
    ) -> None:
        at = random.randrange(len(tokens))
        kind, token = tokens[at]
        how = random.random()
        if how < 0.7:
            while kind in ("space", "sign") and random.random() < 0.9:
                at = random.randrange(len(tokens))
                kind, token = tokens[at]
            # Words of the same text keep it meaningful, those of others less often.
            pool = own[kind] if random.random() < 0.9 else self._kinds[kind]
            tokens[at] = kind, random.choice(pool)
        elif how < 0.77:
            tokens.insert(at, tokens[random.randrange(len(tokens))])
        elif how < 0.84:
            del tokens[at]
        elif how < 0.92:
            to = random.randrange(len(tokens))
            tokens[at], tokens[to] = tokens[to], tokens[at]
        elif kind == "text":
            tokens[at] = kind, f'"{random.choice(HOSTILE)}"'
        else:
            tokens[at] = kind, token + random.choice(HOSTILE)
