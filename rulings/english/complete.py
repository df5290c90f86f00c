"""What a line can become.

In: the text before the cursor and a `Lexicon`. Out: `Candidate`s, best first. Guarantee: pure and
quick enough for every key; whole sentences only, with names where names belong, those of the table
before all others; a sentence of which nothing can fill a slot is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, zip_longest

from rulings.english.lexicon import Lexicon
from rulings.english.persons import ASKER, asker_sort
from rulings.english.search import about
from rulings.english.shapes import SentenceShape, shapes
from rulings.english.words import key_of, number, tokenize
from rulings.language.program import Value
from rulings.records import dataclass

_MOST, _SHOWN, _EACH, _LONGEST = 40, 12, 8, 6
_SOME, _SOMEBODY = 2, "Ana"
"""The number and the player that stand where none is known yet."""
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
    """Return what a line can become.

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
        return tuple(islice(_names(word, lexicon), _MOST))
    found = dict.fromkeys(islice(whole_sentences(rest, lexicon), _MOST))
    if len(found) < _SHOWN:
        found |= dict.fromkeys(_about(rest, lexicon))
    leads = [lead for lead in _LEADS if rest is line and _begins(lead, line) and lead != line]
    some = [Candidate(lead, len(line)) for lead in leads]
    return (*(Candidate(one, len(rest)) for one in islice(found, _MOST - len(some))), *some)


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


def whole_sentences(line: str, lexicon: Lexicon) -> Iterator[str]:
    """Yield the whole sentences that begin like a line: those with names of the table first.

    Where little is typed yet, each beginning has its turn.
    """
    picked = _Picking(lexicon)
    ranked: dict[tuple[bool, str], list[str]] = {}
    words = len(line.split()) + line.endswith(" ")
    for shape in shapes(lexicon):
        for known, text in picked.begun(shape, line):
            beginning = " ".join(text.split()[:words]).lower() if words < _LONGEST else ""
            ranked.setdefault((not known, beginning), []).append(text)
    for strange in (False, True):
        turns = [texts for (other, _), texts in ranked.items() if other is strange]
        for turn in zip_longest(*turns):
            yield from (text for text in turn if text is not None)


def _about(line: str, lexicon: Lexicon) -> Iterator[str]:
    """Yield whole sentences about the words of a line, whatever they begin with."""
    wanted = about(tokenize(line), lexicon, _SHOWN) if line.strip() else []
    picked = _Picking(lexicon)
    for template in wanted:
        for shape in shapes(lexicon):
            if shape.template == template:
                yield from (text for _, text in picked.begun(shape, ""))


class _Picking:
    """What fills the slots of sentences at a table."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.known: dict[tuple[str, bool], list[tuple[str, bool]]] = {}

    def begun(self, shape: SentenceShape, line: str) -> Iterator[tuple[bool, str]]:
        """Yield a sentence whole where it begins like a line, and whether the table has its names.

        The slot at the cursor takes one name after the other, those behind it the first that fits.
        """
        yield from islice(self._ends(shape, 0, " ".join(line.split(" ")), "", True), _EACH)

    def _ends(
        self, shape: SentenceShape, at: int, left: str, said: str, here: bool
    ) -> Iterator[tuple[bool, str]]:
        if at == len(shape.parts):
            if not left:
                yield here, said
            return
        part = shape.parts[at]
        if isinstance(part, str):
            if left.lower().startswith(part.lower()):
                text = said + left[: len(part)]
                yield from self._ends(shape, at + 1, left[len(part) :], text, here)
            elif part.lower().startswith(left.lower()):
                yield from self._ends(shape, at + 1, "", said + left + part[len(left) :], here)
            return
        for end in self._typed(left, shape.sorts[part], shape.asks):
            yield from self._ends(shape, at + 1, left[end:], said + left[:end], here)
        for name, own in self._names(shape.sorts[part], shape.asks):
            if any(_begins(one, left) for one in (name, *name.split())) and not _says(said, name):
                yield from islice(self._ends(shape, at + 1, "", said + name, here and own), 1)

    def _is_of(self, value: Value, sort: str) -> bool:
        """Whether something is known to be of a sort, not merely of no other."""
        names = self.lexicon.names
        if value == ASKER or names.sorts.is_text(sort):
            return False
        if sort == "any":
            return names.is_thing(value)
        return names.is_of(value, sort)

    def _typed(self, left: str, sort: str, asks: bool) -> Iterator[int]:
        """Yield where what was typed for a slot may end."""
        ends = [i for i, mark in enumerate(left) if mark in " '’?." and i]
        for end in ends[:_LONGEST]:
            words = left[:end]
            if self.lexicon.names.sorts.is_int(sort):
                fits = number(words.lower()) is not None
            elif sort == asker_sort(self.lexicon) and words.lower() in ("i", "you"):
                fits = True
            elif sort == asker_sort(self.lexicon) and not asks and words.istitle():
                fits = words.isalpha()
            else:
                fits = bool(self.lexicon.names.find(key_of(words), sort))
            if fits:
                yield end

    def _names(self, sort: str, asks: bool) -> list[tuple[str, bool]]:
        """Return what may be picked for a slot, and whether it is of the table.

        Only what is told may name somebody new.
        """
        found = self.known.get((sort, asks))
        if found is None:
            names = self.lexicon.names
            of_numbers = names.sorts.is_int(sort)
            among = names.sorts.among(sort) if of_numbers else None
            values: tuple[Value, ...] = names.values(sort) if not of_numbers else among or ()
            things = [v for v in values if of_numbers or self._is_of(v, sort)]
            found = [(names.display(v, sort), v in names.table or of_numbers) for v in things]
            if not of_numbers:
                found.sort(key=lambda one: (not one[1], one[0]))
            if not found and of_numbers:
                found = [(str(_SOME), True)]
            elif not found and sort == asker_sort(self.lexicon):
                found = [] if asks else [(_SOMEBODY, False)]
            self.known[sort, asks] = found
        return found


def _says(said: str, name: str) -> bool:
    """Whether a name already stands in a sentence: nothing happens to itself."""
    return not name.isdigit() and name.lower() in said.lower()


def _names(prefix: str, lexicon: Lexicon) -> Iterator[Candidate]:
    names = lexicon.names
    shown = (names.display(value) for value in names.values("any") if names.is_thing(value))
    for name in dict.fromkeys(shown):
        if any(_begins(one, prefix) for one in (name, *name.split())):
            yield Candidate(name, len(prefix))


def _begins(text: str, prefix: str) -> bool:
    return text.lower().startswith(prefix.lower())
