"""Other ways to say the same line, for a line that no sentence fits as it stands.

In: the tokens of a line. Out: the tokens of lines that say no more and no less, in plainer words.
Guarantee: a rule moves, splits or spells out words; what carries meaning (a name, a number, a noun,
a verb, a "not" or an "only") is never left out, and each result still has to be read completely.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.apart import APART
from rulings.english.fronted import FRONTED
from rulings.english.left_out import LEFT_OUT
from rulings.english.lexicon import Lexicon
from rulings.english.misspelt import well_spelt
from rulings.english.regrouped import REGROUPED
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
_CALLED = frozenset(("called", "named"))
KIN = frozenset(
    "friend brother sister mother father mum mom dad son daughter wife husband cousin partner "
    "girlfriend boyfriend neighbour neighbor buddy mate colleague uncle aunt".split()
)
_OWNERS = frozenset(("i", "you", "his", "her", "their"))
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


def _introduced_by_noun(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "the wild ride Sky Hammer" as "Sky Hammer", and that this is a wild ride."""
    for start, token in enumerate(tokens):
        if not (token.article or token.key in _OWNERS):
            continue
        begin = start + (token.key in _OWNERS)
        end = begin
        while end < len(tokens) and _is_plain(tokens[end]) and not tokens[end].after:
            end += 1
        if not begin < end < len(tokens):
            continue
        called = tokens[end].key in _CALLED
        name = end + called
        last = _end_of_name(tokens, name)
        noun = " ".join(t.key for t in tokens[begin:end])
        if last == name or not (noun in lexicon.nouns or tokens[end - 1].key in lexicon.nouns):
            continue
        if token.key in _OWNERS and tokens[end - 1].key not in KIN:
            continue
        if noun not in lexicon.nouns:
            yield _with_aside(tokens, start, last, tokens[name:last], tokens[begin:end], "a")


def _kin(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "my friend Ben" as "Ben": it is no matter for the rules who is whose friend."""
    for start in range(len(tokens) - 2):
        mine, kin, name = tokens[start : start + 3]
        if mine.key in _OWNERS and kin.key in KIN and _is_name(name):
            yield (*tokens[:start], *tokens[start + 2 :])


def _kin_alone(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "my sister" as the name of somebody who takes part."""
    for start in range(len(tokens) - 1):
        mine, kin = tokens[start : start + 2]
        named = any(map(_is_name, tokens[start + 2 : start + 3]))
        if mine.text.lower() == "my" and kin.key in KIN and not (mine.after or named):
            name = f"My {kin.key}"
            called = kin._replace(text=name, key=name, start=mine.start, quoted=True)
            yield (*tokens[:start], called, *tokens[start + 2 :])


def _aside(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "Sky Hammer, a ride, is closed" and "…, which costs 3 coins, …" in two sentences."""
    for start in range(1, len(tokens)):
        if "," not in tokens[start - 1].after or not _is_name(tokens[start - 1]):
            continue
        end = next(
            (i + 1 for i in range(start, len(tokens) - 1) if "," in tokens[i].after), len(tokens)
        )
        first = start - 1
        while first > 0 and _is_name(tokens[first - 1]) and not tokens[first - 1].after:
            first -= 1
        name = tokens[first:start]
        inner = tokens[start:end]
        if inner[0].article == "a" and " ".join(t.key for t in inner) in lexicon.nouns:
            plain = name[-1]._replace(after=inner[-1].after.replace(",", ""))
            kind = (inner[0]._replace(article="the"), *inner[1:])
            called = (*kind[:-1], kind[-1]._replace(after=""))
            yield _with_aside(tokens, first, end, name, inner, "a")
            yield (*tokens[:first], *called, *name[:-1], plain, *tokens[end:])
        elif inner[0].article == "a":
            yield _with_aside(tokens, first, end, name, inner, "a")
        elif inner[0].article == "the" and end < len(tokens):
            yield _with_aside(tokens, first, end, name, inner, "the")
        elif inner[0].key in ("which", "who") and len(inner) > 1:
            yield _with_aside(tokens, first, end, name, inner[1:], "")


def _with_aside(
    tokens: Tokens, start: int, end: int, name: Tokens, said: Tokens, article: str
) -> Tokens:
    """Return the line with a name for the tokens from `start`, and what is said of it behind."""
    mark = tokens[end - 1].after if end == len(tokens) else ""
    plain = name[-1]._replace(after=mark.replace(",", "") or "")
    line = [*tokens[:start], *name[:-1], plain, *tokens[end:]]
    closing = line[-1].after
    asked = "?" in closing
    if asked and article == "a":
        return tuple(line)
    verb = (word_like("is", said[0], key="be"),) if article else ()
    noun = (said[0]._replace(article=article), *said[1:]) if article else said
    told = (*name[:-1], name[-1]._replace(after=""), *verb, *noun)
    told = (*told[:-1], told[-1]._replace(after="."))
    if asked:
        return (*told, *line)
    line[-1] = line[-1]._replace(after=".")
    return (*line, *told)


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
        if not (last and _is_name(tokens[i - 1])):
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
    """Read ", one of them closed" as ", one of them is closed"."""
    for i in range(2, len(tokens) - 3):
        keys = tuple(token.key for token in tokens[i : i + 3])
        counted = number(keys[0]) is not None or keys[0] in ("both", "all", "none")
        verb = tokens[i + 3].key in AUXILIARIES | {"have", "do", "did"}
        if counted and keys[1:] == ("of", "them") and "," in tokens[i - 1].after and not verb:
            copula = word_like("are", tokens[i + 2], key="be")
            yield (*tokens[: i + 3], copula, *tokens[i + 3 :])


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


def _is_plain(token: Token) -> bool:
    ordinary = not token.capital and not token.quoted and not token.possessive
    return ordinary and token.key not in FUNCTION_WORDS and token.key not in _CALLED


def _is_name(token: Token) -> bool:
    named = token.capital and not token.text.isdigit() and token.key not in FUNCTION_WORDS
    return (named or token.quoted) and not token.possessive


def _end_of_name(tokens: Tokens, start: int) -> int:
    end = start
    while end < len(tokens) and _is_name(tokens[end]):
        end += 1
        if tokens[end - 1].after:
            break
    return end


_RULES: tuple[Rule, ...] = (
    well_spelt,
    _exactly,
    _leading,
    _spread,
    _left,
    _without_any,
    _only,
    _verb_again,
    _neither,
    _kin,
    _kin_alone,
    _introduced_by_noun,
    _aside,
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
