"""All sentences of a rulebook with their slots open: told, asked, and asked for one of the slots.

In: the templates of a rulebook. Out: `SentenceShape`s. Guarantee: each reads as the sentence of its
predicate once its slots are filled; they are made once for a rulebook.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulings.english.lexicon import Lexicon
from rulings.english.reading import Which
from rulings.english.sentence import ask, say
from rulings.english.template import Template
from rulings.english.wording import said
from rulings.language.program import Atom, Constant, Literal, Predicate, Term, Variable
from rulings.records import dataclass, replace

_SLOT = re.compile(r"§(\d+)§")
_COUNTED = re.compile(r" §(\d+)§ (§(\d+)§)")
_KEPT = 4
_made: dict[int, tuple[Sequence[Template], tuple[SentenceShape, ...]]] = {}


@dataclass(frozen=True, slots=True)
class SentenceShape:
    """A sentence in parts: texts, with the numbers of slots between them, and their sorts."""

    parts: tuple[str | int, ...]
    sorts: tuple[str, ...]
    template: Template

    @property
    def asks(self) -> bool:
        """Whether it is a question."""
        return str(self.parts[-1]).endswith("?")


def shapes(lexicon: Lexicon) -> tuple[SentenceShape, ...]:
    """Return the sentences of a rulebook, those declared first first."""
    known = _made.get(id(lexicon.templates))
    if known is not None and known[0] is lexicon.templates:
        return known[1]
    found = tuple(_shapes(lexicon))
    adopt(lexicon, found)
    return found


def adopt(lexicon: Lexicon, found: tuple[SentenceShape, ...]) -> None:
    """Take what `shapes` returned in another process for the same rulebook."""
    while len(_made) >= _KEPT:
        _made.pop(next(iter(_made)), None)
    _made[id(lexicon.templates)] = (lexicon.templates, found)


def _shapes(lexicon: Lexicon) -> Iterator[SentenceShape]:
    seen: set[str] = set()
    for template in lexicon.templates:
        predicate = lexicon.predicates[template.predicate]
        kind = str(predicate.name) in lexicon.names.sorts.above
        told = kind or predicate.span.source.name == "system"
        if told or template.text not in predicate.templates:
            # Of which kind a thing is, its noun tells.
            continue
        own = replace(predicate, templates=(template.text,))
        words = replace(lexicon, predicates={**lexicon.predicates, template.predicate: own})
        for text in _texts(own, words, template):
            shown = text.removesuffix(".")
            if shown not in seen and shown.count("§") == 2 * len(set(_SLOT.findall(shown))):
                seen.add(shown)
                parts = _SLOT.split(shown)
                places = (int(p) if index % 2 else p for index, p in enumerate(parts))
                yield SentenceShape(tuple(places), tuple(c.sort for c in own.columns), template)


def _texts(predicate: Predicate, lexicon: Lexicon, template: Template) -> Iterator[str]:
    terms: list[Term] = [Constant(f"§{place}§") for place in range(predicate.arity)]
    atom = Atom(predicate.name, tuple(terms))
    if predicate.name in lexicon.stated or predicate.name in lexicon.happenings:
        yield say(atom, lexicon)
    question = ask(atom, lexicon)
    yield question
    is_int = lexicon.names.sorts.is_int
    for place, column in enumerate(predicate.columns):
        counted = _COUNTED.search(question) if is_int(column.sort) else None
        if counted is not None and int(counted[1]) == place:
            if is_int(predicate.columns[int(counted[3])].sort):
                continue
            rest = question[: counted.start()] + question[counted.end() :]
            yield f"how many {counted[2]} {rest}"
            continue
        numbers = (i for i, column in enumerate(predicate.columns) if is_int(column.sort))
        if any(f"§{number}§ §{place}§" in question for number in numbers):
            # Of what there is a number, that number tells.
            continue
        variable = Variable(column.name)
        asked = Atom(predicate.name, (*terms[:place], variable, *terms[place + 1 :]))
        behind_verb = template.pieces[template.verb + 1 : template.verb + 2] == (place,)
        several = behind_verb and not is_int(column.sort)
        for count in (False, True) if several else (False,):
            found = said(Which((Literal(asked),), (variable,), count), lexicon)
            if found is not None and not _is_torn(found, template):
                yield found[:1].lower() + found[1:]


def _is_torn(text: str, template: Template) -> bool:
    """Whether what is asked for left its own words behind: "2 cards of lie", "Ana's hold"."""
    verb = template.pieces[template.verb] if template.verb < len(template.pieces) else ""
    return (
        text.startswith("What ")
        or " 's" in text
        or any(f"{mark} {verb} " in text for mark in ("'s", " of"))
    )
