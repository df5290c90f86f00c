"""Diagnostics as text, JSON and SARIF."""

from __future__ import annotations

import json

from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import Diagnostic, Note, Severity
from rulings.language.files import load_examined
from rulings.language.source import Source, Span
from rulings.render.problems import QUOTED, quote_line, render_text, summary
from rulings.render.sarif import render

SOURCE = Source("book/a.dl", ".decl p(X: symbol).\np(b) :- qq(b).\n\tp(c) :- p(1).\n")


def problems() -> list[Diagnostic]:
    return load_examined(SOURCE)[1]


def test_text() -> None:
    assert render_text(problems()[:1]) == (
        "book/a.dl:2:9: error RUL201: `qq` is not declared. Every predicate is declared with "
        "`.decl` or `.state`, or built in.\n"
        "    p(b) :- qq(b).\n"
        "            ^^^^^\n"
        "  help: Declare it: `.decl qq(A: symbol).`\n\n"
    )


def test_tabs_are_kept_under_the_line() -> None:
    line, carets = quote_line(problems()[1].span or Span(SOURCE, 0, 0))
    assert (line, carets) == ("\tp(c) :- p(1).", "\t          ^")


def test_notes() -> None:
    source = Source("a.dl", ".type t.\n.type t.\n")
    text = render_text(load_examined(source)[1])
    assert "  a.dl:1:7: first declared here\n      .type t.\n            ^\n" in text


def test_colour_is_asked_for() -> None:
    assert "\x1b[" not in render_text(problems())
    assert "\x1b[1;31merror RUL201\x1b[0m" in render_text(problems(), color=True)


def test_long_lines_are_cut_around_the_place() -> None:
    text = "x" * 500 + " bad " + "y" * 500
    line, carets = quote_line(Span(Source("a", text), 501, 504))
    assert len(line) <= QUOTED + 2
    assert line[carets.index("^") : carets.rindex("^") + 1] == "bad"
    for start, end in ((0, 1005), (0, 1), (1004, 1005), (1005, 1005)):
        line, carets = quote_line(Span(Source("a", text), start, end))
        assert len(line) <= QUOTED + 2
        assert len(carets) <= QUOTED + 2
        assert "^" in carets


def test_nothing_writes_to_the_terminal() -> None:
    source = Source("a\x1b[31m.dl", 'p("\x1b[2J\x07\ud800").')
    text = render_text(load_examined(source)[1])
    assert "\x1b" not in text
    assert "\x07" not in text
    text.encode("utf-8")


def test_json() -> None:
    found = json.loads(render(problems(), "json"))
    assert found["errors"] == 2
    first = found["diagnostics"][0]
    assert first["code"] == "RUL201"
    assert (first["line"], first["column"], first["end_column"]) == (2, 9, 14)
    assert first["quoted"] == "p(b) :- qq(b)."
    assert json.loads(render([], "json"))["diagnostics"] == []


def test_sarif() -> None:
    noted = diagnose("RUL204", Span(SOURCE, 0, 5), [Note("there", Span(SOURCE, 6, 7))], name="t")
    log = json.loads(render([*problems(), noted], "sarif"))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules == sorted({"RUL201", "RUL221", "RUL204"})
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] in ("error", "warning", "note")
        region = result["locations"][0]["physicalLocation"]["region"]
        assert 1 <= region["startLine"] <= region["endLine"]
        assert region["startColumn"] >= 1
    assert run["results"][-1]["relatedLocations"][0]["message"]["text"] == "there"


def test_diagnostics_without_a_place() -> None:
    nowhere = Diagnostic("RUL001", Severity.ERROR, "`x` cannot be read.")
    assert render_text([nowhere]) == "error RUL001: `x` cannot be read.\n\n"
    assert "locations" not in json.loads(render([nowhere], "sarif"))["runs"][0]["results"][0]
    assert "line" not in json.loads(render([nowhere], "json"))["diagnostics"][0]


def test_summary() -> None:
    assert summary([]) == "no problems"
    assert summary(problems()) == "2 errors"
