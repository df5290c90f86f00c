"""`rulings verify`: what it prints is made from what it checked."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

import rulings as package
from rulings.language.diagnostics import RulingsError
from rulings.session import Rulebook
from rulings.verifier.form import seal
from tests.cli.conftest import Command

Json = dict[str, Any]


@pytest.fixture
def certificate(rulings: Command) -> Json:
    """A proof that Rex, face-up in play and silenced by the inactive Old Fence, is active."""
    asked = ("why", "is Rex active", "-g", "toy", "-s", "den", "--certificate", "proof.json")
    assert rulings(*asked).code in (0, 1, 2)
    found: Json = json.loads(Path("proof.json").read_text(encoding="utf-8"))
    return found


def sealed(certificate: Json, **changes: Any) -> str:
    altered = {**certificate, **changes}
    text = json.dumps({**altered, "seal": seal(altered)})
    Path("proof.json").write_text(text, encoding="utf-8")
    return text


def test_verdict_sentence_table_and_edition(rulings: Command, certificate: Json) -> None:
    ran = rulings("verify", "proof.json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("verified: DEPENDS  Whether Rex is active depends on")
    assert "?- active(rex)." in ran.out
    assert "toy, second" in ran.out
    assert "    Old Fence silences Rex.\n" in ran.out


def test_standard_input_and_json(
    rulings: Command, certificate: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = Path("proof.json").read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    ran = rulings("verify", "-", "--format", "json")
    found = json.loads(ran.out)
    assert (ran.code, found["verified"], found["verdict"]) == (0, True, "depends")
    assert found["question"] == "is Rex active?"
    assert found["rulebook"]["edition"] == "second"
    assert "Rex lies in zone play." in found["table"]


def test_from_python(rulings: Command, certificate: Json) -> None:
    book = Rulebook.load("toy")
    assert package.verify(certificate, book).verdict == "depends"
    assert package.verify(json.dumps(certificate), "toy").verdict == "depends"
    with pytest.raises(RulingsError, match="another version"):
        package.verify(certificate, Rulebook.load("toy", "first"))


def deep(depth: int) -> str:
    return "[" * depth + "]" * depth


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        '"text"',
        "1" * 4400,
        "NaN",
        "1e400",
        deep(100_000),
        '{"a":' * 100_000 + "1" + "}" * 100_000,
        '{"schema": "rulings.certificate/2"}',
        '{"schema": "rulings.certificate/2", "schema": 1}',
        "\ufeffnull",
        '"\\ud800"',
    ],
    ids=lambda text: text[:12],
)
def test_what_is_no_certificate_is_a_diagnostic(rulings: Command, text: str) -> None:
    Path("proof.json").write_text(text, encoding="utf-8")
    ran = rulings("verify", "proof.json")
    assert (ran.code, ran.out) == (3, "")
    assert "RUL569" in ran.err


def test_bytes_that_are_no_text(rulings: Command) -> None:
    Path("proof.json").write_bytes(b"\xff\xfe{}")
    ran = rulings("verify", "proof.json", "--format", "json")
    assert ran.code == 3
    assert json.loads(ran.out)["verified"] is False


STATED = {"zone_of": [["rex", "play"]], "silences": [["old_fence", "rex"]]}


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"question": []}, "asks nothing"),
        ({"question": [["activ", ["rex"], False]]}, "does not have"),
        ({"question": [["active", ["rex", "rex"], False]]}, "has not the types"),
        ({"verdict": "yes"}, "it proves depends, and claims yes"),
        ({"say": "Rex is active."}, "must have the keys"),
        ({"table": {"facts": {"active": [["rex"]]}, "denials": {}}}, "for the rules to conclude"),
        ({"table": {"facts": {**STATED, "stars": [[3, 3]]}, "denials": {}}}, "not the types"),
        (
            {"table": {"facts": {"zone_of": [["rex", "play"], ["rex", "deck"]]}, "denials": {}}},
            "two values where there is one",
        ),
        (
            {"table": {"facts": STATED, "denials": {"zone_of": [["rex", "play"]]}}},
            "stated and denied",
        ),
        ({"table": {"facts": {"zone_of": [["rex", "hnad"]]}, "denials": {}}}, "not the types"),
        ({"table": {"facts": {"nothing": [[]]}, "denials": {}}}, "does not have"),
        ({"rulebook": {"name": "toy", "edition": "second", "sha256": "0"}}, "no rulebook here"),
        ({"rulebook": {"name": "toy", "edition": "second"}}, "must have the keys"),
        ({"proof": {"calls": [], "steps": []}}, "does not say what"),
    ],
)
def test_forged_certificates(rulings: Command, certificate: Json, changes: Json, why: str) -> None:
    sealed(certificate, **changes)
    ran = rulings("verify", "proof.json")
    assert (ran.code, ran.out) == (3, "")
    assert why in " ".join(ran.err.split())


def test_a_rulebook_is_known_by_its_content_alone(
    rulings: Command, certificate: Json, tmp_path: Path
) -> None:
    forged = tmp_path / "forged"
    (tmp_path / "facts" / "toy").rename(forged)
    rules = forged / "rules.dl"
    rules.write_text(rules.read_text() + "active(rex).\n", encoding="utf-8")
    sealed(certificate, rulebook={**certificate["rulebook"], "name": str(forged)})
    assert "no rulebook here" in " ".join(rulings("verify", "proof.json").err.split())
    assert "another version" in rulings("verify", "proof.json", "-g", str(forged)).err


def test_a_table_that_states_conclusions_is_refused_before_there_is_a_certificate(
    rulings: Command,
) -> None:
    asked = ("why", "is Rex active", "-g", "toy", "-s", "claim.yaml", "--certificate", "x.json")
    Path("claim.yaml").write_text("given: |\n  Rex is active.\n", encoding="utf-8")
    ran = rulings(*asked)
    assert "RUL558" in ran.err
    assert not Path("x.json").exists()
