"""The name of the person who types: "I'm Alice", "I, Alice, have 3 coins".

In: a `Scope` that states something. Out: that the asker is called so, and the words that are left.
Guarantee: only a new proper name becomes the asker's; one that the table or the rulebook knows is
somebody else's, and is left where it stands.
"""

from __future__ import annotations

from rulings.english.persons import ASKER, asker_sort
from rulings.english.reading import Introduction, Statement
from rulings.english.scope import Scope, proper_name
from rulings.english.statement import belonging
from rulings.english.words import Token, Tokens, span_key
from rulings.language.program import Atom, Constant

_Words = tuple[tuple[str, ...], ...]
_BEFORE: _Words = (("i", "name", "be"), ("i", "be", "called"), ("call", "i"), ("i", "be"))
_BEHIND: _Words = (("be", "i"), ("be", "i", "name"))
"""Keys of "My name is" and "I am" before a name, of "is me" and "is my name" behind it."""
_ASIDE: _Words = (("that", "be", "i"), ("i",))
"""What stands behind a name, between commas or in brackets, and says that it is the asker's."""
_LONGEST = 3
"""How many words a name has at most."""


def self_named(scope: Scope) -> tuple[Statement, Tokens] | None:
    """Return what a line says of the asker's name, and what else it says with "I" for it."""
    tokens = scope.tokens
    keys = tuple(token.key for token in tokens)
    for words in _BEFORE:
        if keys[: len(words)] == words and (told := _called(scope, len(words), len(keys))):
            return told, ()
    for words in _BEHIND:
        if keys[-len(words) :] == words and (told := _called(scope, 0, len(keys) - len(words))):
            return told, ()
    for end in range(1, min(len(keys) - 1, _LONGEST + 1)):
        if keys[0] == "i" and end > 1 and _apart(tokens, 1, end):
            told = _called(scope, 1, end)
            if told is not None:
                return told, (_asker(tokens[0]), *tokens[end:])
        for words in _ASIDE:
            behind = end + len(words)
            if keys[end:behind] == words and _apart(tokens, end, behind):
                told = _called(scope, 0, end)
                if told is not None and keys[behind:]:
                    return told, (_asker(tokens[0]), *tokens[behind:])
    return None


def _apart(tokens: Tokens, begin: int, end: int) -> bool:
    """Whether words stand between commas, brackets or dashes."""
    return bool(tokens[begin - 1].after.strip() and tokens[end - 1].after.strip())


def _asker(token: Token) -> Token:
    return token._replace(text="I", key="i", after="", article="")


def _called(scope: Scope, begin: int, end: int) -> Statement | None:
    """State that the asker has a new name."""
    sort, tokens = asker_sort(scope.lexicon), scope.tokens[begin:end]
    if sort is None or not tokens or len(tokens) > _LONGEST or tokens[0].article:
        return None
    known = scope.lexicon.names.all(span_key(scope.tokens, begin, end))
    if any(value != ASKER for value in known) or any(
        token.possessive or token.key in scope.lexicon.vocabulary for token in tokens
    ):
        return None
    if not proper_name(tuple(token._replace(after="") for token in tokens)):
        return None
    span, name = scope.span(begin, end), scope.text(begin, end)
    alias = Atom("alias", (Constant(ASKER), Constant(name, quoted=True)), span)
    if scope.lexicon.names.sorts_of(ASKER):
        return Statement((alias,))
    new = Introduction(ASKER, name, sort, span)
    return Statement((alias, *belonging(scope.lexicon, new)), introduces=(new,))
