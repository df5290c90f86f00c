"""Literate rulebooks: one Markdown file that does what separate files do, and both ways between."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from rulings import Rulebook, RulingsError
from rulings.cli import main
from rulings.faq.cases import read_cases
from rulings.faq.runner import Runner
from rulings.language.parse import parse
from rulings.language.source import Source
from rulings.quality.soundness import check_rulebook
from rulings.rulebook.literate import clauses_in, rules_in
from rulings.rulebook.registry import read_clauses
from rulings.rulebook.weaving import canonical_blocks, tangle
from tests.books import write_book

HEARTS = Path(__file__).parents[2] / "docs" / "examples" / "hearts"
BOOK = HEARTS / "facts" / "hearts" / "hearts.md"


def hearts() -> Source:
    return Source("hearts.md", BOOK.read_text(encoding="utf-8"))


def test_hearts_checks_and_passes_and_every_clause_is_tested(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(HEARTS)
    assert main(["check", "facts/hearts"]) == 0, capsys.readouterr().out
    assert main(["test", "hearts"]) == 0, capsys.readouterr().out
    assert main(["cover", "hearts", "--threshold", "100"]) == 0, capsys.readouterr().out
    assert main(["fmt", "--check", str(BOOK)]) == 0
    assert main(["ask", "Does Ace of Spades beat King of Spades", "-g", "hearts"]) == 0
    assert "The cards" in capsys.readouterr().out


def test_places_are_those_of_the_markdown(tmp_path: Path) -> None:
    folder = tmp_path / "facts" / "hearts"
    shutil.copytree(BOOK.parent, folder)
    text = hearts().text
    wrong = (
        text.replace("beats(C, D) :- printed(C, S, N)", "beats(C, D) :- printedd(C, S, N)")
        .replace("ask: Who takes trick 4?", "ask: Whoo takes trick 4?")
        .replace("page: 3\ngist: The highest", "pagee: 3\ngist: The highest")
    )
    (folder / "hearts.md").write_text(wrong, encoding="utf-8")
    lines = wrong.split("\n")
    places = {
        (one.span.source.name, lines[one.span.line - 1].strip())
        for one in check_rulebook(folder)
        if one.span is not None and one.severity.value == "error"
    }
    assert ("hearts.md", "beats(C, D) :- printedd(C, S, N), printed(D, S, M), N > M.") in places
    assert ("hearts.md", "pagee: 3") in places
    fixed = wrong.replace("printedd", "printed").replace("pagee", "page")
    (folder / "hearts.md").write_text(fixed, encoding="utf-8")
    (found,) = [one for one in check_rulebook(folder) if one.severity.value == "error"]
    assert found.span is not None
    assert fixed.split("\n")[found.span.line - 1] == "  ask: Whoo takes trick 4?"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("```rule\np(a).\n```\n", "RUL627"),
        ("```rules\np(a).\n", "RUL627"),
        ("```clause\nid: a\n```\n", "RUL611"),
        ("```document\nid: d\n```\n```clause\ngist: no id\n```\n", "RUL611"),
        ("```document\nid: d\n```\n# S\n" + "```clause\nid: a\n```\n" * 2, "RUL612"),
    ],
)
def test_mistakes_in_blocks_are_diagnostics(text: str, code: str) -> None:
    with pytest.raises(RulingsError) as raised:
        clauses_in(Source("book.md", text))
    assert code in {one.code for one in raised.value.diagnostics}


def test_prose_and_other_blocks_mean_nothing() -> None:
    text = "```text\np(a).\n```\np(b).\n\n```rules\np(c).\n```\n"
    assert rules_in(Source("book.md", text)).text.strip() == "p(c)."


def test_fmt_changes_rules_alone() -> None:
    text = "# One\n\n```rules\n.decl p( X:symbol ).\np( a ).\n```\n\nprose  p( a ).\n"
    formatted = canonical_blocks(Source("book.md", text))
    assert formatted == text.replace(".decl p( X:symbol ).\np( a ).", ".decl p(X: symbol).\np(a).")
    assert canonical_blocks(Source("book.md", formatted)) == formatted


def test_fmt_of_a_folder_takes_its_books_and_no_other_markdown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "facts" / "hearts"
    shutil.copytree(BOOK.parent, folder)
    loose = "# One\n\n```rules\np( a ).\n```\n"
    (folder / "hearts.md").write_text(loose, encoding="utf-8")
    (tmp_path / "notes.md").write_text(loose, encoding="utf-8")
    assert main(["fmt", "--check", str(tmp_path)]) == 3
    assert capsys.readouterr().out == f"{folder / 'hearts.md'} is not in canonical form\n"


def woven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, **files: str) -> tuple[str, Path]:
    folder = tmp_path / "facts" / "toy"
    queries = tmp_path / "queries" / "toy"
    queries.mkdir(parents=True)
    write_book(tmp_path)
    for name, text in files.items():
        (queries / f"{name}.faq.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["weave", "toy", "-e", "second", "-o", "toy.md"]) == 0
    return Path("toy.md").read_text(encoding="utf-8"), folder


def test_weave_keeps_what_a_faq_file_says_for_its_cases(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, folder = woven(
        tmp_path,
        monkeypatch,
        one="""\
