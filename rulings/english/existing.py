"""Questions whether there is something, or how many: "how many attractions are there?".

In: the tokens of a question. Out: a `Parse` of what the nouns say, or None.
"""

from __future__ import annotations

from rulings.english.chart import Chart, Context
from rulings.english.described import about, nominals
from rulings.english.types import Filler, Parse
from rulings.english.words import Tokens
from rulings.language.program import Variable


def existing(context: Context, tokens: Tokens) -> Parse | None:
    """Return the reading of a question that asks for nouns alone."""
    keys = [t.key for t in tokens]
    if keys[:2] in (["how", "many"], ["which"], ["what"]) or keys[:1] in (["which"], ["what"]):
        begin = 2 if keys[:2] == ["how", "many"] else 1
        if keys[-2:] != ["be", "there"]:
            return None
        end, word = len(tokens) - 2, keys[0]
    elif keys[:2] == ["be", "there"] and len(tokens) > 2:
        begin, end, word = 2, len(tokens), "any"
        if keys[2] in ("any", "some"):
            begin = 3
    else:
        return None
    chart = Chart(context)
    row = chart.hold(tokens[:end])
    variable = Variable("X")
    for sort in dict.fromkeys(context.lexicon.nouns.values()):
        for stop, noun, claims, price in nominals(chart, row, begin, sort):
            if stop != end or not claims:
                continue
            asked = Filler((variable,), noun or sort, asked=word, count=word == "how")
            return Parse(about(claims, variable), (asked,), price + 0.5, (), False)
    return None
