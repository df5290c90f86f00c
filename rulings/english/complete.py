"""What can come next in a line.

In: the text before the cursor and a `Lexicon`. Out: `Candidate`s, best first. Guarantee: pure
and quick enough for every key; a slot proposes names of its sort only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulings.english.continuations import beginnings
from rulings.english.lexicon import Lexicon
from rulings.english.search import about
from rulings.english.sentence import pattern
from rulings.english.words import stem, tokenize
from rulings.records import dataclass

_MOST = 40
_LONGEST = 6
_BEFORE, _PROPOSED = 16, 8
"""How many sentences by their meaning are proposed, behind how many other continuations."""
_ARTICLES = ("a", "an", "the")
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
    found: dict[Candidate, None] = {}
    for one in _sentences(rest, lexicon):
        found[one] = None
        if len(found) == _MOST:
            break
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
    for one in about(tokens, lexicon, _PROPOSED):
        yield Candidate(pattern(one, lexicon, False), len(line), "about this")


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
    runs, slots = _open_places(tuple(map(_key, words)), lexicon)
    for ahead in sorted(runs, key=runs.__getitem__):
        if _begins(ahead, partial) and ahead != partial:
            yield Candidate(ahead, len(partial))
    for start in sorted({at for at, _ in slots}, reverse=True):
        sorts = tuple(sorted(sort for at, sort in slots if at == start))
        prefix = " ".join((*words[start:], partial)).strip() if start < len(words) else partial
        yield from _names(prefix, lexicon, sorts, len(prefix))


def _key(word: str) -> str:
    plain = word.lower().strip(".,?!").replace("’", "'").removesuffix("'s").removesuffix("'")
    return stem(plain)


def _open_places(
    keys: tuple[str, ...], lexicon: Lexicon
) -> tuple[dict[str, int], set[tuple[int, str]]]:
    """Return the words that may follow some keys, and the slots that are open from a key on."""
    runs: dict[str, int] = {}
    slots: set[tuple[int, str]] = set()
    seen: set[tuple[int, int]] = set()
    pending = [(beginnings(lexicon), 0)]
    while pending:
        point, start = pending.pop()
        if (id(point), start) in seen:
            continue
        seen.add((id(point), start))
        if start == len(keys):
            slots.update((start, sort) for sort in point.slots)
            for run, number in point.runs.items():
                runs[run] = min(number, runs.get(run, number))
            continue
        following = point.words.get(keys[start])
        if following is not None:
            pending.append((following, start + 1))
        articles = (point.words.get(key) for key in _ARTICLES if key != keys[start])
        pending += [(one, start) for one in articles if one is not None]
        for sort, behind in point.slots.items():
            ends = range(start + 1, min(len(keys), start + _LONGEST) + 1)
            pending += [(behind, end) for end in ends if _fills(keys[start:end], sort, lexicon)]
            if len(keys) - start < _LONGEST:
                slots.add((start, sort))
    return runs, slots


def _fills(keys: tuple[str, ...], sort: str, lexicon: Lexicon) -> bool:
    sorts = lexicon.names.sorts
    if sorts.is_int(sort):
        return len(keys) == 1 and keys[0].isdigit()
    kept = [key for key in keys if key not in _ARTICLES]
    if kept[:1] in (["this"], ["it"]):
        return len(kept) <= 2
    return sorts.is_text(sort) or bool(lexicon.names.find(" ".join(kept), sort))


def _names(
    prefix: str, lexicon: Lexicon, sorts: tuple[str, ...], length: int
) -> Iterator[Candidate]:
    names, shown = lexicon.names, set[str]()
    meant = names.beginning(prefix)
    for sort in sorts if meant else ():
        for value in names.values(sort):
            if value not in meant or (sort == "any" and not names.is_thing(value)):
                continue
            name = names.display(value)
            if name in shown or not any(_begins(one, prefix) for one in (name, *name.split())):
                continue
            shown.add(name)
            yield Candidate(name, length, "" if sort == "any" else sort.replace("_", " "))
            if len(shown) > _MOST:
                return


def _begins(text: str, prefix: str) -> bool:
    return text.lower().startswith(prefix.lower())