game: toy
situation: den
note: Read twice.
cases:
  - id: same
    ask: Is Rex face-up?
    expect: yes
    because: [rules/active]
""",
        two="""\
game: toy
editions: [first, second]
given: |
  Old Fence is not face-up.
cases:
  - id: same
    ask: Is Old Fence face-up?
    expect: no
""",
    )
    assert "\n\nRead twice.\n\n" in text
    (folder / "toy.md").write_text(text, encoding="utf-8")
    cases = {case.id: case for case in read_cases(folder / "toy.md") if case.edition != "first"}
    assert cases["same"].situation == "den"
    assert not cases["same"].given
    assert [line.text for line in cases["two-same"].given] == ["Old Fence is not face-up."]
    assert cases["two-same"].edition == "second"
    assert cases["two-same"].situation is None
    assert len(tangle(Source("toy.md", text)).cases) == 2


def test_weave_puts_a_declaration_and_a_helper_with_the_rules_that_need_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, _ = woven(tmp_path, monkeypatch)
    before, clauses = text.split("```clause", 1)
    assert ".state silences" in before
    assert "label(rex" in before
    active, silenced, moves = clauses.split("```clause")[:3]
    assert ".decl active(C: card)" in active
    assert ".decl silenced(C: card)" in silenced
    assert ".decl may_move(C: card)" in moves


def statements(text: str) -> set[object]:
    unit, problems = parse(Source("rules", text))
    assert not problems
    facts = {(group.predicate, row) for group in unit.facts for row in group.rows}
    return set(map(str, (re.sub(r"span=\S+", "", repr(one)) for one in unit.statements))) | facts


def test_there_and_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    apart = tmp_path / "apart" / "facts" / "hearts"
    monkeypatch.chdir(tmp_path)
    assert main(["tangle", str(BOOK), "-o", str(apart)]) == 0
    queries = tmp_path / "apart" / "queries" / "hearts"
    queries.mkdir(parents=True)
    (apart / "hearts.faq.yaml").rename(queries / "hearts.faq.yaml")
    shutil.copy(BOOK.parent / "deck.csv", apart)
    manifest = (BOOK.parent / "rulebook.toml").read_text(encoding="utf-8")
    (apart / "rulebook.toml").write_text(manifest.replace("hearts.md", "*.dl"), encoding="utf-8")

    separate, literate = (Rulebook.load(folder, cache=False) for folder in (apart, BOOK.parent))
    assert {n: c.gist for n, c in separate.clauses.items()} == {
        n: c.gist for n, c in literate.clauses.items()
    }
    assert [c.section for c in separate.clauses.values()] == [
        c.section for c in literate.clauses.values()
    ]
    for folder, file in ((apart, queries / "hearts.faq.yaml"), (BOOK.parent, BOOK)):
        cases = read_cases(file)
        runner = Runner(start=folder)
        assert len(cases) == 32
        assert all(runner.run(case).passed for case in cases)

    monkeypatch.chdir(tmp_path / "apart")
    assert main(["weave", "hearts", "-o", "woven.md"]) == 0
    woven = Source("woven.md", Path("woven.md").read_text(encoding="utf-8"))
    again, before = tangle(woven), tangle(hearts())
    assert statements(again.rules) == statements(before.rules)
    assert read_clauses(Source("c", again.clauses)).clauses.keys() == literate.clauses.keys()
    gists = {n: c.gist for n, c in read_clauses(Source("c", again.clauses)).clauses.items()}
    assert gists == {name: clause.gist for name, clause in literate.clauses.items()}
    (tmp_path / "again.faq.yaml").write_text(again.cases[0], encoding="utf-8")
    asked = {(case.id, case.ask.text) for case in read_cases(tmp_path / "again.faq.yaml")}
    assert asked == {(case.id, case.ask.text) for case in read_cases(BOOK)}


def test_weaving_a_literate_rulebook_leaves_no_holes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where prose, clauses and cases stood between its rules there is nothing."""
    monkeypatch.chdir(tmp_path)
    assert main(["weave", str(BOOK.parent), "-o", "woven.md"]) == 0
    assert capsys.readouterr().err == ""
    woven = Path("woven.md").read_text(encoding="utf-8")
    assert not [1 for line in woven.split("\n") if line.isspace()]
    assert "\n\n\n" not in woven
    rules = tangle(Source("woven.md", woven)).rules
    assert statements(rules) == statements(tangle(hearts()).rules)


