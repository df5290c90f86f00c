"""House rules and expansions on top of a rulebook."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings import Rulebook, RulingsError
from rulings.asking.reason import Verdict
from rulings.certified import verify
from rulings.cli import main
from rulings.commands.flips import TurnedByLayers, turned_by
from rulings.faq.suite import open_suite
from rulings.published import publish
from rulings.rulebook.manifest import read_manifest
from rulings.scaffold import create

TABLE = ("Alice holds Old Lamp.", "Alice has 3 coins.", "Old Lamp is frozen.")
QUESTION = "May Alice play Old Lamp?"


@pytest.fixture
def facts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    create("trove", tmp_path)
    return tmp_path / "facts"


def layer(
    facts: Path, name: str, *, extends: str = "trove", withdraws: str = "", clause: str = "",
    rules: str = "",
) -> None:  # fmt: skip
    folder = facts / name
    folder.mkdir(parents=True)
    (folder / "rulebook.toml").write_text(
        f'name = "{name}"\ntitle = "{name}"\nextends = "{extends}"\nfiles = ["*.dl"]\n'
        f"withdraws = [{withdraws}]\n",
        encoding="utf-8",
    )
    (folder / "rules.dl").write_text(rules, encoding="utf-8")
    if clause:
        (folder / "clauses.yaml").write_text(
            f"documents:\n  {name}:\n    title: {name}\n    short: {name}\n    clauses:\n"
            f"      - {clause}\n",
            encoding="utf-8",
        )


def answer(facts: Path, *layers: str) -> tuple[Verdict, tuple[str, ...]]:
    found = Rulebook.load(facts / "trove", layers=layers, cache=False).table(TABLE).ask(QUESTION)
    return found.verdict, found.clauses


def code_of(facts: Path, *layers: str) -> str:
    with pytest.raises(RulingsError) as raised:
        Rulebook.load(facts / "trove", layers=layers, cache=False)
    return raised.value.diagnostics[0].code


FREE = "may_play(P, C) :- holds(P, C).\n"


def test_a_layer_adds(facts: Path) -> None:
    layer(
        facts,
        "cold",
        clause="{id: old, section: Old, gist: What is old is never played.}",
        rules="@[cold/old]\nneg may_play(P, C) :- holds(P, C), C = old_lamp.\n",
    )
    without = Rulebook.load(facts / "trove", cache=False).table(TABLE[:2])
    assert without.ask(QUESTION).verdict is Verdict.YES
    cold = Rulebook.load(facts / "trove", layers=["cold"], cache=False).table(TABLE[:2])
    assert (cold.ask(QUESTION).verdict, cold.ask(QUESTION).clauses) == (Verdict.NO, ("cold/old",))


def test_a_layer_withdraws_and_what_ranked_it_goes_too(facts: Path) -> None:
    layer(facts, "warm", withdraws='"rules/frozen-not-played"')
    assert answer(facts) == (Verdict.NO, ("rules/frozen-not-played",))
    assert answer(facts, "warm") == (Verdict.YES, ("rules/play-if-affordable",))
    book = Rulebook.load(facts / "trove", layers=["warm"], cache=False)
    assert "rules/frozen-not-played" not in book.clauses
    assert book.edition == "first+warm"


def test_what_a_layer_no_longer_forbids_is_not_thereby_decided(facts: Path) -> None:
    layer(facts, "gentle", withdraws='"rules/frozen-not-played"')
    poor = ("Alice holds Old Lamp.", "Alice has 0 coins.")
    for layers in ((), ("gentle",)):
        found = Rulebook.load(facts / "trove", layers=layers, cache=False).table(poor).ask(QUESTION)
        assert (found.verdict, found.reason.value) == (Verdict.UNDECIDED, "silent")
        made = found.certificate()
        assert made is not None
        assert verify(made, facts / "trove").verdict == "undecided"


def test_a_layer_replaces(facts: Path) -> None:
    layer(
        facts,
        "dear",
        clause="{id: dear, section: Frozen, gist: Costs one more., "
        "replaces: rules/frozen-not-played}",
        rules="@[dear/dear]\nneg may_play(P, C) :- frozen(C), holds(P, C), coins(P, M), "
        "price(C, N), M < N + 2.\n",
    )
    assert answer(facts, "dear") == (Verdict.NO, ("dear/dear",))
    rich = Rulebook.load(facts / "trove", layers=["dear"], cache=False).table(
        (TABLE[0], "Alice has 4 coins.", TABLE[2])
    )
    assert rich.ask(QUESTION).verdict is Verdict.YES


def test_later_layers_lie_on_earlier_ones(facts: Path) -> None:
    layer(
        facts,
        "free",
        clause="{id: free, section: Free, gist: Everything is free.}",
        rules=f"@[free/free]\n{FREE}",
    )
    layer(facts, "unfree", extends="free", withdraws='"free/free"')
    assert "free/free" in Rulebook.load(facts / "trove", layers=["free"], cache=False).clauses
    both = Rulebook.load(facts / "trove", layers=["free", "unfree"], cache=False)
    assert "free/free" not in both.clauses
    assert code_of(facts, "unfree") == "RUL625"
    # A layer on a layer is a rulebook too, with the editions of the lowest.
    alone = Rulebook.load(facts / "unfree", cache=False)
    assert alone.editions == ("first",)
    assert set(alone.clauses) == set(both.clauses)
    assert [one.name for one in read_manifest(facts / "unfree").layers] == ["free", "unfree"]


def test_a_layer_is_a_rulebook_with_the_situations_below(facts: Path) -> None:
    layer(facts, "warm", withdraws='"rules/frozen-not-played"')
    book = Rulebook.load(facts / "warm", cache=False)
    assert book.name == "warm"
    assert "first-turn" in book.situations
    assert book.situation("first-turn").ask(QUESTION).verdict is Verdict.YES


def test_mistakes_are_diagnostics(facts: Path) -> None:
    layer(facts, "typo", withdraws='"rules/frozen-not-plaid"')
    layer(facts, "other", extends="parks")
    layer(facts, "circle", extends="circle")
    (facts / "unknown").mkdir()
    (facts / "unknown" / "rulebook.toml").write_text(
        'name = "unknown"\nextends = "trove"\neditions = 3\n', encoding="utf-8"
    )
    assert code_of(facts, "typo") == "RUL626"
    assert code_of(facts, "other") == "RUL625"
    assert code_of(facts, "nosuch") == "RUL600"
    assert code_of(facts, "unknown") == "RUL604"
    assert code_of(facts, "typo", "typo") == "RUL625"
    for name, code in (("circle", "RUL625"), ("typo", "RUL626")):
        with pytest.raises(RulingsError) as raised:
            Rulebook.load(facts / name, cache=False)
        assert raised.value.diagnostics[0].code == code


def test_nothing_outside_is_read(facts: Path, tmp_path: Path) -> None:
    layer(tmp_path / "elsewhere", "far")
    for path in ("elsewhere/far", "../trove", "/etc"):
        assert code_of(facts, path) in ("RUL600", "RUL625"), path
    with pytest.raises(RulingsError) as raised:
        Rulebook.load(facts / "trove", "first+../elsewhere/far", cache=False)
    assert raised.value.diagnostics[0].code == "RUL600"
    layer(facts, "link")
    (tmp_path / "secret.dl").write_text("secret.\n", encoding="utf-8")
    (facts / "link" / "out.dl").symlink_to(tmp_path / "secret.dl")
    assert code_of(facts, "link") == "RUL608"
    layer(facts, "warm", withdraws='"rules/frozen-not-played"')
    with pytest.raises(RulingsError) as raised:
        publish([str(facts / "trove")]).book("trove", "first+warm")
    assert raised.value.diagnostics[0].code == "RUL606"


def test_the_hash_covers_layers_and_a_certificate_names_them(facts: Path) -> None:
    layer(facts, "warm", withdraws='"rules/frozen-not-played"')
    book = Rulebook.load(facts / "trove", layers=["warm"], cache=False)
    made = book.table(TABLE).ask(QUESTION).certificate()
    assert made is not None
    assert verify(made, facts / "trove").verdict == "yes"
    before = book.sha256
    (facts / "warm" / "rules.dl").write_text("% changed\n", encoding="utf-8")
    after = Rulebook.load(facts / "trove", layers=["warm"], cache=False)
    assert len({before, after.sha256, Rulebook.load(facts / "trove", cache=False).sha256}) == 3
    with pytest.raises(RulingsError):
        verify(made, facts / "trove")


def flips(facts: Path, *layers: str) -> TurnedByLayers:
    return turned_by(
        lambda chosen: (
            Rulebook.load(facts / "trove", layers=chosen, cache=False).table(TABLE).ask(QUESTION)
        ),
        layers,
    )


def test_the_smallest_combination_that_turns_a_ruling(facts: Path) -> None:
    layer(
        facts,
        "second",
        clause="{id: twice, section: Frozen, gist: Frozen cards are not played.}",
        rules="@[second/twice]\nneg may_play(P, C) :- holds(P, C), frozen(C).\n",
    )
    layer(facts, "warm", withdraws='"rules/frozen-not-played"')
    layer(facts, "idle")
    assert [one.layers for one in flips(facts, "idle", "warm").ways] == [("warm",)]
    assert not flips(facts, "idle", "second").ways
    assert flips(facts, "idle", "second").asked == 4
    # Withdrawn by two layers together: each alone leaves the other's ground for the no.
    layer(facts, "both", extends="second", withdraws='"second/twice"')
    found = flips(facts, "second", "both")
    assert not found.ways
    assert [layers for layers, _ in found.refused] == [("both",)]


@pytest.mark.parametrize(
    "named", [("--layers", "idle", "warm"), ("--layer", "idle", "--layer", "warm")]
)
def test_the_command_takes_layers_one_by_one_or_together(
    facts: Path,
    named: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    layer(facts, "warm", withdraws='"rules/frozen-not-played"')
    layer(facts, "idle")
    table = facts.parent / "table.yaml"
    given = "".join(f"  - {line}\n" for line in TABLE)
    table.write_text(f"game: trove\ngiven:\n{given}", encoding="utf-8")
    monkeypatch.chdir(facts.parent)
    monkeypatch.setenv("RULINGS_CACHE", str(facts.parent / "cache"))
    assert main(["flips", "trove", QUESTION, "-s", str(table), *named]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in told] == ["alone", "warm"]


def test_two_layers_may_be_needed(facts: Path) -> None:
    (facts / "trove" / "clauses.yaml").write_text(
        (facts / "trove" / "clauses.yaml")
        .read_text(encoding="utf-8")
        .replace(
            "      - id: have-fun",
            "      - {id: old, section: Old, gist: What is old is not played.}\n"
            "      - id: have-fun",
        ),
        encoding="utf-8",
    )
    with (facts / "trove" / "rules.dl").open("a", encoding="utf-8") as file:
        file.write("@[rules/old]\nneg may_play(P, C) :- holds(P, C), C = old_lamp.\n")
    layer(facts, "warm", withdraws='"rules/frozen-not-played"')
    layer(facts, "young", withdraws='"rules/old"')
    layer(facts, "idle")
    found = flips(facts, "idle", "warm", "young")
    assert [one.layers for one in found.ways] == [("warm", "young")]
    assert found.ways[0].answer.verdict is Verdict.YES


def test_all_editions_are_covered_with_layers_on_top(facts: Path) -> None:
    manifest = facts / "trove" / "rulebook.toml"
    text = manifest.read_text(encoding="utf-8")
    more = text[text.index("[editions.first]") :].replace("first", "second")
    manifest.write_text(f"{text}\n{more}", encoding="utf-8")
    cases = facts.parent / "queries" / "trove" / "playing.faq.yaml"
    cases.write_text(
        cases.read_text(encoding="utf-8").replace("cases:", "editions: all\ncases:", 1),
        encoding="utf-8",
    )
    layer(facts, "gentle")
    suite = open_suite("trove", layers=("gentle",))
    assert [book.edition for book in suite.books] == ["first+gentle", "second+gentle"]
    assert {case.edition for case in suite.cases} == {"first+gentle", "second+gentle"}
    alone = open_suite("trove", "second", layers=("gentle",))
    assert {case.edition for case in alone.cases} == {"second+gentle"}
    assert len(open_suite("trove", "second+gentle").cases) == len(alone.cases) > 0


def test_a_layer_may_be_named_as_it_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    create("trove", tmp_path)
    assert main(["new", "--extends", "trove", "house-rules", "--in", str(tmp_path)]) == 0
    assert "rulings check facts/house_rules\n" in capsys.readouterr().out
    assert (tmp_path / "facts" / "house_rules" / "rulebook.toml").is_file()
