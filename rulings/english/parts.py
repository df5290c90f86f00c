"""A line told in several sentences: every clause as it stands, or what is offered for it.

In: the `Scope` of a line that was refused. Out: one text of up to four sentences. Guarantee: no
clause with a name, a number or a "not" is left out; what a clause leaves unsaid of whom it is
about is taken from the clause before it. Of a name that no sentence can be made about, at least
what it names is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, pairwise

from rulings.english.drafts import Draft, drafts, said_in
from rulings.english.filling import noun
from rulings.english.mentions import Mention, turning_words
from rulings.english.persons import asker_sort
from rulings.english.remark import REMARK, is_attitude
from rulings.english.scope import Scope, proper_name
from rulings.english.topics import root
from rulings.english.words import AUXILIARIES, FUNCTION_WORDS, Token, number, tokenize
from rulings.language.source import Source
from rulings.records import dataclass, replace

_JOINTS = frozenset("and but while whereas because so although though since or when".split())
_RELATIVE = frozenset(("who", "which", "that"))
_STOPS = ",;:.!?–("
_READ = 3
_MOST = 4
_TOLD, _INTRODUCED = 1.0, 0.15
"""What a clause that is read as it stands counts, and one of which only its names are told."""


@dataclass(frozen=True, slots=True)
class _Stretch:
    """What is told for a clause; `remark` is one that states nothing, as it was said."""

    text: str
    score: float
    words: int
    remark: str = ""


def in_parts(scope: Scope, understood: Callable[[str], bool]) -> Draft | None:
    """Return what a line says clause by clause; None when something would be lost."""
    parts: list[_Stretch] = []
    clauses = tuple(_clauses(scope))
    for joint, text in clauses:
        inner = _scope_of(scope, text)
        if not inner.tokens:
            continue
        part = _part(inner, text, understood, alone=len(clauses) == 1)
        unsaid = part is None or not (part.text or part.remark)
        if unsaid and parts and parts[-1].remark and _is_empty(inner):
            parts[-1] = replace(
                parts[-1], remark=" ".join(filter(None, (parts[-1].remark, joint, text)))
            )
            continue
        before = parts[-1].text if parts else ""
        for some in (_alike(inner, text, before), _conjuncts(inner, text)):
            part = part if part is not None else _all_of(scope, tuple(some), understood)
        claimed = bool(parts and parts[-1].remark) and joint.lower() not in ("", "but")
        if part is None or (claimed and part.text):
            # "He says it is closed when Ana has 3 coins" does not tell what Ana has.
            return None
        parts.append(part)
    told = [part for part in parts if part.text]
    remarks = [part.remark for part in parts if part.remark]
    if not (told or remarks) or len(told) > _MOST:
        return None
    text = ". ".join(dict.fromkeys(part.text for part in told))
    if remarks:
        text = f"{text}{'. ' if text else ''}{REMARK} {', and '.join(remarks)}"
    words = sum(part.words for part in parts)
    score = sum(part.score * part.words for part in parts) / words
    return Draft(text, score, (text, None, ())) if understood(text) else None


def _all_of(
    scope: Scope, texts: tuple[str, ...], understood: Callable[[str], bool]
) -> _Stretch | None:
    """Return several clauses as one, None where one of them says nothing."""
    found: list[_Stretch] = []
    for text in texts:
        part = _part(_scope_of(scope, text), text, understood, alone=False)
        if part is None or not part.text or part.score <= _INTRODUCED:
            return None
        found.append(part)
    if not found:
        return None
    words = sum(part.words for part in found)
    score = sum(part.score * part.words for part in found) / words
    return _Stretch(". ".join(part.text for part in found), score, words)


def _alike(scope: Scope, text: str, before: str) -> Iterator[str]:
    """Yield a clause with what it leaves out as said before: "Ben has 3", "Ben 3"."""
    told = tokenize(before, names=True)
    counted = [i for i, token in enumerate(told) if number(token.key) is not None]
    last = scope.tokens[-1]
    if not counted or number(last.key) is None:
        return
    rest = before[told[counted[-1]].end :]
    if _has_verb(scope, scope.tokens):
        yield f"{text}{rest}"
    elif len(scope.tokens) > 1 and _is_named(scope.tokens[:-1]):
        acts = next((i for i, token in enumerate(told) if i and _is_verb(scope, token)), 0)
        verb = before[told[acts].start : told[counted[-1]].start]
        yield f"{scope.text(0, len(scope.tokens) - 1)} {verb}{last.text}{rest}"


def _is_named(tokens: tuple[Token, ...]) -> bool:
    return proper_name(tokens) and not tokens[-1].possessive


def _conjuncts(scope: Scope, text: str) -> Iterator[str]:
    """Yield "has 2 coins" and "has a card" for "has 2 coins and a card"."""
    tokens = scope.tokens
    verb = next((i for i, token in enumerate(tokens) if i and _is_verb(scope, token)), 0)
    if not verb or verb + 1 == len(tokens):
        return
    starts = [verb + 1]
    for index in range(verb + 2, len(tokens)):
        token, before = tokens[index], tokens[index - 1]
        led = token.article == "a" or token.key == "no" or number(token.key) is not None
        if led and (before.key in ("and", "but") or "," in before.after):
            starts.append(index)
    if len(starts) < 2:
        return
    lead = scope.text(0, verb + 1)
    for start, following in pairwise((*starts, len(tokens))):
        joint = following < len(tokens) and tokens[following - 1].key in ("and", "but")
        yield f"{lead} {scope.text(start, following - joint)}"


def _has_verb(scope: Scope, tokens: tuple[Token, ...]) -> bool:
    return any(_is_verb(scope, token) for token in tokens)


def _part(
    scope: Scope, text: str, understood: Callable[[str], bool], *, alone: bool
) -> _Stretch | None:
    """Return what a clause says; one that is `alone` has been tried as a whole line."""
    count = len(scope.tokens)
    wished = is_attitude(scope)
    if not alone:
        if understood(text):
            return _Stretch(f"{text[:1].upper()}{text[1:]}", _TOLD, count)
        for draft in islice(() if wished else drafts(scope, False), _READ):
            if understood(draft.text):
                return _Stretch(draft.text, draft.score, count)
    said = said_in(scope)
    if wished:
        new = (
            next(filter(understood, _introductions(scope, one)), "")
            for one in said
            if one.kind == "new"
        )
        return _Stretch(". ".join(filter(None, new)), _TOLD, count, text)
    if turning_words(scope.tokens) or any(one.kind == "number" for one in said):
        return None
    if not _is_of_the_game(scope, said):
        return None if any(one.is_kept for one in said) else _Stretch("", 0.0, count)
    introduced = [next(filter(understood, _had(scope, said)), "")]
    kept = {token.key for token in tokenize(introduced[0])}
    for name in (one for one in said if one.is_kept and not one.keys <= kept):
        found = next(filter(understood, _introductions(scope, name)), None)
        if found is None:
            return None
        introduced.append(found)
    told = tuple(dict.fromkeys(filter(None, introduced)))
    return _Stretch(". ".join(told), _INTRODUCED, count)


def _had(scope: Scope, said: tuple[Mention, ...]) -> Iterator[str]:
    """Yield that somebody has what the line calls theirs: "my blueprint asks for …"."""
    for owner, thing in pairwise(said):
        if thing.start != owner.start + len(owner.keys) or thing.kind not in ("noun", "name"):
            continue
        kind = scope.text(thing.start, thing.start + len(thing.keys))
        one = f"{'an' if kind[:1] in 'aeiou' else 'a'} {kind}" if thing.kind == "noun" else kind
        possessive = scope.tokens[owner.start].text.lower()
        who, have = owner.text, "has"
        if owner.kind == "person":
            who, have = "I", "have" if possessive == "my" else ""
        elif owner.kind == "pronoun":
            have = "has" if possessive in ("his", "her") else ""
        elif not (owner.is_kept and scope.tokens[thing.start - 1].possessive):
            have = ""
        if have:
            yield f"{who} {have} {one}"
            yield f"{who} {'own' if have == 'have' else 'owns'} {one}"


def _is_of_the_game(scope: Scope, said: tuple[Mention, ...]) -> bool:
    """Whether a word beside the names is one of the rulebook's sentences."""
    named = {key for one in said for key in one.keys if one.is_kept}
    words = {root(token.key) for token in scope.tokens if token.key not in FUNCTION_WORDS | named}
    return bool(words & scope.lexicon.topics.weights.keys())


