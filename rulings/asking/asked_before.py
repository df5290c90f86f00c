"""What a rulebook has to say about a question that was not understood.

In: what its FAQ asks and its clauses say; then a question, and what was wrong with it. Out: the
same mistake with the questions asked before that are nearest and the clauses printed about it.
Guarantee: nothing is answered; what is offered to be asked instead keeps each name, number and
denial of the question, and what does not is told apart; all of it is understood at the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from heapq import nlargest
from itertools import islice
from math import log

from rulings.asking.refilled import refilled
from rulings.asking.said import Said
from rulings.english.drafts import said_in
from rulings.english.kept import Keeping
from rulings.english.preamble import VAGUE, Preamble, question_begins
from rulings.english.question import LONGEST, asked_words
from rulings.english.ranking import Ranking
from rulings.english.reading import Ask, Holds, Reading, Which
from rulings.english.remark import before_remark
from rulings.english.scope import Scope
from rulings.english.topics import SILENT, root
from rulings.english.which import WH_WORDS
from rulings.english.words import FUNCTION_WORDS, Token, tokenize
from rulings.language.diagnostics import RulingsError
from rulings.language.source import Source
from rulings.records import dataclass, field, replace
from rulings.rulebook.asked_questions import AskedQuestion
from rulings.rulebook.registry import Clause

_OFFERED = 3
_CLAUSES = 3
_TRIED = 12
"""So many of the nearest questions are looked at."""
_READ = 4
_TOLD = 8
"""So many are read at most, to be asked instead and to be told as asked before."""
_LEAST = 0.35
"""How well one has to suit to be asked instead, from 0 to 1."""
_ALIKE = 0.5
"""From here on, of 1, a word is near enough to be about the same."""
_FLUENT = 0.05
"""What it counts that somebody has asked it like that."""
_NEAR = 0.33
"""How much of a question one asked before has to keep, of 1, to be told."""
_ABOUT = 0.25
"""How much of it a clause has to keep, and a question that rests on a clause that is told."""
_OTHER_KIND = 0.5
"""What it costs that "where may I rest" is offered where somebody asks for yes or no."""
_NO_NAME = 0.3
"""What it costs that yes or no is offered where somebody asks for a name or a number."""
_OTHER_WORD = 0.2
"""What it costs that another name or number is asked for."""
_BESIDE = 0.05
"""What it costs to leave something out that was told before the question."""
_GIST = 0.3
"""What a word of a clause counts in a question that rests on it."""
_SECTION = 0.3
_NOT_UNDERSTOOD = "RUL501"
"""The mistake whose hint are the nearest sentences."""
_LIGHT = frozenset(root(word) for word in FUNCTION_WORDS | SILENT)
_GENERAL = frozenset(root(word) for word in VAGUE)


@dataclass(frozen=True, slots=True)
class KnownQuestions:
    """What is asked of no table in particular and of tables, and which clauses both rest on."""

    questions: tuple[AskedQuestion, ...] = ()
    by_question: Ranking = field(default_factory=Ranking)
    at_tables: tuple[AskedQuestion, ...] = ()
    by_asked: Ranking = field(default_factory=Ranking)
    clauses: tuple[str, ...] = ()
    by_clause: Ranking = field(default_factory=Ranking)

    @staticmethod
    def of(asked: Iterable[AskedQuestion], clauses: Mapping[str, Clause]) -> KnownQuestions:
        """Index the questions of a FAQ and the clauses of a rulebook, by the words of both."""
        listed = tuple(asked)
        sayable = [one for one in listed if not one.text.startswith("?-")]
        general = tuple(one for one in sayable if one.general)
        at_tables = tuple(_of_each_kind(one for one in sayable if not one.general))
        said = {name: _roots(one.gist) for name, one in clauses.items()}
        return KnownQuestions(
            general,
            Ranking.of(_words_of(general, said)),
            at_tables,
            Ranking.of(_words_of(at_tables, said)),
            tuple(clauses),
            Ranking.of(_spoken_of(listed, clauses, said)),
        )


def _of_each_kind(asked: Iterable[AskedQuestion]) -> Iterator[AskedQuestion]:
    """Yield one of the questions that differ in names only."""
    seen: set[tuple[str, ...]] = set()
    for one in asked:
        tokens = tokenize(one.text, names=True)
        shape = tuple("" if word.capital and at else word.key for at, word in enumerate(tokens))
        if shape not in seen:
            seen.add(shape)
            yield one


def _words_of(
    asked: Iterable[AskedQuestion], said: Mapping[str, frozenset[str]]
) -> Iterator[dict[str, float]]:
    """Yield the words of each question, and more faintly those of the clauses it rests on."""
    for one in asked:
        found = dict.fromkeys(_roots(one.text), 1.0)
        for name in one.clauses:
            for word in said.get(name, ()):
                found[word] = found.get(word, 0.0) + _GIST
        yield found


def _spoken_of(
    asked: Iterable[AskedQuestion],
    clauses: Mapping[str, Clause],
    said: Mapping[str, frozenset[str]],
) -> Iterator[dict[str, float]]:
    """Yield for each clause the words of its gist and of the questions that rest on it."""
    often: dict[str, Counter[str]] = {name: Counter() for name in clauses}
    for one in asked:
        for name in one.clauses:
            if name in often:
                often[name].update(_roots(one.text))
    for name, clause in clauses.items():
        words = {word: log(1 + count) for word, count in often[name].items()}
        for word in said[name]:
            words[word] = words.get(word, 0.0) + 1
        for word in _roots(clause.section):
            words[word] = words.get(word, 0.0) + _SECTION
        yield words


def with_known(
    problem: RulingsError,
    line: str,
    said: Said,
    known: KnownQuestions,
    clauses: Mapping[str, Clause],
) -> RulingsError:
    """Return what is wrong with a question together with what the rulebook has about it."""
    if not known.clauses or len(line) > LONGEST:
        return problem
    lexicon = said.lexicon.loosely()
    source = Source("<question>", line)
    tokens = asked_words(line, lexicon)
    scope = Scope.of(source, tokens, lexicon, said.focus, said.lines, said.group)
    keeping = Keeping.of(scope, said_in(scope), Preamble.of(scope, asking=True))
    own = {root(key) for one in keeping.asked_of for key in one.keys}
    words = keeping.words.without(_LIGHT).without(own - known.by_question.places.keys())
    if not words.without(_GENERAL).words:
        return problem
    first, *rest = problem.diagnostics
    near = known.by_clause.best(words, _CLAUSES)
    about = [known.clauses[number] for number, share in near if share >= _ABOUT]
    ranked = (
        (known.questions, known.by_question.best(words, _TRIED)),
        (known.at_tables, known.by_asked.best(words, _TRIED)),
    )
    asked = [
        questions[number]
        for questions, best in ranked
        for number, share in best
        if share >= _NEAR
        or (share >= _ABOUT and not frozenset(about).isdisjoint(questions[number].clauses))
    ]
    offered, before = _parted(asked, keeping, said, first.suggestions)
    printed = tuple(topic_line(clauses[name]) for name in about)
    # Sentences that only share a word with the question tell less than what is printed about it.
    beside = first.code == _NOT_UNDERSTOOD and (offered or printed)
    hint = "" if beside else first.hint
    told = replace(first, hint=hint, suggestions=offered, asked_before=before, printed=printed)
    return RulingsError((told, *rest))


def topic_line(clause: Clause) -> str:
    """Return a clause as one line: where it is printed, and what it says."""
    return f"[{clause.short} · {clause.section}] {clause.gist}"


def _parted(
    asked: Iterable[AskedQuestion], keeping: Keeping, said: Said, drafted: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what to ask instead, best first, and what else was asked before.

    What was asked at a table is asked instead with what the line names, or not told at all.
    """
    meant = [_meaning(said, text) for text in drafted]
    offered = {text: _suits(keeping, text) for text in drafted}
    kept: dict[str, float] = {}
    others: list[str] = []
    for one in asked:
        text = refilled(one.text, keeping)
        suits = 0.0 if text is None else _faithful(keeping, text)
        if text is not None and suits >= _LEAST:
            kept[text] = suits
        elif one.general:
            others.append(one.text)
    for text in nlargest(_READ, kept, key=lambda text: kept[text]):
        if _is_new(said, text, meant):
            whole = keeping.whole(text, lambda line: _is_understood(said, line))
            offered[whole] = _suits(keeping, whole) + _FLUENT
    fresh = (text for text in others[:_TOLD] if _is_new(said, text, meant))
    before = tuple(islice(fresh, _OFFERED))
    best = sorted(offered, key=lambda text: -offered[text])
    return tuple(best[:_OFFERED]), before


