"""One sentence taken apart into several: "in round 3, Ana has 5 coins", "because …, …".

In: the tokens of a line, the words of a rulebook. Out: the tokens of lines of several sentences
that say the same. Guarantee: nothing is left out; what stands behind "because", "with" or "who"
becomes a sentence of its own, a time becomes one only where the rulebook has a sentence for it, and
a time of the past never does. What a rule finds still has to be read completely.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.lexicon import Lexicon
from rulings.english.turns import Rule
from rulings.english.words import (
    AUXILIARIES,
    FUNCTION_WORDS,
    Tokens,
    has_question_mark,
    number,
    word_like,
)

_TIMES = frozenset(("in", "during", "at", "on"))
_LONGEST_TIME = 6
_PLACING = frozenset("in on at under beside behind inside near next above below".split())
_REASONS = frozenset(("because", "since", "although", "though", "whereas", "while"))
_CONDITIONS = (
    ("now", "that"),
    ("given", "that"),
    ("provided", "that"),
    ("as", "long", "as"),
    ("as", "soon", "as"),
    ("in", "case"),
    ("provided",),
    ("because",),
    ("since",),
    ("although",),
    ("though",),
    ("once",),
    ("after",),
)
_HELPERS = AUXILIARIES | {"do", "did", "have"}
_ASKING = frozenset("who whom whose what which where when how why".split())
_TRUE = frozenset(("right", "correct", "true", "yes"))
_PRONOUNS = frozenset("i you he she it we they there that this".split())
_PAST = frozenset(("did", "had", "was"))
_SUBJECTS = frozenset("i you he she it we they".split())


def _setting(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "in round 3, Ana has 5 coins" as "it is round 3. Ana has 5 coins".

    A question about another time is none about the table as it is: until then things may end.
    """
    first = tokens[0]
    if len(tokens) < 4 or first.quoted or first.key not in _TIMES or has_question_mark(tokens):
        return
    for end in range(2, min(len(tokens) - 2, _LONGEST_TIME + 1) + 1):
        time = tokens[1:end]
        if _tells_time(time, lexicon) and not _is_past(tokens[end:], lexicon):
            lead = (word_like("it", first), word_like("is", first, key="be"))
            yield (*lead, *time[:-1], time[-1]._replace(after="."), *tokens[end:])
            return


def _tells_time(time: Tokens, lexicon: Lexicon) -> bool:
    """Whether the rulebook has a sentence that begins "it is" and goes on with such words."""
    if any(token.quoted for token in time):
        return False
    keys = frozenset(token.key for token in time) | {"it", "be"}
    known = lexicon.by_words.said_with(keys, frozenset(), lexicon.forms)
    return any(
        template.pieces[:2] == ("it", "be")
        and len(template.pieces) == len(time) + 2
        and all(
            isinstance(piece, int) or piece == token.key
            for piece, token in zip(template.pieces[2:], time, strict=True)
        )
        for template in known
    )


def _is_past(tokens: Tokens, lexicon: Lexicon) -> bool:
    """Whether something was so, or happened: the time when is not now."""
    for token in tokens:
        if token.key in _PAST or token.text.lower().endswith("ed"):
            return True
        for verb in lexicon.lemmas.get(token.key, ()):
            forms = lexicon.forms.get(verb)
            if forms is not None and token.key in forms.past and token.key != forms.base:
                return True
    return False