def _introductions(scope: Scope, one: Mention) -> Iterator[str]:
    """Yield sentences that tell no more than what a name names."""
    lexicon, text = scope.lexicon, one.text
    sorts: list[str] = []
    for value in one.values:
        sorts += sorted(lexicon.names.sorts_of(value) & frozenset(lexicon.names.sorts.above))
    said = said_in(scope)
    beside = (one.start - 1, one.start + len(one.keys))
    sorts += [m.sort for m in said if m.kind == "noun" and m.start in beside]
    player = asker_sort(lexicon)
    owner = scope.tokens[one.start + len(one.keys) - 1].possessive
    if owner:
        # "Raj's event" is an event, and Raj is none.
        sorts = []
    if player is not None and (one.start == 0 or owner):
        sorts.append(player)
    for sort in dict.fromkeys(sorts):
        kind = noun(sort)
        yield f"{text} is {'an' if kind[:1] in 'aeiou' else 'a'} {kind}"


def _is_empty(scope: Scope) -> bool:
    """Whether a clause has no name, number or denial."""
    kept = any(one.is_kept for one in said_in(scope))
    return not kept and not turning_words(scope.tokens)


def _clauses(scope: Scope) -> Iterator[tuple[str, str]]:
    """Yield the clauses of a line, each with its subject, behind what joins it to the others."""
    tokens = scope.tokens
    subject, last = "", ""
    start = 0
    for end in [i for i in range(1, len(tokens)) if _breaks(scope, i)] + [len(tokens)]:
        if (
            end < len(tokens)
            and tokens[end].key == "and"
            and not _has_verb(scope, tokens[start:end])
        ):
            continue
        first = start
        while first < end and tokens[first].key in _JOINTS:
            first += 1
        if first == end:
            continue
        relative = tokens[first].key in _RELATIVE and first > 0
        begin = first + relative
        if begin < end:
            text = scope.span(begin, end).text
            lead = (last or subject) if relative else subject
            bare = relative or (first > 0 and _is_verb(scope, tokens[begin]))
            joint = scope.text(start, first) if first > start else ""
            yield joint, f"{lead} {text}" if bare and lead else text
        mentioned = [one for one in said_in(scope) if first <= one.start < end]
        things = [one for one in mentioned if one.kind in ("name", "new", "noun", "person")]
        if things:
            subject = subject or _subject(scope, things)
            last = things[-1].text
        start = end


