"""The grammar of declarative sentences, driven by templates.

In: a `Scope`. Out: every way to read all of its tokens as declared sentences, best first.
Guarantee: a `Parse` consumed every token; nothing in here knows a game.

    sentence   = clause { separator clause }
    clause     = template [ continuation ]                      (also with "not" at its verb)
    continuation = separator predicate                          "… and matches animal"
               | [separator] complement                         "… on Log Flume", "… in the Market"
               | [separator] "with" object | "without" object   "… with 3 stars"
    predicate  = a template without its subject
    complement = a template without its subject and its "is"
    object     = a template without its subject and its "has"
    separator  = "," | "and" | "but" | "that" | "which" | "who"
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from rulings.english.fillers import Filler
from rulings.english.gapping import gapped
from rulings.english.inversion import asked
from rulings.english.line_forms import line_forms, without_first
from rulings.english.parses import Parse, extended, rank
from rulings.english.phrase import Fills, Fit, fit
from rulings.english.reach import PLACES
from rulings.english.scope import PRONOUNS, Scope, Tried, in_apposition
from rulings.english.template import Template
from rulings.english.verb import Piece
from rulings.english.word_index import WordIndex
from rulings.english.words import AUXILIARIES, number
from rulings.language.program import Constant, Literal, Variable
from rulings.records import replace

_READINGS = 64
RELATIVES = frozenset(("that", "which", "who"))
"""Words that tell more of what stands before them."""


class Tail(NamedTuple):
    """A template matched without its subject."""

    template: Template
    negated: bool
    fit: Fit


def candidates(scope: Scope, keys: frozenset[str] = frozenset()) -> tuple[Template, ...]:
    """Return the templates whose fixed words all occur in the sentence or among `keys`.

    What players only state is no question.
    """
    found = with_variants(scope, scope.lexicon.by_words, keys)
    return tuple(t for t in found if _askable(scope, t)) if scope.asking else found


def _askable(scope: Scope, template: Template) -> bool:
    idiom = scope.lexicon.idioms.get(template.predicate)
    return idiom is None or idiom.use != "statement"


def with_variants(
    scope: Scope, templates: WordIndex, keys: frozenset[str] = frozenset()
) -> tuple[Template, ...]:
    """Return the templates, and their other forms, whose words are all among the sentence's.

    `keys` are further words that count as being there.
    """
    own = scope.ways.keys | keys
    own = own.union(PLACES) if "there" in own else own
    lexicon = scope.lexicon
    lemmas = {one for key in own if key in lexicon.lemmas for one in lexicon.lemmas[key]}
    return templates.said_with(own, lemmas, lexicon.forms)


def sentences(scope: Scope, templates: tuple[Template, ...]) -> list[Parse]:
    """Return the readings of the whole token sequence as a declarative sentence."""
    found = islice(_sentence(scope, templates, 0, Parse()), _READINGS)
    return sorted(found, key=lambda parse: rank(scope, parse))


def sentences_of(scope: Scope) -> list[Parse]:
    """Return the readings of a declarative sentence by all templates that can fit."""
    return sentences(scope, with_variants(scope, scope.lexicon.by_words))


def questions(scope: Scope, templates: tuple[Template, ...], *, least: int = 1) -> list[Parse]:
    """Return the readings of a yes/no question as the statement that it inverts.

    Its subject takes at least `least` words.
    """
    found = islice(_questions(scope, templates, least), _READINGS)
    return sorted(found, key=lambda parse: rank(scope, parse))


def patterns(scope: Scope, templates: tuple[Template, ...]) -> Iterator[Parse]:
    """Return the readings of the whole line as a pattern that is a question as it stands."""
    for template in templates:
        for found in fit(scope, template, template.pieces, 0):
            if found.end == len(scope.tokens):
                yield _extended(scope, Parse(), template, template.pieces, found, False)


def _questions(scope: Scope, templates: tuple[Template, ...], least: int) -> Iterator[Parse]:
    negative = any(token.key == "not" for token in scope.tokens)
    for template in templates:
        for pieces, negated in asked(template, negative):
            if not scope.places(template, pieces)[0] & 1:
                continue
            for found in fit(scope, template, pieces, 0, least=least):
                parse = _extended(scope, Parse(), template, pieces, found, negated)
                subject = _subject(template, found.fills)
                yield from _continued(scope, templates, found.end, parse, template, subject)


def _sentence(
    scope: Scope, templates: tuple[Template, ...], start: int, so_far: Parse
) -> Iterator[Parse]:
    """Read clauses from `start` to the end; what cannot be completed from there is not retried."""
    key = (start, None, ())
    if key in scope.tried.dead:
        return
    any_found = False
    for template, pieces, negated, starts in line_forms(scope, templates):
        if not starts >> start & 1:
            continue
        for found in fit(scope, template, pieces, start):
            parse = _extended(scope, so_far, template, pieces, found, negated)
            subject = _subject(template, found.fills)
            for one in _continued(scope, templates, found.end, parse, template, subject):
                any_found = True
                yield one
    if not any_found:
        scope.tried.dead.add(key)


def _extended(
    scope: Scope,
    parse: Parse,
    template: Template,
    pieces: tuple[Piece, ...],
    found: Fit,
    negated: bool,
) -> Parse:
    fixed = sum(isinstance(piece, str) for piece in pieces) - (2 if negated else 0)
    longer = extended(scope, parse, template, found.fills, negated)
    return replace(longer, fixed=longer.fixed + max(fixed, 0), cost=longer.cost + found.cost)


def _subject(template: Template, fills: Fills) -> Filler | None:
    return dict(fills)[template.subject] if template.subject is not None else None


def _continued(
    scope: Scope,
    templates: tuple[Template, ...],
    end: int,
    parse: Parse,
    last: Template,
    subject: Filler | None,
) -> Iterator[Parse]:
    """Go on behind a clause; a place from where nothing led to the end is not tried again."""
    if end == len(scope.tokens):
        yield parse
        return
    key = (end, subject, _carried(scope, end, parse, last))
    if key in scope.tried.dead:
        return
    any_found = False
    for one in _further(scope, templates, end, parse, last, subject):
        any_found = True
        yield one
    if not any_found:
        scope.tried.dead.add(key)


def _carried(scope: Scope, end: int, parse: Parse, last: Template) -> tuple[object, ...]:
    """Return what the words behind a clause can take over from it, as `_further` does."""
    verb = last.pieces[1:2] if last.pieces[1:2] in (("be",), ("have",)) else ()
    asks_leave = last.pieces[last.verb] in ("may", "must")
    separated = scope.tokens[end].key in ("and", "but", *RELATIVES) or scope.tokens[end - 1].after
    if not separated:
        return verb, asks_leave
    again = bool(parse.literals) and parse.literals[-1].atom.predicate == last.predicate
    return verb, asks_leave, last.predicate, last.pieces, again


def _further(
    scope: Scope,
    templates: tuple[Template, ...],
    end: int,
    parse: Parse,
    last: Template,
    subject: Filler | None,
) -> Iterator[Parse]:
    tokens = scope.tokens
    paused = any(mark in tokens[end - 1].after for mark in ",;.")
    key = tokens[end].key
    begin = end + 1 if key in ("and", "but", *RELATIVES) else end
    if begin == len(tokens):
        return
    separated = paused or begin > end
    if begin == end and in_apposition(scope, begin):
        return
    if separated and key not in RELATIVES:
        yield from _sentence(_behind(scope, parse), templates, begin, parse)
    if subject is None or (key in RELATIVES and _has_object(last)):
        return
    if separated and parse.literals:
        for literal, same in gapped(scope, begin, parse.literals[-1], last):
            longer = replace(
                parse,
                literals=(*parse.literals, literal),
                fillers=(*parse.fillers, *(filler for _, filler in same.fills)),
                clauses=parse.clauses + 1,
                cost=parse.cost + 1,
            )
            yield from _continued(scope, templates, same.end, longer, last, subject)
        yield from _another_object(scope, templates, begin, parse, last, subject)
    if separated:
        for found in tails(scope, templates, begin, subject, 1, ""):
            yield from _more(scope, templates, found, parse, found.template, subject, 1)
    if last.pieces[1:2] == ("be",):
        for found in tails(scope, templates, begin, subject, 2, "be"):
            yield from _more(scope, templates, found, parse, last, subject, 2)
    if separated and last.pieces[1:2] == ("have",):
        for found in tails(scope, templates, begin, subject, 2, "have"):
            yield from _more(scope, templates, found, parse, last, subject, 2)
    if separated and last.pieces[1:2] == ("be",):
        yield from _same_verb(scope, templates, begin, parse)
    # "May Ana stop without a coin" asks whether she needs one, not whether she has none, and who
    # "begins with it" need not have it.
    if key in ("with", "without") and last.pieces[last.verb] in ("be", "have"):
        without = key == "without"
        for found in tails(scope, templates, end + 1, subject, 2, "have", without=without):
            yield from _more(scope, templates, found, parse, last, subject, 2)


def _has_object(last: Template) -> bool:
    """Whether "that" behind a clause tells of its object: "Ana meets Ben, who has 3 coins"."""
    objects = any(isinstance(one, int) and one != last.subject for one in last.pieces)
    return objects and not last.describes


def _same_verb(
    scope: Scope, templates: tuple[Template, ...], begin: int, parse: Parse
) -> Iterator[Parse]:
    """Read "and Log Flume open" behind "Is Ferris Wheel closed": one "is" for both."""
    for template, pieces, negated, _ in line_forms(scope, templates):
        if pieces[1:2] != ("be",) or template.subject != pieces[0] or not pieces[2:]:
            continue
        for found in fit(scope, template, (pieces[0], *pieces[2:]), begin):
            longer = _extended(scope, parse, template, pieces, found, negated)
            subject = _subject(template, found.fills)
            yield from _continued(scope, templates, found.end, longer, template, subject)


def _behind(scope: Scope, parse: Parse) -> Scope:
    """Return the scope of a further clause: "it" means what the clauses before it are about."""
    spoken = tuple(
        (term.value, filler.sort)
        for filler in parse.fillers
        if len(filler.terms) == 1
        for term in filler.terms
        if isinstance(term, Constant)
    )
    if not spoken or not any(token.key in PRONOUNS for token in scope.tokens):
        return scope
    return replace(scope, spoken=spoken, tried=Tried())


def _another_object(
    scope: Scope,
    templates: tuple[Template, ...],
    begin: int,
    parse: Parse,
    last: Template,
    subject: Filler,
) -> Iterator[Parse]:
    """Read "and two upgrades" behind "Ana has a Log Flume": the same of another object."""
    column, before = last.pieces[-1], parse.literals[-1]
    unnamed = scope.tokens[begin].article == "a" or number(scope.tokens[begin].key) is not None
    same = before.atom.predicate == last.predicate and len(subject.terms) == 1
    if not (unnamed and same and isinstance(column, int)) or column == last.subject:
        return
    for found in fit(scope, last, (column,), begin):
        (filler,) = (one for _, one in found.fills)
        rows = (
            tuple(term if i == column else old for i, old in enumerate(before.atom.terms))
            for term in filler.terms
        )
        said = tuple(Literal(replace(before.atom, terms=row), before.negated) for row in rows)
        longer = replace(
            parse,
            literals=(*parse.literals, *said),
            fillers=(*parse.fillers, filler),
            clauses=parse.clauses + 1,
            cost=parse.cost + 1,
        )
        yield from _continued(scope, templates, found.end, longer, last, subject)


def _more(
    scope: Scope,
    templates: tuple[Template, ...],
    found: Tail,
    parse: Parse,
    last: Template,
    subject: Filler,
    skip: int,
) -> Iterator[Parse]:
    """Add a template that lacks its first `skip` pieces and go on behind it.

    The words left out were not read, so they do not make the reading more specific. `last` is
    the template whose verb a bare complement would share.
    """
    template, negated, matched = found
    longer = _extended(scope, parse, template, template.pieces[skip:], matched, negated)
    yield from _continued(scope, templates, matched.end, longer, last, subject)


def tails(
    scope: Scope,
    templates: tuple[Template, ...],
    start: int,
    subject: Filler,
    skip: int,
    verb: str,
    *,
    without: bool = False,
) -> Iterator[Tail]:
    """Match templates of `subject` without their first `skip` pieces; `without` denies them."""
    for template, pieces, negated, starts in without_first(scope, templates, skip, verb):
        column = template.subject
        if column is None or not starts >> start & 1:
            continue
        if (without and negated) or not suits(scope, subject, template, column):
            continue
        begun = Fit(start, ((column, subject),), template.cost)
        for found in fit(scope, template, pieces[skip:], start, begun):
            yield Tail(template, negated or without, found)


def suits(scope: Scope, subject: Filler, template: Template, column: int) -> bool:
    """Whether what a sentence began with may stand in another template's column."""
    names, sort = scope.lexicon.names, scope.lexicon.sort(template.predicate, column)
    new = {introduction.value for introduction in subject.introduces}
    for term in subject.terms:
        if isinstance(term, Variable) or (isinstance(term, Constant) and term.value in new):
            if not names.sorts.compatible(subject.sort, sort):
                return False
        elif isinstance(term, Constant):
            # What the sentence itself named first has no type yet but that of its own slot.
            known = bool(names.sorts_of(term.value))
            if not known and not names.sorts.compatible(subject.sort, sort):
                return False
            if known and not names.fits(term.value, sort):
                return False
    return True


def is_auxiliary(key: str) -> bool:
    """Whether a question may begin with this word."""
    return key in AUXILIARIES or key in ("do", "did", "have")