def _faithful(keeping: Keeping, text: str) -> float:
    """Return how well a question suits, 0 for one that loses something or is about another."""
    said = keeping.words.without(_GENERAL).every()
    about = any(said.get(one, 0.0) > _ALIKE for one in _roots(text) - _GENERAL)
    return _suits(keeping, text) if about and keeping.faithful(text, ()) else 0.0


def _is_new(said: Said, text: str, meant: list[Reading | None]) -> bool:
    """Whether a question asks something, and not what was `meant` before; it is from now on."""
    meaning = _meaning(said, text)
    if meaning is None or meaning in meant:
        return False
    meant.append(meaning)
    return True


def _meaning(said: Said, text: str) -> Reading | None:
    """Return what a question asks, however it is put; None if it asks nothing here."""
    try:
        reading = said.read(text)
    except RulingsError:
        return None
    if isinstance(reading, (Ask, Which, Holds)):
        return replace(reading, notices=(), reworded=False)
    return None


def _is_understood(said: Said, text: str) -> bool:
    try:
        said.read(text)
    except RulingsError:
        return False
    return True


def _suits(keeping: Keeping, text: str) -> float:
    """Return how well what is offered suits a question, a remark behind it left aside."""
    question = before_remark(text)
    tokens = tokenize(question or text, names=True)
    wanted, found = (_asked_for(one) for one in (keeping.core, tokens))
    if wanted == found:
        kind = 0.0
    elif wanted and found:
        kind = _OTHER_WORD
    else:
        kind = _NO_NAME if wanted else _OTHER_KIND
    return keeping.measure.of(tokens) - kind - (0.0 if question is None else _BESIDE)


def _asked_for(tokens: tuple[Token, ...]) -> str:
    """Return what a question asks for: "which", "how many", "" for yes or no."""
    words = [token.key for token in tokens[question_begins(tokens) :][:3]]
    place = next((i for i, word in enumerate(words) if word in WH_WORDS), None)
    if place is None:
        return ""
    return " ".join(words[place : place + 2]) if words[place] == "how" else words[place]


@lru_cache(maxsize=4096)
def _roots(text: str) -> frozenset[str]:
    return frozenset(root(token.key) for token in tokenize(text)) - _LIGHT
