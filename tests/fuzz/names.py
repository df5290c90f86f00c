"""Names that mean something to Python or to generated code, and must mean nothing in a rulebook.

In: Python's own lists. Out: `VARIABLES` and `PREDICATES`, which the language accepts, and
`LOOK_ALIKES`, which only a program made without the parser can hold.
"""

from __future__ import annotations

import builtins
import keyword
import re
import unicodedata

from rulings.language.builtins import BUILT_INS
from rulings.language.cursor import RESERVED

OF_GENERATED_CODE = (
    "run positive negative delta known new room add NoRoom rule less row holds matching_1"
    " matches value none group found fresh have made part_1 same_0 call_word r_p r_p_rows r_e"
    " r_e_rows r_e_2 v_X v_None X_2 X_ None_ plus minus times quotient remainder minimum maximum"
    " absolute negative_of rows groups index get items update setdefault rows_for"
).split()

WORDS = sorted({*keyword.kwlist, *keyword.softkwlist, *dir(builtins), *OF_GENERATED_CODE})
VARIABLES = tuple(
    name
    for word in WORDS
    for name in (word, word[:1].upper() + word[1:], f"_{word}", f"{word}_")
    if re.fullmatch(r"_?[A-Z][A-Za-z0-9_]*|_[a-z][A-Za-z0-9_]*", name)
)
PREDICATES = tuple(
    word
    for word in WORDS
    if re.fullmatch(r"[a-z][A-Za-z0-9_]*", word) and word not in RESERVED and word not in BUILT_INS
)

LOOK_ALIKES = (
    "ﬁ",
    "fi",
    "ｎｏｎｅ",
    "Ｎｏｎｅ",
    "ℕone",
    "𝐓𝐫𝐮𝐞",
    "ªdd",
    "ſet",
    "set",
    "ﬀ",
    "ff",
    "X²",
    "é",
    "é",
)
"""Names of which several become one under Unicode's NFKC, as Python reads identifiers."""
assert len({unicodedata.normalize("NFKC", name) for name in LOOK_ALIKES}) < len(LOOK_ALIKES)
