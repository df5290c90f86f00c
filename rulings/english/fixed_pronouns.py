"""What a pronoun stands for that is one of a sentence's own words.

In: a template of a word list that was read, and what the lines before named. Out: whether "it" may
be one of these. Guarantee: what a word list says of "it" about one kind of things is not read where
the line before named a thing and no line one of that kind.
"""

from __future__ import annotations

from rulings.english.idiom import Idiom
from rulings.english.lexicon import Lexicon
from rulings.english.persons import asker_sort
from rulings.english.scope import Scope
from rulings.english.template import Template
from rulings.language.program import Constant, Literal, Value

_IT = frozenset(("it", "its"))
_EXPLAINED = frozenset("turn allowed legal possible necessary true right ok okay clear".split())
"""What "it is" says of nothing that was named: "is it Ana's turn?", "is it legal to stop?"."""


def stands_rightly(scope: Scope, template: Template) -> bool:
    """Whether the template's own "it" may mean something that the lines before named.

    It may where a slot or a noun before it in the sentence is what it means, where the word list
    means a rule that is of no one thing, and where it names what the line before was about.
    """
    idiom = scope.lexicon.idioms.get(template.predicate)
    if idiom is None or not scope.lines or _IT.isdisjoint(template.pieces):
        return True
    if not _EXPLAINED.isdisjoint(template.pieces) or _has_antecedent(scope.lexicon, template):
        return True
    lexicon = scope.lexicon
    if not _constants(idiom).isdisjoint(scope.lines[0]):
        return True
    named = tuple(value for value in scope.lines[0] if _may_be_it(lexicon, value))
    values, kinds = _meant(lexicon, idiom)
    if not (values or kinds):
        kinds = _kinds(lexicon, idiom)
    return not (named and (values or kinds)) or any(
        value in values or any(lexicon.names.fits(value, kind) for kind in kinds)
        for value in scope.recent
    )


def _meant(lexicon: Lexicon, idiom: Idiom) -> tuple[frozenset[Value], frozenset[str]]:
    """Return the things and the types that the words for "it" name."""
    values = {value for words in idiom.its for value in lexicon.names.all(" ".join(words))}
    kinds = {lexicon.nouns.get(word) for words in idiom.its for word in words}
    return frozenset(values), frozenset(filter(None, kinds))


def _has_antecedent(lexicon: Lexicon, template: Template) -> bool:
    """Whether a thing stands in the sentence before its "it"."""
    player = asker_sort(lexicon)
    for piece in template.pieces:
        if piece in _IT:
            return False
        if isinstance(piece, str):
            sort = lexicon.nouns.get(piece)
        else:
            sort = lexicon.sort(template.predicate, piece)
        if sort is not None and sort != player and lexicon.names.sorts.is_thing(sort):
            return True
    return False


def _constants(idiom: Idiom) -> frozenset[Value]:
    """Return what the meaning of an idiom names itself, numbers aside."""
    return frozenset(
        term.value
        for condition in (*idiom.body, *idiom.inquiry)
        if isinstance(condition, Literal)
        for term in condition.atom.terms
        if isinstance(term, Constant) and isinstance(term.value, str)
    )


def _kinds(lexicon: Lexicon, idiom: Idiom) -> frozenset[str]:
    """Return the types of the things, players aside, that the meaning of an idiom is about."""
    sorts, player = lexicon.names.sorts, asker_sort(lexicon)
    return frozenset(
        column.sort
        for condition in (*idiom.body, *idiom.inquiry)
        if isinstance(condition, Literal) and condition.atom.predicate in lexicon.predicates
        for column in lexicon.predicates[condition.atom.predicate].columns
        if sorts.is_thing(column.sort) and column.sort != player
    )


def _may_be_it(lexicon: Lexicon, value: Value) -> bool:
    """Whether a value is a thing that bears a name, and no player."""
    sorts, player = lexicon.names.sorts, asker_sort(lexicon)
    seen = lexicon.names.sorts_of(value)
    return any(sorts.is_thing(one) and one != "any" for one in seen) and not any(
        player in sorts.above.get(one, ()) for one in seen
    )
