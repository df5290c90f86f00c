"""Questions with a condition: "if A, Q?", "Q when A?", "A. Q?".

In: a `Scope` whose tokens hold statements and a question. Out: a `WhatIf`. Guarantee: every word is
in the condition or in the question, each read completely.
"""

from __future__ import annotations

from rulings.english import mistakes
from rulings.english.antecedents import named_in
from rulings.english.clause import (
    is_auxiliary,
)
from rulings.english.interrogative import question_about, question_by_pattern
from rulings.english.reading import Reading, WhatIf, after_line
from rulings.english.scope import Scope
from rulings.english.sequence import after, merged, read_told
from rulings.english.which import WH_WORDS
from rulings.english.words import Token
from rulings.expressions import expression
from rulings.language.diagnostics import RulingsError
from rulings.records import replace

_STOP = expression(r"[.;:!]")
_CONDITIONS = ("if", "when", "while")
_MOST_CUTS = 8
"""How many places are tried for the end of a condition."""


def conditional(scope: Scope) -> Reading:
    """Read "if A, Q?"; without a comma the question begins where one can begin."""
    if not scope.source.text.rstrip().endswith("?"):
        raise mistakes.not_understood(scope)
    tokens = scope.tokens
    cuts = [i for i in range(1, len(tokens)) if _begins_question(tokens, i)]
    paused = [i for i in cuts if "," in tokens[i - 1].after or tokens[i].key == "then"]
    failures: list[RulingsError] = []
    for cut in list(dict.fromkeys((*paused, *cuts)))[:_MOST_CUTS]:
        begin = cut + (tokens[cut].key == "then")
        try:
            return _supposing(scope, tokens[:cut], tokens[begin:])
        except RulingsError as error:
            failures.append(error)
    raise failures[0] if failures else mistakes.not_understood(scope)


def is_clause(scope: Scope) -> bool:
    """Whether "when A, Q?" gives a condition, where "when Q?" asks for one."""
    tokens = scope.tokens
    return any(
        "," in tokens[i - 1].after
        and (is_auxiliary(tokens[i].key) or tokens[i].key in (*WH_WORDS, "then"))
        for i in range(2, len(tokens))
    )


def told_before(scope: Scope) -> Reading | None:
    """Read "A. Q?" and "in a game with X, Q?", where statements come first; None without such."""
    tokens = scope.tokens
    inside = range(len(tokens) - 1, 0, -1)
    stops = [i for i in inside if any(mark in tokens[i - 1].after for mark in ".;:!")]
    pauses = [
        i
        for i in range(1, len(tokens) - 1)
        if "," in tokens[i - 1].after and _begins_question(tokens, i)
    ]
    brief = replace(scope, brief=True)
    for cut in (*stops, *pauses)[:_MOST_CUTS]:
        try:
            return _supposing(brief, tokens[:cut], tokens[cut:])
        except RulingsError:
            continue
    return _in_one(brief) if stops else None


def _in_one(scope: Scope) -> Reading | None:
    """Read "A. Q?" as one question of the word list that has the words of both."""
    told = tuple(token._replace(after=_STOP.sub(",", token.after)) for token in scope.tokens[:-1])
    try:
        return question_by_pattern(scope.with_tokens((*told, scope.tokens[-1])))
    except RulingsError:
        return None


def if_behind(scope: Scope) -> Reading | None:
    """Read "Q if A?" and "Q when A?"; None when there is no such reading."""
    tokens = scope.tokens
    inside = range(2, len(tokens) - 1)
    cuts = [i for i in inside if tokens[i].key in _CONDITIONS and not tokens[i].quoted]
    for cut in cuts[:_MOST_CUTS]:
        asked = named_in(tokens[:cut], scope.lexicon)
        inner = replace(scope.anew(lines=after_line(asked, scope.lines)), brief=True)
        try:
            return _supposing(inner, tokens[cut + 1 :], tokens[:cut])
        except RulingsError:
            continue
    return None


def _begins_question(tokens: tuple[Token, ...], index: int) -> bool:
    key = tokens[index].key
    return is_auxiliary(key) or key in WH_WORDS or key == "then" or "," in tokens[index - 1].after


def _supposing(scope: Scope, condition: tuple[Token, ...], question: tuple[Token, ...]) -> WhatIf:
    """Ask a question of the table with something else stated: what is introduced is arbitrary."""
    if not condition or not question:
        raise mistakes.not_understood(scope)
    changes = read_told(scope.with_tokens(condition))
    asked = question_about(after(scope, changes).with_tokens(question))
    if isinstance(asked, WhatIf):
        return WhatIf(merged(changes, asked.changes), asked.inner, True)
    return WhatIf(changes, asked, bool(changes.introduces))
