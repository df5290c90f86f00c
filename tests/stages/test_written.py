"""Whatever is stated is written so that it reads back equal: all of Unicode, and all spellings."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulings.asking.standalone import load, solve
from rulings.commands.eval import model_json, model_text
from rulings.doors.incoming import Refused
from rulings.english.reading import Statement
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Atom, Constant
from rulings.language.source import Source
from rulings.language.writing import quote
from rulings.rulebook.situation import lines_of
from rulings.session import Rulebook, Session
from rulings.written import fact_lines, situation_text
from tests.books import write_book

HOSTILE = (
    "O'Brien", "zoë", "a", "not", "card", "Rex", "rex", "it", "this card", "No Card", "count",
    "#1", "% off", "- a", "a: b", "{at}", "[x]", "'", '"', "\\", "\\u{41}", "a\nb", "a\rb", "a\tb",
    " a", "a ", "", "\u202egnp", "\x1b[31m", "\u2028", "\x85", "\ufeff", "\U000e0041", "1", "-5",
    "1_000", "٣", "null", "~", "yes", "a.b.", "A.", "What if", "forget Rex", "focus Rex", "a, b",
    "a and b", "a (b)", "e\u0301", "é", "ｆｕｌｌ", "İ", "ß", "\U0001f469\u200d\U0001f680", "x" * 9,
)  # fmt: skip


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    return Rulebook.load(write_book(tmp_path_factory.mktemp("written")), cache=False)


def stated(table: Session) -> set[tuple[str, tuple[object, ...], bool]]:
    return {
        (atom.predicate, tuple(term.value for term in atom.terms if isinstance(term, Constant)), no)
        for atom, no in table.facts()
    }


def with_facts(book: Rulebook, *facts: tuple[str, ...]) -> Session:
    atoms = tuple(Atom(name, tuple(map(Constant, row))) for name, *row in facts)
    return book.situation().apply(Statement(atoms, ()))


def check(book: Rulebook, table: Session, folder: Path) -> None:
    from rulings.rulebook.document import write_document

    path = folder / "saved.yaml"
    write_document(path, situation_text(table))
    assert stated(book.situation(path)) == stated(table)
    lines = "\n".join(fact_lines(table))
    assert stated(book.situation().with_lines(lines_of(Source("facts", lines)))) == stated(table)


@pytest.mark.parametrize("name", HOSTILE)
def test_every_name(book: Rulebook, tmp_path: Path, name: str) -> None:
    for table in (
        with_facts(book, ("label", "gem", name), ("zone_of", "gem", "play")),
        with_facts(book, ("zone_of", name, "play"), ("silences", name, "rex")),
        with_facts(book, ("alias", name, name), ("silences", name, name)),
    ):
        check(book, table, tmp_path)


NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=6) | st.sampled_from(HOSTILE)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(NAMES, NAMES), min_size=1, max_size=4))
def test_every_table(
    book: Rulebook, tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[str, str]]
) -> None:
    facts = [("silences", one, other) for one, other in pairs]
    facts += [("label", one, other) for one, other in pairs]
    check(book, with_facts(book, *facts), tmp_path_factory.mktemp("table"))


@given(st.text(st.characters(), max_size=30) | st.sampled_from(HOSTILE))
def test_every_text_prints_and_evaluates_back(text: str) -> None:
    program = load(f".decl said(X: string).\n.decl kept(X: string).\nsaid({quote(text)}).\n")
    true, undefined = solve(program)
    assert true["said"] == {(text,)}
    shown = model_text(program, model_json(true, undefined))
    assert shown.isascii() or shown.replace("\n", "").isprintable()
    declared = ".decl said(X: string).\n"
    assert solve(load(declared + shown))[0]["said"] == {(text,)}


def test_half_a_character_is_refused_not_lost(book: Rulebook, tmp_path: Path) -> None:
    table = with_facts(book, ("zone_of", "\ud800", "play"))
    try:
        check(book, table, tmp_path)
    except (RulingsError, Refused):
        assert not (tmp_path / "saved.yaml").exists()
