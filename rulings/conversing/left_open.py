"""What a line leaves open of a happening that the rules allow.

In: a table, a line that was read as a statement. Out: the happening that it begins to tell, as a
fact. Guarantee: the line is the subject, the verb and the thing of a happening, in any tense, and
nothing else; what it leaves open is never chosen: several ways are offered.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.asking.legality import permitted, several_ways
from rulings.english.lexicon import Lexicon
from rulings.english.template import Template
from rulings.english.words import Token, span_key, tokenize
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Constant, Value
from rulings.session import Session


def happening_begun(table: Session, line: str) -> str | None:
    """Return the one allowed happening, as a fact, that a line tells the beginning of.

    "Ana builds Log Flume" begins to tell that she builds it in space 2. None where nothing of the
    kind is allowed. Raises RulingsError (RUL504) with the ways where there are several.
    """
    tokens = tokenize(line.strip().rstrip(".!"), names=True)
    begun = set(_begun(tokens, table.lexicon))
    if not begun:
        return None
    ways = [
        one
        for one in permitted(table.said, table.evaluation)
        if (str(one.atom.predicate), *one.atom.terms[:2])
        in {(name, Constant(subject), Constant(thing)) for name, subject, thing in begun}
    ]
    if len(ways) < 2:
        return ways[0].told(table.said).fact if ways else None
    raise RulingsError([several_ways(line, ways, table.said)])


def _begun(tokens: tuple[Token, ...], lexicon: Lexicon) -> Iterator[tuple[str, Value, Value]]:
    """Yield happening, subject and thing, where a line has what a longer sentence begins with."""
    for place, token in enumerate(tokens[1:-1], 1):
        openings = _openings(lexicon, {token.key, *lexicon.words.lemmas(token)})
        first = place - 1 if tokens[place - 1].key == "have" and place > 1 else place
        spoken = (span_key(tokens, 0, first), span_key(tokens, place + 1, len(tokens)))
        for template in openings:
            sorts = (lexicon.sort(template.predicate, column) for column in (0, 1))
            found = [lexicon.names.find(key, sort) for key, sort in zip(spoken, sorts, strict=True)]
            if all(len(values) == 1 for values in found):
                yield template.predicate, found[0][0], found[1][0]


def _openings(lexicon: Lexicon, verbs: set[str]) -> Iterator[Template]:
    """Yield sentences of happenings that go on behind somebody, one of the verbs and a thing."""
    for sentence in lexicon.words.index.fitting(verbs):
        match sentence.pieces:
            case (0, str(verb), 1, _, *_) if sentence.happens and verb in verbs:
                yield sentence.template
