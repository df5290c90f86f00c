"""What the page shows of a rulebook without asking its engine.

In: a rulebook and its FAQ files. Out: a `RulebookView`. Guarantee: the clauses are those in force
in this edition; a case is there once, with what its table states as lines that anyone can type.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulings.adapters.site.passages import Passages
from rulings.adapters.site.shapes import (
    BookView,
    CaseView,
    PrintedClause,
    RulebookView,
    SituationView,
)
from rulings.doors.picking import picked
from rulings.english.glossary import glossary
from rulings.faq.cases import Case, read_cases
from rulings.language.source import Source
from rulings.rulebook.book_order import book_order
from rulings.rulebook.edition_files import read_files
from rulings.rulebook.faq_files import faq_files
from rulings.rulebook.library import queries
from rulings.rulebook.manifest import read_manifest
from rulings.rulebook.registry import Clause, Registry
from rulings.rulebook.situation import game_layers
from rulings.session import Rulebook
from rulings.version import __version__


def rulebook_view(book: Rulebook, passages: Passages) -> RulebookView:
    """Return what there is to browse, with what is printed of it.

    Raises RulingsError for a situation or a FAQ file that cannot be read.
    """
    return {
        "game": book.name,
        "title": book.title,
        "edition": book.edition,
        "about": read_manifest(book.folder).edition(book.edition).title,
        "sha256": book.sha256,
        "program": __version__,
        "documents": [
            {
                "id": one.id,
                "title": one.title,
                "pages": {
                    str(number): list(lines)
                    for number, lines in passages.pages.get(one.id, {}).items()
                },
            }
            for one in book.in_force.documents
        ],
        "clauses": [_clause(one, passages) for one in book.in_force.clauses.values()],
        "cases": list(_cases(book)),
        "books": list(map(_book, read_files(book.folder, book.edition).literate)),
        "glossary": list(glossary(book.lexicon)),
        "sentences": [
            picked(one, "statement", "question", "predicate")
            | {"stated": one.predicate in book.lexicon.stated}
            for one in book.vocabulary()
        ],
        "drawn": bool(game_layers(book.folder)),
        "situations": [_situation(name, book) for name in book.situations],
    }


def _book(source: Source) -> BookView:
    parts = [picked(one, "kind", "text", "level") for one in book_order(source)]
    return {"topic": _topic(source.name.rpartition("/")[2]), "parts": parts}


def _topic(name: str) -> str:
    return name.partition(".")[0].replace("-", " ")


def _clause(one: Clause, passages: Passages) -> PrintedClause:
    found: PrintedClause = {**one.to_json(), "unmodelled": one.unmodelled}  # type: ignore[typeddict-item]
    passage = passages.found.get(one.name)
    if passage is not None:
        on_page = ("page", "first", "last") if passage.page else ()
        found["passage"] = picked(passage, "text", *on_page)
    return found


def _situation(name: str, book: Rulebook) -> SituationView:
    table = book.situation(name)
    return {"name": name, "title": table.described.title or name, "table": table.to_dict()}


def _cases(book: Rulebook) -> Iterable[CaseView]:
    folder = queries(book.name, book.folder)
    for path in faq_files(folder):
        topic = _topic(path.name)
        for case in read_cases(path):
            if case.edition in (None, book.edition):
                yield _case(case, topic, book.in_force)


def _case(case: Case, topic: str, in_force: Registry) -> CaseView:
    return {
        "id": case.id,
        "topic": topic,
        "ask": case.ask.text,
        "expect": str(case.expect),
        "because": list(in_force.cited(line.text for line in case.because)),
        "source": case.source,
        "situation": case.situation,
        "given": [line.text for line in case.given],
    }
