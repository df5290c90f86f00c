"""`rulings watch`: what a save does to the cases."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from threading import Timer
from time import monotonic

import pytest

from rulings.commands.watch import _counts as counts
from rulings.commands.watch import round_text
from rulings.faq.cases import read_cases
from rulings.faq.runner import Runner
from rulings.quality import watching
from rulings.quality.watching import Round, Watched
from tests.books import RULES, write_book

HEARTS = Path(__file__).parents[2] / "docs" / "examples" / "hearts" / "facts" / "hearts"
CASES = """\
game: toy
edition: second
situation: den
cases:
  - {id: moves, ask: May Rex move?, expect: yes, because: [rules/animals-move]}
  - {id: statue, ask: May Old Fence move?, expect: no, because: [rules/statues-stay]}
  - {id: asleep, given: "Old Fence lies in zone play.", ask: Is Rex active?, expect: no}
  - {id: awake, ask: Is Rex active?, expect: depends}
  - {id: if-so, ask: "If Old Fence lies in zone deck, is Rex active?", expect: yes}
  - {id: matched, ask: 'Does Rex match "animal"?', expect: yes}
  - {id: stars, ask: How many stars does Rex have?, expect: {editions: {second: 3}}}
"""


def written(folder: Path, cases: str = CASES, **files: str) -> Path:
    book = write_book(folder, **files)
    path = folder / "queries" / "toy" / "some.faq.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(cases, encoding="utf-8")
    return book


def outcomes(folder: Path, game: str = "toy") -> dict[tuple[str, str | None], bool]:
    """What a run that has seen nothing before says of every case."""
    runner = Runner(start=folder)
    cases = read_cases(folder / "queries" / game / "some.faq.yaml")
    return {(case.id, case.edition): runner.run(case).passed for case in cases}


def looked(watched: Watched, folder: Path, game: str = "toy") -> Round:
    """Look, and compare with a run that has seen nothing before."""
    found = watched.look()
    failing = {(one.case.id, one.case.edition) for one in found.failing}
    assert failing == {key for key, passed in outcomes(folder, game).items() if not passed}
    return found


def test_what_nobody_saved_is_not_asked_again(tmp_path: Path) -> None:
    folder = written(tmp_path)
    watched = Watched(folder)
    assert watched.look().asked == 7
    quiet = watched.look()
    assert (quiet.asked, quiet.changed) == (0, False)
    text = RULES.replace("types(C, animal)", "types(C, none)")
    (folder / "rules.dl").write_text(text, encoding="utf-8")
    found = watched.look()
    assert (found.asked, flips(found)) == (7, {"moves": False})
    assert "passes → FAILS  moves" in round_text(found, 40)


def test_a_look_without_time_tells_later_what_became_of_cases(tmp_path: Path) -> None:
    """Cases stay due whatever is saved meanwhile, and come to what a run from scratch says."""
    folder = written(tmp_path)
    watched = Watched(folder)
    watched.look()
    for kind in ("statue", "none"):
        text = RULES.replace("types(C, animal)", f"types(C, {kind})")
        (folder / "rules.dl").write_text(text, encoding="utf-8")
        hurried = watched.look(seconds=0)
        assert (hurried.asked, hurried.changed, hurried.behind) == (0, True, 7)
        assert "asked" in round_text(hurried, 40)
    done = watched.go_on(60)
    assert (done.asked, done.behind, flips(done)) == (7, 0, {"moves": False})
    assert {one.case.id for one in done.failing} == {"moves"}


def flips(found: Round) -> dict[str, bool]:
    return {flip.case.id: flip.after.passed for flip in found.flipped}


CHANGES = {
    "a rule is dropped": ("not silenced(C)", "not silences(_, C)"),
    "a constant changes": ("types(C, animal)", "types(C, statue)"),
    "a citation changes": ("@[rules/animals-move]", "@[rules/match]"),
    "lines come in above": (".type card.\n", "% one\n\n% two\n.type card.\n"),
    "a rule is added": (
        "@[rules/match]",
        "@[rules/match]\nneg may_move(C) :- face_up(C).\n@[rules/match]",
    ),
    "rules for a side go": ("@[rules/statues-stay]\nneg may_move(C) :- types(C, statue).\n", ""),
    "a declaration comes": (".type card.\n", '.type card.\n.state old(C: card) "{C} is old".\n'),
    "a default becomes open": ('default "{C} is face-up"', 'open "{C} is face-up"'),
    "a circle closes": ("silences(R, C), active(R)", "silences(R, C), active(R), active(C)"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_and_its_undoing(tmp_path: Path, what: str) -> None:
    """Whatever changes, the outcomes are those of a run from scratch."""
    folder = written(tmp_path)
    watched = Watched(folder)
    first = looked(watched, folder=tmp_path)
    assert (first.cases, first.failing, first.changed) == (7, (), True)
    old, new = CHANGES[what]
    assert old in RULES
    (folder / "rules.dl").write_text(RULES.replace(old, new), encoding="utf-8")
    looked(watched, tmp_path)
    (folder / "rules.dl").write_text(RULES, encoding="utf-8")
    mended = looked(watched, tmp_path)
    assert mended.failing == ()


BOTH = {**CHANGES, "a word list changes": (".type card.\n", ".type card.\n% words\n")}


def test_a_text_file_that_cases_begin_with_is_watched(tmp_path: Path) -> None:
    (tmp_path / "queries" / "toy").mkdir(parents=True)
    opening = tmp_path / "queries" / "toy" / "opening.txt"
    opening.write_text("Old Fence lies in zone play.\n", encoding="utf-8")
    folder = written(tmp_path, CASES.replace("situation: den\n", "given: opening.txt\n"))
    watched = Watched(folder)
    looked(watched, tmp_path)
    opening.write_text("Rex is not face-up.\n", encoding="utf-8")
    assert flips(looked(watched, tmp_path))["awake"] is False


NIM = Path(__file__).parents[1] / "moving" / "nim"
PLAYED = """\
game: nim
cases:
  - {id: pile, given: &ana "The pile holds 5 stones. It is Ana's turn. Ana takes 3 stones.",
     ask: Does the pile hold 2 stones?, expect: yes, because: [guide/taking]}
  - {id: turn, given: *ana, ask: Is it Ben's turn?, expect: yes}
  - {id: drinks, given: *ana, ask: May Ana drink?, expect: yes}
  - {id: won, given: "The pile holds 3 stones. It is Ana's turn. Ana takes 3 stones.",
     ask: Is the game over?, expect: yes}
  - {id: still, given: "The pile holds 3 stones.", ask: Is the game over?, expect: no}
"""
MOVES = {
    "an effect changes": ("pile(N - K) :- pile(N)", "pile(N - 1) :- pile(N)"),
    "an effect goes": ("takes(P, K) causes wins(P) :- pile(K).", ""),
    "a rule below an effect changes": ("other(ana, ben).", "other(ana, ana)."),
    "effects contradict each other": (
        "wins(P) sets winner(P).",
        "wins(P) sets winner(P).\n@[guide/last]\nwins(P) sets winner(Q) :- other(P, Q).",
    ),
}


@pytest.mark.parametrize("what", MOVES)
def test_what_happened_happens_again_by_changed_rules(tmp_path: Path, what: str) -> None:
    folder = Path(shutil.copytree(NIM, tmp_path / "facts" / "nim"))
    place = tmp_path / "queries" / "nim"
    place.mkdir(parents=True)
    (place / "some.faq.yaml").write_text(PLAYED, encoding="utf-8")
    rules = (folder / "nim.dl").read_text(encoding="utf-8")
    watched = Watched(folder)
    first = looked(watched, tmp_path, "nim")
    assert (first.cases, first.failing) == (5, ())
    old, new = MOVES[what]
    assert old in rules
    (folder / "nim.dl").write_text(rules.replace(old, new), encoding="utf-8")
    changed = looked(watched, tmp_path, "nim")
    assert changed.failing
    (folder / "nim.dl").write_text(rules, encoding="utf-8")
    mended = looked(watched, tmp_path, "nim")
    assert mended.failing == ()


def test_what_is_saved_while_the_manifest_is_broken_is_asked_when_it_is_mended(
    tmp_path: Path,
) -> None:
    folder = written(tmp_path)
    watched = Watched(folder)
    watched.look()
    manifest = (folder / "rulebook.toml").read_text(encoding="utf-8")
    (folder / "rulebook.toml").write_text("name = ", encoding="utf-8")
    cases = tmp_path / "queries" / "toy" / "some.faq.yaml"
    cases.write_text(CASES.replace("expect: depends", "expect: no"), encoding="utf-8")
    assert watched.look().problems
    (folder / "rulebook.toml").write_text(manifest, encoding="utf-8")
    assert flips(watched.look()) == {"awake": False}


def test_a_broken_file_keeps_the_last_good_state(tmp_path: Path) -> None:
    folder = written(tmp_path)
    watched = Watched(folder)
    watched.look()
    (folder / "rules.dl").write_text(RULES + "may_move(C :-", encoding="utf-8")
    found = watched.look()
    assert [one.code for one in found.problems] == ["RUL101"]
    assert (found.asked, found.failing, found.changed) == (0, (), True)
    text = round_text(found, 40)
    assert text.index("RUL101") < text.index("the last state that could be read is kept")
    cases = tmp_path / "queries" / "toy" / "some.faq.yaml"
    cases.write_text(CASES + "  - {id: half", encoding="utf-8")
    found = watched.look()
    assert {one.code for one in found.problems} > {"RUL101"}
    assert found.cases == 7
    (folder / "rules.dl").write_text(RULES, encoding="utf-8")
    cases.write_text(CASES, encoding="utf-8")
    found = watched.look()
    assert (found.problems, found.asked) == ((), 0)


def test_a_rulebook_that_is_broken_at_first(tmp_path: Path) -> None:
    folder = written(tmp_path, **{"rules.dl": RULES + "may_move(C :-"})
    watched = Watched(folder)
    assert watched.look().cases == 0
    (folder / "rules.dl").write_text(RULES, encoding="utf-8")
    found = watched.look()
    assert (found.cases, found.failing) == (7, ())


def test_cases_situations_words_and_editions(tmp_path: Path) -> None:
    folder = written(tmp_path)
    watched = Watched(folder)
    watched.look()
    cases = tmp_path / "queries" / "toy" / "some.faq.yaml"
    more = CASES.replace("expect: depends", "expect: yes")
    cases.write_text(more + "  - {id: new, ask: Is Rex silenced?, expect: no}\n", encoding="utf-8")
    found = looked(watched, tmp_path)
    assert (found.asked, flips(found)) == (2, {"awake": False, "new": False})
    den = folder / "situations" / "den.yaml"
    den.write_text("given: |\n  zone_of(rex, play).\n", encoding="utf-8")
    found = looked(watched, tmp_path)
    assert found.asked == found.cases == 8
    assert flips(found)["new"]
    (folder / "words.yaml").write_text("nouns: {card: [dinosaur]}\n", encoding="utf-8")
    found = looked(watched, tmp_path)
    assert found.asked == 8
    cases.write_text(CASES.replace("  - {id: moves", "  - {id: goes"), encoding="utf-8")
    found = looked(watched, tmp_path)
    assert found.cases == 7
    assert Watched(folder, "first").look().cases == 0


def test_a_new_edition_is_asked_the_cases_that_name_none(tmp_path: Path) -> None:
    folder = written(tmp_path, CASES.replace("edition: second\n", ""))
    manifest = folder / "rulebook.toml"
    both = manifest.read_text(encoding="utf-8")
    first, second = both.index("[editions.first]"), both.index("[editions.second]")
    manifest.write_text(both[:first] + both[second:], encoding="utf-8")
    watched = Watched(folder)
    assert watched.look().cases == 7
    manifest.write_text(both, encoding="utf-8")
    found = looked(watched, tmp_path)
    assert found.cases == 13


def test_a_case_that_cannot_be_read_is_read_again(tmp_path: Path) -> None:
    folder = written(tmp_path, CASES + "  - {id: odd, ask: Is Rex an old hand?, expect: no}\n")
    watched = Watched(folder)
    found = watched.look()
    assert [one.case.id for one in found.failing] == ["odd"]
    assert "odd" in round_text(found, 40)
    text = RULES + '.decl hand(C: card) "{C} is an old hand".\nhand(C) :- silences(C, _).\n'
    (folder / "rules.dl").write_text(text, encoding="utf-8")
    assert flips(watched.look()) == {"odd": True}


def test_a_rule_that_runs_away_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "EACH", 1.0)
    folder = written(tmp_path)
    watched = Watched(folder)
    watched.look()
    text = RULES + "@[rules/match]\nstars(C, N + 1) :- stars(C, N).\n"
    (folder / "rules.dl").write_text(text, encoding="utf-8")
    start = monotonic()
    found = watched.look()
    assert flips(found) == {"stars": False}
    assert monotonic() - start < 20
    (folder / "rules.dl").write_text(RULES, encoding="utf-8")
    assert flips(watched.look()) == {"stars": True}


def test_what_there_is_no_room_for_is_counted(tmp_path: Path) -> None:
    folder = written(tmp_path)
    watched = Watched(folder)
    watched.look()
    (folder / "rules.dl").write_text(RULES.replace("types(C, ", "types(C, un"), encoding="utf-8")
    found = watched.look()
    assert len(found.flipped) > 2
    text = round_text(found, 5)
    assert "more that flipped" in text
    assert len(text.splitlines()) < 10


def test_the_command_shows_a_save_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    folder = written(tmp_path)
    run = subprocess.Popen(
        [sys.executable, "-m", "rulings", "watch", str(folder)],
        cwd=tmp_path,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    late = Timer(120, run.kill)
    late.start()
    assert run.stdout is not None
    lines = iter(run.stdout.readline, "")
    try:
        assert "7 cases of 7 asked, 0 flipped, 0 failing" in next(x for x in lines if "asked" in x)
        # The watcher begins once the first run is shown: what is saved too early is saved again.
        saves = [Timer(t, save, (folder / "rules.dl", t)) for t in (0.5, 2.0, 5.0, 15.0, 30.0)]
        for timer in saves:
            timer.start()
        assert "passes → FAILS  moves" in next(x for x in lines if "→" in x)
        for timer in saves:
            timer.cancel()
        run.send_signal(signal.SIGINT)
        start = monotonic()
        assert run.wait(10) == 124
        assert monotonic() - start < 2
    finally:
        late.cancel()
        run.kill()
        run.wait()


def save(path: Path, number: float) -> None:
    text = RULES.replace("types(C, animal)", "types(C, none)")
    path.write_text(f"{text}% save {number}\n", encoding="utf-8")


def test_names_that_a_rulebook_does_not_give_are_no_warning(tmp_path: Path) -> None:
    lines = (line for line in RULES.split("\n") if not line.startswith(("label", "alias")))
    folder = written(tmp_path, **{"rules.dl": "\n".join(lines)})
    for _ in ("read", "out of the cache"):
        warned = Watched(folder).look().warnings
        assert {one.span.source.name for one in warned if one.span} == {"rules.dl"}


def test_a_literate_rulebook_is_watched(tmp_path: Path) -> None:
    folder = tmp_path / "facts" / "hearts"
    shutil.copytree(HEARTS, folder)
    watched = Watched(folder)
    first = watched.look()
    assert (first.cases, first.failing) == (32, ())
    book = folder / "hearts.md"
    text = book.read_text(encoding="utf-8")
    assert counts(book)
    changed = text.replace("printed(D, S, M), N > M.", "printed(D, S, M), N < M.")
    book.write_text(changed, encoding="utf-8")
    assert flips(watched.look())["ace-high"] is False
    book.write_text(text, encoding="utf-8")
    assert watched.look().failing == ()
