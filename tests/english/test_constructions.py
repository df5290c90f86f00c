"""What the grammar builds around templates: every form of every template, and what stands around.

In: the templates of the trail, made into lines by each construction. Guarantee held here: a line is
read as what it was made of, or refused; it is never read as something else.
"""

from __future__ import annotations

from itertools import product

import pytest

from rulings import RulingsError
from rulings.english.lexicon import Lexicon
from rulings.english.question import read
from rulings.english.reading import Ask, Reading, Statement
from rulings.english.template import Template
from rulings.english.tense import forms_of
from rulings.english.word_index import Variant
from rulings.language.program import Atom, Constant, Value
from tests.books import trail

BOOK = trail()
TABLE = BOOK.situation().suppose(
    "Ana is a player.",
    "Ben is a player.",
    "Old Map costs 3 coins.",
    "New Map costs 5 coins.",
    "Red Hiker is a hiker of Ana.",
)
LEXICON: Lexicon = TABLE.lexicon
NAMES: dict[str, tuple[tuple[Value, str], ...]] = {
    "player": (("ana", "Ana"), ("ben", "Ben")),
    "hiker": (("red_hiker", "Red Hiker"),),
    "card": (("old_map", "Old Map"), ("new_map", "New Map")),
    "resource": (("sun", "sun"),),
    "place": (("sun_site", "sun site"),),
    "int": ((2, "2"), (7, "seven")),
}
DECLARED = tuple(t for t in LEXICON.templates if t.predicate not in LEXICON.idioms)


def _rows(template: Template) -> list[tuple[tuple[Value, ...], list[str]]]:
    columns = LEXICON.predicates[template.predicate].columns
    if any(column.sort not in NAMES for column in columns):
        return []
    return [
        (tuple(value for value, _ in row), [text for _, text in row])
        for row in product(*(NAMES[column.sort] for column in columns))
    ]


def _line(template: Template, texts: list[str]) -> str:
    return " ".join(texts[p] if isinstance(p, int) else p for p in template.pieces)


def _told(line: str) -> Reading | None:
    try:
        return read(line, LEXICON)
    except RulingsError:
        return None


def _atom(template: Template, row: tuple[Value, ...]) -> Atom:
    return Atom(template.predicate, tuple(map(Constant, row)))


def _says(reading: Reading, atom: Atom) -> bool:
    match reading:
        case Statement(facts, denials):
            return facts == (atom,) and not denials
        case Ask(literals):
            return tuple(one.atom for one in literals) == (atom,)
    return False


@pytest.mark.parametrize("template", DECLARED, ids=lambda t: t.text)
def test_every_tense_mood_and_voice_says_what_its_template_says(template: Template) -> None:
    keys = frozenset(
        form
        for forms in LEXICON.forms.values()
        for form in (forms.base, *forms.past, *forms.participle, *forms.progressive)
    )
    helpers = "by been be have did to able allowed will would going is not need get for".split()
    known = keys.union(helpers, template.words)
    forms = (Variant(template, form) for form in forms_of(template, LEXICON.forms))
    for variant in (template, *(one.made() for one in forms if one.needs <= known)):
        for row, texts in _rows(template):
            found = _told(_line(variant, texts))
            assert found is None or _says(found, _atom(template, row)), _line(variant, texts)


@pytest.mark.parametrize(
    ("said", "meant"),
    sorted({(said, meant) for pairs in LEXICON.near.values() for said, meant in pairs}),
    ids=lambda keys: " ".join(keys),
)
def test_a_near_word_says_what_the_word_of_the_template_says(
    said: tuple[str, ...], meant: tuple[str, ...]
) -> None:
    count = len(meant)
    for template in DECLARED if meant else ():
        places = [i for i in range(len(template.pieces)) if template.pieces[i : i + count] == meant]
        for place, (row, texts) in product(places, _rows(template)[:1]):
            words = [texts[p] if isinstance(p, int) else p for p in template.pieces]
            line = " ".join((*words[:place], *said, *words[place + count :]))
            found = _told(line)
            assert found is None or _says(found, _atom(template, row)), line


AROUND = (
    "{} each",
    "my friend {}",
    "the card {}",
    "the player {}",
    "a card called {}",
    "{}, a card,",
    "{}, a player,",
    "{}, which is face-up,",
)


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("template", DECLARED, ids=lambda t: t.text)
def test_what_stands_around_a_name_changes_nothing_of_what_is_said(
    template: Template, around: str
) -> None:
    columns = LEXICON.predicates[template.predicate].columns
    for row, texts in _rows(template):
        for column in range(len(columns)):
            if not isinstance(row[column], str):
                continue
            changed = [around.format(t) if i == column else t for i, t in enumerate(texts)]
            found = _told(_line(template, changed))
            if found is not None:
                assert isinstance(found, Statement)
                assert _atom(template, row) in found.facts, changed
                others = {one.predicate for one in found.facts} - {template.predicate}
                assert others <= {"face_up", "player"}, changed


@pytest.mark.parametrize("template", DECLARED, ids=lambda t: t.text)
def test_neither_nor_denies_of_both_and_only_of_them(template: Template) -> None:
    if template.subject is None or template.pieces[1] not in ("be", "have", "may"):
        return
    for row, texts in _rows(template):
        for other, name in NAMES[LEXICON.predicates[template.predicate].columns[0].sort]:
            both = [f"Neither {texts[0]} nor {name}", *texts[1:]]
            found = _told(_line(template, both))
            if isinstance(found, Statement):
                assert set(found.denials) == {
                    _atom(template, row),
                    _atom(template, (other, *row[1:])),
                }
                assert not found.facts


@pytest.mark.parametrize("opening", ["suppose {}.", "imagine that {}.", "if {},"])
def test_a_supposed_table_is_only_supposed(opening: str) -> None:
    line = f"{opening.format('Ben had 5 coins' if 'if' in opening else 'Ben has 5 coins')}"
    answer = TABLE.ask(f"{line} could he buy Old Map?")
    assert answer.verdict.value == "yes"
    assert TABLE.ask("May Ben buy Old Map?").verdict.value != "yes"
