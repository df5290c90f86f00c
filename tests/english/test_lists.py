"""A list never loses a member, however it is written."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulings.english.lexicon import Lexicon
from rulings.english.reader import read
from rulings.english.reading import Ask, Statement
from rulings.english.sentence import ask, say
from rulings.language.program import Atom, Constant, Variable
from tests.english.small_programs import PARK

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
