"""What can come next in a line.

In: the text before the cursor and a `Lexicon`. Out: `Candidate`s, best first. Guarantee: pure
and quick enough for every key; a slot proposes names of its sort only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulings.english.lexicon import Lexicon
from rulings.english.sentence import form_words, pattern
from rulings.english.topic_search import about, roots_of
from rulings.english.words import stem, tokenize
from rulings.language.program import Predicate

_MOST = 40
_LONGEST = 6
_BEFORE, _PROPOSED = 16, 8
"""How many sentences by their meaning are proposed, behind how many other continuations."""
_LEADS = ("why", "why not", "when", "what if", "suppose", "forget", "focus")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A continuation: `text` replaces the last `length` characters; `note` explains it."""

    text: str
    length: int
    note: str = ""


def complete(
    text: str, lexicon: Lexicon, commands: Iterable[tuple[str, str, tuple[str, ...]]] = ()
) -> tuple[Candidate, ...]:
    """Return the continuations of a line.

    `commands` are the `:commands`: name, help, and the words their argument can be.
    """
    line = text.lstrip()
    if line.startswith(":"):
        return tuple(_commands(line, commands))[:_MOST]
    if line.startswith(("?-", "+", "-")):
        return tuple(_predicates(line, lexicon))[:_MOST]
    rest = _behind_lead(line)
    if rest is None:
        word = line.lower().removeprefix("focus").lstrip()
        return tuple(_names(word, lexicon, ("any",), len(word)))[:_MOST]
    found = dict.fromkeys(_sentences(rest, lexicon))
    if rest is line:
        found |= dict.fromkeys(
            Candidate(lead, len(line)) for lead in _LEADS if _begins(lead, line) and lead != line
        )
    listed = tuple(found)
    about_it = tuple(_by_meaning(rest, lexicon))
    return (*listed[:_BEFORE], *about_it, *listed[_BEFORE:])[:_MOST]


def _by_meaning(line: str, lexicon: Lexicon) -> Iterator[Candidate]:
    """Propose whole sentences about the words of a line, whatever they begin with."""
    tokens = tokenize(line)
    roots = roots_of((token.key for token in tokens), lexicon)
    for hit in about(roots, lexicon, _PROPOSED):
        if any(len(one) > 2 for one in hit.shared):
            asked = hit.template.asks
            shown = pattern(hit.template, lexicon, False)
            yield Candidate(f"{shown}?" if asked else shown, len(line), "about this")


def _commands(
    line: str, commands: Iterable[tuple[str, str, tuple[str, ...]]]
) -> Iterator[Candidate]:
    name, space, argument = line[1:].partition(" ")
    for command, help_text, choices in commands:
        if not space and command.startswith(name):
            yield Candidate(f":{command}", len(line), help_text)
        elif space and command == name:
            for choice in choices:
                if choice.startswith(argument) or argument in choice.split("/")[-1]:
                    yield Candidate(choice, len(argument))


def _predicates(line: str, lexicon: Lexicon) -> Iterator[Candidate]:
    tail = line
    for mark in "?-+ ,({":
        tail = tail.rpartition(mark)[2]
    for predicate in lexicon.predicates.values():
        name = predicate.name
        if tail and name.startswith(tail) and name != tail:
            columns = ", ".join(column.name for column in predicate.columns)
            yield Candidate(name, len(tail), f"({columns})" if columns else "")


def _behind_lead(line: str) -> str | None:
    """Return the sentence behind "why", "what if", …; None behind "focus"."""
    lowered = line.lower()
    if lowered.startswith("focus "):
        return None
    if lowered.startswith("what if ") and ":" in line:
        return line.rpartition(":")[2].lstrip()
    for lead in ("why not ", "why ", "when ", "what if ", "suppose ", "forget that ", "forget "):
        if lowered.startswith(lead):
            return line[len(lead) :].lstrip()
    return line


