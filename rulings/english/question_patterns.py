"""Questions of the word list that are read as they stand.

In: the tokens of a question. Out: a `Parse` of the pattern that fits, or None.
"""

from __future__ import annotations

from rulings.english.chart import Chart, Context
from rulings.english.clausal import best_matches, parse_of, rank
from rulings.english.types import ClauseOrder, Filler, Parse
from rulings.english.words import Tokens
from rulings.language.program import Variable


def by_pattern(context: Context, tokens: Tokens) -> Parse | None:
    """Return the reading of a question by a pattern that is a question itself."""
    index = context.words.questions
    if not index.sentences:
        return None
    chart = Chart(context)
    found: list[Parse] = []
    for match in best_matches(chart, ClauseOrder(tokens), index=index):
        if match.problems:
            continue
        parse = parse_of(chart, match)
        if parse is not None:
            found.append(parse)
    if not found:
        return None
    found.sort(key=lambda one: rank(chart, one))
    best = found[0]
    idiom = context.lexicon.idioms.get(best.matches[0].sentence.predicate)
    if idiom is None or idiom.asked is None:
        return best
    asked = Filler((Variable(f"{idiom.asked.name}_1"),), "any", asked="what")
    return Parse(best.literals, (*best.fillers, asked), best.price, best.matches, True, best.claims)
