"""FAQ files: questions with the answers that a rulebook must give.

In: a `*.faq.yaml` file. Out: its `Case`s. Guarantee: unknown keys, missing keys, impossible
expectations and repeated ids are diagnostics with their place; `yes` and `no` are read as
written; a case is asked in every edition of its rulebook unless it or its file names some, and
has one expectation for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from rulings.asking.reason import Reason, Verdict
from rulings.faq.case_tables import spread_table
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.source import NOWHERE, Source, Span
from rulings.records import dataclass, field, replace
from rulings.rulebook.document import INTEGER, error, read_source, refusal, suggestion, unknown_keys
from rulings.rulebook.file_keys import shape
from rulings.rulebook.grid import Legend, read_grid
from rulings.rulebook.library import find_named
from rulings.rulebook.literate import SUFFIX as MARKDOWN
from rulings.rulebook.literate import cases_in
from rulings.rulebook.manifest import read_manifest
from rulings.rulebook.registry import text_of
from rulings.rulebook.situation import Line, game_legend, given_lines, grid_lines
from rulings.rulebook.yaml_tree import Node, parse_yaml

_text = partial(text_of, code="RUL702")
TEXT_FILE = ".txt"
EVERY = "all"
"""Stands for every edition of the rulebook."""


@dataclass(frozen=True, slots=True)
class ExpectVerdict:
    """A verdict, and its reason when that matters."""

    verdict: Verdict
    reason: Reason | None = None

    def __str__(self) -> str:
        return self.verdict.value + (f": {self.reason.value}" if self.reason else "")


@dataclass(frozen=True, slots=True)
class ExpectNumber:
    """The answer to "how many"."""

    number: int

    def __str__(self) -> str:
        return str(self.number)


@dataclass(frozen=True, slots=True)
class ExpectNames:
    """Exactly the answers to "which", in any order."""

    names: tuple[str, ...]

    def __str__(self) -> str:
        return "[" + ", ".join(self.names) + "]"


Expectation = ExpectVerdict | ExpectNumber | ExpectNames


@dataclass(frozen=True, slots=True)
class Case:
    """One question in one edition (None: the only one) with the answer expected.

    `unnamed` is one that names no edition of several, and is asked in all of them. `game` is a
    name where a file names it; only the program itself names a folder. The lines of `given` that
    stand for all cases of the file are a text of their own: what the case itself gives replaces
    them.
    """

    id: str
    game: str | Path
    edition: str | None
    situation: str | None
    given: tuple[Line, ...]
    ask: Line
    expect: Expectation
    because: tuple[Line, ...] = ()
    source: str = ""
    unnamed: bool = field(default=False, compare=False)
    span: Span = field(default=NOWHERE, compare=False)

    @property
    def name(self) -> str:
        """The id, with the edition when the case names one."""
        return f"{self.id} [{self.edition}]" if self.edition else self.id


def read_cases(path: Path, name: str | None = None) -> tuple[Case, ...]:
    """Read a FAQ file. Raises RulingsError (RUL601, RUL602, RUL700 to RUL704)."""
    return _all_right(*readable_cases(path, name))


def readable_cases(
    path: Path, name: str | None = None
) -> tuple[tuple[Case, ...], list[Diagnostic]]:
    """Return the cases of a FAQ file whose table and question are told, and what is wrong with it.

    Of these cases some may expect what is no answer. Raises RulingsError (RUL601).
    """
    home = path.absolute().parent
    source = read_source(path, name, within=home)
    cases: list[Case] = []
    problems: list[Diagnostic] = []
    for group in cases_in(source) if path.suffix == MARKDOWN else (source,):
        try:
            found, wrong = _parsed(group, home)
        except RulingsError as problem:
            problems += problem.diagnostics
        else:
            cases += found
            problems += wrong
    problems += (one for one in repeated(cases) if one not in problems)
    return tuple(cases), problems


def parse_cases(source: Source, home: Path) -> tuple[Case, ...]:
    """Read the text of a FAQ file that lies in the folder `home`. Raises as `read_cases`."""
    return _all_right(*_parsed(source, home))


def _all_right(cases: tuple[Case, ...], problems: list[Diagnostic]) -> tuple[Case, ...]:
    if problems:
        raise RulingsError(problems)
    return cases


def _parsed(source: Source, home: Path) -> tuple[tuple[Case, ...], list[Diagnostic]]:
    root = parse_yaml(source)
    if root is None or root.fields is None:
        message = f'"{source.name}" is not a FAQ file.'
        span = Span(source, 0, min(1, len(source.text)))
        raise refusal("RUL700", message, span, "Write `game:` and `cases:`.")
    problems = [*unknown_keys(root, shape("faq-file"), "RUL701"), *_wrong_texts(root)]
    game = _text(root, "game", problems)
    situation = _text(root, "situation", problems, "")
    shared = _shared_lines(root, home, problems)
    of_file = _OfFile(game, situation, shared, _every(game, home), home)
    editions = _named_editions(root)
    listed = root.field("cases")
    cases: list[Case] = []
    drawn = [node for node in (listed.items or () if listed else ()) if node.field("grid")]
    legend = game_legend(find_named(game, home)) if drawn and game else ()
    if listed is None or listed.items is None:
        message = "A FAQ file has a list of cases."
        problems.append(error("RUL702", message, root.span, "Write `cases:` and a list."))
    else:
        # What is wrong with what a file says for all its cases would be told of each.
        is_told = not problems
        for node in listed.items:
            for row in spread_table(node, home, problems):
                found = tuple(_cases(row, of_file, editions, legend, problems))
                cases += found if is_told else ()
    problems += repeated(cases)
    ordered = sorted(dict.fromkeys(problems), key=lambda p: p.span.start if p.span else 0)
    return tuple(cases), ordered


def repeated(cases: Iterable[Case]) -> Iterator[Diagnostic]:
    """Yield what is wrong with the cases of one file that share an id (RUL704)."""
    seen: dict[tuple[str, str | None], Case] = {}
    for case in cases:
        if seen.setdefault((case.id, case.edition), case) is not case:
            message = f'The case "{case.id}" stands twice in this file.'
            yield error("RUL704", message, case.span, "Give each its own id.")


@dataclass(frozen=True, slots=True)
class _OfFile:
    """What a file says for all of its cases."""

    game: str
    situation: str
    given: tuple[Line, ...]
    every: tuple[str | None, ...]
    """Every edition of the rulebook; None where it has one."""
    home: Path


def _every(game: str, home: Path) -> tuple[str | None, ...]:
    """Return the editions of a rulebook, None where there is one or the manifest is unreadable."""
    try:
        editions = read_manifest(find_named(game, home)).editions
    except RulingsError:
        # What is wrong with a rulebook is told by whoever asks it.
        return (None,)
    return tuple(edition.name for edition in editions) if len(editions) > 1 else (None,)


def _cases(
    node: Node,
    of_file: _OfFile,
    editions: tuple[str, ...],
    legend: Legend,
    problems: list[Diagnostic],
) -> Iterator[Case]:
    if node.fields is None:
        hint = "Write `- id: …` with `ask:` and `expect:` below it."
        problems.append(error("RUL702", "A case is a mapping.", node.span, hint))
        return
    before = len(problems)
    problems += [*unknown_keys(node, shape("case"), "RUL701"), *_wrong_texts(node)]
    given = node.field("given")
    because = node.field("because")
    identity = _text(node, "id", problems)
    ask = _text(node, "ask", problems)
    asked = node.field("ask")
    lines = _drawn(node, legend, problems)
    lines += _told(given, of_file.home, problems) if given is not None else ()
    is_told = len(problems) == before
    expected = _expectations(node, problems) or {None: ExpectVerdict(Verdict.YES)}
    if not is_told or asked is None:
        return
    named = _named_editions(node) or editions
    asked_in = of_file.every if EVERY in named or not named else named
    for edition in asked_in if None in expected else tuple(expected):
        yield Case(
            id=identity,
            game=of_file.game,
            edition=edition,
            situation=_text(node, "situation", problems, of_file.situation) or None,
            given=(*of_file.given, *lines),
            ask=Line(ask, asked.span),
            expect=expected[edition] if edition in expected else expected[None],
            because=_because(because, problems),
            source=_text(node, "source", problems, ""),
            unnamed=not named and edition is not None and None in expected,
            span=node.span,
        )


def _shared_lines(root: Node, home: Path, problems: list[Diagnostic]) -> tuple[Line, ...]:
    """Return what a file gives to all of its cases, as a text of its own."""
    given = root.field("given")
    if given is None:
        return ()
    source = replace(root.span.source)
    lines = _told(given, home, problems)
    return tuple(
        Line(one.text, Span(source, one.span.start, one.span.end))
        if one.span.source is root.span.source
        else one
        for one in lines
    )


def _told(node: Node, home: Path, problems: list[Diagnostic]) -> tuple[Line, ...]:
    """Return the lines of a `given`; the name of a text file stands for the lines of that file."""
    if node.items and all(item.text is not None for item in node.items):
        return tuple(line for item in node.items for line in _told(item, home, problems))
    name = (node.text or "").strip()
    if not name.endswith(TEXT_FILE) or "\n" in name:
        return given_lines(node, problems)
    try:
        source = read_source(home / name, name, within=home)
    except RulingsError as problem:
        problems += (replace(one, span=one.span or node.span) for one in problem.diagnostics)
        return ()
    return given_lines(Node(Span(source, 0, len(source.text)), source.text), problems)


def _drawn(node: Node, legend: Legend, problems: list[Diagnostic]) -> tuple[Line, ...]:
    grid = node.field("grid")
    try:
        return grid_lines(read_grid(grid, legend)) if grid is not None else ()
    except RulingsError as problem:
        problems += problem.diagnostics
        return ()


def _wrong_texts(node: Node) -> Iterator[Diagnostic]:
    """Yield what is wrong with keys of a file or a case of which nothing need be told."""
    for key in ("edition", "note"):
        value = node.field(key)
        if value is not None and value.text is None:
            hint = f"Write `{key}: …`."
            yield error("RUL702", f'"{key}" must be a text.', value.span, hint)


def _named_editions(node: Node) -> tuple[str, ...]:
    """Return the editions that a file or a case names."""
    single, several = node.field("edition"), node.field("editions")
    if several is not None and several.items is not None:
        return tuple(item.text or "" for item in several.items)
    if several is not None and several.text:
        return (several.text,)
    return (single.text,) if single is not None and single.text else ()


def _because(node: Node | None, problems: list[Diagnostic]) -> tuple[Line, ...]:
    if node is None:
        return ()
    if node.items is not None:
        return tuple(Line(item.text or "", item.span) for item in node.items)
    if node.text:
        return (Line(node.text, node.span),)
    hint = "Write `because: [document/clause]`."
    problems.append(error("RUL702", '"because" names clauses.', node.span, hint))
    return ()


def _expectations(node: Node, problems: list[Diagnostic]) -> dict[str | None, Expectation]:
    """Return the expectation for each edition, or under None the one for all."""
    expect, editions = node.field("expect"), node.field("editions")
    if expect is not None and expect.fields is not None and expect.field("editions") is not None:
        problems += unknown_keys(expect, shape("expected"), "RUL701")
        editions, expect = expect.field("editions"), None
    if expect is None and editions is not None and editions.fields is not None:
        found: dict[str | None, Expectation] = {}
        for edition, value in editions.fields:
            one = _expectation(value, problems)
            if one is not None:
                found[edition.text or ""] = one
        return found
    if expect is None:
        hint = "Write `expect: yes`, `no`, `depends`, `undecided`, a number or a list."
        problems.append(error("RUL702", '"expect" is missing.', node.span, hint))
        return {}
    one = _expectation(expect, problems)
    return {} if one is None else {None: one}


def _expectation(node: Node, problems: list[Diagnostic]) -> Expectation | None:
    if node.items is not None:
        return ExpectNames(tuple(item.text or "" for item in node.items))
    if node.text is not None and INTEGER.fullmatch(node.text):
        return ExpectNumber(int(node.text))
    said, reason = node.text or "", ""
    if node.fields is not None and len(node.fields) == 1:
        key, value = node.fields[0]
        said, reason = key.text or "", value.text or ""
    elif ":" in said:
        said, _, reason = (part.strip() for part in said.partition(":"))
    verdicts = {verdict.value: verdict for verdict in Verdict}
    if said.lower() not in verdicts:
        message = f'"{said}" is not a verdict.'
        hint = suggestion(said, verdicts, "verdict")
        problems.append(error("RUL703", message, node.span, hint))
        return None
    verdict = verdicts[said.lower()]
    reasons = {reason.value: reason for reason in Reason if reason.verdict is verdict}
    if reason and reason.lower() not in reasons:
        message = f'"{reason}" is not a reason for "{verdict.value}".'
        hint = suggestion(reason, reasons, "reason")
        problems.append(error("RUL703", message, node.span, hint))
        return None
    return ExpectVerdict(verdict, reasons[reason.lower()] if reason else None)
