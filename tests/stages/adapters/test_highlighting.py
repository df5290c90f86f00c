"""Rules in colour: the Pygments lexer and the HTML of rules."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import Comment, Keyword, Name, String

from rulings.adapters.highlighting.rules_lexer import RulesLexer
from rulings.render.rule_html import rule_html

FACTS = Path(__file__).parents[3] / "facts"


def test_it_is_found_by_name() -> None:
    assert get_lexer_by_name("rulings").name == "Rulings"
    assert get_lexer_for_filename("x.dl").name == "Rulings"


def test_words_have_their_kinds() -> None:
    text = '%%% doc\n.decl p(C: card) "{C} is".\np(C) :- not q(C). % note\n'
    kinds = {value: kind for _, kind, value in RulesLexer().get_tokens_unprocessed(text)}
    assert kinds["p"] is Name.Function
    assert kinds["q"] is Name.Function
    assert kinds["card"] is Name.Class
    assert kinds["not"] is Keyword
    assert kinds["%%% doc"] is String.Doc
    assert kinds["% note"] is Comment.Single


@pytest.mark.parametrize("path", sorted(FACTS.glob("theme_parque/*.dl")))
def test_no_letter_is_lost(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "".join(value for _, _, value in RulesLexer().get_tokens_unprocessed(text)) == text
    assert html.unescape(re.sub(r"</?span[^>]*>", "", rule_html(text))) == text


@given(st.text(alphabet='ab<>&(){}[]@.:-,"%= \nXY', max_size=80))
def test_html_is_escaped(text: str) -> None:
    shown = re.sub(r'<span class="[a-z]">|</span>', "", rule_html(text))
    assert "<" not in shown
    assert html.unescape(shown) == text
