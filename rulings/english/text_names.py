"""Names in the text of a card that nothing has yet: "Close Ana's Sky Wheel".

In: a text, and the words that the grammar of texts itself has. Out: the names in it; what is
introduced for those that a reading of the text used. Guarantee: a name has capitals where no
sentence begins, and a word that is none of the grammar's; it ends with a possessive; what is of
no one kind in all that the text states of it is not introduced.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulings.english.card_texts.grammar import TextGrammar
from rulings.english.lexicon import Lexicon
from rulings.english.names import symbol_of
from rulings.english.reading import Introduction
from rulings.english.types import sorts_of_term
from rulings.english.words import Token, tokenize
from rulings.language.program import Atom, Constant, Literal

_ENDS = frozenset(".!?;:")


def names_within(text: str, grammar: TextGrammar) -> Mapping[tuple[str, ...], str]:
    """Return the names with capitals in a text, by their keys."""
    found: dict[tuple[str, ...], str] = {}
    run: list[Token] = []
    begins = True
    for token in (*tokenize(text), None):
        if run and (token is None or begins or run[-1].possessive or not _is_proper(token)):
            _add(found, run, text, grammar)
            run = []
        if token is not None:
            if _is_proper(token) and not begins:
                run.append(token)
            begins = bool(_ENDS & set(token.after))
    return found


def _is_proper(token: Token) -> bool:
    return token.text[:1].isupper()


def _add(
    found: dict[tuple[str, ...], str], run: list[Token], text: str, grammar: TextGrammar
) -> None:
    keys = tuple(token.key for token in run)
    if not grammar.words.issuperset(keys):
        last = run[-1]
        found[keys] = text[run[0].start : last.start + len(last.text)]


def introduced(
    names: Mapping[tuple[str, ...], str], facts: tuple[Atom, ...], lexicon: Lexicon
) -> tuple[Introduction, ...] | None:
    """Return what facts introduce of new names, None when one of them is of no one kind."""
    found = []
    for name in names.values():
        value = symbol_of(name)
        sorts = set(sorts_of_term(Constant(value), map(Literal, facts), lexicon.predicates))
        if len(sorts) > 1:
            return None
        found += [Introduction(value, name, sort) for sort in sorts]
    return tuple(found)
