"""Other ways to say the same line, for a line that no sentence fits as it stands.

In: the tokens of a line. Out: the tokens of lines that say no more and no less, in plainer words.
Guarantee: a rule moves, splits or spells out words; what carries meaning (a name, a number, a noun,
a verb, a "not" or an "only") is never left out, and each result still has to be read completely.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.apart import APART
from rulings.english.called_by import CALLED_BY, is_name
from rulings.english.fronted import FRONTED
from rulings.english.left_out import LEFT_OUT
from rulings.english.lexicon import Lexicon
from rulings.english.misspelt import well_spelt
from rulings.english.regrouped import REGROUPED
from rulings.english.spelt_out import SPELT_OUT
from rulings.english.turns import TURNS, Rule
from rulings.english.unfolded import UNFOLDED
from rulings.english.words import (
    AUXILIARIES,
    FUNCTION_WORDS,
    Token,
    Tokens,
    has_question_mark,
    number,
    word_like,
)

_MOST = 12
"""How many ways to say a line are tried."""
_LONGEST_TITLE = 3
"""Names of so many words are known in small letters."""
_HAVE = frozenset(("have", "own", "hold", "be", "there"))
_SUPPOSING = frozenset(("suppose", "assume", "imagine", "say"))
_CONDITIONAL = frozenset(("would", "could", "might"))
_PRESENT = {"had": "have", "was": "be"}
_SEQUENCE = frozenset(
    "then now next later also afterwards meanwhile finally besides however still and but so "
    "actually suddenly today tonight anyway yet thus therefore moreover furthermore".split()
)
"""Words in front of a sentence that only place it behind another."""
_SEQUENCES = tuple(
    tuple(words.split())
    for words in (
        "after that",
        "only after that",
        "shortly after that",
        "since then",
        "only then",
        "right then",
        "moment later",
        "bit later",
        "in meantime",
        "in mean time",
        "in end",
        "in addition",
        "below that",
        "beneath that",
    )
)
_TOLD_OF = frozenset("i he she they we it".split())
_SPREAD = frozenset(("each", "both", "all"))


def simpler(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Yield other tokens for a line, in the words of a rulebook."""
    seen = {_keys(tokens)}
    waiting = [tokens]
    while waiting and len(seen) <= _MOST:
        line = waiting.pop(0)
        for rule in _RULES:
            for found in rule(line, lexicon):
                if found and _keys(found) not in seen:
                    seen.add(_keys(found))
                    waiting.append(found)
                    yield found


def titled(tokens: Tokens, lexicon: Lexicon) -> Tokens:
    """Return "my Log Flume" for "my log flume", a name that people also write in small letters."""
    line = list(tokens)
    for start in range(len(tokens)):
        for end in range(start + 1, min(start + _LONGEST_TITLE, len(tokens)) + 1):
            part = tokens[start:end]
            apart = any(t.quoted for t in part) or any(t.after for t in part[:-1])
            if tuple(t.text.lower() for t in part) in lexicon.titles and not apart:
                line[start:end] = [t._replace(text=t.text.capitalize()) for t in part]
    return tuple(line)


def _keys(tokens: Tokens) -> tuple[tuple[str, str], ...]:
    return tuple((token.key, token.after) for token in tokens)


