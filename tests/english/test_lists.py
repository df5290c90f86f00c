"""A list never loses a member, however it is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.english.lexicon import Lexicon
from rulings.english.reader import read
from rulings.english.reading import Ask, Statement
from rulings.english.sentence import ask, say
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Atom, Constant, Variable
from tests.english.small_programs import PARK, program

LEXICON = Lexicon.build(PARK)
KNOWN = {"Triceratops": "triceratops", "Electrified Fence": "electrified_fence"}
NEW = {
    "Neon Arch": "neon_arch",
    "Fish and Chips": "fish_and_chips",
    "The 2nd of May": "the_2nd_of_may",
    "N1": "n1",
    "Not, But": "not_but",
}


def _written(names: list[str], quoted: list[bool], style: int) -> str:
    shown = [f'"{n}"' if q or n in NEW else n for n, q in zip(names, quoted, strict=True)]
    *first, last = shown
    if not first:
        return last
    commas = ", ".join(first)
    return [
        f"{commas} and {last}",
        f"{commas}, and {last}",
        ", ".join(shown),
        " and ".join(shown),
        f"({commas} and {last})",
        f"both {shown[0]} and {shown[1]}" if len(shown) == 2 else f"{commas} and {last}",
    ][style]


def _lists(names: dict[str, str]) -> st.SearchStrategy[tuple[list[str], str]]:
    some = st.lists(st.sampled_from(sorted(names)), min_size=1, max_size=4, unique=True)
    return some.flatmap(
        lambda chosen: st.builds(
            lambda quoted, style: (chosen, _written(chosen, quoted, style)),
            st.lists(st.booleans(), min_size=len(chosen), max_size=len(chosen)),
            st.integers(0, 5),
        )
    )


def _frames(member: str) -> tuple[Atom, ...]:
    one = Constant(member)
    return (
        Atom("face_up", (one,)),
        Atom("owns", (Constant("ana"), one)),
        Atom("on", (one, Constant("log_flume"))),
    )


def _with_list(atom: Atom, written: str, *, asks: bool) -> str:
    place = next(i for i, t in enumerate(atom.terms) if t in map(Constant, ("zork", "blap")))
    terms = list(atom.terms)
    terms[place] = Constant("triceratops")
    plain = Atom(atom.predicate, tuple(terms))
    said = ask(plain, LEXICON) if asks else say(plain, LEXICON)
    return said.replace("Triceratops", written)


@given(_lists(KNOWN | NEW), st.integers(0, 2))
def test_every_member_is_stated(listed: tuple[list[str], str], frame: int) -> None:
    names, written = listed
    text = _with_list(_frames("zork")[frame], written, asks=False)
    reading = read(text, LEXICON)
    assert isinstance(reading, Statement)
    wanted = {_frames((KNOWN | NEW)[name])[frame] for name in names}
    assert wanted == {atom for atom in reading.facts if atom.predicate in ("face_up", "owns", "on")}


@given(_lists(KNOWN), st.integers(0, 2))
def test_every_member_is_asked_for(listed: tuple[list[str], str], frame: int) -> None:
    names, written = listed
    reading = read(_with_list(_frames("zork")[frame], written, asks=True), LEXICON)
    assert isinstance(reading, Ask)
    assert {one.atom for one in reading.literals} == {_frames(KNOWN[n])[frame] for n in names}
    assert not any(isinstance(t, Variable) for one in reading.literals for t in one.atom.terms)


STOCK = Lexicon.build(
    program(
        """
        .type player
        .type counted = { sun, mountain, water }
        .state has(P: player, K: counted, N: int) "{P} has {N} {K}"
        """
    )
)
COUNTED = {0: ("no", "0", "zero"), 1: ("a", "1", "one"), 2: ("2", "two"), 5: ("5", "five")}


@given(
    st.lists(st.sampled_from(["sun", "mountain", "water"]), min_size=1, max_size=3, unique=True),
    st.lists(st.sampled_from(sorted(COUNTED)), min_size=3, max_size=3),
    st.lists(st.integers(0, 2), min_size=3, max_size=3),
)
def test_every_member_has_its_own_number(
    kinds: list[str], counts: list[int], how: list[int]
) -> None:
    parts = [
        f"{COUNTED[n][style % len(COUNTED[n])]} {kind.title()}{'' if n == 1 else 's'}"
        for kind, n, style in zip(kinds, counts, how, strict=False)
    ]
    *first, last = parts
    reading = read(f"Ana has {', '.join(first)}{' and ' if first else ''}{last}.", STOCK)
    assert isinstance(reading, Statement)
    told = {one.terms[1:] for one in reading.facts if one.predicate == "has"}
    wanted = zip(kinds, counts, strict=False)
    assert told == {(Constant(kind), Constant(n)) for kind, n in wanted}


def test_a_number_is_not_handed_on() -> None:
    for line in ("Ana has 2 Suns and Mountains.", "Ana has Suns."):
        with pytest.raises(RulingsError):
            read(line, STOCK)