def test_no_remark_is_lost_either_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is said beside clauses, rules and cases is still said in the other form."""
    monkeypatch.chdir(tmp_path)
    folder, queries = tmp_path / "facts" / "tiny", tmp_path / "queries" / "tiny"
    folder.mkdir(parents=True)
    queries.mkdir(parents=True)
    files = {
        folder
        / "rulebook.toml": 'name = "tiny"\ntitle = "Tiny"\n[editions.one]\nfiles = ["*.dl"]\n',
        folder / "clauses.yaml": """\
# remark-1
documents:
  # remark-2
  r:
    title: "R"  # remark-3
    # remark-4
    clauses:
      # remark-5

      # remark-6
      - id: a
        section: S
        # remark-7
        gist: "No # remark at all."  # remark-8
      # remark-9: ```rules
      - id: b
        section: S
        gist: |
          # no remark
          either
# remark-10
""",
        folder / "rules.dl": """\
%%% remark-11
.state p(X: symbol) "{X} is p".  % remark-12
% remark-13
.decl q(X: symbol) "{X} is q".
@[r/a]
q(X) :- p(X).  % remark-14
@[r/b]
q(X) :- % remark-15
    p(X), p(b).
% remark-16
""",
        queries / "tiny.faq.yaml": """\
# remark-17
game: tiny # remark-18
cases:
  # remark-19
  - {id: one, given: b is p., ask: Is b q?, expect: yes, because: [r/a]}  # remark-20
  # remark-21
  - id: two
    # remark-22
    ask: Is b q?
    expect: no
    because: [r/b]
# remark-23
""",
    }
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
    said = [f"remark-{number}" for number in range(1, 24)]
    assert main(["weave", "tiny", "-o", "tiny.md"]) == 0
    woven = Path("tiny.md").read_text(encoding="utf-8")
    assert [one for one in said if not re.search(rf"{one}\b", woven)] == []
    assert main(["tangle", "tiny.md", "-o", "apart"]) == 0
    apart = "".join(path.read_text(encoding="utf-8") for path in sorted(Path("apart").iterdir()))
    assert [one for one in said if not re.search(rf"{one}\b", apart)] == []
    clauses = read_clauses(Source("c", Path("apart/clauses.yaml").read_text(encoding="utf-8")))
    assert [one.gist for one in clauses.clauses.values()] == [
        "No # remark at all.",
        "# no remark\neither\n",
    ]
    (folder / "tiny.md").write_text(f"{woven}\nremark-24\n", encoding="utf-8")
    (folder / "rulebook.toml").write_text(
        files[folder / "rulebook.toml"].replace("*.dl", "tiny.md"), encoding="utf-8"
    )
    for name in ("clauses.yaml", "rules.dl"):
        (folder / name).unlink()
    (queries / "tiny.faq.yaml").unlink()
    assert main(["weave", "tiny", "-o", "again.md"]) == 0
    again = Path("again.md").read_text(encoding="utf-8")
    assert [one for one in (*said, "remark-24") if not re.search(rf"{one}\b", again)] == []


def separate(folder: Path, name: str, files: dict[str, str]) -> Path:
    """Write a rulebook of separate files, its cases under `queries`."""
    for place, text in files.items():
        path = folder / place.format(f"facts/{name}", f"queries/{name}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "facts" / name


DEN = {
    "{0}/rulebook.toml": 'name = "den"\ntitle = "Den"\n[editions.one]\nfiles = ["*.dl"]\n',
    "{0}/rules.dl": """\
.type piece.
.state up(A: piece) "{A} is face-up".
.state big(A: piece) "{A} is big".
.decl worth(A: piece, N: int) "{A} is worth {N}".
label(rex, "Rex"). label(fang, "Fang").
@[rules/first]
worth(A, 3) :- big(A), up(A).
@[more/extra]
otherwise worth(A, 2) :- up(A).
@[rules/size]
otherwise worth(A, 1) :- big(A).
""",
    "{0}/clauses.yaml": """\
