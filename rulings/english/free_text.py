"""Free words where a template takes a phrase.

In: a stretch of words in a slot for phrases. Out: the `Filler` that they stand for, or one with a
`Problem`. Guarantee: no word is swallowed: adjectives of a declared sentence ("{C} is closed")
are said of the subject, and a number, a pronoun or a word that nothing could match is a mistake.
Quoted text is taken as it is.
"""

from __future__ import annotations

from rulings.english.fillers import Filler, Problem
from rulings.english.referents import referent
from rulings.english.scope import PRONOUNS, Scope, plain_words
from rulings.english.template import Template
from rulings.english.words import FUNCTION_WORDS, indefinite, number
from rulings.records import replace

_LONGEST_ADJECTIVE = 3


def vetted(
    scope: Scope, template: Template, column: int, start: int, end: int, plain: Filler | None
) -> Filler | None:
    """Return what free words stand for; `plain` is what they are when taken as they are."""
    is_quoted = end == start + 1 and scope.tokens[start].quoted
    if is_quoted or (plain is not None and not plain.loose):
        return plain
    if _describes_subject(template, column) and indefinite(scope.tokens, start):
        described = _with_adjective(scope, template, column, start, end)
        if described is not None:
            return described
    if plain is None or plain.problem is not None:
        return plain
    doubt = _doubt(scope, template, column, start, end)
    if doubt is None:
        return plain
    return replace(plain, problem=doubt) if scope.lenient else None


def _with_adjective(
    scope: Scope, template: Template, column: int, start: int, end: int
) -> Filler | None:
    """Read "closed" in "is a closed attraction" as what "{A} is closed" says of the subject."""
    if not plain_words(scope.tokens[start:end]):
        return None
    for cut in range(min(_LONGEST_ADJECTIVE, end - start - 1), 0, -1):
        words = tuple(token.key for token in scope.tokens[start : start + cut])
        predicate = _adjective(scope, template, words)
        if predicate is None:
            continue
        sort = scope.lexicon.sort(template.predicate, column)
        further = _with_adjective(scope, template, column, start + cut, end)
        rest = further or referent(scope, start + cut, end, sort)
        if rest is not None and (rest.problem is None or scope.lenient):
            return replace(rest, adjectives=(predicate, *rest.adjectives), loose=True)
    return None


def _describes_subject(template: Template, column: int) -> bool:
    """Whether a slot is the phrase of "{C} is a {P}", with or without more behind it."""
    first, *rest = template.pieces
    return isinstance(first, int) and rest[:2] == ["be", column] and column in template.articles


def _adjective(scope: Scope, template: Template, words: tuple[str, ...]) -> str | None:
    """Return the predicate of "{X} is closed"; a word of type lines stays in the phrase."""
    lexicon = scope.lexicon
    if any(lexicon.names.describes(word) for word in words) or template.subject is None:
        return None
    subject = lexicon.sort(template.predicate, template.subject)
    found = [
        other.predicate
        for other in lexicon.by_words.same((0, "be", *words))
        if lexicon.names.sorts.compatible(lexicon.sort(other.predicate, 0), subject)
    ]
    # A statement is about what tables state, a question about what rules conclude.
    found.sort(key=lambda name: (name in lexicon.stated) is scope.asking)
    return found[0] if found else None


def _doubt(scope: Scope, template: Template, column: int, start: int, end: int) -> Problem | None:
    lexicon = scope.lexicon
    sort = lexicon.sort(template.predicate, column)
    is_input = lexicon.predicates[template.predicate].columns[column].is_input
    keys = [token.key for token in scope.tokens[start:end]]
    counts = [number(key) is not None for key in keys]
    for index, key in enumerate(keys):
        # What is counted has to be known; a mere description may use a word that nothing has.
        unheard = any(counts) and not counts[index] and key not in FUNCTION_WORDS
        unheard = unheard and scope.asking and not lexicon.names.describes(key)
        place = (start + index, start + index + 1, sort)
        if counts[index] and not is_input:
            return scope.problem("counted", *place)
        if key in PRONOUNS or (is_input and unheard):
            return scope.problem("new_word", *place)
    if _describes_subject(template, column) and template.subject is not None:
        head = scope.tokens[end - 1].key
        kind = lexicon.nouns.get(head)
        subject = lexicon.sort(template.predicate, template.subject)
        known = lexicon.names.describes(head) or kind is None
        if not known and not lexicon.names.sorts.compatible(str(kind), subject):
            return scope.problem("other_kind", end - 1, end, subject)
    return None
