"""Words that stay as they are while the rules of an edition change.

In: an opened edition, and what its files say by now. Out: whether lines are read as before, and the
edition with its words and the new contents. Guarantee: words are kept only where the same is
declared, stated and concluded.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulings.language.predicates import PredicateId, base_of
from rulings.language.program import Facts, Program, Row
from rulings.records import replace
from rulings.rulebook.edition import Edition
from rulings.rulebook.shelf import Shelf
from rulings.session import Rulebook


def with_contents(book: Rulebook, edition: Edition) -> Rulebook:
    """Return a rulebook with the contents of an edition that has the same words."""
    predicates = {**book.lexicon.predicates, **edition.shelf.outline.predicates}
    return replace(
        book,
        contents=edition,
        lexicon=replace(book.lexicon, predicates=predicates),
        keep=replace(book.keep, used=False),
    )


def says_the_same(book: Rulebook, edition: Edition) -> bool:
    """Whether an edition declares and states the same, so that lines are read as before.

    What is concluded counts too: a sentence that no rule concludes is rather stated than asked.
    """
    old, new = book.contents.shelf, edition.shelf
    return (
        _declare_the_same(old.outline, new.outline)
        and _rows(old.outline.facts) == _rows(new.outline.facts)
        and _rows(old.outline.denials) == _rows(new.outline.denials)
        and _concluded(old) == _concluded(new)
    )


def _declare_the_same(old: Program, new: Program) -> bool:
    """Whether two programs have the same sorts and predicates, whichever of these are denied."""
    before, after = old.predicates, new.predicates
    return (
        old.sorts == new.sorts
        and before.keys() == after.keys()
        and all(
            one == after[name] or replace(one, two_sided=after[name].two_sided) == after[name]
            for name, one in before.items()
        )
    )


def _rows(facts: Mapping[PredicateId, Facts]) -> dict[PredicateId, tuple[Row, ...]]:
    return {name: tuple(some.rows) for name, some in facts.items()}


def _concluded(shelf: Shelf) -> frozenset[str]:
    return frozenset(map(base_of, shelf.names))
