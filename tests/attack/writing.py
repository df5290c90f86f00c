"""Names from strangers, in whatever is saved or printed: it reads back equal."""

from __future__ import annotations

from random import Random

from rulings.english.reading import Statement
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Atom, Constant
from rulings.language.source import Source
from rulings.rulebook.situation import lines_of, situation_node
from rulings.rulebook.yaml_tree import parse_yaml
from rulings.session import Rulebook, Session
from rulings.written import fact_lines, situation_text
from tests.attack.altering import HOSTILE
from tests.attack.surface import Surface

Facts = tuple[tuple[str, ...], ...]


def surfaces(book: Rulebook) -> tuple[Surface, ...]:
    """Return the surface of written tables; `book` is the toy rulebook."""

    def written(facts: Facts) -> bool:
        atoms = tuple(Atom(name, tuple(map(Constant, row))) for name, *row in facts)
        table = book.situation().apply(Statement(atoms, ()))
        try:
            saved, lines = situation_text(table), fact_lines(table)
        except RulingsError as refused:
            if [found.code for found in refused.diagnostics] != ["RUL616"]:
                raise
            return False
        root = parse_yaml(Source("saved", saved))
        assert root is not None
        for found in (situation_node(root).lines, lines_of(Source("facts", "\n".join(lines)))):
            assert _stated(book.situation().with_lines(found)) == _stated(table)
        return True

    return (Surface("writing", _facts, written),)


def _stated(table: Session) -> set[tuple[str, str]]:
    return {
        (atom.predicate, repr([getattr(term, "value", None) for term in atom.terms]))
        for atom, _ in table.facts()
    }


def _facts(random: Random) -> Facts:
    names = [_name(random) for _ in range(2)]
    choices = (
        ("label", names[0], names[1]),
        ("alias", names[1], names[0]),
        ("zone_of", names[0], random.choice(("play", "hand", "deck"))),
        ("silences", names[0], names[1]),
        ("face_up", names[1]),
    )
    return tuple(random.sample(choices, random.randint(1, 3)))


def _name(random: Random) -> str:
    how = random.random()
    if how < 0.2:
        return random.choice(HOSTILE)
    if how < 0.6:
        return "".join(chr(random.randrange(0x20, 0x250)) for _ in range(random.randint(1, 6)))
    return "".join(
        chr(random.choice((random.randrange(0xD800), random.randrange(0xE000, 0x110000))))
        for _ in range(random.randint(0, 4))
    )