def _sentences(line: str, lexicon: Lexicon) -> Iterator[Candidate]:
    """Match what is complete of the line against all sentence forms; propose what follows."""
    whole, _, partial = line.rpartition(" ")
    words = whole.split()
    keys = tuple(_key(word) for word in words)
    slots: set[tuple[int, str]] = set()
    for form, predicate in _forms(lexicon):
        for place, start in _positions(form, keys, predicate, lexicon):
            piece = form[place]
            if isinstance(piece, int):
                slots.add((start, predicate.columns[piece].sort))
                continue
            ahead = _run(form, place)
            if start == len(keys) and _begins(ahead, partial) and ahead != partial:
                yield Candidate(ahead, len(partial))
    for start in sorted({at for at, _ in slots}, reverse=True):
        sorts = tuple(sorted(sort for at, sort in slots if at == start))
        prefix = " ".join((*words[start:], partial)).strip() if start < len(words) else partial
        yield from _names(prefix, lexicon, sorts, len(prefix))


def _key(word: str) -> str:
    plain = word.lower().strip(".,?!").replace("’", "'").removesuffix("'s").removesuffix("'")
    return stem(plain)


def _positions(
    form: tuple[str | int, ...],
    keys: tuple[str, ...],
    predicate: Predicate,
    lexicon: Lexicon,
) -> Iterator[tuple[int, int]]:
    """Yield (piece, token) where a form can go on: all keys matched, or a name still open."""
    pending = [(0, 0)]
    while pending:
        place, start = pending.pop()
        if place == len(form):
            continue
        piece = form[place]
        if start == len(keys):
            yield place, start
            continue
        if isinstance(piece, str):
            if stem(piece.lower()) == keys[start]:
                pending.append((place + 1, start + 1))
            elif piece in ("a", "an", "the"):
                pending.append((place + 1, start))
            continue
        sort = predicate.columns[piece].sort
        ends = range(start + 1, min(len(keys), start + _LONGEST) + 1)
        pending += [(place + 1, end) for end in ends if _fills(keys[start:end], sort, lexicon)]
        if len(keys) - start < _LONGEST:
            yield place, start


def _fills(keys: tuple[str, ...], sort: str, lexicon: Lexicon) -> bool:
    sorts = lexicon.names.sorts
    if sorts.is_int(sort):
        return len(keys) == 1 and keys[0].isdigit()
    kept = [key for key in keys if key not in ("the", "a", "an")]
    if kept[:1] in (["this"], ["it"]):
        return len(kept) <= 2
    return sorts.is_text(sort) or bool(lexicon.names.find(" ".join(kept), sort))


def _run(form: tuple[str | int, ...], place: int) -> str:
    """Return the fixed words from a place to the next slot."""
    words = []
    for piece in form[place:]:
        if isinstance(piece, int):
            break
        words.append(piece)
    return " ".join(words)


def _names(
    prefix: str, lexicon: Lexicon, sorts: tuple[str, ...], length: int
) -> Iterator[Candidate]:
    wanted = prefix.lower()
    shown: set[str] = set()
    for sort in sorts:
        for value in lexicon.names.values(sort):
            name = lexicon.names.display(value)
            if isinstance(value, int) or name in shown or len(shown) > _MOST:
                continue
            if sort == "any" and not lexicon.names.is_thing(value):
                continue
            if _begins(name, wanted) or any(_begins(w, wanted) for w in name.split() if wanted):
                shown.add(name)
                yield Candidate(name, length, "" if sort == "any" else sort.replace("_", " "))


def _begins(text: str, prefix: str) -> bool:
    return text.lower().startswith(prefix.lower())


def _forms(lexicon: Lexicon) -> Iterator[tuple[tuple[str | int, ...], Predicate]]:
    for template in lexicon.templates:
        predicate = lexicon.predicates[template.predicate]
        if template.text in predicate.templates:
            for question in (False, True):
                yield form_words(predicate, template.text, question), predicate
