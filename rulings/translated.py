"""A table whose lines are translated where they are not understood.

In: a table, a translator: a function from a request to sentences, both plain JSON values. Out:
answers and tables. Guarantee: a line that is understood never reaches the translator; what it
returns is read like any line, keeps every name and number of the input, and is shown as how the
line was read; refused sentences go back once with what is wrong with them.

The protocol is described in docs/translator.md. Nothing here calls a network.
"""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from rulings.asking.answer import Answer
from rulings.asking.posing import posed
from rulings.english.antecedents import named_in
from rulings.english.clauses import asks
from rulings.english.sentence import say, sentence
from rulings.english.words import number, tokenize
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.records import dataclass, replace
from rulings.session import Session

Translator = Callable[[Mapping[str, Any]], Sequence[str]]
"""Returns sentences of the rulebook's language for a request, or none."""

VERSION = 1
SECONDS = 30.0
"""How long a command may take."""
_SENTENCES, _NAMES, _TOLD, _MOST = 40, 200, 200, 12
_LARGEST = 100_000


@dataclass(frozen=True, slots=True)
class Translation:
    """What a line says in sentences that are understood; the last may be a question."""

    sentences: tuple[str, ...]

    @property
    def shown(self) -> str:
        """The sentences on one line."""
        return " ".join(one if one.endswith("?") else sentence(one) for one in self.sentences)


@dataclass(frozen=True, slots=True)
class TranslatedTable:
    """A table that asks a translator about what it does not understand."""

    table: Session
    translator: Translator

    def ask(self, question: str) -> Answer:
        """Answer a question. Raises RulingsError when its translation is not understood either."""
        try:
            self.table.read(question)
        except RulingsError as refused:
            found = translation(self.table, question, self.translator, refused)
        else:
            return self.table.ask(question)
        *told, asked = found.sentences
        answer = self.table.suppose(*told).ask(asked)
        return replace(answer, question=question.strip(), read_as=found.shown)

    def suppose(self, *lines: str) -> TranslatedTable:
        """Return the table where these lines hold too, those not understood translated."""
        table = self.table
        for line in lines:
            try:
                table = table.suppose(line)
            except RulingsError as refused:
                found = translation(table, line, self.translator, refused)
                table = table.suppose(*found.sentences)
        return replace(self, table=table)


@dataclass(frozen=True, slots=True)
class CommandTranslator:
    """A program that reads a request as JSON on its input and writes `{"sentences": […]}`.

    It is run without a shell, for at most `seconds`.
    """

    command: str
    seconds: float = SECONDS

    def __call__(self, request: Mapping[str, Any]) -> Sequence[str]:
        """Run the program. Raises RulingsError (RUL536) when it fails or says no sentences."""
        try:
            words = shlex.split(self.command)
            ran = subprocess.run(
                words,
                input=json.dumps(request, ensure_ascii=False).encode(),
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=self.seconds,
                check=True,
            )
            reply = json.loads(ran.stdout[:_LARGEST])
            found = reply["sentences"]
            if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
                raise TypeError("its `sentences` are no list of texts")
        except subprocess.TimeoutExpired:
            raise _failed(self.command, f"it took longer than {self.seconds:g} seconds") from None
        except subprocess.CalledProcessError as ended:
            raise _failed(self.command, f"it ended with code {ended.returncode}") from None
        except (OSError, IndexError) as problem:
            raise _failed(self.command, f"it cannot be run ({problem})") from None
        except (ValueError, KeyError, TypeError, RecursionError):
            message = 'it wrote something else than {"sentences": ["…"]}'
            raise _failed(self.command, message) from None
        return found


def translation(
    table: Session, line: str, translator: Translator, refused: RulingsError
) -> Translation:
    """Return what a line says in sentences that are understood.

    Raises RulingsError: what was wrong with the line, and what is with its translation.
    """
    request = _request(table, line)
    problems: tuple[Diagnostic, ...] = ()
    for _ in range(2):
        try:
            said = tuple(one.strip() for one in islice(translator(request), _MOST) if one.strip())
        except RulingsError as failure:
            raise RulingsError((*refused.diagnostics, *failure.diagnostics)) from None
        checked = list(_checked(table, line, said))
        problems = tuple(one for _, found in checked for one in found)
        if said and not problems:
            return Translation(said)
        told = [{"sentence": one, "problems": [_problem(p) for p in ps]} for one, ps in checked]
        request = {**request, "refused": told}
    raise RulingsError((*refused.diagnostics, *problems[:3]))


def _checked(
    table: Session, line: str, said: tuple[str, ...]
) -> Iterator[tuple[str, tuple[Diagnostic, ...]]]:
    """Read each sentence at the table that those before it leave."""
    lost = _lost(table, line, said)
    for place, one in enumerate(said):
        last = place == len(said) - 1
        found: tuple[Diagnostic, ...] = ()
        try:
            if asks(line) and last:
                asked = posed(table.read(one))
                if asked is None or asked.question is None:
                    found = (_unfit(one, "it is no question"),)
            else:
                table = table.suppose(one)
        except RulingsError as problem:
            found = problem.diagnostics
        if last and lost:
            found = (*found, _unfit(" ".join(said), f"“{lost}” is lost"))
        yield one, found


def _lost(table: Session, line: str, said: tuple[str, ...]) -> str:
    """Return a name or number of a line that its translation lacks, else an empty text."""
    tokens = [token for one in said for token in tokenize(one, names=True)]
    kept = {token.key for token in tokens}
    kept |= {str(value) for token in tokens if (value := number(token.key)) is not None}
    words = tokenize(line, names=True)
    for token in words:
        value = number(token.key)
        if value is not None and not {token.key, str(value)} & kept:
            return token.text
    names = named_in(words, table.lexicon)
    known = named_in(tuple(tokens), table.lexicon)
    lost = next((value for value in names if value not in known), None)
    return "" if lost is None else table.lexicon.names.display(lost)


def _request(table: Session, line: str) -> dict[str, Any]:
    lexicon = table.lexicon
    found = table.rulebook.search(line, most=_SENTENCES)
    told = (say(atom, lexicon, denied) for atom, denied in table.facts())
    things = (v for v in lexicon.names.values("any") if lexicon.names.is_thing(v))
    return {
        "version": VERSION,
        "input": line,
        "kind": "question" if asks(line) else "statement",
        "table": list(islice(told, _TOLD)),
        "sentences": [
            {"statement": one.statement, "question": one.question} for one in found.sentences
        ],
        "names": [lexicon.names.display(value) for value in islice(things, _NAMES)],
        "refused": [],
    }


def _problem(found: Diagnostic) -> dict[str, Any]:
    told = {"code": found.code, "message": found.message, "hint": found.hint}
    return {**told, "suggestions": list(found.suggestions)}


def _failed(command: str, reason: str) -> RulingsError:
    return RulingsError((diagnose("RUL536", None, command=command, reason=reason),))


def _unfit(said: str, reason: str) -> Diagnostic:
    return diagnose("RUL537", None, text=said, reason=reason)
