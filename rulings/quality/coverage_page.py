"""The coverage of a suite as one HTML page.

In: `Coverage`s. Out: a page that stands by itself: every clause with its rules and its cases.
Guarantee: everything that comes from a rulebook is escaped; it needs no script and no network.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rulings.asking.reason import Verdict
from rulings.doors.incoming import shipped_text
from rulings.quality.coverage import ClauseCoverage, Coverage, CoveredCase, DocumentCoverage
from rulings.render.rule_html import rule_html


def coverage_page(covered: Sequence[Coverage]) -> str:
    """Return the page."""
    title = "Coverage of " + ", ".join(each.title for each in covered)
    intro = (
        '<p class="quiet">A clause is tested when the answer of a question rests on it, '
        "a yes or a no; <em>both</em> means a yes and a no rest on it.</p>\n"
    )
    shown, style = escape(title), shipped_text("rulings.quality", "coverage_page.css")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{shown}</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n<h1>{shown}</h1>\n{intro}{''.join(map(_rulebook, covered))}</body>\n</html>\n"
    )


def _rulebook(covered: Coverage) -> str:
    head = "<tr><th>document<th>clauses<th>encoded<th>tested<th>both<th>unmodelled</tr>\n"
    rows = "".join(_row(document) for document in covered.documents)
    failed = f", {len(covered.failed)} failed" if covered.failed else ""
    return (
        f"<h2>{escape(covered.title)}</h2>\n"
        f"<p>{covered.cases} cases, {covered.decided} decided{failed}.</p>\n"
        f"<table>\n{head}{rows}</table>\n"
        + "".join(_document(document) for document in covered.documents)
        + _list("Rules that never fire", [rule.id for rule in covered.never_fired])
        + _list("Predicates that are never asked", covered.never_asked)
        + _list("Failed cases", covered.failed)
    )


def _row(one: DocumentCoverage) -> str:
    cells = "".join(
        f"<td>{count} ({one.percent(count)} %)" for count in (one.encoded, one.tested, one.both)
    )
    return (
        f'<tr><td><a href="#{escape(one.id)}">{escape(one.title)}</a>'
        f"<td>{len(one.clauses)}{cells}<td>{one.unmodelled}</tr>\n"
    )


def _document(one: DocumentCoverage) -> str:
    clauses = "".join(_clause(clause) for clause in one.clauses)
    return f'<h3 id="{escape(one.id)}">{escape(one.title)}</h3>\n{clauses}'


def _clause(one: ClauseCoverage) -> str:
    style, mark = _mark(one)
    clause = one.clause
    place = " · ".join(part for part in (clause.section, clause.lines, clause.page) if part)
    parts = [f"<p>{escape(clause.gist)} <span class=quiet>{escape(place)}</span></p>\n"]
    if clause.unmodelled:
        parts.append(f"<p>Not encoded: {escape(clause.unmodelled)}</p>\n")
    if one.declarations:
        parts.append(f"<p>Declares {escape(', '.join(one.declarations))}.</p>\n")
    for rule in one.rules:
        never = "" if rule.fired else " <span class=gap>never fires</span>"
        where = f"{escape(rule.id)} · {escape(', '.join(rule.editions))}"
        parts.append(f"<p class=quiet>{where}{never}</p>\n<pre>{rule_html(rule.text)}</pre>\n")
    if one.cases:
        parts.append("<ul>\n" + "".join(_case(case) for case in one.cases) + "</ul>\n")
    return (
        f'<details id="{escape(clause.name)}"><summary><span class="mark {style}">{mark}</span> '
        f"<code>{escape(clause.id)}</code> {escape(clause.section)}</summary>\n"
        f"{''.join(parts)}</details>\n"
    )


def _case(one: CoveredCase) -> str:
    style, case = "both" if one.verdict is Verdict.YES else "one", one.case
    return (
        f"<li><span class={style}>{one.verdict.value.upper()}</span> {escape(case.ask.text)} "
        f"<span class=quiet>{escape(case.name)}, {escape(str(case.span))}</span></li>\n"
    )


def _mark(one: ClauseCoverage) -> tuple[str, str]:
    if one.both:
        return "both", "yes and no"
    if one.tested:
        return "one", f"only {one.cases[0].verdict.value}"
    if one.clause.unmodelled:
        return "quiet", "unmodelled"
    return "gap", "not tested" if one.encoded else "not encoded"


def _list(title: str, names: Sequence[str]) -> str:
    if not names:
        return ""
    items = "".join(f"<li><code>{escape(name)}</code></li>\n" for name in names)
    return f"<h3>{escape(title)}</h3>\n<ul>\n{items}</ul>\n"