documents:
  rules:
    title: R
    short: R
    clauses:
      - {id: first, section: Worth, gist: Three.}
      - {id: size, section: Worth, gist: One.}
  more:
    title: M
    short: M
    clauses:
      - {id: extra, section: Worth, gist: Two.}
""",
    "{1}/den.faq.yaml": """\
game: den
cases:
  - id: none
    ask: Is Rex worth 1?
    expect: no
    note: |
      seen
      # no remark
  # about id: big
  - id: big
    ask: How much is Rex worth?
    given: Rex is big.
    expect: 1
    because: rules/size
  # about up
  - id: up
    ask: How much is Rex worth?
    given: Rex is face-up.
    expect: 2
    because: more/extra
""",
}


def test_what_weave_makes_answers_as_before_and_is_woven_the_same_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules in order stay together, and what is noted before a case goes where it goes."""
    monkeypatch.chdir(tmp_path)
    files = {**DEN, "{0}/rules.dl": DEN["{0}/rules.dl"].replace("worth {N}", "worth {N} stars")}
    cases = files["{1}/den.faq.yaml"].replace("worth 1", "worth 1 stars")
    files["{1}/den.faq.yaml"] = cases.replace(
        "How much is Rex worth", "How many stars is Rex worth"
    )
    folder = separate(tmp_path, "den", files)
    assert main(["weave", "den", "-o", "den.md"]) == 0
    woven = Path("den.md").read_text(encoding="utf-8")
    assert "# about id: big\n- id: big\n" in woven
    assert "# about up\n- id: up\n" in woven
    assert '\nlabel(fang, "Fang").\n' in woven
    for path in (*folder.glob("*.dl"), folder / "clauses.yaml", *Path("queries/den").iterdir()):
        path.unlink()
    manifest = files["{0}/rulebook.toml"].replace("*.dl", "den.md")
    (folder / "rulebook.toml").write_text(manifest, encoding="utf-8")
    (folder / "den.md").write_text(woven, encoding="utf-8")
    assert not [one for one in check_rulebook(folder) if one.severity.value == "error"]
    outcomes = [Runner(start=folder).run(case) for case in read_cases(folder / "den.md")]
    assert len(outcomes) == 3
    assert all(one.passed for one in outcomes)
    assert main(["weave", "den", "-o", "again.md"]) == 0
    assert Path("again.md").read_text(encoding="utf-8") == woven

    other = woven.replace("```faq\ngame: den\n", "```faq\ngame: den\ngiven: Fang is big.\n")
    head = "```faq\ngame: den\n```\n\n```cases\n- {id: last, ask: Is Fang big?, expect: no}\n```\n"
    Path("two.md").write_text(f"{other}\n{head}", encoding="utf-8")
    assert main(["tangle", "two.md", "-o", "apart"]) == 0
    made = [read_cases(path) for path in sorted(Path("apart").glob("*.faq.yaml"))]
    assert [[case.id for case in cases] for cases in made] == [["none", "big", "up"], ["last"]]


def test_tangle_keeps_headings_and_documents_that_go_on() -> None:
    document = '```document\nid: {0}\ntitle: "{0}"\nshort: "{0}"\n```\n'
    clause = "```clause\nid: {0}\n{1}gist: So it is.\n```\n"
    text = "\n".join(
        (
            document.format("rules"),
            "## Size\n",
            clause.format("size", "section: Of sizes\n"),
            document.format("more"),
            clause.format("extra", ""),
            "Back to the rules.\n",
            document.format("rules"),
            "## Last\n\nOne more.\n",
            clause.format("last", ""),
        )
    )
    made = tangle(Source("den.md", text)).clauses
    registry, literate = read_clauses(Source("c", made)), clauses_in(Source("den.md", text))
    assert registry.clauses == literate.clauses
    assert [one.section for one in registry.clauses.values()] == ["Of sizes", "Last", "Size"]
    for said in ("# ## Size", "# Back to the rules.", "# One more."):
        assert said in made


def test_a_rulebook_without_clauses_is_woven_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rules = '.state up(A: symbol) "{A} is face-up".\nup(rex).\n'
    separate(tmp_path, "den", {"{0}/rulebook.toml": DEN["{0}/rulebook.toml"], "{0}/r.dl": rules})
    assert main(["weave", "den", "-o", "den.md"]) == 0
    made = tangle(Source("den.md", Path("den.md").read_text(encoding="utf-8")))
    assert made.rules == rules
