"""Questions asked before, with the names and numbers of a line in the place of their own."""

from __future__ import annotations

import pytest

from rulings import Rulebook, RulingsError
from rulings.asking.refilled import refilled
from rulings.english.drafts import said_in
from rulings.english.kept import Keeping
from rulings.english.preamble import Preamble
from rulings.english.scope import Scope
from rulings.english.words import tokenize
from rulings.language.source import Source

BOOK = Rulebook.load("unfair", "2018")


def kept_of(line: str) -> Keeping:
    source = Source("<line>", line)
    scope = Scope.of(source, tokenize(line, names=True), BOOK.lexicon, None, (), None)
    return Keeping.of(scope, said_in(scope), Preamble.of(scope, asking=True))


def keys(question: str) -> list[str]:
    return [token.key for token in tokenize(question)]


@pytest.mark.parametrize(
    ("line", "asked", "expected"),
    [
        (
            "does Zeppelin Ride somehow sleep?",
            "Is Log Flume inactive?",
            "Is Zeppelin Ride inactive?",
        ),
        ("does it sleep?", "Is the attraction inactive?", "Is the attraction inactive?"),
        ("does it sleep?", "Is Log Flume inactive?", None),
        ("does Zeppelin sleep?", "Is Log Flume in Ben's park?", None),
        (
            "does Zeppelin sleep near Kai?",
            "Is Log Flume in Ben's park?",
            "Is Zeppelin in Kai's park?",
        ),
        (
            "does Zeppelin sleep?",
            "May Orbit be where Orbit was?",
            "May Zeppelin be where Zeppelin was?",
        ),
        ("what if 7 cards sleep?", "What are 4 cards worth?", "What are 7 cards worth?"),
        ("what if cards sleep?", 'Is "Log Flume" inactive?', None),
    ],
)
def test_names_and_numbers_of_a_line_take_the_place_of_others(
    line: str, asked: str, expected: str | None
) -> None:
    assert refilled(asked, kept_of(line)) == expected


def test_what_the_faq_asks_is_offered_for_what_is_nearly_the_same() -> None:
    known = [one.text for one in BOOK.known_questions.questions if one.general]
    offered = 0
    asked = known[5::200]
    for question in asked:
        line = f"Whatever else may come around, {question[0].lower()}{question[1:-1]}, dear?"
        with pytest.raises(RulingsError) as raised:
            BOOK.table().read(line)
        found = raised.value.diagnostics[0].suggestions
        for one in found:
            assert one.endswith("?") or "Remark:" in one
            BOOK.table().read(one)
        offered += any(keys(one) == keys(question) for one in found)
    assert offered >= 0.6 * len(asked) > 2, asked
