"""The text of a card is read whole sentences at a time, or named as not read."""

from __future__ import annotations

import time

import pytest

from rulings.english.card_texts.compiling import compile_texts
from rulings.english.card_texts.grammar import TextGrammar
from rulings.english.card_texts.text_reading import TextReading, read_text
from rulings.english.text_names import names_within
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.program import Atom, Constant
from rulings.language.source import Source
from rulings.rulebook.word_files import read_words
from tests.english.small_programs import program

PROGRAM = program(
    """
    .type card
    .type sentence
    .type part
    .type kind
    .state bears(C: card, T: string) "{C} bears the text {T}"
    .state sentence(S: sentence, N: int, C: card) "{S} is sentence {N} of {C}"
    .state unread(C: card, W: string) "nothing reads {W} on {C}"
    .state part(P: part, N: int, S: sentence) "{P} is part {N} of {S}"
    .state either(S: sentence) "{S} leaves a choice"
    .state follows(S: sentence, P: part) "{S} follows {P}"
    .state marked(S: sentence, K: kind) "{S} is marked with {K}"
    .state gains(P: part, N: int) "{P} gains {N}"
    .state about(P: part, C: card) "{P} is about {C}"
    """
)
WORDS = """
card_texts:
  told: bears(Card, Text)
  sentence: sentence(Sentence, Number, Card)
  unread: unread(Card, Words)
  phrases:
    - {phrase: sentence, say: "{A: step}", means: "part(A, 1, Sentence)"}
    - phrase: sentence
      say: "{A: step} or {B: step}"
      means: part(A, 1, Sentence), part(B, 2, Sentence), either(Sentence)
    - phrase: sentence
      say: "if you do {A: step}"
      means: part(A, 1, Sentence), follows(Sentence, Before)
    - {phrase: heading, say: "{K: when}", means: "marked(Sentence, K)"}
    - {phrase: when, say: Park step, is: park}
    - {phrase: when, say: Guests step, is: guests}
    - {phrase: step, say: "gain {N: amount} (coin|coins)", means: "gains(Part, N)", new: yes}
    - {phrase: step, say: "close {A: target}", means: "about(Part, Card)", new: yes}
    - {phrase: target, say: this, means: "about(Part, Card)"}
    - {phrase: target, say: "{A: name}", means: "about(Part, A)"}
"""


def grammar(words: str = WORDS) -> tuple[TextGrammar | None, list[Diagnostic]]:
    problems: list[Diagnostic] = []
    found = compile_texts(read_words(Source("words.yaml", words)).card_texts, PROGRAM, problems)
    return found, problems


def reading(text: str) -> TextReading:
    found, problems = grammar()
    assert found is not None
    assert not problems
    return read_text(
        "storm", "Storm", text, found, lambda keys: "log" if keys == ("log",) else None
    )


def stated(text: str, *kinds: str) -> list[str]:
    def shown(atom: Atom) -> str:
        terms = ", ".join(str(t.value) for t in atom.terms if isinstance(t, Constant))
        return f"{atom.predicate}({terms})".replace("storm_sentence_", "s").replace("_part_", ".")

    return [shown(atom) for atom in reading(text).facts if atom.predicate in kinds]


@pytest.mark.parametrize(
    ("text", "kinds", "facts"),
    [
        ("Gain 2 coins.", ("part", "gains"), ["gains(s1.1, 2)", "part(s1.1, 1, s1)"]),
        ("Gain a coin.", ("gains",), ["gains(s1.1, 1)"]),
        ("Gain three coins", ("gains",), ["gains(s1.1, 3)"]),
        ("Gain 1 coin or gain 2 coins.", ("part", "either"),
         ["part(s1.1, 1, s1)", "part(s1.2, 2, s1)", "either(s1)"]),
        ("Gain 1 coin. If you do, gain 2 coins.", ("follows",), ["follows(s2, s1.1)"]),
        ("Park step: Gain 1 coin. Gain 2 coins. Guests step: Gain 3 coins.", ("marked",),
         ["marked(s1, park)", "marked(s2, park)", "marked(s3, guests)"]),
        ("Close Log.", ("about",), ["about(s1.1, log)", "about(s1.1, storm)"]),
        ("Gain 1 coin. Gain 2 coins.", ("sentence",),
         ["sentence(s1, 1, storm)", "sentence(s2, 2, storm)"]),
    ],
)  # fmt: skip
def test_what_a_text_states(text: str, kinds: tuple[str, ...], facts: list[str]) -> None:
    assert stated(text, *kinds) == facts


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        ("Juggle two rides.", ("Juggle two rides",)),
        ("Gain 2 coins twice.", ("twice",)),
        ("Gain 2 coins. Gain 1 coin only if it rains.", ("only if it rains",)),
        ("If you do, gain 2 coins.", ("coins",)),
        ("Gain 2 coins / 3 coins.", ("/ 3 coins",)),
        ("Gain 2 (or more) coins.", ("(or more) coins",)),
        ("Gain -2 coins.", ("minus 2 coins",)),
        ("Close Log and Juggler.", ("and Juggler",)),
    ],
)
def test_words_that_stop_the_reading_are_named(text: str, unread: tuple[str, ...]) -> None:
    found = reading(text)
    assert found.unread == unread
    assert [a.terms[1] for a in found.facts if a.predicate == "unread"] == [
        Constant(one) for one in unread
    ]