def _reason(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "because A, B" as "A. B" and "B because A" as "B. A": both are so."""
    if has_question_mark(tokens):
        return
    if tokens[0].key in _REASONS:
        pause = next((i for i, token in enumerate(tokens) if "," in token.after), 0)
        if 1 < pause < len(tokens) - 2:
            yield (*tokens[1:pause], tokens[pause]._replace(after="."), *tokens[pause + 1 :])
    for i in range(3, len(tokens) - 2):
        if tokens[i].key in _REASONS and not tokens[i].quoted:
            yield (*tokens[: i - 1], tokens[i - 1]._replace(after="."), *tokens[i + 1 :])


def _condition(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "now that A, Q?" and "Q after A?" as "if A, Q?": what is asked supposes it."""
    if not has_question_mark(tokens):
        return
    keys = tuple(token.key for token in tokens)
    for lead in _CONDITIONS:
        for i in range(len(tokens) - len(lead) - 1):
            if keys[i : i + len(lead)] == lead and not tokens[i].quoted and (not i or i > 2):
                condition = word_like("if", tokens[i])
                yield (*tokens[:i], condition, *tokens[i + len(lead) :])


def _given(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "with 5 coins, may Ana buy it?" as "Ana has 5 coins. May Ana buy it?"."""
    pause = next((i for i, token in enumerate(tokens) if "," in token.after), 0)
    if tokens[0].key != "with" or not has_question_mark(tokens) or not 0 < pause < len(tokens) - 3:
        return
    first = pause + 1
    if tokens[first].key not in _HELPERS:
        return
    end = first + 2
    while end < len(tokens) and tokens[end].capital and tokens[end - 1].capital:
        end += 1
    who = tokens[first + 1 : end]
    if who[0].capital or who[0].key in _SUBJECTS:
        have = word_like("have", tokens[0])
        closed = tokens[pause]._replace(after=".")
        yield (*who, have, *tokens[1:pause], closed, *tokens[first:])


def _being(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "with my ride closed, may I …" as "my ride is closed. May I …"."""
    pause = next((i for i, token in enumerate(tokens) if "," in token.after), 0)
    if tokens[0].key != "with" or tokens[0].quoted or not 1 < pause < len(tokens) - 2:
        return
    placed = (i for i in range(2, pause) if tokens[i].key in _PLACING)
    state = next(placed, pause)
    if number(tokens[1].key) is None and not tokens[state].capital and not tokens[state].article:
        verb = word_like("is", tokens[0], key="be")
        told = (*tokens[1:state], verb, *tokens[state:pause])
        yield (*told, tokens[pause]._replace(after="."), *tokens[pause + 1 :])


def _time_behind(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "after choosing, where does it go?" as "where does it go after choosing?"."""
    pause = next((i for i, token in enumerate(tokens) if "," in token.after), 0)
    if not has_question_mark(tokens) or tokens[0].key not in _TIMES | {"after", "before"}:
        return
    if 0 < pause < min(_LONGEST_TIME, len(tokens) - 3) and not tokens[0].quoted:
        asked = tokens[pause + 1 :]
        if asked[0].key in _HELPERS | _ASKING:
            time = (*tokens[:pause], tokens[pause]._replace(after=asked[-1].after))
            yield (*asked[:-1], asked[-1]._replace(after=""), *time)


def _size_of_game(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "in a four-player game, …" and "with four players, …" as "there are 4 players. …"."""
    keys = tuple(token.key for token in tokens[:6])
    match keys:
        case ("in", many, "player", "game", *_):
            end = 4
        case ("in", "game", "of" | "with" | "for", many, "player", *_):
            end = 5
        case ("with", many, "player", *_):
            end = 3
        case _:
            return
    if number(many) is None or len(tokens) < end + 3:
        return
    there = (word_like("there", tokens[0]), word_like("are", tokens[0], key="be"))
    count = tokens[keys.index(many)]._replace(article="", after="", joined=False)
    players = word_like("players", tokens[0], key="player", after=".")
    yield (*there, count, players, *tokens[end:])


def _so(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "A, so may she buy it?" as "A. May she buy it?"."""
    if not has_question_mark(tokens):
        return
    for i in range(3, len(tokens) - 2):
        begins = tokens[i + 1].key in _HELPERS | _ASKING
        if (
            tokens[i].key in ("so", "but", "and", "now")
            and begins
            and tokens[0].key not in _HELPERS
        ):
            yield (*tokens[: i - 1], tokens[i - 1]._replace(after="."), *tokens[i + 1 :])


def _tag(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "Ana may buy it, right?" and "…, can't she?" as "is it true that Ana may buy it?"."""
    pauses = [i for i in range(1, len(tokens) - 1) if "," in tokens[i].after]
    if not pauses or not has_question_mark(tokens) or tokens[0].key in _HELPERS | _ASKING | {"if"}:
        return
    tail = [token.key for token in tokens[pauses[-1] + 1 :]]
    verb = tail[:1] and tail[0] in _HELPERS and tail[-1] in _PRONOUNS - {"that", "this"}
    short = len(tail) == 2 or (len(tail) == 3 and "not" in tail)
    if (len(tail) == 1 and tail[0] in _TRUE) or (verb and short):
        like = tokens[0]
        lead = (("is", "be"), ("it", "it"), ("true", "true"), ("that", "that"))
        said = tokens[: pauses[-1] + 1]
        frame = tuple(word_like(text, like, key=key) for text, key in lead)
        yield (*frame, *said[:-1], said[-1]._replace(after="?"))


def _relative(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "may a player who has 3 coins rest?" as "a player has 3 coins. May that player rest?".

    And so of what stands last: "may Ana buy a card that costs 3 coins?".
    """
    if not has_question_mark(tokens) or tokens[0].key not in _HELPERS:
        return
    places = [i for i in range(2, len(tokens) - 2) if tokens[i].key in ("who", "that", "which")]
    for place in places[:1]:
        begin = place - 1
        while begin > 1 and not tokens[begin].article and tokens[begin].key not in FUNCTION_WORDS:
            begin -= 1
        noun = tokens[begin:place]
        if noun[0].article != "a" or noun[0].quoted or tokens[place - 1].after:
            continue
        that = (word_like("that", noun[0]), noun[0]._replace(article=""), *noun[1:])
        told = tokens[place + 1 :]
        if begin > 1:
            closed = (*told[:-1], told[-1]._replace(after="."))
            last = that[-1]._replace(after="?")
            yield (*noun, *closed, *tokens[:begin], *that[:-1], last)
            continue
        for end in range(place + 3, len(tokens)):
            if tokens[end].article or tokens[end].capital or tokens[end].key in FUNCTION_WORDS:
                continue
            closed = (*tokens[place + 1 : end - 1], tokens[end - 1]._replace(after="."))
            yield (*noun, *closed, tokens[0], *that, *tokens[end:])


APART: tuple[Rule, ...] = (
    _so,
    _tag,
    _given,
    _being,
    _time_behind,
    _size_of_game,
    _setting,
    _reason,
    _condition,
    _relative,
)
