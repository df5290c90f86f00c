from __future__ import annotations
from dataclasses import dataclass
@dataclass(frozen=True, slots=True)
class Telling:
    x: int = 0
def tell(bench, mutant, changed):
    return None
