"""Which printed clauses speak of a line."""

from __future__ import annotations

from rulings.english.clause_index import ClauseIndex
from rulings.rulebook.registry import Clause


def clause(name: str, gist: str, **more: object) -> Clause:
    return Clause(name, "rules", "Rules", "Section", gist, **more)  # type: ignore[arg-type]


CLAUSES = (
    clause("tents", "A tent is put up on an empty place."),
    clause("fires", "A fire is lit once a night.", asks="May I light my fire twice?"),
    clause("wood", "Wood is gathered by day.", words="axe branches forest"),
    clause("tents-again", "Tents go on empty places.", same=("rules/tents",)),
)


def names(question: str, *table: str, most: int = 3) -> list[str]:
    return [one.id for one in ClauseIndex.of(CLAUSES).about(question, table, most)]


def test_words_are_found_in_every_form() -> None:
    assert names("Can I gather the wood?")[0] == "wood"
    assert names("Where do branches come from?")[0] == "wood"
    assert names("Is lighting it twice allowed?")[0] == "fires"


def test_the_table_counts_less_than_the_question() -> None:
    assert names("Is my fire out?", "Wood lies beside the tent.")[0] == "fires"


def test_what_two_documents_print_is_told_once() -> None:
    assert names("Where do tents go?") in (["tents-again", "fires"], ["tents-again"])
    assert len({"tents", "tents-again"} & set(names("Is a tent put on an empty place?"))) == 1


def test_nothing_is_about_what_no_clause_has_a_word_of() -> None:
    assert names("Zebras?") == []
