"""Games of Nim played at random: clean to the end, and with faults planted in its rules."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from rulings.cli import main
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.quality.playing import FaultKind, Game, Playout, play_out, shrunk
from rulings.session import Rulebook, Session
from tests.books import trail
from tests.moving.test_session import NIM, table

DEBT = """
@[guide/taking]
.decl in_debt(N: int) breach "the pile owes {N} stones".
@[guide/taking]
in_debt(M) :- pile(N), N < 0, M = -N.
"""
BOLD = ("between(1, 3, K), K <= N", "between(1, 3, K)")
"""What whoever takes needs, and what is left of it when a condition is forgotten."""


def nim_with(folder: Path, more: str = "", change: tuple[str, str] = ("", "")) -> Path:
    """Return the folder of Nim with more rules, and with one text in its rules changed."""
    home = Path(shutil.copytree(NIM, folder / "facts" / "nim"))
    rules = home / "nim.dl"
    text = rules.read_text(encoding="utf-8")
    assert change[0] in text
    rules.write_text(text.replace(*change) + more, encoding="utf-8")
    return home


def stones(folder: Path, count: int = 9, *more: str) -> Session:
    given = (f"The pile holds {count} stones.", "It is Ana's turn.", *more)
    return Rulebook.load(folder, cache=False).table(given)


def failing(found: Playout, kind: FaultKind) -> Game:
    assert found.shortest is not None
    assert found.shortest.fault is not None
    assert found.shortest.fault.kind is kind
    return found.shortest


def written(found: Playout, folder: Path) -> Path:
    path = folder / "found.yaml"
    path.write_text(found.situation, encoding="utf-8")
    return path


def test_games_end_clean() -> None:
    found = play_out(table(9), 25)
    assert (found.games, found.failing, found.shortest, found.situation) == (25, (), None, "")
    assert 25 * 3 <= found.choices <= 25 * 12


def test_the_seed_decides_and_each_game_is_its_own() -> None:
    assert play_out(table(9), 12, seed=4) == play_out(table(9), 12, seed=4)
    choices = {play_out(table(9), 12, seed=seed).choices for seed in range(4)}
    assert len(choices) > 1


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    play_out(table(3), 3, progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_a_breach_is_found_and_shrunk(tmp_path: Path) -> None:
    start = stones(nim_with(tmp_path, DEBT, BOLD), 9)
    found = play_out(start, 20)
    game = failing(found, FaultKind.BREACH)
    assert game.fault is not None
    assert game.fault.told[0].startswith("This table breaks a rule: The pile owes")
    assert any("guide · Taking" in line for line in game.fault.told)
    assert "happened: |\n" in found.situation
    last = start.rulebook.situation(written(found, tmp_path))
    assert last.breaches
    assert [one.fact for one in last.journal] == list(game.chosen)


def test_what_the_fault_does_not_need_is_dropped(tmp_path: Path) -> None:
    """Three stones must go until four are left; that somebody rests brings nobody nearer."""
    more = (
        '\n@[guide/taking]\n.decl four breach "four stones are left".\n'
        "@[guide/taking]\nfour :- pile(4).\n"
        '.state rested "somebody has rested".\n.happening rests(P: player) "{P} rests".\n'
        "@[guide/turns]\nrests(P) needs turn_of(P), not rested.\n"
        "@[guide/turns]\nrests(_) begins rested.\n"
    )
    start = stones(nim_with(tmp_path, more), 7)
    taken = ("takes(ana, 1).", "takes(ben, 1).", "takes(ana, 1).")
    last = start
    for choice in taken:
        last = last.happen(choice)
    (at_once,) = play_out(last, 1).failing
    assert at_once.chosen == ()
    for chosen in (taken, ("rests(ana).", *taken), (*taken[:2], "rests(ana).", taken[2])):
        assert shrunk(start, Game(1, chosen, at_once.fault)).chosen == taken


def test_what_is_not_decided_is_found(tmp_path: Path) -> None:
    moody = ("takes(P, _) needs turn_of(P).", "takes(P, _) needs turn_of(P), cheerful(P).")
    start = stones(nim_with(tmp_path, change=moody), 9, "Ana is cheerful.")
    found = play_out(start, 5)
    game = failing(found, FaultKind.OPEN)
    assert len(game.chosen) == 1
    assert game.fault is not None
    assert all("ben takes" in line for line in game.fault.told)


def test_what_cannot_be_carried_out_is_found_and_written(tmp_path: Path) -> None:
    torn = "\n@[guide/last]\nwins(P) ends winner(P).\n"
    start = stones(nim_with(tmp_path, torn), 5)
    found = play_out(start, 5)
    game = failing(found, FaultKind.REFUSED)
    assert game.fault is not None
    assert game.fault.cause == ("takes", "RUL410")
    assert game.chosen[-1] in found.situation
    with pytest.raises(RulingsError, match="RUL410"):
        start.rulebook.situation(written(found, tmp_path))


def test_games_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refilled = ("pile(N - K) :- pile(N).", "pile(N) :- pile(N).")
    start = stones(nim_with(tmp_path, change=refilled), 9)
    monkeypatch.setattr("rulings.quality.playing.MOST_STEPS", 15)
    game = failing(play_out(start, 2), FaultKind.ENDLESS)
    assert len(game.chosen) == 15
    bounded = play_out(start, 2, most=6)
    assert (bounded.failing, bounded.cut, bounded.choices) == ((), 2, 12)


def refusal(start: Session) -> Diagnostic:
    with pytest.raises(RulingsError, match="RUL418") as error:
        play_out(start, 1)
    (problem,) = error.value.diagnostics
    return problem


def test_where_nothing_may_happen(tmp_path: Path) -> None:
    assert "Nothing may happen at this table" in refusal(table(9).rulebook.table()).message
    none_declared = refusal(trail().table())
    assert "This rulebook declares nothing that may happen" in none_declared.message
    assert none_declared.hint.startswith("Declare with `.happening`")
    home = nim_with(tmp_path)
    rules = home / "nim.dl"
    lines = rules.read_text(encoding="utf-8").splitlines()
    needless = [line for line in lines if " needs " not in line]
    rules.write_text("\n".join(needless), encoding="utf-8")
    none_needed = refusal(Rulebook.load(home, cache=False).table())
    assert "No happening of this rulebook has `needs`" in none_needed.message
    assert none_needed.hint.startswith("Say with `needs`")


def test_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    nim_with(tmp_path, DEBT, BOLD)
    monkeypatch.chdir(tmp_path)
    Path("five.yaml").write_text(
        "given: |\n  The pile holds 5 stones.\n  It is Ana's turn.\n", encoding="utf-8"
    )
    words = ["playout", "facts/nim", "-s", "five.yaml", "-n", "9", "--seed", "2"]
    assert main([*words, "--max-steps", "1"]) == 0
    assert "9 games, 9 choices, 9 of them cut short, 0 failing\n" in capsys.readouterr().out
    assert main(words) == 3
    text = capsys.readouterr().out
    assert "breach, in " in text
    assert "of seed 2" in text
    assert main([*words, "-o", "found.yaml"]) == 3
    assert "is written to found.yaml" in capsys.readouterr().out
    assert main(["show", "found.yaml", "-g", "facts/nim"]) == 0
    assert main([*words, "-o", "nowhere/found.yaml"]) == 3
    assert "RUL616" in capsys.readouterr().err
    assert main([*words, "--format", "json"]) == 3
    data = json.loads(capsys.readouterr().out)
    assert data["games"] == 9
    assert [fault["kind"] for fault in data["faults"]] == ["breach"]
    assert "of seed 2" in data["situation"]
