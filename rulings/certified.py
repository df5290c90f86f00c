"""The verification of certificates by people who have the rulebook.

In: a certificate, as JSON or read from it. Out: a `Verification`. Guarantee: the rulebook is the
one whose content has the hash that the certificate names, wherever it lies and whatever it is
called; every word of the result is made from what was checked, by the words of that rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulings.english.sentence import ask, datalog, say, sentence
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import PredicateId, against
from rulings.language.program import Atom
from rulings.language.source import NOWHERE
from rulings.records import dataclass
from rulings.rulebook.document import refusal
from rulings.rulebook.edition_files import read_files
from rulings.rulebook.library import games
from rulings.rulebook.stated import Stated
from rulings.session import Rulebook
from rulings.verifier import Unproved, Verified, certificate_of, check, read
from rulings.verifier.arithmetic import STEPS
from rulings.verifier.basis import Fact, Tables
from rulings.verifier.form import Certificate

VERIFICATION = "rulings.verification/1"
_SAID = {
    "undecided": "The rules do not decide whether {clause}.",
    "depends": "Whether {clause} depends on what is not known.",
    "open": "Neither yes nor no follows from what is stated: {clause}.",
}


@dataclass(frozen=True, slots=True)
class Verification:
    """What a certificate was found to prove.

    `verdict` is `yes`, `no`, `undecided` or `depends`; `open` says only that what is stated
    proves neither yes nor no. `goal` is the question in the rule language, `facts` what the table
    states, each in English.
    """

    verdict: str
    question: str
    goal: str
    say: str
    facts: tuple[str, ...]
    name: str
    edition: str
    sha256: str
    steps: int

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON."""
        return {
            "schema": VERIFICATION,
            "verified": True,
            "verdict": self.verdict,
            "question": self.question,
            "goal": self.goal,
            "say": self.say,
            "table": list(self.facts),
            "rulebook": {"name": self.name, "edition": self.edition, "sha256": self.sha256},
            "steps": self.steps,
        }


def verify(
    certificate: str | Mapping[str, Any],
    rulebook: Rulebook | str | Path | None = None,
    *,
    steps: int = STEPS,
) -> Verification:
    """Check a certificate, given as JSON text or as what was read from it.

    Without a `rulebook`, or its name or folder, the one that the certificate was made from is
    looked for among those that have a name. `steps` limits the work. Raises RulingsError (RUL569)
    for a certificate that proves nothing.
    """
    try:
        claimed = certificate_of(read(certificate) if isinstance(certificate, str) else certificate)
        if rulebook is None:
            book = _rulebook_of(claimed)
        elif isinstance(rulebook, Rulebook):
            book = rulebook
        else:
            book = Rulebook.load(rulebook, claimed.edition)
        if book.sha256 != claimed.sha256:
            raise Unproved("the rulebook here is another version than the one it was made from")
        if (book.name, book.edition) != (claimed.name, claimed.edition):
            raise Unproved("the rulebook it was made from has another name or edition")
        found = check(book.program, claimed, steps=steps)
    except Unproved as problem:
        message = f"The certificate proves nothing: {problem}."
        hint = "Ask for the certificate anew, `rulings why QUESTION --certificate FILE`."
        raise refusal("RUL569", message, hint=hint) from None
    return _told(found, book)


def _rulebook_of(claimed: Certificate) -> Rulebook:
    """Find a rulebook by its content, whatever a certificate calls it."""
    for folder in games().values():
        try:
            known = read_files(folder, claimed.edition).sha256
        except RulingsError:
            continue
        if known == claimed.sha256:
            return Rulebook.load(folder, claimed.edition)
    raise Unproved("no rulebook here has the content of the one it was made from")


def _told(found: Verified, book: Rulebook) -> Verification:
    stated = Stated(_spanned(found.facts), _spanned(found.denials))
    lexicon = book.with_stated(stated).lexicon
    literals = [(_atom(asked.fact), asked.denied) for asked in found.question]
    clause = " and ".join(say(atom, lexicon, denied) for atom, denied in literals)
    if found.verdict == "yes":
        told = sentence(clause)
    elif found.verdict != "no":
        told = _SAID[found.verdict].format(clause=clause)
    elif len(literals) == 1:
        told = sentence(say(literals[0][0], lexicon, not literals[0][1]))
    else:
        told = f"It is not so that {clause}."
    questions = [ask(atom, lexicon, denied).rstrip("?") for atom, denied in literals]
    return Verification(
        found.verdict,
        " and ".join(questions) + "?",
        f"?- {', '.join(datalog(atom, denied) for atom, denied in literals)}.",
        told,
        tuple(sentence(say(atom, lexicon, denied)) for atom, denied in stated.atoms()),
        book.name,
        book.edition,
        book.sha256,
        found.steps,
    )


def _spanned(tables: Tables) -> dict[PredicateId, dict[Any, Any]]:
    return {name: dict.fromkeys(rows, NOWHERE) for name, rows in tables.items() if rows}


def _atom(fact: Fact) -> Atom:
    subject, row = fact
    name = against(subject.predicate) if subject.denied else subject.predicate
    return Atom.of(name, row)