def _exactly(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "Exactly how many coins …" as "How many coins …": a number is exact."""
    if tokens[0].key in ("exactly", "precisely") and tokens[1:] and tokens[1].key == "how":
        yield tokens[1:]


def _leading(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "Then I added a card" as "I added a card": it only says what came before."""
    if tokens[0].key in _SEQUENCE and not tokens[0].quoted and len(tokens) > 2:
        yield tokens[1:]
    for phrase in _SEQUENCES:
        if len(tokens) > len(phrase) + 1 and tuple(_plain_keys(tokens[: len(phrase)])) == phrase:
            yield tokens[len(phrase) :]
    opens = tokens[0].key == "first" and not tokens[0].article and len(tokens) > 2
    if opens and tokens[1].key in _TOLD_OF and not has_question_mark(tokens):
        # "First she ran a Play" only says what comes before the next line.
        yield tokens[1:]


def _plain_keys(tokens: Tokens) -> Iterator[str]:
    return (token.key for token in tokens if not token.quoted)


def _spread(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "Ana and Ben each have 3" and "have 3 each" as "Ana and Ben have 3": it is the same."""
    joined = [i for i, token in enumerate(tokens) if token.key == "and" and not token.quoted]
    for index, token in enumerate(tokens):
        before = (joined and joined[0] < index) or tokens[0].key in ("they", "both")
        last = index == len(tokens) - 1 or "," in token.after
        inside = token.key in _SPREAD and index + 1 < len(tokens)
        verb = inside and not tokens[index + 1].capital and tokens[index + 1].article == ""
        if before and not token.article and (verb or (token.key == "each" and last)):
            kept = [*tokens[:index], *tokens[index + 1 :]]
            if last:
                kept[index - 1] = kept[index - 1]._replace(after=token.after)
            yield tuple(kept)


def _left(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "has 3 coins left" as "has 3 coins"."""
    keys = {token.key for token in tokens}
    last = tokens[-1]
    if last.key in ("left", "remaining", "over") and len(tokens) > 3 and keys & _HAVE:
        if tokens[-2].key in FUNCTION_WORDS or (tokens[-2].article == "" and last.article):
            return
        yield (*tokens[:-2], tokens[-2]._replace(after=last.after))


def _without_any(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "does not have any coins" as "has no coins", and "has none" stays as it is."""
    for i in range(1, len(tokens) - 3):
        if [t.key for t in tokens[i : i + 4]] == ["do", "not", "have", "any"]:
            no = tokens[i + 3]._replace(text="no", key="no")
            yield (*tokens[:i], tokens[i + 2], no, *tokens[i + 4 :])


def _verb_again(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "Ana has 3 coins, Ben has 5" as "Ana has 3 coins, Ben 5"."""
    kept = list[Token]()
    for i, token in enumerate(tokens):
        again = token.key == "have" and any(one.key == "have" for one in tokens[:i])
        bare = again and i + 1 < len(tokens) and number(tokens[i + 1].key) is not None
        last = bare and (i + 2 == len(tokens) or tokens[i + 1].after or tokens[i + 2].key == "and")
        if not (last and is_name(tokens[i - 1])):
            kept.append(token)
    if len(kept) < len(tokens):
        yield tuple(kept)


def _neither(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "neither A nor B has bought it" as "A and B have not bought it"."""
    if tokens[0].key != "neither":
        return
    nor = next((i for i, token in enumerate(tokens) if token.key == "nor"), 0)
    if not nor:
        return
    for verb in range(nor + 2, min(len(tokens) - 1, nor + 7)):
        if tokens[verb].key in (*AUXILIARIES, "have", "do", "did"):
            joint = tokens[nor]._replace(text="and", key="and")
            denied = word_like("not", tokens[verb])
            subject = (*tokens[1:nor], joint, *tokens[nor + 1 : verb])
            yield (*subject, tokens[verb], denied, *tokens[verb + 1 :])
            return


def _only(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "only has 2 coins" as "has only 2 coins"."""
    for i in range(1, len(tokens) - 2):
        first, verb, many = tokens[i : i + 3]
        if first.key == "only" and not first.article and number(many.key) is not None:
            yield (*tokens[:i], verb, first, *tokens[i + 2 :])


def _one_of_them(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read ", one of them closed" and ", one of which is closed" as ", one of them is closed"."""
    for i in range(2, len(tokens) - 3):
        keys = tuple(token.key for token in tokens[i : i + 3])
        counted = number(keys[0]) is not None or keys[0] in ("both", "all", "none")
        meant = keys[1:] in (("of", "them"), ("of", "which"), ("of", "who"), ("of", "whom"))
        verb = tokens[i + 3].key in AUXILIARIES | {"have", "do", "did"}
        if counted and meant and "," in tokens[i - 1].after:
            them = word_like("them", tokens[i + 2])
            copula = () if verb else (word_like("are", tokens[i + 2], key="be"),)
            if copula or keys[2] != "them":
                yield (*tokens[: i + 2], them, *copula, *tokens[i + 3 :])


def _supposed(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "suppose A. Q?" as "A. Q?"."""
    if tokens[0].key not in _SUPPOSING or not has_question_mark(tokens) or len(tokens) < 4:
        return
    if any("." in token.after or ":" in token.after for token in tokens[:-1]):
        yield tokens[2 if tokens[1].key == "that" else 1 :]


def _unreal(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "if Ben had 5 coins, could he …" as "if Ben has 5 coins, can he …"."""
    if not any(token.key in _CONDITIONAL for token in tokens):
        return
    places = [i for i, token in enumerate(tokens) if token.key == "if" and not token.quoted]
    for start in places[:1]:
        end = next(
            (i + 1 for i in range(start, len(tokens)) if "," in tokens[i].after), len(tokens)
        )
        turned = [
            token._replace(text=_PRESENT[token.key], key=_PRESENT[token.key])
            if start < i < end and token.key in _PRESENT and not token.quoted
            else token
            for i, token in enumerate(tokens)
        ]
        yield tuple(turned)


_RULES: tuple[Rule, ...] = (
    well_spelt,
    _exactly,
    _leading,
    *SPELT_OUT,
    _spread,
    _left,
    _without_any,
    _only,
    _verb_again,
    _neither,
    *CALLED_BY,
    _one_of_them,
    _supposed,
    _unreal,
    *TURNS,
    *FRONTED,
    *APART,
    *UNFOLDED,
    *REGROUPED,
    *LEFT_OUT,
)