def _subject(scope: Scope, things: list[Mention]) -> str:
    """Return what a clause begins with: "Ana", "my Carousel", "Ana's ride"."""
    first = things[0]
    owner = scope.tokens[first.start]
    owns = owner.possessive or owner.text.lower() in ("my", "your", "our")
    if owns and len(things) > 1 and things[1].start == first.start + len(first.keys):
        return f"{owner.text if len(first.keys) == 1 else first.text} {things[1].text}"
    return first.text


def _breaks(scope: Scope, index: int) -> bool:
    """Whether a clause can begin at a token."""
    token, before = scope.tokens[index], scope.tokens[index - 1]
    if token.quoted or token.key == "or":
        return False
    if any(mark in before.after for mark in _STOPS):
        return True
    if token.key in ("who", "which") or token.key in _JOINTS - {"and"}:
        return True
    behind = scope.tokens[index + 1] if index + 1 < len(scope.tokens) else None
    if token.key != "and" or behind is None:
        return False
    rest = {one.key for one in scope.tokens[index + 1 :]}
    return _is_verb(scope, behind) or bool(rest & (AUXILIARIES | {"have", "do", "did"}))


def _is_verb(scope: Scope, token: Token) -> bool:
    key = token.key
    return (
        key in AUXILIARIES
        or key in ("have", "do", "did")
        or key in scope.lexicon.forms
        or key in scope.lexicon.lemmas
    )


def _scope_of(scope: Scope, text: str) -> Scope:
    found = Scope.of(
        Source(scope.source.name, text),
        tokenize(text, names=True),
        scope.lexicon,
        scope.focus,
        scope.lines,
        scope.group,
    )
    return replace(found, brief=True)
