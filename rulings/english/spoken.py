"""What "it", "she", "this card" and "the card" mean: what was spoken of before.

In: a `Scope`, a stretch of its tokens and the type of their slot. Out: a `Filler`, or None.
Guarantee: a pronoun means the only thing that fits of the clauses before, else of the last line
that named one; of two that the same line named it means neither.
"""

from __future__ import annotations

from rulings.english.antecedents import named_in, named_last
from rulings.english.fillers import Filler
from rulings.english.kinds import may_be_called
from rulings.english.lexicon import Lexicon
from rulings.english.names import symbol_of
from rulings.english.persons import asker_sort, may_be_new, may_be_several, may_mean
from rulings.english.scope import JOINTS, PRONOUNS, Scope
from rulings.english.words import Token, span_key
from rulings.language.program import Constant, Value

_SAME = frozenset(("very", "same", "selfsame"))
_HE, _SHE = frozenset(("he", "him", "his")), frozenset(("she", "her"))


def spoken_of(scope: Scope, start: int, end: int, sort: str) -> Filler | None:
    """Resolve "this", "this card", "the card", "it" to the focus or the last thing named."""
    first = scope.tokens[start]
    pronoun = first.key in PRONOUNS and end - start == 1
    before: tuple[Value, ...] = ()
    noun = ""
    if pronoun:
        if may_be_several(scope.lexicon, first.key, sort, scope.recent):
            return None
        before = named_in(scope.tokens[:start], scope.lexicon)
        lines = (*((value,) for value in before), *scope.lines, _one(scope.focus))
    elif first.key in ("this", "that") or (
        first.article == "the" and noun_at(scope, _behind_same(scope, start, end), end)
    ):
        lines = (_one(scope.focus), *scope.lines)
        begin = start + (first.key in ("this", "that"))
        noun = span_key(scope.tokens, _behind_same(scope, begin, end), end)
        if noun in ("one", ""):
            noun = ""
        elif not is_noun(scope, noun):
            return None
    else:
        return None
    lexicon = scope.lexicon
    types = dict(scope.spoken)
    other = _of_other_gender(scope, first.key, sort) if pronoun else None
    if pronoun:
        found = _spoken(scope, first, sort, other)
        if len(found) > 1 and not (first.key == "it" and _begins_clause(scope, start)):
            return _doubtful(scope, start, end, sort, tuple(found))
        if found:
            value, own = next(iter(found.items()))
            return Filler((Constant(value),), own, refers=first.key)

    def meant(value: Value) -> bool:
        if pronoun and (value in (other, scope.barred) or not may_mean(lexicon, first.key, value)):
            return False
        own = "any" if lexicon.names.sorts_of(value) else types.get(value, "any")
        if own != "any" and not _suits(scope, own, sort, first):
            return False
        if pronoun and _is_symbol(value) and may_be_new(lexicon, first.key, value, sort):
            return True  # A line that was not understood may have named somebody
        called = not noun or (lexicon.may_be(value, noun) and may_be_called(lexicon, value, noun))
        return lexicon.names.fits(value, sort) and called

    last = named_last(lines, meant)
    if len(last) > 1:
        last = tuple(value for value in last if not _is_sibling_of(lexicon, value, sort)) or last
    if len(last) > 1:
        return _doubtful(scope, start, end, sort, last)
    if last and (last[0] in before or lexicon.names.sorts_of(last[0])):
        return Filler((Constant(last[0]),), sort, refers=first.key if pronoun else "")
    if noun in lexicon.nouns and not lexicon.names.sorts.compatible(lexicon.nouns[noun], sort):
        return None
    if not scope.lenient:
        return None
    named = tuple(value for line in lines for value in line)
    kind = "wrong_focus" if named else "nothing_named"
    return Filler((), sort, problem=scope.problem(kind, start, end, sort, named[:1]))


def _is_sibling_of(lexicon: Lexicon, value: Value, sort: str) -> bool:
    """Whether a thing was told to be of a type beside `sort`: no upgrade is an attraction."""
    sorts = lexicon.names.sorts
    seen = (own for own in lexicon.names.sorts_of(value) if sorts.is_thing(own))
    return sorts.is_thing(sort) and any(not sorts.compatible(own, sort) for own in seen)


def _is_symbol(value: Value) -> bool:
    return isinstance(value, str) and symbol_of(value) == value


def _spoken(scope: Scope, pronoun: Token, sort: str, other: Value | None) -> dict[Value, str]:
    """Return what a pronoun may mean of the clauses before its own, with its type."""
    lexicon = scope.lexicon
    found: dict[Value, str] = {}
    for value, own in scope.spoken:
        is_known = bool(lexicon.names.sorts_of(value))
        fits = lexicon.names.fits(value, sort) if is_known else _suits(scope, own, sort, pronoun)
        fits = fits and value not in (other, scope.barred)
        if fits and may_mean(lexicon, pronoun.key, value):
            found.setdefault(value, sort if is_known else own)
    return found


def _doubtful(
    scope: Scope, start: int, end: int, sort: str, values: tuple[Value, ...]
) -> Filler | None:
    """Return that words may mean each of several things, where that is to be told."""
    if not scope.lenient:
        return None
    return Filler((), sort, problem=scope.problem("ambiguous", start, end, sort, values))


def _begins_clause(scope: Scope, start: int) -> bool:
    """Whether a word is a subject, which continues the subject before it."""
    before = scope.tokens[start - 1] if start else None
    return before is None or before.key in JOINTS or bool(before.after)


def _of_other_gender(scope: Scope, pronoun: str, sort: str) -> Value | None:
    """Return whom the first "she" of a sentence means when the pronoun is a later "his"."""
    for own, others in ((_HE, _SHE), (_SHE, _HE)):
        keys = [token.key for token in scope.tokens if token.key in own | others]
        if pronoun in own and keys[0] in others:
            return next(
                (
                    value
                    for value in scope.recent
                    if may_mean(scope.lexicon, keys[0], value)
                    and scope.lexicon.names.fits(value, sort)
                ),
                None,
            )
    return None


def _suits(scope: Scope, own: str, sort: str, pronoun: Token) -> bool:
    """Whether a pronoun may mean something of a type that the sentence itself introduces."""
    above = scope.lexicon.names.sorts.above.get(own, frozenset())
    player = asker_sort(scope.lexicon)
    if pronoun.key in ("it", "its") and player in above:
        return False
    return scope.lexicon.names.sorts.compatible(own, sort)


def _behind_same(scope: Scope, start: int, end: int) -> int:
    """Return where "the very same card" goes on behind the words that say which."""
    while start < end - 1 and scope.tokens[start].key in _SAME:
        start += 1
    return start


def noun_at(scope: Scope, start: int, end: int) -> bool:
    """Whether words are a noun of the rulebook, and nothing besides."""
    return end > start and span_key(scope.tokens, start, end) in scope.lexicon.nouns


def is_noun(scope: Scope, noun: str) -> bool:
    """Whether a thing may be called so: by a noun, or by a word that describes it."""
    return noun in scope.lexicon.nouns or scope.lexicon.names.is_description(noun)


def _one(value: Value | None) -> tuple[Value, ...]:
    return () if value is None else (value,)