def test_a_sentence_that_is_not_read_is_counted_and_says_nothing() -> None:
    assert stated("Juggle. If you do, gain 2 coins.", "sentence", "part", "gains", "follows") == [
        "sentence(s1, 1, storm)",
        "sentence(s2, 2, storm)",
    ]


def test_a_sentence_that_can_be_read_in_two_ways_is_not_read() -> None:
    twice = (
        WORDS + '    - {phrase: step, say: "gain {N: number} coins", means: "about(Part, Card), '
    )
    found, problems = grammar(twice + 'gains(Part, N)", new: yes}\n')
    assert found is not None
    assert not problems
    read = read_text("storm", "Storm", "Gain 2 coins.", found, lambda _: None)
    assert len(read.unread) == 1


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Close Neon's Old Arch or gain 2 coins.", {"Neon", "Old Arch"}),
        ("Gain 2 coins. Close Old Arch.", {"Old Arch"}),
        ("Park step: Close your ride.", set()),
        ("Close Park step.", set()),
        ("Close old Arch", {"Arch"}),
    ],
)
def test_names_that_a_text_brings(text: str, names: set[str]) -> None:
    found, _ = grammar()
    assert found is not None
    assert set(names_within(text, found).values()) == names


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('{phrase: step, say: "win {N: number} {K: prize}", means: "gains(Part, N)"}', "RUL632"),
        ('{phrase: step, say: "win {N: number}", new: yes, means: "gains(Part, 3)"}', "RUL633"),
        ('{phrase: step, say: "{A: step} again", means: "about(Part, Card)"}', "RUL632"),
        ('{phrase: step, say: "win", means: "gains(Part, M)"}', "RUL632"),
        ('{phrase: step, say: "win (now", means: "gains(Part, 3)"}', "RUL632"),
        ('{phrase: step, say: "win", means: "gains(Part)"}', "RUL202"),
        ('{phrase: step, say: ["win {N: number}", win], means: "gains(Part, N)"}', "RUL634"),
    ],
)
def test_mistakes_of_a_grammar(line: str, code: str) -> None:
    _, problems = grammar(f"{WORDS}    - {line}\n")
    assert code in {problem.code for problem in problems}


@pytest.mark.parametrize(
    "words",
    [
        "card_texts: [told]",
        "card_texts: {tale: bears(Card, Text)}",
        "card_texts: {phrases: {phrase: step}}",
        "card_texts: {phrases: [{say: win}]}",
        "card_texts: {phrases: [{phrase: step, say: win, new: maybe}]}",
        "card_texts: {told: []}",
    ],
)
def test_a_grammar_of_the_wrong_shape(words: str) -> None:
    with pytest.raises(RulingsError) as raised:
        read_words(Source("words.yaml", words))
    assert raised.value.diagnostics[0].code in ("RUL630", "RUL631")


@pytest.mark.parametrize(
    "text",
    [
        "gain 1 coin or " * 2000,
        "gain " * 5000,
        "Park step: " * 500,
        "if you do " * 500 + "gain 1 coin",
        "gain 99999999999999999999 coins.",
        ".. : ?! ; ::" * 100,
        "\u202e\x00\ud7ff " * 100,
    ],
)
def test_any_text_is_done_with_soon(text: str) -> None:
    began = time.process_time()
    reading(text)
    assert time.process_time() - began < 5
