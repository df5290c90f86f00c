"""Sentence templates, analysed once.

In: the declared templates of a predicate (`"{C} is active"`). Out: `Template`s: fixed word keys
and column numbers in order, and where the verb stands, so that the same template is recognised
as statement, denial and question and can be said in all three forms. Guarantee: a template
mentions each column at most once; one that does not mention all of them is refused by `check`,
and is skipped here.

Convention: a template that reads `{X} is a {Y}` (or `is an`) *describes*: its last slot takes a
word or, if that column is a phrase (a sort below `string`), a whole phrase.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rulings.english.verb import Piece, Words, find_verb
from rulings.english.words import AUXILIARIES, Token, tokenize
from rulings.expressions import expression
from rulings.language.program import Predicate
from rulings.records import dataclass

_SLOT = expression(r"\{\s*(\w+)\s*\}(['’]s?)?")
_DESCRIBES = expression(r"^\{\s*\w+\s*\}\s+(is|are)\s+an?\s+\{\s*\w+\s*\}$", re.IGNORECASE)
_OWNER = expression(
    r"^(\{\s*\w+\s*\})['’]s?\s+((?:[A-Za-z-]+\s+)+?)(is|are|has|equals|costs)\b(.*)$"
)
_OWNED = expression(r"^[Tt]he\s+((?:[A-Za-z-]+\s+)+?)of\s+(\{\s*\w+\s*\}(?:['’]s \w+)?)\s+(.*)$")
_OWNER_LAST = expression(r"^(.*\s)(\{\s*\w+\s*\})['’]s?\s+((?:[A-Za-z-]+\s*)+)$")

_SAYING_LITTLE = AUXILIARIES | {"do", "have", "not", "some"}


@dataclass(frozen=True, slots=True)
class Template:
    """One way to say a predicate.

    `pieces` are word keys and column indexes; `verb` is the index in `pieces` of the auxiliary
    or the main verb (which of them, `auxiliary` tells). `words` are the keys that must occur in
    any sentence made from it. `text` is the template as declared.
    """

    predicate: str
    text: str
    pieces: tuple[Piece, ...]
    verb: int
    auxiliary: bool
    words: frozenset[str]
    describes: bool = False

    def __hash__(self) -> int:
        # Every line looks up what was made of hundreds of templates.
        return hash((self.text, self.pieces))

    @property
    def shape(self) -> tuple[str, ...]:
        """The words in their places, with nothing (`""`) in the place of each slot."""
        return tuple(piece if isinstance(piece, str) else "" for piece in self.pieces)

    @property
    def subject(self) -> int | None:
        """The column the sentence begins with, if it begins with one."""
        first = self.pieces[0] if self.pieces else None
        return first if isinstance(first, int) else None


def templates_of(predicate: Predicate, is_int: Callable[[str], bool]) -> tuple[Template, ...]:
    """Return the analysed templates of a predicate, possessive variants included.

    `is_int` tells which sorts hold numbers: behind a number stands its unit ("{N} coins").
    """
    found: list[Template] = []
    for text in predicate.templates:
        for variant in (text, *variants(text)):
            template = analyse(predicate, variant, is_int)
            if template is not None:
                found.append(template)
    return tuple(found)


def pieces_of(text: str) -> Iterator[tuple[int, int, Token | re.Match[str]]]:
    """Yield the words and slots of a template's text, each with the place where it stands."""
    position = 0
    for match in (*_SLOT.finditer(text), None):
        end = len(text) if match is None else match.start()
        for token in tokenize(text[position:end]):
            yield position + token.start, position + token.end, token
        if match is not None:
            yield match.start(), match.end(), match
            position = match.end()


def fixed_words(text: str) -> tuple[Token, ...]:
    """Return the tokens of a template's fixed words; where they stand is not told."""
    return tuple(piece for _, _, piece in pieces_of(text) if isinstance(piece, Token))


def places(text: str) -> tuple[tuple[int, int], ...]:
    """Return where in a template's text each of its pieces stands."""
    return tuple((start, end) for start, end, _ in pieces_of(text))


def words_of(text: str) -> tuple[str, ...]:
    """Return each piece of a template's text as it is written, in lower case."""
    return tuple(text[start:end].lower() for start, end in places(text))


def analyse(
    predicate: Predicate,
    text: str,
    is_int: Callable[[str], bool] = lambda sort: sort == "int",
) -> Template | None:
    """Return the template of one declared text; None if it does not fit the columns."""
    columns = {column.name.lower(): index for index, column in enumerate(predicate.columns)}
    parts = [part for _, _, part in pieces_of(text)]
    pieces = [p.key if isinstance(p, Token) else columns.get(p[1].lower(), -1) for p in parts]
    slots = [piece for piece in pieces if isinstance(piece, int)]
    if not pieces or sorted(slots) != list(range(predicate.arity)):
        return None
    numeric = tuple(is_int(column.sort) for column in predicate.columns)
    words = Words(
        pieces,
        [part.text.lower() if isinstance(part, Token) else "" for part in parts],
        frozenset(i for i, part in enumerate(parts) if isinstance(part, Token) and part.article),
        frozenset(i for i, part in enumerate(parts) if not isinstance(part, Token) and part[2]),
        counted=isinstance(pieces[0], int) and numeric[pieces[0]],
    )
    verb, auxiliary = find_verb(words)
    return Template(
        predicate.name,
        text,
        tuple(pieces),
        verb,
        auxiliary,
        _required(pieces, numeric),
        _DESCRIBES.match(text) is not None and predicate.arity == 2,
    )


def _required(pieces: list[Piece], numeric: tuple[bool, ...]) -> frozenset[str]:
    """Return the fixed words, without auxiliaries and the unit behind a number ("{N} coins")."""
    words: set[str] = set()
    behind_number = False
    for piece in pieces:
        if isinstance(piece, int):
            behind_number = numeric[piece]
        elif behind_number:
            behind_number = False
        else:
            words.add(piece)
    return frozenset(words - _SAYING_LITTLE)


def variants(text: str) -> tuple[str, ...]:
    """Return "the rule of {C} …" for "{C}'s rule …" and the reverse."""
    owner = _OWNER.match(text)
    if owner is not None:
        return (f"the {owner[2]}of {owner[1]} {owner[3]}{owner[4]}",)
    owned = _OWNED.match(text)
    if owned is not None:
        return (f"{owned[2]}'s {owned[1]}{owned[3]}",)
    last = _OWNER_LAST.match(text)
    if last is not None:
        return (f"{last[1]}the {last[3]} of {last[2]}",)
    return ()
