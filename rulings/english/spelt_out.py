"""What people say short or with weight, spelt out: "my card's closed", "I do have a card".

In: the tokens of a line, the words of a rulebook. Out: the tokens of lines that say the same in
plain words. Guarantee: only verbs that help are exchanged ("gets closed" for "is closed"), moved or
left out; a "not", an "only", a number or a name stays, and what a rule finds still has to be read
completely.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.lexicon import Lexicon
from rulings.english.turns import Rule
from rulings.english.words import (
    AUXILIARIES,
    FUNCTION_WORDS,
    Token,
    Tokens,
    has_question_mark,
    number,
    word_like,
)

_PLACING = frozenset("in on at under beside behind near next inside outside with without".split())
_BETWEEN = frozenset("not never just already still now also both only no".split())
_SUBJECTS = frozenset("i you he she it we they who".split())
_GETTING = frozenset(("get", "getting"))
_COUNTED = frozenset("two three four five six seven eight nine ten".split())


def _bare(token: Token) -> bool:
    return not (token.quoted or token.article or token.possessive)


def is_participle(token: Token, lexicon: Lexicon) -> bool:
    """Whether a word is a participle of a verb of the rulebook."""
    return _bare(token) and any(
        token.key in lexicon.forms[verb].participle
        for verb in lexicon.lemmas.get(token.key, ())
        if verb in lexicon.forms
    )


def _ends_clause(tokens: Tokens, index: int) -> bool:
    last = index == len(tokens) - 1
    return last or bool(tokens[index].after) or tokens[index + 1].key in FUNCTION_WORDS


def _contracted(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "my campfire's out" as "… is out", "Ana's card's been closed" as "… has been closed"."""
    for i, token in enumerate(tokens[:-1]):
        if not token.possessive or token.quoted or token.after or not token.text[-1:].isalnum():
            continue
        first = i + 1
        while first < len(tokens) - 1 and tokens[first].key in _BETWEEN and _bare(tokens[first]):
            first += 1
        behind = tokens[first]
        done = is_participle(behind, lexicon)
        told = (
            bool(tokens[i + 1].article)
            or first > i + 1
            or behind.key in _PLACING
            or number(behind.key) is not None
            or (_bare(behind) and not behind.capital and _ends_clause(tokens, first))
        )
        bare = (*tokens[:i], token._replace(possessive=False, end=token.end - 2))
        if behind.key == "been" or done:
            yield (*bare, word_like("has", token, key="have"), *tokens[i + 1 :])
        if behind.key != "been" and (done or told):
            yield (*bare, word_like("is", token, key="be"), *tokens[i + 1 :])


