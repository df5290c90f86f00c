"""The parts of a literate rulebook, as an editor needs them.

In: a Markdown text, perhaps half written. Out: its `BookParts`. Guarantee: each part is a text in
which everything else is blank, so that places in it are places in the whole; a block that does not
end yet is in none.
"""

from __future__ import annotations

from functools import lru_cache

from rulings.language.source import Source
from rulings.records import dataclass
from rulings.rulebook.literate import Block, faq_files_in, finished_blocks, masked


@dataclass(frozen=True, slots=True)
class BookParts:
    """The blocks, and what is rules and what is cases; `faq_files` are the cases file by file."""

    blocks: tuple[Block, ...]
    rules: Source
    cases: Source
    faq_files: tuple[Source, ...]

    def kind_at(self, offset: int) -> str:
        """Return what kind of block a place is in, empty for prose."""
        line = self.rules.position(offset)[0] - 1
        return next((one.kind for one in self.blocks if one.begin <= line < one.end), "")


@lru_cache(maxsize=8)
def parts_of(source: Source) -> BookParts:
    """Return the parts of a literate rulebook."""
    blocks = finished_blocks(source)
    return BookParts(
        blocks,
        masked(source, (one for one in blocks if one.kind == "rules")),
        masked(source, (one for one in blocks if one.kind in ("faq", "cases"))),
        faq_files_in(source, blocks),
    )