def _had(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "I'd built it" as "I have built it", where "I would built it" says nothing."""
    for i in range(1, len(tokens) - 1):
        token, behind = tokens[i], tokens[i + 1]
        if token.key == "would" and token.start == tokens[i - 1].start:
            base = behind.key in lexicon.forms and behind.text.lower() == behind.key
            if is_participle(behind, lexicon) and not base:
                have = word_like("has", token, key="have")
                yield (*tokens[:i], have, *tokens[i + 1 :])


def _with_weight(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "I do own a card" as "I own a card", "she did build it" as "she has built it"."""
    if has_question_mark(tokens):
        return
    for i in range(1, len(tokens) - 1):
        token, verb = tokens[i], tokens[i + 1]
        if token.key not in ("do", "did") or not _bare(token) or tokens[i - 1].after:
            continue
        forms = lexicon.forms.get(verb.key)
        if token.key == "do" and (forms is not None or verb.key == "have"):
            yield (*tokens[:i], *tokens[i + 1 :])
        elif token.key == "did" and forms is not None and forms.participle:
            done = word_like(sorted(forms.participle)[0], verb, after=verb.after)
            yield (*tokens[:i], word_like("has", token, key="have"), done, *tokens[i + 2 :])


def _not_a_single(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "there isn't a single card" as "there is no card", "not one card" as "no card"."""
    for i in range(len(tokens) - 1):
        single = tokens[i + 1].key == "single" and tokens[i + 1].article == "a"
        one = tokens[i + 1].key == "one" and not tokens[i + 1].article
        if tokens[i].key != "not" or not (single or one) or i + 2 >= len(tokens):
            continue
        behind = tokens[i + 2 :]
        no = word_like("no", tokens[i])
        if behind[0].key == "of" and one:
            yield (*tokens[:i], word_like("none", tokens[i]), *behind)
        elif behind[0].key not in FUNCTION_WORDS:
            yield (*tokens[:i], no, *behind)
    for i in range(len(tokens) - 4):
        keys = [token.key for token in tokens[i : i + 4]]
        if keys[:3] == ["do", "not", "have"] and keys[3] == "single":
            have, no = tokens[i + 2], word_like("no", tokens[i + 1])
            yield (*tokens[:i], have, no, *tokens[i + 4 :])


def _gets_done(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "whose card gets paid" as "… is paid", "does it get paid" as "is it paid"."""
    for i in range(1, len(tokens) - 1):
        if tokens[i].key not in _GETTING or not _bare(tokens[i]):
            continue
        done = tokens[i + 1]
        if not is_participle(done, lexicon) or done.capital or _is_state(done.key, lexicon):
            continue
        if tokens[0].key in ("do", "did") and has_question_mark(tokens):
            is_ = word_like("is", tokens[0], key="be")
            yield (is_, *tokens[1:i], *tokens[i + 1 :])
        elif tokens[i - 1].key in AUXILIARIES | {"to", "not"}:
            be = word_like("be", tokens[i])
            yield (*tokens[:i], be, *tokens[i + 1 :])
        else:
            yield (*tokens[:i], word_like("is", tokens[i], key="be"), *tokens[i + 1 :])


def _is_state(word: str, lexicon: Lexicon) -> bool:
    """Whether tables state who "is closed": what gets closed is not closed yet."""
    found = lexicon.by_words.among({"be", word})
    return any(one.predicate in lexicon.stated for one in found if word in one.pieces)


def _gets_to(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "does Ben get to draw?" as "may Ben draw?", "I get to draw" as "I may draw"."""
    for i in range(1, len(tokens) - 2):
        if tokens[i].key != "get" or tokens[i + 1].key != "to" or not _bare(tokens[i]):
            continue
        verb = tokens[i + 2]
        if verb.article or verb.capital or verb.quoted or number(verb.key) is not None:
            continue
        helper = next((j for j in range(i - 1, -1, -1) if tokens[j].key == "do"), -1)
        may = word_like("may", tokens[max(helper, 0)])
        denied = helper >= 0 and tokens[helper + 1].key == "not"
        if helper == 0 or (helper > 0 and (denied or has_question_mark(tokens))):
            yield (*tokens[:helper], may, *tokens[helper + 1 : i], *tokens[i + 2 :])
        elif helper < 0 and tokens[i - 1].key not in AUXILIARIES | {"to", "have", "did"}:
            yield (*tokens[:i], may, *tokens[i + 2 :])


def _all_i_have(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "all I have is two coins" as "I have only two coins"."""
    if tokens[0].key not in ("all", "everything") or has_question_mark(tokens):
        return
    start = 2 if tokens[1:2] and tokens[1].key == "that" else 1
    for i in range(start + 1, min(len(tokens) - 2, start + 4)):
        if tokens[i].key == "have" and tokens[i + 1].key == "be":
            only = word_like("only", tokens[0])
            if number(tokens[i + 2].key) is not None:
                yield (*tokens[start:i], tokens[i], only, *tokens[i + 2 :])


def _all_three(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "all three are closed" as "all three of them are closed", where there are three."""
    for i in range(len(tokens) - 1):
        token, many = tokens[i], tokens[i + 1]
        if token.key != "all" or many.key not in _COUNTED or many.article or token.after:
            continue
        behind = tokens[i + 2 : i + 3]
        if many.after or not behind or behind[0].key in AUXILIARIES | {"have", "do"}:
            of, them = word_like("of", many), word_like("them", many, after=many.after)
            yield (*tokens[:i], token, many._replace(after=""), of, them, *tokens[i + 2 :])


def _how_come(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "how come Ana may buy it?" as "why may Ana buy it?"."""
    if [token.key for token in tokens[:2]] != ["how", "come"] or len(tokens) < 4:
        return
    why = word_like("why", tokens[0])
    for i in range(3, min(len(tokens), 8)):
        if tokens[i].key in AUXILIARIES | {"have"} and not tokens[i].article:
            yield (why, tokens[i], *tokens[2:i], *tokens[i + 1 :])
            return


def _has_been(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "my row is scored" as "my row has been scored": what is done has been done."""
    for i in range(len(tokens) - 1):
        token = tokens[i]
        if token.key != "be" or token.quoted:
            continue
        near = range(i + 1, min(i + 6, len(tokens)))
        done = next((j for j in near if is_participle(tokens[j], lexicon)), 0)
        asks = i == 0 and has_question_mark(tokens)
        if not done or not (asks or done - i <= 2) or not _ends_clause(tokens, done):
            continue
        if _is_said(tokens[done].key, lexicon):
            continue
        has, been = word_like("has", token, key="have"), word_like("been", token)
        yield (*tokens[:i], has, *tokens[i + 1 : done], been, *tokens[done:])


def _is_said(word: str, lexicon: Lexicon) -> bool:
    """Whether the rulebook has a sentence that says who "is closed"."""
    found = lexicon.by_words.among({"be", word})
    return any(one.pieces[-2:] == ("be", word) for one in found)


def _topic(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "the card on my left: may I take it?" as "may I take the card on my left?"."""
    if not has_question_mark(tokens) or not tokens[0].article:
        return
    pause = next((i for i, token in enumerate(tokens) if set(token.after) & set(":,")), 0)
    topic, asked = tokens[: pause + 1], tokens[pause + 1 :]
    if not asked or asked[0].key not in AUXILIARIES | {"do", "what", "how", "where", "when"}:
        return
    if any(token.key in AUXILIARIES | {"have", "do"} for token in topic):
        return
    meant = [i for i, token in enumerate(asked) if token.key in ("it", "them", "they")]
    if len(meant) == 1:
        place = meant[0]
        named = (*topic[:-1], topic[-1]._replace(after=asked[place].after))
        yield (*asked[:place], *named, *asked[place + 1 :])


SPELT_OUT: tuple[Rule, ...] = (
    _contracted,
    _had,
    _with_weight,
    _not_a_single,
    _gets_done,
    _gets_to,
    _all_i_have,
    _all_three,
    _how_come,
    _has_been,
    _topic,
)
